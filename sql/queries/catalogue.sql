-- name: catalogue_roles
-- The service's roles and what makes them harmless, each with the service's roles that may become it.
SELECT r.rolname AS name, r.rolcanlogin AS can_login, r.rolinherit AS inherits,
       r.rolsuper OR r.rolbypassrls OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication AS powerful,
       coalesce((SELECT string_agg(b.rolname::text, ', ' ORDER BY b.rolname::text COLLATE "C")
                 FROM pg_catalog.pg_roles AS b
                 WHERE starts_with(b.rolname::text, 'jide_') AND EXISTS (
                     SELECT FROM pg_catalog.pg_auth_members AS m WHERE m.roleid = r.oid AND m.member = b.oid)
                ), '') AS members
FROM pg_catalog.pg_roles AS r
WHERE starts_with(r.rolname::text, 'jide_')
ORDER BY r.rolname::text COLLATE "C";

-- name: catalogue_tables
-- Tables of the service, their owner and whether row-level security holds for everybody.
SELECT c.relname AS name, pg_catalog.pg_get_userbyid(c.relowner) AS owner, c.relrowsecurity AS secured,
       c.relforcerowsecurity AS forced,
       CASE WHEN c.relkind = 'p' THEN pg_catalog.pg_get_partkeydef(c.oid) END AS partition_key
FROM pg_catalog.pg_class AS c
WHERE c.relnamespace = 'jide'::regnamespace AND c.relkind IN ('r', 'p')
ORDER BY c.relname::text COLLATE "C";

-- name: catalogue_columns
-- Columns of every table, as they are written in CREATE TABLE.
SELECT c.relname AS name, a.attname AS "column",
       pg_catalog.format_type(a.atttypid, a.atttypmod)
       || CASE WHEN a.attgenerated <> '' THEN ' GENERATED ALWAYS AS (' || x.expression || ') STORED'
               WHEN a.attidentity <> '' THEN ' GENERATED AS IDENTITY'
               ELSE coalesce(' DEFAULT ' || x.expression, '') END
       || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END AS definition
FROM pg_catalog.pg_class AS c
JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN pg_catalog.pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
CROSS JOIN LATERAL pg_catalog.pg_get_expr(d.adbin, d.adrelid) AS x (expression)
WHERE c.relnamespace = 'jide'::regnamespace AND c.relkind IN ('r', 'p')
ORDER BY c.relname::text COLLATE "C", a.attnum;

-- name: catalogue_constraints
-- Constraints of every table; NOT NULL is said at its column, for PostgreSQL 18 lists it here and 15 does not.
SELECT c.relname AS name, k.conname AS "constraint", pg_catalog.pg_get_constraintdef(k.oid) AS definition
FROM pg_catalog.pg_constraint AS k
JOIN pg_catalog.pg_class AS c ON c.oid = k.conrelid
WHERE c.relnamespace = 'jide'::regnamespace AND k.contype <> 'n'
ORDER BY c.relname::text COLLATE "C", strpos('puxcft', k.contype::text), k.conname::text COLLATE "C";

-- name: catalogue_indexes
-- Indexes that no constraint brought with it.
SELECT c.relname AS name, pg_catalog.pg_get_indexdef(i.indexrelid) AS definition
FROM pg_catalog.pg_index AS i
JOIN pg_catalog.pg_class AS c ON c.oid = i.indrelid
JOIN pg_catalog.pg_class AS x ON x.oid = i.indexrelid
WHERE c.relnamespace = 'jide'::regnamespace
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint AS k
                  WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
ORDER BY c.relname::text COLLATE "C", x.relname::text COLLATE "C";

-- name: catalogue_policies
-- Row-level security policies, the restrictive ones first.
SELECT p.tablename AS name, p.policyname AS policy, p.permissive, p.cmd AS command, p.qual AS rows_seen,
       p.with_check AS rows_written,
       (SELECT string_agg(r::text, ', ' ORDER BY r::text COLLATE "C") FROM unnest(p.roles) AS r) AS roles
FROM pg_catalog.pg_policies AS p
WHERE p.schemaname = 'jide'
ORDER BY p.tablename::text COLLATE "C", p.permissive DESC, p.policyname::text COLLATE "C";

-- name: catalogue_grants
-- What each role may do with a table as a whole or with some of its columns, the owner's own rights aside.
SELECT c.relname AS name, coalesce(g.rolname::text, 'PUBLIC') AS grantee, x.columns, x.privileges
FROM (
    SELECT t.oid, a.grantee, NULL::text AS columns,
           string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type COLLATE "C") AS privileges
    FROM pg_catalog.pg_class AS t CROSS JOIN LATERAL aclexplode(t.relacl) AS a
    WHERE t.relnamespace = 'jide'::regnamespace AND a.grantee <> t.relowner
    GROUP BY t.oid, a.grantee
    UNION ALL
    SELECT t.oid, a.grantee, string_agg(s.attname::text, ', ' ORDER BY s.attnum), a.privilege_type
    FROM pg_catalog.pg_class AS t
    JOIN pg_catalog.pg_attribute AS s ON s.attrelid = t.oid
    CROSS JOIN LATERAL aclexplode(s.attacl) AS a
    WHERE t.relnamespace = 'jide'::regnamespace AND a.grantee <> t.relowner
    GROUP BY t.oid, a.grantee, a.privilege_type
) AS x
JOIN pg_catalog.pg_class AS c ON c.oid = x.oid
LEFT JOIN pg_catalog.pg_roles AS g ON g.oid = x.grantee
ORDER BY c.relname::text COLLATE "C", g.rolname::text COLLATE "C" NULLS FIRST, x.columns COLLATE "C" NULLS FIRST,
         x.privileges COLLATE "C";

-- name: catalogue_functions
-- Functions, with the roles that may call them.
SELECT p.oid::regprocedure::text AS signature, rtrim(pg_catalog.pg_get_functiondef(p.oid)) AS definition,
       p.prosecdef AS definer,
       coalesce((SELECT string_agg(coalesce(g.rolname::text, 'PUBLIC'), ', '
                                   ORDER BY coalesce(g.rolname::text, 'PUBLIC') COLLATE "C")
                 FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS a
                 LEFT JOIN pg_catalog.pg_roles AS g ON g.oid = a.grantee
                 WHERE a.grantee <> p.proowner), '') AS grantees
FROM pg_catalog.pg_proc AS p
WHERE p.pronamespace = 'jide'::regnamespace AND p.prokind <> 'a'
ORDER BY p.oid::regprocedure::text COLLATE "C";

-- name: catalogue_schema
-- What each role may do with the schema itself.
SELECT string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type COLLATE "C") AS privileges,
       coalesce(g.rolname::text, 'PUBLIC') AS grantee
FROM pg_catalog.pg_namespace AS n
CROSS JOIN LATERAL aclexplode(n.nspacl) AS a
LEFT JOIN pg_catalog.pg_roles AS g ON g.oid = a.grantee
WHERE n.oid = 'jide'::regnamespace AND a.grantee <> n.nspowner
GROUP BY g.rolname
ORDER BY g.rolname::text COLLATE "C" NULLS FIRST;

-- What speaks against the versions in force, said once for every query that shows some.

SET LOCAL ROLE jide_owner;

-- Of one version, told by its line, number and words; nothing speaks against one that is not `live`.
-- disputed: a draft that waits for review contradicts it; not one whose words are older than the version's own,
-- or than the moment it was entered by hand.
-- corrections: how many earlier versions of its line said something else and were ended as wrong or changed; what became
-- history the moment it was recorded was never in force.
-- The body is parsed when it is made and planned as a part of the query that calls it: it looks only at what is shown.
CREATE FUNCTION jide.doubt(
    tenant text, owner text, project text, family text, one text, number integer, said jsonb, leaning text, live boolean)
RETURNS TABLE (disputed boolean, corrections integer)
LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT live AND EXISTS (
               SELECT FROM jide.drafts AS d
               WHERE d.tenant_id = tenant AND d.user_id = owner AND d.project_id = project AND d.line = family
                 AND d.member = one AND d.status = 'pending' AND d.conflict = 'contradicts'
                 AND NOT EXISTS (
                     SELECT FROM jide.ucus AS v
                     WHERE v.tenant_id = tenant AND v.user_id = owner AND v.project_id = project AND v.line = family
                       AND v.member = one AND v.version = number
                       AND d.at < CASE WHEN v.source IN ('extractor', 'reviewer') THEN v.valid_from ELSE v.recorded_at END)),
           CASE WHEN live AND number > 1 THEN (
               SELECT count(*)::integer FROM jide.ucus AS o
               WHERE o.tenant_id = tenant AND o.user_id = owner AND o.project_id = project AND o.line = family
                 AND o.member = one AND o.version < number AND o.ended IN ('wrong', 'changed') AND NOT o.late
                 AND (o.value, o.polarity) IS DISTINCT FROM (said, leaning)) ELSE 0 END;
END;

-- Of these users, all versions in force.
CREATE FUNCTION jide.doubts(tenant text, owners text[])
RETURNS TABLE (user_id text, ucu_id uuid, disputed boolean, corrections integer)
LANGUAGE sql STABLE SECURITY INVOKER SET search_path = pg_catalog AS $$
    SELECT u.user_id, u.ucu_id, d.disputed, d.corrections
    FROM jide.ucus AS u
    CROSS JOIN LATERAL jide.doubt(
        u.tenant_id, u.user_id, u.project_id, u.line, u.member, u.version, u.value, u.polarity, true) AS d
    WHERE u.tenant_id = tenant AND u.user_id = ANY(owners) AND u.status = 'active'
$$;

RESET ROLE;

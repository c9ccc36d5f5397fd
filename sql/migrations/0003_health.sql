-- What a health check may know of a tenant: numbers, computed with the owner's eyes behind the tenant's wall.

SET LOCAL ROLE jide_owner;

-- Messages come in the order of this column, so a few pages of index say where the last day begins.
CREATE INDEX messages_recorded ON jide.messages USING brin (recorded_at);

-- Each function returns one row of numbers of the tenant that the transaction names - no id, no name, no word of what was
-- said - and zeros where it names none. They run as the owner, whom the policies called health_counters let read.

-- Work that waits or failed, people's included; ages are seconds at `moment`, the last day ends there.
CREATE FUNCTION jide.health_work(moment timestamptz, OUT queued bigint, OUT queued_seconds double precision,
    OUT heard bigint, OUT failed bigint, OUT letters bigint, OUT pending bigint, OUT pending_seconds double precision,
    OUT unchained bigint, OUT unchained_seconds double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
    SELECT q.n, q.age, h.n, h.failed, l.n, d.n, d.age, a.n, a.age
    FROM (SELECT count(*) AS n, greatest(0, coalesce(extract(epoch FROM moment - min(m.recorded_at)), 0))::float8 AS age
          FROM jide.messages AS m WHERE m.state = 'queued') AS q,
         (SELECT count(*) AS n, count(*) FILTER (WHERE m.state = 'failed') AS failed
          FROM jide.messages AS m WHERE m.role = 'user' AND m.recorded_at > moment - interval '24 hours') AS h,
         (SELECT count(*) AS n FROM jide.dead_letters AS l WHERE l.resolved_at IS NULL) AS l,
         (SELECT count(*) AS n, greatest(0, coalesce(extract(epoch FROM moment - min(d.created_at)), 0))::float8 AS age
          FROM jide.drafts AS d WHERE d.status = 'pending') AS d,
         (SELECT count(*) AS n, greatest(0, coalesce(extract(epoch FROM moment - min(a.at)), 0))::float8 AS age
          FROM jide.audit AS a WHERE a.number IS NULL) AS a
$$;

-- Whether the evidence of active UCUs holds: every row leads to stored text that still says what is quoted, the anchors
-- that readers see are those rows, and nothing was learned from nothing. A UCU with several faults counts in each of them,
-- and once in `broken`. Beyond `most` UCUs every n-th is looked at; `seed` says which.
CREATE FUNCTION jide.health_evidence(most bigint, seed bigint, OUT units bigint, OUT looked bigint, OUT broken bigint,
    OUT lost bigint, OUT altered bigint, OUT differing bigint, OUT bare bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
    WITH all_units AS (
        SELECT count(*) AS n, greatest(1, ceil(count(*)::numeric / greatest(1, most)))::bigint AS every
        FROM jide.ucus AS u WHERE u.status = 'active'
    ), sample AS MATERIALIZED (
        SELECT u.tenant_id, u.user_id, u.ucu_id, u.source,
               CASE WHEN jsonb_typeof(u.evidence) = 'array' THEN u.evidence ELSE '[]' END AS evidence
        FROM jide.ucus AS u, all_units AS a
        WHERE u.status = 'active' AND (a.every = 1 OR mod(abs(hashtextextended(u.ucu_id::text, seed) / 2), a.every) = 0)
    ), rows_of AS (
        SELECT s.tenant_id, s.user_id, s.ucu_id,
               bool_or(m.message_id IS NULL OR (e.cause_message_id IS NOT NULL AND c.message_id IS NULL)) AS lost,
               bool_or(substr(m.content, e.span_start + 1, e.span_end - e.span_start) <> e.quote
                       OR encode(sha256(convert_to(e.quote, 'UTF8')), 'hex') <> e.sha256) AS altered,
               array_agg(ARRAY[e.session_id, e.message_id, e.quote, e.sha256, e.span_start::text, e.span_end::text]
                         ORDER BY e.session_id COLLATE "C", e.message_id COLLATE "C") AS links
        FROM sample AS s
        JOIN jide.ucu_evidence AS e USING (tenant_id, user_id, ucu_id)
        LEFT JOIN jide.messages AS m USING (tenant_id, user_id, session_id, message_id)
        LEFT JOIN jide.messages AS c ON (c.tenant_id, c.user_id, c.session_id, c.message_id)
                                      = (e.tenant_id, e.user_id, e.session_id, e.cause_message_id)
        GROUP BY s.tenant_id, s.user_id, s.ucu_id
    ), anchors_of AS (
        SELECT s.tenant_id, s.user_id, s.ucu_id,
               array_agg(ARRAY[a ->> 'session_id', a ->> 'message_id', a ->> 'quote', a ->> 'sha256', a ->> 'start', a ->> 'end']
                         ORDER BY a ->> 'session_id' COLLATE "C", a ->> 'message_id' COLLATE "C") AS links
        FROM sample AS s CROSS JOIN LATERAL jsonb_array_elements(s.evidence) AS a
        GROUP BY s.tenant_id, s.user_id, s.ucu_id
    ), judged AS (
        SELECT coalesce(r.lost, false) AS lost, coalesce(r.altered, false) AS altered,
               r.links IS DISTINCT FROM a.links AS differing,
               s.source = 'extractor' AND r.links IS NULL AS bare
        FROM sample AS s
        LEFT JOIN rows_of AS r USING (tenant_id, user_id, ucu_id)
        LEFT JOIN anchors_of AS a USING (tenant_id, user_id, ucu_id)
    )
    SELECT (SELECT a.n FROM all_units AS a), count(*),
           count(*) FILTER (WHERE j.lost OR j.altered OR j.differing OR j.bare),
           count(*) FILTER (WHERE j.lost), count(*) FILTER (WHERE j.altered),
           count(*) FILTER (WHERE j.differing), count(*) FILTER (WHERE j.bare)
    FROM judged AS j
$$;

-- Whether the newest thing known of a user is what the archive says: the newest anchor on the active UCUs of a sampled user
-- against the newest stored message that supports one of them - the same message, time, number and words.
CREATE FUNCTION jide.health_agreement(most bigint, seed bigint, OUT users bigint, OUT looked bigint, OUT apart bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
    WITH all_users AS (
        SELECT count(DISTINCT u.user_id) AS n,
               greatest(1, ceil(count(DISTINCT u.user_id)::numeric / greatest(1, most)))::bigint AS every
        FROM jide.ucus AS u WHERE u.status = 'active'
    ), sample AS MATERIALIZED (
        SELECT u.tenant_id, u.user_id, u.ucu_id,
               CASE WHEN jsonb_typeof(u.evidence) = 'array' THEN u.evidence ELSE '[]' END AS evidence
        FROM jide.ucus AS u, all_users AS a
        WHERE u.status = 'active' AND (a.every = 1 OR mod(abs(hashtextextended(u.user_id, seed) / 2), a.every) = 0)
    ), shown AS (
        SELECT DISTINCT ON (s.tenant_id, s.user_id) s.tenant_id, s.user_id, a ->> 'session_id' AS session_id,
               a ->> 'message_id' AS message_id, a ->> 'anchor' AS anchor, a ->> 'quote' AS quote, a ->> 'at' AS at
        FROM sample AS s CROSS JOIN LATERAL jsonb_array_elements(s.evidence) AS a
        ORDER BY s.tenant_id, s.user_id, a ->> 'at' COLLATE "C" DESC NULLS LAST, a ->> 'session_id' COLLATE "C" DESC,
                 a ->> 'message_id' COLLATE "C" DESC, s.ucu_id
    ), stored AS (
        SELECT DISTINCT ON (m.tenant_id, m.user_id) m.tenant_id, m.user_id, m.session_id, m.message_id, m.seq, m.content,
               to_char(m.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
        FROM sample AS s
        JOIN jide.ucu_evidence AS e USING (tenant_id, user_id, ucu_id)
        JOIN jide.messages AS m USING (tenant_id, user_id, session_id, message_id)
        ORDER BY m.tenant_id, m.user_id, m.at DESC, m.session_id COLLATE "C" DESC, m.message_id COLLATE "C" DESC
    )
    SELECT (SELECT a.n FROM all_users AS a), (SELECT count(DISTINCT s.user_id) FROM sample AS s),
           count(*) FILTER (WHERE sh.message_id IS NULL OR st.message_id IS NULL
               OR (sh.session_id, sh.message_id, sh.at) IS DISTINCT FROM (st.session_id, st.message_id, st.at)
               OR right(coalesce(sh.anchor, ''), length(st.seq::text) + 5) NOT IN ('#msg_' || st.seq, '-msg_' || st.seq)
               OR coalesce(strpos(st.content, sh.quote), 0) = 0)
    FROM shown AS sh FULL JOIN stored AS st USING (tenant_id, user_id)
$$;

-- How many workers live: they belong to the service, and every tenant may know whether one is there.
CREATE FUNCTION jide.health_workers(OUT workers bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
    SELECT count(*) FROM jide.leases AS l WHERE l.name LIKE 'worker:%' AND l.expires_at > clock_timestamp()
$$;

RESET ROLE;

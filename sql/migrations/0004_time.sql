-- Time: which version of a line is the answer as of one time, as known at another - said once, for every read.

SET LOCAL ROLE jide_owner;

-- The version, on another line, whose value this one took the place of: a member of a set that was corrected.
ALTER TABLE jide.ucus ADD COLUMN replaces uuid;
-- Said before something that was known already: history from the moment it was written, never in force.
ALTER TABLE jide.ucus ADD COLUMN late boolean NOT NULL DEFAULT false;

-- Evidence counts from when it was added, so the anchors that readers see say when that was.
CREATE OR REPLACE FUNCTION jide.rebuild_evidence(tenant text, owner text, unit uuid) RETURNS void
LANGUAGE sql SECURITY INVOKER SET search_path = pg_catalog AS $$
    UPDATE jide.ucus AS u
    SET evidence = coalesce((
        SELECT jsonb_agg(jsonb_build_object(
            'anchor', 'session_' || replace(replace(replace(replace(replace(
                          e.session_id, '%', '%25'), '#', '%23'), ':', '%3A'), '{', '%7B'), '}', '%7D')
                      || '#msg_' || CASE WHEN c.seq < m.seq THEN c.seq || '-msg_' || m.seq ELSE m.seq::text END,
            'session_id', e.session_id, 'message_id', e.message_id, 'quote', e.quote,
            'start', e.span_start, 'end', e.span_end, 'sha256', e.sha256,
            'at', to_char(m.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
            'added_at', to_char(e.added_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        ) ORDER BY m.at, m.seq, e.message_id)
        FROM jide.ucu_evidence AS e
        JOIN jide.messages AS m USING (tenant_id, user_id, session_id, message_id)
        LEFT JOIN jide.messages AS c ON (c.tenant_id, c.user_id, c.session_id, c.message_id)
                                      = (e.tenant_id, e.user_id, e.session_id, e.cause_message_id)
        WHERE e.tenant_id = u.tenant_id AND e.user_id = u.user_id AND e.ucu_id = u.ucu_id
    ), '[]')
    WHERE u.tenant_id = tenant AND u.user_id = owner AND u.ucu_id = unit
$$;

-- The owner is behind row-level security like everybody, and no policy names it: lifted for this, in this transaction.
ALTER TABLE jide.ucus DISABLE ROW LEVEL SECURITY;
ALTER TABLE jide.ucu_evidence DISABLE ROW LEVEL SECURITY;
ALTER TABLE jide.messages DISABLE ROW LEVEL SECURITY;
UPDATE jide.ucus AS u SET late = true WHERE u.status = 'superseded' AND u.superseded_at = u.recorded_at;
-- What a version was made with was there from its beginning; the two times were read from two clocks.
UPDATE jide.ucu_evidence AS e SET added_at = u.recorded_at FROM jide.ucus AS u
WHERE (e.tenant_id, e.user_id, e.ucu_id) = (u.tenant_id, u.user_id, u.ucu_id)
  AND e.added_at > u.recorded_at AND e.added_at <= u.recorded_at + interval '10 seconds';
DO $$
DECLARE
    unit record;
BEGIN
    FOR unit IN SELECT u.tenant_id, u.user_id, u.ucu_id FROM jide.ucus AS u WHERE u.evidence <> '[]' LOOP
        PERFORM jide.rebuild_evidence(unit.tenant_id, unit.user_id, unit.ucu_id);
    END LOOP;
END
$$;
ALTER TABLE jide.ucus ENABLE ROW LEVEL SECURITY;
ALTER TABLE jide.ucu_evidence ENABLE ROW LEVEL SECURITY;
ALTER TABLE jide.messages ENABLE ROW LEVEL SECURITY;

-- Every version of a user's lines that was recorded by `known`, as it looked then, and whether it was the answer of its
-- line as of `moment`.
--   An end counts only where it was recorded by then; before that a version runs until what was declared of it.
--   What has run out by `moment` is called expired. What is known to be wrong was never true.
--   Evidence counts where it was added by then. Where pieces of a line overlap, the latest to begin is the answer, and
--   of these the one written last.
-- The body is parsed here and now, so no search path can give its names another meaning; without a setting of its own
-- it is planned as a part of the query that calls it, behind the caller's own row-level security.
CREATE FUNCTION jide.versions_at(tenant text, owner text, moment timestamptz, known timestamptz)
RETURNS TABLE (
    tenant_id text, user_id text, ucu_id uuid, project_id text, type text, line text, member text, key text,
    value jsonb, statement text, polarity text, evidence jsonb, confidence real, importance real, version integer,
    status text, ended text, lifecycle text, valid_from timestamptz, valid_until timestamptz, recorded_at timestamptz,
    superseded_at timestamptz, source text, asserted_by text, rolled_back_from integer, replaces uuid, tokens tsvector,
    in_force boolean)
LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT u.tenant_id, u.user_id, u.ucu_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement,
           u.polarity,
           CASE WHEN known = 'infinity' THEN u.evidence ELSE coalesce((
               SELECT jsonb_agg(e.anchor ORDER BY e.place)
               FROM jsonb_array_elements(u.evidence) WITH ORDINALITY AS e (anchor, place)
               WHERE (e.anchor ->> 'added_at')::timestamptz <= known
           ), '[]') END,
           u.confidence, u.importance, u.version,
           CASE WHEN o.over THEN u.status WHEN v.until <= moment THEN 'expired' ELSE 'active' END,
           CASE WHEN o.over THEN u.ended WHEN v.until <= moment THEN 'expired' END,
           u.lifecycle, u.valid_from, v.until, u.recorded_at, CASE WHEN o.over THEN u.superseded_at END, u.source,
           u.asserted_by, u.rolled_back_from, u.replaces, u.tokens,
           u.valid_from <= moment AND (v.until IS NULL OR v.until > moment) AND NOT (o.over AND u.ended = 'wrong')
           AND NOT EXISTS (
               SELECT FROM jide.ucus AS n
               WHERE n.tenant_id = u.tenant_id AND n.user_id = u.user_id AND n.project_id = u.project_id
                 AND n.line = u.line AND n.member = u.member
                 AND n.recorded_at <= known AND n.valid_from <= moment
                 AND (n.valid_from, n.version) > (u.valid_from, u.version)
                 AND CASE WHEN n.superseded_at <= known
                          THEN n.ended <> 'wrong' AND (n.valid_until IS NULL OR n.valid_until > moment)
                          ELSE coalesce(CASE WHEN n.superseded_at IS NULL THEN n.valid_until ELSE n.declared_until END
                                        > moment, true) END)
    FROM jide.ucus AS u
    CROSS JOIN LATERAL (SELECT u.superseded_at IS NOT NULL AND u.superseded_at <= known AS over) AS o
    CROSS JOIN LATERAL (
        SELECT CASE WHEN o.over OR u.superseded_at IS NULL THEN u.valid_until ELSE u.declared_until END AS until) AS v
    WHERE u.tenant_id = tenant AND u.user_id = owner AND u.recorded_at <= known;
END;

-- When something was said about a line: each time one of its versions began, was supported, was entered by hand or was
-- ended by what somebody said; a reviewer who approves says nothing anew. No message counts later than it was taken up:
-- a client's clock may be ahead. What is known to be wrong said nothing; that it was denied is said. A late piece of
-- history ends by what came before it.
CREATE FUNCTION jide.line_words(tenant text, owner text, project text, family text, one text)
RETURNS TABLE (said timestamptz)
LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT w.said
    FROM jide.ucus AS u
    CROSS JOIN LATERAL (
        SELECT unnest(ARRAY[
            u.valid_from, CASE WHEN u.source NOT IN ('extractor', 'reviewer') THEN u.recorded_at END]) AS said
        WHERE u.ended IS DISTINCT FROM 'wrong'
        UNION ALL
        SELECT u.valid_until
        WHERE u.status = 'retired'
           OR (u.ended IN ('changed', 'wrong', 'rolled_back') AND NOT u.late)
        UNION ALL
        SELECT least(m.at, e.added_at)
        FROM jide.ucu_evidence AS e
        JOIN jide.messages AS m USING (tenant_id, user_id, session_id, message_id)
        WHERE e.tenant_id = u.tenant_id AND e.user_id = u.user_id AND e.ucu_id = u.ucu_id
          AND u.ended IS DISTINCT FROM 'wrong'
    ) AS w
    WHERE u.tenant_id = tenant AND u.user_id = owner AND u.project_id = project AND u.line = family AND u.member = one
      AND w.said IS NOT NULL;
END;

RESET ROLE;

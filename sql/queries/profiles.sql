-- name: line_open
-- Lock a line by its head row, making it where the line is new; `fresh` says whether it was.
INSERT INTO jide.ucu_heads AS h (tenant_id, user_id, project_id, line, member, version)
VALUES (%(tenant_id)s::text, %(user_id)s::text, %(project_id)s::text, %(line)s::text, %(member)s::text, 1)
ON CONFLICT (tenant_id, user_id, project_id, line, member) DO UPDATE SET version = h.version
RETURNING h.version, (h.xmax = 0) AS fresh;

-- name: line_lock
-- Lock a line that exists; no row where it does not.
SELECT h.version FROM jide.ucu_heads AS h
WHERE h.tenant_id = %(tenant_id)s::text AND h.user_id = %(user_id)s::text AND h.project_id = %(project_id)s::text
  AND h.line = %(line)s::text AND h.member = %(member)s::text
FOR UPDATE;

-- name: line_next_version
-- The next version number of a locked line.
UPDATE jide.ucu_heads AS h SET version = h.version + 1
WHERE h.tenant_id = %(tenant_id)s::text AND h.user_id = %(user_id)s::text AND h.project_id = %(project_id)s::text
  AND h.line = %(line)s::text AND h.member = %(member)s::text
RETURNING h.version;

-- name: line_standing
-- The active version of a line, or else the one retired last, with the time of the newest thing said about it.
-- What was entered by hand counts from when it was entered, what was retired from when it was withdrawn.
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from, u.valid_until, u.recorded_at,
       u.superseded_at, u.source, u.asserted_by, u.rolled_back_from,
       greatest(u.valid_from,
                CASE WHEN u.status <> 'active' THEN u.valid_until END,
                CASE WHEN u.source <> 'extractor' THEN u.recorded_at END,
                (SELECT max(m.at) FROM jide.ucu_evidence AS e
                 JOIN jide.messages AS m USING (tenant_id, user_id, session_id, message_id)
                 WHERE e.tenant_id = u.tenant_id AND e.user_id = u.user_id AND e.ucu_id = u.ucu_id)) AS newest
FROM jide.ucus AS u
WHERE u.tenant_id = %(tenant_id)s::text AND u.user_id = %(user_id)s::text AND u.project_id = %(project_id)s::text
  AND u.line = %(line)s::text AND u.member = %(member)s::text AND u.status <> 'superseded'
ORDER BY u.status = 'active' DESC, u.version DESC
LIMIT 1;

-- name: ucu_end
-- End an active version: superseded by a new one, or retired.
UPDATE jide.ucus AS u
SET status = %(status)s::text, ended = %(ended)s::text, superseded_at = %(now)s::timestamptz,
    valid_until = least(u.valid_until, greatest(%(until)s::timestamptz, u.valid_from))
WHERE u.tenant_id = %(tenant_id)s::text AND u.user_id = %(user_id)s::text AND u.ucu_id = %(ucu_id)s::uuid
  AND u.status = 'active'
RETURNING u.version;

-- name: ucu_insert
-- Write one version of a line.
INSERT INTO jide.ucus (
    tenant_id, user_id, ucu_id, project_id, type, line, member, key, value, statement, polarity, confidence, importance,
    version, status, ended, lifecycle, valid_from, valid_until, declared_until, recorded_at, superseded_at, source,
    asserted_by, models, rolled_back_from, tokens)
VALUES (
    %(tenant_id)s::text, %(user_id)s::text, %(ucu_id)s::uuid, %(project_id)s::text, %(type)s::text, %(line)s::text,
    %(member)s::text, %(key)s::text, %(value)s::jsonb, %(statement)s::text, %(polarity)s::text, %(confidence)s::real,
    %(importance)s::real, %(version)s::integer, %(status)s::text, %(ended)s::text, %(lifecycle)s::text,
    %(valid_from)s::timestamptz, %(valid_until)s::timestamptz, %(declared_until)s::timestamptz, %(now)s::timestamptz,
    %(superseded_at)s::timestamptz,
    %(source)s::text, %(asserted_by)s::text, %(models)s::jsonb, NULL, array_to_tsvector(%(tokens)s::text[]));

-- name: history_covering
-- The past versions of a line that were held true at a time.
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from, u.valid_until, u.recorded_at,
       u.superseded_at, u.source, u.asserted_by, u.rolled_back_from
FROM jide.ucus AS u
WHERE u.tenant_id = %(tenant_id)s::text AND u.user_id = %(user_id)s::text AND u.project_id = %(project_id)s::text
  AND u.line = %(line)s::text AND u.member = %(member)s::text AND u.status <> 'active'
  AND u.valid_from <= %(at)s::timestamptz AND u.valid_until > %(at)s::timestamptz
ORDER BY u.version DESC;

-- name: history_next_start
-- When the next later version of a line began to be true: where a piece of history must end.
SELECT min(u.valid_from) AS starts FROM jide.ucus AS u
WHERE u.tenant_id = %(tenant_id)s::text AND u.user_id = %(user_id)s::text AND u.project_id = %(project_id)s::text
  AND u.line = %(line)s::text AND u.member = %(member)s::text AND u.valid_from > %(at)s::timestamptz
  AND u.ended IS DISTINCT FROM 'wrong';

-- name: history_cut_earlier
-- An earlier piece of history ends where a later one turns out to have begun.
UPDATE jide.ucus AS u SET valid_until = %(at)s::timestamptz
WHERE u.tenant_id = %(tenant_id)s::text AND u.user_id = %(user_id)s::text AND u.project_id = %(project_id)s::text
  AND u.line = %(line)s::text AND u.member = %(member)s::text AND u.status = 'superseded' AND u.ended = 'changed'
  AND u.valid_from < %(at)s::timestamptz AND u.valid_until > %(at)s::timestamptz;

-- name: evidence_insert
-- Link a stored message to a version; the same message again adds nothing.
INSERT INTO jide.ucu_evidence (
    tenant_id, user_id, ucu_id, session_id, message_id, span_start, span_end, quote, sha256, cause_message_id)
VALUES (
    %(tenant_id)s::text, %(user_id)s::text, %(ucu_id)s::uuid, %(session_id)s::text, %(message_id)s::text,
    %(start)s::integer, %(end)s::integer, %(quote)s::text, %(sha256)s::text, %(cause_message_id)s::text)
ON CONFLICT (tenant_id, user_id, ucu_id, session_id, message_id) DO NOTHING
RETURNING message_id;

-- name: evidence_rebuild
-- Rebuild the anchors that readers see from the evidence rows.
SELECT jide.rebuild_evidence(%(tenant_id)s::text, %(user_id)s::text, %(ucu_id)s::uuid);

-- name: ucu_read
-- One version by its id.
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from, u.valid_until, u.recorded_at,
       u.superseded_at, u.source, u.asserted_by, u.rolled_back_from
FROM jide.ucus AS u
WHERE u.tenant_id = %(tenant_id)s::text AND u.user_id = %(user_id)s::text AND u.ucu_id = %(ucu_id)s::uuid;

-- name: ucu_active
-- The versions in force of one user, in the given projects ('' is global).
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from, u.valid_until, u.recorded_at,
       u.superseded_at, u.source, u.asserted_by, u.rolled_back_from
FROM jide.ucus AS u
WHERE u.tenant_id = %(tenant_id)s::text AND u.user_id = %(user_id)s::text AND u.status = 'active'
  AND u.project_id = ANY(%(projects)s::text[])
  AND (u.valid_until IS NULL OR u.valid_until > %(now)s::timestamptz)
ORDER BY u.recorded_at DESC, u.ucu_id DESC
LIMIT 1000;

-- name: ucu_history
-- Every version of the line that a version belongs to, newest first, before a version number.
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from, u.valid_until, u.recorded_at,
       u.superseded_at, u.source, u.asserted_by, u.rolled_back_from
FROM jide.ucus AS u
JOIN jide.ucus AS one USING (tenant_id, user_id, project_id, line, member)
WHERE one.tenant_id = %(tenant_id)s::text AND one.user_id = %(user_id)s::text AND one.ucu_id = %(ucu_id)s::uuid
  AND (%(before)s::integer IS NULL OR u.version < %(before)s::integer)
ORDER BY u.version DESC
LIMIT %(limit)s::integer;

-- name: profile_list
-- A user's UCUs as of a time, as known at another; newest recorded first, after a cursor.
-- An end counts only if it was recorded by then; what has run out by then is called expired. Without a status,
-- everything that was true at that time is listed, except what was known to be wrong.
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, seen.status,
       CASE WHEN o.over THEN u.ended WHEN seen.status = 'expired' THEN 'expired' END AS ended,
       u.lifecycle, u.valid_from, v.until AS valid_until, u.recorded_at,
       CASE WHEN o.over THEN u.superseded_at END AS superseded_at, u.source, u.asserted_by, u.rolled_back_from
FROM jide.ucus AS u
CROSS JOIN LATERAL (SELECT u.superseded_at IS NOT NULL AND u.superseded_at <= %(known_at)s::timestamptz AS over) AS o
CROSS JOIN LATERAL (SELECT CASE WHEN o.over OR u.superseded_at IS NULL THEN u.valid_until ELSE u.declared_until END AS until) AS v
CROSS JOIN LATERAL (SELECT CASE WHEN o.over THEN u.status WHEN v.until <= %(as_of)s::timestamptz THEN 'expired'
                                ELSE 'active' END AS status) AS seen
WHERE u.tenant_id = %(tenant_id)s::text AND u.user_id = %(user_id)s::text
  AND u.recorded_at <= %(known_at)s::timestamptz
  AND (%(status)s::text IS NULL OR seen.status = %(status)s::text)
  AND (NOT %(in_force)s::boolean
       OR (u.valid_from <= %(as_of)s::timestamptz AND (v.until IS NULL OR v.until > %(as_of)s::timestamptz)
           AND NOT (o.over AND u.ended = 'wrong')))
  AND (%(type)s::text IS NULL OR u.type = %(type)s::text)
  AND (%(key)s::text IS NULL OR u.key = %(key)s::text)
  AND (%(project_id)s::text IS NULL OR u.project_id = %(project_id)s::text)
  AND (%(session_id)s::text IS NULL OR EXISTS (
       SELECT FROM jsonb_array_elements(u.evidence) AS e WHERE e ->> 'session_id' = %(session_id)s::text))
  AND (%(before_at)s::timestamptz IS NULL
       OR (u.recorded_at, u.ucu_id) < (%(before_at)s::timestamptz, %(before_id)s::uuid))
ORDER BY u.recorded_at DESC, u.ucu_id DESC
LIMIT %(limit)s::integer;

-- name: evidence_resolve
-- The newest message of that number in a session.
SELECT m.session_id, m.message_id, m.role, m.content, m.trusted, m.at, m.seq FROM jide.messages AS m
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND m.seq = %(seq)s::bigint
ORDER BY m.epoch DESC
LIMIT 1;

-- name: evidence_neighbours
-- The messages that support a version, each with the two before it and the one after.
SELECT e.session_id, e.message_id AS evidence_id, n.message_id, n.seq, n.epoch, n.role, n.content, n.at, n.metadata
FROM jide.ucu_evidence AS e
JOIN jide.messages AS m USING (tenant_id, user_id, session_id, message_id)
CROSS JOIN LATERAL (
    (SELECT b.* FROM jide.messages AS b
     WHERE b.tenant_id = m.tenant_id AND b.user_id = m.user_id AND b.session_id = m.session_id
       AND (b.epoch, b.seq) <= (m.epoch, m.seq)
     ORDER BY b.epoch DESC, b.seq DESC LIMIT 3)
    UNION ALL
    (SELECT a.* FROM jide.messages AS a
     WHERE a.tenant_id = m.tenant_id AND a.user_id = m.user_id AND a.session_id = m.session_id
       AND (a.epoch, a.seq) > (m.epoch, m.seq)
     ORDER BY a.epoch, a.seq LIMIT 1)
) AS n
WHERE e.tenant_id = %(tenant_id)s::text AND e.user_id = %(user_id)s::text AND e.ucu_id = %(ucu_id)s::uuid
ORDER BY m.at, m.seq, e.message_id, n.epoch, n.seq;

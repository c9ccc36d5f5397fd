-- name: user_lock
-- Lock a user until the transaction ends: whoever writes of a user takes this first, so that none waits in a ring.
SELECT pg_advisory_xact_lock(hashtextextended(%(user_id)s::text, hashtextextended(%(tenant_id)s::text, 0)));

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
-- The active version of a line, or else the last one written, with the time of the newest thing said about it.
-- What was entered by hand counts from when it was entered - not what a reviewer approved, which was said before -; a
-- message counts no later than it was taken up.
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from, u.valid_until, u.recorded_at,
       u.superseded_at, u.source, u.asserted_by, u.rolled_back_from, u.replaces,
       CASE WHEN u.status = 'active' THEN greatest(
                u.valid_from, CASE WHEN u.source NOT IN ('extractor', 'reviewer') THEN u.recorded_at END,
                (SELECT max(least(m.at, e.added_at)) FROM jide.ucu_evidence AS e
                 JOIN jide.messages AS m USING (tenant_id, user_id, session_id, message_id)
                 WHERE e.tenant_id = u.tenant_id AND e.user_id = u.user_id AND e.ucu_id = u.ucu_id))
            ELSE coalesce((SELECT max(w.said)
                           FROM jide.line_words(u.tenant_id, u.user_id, u.project_id, u.line, u.member) AS w), u.valid_from)
       END AS newest
FROM jide.ucus AS u
WHERE u.tenant_id = %(tenant_id)s::text AND u.user_id = %(user_id)s::text AND u.ucu_id = coalesce(
    (SELECT a.ucu_id FROM jide.ucus AS a
     WHERE a.tenant_id = %(tenant_id)s::text AND a.user_id = %(user_id)s::text AND a.project_id = %(project_id)s::text
       AND a.line = %(line)s::text AND a.member = %(member)s::text AND a.status = 'active'),
    (SELECT l.ucu_id FROM jide.ucus AS l
     WHERE l.tenant_id = %(tenant_id)s::text AND l.user_id = %(user_id)s::text AND l.project_id = %(project_id)s::text
       AND l.line = %(line)s::text AND l.member = %(member)s::text
     ORDER BY l.version DESC LIMIT 1));

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
    asserted_by, models, rolled_back_from, replaces, late, tokens)
VALUES (
    %(tenant_id)s::text, %(user_id)s::text, %(ucu_id)s::uuid, %(project_id)s::text, %(type)s::text, %(line)s::text,
    %(member)s::text, %(key)s::text, %(value)s::jsonb, %(statement)s::text, %(polarity)s::text, %(confidence)s::real,
    %(importance)s::real, %(version)s::integer, %(status)s::text, %(ended)s::text, %(lifecycle)s::text,
    %(valid_from)s::timestamptz, %(valid_until)s::timestamptz, %(declared_until)s::timestamptz, %(now)s::timestamptz,
    %(superseded_at)s::timestamptz, %(source)s::text, %(asserted_by)s::text, %(models)s::jsonb,
    %(rolled_back_from)s::integer, %(replaces)s::uuid, %(late)s::boolean,
    array_to_tsvector(%(tokens)s::text[]));

-- name: history_covering
-- What of a line's past was true at a time, as far as is known now: the answer of that time first, then what is known to
-- be wrong.
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from, u.valid_until, u.recorded_at,
       u.superseded_at, u.source, u.asserted_by, u.rolled_back_from, u.replaces
FROM jide.versions_at(%(tenant_id)s::text, %(user_id)s::text, %(at)s::timestamptz, 'infinity') AS u
WHERE u.project_id = %(project_id)s::text AND u.line = %(line)s::text AND u.member = %(member)s::text
  AND u.superseded_at IS NOT NULL
  AND (u.in_force
       OR (u.ended = 'wrong' AND u.valid_from <= %(at)s::timestamptz AND u.valid_until > %(at)s::timestamptz))
ORDER BY u.in_force DESC, u.version DESC;

-- name: history_next_word
-- When something was next said about a line: where a piece of history must end.
SELECT min(w.said) AS said
FROM jide.line_words(%(tenant_id)s::text, %(user_id)s::text, %(project_id)s::text, %(line)s::text, %(member)s::text) AS w
WHERE w.said > %(at)s::timestamptz;

-- name: evidence_insert
-- Link a stored message to a version; the same message again adds nothing.
INSERT INTO jide.ucu_evidence (
    tenant_id, user_id, ucu_id, session_id, message_id, span_start, span_end, quote, sha256, cause_message_id, added_at)
VALUES (
    %(tenant_id)s::text, %(user_id)s::text, %(ucu_id)s::uuid, %(session_id)s::text, %(message_id)s::text,
    %(start)s::integer, %(end)s::integer, %(quote)s::text, %(sha256)s::text, %(cause_message_id)s::text,
    %(now)s::timestamptz)
ON CONFLICT (tenant_id, user_id, ucu_id, session_id, message_id) DO NOTHING
RETURNING message_id;

-- name: evidence_copy
-- Let a version rest on the messages that another one rests on, as far as they are stored.
INSERT INTO jide.ucu_evidence (
    tenant_id, user_id, ucu_id, session_id, message_id, span_start, span_end, quote, sha256, cause_message_id, added_at)
SELECT e.tenant_id, e.user_id, %(ucu_id)s::uuid, e.session_id, e.message_id, e.span_start, e.span_end, e.quote, e.sha256,
       e.cause_message_id, %(now)s::timestamptz
FROM jide.ucu_evidence AS e
JOIN jide.messages AS m USING (tenant_id, user_id, session_id, message_id)
WHERE e.tenant_id = %(tenant_id)s::text AND e.user_id = %(user_id)s::text AND e.ucu_id = %(from_ucu_id)s::uuid
ON CONFLICT (tenant_id, user_id, ucu_id, session_id, message_id) DO NOTHING
RETURNING message_id;

-- name: evidence_rebuild
-- Rebuild the anchors that readers see from the evidence rows.
SELECT jide.rebuild_evidence(%(tenant_id)s::text, %(user_id)s::text, %(ucu_id)s::uuid);

-- name: ucu_read
-- One version by its id, as it stands.
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from, u.valid_until, u.recorded_at,
       u.superseded_at, u.source, u.asserted_by, u.rolled_back_from, u.replaces
FROM jide.ucus AS u
WHERE u.tenant_id = %(tenant_id)s::text AND u.user_id = %(user_id)s::text AND u.ucu_id = %(ucu_id)s::uuid;

-- name: ucu_read_at
-- One version by its id, as of a time, as known at another; no row where it was not recorded yet.
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from, u.valid_until, u.recorded_at,
       u.superseded_at, u.source, u.asserted_by, u.rolled_back_from, u.replaces,
       x.disputed, x.corrections
FROM jide.versions_at(
    %(tenant_id)s::text, %(user_id)s::text, %(as_of)s::timestamptz, %(known_at)s::timestamptz) AS u
CROSS JOIN LATERAL jide.doubt(u.tenant_id, u.user_id, u.project_id, u.line, u.member, u.version, u.value, u.polarity,
                               u.superseded_at IS NULL) AS x
WHERE u.ucu_id = %(ucu_id)s::uuid;

-- name: ucu_version
-- One version of a line by its number.
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from, u.valid_until, u.recorded_at,
       u.superseded_at, u.source, u.asserted_by, u.rolled_back_from, u.replaces, u.declared_until
FROM jide.ucus AS u
WHERE u.tenant_id = %(tenant_id)s::text AND u.user_id = %(user_id)s::text AND u.project_id = %(project_id)s::text
  AND u.line = %(line)s::text AND u.member = %(member)s::text AND u.version = %(version)s::integer;

-- name: ucu_active
-- The versions in force of one user, in the given projects ('' is global).
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from, u.valid_until, u.recorded_at,
       u.superseded_at, u.source, u.asserted_by, u.rolled_back_from, u.replaces
FROM jide.ucus AS u
WHERE u.tenant_id = %(tenant_id)s::text AND u.user_id = %(user_id)s::text AND u.status = 'active'
  AND u.project_id = ANY(%(projects)s::text[])
  AND (u.valid_until IS NULL OR u.valid_until > %(now)s::timestamptz)
ORDER BY u.recorded_at DESC, u.ucu_id DESC
LIMIT 1000;

-- name: ucu_history
-- Every version of the line that a version belongs to, as known at a time, newest first, before a version number.
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from, u.valid_until, u.recorded_at,
       u.superseded_at, u.source, u.asserted_by, u.rolled_back_from, u.replaces,
       x.disputed, x.corrections
FROM jide.versions_at(
    %(tenant_id)s::text, %(user_id)s::text, %(as_of)s::timestamptz, %(known_at)s::timestamptz) AS u
CROSS JOIN LATERAL jide.doubt(u.tenant_id, u.user_id, u.project_id, u.line, u.member, u.version, u.value, u.polarity,
                               u.superseded_at IS NULL) AS x
WHERE (u.project_id, u.line, u.member) = (
    SELECT one.project_id, one.line, one.member FROM jide.ucus AS one
    WHERE one.tenant_id = %(tenant_id)s::text AND one.user_id = %(user_id)s::text AND one.ucu_id = %(ucu_id)s::uuid)
  AND (%(before)s::integer IS NULL OR u.version < %(before)s::integer)
ORDER BY u.version DESC
LIMIT %(limit)s::integer;

-- name: profile_list
-- A user's UCUs as of a time, as known at another; newest recorded first, after a cursor. `in_force`: only those that
-- were the answer of their line at that time.
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from, u.valid_until, u.recorded_at,
       u.superseded_at, u.source, u.asserted_by, u.rolled_back_from, u.replaces,
       x.disputed, x.corrections
FROM jide.versions_at(
    %(tenant_id)s::text, %(user_id)s::text, %(as_of)s::timestamptz, %(known_at)s::timestamptz) AS u
CROSS JOIN LATERAL jide.doubt(u.tenant_id, u.user_id, u.project_id, u.line, u.member, u.version, u.value, u.polarity,
                               u.superseded_at IS NULL) AS x
WHERE (%(status)s::text IS NULL OR u.status = %(status)s::text)
  AND (NOT %(in_force)s::boolean OR u.in_force)
  AND (%(type)s::text IS NULL OR u.type = %(type)s::text)
  AND (%(key)s::text IS NULL OR u.key = %(key)s::text)
  AND (%(project_id)s::text IS NULL OR u.project_id = %(project_id)s::text)
  AND (%(session_id)s::text IS NULL OR EXISTS (
       SELECT FROM jsonb_array_elements(u.evidence) AS e WHERE e ->> 'session_id' = %(session_id)s::text))
  AND (%(before_at)s::timestamptz IS NULL
       OR (u.recorded_at, u.ucu_id) < (%(before_at)s::timestamptz, %(before_id)s::uuid))
ORDER BY u.recorded_at DESC, u.ucu_id DESC
LIMIT %(limit)s::integer;

-- name: profile_zones
-- The time zone that a user is known to live by, if any, and the tenant's.
SELECT (SELECT v.value ->> 'value'
        FROM jide.versions_at(%(tenant_id)s::text, %(user_id)s::text, %(now)s::timestamptz, 'infinity') AS v
        WHERE v.in_force AND v.project_id = '' AND v.line = 'timezone' AND v.member = '' AND v.polarity = 'positive'
        LIMIT 1) AS remembered,
       (SELECT t.timezone FROM jide.tenants AS t WHERE t.tenant_id = %(tenant_id)s::text) AS tenant;

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

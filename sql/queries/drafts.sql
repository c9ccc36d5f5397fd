-- name: draft_insert
-- Write what the gate decided; no row comes back where this effect of this message stands already.
INSERT INTO jide.drafts (
    tenant_id, user_id, draft_id, session_id, message_id, cause_message_id, anchor, at, extractor_version, signal, type,
    project_id, line, member, key, value, statement, polarity, lifecycle, valid_until, ending, confidence, why, reason,
    span_start, span_end, quote, conflict, current_ucu_id, current_version, status, created_by, created_at, epoch, seq)
SELECT
    %(tenant_id)s::text, %(user_id)s::text, %(draft_id)s::uuid, %(session_id)s::text, %(message_id)s::text,
    %(cause_message_id)s::text, %(anchor)s::text, %(at)s::timestamptz, %(extractor_version)s::text, %(signal)s::text,
    %(type)s::text, %(project_id)s::text, %(line)s::text, %(member)s::text, %(key)s::text, %(value)s::jsonb,
    %(statement)s::text, %(polarity)s::text, %(lifecycle)s::text, %(valid_until)s::timestamptz, %(ending)s::text,
    %(confidence)s::real, %(why)s::jsonb, %(reason)s::text, %(start)s::integer, %(end)s::integer, %(quote)s::text,
    %(conflict)s::text, %(current_ucu_id)s::uuid, %(current_version)s::integer, %(status)s::text,
    %(created_by)s::text, %(created_at)s::timestamptz, m.epoch, m.seq
FROM jide.messages AS m
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND m.message_id = %(message_id)s::text
ON CONFLICT ON CONSTRAINT drafts_one_effect DO NOTHING
RETURNING draft_id;

-- name: draft_outcome
-- Note which UCU a promoted draft became, or that it changed nothing.
UPDATE jide.drafts AS d SET status = %(status)s::text, ucu_id = %(ucu_id)s::uuid, decided_at = %(now)s::timestamptz
WHERE d.tenant_id = %(tenant_id)s::text AND d.user_id = %(user_id)s::text AND d.draft_id = %(draft_id)s::uuid;

-- name: draft_list
-- Drafts of a tenant or of one user, newest first, after a cursor.
SELECT d.draft_id, d.user_id, d.session_id, d.message_id, d.cause_message_id, d.anchor, d.at, d.extractor_version, d.signal,
       d.type, d.project_id, d.line, d.member, d.key, d.value, d.statement, d.polarity, d.lifecycle, d.valid_until, d.ending,
       d.confidence, d.why, d.reason, d.span_start, d.span_end, d.quote, d.conflict, d.current_ucu_id, d.current_version,
       d.status, d.ucu_id, d.created_by, d.created_at, d.epoch, d.seq, d.amended_value, d.amended_statement,
       d.decision_reason, d.decided_at, d.decided_by
FROM jide.drafts AS d
WHERE d.tenant_id = %(tenant_id)s::text
  AND (%(user_id)s::text IS NULL OR d.user_id = %(user_id)s::text)
  AND (%(status)s::text IS NULL OR d.status = %(status)s::text)
  AND d.created_at <= %(latest)s::timestamptz
  AND (%(before_at)s::timestamptz IS NULL
       OR (d.created_at, d.draft_id) < (%(before_at)s::timestamptz, %(before_id)s::uuid))
ORDER BY d.created_at DESC, d.draft_id DESC
LIMIT %(limit)s::integer;

-- name: draft_read
-- One draft by its id.
SELECT d.draft_id, d.user_id, d.session_id, d.message_id, d.cause_message_id, d.anchor, d.at, d.extractor_version, d.signal,
       d.type, d.project_id, d.line, d.member, d.key, d.value, d.statement, d.polarity, d.lifecycle, d.valid_until, d.ending,
       d.confidence, d.why, d.reason, d.span_start, d.span_end, d.quote, d.conflict, d.current_ucu_id, d.current_version,
       d.status, d.ucu_id, d.created_by, d.created_at, d.epoch, d.seq, d.amended_value, d.amended_statement,
       d.decision_reason, d.decided_at, d.decided_by
FROM jide.drafts AS d
WHERE d.tenant_id = %(tenant_id)s::text AND d.draft_id = %(draft_id)s::uuid;

-- name: draft_lock
-- One draft of a user, locked until the transaction ends.
SELECT d.draft_id, d.user_id, d.session_id, d.message_id, d.cause_message_id, d.anchor, d.at, d.extractor_version, d.signal,
       d.type, d.project_id, d.line, d.member, d.key, d.value, d.statement, d.polarity, d.lifecycle, d.valid_until, d.ending,
       d.confidence, d.why, d.reason, d.span_start, d.span_end, d.quote, d.conflict, d.current_ucu_id, d.current_version,
       d.status, d.ucu_id, d.created_by, d.created_at, d.epoch, d.seq, d.amended_value, d.amended_statement,
       d.decision_reason, d.decided_at, d.decided_by
FROM jide.drafts AS d
WHERE d.tenant_id = %(tenant_id)s::text AND d.user_id = %(user_id)s::text AND d.draft_id = %(draft_id)s::uuid
FOR UPDATE;

-- name: draft_users
-- Whose drafts these are.
SELECT d.draft_id, d.user_id FROM jide.drafts AS d
WHERE d.tenant_id = %(tenant_id)s::text AND d.draft_id = ANY(%(draft_ids)s::uuid[]);

-- name: draft_named
-- Name the user whose drafts the next statements decide on.
SELECT set_config('jide.user_id', %(user_id)s::text, true);

-- name: draft_currents
-- The versions in force on the lines of some drafts, with what speaks against them.
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from, u.valid_until, u.recorded_at,
       u.superseded_at, u.source, u.asserted_by, u.rolled_back_from, u.replaces,
       coalesce(x.disputed, false) AS disputed, coalesce(x.corrections, 0) AS corrections
FROM jide.ucus AS u
LEFT JOIN jide.doubts(%(tenant_id)s::text, %(user_ids)s::text[]) AS x ON x.user_id = u.user_id AND x.ucu_id = u.ucu_id
WHERE u.tenant_id = %(tenant_id)s::text AND u.user_id = ANY(%(user_ids)s::text[]) AND u.status = 'active'
  AND (u.valid_until IS NULL OR u.valid_until > %(now)s::timestamptz)
  AND EXISTS (SELECT FROM jide.drafts AS d
              WHERE d.tenant_id = u.tenant_id AND d.draft_id = ANY(%(draft_ids)s::uuid[])
                AND d.user_id = u.user_id AND d.project_id = u.project_id AND d.line = u.line AND d.member = u.member);

-- name: draft_messages
-- The messages around those of some drafts: up to four before and two after, each cut to a length in characters.
SELECT d.draft_id, m.message_id, m.seq, m.role, left(m.content, %(longest)s::integer) AS content,
       length(m.content) > %(longest)s::integer AS cut, m.at, m.metadata
FROM jide.drafts AS d
JOIN jide.messages AS m ON m.tenant_id = d.tenant_id AND m.user_id = d.user_id AND m.session_id = d.session_id
    AND m.epoch = d.epoch AND m.seq BETWEEN d.seq - 4 AND d.seq + 2
WHERE d.tenant_id = %(tenant_id)s::text AND d.draft_id = ANY(%(draft_ids)s::uuid[])
ORDER BY d.draft_id, m.seq;

-- name: draft_queue
-- How many drafts of a tenant or of one user wait, and since when, by the conflict they were made with.
SELECT d.conflict, count(*) AS pending, min(d.created_at) AS oldest FROM jide.drafts AS d
WHERE d.tenant_id = %(tenant_id)s::text AND d.status = 'pending'
  AND (%(user_id)s::text IS NULL OR d.user_id = %(user_id)s::text)
GROUP BY d.conflict;

-- name: draft_decide
-- What was decided on a draft, with what a reviewer wrote in place of what was extracted.
UPDATE jide.drafts AS d
SET status = %(status)s::text, ucu_id = %(ucu_id)s::uuid, amended_value = %(amended_value)s::jsonb,
    amended_statement = %(amended_statement)s::text, decision_reason = %(reason)s::text,
    decided_at = %(now)s::timestamptz, decided_by = %(by)s::text
WHERE d.tenant_id = %(tenant_id)s::text AND d.user_id = %(user_id)s::text AND d.draft_id = %(draft_id)s::uuid
  AND d.status = 'pending';

-- name: draft_siblings
-- The other drafts that wait on a line of a user, locked.
SELECT d.draft_id, d.user_id, d.session_id, d.message_id, d.cause_message_id, d.anchor, d.at, d.extractor_version, d.signal,
       d.type, d.project_id, d.line, d.member, d.key, d.value, d.statement, d.polarity, d.lifecycle, d.valid_until, d.ending,
       d.confidence, d.why, d.reason, d.span_start, d.span_end, d.quote, d.conflict, d.current_ucu_id, d.current_version,
       d.status, d.ucu_id, d.created_by, d.created_at, d.epoch, d.seq, d.amended_value, d.amended_statement,
       d.decision_reason, d.decided_at, d.decided_by
FROM jide.drafts AS d
WHERE d.tenant_id = %(tenant_id)s::text AND d.user_id = %(user_id)s::text AND d.project_id = %(project_id)s::text
  AND d.line = %(line)s::text AND d.status = 'pending' AND d.draft_id <> %(draft_id)s::uuid
ORDER BY d.created_at, d.draft_id
FOR UPDATE;

-- name: draft_conflict
-- A waiting draft stands otherwise to what is in force since that changed.
UPDATE jide.drafts AS d SET conflict = %(conflict)s::text
WHERE d.tenant_id = %(tenant_id)s::text AND d.user_id = %(user_id)s::text AND d.draft_id = %(draft_id)s::uuid
  AND d.status = 'pending';

-- name: drafts_of_session
-- The messages of a session that already had an effect, under whichever version of the extractor: a newer one must not
-- ask again what people have decided.
SELECT DISTINCT d.message_id FROM jide.drafts AS d
WHERE d.tenant_id = %(tenant_id)s::text AND d.user_id = %(user_id)s::text AND d.session_id = %(session_id)s::text;

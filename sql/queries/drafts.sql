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
SELECT d.draft_id, d.user_id, d.session_id, d.message_id, d.anchor, d.at, d.signal, d.type, d.project_id, d.line,
       d.member, d.key, d.value, d.statement, d.polarity, d.lifecycle, d.valid_until, d.confidence, d.why, d.reason,
       d.span_start, d.span_end, d.quote, d.conflict, d.current_ucu_id, d.current_version, d.status, d.ucu_id,
       d.created_at
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
SELECT d.draft_id, d.user_id, d.session_id, d.message_id, d.anchor, d.at, d.signal, d.type, d.project_id, d.line,
       d.member, d.key, d.value, d.statement, d.polarity, d.lifecycle, d.valid_until, d.confidence, d.why, d.reason,
       d.span_start, d.span_end, d.quote, d.conflict, d.current_ucu_id, d.current_version, d.status, d.ucu_id,
       d.created_at
FROM jide.drafts AS d
WHERE d.tenant_id = %(tenant_id)s::text AND d.draft_id = %(draft_id)s::uuid;

-- name: draft_currents
-- The versions in force on the lines of some drafts.
SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity, u.evidence,
       u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from, u.valid_until, u.recorded_at,
       u.superseded_at, u.source, u.asserted_by, u.rolled_back_from
FROM jide.ucus AS u
WHERE u.tenant_id = %(tenant_id)s::text AND u.status = 'active'
  AND EXISTS (SELECT FROM jide.drafts AS d
              WHERE d.tenant_id = u.tenant_id AND d.draft_id = ANY(%(draft_ids)s::uuid[])
                AND d.user_id = u.user_id AND d.project_id = u.project_id AND d.line = u.line AND d.member = u.member);

-- name: drafts_of_session
-- The messages of a session that already had an effect under this version of the extractor.
SELECT DISTINCT d.message_id FROM jide.drafts AS d
WHERE d.tenant_id = %(tenant_id)s::text AND d.user_id = %(user_id)s::text AND d.session_id = %(session_id)s::text
  AND d.extractor_version = %(extractor_version)s::text;

-- name: work_message
-- A message as the extractor takes it up.
SELECT m.session_id, m.message_id, m.seq, m.epoch, m.role, m.content, m.metadata, m.project_id, m.trusted, m.at,
       m.state, m.attempts
FROM jide.messages AS m
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND m.message_id = %(message_id)s::text;

-- name: work_turns
-- The last turns of a session up to a message, newest first.
SELECT m.session_id, m.message_id, m.seq, m.role, m.content, m.metadata, m.project_id, m.trusted, m.at
FROM jide.messages AS m
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND (m.epoch, m.seq) <= (%(epoch)s::integer, %(seq)s::bigint)
ORDER BY m.epoch DESC, m.seq DESC
LIMIT %(limit)s::integer;

-- name: work_session
-- A session that wants its closing pass.
SELECT s.session_id, s.project_id, s.state, s.started_at, s.last_active, s.expires_at, s.epoch, s.max_seq
FROM jide.sessions AS s
WHERE s.tenant_id = %(tenant_id)s::text AND s.user_id = %(user_id)s::text AND s.session_id = %(session_id)s::text;

-- name: work_close_session
-- The closing pass of a session is done, unless it was written to in the meantime.
UPDATE jide.sessions AS s SET state = 'closed'
WHERE s.tenant_id = %(tenant_id)s::text AND s.user_id = %(user_id)s::text AND s.session_id = %(session_id)s::text
  AND s.last_active = %(last_active)s::timestamptz AND s.state <> 'closed'
  AND NOT EXISTS (SELECT FROM jide.messages AS m
                  WHERE m.tenant_id = s.tenant_id AND m.user_id = s.user_id AND m.session_id = s.session_id
                    AND m.state = 'queued');

-- name: work_done
-- A message has had its effect.
UPDATE jide.messages AS m SET state = 'done'
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND m.message_id = %(message_id)s::text AND m.state = 'queued';

-- name: work_attempt
-- Count a failed attempt at a message.
UPDATE jide.messages AS m SET attempts = m.attempts + 1
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND m.message_id = %(message_id)s::text
RETURNING m.attempts;

-- name: work_failed
-- Give a message up; it stays in the archive.
UPDATE jide.messages AS m SET state = 'failed'
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND m.message_id = %(message_id)s::text AND m.state = 'queued';

-- name: dead_letter_insert
-- Put a message aside for people, with the stage it failed at and the kind of error.
INSERT INTO jide.dead_letters (tenant_id, user_id, dead_letter_id, session_id, message_id, stage, reason, attempts, at)
VALUES (%(tenant_id)s::text, %(user_id)s::text, %(dead_letter_id)s::uuid, %(session_id)s::text, %(message_id)s::text,
        %(stage)s::text, %(reason)s::text, %(attempts)s::integer, %(now)s::timestamptz)
ON CONFLICT (tenant_id, user_id, session_id, message_id, stage)
DO UPDATE SET reason = excluded.reason, attempts = excluded.attempts, at = excluded.at, resolved_at = NULL;

-- name: work_zone
-- The tenant's time zone.
SELECT t.timezone FROM jide.tenants AS t WHERE t.tenant_id = %(tenant_id)s::text;

-- name: work_tenants
-- The next tenants to walk, in order.
SELECT t.tenant_id FROM jide.tenants AS t WHERE t.tenant_id > %(after)s::text ORDER BY t.tenant_id LIMIT %(limit)s::integer;

-- name: work_waiting_messages
-- Messages of one tenant that have waited longer than the outbox should need, oldest first.
SELECT m.user_id, m.session_id, m.message_id FROM jide.messages AS m
WHERE m.tenant_id = %(tenant_id)s::text AND m.state = 'queued'
  AND m.recorded_at < clock_timestamp() - %(age)s::float8 * interval '1 second'
ORDER BY m.recorded_at
LIMIT %(limit)s::integer;

-- name: work_waiting_sessions
-- Sessions of one tenant that were ended or whose time has passed, and that want their closing pass.
SELECT s.user_id, s.session_id FROM jide.sessions AS s
WHERE s.tenant_id = %(tenant_id)s::text AND s.state <> 'closed'
  AND (s.state = 'ended' OR s.expires_at <= %(now)s::timestamptz)
ORDER BY s.expires_at
LIMIT %(limit)s::integer;

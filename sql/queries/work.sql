-- name: work_begin
-- Count an attempt at a message that waits, before it is made; no row for one that does not wait.
UPDATE jide.messages AS m SET attempts = m.attempts + %(count)s::integer
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND m.message_id = %(message_id)s::text AND m.state = 'queued'
RETURNING m.session_id, m.message_id, m.seq, m.epoch, m.role, m.content, m.metadata, m.project_id, m.trusted, m.at,
          m.state, m.attempts;

-- name: work_turns
-- The last turns of a session up to a message, newest first; what was put aside is not read again. What an untrusted key
-- wrote is not read either: a user's "yes" to it would make it the user's own words.
SELECT m.session_id, m.message_id, m.seq, m.role, m.content, m.metadata, m.project_id, m.trusted, m.at
FROM jide.messages AS m
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND (m.epoch, m.seq) <= (%(epoch)s::integer, %(seq)s::bigint) AND m.state <> 'failed' AND m.trusted
ORDER BY m.epoch DESC, m.seq DESC
LIMIT %(limit)s::integer;

-- name: work_done
-- A message has had its effect.
UPDATE jide.messages AS m SET state = 'done'
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND m.message_id = %(message_id)s::text AND m.state = 'queued';

-- name: work_attempts
-- How many attempts at a message that waits were begun.
SELECT m.attempts FROM jide.messages AS m
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND m.message_id = %(message_id)s::text AND m.state = 'queued';

-- name: work_failed
-- Give a message up; it stays in the archive.
UPDATE jide.messages AS m SET state = 'failed'
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND m.message_id = %(message_id)s::text AND m.state = 'queued';

-- name: work_requeue
-- Let a message that was given up wait again, with all its attempts before it.
UPDATE jide.messages AS m SET state = 'queued', attempts = 0
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND m.message_id = %(message_id)s::text AND m.state = 'failed';

-- name: work_earlier
-- What a user said before a message and still waits: earlier in its session, or in another one at an earlier time.
SELECT m.session_id, m.message_id
FROM jide.messages AS w
JOIN jide.messages AS m USING (tenant_id, user_id)
WHERE w.tenant_id = %(tenant_id)s::text AND w.user_id = %(user_id)s::text AND w.session_id = %(session_id)s::text
  AND w.message_id = %(message_id)s::text AND w.state = 'queued'
  AND m.state = 'queued' AND m.at <= w.at
  AND CASE WHEN m.session_id = w.session_id THEN (m.epoch, m.seq) < (w.epoch, w.seq) ELSE m.at < w.at END
ORDER BY m.at, m.epoch, m.seq
LIMIT %(limit)s::integer;

-- name: work_queue
-- What waits of one user, in order: by number within a session, and between sessions by the time it was said; and
-- whether each has waited longer than the outbox should need.
SELECT q.session_id, q.message_id, q.overdue
FROM (SELECT m.session_id, m.message_id, m.epoch, m.seq,
             m.recorded_at < clock_timestamp() - %(age)s::float8 * interval '1 second' AS overdue,
             max(m.at) OVER (PARTITION BY m.session_id ORDER BY m.epoch, m.seq) AS reached
      FROM jide.messages AS m
      WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.state = 'queued') AS q
ORDER BY q.reached, q.session_id, q.epoch, q.seq
LIMIT %(limit)s::integer;

-- name: work_begin_close
-- Count a closing pass of a session before it is made; no row for one that is closed, or of which a message waits.
UPDATE jide.sessions AS s SET attempts = s.attempts + %(count)s::integer
WHERE s.tenant_id = %(tenant_id)s::text AND s.user_id = %(user_id)s::text AND s.session_id = %(session_id)s::text
  AND s.state <> 'closed'
  AND NOT EXISTS (SELECT FROM jide.messages AS m
                  WHERE m.tenant_id = s.tenant_id AND m.user_id = s.user_id AND m.session_id = s.session_id
                    AND m.state = 'queued')
RETURNING s.session_id, s.project_id, s.state, s.started_at, s.last_active, s.expires_at, s.epoch, s.max_seq, s.attempts;

-- name: work_close_session
-- A closing pass came to its end: the session is closed, unless it was written to in the meantime.
UPDATE jide.sessions AS s SET
    attempts = 0,
    state = CASE WHEN s.last_active = %(last_active)s::timestamptz
                  AND NOT EXISTS (SELECT FROM jide.messages AS m
                                  WHERE m.tenant_id = s.tenant_id AND m.user_id = s.user_id
                                    AND m.session_id = s.session_id AND m.state = 'queued')
                 THEN 'closed' ELSE s.state END
WHERE s.tenant_id = %(tenant_id)s::text AND s.user_id = %(user_id)s::text AND s.session_id = %(session_id)s::text
  AND s.state <> 'closed'
RETURNING s.state;

-- name: work_session
-- How a session stands, and how many closing passes of it were begun.
SELECT s.state, s.last_active, s.attempts FROM jide.sessions AS s
WHERE s.tenant_id = %(tenant_id)s::text AND s.user_id = %(user_id)s::text AND s.session_id = %(session_id)s::text;

-- name: work_reopen_session
-- Let a session want its closing pass again.
UPDATE jide.sessions AS s SET state = 'ended', attempts = 0
WHERE s.tenant_id = %(tenant_id)s::text AND s.user_id = %(user_id)s::text AND s.session_id = %(session_id)s::text
  AND s.state = 'closed';

-- name: work_zone
-- The tenant's time zone.
SELECT t.timezone FROM jide.tenants AS t WHERE t.tenant_id = %(tenant_id)s::text;

-- name: work_tenants
-- The next tenants to walk, in order.
SELECT t.tenant_id FROM jide.tenants AS t WHERE t.tenant_id > %(after)s::text ORDER BY t.tenant_id LIMIT %(limit)s::integer;

-- name: work_waiting_users
-- The next users of one tenant with a message that has waited longer than the outbox should need.
SELECT DISTINCT m.user_id FROM jide.messages AS m
WHERE m.tenant_id = %(tenant_id)s::text AND m.state = 'queued' AND m.user_id > %(after)s::text
  AND m.recorded_at < clock_timestamp() - %(age)s::float8 * interval '1 second'
ORDER BY m.user_id
LIMIT %(limit)s::integer;

-- name: work_waiting_count
-- How many messages of one tenant wait.
SELECT count(*) AS waiting FROM jide.messages AS m WHERE m.tenant_id = %(tenant_id)s::text AND m.state = 'queued';

-- name: work_waiting_sessions
-- Sessions of one tenant that were ended or whose time has passed, and that want their closing pass.
SELECT s.user_id, s.session_id FROM jide.sessions AS s
WHERE s.tenant_id = %(tenant_id)s::text AND s.state <> 'closed'
  AND (s.state = 'ended' OR s.expires_at <= %(now)s::timestamptz)
ORDER BY s.expires_at
LIMIT %(limit)s::integer;

-- name: work_requested
-- Dead letters of one tenant for which somebody asked for another attempt.
SELECT l.user_id, l.dead_letter_id, l.session_id, l.message_id, l.stage FROM jide.dead_letters AS l
WHERE l.tenant_id = %(tenant_id)s::text AND l.retry_requested_at IS NOT NULL AND l.resolved_at IS NULL
ORDER BY l.retry_requested_at
LIMIT %(limit)s::integer;

-- name: dead_letter_insert
-- Put a piece of work aside for people, with the stage it failed at and the kind of error; one that fails again is open
-- again.
INSERT INTO jide.dead_letters (tenant_id, user_id, dead_letter_id, session_id, message_id, stage, reason, attempts, at)
VALUES (%(tenant_id)s::text, %(user_id)s::text, %(dead_letter_id)s::uuid, %(session_id)s::text, %(message_id)s::text,
        %(stage)s::text, %(reason)s::text, %(attempts)s::integer, %(now)s::timestamptz)
ON CONFLICT (tenant_id, user_id, session_id, message_id, stage)
DO UPDATE SET reason = excluded.reason, attempts = excluded.attempts, at = excluded.at, resolved_at = NULL,
              retry_requested_at = NULL;

-- name: dead_letter_begin
-- Another attempt begins: none of the attempts that led here counts any more.
UPDATE jide.dead_letters AS l SET attempts = 0
WHERE l.tenant_id = %(tenant_id)s::text AND l.user_id = %(user_id)s::text
  AND l.dead_letter_id = %(dead_letter_id)s::uuid AND l.resolved_at IS NULL;

-- name: dead_letter_begun
-- Whether the attempt that was asked for has begun.
SELECT l.attempts = 0 AS begun FROM jide.dead_letters AS l
WHERE l.tenant_id = %(tenant_id)s::text AND l.user_id = %(user_id)s::text
  AND l.dead_letter_id = %(dead_letter_id)s::uuid;

-- name: dead_letter_resolve
-- The work has succeeded after all.
UPDATE jide.dead_letters AS l SET resolved_at = %(now)s::timestamptz
WHERE l.tenant_id = %(tenant_id)s::text AND l.user_id = %(user_id)s::text
  AND l.dead_letter_id = %(dead_letter_id)s::uuid AND l.resolved_at IS NULL;

-- name: dead_letter_refuse
-- Another attempt cannot be made: what was put aside is nowhere any more.
UPDATE jide.dead_letters AS l SET retry_requested_at = NULL, reason = %(reason)s::text
WHERE l.tenant_id = %(tenant_id)s::text AND l.user_id = %(user_id)s::text
  AND l.dead_letter_id = %(dead_letter_id)s::uuid AND l.resolved_at IS NULL;

-- name: failed_list
-- Dead letters of a tenant or of one of its users, the newest failure first, after a cursor.
SELECT l.dead_letter_id, l.user_id, l.session_id, l.message_id, l.stage, l.reason, l.attempts, l.at,
       l.retry_requested_at, l.resolved_at
FROM jide.dead_letters AS l
WHERE l.tenant_id = %(tenant_id)s::text
  AND (%(named)s::text IS NULL OR l.user_id = %(named)s::text)
  AND (%(resolved)s::boolean IS NULL OR (l.resolved_at IS NOT NULL) = %(resolved)s::boolean)
  AND (%(before_at)s::timestamptz IS NULL
       OR (l.at, l.dead_letter_id) < (%(before_at)s::timestamptz, %(before_id)s::uuid))
ORDER BY l.at DESC, l.dead_letter_id DESC
LIMIT %(limit)s::integer;

-- name: failed_request
-- Ask for another attempt at what a dead letter put aside, unless it is resolved.
UPDATE jide.dead_letters AS l SET retry_requested_at = %(now)s::timestamptz
WHERE l.tenant_id = %(tenant_id)s::text AND l.dead_letter_id = %(dead_letter_id)s::uuid AND l.resolved_at IS NULL
RETURNING l.user_id, l.stage;

-- name: failed_read
-- Whether there is a dead letter by this id.
SELECT l.user_id, l.resolved_at FROM jide.dead_letters AS l
WHERE l.tenant_id = %(tenant_id)s::text AND l.dead_letter_id = %(dead_letter_id)s::uuid;

-- name: session_hold
-- Lock a session's row, made if need be, and let its epoch go up; returns what it is now.
INSERT INTO jide.sessions AS s (
    tenant_id, user_id, session_id, project_id, app_id, epoch, max_seq, started_at, last_active, expires_at, metadata)
VALUES (
    %(tenant_id)s::text, %(user_id)s::text, %(session_id)s::text, %(project_id)s::text, %(app_id)s::text,
    %(epoch)s::integer, 0, %(now)s::timestamptz, %(now)s::timestamptz, %(expires_at)s::timestamptz,
    coalesce(%(metadata)s::jsonb, '{}'))
ON CONFLICT (tenant_id, user_id, session_id) DO UPDATE SET
    epoch = greatest(s.epoch, excluded.epoch),
    numbered_by = CASE WHEN excluded.epoch > s.epoch THEN 'redis' ELSE s.numbered_by END,
    project_id = coalesce(nullif(excluded.project_id, ''), s.project_id),
    metadata = CASE WHEN %(metadata)s::jsonb IS NULL THEN s.metadata ELSE excluded.metadata END
RETURNING s.epoch, s.max_seq;

-- name: session_hold_numbering
-- Lock a session's row, made if need be, to number its messages while Redis is away: in an epoch of their own.
INSERT INTO jide.sessions AS s (
    tenant_id, user_id, session_id, project_id, app_id, epoch, max_seq, started_at, last_active, expires_at, metadata,
    numbered_by)
VALUES (
    %(tenant_id)s::text, %(user_id)s::text, %(session_id)s::text, %(project_id)s::text, %(app_id)s::text,
    1, 0, %(now)s::timestamptz, %(now)s::timestamptz, %(expires_at)s::timestamptz,
    coalesce(%(metadata)s::jsonb, '{}'), 'archive')
ON CONFLICT (tenant_id, user_id, session_id) DO UPDATE SET
    epoch = CASE WHEN s.numbered_by = 'archive' THEN s.epoch ELSE s.epoch + 1 END,
    numbered_by = 'archive',
    project_id = coalesce(nullif(excluded.project_id, ''), s.project_id),
    metadata = CASE WHEN %(metadata)s::jsonb IS NULL THEN s.metadata ELSE excluded.metadata END
RETURNING s.epoch, s.max_seq;

-- name: session_raise_epoch
-- Begin a new epoch of a session whose counter went back.
UPDATE jide.sessions AS s SET epoch = s.epoch + 1, numbered_by = 'redis'
WHERE s.tenant_id = %(tenant_id)s::text AND s.user_id = %(user_id)s::text AND s.session_id = %(session_id)s::text
RETURNING s.epoch, s.max_seq;

-- name: messages_insert
-- Archive numbered messages, each once for ever, and open their session again; returns those that are new.
WITH added AS (
    INSERT INTO jide.messages (
        tenant_id, user_id, session_id, message_id, epoch, seq, role, content, redactions, content_sha256, metadata,
        project_id, app_id, trusted, at, state, tokens)
    SELECT %(tenant_id)s::text, %(user_id)s::text, %(session_id)s::text, m.message_id, m.epoch, m.seq, m.role, m.content,
           m.redactions, decode(m.content_sha256, 'hex'), m.metadata, %(project_id)s::text, %(app_id)s::text,
           %(trusted)s::boolean, m.at, CASE WHEN m.role = 'user' THEN 'queued' ELSE 'done' END,
           array_to_tsvector(m.tokens)
    FROM jsonb_to_recordset(%(rows)s::jsonb) AS m (
        message_id text, epoch integer, seq bigint, role text, content text, redactions jsonb, content_sha256 text,
        metadata jsonb, at timestamptz, tokens text[])
    ORDER BY m.epoch, m.seq
    ON CONFLICT (tenant_id, user_id, session_id, message_id) DO NOTHING
    RETURNING message_id, epoch, seq, content_sha256
), opened AS (
    UPDATE jide.sessions AS s SET
        max_seq = greatest(s.max_seq, (SELECT max(a.seq) FROM added AS a)),
        last_active = greatest(s.last_active, %(now)s::timestamptz),
        expires_at = greatest(s.expires_at, %(expires_at)s::timestamptz),
        state = %(state)s::text
    WHERE s.tenant_id = %(tenant_id)s::text AND s.user_id = %(user_id)s::text AND s.session_id = %(session_id)s::text
      AND EXISTS (SELECT FROM added)
)
SELECT a.message_id, a.epoch, a.seq, a.content_sha256 FROM added AS a;

-- name: messages_find
-- Where messages of a session stand, by their ids.
SELECT m.message_id, m.epoch, m.seq, m.content_sha256
FROM jide.messages AS m
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND m.message_id = ANY(%(message_ids)s::text[]);

-- name: session_past
-- A session's newest epoch and number, and where those of some messages stand that it has; no row when never seen.
SELECT s.epoch, s.max_seq, s.expires_at, m.message_id, m.epoch AS message_epoch, m.seq, m.content_sha256
FROM jide.sessions AS s
LEFT JOIN jide.messages AS m
    ON (m.tenant_id, m.user_id, m.session_id) = (s.tenant_id, s.user_id, s.session_id)
    AND m.message_id = ANY(%(message_ids)s::text[])
WHERE s.tenant_id = %(tenant_id)s::text AND s.user_id = %(user_id)s::text AND s.session_id = %(session_id)s::text;

-- name: session_read
-- One session as the archive has it, with the number of messages it holds.
SELECT s.session_id, s.project_id, s.epoch, s.max_seq, s.started_at, s.last_active, s.expires_at, s.state, s.metadata,
       (SELECT count(*) FROM jide.messages AS m
        WHERE (m.tenant_id, m.user_id, m.session_id) = (s.tenant_id, s.user_id, s.session_id)) AS message_count
FROM jide.sessions AS s
WHERE s.tenant_id = %(tenant_id)s::text AND s.user_id = %(user_id)s::text AND s.session_id = %(session_id)s::text;

-- name: session_recent
-- The newest messages of a session, newest first.
SELECT m.message_id, m.epoch, m.seq, m.role, m.content, m.metadata, m.at, m.content_sha256, m.redactions
FROM jide.messages AS m
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
ORDER BY m.epoch DESC, m.seq DESC
LIMIT %(limit)s::integer;

-- name: session_messages
-- Messages of a session after a number, in order; two that share a number (of two epochs) are never torn apart.
SELECT m.message_id, m.epoch, m.seq, m.role, m.content, m.metadata, m.at, m.state
FROM jide.messages AS m
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND m.seq > %(after_seq)s::bigint
ORDER BY m.seq
FETCH FIRST (%(limit)s::integer) ROWS WITH TIES;

-- name: session_list
-- A user's sessions, newest first, after a cursor.
SELECT s.session_id, s.project_id, s.epoch, s.max_seq, s.started_at, s.last_active, s.expires_at, s.state, s.metadata
FROM jide.sessions AS s
WHERE s.tenant_id = %(tenant_id)s::text AND s.user_id = %(user_id)s::text
  AND (%(before_at)s::timestamptz IS NULL
       OR (s.started_at, s.session_id) < (%(before_at)s::timestamptz, %(before_id)s::text))
ORDER BY s.started_at DESC, s.session_id DESC
LIMIT %(limit)s::integer;

-- name: session_end
-- End a session that is open; returns its state as it is now, no row when never seen.
UPDATE jide.sessions AS s SET state = CASE WHEN s.state = 'open' THEN 'ended' ELSE s.state END
WHERE s.tenant_id = %(tenant_id)s::text AND s.user_id = %(user_id)s::text AND s.session_id = %(session_id)s::text
RETURNING s.state;

-- name: session_state
-- Whether the archive has a session, and in which state.
SELECT s.state FROM jide.sessions AS s
WHERE s.tenant_id = %(tenant_id)s::text AND s.user_id = %(user_id)s::text AND s.session_id = %(session_id)s::text;

-- name: message_state
-- Whether a message still waits for the extractor.
SELECT m.state FROM jide.messages AS m
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.session_id = %(session_id)s::text
  AND m.message_id = %(message_id)s::text;

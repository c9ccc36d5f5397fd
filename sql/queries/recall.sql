-- name: recall_candidates
-- The UCUs that may be told now: in force, of this project or of none, of this session where they are of one session
-- only. Of these come back those that share a word with the question or have one of the keys; `total` counts them all
-- and comes alone where none comes back. What a pending draft contradicts comes back as disputed.
WITH question AS (
    SELECT string_agg(quote_literal(t.token), ' | ')::tsquery AS words
    FROM unnest(%(tokens)s::text[]) AS t (token)
), pool AS MATERIALIZED (
    SELECT u.ucu_id, u.user_id, u.project_id, u.type, u.line, u.member, u.key, u.value, u.statement, u.polarity,
           u.evidence, u.confidence, u.importance, u.version, u.status, u.ended, u.lifecycle, u.valid_from,
           u.valid_until, u.recorded_at, u.superseded_at, u.source, u.asserted_by, u.rolled_back_from,
           u.replaces, u.tokens
    FROM jide.versions_at(%(tenant_id)s::text, %(user_id)s::text, %(at)s::timestamptz, 'infinity') AS u
    WHERE u.in_force AND (u.status = 'active' OR %(past)s::boolean)
      AND u.project_id IN ('', %(project_id)s::text)
      AND (%(types)s::text[] IS NULL OR u.type = ANY(%(types)s::text[]))
      AND (u.lifecycle <> 'project_based' OR u.project_id <> '')
      AND (u.lifecycle <> 'session_based' OR EXISTS (
              SELECT FROM jide.ucu_evidence AS e
              WHERE e.tenant_id = u.tenant_id AND e.user_id = u.user_id AND e.ucu_id = u.ucu_id
                AND e.session_id = %(session_id)s::text))
)
SELECT p.ucu_id, p.user_id, p.project_id, p.type, p.line, p.member, p.key, p.value, p.statement, p.polarity, p.evidence,
       p.confidence, p.importance, p.version, p.status, p.ended, p.lifecycle, p.valid_from, p.valid_until, p.recorded_at,
       p.superseded_at, p.source, p.asserted_by, p.rolled_back_from, p.replaces, a.total,
       tsvector_to_array(p.tokens) AS tokens,
       coalesce(x.disputed, false) AS disputed, coalesce(x.corrections, 0) AS corrections
FROM (SELECT count(*) AS total FROM pool) AS a
LEFT JOIN pool AS p
    ON %(every)s::boolean OR p.key = ANY(%(keys)s::text[]) OR p.tokens @@ (SELECT q.words FROM question AS q)
LEFT JOIN jide.doubts(%(tenant_id)s::text, ARRAY[%(user_id)s::text]) AS x ON x.ucu_id = p.ucu_id
ORDER BY p.recorded_at DESC, p.ucu_id DESC
LIMIT 1000;

-- name: recall_messages
-- What a user's conversations say with a word of the question in it, the likeliest first; tool messages stay out.
WITH question AS (
    SELECT string_agg(quote_literal(t.token), ' | ')::tsquery AS words
    FROM unnest(%(tokens)s::text[]) AS t (token)
)
SELECT m.session_id, m.message_id, m.epoch, m.seq, m.role, m.content, m.at, tsvector_to_array(m.tokens) AS tokens
FROM jide.messages AS m
WHERE m.tenant_id = %(tenant_id)s::text AND m.user_id = %(user_id)s::text AND m.role <> 'tool'
  AND (%(project_id)s::text = '' OR m.project_id = %(project_id)s::text) AND m.at <= %(at)s::timestamptz
  AND m.tokens @@ (SELECT q.words FROM question AS q)
ORDER BY ts_rank(m.tokens, (SELECT q.words FROM question AS q)) DESC, m.at DESC, m.session_id, m.message_id DESC
LIMIT %(limit)s::integer;

-- name: recall_neighbours
-- The messages right before and after messages of a session, in order.
SELECT n.session_id, n.message_id, n.epoch, n.seq, n.role, n.content, n.at, n.of_message_id
FROM unnest(%(session_ids)s::text[], %(message_ids)s::text[]) AS w (session_id, message_id)
CROSS JOIN LATERAL (
    SELECT m.session_id, m.message_id, m.epoch, m.seq, m.role, m.content, m.at, hit.message_id AS of_message_id
    FROM jide.messages AS hit
    JOIN jide.messages AS m ON (m.tenant_id, m.user_id, m.session_id) = (hit.tenant_id, hit.user_id, hit.session_id)
        AND m.epoch = hit.epoch AND m.seq BETWEEN hit.seq - 1 AND hit.seq + 1 AND m.message_id <> hit.message_id
    WHERE hit.tenant_id = %(tenant_id)s::text AND hit.user_id = %(user_id)s::text
      AND hit.session_id = w.session_id AND hit.message_id = w.message_id
) AS n
ORDER BY n.session_id, n.epoch, n.seq;

-- name: recall_log
-- Remember what was told and what was not, by ids, scores and reasons; never the question.
INSERT INTO jide.recalls (
    tenant_id, user_id, recall_id, session_id, project_id, key_id, memories, dropped, tokens, at)
VALUES (
    %(tenant_id)s::text, %(user_id)s::text, %(recall_id)s::uuid, %(session_id)s::text, %(project_id)s::text,
    %(key_id)s::text, %(memories)s::jsonb, %(dropped)s::jsonb, %(tokens)s::integer, %(at)s::timestamptz);

-- name: recall_named
-- Name the one recall that the next statement may find without naming its user.
SELECT set_config('jide.recall_id', %(recall_id)s::text, true);

-- name: recall_read
-- One recall by its id.
SELECT r.recall_id, r.user_id, r.session_id, r.project_id, r.key_id, r.memories, r.dropped, r.tokens, r.at
FROM jide.recalls AS r
WHERE r.tenant_id = %(tenant_id)s::text AND r.recall_id = %(recall_id)s::uuid;

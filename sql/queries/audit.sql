-- The audit: rows are added by whoever acts, chained by the sequencer, read by auditors and by whoever verifies.

-- name: audit_digest_key
-- The secret under which people and values appear in a tenant's audit.
SELECT t.digest_key FROM jide.tenants AS t WHERE t.tenant_id = %(tenant_id)s::text;

-- name: audit_insert
-- One audit row; the sequencer numbers and chains it later.
INSERT INTO jide.audit (tenant_id, audit_id, actor_role, actor_id, subject_digest, action, object_type, object_id,
                        before_digest, after_digest, outcome, reason, request_id)
VALUES (%(tenant_id)s::text, %(audit_id)s::uuid, %(actor_role)s::text, %(actor_id)s::text, %(subject_digest)s::text,
        %(action)s::text, %(object_type)s::text, %(object_id)s::text, %(before_digest)s::text, %(after_digest)s::text,
        %(outcome)s::text, %(reason)s::text, %(request_id)s::text);

-- name: audit_list
-- A tenant's audit, newest first: ids are ordered by time, so that the primary key serves the order, the page and the start.
SELECT a.audit_id, a.at, a.actor_role, a.actor_id, a.subject_digest, a.action, a.object_type, a.object_id,
       a.before_digest, a.after_digest, a.outcome, a.reason, a.request_id, a.number, a.previous_hash, a.hash
FROM jide.audit AS a
WHERE a.tenant_id = %(tenant_id)s::text
  AND (%(since)s::timestamptz IS NULL OR (a.at >= %(since)s::timestamptz AND a.audit_id >= %(lowest_id)s::uuid))
  AND (%(subject_digest)s::text IS NULL OR a.subject_digest = %(subject_digest)s::text)
  AND (%(action)s::text IS NULL OR a.action = %(action)s::text)
  AND (%(before_id)s::uuid IS NULL OR a.audit_id < %(before_id)s::uuid)
ORDER BY a.audit_id DESC LIMIT %(limit)s::integer;

-- name: audit_waiting
-- Of these tenants, those with rows that have no place in the chain.
SELECT w.tenant_id FROM jide.audit_waiting(%(tenants)s::text[]) AS w (tenant_id);

-- name: audit_waits
-- Whether the tenant has unchained rows, and whether this transaction is now its only sequencer.
SELECT CASE WHEN EXISTS (SELECT FROM jide.audit AS a WHERE a.tenant_id = %(tenant_id)s::text AND a.number IS NULL)
    THEN pg_try_advisory_xact_lock(hashtextextended('jide.audit:' || %(tenant_id)s::text, 0)) ELSE false END AS mine;

-- name: audit_head
-- Where the tenant's chain ends.
SELECT h.number, h.hash, h.at FROM jide.audit_heads AS h WHERE h.tenant_id = %(tenant_id)s::text;

-- name: audit_unchained
-- The oldest rows that have no place in the chain.
SELECT a.tenant_id, a.audit_id, a.at, a.actor_role, a.actor_id, a.subject_digest, a.action, a.object_type, a.object_id,
       a.before_digest, a.after_digest, a.outcome, a.reason, a.request_id
FROM jide.audit AS a WHERE a.tenant_id = %(tenant_id)s::text AND a.number IS NULL
ORDER BY a.at, a.audit_id LIMIT %(limit)s::integer;

-- name: audit_chain
-- Give rows their places in the chain, each once.
UPDATE jide.audit AS a SET number = n.number, previous_hash = n.previous_hash, hash = n.hash
FROM unnest(%(audit_ids)s::uuid[], %(numbers)s::bigint[], %(previous)s::text[], %(hashes)s::text[])
    AS n (audit_id, number, previous_hash, hash)
WHERE a.tenant_id = %(tenant_id)s::text AND a.audit_id = n.audit_id AND a.number IS NULL;

-- name: audit_move_head
-- Move the end of the chain.
INSERT INTO jide.audit_heads AS h (tenant_id, number, hash, at)
VALUES (%(tenant_id)s::text, %(number)s::bigint, %(hash)s::text, %(at)s::timestamptz)
ON CONFLICT (tenant_id) DO UPDATE SET number = excluded.number, hash = excluded.hash, at = excluded.at;

-- name: audit_chained
-- A stretch of the chain in order.
SELECT a.tenant_id, a.audit_id, a.at, a.actor_role, a.actor_id, a.subject_digest, a.action, a.object_type, a.object_id,
       a.before_digest, a.after_digest, a.outcome, a.reason, a.request_id, a.number, a.previous_hash, a.hash
FROM jide.audit AS a
WHERE a.tenant_id = %(tenant_id)s::text AND a.number > %(after)s::bigint
  AND (%(last)s::bigint IS NULL OR a.number <= %(last)s::bigint)
ORDER BY a.number LIMIT %(limit)s::integer;

-- name: audit_tail
-- What the sequencer has not reached yet, and the first number beyond the end of the chain, which no sequencer leaves.
SELECT count(*) AS unchained, extract(epoch FROM clock_timestamp() - min(a.at))::float8 AS oldest_seconds,
       (SELECT min(b.number) FROM jide.audit AS b WHERE b.tenant_id = %(tenant_id)s::text AND b.number > coalesce(
           (SELECT h.number FROM jide.audit_heads AS h WHERE h.tenant_id = %(tenant_id)s::text), 0)) AS beyond
FROM jide.audit AS a WHERE a.tenant_id = %(tenant_id)s::text AND a.number IS NULL;

-- name: audit_has_hash
-- Whether some row of the chain has this hash: tells a row in another's place from a row with another's words.
SELECT EXISTS (SELECT FROM jide.audit AS a WHERE a.tenant_id = %(tenant_id)s::text
    AND a.number IS NOT NULL AND a.hash = %(hash)s::text) AS found;

-- Tenants, service keys, and the replies that idempotency keys stand for.

-- name: tenant_create
-- A tenant with its digest key, unless it exists.
INSERT INTO jide.tenants (tenant_id, digest_key) VALUES (%(tenant_id)s::text, %(digest_key)s::bytea)
ON CONFLICT (tenant_id) DO NOTHING;

-- name: key_create
-- A service key, known by the sha256 of its secret.
INSERT INTO jide.api_keys (tenant_id, key_id, secret_sha256, app_id, role, scopes, identity, subject, created_at,
                           expires_at)
VALUES (%(tenant_id)s::text, %(key_id)s::text, %(secret_sha256)s::bytea, %(app_id)s::text, %(role)s::text,
        %(scopes)s::text[], %(identity)s::text, %(subject)s::text, %(created_at)s::timestamptz,
        %(expires_at)s::timestamptz);

-- name: key_list
-- A tenant's keys, newest first, without their secrets' digests.
SELECT k.key_id, k.app_id, k.role, k.scopes, k.identity, k.subject, k.created_at, k.expires_at, k.revoked_at
FROM jide.api_keys AS k WHERE k.tenant_id = %(tenant_id)s::text
ORDER BY k.created_at DESC, k.key_id DESC;

-- name: key_revoke
-- End a key; `fresh` says whether this call did.
UPDATE jide.api_keys AS k SET revoked_at = coalesce(k.revoked_at, %(now)s::timestamptz)
FROM (SELECT o.tenant_id, o.key_id, o.revoked_at FROM jide.api_keys AS o
      WHERE o.tenant_id = %(tenant_id)s::text AND o.key_id = %(key_id)s::text FOR UPDATE) AS old
WHERE k.tenant_id = old.tenant_id AND k.key_id = old.key_id
RETURNING old.revoked_at IS NULL AS fresh;

-- name: key_find
-- What decides about a presented key.
SELECT k.key_id, k.secret_sha256, k.app_id, k.role, k.scopes, k.identity, k.subject, k.expires_at, k.revoked_at
FROM jide.api_keys AS k WHERE k.tenant_id = %(tenant_id)s::text AND k.key_id = %(key_id)s::text;

-- name: idempotency_lock
-- Hold an idempotency key until the transaction ends; false while another transaction does.
SELECT pg_try_advisory_xact_lock(hashtextextended(jsonb_build_array(
    %(tenant_id)s::text, %(user_id)s::text, %(key_id)s::text, %(method)s::text, %(path)s::text,
    %(idempotency_key)s::text)::text, 0)) AS locked;

-- name: idempotency_claim
-- Take an idempotency key that is new, older than 24 hours, or was left without a reply; no row where it has one.
INSERT INTO jide.idempotency AS i (tenant_id, user_id, key_id, method, path, idempotency_key, body_sha256)
VALUES (%(tenant_id)s::text, %(user_id)s::text, %(key_id)s::text, %(method)s::text, %(path)s::text,
        %(idempotency_key)s::text, %(body_sha256)s::bytea)
ON CONFLICT (tenant_id, user_id, key_id, method, path, idempotency_key) DO UPDATE
SET body_sha256 = excluded.body_sha256, status = NULL, reply = NULL, created_at = now()
WHERE i.created_at < now() - interval '24 hours' OR i.status IS NULL
RETURNING true AS claimed;

-- name: idempotency_read
-- The body and reply that an idempotency key stands for.
SELECT i.body_sha256, i.status, i.reply FROM jide.idempotency AS i
WHERE i.tenant_id = %(tenant_id)s::text AND i.user_id = %(user_id)s::text AND i.key_id = %(key_id)s::text
  AND i.method = %(method)s::text AND i.path = %(path)s::text AND i.idempotency_key = %(idempotency_key)s::text;

-- name: idempotency_forget
-- Forget the stored replies of one tenant that are older than 24 hours.
DELETE FROM jide.idempotency AS i
WHERE i.tenant_id = %(tenant_id)s::text AND i.created_at < now() - interval '24 hours';

-- name: idempotency_store
-- Keep the reply of a claimed idempotency key.
UPDATE jide.idempotency AS i SET status = %(status)s::integer, reply = %(reply)s::jsonb
WHERE i.tenant_id = %(tenant_id)s::text AND i.user_id = %(user_id)s::text AND i.key_id = %(key_id)s::text
  AND i.method = %(method)s::text AND i.path = %(path)s::text AND i.idempotency_key = %(idempotency_key)s::text;

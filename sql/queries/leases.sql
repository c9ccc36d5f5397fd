-- name: lease_heartbeat
-- Say that this worker lives.
INSERT INTO jide.leases AS l (name, owner, expires_at)
VALUES ('worker:' || %(owner)s::text, %(owner)s::text, clock_timestamp() + %(seconds)s::float8 * interval '1 second')
ON CONFLICT (tenant_id, name) DO UPDATE SET expires_at = excluded.expires_at;

-- name: lease_workers
-- How many workers live.
SELECT count(*) AS workers FROM jide.leases AS l
WHERE l.name LIKE 'worker:%%' AND l.expires_at > clock_timestamp();

-- name: lease_renew
-- Keep the buckets this worker still holds; those it lost are not among the rows.
UPDATE jide.leases AS l SET expires_at = clock_timestamp() + %(seconds)s::float8 * interval '1 second'
WHERE l.owner = %(owner)s::text AND l.name LIKE 'b___' AND l.expires_at > clock_timestamp()
RETURNING l.name, l.fence;

-- name: lease_acquire
-- Take buckets that nobody holds, each with a higher fence; a row another worker is taking now is passed over.
UPDATE jide.leases AS l
SET owner = %(owner)s::text, fence = l.fence + 1,
    expires_at = clock_timestamp() + %(seconds)s::float8 * interval '1 second'
FROM (SELECT f.name FROM jide.leases AS f
      WHERE f.name LIKE 'b___' AND f.expires_at <= clock_timestamp()
      ORDER BY f.name LIMIT %(count)s::integer FOR UPDATE SKIP LOCKED) AS free
WHERE l.name = free.name
RETURNING l.name, l.fence;

-- name: lease_release
-- Let buckets go before their time.
UPDATE jide.leases AS l SET owner = '', expires_at = '-infinity'
WHERE l.owner = %(owner)s::text AND l.name = ANY(%(names)s::text[]);

-- name: lease_farewell
-- Forget this worker's heartbeat, and those that ended long ago.
DELETE FROM jide.leases AS l
WHERE l.name = 'worker:' || %(owner)s::text
   OR (l.name LIKE 'worker:%%' AND l.expires_at < clock_timestamp() - interval '1 hour');

-- name: lease_check
-- Hold a lease until the transaction ends; no row when another worker has it now.
SELECT l.fence FROM jide.leases AS l
WHERE l.tenant_id = '*' AND l.name = %(name)s::text AND l.owner = %(owner)s::text AND l.fence = %(fence)s::bigint
  AND l.expires_at > clock_timestamp()
FOR SHARE;

-- name: lease_soonest_end
-- Seconds until the next lease or heartbeat of another worker runs out, unless it is renewed; null where there is none.
SELECT extract(epoch FROM min(l.expires_at) - clock_timestamp())::float8 AS seconds FROM jide.leases AS l
WHERE l.owner <> %(owner)s::text AND l.expires_at > clock_timestamp();

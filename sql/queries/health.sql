-- name: health_level
-- The last migration that was applied, '' where none was.
SELECT coalesce(obj_description(to_regnamespace('jide'), 'pg_namespace'), '') AS level;

-- name: health_work
-- Work of the tenant that waits or failed, in numbers; ages in seconds.
SELECT w.* FROM jide.health_work(%(now)s::timestamptz) AS w;

-- name: health_evidence
-- How many active UCUs of the tenant have evidence that does not hold, by what is wrong with it.
SELECT e.* FROM jide.health_evidence(%(most)s::bigint, %(seed)s::bigint) AS e;

-- name: health_agreement
-- How many users of the tenant have newest evidence that is not what the archive holds.
SELECT a.* FROM jide.health_agreement(%(most)s::bigint, %(seed)s::bigint) AS a;

-- name: health_workers
-- How many workers live.
SELECT w.workers FROM jide.health_workers() AS w;

-- name: health_report_insert
-- Keep a report.
INSERT INTO jide.health_reports (tenant_id, report_id, at, status, checks)
VALUES (%(tenant_id)s::text, %(report_id)s::uuid, %(at)s::timestamptz, %(status)s::text, %(checks)s::jsonb);

-- name: health_report_forget
-- Forget reports made before a time.
DELETE FROM jide.health_reports AS r WHERE r.tenant_id = %(tenant_id)s::text AND r.at < %(before)s::timestamptz;

-- name: health_reports
-- The tenant's kept reports, newest first.
SELECT r.at, r.status, r.checks FROM jide.health_reports AS r
WHERE r.tenant_id = %(tenant_id)s::text
ORDER BY r.at DESC, r.report_id DESC
LIMIT %(limit)s::integer;

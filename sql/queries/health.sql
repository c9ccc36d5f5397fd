-- name: health_tables
-- The tables of the schema, to see whether the migrations were applied.
SELECT t.tablename::text AS name FROM pg_catalog.pg_tables AS t WHERE t.schemaname = 'jide';

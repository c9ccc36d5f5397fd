-- What chaining and reading the audit need at size.

SET LOCAL ROLE jide_owner;

-- Of these tenants, those with rows that have no place in the chain yet. The caller's rights hold in each: every tenant
-- is set in turn, as a walk does it, but in one trip for all of them. The tenant that was set before is set again.
CREATE FUNCTION jide.audit_waiting(tenants text[]) RETURNS SETOF text
LANGUAGE plpgsql VOLATILE SECURITY INVOKER SET search_path = pg_catalog AS $$
DECLARE
    name text;
    before constant text := current_setting('jide.tenant_id', true);
BEGIN
    FOREACH name IN ARRAY tenants LOOP
        PERFORM set_config('jide.tenant_id', name, true);
        IF EXISTS (SELECT FROM jide.audit AS a WHERE a.tenant_id = name AND a.number IS NULL) THEN
            RETURN NEXT name;
        END IF;
    END LOOP;
    PERFORM set_config('jide.tenant_id', coalesce(before, ''), true);
END
$$;

-- Who looked at somebody, or changed what is known of them: newest first, as ids go by time.
CREATE INDEX audit_by_subject ON jide.audit (tenant_id, subject_digest, audit_id DESC);

RESET ROLE;

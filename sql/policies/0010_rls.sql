-- Row-level security and grants: the whole truth, re-runnable. Applied after the migrations whenever its text changed.
-- Shape: ENABLE + FORCE everywhere; one RESTRICTIVE tenant policy on every table; permissive policies per
-- role TO it; app, self and worker also require the user; nothing set -> zero rows.

SET LOCAL ROLE jide_owner;

-- Start from nothing: no policy and no grant, to whomever, survives that is not written below.
DO $$
DECLARE
    item record;
    kind text;
BEGIN
    FOR item IN SELECT tablename, policyname FROM pg_policies WHERE schemaname = 'jide' LOOP
        EXECUTE format('DROP POLICY %I ON jide.%I', item.policyname, item.tablename);
    END LOOP;
    FOR item IN
        SELECT coalesce(quote_ident(r.rolname), 'PUBLIC') AS name
        FROM (
            SELECT a.grantee FROM pg_class AS c, aclexplode(c.relacl) AS a WHERE c.relnamespace = 'jide'::regnamespace
            UNION
            SELECT a.grantee FROM pg_class AS c JOIN pg_attribute AS s ON s.attrelid = c.oid, aclexplode(s.attacl) AS a
            WHERE c.relnamespace = 'jide'::regnamespace
            UNION
            SELECT a.grantee FROM pg_proc AS p, aclexplode(p.proacl) AS a WHERE p.pronamespace = 'jide'::regnamespace
            UNION
            SELECT a.grantee FROM pg_namespace AS n, aclexplode(n.nspacl) AS a WHERE n.oid = 'jide'::regnamespace
            UNION
            SELECT 0  -- everybody: what a new function starts with
        ) AS g LEFT JOIN pg_roles AS r ON r.oid = g.grantee
        WHERE r.rolname IS DISTINCT FROM 'jide_owner'
    LOOP
        EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA jide FROM %s CASCADE', item.name);
        EXECUTE format('REVOKE ALL ON ALL SEQUENCES IN SCHEMA jide FROM %s CASCADE', item.name);
        EXECUTE format('REVOKE ALL ON ALL ROUTINES IN SCHEMA jide FROM %s CASCADE', item.name);
        EXECUTE format('REVOKE ALL ON SCHEMA jide FROM %s CASCADE', item.name);
    END LOOP;
    FOREACH kind IN ARRAY ARRAY['app', 'self', 'reviewer', 'hr', 'dept_head', 'auditor', 'admin', 'worker', 'system'] LOOP
        EXECUTE format('GRANT USAGE ON SCHEMA jide TO jide_%I', kind);
    END LOOP;
    FOR item IN SELECT c.relname FROM pg_class AS c WHERE c.relnamespace = 'jide'::regnamespace
                AND c.relkind IN ('r', 'p') LOOP
        EXECUTE format('ALTER TABLE jide.%I ENABLE ROW LEVEL SECURITY', item.relname);
        EXECUTE format('ALTER TABLE jide.%I FORCE ROW LEVEL SECURITY', item.relname);
        IF item.relname NOT IN ('leases', 'tenants') THEN
            EXECUTE format($f$CREATE POLICY tenant_wall ON jide.%I AS RESTRICTIVE
                USING (tenant_id = (SELECT nullif(current_setting('jide.tenant_id', true), '')))
                WITH CHECK (tenant_id = (SELECT nullif(current_setting('jide.tenant_id', true), '')))$f$, item.relname);
        END IF;
    END LOOP;
END
$$;

-- Leases are the service's own ('*'); tenants are walked by the system role, everybody else sees their own.
CREATE POLICY tenant_wall ON jide.leases AS RESTRICTIVE USING (tenant_id = '*') WITH CHECK (tenant_id = '*');
CREATE POLICY tenant_wall ON jide.tenants AS RESTRICTIVE
    USING (tenant_id = (SELECT nullif(current_setting('jide.tenant_id', true), '')) OR current_user = 'jide_system')
    WITH CHECK (tenant_id = (SELECT nullif(current_setting('jide.tenant_id', true), '')));

-- A policy for a user's own rows, for the roles that act for one user at a time.
DO $$
DECLARE
    item text;
    own constant text := $q$user_id = (SELECT nullif(current_setting('jide.user_id', true), ''))$q$;
BEGIN
    FOREACH item IN ARRAY ARRAY['sessions', 'messages', 'ucu_heads', 'ucus', 'ucu_evidence', 'drafts', 'recalls'] LOOP
        EXECUTE format('CREATE POLICY own_user ON jide.%I TO jide_app, jide_self, jide_worker USING (%s) WITH CHECK (%s)',
                       item, own, own);
    END LOOP;
    EXECUTE format('CREATE POLICY own_user ON jide.dead_letters TO jide_worker USING (%s) WITH CHECK (%s)', own, own);
    -- Requests that concern no user keep their replies under user ''.
    EXECUTE 'CREATE POLICY own_user ON jide.idempotency TO jide_app, jide_self, jide_reviewer, jide_admin
             USING (user_id = coalesce((SELECT current_setting(''jide.user_id'', true)), ''''))
             WITH CHECK (user_id = coalesce((SELECT current_setting(''jide.user_id'', true)), ''''))';
END
$$;

-- app: writes the conversation, reads and corrects the profile of the user it speaks for.
GRANT SELECT, INSERT, UPDATE ON jide.sessions, jide.ucu_heads, jide.ucus TO jide_app;
GRANT SELECT, INSERT ON jide.ucu_evidence, jide.recalls TO jide_app;
GRANT SELECT ON jide.drafts TO jide_app;
-- A recall is asked for by its id alone: that one row may be read without naming its user first.
CREATE POLICY one_recall ON jide.recalls FOR SELECT TO jide_app
    USING (recall_id::text = (SELECT nullif(current_setting('jide.recall_id', true), '')));
GRANT SELECT, INSERT, UPDATE ON jide.idempotency TO jide_app, jide_self, jide_reviewer, jide_admin;

-- What was said is evidence: once archived, only where it stands on its way changes.
GRANT SELECT, INSERT, UPDATE (state, attempts) ON jide.messages TO jide_app, jide_worker;

-- self: an end user sees and corrects what is held about them.
GRANT SELECT ON jide.sessions, jide.messages, jide.drafts TO jide_self;
GRANT SELECT, INSERT ON jide.recalls TO jide_self;
GRANT SELECT, INSERT, UPDATE ON jide.ucu_heads, jide.ucus TO jide_self;
GRANT SELECT, INSERT ON jide.ucu_evidence TO jide_self;

-- worker: archives, extracts, promotes - for one user at a time.
GRANT SELECT, INSERT, UPDATE ON jide.sessions, jide.ucu_heads, jide.ucus, jide.drafts, jide.dead_letters TO jide_worker;
GRANT SELECT, INSERT ON jide.ucu_evidence TO jide_worker;
GRANT SELECT ON jide.tenants TO jide_worker;
GRANT SELECT, UPDATE ON jide.leases TO jide_worker;
CREATE POLICY worker_lease ON jide.leases TO jide_worker USING (true) WITH CHECK (true);
CREATE POLICY worker_tenant ON jide.tenants TO jide_worker USING (true);

-- system: leases, the list of tenants, and - inside one tenant - ids and states of work that waits, never content.
GRANT SELECT, INSERT, UPDATE, DELETE ON jide.leases TO jide_system;
CREATE POLICY system_lease ON jide.leases TO jide_system USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id, timezone) ON jide.tenants TO jide_system;
CREATE POLICY system_tenant ON jide.tenants TO jide_system USING (true);
GRANT SELECT (tenant_id, user_id, session_id, expires_at, state) ON jide.sessions TO jide_system;
CREATE POLICY system_backlog ON jide.sessions FOR SELECT TO jide_system USING (state <> 'closed');
GRANT SELECT (tenant_id, user_id, session_id, message_id, recorded_at, state) ON jide.messages TO jide_system;
CREATE POLICY system_backlog ON jide.messages FOR SELECT TO jide_system USING (state <> 'done');
-- Stored replies end after a day, whoever they are of; the rest of them is never seen.
GRANT SELECT (tenant_id, user_id, created_at), DELETE ON jide.idempotency TO jide_system;
CREATE POLICY system_old_replies ON jide.idempotency TO jide_system USING (created_at < now() - interval '24 hours');

-- Dead letters: people with the right to look after a tenant see which messages failed and ask for another attempt; the
-- system role finds what was asked for. Ids, stages and reasons, never content.
GRANT SELECT, UPDATE (retry_requested_at) ON jide.dead_letters TO jide_admin;
CREATE POLICY admin_dead_letters ON jide.dead_letters TO jide_admin USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id, user_id, dead_letter_id, session_id, message_id, stage, retry_requested_at, resolved_at)
    ON jide.dead_letters TO jide_system;
CREATE POLICY system_retries ON jide.dead_letters FOR SELECT TO jide_system
    USING (retry_requested_at IS NOT NULL AND resolved_at IS NULL);

-- The sequencer gives the audit's rows their place in the chain, once; whoever verifies the chain reads all of it.
GRANT SELECT, UPDATE (number, previous_hash, hash) ON jide.audit TO jide_system;
CREATE POLICY system_reads_audit ON jide.audit FOR SELECT TO jide_system USING (true);
CREATE POLICY system_chains_audit ON jide.audit FOR UPDATE TO jide_system USING (number IS NULL) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON jide.audit_heads TO jide_system;
CREATE POLICY system_audit_heads ON jide.audit_heads TO jide_system USING (true) WITH CHECK (true);
GRANT SELECT ON jide.audit_heads TO jide_auditor;
CREATE POLICY auditor_audit_heads ON jide.audit_heads FOR SELECT TO jide_auditor USING (true);

-- Health: the system role keeps the history, admins read their tenant's.
GRANT SELECT, INSERT, DELETE ON jide.health_reports TO jide_system;
CREATE POLICY system_health ON jide.health_reports TO jide_system USING (true) WITH CHECK (true);
GRANT SELECT ON jide.health_reports TO jide_admin;
CREATE POLICY admin_health ON jide.health_reports FOR SELECT TO jide_admin USING (true);
-- What they are computed from: the functions run as the owner, behind the tenant's wall, and give numbers.
DO $$
DECLARE
    item text;
BEGIN
    FOREACH item IN ARRAY ARRAY['messages', 'ucus', 'ucu_evidence', 'drafts', 'dead_letters', 'audit', 'leases'] LOOP
        EXECUTE format('CREATE POLICY health_counters ON jide.%I FOR SELECT TO jide_owner USING (true)', item);
    END LOOP;
END
$$;
GRANT EXECUTE ON FUNCTION jide.health_work(timestamptz), jide.health_evidence(bigint, bigint),
    jide.health_agreement(bigint, bigint), jide.health_workers() TO jide_admin, jide_system;

-- reviewer: the drafts of the tenant, the UCUs of the lines that those drafts are about, and what is needed to judge them:
-- the messages that support those UCUs, and the turns around a draft's own message.
GRANT SELECT,
    UPDATE (status, conflict, amended_value, amended_statement, decision_reason, ucu_id, decided_at, decided_by)
    ON jide.drafts TO jide_reviewer;
CREATE POLICY reviewer_drafts ON jide.drafts TO jide_reviewer USING (true) WITH CHECK (true);
GRANT SELECT ON jide.ucus, jide.ucu_evidence TO jide_reviewer;
CREATE POLICY reviewer_ucus ON jide.ucus FOR SELECT TO jide_reviewer USING (EXISTS (
    SELECT FROM jide.drafts AS d WHERE d.tenant_id = ucus.tenant_id AND d.user_id = ucus.user_id
        AND d.project_id = ucus.project_id AND d.line = ucus.line));
CREATE POLICY reviewer_evidence ON jide.ucu_evidence FOR SELECT TO jide_reviewer USING (EXISTS (
    SELECT FROM jide.ucus AS u WHERE u.tenant_id = ucu_evidence.tenant_id AND u.user_id = ucu_evidence.user_id
        AND u.ucu_id = ucu_evidence.ucu_id));
GRANT SELECT (tenant_id, user_id, session_id, message_id, epoch, seq, role, content, metadata, at)
    ON jide.messages TO jide_reviewer;
-- What the gate decided alone nobody judges; so no turns are shown around it.
CREATE POLICY reviewer_messages ON jide.messages FOR SELECT TO jide_reviewer USING (
    EXISTS (SELECT FROM jide.drafts AS d WHERE d.tenant_id = messages.tenant_id AND d.user_id = messages.user_id
        AND d.session_id = messages.session_id AND d.epoch = messages.epoch
        AND messages.seq BETWEEN d.seq - 4 AND d.seq + 2 AND (d.status = 'pending' OR d.decided_by IS NOT NULL))
    OR EXISTS (SELECT FROM jide.ucu_evidence AS e WHERE e.tenant_id = messages.tenant_id
        AND e.user_id = messages.user_id AND e.session_id = messages.session_id
        AND e.message_id = messages.message_id));
-- Deciding writes, for the one user that the transaction names, on the lines of the drafts of that user that wait.
GRANT SELECT, INSERT, UPDATE ON jide.ucu_heads TO jide_reviewer;
GRANT INSERT, UPDATE ON jide.ucus TO jide_reviewer;
GRANT INSERT ON jide.ucu_evidence TO jide_reviewer;
DO $$
DECLARE
    item text;
    own constant text := $q$user_id = (SELECT nullif(current_setting('jide.user_id', true), ''))
        AND EXISTS (SELECT FROM jide.drafts AS d WHERE d.tenant_id = %1$I.tenant_id AND d.user_id = %1$I.user_id
            AND d.project_id = %1$I.project_id AND d.line = %1$I.line AND d.status = 'pending')$q$;
BEGIN
    FOREACH item IN ARRAY ARRAY['ucu_heads', 'ucus'] LOOP
        EXECUTE format('CREATE POLICY reviewer_inserts ON jide.%I FOR INSERT TO jide_reviewer WITH CHECK (%s)',
                       item, format(own, item));
        EXECUTE format('CREATE POLICY reviewer_updates ON jide.%I FOR UPDATE TO jide_reviewer USING (%s) WITH CHECK (%s)',
                       item, format(own, item), format(own, item));
    END LOOP;
    EXECUTE format('CREATE POLICY reviewer_reads ON jide.ucu_heads FOR SELECT TO jide_reviewer USING (%s)',
                   format(own, 'ucu_heads'));
END
$$;
CREATE POLICY reviewer_supports ON jide.ucu_evidence FOR INSERT TO jide_reviewer WITH CHECK (
    user_id = (SELECT nullif(current_setting('jide.user_id', true), ''))
    AND EXISTS (SELECT FROM jide.drafts AS d WHERE d.tenant_id = ucu_evidence.tenant_id
        AND d.user_id = ucu_evidence.user_id AND d.session_id = ucu_evidence.session_id
        AND d.message_id = ucu_evidence.message_id AND d.status = 'pending'));

-- hr: who works where, nothing else.
GRANT SELECT ON jide.ucus TO jide_hr;
CREATE POLICY hr_ucus ON jide.ucus FOR SELECT TO jide_hr
    USING (type = 'identity' AND key IN ('department', 'job_title') AND status = 'active');

-- dept_head: preferences and constraints of the users they manage; jide.user_id names the manager.
GRANT SELECT ON jide.ucus, jide.dept_management TO jide_dept_head;
CREATE POLICY own_department ON jide.dept_management FOR SELECT TO jide_dept_head
    USING (manager_id = (SELECT nullif(current_setting('jide.user_id', true), '')));
CREATE POLICY dept_ucus ON jide.ucus FOR SELECT TO jide_dept_head USING (
    type IN ('preference', 'constraint') AND status = 'active'
    AND key NOT IN ('family', 'health', 'accessibility')
    AND user_id IN (SELECT m.user_id FROM jide.dept_management AS m));

-- Both see of a value that they may read whether a draft disputes it, and nothing else of any draft.
GRANT SELECT (tenant_id, user_id, project_id, line, member, status, conflict, at) ON jide.drafts TO jide_hr, jide_dept_head;
CREATE POLICY staff_disputes ON jide.drafts FOR SELECT TO jide_hr, jide_dept_head USING (
    status = 'pending' AND conflict = 'contradicts' AND EXISTS (
        SELECT FROM jide.ucus AS u WHERE u.tenant_id = drafts.tenant_id AND u.user_id = drafts.user_id
            AND u.project_id = drafts.project_id AND u.line = drafts.line AND u.member = drafts.member));

-- auditor: the audit. admin: keys, staff, departments, the tenant's own row, and the audit of admins.
GRANT SELECT ON jide.audit TO jide_auditor, jide_admin;
CREATE POLICY auditor_audit ON jide.audit FOR SELECT TO jide_auditor USING (true);
CREATE POLICY admin_audit ON jide.audit FOR SELECT TO jide_admin USING (actor_role = 'admin');
GRANT SELECT, INSERT, UPDATE ON jide.api_keys, jide.staff, jide.tenants TO jide_admin;
GRANT SELECT, INSERT, DELETE ON jide.dept_management TO jide_admin;
CREATE POLICY admin_keys ON jide.api_keys TO jide_admin USING (true) WITH CHECK (true);
CREATE POLICY admin_staff ON jide.staff TO jide_admin USING (true) WITH CHECK (true);
CREATE POLICY admin_departments ON jide.dept_management TO jide_admin USING (true) WITH CHECK (true);
CREATE POLICY admin_tenant ON jide.tenants TO jide_admin USING (true) WITH CHECK (true);

-- Every role adds audit rows under its own name; nobody but the sequencer's columns ever changes one.
DO $$
DECLARE
    kind text;
BEGIN
    FOREACH kind IN ARRAY ARRAY['app', 'self', 'reviewer', 'hr', 'dept_head', 'auditor', 'admin', 'worker'] LOOP
        EXECUTE format('GRANT INSERT ON jide.audit TO jide_%I', kind);
        EXECUTE format('CREATE POLICY %I ON jide.audit FOR INSERT TO jide_%I WITH CHECK (actor_role = %L)',
                       kind || '_writes_audit', kind, kind);
        EXECUTE format('GRANT SELECT (tenant_id, digest_key, timezone) ON jide.tenants TO jide_%I', kind);
        IF kind NOT IN ('admin', 'worker') THEN
            EXECUTE format('CREATE POLICY %I ON jide.tenants FOR SELECT TO jide_%I USING (true)',
                           kind || '_reads_tenant', kind);
        END IF;
    END LOOP;
END
$$;

-- A key is looked up inside its tenant, before anything is known about the caller; only columns that decide.
GRANT SELECT (tenant_id, key_id, secret_sha256, app_id, role, scopes, identity, subject, expires_at, revoked_at)
    ON jide.api_keys TO jide_app;
CREATE POLICY key_lookup ON jide.api_keys FOR SELECT TO jide_app USING (true);

GRANT EXECUTE ON FUNCTION jide.rebuild_evidence(text, text, uuid) TO jide_app, jide_self, jide_worker, jide_reviewer;
GRANT EXECUTE ON FUNCTION jide.line_words(text, text, text, text, text) TO jide_app, jide_self, jide_worker, jide_reviewer;
GRANT EXECUTE ON FUNCTION jide.versions_at(text, text, timestamptz, timestamptz)
    TO jide_app, jide_self, jide_worker, jide_reviewer, jide_hr, jide_dept_head;
GRANT EXECUTE ON FUNCTION jide.audit_waiting(text[]) TO jide_system;
GRANT EXECUTE ON FUNCTION jide.doubts(text, text[]),
    jide.doubt(text, text, text, text, text, integer, jsonb, text, boolean)
    TO jide_app, jide_self, jide_worker, jide_reviewer, jide_hr, jide_dept_head;

RESET ROLE;

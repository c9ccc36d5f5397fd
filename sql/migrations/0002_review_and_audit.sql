-- What deciding on drafts, retrying what failed, watching over health and chaining the audit need.

SET LOCAL ROLE jide_owner;

-- Where the message of a draft stands in its session: a reviewer sees the turns around it and nothing else of a session.
ALTER TABLE jide.drafts
    ADD COLUMN epoch integer,
    ADD COLUMN seq bigint,
    -- What a reviewer wrote in place of what was extracted, which stays as it was.
    ADD COLUMN amended_value jsonb,
    ADD COLUMN amended_statement text,
    ADD COLUMN decision_reason text NOT NULL DEFAULT '';
-- The owner is behind row-level security like everybody, and no policy names it: lifted for this one statement, in this
-- transaction, while nobody else can reach the table.
ALTER TABLE jide.drafts DISABLE ROW LEVEL SECURITY;
ALTER TABLE jide.messages DISABLE ROW LEVEL SECURITY;
UPDATE jide.drafts AS d SET epoch = m.epoch, seq = m.seq FROM jide.messages AS m
WHERE (m.tenant_id, m.user_id, m.session_id, m.message_id) = (d.tenant_id, d.user_id, d.session_id, d.message_id);
ALTER TABLE jide.drafts ENABLE ROW LEVEL SECURITY;
ALTER TABLE jide.messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE jide.drafts ALTER COLUMN epoch SET NOT NULL, ALTER COLUMN seq SET NOT NULL;
CREATE INDEX drafts_by_session ON jide.drafts (tenant_id, user_id, session_id);
CREATE INDEX drafts_by_line ON jide.drafts (tenant_id, user_id, project_id, line, member) WHERE status = 'pending';

-- Somebody asked for another attempt; the worker makes it and says when it worked.
ALTER TABLE jide.dead_letters ADD COLUMN retry_requested_at timestamptz;
CREATE INDEX dead_letters_waiting ON jide.dead_letters (tenant_id, at) WHERE resolved_at IS NULL;

-- Reports of the health check, for the history of an installation.
CREATE TABLE jide.health_reports (
    tenant_id text NOT NULL REFERENCES jide.tenants,
    report_id uuid NOT NULL,
    at timestamptz NOT NULL,
    status text NOT NULL CHECK (status IN ('ok', 'warn', 'alarm')),
    checks jsonb NOT NULL,
    PRIMARY KEY (tenant_id, report_id)
);
CREATE INDEX health_reports_by_age ON jide.health_reports (tenant_id, at DESC);

-- The end of each tenant's chain, beside the chain: rows cut off its end are missed.
CREATE TABLE jide.audit_heads (
    tenant_id text PRIMARY KEY REFERENCES jide.tenants,
    number bigint NOT NULL CHECK (number >= 1),
    hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
    at timestamptz NOT NULL
);

RESET ROLE;

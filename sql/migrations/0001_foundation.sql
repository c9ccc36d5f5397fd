-- Roles, schema and tables. Run by the bootstrap account; everything is owned by jide_owner.

-- Roles belong to the whole cluster, so they may exist already.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'jide_owner', 'jide_app', 'jide_self', 'jide_reviewer', 'jide_hr', 'jide_dept_head',
        'jide_auditor', 'jide_admin', 'jide_worker', 'jide_system'
    ] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS NOINHERIT', name);
        END IF;
    END LOOP;
    FOREACH name IN ARRAY ARRAY['jide_web', 'jide_work'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
            EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOBYPASSRLS NOINHERIT', name);
        END IF;
    END LOOP;
EXCEPTION WHEN unique_violation OR duplicate_object THEN
    NULL;  -- another database of this cluster was migrated at the same moment
END
$$;

GRANT jide_owner TO CURRENT_USER;
GRANT jide_app, jide_self, jide_reviewer, jide_hr, jide_dept_head, jide_auditor, jide_admin TO jide_web;
GRANT jide_worker, jide_system TO jide_work;

CREATE SCHEMA jide AUTHORIZATION jide_owner;
SET LOCAL ROLE jide_owner;

CREATE TABLE jide.tenants (
    tenant_id text PRIMARY KEY CHECK (tenant_id ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
    name text NOT NULL DEFAULT '',
    timezone text NOT NULL DEFAULT 'UTC',
    -- Key of the HMAC under which people and values appear in the audit.
    digest_key bytea NOT NULL CHECK (length(digest_key) >= 32),
    settings jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE jide.api_keys (
    tenant_id text NOT NULL REFERENCES jide.tenants,
    key_id text NOT NULL,
    -- sha256 of 256 random bits: nothing slower is needed, and the secret itself is stored nowhere.
    secret_sha256 bytea NOT NULL CHECK (length(secret_sha256) = 32),
    app_id text NOT NULL,
    role text NOT NULL CHECK (role IN ('app', 'reviewer', 'hr', 'dept_head', 'auditor', 'admin')),
    scopes text[] NOT NULL,
    identity text NOT NULL DEFAULT 'asserted' CHECK (identity IN ('untrusted', 'asserted', 'signed')),
    subject text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    PRIMARY KEY (tenant_id, key_id)
);

CREATE TABLE jide.staff (
    tenant_id text NOT NULL REFERENCES jide.tenants,
    staff_id text NOT NULL,
    name text NOT NULL,
    role text NOT NULL CHECK (role IN ('reviewer', 'hr', 'dept_head', 'auditor', 'admin')),
    password_hash text,
    -- The user this member of staff is, so that nobody decides about themselves.
    subject_user_id text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    disabled_at timestamptz,
    PRIMARY KEY (tenant_id, staff_id),
    UNIQUE (tenant_id, name)
);

CREATE TABLE jide.dept_management (
    tenant_id text NOT NULL REFERENCES jide.tenants,
    manager_id text NOT NULL,
    user_id text NOT NULL,
    PRIMARY KEY (tenant_id, manager_id, user_id)
);

CREATE TABLE jide.sessions (
    tenant_id text NOT NULL REFERENCES jide.tenants,
    user_id text NOT NULL CHECK (user_id <> ''),
    session_id text NOT NULL CHECK (session_id <> ''),
    project_id text NOT NULL DEFAULT '',
    app_id text NOT NULL,
    epoch integer NOT NULL CHECK (epoch >= 1),
    max_seq bigint NOT NULL CHECK (max_seq >= 0),
    -- Who gives the numbers of this epoch: Redis, or PostgreSQL in its place while it is away.
    numbered_by text NOT NULL DEFAULT 'redis' CHECK (numbered_by IN ('redis', 'archive')),
    started_at timestamptz NOT NULL,
    last_active timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- open -> ended (asked for, or idle time-out) -> closed (the closing pass is done); a new message opens it again
    state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'ended', 'closed')),
    metadata jsonb NOT NULL DEFAULT '{}',
    PRIMARY KEY (tenant_id, user_id, session_id)
);
-- The sweep of sessions whose time has passed, or that were ended, and still want their closing pass.
CREATE INDEX sessions_unclosed ON jide.sessions (tenant_id, expires_at) WHERE state <> 'closed';

CREATE TABLE jide.messages (
    tenant_id text NOT NULL,
    user_id text NOT NULL,
    session_id text NOT NULL,
    message_id text NOT NULL CHECK (message_id <> ''),
    epoch integer NOT NULL CHECK (epoch >= 1),
    seq bigint NOT NULL CHECK (seq >= 1),
    role text NOT NULL CHECK (role IN ('user', 'assistant', 'tool')),
    -- Redacted before it reaches any store.
    content text NOT NULL,
    redactions jsonb NOT NULL DEFAULT '{}',
    -- sha256 of what the client sent, so that a reused message_id with other content is refused.
    content_sha256 bytea NOT NULL,
    metadata jsonb NOT NULL DEFAULT '{}',
    project_id text NOT NULL DEFAULT '',
    app_id text NOT NULL,
    trusted boolean NOT NULL DEFAULT true,
    at timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- queued -> done | failed (see dead_letters); other than user messages are born done
    state text NOT NULL CHECK (state IN ('queued', 'done', 'failed')),
    attempts integer NOT NULL DEFAULT 0,
    -- What the content can be found by, made by jide.text as for ucus
    tokens tsvector NOT NULL DEFAULT '',
    PRIMARY KEY (tenant_id, user_id, session_id, message_id),
    -- A clash here is a Redis counter that went back.
    CONSTRAINT messages_one_per_number UNIQUE (tenant_id, user_id, session_id, epoch, seq),
    FOREIGN KEY (tenant_id, user_id, session_id) REFERENCES jide.sessions ON DELETE CASCADE
);
CREATE INDEX messages_queued ON jide.messages (tenant_id, recorded_at) WHERE state = 'queued';

CREATE TABLE jide.ucu_heads (
    tenant_id text NOT NULL,
    user_id text NOT NULL CHECK (user_id <> ''),
    project_id text NOT NULL,
    line text NOT NULL,
    member text NOT NULL CHECK (member = '' OR member ~ '^[0-9a-f]{32}$'),
    version integer NOT NULL CHECK (version >= 1),
    PRIMARY KEY (tenant_id, user_id, project_id, line, member)
);

CREATE TABLE jide.ucus (
    tenant_id text NOT NULL REFERENCES jide.tenants,
    user_id text NOT NULL CHECK (user_id <> ''),
    ucu_id uuid NOT NULL,
    project_id text NOT NULL DEFAULT '',
    type text NOT NULL CHECK (type IN ('identity', 'preference', 'constraint', 'correction', 'fact', 'decision',
                                       'task', 'observation', 'summary')),
    line text NOT NULL,
    member text NOT NULL DEFAULT '',
    key text NOT NULL,
    value jsonb NOT NULL,
    statement text NOT NULL,
    polarity text NOT NULL CHECK (polarity IN ('positive', 'negative')),
    -- Anchors for readers, rebuilt from ucu_evidence by jide.rebuild_evidence in the same transaction.
    evidence jsonb NOT NULL DEFAULT '[]',
    confidence real NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    importance real NOT NULL CHECK (importance BETWEEN 0 AND 1),
    version integer NOT NULL CHECK (version >= 1),
    status text NOT NULL CHECK (status IN ('active', 'superseded', 'retired')),
    ended text CHECK (ended IN ('changed', 'wrong', 'withdrawn', 'rolled_back', 'expired')),
    lifecycle text NOT NULL DEFAULT 'permanent'
        CHECK (lifecycle IN ('permanent', 'quarterly', 'project_based', 'session_based')),
    valid_from timestamptz NOT NULL,
    valid_until timestamptz,
    -- valid_until as it was first recorded; an end cuts valid_until, and who asks what was known before needs this
    declared_until timestamptz,
    recorded_at timestamptz NOT NULL,
    superseded_at timestamptz,
    source text NOT NULL CHECK (source IN ('extractor', 'user', 'reviewer', 'import', 'api')),
    asserted_by text NOT NULL DEFAULT 'user',
    models jsonb NOT NULL DEFAULT '{}',
    rolled_back_from integer,
    -- array_to_tsvector of Han uni- and bigrams and stemmed words, made by jide.text
    tokens tsvector NOT NULL DEFAULT '',
    PRIMARY KEY (tenant_id, user_id, ucu_id),
    CONSTRAINT ucus_one_per_version UNIQUE (tenant_id, user_id, project_id, line, member, version),
    CHECK ((status = 'active') = (superseded_at IS NULL)),
    CHECK ((status = 'active') = (ended IS NULL)),
    FOREIGN KEY (tenant_id, user_id, project_id, line, member) REFERENCES jide.ucu_heads ON DELETE CASCADE
);
-- Never two active versions of one line.
CREATE UNIQUE INDEX ucus_one_active ON jide.ucus (tenant_id, user_id, project_id, line, member)
    WHERE status = 'active';
-- The list of a user's profile: newest recorded first.
CREATE INDEX ucus_by_user ON jide.ucus (tenant_id, user_id, recorded_at DESC, ucu_id DESC);

CREATE TABLE jide.ucu_evidence (
    tenant_id text NOT NULL,
    user_id text NOT NULL,
    ucu_id uuid NOT NULL,
    session_id text NOT NULL,
    message_id text NOT NULL,
    -- Characters of the message's redacted content: [span_start, span_end)
    span_start integer NOT NULL CHECK (span_start >= 0),
    span_end integer NOT NULL CHECK (span_end >= span_start),
    quote text NOT NULL,
    sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    -- The assistant message that this one answers, when the anchor is causal.
    cause_message_id text,
    added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (tenant_id, user_id, ucu_id, session_id, message_id),
    FOREIGN KEY (tenant_id, user_id, ucu_id) REFERENCES jide.ucus ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, user_id, session_id, message_id) REFERENCES jide.messages
);
CREATE INDEX ucu_evidence_by_message ON jide.ucu_evidence (tenant_id, user_id, session_id, message_id);

CREATE TABLE jide.drafts (
    tenant_id text NOT NULL REFERENCES jide.tenants,
    user_id text NOT NULL CHECK (user_id <> ''),
    draft_id uuid NOT NULL,
    session_id text NOT NULL,
    message_id text NOT NULL,
    cause_message_id text,
    -- What readers see of the message: reviewers read drafts, never sessions.
    anchor text NOT NULL,
    at timestamptz NOT NULL,
    extractor_version text NOT NULL,
    signal text NOT NULL CHECK (signal IN ('correction', 'preference', 'context', 'withdrawal')),
    type text NOT NULL,
    project_id text NOT NULL DEFAULT '',
    line text NOT NULL,
    member text NOT NULL DEFAULT '',
    key text NOT NULL,
    value jsonb NOT NULL,
    statement text NOT NULL,
    polarity text NOT NULL CHECK (polarity IN ('positive', 'negative')),
    lifecycle text NOT NULL DEFAULT 'permanent',
    valid_until timestamptz,
    ending text NOT NULL DEFAULT 'changed',
    confidence real NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    why jsonb NOT NULL,
    reason text NOT NULL,
    span_start integer NOT NULL,
    span_end integer NOT NULL,
    quote text NOT NULL,
    conflict text NOT NULL CHECK (conflict IN ('none', 'same', 'supersedes', 'contradicts')),
    -- The active UCU it would change, as it stood when the draft was made.
    current_ucu_id uuid,
    current_version integer,
    -- 'promoted' rows are the gate's own decisions: they make the effect of a message unique.
    status text NOT NULL CHECK (status IN ('pending', 'promoted', 'approved', 'amended', 'rejected', 'closed')),
    ucu_id uuid,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,
    decided_at timestamptz,
    decided_by text,
    PRIMARY KEY (tenant_id, user_id, draft_id),
    -- One effect per message, key, member and extractor version: any pass may run twice.
    CONSTRAINT drafts_one_effect UNIQUE (tenant_id, user_id, session_id, message_id, key, member, extractor_version),
    FOREIGN KEY (tenant_id, user_id, session_id, message_id) REFERENCES jide.messages
);
CREATE INDEX drafts_by_age ON jide.drafts (tenant_id, status, created_at DESC, draft_id DESC);

CREATE TABLE jide.recalls (
    tenant_id text NOT NULL REFERENCES jide.tenants,
    user_id text NOT NULL CHECK (user_id <> ''),
    recall_id uuid NOT NULL,
    session_id text NOT NULL DEFAULT '',
    project_id text NOT NULL DEFAULT '',
    key_id text NOT NULL,
    -- Ids, scores and reasons of what was given and what was dropped; never the query's text.
    memories jsonb NOT NULL,
    dropped jsonb NOT NULL,
    tokens integer NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, user_id, recall_id)
);

CREATE TABLE jide.idempotency (
    tenant_id text NOT NULL REFERENCES jide.tenants,
    user_id text NOT NULL DEFAULT '',
    key_id text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    idempotency_key text NOT NULL,
    body_sha256 bytea NOT NULL,
    status integer,
    reply jsonb,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, user_id, key_id, method, path, idempotency_key)
);
CREATE INDEX idempotency_by_age ON jide.idempotency (tenant_id, created_at);

CREATE TABLE jide.dead_letters (
    tenant_id text NOT NULL REFERENCES jide.tenants,
    user_id text NOT NULL CHECK (user_id <> ''),
    dead_letter_id uuid NOT NULL,
    session_id text NOT NULL,
    message_id text NOT NULL,
    stage text NOT NULL,
    -- The error's class and code, never a value.
    reason text NOT NULL,
    attempts integer NOT NULL,
    at timestamptz NOT NULL,
    resolved_at timestamptz,
    PRIMARY KEY (tenant_id, user_id, dead_letter_id),
    UNIQUE (tenant_id, user_id, session_id, message_id, stage)
);

CREATE TABLE jide.audit (
    tenant_id text NOT NULL REFERENCES jide.tenants,
    audit_id uuid NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    actor_role text NOT NULL,
    actor_id text NOT NULL,
    -- HMACs under the tenant's digest_key: people and values never appear themselves.
    subject_digest text NOT NULL DEFAULT '',
    action text NOT NULL,
    object_type text NOT NULL,
    object_id text NOT NULL,
    before_digest text NOT NULL DEFAULT '',
    after_digest text NOT NULL DEFAULT '',
    outcome text NOT NULL CHECK (outcome IN ('done', 'refused')),
    reason text NOT NULL DEFAULT '',
    request_id text NOT NULL DEFAULT '',
    -- Filled by the sequencer.
    number bigint,
    previous_hash text,
    hash text,
    PRIMARY KEY (tenant_id, audit_id)
);
CREATE INDEX audit_unchained ON jide.audit (tenant_id, at) WHERE number IS NULL;
CREATE UNIQUE INDEX audit_chain ON jide.audit (tenant_id, number) WHERE number IS NOT NULL;

-- Leases belong to the service, not to a tenant: their tenant is '*', which no tenant can be called.
CREATE TABLE jide.leases (
    tenant_id text NOT NULL DEFAULT '*' CHECK (tenant_id = '*'),
    -- b000 … b255 for the outbox buckets, worker:<id> for a worker's heartbeat
    name text NOT NULL,
    owner text NOT NULL DEFAULT '',
    -- Grows with every change of hands; checked inside each promoting transaction.
    fence bigint NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL DEFAULT '-infinity',
    PRIMARY KEY (tenant_id, name)
);
INSERT INTO jide.leases (name) SELECT 'b' || to_char(n, 'FM000') FROM generate_series(0, 255) AS n;

-- Rebuild the anchors that readers see from the evidence rows; the only writer of ucus.evidence.
CREATE FUNCTION jide.rebuild_evidence(tenant text, owner text, unit uuid) RETURNS void
LANGUAGE sql SECURITY INVOKER SET search_path = pg_catalog AS $$
    UPDATE jide.ucus AS u
    SET evidence = coalesce((
        SELECT jsonb_agg(jsonb_build_object(
            'anchor', 'session_' || replace(replace(replace(replace(replace(
                          e.session_id, '%', '%25'), '#', '%23'), ':', '%3A'), '{', '%7B'), '}', '%7D')
                      || '#msg_' || CASE WHEN c.seq < m.seq THEN c.seq || '-msg_' || m.seq ELSE m.seq::text END,
            'session_id', e.session_id, 'message_id', e.message_id, 'quote', e.quote,
            'start', e.span_start, 'end', e.span_end, 'sha256', e.sha256,
            'at', to_char(m.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        ) ORDER BY m.at, m.seq, e.message_id)
        FROM jide.ucu_evidence AS e
        JOIN jide.messages AS m USING (tenant_id, user_id, session_id, message_id)
        LEFT JOIN jide.messages AS c ON (c.tenant_id, c.user_id, c.session_id, c.message_id)
                                      = (e.tenant_id, e.user_id, e.session_id, e.cause_message_id)
        WHERE e.tenant_id = u.tenant_id AND e.user_id = u.user_id AND e.ucu_id = u.ucu_id
    ), '[]')
    WHERE u.tenant_id = tenant AND u.user_id = owner AND u.ucu_id = unit
$$;

RESET ROLE;

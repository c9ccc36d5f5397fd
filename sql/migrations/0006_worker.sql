-- What keeps a worker's work in order, and bounds how often it begins the same work again.

SET LOCAL ROLE jide_owner;

-- Closing passes begun since the last that came to its end: counted before they begin, for a pass may end its worker.
ALTER TABLE jide.sessions ADD COLUMN attempts integer NOT NULL DEFAULT 0;

-- Whether a user said something earlier that still waits, and which users have something that waits.
CREATE INDEX messages_queued_by_user ON jide.messages (tenant_id, user_id, at) WHERE state = 'queued';

RESET ROLE;

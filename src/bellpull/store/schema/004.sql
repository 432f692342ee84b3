-- How often a nudge with this dedup key was said before an agent read it, and which session has it.
ALTER TABLE nudges ADD COLUMN times INTEGER NOT NULL DEFAULT 1;
ALTER TABLE nudges ADD COLUMN handed_session TEXT;

CREATE INDEX idx_nudges_leased ON nudges(lease_until) WHERE handed_at IS NULL AND lease_until IS NOT NULL;
CREATE INDEX idx_nudges_of_agent ON nudges(agent_name, place);

-- What carriers and clients last said of each session.
CREATE TABLE sessions (
    agent_name TEXT NOT NULL,
    id TEXT NOT NULL,
    client TEXT,
    parent TEXT,
    state TEXT NOT NULL,
    since TEXT NOT NULL,
    seen_at TEXT NOT NULL,
    source TEXT,
    title TEXT,
    directory TEXT,
    server TEXT,
    wakes INTEGER NOT NULL DEFAULT 0,
    reason TEXT,
    tools TEXT NOT NULL DEFAULT '[]',
    todos TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (agent_name, id)
) WITHOUT ROWID;

CREATE INDEX idx_sessions_seen ON sessions(seen_at);

-- Addresses of the world: whoever knows the token may nudge one agent, as one source.
CREATE TABLE webhooks (
    id TEXT PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    agent_name TEXT NOT NULL,
    source TEXT NOT NULL,
    label TEXT,
    -- Readable, unlike keys: a signature can only be checked with the secret itself.
    secret TEXT,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    last_used_at TEXT,
    removed_at TEXT
) WITHOUT ROWID;

CREATE INDEX idx_webhooks_agent ON webhooks(agent_name);

-- Which session of a client asked, where somebody who knows has said so: the call itself may have come from a process
-- that serves them all.
ALTER TABLE questions ADD COLUMN joined TEXT;
CREATE INDEX idx_nudges_for_sessions ON nudges(created_at)
    WHERE handed_at IS NULL AND question_id IS NOT NULL AND session IS NOT NULL;

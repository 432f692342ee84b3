-- The seed's table and its three indexes, word for word; users and keys as its text describes them.
CREATE TABLE agent_notifications (
    id TEXT PRIMARY KEY,
    agent_name TEXT NOT NULL,
    notification_type TEXT NOT NULL,
    title TEXT NOT NULL,
    message TEXT,
    priority TEXT DEFAULT 'normal',
    category TEXT,
    metadata TEXT,
    status TEXT DEFAULT 'pending',
    created_at TEXT NOT NULL,
    acknowledged_at TEXT,
    acknowledged_by TEXT
);
CREATE INDEX idx_notifications_agent ON agent_notifications(agent_name, created_at DESC);
CREATE INDEX idx_notifications_status ON agent_notifications(status);
CREATE INDEX idx_notifications_priority ON agent_notifications(priority);

CREATE TABLE users (id INTEGER PRIMARY KEY, username TEXT NOT NULL UNIQUE, role TEXT NOT NULL);
CREATE TABLE keys (
    id INTEGER PRIMARY KEY,
    key_hash TEXT NOT NULL UNIQUE,
    user_id INTEGER NOT NULL,
    agent_name TEXT,
    usage_count INTEGER NOT NULL DEFAULT 0,
    last_used_at TEXT
);

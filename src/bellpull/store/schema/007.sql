-- A person signs in with a password, kept as argon2 writes it. NULL: with links and keys alone.
ALTER TABLE users ADD COLUMN password TEXT;

-- A sign-in is a key that ends by itself: its token is signed, so no secret of it is kept.
ALTER TABLE keys ADD COLUMN expires_at TEXT;
CREATE INDEX idx_keys_expiring ON keys(expires_at) WHERE expires_at IS NOT NULL;

-- What tokens of sign-ins are signed with. The newest signs; older ones are good for what they have signed.
CREATE TABLE signing_keys (
    id TEXT PRIMARY KEY,
    secret BLOB NOT NULL,
    created_at TEXT NOT NULL
) WITHOUT ROWID;

-- Who did what, from where. Never a secret, a reply or a message.
CREATE TABLE audit (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    scope TEXT NOT NULL,
    key_id TEXT,
    action TEXT NOT NULL,
    subject TEXT,
    agent_name TEXT,
    detail TEXT,
    origin TEXT
);

CREATE INDEX idx_audit_by ON audit(by, seq);
CREATE INDEX idx_audit_action ON audit(action, seq);
CREATE INDEX idx_audit_subject ON audit(subject, seq) WHERE subject IS NOT NULL;
CREATE INDEX idx_audit_agent ON audit(agent_name, seq) WHERE agent_name IS NOT NULL;

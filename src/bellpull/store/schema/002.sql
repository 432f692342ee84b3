-- What a question has beside its notification, which holds its title, its text, its urgency and its status.
CREATE TABLE questions (
    id TEXT PRIMARY KEY REFERENCES agent_notifications(id) ON DELETE CASCADE,
    agent_name TEXT NOT NULL,
    kind TEXT NOT NULL,
    options TEXT NOT NULL,
    free_text INTEGER NOT NULL,
    action_label TEXT,
    look TEXT NOT NULL,
    secret INTEGER NOT NULL,
    project TEXT,
    session TEXT,
    opened_at TEXT NOT NULL,
    waiting_until TEXT,
    open_until TEXT NOT NULL,
    settled_at TEXT,
    outcome TEXT,
    choice TEXT,
    reply TEXT,
    by TEXT,
    via TEXT,
    released TEXT,
    handed_at TEXT,
    -- The answer went as a nudge, or there is nobody to whom it could go.
    late INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX idx_questions_open_of_agent ON questions(agent_name, opened_at) WHERE settled_at IS NULL;
CREATE INDEX idx_questions_due ON questions(open_until) WHERE settled_at IS NULL;
CREATE INDEX idx_questions_on_their_way ON questions(settled_at)
    WHERE settled_at IS NOT NULL AND handed_at IS NULL AND late = 0;
CREATE INDEX idx_questions_settled ON questions(settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX idx_questions_project ON questions(project, settled_at)
    WHERE settled_at IS NOT NULL AND project IS NOT NULL;

CREATE VIEW asked AS
    SELECT q.id, q.agent_name, n.title, n.message AS question, q.kind, q.options, q.free_text, q.action_label,
        n.priority AS urgency, q.look, q.secret, q.project, q.session, q.opened_at, q.waiting_until, q.open_until,
        q.settled_at, q.outcome, q.choice, q.reply, q.by, q.via, q.released, q.handed_at
    FROM questions q JOIN agent_notifications n ON n.id = q.id;

-- What people and the world tell agents. The order of a session is the order of its rows.
CREATE TABLE nudges (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    agent_name TEXT NOT NULL,
    session TEXT,
    source TEXT NOT NULL,
    label TEXT,
    message TEXT NOT NULL,
    question_id TEXT UNIQUE,
    created_at TEXT NOT NULL,
    by TEXT,
    dedup_key TEXT,
    lease_until TEXT,
    carrier TEXT,
    repeat INTEGER NOT NULL DEFAULT 0,
    handed_at TEXT,
    handed_via TEXT
);

CREATE INDEX idx_nudges_pending ON nudges(agent_name, place) WHERE handed_at IS NULL;
CREATE INDEX idx_nudges_handed ON nudges(handed_at) WHERE handed_at IS NOT NULL;

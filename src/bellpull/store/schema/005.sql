-- What the watch sees of a session: when its turn began, what it asks, which permissions and questions of its client
-- are open, which tools may wait for one, what is wrong, where it runs, and when its client's plugin last spoke.
ALTER TABLE sessions ADD COLUMN turn_at TEXT;
ALTER TABLE sessions ADD COLUMN asks TEXT NOT NULL DEFAULT '[]';
ALTER TABLE sessions ADD COLUMN requests TEXT NOT NULL DEFAULT '[]';
ALTER TABLE sessions ADD COLUMN guesses TEXT NOT NULL DEFAULT '[]';
ALTER TABLE sessions ADD COLUMN trouble TEXT;
ALTER TABLE sessions ADD COLUMN place TEXT;
ALTER TABLE sessions ADD COLUMN plugin_at TEXT;
CREATE INDEX idx_sessions_id ON sessions(id);

-- The permission or question of a client that this question stands for, by the client's own id.
ALTER TABLE questions ADD COLUMN request TEXT;
CREATE UNIQUE INDEX idx_questions_request ON questions(agent_name, request) WHERE request IS NOT NULL;

DROP VIEW asked;
CREATE VIEW asked AS
    SELECT q.id, q.agent_name, n.title, n.message AS question, q.kind, q.options, q.free_text, q.action_label,
        n.priority AS urgency, q.look, q.secret, q.project, q.session, q.request, q.opened_at, q.waiting_until,
        q.open_until, q.settled_at, q.outcome, q.choice, q.reply, q.by, q.via, q.released, q.handed_at, q.failure,
        q.joined
    FROM questions q JOIN agent_notifications n ON n.id = q.id;

-- The options that decline, if the asker named them. NULL: their labels decide.
ALTER TABLE questions ADD COLUMN declines TEXT;

DROP VIEW asked;
CREATE VIEW asked AS
    SELECT q.id, q.agent_name, n.title, n.message AS question, q.kind, q.options, q.free_text, q.action_label,
        n.priority AS urgency, q.look, q.secret, q.project, q.session, q.request, q.declines, q.opened_at,
        q.waiting_until, q.open_until, q.settled_at, q.outcome, q.choice, q.reply, q.by, q.via, q.released, q.handed_at,
        q.failure, q.joined
    FROM questions q JOIN agent_notifications n ON n.id = q.id;

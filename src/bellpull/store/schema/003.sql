-- Why a question's window could not be shown, in the words of the surface that tried.
ALTER TABLE questions ADD COLUMN failure TEXT;

DROP VIEW asked;
CREATE VIEW asked AS
    SELECT q.id, q.agent_name, n.title, n.message AS question, q.kind, q.options, q.free_text, q.action_label,
        n.priority AS urgency, q.look, q.secret, q.project, q.session, q.opened_at, q.waiting_until, q.open_until,
        q.settled_at, q.outcome, q.choice, q.reply, q.by, q.via, q.released, q.handed_at, q.failure
    FROM questions q JOIN agent_notifications n ON n.id = q.id;

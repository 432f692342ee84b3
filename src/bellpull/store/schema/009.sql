-- Whose turn it is, and whether a thing was said before, is found without reading what was said: messages are long, and
-- stand before these columns. handed_at is NULL in all of it; without it SQLite would look it up in each row.
DROP INDEX idx_nudges_pending;
CREATE INDEX idx_nudges_pending ON nudges(agent_name, place, session, lease_until, question_id, handed_at)
    WHERE handed_at IS NULL;
CREATE INDEX idx_nudges_said ON nudges(agent_name, dedup_key) WHERE handed_at IS NULL AND dedup_key IS NOT NULL;

-- Asked before each claim, and almost always empty.
CREATE INDEX idx_sessions_sub_agents ON sessions(agent_name, seen_at) WHERE parent IS NOT NULL AND state = 'working';

-- What people prefer, on all their surfaces. NULL: as the hub's setting says.
CREATE TABLE preferences (
    user TEXT PRIMARY KEY REFERENCES users(name) ON DELETE CASCADE,
    quiet_hours TEXT
) WITHOUT ROWID;

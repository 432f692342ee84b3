BEGIN TRANSACTION;
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
INSERT INTO "agent_notifications" VALUES('notif_P6_-OcIvlKhDFDeD','reviewer','status','Cleared with the rest',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:29.875Z','2026-11-16T15:37:29.877Z','ada');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OcLXkpVRMS5d','builder','info','Pending','two
lines, ''quoted'' – <b>ünïcode</b> 🔔','normal','build',NULL,'pending','2026-11-16T15:37:29.878Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OcMOHXvmP88F','builder','alert','Urgent',NULL,'urgent',NULL,'{"run": 7, "deep": [null, {"a": 1.5}]}','pending','2026-11-16T15:37:29.879Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OcNwWlIAA8BN','reviewer','completion','Low',NULL,'low',NULL,NULL,'pending','2026-11-16T15:37:29.880Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OcOxs_meR_Pn','ada','status','Of a person',NULL,'high',NULL,NULL,'pending','2026-11-16T15:37:29.881Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OcPhLvLLKh0L','builder','info','Seen',NULL,'normal',NULL,NULL,'acknowledged','2026-11-16T15:37:29.882Z','2026-11-16T15:37:29.886Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OcQ2M6JZ6VtG','builder','info','Gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:29.883Z','2026-11-16T15:37:29.888Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OcSVM2LRrluI','builder','info','Seen, then gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:29.885Z','2026-11-16T15:37:29.887Z','owner');
CREATE TABLE agents (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES users(name),
    project TEXT,
    created_at TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "agents" VALUES('builder','owner',NULL,'2026-11-16T15:37:29.866Z');
INSERT INTO "agents" VALUES('reviewer','ada',NULL,'2026-11-16T15:37:29.867Z');
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    agent_name TEXT NOT NULL,
    subject TEXT,
    data TEXT NOT NULL
);
INSERT INTO "events" VALUES(1,'2026-11-16T15:37:29.810Z','access_changed','owner',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(2,'2026-11-16T15:37:29.864Z','access_changed','ada',NULL,'{"change":"user_added","by":"owner"}');
INSERT INTO "events" VALUES(3,'2026-11-16T15:37:29.864Z','access_changed','ada',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(4,'2026-11-16T15:37:29.866Z','access_changed','builder',NULL,'{"change":"agent_added","by":"owner"}');
INSERT INTO "events" VALUES(5,'2026-11-16T15:37:29.866Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(6,'2026-11-16T15:37:29.867Z','access_changed','reviewer',NULL,'{"change":"agent_added","by":"ada"}');
INSERT INTO "events" VALUES(7,'2026-11-16T15:37:29.867Z','access_changed','reviewer',NULL,'{"change":"key_created","by":"ada"}');
INSERT INTO "events" VALUES(8,'2026-11-16T15:37:29.869Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(9,'2026-11-16T15:37:29.870Z','access_changed','builder',NULL,'{"change":"key_revoked","by":"owner"}');
INSERT INTO "events" VALUES(13,'2026-11-16T15:37:29.874Z','access_changed','passing',NULL,'{"change":"agent_removed","by":"owner"}');
INSERT INTO "events" VALUES(14,'2026-11-16T15:37:29.875Z','agent_notification','reviewer','notif_P6_-OcIvlKhDFDeD','{"notification_id":"notif_P6_-OcIvlKhDFDeD","notification_type":"status","title":"Cleared with the rest","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:29.875Z"}');
INSERT INTO "events" VALUES(15,'2026-11-16T15:37:29.877Z','notifications_cleared','reviewer',NULL,'{"count":1,"cleared_by":"ada"}');
INSERT INTO "events" VALUES(16,'2026-11-16T15:37:29.878Z','agent_notification','builder','notif_P6_-OcLXkpVRMS5d','{"notification_id":"notif_P6_-OcLXkpVRMS5d","notification_type":"info","title":"Pending","priority":"normal","category":"build","timestamp":"2026-11-16T15:37:29.878Z"}');
INSERT INTO "events" VALUES(17,'2026-11-16T15:37:29.879Z','agent_notification','builder','notif_P6_-OcMOHXvmP88F','{"notification_id":"notif_P6_-OcMOHXvmP88F","notification_type":"alert","title":"Urgent","priority":"urgent","category":null,"timestamp":"2026-11-16T15:37:29.879Z"}');
INSERT INTO "events" VALUES(18,'2026-11-16T15:37:29.880Z','agent_notification','reviewer','notif_P6_-OcNwWlIAA8BN','{"notification_id":"notif_P6_-OcNwWlIAA8BN","notification_type":"completion","title":"Low","priority":"low","category":null,"timestamp":"2026-11-16T15:37:29.880Z"}');
INSERT INTO "events" VALUES(19,'2026-11-16T15:37:29.881Z','agent_notification','ada','notif_P6_-OcOxs_meR_Pn','{"notification_id":"notif_P6_-OcOxs_meR_Pn","notification_type":"status","title":"Of a person","priority":"high","category":null,"timestamp":"2026-11-16T15:37:29.881Z"}');
INSERT INTO "events" VALUES(20,'2026-11-16T15:37:29.882Z','agent_notification','builder','notif_P6_-OcPhLvLLKh0L','{"notification_id":"notif_P6_-OcPhLvLLKh0L","notification_type":"info","title":"Seen","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:29.882Z"}');
INSERT INTO "events" VALUES(21,'2026-11-16T15:37:29.883Z','agent_notification','builder','notif_P6_-OcQ2M6JZ6VtG','{"notification_id":"notif_P6_-OcQ2M6JZ6VtG","notification_type":"info","title":"Gone","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:29.883Z"}');
INSERT INTO "events" VALUES(22,'2026-11-16T15:37:29.885Z','agent_notification','builder','notif_P6_-OcSVM2LRrluI','{"notification_id":"notif_P6_-OcSVM2LRrluI","notification_type":"info","title":"Seen, then gone","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:29.885Z"}');
INSERT INTO "events" VALUES(23,'2026-11-16T15:37:29.886Z','notification_acknowledged','builder','notif_P6_-OcPhLvLLKh0L','{"notification_id":"notif_P6_-OcPhLvLLKh0L","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:29.886Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(24,'2026-11-16T15:37:29.887Z','notification_acknowledged','builder','notif_P6_-OcSVM2LRrluI','{"notification_id":"notif_P6_-OcSVM2LRrluI","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:29.887Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(25,'2026-11-16T15:37:29.888Z','notification_dismissed','builder','notif_P6_-OcQ2M6JZ6VtG','{"notification_id":"notif_P6_-OcQ2M6JZ6VtG","status":"dismissed","acknowledged_at":"2026-11-16T15:37:29.888Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(26,'2026-11-16T15:37:29.889Z','notification_dismissed','builder','notif_P6_-OcSVM2LRrluI','{"notification_id":"notif_P6_-OcSVM2LRrluI","status":"dismissed","acknowledged_at":"2026-11-16T15:37:29.887Z","acknowledged_by":"owner","by":"owner"}');
CREATE TABLE hub (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "hub" VALUES('id','hub_692676d348fd9cc5');
CREATE TABLE idempotency (
    agent_name TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash BLOB NOT NULL,
    answer_id TEXT NOT NULL,
    until TEXT NOT NULL,
    PRIMARY KEY (agent_name, key)
) WITHOUT ROWID;
INSERT INTO "idempotency" VALUES('ada','key of Of a person',X'70606F017C9E048C3C3B702BEE1FC10940CBE1941B4F11545D002C95C449B5F4','notif_P6_-OcOxs_meR_Pn','2026-11-17T15:37:29.881Z');
INSERT INTO "idempotency" VALUES('builder','key of Gone',X'49A364863EAE6A2E2AB41A7BEE5C6F077CCE4E36D735D4AFCA63EC107719875F','notif_P6_-OcQ2M6JZ6VtG','2026-11-17T15:37:29.883Z');
INSERT INTO "idempotency" VALUES('builder','key of Pending',X'D13E5CFF13EF2280C323F281AD70FA0336FF765060DAE0AD4C4E6EB30D728513','notif_P6_-OcLXkpVRMS5d','2026-11-17T15:37:29.878Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen',X'AC16657C9B6B7C356E18924E45D8F678CB853AC3A76D7AE55646CAFDEA298B2E','notif_P6_-OcPhLvLLKh0L','2026-11-17T15:37:29.882Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen, then gone',X'5479B9C548717BDD86AAF5878E99D59F560701A10DFD87A4CD5F76C50293C8C7','notif_P6_-OcSVM2LRrluI','2026-11-17T15:37:29.885Z');
INSERT INTO "idempotency" VALUES('builder','key of Urgent',X'A74740E9177CBD1D08BDF28875721E5850185E30452FCA97EB7CB0E0A6AB1846','notif_P6_-OcMOHXvmP88F','2026-11-17T15:37:29.879Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Cleared with the rest',X'D24476CF08E9E14D41400BB67F1507D8A35A14AD0E0C118EBAC5CB75ABA4CECD','notif_P6_-OcIvlKhDFDeD','2026-11-17T15:37:29.875Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Low',X'83D20811C5610EA493602D249E0AD5C5AB2840830D38CB31FDA2815EB6E42974','notif_P6_-OcNwWlIAA8BN','2026-11-17T15:37:29.880Z');
CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    scope TEXT NOT NULL CHECK (scope IN ('agent', 'user')),
    name TEXT NOT NULL,
    label TEXT,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    last_used_at TEXT,
    revoked_at TEXT
) WITHOUT ROWID;
INSERT INTO "keys" VALUES('107717b9',X'72C2158B63013132132D9D6306F12735DE09C22FFC7464337B07A0BB45658D57','agent','builder','lost','2026-11-16T15:37:29.869Z','owner',NULL,'2026-11-16T15:37:29.870Z');
INSERT INTO "keys" VALUES('2834629c',X'81C02A0B738DDF52F1ABCCC6C37581CDAFAB371B9C339074F19513331EBBD6C6','agent','builder',NULL,'2026-11-16T15:37:29.866Z','owner',NULL,NULL);
INSERT INTO "keys" VALUES('33a5428d',X'9578A84691589EEF97C471630957F024D5D28E0885F244B364A6241AC0F163FE','user','ada','laptop','2026-11-16T15:37:29.864Z','owner',NULL,NULL);
INSERT INTO "keys" VALUES('b4607749',X'CBDC44261FBDF2D27512A451212FAD83D316D80090BFACE502EBF18509D23813','agent','reviewer','of Ada','2026-11-16T15:37:29.867Z','ada',NULL,NULL);
INSERT INTO "keys" VALUES('edff5a6f',X'10733C63024A6AA20945EA7E7C12E0B78078AE6024EE92FE5615DA37EA8E86B9','user','owner','owner.key','2026-11-16T15:37:29.810Z','owner',NULL,NULL);
CREATE TABLE pending_counts (
    agent_name TEXT PRIMARY KEY,
    pending INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "pending_counts" VALUES('ada',1);
INSERT INTO "pending_counts" VALUES('builder',2);
INSERT INTO "pending_counts" VALUES('reviewer',1);
CREATE TABLE shares (
    agent_name TEXT NOT NULL REFERENCES agents(name) ON DELETE CASCADE,
    user TEXT NOT NULL REFERENCES users(name) ON DELETE CASCADE,
    PRIMARY KEY (user, agent_name)
) WITHOUT ROWID;
CREATE TABLE users (
    name TEXT PRIMARY KEY,
    admin INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "users" VALUES('ada',0,'2026-11-16T15:37:29.864Z');
INSERT INTO "users" VALUES('owner',1,'2026-11-16T15:37:29.810Z');
CREATE INDEX idx_notifications_agent ON agent_notifications(agent_name, created_at DESC);
CREATE INDEX idx_notifications_status ON agent_notifications(status);
CREATE INDEX idx_notifications_priority ON agent_notifications(priority);
CREATE INDEX idx_notifications_inbox ON agent_notifications(status, priority, created_at);
CREATE INDEX idx_notifications_agent_status ON agent_notifications(agent_name, status, created_at);
CREATE TRIGGER pending_added AFTER INSERT ON agent_notifications WHEN new.status = 'pending'
BEGIN
    INSERT INTO pending_counts (agent_name, pending) VALUES (new.agent_name, 1)
        ON CONFLICT (agent_name) DO UPDATE SET pending = pending + 1;
END;
CREATE TRIGGER pending_ended AFTER UPDATE OF status ON agent_notifications
    WHEN old.status = 'pending' AND new.status <> 'pending'
BEGIN
    UPDATE pending_counts SET pending = pending - 1 WHERE agent_name = old.agent_name;
END;
CREATE TRIGGER pending_again AFTER UPDATE OF status ON agent_notifications
    WHEN old.status <> 'pending' AND new.status = 'pending'
BEGIN
    INSERT INTO pending_counts (agent_name, pending) VALUES (new.agent_name, 1)
        ON CONFLICT (agent_name) DO UPDATE SET pending = pending + 1;
END;
CREATE TRIGGER pending_deleted AFTER DELETE ON agent_notifications WHEN old.status = 'pending'
BEGIN
    UPDATE pending_counts SET pending = pending - 1 WHERE agent_name = old.agent_name;
END;
CREATE INDEX idx_events_agent ON events(agent_name, seq);
CREATE INDEX idx_events_subject ON events(subject) WHERE subject IS NOT NULL;
CREATE INDEX idx_agents_owner ON agents(owner);
CREATE INDEX idx_keys_name ON keys(name);
CREATE INDEX idx_idempotency_until ON idempotency(until);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('events',26);
COMMIT;
PRAGMA user_version = 1;

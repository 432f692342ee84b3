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
INSERT INTO "agent_notifications" VALUES('notif_P6hS0G0yeOPpdz1O','reviewer','status','Cleared with the rest',NULL,'normal',NULL,NULL,'dismissed','2026-11-18T06:59:29.985Z','2026-11-18T06:59:29.986Z','ada');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0G3d4LE3fzJb','builder','info','Pending','two
lines, ''quoted'' – <b>ünïcode</b> 🔔','normal','build',NULL,'pending','2026-11-18T06:59:29.988Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6hS0G4D918oBnFI','builder','alert','Urgent',NULL,'urgent',NULL,'{"run": 7, "deep": [null, {"a": 1.5}]}','pending','2026-11-18T06:59:29.989Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6hS0G4JJULTrx3g','reviewer','completion','Low',NULL,'low',NULL,NULL,'pending','2026-11-18T06:59:29.989Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6hS0G5J3KX3EF3C','ada','status','Of a person',NULL,'high',NULL,NULL,'pending','2026-11-18T06:59:29.990Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6hS0G6iYLGEVtKb','builder','info','Seen',NULL,'normal',NULL,NULL,'acknowledged','2026-11-18T06:59:29.991Z','2026-11-18T06:59:29.993Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0G7zrIDVLtvy','builder','info','Gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-18T06:59:29.992Z','2026-11-18T06:59:29.995Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0G7VSLxEbDed','builder','info','Seen, then gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-18T06:59:29.992Z','2026-11-18T06:59:29.994Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GBzx_G3uWv3','builder','question','Merge','Merge to main? (1)','high',NULL,NULL,'pending','2026-11-18T06:59:29.996Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GC3SeOFh8b6','builder','question','Name','How shall it be called? (2)','normal',NULL,NULL,'pending','2026-11-18T06:59:29.997Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GDI9Z-DKmcj','reviewer','question','Merge','Merge to main? (3)','normal',NULL,NULL,'pending','2026-11-18T06:59:29.998Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GEJFQcAUvV-','builder','question','Name','How shall it be called? (4)','normal',NULL,NULL,'pending','2026-11-18T06:59:29.999Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GFDch3i80tX','builder','question','Merge','Merge to main? (5)','normal',NULL,NULL,'acknowledged','2026-11-18T06:59:30.000Z','2026-11-18T06:59:30.001Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GIWEnGNiKM7','builder','question','Merge','Merge to main? (6)','normal',NULL,NULL,'acknowledged','2026-11-18T06:59:30.003Z','2026-11-18T06:59:30.004Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GKBlKRDzJFs','builder','question','Merge','Merge to main? (7)','normal',NULL,NULL,'dismissed','2026-11-18T06:59:30.005Z','2026-11-18T06:59:30.006Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GNEYGiFE7oc','builder','question','Merge','Merge to main? (8)','normal',NULL,NULL,'dismissed','2026-11-18T06:59:30.008Z','2026-11-18T06:59:30.008Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GP4Yh6bWyfO','builder','question','Name','How shall it be called? (9)','normal',NULL,NULL,'acknowledged','2026-11-18T06:59:30.010Z','2026-11-18T06:59:30.011Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GRLs51N3fxE','builder','question','Name','How shall it be called? (10)','normal',NULL,NULL,'acknowledged','2026-11-18T06:59:30.012Z','2026-11-18T06:59:30.013Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GTofOqVTWnV','builder','question','Name','How shall it be called? (11)','normal',NULL,NULL,'acknowledged','2026-11-18T06:59:30.014Z','2026-11-18T06:59:30.015Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GWG_KrltrFV','builder','question','Merge','Merge to main? (12)','normal',NULL,NULL,'dismissed','2026-11-18T06:59:30.017Z','2026-11-18T06:59:30.018Z','agent');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GY9Hk5grPGu','builder','question','Name','How shall it be called? (13)','normal',NULL,NULL,'pending','2026-11-18T06:59:30.019Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GZeBrSLQPs8','builder','question','Merge','Merge to main? (14)','normal',NULL,NULL,'acknowledged','2026-11-18T06:59:30.020Z','2026-11-18T06:59:30.021Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0G_EGmbWOaH7','builder','question','Merge','Merge to main? (15)','normal',NULL,NULL,'dismissed','2026-11-18T06:59:30.021Z','2026-11-18T06:59:30.022Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GcBRoIwVzaO','builder','question','Name','How shall it be called? (16)','normal',NULL,NULL,'pending','2026-11-18T06:59:30.024Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6hS0Gd2eFG_mnxf','builder','question','Name','How shall it be called? (17)','normal',NULL,NULL,'acknowledged','2026-11-18T06:59:30.025Z','2026-11-18T06:59:30.027Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GhVcWR119JZ','builder','question','Name','How shall it be called? (18)','normal',NULL,NULL,'acknowledged','2026-11-18T06:59:30.029Z','2026-11-18T06:59:30.030Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0GjK90iDmqAF','builder','question','Name','How shall it be called? (19)','normal',NULL,NULL,'acknowledged','2026-11-18T06:59:30.031Z','2026-11-18T06:59:30.032Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0Gu83-mYF0kL','builder','question','Permission: bash','rm -r build

Allow always: rm *','high',NULL,NULL,'pending','2026-11-18T06:59:30.042Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6hS0IveRzBVfXfm','reviewer','question','Name','How shall it be called? (20)','normal',NULL,NULL,'acknowledged','2026-11-18T06:59:30.171Z','2026-11-18T06:59:30.172Z','ada');
INSERT INTO "agent_notifications" VALUES('notif_P6hS0IyTQSpB5QqW','builder','question','Merge','Merge to main? (21)','normal',NULL,NULL,'acknowledged','2026-11-18T06:59:30.174Z','2026-11-18T06:59:30.176Z','owner');
CREATE TABLE agents (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES users(name),
    project TEXT,
    created_at TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "agents" VALUES('builder','owner','/home/ada/builder','2026-11-18T06:59:29.976Z');
INSERT INTO "agents" VALUES('reviewer','ada',NULL,'2026-11-18T06:59:29.977Z');
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
INSERT INTO "audit" VALUES(1,'2026-11-18T06:59:29.905Z','hub','user',NULL,'key_created','c2eed2fe','owner','owner.key',NULL);
INSERT INTO "audit" VALUES(2,'2026-11-18T06:59:29.974Z','owner','user','c2eed2fe','user_added','ada',NULL,NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(3,'2026-11-18T06:59:29.974Z','owner','user','c2eed2fe','key_created','3e1bc8e0','ada','laptop','127.0.0.1');
INSERT INTO "audit" VALUES(4,'2026-11-18T06:59:29.976Z','owner','user','c2eed2fe','agent_added','builder','builder',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(5,'2026-11-18T06:59:29.976Z','owner','user','c2eed2fe','key_created','445d4c47','builder',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(6,'2026-11-18T06:59:29.977Z','ada','user','3e1bc8e0','agent_added','reviewer','reviewer',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(7,'2026-11-18T06:59:29.977Z','ada','user','3e1bc8e0','key_created','2739319b','reviewer','of Ada','127.0.0.1');
INSERT INTO "audit" VALUES(8,'2026-11-18T06:59:29.978Z','owner','user','c2eed2fe','key_created','1eb0acce','builder','lost','127.0.0.1');
INSERT INTO "audit" VALUES(9,'2026-11-18T06:59:29.979Z','owner','user','c2eed2fe','key_revoked','1eb0acce','builder',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(10,'2026-11-18T06:59:29.980Z','owner','user','c2eed2fe','agent_added','passing','passing',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(11,'2026-11-18T06:59:29.980Z','owner','user','c2eed2fe','key_created','52d7ecdd','passing',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(12,'2026-11-18T06:59:29.983Z','owner','user','c2eed2fe','agent_removed','passing','passing',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(13,'2026-11-18T06:59:30.001Z','owner','user','c2eed2fe','question_answered','notif_P6hS0GFDch3i80tX','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(14,'2026-11-18T06:59:30.004Z','owner','user','c2eed2fe','question_answered','notif_P6hS0GIWEnGNiKM7','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(15,'2026-11-18T06:59:30.006Z','owner','user','c2eed2fe','question_dismissed','notif_P6hS0GKBlKRDzJFs','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(16,'2026-11-18T06:59:30.008Z','owner','user','c2eed2fe','question_dismissed','notif_P6hS0GNEYGiFE7oc','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(17,'2026-11-18T06:59:30.011Z','owner','user','c2eed2fe','question_answered','notif_P6hS0GP4Yh6bWyfO','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(18,'2026-11-18T06:59:30.013Z','owner','user','c2eed2fe','question_answered','notif_P6hS0GRLs51N3fxE','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(19,'2026-11-18T06:59:30.015Z','owner','user','c2eed2fe','question_answered','notif_P6hS0GTofOqVTWnV','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(20,'2026-11-18T06:59:30.022Z','owner','user','c2eed2fe','question_dismissed','notif_P6hS0G_EGmbWOaH7','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(21,'2026-11-18T06:59:30.027Z','owner','user','c2eed2fe','question_answered','notif_P6hS0Gd2eFG_mnxf','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(22,'2026-11-18T06:59:30.030Z','owner','user','c2eed2fe','question_answered','notif_P6hS0GhVcWR119JZ','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(23,'2026-11-18T06:59:30.032Z','owner','user','c2eed2fe','question_answered','notif_P6hS0GjK90iDmqAF','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(24,'2026-11-18T06:59:30.033Z','ada','user','3e1bc8e0','nudge_told','nudge_P6hS0GlWtXLFlIvE','reviewer','user','127.0.0.1');
INSERT INTO "audit" VALUES(25,'2026-11-18T06:59:30.036Z','ada','user','3e1bc8e0','nudge_told','nudge_P6hS0Go634SHjhD8','reviewer','ci','127.0.0.1');
INSERT INTO "audit" VALUES(26,'2026-11-18T06:59:30.037Z','ada','user','3e1bc8e0','nudge_told','nudge_P6hS0GpJNU05cd1p','reviewer','ci','127.0.0.1');
INSERT INTO "audit" VALUES(27,'2026-11-18T06:59:30.038Z','ada','user','3e1bc8e0','nudge_told','nudge_P6hS0GqG4bebwqKl','reviewer','ci','127.0.0.1');
INSERT INTO "audit" VALUES(28,'2026-11-18T06:59:30.039Z','ada','user','3e1bc8e0','nudge_told','nudge_P6hS0GrXt0bCQ0Hv','reviewer','user','127.0.0.1');
INSERT INTO "audit" VALUES(29,'2026-11-18T06:59:30.040Z','ada','user','3e1bc8e0','nudge_told','nudge_P6hS0Gs7upS1VQgG','reviewer','user','127.0.0.1');
INSERT INTO "audit" VALUES(30,'2026-11-18T06:59:30.043Z','ada','user','3e1bc8e0','webhook_created','wh_5cfcf35c','reviewer','ci','127.0.0.1');
INSERT INTO "audit" VALUES(31,'2026-11-18T06:59:30.044Z','ada','user','3e1bc8e0','webhook_created','wh_a4e46b2a','reviewer','deploys','127.0.0.1');
INSERT INTO "audit" VALUES(32,'2026-11-18T06:59:30.045Z','ada','user','3e1bc8e0','webhook_created','wh_fa090470','reviewer','old','127.0.0.1');
INSERT INTO "audit" VALUES(33,'2026-11-18T06:59:30.046Z','ada','user','3e1bc8e0','webhook_removed','wh_fa090470','reviewer',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(34,'2026-11-18T06:59:30.082Z','owner','user','c2eed2fe','user_added','bob',NULL,NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(35,'2026-11-18T06:59:30.110Z','owner','user','c2eed2fe','user_added','carol',NULL,NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(36,'2026-11-18T06:59:30.112Z','owner','user','c2eed2fe','agent_shared','bob','builder',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(37,'2026-11-18T06:59:30.113Z','ada','user','3e1bc8e0','agent_shared','carol','reviewer',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(38,'2026-11-18T06:59:30.135Z','bob','user','37a3937093ffce84','signed_in','bob',NULL,NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(39,'2026-11-18T06:59:30.169Z','owner','user','c2eed2fe','user_removed','carol',NULL,NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(40,'2026-11-18T06:59:30.172Z','ada','user','3e1bc8e0','question_answered','notif_P6hS0IveRzBVfXfm','reviewer','rest','127.0.0.1');
INSERT INTO "audit" VALUES(41,'2026-11-18T06:59:30.176Z','owner','user','c2eed2fe','question_answered','notif_P6hS0IyTQSpB5QqW','builder','rest','127.0.0.1');
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    agent_name TEXT NOT NULL,
    subject TEXT,
    data TEXT NOT NULL
);
INSERT INTO "events" VALUES(1,'2026-11-18T06:59:29.905Z','access_changed','owner',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(2,'2026-11-18T06:59:29.974Z','access_changed','ada',NULL,'{"change":"user_added","by":"owner"}');
INSERT INTO "events" VALUES(3,'2026-11-18T06:59:29.974Z','access_changed','ada',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(4,'2026-11-18T06:59:29.976Z','access_changed','builder',NULL,'{"change":"agent_added","by":"owner"}');
INSERT INTO "events" VALUES(5,'2026-11-18T06:59:29.976Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(6,'2026-11-18T06:59:29.977Z','access_changed','reviewer',NULL,'{"change":"agent_added","by":"ada"}');
INSERT INTO "events" VALUES(7,'2026-11-18T06:59:29.977Z','access_changed','reviewer',NULL,'{"change":"key_created","by":"ada"}');
INSERT INTO "events" VALUES(8,'2026-11-18T06:59:29.978Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(9,'2026-11-18T06:59:29.979Z','access_changed','builder',NULL,'{"change":"key_revoked","by":"owner"}');
INSERT INTO "events" VALUES(13,'2026-11-18T06:59:29.983Z','access_changed','passing',NULL,'{"change":"agent_removed","by":"owner"}');
INSERT INTO "events" VALUES(14,'2026-11-18T06:59:29.985Z','agent_notification','reviewer','notif_P6hS0G0yeOPpdz1O','{"notification_id":"notif_P6hS0G0yeOPpdz1O","notification_type":"status","title":"Cleared with the rest","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:29.985Z"}');
INSERT INTO "events" VALUES(15,'2026-11-18T06:59:29.986Z','notifications_cleared','reviewer',NULL,'{"count":1,"cleared_by":"ada"}');
INSERT INTO "events" VALUES(16,'2026-11-18T06:59:29.988Z','agent_notification','builder','notif_P6hS0G3d4LE3fzJb','{"notification_id":"notif_P6hS0G3d4LE3fzJb","notification_type":"info","title":"Pending","priority":"normal","category":"build","timestamp":"2026-11-18T06:59:29.988Z"}');
INSERT INTO "events" VALUES(17,'2026-11-18T06:59:29.989Z','agent_notification','builder','notif_P6hS0G4D918oBnFI','{"notification_id":"notif_P6hS0G4D918oBnFI","notification_type":"alert","title":"Urgent","priority":"urgent","category":null,"timestamp":"2026-11-18T06:59:29.989Z"}');
INSERT INTO "events" VALUES(18,'2026-11-18T06:59:29.989Z','agent_notification','reviewer','notif_P6hS0G4JJULTrx3g','{"notification_id":"notif_P6hS0G4JJULTrx3g","notification_type":"completion","title":"Low","priority":"low","category":null,"timestamp":"2026-11-18T06:59:29.989Z"}');
INSERT INTO "events" VALUES(19,'2026-11-18T06:59:29.990Z','agent_notification','ada','notif_P6hS0G5J3KX3EF3C','{"notification_id":"notif_P6hS0G5J3KX3EF3C","notification_type":"status","title":"Of a person","priority":"high","category":null,"timestamp":"2026-11-18T06:59:29.990Z"}');
INSERT INTO "events" VALUES(20,'2026-11-18T06:59:29.991Z','agent_notification','builder','notif_P6hS0G6iYLGEVtKb','{"notification_id":"notif_P6hS0G6iYLGEVtKb","notification_type":"info","title":"Seen","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:29.991Z"}');
INSERT INTO "events" VALUES(21,'2026-11-18T06:59:29.992Z','agent_notification','builder','notif_P6hS0G7zrIDVLtvy','{"notification_id":"notif_P6hS0G7zrIDVLtvy","notification_type":"info","title":"Gone","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:29.992Z"}');
INSERT INTO "events" VALUES(22,'2026-11-18T06:59:29.992Z','agent_notification','builder','notif_P6hS0G7VSLxEbDed','{"notification_id":"notif_P6hS0G7VSLxEbDed","notification_type":"info","title":"Seen, then gone","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:29.992Z"}');
INSERT INTO "events" VALUES(23,'2026-11-18T06:59:29.993Z','notification_acknowledged','builder','notif_P6hS0G6iYLGEVtKb','{"notification_id":"notif_P6hS0G6iYLGEVtKb","status":"acknowledged","acknowledged_at":"2026-11-18T06:59:29.993Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(24,'2026-11-18T06:59:29.994Z','notification_acknowledged','builder','notif_P6hS0G7VSLxEbDed','{"notification_id":"notif_P6hS0G7VSLxEbDed","status":"acknowledged","acknowledged_at":"2026-11-18T06:59:29.994Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(25,'2026-11-18T06:59:29.995Z','notification_dismissed','builder','notif_P6hS0G7zrIDVLtvy','{"notification_id":"notif_P6hS0G7zrIDVLtvy","status":"dismissed","acknowledged_at":"2026-11-18T06:59:29.995Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(26,'2026-11-18T06:59:29.995Z','notification_dismissed','builder','notif_P6hS0G7VSLxEbDed','{"notification_id":"notif_P6hS0G7VSLxEbDed","status":"dismissed","acknowledged_at":"2026-11-18T06:59:29.994Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(27,'2026-11-18T06:59:29.996Z','agent_notification','builder','notif_P6hS0GBzx_G3uWv3','{"notification_id":"notif_P6hS0GBzx_G3uWv3","notification_type":"question","title":"Merge","priority":"high","category":null,"timestamp":"2026-11-18T06:59:29.996Z"}');
INSERT INTO "events" VALUES(28,'2026-11-18T06:59:29.996Z','question_opened','builder','notif_P6hS0GBzx_G3uWv3','{"question":{"id":"notif_P6hS0GBzx_G3uWv3","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (1)","options":["Yes, merge","No"],"free_text":false,"action_label":"Go","buttons":[{"label":"Go","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"high","secret":false,"look":{"window_title":null,"show_history":false,"theme":"dark","chime_enabled":false,"repo":"site","branch":"main","asked_as":null,"task":"Release"},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-18T06:59:29.996Z","waiting_until":"2026-11-18T07:00:29.996Z","open_until":"2026-11-19T06:59:29.996Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(29,'2026-11-18T06:59:29.997Z','agent_notification','builder','notif_P6hS0GC3SeOFh8b6','{"notification_id":"notif_P6hS0GC3SeOFh8b6","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:29.997Z"}');
INSERT INTO "events" VALUES(30,'2026-11-18T06:59:29.997Z','question_opened','builder','notif_P6hS0GC3SeOFh8b6','{"question":{"id":"notif_P6hS0GC3SeOFh8b6","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (2)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:29.997Z","waiting_until":null,"open_until":"2026-11-19T06:59:29.997Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(31,'2026-11-18T06:59:29.998Z','agent_notification','reviewer','notif_P6hS0GDI9Z-DKmcj','{"notification_id":"notif_P6hS0GDI9Z-DKmcj","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:29.998Z"}');
INSERT INTO "events" VALUES(32,'2026-11-18T06:59:29.998Z','question_opened','reviewer','notif_P6hS0GDI9Z-DKmcj','{"question":{"id":"notif_P6hS0GDI9Z-DKmcj","agent_name":"reviewer","kind":"choice","title":"Merge","question":"Merge to main? (3)","options":["Yes, merge","No"],"free_text":true,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:29.998Z","waiting_until":null,"open_until":"2026-11-19T06:59:29.998Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(33,'2026-11-18T06:59:29.999Z','agent_notification','builder','notif_P6hS0GEJFQcAUvV-','{"notification_id":"notif_P6hS0GEJFQcAUvV-","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:29.999Z"}');
INSERT INTO "events" VALUES(34,'2026-11-18T06:59:29.999Z','question_opened','builder','notif_P6hS0GEJFQcAUvV-','{"question":{"id":"notif_P6hS0GEJFQcAUvV-","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (4)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:29.999Z","waiting_until":"2026-11-18T07:00:29.999Z","open_until":"2026-11-19T06:59:29.999Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(35,'2026-11-18T06:59:30.000Z','question_released','builder','notif_P6hS0GEJFQcAUvV-','{"question_id":"notif_P6hS0GEJFQcAUvV-","reason":"timeout","detail":null}');
INSERT INTO "events" VALUES(36,'2026-11-18T06:59:30.000Z','agent_notification','builder','notif_P6hS0GFDch3i80tX','{"notification_id":"notif_P6hS0GFDch3i80tX","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.000Z"}');
INSERT INTO "events" VALUES(37,'2026-11-18T06:59:30.000Z','question_opened','builder','notif_P6hS0GFDch3i80tX','{"question":{"id":"notif_P6hS0GFDch3i80tX","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (5)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.000Z","waiting_until":"2026-11-18T07:00:30.000Z","open_until":"2026-11-19T06:59:30.000Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(38,'2026-11-18T06:59:30.001Z','question_settled','builder','notif_P6hS0GFDch3i80tX','{"question_id":"notif_P6hS0GFDch3i80tX","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(39,'2026-11-18T06:59:30.001Z','notification_acknowledged','builder','notif_P6hS0GFDch3i80tX','{"notification_id":"notif_P6hS0GFDch3i80tX","status":"acknowledged","acknowledged_at":"2026-11-18T06:59:30.001Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(40,'2026-11-18T06:59:30.003Z','agent_notification','builder','notif_P6hS0GIWEnGNiKM7','{"notification_id":"notif_P6hS0GIWEnGNiKM7","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.003Z"}');
INSERT INTO "events" VALUES(41,'2026-11-18T06:59:30.003Z','question_opened','builder','notif_P6hS0GIWEnGNiKM7','{"question":{"id":"notif_P6hS0GIWEnGNiKM7","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (6)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.003Z","waiting_until":"2026-11-18T07:00:30.003Z","open_until":"2026-11-19T06:59:30.003Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(42,'2026-11-18T06:59:30.004Z','question_settled','builder','notif_P6hS0GIWEnGNiKM7','{"question_id":"notif_P6hS0GIWEnGNiKM7","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(43,'2026-11-18T06:59:30.004Z','notification_acknowledged','builder','notif_P6hS0GIWEnGNiKM7','{"notification_id":"notif_P6hS0GIWEnGNiKM7","status":"acknowledged","acknowledged_at":"2026-11-18T06:59:30.004Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(44,'2026-11-18T06:59:30.005Z','agent_notification','builder','notif_P6hS0GKBlKRDzJFs','{"notification_id":"notif_P6hS0GKBlKRDzJFs","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.005Z"}');
INSERT INTO "events" VALUES(45,'2026-11-18T06:59:30.005Z','question_opened','builder','notif_P6hS0GKBlKRDzJFs','{"question":{"id":"notif_P6hS0GKBlKRDzJFs","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (7)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.005Z","waiting_until":"2026-11-18T07:00:30.005Z","open_until":"2026-11-19T06:59:30.005Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(46,'2026-11-18T06:59:30.006Z','question_settled','builder','notif_P6hS0GKBlKRDzJFs','{"question_id":"notif_P6hS0GKBlKRDzJFs","outcome":"cancelled","via":"rest"}');
INSERT INTO "events" VALUES(47,'2026-11-18T06:59:30.006Z','notification_dismissed','builder','notif_P6hS0GKBlKRDzJFs','{"notification_id":"notif_P6hS0GKBlKRDzJFs","status":"dismissed","acknowledged_at":"2026-11-18T06:59:30.006Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(48,'2026-11-18T06:59:30.008Z','agent_notification','builder','notif_P6hS0GNEYGiFE7oc','{"notification_id":"notif_P6hS0GNEYGiFE7oc","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.008Z"}');
INSERT INTO "events" VALUES(49,'2026-11-18T06:59:30.008Z','question_opened','builder','notif_P6hS0GNEYGiFE7oc','{"question":{"id":"notif_P6hS0GNEYGiFE7oc","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (8)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.008Z","waiting_until":"2026-11-18T07:00:30.008Z","open_until":"2026-11-19T06:59:30.008Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(50,'2026-11-18T06:59:30.008Z','question_settled','builder','notif_P6hS0GNEYGiFE7oc','{"question_id":"notif_P6hS0GNEYGiFE7oc","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(51,'2026-11-18T06:59:30.008Z','notification_dismissed','builder','notif_P6hS0GNEYGiFE7oc','{"notification_id":"notif_P6hS0GNEYGiFE7oc","status":"dismissed","acknowledged_at":"2026-11-18T06:59:30.008Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(52,'2026-11-18T06:59:30.010Z','agent_notification','builder','notif_P6hS0GP4Yh6bWyfO','{"notification_id":"notif_P6hS0GP4Yh6bWyfO","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.010Z"}');
INSERT INTO "events" VALUES(53,'2026-11-18T06:59:30.010Z','question_opened','builder','notif_P6hS0GP4Yh6bWyfO','{"question":{"id":"notif_P6hS0GP4Yh6bWyfO","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (9)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.010Z","waiting_until":"2026-11-18T07:00:30.010Z","open_until":"2026-11-19T06:59:30.010Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(54,'2026-11-18T06:59:30.011Z','question_settled','builder','notif_P6hS0GP4Yh6bWyfO','{"question_id":"notif_P6hS0GP4Yh6bWyfO","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(55,'2026-11-18T06:59:30.011Z','notification_acknowledged','builder','notif_P6hS0GP4Yh6bWyfO','{"notification_id":"notif_P6hS0GP4Yh6bWyfO","status":"acknowledged","acknowledged_at":"2026-11-18T06:59:30.011Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(56,'2026-11-18T06:59:30.012Z','agent_notification','builder','notif_P6hS0GRLs51N3fxE','{"notification_id":"notif_P6hS0GRLs51N3fxE","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.012Z"}');
INSERT INTO "events" VALUES(57,'2026-11-18T06:59:30.012Z','question_opened','builder','notif_P6hS0GRLs51N3fxE','{"question":{"id":"notif_P6hS0GRLs51N3fxE","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (10)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.012Z","waiting_until":"2026-11-18T07:00:30.012Z","open_until":"2026-11-19T06:59:30.012Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(58,'2026-11-18T06:59:30.013Z','question_settled','builder','notif_P6hS0GRLs51N3fxE','{"question_id":"notif_P6hS0GRLs51N3fxE","outcome":"empty","via":"rest"}');
INSERT INTO "events" VALUES(59,'2026-11-18T06:59:30.013Z','notification_acknowledged','builder','notif_P6hS0GRLs51N3fxE','{"notification_id":"notif_P6hS0GRLs51N3fxE","status":"acknowledged","acknowledged_at":"2026-11-18T06:59:30.013Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(60,'2026-11-18T06:59:30.014Z','agent_notification','builder','notif_P6hS0GTofOqVTWnV','{"notification_id":"notif_P6hS0GTofOqVTWnV","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.014Z"}');
INSERT INTO "events" VALUES(61,'2026-11-18T06:59:30.014Z','question_opened','builder','notif_P6hS0GTofOqVTWnV','{"question":{"id":"notif_P6hS0GTofOqVTWnV","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (11)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.014Z","waiting_until":"2026-11-18T07:00:30.014Z","open_until":"2026-11-19T06:59:30.014Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(62,'2026-11-18T06:59:30.015Z','question_settled','builder','notif_P6hS0GTofOqVTWnV','{"question_id":"notif_P6hS0GTofOqVTWnV","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(63,'2026-11-18T06:59:30.015Z','notification_acknowledged','builder','notif_P6hS0GTofOqVTWnV','{"notification_id":"notif_P6hS0GTofOqVTWnV","status":"acknowledged","acknowledged_at":"2026-11-18T06:59:30.015Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(64,'2026-11-18T06:59:30.017Z','agent_notification','builder','notif_P6hS0GWG_KrltrFV','{"notification_id":"notif_P6hS0GWG_KrltrFV","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.017Z"}');
INSERT INTO "events" VALUES(65,'2026-11-18T06:59:30.017Z','question_opened','builder','notif_P6hS0GWG_KrltrFV','{"question":{"id":"notif_P6hS0GWG_KrltrFV","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (12)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.017Z","waiting_until":null,"open_until":"2026-11-19T06:59:30.017Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(66,'2026-11-18T06:59:30.018Z','question_settled','builder','notif_P6hS0GWG_KrltrFV','{"question_id":"notif_P6hS0GWG_KrltrFV","outcome":"withdrawn","via":null}');
INSERT INTO "events" VALUES(67,'2026-11-18T06:59:30.018Z','notification_dismissed','builder','notif_P6hS0GWG_KrltrFV','{"notification_id":"notif_P6hS0GWG_KrltrFV","status":"dismissed","acknowledged_at":"2026-11-18T06:59:30.018Z","acknowledged_by":"agent","by":"agent"}');
INSERT INTO "events" VALUES(68,'2026-11-18T06:59:30.019Z','agent_notification','builder','notif_P6hS0GY9Hk5grPGu','{"notification_id":"notif_P6hS0GY9Hk5grPGu","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.019Z"}');
INSERT INTO "events" VALUES(69,'2026-11-18T06:59:30.019Z','question_opened','builder','notif_P6hS0GY9Hk5grPGu','{"question":{"id":"notif_P6hS0GY9Hk5grPGu","agent_name":"builder","kind":"show","title":"Name","question":"How shall it be called? (13)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.019Z","waiting_until":null,"open_until":"2026-11-18T06:59:35.019Z","state":"settled","settled_at":"2026-11-18T06:59:30.019Z","outcome":"shown","choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":"2026-11-18T06:59:30.019Z"}}');
INSERT INTO "events" VALUES(70,'2026-11-18T06:59:30.020Z','agent_notification','builder','notif_P6hS0GZeBrSLQPs8','{"notification_id":"notif_P6hS0GZeBrSLQPs8","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.020Z"}');
INSERT INTO "events" VALUES(71,'2026-11-18T06:59:30.020Z','question_opened','builder','notif_P6hS0GZeBrSLQPs8','{"question":{"id":"notif_P6hS0GZeBrSLQPs8","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (14)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.020Z","waiting_until":null,"open_until":"2026-11-19T06:59:30.020Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(72,'2026-11-18T06:59:30.021Z','notification_acknowledged','builder','notif_P6hS0GZeBrSLQPs8','{"notification_id":"notif_P6hS0GZeBrSLQPs8","status":"acknowledged","acknowledged_at":"2026-11-18T06:59:30.021Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(73,'2026-11-18T06:59:30.021Z','agent_notification','builder','notif_P6hS0G_EGmbWOaH7','{"notification_id":"notif_P6hS0G_EGmbWOaH7","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.021Z"}');
INSERT INTO "events" VALUES(74,'2026-11-18T06:59:30.021Z','question_opened','builder','notif_P6hS0G_EGmbWOaH7','{"question":{"id":"notif_P6hS0G_EGmbWOaH7","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (15)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.021Z","waiting_until":null,"open_until":"2026-11-19T06:59:30.021Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(75,'2026-11-18T06:59:30.022Z','question_settled','builder','notif_P6hS0G_EGmbWOaH7','{"question_id":"notif_P6hS0G_EGmbWOaH7","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(76,'2026-11-18T06:59:30.022Z','notification_dismissed','builder','notif_P6hS0G_EGmbWOaH7','{"notification_id":"notif_P6hS0G_EGmbWOaH7","status":"dismissed","acknowledged_at":"2026-11-18T06:59:30.022Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(77,'2026-11-18T06:59:30.022Z','nudge_pending','builder','notif_P6hS0G_EGmbWOaH7','{"nudge_id":"nudge_P6hS0GabvTpTecSt","session":null,"count":1}');
INSERT INTO "events" VALUES(78,'2026-11-18T06:59:30.024Z','agent_notification','builder','notif_P6hS0GcBRoIwVzaO','{"notification_id":"notif_P6hS0GcBRoIwVzaO","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.024Z"}');
INSERT INTO "events" VALUES(79,'2026-11-18T06:59:30.024Z','question_opened','builder','notif_P6hS0GcBRoIwVzaO','{"question":{"id":"notif_P6hS0GcBRoIwVzaO","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (16)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.024Z","waiting_until":"2026-11-18T07:00:30.024Z","open_until":"2026-11-19T06:59:30.024Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(80,'2026-11-18T06:59:30.025Z','question_released','builder','notif_P6hS0GcBRoIwVzaO','{"question_id":"notif_P6hS0GcBRoIwVzaO","reason":"failed","detail":"no display"}');
INSERT INTO "events" VALUES(81,'2026-11-18T06:59:30.025Z','agent_notification','builder','notif_P6hS0Gd2eFG_mnxf','{"notification_id":"notif_P6hS0Gd2eFG_mnxf","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.025Z"}');
INSERT INTO "events" VALUES(82,'2026-11-18T06:59:30.025Z','question_opened','builder','notif_P6hS0Gd2eFG_mnxf','{"question":{"id":"notif_P6hS0Gd2eFG_mnxf","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (17)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.025Z","waiting_until":null,"open_until":"2026-11-19T06:59:30.025Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(83,'2026-11-18T06:59:30.027Z','question_settled','builder','notif_P6hS0Gd2eFG_mnxf','{"question_id":"notif_P6hS0Gd2eFG_mnxf","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(84,'2026-11-18T06:59:30.027Z','notification_acknowledged','builder','notif_P6hS0Gd2eFG_mnxf','{"notification_id":"notif_P6hS0Gd2eFG_mnxf","status":"acknowledged","acknowledged_at":"2026-11-18T06:59:30.027Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(85,'2026-11-18T06:59:30.027Z','nudge_pending','builder','notif_P6hS0Gd2eFG_mnxf','{"nudge_id":"nudge_P6hS0GfRHPTty0sz","session":null,"count":2}');
INSERT INTO "events" VALUES(86,'2026-11-18T06:59:30.029Z','nudge_handed','builder','notif_P6hS0G_EGmbWOaH7','{"nudge_id":"nudge_P6hS0GabvTpTecSt","question_id":"notif_P6hS0G_EGmbWOaH7","via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(87,'2026-11-18T06:59:30.029Z','nudge_handed','builder','notif_P6hS0Gd2eFG_mnxf','{"nudge_id":"nudge_P6hS0GfRHPTty0sz","question_id":"notif_P6hS0Gd2eFG_mnxf","via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(88,'2026-11-18T06:59:30.029Z','agent_notification','builder','notif_P6hS0GhVcWR119JZ','{"notification_id":"notif_P6hS0GhVcWR119JZ","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.029Z"}');
INSERT INTO "events" VALUES(89,'2026-11-18T06:59:30.029Z','question_opened','builder','notif_P6hS0GhVcWR119JZ','{"question":{"id":"notif_P6hS0GhVcWR119JZ","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (18)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.029Z","waiting_until":null,"open_until":"2026-11-19T06:59:30.029Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(90,'2026-11-18T06:59:30.030Z','question_settled','builder','notif_P6hS0GhVcWR119JZ','{"question_id":"notif_P6hS0GhVcWR119JZ","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(91,'2026-11-18T06:59:30.030Z','notification_acknowledged','builder','notif_P6hS0GhVcWR119JZ','{"notification_id":"notif_P6hS0GhVcWR119JZ","status":"acknowledged","acknowledged_at":"2026-11-18T06:59:30.030Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(92,'2026-11-18T06:59:30.030Z','nudge_pending','builder','notif_P6hS0GhVcWR119JZ','{"nudge_id":"nudge_P6hS0GiVlzJr0ub0","session":null,"count":1}');
INSERT INTO "events" VALUES(93,'2026-11-18T06:59:30.031Z','agent_notification','builder','notif_P6hS0GjK90iDmqAF','{"notification_id":"notif_P6hS0GjK90iDmqAF","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.031Z"}');
INSERT INTO "events" VALUES(94,'2026-11-18T06:59:30.031Z','question_opened','builder','notif_P6hS0GjK90iDmqAF','{"question":{"id":"notif_P6hS0GjK90iDmqAF","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (19)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.031Z","waiting_until":null,"open_until":"2026-11-19T06:59:30.031Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(95,'2026-11-18T06:59:30.032Z','question_settled','builder','notif_P6hS0GjK90iDmqAF','{"question_id":"notif_P6hS0GjK90iDmqAF","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(96,'2026-11-18T06:59:30.032Z','notification_acknowledged','builder','notif_P6hS0GjK90iDmqAF','{"notification_id":"notif_P6hS0GjK90iDmqAF","status":"acknowledged","acknowledged_at":"2026-11-18T06:59:30.032Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(97,'2026-11-18T06:59:30.032Z','nudge_pending','builder','notif_P6hS0GjK90iDmqAF','{"nudge_id":"nudge_P6hS0Gkd4iPWrAKQ","session":null,"count":2}');
INSERT INTO "events" VALUES(98,'2026-11-18T06:59:30.033Z','nudge_pending','reviewer','nudge_P6hS0GlWtXLFlIvE','{"nudge_id":"nudge_P6hS0GlWtXLFlIvE","session":null,"count":1}');
INSERT INTO "events" VALUES(99,'2026-11-18T06:59:30.035Z','nudge_handed','reviewer','nudge_P6hS0GlWtXLFlIvE','{"nudge_id":"nudge_P6hS0GlWtXLFlIvE","question_id":null,"via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(100,'2026-11-18T06:59:30.036Z','nudge_pending','reviewer','nudge_P6hS0Go634SHjhD8','{"nudge_id":"nudge_P6hS0Go634SHjhD8","session":null,"count":1}');
INSERT INTO "events" VALUES(101,'2026-11-18T06:59:30.037Z','nudge_pending','reviewer','nudge_P6hS0GpJNU05cd1p','{"nudge_id":"nudge_P6hS0GpJNU05cd1p","session":null,"count":1}');
INSERT INTO "events" VALUES(102,'2026-11-18T06:59:30.038Z','nudge_pending','reviewer','nudge_P6hS0GqG4bebwqKl','{"nudge_id":"nudge_P6hS0GqG4bebwqKl","session":null,"count":1}');
INSERT INTO "events" VALUES(103,'2026-11-18T06:59:30.039Z','nudge_pending','reviewer','nudge_P6hS0GrXt0bCQ0Hv','{"nudge_id":"nudge_P6hS0GrXt0bCQ0Hv","session":"process:of-reviewer","count":2}');
INSERT INTO "events" VALUES(104,'2026-11-18T06:59:30.040Z','nudge_pending','reviewer','nudge_P6hS0Gs7upS1VQgG','{"nudge_id":"nudge_P6hS0Gs7upS1VQgG","session":null,"count":3}');
INSERT INTO "events" VALUES(105,'2026-11-18T06:59:30.041Z','session_changed','builder','claude-code:1','{"session":"claude-code:1","client":"claude-code/2.0","parent":null,"state":"working","since":"2026-11-18T06:59:30.041Z","reason":null}');
INSERT INTO "events" VALUES(106,'2026-11-18T06:59:30.041Z','session_changed','builder','claude-code:1/a','{"session":"claude-code:1/a","client":"claude-code/2.0","parent":"claude-code:1","state":"idle","since":"2026-11-18T06:59:30.041Z","reason":null}');
INSERT INTO "events" VALUES(107,'2026-11-18T06:59:30.041Z','session_changed','builder','claude-code:2','{"session":"claude-code:2","client":"claude-code/2.0","parent":null,"state":"ended","since":"2026-11-18T06:59:30.041Z","reason":"error: out of tokens"}');
INSERT INTO "events" VALUES(108,'2026-11-18T06:59:30.042Z','agent_notification','builder','notif_P6hS0Gu83-mYF0kL','{"notification_id":"notif_P6hS0Gu83-mYF0kL","notification_type":"question","title":"Permission: bash","priority":"high","category":null,"timestamp":"2026-11-18T06:59:30.042Z"}');
INSERT INTO "events" VALUES(109,'2026-11-18T06:59:30.042Z','question_opened','builder','notif_P6hS0Gu83-mYF0kL','{"question":{"id":"notif_P6hS0Gu83-mYF0kL","agent_name":"builder","kind":"permission","title":"Permission: bash","question":"rm -r build\n\nAllow always: rm *","options":["Allow once","Allow always","Reject"],"free_text":true,"action_label":null,"buttons":[{"label":"Allow once","answer":{"choice":"Allow once"}},{"label":"Allow always","answer":{"choice":"Allow always"}},{"label":"Reject","answer":{"choice":"Reject"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"high","secret":false,"look":{"window_title":null,"show_history":false,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"opencode:ses_1","request":"per_1","opened_at":"2026-11-18T06:59:30.042Z","waiting_until":"2026-11-19T06:59:30.042Z","open_until":"2026-11-19T06:59:30.042Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(110,'2026-11-18T06:59:30.042Z','session_changed','builder','opencode:ses_1','{"session":"opencode:ses_1","client":"opencode/1.18.34","parent":null,"state":"working","since":"2026-11-18T06:59:30.042Z","reason":null}');
INSERT INTO "events" VALUES(111,'2026-11-18T06:59:30.043Z','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(112,'2026-11-18T06:59:30.044Z','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(113,'2026-11-18T06:59:30.045Z','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(114,'2026-11-18T06:59:30.046Z','access_changed','reviewer',NULL,'{"change":"webhook_removed","by":"ada"}');
INSERT INTO "events" VALUES(115,'2026-11-18T06:59:30.047Z','preferences_changed','owner','owner','{"quiet_hours":"22:00-07:00"}');
INSERT INTO "events" VALUES(116,'2026-11-18T06:59:30.048Z','preferences_changed','ada','ada','{"quiet_hours":""}');
INSERT INTO "events" VALUES(117,'2026-11-18T06:59:30.082Z','access_changed','bob',NULL,'{"change":"user_added","by":"owner"}');
INSERT INTO "events" VALUES(119,'2026-11-18T06:59:30.112Z','access_changed','builder',NULL,'{"change":"shared","by":"owner"}');
INSERT INTO "events" VALUES(120,'2026-11-18T06:59:30.113Z','access_changed','reviewer',NULL,'{"change":"shared","by":"ada"}');
INSERT INTO "events" VALUES(121,'2026-11-18T06:59:30.135Z','access_changed','bob',NULL,'{"change":"signed_in","by":"bob"}');
INSERT INTO "events" VALUES(122,'2026-11-18T06:59:30.169Z','access_changed','carol',NULL,'{"change":"user_removed","by":"owner"}');
INSERT INTO "events" VALUES(123,'2026-11-18T06:59:30.171Z','agent_notification','reviewer','notif_P6hS0IveRzBVfXfm','{"notification_id":"notif_P6hS0IveRzBVfXfm","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.171Z"}');
INSERT INTO "events" VALUES(124,'2026-11-18T06:59:30.171Z','question_opened','reviewer','notif_P6hS0IveRzBVfXfm','{"question":{"id":"notif_P6hS0IveRzBVfXfm","agent_name":"reviewer","kind":"text","title":"Name","question":"How shall it be called? (20)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.171Z","waiting_until":null,"open_until":"2026-11-19T06:59:30.171Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(125,'2026-11-18T06:59:30.172Z','question_settled','reviewer','notif_P6hS0IveRzBVfXfm','{"question_id":"notif_P6hS0IveRzBVfXfm","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(126,'2026-11-18T06:59:30.172Z','notification_acknowledged','reviewer','notif_P6hS0IveRzBVfXfm','{"notification_id":"notif_P6hS0IveRzBVfXfm","status":"acknowledged","acknowledged_at":"2026-11-18T06:59:30.172Z","acknowledged_by":"ada","by":"ada"}');
INSERT INTO "events" VALUES(127,'2026-11-18T06:59:30.172Z','nudge_pending','reviewer','notif_P6hS0IveRzBVfXfm','{"nudge_id":"nudge_P6hS0IwsXfcSfWYx","session":null,"count":4}');
INSERT INTO "events" VALUES(128,'2026-11-18T06:59:30.174Z','agent_notification','builder','notif_P6hS0IyTQSpB5QqW','{"notification_id":"notif_P6hS0IyTQSpB5QqW","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T06:59:30.174Z"}');
INSERT INTO "events" VALUES(129,'2026-11-18T06:59:30.174Z','question_opened','builder','notif_P6hS0IyTQSpB5QqW','{"question":{"id":"notif_P6hS0IyTQSpB5QqW","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (21)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T06:59:30.174Z","waiting_until":"2026-11-18T07:00:30.174Z","open_until":"2026-11-19T06:59:30.174Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(130,'2026-11-18T06:59:30.176Z','question_settled','builder','notif_P6hS0IyTQSpB5QqW','{"question_id":"notif_P6hS0IyTQSpB5QqW","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(131,'2026-11-18T06:59:30.176Z','notification_acknowledged','builder','notif_P6hS0IyTQSpB5QqW','{"notification_id":"notif_P6hS0IyTQSpB5QqW","status":"acknowledged","acknowledged_at":"2026-11-18T06:59:30.176Z","acknowledged_by":"owner","by":"owner"}');
CREATE TABLE hub (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "hub" VALUES('id','hub_f140649a3e5fad80');
CREATE TABLE idempotency (
    agent_name TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash BLOB NOT NULL,
    answer_id TEXT NOT NULL,
    until TEXT NOT NULL,
    PRIMARY KEY (agent_name, key)
) WITHOUT ROWID;
INSERT INTO "idempotency" VALUES('ada','key of Of a person',X'70606F017C9E048C3C3B702BEE1FC10940CBE1941B4F11545D002C95C449B5F4','notif_P6hS0G5J3KX3EF3C','2026-11-19T06:59:29.990Z');
INSERT INTO "idempotency" VALUES('ada','nudge 1',X'A86B6D6DA519E881E4587A31221988274408D0F5E06DB125E03EF2BF1C003E58','nudge_P6hS0GlWtXLFlIvE','2026-11-19T06:59:30.033Z');
INSERT INTO "idempotency" VALUES('builder','key of Gone',X'49A364863EAE6A2E2AB41A7BEE5C6F077CCE4E36D735D4AFCA63EC107719875F','notif_P6hS0G7zrIDVLtvy','2026-11-19T06:59:29.992Z');
INSERT INTO "idempotency" VALUES('builder','key of Pending',X'D13E5CFF13EF2280C323F281AD70FA0336FF765060DAE0AD4C4E6EB30D728513','notif_P6hS0G3d4LE3fzJb','2026-11-19T06:59:29.988Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen',X'AC16657C9B6B7C356E18924E45D8F678CB853AC3A76D7AE55646CAFDEA298B2E','notif_P6hS0G6iYLGEVtKb','2026-11-19T06:59:29.991Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen, then gone',X'5479B9C548717BDD86AAF5878E99D59F560701A10DFD87A4CD5F76C50293C8C7','notif_P6hS0G7VSLxEbDed','2026-11-19T06:59:29.992Z');
INSERT INTO "idempotency" VALUES('builder','key of Urgent',X'A74740E9177CBD1D08BDF28875721E5850185E30452FCA97EB7CB0E0A6AB1846','notif_P6hS0G4D918oBnFI','2026-11-19T06:59:29.989Z');
INSERT INTO "idempotency" VALUES('builder','question 1',X'F35DCFA57172D877956B6AB5C7F802BD55FCB15C9A1D3CFF8780D258A78A987F','notif_P6hS0GBzx_G3uWv3','2026-11-19T06:59:29.996Z');
INSERT INTO "idempotency" VALUES('builder','question 10',X'F4FF8DD65FEE2BAA6757BC77E1C91F878D47B228D39A3A0C3E68D69F52039BB3','notif_P6hS0GRLs51N3fxE','2026-11-19T06:59:30.012Z');
INSERT INTO "idempotency" VALUES('builder','question 11',X'147BACE5B26A2F4D03DC2A3EA954B0EA2CA9580FE30F10361BAE26BBDFD8D2CC','notif_P6hS0GTofOqVTWnV','2026-11-19T06:59:30.014Z');
INSERT INTO "idempotency" VALUES('builder','question 12',X'9202AA47A1F882CD6CC973C21CB62FEFCEB1282AB950E5E81390313EAB4DE022','notif_P6hS0GWG_KrltrFV','2026-11-19T06:59:30.017Z');
INSERT INTO "idempotency" VALUES('builder','question 13',X'89DE4247CB142DAA51682B5CF81E42CAAE59F7F28348F045886188EF01850B25','notif_P6hS0GY9Hk5grPGu','2026-11-19T06:59:30.019Z');
INSERT INTO "idempotency" VALUES('builder','question 14',X'DFF0C3074495394B8B965757802791DEB301B2BA16B7DC12D96BAFF34D8CBF44','notif_P6hS0GZeBrSLQPs8','2026-11-19T06:59:30.020Z');
INSERT INTO "idempotency" VALUES('builder','question 15',X'86989B78A2B83BA8F8CAC32620106F2C8C8C1CD104B3813C894FD183B9AAB7B1','notif_P6hS0G_EGmbWOaH7','2026-11-19T06:59:30.021Z');
INSERT INTO "idempotency" VALUES('builder','question 16',X'691383BFECECBBA90C14D709F7DB7017EA14894F4B332C9B58C84E17FF79C8FF','notif_P6hS0GcBRoIwVzaO','2026-11-19T06:59:30.024Z');
INSERT INTO "idempotency" VALUES('builder','question 17',X'6588DB01F3C907EF22FB08D5E7F86C7737EEC024668E20DF813DAAF384112798','notif_P6hS0Gd2eFG_mnxf','2026-11-19T06:59:30.025Z');
INSERT INTO "idempotency" VALUES('builder','question 18',X'4BD14691A219C8B45A0F5B3627D81AFD57FD49079F6A2A38F848BDD3C8FA4C91','notif_P6hS0GhVcWR119JZ','2026-11-19T06:59:30.029Z');
INSERT INTO "idempotency" VALUES('builder','question 19',X'BB36010A997A4EC70F3CC7E2A680444803238687952AD03EED5CCFD18E506BEC','notif_P6hS0GjK90iDmqAF','2026-11-19T06:59:30.031Z');
INSERT INTO "idempotency" VALUES('builder','question 2',X'108D6A6078D090F066D6A923CC694D4A725BD99F8772D1E2ADF195739E3C94C5','notif_P6hS0GC3SeOFh8b6','2026-11-19T06:59:29.997Z');
INSERT INTO "idempotency" VALUES('builder','question 21',X'138BD8338926EBA5C25AAA2BA270071F65F2A92162962373A15CCB186F5872B1','notif_P6hS0IyTQSpB5QqW','2026-11-19T06:59:30.174Z');
INSERT INTO "idempotency" VALUES('builder','question 4',X'31081F1925458938C65443F4A22992C16813F7DAF773BDC248FDEDC0292F541F','notif_P6hS0GEJFQcAUvV-','2026-11-19T06:59:29.999Z');
INSERT INTO "idempotency" VALUES('builder','question 5',X'58AAFD1FB51C9D83ACB5AF97F45AACBD2931315C17756AC04FDC4D4FEAC7DFA2','notif_P6hS0GFDch3i80tX','2026-11-19T06:59:30.000Z');
INSERT INTO "idempotency" VALUES('builder','question 6',X'C22929CE05469233F79F109C2083C2EDD20A351D9E59DEFEA034260A32709501','notif_P6hS0GIWEnGNiKM7','2026-11-19T06:59:30.003Z');
INSERT INTO "idempotency" VALUES('builder','question 7',X'54A811AF15FF08146E6D24F06F3630E1C045B9161DC70B96A95C2F4941CD8EA3','notif_P6hS0GKBlKRDzJFs','2026-11-19T06:59:30.005Z');
INSERT INTO "idempotency" VALUES('builder','question 8',X'46550AE2564DADD18CF7E45E5BB490E0DA4C1F2AAA065789CC1297D6BDF44A69','notif_P6hS0GNEYGiFE7oc','2026-11-19T06:59:30.008Z');
INSERT INTO "idempotency" VALUES('builder','question 9',X'7A1262AE374B80E4D767AFE0D370F3FF99108E8ABFCC5023B93D10C79A2222C4','notif_P6hS0GP4Yh6bWyfO','2026-11-19T06:59:30.010Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Cleared with the rest',X'D24476CF08E9E14D41400BB67F1507D8A35A14AD0E0C118EBAC5CB75ABA4CECD','notif_P6hS0G0yeOPpdz1O','2026-11-19T06:59:29.985Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Low',X'83D20811C5610EA493602D249E0AD5C5AB2840830D38CB31FDA2815EB6E42974','notif_P6hS0G4JJULTrx3g','2026-11-19T06:59:29.989Z');
INSERT INTO "idempotency" VALUES('reviewer','question 20',X'B2278E39163D94A9C419432B809A67157A9A5D259E86608195DFDB9D482B7911','notif_P6hS0IveRzBVfXfm','2026-11-19T06:59:30.171Z');
INSERT INTO "idempotency" VALUES('reviewer','question 3',X'04418AD709582127394F656487AF4F64FDAF25A859346BAEC35973C4F543452E','notif_P6hS0GDI9Z-DKmcj','2026-11-19T06:59:29.998Z');
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
, expires_at TEXT) WITHOUT ROWID;
INSERT INTO "keys" VALUES('1eb0acce',X'B66F48083E280FC29560F84A89530D60B62B518587C2E7251B752676323A77C5','agent','builder','lost','2026-11-18T06:59:29.978Z','owner',NULL,'2026-11-18T06:59:29.979Z',NULL);
INSERT INTO "keys" VALUES('2739319b',X'C68D3EBE8684DBBD712CCCC1BC2AA48AF39FB4AD93E8801ED0D33C43E3010249','agent','reviewer','of Ada','2026-11-18T06:59:29.977Z','ada',NULL,NULL,NULL);
INSERT INTO "keys" VALUES('37a3937093ffce84',X'F75902859BF46F5890A1342B0CE7E2D33CC7A0F5842EC80B8662F67CCCFB37C9','user','bob','sign-in','2026-11-18T06:59:30.135Z','bob',NULL,NULL,'2026-11-18T18:59:30.000Z');
INSERT INTO "keys" VALUES('3e1bc8e0',X'6860B4FCEC0DD3184BC4040AFB4F668EFBFCF8DE877FDE0CCC86C15CA2132AC6','user','ada','laptop','2026-11-18T06:59:29.974Z','owner',NULL,NULL,NULL);
INSERT INTO "keys" VALUES('445d4c47',X'EC5E646C51731FF64C30ED62B86316878C21CF3FAD6A50B87795B612E8A7CA77','agent','builder',NULL,'2026-11-18T06:59:29.976Z','owner',NULL,NULL,NULL);
INSERT INTO "keys" VALUES('c2eed2fe',X'8C50360DAE7CB1F0F632F2D5B6E042A0271208019A13A2F58D6B821FAA339C5A','user','owner','owner.key','2026-11-18T06:59:29.905Z','owner','2026-11-18T06:59:29.906Z',NULL,NULL);
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
, times INTEGER NOT NULL DEFAULT 1, handed_session TEXT);
INSERT INTO "nudges" VALUES(1,'nudge_P6hS0GabvTpTecSt','builder',NULL,'user',NULL,'Your question: Merge to main? (15)
{"response": "dismissed", "choice": null}','notif_P6hS0G_EGmbWOaH7','2026-11-18T06:59:30.022Z','owner',NULL,NULL,'shim',0,'2026-11-18T06:59:30.029Z','shim',1,'process:1');
INSERT INTO "nudges" VALUES(2,'nudge_P6hS0GfRHPTty0sz','builder',NULL,'user',NULL,'Your question: How shall it be called? (17)
User response: read already','notif_P6hS0Gd2eFG_mnxf','2026-11-18T06:59:30.027Z','owner',NULL,NULL,'shim',0,'2026-11-18T06:59:30.029Z','shim',1,'process:1');
INSERT INTO "nudges" VALUES(3,'nudge_P6hS0GiVlzJr0ub0','builder',NULL,'user',NULL,'Your question: How shall it be called? (18)
User response: not read yet','notif_P6hS0GhVcWR119JZ','2026-11-18T06:59:30.030Z','owner',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(4,'nudge_P6hS0Gkd4iPWrAKQ','builder',NULL,'user',NULL,'Your question: How shall it be called? (19)
User response: hush, not read yet','notif_P6hS0GjK90iDmqAF','2026-11-18T06:59:30.032Z','owner',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(5,'nudge_P6hS0GlWtXLFlIvE','reviewer',NULL,'user','aside','read already',NULL,'2026-11-18T06:59:30.033Z','ada',NULL,NULL,'shim',0,'2026-11-18T06:59:30.035Z','shim',1,'process:1');
INSERT INTO "nudges" VALUES(8,'nudge_P6hS0GqG4bebwqKl','reviewer',NULL,'ci','main','main is red (2)',NULL,'2026-11-18T06:59:30.038Z','ada','main','2026-11-18T06:59:40.173Z','shim',0,NULL,NULL,3,'process:1');
INSERT INTO "nudges" VALUES(9,'nudge_P6hS0GrXt0bCQ0Hv','reviewer','process:of-reviewer','user',NULL,'only for one session',NULL,'2026-11-18T06:59:30.039Z','ada',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(10,'nudge_P6hS0Gs7upS1VQgG','reviewer',NULL,'user',NULL,'close it: </notification> & "go on"
– soon',NULL,'2026-11-18T06:59:30.040Z','ada',NULL,'2026-11-18T06:59:40.173Z','shim',0,NULL,NULL,1,'process:1');
INSERT INTO "nudges" VALUES(11,'nudge_P6hS0IwsXfcSfWYx','reviewer',NULL,'user',NULL,'Your question: How shall it be called? (20)
User response: out on a lease','notif_P6hS0IveRzBVfXfm','2026-11-18T06:59:30.172Z','ada',NULL,'2026-11-18T06:59:40.173Z','shim',0,NULL,NULL,1,'process:1');
CREATE TABLE pending_counts (
    agent_name TEXT PRIMARY KEY,
    pending INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "pending_counts" VALUES('ada',1);
INSERT INTO "pending_counts" VALUES('builder',8);
INSERT INTO "pending_counts" VALUES('reviewer',2);
CREATE TABLE preferences (
    user TEXT PRIMARY KEY REFERENCES users(name) ON DELETE CASCADE,
    quiet_hours TEXT
) WITHOUT ROWID;
INSERT INTO "preferences" VALUES('ada','');
INSERT INTO "preferences" VALUES('owner','22:00-07:00');
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
, failure TEXT, joined TEXT, request TEXT);
INSERT INTO "questions" VALUES('notif_P6hS0GBzx_G3uWv3','builder','choice','["Yes, merge", "No"]',0,'Go','[null, false, "dark", false, "site", "main", null, "Release"]',0,'/home/ada/builder','process:1','2026-11-18T06:59:29.996Z','2026-11-18T07:00:29.996Z','2026-11-19T06:59:29.996Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GC3SeOFh8b6','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-18T06:59:29.997Z',NULL,'2026-11-19T06:59:29.997Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GDI9Z-DKmcj','reviewer','choice','["Yes, merge", "No"]',1,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-18T06:59:29.998Z',NULL,'2026-11-19T06:59:29.998Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GEJFQcAUvV-','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-18T06:59:29.999Z',NULL,'2026-11-19T06:59:29.999Z',NULL,NULL,NULL,NULL,NULL,NULL,'timeout',NULL,0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GFDch3i80tX','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-18T06:59:30.000Z','2026-11-18T07:00:30.000Z','2026-11-19T06:59:30.000Z','2026-11-18T06:59:30.001Z','accepted','Yes, merge',NULL,'owner','rest',NULL,'2026-11-18T06:59:30.002Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GIWEnGNiKM7','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-18T06:59:30.003Z','2026-11-18T07:00:30.003Z','2026-11-19T06:59:30.003Z','2026-11-18T06:59:30.004Z','declined','No',NULL,'owner','rest',NULL,'2026-11-18T06:59:30.005Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GKBlKRDzJFs','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-18T06:59:30.005Z','2026-11-18T07:00:30.005Z','2026-11-19T06:59:30.005Z','2026-11-18T06:59:30.006Z','cancelled',NULL,NULL,'owner','rest',NULL,'2026-11-18T06:59:30.007Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GNEYGiFE7oc','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-18T06:59:30.008Z','2026-11-18T07:00:30.008Z','2026-11-19T06:59:30.008Z','2026-11-18T06:59:30.008Z','dismissed',NULL,NULL,'owner','rest',NULL,'2026-11-18T06:59:30.009Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GP4Yh6bWyfO','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-18T06:59:30.010Z','2026-11-18T07:00:30.010Z','2026-11-19T06:59:30.010Z','2026-11-18T06:59:30.011Z','accepted',NULL,'Belfry','owner','rest',NULL,'2026-11-18T06:59:30.011Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GRLs51N3fxE','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-18T06:59:30.012Z','2026-11-18T07:00:30.012Z','2026-11-19T06:59:30.012Z','2026-11-18T06:59:30.013Z','empty',NULL,NULL,'owner','rest',NULL,'2026-11-18T06:59:30.014Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GTofOqVTWnV','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-18T06:59:30.014Z','2026-11-18T07:00:30.014Z','2026-11-19T06:59:30.014Z','2026-11-18T06:59:30.015Z','accepted',NULL,NULL,'owner','rest',NULL,'2026-11-18T06:59:30.016Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GWG_KrltrFV','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-18T06:59:30.017Z',NULL,'2026-11-19T06:59:30.017Z','2026-11-18T06:59:30.018Z','withdrawn',NULL,NULL,NULL,NULL,NULL,'2026-11-18T06:59:30.018Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GY9Hk5grPGu','builder','show','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-18T06:59:30.019Z',NULL,'2026-11-18T06:59:35.019Z','2026-11-18T06:59:30.019Z','shown',NULL,NULL,NULL,NULL,NULL,'2026-11-18T06:59:30.019Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GZeBrSLQPs8','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-18T06:59:30.020Z',NULL,'2026-11-19T06:59:30.020Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0G_EGmbWOaH7','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-18T06:59:30.021Z',NULL,'2026-11-19T06:59:30.021Z','2026-11-18T06:59:30.022Z','dismissed',NULL,NULL,'owner','rest',NULL,'2026-11-18T06:59:30.029Z',1,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GcBRoIwVzaO','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-18T06:59:30.024Z',NULL,'2026-11-19T06:59:30.024Z',NULL,NULL,NULL,NULL,NULL,NULL,'failed',NULL,0,'no display',NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0Gd2eFG_mnxf','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-18T06:59:30.025Z',NULL,'2026-11-19T06:59:30.025Z','2026-11-18T06:59:30.027Z','accepted',NULL,'read already','owner','rest',NULL,'2026-11-18T06:59:30.029Z',1,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GhVcWR119JZ','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-18T06:59:30.029Z',NULL,'2026-11-19T06:59:30.029Z','2026-11-18T06:59:30.030Z','accepted',NULL,'not read yet','owner','rest',NULL,NULL,1,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0GjK90iDmqAF','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-18T06:59:30.031Z',NULL,'2026-11-19T06:59:30.031Z','2026-11-18T06:59:30.032Z','accepted',NULL,'hush, not read yet','owner','rest',NULL,NULL,1,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0Gu83-mYF0kL','builder','permission','["Allow once", "Allow always", "Reject"]',1,NULL,'[null, false, "auto", false, null, null, null, null]',0,NULL,'opencode:ses_1','2026-11-18T06:59:30.042Z','2026-11-19T06:59:30.042Z','2026-11-19T06:59:30.042Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,'per_1');
INSERT INTO "questions" VALUES('notif_P6hS0IveRzBVfXfm','reviewer','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-18T06:59:30.171Z',NULL,'2026-11-19T06:59:30.171Z','2026-11-18T06:59:30.172Z','accepted',NULL,'out on a lease','ada','rest',NULL,NULL,1,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6hS0IyTQSpB5QqW','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-18T06:59:30.174Z','2026-11-18T07:00:30.174Z','2026-11-19T06:59:30.174Z','2026-11-18T06:59:30.176Z','declined','No',NULL,'owner','rest',NULL,NULL,0,NULL,NULL,NULL);
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
    todos TEXT NOT NULL DEFAULT '[]', turn_at TEXT, asks TEXT NOT NULL DEFAULT '[]', requests TEXT NOT NULL DEFAULT '[]', guesses TEXT NOT NULL DEFAULT '[]', trouble TEXT, place TEXT, plugin_at TEXT,
    PRIMARY KEY (agent_name, id)
) WITHOUT ROWID;
INSERT INTO "sessions" VALUES('builder','claude-code:1','claude-code/2.0',NULL,'working','2026-11-18T06:59:30.041Z','2026-11-18T06:59:30.041Z','hook','Release','/home/ada/builder',NULL,1,NULL,'[{"tool":"Bash","argument":"make","since":"2026-11-18T06:59:30.000Z"}]','[{"content":"Build","status":"in_progress"}]',NULL,'[]','[]','[]',NULL,NULL,NULL);
INSERT INTO "sessions" VALUES('builder','claude-code:1/a','claude-code/2.0','claude-code:1','idle','2026-11-18T06:59:30.041Z','2026-11-18T06:59:30.041Z',NULL,NULL,NULL,NULL,0,NULL,'[]','[]',NULL,'[]','[]','[]',NULL,NULL,NULL);
INSERT INTO "sessions" VALUES('builder','claude-code:2','claude-code/2.0',NULL,'ended','2026-11-18T06:59:30.041Z','2026-11-18T06:59:30.041Z','hook','Release','/home/ada/builder',NULL,0,'error: out of tokens','[]','[]',NULL,'[]','[]','[]',NULL,NULL,NULL);
INSERT INTO "sessions" VALUES('builder','opencode:ses_1','opencode/1.18.34',NULL,'working','2026-11-18T06:59:30.042Z','2026-11-18T06:59:30.042Z',NULL,NULL,NULL,'http://127.0.0.1:4096',0,NULL,'[]','[]','2026-11-18T06:59:30.000Z','[{"question_id": null, "title": "Which?", "text": "This or that?", "tool": "ask_user", "at": "2026-11-18T06:59:30.000Z", "running": false, "source": "list"}]','[{"id": "per_1", "kind": "permission", "subject": "bash: rm -r build", "source": "event", "since": "2026-11-18T06:59:30.000Z"}]','[]','slow to answer','{"host":"desk.example","pid":4711,"tty":"/dev/pts/3","tmux":{"socket":"/run/tmux/default","pane":"%1"}}',NULL);
CREATE TABLE shares (
    agent_name TEXT NOT NULL REFERENCES agents(name) ON DELETE CASCADE,
    user TEXT NOT NULL REFERENCES users(name) ON DELETE CASCADE,
    PRIMARY KEY (user, agent_name)
) WITHOUT ROWID;
INSERT INTO "shares" VALUES('builder','bob');
CREATE TABLE signing_keys (
    id TEXT PRIMARY KEY,
    secret BLOB NOT NULL,
    created_at TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES('59c3f8e5e5335b05',X'D7D5ACB753CADDBE5709240553B496C14FDB6B6D979B2FAD0FA82D85F20CD228','2026-11-18T06:59:30.135Z');
CREATE TABLE users (
    name TEXT PRIMARY KEY,
    admin INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL
, password TEXT) WITHOUT ROWID;
INSERT INTO "users" VALUES('ada',0,'2026-11-18T06:59:29.974Z',NULL);
INSERT INTO "users" VALUES('bob',0,'2026-11-18T06:59:30.082Z','$argon2id$v=19$m=19456,t=3,p=1$Jflt5aw+Q+1AwKmnY8glDQ$IXpoT4vthPqNVuoTHDups3MHAZAJYrSwLgK6oOz0HKc');
INSERT INTO "users" VALUES('owner',1,'2026-11-18T06:59:29.905Z',NULL);
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
INSERT INTO "webhooks" VALUES('wh_5cfcf35c',X'77FA0BFC9A7308FA67C3C53FD1DA52ADA0BD180934F970195EC11195B6C433C5','reviewer','ci','pipelines','known-to-the-tests','2026-11-18T06:59:30.043Z','ada',NULL,NULL);
INSERT INTO "webhooks" VALUES('wh_a4e46b2a',X'D030285C7659FC38FC4A4FA77FF7DDE4A8452C22C5F7F233BAEB813630053E9F','reviewer','deploys',NULL,NULL,'2026-11-18T06:59:30.044Z','ada',NULL,NULL);
INSERT INTO "webhooks" VALUES('wh_fa090470',X'1CABB1FA417169E69B0CBD02C4A7A0DAA9954BDD7A8B0D0C1662864A5866DB5B','reviewer','old',NULL,NULL,'2026-11-18T06:59:30.045Z','ada',NULL,'2026-11-18T06:59:30.046Z');
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
CREATE INDEX idx_questions_open_of_agent ON questions(agent_name, opened_at) WHERE settled_at IS NULL;
CREATE INDEX idx_questions_due ON questions(open_until) WHERE settled_at IS NULL;
CREATE INDEX idx_questions_on_their_way ON questions(settled_at)
    WHERE settled_at IS NOT NULL AND handed_at IS NULL AND late = 0;
CREATE INDEX idx_questions_settled ON questions(settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX idx_questions_project ON questions(project, settled_at)
    WHERE settled_at IS NOT NULL AND project IS NOT NULL;
CREATE INDEX idx_nudges_pending ON nudges(agent_name, place) WHERE handed_at IS NULL;
CREATE INDEX idx_nudges_handed ON nudges(handed_at) WHERE handed_at IS NOT NULL;
CREATE INDEX idx_nudges_leased ON nudges(lease_until) WHERE handed_at IS NULL AND lease_until IS NOT NULL;
CREATE INDEX idx_nudges_of_agent ON nudges(agent_name, place);
CREATE INDEX idx_sessions_seen ON sessions(seen_at);
CREATE INDEX idx_webhooks_agent ON webhooks(agent_name);
CREATE INDEX idx_nudges_for_sessions ON nudges(created_at)
    WHERE handed_at IS NULL AND question_id IS NOT NULL AND session IS NOT NULL;
CREATE INDEX idx_sessions_id ON sessions(id);
CREATE UNIQUE INDEX idx_questions_request ON questions(agent_name, request) WHERE request IS NOT NULL;
CREATE VIEW asked AS
    SELECT q.id, q.agent_name, n.title, n.message AS question, q.kind, q.options, q.free_text, q.action_label,
        n.priority AS urgency, q.look, q.secret, q.project, q.session, q.request, q.opened_at, q.waiting_until,
        q.open_until, q.settled_at, q.outcome, q.choice, q.reply, q.by, q.via, q.released, q.handed_at, q.failure,
        q.joined
    FROM questions q JOIN agent_notifications n ON n.id = q.id;
CREATE INDEX idx_keys_expiring ON keys(expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX idx_audit_by ON audit(by, seq);
CREATE INDEX idx_audit_action ON audit(action, seq);
CREATE INDEX idx_audit_subject ON audit(subject, seq) WHERE subject IS NOT NULL;
CREATE INDEX idx_audit_agent ON audit(agent_name, seq) WHERE agent_name IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('events',131);
INSERT INTO "sqlite_sequence" VALUES('audit',41);
INSERT INTO "sqlite_sequence" VALUES('nudges',11);
COMMIT;
PRAGMA user_version = 7;

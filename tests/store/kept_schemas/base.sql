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
INSERT INTO "agent_notifications" VALUES('¤','reviewer','status','Cleared with the rest',NULL,'normal',NULL,NULL,'dismissed','¤','¤','ada');
INSERT INTO "agent_notifications" VALUES('¤','builder','info','Pending','two
lines, ''quoted'' – <b>ünïcode</b> 🔔','normal','build',NULL,'pending','¤',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('¤','builder','alert','Urgent',NULL,'urgent',NULL,'{"run": 7, "deep": [null, {"a": 1.5}]}','pending','¤',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('¤','reviewer','completion','Low',NULL,'low',NULL,NULL,'pending','¤',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('¤','ada','status','Of a person',NULL,'high',NULL,NULL,'pending','¤',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('¤','builder','info','Seen',NULL,'normal',NULL,NULL,'acknowledged','¤','¤','owner');
INSERT INTO "agent_notifications" VALUES('¤','builder','info','Gone',NULL,'normal',NULL,NULL,'dismissed','¤','¤','owner');
INSERT INTO "agent_notifications" VALUES('¤','builder','info','Seen, then gone',NULL,'normal',NULL,NULL,'dismissed','¤','¤','owner');
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Merge','Merge to main? (1)','high',NULL,NULL,'pending','¤',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Name','How shall it be called? (2)','normal',NULL,NULL,'pending','¤',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('¤','reviewer','question','Merge','Merge to main? (3)','normal',NULL,NULL,'pending','¤',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Name','How shall it be called? (4)','normal',NULL,NULL,'pending','¤',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Merge','Merge to main? (5)','normal',NULL,NULL,'acknowledged','¤','¤','owner');
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Merge','Merge to main? (6)','normal',NULL,NULL,'acknowledged','¤','¤','owner');
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Merge','Merge to main? (7)','normal',NULL,NULL,'dismissed','¤','¤','owner');
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Merge','Merge to main? (8)','normal',NULL,NULL,'dismissed','¤','¤','owner');
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Name','How shall it be called? (9)','normal',NULL,NULL,'acknowledged','¤','¤','owner');
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Name','How shall it be called? (10)','normal',NULL,NULL,'acknowledged','¤','¤','owner');
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Name','How shall it be called? (11)','normal',NULL,NULL,'acknowledged','¤','¤','owner');
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Merge','Merge to main? (12)','normal',NULL,NULL,'dismissed','¤','¤','agent');
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Name','How shall it be called? (13)','normal',NULL,NULL,'pending','¤',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Merge','Merge to main? (14)','normal',NULL,NULL,'acknowledged','¤','¤','owner');
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Merge','Merge to main? (15)','normal',NULL,NULL,'dismissed','¤','¤','owner');
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Name','How shall it be called? (16)','normal',NULL,NULL,'pending','¤',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Name','How shall it be called? (17)','normal',NULL,NULL,'acknowledged','¤','¤','owner');
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Name','How shall it be called? (18)','normal',NULL,NULL,'acknowledged','¤','¤','owner');
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Name','How shall it be called? (19)','normal',NULL,NULL,'acknowledged','¤','¤','owner');
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Permission: bash','rm -r build

Allow always: rm *','high',NULL,NULL,'pending','¤',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('¤','reviewer','question','Name','How shall it be called? (20)','normal',NULL,NULL,'acknowledged','¤','¤','ada');
INSERT INTO "agent_notifications" VALUES('¤','builder','question','Merge','Merge to main? (21)','normal',NULL,NULL,'acknowledged','¤','¤','owner');
CREATE TABLE agents (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES users(name),
    project TEXT,
    created_at TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "agents" VALUES('builder','owner','/home/ada/builder','¤');
INSERT INTO "agents" VALUES('reviewer','ada',NULL,'¤');
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
INSERT INTO "audit" VALUES(1,'¤','hub','user',NULL,'key_created','687bd08edf7c16e72a676d8f','owner','owner.key',NULL);
INSERT INTO "audit" VALUES(2,'¤','owner','user','687bd08edf7c16e72a676d8f','user_added','ada',NULL,NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(3,'¤','owner','user','687bd08edf7c16e72a676d8f','key_created','687bd08f2569c68ad4c6c223','ada','laptop','127.0.0.1');
INSERT INTO "audit" VALUES(4,'¤','owner','user','687bd08edf7c16e72a676d8f','agent_added','builder','builder',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(5,'¤','owner','user','687bd08edf7c16e72a676d8f','key_created','687bd08f2fba8e902d383b90','builder',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(6,'¤','ada','user','687bd08f2569c68ad4c6c223','agent_added','reviewer','reviewer',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(7,'¤','ada','user','687bd08f2569c68ad4c6c223','key_created','687bd08f37962603e593bc7a','reviewer','of Ada','127.0.0.1');
INSERT INTO "audit" VALUES(8,'¤','owner','user','687bd08edf7c16e72a676d8f','key_created','687bd08f3b94d38bda5216c4','builder','lost','127.0.0.1');
INSERT INTO "audit" VALUES(9,'¤','owner','user','687bd08edf7c16e72a676d8f','key_revoked','687bd08f3b94d38bda5216c4','builder',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(10,'¤','owner','user','687bd08edf7c16e72a676d8f','agent_added','passing','passing',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(11,'¤','owner','user','687bd08edf7c16e72a676d8f','key_created','687bd08f4ebc1967eccc086c','passing',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(12,'¤','owner','user','687bd08edf7c16e72a676d8f','agent_removed','passing','passing',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(13,'¤','owner','user','687bd08edf7c16e72a676d8f','question_answered','¤','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(14,'¤','owner','user','687bd08edf7c16e72a676d8f','question_answered','¤','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(15,'¤','owner','user','687bd08edf7c16e72a676d8f','question_dismissed','¤','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(16,'¤','owner','user','687bd08edf7c16e72a676d8f','question_dismissed','¤','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(17,'¤','owner','user','687bd08edf7c16e72a676d8f','question_answered','¤','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(18,'¤','owner','user','687bd08edf7c16e72a676d8f','question_answered','¤','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(19,'¤','owner','user','687bd08edf7c16e72a676d8f','question_answered','¤','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(20,'¤','owner','user','687bd08edf7c16e72a676d8f','question_dismissed','¤','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(21,'¤','owner','user','687bd08edf7c16e72a676d8f','question_answered','¤','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(22,'¤','owner','user','687bd08edf7c16e72a676d8f','question_answered','¤','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(23,'¤','owner','user','687bd08edf7c16e72a676d8f','question_answered','¤','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(24,'¤','ada','user','687bd08f2569c68ad4c6c223','nudge_told','¤','reviewer','user','127.0.0.1');
INSERT INTO "audit" VALUES(25,'¤','ada','user','687bd08f2569c68ad4c6c223','nudge_told','¤','reviewer','ci','127.0.0.1');
INSERT INTO "audit" VALUES(26,'¤','ada','user','687bd08f2569c68ad4c6c223','nudge_told','¤','reviewer','ci','127.0.0.1');
INSERT INTO "audit" VALUES(27,'¤','ada','user','687bd08f2569c68ad4c6c223','nudge_told','¤','reviewer','ci','127.0.0.1');
INSERT INTO "audit" VALUES(28,'¤','ada','user','687bd08f2569c68ad4c6c223','nudge_told','¤','reviewer','user','127.0.0.1');
INSERT INTO "audit" VALUES(29,'¤','ada','user','687bd08f2569c68ad4c6c223','nudge_told','¤','reviewer','user','127.0.0.1');
INSERT INTO "audit" VALUES(30,'¤','ada','user','687bd08f2569c68ad4c6c223','webhook_created','¤','reviewer','ci','127.0.0.1');
INSERT INTO "audit" VALUES(31,'¤','ada','user','687bd08f2569c68ad4c6c223','webhook_created','¤','reviewer','deploys','127.0.0.1');
INSERT INTO "audit" VALUES(32,'¤','ada','user','687bd08f2569c68ad4c6c223','webhook_created','¤','reviewer','old','127.0.0.1');
INSERT INTO "audit" VALUES(33,'¤','ada','user','687bd08f2569c68ad4c6c223','webhook_removed','¤','reviewer',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(34,'¤','owner','user','687bd08edf7c16e72a676d8f','user_added','bob',NULL,NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(35,'¤','owner','user','687bd08edf7c16e72a676d8f','user_added','carol',NULL,NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(36,'¤','owner','user','687bd08edf7c16e72a676d8f','agent_shared','bob','builder',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(37,'¤','ada','user','687bd08f2569c68ad4c6c223','agent_shared','carol','reviewer',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(38,'¤','bob','user','687bd08fdb47015419c0ba2e','signed_in','bob',NULL,NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(39,'¤','owner','user','687bd08edf7c16e72a676d8f','user_removed','carol',NULL,NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(40,'¤','ada','user','687bd08f2569c68ad4c6c223','question_answered','¤','reviewer','rest','127.0.0.1');
INSERT INTO "audit" VALUES(41,'¤','owner','user','687bd08edf7c16e72a676d8f','question_answered','¤','builder','rest','127.0.0.1');
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    agent_name TEXT NOT NULL,
    subject TEXT,
    data TEXT NOT NULL
);
INSERT INTO "events" VALUES(1,'¤','access_changed','owner',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(2,'¤','access_changed','ada',NULL,'{"change":"user_added","by":"owner"}');
INSERT INTO "events" VALUES(3,'¤','access_changed','ada',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(4,'¤','access_changed','builder',NULL,'{"change":"agent_added","by":"owner"}');
INSERT INTO "events" VALUES(5,'¤','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(6,'¤','access_changed','reviewer',NULL,'{"change":"agent_added","by":"ada"}');
INSERT INTO "events" VALUES(7,'¤','access_changed','reviewer',NULL,'{"change":"key_created","by":"ada"}');
INSERT INTO "events" VALUES(8,'¤','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(9,'¤','access_changed','builder',NULL,'{"change":"key_revoked","by":"owner"}');
INSERT INTO "events" VALUES(13,'¤','access_changed','passing',NULL,'{"change":"agent_removed","by":"owner"}');
INSERT INTO "events" VALUES(14,'¤','agent_notification','reviewer','¤','{"notification_id":"¤","notification_type":"status","title":"Cleared with the rest","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(15,'¤','notifications_cleared','reviewer',NULL,'{"count":1,"cleared_by":"ada"}');
INSERT INTO "events" VALUES(16,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"info","title":"Pending","priority":"normal","category":"build","timestamp":"¤"}');
INSERT INTO "events" VALUES(17,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"alert","title":"Urgent","priority":"urgent","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(18,'¤','agent_notification','reviewer','¤','{"notification_id":"¤","notification_type":"completion","title":"Low","priority":"low","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(19,'¤','agent_notification','ada','¤','{"notification_id":"¤","notification_type":"status","title":"Of a person","priority":"high","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(20,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"info","title":"Seen","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(21,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"info","title":"Gone","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(22,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"info","title":"Seen, then gone","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(23,'¤','notification_acknowledged','builder','¤','{"notification_id":"¤","status":"acknowledged","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(24,'¤','notification_acknowledged','builder','¤','{"notification_id":"¤","status":"acknowledged","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(25,'¤','notification_dismissed','builder','¤','{"notification_id":"¤","status":"dismissed","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(26,'¤','notification_dismissed','builder','¤','{"notification_id":"¤","status":"dismissed","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(27,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Merge","priority":"high","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(28,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (1)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":"Go","buttons":[{"label":"Go","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"high","secret":false,"look":{"window_title":null,"show_history":false,"theme":"dark","chime_enabled":false,"repo":"site","branch":"main","asked_as":null,"task":"Release","listens":true},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"¤","waiting_until":"¤","open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(29,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(30,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (2)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":null,"open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(31,'¤','agent_notification','reviewer','¤','{"notification_id":"¤","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(32,'¤','question_opened','reviewer','¤','{"question":{"id":"¤","agent_name":"reviewer","kind":"choice","title":"Merge","question":"Merge to main? (3)","options":["Yes, merge","No"],"declines":["No"],"free_text":true,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":null,"open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(33,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(34,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (4)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":"¤","open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(35,'¤','question_released','builder','¤','{"question_id":"¤","reason":"timeout","detail":null}');
INSERT INTO "events" VALUES(36,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(37,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (5)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"¤","waiting_until":"¤","open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(38,'¤','question_settled','builder','¤','{"question_id":"¤","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(39,'¤','notification_acknowledged','builder','¤','{"notification_id":"¤","status":"acknowledged","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(40,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(41,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (6)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"¤","waiting_until":"¤","open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(42,'¤','question_settled','builder','¤','{"question_id":"¤","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(43,'¤','notification_acknowledged','builder','¤','{"notification_id":"¤","status":"acknowledged","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(44,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(45,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (7)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"¤","waiting_until":"¤","open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(46,'¤','question_settled','builder','¤','{"question_id":"¤","outcome":"cancelled","via":"rest"}');
INSERT INTO "events" VALUES(47,'¤','notification_dismissed','builder','¤','{"notification_id":"¤","status":"dismissed","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(48,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(49,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (8)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"¤","waiting_until":"¤","open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(50,'¤','question_settled','builder','¤','{"question_id":"¤","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(51,'¤','notification_dismissed','builder','¤','{"notification_id":"¤","status":"dismissed","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(52,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(53,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (9)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":"¤","open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(54,'¤','question_settled','builder','¤','{"question_id":"¤","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(55,'¤','notification_acknowledged','builder','¤','{"notification_id":"¤","status":"acknowledged","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(56,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(57,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (10)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":"¤","open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(58,'¤','question_settled','builder','¤','{"question_id":"¤","outcome":"empty","via":"rest"}');
INSERT INTO "events" VALUES(59,'¤','notification_acknowledged','builder','¤','{"notification_id":"¤","status":"acknowledged","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(60,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(61,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (11)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":"¤","open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(62,'¤','question_settled','builder','¤','{"question_id":"¤","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(63,'¤','notification_acknowledged','builder','¤','{"notification_id":"¤","status":"acknowledged","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(64,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(65,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (12)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":null,"open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(66,'¤','question_settled','builder','¤','{"question_id":"¤","outcome":"withdrawn","via":null}');
INSERT INTO "events" VALUES(67,'¤','notification_dismissed','builder','¤','{"notification_id":"¤","status":"dismissed","acknowledged_at":"¤","acknowledged_by":"agent","by":"agent"}');
INSERT INTO "events" VALUES(68,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(69,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"show","title":"Name","question":"How shall it be called? (13)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":null,"open_until":"¤","state":"settled","settled_at":"¤","outcome":"shown","choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":"¤"}}');
INSERT INTO "events" VALUES(70,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(71,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (14)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":null,"open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(72,'¤','notification_acknowledged','builder','¤','{"notification_id":"¤","status":"acknowledged","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(73,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(74,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (15)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":null,"open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(75,'¤','question_settled','builder','¤','{"question_id":"¤","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(76,'¤','notification_dismissed','builder','¤','{"notification_id":"¤","status":"dismissed","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(77,'¤','nudge_pending','builder','¤','{"nudge_id":"¤","session":null,"count":1}');
INSERT INTO "events" VALUES(78,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(79,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (16)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":"¤","open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(80,'¤','question_released','builder','¤','{"question_id":"¤","reason":"failed","detail":"no display"}');
INSERT INTO "events" VALUES(81,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(82,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (17)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":null,"open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(83,'¤','question_settled','builder','¤','{"question_id":"¤","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(84,'¤','notification_acknowledged','builder','¤','{"notification_id":"¤","status":"acknowledged","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(85,'¤','nudge_pending','builder','¤','{"nudge_id":"¤","session":null,"count":2}');
INSERT INTO "events" VALUES(86,'¤','nudge_handed','builder','¤','{"nudge_id":"¤","question_id":"¤","via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(87,'¤','nudge_handed','builder','¤','{"nudge_id":"¤","question_id":"¤","via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(88,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(89,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (18)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":null,"open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(90,'¤','question_settled','builder','¤','{"question_id":"¤","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(91,'¤','notification_acknowledged','builder','¤','{"notification_id":"¤","status":"acknowledged","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(92,'¤','nudge_pending','builder','¤','{"nudge_id":"¤","session":null,"count":1}');
INSERT INTO "events" VALUES(93,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(94,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (19)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":null,"open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(95,'¤','question_settled','builder','¤','{"question_id":"¤","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(96,'¤','notification_acknowledged','builder','¤','{"notification_id":"¤","status":"acknowledged","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(97,'¤','nudge_pending','builder','¤','{"nudge_id":"¤","session":null,"count":2}');
INSERT INTO "events" VALUES(98,'¤','nudge_pending','reviewer','¤','{"nudge_id":"¤","session":null,"count":1}');
INSERT INTO "events" VALUES(99,'¤','nudge_handed','reviewer','¤','{"nudge_id":"¤","question_id":null,"via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(100,'¤','nudge_pending','reviewer','¤','{"nudge_id":"¤","session":null,"count":1}');
INSERT INTO "events" VALUES(101,'¤','nudge_pending','reviewer','¤','{"nudge_id":"¤","session":null,"count":1}');
INSERT INTO "events" VALUES(102,'¤','nudge_pending','reviewer','¤','{"nudge_id":"¤","session":null,"count":1}');
INSERT INTO "events" VALUES(103,'¤','nudge_pending','reviewer','¤','{"nudge_id":"¤","session":"process:of-reviewer","count":2}');
INSERT INTO "events" VALUES(104,'¤','nudge_pending','reviewer','¤','{"nudge_id":"¤","session":null,"count":3}');
INSERT INTO "events" VALUES(105,'¤','session_changed','builder','claude-code:1','{"session":"claude-code:1","client":"claude-code/2.0","parent":null,"state":"working","since":"¤","reason":null}');
INSERT INTO "events" VALUES(106,'¤','session_changed','builder','claude-code:1/a','{"session":"claude-code:1/a","client":"claude-code/2.0","parent":"claude-code:1","state":"idle","since":"¤","reason":null}');
INSERT INTO "events" VALUES(107,'¤','session_changed','builder','claude-code:2','{"session":"claude-code:2","client":"claude-code/2.0","parent":null,"state":"ended","since":"¤","reason":"error: out of tokens"}');
INSERT INTO "events" VALUES(108,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Permission: bash","priority":"high","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(109,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"permission","title":"Permission: bash","question":"rm -r build\n\nAllow always: rm *","options":["Allow once","Allow always","Reject"],"declines":["Reject"],"free_text":true,"action_label":null,"buttons":[{"label":"Allow once","answer":{"choice":"Allow once"}},{"label":"Allow always","answer":{"choice":"Allow always"}},{"label":"Reject","answer":{"choice":"Reject"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"high","secret":false,"look":{"window_title":null,"show_history":false,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"opencode:ses_1","request":"per_1","opened_at":"¤","waiting_until":"¤","open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(110,'¤','session_changed','builder','opencode:ses_1','{"session":"opencode:ses_1","client":"opencode/1.18.34","parent":null,"state":"working","since":"¤","reason":null}');
INSERT INTO "events" VALUES(111,'¤','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(112,'¤','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(113,'¤','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(114,'¤','access_changed','reviewer',NULL,'{"change":"webhook_removed","by":"ada"}');
INSERT INTO "events" VALUES(115,'¤','preferences_changed','owner','owner','{"quiet_hours":"22:00-07:00"}');
INSERT INTO "events" VALUES(116,'¤','preferences_changed','ada','ada','{"quiet_hours":""}');
INSERT INTO "events" VALUES(117,'¤','access_changed','bob',NULL,'{"change":"user_added","by":"owner"}');
INSERT INTO "events" VALUES(119,'¤','access_changed','builder',NULL,'{"change":"shared","by":"owner"}');
INSERT INTO "events" VALUES(120,'¤','access_changed','reviewer',NULL,'{"change":"shared","by":"ada"}');
INSERT INTO "events" VALUES(121,'¤','access_changed','bob',NULL,'{"change":"signed_in","by":"bob"}');
INSERT INTO "events" VALUES(122,'¤','access_changed','carol',NULL,'{"change":"user_removed","by":"owner"}');
INSERT INTO "events" VALUES(123,'¤','agent_notification','reviewer','¤','{"notification_id":"¤","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(124,'¤','question_opened','reviewer','¤','{"question":{"id":"¤","agent_name":"reviewer","kind":"text","title":"Name","question":"How shall it be called? (20)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":null,"open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(125,'¤','question_settled','reviewer','¤','{"question_id":"¤","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(126,'¤','notification_acknowledged','reviewer','¤','{"notification_id":"¤","status":"acknowledged","acknowledged_at":"¤","acknowledged_by":"ada","by":"ada"}');
INSERT INTO "events" VALUES(127,'¤','nudge_pending','reviewer','¤','{"nudge_id":"¤","session":null,"count":4}');
INSERT INTO "events" VALUES(128,'¤','agent_notification','builder','¤','{"notification_id":"¤","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"¤"}');
INSERT INTO "events" VALUES(129,'¤','question_opened','builder','¤','{"question":{"id":"¤","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (21)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"¤","waiting_until":"¤","open_until":"¤","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(130,'¤','question_settled','builder','¤','{"question_id":"¤","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(131,'¤','notification_acknowledged','builder','¤','{"notification_id":"¤","status":"acknowledged","acknowledged_at":"¤","acknowledged_by":"owner","by":"owner"}');
CREATE TABLE hub (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "hub" VALUES('id','¤');
CREATE TABLE idempotency (
    agent_name TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash BLOB NOT NULL,
    answer_id TEXT NOT NULL,
    until TEXT NOT NULL,
    PRIMARY KEY (agent_name, key)
) WITHOUT ROWID;
INSERT INTO "idempotency" VALUES('ada','key of Of a person',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('ada','nudge 1',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','key of Gone',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','key of Pending',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','key of Seen',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','key of Seen, then gone',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','key of Urgent',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 1',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 10',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 11',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 12',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 13',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 14',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 15',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 16',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 17',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 18',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 19',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 2',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 21',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 4',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 5',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 6',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 7',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 8',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('builder','question 9',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('reviewer','key of Cleared with the rest',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('reviewer','key of Low',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('reviewer','question 20',¤,'¤','¤');
INSERT INTO "idempotency" VALUES('reviewer','question 3',¤,'¤','¤');
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
INSERT INTO "keys" VALUES('687bd08edf7c16e72a676d8f',¤,'user','owner','owner.key','¤','owner','¤',NULL,NULL);
INSERT INTO "keys" VALUES('687bd08f2569c68ad4c6c223',¤,'user','ada','laptop','¤','owner',NULL,NULL,NULL);
INSERT INTO "keys" VALUES('687bd08f2fba8e902d383b90',¤,'agent','builder',NULL,'¤','owner',NULL,NULL,NULL);
INSERT INTO "keys" VALUES('687bd08f37962603e593bc7a',¤,'agent','reviewer','of Ada','¤','ada',NULL,NULL,NULL);
INSERT INTO "keys" VALUES('687bd08f3b94d38bda5216c4',¤,'agent','builder','lost','¤','owner',NULL,'¤',NULL);
INSERT INTO "keys" VALUES('687bd08fdb47015419c0ba2e',¤,'user','bob','sign-in','¤','bob',NULL,NULL,'¤');
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
INSERT INTO "nudges" VALUES(1,'¤','builder',NULL,'user',NULL,'Your question: Merge to main? (15)
{"response": "dismissed", "choice": null}','¤','¤','owner',NULL,NULL,'shim',0,'¤','shim',1,'process:1');
INSERT INTO "nudges" VALUES(2,'¤','builder',NULL,'user',NULL,'Your question: How shall it be called? (17)
User response: read already','¤','¤','owner',NULL,NULL,'shim',0,'¤','shim',1,'process:1');
INSERT INTO "nudges" VALUES(3,'¤','builder',NULL,'user',NULL,'Your question: How shall it be called? (18)
User response: not read yet','¤','¤','owner',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(4,'¤','builder',NULL,'user',NULL,'Your question: How shall it be called? (19)
User response: hush, not read yet','¤','¤','owner',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(5,'¤','reviewer',NULL,'user','aside','read already',NULL,'¤','ada',NULL,NULL,'shim',0,'¤','shim',1,'process:1');
INSERT INTO "nudges" VALUES(8,'¤','reviewer',NULL,'ci','main','main is red (2)',NULL,'¤','ada','main','¤','shim',0,NULL,NULL,3,'process:1');
INSERT INTO "nudges" VALUES(9,'¤','reviewer','process:of-reviewer','user',NULL,'only for one session',NULL,'¤','ada',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(10,'¤','reviewer',NULL,'user',NULL,'close it: </notification> & "go on"
– soon',NULL,'¤','ada',NULL,'¤','shim',0,NULL,NULL,1,'process:1');
INSERT INTO "nudges" VALUES(11,'¤','reviewer',NULL,'user',NULL,'Your question: How shall it be called? (20)
User response: out on a lease','¤','¤','ada',NULL,'¤','shim',0,NULL,NULL,1,'process:1');
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
, failure TEXT, joined TEXT, request TEXT, declines TEXT);
INSERT INTO "questions" VALUES('¤','builder','choice','["Yes, merge", "No"]',0,'Go','[null, false, "dark", false, "site", "main", null, "Release", true]',0,'/home/ada/builder','process:1','¤','¤','¤',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',1,NULL,'process:1','¤',NULL,'¤',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','reviewer','choice','["Yes, merge", "No"]',1,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','¤',NULL,'¤',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','¤',NULL,'¤',NULL,NULL,NULL,NULL,NULL,NULL,'timeout',NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,'/home/ada/builder','process:1','¤','¤','¤','¤','accepted','Yes, merge',NULL,'owner','rest',NULL,'¤',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,'/home/ada/builder','process:1','¤','¤','¤','¤','declined','No',NULL,'owner','rest',NULL,'¤',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,'/home/ada/builder','process:1','¤','¤','¤','¤','cancelled',NULL,NULL,'owner','rest',NULL,'¤',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,'/home/ada/builder','process:1','¤','¤','¤','¤','dismissed',NULL,NULL,'owner','rest',NULL,'¤',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','¤','¤','¤','¤','accepted',NULL,'Belfry','owner','rest',NULL,'¤',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','¤','¤','¤','¤','empty',NULL,NULL,'owner','rest',NULL,'¤',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',1,NULL,'process:1','¤','¤','¤','¤','accepted',NULL,NULL,'owner','rest',NULL,'¤',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','¤',NULL,'¤','¤','withdrawn',NULL,NULL,NULL,NULL,NULL,'¤',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','show','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','¤',NULL,'¤','¤','shown',NULL,NULL,NULL,NULL,NULL,'¤',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','¤',NULL,'¤',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','¤',NULL,'¤','¤','dismissed',NULL,NULL,'owner','rest',NULL,'¤',1,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','¤',NULL,'¤',NULL,NULL,NULL,NULL,NULL,NULL,'failed',NULL,0,'no display',NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','¤',NULL,'¤','¤','accepted',NULL,'read already','owner','rest',NULL,'¤',1,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','¤',NULL,'¤','¤','accepted',NULL,'not read yet','owner','rest',NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',1,NULL,'process:1','¤',NULL,'¤','¤','accepted',NULL,'hush, not read yet','owner','rest',NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','permission','["Allow once", "Allow always", "Reject"]',1,NULL,'[null, false, "auto", false, null, null, null, null, true]',0,NULL,'opencode:ses_1','¤','¤','¤',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,'per_1',NULL);
INSERT INTO "questions" VALUES('¤','reviewer','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','¤',NULL,'¤','¤','accepted',NULL,'out on a lease','ada','rest',NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('¤','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','¤','¤','¤','¤','declined','No',NULL,'owner','rest',NULL,NULL,0,NULL,NULL,NULL,NULL);
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
INSERT INTO "sessions" VALUES('builder','claude-code:1','claude-code/2.0',NULL,'working','¤','¤','hook','Release','/home/ada/builder',NULL,1,NULL,'[{"tool":"Bash","argument":"make","since":"¤"}]','[{"content":"Build","status":"in_progress"}]',NULL,'[]','[]','[]',NULL,NULL,NULL);
INSERT INTO "sessions" VALUES('builder','claude-code:1/a','claude-code/2.0','claude-code:1','idle','¤','¤',NULL,NULL,NULL,NULL,0,NULL,'[]','[]',NULL,'[]','[]','[]',NULL,NULL,NULL);
INSERT INTO "sessions" VALUES('builder','claude-code:2','claude-code/2.0',NULL,'ended','¤','¤','hook','Release','/home/ada/builder',NULL,0,'error: out of tokens','[]','[]',NULL,'[]','[]','[]',NULL,NULL,NULL);
INSERT INTO "sessions" VALUES('builder','opencode:ses_1','opencode/1.18.34',NULL,'working','¤','¤',NULL,NULL,NULL,'http://127.0.0.1:4096',0,NULL,'[]','[]','¤','[{"question_id": null, "title": "Which?", "text": "This or that?", "tool": "ask_user", "at": "¤", "running": false, "source": "list"}]','[{"id": "per_1", "kind": "permission", "subject": "bash: rm -r build", "source": "event", "since": "¤"}]','[]','slow to answer','{"host":"desk.example","pid":4711,"tty":"/dev/pts/3","tmux":{"socket":"/run/tmux/default","pane":"%1"}}',NULL);
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
INSERT INTO "signing_keys" VALUES('687bd08fdb47015419c0ba2f',¤,'¤');
CREATE TABLE users (
    name TEXT PRIMARY KEY,
    admin INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL
, password TEXT) WITHOUT ROWID;
INSERT INTO "users" VALUES('ada',0,'¤',NULL);
INSERT INTO "users" VALUES('bob',0,'¤','¤');
INSERT INTO "users" VALUES('owner',1,'¤',NULL);
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
INSERT INTO "webhooks" VALUES('¤',¤,'reviewer','ci','pipelines','known-to-the-tests','¤','ada',NULL,NULL);
INSERT INTO "webhooks" VALUES('¤',¤,'reviewer','deploys',NULL,NULL,'¤','ada',NULL,NULL);
INSERT INTO "webhooks" VALUES('¤',¤,'reviewer','old',NULL,NULL,'¤','ada',NULL,'¤');
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
CREATE INDEX idx_keys_expiring ON keys(expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX idx_audit_by ON audit(by, seq);
CREATE INDEX idx_audit_action ON audit(action, seq);
CREATE INDEX idx_audit_subject ON audit(subject, seq) WHERE subject IS NOT NULL;
CREATE INDEX idx_audit_agent ON audit(agent_name, seq) WHERE agent_name IS NOT NULL;
CREATE VIEW asked AS
    SELECT q.id, q.agent_name, n.title, n.message AS question, q.kind, q.options, q.free_text, q.action_label,
        n.priority AS urgency, q.look, q.secret, q.project, q.session, q.request, q.declines, q.opened_at,
        q.waiting_until, q.open_until, q.settled_at, q.outcome, q.choice, q.reply, q.by, q.via, q.released, q.handed_at,
        q.failure, q.joined
    FROM questions q JOIN agent_notifications n ON n.id = q.id;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('events',131);
INSERT INTO "sqlite_sequence" VALUES('audit',41);
INSERT INTO "sqlite_sequence" VALUES('nudges',11);
COMMIT;
PRAGMA user_version = 8;

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
INSERT INTO "agent_notifications" VALUES('notif_P6_-Ozg_H1FQv4QB','reviewer','status','Cleared with the rest',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.372Z','2026-11-16T15:37:31.373Z','ada');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OzjDI6Le8fkH','builder','info','Pending','two
lines, ''quoted'' – <b>ünïcode</b> 🔔','normal','build',NULL,'pending','2026-11-16T15:37:31.375Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OzkWlIUbakN_','builder','alert','Urgent',NULL,'urgent',NULL,'{"run": 7, "deep": [null, {"a": 1.5}]}','pending','2026-11-16T15:37:31.376Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OzloR6ZcWIVz','reviewer','completion','Low',NULL,'low',NULL,NULL,'pending','2026-11-16T15:37:31.377Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OzmemRqyF6hC','ada','status','Of a person',NULL,'high',NULL,NULL,'pending','2026-11-16T15:37:31.378Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OznmvshczLK3','builder','info','Seen',NULL,'normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.379Z','2026-11-16T15:37:31.383Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OzoLVHyDAByi','builder','info','Gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.380Z','2026-11-16T15:37:31.385Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OzpLzUW_35ae','builder','info','Seen, then gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.381Z','2026-11-16T15:37:31.384Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OzvOSveHQpRE','builder','question','Merge','Merge to main? (1)','high',NULL,NULL,'pending','2026-11-16T15:37:31.387Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OzxySfgVbjVa','builder','question','Name','How shall it be called? (2)','normal',NULL,NULL,'pending','2026-11-16T15:37:31.389Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OzygEOAAPazC','reviewer','question','Merge','Merge to main? (3)','normal',NULL,NULL,'pending','2026-11-16T15:37:31.390Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OzzVaMu3-heO','builder','question','Name','How shall it be called? (4)','normal',NULL,NULL,'pending','2026-11-16T15:37:31.391Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-1qb4wDi-ZQ','builder','question','Merge','Merge to main? (5)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.394Z','2026-11-16T15:37:31.395Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-4DPxdB-fn6','builder','question','Merge','Merge to main? (6)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.397Z','2026-11-16T15:37:31.399Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-8LNL3U_-7R','builder','question','Merge','Merge to main? (7)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.401Z','2026-11-16T15:37:31.402Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-BWbpqAz1Gl','builder','question','Merge','Merge to main? (8)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.404Z','2026-11-16T15:37:31.405Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-Fy9NNPyGpa','builder','question','Name','How shall it be called? (9)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.408Z','2026-11-16T15:37:31.409Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-IzO5NmEnQX','builder','question','Name','How shall it be called? (10)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.411Z','2026-11-16T15:37:31.412Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-LLjFgG9YXs','builder','question','Name','How shall it be called? (11)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.414Z','2026-11-16T15:37:31.416Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-RcoThsaAA7','builder','question','Merge','Merge to main? (12)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.420Z','2026-11-16T15:37:31.421Z','agent');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-UJgxVrtjno','builder','question','Name','How shall it be called? (13)','normal',NULL,NULL,'pending','2026-11-16T15:37:31.423Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-VJbTZXYigf','builder','question','Merge','Merge to main? (14)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.424Z','2026-11-16T15:37:31.425Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-XD2Y6btHR-','builder','question','Merge','Merge to main? (15)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.426Z','2026-11-16T15:37:31.427Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-_-dB_nL1dc','builder','question','Name','How shall it be called? (16)','normal',NULL,NULL,'pending','2026-11-16T15:37:31.429Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-bjGW2Xglnz','builder','question','Name','How shall it be called? (17)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.431Z','2026-11-16T15:37:31.432Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-gMwQwRhtNn','builder','question','Name','How shall it be called? (18)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.436Z','2026-11-16T15:37:31.437Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-jsucq0310S','builder','question','Name','How shall it be called? (19)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.439Z','2026-11-16T15:37:31.440Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P-wgFa7BcdQ1','builder','question','Permission: bash','rm -r build

Allow always: rm *','high',NULL,NULL,'pending','2026-11-16T15:37:31.452Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-P027RxxNonak','reviewer','question','Name','How shall it be called? (20)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.459Z','2026-11-16T15:37:31.461Z','ada');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P06eFezn7W6s','builder','question','Merge','Merge to main? (21)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.463Z','2026-11-16T15:37:31.465Z','owner');
CREATE TABLE agents (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES users(name),
    project TEXT,
    created_at TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "agents" VALUES('builder','owner','/home/ada/builder','2026-11-16T15:37:31.363Z');
INSERT INTO "agents" VALUES('reviewer','ada',NULL,'2026-11-16T15:37:31.364Z');
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    agent_name TEXT NOT NULL,
    subject TEXT,
    data TEXT NOT NULL
);
INSERT INTO "events" VALUES(1,'2026-11-16T15:37:31.337Z','access_changed','owner',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(2,'2026-11-16T15:37:31.361Z','access_changed','ada',NULL,'{"change":"user_added","by":"owner"}');
INSERT INTO "events" VALUES(3,'2026-11-16T15:37:31.361Z','access_changed','ada',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(4,'2026-11-16T15:37:31.363Z','access_changed','builder',NULL,'{"change":"agent_added","by":"owner"}');
INSERT INTO "events" VALUES(5,'2026-11-16T15:37:31.363Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(6,'2026-11-16T15:37:31.364Z','access_changed','reviewer',NULL,'{"change":"agent_added","by":"ada"}');
INSERT INTO "events" VALUES(7,'2026-11-16T15:37:31.364Z','access_changed','reviewer',NULL,'{"change":"key_created","by":"ada"}');
INSERT INTO "events" VALUES(8,'2026-11-16T15:37:31.365Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(9,'2026-11-16T15:37:31.367Z','access_changed','builder',NULL,'{"change":"key_revoked","by":"owner"}');
INSERT INTO "events" VALUES(13,'2026-11-16T15:37:31.370Z','access_changed','passing',NULL,'{"change":"agent_removed","by":"owner"}');
INSERT INTO "events" VALUES(14,'2026-11-16T15:37:31.372Z','agent_notification','reviewer','notif_P6_-Ozg_H1FQv4QB','{"notification_id":"notif_P6_-Ozg_H1FQv4QB","notification_type":"status","title":"Cleared with the rest","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.372Z"}');
INSERT INTO "events" VALUES(15,'2026-11-16T15:37:31.373Z','notifications_cleared','reviewer',NULL,'{"count":1,"cleared_by":"ada"}');
INSERT INTO "events" VALUES(16,'2026-11-16T15:37:31.375Z','agent_notification','builder','notif_P6_-OzjDI6Le8fkH','{"notification_id":"notif_P6_-OzjDI6Le8fkH","notification_type":"info","title":"Pending","priority":"normal","category":"build","timestamp":"2026-11-16T15:37:31.375Z"}');
INSERT INTO "events" VALUES(17,'2026-11-16T15:37:31.376Z','agent_notification','builder','notif_P6_-OzkWlIUbakN_','{"notification_id":"notif_P6_-OzkWlIUbakN_","notification_type":"alert","title":"Urgent","priority":"urgent","category":null,"timestamp":"2026-11-16T15:37:31.376Z"}');
INSERT INTO "events" VALUES(18,'2026-11-16T15:37:31.377Z','agent_notification','reviewer','notif_P6_-OzloR6ZcWIVz','{"notification_id":"notif_P6_-OzloR6ZcWIVz","notification_type":"completion","title":"Low","priority":"low","category":null,"timestamp":"2026-11-16T15:37:31.377Z"}');
INSERT INTO "events" VALUES(19,'2026-11-16T15:37:31.378Z','agent_notification','ada','notif_P6_-OzmemRqyF6hC','{"notification_id":"notif_P6_-OzmemRqyF6hC","notification_type":"status","title":"Of a person","priority":"high","category":null,"timestamp":"2026-11-16T15:37:31.378Z"}');
INSERT INTO "events" VALUES(20,'2026-11-16T15:37:31.379Z','agent_notification','builder','notif_P6_-OznmvshczLK3','{"notification_id":"notif_P6_-OznmvshczLK3","notification_type":"info","title":"Seen","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.379Z"}');
INSERT INTO "events" VALUES(21,'2026-11-16T15:37:31.380Z','agent_notification','builder','notif_P6_-OzoLVHyDAByi','{"notification_id":"notif_P6_-OzoLVHyDAByi","notification_type":"info","title":"Gone","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.380Z"}');
INSERT INTO "events" VALUES(22,'2026-11-16T15:37:31.381Z','agent_notification','builder','notif_P6_-OzpLzUW_35ae','{"notification_id":"notif_P6_-OzpLzUW_35ae","notification_type":"info","title":"Seen, then gone","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.381Z"}');
INSERT INTO "events" VALUES(23,'2026-11-16T15:37:31.383Z','notification_acknowledged','builder','notif_P6_-OznmvshczLK3','{"notification_id":"notif_P6_-OznmvshczLK3","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.383Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(24,'2026-11-16T15:37:31.384Z','notification_acknowledged','builder','notif_P6_-OzpLzUW_35ae','{"notification_id":"notif_P6_-OzpLzUW_35ae","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.384Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(25,'2026-11-16T15:37:31.385Z','notification_dismissed','builder','notif_P6_-OzoLVHyDAByi','{"notification_id":"notif_P6_-OzoLVHyDAByi","status":"dismissed","acknowledged_at":"2026-11-16T15:37:31.385Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(26,'2026-11-16T15:37:31.386Z','notification_dismissed','builder','notif_P6_-OzpLzUW_35ae','{"notification_id":"notif_P6_-OzpLzUW_35ae","status":"dismissed","acknowledged_at":"2026-11-16T15:37:31.384Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(27,'2026-11-16T15:37:31.387Z','agent_notification','builder','notif_P6_-OzvOSveHQpRE','{"notification_id":"notif_P6_-OzvOSveHQpRE","notification_type":"question","title":"Merge","priority":"high","category":null,"timestamp":"2026-11-16T15:37:31.387Z"}');
INSERT INTO "events" VALUES(28,'2026-11-16T15:37:31.387Z','question_opened','builder','notif_P6_-OzvOSveHQpRE','{"question":{"id":"notif_P6_-OzvOSveHQpRE","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (1)","options":["Yes, merge","No"],"free_text":false,"action_label":"Go","buttons":[{"label":"Go","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"high","secret":false,"look":{"window_title":null,"show_history":false,"theme":"dark","chime_enabled":false,"repo":"site","branch":"main","asked_as":null,"task":"Release"},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.387Z","waiting_until":"2026-11-16T15:38:31.387Z","open_until":"2026-11-17T15:37:31.387Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(29,'2026-11-16T15:37:31.389Z','agent_notification','builder','notif_P6_-OzxySfgVbjVa','{"notification_id":"notif_P6_-OzxySfgVbjVa","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.389Z"}');
INSERT INTO "events" VALUES(30,'2026-11-16T15:37:31.389Z','question_opened','builder','notif_P6_-OzxySfgVbjVa','{"question":{"id":"notif_P6_-OzxySfgVbjVa","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (2)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.389Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.389Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(31,'2026-11-16T15:37:31.390Z','agent_notification','reviewer','notif_P6_-OzygEOAAPazC','{"notification_id":"notif_P6_-OzygEOAAPazC","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.390Z"}');
INSERT INTO "events" VALUES(32,'2026-11-16T15:37:31.390Z','question_opened','reviewer','notif_P6_-OzygEOAAPazC','{"question":{"id":"notif_P6_-OzygEOAAPazC","agent_name":"reviewer","kind":"choice","title":"Merge","question":"Merge to main? (3)","options":["Yes, merge","No"],"free_text":true,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.390Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.390Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(33,'2026-11-16T15:37:31.391Z','agent_notification','builder','notif_P6_-OzzVaMu3-heO','{"notification_id":"notif_P6_-OzzVaMu3-heO","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.391Z"}');
INSERT INTO "events" VALUES(34,'2026-11-16T15:37:31.391Z','question_opened','builder','notif_P6_-OzzVaMu3-heO','{"question":{"id":"notif_P6_-OzzVaMu3-heO","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (4)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.391Z","waiting_until":"2026-11-16T15:38:31.391Z","open_until":"2026-11-17T15:37:31.391Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(35,'2026-11-16T15:37:31.392Z','question_released','builder','notif_P6_-OzzVaMu3-heO','{"question_id":"notif_P6_-OzzVaMu3-heO","reason":"timeout","detail":null}');
INSERT INTO "events" VALUES(36,'2026-11-16T15:37:31.394Z','agent_notification','builder','notif_P6_-P-1qb4wDi-ZQ','{"notification_id":"notif_P6_-P-1qb4wDi-ZQ","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.394Z"}');
INSERT INTO "events" VALUES(37,'2026-11-16T15:37:31.394Z','question_opened','builder','notif_P6_-P-1qb4wDi-ZQ','{"question":{"id":"notif_P6_-P-1qb4wDi-ZQ","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (5)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.394Z","waiting_until":"2026-11-16T15:38:31.394Z","open_until":"2026-11-17T15:37:31.394Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(38,'2026-11-16T15:37:31.395Z','question_settled','builder','notif_P6_-P-1qb4wDi-ZQ','{"question_id":"notif_P6_-P-1qb4wDi-ZQ","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(39,'2026-11-16T15:37:31.395Z','notification_acknowledged','builder','notif_P6_-P-1qb4wDi-ZQ','{"notification_id":"notif_P6_-P-1qb4wDi-ZQ","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.395Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(40,'2026-11-16T15:37:31.397Z','agent_notification','builder','notif_P6_-P-4DPxdB-fn6','{"notification_id":"notif_P6_-P-4DPxdB-fn6","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.397Z"}');
INSERT INTO "events" VALUES(41,'2026-11-16T15:37:31.397Z','question_opened','builder','notif_P6_-P-4DPxdB-fn6','{"question":{"id":"notif_P6_-P-4DPxdB-fn6","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (6)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.397Z","waiting_until":"2026-11-16T15:38:31.397Z","open_until":"2026-11-17T15:37:31.397Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(42,'2026-11-16T15:37:31.399Z','question_settled','builder','notif_P6_-P-4DPxdB-fn6','{"question_id":"notif_P6_-P-4DPxdB-fn6","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(43,'2026-11-16T15:37:31.399Z','notification_acknowledged','builder','notif_P6_-P-4DPxdB-fn6','{"notification_id":"notif_P6_-P-4DPxdB-fn6","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.399Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(44,'2026-11-16T15:37:31.401Z','agent_notification','builder','notif_P6_-P-8LNL3U_-7R','{"notification_id":"notif_P6_-P-8LNL3U_-7R","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.401Z"}');
INSERT INTO "events" VALUES(45,'2026-11-16T15:37:31.401Z','question_opened','builder','notif_P6_-P-8LNL3U_-7R','{"question":{"id":"notif_P6_-P-8LNL3U_-7R","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (7)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.401Z","waiting_until":"2026-11-16T15:38:31.401Z","open_until":"2026-11-17T15:37:31.401Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(46,'2026-11-16T15:37:31.402Z','question_settled','builder','notif_P6_-P-8LNL3U_-7R','{"question_id":"notif_P6_-P-8LNL3U_-7R","outcome":"cancelled","via":"rest"}');
INSERT INTO "events" VALUES(47,'2026-11-16T15:37:31.402Z','notification_dismissed','builder','notif_P6_-P-8LNL3U_-7R','{"notification_id":"notif_P6_-P-8LNL3U_-7R","status":"dismissed","acknowledged_at":"2026-11-16T15:37:31.402Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(48,'2026-11-16T15:37:31.404Z','agent_notification','builder','notif_P6_-P-BWbpqAz1Gl','{"notification_id":"notif_P6_-P-BWbpqAz1Gl","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.404Z"}');
INSERT INTO "events" VALUES(49,'2026-11-16T15:37:31.404Z','question_opened','builder','notif_P6_-P-BWbpqAz1Gl','{"question":{"id":"notif_P6_-P-BWbpqAz1Gl","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (8)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.404Z","waiting_until":"2026-11-16T15:38:31.404Z","open_until":"2026-11-17T15:37:31.404Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(50,'2026-11-16T15:37:31.405Z','question_settled','builder','notif_P6_-P-BWbpqAz1Gl','{"question_id":"notif_P6_-P-BWbpqAz1Gl","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(51,'2026-11-16T15:37:31.405Z','notification_dismissed','builder','notif_P6_-P-BWbpqAz1Gl','{"notification_id":"notif_P6_-P-BWbpqAz1Gl","status":"dismissed","acknowledged_at":"2026-11-16T15:37:31.405Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(52,'2026-11-16T15:37:31.408Z','agent_notification','builder','notif_P6_-P-Fy9NNPyGpa','{"notification_id":"notif_P6_-P-Fy9NNPyGpa","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.408Z"}');
INSERT INTO "events" VALUES(53,'2026-11-16T15:37:31.408Z','question_opened','builder','notif_P6_-P-Fy9NNPyGpa','{"question":{"id":"notif_P6_-P-Fy9NNPyGpa","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (9)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.408Z","waiting_until":"2026-11-16T15:38:31.408Z","open_until":"2026-11-17T15:37:31.408Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(54,'2026-11-16T15:37:31.409Z','question_settled','builder','notif_P6_-P-Fy9NNPyGpa','{"question_id":"notif_P6_-P-Fy9NNPyGpa","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(55,'2026-11-16T15:37:31.409Z','notification_acknowledged','builder','notif_P6_-P-Fy9NNPyGpa','{"notification_id":"notif_P6_-P-Fy9NNPyGpa","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.409Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(56,'2026-11-16T15:37:31.411Z','agent_notification','builder','notif_P6_-P-IzO5NmEnQX','{"notification_id":"notif_P6_-P-IzO5NmEnQX","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.411Z"}');
INSERT INTO "events" VALUES(57,'2026-11-16T15:37:31.411Z','question_opened','builder','notif_P6_-P-IzO5NmEnQX','{"question":{"id":"notif_P6_-P-IzO5NmEnQX","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (10)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.411Z","waiting_until":"2026-11-16T15:38:31.411Z","open_until":"2026-11-17T15:37:31.411Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(58,'2026-11-16T15:37:31.412Z','question_settled','builder','notif_P6_-P-IzO5NmEnQX','{"question_id":"notif_P6_-P-IzO5NmEnQX","outcome":"empty","via":"rest"}');
INSERT INTO "events" VALUES(59,'2026-11-16T15:37:31.412Z','notification_acknowledged','builder','notif_P6_-P-IzO5NmEnQX','{"notification_id":"notif_P6_-P-IzO5NmEnQX","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.412Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(60,'2026-11-16T15:37:31.414Z','agent_notification','builder','notif_P6_-P-LLjFgG9YXs','{"notification_id":"notif_P6_-P-LLjFgG9YXs","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.414Z"}');
INSERT INTO "events" VALUES(61,'2026-11-16T15:37:31.414Z','question_opened','builder','notif_P6_-P-LLjFgG9YXs','{"question":{"id":"notif_P6_-P-LLjFgG9YXs","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (11)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.414Z","waiting_until":"2026-11-16T15:38:31.414Z","open_until":"2026-11-17T15:37:31.414Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(62,'2026-11-16T15:37:31.416Z','question_settled','builder','notif_P6_-P-LLjFgG9YXs','{"question_id":"notif_P6_-P-LLjFgG9YXs","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(63,'2026-11-16T15:37:31.416Z','notification_acknowledged','builder','notif_P6_-P-LLjFgG9YXs','{"notification_id":"notif_P6_-P-LLjFgG9YXs","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.416Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(64,'2026-11-16T15:37:31.420Z','agent_notification','builder','notif_P6_-P-RcoThsaAA7','{"notification_id":"notif_P6_-P-RcoThsaAA7","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.420Z"}');
INSERT INTO "events" VALUES(65,'2026-11-16T15:37:31.420Z','question_opened','builder','notif_P6_-P-RcoThsaAA7','{"question":{"id":"notif_P6_-P-RcoThsaAA7","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (12)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.420Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.420Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(66,'2026-11-16T15:37:31.421Z','question_settled','builder','notif_P6_-P-RcoThsaAA7','{"question_id":"notif_P6_-P-RcoThsaAA7","outcome":"withdrawn","via":null}');
INSERT INTO "events" VALUES(67,'2026-11-16T15:37:31.421Z','notification_dismissed','builder','notif_P6_-P-RcoThsaAA7','{"notification_id":"notif_P6_-P-RcoThsaAA7","status":"dismissed","acknowledged_at":"2026-11-16T15:37:31.421Z","acknowledged_by":"agent","by":"agent"}');
INSERT INTO "events" VALUES(68,'2026-11-16T15:37:31.423Z','agent_notification','builder','notif_P6_-P-UJgxVrtjno','{"notification_id":"notif_P6_-P-UJgxVrtjno","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.423Z"}');
INSERT INTO "events" VALUES(69,'2026-11-16T15:37:31.423Z','question_opened','builder','notif_P6_-P-UJgxVrtjno','{"question":{"id":"notif_P6_-P-UJgxVrtjno","agent_name":"builder","kind":"show","title":"Name","question":"How shall it be called? (13)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.423Z","waiting_until":null,"open_until":"2026-11-16T15:37:36.423Z","state":"settled","settled_at":"2026-11-16T15:37:31.423Z","outcome":"shown","choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":"2026-11-16T15:37:31.423Z"}}');
INSERT INTO "events" VALUES(70,'2026-11-16T15:37:31.424Z','agent_notification','builder','notif_P6_-P-VJbTZXYigf','{"notification_id":"notif_P6_-P-VJbTZXYigf","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.424Z"}');
INSERT INTO "events" VALUES(71,'2026-11-16T15:37:31.424Z','question_opened','builder','notif_P6_-P-VJbTZXYigf','{"question":{"id":"notif_P6_-P-VJbTZXYigf","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (14)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.424Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.424Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(72,'2026-11-16T15:37:31.425Z','notification_acknowledged','builder','notif_P6_-P-VJbTZXYigf','{"notification_id":"notif_P6_-P-VJbTZXYigf","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.425Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(73,'2026-11-16T15:37:31.426Z','agent_notification','builder','notif_P6_-P-XD2Y6btHR-','{"notification_id":"notif_P6_-P-XD2Y6btHR-","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.426Z"}');
INSERT INTO "events" VALUES(74,'2026-11-16T15:37:31.426Z','question_opened','builder','notif_P6_-P-XD2Y6btHR-','{"question":{"id":"notif_P6_-P-XD2Y6btHR-","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (15)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.426Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.426Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(75,'2026-11-16T15:37:31.427Z','question_settled','builder','notif_P6_-P-XD2Y6btHR-','{"question_id":"notif_P6_-P-XD2Y6btHR-","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(76,'2026-11-16T15:37:31.427Z','notification_dismissed','builder','notif_P6_-P-XD2Y6btHR-','{"notification_id":"notif_P6_-P-XD2Y6btHR-","status":"dismissed","acknowledged_at":"2026-11-16T15:37:31.427Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(77,'2026-11-16T15:37:31.427Z','nudge_pending','builder','notif_P6_-P-XD2Y6btHR-','{"nudge_id":"nudge_P6_-P-YyfkNit7N-","session":null,"count":1}');
INSERT INTO "events" VALUES(78,'2026-11-16T15:37:31.429Z','agent_notification','builder','notif_P6_-P-_-dB_nL1dc','{"notification_id":"notif_P6_-P-_-dB_nL1dc","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.429Z"}');
INSERT INTO "events" VALUES(79,'2026-11-16T15:37:31.429Z','question_opened','builder','notif_P6_-P-_-dB_nL1dc','{"question":{"id":"notif_P6_-P-_-dB_nL1dc","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (16)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.429Z","waiting_until":"2026-11-16T15:38:31.429Z","open_until":"2026-11-17T15:37:31.429Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(80,'2026-11-16T15:37:31.430Z','question_released','builder','notif_P6_-P-_-dB_nL1dc','{"question_id":"notif_P6_-P-_-dB_nL1dc","reason":"failed","detail":"no display"}');
INSERT INTO "events" VALUES(81,'2026-11-16T15:37:31.431Z','agent_notification','builder','notif_P6_-P-bjGW2Xglnz','{"notification_id":"notif_P6_-P-bjGW2Xglnz","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.431Z"}');
INSERT INTO "events" VALUES(82,'2026-11-16T15:37:31.431Z','question_opened','builder','notif_P6_-P-bjGW2Xglnz','{"question":{"id":"notif_P6_-P-bjGW2Xglnz","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (17)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.431Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.431Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(83,'2026-11-16T15:37:31.432Z','question_settled','builder','notif_P6_-P-bjGW2Xglnz','{"question_id":"notif_P6_-P-bjGW2Xglnz","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(84,'2026-11-16T15:37:31.432Z','notification_acknowledged','builder','notif_P6_-P-bjGW2Xglnz','{"notification_id":"notif_P6_-P-bjGW2Xglnz","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.432Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(85,'2026-11-16T15:37:31.432Z','nudge_pending','builder','notif_P6_-P-bjGW2Xglnz','{"nudge_id":"nudge_P6_-P-c2I16jSlQm","session":null,"count":2}');
INSERT INTO "events" VALUES(86,'2026-11-16T15:37:31.435Z','nudge_handed','builder','notif_P6_-P-XD2Y6btHR-','{"nudge_id":"nudge_P6_-P-YyfkNit7N-","question_id":"notif_P6_-P-XD2Y6btHR-","via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(87,'2026-11-16T15:37:31.435Z','nudge_handed','builder','notif_P6_-P-bjGW2Xglnz','{"nudge_id":"nudge_P6_-P-c2I16jSlQm","question_id":"notif_P6_-P-bjGW2Xglnz","via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(88,'2026-11-16T15:37:31.436Z','agent_notification','builder','notif_P6_-P-gMwQwRhtNn','{"notification_id":"notif_P6_-P-gMwQwRhtNn","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.436Z"}');
INSERT INTO "events" VALUES(89,'2026-11-16T15:37:31.436Z','question_opened','builder','notif_P6_-P-gMwQwRhtNn','{"question":{"id":"notif_P6_-P-gMwQwRhtNn","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (18)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.436Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.436Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(90,'2026-11-16T15:37:31.437Z','question_settled','builder','notif_P6_-P-gMwQwRhtNn','{"question_id":"notif_P6_-P-gMwQwRhtNn","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(91,'2026-11-16T15:37:31.437Z','notification_acknowledged','builder','notif_P6_-P-gMwQwRhtNn','{"notification_id":"notif_P6_-P-gMwQwRhtNn","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.437Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(92,'2026-11-16T15:37:31.437Z','nudge_pending','builder','notif_P6_-P-gMwQwRhtNn','{"nudge_id":"nudge_P6_-P-hf9s0b5LY0","session":null,"count":1}');
INSERT INTO "events" VALUES(93,'2026-11-16T15:37:31.439Z','agent_notification','builder','notif_P6_-P-jsucq0310S','{"notification_id":"notif_P6_-P-jsucq0310S","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.439Z"}');
INSERT INTO "events" VALUES(94,'2026-11-16T15:37:31.439Z','question_opened','builder','notif_P6_-P-jsucq0310S','{"question":{"id":"notif_P6_-P-jsucq0310S","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (19)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.439Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.439Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(95,'2026-11-16T15:37:31.440Z','question_settled','builder','notif_P6_-P-jsucq0310S','{"question_id":"notif_P6_-P-jsucq0310S","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(96,'2026-11-16T15:37:31.440Z','notification_acknowledged','builder','notif_P6_-P-jsucq0310S','{"notification_id":"notif_P6_-P-jsucq0310S","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.440Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(97,'2026-11-16T15:37:31.440Z','nudge_pending','builder','notif_P6_-P-jsucq0310S','{"nudge_id":"nudge_P6_-P-kpzh6LVycK","session":null,"count":2}');
INSERT INTO "events" VALUES(98,'2026-11-16T15:37:31.441Z','nudge_pending','reviewer','nudge_P6_-P-l9TW0j1xVh','{"nudge_id":"nudge_P6_-P-l9TW0j1xVh","session":null,"count":1}');
INSERT INTO "events" VALUES(99,'2026-11-16T15:37:31.443Z','nudge_handed','reviewer','nudge_P6_-P-l9TW0j1xVh','{"nudge_id":"nudge_P6_-P-l9TW0j1xVh","question_id":null,"via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(100,'2026-11-16T15:37:31.444Z','nudge_pending','reviewer','nudge_P6_-P-oagqdMAaMX','{"nudge_id":"nudge_P6_-P-oagqdMAaMX","session":null,"count":1}');
INSERT INTO "events" VALUES(101,'2026-11-16T15:37:31.446Z','nudge_pending','reviewer','nudge_P6_-P-qGPG6aXFx_','{"nudge_id":"nudge_P6_-P-qGPG6aXFx_","session":null,"count":1}');
INSERT INTO "events" VALUES(102,'2026-11-16T15:37:31.447Z','nudge_pending','reviewer','nudge_P6_-P-rXoe7-V-d7','{"nudge_id":"nudge_P6_-P-rXoe7-V-d7","session":null,"count":1}');
INSERT INTO "events" VALUES(103,'2026-11-16T15:37:31.448Z','nudge_pending','reviewer','nudge_P6_-P-sb_u1UxqtR','{"nudge_id":"nudge_P6_-P-sb_u1UxqtR","session":"process:of-reviewer","count":2}');
INSERT INTO "events" VALUES(104,'2026-11-16T15:37:31.449Z','nudge_pending','reviewer','nudge_P6_-P-tK10fcLI2f','{"nudge_id":"nudge_P6_-P-tK10fcLI2f","session":null,"count":3}');
INSERT INTO "events" VALUES(105,'2026-11-16T15:37:31.450Z','session_changed','builder','claude-code:1','{"session":"claude-code:1","client":"claude-code/2.0","parent":null,"state":"working","since":"2026-11-16T15:37:31.450Z","reason":null}');
INSERT INTO "events" VALUES(106,'2026-11-16T15:37:31.450Z','session_changed','builder','claude-code:1/a','{"session":"claude-code:1/a","client":"claude-code/2.0","parent":"claude-code:1","state":"idle","since":"2026-11-16T15:37:31.450Z","reason":null}');
INSERT INTO "events" VALUES(107,'2026-11-16T15:37:31.450Z','session_changed','builder','claude-code:2','{"session":"claude-code:2","client":"claude-code/2.0","parent":null,"state":"ended","since":"2026-11-16T15:37:31.450Z","reason":"error: out of tokens"}');
INSERT INTO "events" VALUES(108,'2026-11-16T15:37:31.452Z','agent_notification','builder','notif_P6_-P-wgFa7BcdQ1','{"notification_id":"notif_P6_-P-wgFa7BcdQ1","notification_type":"question","title":"Permission: bash","priority":"high","category":null,"timestamp":"2026-11-16T15:37:31.452Z"}');
INSERT INTO "events" VALUES(109,'2026-11-16T15:37:31.452Z','question_opened','builder','notif_P6_-P-wgFa7BcdQ1','{"question":{"id":"notif_P6_-P-wgFa7BcdQ1","agent_name":"builder","kind":"permission","title":"Permission: bash","question":"rm -r build\n\nAllow always: rm *","options":["Allow once","Allow always","Reject"],"free_text":true,"action_label":null,"buttons":[{"label":"Allow once","answer":{"choice":"Allow once"}},{"label":"Allow always","answer":{"choice":"Allow always"}},{"label":"Reject","answer":{"choice":"Reject"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"high","secret":false,"look":{"window_title":null,"show_history":false,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"opencode:ses_1","request":"per_1","opened_at":"2026-11-16T15:37:31.452Z","waiting_until":"2026-11-17T15:37:31.452Z","open_until":"2026-11-17T15:37:31.452Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(110,'2026-11-16T15:37:31.452Z','session_changed','builder','opencode:ses_1','{"session":"opencode:ses_1","client":"opencode/1.18.34","parent":null,"state":"working","since":"2026-11-16T15:37:31.452Z","reason":null}');
INSERT INTO "events" VALUES(111,'2026-11-16T15:37:31.453Z','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(112,'2026-11-16T15:37:31.454Z','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(113,'2026-11-16T15:37:31.455Z','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(114,'2026-11-16T15:37:31.457Z','access_changed','reviewer',NULL,'{"change":"webhook_removed","by":"ada"}');
INSERT INTO "events" VALUES(115,'2026-11-16T15:37:31.459Z','agent_notification','reviewer','notif_P6_-P027RxxNonak','{"notification_id":"notif_P6_-P027RxxNonak","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.459Z"}');
INSERT INTO "events" VALUES(116,'2026-11-16T15:37:31.459Z','question_opened','reviewer','notif_P6_-P027RxxNonak','{"question":{"id":"notif_P6_-P027RxxNonak","agent_name":"reviewer","kind":"text","title":"Name","question":"How shall it be called? (20)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.459Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.459Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(117,'2026-11-16T15:37:31.461Z','question_settled','reviewer','notif_P6_-P027RxxNonak','{"question_id":"notif_P6_-P027RxxNonak","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(118,'2026-11-16T15:37:31.461Z','notification_acknowledged','reviewer','notif_P6_-P027RxxNonak','{"notification_id":"notif_P6_-P027RxxNonak","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.461Z","acknowledged_by":"ada","by":"ada"}');
INSERT INTO "events" VALUES(119,'2026-11-16T15:37:31.461Z','nudge_pending','reviewer','notif_P6_-P027RxxNonak','{"nudge_id":"nudge_P6_-P04yk1URAnKv","session":null,"count":4}');
INSERT INTO "events" VALUES(120,'2026-11-16T15:37:31.463Z','agent_notification','builder','notif_P6_-P06eFezn7W6s','{"notification_id":"notif_P6_-P06eFezn7W6s","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.463Z"}');
INSERT INTO "events" VALUES(121,'2026-11-16T15:37:31.463Z','question_opened','builder','notif_P6_-P06eFezn7W6s','{"question":{"id":"notif_P6_-P06eFezn7W6s","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (21)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.463Z","waiting_until":"2026-11-16T15:38:31.463Z","open_until":"2026-11-17T15:37:31.463Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(122,'2026-11-16T15:37:31.465Z','question_settled','builder','notif_P6_-P06eFezn7W6s','{"question_id":"notif_P6_-P06eFezn7W6s","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(123,'2026-11-16T15:37:31.465Z','notification_acknowledged','builder','notif_P6_-P06eFezn7W6s','{"notification_id":"notif_P6_-P06eFezn7W6s","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.465Z","acknowledged_by":"owner","by":"owner"}');
CREATE TABLE hub (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "hub" VALUES('id','hub_9628c6d3f9ddb076');
CREATE TABLE idempotency (
    agent_name TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash BLOB NOT NULL,
    answer_id TEXT NOT NULL,
    until TEXT NOT NULL,
    PRIMARY KEY (agent_name, key)
) WITHOUT ROWID;
INSERT INTO "idempotency" VALUES('ada','key of Of a person',X'70606F017C9E048C3C3B702BEE1FC10940CBE1941B4F11545D002C95C449B5F4','notif_P6_-OzmemRqyF6hC','2026-11-17T15:37:31.378Z');
INSERT INTO "idempotency" VALUES('ada','nudge 1',X'A86B6D6DA519E881E4587A31221988274408D0F5E06DB125E03EF2BF1C003E58','nudge_P6_-P-l9TW0j1xVh','2026-11-17T15:37:31.441Z');
INSERT INTO "idempotency" VALUES('builder','key of Gone',X'49A364863EAE6A2E2AB41A7BEE5C6F077CCE4E36D735D4AFCA63EC107719875F','notif_P6_-OzoLVHyDAByi','2026-11-17T15:37:31.380Z');
INSERT INTO "idempotency" VALUES('builder','key of Pending',X'D13E5CFF13EF2280C323F281AD70FA0336FF765060DAE0AD4C4E6EB30D728513','notif_P6_-OzjDI6Le8fkH','2026-11-17T15:37:31.375Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen',X'AC16657C9B6B7C356E18924E45D8F678CB853AC3A76D7AE55646CAFDEA298B2E','notif_P6_-OznmvshczLK3','2026-11-17T15:37:31.379Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen, then gone',X'5479B9C548717BDD86AAF5878E99D59F560701A10DFD87A4CD5F76C50293C8C7','notif_P6_-OzpLzUW_35ae','2026-11-17T15:37:31.381Z');
INSERT INTO "idempotency" VALUES('builder','key of Urgent',X'A74740E9177CBD1D08BDF28875721E5850185E30452FCA97EB7CB0E0A6AB1846','notif_P6_-OzkWlIUbakN_','2026-11-17T15:37:31.376Z');
INSERT INTO "idempotency" VALUES('builder','question 1',X'F35DCFA57172D877956B6AB5C7F802BD55FCB15C9A1D3CFF8780D258A78A987F','notif_P6_-OzvOSveHQpRE','2026-11-17T15:37:31.387Z');
INSERT INTO "idempotency" VALUES('builder','question 10',X'F4FF8DD65FEE2BAA6757BC77E1C91F878D47B228D39A3A0C3E68D69F52039BB3','notif_P6_-P-IzO5NmEnQX','2026-11-17T15:37:31.411Z');
INSERT INTO "idempotency" VALUES('builder','question 11',X'147BACE5B26A2F4D03DC2A3EA954B0EA2CA9580FE30F10361BAE26BBDFD8D2CC','notif_P6_-P-LLjFgG9YXs','2026-11-17T15:37:31.414Z');
INSERT INTO "idempotency" VALUES('builder','question 12',X'9202AA47A1F882CD6CC973C21CB62FEFCEB1282AB950E5E81390313EAB4DE022','notif_P6_-P-RcoThsaAA7','2026-11-17T15:37:31.420Z');
INSERT INTO "idempotency" VALUES('builder','question 13',X'89DE4247CB142DAA51682B5CF81E42CAAE59F7F28348F045886188EF01850B25','notif_P6_-P-UJgxVrtjno','2026-11-17T15:37:31.423Z');
INSERT INTO "idempotency" VALUES('builder','question 14',X'DFF0C3074495394B8B965757802791DEB301B2BA16B7DC12D96BAFF34D8CBF44','notif_P6_-P-VJbTZXYigf','2026-11-17T15:37:31.424Z');
INSERT INTO "idempotency" VALUES('builder','question 15',X'86989B78A2B83BA8F8CAC32620106F2C8C8C1CD104B3813C894FD183B9AAB7B1','notif_P6_-P-XD2Y6btHR-','2026-11-17T15:37:31.426Z');
INSERT INTO "idempotency" VALUES('builder','question 16',X'691383BFECECBBA90C14D709F7DB7017EA14894F4B332C9B58C84E17FF79C8FF','notif_P6_-P-_-dB_nL1dc','2026-11-17T15:37:31.429Z');
INSERT INTO "idempotency" VALUES('builder','question 17',X'6588DB01F3C907EF22FB08D5E7F86C7737EEC024668E20DF813DAAF384112798','notif_P6_-P-bjGW2Xglnz','2026-11-17T15:37:31.431Z');
INSERT INTO "idempotency" VALUES('builder','question 18',X'4BD14691A219C8B45A0F5B3627D81AFD57FD49079F6A2A38F848BDD3C8FA4C91','notif_P6_-P-gMwQwRhtNn','2026-11-17T15:37:31.436Z');
INSERT INTO "idempotency" VALUES('builder','question 19',X'BB36010A997A4EC70F3CC7E2A680444803238687952AD03EED5CCFD18E506BEC','notif_P6_-P-jsucq0310S','2026-11-17T15:37:31.439Z');
INSERT INTO "idempotency" VALUES('builder','question 2',X'108D6A6078D090F066D6A923CC694D4A725BD99F8772D1E2ADF195739E3C94C5','notif_P6_-OzxySfgVbjVa','2026-11-17T15:37:31.389Z');
INSERT INTO "idempotency" VALUES('builder','question 21',X'138BD8338926EBA5C25AAA2BA270071F65F2A92162962373A15CCB186F5872B1','notif_P6_-P06eFezn7W6s','2026-11-17T15:37:31.463Z');
INSERT INTO "idempotency" VALUES('builder','question 4',X'31081F1925458938C65443F4A22992C16813F7DAF773BDC248FDEDC0292F541F','notif_P6_-OzzVaMu3-heO','2026-11-17T15:37:31.391Z');
INSERT INTO "idempotency" VALUES('builder','question 5',X'58AAFD1FB51C9D83ACB5AF97F45AACBD2931315C17756AC04FDC4D4FEAC7DFA2','notif_P6_-P-1qb4wDi-ZQ','2026-11-17T15:37:31.394Z');
INSERT INTO "idempotency" VALUES('builder','question 6',X'C22929CE05469233F79F109C2083C2EDD20A351D9E59DEFEA034260A32709501','notif_P6_-P-4DPxdB-fn6','2026-11-17T15:37:31.397Z');
INSERT INTO "idempotency" VALUES('builder','question 7',X'54A811AF15FF08146E6D24F06F3630E1C045B9161DC70B96A95C2F4941CD8EA3','notif_P6_-P-8LNL3U_-7R','2026-11-17T15:37:31.401Z');
INSERT INTO "idempotency" VALUES('builder','question 8',X'46550AE2564DADD18CF7E45E5BB490E0DA4C1F2AAA065789CC1297D6BDF44A69','notif_P6_-P-BWbpqAz1Gl','2026-11-17T15:37:31.404Z');
INSERT INTO "idempotency" VALUES('builder','question 9',X'7A1262AE374B80E4D767AFE0D370F3FF99108E8ABFCC5023B93D10C79A2222C4','notif_P6_-P-Fy9NNPyGpa','2026-11-17T15:37:31.408Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Cleared with the rest',X'D24476CF08E9E14D41400BB67F1507D8A35A14AD0E0C118EBAC5CB75ABA4CECD','notif_P6_-Ozg_H1FQv4QB','2026-11-17T15:37:31.372Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Low',X'83D20811C5610EA493602D249E0AD5C5AB2840830D38CB31FDA2815EB6E42974','notif_P6_-OzloR6ZcWIVz','2026-11-17T15:37:31.377Z');
INSERT INTO "idempotency" VALUES('reviewer','question 20',X'B2278E39163D94A9C419432B809A67157A9A5D259E86608195DFDB9D482B7911','notif_P6_-P027RxxNonak','2026-11-17T15:37:31.459Z');
INSERT INTO "idempotency" VALUES('reviewer','question 3',X'04418AD709582127394F656487AF4F64FDAF25A859346BAEC35973C4F543452E','notif_P6_-OzygEOAAPazC','2026-11-17T15:37:31.390Z');
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
INSERT INTO "keys" VALUES('1021e81d',X'610B22763C3FAFE3358D2B22DA6389F06AF3D06CEA3D6AFCCC5AA44A180E7AB6','agent','reviewer','of Ada','2026-11-16T15:37:31.364Z','ada',NULL,NULL);
INSERT INTO "keys" VALUES('13e92d69',X'A6DE09C041C8A1787BFFB01BEA667D7B09C587208E07A7B41EE3DA9D93C6B7AC','agent','builder',NULL,'2026-11-16T15:37:31.363Z','owner',NULL,NULL);
INSERT INTO "keys" VALUES('4bd44b69',X'ECEA07F45C0924D130A7BC0C3F4EB978968374D655AB21017821041D544EADC6','user','ada','laptop','2026-11-16T15:37:31.361Z','owner',NULL,NULL);
INSERT INTO "keys" VALUES('55b1d247',X'CB973B0F0FE389E06AAB983325F90DAA289DED672BE039D800F0A5825AF7545A','user','owner','owner.key','2026-11-16T15:37:31.337Z','owner','2026-11-16T15:37:31.339Z',NULL);
INSERT INTO "keys" VALUES('d41b7ea1',X'4B7140D22992542E3623F645465C219C9F2B7D1DC44E4E15B8BF2106BD3C5083','agent','builder','lost','2026-11-16T15:37:31.365Z','owner',NULL,'2026-11-16T15:37:31.367Z');
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
INSERT INTO "nudges" VALUES(1,'nudge_P6_-P-YyfkNit7N-','builder',NULL,'user',NULL,'Your question: Merge to main? (15)
{"response": "dismissed", "choice": null}','notif_P6_-P-XD2Y6btHR-','2026-11-16T15:37:31.427Z','owner',NULL,NULL,'shim',0,'2026-11-16T15:37:31.435Z','shim',1,'process:1');
INSERT INTO "nudges" VALUES(2,'nudge_P6_-P-c2I16jSlQm','builder',NULL,'user',NULL,'Your question: How shall it be called? (17)
User response: read already','notif_P6_-P-bjGW2Xglnz','2026-11-16T15:37:31.432Z','owner',NULL,NULL,'shim',0,'2026-11-16T15:37:31.435Z','shim',1,'process:1');
INSERT INTO "nudges" VALUES(3,'nudge_P6_-P-hf9s0b5LY0','builder',NULL,'user',NULL,'Your question: How shall it be called? (18)
User response: not read yet','notif_P6_-P-gMwQwRhtNn','2026-11-16T15:37:31.437Z','owner',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(4,'nudge_P6_-P-kpzh6LVycK','builder',NULL,'user',NULL,'Your question: How shall it be called? (19)
User response: hush, not read yet','notif_P6_-P-jsucq0310S','2026-11-16T15:37:31.440Z','owner',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(5,'nudge_P6_-P-l9TW0j1xVh','reviewer',NULL,'user','aside','read already',NULL,'2026-11-16T15:37:31.441Z','ada',NULL,NULL,'shim',0,'2026-11-16T15:37:31.443Z','shim',1,'process:1');
INSERT INTO "nudges" VALUES(8,'nudge_P6_-P-rXoe7-V-d7','reviewer',NULL,'ci','main','main is red (2)',NULL,'2026-11-16T15:37:31.447Z','ada','main','2026-11-16T15:37:41.462Z','shim',0,NULL,NULL,3,'process:1');
INSERT INTO "nudges" VALUES(9,'nudge_P6_-P-sb_u1UxqtR','reviewer','process:of-reviewer','user',NULL,'only for one session',NULL,'2026-11-16T15:37:31.448Z','ada',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(10,'nudge_P6_-P-tK10fcLI2f','reviewer',NULL,'user',NULL,'close it: </notification> & "go on"
– soon',NULL,'2026-11-16T15:37:31.449Z','ada',NULL,'2026-11-16T15:37:41.462Z','shim',0,NULL,NULL,1,'process:1');
INSERT INTO "nudges" VALUES(11,'nudge_P6_-P04yk1URAnKv','reviewer',NULL,'user',NULL,'Your question: How shall it be called? (20)
User response: out on a lease','notif_P6_-P027RxxNonak','2026-11-16T15:37:31.461Z','ada',NULL,'2026-11-16T15:37:41.462Z','shim',0,NULL,NULL,1,'process:1');
CREATE TABLE pending_counts (
    agent_name TEXT PRIMARY KEY,
    pending INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "pending_counts" VALUES('ada',1);
INSERT INTO "pending_counts" VALUES('builder',8);
INSERT INTO "pending_counts" VALUES('reviewer',2);
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
INSERT INTO "questions" VALUES('notif_P6_-OzvOSveHQpRE','builder','choice','["Yes, merge", "No"]',0,'Go','[null, false, "dark", false, "site", "main", null, "Release"]',0,'/home/ada/builder','process:1','2026-11-16T15:37:31.387Z','2026-11-16T15:38:31.387Z','2026-11-17T15:37:31.387Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OzxySfgVbjVa','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-16T15:37:31.389Z',NULL,'2026-11-17T15:37:31.389Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OzygEOAAPazC','reviewer','choice','["Yes, merge", "No"]',1,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.390Z',NULL,'2026-11-17T15:37:31.390Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OzzVaMu3-heO','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.391Z',NULL,'2026-11-17T15:37:31.391Z',NULL,NULL,NULL,NULL,NULL,NULL,'timeout',NULL,0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-1qb4wDi-ZQ','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:31.394Z','2026-11-16T15:38:31.394Z','2026-11-17T15:37:31.394Z','2026-11-16T15:37:31.395Z','accepted','Yes, merge',NULL,'owner','rest',NULL,'2026-11-16T15:37:31.396Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-4DPxdB-fn6','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:31.397Z','2026-11-16T15:38:31.397Z','2026-11-17T15:37:31.397Z','2026-11-16T15:37:31.399Z','declined','No',NULL,'owner','rest',NULL,'2026-11-16T15:37:31.400Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-8LNL3U_-7R','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:31.401Z','2026-11-16T15:38:31.401Z','2026-11-17T15:37:31.401Z','2026-11-16T15:37:31.402Z','cancelled',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:31.403Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-BWbpqAz1Gl','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:31.404Z','2026-11-16T15:38:31.404Z','2026-11-17T15:37:31.404Z','2026-11-16T15:37:31.405Z','dismissed',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:31.407Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-Fy9NNPyGpa','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.408Z','2026-11-16T15:38:31.408Z','2026-11-17T15:37:31.408Z','2026-11-16T15:37:31.409Z','accepted',NULL,'Belfry','owner','rest',NULL,'2026-11-16T15:37:31.410Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-IzO5NmEnQX','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.411Z','2026-11-16T15:38:31.411Z','2026-11-17T15:37:31.411Z','2026-11-16T15:37:31.412Z','empty',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:31.413Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-LLjFgG9YXs','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-16T15:37:31.414Z','2026-11-16T15:38:31.414Z','2026-11-17T15:37:31.414Z','2026-11-16T15:37:31.416Z','accepted',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:31.417Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-RcoThsaAA7','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.420Z',NULL,'2026-11-17T15:37:31.420Z','2026-11-16T15:37:31.421Z','withdrawn',NULL,NULL,NULL,NULL,NULL,'2026-11-16T15:37:31.421Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-UJgxVrtjno','builder','show','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.423Z',NULL,'2026-11-16T15:37:36.423Z','2026-11-16T15:37:31.423Z','shown',NULL,NULL,NULL,NULL,NULL,'2026-11-16T15:37:31.423Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-VJbTZXYigf','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.424Z',NULL,'2026-11-17T15:37:31.424Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-XD2Y6btHR-','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.426Z',NULL,'2026-11-17T15:37:31.426Z','2026-11-16T15:37:31.427Z','dismissed',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:31.435Z',1,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-_-dB_nL1dc','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.429Z',NULL,'2026-11-17T15:37:31.429Z',NULL,NULL,NULL,NULL,NULL,NULL,'failed',NULL,0,'no display',NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-bjGW2Xglnz','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.431Z',NULL,'2026-11-17T15:37:31.431Z','2026-11-16T15:37:31.432Z','accepted',NULL,'read already','owner','rest',NULL,'2026-11-16T15:37:31.435Z',1,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-gMwQwRhtNn','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.436Z',NULL,'2026-11-17T15:37:31.436Z','2026-11-16T15:37:31.437Z','accepted',NULL,'not read yet','owner','rest',NULL,NULL,1,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-jsucq0310S','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-16T15:37:31.439Z',NULL,'2026-11-17T15:37:31.439Z','2026-11-16T15:37:31.440Z','accepted',NULL,'hush, not read yet','owner','rest',NULL,NULL,1,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P-wgFa7BcdQ1','builder','permission','["Allow once", "Allow always", "Reject"]',1,NULL,'[null, false, "auto", false, null, null, null, null]',0,NULL,'opencode:ses_1','2026-11-16T15:37:31.452Z','2026-11-17T15:37:31.452Z','2026-11-17T15:37:31.452Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,'per_1');
INSERT INTO "questions" VALUES('notif_P6_-P027RxxNonak','reviewer','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.459Z',NULL,'2026-11-17T15:37:31.459Z','2026-11-16T15:37:31.461Z','accepted',NULL,'out on a lease','ada','rest',NULL,NULL,1,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P06eFezn7W6s','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.463Z','2026-11-16T15:38:31.463Z','2026-11-17T15:37:31.463Z','2026-11-16T15:37:31.465Z','declined','No',NULL,'owner','rest',NULL,NULL,0,NULL,NULL,NULL);
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
INSERT INTO "sessions" VALUES('builder','claude-code:1','claude-code/2.0',NULL,'working','2026-11-16T15:37:31.450Z','2026-11-16T15:37:31.450Z','hook','Release','/home/ada/builder',NULL,1,NULL,'[{"tool":"Bash","argument":"make","since":"2026-11-16T15:37:31.000Z"}]','[{"content":"Build","status":"in_progress"}]',NULL,'[]','[]','[]',NULL,NULL,NULL);
INSERT INTO "sessions" VALUES('builder','claude-code:1/a','claude-code/2.0','claude-code:1','idle','2026-11-16T15:37:31.450Z','2026-11-16T15:37:31.450Z',NULL,NULL,NULL,NULL,0,NULL,'[]','[]',NULL,'[]','[]','[]',NULL,NULL,NULL);
INSERT INTO "sessions" VALUES('builder','claude-code:2','claude-code/2.0',NULL,'ended','2026-11-16T15:37:31.450Z','2026-11-16T15:37:31.450Z','hook','Release','/home/ada/builder',NULL,0,'error: out of tokens','[]','[]',NULL,'[]','[]','[]',NULL,NULL,NULL);
INSERT INTO "sessions" VALUES('builder','opencode:ses_1','opencode/1.18.34',NULL,'working','2026-11-16T15:37:31.452Z','2026-11-16T15:37:31.452Z',NULL,NULL,NULL,'http://127.0.0.1:4096',0,NULL,'[]','[]','2026-11-16T15:37:31.000Z','[{"question_id": null, "title": "Which?", "text": "This or that?", "tool": "ask_user", "at": "2026-11-16T15:37:31.000Z", "running": false, "source": "list"}]','[{"id": "per_1", "kind": "permission", "subject": "bash: rm -r build", "source": "event", "since": "2026-11-16T15:37:31.000Z"}]','[]','slow to answer','{"host":"desk.example","pid":4711,"tty":"/dev/pts/3","tmux":{"socket":"/run/tmux/default","pane":"%1"}}',NULL);
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
INSERT INTO "users" VALUES('ada',0,'2026-11-16T15:37:31.361Z');
INSERT INTO "users" VALUES('owner',1,'2026-11-16T15:37:31.337Z');
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
INSERT INTO "webhooks" VALUES('wh_41bcac82',X'C96245FDD649D00CAA052D3648A800613ECEA1D16EA513299D754090D5F8F4EA','reviewer','old',NULL,NULL,'2026-11-16T15:37:31.455Z','ada',NULL,'2026-11-16T15:37:31.457Z');
INSERT INTO "webhooks" VALUES('wh_84e3891f',X'75EAE9C8A0AA486F812EE8FED5EEFD2473A04447C98541ADC50E4F89179F63D9','reviewer','deploys',NULL,NULL,'2026-11-16T15:37:31.454Z','ada',NULL,NULL);
INSERT INTO "webhooks" VALUES('wh_e0082255',X'43F6E9B3DDBA88736158A150304D95F23464E647DE4038C69709601057056793','reviewer','ci','pipelines','known-to-the-tests','2026-11-16T15:37:31.453Z','ada',NULL,NULL);
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('events',123);
INSERT INTO "sqlite_sequence" VALUES('nudges',11);
COMMIT;
PRAGMA user_version = 5;

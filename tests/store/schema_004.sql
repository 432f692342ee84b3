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
INSERT INTO "agent_notifications" VALUES('notif_P6_-OtNO2s1EXMTk','reviewer','status','Cleared with the rest',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.968Z','2026-11-16T15:37:30.969Z','ada');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OtQhnXNKc-AT','builder','info','Pending','two
lines, ''quoted'' – <b>ünïcode</b> 🔔','normal','build',NULL,'pending','2026-11-16T15:37:30.971Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OtRuhveN6Xg1','builder','alert','Urgent',NULL,'urgent',NULL,'{"run": 7, "deep": [null, {"a": 1.5}]}','pending','2026-11-16T15:37:30.972Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OtSuZ9EyRwSU','reviewer','completion','Low',NULL,'low',NULL,NULL,'pending','2026-11-16T15:37:30.973Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OtTG4qir_MWv','ada','status','Of a person',NULL,'high',NULL,NULL,'pending','2026-11-16T15:37:30.974Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OtUwvElGyaCJ','builder','info','Seen',NULL,'normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.975Z','2026-11-16T15:37:30.979Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OtVvRobll1Sg','builder','info','Gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.976Z','2026-11-16T15:37:30.981Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OtX2FYcrXMre','builder','info','Seen, then gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.978Z','2026-11-16T15:37:30.980Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OtbspcFwsF4E','builder','question','Merge','Merge to main? (1)','high',NULL,NULL,'pending','2026-11-16T15:37:30.983Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OtdmRQpGOHEq','builder','question','Name','How shall it be called? (2)','normal',NULL,NULL,'pending','2026-11-16T15:37:30.985Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-Ote-2hOgy0Sw','reviewer','question','Merge','Merge to main? (3)','normal',NULL,NULL,'pending','2026-11-16T15:37:30.986Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-Otg3ZpSpwzzV','builder','question','Name','How shall it be called? (4)','normal',NULL,NULL,'pending','2026-11-16T15:37:30.988Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-Otixd7WDNppk','builder','question','Merge','Merge to main? (5)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.990Z','2026-11-16T15:37:30.992Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OtmQzTKToJaU','builder','question','Merge','Merge to main? (6)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.994Z','2026-11-16T15:37:30.995Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OtpZTJnXFZpE','builder','question','Merge','Merge to main? (7)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.997Z','2026-11-16T15:37:30.999Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OtteuZL_w-Os','builder','question','Merge','Merge to main? (8)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.001Z','2026-11-16T15:37:31.002Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-Ou2NEpLo-Xj1','builder','question','Name','How shall it be called? (9)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.011Z','2026-11-16T15:37:31.015Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OuCtL9RlQ5Rd','builder','question','Name','How shall it be called? (10)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.021Z','2026-11-16T15:37:31.022Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OuGe5f0k97Ph','builder','question','Name','How shall it be called? (11)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.025Z','2026-11-16T15:37:31.026Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OuLnKSDeq0_1','builder','question','Merge','Merge to main? (12)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.030Z','2026-11-16T15:37:31.032Z','agent');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OuOl2omcJ6YU','builder','question','Name','How shall it be called? (13)','normal',NULL,NULL,'pending','2026-11-16T15:37:31.033Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OuPWO83eTIXb','builder','question','Merge','Merge to main? (14)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.034Z','2026-11-16T15:37:31.036Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OuS58A1iasSH','builder','question','Merge','Merge to main? (15)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.037Z','2026-11-16T15:37:31.038Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OuUkKKyESApA','builder','question','Name','How shall it be called? (16)','normal',NULL,NULL,'pending','2026-11-16T15:37:31.039Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OuXy873qfJdE','builder','question','Name','How shall it be called? (17)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.042Z','2026-11-16T15:37:31.043Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-Oub97KHT57n0','builder','question','Name','How shall it be called? (18)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.047Z','2026-11-16T15:37:31.048Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-Oue4CBsD0Zx2','builder','question','Name','How shall it be called? (19)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.050Z','2026-11-16T15:37:31.051Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OuxhP_Undhx9','reviewer','question','Name','How shall it be called? (20)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.069Z','2026-11-16T15:37:31.070Z','ada');
INSERT INTO "agent_notifications" VALUES('notif_P6_-Ov0JAuaz9-zU','builder','question','Merge','Merge to main? (21)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.073Z','2026-11-16T15:37:31.074Z','owner');
CREATE TABLE agents (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES users(name),
    project TEXT,
    created_at TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "agents" VALUES('builder','owner','/home/ada/builder','2026-11-16T15:37:30.959Z');
INSERT INTO "agents" VALUES('reviewer','ada',NULL,'2026-11-16T15:37:30.960Z');
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    agent_name TEXT NOT NULL,
    subject TEXT,
    data TEXT NOT NULL
);
INSERT INTO "events" VALUES(1,'2026-11-16T15:37:30.923Z','access_changed','owner',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(2,'2026-11-16T15:37:30.957Z','access_changed','ada',NULL,'{"change":"user_added","by":"owner"}');
INSERT INTO "events" VALUES(3,'2026-11-16T15:37:30.957Z','access_changed','ada',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(4,'2026-11-16T15:37:30.959Z','access_changed','builder',NULL,'{"change":"agent_added","by":"owner"}');
INSERT INTO "events" VALUES(5,'2026-11-16T15:37:30.959Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(6,'2026-11-16T15:37:30.960Z','access_changed','reviewer',NULL,'{"change":"agent_added","by":"ada"}');
INSERT INTO "events" VALUES(7,'2026-11-16T15:37:30.960Z','access_changed','reviewer',NULL,'{"change":"key_created","by":"ada"}');
INSERT INTO "events" VALUES(8,'2026-11-16T15:37:30.962Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(9,'2026-11-16T15:37:30.963Z','access_changed','builder',NULL,'{"change":"key_revoked","by":"owner"}');
INSERT INTO "events" VALUES(13,'2026-11-16T15:37:30.967Z','access_changed','passing',NULL,'{"change":"agent_removed","by":"owner"}');
INSERT INTO "events" VALUES(14,'2026-11-16T15:37:30.968Z','agent_notification','reviewer','notif_P6_-OtNO2s1EXMTk','{"notification_id":"notif_P6_-OtNO2s1EXMTk","notification_type":"status","title":"Cleared with the rest","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.968Z"}');
INSERT INTO "events" VALUES(15,'2026-11-16T15:37:30.969Z','notifications_cleared','reviewer',NULL,'{"count":1,"cleared_by":"ada"}');
INSERT INTO "events" VALUES(16,'2026-11-16T15:37:30.971Z','agent_notification','builder','notif_P6_-OtQhnXNKc-AT','{"notification_id":"notif_P6_-OtQhnXNKc-AT","notification_type":"info","title":"Pending","priority":"normal","category":"build","timestamp":"2026-11-16T15:37:30.971Z"}');
INSERT INTO "events" VALUES(17,'2026-11-16T15:37:30.972Z','agent_notification','builder','notif_P6_-OtRuhveN6Xg1','{"notification_id":"notif_P6_-OtRuhveN6Xg1","notification_type":"alert","title":"Urgent","priority":"urgent","category":null,"timestamp":"2026-11-16T15:37:30.972Z"}');
INSERT INTO "events" VALUES(18,'2026-11-16T15:37:30.973Z','agent_notification','reviewer','notif_P6_-OtSuZ9EyRwSU','{"notification_id":"notif_P6_-OtSuZ9EyRwSU","notification_type":"completion","title":"Low","priority":"low","category":null,"timestamp":"2026-11-16T15:37:30.973Z"}');
INSERT INTO "events" VALUES(19,'2026-11-16T15:37:30.974Z','agent_notification','ada','notif_P6_-OtTG4qir_MWv','{"notification_id":"notif_P6_-OtTG4qir_MWv","notification_type":"status","title":"Of a person","priority":"high","category":null,"timestamp":"2026-11-16T15:37:30.974Z"}');
INSERT INTO "events" VALUES(20,'2026-11-16T15:37:30.975Z','agent_notification','builder','notif_P6_-OtUwvElGyaCJ','{"notification_id":"notif_P6_-OtUwvElGyaCJ","notification_type":"info","title":"Seen","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.975Z"}');
INSERT INTO "events" VALUES(21,'2026-11-16T15:37:30.976Z','agent_notification','builder','notif_P6_-OtVvRobll1Sg','{"notification_id":"notif_P6_-OtVvRobll1Sg","notification_type":"info","title":"Gone","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.976Z"}');
INSERT INTO "events" VALUES(22,'2026-11-16T15:37:30.978Z','agent_notification','builder','notif_P6_-OtX2FYcrXMre','{"notification_id":"notif_P6_-OtX2FYcrXMre","notification_type":"info","title":"Seen, then gone","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.978Z"}');
INSERT INTO "events" VALUES(23,'2026-11-16T15:37:30.979Z','notification_acknowledged','builder','notif_P6_-OtUwvElGyaCJ','{"notification_id":"notif_P6_-OtUwvElGyaCJ","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.979Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(24,'2026-11-16T15:37:30.980Z','notification_acknowledged','builder','notif_P6_-OtX2FYcrXMre','{"notification_id":"notif_P6_-OtX2FYcrXMre","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.980Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(25,'2026-11-16T15:37:30.981Z','notification_dismissed','builder','notif_P6_-OtVvRobll1Sg','{"notification_id":"notif_P6_-OtVvRobll1Sg","status":"dismissed","acknowledged_at":"2026-11-16T15:37:30.981Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(26,'2026-11-16T15:37:30.982Z','notification_dismissed','builder','notif_P6_-OtX2FYcrXMre','{"notification_id":"notif_P6_-OtX2FYcrXMre","status":"dismissed","acknowledged_at":"2026-11-16T15:37:30.980Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(27,'2026-11-16T15:37:30.983Z','agent_notification','builder','notif_P6_-OtbspcFwsF4E','{"notification_id":"notif_P6_-OtbspcFwsF4E","notification_type":"question","title":"Merge","priority":"high","category":null,"timestamp":"2026-11-16T15:37:30.983Z"}');
INSERT INTO "events" VALUES(28,'2026-11-16T15:37:30.983Z','question_opened','builder','notif_P6_-OtbspcFwsF4E','{"question":{"id":"notif_P6_-OtbspcFwsF4E","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (1)","options":["Yes, merge","No"],"free_text":false,"action_label":"Go","buttons":[{"label":"Go","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"high","secret":false,"look":{"window_title":null,"show_history":false,"theme":"dark","chime_enabled":false,"repo":"site","branch":"main","asked_as":null,"task":"Release"},"project":"/home/ada/builder","session":"process:1","opened_at":"2026-11-16T15:37:30.983Z","waiting_until":"2026-11-16T15:38:30.983Z","open_until":"2026-11-17T15:37:30.983Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(29,'2026-11-16T15:37:30.985Z','agent_notification','builder','notif_P6_-OtdmRQpGOHEq','{"notification_id":"notif_P6_-OtdmRQpGOHEq","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.985Z"}');
INSERT INTO "events" VALUES(30,'2026-11-16T15:37:30.985Z','question_opened','builder','notif_P6_-OtdmRQpGOHEq','{"question":{"id":"notif_P6_-OtdmRQpGOHEq","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (2)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.985Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.985Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(31,'2026-11-16T15:37:30.986Z','agent_notification','reviewer','notif_P6_-Ote-2hOgy0Sw','{"notification_id":"notif_P6_-Ote-2hOgy0Sw","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.986Z"}');
INSERT INTO "events" VALUES(32,'2026-11-16T15:37:30.986Z','question_opened','reviewer','notif_P6_-Ote-2hOgy0Sw','{"question":{"id":"notif_P6_-Ote-2hOgy0Sw","agent_name":"reviewer","kind":"choice","title":"Merge","question":"Merge to main? (3)","options":["Yes, merge","No"],"free_text":true,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.986Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.986Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(33,'2026-11-16T15:37:30.988Z','agent_notification','builder','notif_P6_-Otg3ZpSpwzzV','{"notification_id":"notif_P6_-Otg3ZpSpwzzV","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.988Z"}');
INSERT INTO "events" VALUES(34,'2026-11-16T15:37:30.988Z','question_opened','builder','notif_P6_-Otg3ZpSpwzzV','{"question":{"id":"notif_P6_-Otg3ZpSpwzzV","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (4)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.988Z","waiting_until":"2026-11-16T15:38:30.988Z","open_until":"2026-11-17T15:37:30.988Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(35,'2026-11-16T15:37:30.989Z','question_released','builder','notif_P6_-Otg3ZpSpwzzV','{"question_id":"notif_P6_-Otg3ZpSpwzzV","reason":"timeout","detail":null}');
INSERT INTO "events" VALUES(36,'2026-11-16T15:37:30.990Z','agent_notification','builder','notif_P6_-Otixd7WDNppk','{"notification_id":"notif_P6_-Otixd7WDNppk","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.990Z"}');
INSERT INTO "events" VALUES(37,'2026-11-16T15:37:30.990Z','question_opened','builder','notif_P6_-Otixd7WDNppk','{"question":{"id":"notif_P6_-Otixd7WDNppk","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (5)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","opened_at":"2026-11-16T15:37:30.990Z","waiting_until":"2026-11-16T15:38:30.990Z","open_until":"2026-11-17T15:37:30.990Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(38,'2026-11-16T15:37:30.992Z','question_settled','builder','notif_P6_-Otixd7WDNppk','{"question_id":"notif_P6_-Otixd7WDNppk","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(39,'2026-11-16T15:37:30.992Z','notification_acknowledged','builder','notif_P6_-Otixd7WDNppk','{"notification_id":"notif_P6_-Otixd7WDNppk","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.992Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(40,'2026-11-16T15:37:30.994Z','agent_notification','builder','notif_P6_-OtmQzTKToJaU','{"notification_id":"notif_P6_-OtmQzTKToJaU","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.994Z"}');
INSERT INTO "events" VALUES(41,'2026-11-16T15:37:30.994Z','question_opened','builder','notif_P6_-OtmQzTKToJaU','{"question":{"id":"notif_P6_-OtmQzTKToJaU","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (6)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","opened_at":"2026-11-16T15:37:30.994Z","waiting_until":"2026-11-16T15:38:30.994Z","open_until":"2026-11-17T15:37:30.994Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(42,'2026-11-16T15:37:30.995Z','question_settled','builder','notif_P6_-OtmQzTKToJaU','{"question_id":"notif_P6_-OtmQzTKToJaU","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(43,'2026-11-16T15:37:30.995Z','notification_acknowledged','builder','notif_P6_-OtmQzTKToJaU','{"notification_id":"notif_P6_-OtmQzTKToJaU","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.995Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(44,'2026-11-16T15:37:30.997Z','agent_notification','builder','notif_P6_-OtpZTJnXFZpE','{"notification_id":"notif_P6_-OtpZTJnXFZpE","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.997Z"}');
INSERT INTO "events" VALUES(45,'2026-11-16T15:37:30.997Z','question_opened','builder','notif_P6_-OtpZTJnXFZpE','{"question":{"id":"notif_P6_-OtpZTJnXFZpE","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (7)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","opened_at":"2026-11-16T15:37:30.997Z","waiting_until":"2026-11-16T15:38:30.997Z","open_until":"2026-11-17T15:37:30.997Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(46,'2026-11-16T15:37:30.999Z','question_settled','builder','notif_P6_-OtpZTJnXFZpE','{"question_id":"notif_P6_-OtpZTJnXFZpE","outcome":"cancelled","via":"rest"}');
INSERT INTO "events" VALUES(47,'2026-11-16T15:37:30.999Z','notification_dismissed','builder','notif_P6_-OtpZTJnXFZpE','{"notification_id":"notif_P6_-OtpZTJnXFZpE","status":"dismissed","acknowledged_at":"2026-11-16T15:37:30.999Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(48,'2026-11-16T15:37:31.001Z','agent_notification','builder','notif_P6_-OtteuZL_w-Os','{"notification_id":"notif_P6_-OtteuZL_w-Os","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.001Z"}');
INSERT INTO "events" VALUES(49,'2026-11-16T15:37:31.001Z','question_opened','builder','notif_P6_-OtteuZL_w-Os','{"question":{"id":"notif_P6_-OtteuZL_w-Os","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (8)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","opened_at":"2026-11-16T15:37:31.001Z","waiting_until":"2026-11-16T15:38:31.001Z","open_until":"2026-11-17T15:37:31.001Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(50,'2026-11-16T15:37:31.002Z','question_settled','builder','notif_P6_-OtteuZL_w-Os','{"question_id":"notif_P6_-OtteuZL_w-Os","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(51,'2026-11-16T15:37:31.002Z','notification_dismissed','builder','notif_P6_-OtteuZL_w-Os','{"notification_id":"notif_P6_-OtteuZL_w-Os","status":"dismissed","acknowledged_at":"2026-11-16T15:37:31.002Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(52,'2026-11-16T15:37:31.011Z','agent_notification','builder','notif_P6_-Ou2NEpLo-Xj1','{"notification_id":"notif_P6_-Ou2NEpLo-Xj1","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.011Z"}');
INSERT INTO "events" VALUES(53,'2026-11-16T15:37:31.011Z','question_opened','builder','notif_P6_-Ou2NEpLo-Xj1','{"question":{"id":"notif_P6_-Ou2NEpLo-Xj1","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (9)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:31.011Z","waiting_until":"2026-11-16T15:38:31.011Z","open_until":"2026-11-17T15:37:31.011Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(54,'2026-11-16T15:37:31.015Z','question_settled','builder','notif_P6_-Ou2NEpLo-Xj1','{"question_id":"notif_P6_-Ou2NEpLo-Xj1","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(55,'2026-11-16T15:37:31.015Z','notification_acknowledged','builder','notif_P6_-Ou2NEpLo-Xj1','{"notification_id":"notif_P6_-Ou2NEpLo-Xj1","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.015Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(56,'2026-11-16T15:37:31.021Z','agent_notification','builder','notif_P6_-OuCtL9RlQ5Rd','{"notification_id":"notif_P6_-OuCtL9RlQ5Rd","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.021Z"}');
INSERT INTO "events" VALUES(57,'2026-11-16T15:37:31.021Z','question_opened','builder','notif_P6_-OuCtL9RlQ5Rd','{"question":{"id":"notif_P6_-OuCtL9RlQ5Rd","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (10)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:31.021Z","waiting_until":"2026-11-16T15:38:31.021Z","open_until":"2026-11-17T15:37:31.021Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(58,'2026-11-16T15:37:31.022Z','question_settled','builder','notif_P6_-OuCtL9RlQ5Rd','{"question_id":"notif_P6_-OuCtL9RlQ5Rd","outcome":"empty","via":"rest"}');
INSERT INTO "events" VALUES(59,'2026-11-16T15:37:31.022Z','notification_acknowledged','builder','notif_P6_-OuCtL9RlQ5Rd','{"notification_id":"notif_P6_-OuCtL9RlQ5Rd","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.022Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(60,'2026-11-16T15:37:31.025Z','agent_notification','builder','notif_P6_-OuGe5f0k97Ph','{"notification_id":"notif_P6_-OuGe5f0k97Ph","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.025Z"}');
INSERT INTO "events" VALUES(61,'2026-11-16T15:37:31.025Z','question_opened','builder','notif_P6_-OuGe5f0k97Ph','{"question":{"id":"notif_P6_-OuGe5f0k97Ph","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (11)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:31.025Z","waiting_until":"2026-11-16T15:38:31.025Z","open_until":"2026-11-17T15:37:31.025Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(62,'2026-11-16T15:37:31.026Z','question_settled','builder','notif_P6_-OuGe5f0k97Ph','{"question_id":"notif_P6_-OuGe5f0k97Ph","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(63,'2026-11-16T15:37:31.026Z','notification_acknowledged','builder','notif_P6_-OuGe5f0k97Ph','{"notification_id":"notif_P6_-OuGe5f0k97Ph","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.026Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(64,'2026-11-16T15:37:31.030Z','agent_notification','builder','notif_P6_-OuLnKSDeq0_1','{"notification_id":"notif_P6_-OuLnKSDeq0_1","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.030Z"}');
INSERT INTO "events" VALUES(65,'2026-11-16T15:37:31.030Z','question_opened','builder','notif_P6_-OuLnKSDeq0_1','{"question":{"id":"notif_P6_-OuLnKSDeq0_1","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (12)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:31.030Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.030Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(66,'2026-11-16T15:37:31.032Z','question_settled','builder','notif_P6_-OuLnKSDeq0_1','{"question_id":"notif_P6_-OuLnKSDeq0_1","outcome":"withdrawn","via":null}');
INSERT INTO "events" VALUES(67,'2026-11-16T15:37:31.032Z','notification_dismissed','builder','notif_P6_-OuLnKSDeq0_1','{"notification_id":"notif_P6_-OuLnKSDeq0_1","status":"dismissed","acknowledged_at":"2026-11-16T15:37:31.032Z","acknowledged_by":"agent","by":"agent"}');
INSERT INTO "events" VALUES(68,'2026-11-16T15:37:31.033Z','agent_notification','builder','notif_P6_-OuOl2omcJ6YU','{"notification_id":"notif_P6_-OuOl2omcJ6YU","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.033Z"}');
INSERT INTO "events" VALUES(69,'2026-11-16T15:37:31.033Z','question_opened','builder','notif_P6_-OuOl2omcJ6YU','{"question":{"id":"notif_P6_-OuOl2omcJ6YU","agent_name":"builder","kind":"show","title":"Name","question":"How shall it be called? (13)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:31.033Z","waiting_until":null,"open_until":"2026-11-16T15:37:36.033Z","state":"settled","settled_at":"2026-11-16T15:37:31.033Z","outcome":"shown","choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":"2026-11-16T15:37:31.033Z"}}');
INSERT INTO "events" VALUES(70,'2026-11-16T15:37:31.034Z','agent_notification','builder','notif_P6_-OuPWO83eTIXb','{"notification_id":"notif_P6_-OuPWO83eTIXb","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.034Z"}');
INSERT INTO "events" VALUES(71,'2026-11-16T15:37:31.034Z','question_opened','builder','notif_P6_-OuPWO83eTIXb','{"question":{"id":"notif_P6_-OuPWO83eTIXb","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (14)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:31.034Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.034Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(72,'2026-11-16T15:37:31.036Z','notification_acknowledged','builder','notif_P6_-OuPWO83eTIXb','{"notification_id":"notif_P6_-OuPWO83eTIXb","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.036Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(73,'2026-11-16T15:37:31.037Z','agent_notification','builder','notif_P6_-OuS58A1iasSH','{"notification_id":"notif_P6_-OuS58A1iasSH","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.037Z"}');
INSERT INTO "events" VALUES(74,'2026-11-16T15:37:31.037Z','question_opened','builder','notif_P6_-OuS58A1iasSH','{"question":{"id":"notif_P6_-OuS58A1iasSH","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (15)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:31.037Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.037Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(75,'2026-11-16T15:37:31.038Z','question_settled','builder','notif_P6_-OuS58A1iasSH','{"question_id":"notif_P6_-OuS58A1iasSH","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(76,'2026-11-16T15:37:31.038Z','notification_dismissed','builder','notif_P6_-OuS58A1iasSH','{"notification_id":"notif_P6_-OuS58A1iasSH","status":"dismissed","acknowledged_at":"2026-11-16T15:37:31.038Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(77,'2026-11-16T15:37:31.038Z','nudge_pending','builder','notif_P6_-OuS58A1iasSH','{"nudge_id":"nudge_P6_-OuTswhi7WBfT","session":null,"count":1}');
INSERT INTO "events" VALUES(78,'2026-11-16T15:37:31.039Z','agent_notification','builder','notif_P6_-OuUkKKyESApA','{"notification_id":"notif_P6_-OuUkKKyESApA","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.039Z"}');
INSERT INTO "events" VALUES(79,'2026-11-16T15:37:31.039Z','question_opened','builder','notif_P6_-OuUkKKyESApA','{"question":{"id":"notif_P6_-OuUkKKyESApA","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (16)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:31.039Z","waiting_until":"2026-11-16T15:38:31.039Z","open_until":"2026-11-17T15:37:31.039Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(80,'2026-11-16T15:37:31.041Z','question_released','builder','notif_P6_-OuUkKKyESApA','{"question_id":"notif_P6_-OuUkKKyESApA","reason":"failed","detail":"no display"}');
INSERT INTO "events" VALUES(81,'2026-11-16T15:37:31.042Z','agent_notification','builder','notif_P6_-OuXy873qfJdE','{"notification_id":"notif_P6_-OuXy873qfJdE","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.042Z"}');
INSERT INTO "events" VALUES(82,'2026-11-16T15:37:31.042Z','question_opened','builder','notif_P6_-OuXy873qfJdE','{"question":{"id":"notif_P6_-OuXy873qfJdE","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (17)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:31.042Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.042Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(83,'2026-11-16T15:37:31.043Z','question_settled','builder','notif_P6_-OuXy873qfJdE','{"question_id":"notif_P6_-OuXy873qfJdE","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(84,'2026-11-16T15:37:31.043Z','notification_acknowledged','builder','notif_P6_-OuXy873qfJdE','{"notification_id":"notif_P6_-OuXy873qfJdE","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.043Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(85,'2026-11-16T15:37:31.043Z','nudge_pending','builder','notif_P6_-OuXy873qfJdE','{"nudge_id":"nudge_P6_-OuYbfoulxibS","session":null,"count":2}');
INSERT INTO "events" VALUES(86,'2026-11-16T15:37:31.046Z','nudge_handed','builder','notif_P6_-OuS58A1iasSH','{"nudge_id":"nudge_P6_-OuTswhi7WBfT","question_id":"notif_P6_-OuS58A1iasSH","via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(87,'2026-11-16T15:37:31.046Z','nudge_handed','builder','notif_P6_-OuXy873qfJdE','{"nudge_id":"nudge_P6_-OuYbfoulxibS","question_id":"notif_P6_-OuXy873qfJdE","via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(88,'2026-11-16T15:37:31.047Z','agent_notification','builder','notif_P6_-Oub97KHT57n0','{"notification_id":"notif_P6_-Oub97KHT57n0","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.047Z"}');
INSERT INTO "events" VALUES(89,'2026-11-16T15:37:31.047Z','question_opened','builder','notif_P6_-Oub97KHT57n0','{"question":{"id":"notif_P6_-Oub97KHT57n0","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (18)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:31.047Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.047Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(90,'2026-11-16T15:37:31.048Z','question_settled','builder','notif_P6_-Oub97KHT57n0','{"question_id":"notif_P6_-Oub97KHT57n0","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(91,'2026-11-16T15:37:31.048Z','notification_acknowledged','builder','notif_P6_-Oub97KHT57n0','{"notification_id":"notif_P6_-Oub97KHT57n0","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.048Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(92,'2026-11-16T15:37:31.048Z','nudge_pending','builder','notif_P6_-Oub97KHT57n0','{"nudge_id":"nudge_P6_-OuchTkcHmdDE","session":null,"count":1}');
INSERT INTO "events" VALUES(93,'2026-11-16T15:37:31.050Z','agent_notification','builder','notif_P6_-Oue4CBsD0Zx2','{"notification_id":"notif_P6_-Oue4CBsD0Zx2","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.050Z"}');
INSERT INTO "events" VALUES(94,'2026-11-16T15:37:31.050Z','question_opened','builder','notif_P6_-Oue4CBsD0Zx2','{"question":{"id":"notif_P6_-Oue4CBsD0Zx2","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (19)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:31.050Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.050Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(95,'2026-11-16T15:37:31.051Z','question_settled','builder','notif_P6_-Oue4CBsD0Zx2','{"question_id":"notif_P6_-Oue4CBsD0Zx2","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(96,'2026-11-16T15:37:31.051Z','notification_acknowledged','builder','notif_P6_-Oue4CBsD0Zx2','{"notification_id":"notif_P6_-Oue4CBsD0Zx2","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.051Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(97,'2026-11-16T15:37:31.051Z','nudge_pending','builder','notif_P6_-Oue4CBsD0Zx2','{"nudge_id":"nudge_P6_-OufYOyTbAtdg","session":null,"count":2}');
INSERT INTO "events" VALUES(98,'2026-11-16T15:37:31.053Z','nudge_pending','reviewer','nudge_P6_-OuhcHrQe60Se','{"nudge_id":"nudge_P6_-OuhcHrQe60Se","session":null,"count":1}');
INSERT INTO "events" VALUES(99,'2026-11-16T15:37:31.055Z','nudge_handed','reviewer','nudge_P6_-OuhcHrQe60Se','{"nudge_id":"nudge_P6_-OuhcHrQe60Se","question_id":null,"via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(100,'2026-11-16T15:37:31.056Z','nudge_pending','reviewer','nudge_P6_-OukA3LT8Vdeq','{"nudge_id":"nudge_P6_-OukA3LT8Vdeq","session":null,"count":1}');
INSERT INTO "events" VALUES(101,'2026-11-16T15:37:31.057Z','nudge_pending','reviewer','nudge_P6_-OulHBb1QIsZx','{"nudge_id":"nudge_P6_-OulHBb1QIsZx","session":null,"count":1}');
INSERT INTO "events" VALUES(102,'2026-11-16T15:37:31.058Z','nudge_pending','reviewer','nudge_P6_-OumGfx9VKA7l','{"nudge_id":"nudge_P6_-OumGfx9VKA7l","session":null,"count":1}');
INSERT INTO "events" VALUES(103,'2026-11-16T15:37:31.060Z','nudge_pending','reviewer','nudge_P6_-OuowajYgYxqY','{"nudge_id":"nudge_P6_-OuowajYgYxqY","session":"process:of-reviewer","count":2}');
INSERT INTO "events" VALUES(104,'2026-11-16T15:37:31.061Z','nudge_pending','reviewer','nudge_P6_-Oup3mqXqYc_k','{"nudge_id":"nudge_P6_-Oup3mqXqYc_k","session":null,"count":3}');
INSERT INTO "events" VALUES(105,'2026-11-16T15:37:31.062Z','session_changed','builder','claude-code:1','{"session":"claude-code:1","client":"claude-code/2.0","parent":null,"state":"working","since":"2026-11-16T15:37:31.062Z","reason":null}');
INSERT INTO "events" VALUES(106,'2026-11-16T15:37:31.062Z','session_changed','builder','claude-code:1/a','{"session":"claude-code:1/a","client":"claude-code/2.0","parent":"claude-code:1","state":"idle","since":"2026-11-16T15:37:31.062Z","reason":null}');
INSERT INTO "events" VALUES(107,'2026-11-16T15:37:31.062Z','session_changed','builder','claude-code:2','{"session":"claude-code:2","client":"claude-code/2.0","parent":null,"state":"ended","since":"2026-11-16T15:37:31.062Z","reason":"error: out of tokens"}');
INSERT INTO "events" VALUES(108,'2026-11-16T15:37:31.063Z','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(109,'2026-11-16T15:37:31.064Z','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(110,'2026-11-16T15:37:31.065Z','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(111,'2026-11-16T15:37:31.066Z','access_changed','reviewer',NULL,'{"change":"webhook_removed","by":"ada"}');
INSERT INTO "events" VALUES(112,'2026-11-16T15:37:31.069Z','agent_notification','reviewer','notif_P6_-OuxhP_Undhx9','{"notification_id":"notif_P6_-OuxhP_Undhx9","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.069Z"}');
INSERT INTO "events" VALUES(113,'2026-11-16T15:37:31.069Z','question_opened','reviewer','notif_P6_-OuxhP_Undhx9','{"question":{"id":"notif_P6_-OuxhP_Undhx9","agent_name":"reviewer","kind":"text","title":"Name","question":"How shall it be called? (20)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:31.069Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.069Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(114,'2026-11-16T15:37:31.070Z','question_settled','reviewer','notif_P6_-OuxhP_Undhx9','{"question_id":"notif_P6_-OuxhP_Undhx9","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(115,'2026-11-16T15:37:31.070Z','notification_acknowledged','reviewer','notif_P6_-OuxhP_Undhx9','{"notification_id":"notif_P6_-OuxhP_Undhx9","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.070Z","acknowledged_by":"ada","by":"ada"}');
INSERT INTO "events" VALUES(116,'2026-11-16T15:37:31.070Z','nudge_pending','reviewer','notif_P6_-OuxhP_Undhx9','{"nudge_id":"nudge_P6_-Ouyq8lJhLM6e","session":null,"count":4}');
INSERT INTO "events" VALUES(117,'2026-11-16T15:37:31.073Z','agent_notification','builder','notif_P6_-Ov0JAuaz9-zU','{"notification_id":"notif_P6_-Ov0JAuaz9-zU","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.073Z"}');
INSERT INTO "events" VALUES(118,'2026-11-16T15:37:31.073Z','question_opened','builder','notif_P6_-Ov0JAuaz9-zU','{"question":{"id":"notif_P6_-Ov0JAuaz9-zU","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (21)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:31.073Z","waiting_until":"2026-11-16T15:38:31.073Z","open_until":"2026-11-17T15:37:31.073Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(119,'2026-11-16T15:37:31.074Z','question_settled','builder','notif_P6_-Ov0JAuaz9-zU','{"question_id":"notif_P6_-Ov0JAuaz9-zU","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(120,'2026-11-16T15:37:31.074Z','notification_acknowledged','builder','notif_P6_-Ov0JAuaz9-zU','{"notification_id":"notif_P6_-Ov0JAuaz9-zU","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.074Z","acknowledged_by":"owner","by":"owner"}');
CREATE TABLE hub (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "hub" VALUES('id','hub_24a32427a60c1184');
CREATE TABLE idempotency (
    agent_name TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash BLOB NOT NULL,
    answer_id TEXT NOT NULL,
    until TEXT NOT NULL,
    PRIMARY KEY (agent_name, key)
) WITHOUT ROWID;
INSERT INTO "idempotency" VALUES('ada','key of Of a person',X'70606F017C9E048C3C3B702BEE1FC10940CBE1941B4F11545D002C95C449B5F4','notif_P6_-OtTG4qir_MWv','2026-11-17T15:37:30.974Z');
INSERT INTO "idempotency" VALUES('ada','nudge 1',X'A86B6D6DA519E881E4587A31221988274408D0F5E06DB125E03EF2BF1C003E58','nudge_P6_-OuhcHrQe60Se','2026-11-17T15:37:31.053Z');
INSERT INTO "idempotency" VALUES('builder','key of Gone',X'49A364863EAE6A2E2AB41A7BEE5C6F077CCE4E36D735D4AFCA63EC107719875F','notif_P6_-OtVvRobll1Sg','2026-11-17T15:37:30.976Z');
INSERT INTO "idempotency" VALUES('builder','key of Pending',X'D13E5CFF13EF2280C323F281AD70FA0336FF765060DAE0AD4C4E6EB30D728513','notif_P6_-OtQhnXNKc-AT','2026-11-17T15:37:30.971Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen',X'AC16657C9B6B7C356E18924E45D8F678CB853AC3A76D7AE55646CAFDEA298B2E','notif_P6_-OtUwvElGyaCJ','2026-11-17T15:37:30.975Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen, then gone',X'5479B9C548717BDD86AAF5878E99D59F560701A10DFD87A4CD5F76C50293C8C7','notif_P6_-OtX2FYcrXMre','2026-11-17T15:37:30.978Z');
INSERT INTO "idempotency" VALUES('builder','key of Urgent',X'A74740E9177CBD1D08BDF28875721E5850185E30452FCA97EB7CB0E0A6AB1846','notif_P6_-OtRuhveN6Xg1','2026-11-17T15:37:30.972Z');
INSERT INTO "idempotency" VALUES('builder','question 1',X'78D0D8F5DA929DD8FD636C95BBAB988052FCAC7D9F366F8C2171755F17CB9697','notif_P6_-OtbspcFwsF4E','2026-11-17T15:37:30.983Z');
INSERT INTO "idempotency" VALUES('builder','question 10',X'C545D05037D5ABAD1D290BCB9B876EE6B0704C740FE38E3109439E089BF8DD2A','notif_P6_-OuCtL9RlQ5Rd','2026-11-17T15:37:31.021Z');
INSERT INTO "idempotency" VALUES('builder','question 11',X'CB47DCFCB645F6DB70D0BE64A58B2474E178839A5AC2E71AE1A18281AD860B9A','notif_P6_-OuGe5f0k97Ph','2026-11-17T15:37:31.025Z');
INSERT INTO "idempotency" VALUES('builder','question 12',X'56C95C68C72E18A35F03396235A06CC140DDB0E23FBD07834FDA51C17A9198B7','notif_P6_-OuLnKSDeq0_1','2026-11-17T15:37:31.030Z');
INSERT INTO "idempotency" VALUES('builder','question 13',X'701EEB21A129ABDCB0F16C4D96C9725BB22B58CD4D0D03550306F0C502B599FA','notif_P6_-OuOl2omcJ6YU','2026-11-17T15:37:31.033Z');
INSERT INTO "idempotency" VALUES('builder','question 14',X'A1AB579F1798517403EA57C199D006BB43002458D8EB72FF3A9296B8D0B3DC63','notif_P6_-OuPWO83eTIXb','2026-11-17T15:37:31.034Z');
INSERT INTO "idempotency" VALUES('builder','question 15',X'78E6DF1AD2EFC69D920FF3D01699EA0D589458D52AC10166A399BF1F20ABA426','notif_P6_-OuS58A1iasSH','2026-11-17T15:37:31.037Z');
INSERT INTO "idempotency" VALUES('builder','question 16',X'C9DD5AABD40F92C83AC272BBAF30B7EF09E789A9D6C4522B5AA09192F3EF6E34','notif_P6_-OuUkKKyESApA','2026-11-17T15:37:31.039Z');
INSERT INTO "idempotency" VALUES('builder','question 17',X'98F7D2A1C96A90D47904F32ACEE78897CF035157DBB0F3AA990F2917C7E2D5AB','notif_P6_-OuXy873qfJdE','2026-11-17T15:37:31.042Z');
INSERT INTO "idempotency" VALUES('builder','question 18',X'7FC39B584EA92CCA0AF47BDD862C68E35C2AE196F9CF70F92F6D3685449379CE','notif_P6_-Oub97KHT57n0','2026-11-17T15:37:31.047Z');
INSERT INTO "idempotency" VALUES('builder','question 19',X'D5445028341B9731FDCC30C06C3D36B223D08735A601985258E9AB742101F813','notif_P6_-Oue4CBsD0Zx2','2026-11-17T15:37:31.050Z');
INSERT INTO "idempotency" VALUES('builder','question 2',X'16375D9450306F5BFDF9DFC1353BB304A12A5F1F154AF75182911A88B7AA083E','notif_P6_-OtdmRQpGOHEq','2026-11-17T15:37:30.985Z');
INSERT INTO "idempotency" VALUES('builder','question 21',X'145BB023086C059E78E08A73CFC00509A7A90563AEEDB9D31A91344F8B708E37','notif_P6_-Ov0JAuaz9-zU','2026-11-17T15:37:31.073Z');
INSERT INTO "idempotency" VALUES('builder','question 4',X'A2136ED8CCF973BE3FD50026EF93E9FB4BFD04849AAB2CC5FDFE4E472A26717F','notif_P6_-Otg3ZpSpwzzV','2026-11-17T15:37:30.988Z');
INSERT INTO "idempotency" VALUES('builder','question 5',X'08C68548D49CE249D69FC72CBAEE8897ACECC46B7B83ED96E16ED56CD667351F','notif_P6_-Otixd7WDNppk','2026-11-17T15:37:30.990Z');
INSERT INTO "idempotency" VALUES('builder','question 6',X'CA656AE6EFC7F23731AEE304DB649DF07C910FF181C1C6527DD4346EE87ED085','notif_P6_-OtmQzTKToJaU','2026-11-17T15:37:30.994Z');
INSERT INTO "idempotency" VALUES('builder','question 7',X'03CBE55DB79FC95B594D1F10A1F7E850F06AACCF2AC91A25980E8766E6AE1141','notif_P6_-OtpZTJnXFZpE','2026-11-17T15:37:30.997Z');
INSERT INTO "idempotency" VALUES('builder','question 8',X'1959AB8768B46C6B5F7C2BB77F21217F5C7FCDD51AB3B1167D80FD24E1980CEC','notif_P6_-OtteuZL_w-Os','2026-11-17T15:37:31.001Z');
INSERT INTO "idempotency" VALUES('builder','question 9',X'5A3901678E9D1B7AE3C13391D297E307587562A1AEE8678912F80434BFF6DEC9','notif_P6_-Ou2NEpLo-Xj1','2026-11-17T15:37:31.011Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Cleared with the rest',X'D24476CF08E9E14D41400BB67F1507D8A35A14AD0E0C118EBAC5CB75ABA4CECD','notif_P6_-OtNO2s1EXMTk','2026-11-17T15:37:30.968Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Low',X'83D20811C5610EA493602D249E0AD5C5AB2840830D38CB31FDA2815EB6E42974','notif_P6_-OtSuZ9EyRwSU','2026-11-17T15:37:30.973Z');
INSERT INTO "idempotency" VALUES('reviewer','question 20',X'C5E35EA018DB4E9202AAEA22C0D7AE75CF220CD8D419983A3CF5FC24FE4F69C3','notif_P6_-OuxhP_Undhx9','2026-11-17T15:37:31.069Z');
INSERT INTO "idempotency" VALUES('reviewer','question 3',X'629BC100AD8580DDE492A3AD290A8AC3D4CF8F833ACEA3724E6F6C389920B113','notif_P6_-Ote-2hOgy0Sw','2026-11-17T15:37:30.986Z');
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
INSERT INTO "keys" VALUES('a89ac607',X'51B744F119F0C23989025D40FA045D7991103203B237763B83125D75657F6BA2','agent','builder','lost','2026-11-16T15:37:30.962Z','owner',NULL,'2026-11-16T15:37:30.963Z');
INSERT INTO "keys" VALUES('ac37e719',X'0B5ED75E0DFB80BC4B855A668EA20296F6769203DF777EAEFA4023CBBA5FBBB2','user','ada','laptop','2026-11-16T15:37:30.957Z','owner',NULL,NULL);
INSERT INTO "keys" VALUES('d0f2cd16',X'47A13BEB91FF485E1FF1413567A0185464DE31925D12DF924B899E5FB82C62E9','user','owner','owner.key','2026-11-16T15:37:30.923Z','owner','2026-11-16T15:37:30.927Z',NULL);
INSERT INTO "keys" VALUES('ed3dc75a',X'9A70C498D0D75265916484256ACCEBBB9CFF3CC948C8FCCAB7E5C81FF3C9AABC','agent','reviewer','of Ada','2026-11-16T15:37:30.960Z','ada',NULL,NULL);
INSERT INTO "keys" VALUES('fa09f8de',X'99025C5F882545FE8D4C5D11EBA15A3E987B7781DDB3A773D33CB48CC81B43AC','agent','builder',NULL,'2026-11-16T15:37:30.959Z','owner',NULL,NULL);
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
INSERT INTO "nudges" VALUES(1,'nudge_P6_-OuTswhi7WBfT','builder',NULL,'user',NULL,'Your question: Merge to main? (15)
{"response": "dismissed", "choice": null}','notif_P6_-OuS58A1iasSH','2026-11-16T15:37:31.038Z','owner',NULL,NULL,'shim',0,'2026-11-16T15:37:31.046Z','shim',1,'process:1');
INSERT INTO "nudges" VALUES(2,'nudge_P6_-OuYbfoulxibS','builder',NULL,'user',NULL,'Your question: How shall it be called? (17)
User response: read already','notif_P6_-OuXy873qfJdE','2026-11-16T15:37:31.043Z','owner',NULL,NULL,'shim',0,'2026-11-16T15:37:31.046Z','shim',1,'process:1');
INSERT INTO "nudges" VALUES(3,'nudge_P6_-OuchTkcHmdDE','builder',NULL,'user',NULL,'Your question: How shall it be called? (18)
User response: not read yet','notif_P6_-Oub97KHT57n0','2026-11-16T15:37:31.048Z','owner',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(4,'nudge_P6_-OufYOyTbAtdg','builder',NULL,'user',NULL,'Your question: How shall it be called? (19)
User response: hush, not read yet','notif_P6_-Oue4CBsD0Zx2','2026-11-16T15:37:31.051Z','owner',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(5,'nudge_P6_-OuhcHrQe60Se','reviewer',NULL,'user','aside','read already',NULL,'2026-11-16T15:37:31.053Z','ada',NULL,NULL,'shim',0,'2026-11-16T15:37:31.055Z','shim',1,'process:1');
INSERT INTO "nudges" VALUES(8,'nudge_P6_-OumGfx9VKA7l','reviewer',NULL,'ci','main','main is red (2)',NULL,'2026-11-16T15:37:31.058Z','ada','main','2026-11-16T15:37:41.072Z','shim',0,NULL,NULL,3,'process:1');
INSERT INTO "nudges" VALUES(9,'nudge_P6_-OuowajYgYxqY','reviewer','process:of-reviewer','user',NULL,'only for one session',NULL,'2026-11-16T15:37:31.060Z','ada',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(10,'nudge_P6_-Oup3mqXqYc_k','reviewer',NULL,'user',NULL,'close it: </notification> & "go on"
– soon',NULL,'2026-11-16T15:37:31.061Z','ada',NULL,'2026-11-16T15:37:41.072Z','shim',0,NULL,NULL,1,'process:1');
INSERT INTO "nudges" VALUES(11,'nudge_P6_-Ouyq8lJhLM6e','reviewer',NULL,'user',NULL,'Your question: How shall it be called? (20)
User response: out on a lease','notif_P6_-OuxhP_Undhx9','2026-11-16T15:37:31.070Z','ada',NULL,'2026-11-16T15:37:41.072Z','shim',0,NULL,NULL,1,'process:1');
CREATE TABLE pending_counts (
    agent_name TEXT PRIMARY KEY,
    pending INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "pending_counts" VALUES('ada',1);
INSERT INTO "pending_counts" VALUES('builder',7);
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
, failure TEXT, joined TEXT);
INSERT INTO "questions" VALUES('notif_P6_-OtbspcFwsF4E','builder','choice','["Yes, merge", "No"]',0,'Go','[null, false, "dark", false, "site", "main", null, "Release"]',0,'/home/ada/builder','process:1','2026-11-16T15:37:30.983Z','2026-11-16T15:38:30.983Z','2026-11-17T15:37:30.983Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OtdmRQpGOHEq','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-16T15:37:30.985Z',NULL,'2026-11-17T15:37:30.985Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-Ote-2hOgy0Sw','reviewer','choice','["Yes, merge", "No"]',1,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.986Z',NULL,'2026-11-17T15:37:30.986Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-Otg3ZpSpwzzV','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.988Z',NULL,'2026-11-17T15:37:30.988Z',NULL,NULL,NULL,NULL,NULL,NULL,'timeout',NULL,0,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-Otixd7WDNppk','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:30.990Z','2026-11-16T15:38:30.990Z','2026-11-17T15:37:30.990Z','2026-11-16T15:37:30.992Z','accepted','Yes, merge',NULL,'owner','rest',NULL,'2026-11-16T15:37:30.993Z',0,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OtmQzTKToJaU','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:30.994Z','2026-11-16T15:38:30.994Z','2026-11-17T15:37:30.994Z','2026-11-16T15:37:30.995Z','declined','No',NULL,'owner','rest',NULL,'2026-11-16T15:37:30.996Z',0,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OtpZTJnXFZpE','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:30.997Z','2026-11-16T15:38:30.997Z','2026-11-17T15:37:30.997Z','2026-11-16T15:37:30.999Z','cancelled',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:31.000Z',0,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OtteuZL_w-Os','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:31.001Z','2026-11-16T15:38:31.001Z','2026-11-17T15:37:31.001Z','2026-11-16T15:37:31.002Z','dismissed',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:31.007Z',0,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-Ou2NEpLo-Xj1','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.011Z','2026-11-16T15:38:31.011Z','2026-11-17T15:37:31.011Z','2026-11-16T15:37:31.015Z','accepted',NULL,'Belfry','owner','rest',NULL,'2026-11-16T15:37:31.019Z',0,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OuCtL9RlQ5Rd','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.021Z','2026-11-16T15:38:31.021Z','2026-11-17T15:37:31.021Z','2026-11-16T15:37:31.022Z','empty',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:31.024Z',0,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OuGe5f0k97Ph','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-16T15:37:31.025Z','2026-11-16T15:38:31.025Z','2026-11-17T15:37:31.025Z','2026-11-16T15:37:31.026Z','accepted',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:31.027Z',0,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OuLnKSDeq0_1','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.030Z',NULL,'2026-11-17T15:37:31.030Z','2026-11-16T15:37:31.032Z','withdrawn',NULL,NULL,NULL,NULL,NULL,'2026-11-16T15:37:31.032Z',0,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OuOl2omcJ6YU','builder','show','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.033Z',NULL,'2026-11-16T15:37:36.033Z','2026-11-16T15:37:31.033Z','shown',NULL,NULL,NULL,NULL,NULL,'2026-11-16T15:37:31.033Z',0,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OuPWO83eTIXb','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.034Z',NULL,'2026-11-17T15:37:31.034Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OuS58A1iasSH','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.037Z',NULL,'2026-11-17T15:37:31.037Z','2026-11-16T15:37:31.038Z','dismissed',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:31.046Z',1,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OuUkKKyESApA','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.039Z',NULL,'2026-11-17T15:37:31.039Z',NULL,NULL,NULL,NULL,NULL,NULL,'failed',NULL,0,'no display',NULL);
INSERT INTO "questions" VALUES('notif_P6_-OuXy873qfJdE','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.042Z',NULL,'2026-11-17T15:37:31.042Z','2026-11-16T15:37:31.043Z','accepted',NULL,'read already','owner','rest',NULL,'2026-11-16T15:37:31.046Z',1,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-Oub97KHT57n0','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.047Z',NULL,'2026-11-17T15:37:31.047Z','2026-11-16T15:37:31.048Z','accepted',NULL,'not read yet','owner','rest',NULL,NULL,1,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-Oue4CBsD0Zx2','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-16T15:37:31.050Z',NULL,'2026-11-17T15:37:31.050Z','2026-11-16T15:37:31.051Z','accepted',NULL,'hush, not read yet','owner','rest',NULL,NULL,1,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OuxhP_Undhx9','reviewer','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.069Z',NULL,'2026-11-17T15:37:31.069Z','2026-11-16T15:37:31.070Z','accepted',NULL,'out on a lease','ada','rest',NULL,NULL,1,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-Ov0JAuaz9-zU','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.073Z','2026-11-16T15:38:31.073Z','2026-11-17T15:37:31.073Z','2026-11-16T15:37:31.074Z','declined','No',NULL,'owner','rest',NULL,NULL,0,NULL,NULL);
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
    todos TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (agent_name, id)
) WITHOUT ROWID;
INSERT INTO "sessions" VALUES('builder','claude-code:1','claude-code/2.0',NULL,'working','2026-11-16T15:37:31.062Z','2026-11-16T15:37:31.062Z','hook','Release','/home/ada/builder',NULL,1,NULL,'[{"tool":"Bash","argument":"make","since":"2026-11-16T15:37:31.000Z"}]','[{"content":"Build","status":"in_progress"}]');
INSERT INTO "sessions" VALUES('builder','claude-code:1/a','claude-code/2.0','claude-code:1','idle','2026-11-16T15:37:31.062Z','2026-11-16T15:37:31.062Z',NULL,NULL,NULL,NULL,0,NULL,'[]','[]');
INSERT INTO "sessions" VALUES('builder','claude-code:2','claude-code/2.0',NULL,'ended','2026-11-16T15:37:31.062Z','2026-11-16T15:37:31.062Z','hook','Release','/home/ada/builder',NULL,0,'error: out of tokens','[]','[]');
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
INSERT INTO "users" VALUES('ada',0,'2026-11-16T15:37:30.957Z');
INSERT INTO "users" VALUES('owner',1,'2026-11-16T15:37:30.923Z');
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
INSERT INTO "webhooks" VALUES('wh_2534ecba',X'8681712A36400D59368D38584F4C49D9756008C76E6728EE9C653F4EE9EDBD7C','reviewer','deploys',NULL,NULL,'2026-11-16T15:37:31.064Z','ada',NULL,NULL);
INSERT INTO "webhooks" VALUES('wh_4fce25e5',X'EDCE052254E11A23820D45595A6B171914201C6F45C92DEAA6330DD4BBB7C902','reviewer','ci','pipelines','known-to-the-tests','2026-11-16T15:37:31.063Z','ada',NULL,NULL);
INSERT INTO "webhooks" VALUES('wh_e51486c3',X'CDFF20670622D17869A8BF583216EC57D927A4CC9B21395ABD4BBCC7D2ECC514','reviewer','old',NULL,NULL,'2026-11-16T15:37:31.065Z','ada',NULL,'2026-11-16T15:37:31.066Z');
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
CREATE VIEW asked AS
    SELECT q.id, q.agent_name, n.title, n.message AS question, q.kind, q.options, q.free_text, q.action_label,
        n.priority AS urgency, q.look, q.secret, q.project, q.session, q.opened_at, q.waiting_until, q.open_until,
        q.settled_at, q.outcome, q.choice, q.reply, q.by, q.via, q.released, q.handed_at, q.failure
    FROM questions q JOIN agent_notifications n ON n.id = q.id;
CREATE INDEX idx_nudges_leased ON nudges(lease_until) WHERE handed_at IS NULL AND lease_until IS NOT NULL;
CREATE INDEX idx_nudges_of_agent ON nudges(agent_name, place);
CREATE INDEX idx_sessions_seen ON sessions(seen_at);
CREATE INDEX idx_webhooks_agent ON webhooks(agent_name);
CREATE INDEX idx_nudges_for_sessions ON nudges(created_at)
    WHERE handed_at IS NULL AND question_id IS NOT NULL AND session IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('events',120);
INSERT INTO "sqlite_sequence" VALUES('nudges',11);
COMMIT;
PRAGMA user_version = 4;

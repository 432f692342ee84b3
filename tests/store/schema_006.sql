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
INSERT INTO "agent_notifications" VALUES('notif_P6_-P5WEg2P153BE','reviewer','status','Cleared with the rest',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.809Z','2026-11-16T15:37:31.810Z','ada');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P5ZMraFmjYml','builder','info','Pending','two
lines, ''quoted'' – <b>ünïcode</b> 🔔','normal','build',NULL,'pending','2026-11-16T15:37:31.812Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-P5_lWQixJJ3z','builder','alert','Urgent',NULL,'urgent',NULL,'{"run": 7, "deep": [null, {"a": 1.5}]}','pending','2026-11-16T15:37:31.813Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-P5aV1qPhYeoa','reviewer','completion','Low',NULL,'low',NULL,NULL,'pending','2026-11-16T15:37:31.814Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-P5bf373g30YO','ada','status','Of a person',NULL,'high',NULL,NULL,'pending','2026-11-16T15:37:31.815Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-P5cxi0e8dXMG','builder','info','Seen',NULL,'normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.816Z','2026-11-16T15:37:31.820Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P5dXBjOw2Ww4','builder','info','Gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.817Z','2026-11-16T15:37:31.822Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P5fbSFawdUV8','builder','info','Seen, then gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.819Z','2026-11-16T15:37:31.821Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P5khd2OkT1Cl','builder','question','Merge','Merge to main? (1)','high',NULL,NULL,'pending','2026-11-16T15:37:31.824Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-P5lHmLR3W3V-','builder','question','Name','How shall it be called? (2)','normal',NULL,NULL,'pending','2026-11-16T15:37:31.825Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-P5n5Eel8HHcn','reviewer','question','Merge','Merge to main? (3)','normal',NULL,NULL,'pending','2026-11-16T15:37:31.827Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-P5o9X_8kjyp7','builder','question','Name','How shall it be called? (4)','normal',NULL,NULL,'pending','2026-11-16T15:37:31.828Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-P5rkc9m3hlII','builder','question','Merge','Merge to main? (5)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.831Z','2026-11-16T15:37:31.832Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P5uCQ9eU3ezi','builder','question','Merge','Merge to main? (6)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.834Z','2026-11-16T15:37:31.836Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P5yfas5M3S7Z','builder','question','Merge','Merge to main? (7)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.838Z','2026-11-16T15:37:31.839Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P60fUMR1YmIe','builder','question','Merge','Merge to main? (8)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.841Z','2026-11-16T15:37:31.843Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P64N1-KG-4IG','builder','question','Name','How shall it be called? (9)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.845Z','2026-11-16T15:37:31.846Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P67ezIlxzd4Q','builder','question','Name','How shall it be called? (10)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.848Z','2026-11-16T15:37:31.850Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P6B1CytLz9ee','builder','question','Name','How shall it be called? (11)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.852Z','2026-11-16T15:37:31.853Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P6Gk1WWuolbb','builder','question','Merge','Merge to main? (12)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.857Z','2026-11-16T15:37:31.859Z','agent');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P6JXTtNPR0RL','builder','question','Name','How shall it be called? (13)','normal',NULL,NULL,'pending','2026-11-16T15:37:31.860Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-P6KE284jgSk7','builder','question','Merge','Merge to main? (14)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.861Z','2026-11-16T15:37:31.862Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P6M1nY8ZJaRY','builder','question','Merge','Merge to main? (15)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:31.863Z','2026-11-16T15:37:31.865Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P6Prg43RGd8I','builder','question','Name','How shall it be called? (16)','normal',NULL,NULL,'pending','2026-11-16T15:37:31.866Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-P6RVOduZtfXe','builder','question','Name','How shall it be called? (17)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.868Z','2026-11-16T15:37:31.870Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P6XQeEtC9lhR','builder','question','Name','How shall it be called? (18)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.874Z','2026-11-16T15:37:31.875Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P6ZFcNoRo_in','builder','question','Name','How shall it be called? (19)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.876Z','2026-11-16T15:37:31.877Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P6lY7QK7Onki','builder','question','Permission: bash','rm -r build

Allow always: rm *','high',NULL,NULL,'pending','2026-11-16T15:37:31.889Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-P6uzu9PATtxY','reviewer','question','Name','How shall it be called? (20)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.898Z','2026-11-16T15:37:31.899Z','ada');
INSERT INTO "agent_notifications" VALUES('notif_P6_-P6yvieSi4-Zb','builder','question','Merge','Merge to main? (21)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:31.902Z','2026-11-16T15:37:31.903Z','owner');
CREATE TABLE agents (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES users(name),
    project TEXT,
    created_at TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "agents" VALUES('builder','owner','/home/ada/builder','2026-11-16T15:37:31.800Z');
INSERT INTO "agents" VALUES('reviewer','ada',NULL,'2026-11-16T15:37:31.802Z');
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    agent_name TEXT NOT NULL,
    subject TEXT,
    data TEXT NOT NULL
);
INSERT INTO "events" VALUES(1,'2026-11-16T15:37:31.734Z','access_changed','owner',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(2,'2026-11-16T15:37:31.798Z','access_changed','ada',NULL,'{"change":"user_added","by":"owner"}');
INSERT INTO "events" VALUES(3,'2026-11-16T15:37:31.798Z','access_changed','ada',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(4,'2026-11-16T15:37:31.800Z','access_changed','builder',NULL,'{"change":"agent_added","by":"owner"}');
INSERT INTO "events" VALUES(5,'2026-11-16T15:37:31.800Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(6,'2026-11-16T15:37:31.802Z','access_changed','reviewer',NULL,'{"change":"agent_added","by":"ada"}');
INSERT INTO "events" VALUES(7,'2026-11-16T15:37:31.802Z','access_changed','reviewer',NULL,'{"change":"key_created","by":"ada"}');
INSERT INTO "events" VALUES(8,'2026-11-16T15:37:31.803Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(9,'2026-11-16T15:37:31.804Z','access_changed','builder',NULL,'{"change":"key_revoked","by":"owner"}');
INSERT INTO "events" VALUES(13,'2026-11-16T15:37:31.808Z','access_changed','passing',NULL,'{"change":"agent_removed","by":"owner"}');
INSERT INTO "events" VALUES(14,'2026-11-16T15:37:31.809Z','agent_notification','reviewer','notif_P6_-P5WEg2P153BE','{"notification_id":"notif_P6_-P5WEg2P153BE","notification_type":"status","title":"Cleared with the rest","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.809Z"}');
INSERT INTO "events" VALUES(15,'2026-11-16T15:37:31.810Z','notifications_cleared','reviewer',NULL,'{"count":1,"cleared_by":"ada"}');
INSERT INTO "events" VALUES(16,'2026-11-16T15:37:31.812Z','agent_notification','builder','notif_P6_-P5ZMraFmjYml','{"notification_id":"notif_P6_-P5ZMraFmjYml","notification_type":"info","title":"Pending","priority":"normal","category":"build","timestamp":"2026-11-16T15:37:31.812Z"}');
INSERT INTO "events" VALUES(17,'2026-11-16T15:37:31.813Z','agent_notification','builder','notif_P6_-P5_lWQixJJ3z','{"notification_id":"notif_P6_-P5_lWQixJJ3z","notification_type":"alert","title":"Urgent","priority":"urgent","category":null,"timestamp":"2026-11-16T15:37:31.813Z"}');
INSERT INTO "events" VALUES(18,'2026-11-16T15:37:31.814Z','agent_notification','reviewer','notif_P6_-P5aV1qPhYeoa','{"notification_id":"notif_P6_-P5aV1qPhYeoa","notification_type":"completion","title":"Low","priority":"low","category":null,"timestamp":"2026-11-16T15:37:31.814Z"}');
INSERT INTO "events" VALUES(19,'2026-11-16T15:37:31.815Z','agent_notification','ada','notif_P6_-P5bf373g30YO','{"notification_id":"notif_P6_-P5bf373g30YO","notification_type":"status","title":"Of a person","priority":"high","category":null,"timestamp":"2026-11-16T15:37:31.815Z"}');
INSERT INTO "events" VALUES(20,'2026-11-16T15:37:31.816Z','agent_notification','builder','notif_P6_-P5cxi0e8dXMG','{"notification_id":"notif_P6_-P5cxi0e8dXMG","notification_type":"info","title":"Seen","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.816Z"}');
INSERT INTO "events" VALUES(21,'2026-11-16T15:37:31.817Z','agent_notification','builder','notif_P6_-P5dXBjOw2Ww4','{"notification_id":"notif_P6_-P5dXBjOw2Ww4","notification_type":"info","title":"Gone","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.817Z"}');
INSERT INTO "events" VALUES(22,'2026-11-16T15:37:31.819Z','agent_notification','builder','notif_P6_-P5fbSFawdUV8','{"notification_id":"notif_P6_-P5fbSFawdUV8","notification_type":"info","title":"Seen, then gone","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.819Z"}');
INSERT INTO "events" VALUES(23,'2026-11-16T15:37:31.820Z','notification_acknowledged','builder','notif_P6_-P5cxi0e8dXMG','{"notification_id":"notif_P6_-P5cxi0e8dXMG","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.820Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(24,'2026-11-16T15:37:31.821Z','notification_acknowledged','builder','notif_P6_-P5fbSFawdUV8','{"notification_id":"notif_P6_-P5fbSFawdUV8","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.821Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(25,'2026-11-16T15:37:31.822Z','notification_dismissed','builder','notif_P6_-P5dXBjOw2Ww4','{"notification_id":"notif_P6_-P5dXBjOw2Ww4","status":"dismissed","acknowledged_at":"2026-11-16T15:37:31.822Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(26,'2026-11-16T15:37:31.823Z','notification_dismissed','builder','notif_P6_-P5fbSFawdUV8','{"notification_id":"notif_P6_-P5fbSFawdUV8","status":"dismissed","acknowledged_at":"2026-11-16T15:37:31.821Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(27,'2026-11-16T15:37:31.824Z','agent_notification','builder','notif_P6_-P5khd2OkT1Cl','{"notification_id":"notif_P6_-P5khd2OkT1Cl","notification_type":"question","title":"Merge","priority":"high","category":null,"timestamp":"2026-11-16T15:37:31.824Z"}');
INSERT INTO "events" VALUES(28,'2026-11-16T15:37:31.824Z','question_opened','builder','notif_P6_-P5khd2OkT1Cl','{"question":{"id":"notif_P6_-P5khd2OkT1Cl","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (1)","options":["Yes, merge","No"],"free_text":false,"action_label":"Go","buttons":[{"label":"Go","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"high","secret":false,"look":{"window_title":null,"show_history":false,"theme":"dark","chime_enabled":false,"repo":"site","branch":"main","asked_as":null,"task":"Release"},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.824Z","waiting_until":"2026-11-16T15:38:31.824Z","open_until":"2026-11-17T15:37:31.824Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(29,'2026-11-16T15:37:31.825Z','agent_notification','builder','notif_P6_-P5lHmLR3W3V-','{"notification_id":"notif_P6_-P5lHmLR3W3V-","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.825Z"}');
INSERT INTO "events" VALUES(30,'2026-11-16T15:37:31.825Z','question_opened','builder','notif_P6_-P5lHmLR3W3V-','{"question":{"id":"notif_P6_-P5lHmLR3W3V-","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (2)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.825Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.825Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(31,'2026-11-16T15:37:31.827Z','agent_notification','reviewer','notif_P6_-P5n5Eel8HHcn','{"notification_id":"notif_P6_-P5n5Eel8HHcn","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.827Z"}');
INSERT INTO "events" VALUES(32,'2026-11-16T15:37:31.827Z','question_opened','reviewer','notif_P6_-P5n5Eel8HHcn','{"question":{"id":"notif_P6_-P5n5Eel8HHcn","agent_name":"reviewer","kind":"choice","title":"Merge","question":"Merge to main? (3)","options":["Yes, merge","No"],"free_text":true,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.827Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.827Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(33,'2026-11-16T15:37:31.828Z','agent_notification','builder','notif_P6_-P5o9X_8kjyp7','{"notification_id":"notif_P6_-P5o9X_8kjyp7","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.828Z"}');
INSERT INTO "events" VALUES(34,'2026-11-16T15:37:31.828Z','question_opened','builder','notif_P6_-P5o9X_8kjyp7','{"question":{"id":"notif_P6_-P5o9X_8kjyp7","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (4)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.828Z","waiting_until":"2026-11-16T15:38:31.828Z","open_until":"2026-11-17T15:37:31.828Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(35,'2026-11-16T15:37:31.829Z','question_released','builder','notif_P6_-P5o9X_8kjyp7','{"question_id":"notif_P6_-P5o9X_8kjyp7","reason":"timeout","detail":null}');
INSERT INTO "events" VALUES(36,'2026-11-16T15:37:31.831Z','agent_notification','builder','notif_P6_-P5rkc9m3hlII','{"notification_id":"notif_P6_-P5rkc9m3hlII","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.831Z"}');
INSERT INTO "events" VALUES(37,'2026-11-16T15:37:31.831Z','question_opened','builder','notif_P6_-P5rkc9m3hlII','{"question":{"id":"notif_P6_-P5rkc9m3hlII","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (5)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.831Z","waiting_until":"2026-11-16T15:38:31.831Z","open_until":"2026-11-17T15:37:31.831Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(38,'2026-11-16T15:37:31.832Z','question_settled','builder','notif_P6_-P5rkc9m3hlII','{"question_id":"notif_P6_-P5rkc9m3hlII","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(39,'2026-11-16T15:37:31.832Z','notification_acknowledged','builder','notif_P6_-P5rkc9m3hlII','{"notification_id":"notif_P6_-P5rkc9m3hlII","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.832Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(40,'2026-11-16T15:37:31.834Z','agent_notification','builder','notif_P6_-P5uCQ9eU3ezi','{"notification_id":"notif_P6_-P5uCQ9eU3ezi","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.834Z"}');
INSERT INTO "events" VALUES(41,'2026-11-16T15:37:31.834Z','question_opened','builder','notif_P6_-P5uCQ9eU3ezi','{"question":{"id":"notif_P6_-P5uCQ9eU3ezi","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (6)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.834Z","waiting_until":"2026-11-16T15:38:31.834Z","open_until":"2026-11-17T15:37:31.834Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(42,'2026-11-16T15:37:31.836Z','question_settled','builder','notif_P6_-P5uCQ9eU3ezi','{"question_id":"notif_P6_-P5uCQ9eU3ezi","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(43,'2026-11-16T15:37:31.836Z','notification_acknowledged','builder','notif_P6_-P5uCQ9eU3ezi','{"notification_id":"notif_P6_-P5uCQ9eU3ezi","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.836Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(44,'2026-11-16T15:37:31.838Z','agent_notification','builder','notif_P6_-P5yfas5M3S7Z','{"notification_id":"notif_P6_-P5yfas5M3S7Z","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.838Z"}');
INSERT INTO "events" VALUES(45,'2026-11-16T15:37:31.838Z','question_opened','builder','notif_P6_-P5yfas5M3S7Z','{"question":{"id":"notif_P6_-P5yfas5M3S7Z","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (7)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.838Z","waiting_until":"2026-11-16T15:38:31.838Z","open_until":"2026-11-17T15:37:31.838Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(46,'2026-11-16T15:37:31.839Z','question_settled','builder','notif_P6_-P5yfas5M3S7Z','{"question_id":"notif_P6_-P5yfas5M3S7Z","outcome":"cancelled","via":"rest"}');
INSERT INTO "events" VALUES(47,'2026-11-16T15:37:31.839Z','notification_dismissed','builder','notif_P6_-P5yfas5M3S7Z','{"notification_id":"notif_P6_-P5yfas5M3S7Z","status":"dismissed","acknowledged_at":"2026-11-16T15:37:31.839Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(48,'2026-11-16T15:37:31.841Z','agent_notification','builder','notif_P6_-P60fUMR1YmIe','{"notification_id":"notif_P6_-P60fUMR1YmIe","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.841Z"}');
INSERT INTO "events" VALUES(49,'2026-11-16T15:37:31.841Z','question_opened','builder','notif_P6_-P60fUMR1YmIe','{"question":{"id":"notif_P6_-P60fUMR1YmIe","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (8)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.841Z","waiting_until":"2026-11-16T15:38:31.841Z","open_until":"2026-11-17T15:37:31.841Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(50,'2026-11-16T15:37:31.843Z','question_settled','builder','notif_P6_-P60fUMR1YmIe','{"question_id":"notif_P6_-P60fUMR1YmIe","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(51,'2026-11-16T15:37:31.843Z','notification_dismissed','builder','notif_P6_-P60fUMR1YmIe','{"notification_id":"notif_P6_-P60fUMR1YmIe","status":"dismissed","acknowledged_at":"2026-11-16T15:37:31.843Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(52,'2026-11-16T15:37:31.845Z','agent_notification','builder','notif_P6_-P64N1-KG-4IG','{"notification_id":"notif_P6_-P64N1-KG-4IG","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.845Z"}');
INSERT INTO "events" VALUES(53,'2026-11-16T15:37:31.845Z','question_opened','builder','notif_P6_-P64N1-KG-4IG','{"question":{"id":"notif_P6_-P64N1-KG-4IG","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (9)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.845Z","waiting_until":"2026-11-16T15:38:31.845Z","open_until":"2026-11-17T15:37:31.845Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(54,'2026-11-16T15:37:31.846Z','question_settled','builder','notif_P6_-P64N1-KG-4IG','{"question_id":"notif_P6_-P64N1-KG-4IG","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(55,'2026-11-16T15:37:31.846Z','notification_acknowledged','builder','notif_P6_-P64N1-KG-4IG','{"notification_id":"notif_P6_-P64N1-KG-4IG","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.846Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(56,'2026-11-16T15:37:31.848Z','agent_notification','builder','notif_P6_-P67ezIlxzd4Q','{"notification_id":"notif_P6_-P67ezIlxzd4Q","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.848Z"}');
INSERT INTO "events" VALUES(57,'2026-11-16T15:37:31.848Z','question_opened','builder','notif_P6_-P67ezIlxzd4Q','{"question":{"id":"notif_P6_-P67ezIlxzd4Q","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (10)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.848Z","waiting_until":"2026-11-16T15:38:31.848Z","open_until":"2026-11-17T15:37:31.848Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(58,'2026-11-16T15:37:31.850Z','question_settled','builder','notif_P6_-P67ezIlxzd4Q','{"question_id":"notif_P6_-P67ezIlxzd4Q","outcome":"empty","via":"rest"}');
INSERT INTO "events" VALUES(59,'2026-11-16T15:37:31.850Z','notification_acknowledged','builder','notif_P6_-P67ezIlxzd4Q','{"notification_id":"notif_P6_-P67ezIlxzd4Q","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.850Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(60,'2026-11-16T15:37:31.852Z','agent_notification','builder','notif_P6_-P6B1CytLz9ee','{"notification_id":"notif_P6_-P6B1CytLz9ee","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.852Z"}');
INSERT INTO "events" VALUES(61,'2026-11-16T15:37:31.852Z','question_opened','builder','notif_P6_-P6B1CytLz9ee','{"question":{"id":"notif_P6_-P6B1CytLz9ee","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (11)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.852Z","waiting_until":"2026-11-16T15:38:31.852Z","open_until":"2026-11-17T15:37:31.852Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(62,'2026-11-16T15:37:31.853Z','question_settled','builder','notif_P6_-P6B1CytLz9ee','{"question_id":"notif_P6_-P6B1CytLz9ee","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(63,'2026-11-16T15:37:31.853Z','notification_acknowledged','builder','notif_P6_-P6B1CytLz9ee','{"notification_id":"notif_P6_-P6B1CytLz9ee","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.853Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(64,'2026-11-16T15:37:31.857Z','agent_notification','builder','notif_P6_-P6Gk1WWuolbb','{"notification_id":"notif_P6_-P6Gk1WWuolbb","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.857Z"}');
INSERT INTO "events" VALUES(65,'2026-11-16T15:37:31.857Z','question_opened','builder','notif_P6_-P6Gk1WWuolbb','{"question":{"id":"notif_P6_-P6Gk1WWuolbb","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (12)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.857Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.857Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(66,'2026-11-16T15:37:31.859Z','question_settled','builder','notif_P6_-P6Gk1WWuolbb','{"question_id":"notif_P6_-P6Gk1WWuolbb","outcome":"withdrawn","via":null}');
INSERT INTO "events" VALUES(67,'2026-11-16T15:37:31.859Z','notification_dismissed','builder','notif_P6_-P6Gk1WWuolbb','{"notification_id":"notif_P6_-P6Gk1WWuolbb","status":"dismissed","acknowledged_at":"2026-11-16T15:37:31.859Z","acknowledged_by":"agent","by":"agent"}');
INSERT INTO "events" VALUES(68,'2026-11-16T15:37:31.860Z','agent_notification','builder','notif_P6_-P6JXTtNPR0RL','{"notification_id":"notif_P6_-P6JXTtNPR0RL","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.860Z"}');
INSERT INTO "events" VALUES(69,'2026-11-16T15:37:31.860Z','question_opened','builder','notif_P6_-P6JXTtNPR0RL','{"question":{"id":"notif_P6_-P6JXTtNPR0RL","agent_name":"builder","kind":"show","title":"Name","question":"How shall it be called? (13)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.860Z","waiting_until":null,"open_until":"2026-11-16T15:37:36.860Z","state":"settled","settled_at":"2026-11-16T15:37:31.860Z","outcome":"shown","choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":"2026-11-16T15:37:31.860Z"}}');
INSERT INTO "events" VALUES(70,'2026-11-16T15:37:31.861Z','agent_notification','builder','notif_P6_-P6KE284jgSk7','{"notification_id":"notif_P6_-P6KE284jgSk7","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.861Z"}');
INSERT INTO "events" VALUES(71,'2026-11-16T15:37:31.861Z','question_opened','builder','notif_P6_-P6KE284jgSk7','{"question":{"id":"notif_P6_-P6KE284jgSk7","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (14)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.861Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.861Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(72,'2026-11-16T15:37:31.862Z','notification_acknowledged','builder','notif_P6_-P6KE284jgSk7','{"notification_id":"notif_P6_-P6KE284jgSk7","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.862Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(73,'2026-11-16T15:37:31.863Z','agent_notification','builder','notif_P6_-P6M1nY8ZJaRY','{"notification_id":"notif_P6_-P6M1nY8ZJaRY","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.863Z"}');
INSERT INTO "events" VALUES(74,'2026-11-16T15:37:31.863Z','question_opened','builder','notif_P6_-P6M1nY8ZJaRY','{"question":{"id":"notif_P6_-P6M1nY8ZJaRY","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (15)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.863Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.863Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(75,'2026-11-16T15:37:31.865Z','question_settled','builder','notif_P6_-P6M1nY8ZJaRY','{"question_id":"notif_P6_-P6M1nY8ZJaRY","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(76,'2026-11-16T15:37:31.865Z','notification_dismissed','builder','notif_P6_-P6M1nY8ZJaRY','{"notification_id":"notif_P6_-P6M1nY8ZJaRY","status":"dismissed","acknowledged_at":"2026-11-16T15:37:31.865Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(77,'2026-11-16T15:37:31.865Z','nudge_pending','builder','notif_P6_-P6M1nY8ZJaRY','{"nudge_id":"nudge_P6_-P6Os2_7jbJh6","session":null,"count":1}');
INSERT INTO "events" VALUES(78,'2026-11-16T15:37:31.866Z','agent_notification','builder','notif_P6_-P6Prg43RGd8I','{"notification_id":"notif_P6_-P6Prg43RGd8I","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.866Z"}');
INSERT INTO "events" VALUES(79,'2026-11-16T15:37:31.866Z','question_opened','builder','notif_P6_-P6Prg43RGd8I','{"question":{"id":"notif_P6_-P6Prg43RGd8I","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (16)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.866Z","waiting_until":"2026-11-16T15:38:31.866Z","open_until":"2026-11-17T15:37:31.866Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(80,'2026-11-16T15:37:31.867Z','question_released','builder','notif_P6_-P6Prg43RGd8I','{"question_id":"notif_P6_-P6Prg43RGd8I","reason":"failed","detail":"no display"}');
INSERT INTO "events" VALUES(81,'2026-11-16T15:37:31.868Z','agent_notification','builder','notif_P6_-P6RVOduZtfXe','{"notification_id":"notif_P6_-P6RVOduZtfXe","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.868Z"}');
INSERT INTO "events" VALUES(82,'2026-11-16T15:37:31.868Z','question_opened','builder','notif_P6_-P6RVOduZtfXe','{"question":{"id":"notif_P6_-P6RVOduZtfXe","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (17)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.868Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.868Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(83,'2026-11-16T15:37:31.870Z','question_settled','builder','notif_P6_-P6RVOduZtfXe','{"question_id":"notif_P6_-P6RVOduZtfXe","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(84,'2026-11-16T15:37:31.870Z','notification_acknowledged','builder','notif_P6_-P6RVOduZtfXe','{"notification_id":"notif_P6_-P6RVOduZtfXe","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.870Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(85,'2026-11-16T15:37:31.870Z','nudge_pending','builder','notif_P6_-P6RVOduZtfXe','{"nudge_id":"nudge_P6_-P6To0GvyAdcp","session":null,"count":2}');
INSERT INTO "events" VALUES(86,'2026-11-16T15:37:31.872Z','nudge_handed','builder','notif_P6_-P6M1nY8ZJaRY','{"nudge_id":"nudge_P6_-P6Os2_7jbJh6","question_id":"notif_P6_-P6M1nY8ZJaRY","via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(87,'2026-11-16T15:37:31.872Z','nudge_handed','builder','notif_P6_-P6RVOduZtfXe','{"nudge_id":"nudge_P6_-P6To0GvyAdcp","question_id":"notif_P6_-P6RVOduZtfXe","via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(88,'2026-11-16T15:37:31.874Z','agent_notification','builder','notif_P6_-P6XQeEtC9lhR','{"notification_id":"notif_P6_-P6XQeEtC9lhR","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.874Z"}');
INSERT INTO "events" VALUES(89,'2026-11-16T15:37:31.874Z','question_opened','builder','notif_P6_-P6XQeEtC9lhR','{"question":{"id":"notif_P6_-P6XQeEtC9lhR","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (18)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.874Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.874Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(90,'2026-11-16T15:37:31.875Z','question_settled','builder','notif_P6_-P6XQeEtC9lhR','{"question_id":"notif_P6_-P6XQeEtC9lhR","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(91,'2026-11-16T15:37:31.875Z','notification_acknowledged','builder','notif_P6_-P6XQeEtC9lhR','{"notification_id":"notif_P6_-P6XQeEtC9lhR","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.875Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(92,'2026-11-16T15:37:31.875Z','nudge_pending','builder','notif_P6_-P6XQeEtC9lhR','{"nudge_id":"nudge_P6_-P6YIKIgW90zy","session":null,"count":1}');
INSERT INTO "events" VALUES(93,'2026-11-16T15:37:31.876Z','agent_notification','builder','notif_P6_-P6ZFcNoRo_in','{"notification_id":"notif_P6_-P6ZFcNoRo_in","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.876Z"}');
INSERT INTO "events" VALUES(94,'2026-11-16T15:37:31.876Z','question_opened','builder','notif_P6_-P6ZFcNoRo_in','{"question":{"id":"notif_P6_-P6ZFcNoRo_in","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (19)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.876Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.876Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(95,'2026-11-16T15:37:31.877Z','question_settled','builder','notif_P6_-P6ZFcNoRo_in','{"question_id":"notif_P6_-P6ZFcNoRo_in","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(96,'2026-11-16T15:37:31.877Z','notification_acknowledged','builder','notif_P6_-P6ZFcNoRo_in','{"notification_id":"notif_P6_-P6ZFcNoRo_in","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.877Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(97,'2026-11-16T15:37:31.877Z','nudge_pending','builder','notif_P6_-P6ZFcNoRo_in','{"nudge_id":"nudge_P6_-P6_w7IZ2fDcZ","session":null,"count":2}');
INSERT INTO "events" VALUES(98,'2026-11-16T15:37:31.879Z','nudge_pending','reviewer','nudge_P6_-P6buJ5afdkIw','{"nudge_id":"nudge_P6_-P6buJ5afdkIw","session":null,"count":1}');
INSERT INTO "events" VALUES(99,'2026-11-16T15:37:31.881Z','nudge_handed','reviewer','nudge_P6_-P6buJ5afdkIw','{"nudge_id":"nudge_P6_-P6buJ5afdkIw","question_id":null,"via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(100,'2026-11-16T15:37:31.882Z','nudge_pending','reviewer','nudge_P6_-P6ebe67szGde','{"nudge_id":"nudge_P6_-P6ebe67szGde","session":null,"count":1}');
INSERT INTO "events" VALUES(101,'2026-11-16T15:37:31.883Z','nudge_pending','reviewer','nudge_P6_-P6fdCzk-QHqY','{"nudge_id":"nudge_P6_-P6fdCzk-QHqY","session":null,"count":1}');
INSERT INTO "events" VALUES(102,'2026-11-16T15:37:31.884Z','nudge_pending','reviewer','nudge_P6_-P6gj4-aTEG6g','{"nudge_id":"nudge_P6_-P6gj4-aTEG6g","session":null,"count":1}');
INSERT INTO "events" VALUES(103,'2026-11-16T15:37:31.885Z','nudge_pending','reviewer','nudge_P6_-P6hcngG33QlI','{"nudge_id":"nudge_P6_-P6hcngG33QlI","session":"process:of-reviewer","count":2}');
INSERT INTO "events" VALUES(104,'2026-11-16T15:37:31.886Z','nudge_pending','reviewer','nudge_P6_-P6iOfclz8ba5','{"nudge_id":"nudge_P6_-P6iOfclz8ba5","session":null,"count":3}');
INSERT INTO "events" VALUES(105,'2026-11-16T15:37:31.888Z','session_changed','builder','claude-code:1','{"session":"claude-code:1","client":"claude-code/2.0","parent":null,"state":"working","since":"2026-11-16T15:37:31.888Z","reason":null}');
INSERT INTO "events" VALUES(106,'2026-11-16T15:37:31.888Z','session_changed','builder','claude-code:1/a','{"session":"claude-code:1/a","client":"claude-code/2.0","parent":"claude-code:1","state":"idle","since":"2026-11-16T15:37:31.888Z","reason":null}');
INSERT INTO "events" VALUES(107,'2026-11-16T15:37:31.888Z','session_changed','builder','claude-code:2','{"session":"claude-code:2","client":"claude-code/2.0","parent":null,"state":"ended","since":"2026-11-16T15:37:31.888Z","reason":"error: out of tokens"}');
INSERT INTO "events" VALUES(108,'2026-11-16T15:37:31.889Z','agent_notification','builder','notif_P6_-P6lY7QK7Onki','{"notification_id":"notif_P6_-P6lY7QK7Onki","notification_type":"question","title":"Permission: bash","priority":"high","category":null,"timestamp":"2026-11-16T15:37:31.889Z"}');
INSERT INTO "events" VALUES(109,'2026-11-16T15:37:31.889Z','question_opened','builder','notif_P6_-P6lY7QK7Onki','{"question":{"id":"notif_P6_-P6lY7QK7Onki","agent_name":"builder","kind":"permission","title":"Permission: bash","question":"rm -r build\n\nAllow always: rm *","options":["Allow once","Allow always","Reject"],"free_text":true,"action_label":null,"buttons":[{"label":"Allow once","answer":{"choice":"Allow once"}},{"label":"Allow always","answer":{"choice":"Allow always"}},{"label":"Reject","answer":{"choice":"Reject"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"high","secret":false,"look":{"window_title":null,"show_history":false,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"opencode:ses_1","request":"per_1","opened_at":"2026-11-16T15:37:31.889Z","waiting_until":"2026-11-17T15:37:31.889Z","open_until":"2026-11-17T15:37:31.889Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(110,'2026-11-16T15:37:31.889Z','session_changed','builder','opencode:ses_1','{"session":"opencode:ses_1","client":"opencode/1.18.34","parent":null,"state":"working","since":"2026-11-16T15:37:31.889Z","reason":null}');
INSERT INTO "events" VALUES(111,'2026-11-16T15:37:31.891Z','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(112,'2026-11-16T15:37:31.892Z','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(113,'2026-11-16T15:37:31.893Z','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(114,'2026-11-16T15:37:31.894Z','access_changed','reviewer',NULL,'{"change":"webhook_removed","by":"ada"}');
INSERT INTO "events" VALUES(115,'2026-11-16T15:37:31.896Z','preferences_changed','owner','owner','{"quiet_hours":"22:00-07:00"}');
INSERT INTO "events" VALUES(116,'2026-11-16T15:37:31.897Z','preferences_changed','ada','ada','{"quiet_hours":""}');
INSERT INTO "events" VALUES(117,'2026-11-16T15:37:31.898Z','agent_notification','reviewer','notif_P6_-P6uzu9PATtxY','{"notification_id":"notif_P6_-P6uzu9PATtxY","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.898Z"}');
INSERT INTO "events" VALUES(118,'2026-11-16T15:37:31.898Z','question_opened','reviewer','notif_P6_-P6uzu9PATtxY','{"question":{"id":"notif_P6_-P6uzu9PATtxY","agent_name":"reviewer","kind":"text","title":"Name","question":"How shall it be called? (20)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.898Z","waiting_until":null,"open_until":"2026-11-17T15:37:31.898Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(119,'2026-11-16T15:37:31.899Z','question_settled','reviewer','notif_P6_-P6uzu9PATtxY','{"question_id":"notif_P6_-P6uzu9PATtxY","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(120,'2026-11-16T15:37:31.899Z','notification_acknowledged','reviewer','notif_P6_-P6uzu9PATtxY','{"notification_id":"notif_P6_-P6uzu9PATtxY","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.899Z","acknowledged_by":"ada","by":"ada"}');
INSERT INTO "events" VALUES(121,'2026-11-16T15:37:31.899Z','nudge_pending','reviewer','notif_P6_-P6uzu9PATtxY','{"nudge_id":"nudge_P6_-P6v_otH27san","session":null,"count":4}');
INSERT INTO "events" VALUES(122,'2026-11-16T15:37:31.902Z','agent_notification','builder','notif_P6_-P6yvieSi4-Zb','{"notification_id":"notif_P6_-P6yvieSi4-Zb","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:31.902Z"}');
INSERT INTO "events" VALUES(123,'2026-11-16T15:37:31.902Z','question_opened','builder','notif_P6_-P6yvieSi4-Zb','{"question":{"id":"notif_P6_-P6yvieSi4-Zb","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (21)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-16T15:37:31.902Z","waiting_until":"2026-11-16T15:38:31.902Z","open_until":"2026-11-17T15:37:31.902Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(124,'2026-11-16T15:37:31.903Z','question_settled','builder','notif_P6_-P6yvieSi4-Zb','{"question_id":"notif_P6_-P6yvieSi4-Zb","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(125,'2026-11-16T15:37:31.903Z','notification_acknowledged','builder','notif_P6_-P6yvieSi4-Zb','{"notification_id":"notif_P6_-P6yvieSi4-Zb","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:31.903Z","acknowledged_by":"owner","by":"owner"}');
CREATE TABLE hub (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "hub" VALUES('id','hub_5171e96b146edf99');
CREATE TABLE idempotency (
    agent_name TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash BLOB NOT NULL,
    answer_id TEXT NOT NULL,
    until TEXT NOT NULL,
    PRIMARY KEY (agent_name, key)
) WITHOUT ROWID;
INSERT INTO "idempotency" VALUES('ada','key of Of a person',X'70606F017C9E048C3C3B702BEE1FC10940CBE1941B4F11545D002C95C449B5F4','notif_P6_-P5bf373g30YO','2026-11-17T15:37:31.815Z');
INSERT INTO "idempotency" VALUES('ada','nudge 1',X'A86B6D6DA519E881E4587A31221988274408D0F5E06DB125E03EF2BF1C003E58','nudge_P6_-P6buJ5afdkIw','2026-11-17T15:37:31.879Z');
INSERT INTO "idempotency" VALUES('builder','key of Gone',X'49A364863EAE6A2E2AB41A7BEE5C6F077CCE4E36D735D4AFCA63EC107719875F','notif_P6_-P5dXBjOw2Ww4','2026-11-17T15:37:31.817Z');
INSERT INTO "idempotency" VALUES('builder','key of Pending',X'D13E5CFF13EF2280C323F281AD70FA0336FF765060DAE0AD4C4E6EB30D728513','notif_P6_-P5ZMraFmjYml','2026-11-17T15:37:31.812Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen',X'AC16657C9B6B7C356E18924E45D8F678CB853AC3A76D7AE55646CAFDEA298B2E','notif_P6_-P5cxi0e8dXMG','2026-11-17T15:37:31.816Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen, then gone',X'5479B9C548717BDD86AAF5878E99D59F560701A10DFD87A4CD5F76C50293C8C7','notif_P6_-P5fbSFawdUV8','2026-11-17T15:37:31.819Z');
INSERT INTO "idempotency" VALUES('builder','key of Urgent',X'A74740E9177CBD1D08BDF28875721E5850185E30452FCA97EB7CB0E0A6AB1846','notif_P6_-P5_lWQixJJ3z','2026-11-17T15:37:31.813Z');
INSERT INTO "idempotency" VALUES('builder','question 1',X'F35DCFA57172D877956B6AB5C7F802BD55FCB15C9A1D3CFF8780D258A78A987F','notif_P6_-P5khd2OkT1Cl','2026-11-17T15:37:31.824Z');
INSERT INTO "idempotency" VALUES('builder','question 10',X'F4FF8DD65FEE2BAA6757BC77E1C91F878D47B228D39A3A0C3E68D69F52039BB3','notif_P6_-P67ezIlxzd4Q','2026-11-17T15:37:31.848Z');
INSERT INTO "idempotency" VALUES('builder','question 11',X'147BACE5B26A2F4D03DC2A3EA954B0EA2CA9580FE30F10361BAE26BBDFD8D2CC','notif_P6_-P6B1CytLz9ee','2026-11-17T15:37:31.852Z');
INSERT INTO "idempotency" VALUES('builder','question 12',X'9202AA47A1F882CD6CC973C21CB62FEFCEB1282AB950E5E81390313EAB4DE022','notif_P6_-P6Gk1WWuolbb','2026-11-17T15:37:31.857Z');
INSERT INTO "idempotency" VALUES('builder','question 13',X'89DE4247CB142DAA51682B5CF81E42CAAE59F7F28348F045886188EF01850B25','notif_P6_-P6JXTtNPR0RL','2026-11-17T15:37:31.860Z');
INSERT INTO "idempotency" VALUES('builder','question 14',X'DFF0C3074495394B8B965757802791DEB301B2BA16B7DC12D96BAFF34D8CBF44','notif_P6_-P6KE284jgSk7','2026-11-17T15:37:31.861Z');
INSERT INTO "idempotency" VALUES('builder','question 15',X'86989B78A2B83BA8F8CAC32620106F2C8C8C1CD104B3813C894FD183B9AAB7B1','notif_P6_-P6M1nY8ZJaRY','2026-11-17T15:37:31.863Z');
INSERT INTO "idempotency" VALUES('builder','question 16',X'691383BFECECBBA90C14D709F7DB7017EA14894F4B332C9B58C84E17FF79C8FF','notif_P6_-P6Prg43RGd8I','2026-11-17T15:37:31.866Z');
INSERT INTO "idempotency" VALUES('builder','question 17',X'6588DB01F3C907EF22FB08D5E7F86C7737EEC024668E20DF813DAAF384112798','notif_P6_-P6RVOduZtfXe','2026-11-17T15:37:31.868Z');
INSERT INTO "idempotency" VALUES('builder','question 18',X'4BD14691A219C8B45A0F5B3627D81AFD57FD49079F6A2A38F848BDD3C8FA4C91','notif_P6_-P6XQeEtC9lhR','2026-11-17T15:37:31.874Z');
INSERT INTO "idempotency" VALUES('builder','question 19',X'BB36010A997A4EC70F3CC7E2A680444803238687952AD03EED5CCFD18E506BEC','notif_P6_-P6ZFcNoRo_in','2026-11-17T15:37:31.876Z');
INSERT INTO "idempotency" VALUES('builder','question 2',X'108D6A6078D090F066D6A923CC694D4A725BD99F8772D1E2ADF195739E3C94C5','notif_P6_-P5lHmLR3W3V-','2026-11-17T15:37:31.825Z');
INSERT INTO "idempotency" VALUES('builder','question 21',X'138BD8338926EBA5C25AAA2BA270071F65F2A92162962373A15CCB186F5872B1','notif_P6_-P6yvieSi4-Zb','2026-11-17T15:37:31.902Z');
INSERT INTO "idempotency" VALUES('builder','question 4',X'31081F1925458938C65443F4A22992C16813F7DAF773BDC248FDEDC0292F541F','notif_P6_-P5o9X_8kjyp7','2026-11-17T15:37:31.828Z');
INSERT INTO "idempotency" VALUES('builder','question 5',X'58AAFD1FB51C9D83ACB5AF97F45AACBD2931315C17756AC04FDC4D4FEAC7DFA2','notif_P6_-P5rkc9m3hlII','2026-11-17T15:37:31.831Z');
INSERT INTO "idempotency" VALUES('builder','question 6',X'C22929CE05469233F79F109C2083C2EDD20A351D9E59DEFEA034260A32709501','notif_P6_-P5uCQ9eU3ezi','2026-11-17T15:37:31.834Z');
INSERT INTO "idempotency" VALUES('builder','question 7',X'54A811AF15FF08146E6D24F06F3630E1C045B9161DC70B96A95C2F4941CD8EA3','notif_P6_-P5yfas5M3S7Z','2026-11-17T15:37:31.838Z');
INSERT INTO "idempotency" VALUES('builder','question 8',X'46550AE2564DADD18CF7E45E5BB490E0DA4C1F2AAA065789CC1297D6BDF44A69','notif_P6_-P60fUMR1YmIe','2026-11-17T15:37:31.841Z');
INSERT INTO "idempotency" VALUES('builder','question 9',X'7A1262AE374B80E4D767AFE0D370F3FF99108E8ABFCC5023B93D10C79A2222C4','notif_P6_-P64N1-KG-4IG','2026-11-17T15:37:31.845Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Cleared with the rest',X'D24476CF08E9E14D41400BB67F1507D8A35A14AD0E0C118EBAC5CB75ABA4CECD','notif_P6_-P5WEg2P153BE','2026-11-17T15:37:31.809Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Low',X'83D20811C5610EA493602D249E0AD5C5AB2840830D38CB31FDA2815EB6E42974','notif_P6_-P5aV1qPhYeoa','2026-11-17T15:37:31.814Z');
INSERT INTO "idempotency" VALUES('reviewer','question 20',X'B2278E39163D94A9C419432B809A67157A9A5D259E86608195DFDB9D482B7911','notif_P6_-P6uzu9PATtxY','2026-11-17T15:37:31.898Z');
INSERT INTO "idempotency" VALUES('reviewer','question 3',X'04418AD709582127394F656487AF4F64FDAF25A859346BAEC35973C4F543452E','notif_P6_-P5n5Eel8HHcn','2026-11-17T15:37:31.827Z');
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
INSERT INTO "keys" VALUES('08bbb78d',X'277062C28C7CA8B34F5D95719B66B679EB912B081AC8D61B33CFB42753EC7F2D','agent','reviewer','of Ada','2026-11-16T15:37:31.802Z','ada',NULL,NULL);
INSERT INTO "keys" VALUES('23144247',X'52312A188B8AD91B9577FCC163FA3932BAEF03C1AE8B3F6FE1D1185B03CB745B','agent','builder',NULL,'2026-11-16T15:37:31.800Z','owner',NULL,NULL);
INSERT INTO "keys" VALUES('2ee1ffe3',X'F5FEB02843B8375640AFA12F4933ABA7C933C01566EE035AD4794F612B5E6E08','user','owner','owner.key','2026-11-16T15:37:31.734Z','owner','2026-11-16T15:37:31.736Z',NULL);
INSERT INTO "keys" VALUES('5ede893d',X'7420DE5A1F62BDD4DE5ECF055CA0B02DA0423536FC9713E48D7B35D301802497','agent','builder','lost','2026-11-16T15:37:31.803Z','owner',NULL,'2026-11-16T15:37:31.804Z');
INSERT INTO "keys" VALUES('74678512',X'626C9D32485124845936B1F47D23CE03F39B48ABE5A38765E3484FD5A59F0CF1','user','ada','laptop','2026-11-16T15:37:31.798Z','owner',NULL,NULL);
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
INSERT INTO "nudges" VALUES(1,'nudge_P6_-P6Os2_7jbJh6','builder',NULL,'user',NULL,'Your question: Merge to main? (15)
{"response": "dismissed", "choice": null}','notif_P6_-P6M1nY8ZJaRY','2026-11-16T15:37:31.865Z','owner',NULL,NULL,'shim',0,'2026-11-16T15:37:31.872Z','shim',1,'process:1');
INSERT INTO "nudges" VALUES(2,'nudge_P6_-P6To0GvyAdcp','builder',NULL,'user',NULL,'Your question: How shall it be called? (17)
User response: read already','notif_P6_-P6RVOduZtfXe','2026-11-16T15:37:31.870Z','owner',NULL,NULL,'shim',0,'2026-11-16T15:37:31.872Z','shim',1,'process:1');
INSERT INTO "nudges" VALUES(3,'nudge_P6_-P6YIKIgW90zy','builder',NULL,'user',NULL,'Your question: How shall it be called? (18)
User response: not read yet','notif_P6_-P6XQeEtC9lhR','2026-11-16T15:37:31.875Z','owner',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(4,'nudge_P6_-P6_w7IZ2fDcZ','builder',NULL,'user',NULL,'Your question: How shall it be called? (19)
User response: hush, not read yet','notif_P6_-P6ZFcNoRo_in','2026-11-16T15:37:31.877Z','owner',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(5,'nudge_P6_-P6buJ5afdkIw','reviewer',NULL,'user','aside','read already',NULL,'2026-11-16T15:37:31.879Z','ada',NULL,NULL,'shim',0,'2026-11-16T15:37:31.881Z','shim',1,'process:1');
INSERT INTO "nudges" VALUES(8,'nudge_P6_-P6gj4-aTEG6g','reviewer',NULL,'ci','main','main is red (2)',NULL,'2026-11-16T15:37:31.884Z','ada','main','2026-11-16T15:37:41.901Z','shim',0,NULL,NULL,3,'process:1');
INSERT INTO "nudges" VALUES(9,'nudge_P6_-P6hcngG33QlI','reviewer','process:of-reviewer','user',NULL,'only for one session',NULL,'2026-11-16T15:37:31.885Z','ada',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(10,'nudge_P6_-P6iOfclz8ba5','reviewer',NULL,'user',NULL,'close it: </notification> & "go on"
– soon',NULL,'2026-11-16T15:37:31.886Z','ada',NULL,'2026-11-16T15:37:41.901Z','shim',0,NULL,NULL,1,'process:1');
INSERT INTO "nudges" VALUES(11,'nudge_P6_-P6v_otH27san','reviewer',NULL,'user',NULL,'Your question: How shall it be called? (20)
User response: out on a lease','notif_P6_-P6uzu9PATtxY','2026-11-16T15:37:31.899Z','ada',NULL,'2026-11-16T15:37:41.901Z','shim',0,NULL,NULL,1,'process:1');
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
INSERT INTO "questions" VALUES('notif_P6_-P5khd2OkT1Cl','builder','choice','["Yes, merge", "No"]',0,'Go','[null, false, "dark", false, "site", "main", null, "Release"]',0,'/home/ada/builder','process:1','2026-11-16T15:37:31.824Z','2026-11-16T15:38:31.824Z','2026-11-17T15:37:31.824Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P5lHmLR3W3V-','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-16T15:37:31.825Z',NULL,'2026-11-17T15:37:31.825Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P5n5Eel8HHcn','reviewer','choice','["Yes, merge", "No"]',1,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.827Z',NULL,'2026-11-17T15:37:31.827Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P5o9X_8kjyp7','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.828Z',NULL,'2026-11-17T15:37:31.828Z',NULL,NULL,NULL,NULL,NULL,NULL,'timeout',NULL,0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P5rkc9m3hlII','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:31.831Z','2026-11-16T15:38:31.831Z','2026-11-17T15:37:31.831Z','2026-11-16T15:37:31.832Z','accepted','Yes, merge',NULL,'owner','rest',NULL,'2026-11-16T15:37:31.833Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P5uCQ9eU3ezi','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:31.834Z','2026-11-16T15:38:31.834Z','2026-11-17T15:37:31.834Z','2026-11-16T15:37:31.836Z','declined','No',NULL,'owner','rest',NULL,'2026-11-16T15:37:31.837Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P5yfas5M3S7Z','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:31.838Z','2026-11-16T15:38:31.838Z','2026-11-17T15:37:31.838Z','2026-11-16T15:37:31.839Z','cancelled',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:31.840Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P60fUMR1YmIe','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:31.841Z','2026-11-16T15:38:31.841Z','2026-11-17T15:37:31.841Z','2026-11-16T15:37:31.843Z','dismissed',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:31.844Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P64N1-KG-4IG','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.845Z','2026-11-16T15:38:31.845Z','2026-11-17T15:37:31.845Z','2026-11-16T15:37:31.846Z','accepted',NULL,'Belfry','owner','rest',NULL,'2026-11-16T15:37:31.847Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P67ezIlxzd4Q','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.848Z','2026-11-16T15:38:31.848Z','2026-11-17T15:37:31.848Z','2026-11-16T15:37:31.850Z','empty',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:31.851Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P6B1CytLz9ee','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-16T15:37:31.852Z','2026-11-16T15:38:31.852Z','2026-11-17T15:37:31.852Z','2026-11-16T15:37:31.853Z','accepted',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:31.854Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P6Gk1WWuolbb','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.857Z',NULL,'2026-11-17T15:37:31.857Z','2026-11-16T15:37:31.859Z','withdrawn',NULL,NULL,NULL,NULL,NULL,'2026-11-16T15:37:31.859Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P6JXTtNPR0RL','builder','show','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.860Z',NULL,'2026-11-16T15:37:36.860Z','2026-11-16T15:37:31.860Z','shown',NULL,NULL,NULL,NULL,NULL,'2026-11-16T15:37:31.860Z',0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P6KE284jgSk7','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.861Z',NULL,'2026-11-17T15:37:31.861Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P6M1nY8ZJaRY','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.863Z',NULL,'2026-11-17T15:37:31.863Z','2026-11-16T15:37:31.865Z','dismissed',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:31.872Z',1,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P6Prg43RGd8I','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.866Z',NULL,'2026-11-17T15:37:31.866Z',NULL,NULL,NULL,NULL,NULL,NULL,'failed',NULL,0,'no display',NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P6RVOduZtfXe','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.868Z',NULL,'2026-11-17T15:37:31.868Z','2026-11-16T15:37:31.870Z','accepted',NULL,'read already','owner','rest',NULL,'2026-11-16T15:37:31.872Z',1,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P6XQeEtC9lhR','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.874Z',NULL,'2026-11-17T15:37:31.874Z','2026-11-16T15:37:31.875Z','accepted',NULL,'not read yet','owner','rest',NULL,NULL,1,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P6ZFcNoRo_in','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-16T15:37:31.876Z',NULL,'2026-11-17T15:37:31.876Z','2026-11-16T15:37:31.877Z','accepted',NULL,'hush, not read yet','owner','rest',NULL,NULL,1,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P6lY7QK7Onki','builder','permission','["Allow once", "Allow always", "Reject"]',1,NULL,'[null, false, "auto", false, null, null, null, null]',0,NULL,'opencode:ses_1','2026-11-16T15:37:31.889Z','2026-11-17T15:37:31.889Z','2026-11-17T15:37:31.889Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,'per_1');
INSERT INTO "questions" VALUES('notif_P6_-P6uzu9PATtxY','reviewer','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.898Z',NULL,'2026-11-17T15:37:31.898Z','2026-11-16T15:37:31.899Z','accepted',NULL,'out on a lease','ada','rest',NULL,NULL,1,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6_-P6yvieSi4-Zb','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:31.902Z','2026-11-16T15:38:31.902Z','2026-11-17T15:37:31.902Z','2026-11-16T15:37:31.903Z','declined','No',NULL,'owner','rest',NULL,NULL,0,NULL,NULL,NULL);
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
INSERT INTO "sessions" VALUES('builder','claude-code:1','claude-code/2.0',NULL,'working','2026-11-16T15:37:31.888Z','2026-11-16T15:37:31.888Z','hook','Release','/home/ada/builder',NULL,1,NULL,'[{"tool":"Bash","argument":"make","since":"2026-11-16T15:37:31.000Z"}]','[{"content":"Build","status":"in_progress"}]',NULL,'[]','[]','[]',NULL,NULL,NULL);
INSERT INTO "sessions" VALUES('builder','claude-code:1/a','claude-code/2.0','claude-code:1','idle','2026-11-16T15:37:31.888Z','2026-11-16T15:37:31.888Z',NULL,NULL,NULL,NULL,0,NULL,'[]','[]',NULL,'[]','[]','[]',NULL,NULL,NULL);
INSERT INTO "sessions" VALUES('builder','claude-code:2','claude-code/2.0',NULL,'ended','2026-11-16T15:37:31.888Z','2026-11-16T15:37:31.888Z','hook','Release','/home/ada/builder',NULL,0,'error: out of tokens','[]','[]',NULL,'[]','[]','[]',NULL,NULL,NULL);
INSERT INTO "sessions" VALUES('builder','opencode:ses_1','opencode/1.18.34',NULL,'working','2026-11-16T15:37:31.889Z','2026-11-16T15:37:31.889Z',NULL,NULL,NULL,'http://127.0.0.1:4096',0,NULL,'[]','[]','2026-11-16T15:37:31.000Z','[{"question_id": null, "title": "Which?", "text": "This or that?", "tool": "ask_user", "at": "2026-11-16T15:37:31.000Z", "running": false, "source": "list"}]','[{"id": "per_1", "kind": "permission", "subject": "bash: rm -r build", "source": "event", "since": "2026-11-16T15:37:31.000Z"}]','[]','slow to answer','{"host":"desk.example","pid":4711,"tty":"/dev/pts/3","tmux":{"socket":"/run/tmux/default","pane":"%1"}}',NULL);
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
INSERT INTO "users" VALUES('ada',0,'2026-11-16T15:37:31.798Z');
INSERT INTO "users" VALUES('owner',1,'2026-11-16T15:37:31.734Z');
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
INSERT INTO "webhooks" VALUES('wh_08db39f9',X'D758BD318FC5906245AF6345FA50BD5DFBFD21E68CA5E1801C1479BE93C6E63B','reviewer','deploys',NULL,NULL,'2026-11-16T15:37:31.892Z','ada',NULL,NULL);
INSERT INTO "webhooks" VALUES('wh_968abba3',X'A35C90676198A384DCDF5D3E9F4FE7CE2782A0C47EB669A6CFDB19DD94B046D1','reviewer','old',NULL,NULL,'2026-11-16T15:37:31.893Z','ada',NULL,'2026-11-16T15:37:31.894Z');
INSERT INTO "webhooks" VALUES('wh_c1631801',X'981C3BB240FA1B8DAABCC43860359B8123571F52CDB5FF25F662E622B96B6991','reviewer','ci','pipelines','known-to-the-tests','2026-11-16T15:37:31.891Z','ada',NULL,NULL);
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
INSERT INTO "sqlite_sequence" VALUES('events',125);
INSERT INTO "sqlite_sequence" VALUES('nudges',11);
COMMIT;
PRAGMA user_version = 6;

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
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhCTqzuOjF0Y','reviewer','status','Cleared with the rest',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.189Z','2026-11-16T15:37:30.190Z','ada');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhFJ5nsjEuRi','builder','info','Pending','two
lines, ''quoted'' – <b>ünïcode</b> 🔔','normal','build',NULL,'pending','2026-11-16T15:37:30.192Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhG92cEl4n9u','builder','alert','Urgent',NULL,'urgent',NULL,'{"run": 7, "deep": [null, {"a": 1.5}]}','pending','2026-11-16T15:37:30.193Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhHtAiORWb7h','reviewer','completion','Low',NULL,'low',NULL,NULL,'pending','2026-11-16T15:37:30.194Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhIfYnHYk2oS','ada','status','Of a person',NULL,'high',NULL,NULL,'pending','2026-11-16T15:37:30.195Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhJAc6021SK6','builder','info','Seen',NULL,'normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.196Z','2026-11-16T15:37:30.200Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhKOQHNW1Y5m','builder','info','Gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.197Z','2026-11-16T15:37:30.202Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhL7p0xIOHXq','builder','info','Seen, then gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.198Z','2026-11-16T15:37:30.201Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhRqwyEDxitO','builder','question','Merge','Merge to main? (1)','high',NULL,NULL,'pending','2026-11-16T15:37:30.204Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhSk1fMoR1Ge','builder','question','Name','How shall it be called? (2)','normal',NULL,NULL,'pending','2026-11-16T15:37:30.205Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhUznftFKQPJ','reviewer','question','Merge','Merge to main? (3)','normal',NULL,NULL,'pending','2026-11-16T15:37:30.207Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhVZFC6jFX6J','builder','question','Name','How shall it be called? (4)','normal',NULL,NULL,'pending','2026-11-16T15:37:30.208Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhXPCYty6WlV','builder','question','Merge','Merge to main? (5)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.210Z','2026-11-16T15:37:30.212Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-Ohatz_yYBSFP','builder','question','Merge','Merge to main? (6)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.214Z','2026-11-16T15:37:30.215Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-Ohdia5z7BZNI','builder','question','Merge','Merge to main? (7)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.217Z','2026-11-16T15:37:30.219Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhhaLVcUwIt2','builder','question','Merge','Merge to main? (8)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.221Z','2026-11-16T15:37:30.222Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhkokobtHkHG','builder','question','Name','How shall it be called? (9)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.224Z','2026-11-16T15:37:30.225Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhntD1v0wZnl','builder','question','Name','How shall it be called? (10)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.227Z','2026-11-16T15:37:30.229Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhrV-C-PlPt5','builder','question','Name','How shall it be called? (11)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.231Z','2026-11-16T15:37:30.232Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhwueyXR_-gL','builder','question','Merge','Merge to main? (12)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.236Z','2026-11-16T15:37:30.238Z','agent');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OhzyL1QZ2PFU','builder','question','Name','How shall it be called? (13)','normal',NULL,NULL,'pending','2026-11-16T15:37:30.239Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-Oi-YblrTR_tr','builder','question','Merge','Merge to main? (14)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.240Z','2026-11-16T15:37:30.242Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-Oi2UK-I9oFa_','builder','question','Merge','Merge to main? (15)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.243Z','2026-11-16T15:37:30.244Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-Oi4jdeNx6mH4','builder','question','Name','How shall it be called? (16)','normal',NULL,NULL,'pending','2026-11-16T15:37:30.245Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-Oi6mvVLy1sJx','builder','question','Name','How shall it be called? (17)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.247Z','2026-11-16T15:37:30.249Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OiEigNjA_9NN','builder','question','Name','How shall it be called? (18)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.255Z','2026-11-16T15:37:30.259Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OiMoOoIBo_rO','builder','question','Name','How shall it be called? (19)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.263Z','2026-11-16T15:37:30.267Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OiR7YpLaXTS8','reviewer','question','Name','How shall it be called? (20)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.268Z','2026-11-16T15:37:30.269Z','ada');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OiVkqhGC_y9h','builder','question','Merge','Merge to main? (21)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.272Z','2026-11-16T15:37:30.273Z','owner');
CREATE TABLE agents (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES users(name),
    project TEXT,
    created_at TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "agents" VALUES('builder','owner','/home/ada/builder','2026-11-16T15:37:30.180Z');
INSERT INTO "agents" VALUES('reviewer','ada',NULL,'2026-11-16T15:37:30.181Z');
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    agent_name TEXT NOT NULL,
    subject TEXT,
    data TEXT NOT NULL
);
INSERT INTO "events" VALUES(1,'2026-11-16T15:37:30.131Z','access_changed','owner',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(2,'2026-11-16T15:37:30.178Z','access_changed','ada',NULL,'{"change":"user_added","by":"owner"}');
INSERT INTO "events" VALUES(3,'2026-11-16T15:37:30.178Z','access_changed','ada',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(4,'2026-11-16T15:37:30.180Z','access_changed','builder',NULL,'{"change":"agent_added","by":"owner"}');
INSERT INTO "events" VALUES(5,'2026-11-16T15:37:30.180Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(6,'2026-11-16T15:37:30.181Z','access_changed','reviewer',NULL,'{"change":"agent_added","by":"ada"}');
INSERT INTO "events" VALUES(7,'2026-11-16T15:37:30.181Z','access_changed','reviewer',NULL,'{"change":"key_created","by":"ada"}');
INSERT INTO "events" VALUES(8,'2026-11-16T15:37:30.183Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(9,'2026-11-16T15:37:30.184Z','access_changed','builder',NULL,'{"change":"key_revoked","by":"owner"}');
INSERT INTO "events" VALUES(13,'2026-11-16T15:37:30.187Z','access_changed','passing',NULL,'{"change":"agent_removed","by":"owner"}');
INSERT INTO "events" VALUES(14,'2026-11-16T15:37:30.189Z','agent_notification','reviewer','notif_P6_-OhCTqzuOjF0Y','{"notification_id":"notif_P6_-OhCTqzuOjF0Y","notification_type":"status","title":"Cleared with the rest","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.189Z"}');
INSERT INTO "events" VALUES(15,'2026-11-16T15:37:30.190Z','notifications_cleared','reviewer',NULL,'{"count":1,"cleared_by":"ada"}');
INSERT INTO "events" VALUES(16,'2026-11-16T15:37:30.192Z','agent_notification','builder','notif_P6_-OhFJ5nsjEuRi','{"notification_id":"notif_P6_-OhFJ5nsjEuRi","notification_type":"info","title":"Pending","priority":"normal","category":"build","timestamp":"2026-11-16T15:37:30.192Z"}');
INSERT INTO "events" VALUES(17,'2026-11-16T15:37:30.193Z','agent_notification','builder','notif_P6_-OhG92cEl4n9u','{"notification_id":"notif_P6_-OhG92cEl4n9u","notification_type":"alert","title":"Urgent","priority":"urgent","category":null,"timestamp":"2026-11-16T15:37:30.193Z"}');
INSERT INTO "events" VALUES(18,'2026-11-16T15:37:30.194Z','agent_notification','reviewer','notif_P6_-OhHtAiORWb7h','{"notification_id":"notif_P6_-OhHtAiORWb7h","notification_type":"completion","title":"Low","priority":"low","category":null,"timestamp":"2026-11-16T15:37:30.194Z"}');
INSERT INTO "events" VALUES(19,'2026-11-16T15:37:30.195Z','agent_notification','ada','notif_P6_-OhIfYnHYk2oS','{"notification_id":"notif_P6_-OhIfYnHYk2oS","notification_type":"status","title":"Of a person","priority":"high","category":null,"timestamp":"2026-11-16T15:37:30.195Z"}');
INSERT INTO "events" VALUES(20,'2026-11-16T15:37:30.196Z','agent_notification','builder','notif_P6_-OhJAc6021SK6','{"notification_id":"notif_P6_-OhJAc6021SK6","notification_type":"info","title":"Seen","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.196Z"}');
INSERT INTO "events" VALUES(21,'2026-11-16T15:37:30.197Z','agent_notification','builder','notif_P6_-OhKOQHNW1Y5m','{"notification_id":"notif_P6_-OhKOQHNW1Y5m","notification_type":"info","title":"Gone","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.197Z"}');
INSERT INTO "events" VALUES(22,'2026-11-16T15:37:30.198Z','agent_notification','builder','notif_P6_-OhL7p0xIOHXq','{"notification_id":"notif_P6_-OhL7p0xIOHXq","notification_type":"info","title":"Seen, then gone","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.198Z"}');
INSERT INTO "events" VALUES(23,'2026-11-16T15:37:30.200Z','notification_acknowledged','builder','notif_P6_-OhJAc6021SK6','{"notification_id":"notif_P6_-OhJAc6021SK6","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.200Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(24,'2026-11-16T15:37:30.201Z','notification_acknowledged','builder','notif_P6_-OhL7p0xIOHXq','{"notification_id":"notif_P6_-OhL7p0xIOHXq","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.201Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(25,'2026-11-16T15:37:30.202Z','notification_dismissed','builder','notif_P6_-OhKOQHNW1Y5m','{"notification_id":"notif_P6_-OhKOQHNW1Y5m","status":"dismissed","acknowledged_at":"2026-11-16T15:37:30.202Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(26,'2026-11-16T15:37:30.203Z','notification_dismissed','builder','notif_P6_-OhL7p0xIOHXq','{"notification_id":"notif_P6_-OhL7p0xIOHXq","status":"dismissed","acknowledged_at":"2026-11-16T15:37:30.201Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(27,'2026-11-16T15:37:30.204Z','agent_notification','builder','notif_P6_-OhRqwyEDxitO','{"notification_id":"notif_P6_-OhRqwyEDxitO","notification_type":"question","title":"Merge","priority":"high","category":null,"timestamp":"2026-11-16T15:37:30.204Z"}');
INSERT INTO "events" VALUES(28,'2026-11-16T15:37:30.204Z','question_opened','builder','notif_P6_-OhRqwyEDxitO','{"question":{"id":"notif_P6_-OhRqwyEDxitO","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (1)","options":["Yes, merge","No"],"free_text":false,"action_label":"Go","buttons":[{"label":"Go","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"high","secret":false,"look":{"window_title":null,"show_history":false,"theme":"dark","chime_enabled":false,"repo":"site","branch":"main","asked_as":null,"task":"Release"},"project":"/home/ada/builder","session":"process:1","opened_at":"2026-11-16T15:37:30.204Z","waiting_until":"2026-11-16T15:38:30.204Z","open_until":"2026-11-17T15:37:30.204Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(29,'2026-11-16T15:37:30.205Z','agent_notification','builder','notif_P6_-OhSk1fMoR1Ge','{"notification_id":"notif_P6_-OhSk1fMoR1Ge","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.205Z"}');
INSERT INTO "events" VALUES(30,'2026-11-16T15:37:30.205Z','question_opened','builder','notif_P6_-OhSk1fMoR1Ge','{"question":{"id":"notif_P6_-OhSk1fMoR1Ge","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (2)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.205Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.205Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(31,'2026-11-16T15:37:30.207Z','agent_notification','reviewer','notif_P6_-OhUznftFKQPJ','{"notification_id":"notif_P6_-OhUznftFKQPJ","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.207Z"}');
INSERT INTO "events" VALUES(32,'2026-11-16T15:37:30.207Z','question_opened','reviewer','notif_P6_-OhUznftFKQPJ','{"question":{"id":"notif_P6_-OhUznftFKQPJ","agent_name":"reviewer","kind":"choice","title":"Merge","question":"Merge to main? (3)","options":["Yes, merge","No"],"free_text":true,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.207Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.207Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(33,'2026-11-16T15:37:30.208Z','agent_notification','builder','notif_P6_-OhVZFC6jFX6J','{"notification_id":"notif_P6_-OhVZFC6jFX6J","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.208Z"}');
INSERT INTO "events" VALUES(34,'2026-11-16T15:37:30.208Z','question_opened','builder','notif_P6_-OhVZFC6jFX6J','{"question":{"id":"notif_P6_-OhVZFC6jFX6J","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (4)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.208Z","waiting_until":"2026-11-16T15:38:30.208Z","open_until":"2026-11-17T15:37:30.208Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(35,'2026-11-16T15:37:30.209Z','question_released','builder','notif_P6_-OhVZFC6jFX6J','{"question_id":"notif_P6_-OhVZFC6jFX6J","reason":"timeout"}');
INSERT INTO "events" VALUES(36,'2026-11-16T15:37:30.210Z','agent_notification','builder','notif_P6_-OhXPCYty6WlV','{"notification_id":"notif_P6_-OhXPCYty6WlV","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.210Z"}');
INSERT INTO "events" VALUES(37,'2026-11-16T15:37:30.210Z','question_opened','builder','notif_P6_-OhXPCYty6WlV','{"question":{"id":"notif_P6_-OhXPCYty6WlV","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (5)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","opened_at":"2026-11-16T15:37:30.210Z","waiting_until":"2026-11-16T15:38:30.210Z","open_until":"2026-11-17T15:37:30.210Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(38,'2026-11-16T15:37:30.212Z','question_settled','builder','notif_P6_-OhXPCYty6WlV','{"question_id":"notif_P6_-OhXPCYty6WlV","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(39,'2026-11-16T15:37:30.212Z','notification_acknowledged','builder','notif_P6_-OhXPCYty6WlV','{"notification_id":"notif_P6_-OhXPCYty6WlV","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.212Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(40,'2026-11-16T15:37:30.214Z','agent_notification','builder','notif_P6_-Ohatz_yYBSFP','{"notification_id":"notif_P6_-Ohatz_yYBSFP","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.214Z"}');
INSERT INTO "events" VALUES(41,'2026-11-16T15:37:30.214Z','question_opened','builder','notif_P6_-Ohatz_yYBSFP','{"question":{"id":"notif_P6_-Ohatz_yYBSFP","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (6)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","opened_at":"2026-11-16T15:37:30.214Z","waiting_until":"2026-11-16T15:38:30.214Z","open_until":"2026-11-17T15:37:30.214Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(42,'2026-11-16T15:37:30.215Z','question_settled','builder','notif_P6_-Ohatz_yYBSFP','{"question_id":"notif_P6_-Ohatz_yYBSFP","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(43,'2026-11-16T15:37:30.215Z','notification_acknowledged','builder','notif_P6_-Ohatz_yYBSFP','{"notification_id":"notif_P6_-Ohatz_yYBSFP","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.215Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(44,'2026-11-16T15:37:30.217Z','agent_notification','builder','notif_P6_-Ohdia5z7BZNI','{"notification_id":"notif_P6_-Ohdia5z7BZNI","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.217Z"}');
INSERT INTO "events" VALUES(45,'2026-11-16T15:37:30.217Z','question_opened','builder','notif_P6_-Ohdia5z7BZNI','{"question":{"id":"notif_P6_-Ohdia5z7BZNI","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (7)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","opened_at":"2026-11-16T15:37:30.217Z","waiting_until":"2026-11-16T15:38:30.217Z","open_until":"2026-11-17T15:37:30.217Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(46,'2026-11-16T15:37:30.219Z','question_settled','builder','notif_P6_-Ohdia5z7BZNI','{"question_id":"notif_P6_-Ohdia5z7BZNI","outcome":"cancelled","via":"rest"}');
INSERT INTO "events" VALUES(47,'2026-11-16T15:37:30.219Z','notification_dismissed','builder','notif_P6_-Ohdia5z7BZNI','{"notification_id":"notif_P6_-Ohdia5z7BZNI","status":"dismissed","acknowledged_at":"2026-11-16T15:37:30.219Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(48,'2026-11-16T15:37:30.221Z','agent_notification','builder','notif_P6_-OhhaLVcUwIt2','{"notification_id":"notif_P6_-OhhaLVcUwIt2","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.221Z"}');
INSERT INTO "events" VALUES(49,'2026-11-16T15:37:30.221Z','question_opened','builder','notif_P6_-OhhaLVcUwIt2','{"question":{"id":"notif_P6_-OhhaLVcUwIt2","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (8)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","opened_at":"2026-11-16T15:37:30.221Z","waiting_until":"2026-11-16T15:38:30.221Z","open_until":"2026-11-17T15:37:30.221Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(50,'2026-11-16T15:37:30.222Z','question_settled','builder','notif_P6_-OhhaLVcUwIt2','{"question_id":"notif_P6_-OhhaLVcUwIt2","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(51,'2026-11-16T15:37:30.222Z','notification_dismissed','builder','notif_P6_-OhhaLVcUwIt2','{"notification_id":"notif_P6_-OhhaLVcUwIt2","status":"dismissed","acknowledged_at":"2026-11-16T15:37:30.222Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(52,'2026-11-16T15:37:30.224Z','agent_notification','builder','notif_P6_-OhkokobtHkHG','{"notification_id":"notif_P6_-OhkokobtHkHG","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.224Z"}');
INSERT INTO "events" VALUES(53,'2026-11-16T15:37:30.224Z','question_opened','builder','notif_P6_-OhkokobtHkHG','{"question":{"id":"notif_P6_-OhkokobtHkHG","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (9)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.224Z","waiting_until":"2026-11-16T15:38:30.224Z","open_until":"2026-11-17T15:37:30.224Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(54,'2026-11-16T15:37:30.225Z','question_settled','builder','notif_P6_-OhkokobtHkHG','{"question_id":"notif_P6_-OhkokobtHkHG","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(55,'2026-11-16T15:37:30.225Z','notification_acknowledged','builder','notif_P6_-OhkokobtHkHG','{"notification_id":"notif_P6_-OhkokobtHkHG","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.225Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(56,'2026-11-16T15:37:30.227Z','agent_notification','builder','notif_P6_-OhntD1v0wZnl','{"notification_id":"notif_P6_-OhntD1v0wZnl","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.227Z"}');
INSERT INTO "events" VALUES(57,'2026-11-16T15:37:30.227Z','question_opened','builder','notif_P6_-OhntD1v0wZnl','{"question":{"id":"notif_P6_-OhntD1v0wZnl","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (10)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.227Z","waiting_until":"2026-11-16T15:38:30.227Z","open_until":"2026-11-17T15:37:30.227Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(58,'2026-11-16T15:37:30.229Z','question_settled','builder','notif_P6_-OhntD1v0wZnl','{"question_id":"notif_P6_-OhntD1v0wZnl","outcome":"empty","via":"rest"}');
INSERT INTO "events" VALUES(59,'2026-11-16T15:37:30.229Z','notification_acknowledged','builder','notif_P6_-OhntD1v0wZnl','{"notification_id":"notif_P6_-OhntD1v0wZnl","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.229Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(60,'2026-11-16T15:37:30.231Z','agent_notification','builder','notif_P6_-OhrV-C-PlPt5','{"notification_id":"notif_P6_-OhrV-C-PlPt5","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.231Z"}');
INSERT INTO "events" VALUES(61,'2026-11-16T15:37:30.231Z','question_opened','builder','notif_P6_-OhrV-C-PlPt5','{"question":{"id":"notif_P6_-OhrV-C-PlPt5","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (11)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.231Z","waiting_until":"2026-11-16T15:38:30.231Z","open_until":"2026-11-17T15:37:30.231Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(62,'2026-11-16T15:37:30.232Z','question_settled','builder','notif_P6_-OhrV-C-PlPt5','{"question_id":"notif_P6_-OhrV-C-PlPt5","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(63,'2026-11-16T15:37:30.232Z','notification_acknowledged','builder','notif_P6_-OhrV-C-PlPt5','{"notification_id":"notif_P6_-OhrV-C-PlPt5","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.232Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(64,'2026-11-16T15:37:30.236Z','agent_notification','builder','notif_P6_-OhwueyXR_-gL','{"notification_id":"notif_P6_-OhwueyXR_-gL","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.236Z"}');
INSERT INTO "events" VALUES(65,'2026-11-16T15:37:30.236Z','question_opened','builder','notif_P6_-OhwueyXR_-gL','{"question":{"id":"notif_P6_-OhwueyXR_-gL","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (12)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.236Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.236Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(66,'2026-11-16T15:37:30.238Z','question_settled','builder','notif_P6_-OhwueyXR_-gL','{"question_id":"notif_P6_-OhwueyXR_-gL","outcome":"withdrawn","via":null}');
INSERT INTO "events" VALUES(67,'2026-11-16T15:37:30.238Z','notification_dismissed','builder','notif_P6_-OhwueyXR_-gL','{"notification_id":"notif_P6_-OhwueyXR_-gL","status":"dismissed","acknowledged_at":"2026-11-16T15:37:30.238Z","acknowledged_by":"agent","by":"agent"}');
INSERT INTO "events" VALUES(68,'2026-11-16T15:37:30.239Z','agent_notification','builder','notif_P6_-OhzyL1QZ2PFU','{"notification_id":"notif_P6_-OhzyL1QZ2PFU","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.239Z"}');
INSERT INTO "events" VALUES(69,'2026-11-16T15:37:30.239Z','question_opened','builder','notif_P6_-OhzyL1QZ2PFU','{"question":{"id":"notif_P6_-OhzyL1QZ2PFU","agent_name":"builder","kind":"show","title":"Name","question":"How shall it be called? (13)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.239Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.239Z","state":"settled","settled_at":"2026-11-16T15:37:30.239Z","outcome":"shown","choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":"2026-11-16T15:37:30.239Z"}}');
INSERT INTO "events" VALUES(70,'2026-11-16T15:37:30.240Z','agent_notification','builder','notif_P6_-Oi-YblrTR_tr','{"notification_id":"notif_P6_-Oi-YblrTR_tr","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.240Z"}');
INSERT INTO "events" VALUES(71,'2026-11-16T15:37:30.240Z','question_opened','builder','notif_P6_-Oi-YblrTR_tr','{"question":{"id":"notif_P6_-Oi-YblrTR_tr","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (14)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.240Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.240Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(72,'2026-11-16T15:37:30.242Z','notification_acknowledged','builder','notif_P6_-Oi-YblrTR_tr','{"notification_id":"notif_P6_-Oi-YblrTR_tr","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.242Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(73,'2026-11-16T15:37:30.243Z','agent_notification','builder','notif_P6_-Oi2UK-I9oFa_','{"notification_id":"notif_P6_-Oi2UK-I9oFa_","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.243Z"}');
INSERT INTO "events" VALUES(74,'2026-11-16T15:37:30.243Z','question_opened','builder','notif_P6_-Oi2UK-I9oFa_','{"question":{"id":"notif_P6_-Oi2UK-I9oFa_","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (15)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.243Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.243Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(75,'2026-11-16T15:37:30.244Z','question_settled','builder','notif_P6_-Oi2UK-I9oFa_','{"question_id":"notif_P6_-Oi2UK-I9oFa_","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(76,'2026-11-16T15:37:30.244Z','notification_dismissed','builder','notif_P6_-Oi2UK-I9oFa_','{"notification_id":"notif_P6_-Oi2UK-I9oFa_","status":"dismissed","acknowledged_at":"2026-11-16T15:37:30.244Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(77,'2026-11-16T15:37:30.244Z','nudge_pending','builder','notif_P6_-Oi2UK-I9oFa_','{"session":null,"count":1}');
INSERT INTO "events" VALUES(78,'2026-11-16T15:37:30.245Z','agent_notification','builder','notif_P6_-Oi4jdeNx6mH4','{"notification_id":"notif_P6_-Oi4jdeNx6mH4","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.245Z"}');
INSERT INTO "events" VALUES(79,'2026-11-16T15:37:30.245Z','question_opened','builder','notif_P6_-Oi4jdeNx6mH4','{"question":{"id":"notif_P6_-Oi4jdeNx6mH4","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (16)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.245Z","waiting_until":"2026-11-16T15:38:30.245Z","open_until":"2026-11-17T15:37:30.245Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(80,'2026-11-16T15:37:30.247Z','agent_notification','builder','notif_P6_-Oi6mvVLy1sJx','{"notification_id":"notif_P6_-Oi6mvVLy1sJx","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.247Z"}');
INSERT INTO "events" VALUES(81,'2026-11-16T15:37:30.247Z','question_opened','builder','notif_P6_-Oi6mvVLy1sJx','{"question":{"id":"notif_P6_-Oi6mvVLy1sJx","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (17)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.247Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.247Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(82,'2026-11-16T15:37:30.249Z','question_settled','builder','notif_P6_-Oi6mvVLy1sJx','{"question_id":"notif_P6_-Oi6mvVLy1sJx","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(83,'2026-11-16T15:37:30.249Z','notification_acknowledged','builder','notif_P6_-Oi6mvVLy1sJx','{"notification_id":"notif_P6_-Oi6mvVLy1sJx","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.249Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(84,'2026-11-16T15:37:30.249Z','nudge_pending','builder','notif_P6_-Oi6mvVLy1sJx','{"session":null,"count":2}');
INSERT INTO "events" VALUES(85,'2026-11-16T15:37:30.251Z','nudge_handed','builder','notif_P6_-Oi2UK-I9oFa_','{"nudge_id":"nudge_P6_-Oi3GshBmCp5k","question_id":"notif_P6_-Oi2UK-I9oFa_","via":"shim"}');
INSERT INTO "events" VALUES(86,'2026-11-16T15:37:30.251Z','nudge_handed','builder','notif_P6_-Oi6mvVLy1sJx','{"nudge_id":"nudge_P6_-Oi8mxSmXT1tH","question_id":"notif_P6_-Oi6mvVLy1sJx","via":"shim"}');
INSERT INTO "events" VALUES(87,'2026-11-16T15:37:30.255Z','agent_notification','builder','notif_P6_-OiEigNjA_9NN','{"notification_id":"notif_P6_-OiEigNjA_9NN","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.255Z"}');
INSERT INTO "events" VALUES(88,'2026-11-16T15:37:30.255Z','question_opened','builder','notif_P6_-OiEigNjA_9NN','{"question":{"id":"notif_P6_-OiEigNjA_9NN","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (18)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.255Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.255Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(89,'2026-11-16T15:37:30.259Z','question_settled','builder','notif_P6_-OiEigNjA_9NN','{"question_id":"notif_P6_-OiEigNjA_9NN","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(90,'2026-11-16T15:37:30.259Z','notification_acknowledged','builder','notif_P6_-OiEigNjA_9NN','{"notification_id":"notif_P6_-OiEigNjA_9NN","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.259Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(91,'2026-11-16T15:37:30.259Z','nudge_pending','builder','notif_P6_-OiEigNjA_9NN','{"session":null,"count":1}');
INSERT INTO "events" VALUES(92,'2026-11-16T15:37:30.263Z','agent_notification','builder','notif_P6_-OiMoOoIBo_rO','{"notification_id":"notif_P6_-OiMoOoIBo_rO","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.263Z"}');
INSERT INTO "events" VALUES(93,'2026-11-16T15:37:30.263Z','question_opened','builder','notif_P6_-OiMoOoIBo_rO','{"question":{"id":"notif_P6_-OiMoOoIBo_rO","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (19)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.263Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.263Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(94,'2026-11-16T15:37:30.267Z','question_settled','builder','notif_P6_-OiMoOoIBo_rO','{"question_id":"notif_P6_-OiMoOoIBo_rO","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(95,'2026-11-16T15:37:30.267Z','notification_acknowledged','builder','notif_P6_-OiMoOoIBo_rO','{"notification_id":"notif_P6_-OiMoOoIBo_rO","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.267Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(96,'2026-11-16T15:37:30.267Z','nudge_pending','builder','notif_P6_-OiMoOoIBo_rO','{"session":null,"count":2}');
INSERT INTO "events" VALUES(97,'2026-11-16T15:37:30.268Z','agent_notification','reviewer','notif_P6_-OiR7YpLaXTS8','{"notification_id":"notif_P6_-OiR7YpLaXTS8","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.268Z"}');
INSERT INTO "events" VALUES(98,'2026-11-16T15:37:30.268Z','question_opened','reviewer','notif_P6_-OiR7YpLaXTS8','{"question":{"id":"notif_P6_-OiR7YpLaXTS8","agent_name":"reviewer","kind":"text","title":"Name","question":"How shall it be called? (20)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.268Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.268Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(99,'2026-11-16T15:37:30.269Z','question_settled','reviewer','notif_P6_-OiR7YpLaXTS8','{"question_id":"notif_P6_-OiR7YpLaXTS8","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(100,'2026-11-16T15:37:30.269Z','notification_acknowledged','reviewer','notif_P6_-OiR7YpLaXTS8','{"notification_id":"notif_P6_-OiR7YpLaXTS8","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.269Z","acknowledged_by":"ada","by":"ada"}');
INSERT INTO "events" VALUES(101,'2026-11-16T15:37:30.269Z','nudge_pending','reviewer','notif_P6_-OiR7YpLaXTS8','{"session":null,"count":1}');
INSERT INTO "events" VALUES(102,'2026-11-16T15:37:30.272Z','agent_notification','builder','notif_P6_-OiVkqhGC_y9h','{"notification_id":"notif_P6_-OiVkqhGC_y9h","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.272Z"}');
INSERT INTO "events" VALUES(103,'2026-11-16T15:37:30.272Z','question_opened','builder','notif_P6_-OiVkqhGC_y9h','{"question":{"id":"notif_P6_-OiVkqhGC_y9h","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (21)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.272Z","waiting_until":"2026-11-16T15:38:30.272Z","open_until":"2026-11-17T15:37:30.272Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"handed_at":null}}');
INSERT INTO "events" VALUES(104,'2026-11-16T15:37:30.273Z','question_settled','builder','notif_P6_-OiVkqhGC_y9h','{"question_id":"notif_P6_-OiVkqhGC_y9h","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(105,'2026-11-16T15:37:30.273Z','notification_acknowledged','builder','notif_P6_-OiVkqhGC_y9h','{"notification_id":"notif_P6_-OiVkqhGC_y9h","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.273Z","acknowledged_by":"owner","by":"owner"}');
CREATE TABLE hub (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "hub" VALUES('id','hub_82d9e4a46d7fc9e5');
CREATE TABLE idempotency (
    agent_name TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash BLOB NOT NULL,
    answer_id TEXT NOT NULL,
    until TEXT NOT NULL,
    PRIMARY KEY (agent_name, key)
) WITHOUT ROWID;
INSERT INTO "idempotency" VALUES('ada','key of Of a person',X'70606F017C9E048C3C3B702BEE1FC10940CBE1941B4F11545D002C95C449B5F4','notif_P6_-OhIfYnHYk2oS','2026-11-17T15:37:30.195Z');
INSERT INTO "idempotency" VALUES('builder','key of Gone',X'49A364863EAE6A2E2AB41A7BEE5C6F077CCE4E36D735D4AFCA63EC107719875F','notif_P6_-OhKOQHNW1Y5m','2026-11-17T15:37:30.197Z');
INSERT INTO "idempotency" VALUES('builder','key of Pending',X'D13E5CFF13EF2280C323F281AD70FA0336FF765060DAE0AD4C4E6EB30D728513','notif_P6_-OhFJ5nsjEuRi','2026-11-17T15:37:30.192Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen',X'AC16657C9B6B7C356E18924E45D8F678CB853AC3A76D7AE55646CAFDEA298B2E','notif_P6_-OhJAc6021SK6','2026-11-17T15:37:30.196Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen, then gone',X'5479B9C548717BDD86AAF5878E99D59F560701A10DFD87A4CD5F76C50293C8C7','notif_P6_-OhL7p0xIOHXq','2026-11-17T15:37:30.198Z');
INSERT INTO "idempotency" VALUES('builder','key of Urgent',X'A74740E9177CBD1D08BDF28875721E5850185E30452FCA97EB7CB0E0A6AB1846','notif_P6_-OhG92cEl4n9u','2026-11-17T15:37:30.193Z');
INSERT INTO "idempotency" VALUES('builder','question 1',X'78D0D8F5DA929DD8FD636C95BBAB988052FCAC7D9F366F8C2171755F17CB9697','notif_P6_-OhRqwyEDxitO','2026-11-17T15:37:30.204Z');
INSERT INTO "idempotency" VALUES('builder','question 10',X'C545D05037D5ABAD1D290BCB9B876EE6B0704C740FE38E3109439E089BF8DD2A','notif_P6_-OhntD1v0wZnl','2026-11-17T15:37:30.227Z');
INSERT INTO "idempotency" VALUES('builder','question 11',X'CB47DCFCB645F6DB70D0BE64A58B2474E178839A5AC2E71AE1A18281AD860B9A','notif_P6_-OhrV-C-PlPt5','2026-11-17T15:37:30.231Z');
INSERT INTO "idempotency" VALUES('builder','question 12',X'56C95C68C72E18A35F03396235A06CC140DDB0E23FBD07834FDA51C17A9198B7','notif_P6_-OhwueyXR_-gL','2026-11-17T15:37:30.236Z');
INSERT INTO "idempotency" VALUES('builder','question 13',X'701EEB21A129ABDCB0F16C4D96C9725BB22B58CD4D0D03550306F0C502B599FA','notif_P6_-OhzyL1QZ2PFU','2026-11-17T15:37:30.239Z');
INSERT INTO "idempotency" VALUES('builder','question 14',X'A1AB579F1798517403EA57C199D006BB43002458D8EB72FF3A9296B8D0B3DC63','notif_P6_-Oi-YblrTR_tr','2026-11-17T15:37:30.240Z');
INSERT INTO "idempotency" VALUES('builder','question 15',X'78E6DF1AD2EFC69D920FF3D01699EA0D589458D52AC10166A399BF1F20ABA426','notif_P6_-Oi2UK-I9oFa_','2026-11-17T15:37:30.243Z');
INSERT INTO "idempotency" VALUES('builder','question 16',X'C9DD5AABD40F92C83AC272BBAF30B7EF09E789A9D6C4522B5AA09192F3EF6E34','notif_P6_-Oi4jdeNx6mH4','2026-11-17T15:37:30.245Z');
INSERT INTO "idempotency" VALUES('builder','question 17',X'98F7D2A1C96A90D47904F32ACEE78897CF035157DBB0F3AA990F2917C7E2D5AB','notif_P6_-Oi6mvVLy1sJx','2026-11-17T15:37:30.247Z');
INSERT INTO "idempotency" VALUES('builder','question 18',X'7FC39B584EA92CCA0AF47BDD862C68E35C2AE196F9CF70F92F6D3685449379CE','notif_P6_-OiEigNjA_9NN','2026-11-17T15:37:30.255Z');
INSERT INTO "idempotency" VALUES('builder','question 19',X'D5445028341B9731FDCC30C06C3D36B223D08735A601985258E9AB742101F813','notif_P6_-OiMoOoIBo_rO','2026-11-17T15:37:30.263Z');
INSERT INTO "idempotency" VALUES('builder','question 2',X'16375D9450306F5BFDF9DFC1353BB304A12A5F1F154AF75182911A88B7AA083E','notif_P6_-OhSk1fMoR1Ge','2026-11-17T15:37:30.205Z');
INSERT INTO "idempotency" VALUES('builder','question 21',X'145BB023086C059E78E08A73CFC00509A7A90563AEEDB9D31A91344F8B708E37','notif_P6_-OiVkqhGC_y9h','2026-11-17T15:37:30.272Z');
INSERT INTO "idempotency" VALUES('builder','question 4',X'A2136ED8CCF973BE3FD50026EF93E9FB4BFD04849AAB2CC5FDFE4E472A26717F','notif_P6_-OhVZFC6jFX6J','2026-11-17T15:37:30.208Z');
INSERT INTO "idempotency" VALUES('builder','question 5',X'08C68548D49CE249D69FC72CBAEE8897ACECC46B7B83ED96E16ED56CD667351F','notif_P6_-OhXPCYty6WlV','2026-11-17T15:37:30.210Z');
INSERT INTO "idempotency" VALUES('builder','question 6',X'CA656AE6EFC7F23731AEE304DB649DF07C910FF181C1C6527DD4346EE87ED085','notif_P6_-Ohatz_yYBSFP','2026-11-17T15:37:30.214Z');
INSERT INTO "idempotency" VALUES('builder','question 7',X'03CBE55DB79FC95B594D1F10A1F7E850F06AACCF2AC91A25980E8766E6AE1141','notif_P6_-Ohdia5z7BZNI','2026-11-17T15:37:30.217Z');
INSERT INTO "idempotency" VALUES('builder','question 8',X'1959AB8768B46C6B5F7C2BB77F21217F5C7FCDD51AB3B1167D80FD24E1980CEC','notif_P6_-OhhaLVcUwIt2','2026-11-17T15:37:30.221Z');
INSERT INTO "idempotency" VALUES('builder','question 9',X'5A3901678E9D1B7AE3C13391D297E307587562A1AEE8678912F80434BFF6DEC9','notif_P6_-OhkokobtHkHG','2026-11-17T15:37:30.224Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Cleared with the rest',X'D24476CF08E9E14D41400BB67F1507D8A35A14AD0E0C118EBAC5CB75ABA4CECD','notif_P6_-OhCTqzuOjF0Y','2026-11-17T15:37:30.189Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Low',X'83D20811C5610EA493602D249E0AD5C5AB2840830D38CB31FDA2815EB6E42974','notif_P6_-OhHtAiORWb7h','2026-11-17T15:37:30.194Z');
INSERT INTO "idempotency" VALUES('reviewer','question 20',X'C5E35EA018DB4E9202AAEA22C0D7AE75CF220CD8D419983A3CF5FC24FE4F69C3','notif_P6_-OiR7YpLaXTS8','2026-11-17T15:37:30.268Z');
INSERT INTO "idempotency" VALUES('reviewer','question 3',X'629BC100AD8580DDE492A3AD290A8AC3D4CF8F833ACEA3724E6F6C389920B113','notif_P6_-OhUznftFKQPJ','2026-11-17T15:37:30.207Z');
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
INSERT INTO "keys" VALUES('061a44e4',X'1301D8A29D3C73B8010F71F77FBC6136C9E007FA62B48BA5F81781A53770A52C','agent','builder','lost','2026-11-16T15:37:30.183Z','owner',NULL,'2026-11-16T15:37:30.184Z');
INSERT INTO "keys" VALUES('1e152f9f',X'039D3745D8A061C8AB8E8BA9C050A3C055B334C65D9F1E653B1F9E8946C68CF5','agent','reviewer','of Ada','2026-11-16T15:37:30.181Z','ada',NULL,NULL);
INSERT INTO "keys" VALUES('6e3acbb5',X'6E560A75C1A65A574267A86EAA6FDE80F4A6E5BAF59DFCE36DB6DD5505A88112','user','owner','owner.key','2026-11-16T15:37:30.131Z','owner','2026-11-16T15:37:30.134Z',NULL);
INSERT INTO "keys" VALUES('9001b9fe',X'33B789BF7C72CA8D4E88720F34A83BEFAC3765F494F6B5C178FC95F0F3EC6E57','user','ada','laptop','2026-11-16T15:37:30.178Z','owner',NULL,NULL);
INSERT INTO "keys" VALUES('b9a77511',X'F215E58EBBC140DCD54D5302D58F22B5B4A2D46291AAF834C1581CC5D658AF1B','agent','builder',NULL,'2026-11-16T15:37:30.180Z','owner',NULL,NULL);
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
);
INSERT INTO "nudges" VALUES(1,'nudge_P6_-Oi3GshBmCp5k','builder',NULL,'user',NULL,'Your question: Merge to main? (15)
{"response": "dismissed", "choice": null}','notif_P6_-Oi2UK-I9oFa_','2026-11-16T15:37:30.244Z','owner',NULL,NULL,'shim',0,'2026-11-16T15:37:30.251Z','shim');
INSERT INTO "nudges" VALUES(2,'nudge_P6_-Oi8mxSmXT1tH','builder',NULL,'user',NULL,'Your question: How shall it be called? (17)
User response: read already','notif_P6_-Oi6mvVLy1sJx','2026-11-16T15:37:30.249Z','owner',NULL,NULL,'shim',0,'2026-11-16T15:37:30.251Z','shim');
INSERT INTO "nudges" VALUES(3,'nudge_P6_-OiIVi4fc3u-P','builder',NULL,'user',NULL,'Your question: How shall it be called? (18)
User response: not read yet','notif_P6_-OiEigNjA_9NN','2026-11-16T15:37:30.259Z','owner',NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "nudges" VALUES(4,'nudge_P6_-OiQOfnDcmjN6','builder',NULL,'user',NULL,'Your question: How shall it be called? (19)
User response: hush, not read yet','notif_P6_-OiMoOoIBo_rO','2026-11-16T15:37:30.267Z','owner',NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "nudges" VALUES(5,'nudge_P6_-OiSNyXHnjaT8','reviewer',NULL,'user',NULL,'Your question: How shall it be called? (20)
User response: out on a lease','notif_P6_-OiR7YpLaXTS8','2026-11-16T15:37:30.269Z','ada',NULL,'2026-11-16T15:37:40.271Z','shim',0,NULL,NULL);
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
);
INSERT INTO "questions" VALUES('notif_P6_-OhRqwyEDxitO','builder','choice','["Yes, merge", "No"]',0,'Go','[null, false, "dark", false, "site", "main", null, "Release"]',0,'/home/ada/builder','process:1','2026-11-16T15:37:30.204Z','2026-11-16T15:38:30.204Z','2026-11-17T15:37:30.204Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "questions" VALUES('notif_P6_-OhSk1fMoR1Ge','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-16T15:37:30.205Z',NULL,'2026-11-17T15:37:30.205Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "questions" VALUES('notif_P6_-OhUznftFKQPJ','reviewer','choice','["Yes, merge", "No"]',1,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.207Z',NULL,'2026-11-17T15:37:30.207Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "questions" VALUES('notif_P6_-OhVZFC6jFX6J','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.208Z',NULL,'2026-11-17T15:37:30.208Z',NULL,NULL,NULL,NULL,NULL,NULL,'timeout',NULL,0);
INSERT INTO "questions" VALUES('notif_P6_-OhXPCYty6WlV','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:30.210Z','2026-11-16T15:38:30.210Z','2026-11-17T15:37:30.210Z','2026-11-16T15:37:30.212Z','accepted','Yes, merge',NULL,'owner','rest',NULL,'2026-11-16T15:37:30.213Z',0);
INSERT INTO "questions" VALUES('notif_P6_-Ohatz_yYBSFP','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:30.214Z','2026-11-16T15:38:30.214Z','2026-11-17T15:37:30.214Z','2026-11-16T15:37:30.215Z','declined','No',NULL,'owner','rest',NULL,'2026-11-16T15:37:30.216Z',0);
INSERT INTO "questions" VALUES('notif_P6_-Ohdia5z7BZNI','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:30.217Z','2026-11-16T15:38:30.217Z','2026-11-17T15:37:30.217Z','2026-11-16T15:37:30.219Z','cancelled',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:30.220Z',0);
INSERT INTO "questions" VALUES('notif_P6_-OhhaLVcUwIt2','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:30.221Z','2026-11-16T15:38:30.221Z','2026-11-17T15:37:30.221Z','2026-11-16T15:37:30.222Z','dismissed',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:30.223Z',0);
INSERT INTO "questions" VALUES('notif_P6_-OhkokobtHkHG','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.224Z','2026-11-16T15:38:30.224Z','2026-11-17T15:37:30.224Z','2026-11-16T15:37:30.225Z','accepted',NULL,'Belfry','owner','rest',NULL,'2026-11-16T15:37:30.226Z',0);
INSERT INTO "questions" VALUES('notif_P6_-OhntD1v0wZnl','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.227Z','2026-11-16T15:38:30.227Z','2026-11-17T15:37:30.227Z','2026-11-16T15:37:30.229Z','empty',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:30.230Z',0);
INSERT INTO "questions" VALUES('notif_P6_-OhrV-C-PlPt5','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-16T15:37:30.231Z','2026-11-16T15:38:30.231Z','2026-11-17T15:37:30.231Z','2026-11-16T15:37:30.232Z','accepted',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:30.233Z',0);
INSERT INTO "questions" VALUES('notif_P6_-OhwueyXR_-gL','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.236Z',NULL,'2026-11-17T15:37:30.236Z','2026-11-16T15:37:30.238Z','withdrawn',NULL,NULL,NULL,NULL,NULL,'2026-11-16T15:37:30.238Z',0);
INSERT INTO "questions" VALUES('notif_P6_-OhzyL1QZ2PFU','builder','show','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.239Z',NULL,'2026-11-17T15:37:30.239Z','2026-11-16T15:37:30.239Z','shown',NULL,NULL,NULL,NULL,NULL,'2026-11-16T15:37:30.239Z',0);
INSERT INTO "questions" VALUES('notif_P6_-Oi-YblrTR_tr','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.240Z',NULL,'2026-11-17T15:37:30.240Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "questions" VALUES('notif_P6_-Oi2UK-I9oFa_','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.243Z',NULL,'2026-11-17T15:37:30.243Z','2026-11-16T15:37:30.244Z','dismissed',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:30.251Z',1);
INSERT INTO "questions" VALUES('notif_P6_-Oi4jdeNx6mH4','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.245Z','2026-11-16T15:38:30.245Z','2026-11-17T15:37:30.245Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "questions" VALUES('notif_P6_-Oi6mvVLy1sJx','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.247Z',NULL,'2026-11-17T15:37:30.247Z','2026-11-16T15:37:30.249Z','accepted',NULL,'read already','owner','rest',NULL,'2026-11-16T15:37:30.251Z',1);
INSERT INTO "questions" VALUES('notif_P6_-OiEigNjA_9NN','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.255Z',NULL,'2026-11-17T15:37:30.255Z','2026-11-16T15:37:30.259Z','accepted',NULL,'not read yet','owner','rest',NULL,NULL,1);
INSERT INTO "questions" VALUES('notif_P6_-OiMoOoIBo_rO','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-16T15:37:30.263Z',NULL,'2026-11-17T15:37:30.263Z','2026-11-16T15:37:30.267Z','accepted',NULL,'hush, not read yet','owner','rest',NULL,NULL,1);
INSERT INTO "questions" VALUES('notif_P6_-OiR7YpLaXTS8','reviewer','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.268Z',NULL,'2026-11-17T15:37:30.268Z','2026-11-16T15:37:30.269Z','accepted',NULL,'out on a lease','ada','rest',NULL,NULL,1);
INSERT INTO "questions" VALUES('notif_P6_-OiVkqhGC_y9h','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.272Z','2026-11-16T15:38:30.272Z','2026-11-17T15:37:30.272Z','2026-11-16T15:37:30.273Z','declined','No',NULL,'owner','rest',NULL,NULL,0);
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
INSERT INTO "users" VALUES('ada',0,'2026-11-16T15:37:30.178Z');
INSERT INTO "users" VALUES('owner',1,'2026-11-16T15:37:30.131Z');
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
CREATE VIEW asked AS
    SELECT q.id, q.agent_name, n.title, n.message AS question, q.kind, q.options, q.free_text, q.action_label,
        n.priority AS urgency, q.look, q.secret, q.project, q.session, q.opened_at, q.waiting_until, q.open_until,
        q.settled_at, q.outcome, q.choice, q.reply, q.by, q.via, q.released, q.handed_at
    FROM questions q JOIN agent_notifications n ON n.id = q.id;
CREATE INDEX idx_nudges_pending ON nudges(agent_name, place) WHERE handed_at IS NULL;
CREATE INDEX idx_nudges_handed ON nudges(handed_at) WHERE handed_at IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('events',105);
INSERT INTO "sqlite_sequence" VALUES('nudges',5);
COMMIT;
PRAGMA user_version = 2;

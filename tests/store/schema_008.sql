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
INSERT INTO "agent_notifications" VALUES('notif_P6jFYpQlWV4w4BFp','reviewer','status','Cleared with the rest',NULL,'normal',NULL,NULL,'dismissed','2026-11-18T15:24:18.139Z','2026-11-18T15:24:18.140Z','ada');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYpVcFE6dKB3F','builder','info','Pending','two
lines, ''quoted'' – <b>ünïcode</b> 🔔','normal','build',NULL,'pending','2026-11-18T15:24:18.144Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6jFYpXagh_tHU4w','builder','alert','Urgent',NULL,'urgent',NULL,'{"run": 7, "deep": [null, {"a": 1.5}]}','pending','2026-11-18T15:24:18.146Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6jFYpa82RRRfSaq','reviewer','completion','Low',NULL,'low',NULL,NULL,'pending','2026-11-18T15:24:18.150Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6jFYpbSfDHtkMd3','ada','status','Of a person',NULL,'high',NULL,NULL,'pending','2026-11-18T15:24:18.151Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6jFYpbSfDHtkMd4','builder','info','Seen',NULL,'normal',NULL,NULL,'acknowledged','2026-11-18T15:24:18.151Z','2026-11-18T15:24:18.154Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYpc1lwwU04O1','builder','info','Gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-18T15:24:18.152Z','2026-11-18T15:24:18.155Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYpdU-_eH8M8Q','builder','info','Seen, then gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-18T15:24:18.153Z','2026-11-18T15:24:18.155Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYphI16Vob_VJ','builder','question','Merge','Merge to main? (1)','high',NULL,NULL,'pending','2026-11-18T15:24:18.157Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6jFYpmF6VE-YJzW','builder','question','Name','How shall it be called? (2)','normal',NULL,NULL,'pending','2026-11-18T15:24:18.162Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6jFYpytcKARFc-_','reviewer','question','Merge','Merge to main? (3)','normal',NULL,NULL,'pending','2026-11-18T15:24:18.174Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6jFYq16wNs0USiR','builder','question','Name','How shall it be called? (4)','normal',NULL,NULL,'pending','2026-11-18T15:24:18.178Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6jFYqHMigZd3Efb','builder','question','Merge','Merge to main? (5)','normal',NULL,NULL,'acknowledged','2026-11-18T15:24:18.194Z','2026-11-18T15:24:18.195Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYqKQZIbtfmQV','builder','question','Merge','Merge to main? (6)','normal',NULL,NULL,'acknowledged','2026-11-18T15:24:18.197Z','2026-11-18T15:24:18.198Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYqRVkY7cwEmw','builder','question','Merge','Merge to main? (7)','normal',NULL,NULL,'dismissed','2026-11-18T15:24:18.204Z','2026-11-18T15:24:18.206Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYqYS1D38qWso','builder','question','Merge','Merge to main? (8)','normal',NULL,NULL,'dismissed','2026-11-18T15:24:18.211Z','2026-11-18T15:24:18.212Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYqernhvA9iVb','builder','question','Name','How shall it be called? (9)','normal',NULL,NULL,'acknowledged','2026-11-18T15:24:18.218Z','2026-11-18T15:24:18.223Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYrAj66qxUZJy','builder','question','Name','How shall it be called? (10)','normal',NULL,NULL,'acknowledged','2026-11-18T15:24:18.251Z','2026-11-18T15:24:18.283Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYrp2psrFFzAC','builder','question','Name','How shall it be called? (11)','normal',NULL,NULL,'acknowledged','2026-11-18T15:24:18.293Z','2026-11-18T15:24:18.302Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYsDMvPUAhAHq','builder','question','Merge','Merge to main? (12)','normal',NULL,NULL,'dismissed','2026-11-18T15:24:18.318Z','2026-11-18T15:24:18.324Z','agent');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYsLP9REDz24c','builder','question','Name','How shall it be called? (13)','normal',NULL,NULL,'pending','2026-11-18T15:24:18.326Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6jFYsNm5gZQT4Pi','builder','question','Merge','Merge to main? (14)','normal',NULL,NULL,'acknowledged','2026-11-18T15:24:18.328Z','2026-11-18T15:24:18.330Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYsTf22BcxbbA','builder','question','Merge','Merge to main? (15)','normal',NULL,NULL,'dismissed','2026-11-18T15:24:18.334Z','2026-11-18T15:24:18.338Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYseh6ILsAdhQ','builder','question','Name','How shall it be called? (16)','normal',NULL,NULL,'pending','2026-11-18T15:24:18.346Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6jFYslv0GQGWMbX','builder','question','Name','How shall it be called? (17)','normal',NULL,NULL,'acknowledged','2026-11-18T15:24:18.353Z','2026-11-18T15:24:18.358Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYsyeihAJTqPf','builder','question','Name','How shall it be called? (18)','normal',NULL,NULL,'acknowledged','2026-11-18T15:24:18.366Z','2026-11-18T15:24:18.368Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYt1w3OPmvv-F','builder','question','Name','How shall it be called? (19)','normal',NULL,NULL,'acknowledged','2026-11-18T15:24:18.370Z','2026-11-18T15:24:18.374Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYtnbw-NPTwzW','builder','question','Permission: bash','rm -r build

Allow always: rm *','high',NULL,NULL,'pending','2026-11-18T15:24:18.419Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6jFYyenm8VLiu3D','reviewer','question','Name','How shall it be called? (20)','normal',NULL,NULL,'acknowledged','2026-11-18T15:24:18.730Z','2026-11-18T15:24:18.734Z','ada');
INSERT INTO "agent_notifications" VALUES('notif_P6jFYym-MCImyaEY','builder','question','Merge','Merge to main? (21)','normal',NULL,NULL,'acknowledged','2026-11-18T15:24:18.738Z','2026-11-18T15:24:18.743Z','owner');
CREATE TABLE agents (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES users(name),
    project TEXT,
    created_at TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "agents" VALUES('builder','owner','/home/ada/builder','2026-11-18T15:24:17.982Z');
INSERT INTO "agents" VALUES('reviewer','ada',NULL,'2026-11-18T15:24:18.014Z');
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
INSERT INTO "audit" VALUES(1,'2026-11-18T15:24:17.661Z','hub','user',NULL,'key_created','687bd08edf7c16e72a676d8f','owner','owner.key',NULL);
INSERT INTO "audit" VALUES(2,'2026-11-18T15:24:17.941Z','owner','user','687bd08edf7c16e72a676d8f','user_added','ada',NULL,NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(3,'2026-11-18T15:24:17.941Z','owner','user','687bd08edf7c16e72a676d8f','key_created','687bd08f2569c68ad4c6c223','ada','laptop','127.0.0.1');
INSERT INTO "audit" VALUES(4,'2026-11-18T15:24:17.982Z','owner','user','687bd08edf7c16e72a676d8f','agent_added','builder','builder',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(5,'2026-11-18T15:24:17.982Z','owner','user','687bd08edf7c16e72a676d8f','key_created','687bd08f2fba8e902d383b90','builder',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(6,'2026-11-18T15:24:18.014Z','ada','user','687bd08f2569c68ad4c6c223','agent_added','reviewer','reviewer',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(7,'2026-11-18T15:24:18.014Z','ada','user','687bd08f2569c68ad4c6c223','key_created','687bd08f37962603e593bc7a','reviewer','of Ada','127.0.0.1');
INSERT INTO "audit" VALUES(8,'2026-11-18T15:24:18.030Z','owner','user','687bd08edf7c16e72a676d8f','key_created','687bd08f3b94d38bda5216c4','builder','lost','127.0.0.1');
INSERT INTO "audit" VALUES(9,'2026-11-18T15:24:18.095Z','owner','user','687bd08edf7c16e72a676d8f','key_revoked','687bd08f3b94d38bda5216c4','builder',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(10,'2026-11-18T15:24:18.106Z','owner','user','687bd08edf7c16e72a676d8f','agent_added','passing','passing',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(11,'2026-11-18T15:24:18.106Z','owner','user','687bd08edf7c16e72a676d8f','key_created','687bd08f4ebc1967eccc086c','passing',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(12,'2026-11-18T15:24:18.122Z','owner','user','687bd08edf7c16e72a676d8f','agent_removed','passing','passing',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(13,'2026-11-18T15:24:18.195Z','owner','user','687bd08edf7c16e72a676d8f','question_answered','notif_P6jFYqHMigZd3Efb','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(14,'2026-11-18T15:24:18.198Z','owner','user','687bd08edf7c16e72a676d8f','question_answered','notif_P6jFYqKQZIbtfmQV','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(15,'2026-11-18T15:24:18.206Z','owner','user','687bd08edf7c16e72a676d8f','question_dismissed','notif_P6jFYqRVkY7cwEmw','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(16,'2026-11-18T15:24:18.212Z','owner','user','687bd08edf7c16e72a676d8f','question_dismissed','notif_P6jFYqYS1D38qWso','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(17,'2026-11-18T15:24:18.223Z','owner','user','687bd08edf7c16e72a676d8f','question_answered','notif_P6jFYqernhvA9iVb','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(18,'2026-11-18T15:24:18.283Z','owner','user','687bd08edf7c16e72a676d8f','question_answered','notif_P6jFYrAj66qxUZJy','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(19,'2026-11-18T15:24:18.302Z','owner','user','687bd08edf7c16e72a676d8f','question_answered','notif_P6jFYrp2psrFFzAC','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(20,'2026-11-18T15:24:18.338Z','owner','user','687bd08edf7c16e72a676d8f','question_dismissed','notif_P6jFYsTf22BcxbbA','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(21,'2026-11-18T15:24:18.358Z','owner','user','687bd08edf7c16e72a676d8f','question_answered','notif_P6jFYslv0GQGWMbX','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(22,'2026-11-18T15:24:18.368Z','owner','user','687bd08edf7c16e72a676d8f','question_answered','notif_P6jFYsyeihAJTqPf','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(23,'2026-11-18T15:24:18.374Z','owner','user','687bd08edf7c16e72a676d8f','question_answered','notif_P6jFYt1w3OPmvv-F','builder','rest','127.0.0.1');
INSERT INTO "audit" VALUES(24,'2026-11-18T15:24:18.376Z','ada','user','687bd08f2569c68ad4c6c223','nudge_told','nudge_P6jFYt7sSUqp2-JP','reviewer','user','127.0.0.1');
INSERT INTO "audit" VALUES(25,'2026-11-18T15:24:18.380Z','ada','user','687bd08f2569c68ad4c6c223','nudge_told','nudge_P6jFYtBZ550pltqx','reviewer','ci','127.0.0.1');
INSERT INTO "audit" VALUES(26,'2026-11-18T15:24:18.381Z','ada','user','687bd08f2569c68ad4c6c223','nudge_told','nudge_P6jFYtC5xolQ2rdw','reviewer','ci','127.0.0.1');
INSERT INTO "audit" VALUES(27,'2026-11-18T15:24:18.382Z','ada','user','687bd08f2569c68ad4c6c223','nudge_told','nudge_P6jFYtDXoJEAsYJW','reviewer','ci','127.0.0.1');
INSERT INTO "audit" VALUES(28,'2026-11-18T15:24:18.392Z','ada','user','687bd08f2569c68ad4c6c223','nudge_told','nudge_P6jFYtNv0oNtLjhd','reviewer','user','127.0.0.1');
INSERT INTO "audit" VALUES(29,'2026-11-18T15:24:18.409Z','ada','user','687bd08f2569c68ad4c6c223','nudge_told','nudge_P6jFYtdFriZv2nlF','reviewer','user','127.0.0.1');
INSERT INTO "audit" VALUES(30,'2026-11-18T15:24:18.423Z','ada','user','687bd08f2569c68ad4c6c223','webhook_created','wh_P6jFYtr7iOzK-Q-B','reviewer','ci','127.0.0.1');
INSERT INTO "audit" VALUES(31,'2026-11-18T15:24:18.430Z','ada','user','687bd08f2569c68ad4c6c223','webhook_created','wh_P6jFYty_6f28GEcg','reviewer','deploys','127.0.0.1');
INSERT INTO "audit" VALUES(32,'2026-11-18T15:24:18.438Z','ada','user','687bd08f2569c68ad4c6c223','webhook_created','wh_P6jFYu5UpkiOEhrF','reviewer','old','127.0.0.1');
INSERT INTO "audit" VALUES(33,'2026-11-18T15:24:18.450Z','ada','user','687bd08f2569c68ad4c6c223','webhook_removed','wh_P6jFYu5UpkiOEhrF','reviewer',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(34,'2026-11-18T15:24:18.538Z','owner','user','687bd08edf7c16e72a676d8f','user_added','bob',NULL,NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(35,'2026-11-18T15:24:18.622Z','owner','user','687bd08edf7c16e72a676d8f','user_added','carol',NULL,NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(36,'2026-11-18T15:24:18.626Z','owner','user','687bd08edf7c16e72a676d8f','agent_shared','bob','builder',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(37,'2026-11-18T15:24:18.630Z','ada','user','687bd08f2569c68ad4c6c223','agent_shared','carol','reviewer',NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(38,'2026-11-18T15:24:18.669Z','bob','user','687bd08fdb47015419c0ba2e','signed_in','bob',NULL,NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(39,'2026-11-18T15:24:18.719Z','owner','user','687bd08edf7c16e72a676d8f','user_removed','carol',NULL,NULL,'127.0.0.1');
INSERT INTO "audit" VALUES(40,'2026-11-18T15:24:18.734Z','ada','user','687bd08f2569c68ad4c6c223','question_answered','notif_P6jFYyenm8VLiu3D','reviewer','rest','127.0.0.1');
INSERT INTO "audit" VALUES(41,'2026-11-18T15:24:18.743Z','owner','user','687bd08edf7c16e72a676d8f','question_answered','notif_P6jFYym-MCImyaEY','builder','rest','127.0.0.1');
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    agent_name TEXT NOT NULL,
    subject TEXT,
    data TEXT NOT NULL
);
INSERT INTO "events" VALUES(1,'2026-11-18T15:24:17.661Z','access_changed','owner',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(2,'2026-11-18T15:24:17.941Z','access_changed','ada',NULL,'{"change":"user_added","by":"owner"}');
INSERT INTO "events" VALUES(3,'2026-11-18T15:24:17.941Z','access_changed','ada',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(4,'2026-11-18T15:24:17.982Z','access_changed','builder',NULL,'{"change":"agent_added","by":"owner"}');
INSERT INTO "events" VALUES(5,'2026-11-18T15:24:17.982Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(6,'2026-11-18T15:24:18.014Z','access_changed','reviewer',NULL,'{"change":"agent_added","by":"ada"}');
INSERT INTO "events" VALUES(7,'2026-11-18T15:24:18.014Z','access_changed','reviewer',NULL,'{"change":"key_created","by":"ada"}');
INSERT INTO "events" VALUES(8,'2026-11-18T15:24:18.030Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(9,'2026-11-18T15:24:18.095Z','access_changed','builder',NULL,'{"change":"key_revoked","by":"owner"}');
INSERT INTO "events" VALUES(13,'2026-11-18T15:24:18.122Z','access_changed','passing',NULL,'{"change":"agent_removed","by":"owner"}');
INSERT INTO "events" VALUES(14,'2026-11-18T15:24:18.139Z','agent_notification','reviewer','notif_P6jFYpQlWV4w4BFp','{"notification_id":"notif_P6jFYpQlWV4w4BFp","notification_type":"status","title":"Cleared with the rest","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.139Z"}');
INSERT INTO "events" VALUES(15,'2026-11-18T15:24:18.140Z','notifications_cleared','reviewer',NULL,'{"count":1,"cleared_by":"ada"}');
INSERT INTO "events" VALUES(16,'2026-11-18T15:24:18.144Z','agent_notification','builder','notif_P6jFYpVcFE6dKB3F','{"notification_id":"notif_P6jFYpVcFE6dKB3F","notification_type":"info","title":"Pending","priority":"normal","category":"build","timestamp":"2026-11-18T15:24:18.144Z"}');
INSERT INTO "events" VALUES(17,'2026-11-18T15:24:18.146Z','agent_notification','builder','notif_P6jFYpXagh_tHU4w','{"notification_id":"notif_P6jFYpXagh_tHU4w","notification_type":"alert","title":"Urgent","priority":"urgent","category":null,"timestamp":"2026-11-18T15:24:18.146Z"}');
INSERT INTO "events" VALUES(18,'2026-11-18T15:24:18.150Z','agent_notification','reviewer','notif_P6jFYpa82RRRfSaq','{"notification_id":"notif_P6jFYpa82RRRfSaq","notification_type":"completion","title":"Low","priority":"low","category":null,"timestamp":"2026-11-18T15:24:18.150Z"}');
INSERT INTO "events" VALUES(19,'2026-11-18T15:24:18.151Z','agent_notification','ada','notif_P6jFYpbSfDHtkMd3','{"notification_id":"notif_P6jFYpbSfDHtkMd3","notification_type":"status","title":"Of a person","priority":"high","category":null,"timestamp":"2026-11-18T15:24:18.151Z"}');
INSERT INTO "events" VALUES(20,'2026-11-18T15:24:18.151Z','agent_notification','builder','notif_P6jFYpbSfDHtkMd4','{"notification_id":"notif_P6jFYpbSfDHtkMd4","notification_type":"info","title":"Seen","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.151Z"}');
INSERT INTO "events" VALUES(21,'2026-11-18T15:24:18.152Z','agent_notification','builder','notif_P6jFYpc1lwwU04O1','{"notification_id":"notif_P6jFYpc1lwwU04O1","notification_type":"info","title":"Gone","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.152Z"}');
INSERT INTO "events" VALUES(22,'2026-11-18T15:24:18.153Z','agent_notification','builder','notif_P6jFYpdU-_eH8M8Q','{"notification_id":"notif_P6jFYpdU-_eH8M8Q","notification_type":"info","title":"Seen, then gone","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.153Z"}');
INSERT INTO "events" VALUES(23,'2026-11-18T15:24:18.154Z','notification_acknowledged','builder','notif_P6jFYpbSfDHtkMd4','{"notification_id":"notif_P6jFYpbSfDHtkMd4","status":"acknowledged","acknowledged_at":"2026-11-18T15:24:18.154Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(24,'2026-11-18T15:24:18.155Z','notification_acknowledged','builder','notif_P6jFYpdU-_eH8M8Q','{"notification_id":"notif_P6jFYpdU-_eH8M8Q","status":"acknowledged","acknowledged_at":"2026-11-18T15:24:18.155Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(25,'2026-11-18T15:24:18.155Z','notification_dismissed','builder','notif_P6jFYpc1lwwU04O1','{"notification_id":"notif_P6jFYpc1lwwU04O1","status":"dismissed","acknowledged_at":"2026-11-18T15:24:18.155Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(26,'2026-11-18T15:24:18.156Z','notification_dismissed','builder','notif_P6jFYpdU-_eH8M8Q','{"notification_id":"notif_P6jFYpdU-_eH8M8Q","status":"dismissed","acknowledged_at":"2026-11-18T15:24:18.155Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(27,'2026-11-18T15:24:18.157Z','agent_notification','builder','notif_P6jFYphI16Vob_VJ','{"notification_id":"notif_P6jFYphI16Vob_VJ","notification_type":"question","title":"Merge","priority":"high","category":null,"timestamp":"2026-11-18T15:24:18.157Z"}');
INSERT INTO "events" VALUES(28,'2026-11-18T15:24:18.157Z','question_opened','builder','notif_P6jFYphI16Vob_VJ','{"question":{"id":"notif_P6jFYphI16Vob_VJ","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (1)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":"Go","buttons":[{"label":"Go","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"high","secret":false,"look":{"window_title":null,"show_history":false,"theme":"dark","chime_enabled":false,"repo":"site","branch":"main","asked_as":null,"task":"Release","listens":true},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.157Z","waiting_until":"2026-11-18T15:25:18.157Z","open_until":"2026-11-19T15:24:18.157Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(29,'2026-11-18T15:24:18.162Z','agent_notification','builder','notif_P6jFYpmF6VE-YJzW','{"notification_id":"notif_P6jFYpmF6VE-YJzW","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.162Z"}');
INSERT INTO "events" VALUES(30,'2026-11-18T15:24:18.162Z','question_opened','builder','notif_P6jFYpmF6VE-YJzW','{"question":{"id":"notif_P6jFYpmF6VE-YJzW","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (2)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.162Z","waiting_until":null,"open_until":"2026-11-19T15:24:18.162Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(31,'2026-11-18T15:24:18.174Z','agent_notification','reviewer','notif_P6jFYpytcKARFc-_','{"notification_id":"notif_P6jFYpytcKARFc-_","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.174Z"}');
INSERT INTO "events" VALUES(32,'2026-11-18T15:24:18.174Z','question_opened','reviewer','notif_P6jFYpytcKARFc-_','{"question":{"id":"notif_P6jFYpytcKARFc-_","agent_name":"reviewer","kind":"choice","title":"Merge","question":"Merge to main? (3)","options":["Yes, merge","No"],"declines":["No"],"free_text":true,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.174Z","waiting_until":null,"open_until":"2026-11-19T15:24:18.174Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(33,'2026-11-18T15:24:18.178Z','agent_notification','builder','notif_P6jFYq16wNs0USiR','{"notification_id":"notif_P6jFYq16wNs0USiR","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.178Z"}');
INSERT INTO "events" VALUES(34,'2026-11-18T15:24:18.178Z','question_opened','builder','notif_P6jFYq16wNs0USiR','{"question":{"id":"notif_P6jFYq16wNs0USiR","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (4)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.178Z","waiting_until":"2026-11-18T15:25:18.178Z","open_until":"2026-11-19T15:24:18.178Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(35,'2026-11-18T15:24:18.190Z','question_released','builder','notif_P6jFYq16wNs0USiR','{"question_id":"notif_P6jFYq16wNs0USiR","reason":"timeout","detail":null}');
INSERT INTO "events" VALUES(36,'2026-11-18T15:24:18.194Z','agent_notification','builder','notif_P6jFYqHMigZd3Efb','{"notification_id":"notif_P6jFYqHMigZd3Efb","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.194Z"}');
INSERT INTO "events" VALUES(37,'2026-11-18T15:24:18.194Z','question_opened','builder','notif_P6jFYqHMigZd3Efb','{"question":{"id":"notif_P6jFYqHMigZd3Efb","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (5)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.194Z","waiting_until":"2026-11-18T15:25:18.194Z","open_until":"2026-11-19T15:24:18.194Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(38,'2026-11-18T15:24:18.195Z','question_settled','builder','notif_P6jFYqHMigZd3Efb','{"question_id":"notif_P6jFYqHMigZd3Efb","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(39,'2026-11-18T15:24:18.195Z','notification_acknowledged','builder','notif_P6jFYqHMigZd3Efb','{"notification_id":"notif_P6jFYqHMigZd3Efb","status":"acknowledged","acknowledged_at":"2026-11-18T15:24:18.195Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(40,'2026-11-18T15:24:18.197Z','agent_notification','builder','notif_P6jFYqKQZIbtfmQV','{"notification_id":"notif_P6jFYqKQZIbtfmQV","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.197Z"}');
INSERT INTO "events" VALUES(41,'2026-11-18T15:24:18.197Z','question_opened','builder','notif_P6jFYqKQZIbtfmQV','{"question":{"id":"notif_P6jFYqKQZIbtfmQV","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (6)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.197Z","waiting_until":"2026-11-18T15:25:18.197Z","open_until":"2026-11-19T15:24:18.197Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(42,'2026-11-18T15:24:18.198Z','question_settled','builder','notif_P6jFYqKQZIbtfmQV','{"question_id":"notif_P6jFYqKQZIbtfmQV","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(43,'2026-11-18T15:24:18.198Z','notification_acknowledged','builder','notif_P6jFYqKQZIbtfmQV','{"notification_id":"notif_P6jFYqKQZIbtfmQV","status":"acknowledged","acknowledged_at":"2026-11-18T15:24:18.198Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(44,'2026-11-18T15:24:18.204Z','agent_notification','builder','notif_P6jFYqRVkY7cwEmw','{"notification_id":"notif_P6jFYqRVkY7cwEmw","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.204Z"}');
INSERT INTO "events" VALUES(45,'2026-11-18T15:24:18.204Z','question_opened','builder','notif_P6jFYqRVkY7cwEmw','{"question":{"id":"notif_P6jFYqRVkY7cwEmw","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (7)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.204Z","waiting_until":"2026-11-18T15:25:18.204Z","open_until":"2026-11-19T15:24:18.204Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(46,'2026-11-18T15:24:18.206Z','question_settled','builder','notif_P6jFYqRVkY7cwEmw','{"question_id":"notif_P6jFYqRVkY7cwEmw","outcome":"cancelled","via":"rest"}');
INSERT INTO "events" VALUES(47,'2026-11-18T15:24:18.206Z','notification_dismissed','builder','notif_P6jFYqRVkY7cwEmw','{"notification_id":"notif_P6jFYqRVkY7cwEmw","status":"dismissed","acknowledged_at":"2026-11-18T15:24:18.206Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(48,'2026-11-18T15:24:18.211Z','agent_notification','builder','notif_P6jFYqYS1D38qWso','{"notification_id":"notif_P6jFYqYS1D38qWso","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.211Z"}');
INSERT INTO "events" VALUES(49,'2026-11-18T15:24:18.211Z','question_opened','builder','notif_P6jFYqYS1D38qWso','{"question":{"id":"notif_P6jFYqYS1D38qWso","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (8)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":"/home/ada/builder","session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.211Z","waiting_until":"2026-11-18T15:25:18.211Z","open_until":"2026-11-19T15:24:18.211Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(50,'2026-11-18T15:24:18.212Z','question_settled','builder','notif_P6jFYqYS1D38qWso','{"question_id":"notif_P6jFYqYS1D38qWso","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(51,'2026-11-18T15:24:18.212Z','notification_dismissed','builder','notif_P6jFYqYS1D38qWso','{"notification_id":"notif_P6jFYqYS1D38qWso","status":"dismissed","acknowledged_at":"2026-11-18T15:24:18.212Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(52,'2026-11-18T15:24:18.218Z','agent_notification','builder','notif_P6jFYqernhvA9iVb','{"notification_id":"notif_P6jFYqernhvA9iVb","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.218Z"}');
INSERT INTO "events" VALUES(53,'2026-11-18T15:24:18.218Z','question_opened','builder','notif_P6jFYqernhvA9iVb','{"question":{"id":"notif_P6jFYqernhvA9iVb","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (9)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.218Z","waiting_until":"2026-11-18T15:25:18.218Z","open_until":"2026-11-19T15:24:18.218Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(54,'2026-11-18T15:24:18.223Z','question_settled','builder','notif_P6jFYqernhvA9iVb','{"question_id":"notif_P6jFYqernhvA9iVb","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(55,'2026-11-18T15:24:18.223Z','notification_acknowledged','builder','notif_P6jFYqernhvA9iVb','{"notification_id":"notif_P6jFYqernhvA9iVb","status":"acknowledged","acknowledged_at":"2026-11-18T15:24:18.223Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(56,'2026-11-18T15:24:18.251Z','agent_notification','builder','notif_P6jFYrAj66qxUZJy','{"notification_id":"notif_P6jFYrAj66qxUZJy","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.251Z"}');
INSERT INTO "events" VALUES(57,'2026-11-18T15:24:18.251Z','question_opened','builder','notif_P6jFYrAj66qxUZJy','{"question":{"id":"notif_P6jFYrAj66qxUZJy","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (10)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.251Z","waiting_until":"2026-11-18T15:25:18.251Z","open_until":"2026-11-19T15:24:18.251Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(58,'2026-11-18T15:24:18.283Z','question_settled','builder','notif_P6jFYrAj66qxUZJy','{"question_id":"notif_P6jFYrAj66qxUZJy","outcome":"empty","via":"rest"}');
INSERT INTO "events" VALUES(59,'2026-11-18T15:24:18.283Z','notification_acknowledged','builder','notif_P6jFYrAj66qxUZJy','{"notification_id":"notif_P6jFYrAj66qxUZJy","status":"acknowledged","acknowledged_at":"2026-11-18T15:24:18.283Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(60,'2026-11-18T15:24:18.293Z','agent_notification','builder','notif_P6jFYrp2psrFFzAC','{"notification_id":"notif_P6jFYrp2psrFFzAC","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.293Z"}');
INSERT INTO "events" VALUES(61,'2026-11-18T15:24:18.293Z','question_opened','builder','notif_P6jFYrp2psrFFzAC','{"question":{"id":"notif_P6jFYrp2psrFFzAC","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (11)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.293Z","waiting_until":"2026-11-18T15:25:18.293Z","open_until":"2026-11-19T15:24:18.293Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(62,'2026-11-18T15:24:18.302Z','question_settled','builder','notif_P6jFYrp2psrFFzAC','{"question_id":"notif_P6jFYrp2psrFFzAC","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(63,'2026-11-18T15:24:18.302Z','notification_acknowledged','builder','notif_P6jFYrp2psrFFzAC','{"notification_id":"notif_P6jFYrp2psrFFzAC","status":"acknowledged","acknowledged_at":"2026-11-18T15:24:18.302Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(64,'2026-11-18T15:24:18.318Z','agent_notification','builder','notif_P6jFYsDMvPUAhAHq','{"notification_id":"notif_P6jFYsDMvPUAhAHq","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.318Z"}');
INSERT INTO "events" VALUES(65,'2026-11-18T15:24:18.318Z','question_opened','builder','notif_P6jFYsDMvPUAhAHq','{"question":{"id":"notif_P6jFYsDMvPUAhAHq","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (12)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.318Z","waiting_until":null,"open_until":"2026-11-19T15:24:18.318Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(66,'2026-11-18T15:24:18.324Z','question_settled','builder','notif_P6jFYsDMvPUAhAHq','{"question_id":"notif_P6jFYsDMvPUAhAHq","outcome":"withdrawn","via":null}');
INSERT INTO "events" VALUES(67,'2026-11-18T15:24:18.324Z','notification_dismissed','builder','notif_P6jFYsDMvPUAhAHq','{"notification_id":"notif_P6jFYsDMvPUAhAHq","status":"dismissed","acknowledged_at":"2026-11-18T15:24:18.324Z","acknowledged_by":"agent","by":"agent"}');
INSERT INTO "events" VALUES(68,'2026-11-18T15:24:18.326Z','agent_notification','builder','notif_P6jFYsLP9REDz24c','{"notification_id":"notif_P6jFYsLP9REDz24c","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.326Z"}');
INSERT INTO "events" VALUES(69,'2026-11-18T15:24:18.326Z','question_opened','builder','notif_P6jFYsLP9REDz24c','{"question":{"id":"notif_P6jFYsLP9REDz24c","agent_name":"builder","kind":"show","title":"Name","question":"How shall it be called? (13)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.326Z","waiting_until":null,"open_until":"2026-11-18T15:24:23.326Z","state":"settled","settled_at":"2026-11-18T15:24:18.326Z","outcome":"shown","choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":"2026-11-18T15:24:18.326Z"}}');
INSERT INTO "events" VALUES(70,'2026-11-18T15:24:18.328Z','agent_notification','builder','notif_P6jFYsNm5gZQT4Pi','{"notification_id":"notif_P6jFYsNm5gZQT4Pi","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.328Z"}');
INSERT INTO "events" VALUES(71,'2026-11-18T15:24:18.328Z','question_opened','builder','notif_P6jFYsNm5gZQT4Pi','{"question":{"id":"notif_P6jFYsNm5gZQT4Pi","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (14)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.328Z","waiting_until":null,"open_until":"2026-11-19T15:24:18.328Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(72,'2026-11-18T15:24:18.330Z','notification_acknowledged','builder','notif_P6jFYsNm5gZQT4Pi','{"notification_id":"notif_P6jFYsNm5gZQT4Pi","status":"acknowledged","acknowledged_at":"2026-11-18T15:24:18.330Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(73,'2026-11-18T15:24:18.334Z','agent_notification','builder','notif_P6jFYsTf22BcxbbA','{"notification_id":"notif_P6jFYsTf22BcxbbA","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.334Z"}');
INSERT INTO "events" VALUES(74,'2026-11-18T15:24:18.334Z','question_opened','builder','notif_P6jFYsTf22BcxbbA','{"question":{"id":"notif_P6jFYsTf22BcxbbA","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (15)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.334Z","waiting_until":null,"open_until":"2026-11-19T15:24:18.334Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(75,'2026-11-18T15:24:18.338Z','question_settled','builder','notif_P6jFYsTf22BcxbbA','{"question_id":"notif_P6jFYsTf22BcxbbA","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(76,'2026-11-18T15:24:18.338Z','notification_dismissed','builder','notif_P6jFYsTf22BcxbbA','{"notification_id":"notif_P6jFYsTf22BcxbbA","status":"dismissed","acknowledged_at":"2026-11-18T15:24:18.338Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(77,'2026-11-18T15:24:18.338Z','nudge_pending','builder','notif_P6jFYsTf22BcxbbA','{"nudge_id":"nudge_P6jFYsXnbO-cKa5U","session":null,"count":1}');
INSERT INTO "events" VALUES(78,'2026-11-18T15:24:18.346Z','agent_notification','builder','notif_P6jFYseh6ILsAdhQ','{"notification_id":"notif_P6jFYseh6ILsAdhQ","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.346Z"}');
INSERT INTO "events" VALUES(79,'2026-11-18T15:24:18.346Z','question_opened','builder','notif_P6jFYseh6ILsAdhQ','{"question":{"id":"notif_P6jFYseh6ILsAdhQ","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (16)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.346Z","waiting_until":"2026-11-18T15:25:18.346Z","open_until":"2026-11-19T15:24:18.346Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(80,'2026-11-18T15:24:18.350Z','question_released','builder','notif_P6jFYseh6ILsAdhQ','{"question_id":"notif_P6jFYseh6ILsAdhQ","reason":"failed","detail":"no display"}');
INSERT INTO "events" VALUES(81,'2026-11-18T15:24:18.353Z','agent_notification','builder','notif_P6jFYslv0GQGWMbX','{"notification_id":"notif_P6jFYslv0GQGWMbX","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.353Z"}');
INSERT INTO "events" VALUES(82,'2026-11-18T15:24:18.353Z','question_opened','builder','notif_P6jFYslv0GQGWMbX','{"question":{"id":"notif_P6jFYslv0GQGWMbX","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (17)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.353Z","waiting_until":null,"open_until":"2026-11-19T15:24:18.353Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(83,'2026-11-18T15:24:18.358Z','question_settled','builder','notif_P6jFYslv0GQGWMbX','{"question_id":"notif_P6jFYslv0GQGWMbX","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(84,'2026-11-18T15:24:18.358Z','notification_acknowledged','builder','notif_P6jFYslv0GQGWMbX','{"notification_id":"notif_P6jFYslv0GQGWMbX","status":"acknowledged","acknowledged_at":"2026-11-18T15:24:18.358Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(85,'2026-11-18T15:24:18.358Z','nudge_pending','builder','notif_P6jFYslv0GQGWMbX','{"nudge_id":"nudge_P6jFYsqsRbSTYs8V","session":null,"count":2}');
INSERT INTO "events" VALUES(86,'2026-11-18T15:24:18.364Z','nudge_handed','builder','notif_P6jFYsTf22BcxbbA','{"nudge_id":"nudge_P6jFYsXnbO-cKa5U","question_id":"notif_P6jFYsTf22BcxbbA","via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(87,'2026-11-18T15:24:18.364Z','nudge_handed','builder','notif_P6jFYslv0GQGWMbX','{"nudge_id":"nudge_P6jFYsqsRbSTYs8V","question_id":"notif_P6jFYslv0GQGWMbX","via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(88,'2026-11-18T15:24:18.366Z','agent_notification','builder','notif_P6jFYsyeihAJTqPf','{"notification_id":"notif_P6jFYsyeihAJTqPf","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.366Z"}');
INSERT INTO "events" VALUES(89,'2026-11-18T15:24:18.366Z','question_opened','builder','notif_P6jFYsyeihAJTqPf','{"question":{"id":"notif_P6jFYsyeihAJTqPf","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (18)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.366Z","waiting_until":null,"open_until":"2026-11-19T15:24:18.366Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(90,'2026-11-18T15:24:18.368Z','question_settled','builder','notif_P6jFYsyeihAJTqPf','{"question_id":"notif_P6jFYsyeihAJTqPf","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(91,'2026-11-18T15:24:18.368Z','notification_acknowledged','builder','notif_P6jFYsyeihAJTqPf','{"notification_id":"notif_P6jFYsyeihAJTqPf","status":"acknowledged","acknowledged_at":"2026-11-18T15:24:18.368Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(92,'2026-11-18T15:24:18.368Z','nudge_pending','builder','notif_P6jFYsyeihAJTqPf','{"nudge_id":"nudge_P6jFYt-U7VO8z4iw","session":null,"count":1}');
INSERT INTO "events" VALUES(93,'2026-11-18T15:24:18.370Z','agent_notification','builder','notif_P6jFYt1w3OPmvv-F','{"notification_id":"notif_P6jFYt1w3OPmvv-F","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.370Z"}');
INSERT INTO "events" VALUES(94,'2026-11-18T15:24:18.370Z','question_opened','builder','notif_P6jFYt1w3OPmvv-F','{"question":{"id":"notif_P6jFYt1w3OPmvv-F","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (19)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.370Z","waiting_until":null,"open_until":"2026-11-19T15:24:18.370Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(95,'2026-11-18T15:24:18.374Z','question_settled','builder','notif_P6jFYt1w3OPmvv-F','{"question_id":"notif_P6jFYt1w3OPmvv-F","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(96,'2026-11-18T15:24:18.374Z','notification_acknowledged','builder','notif_P6jFYt1w3OPmvv-F','{"notification_id":"notif_P6jFYt1w3OPmvv-F","status":"acknowledged","acknowledged_at":"2026-11-18T15:24:18.374Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(97,'2026-11-18T15:24:18.374Z','nudge_pending','builder','notif_P6jFYt1w3OPmvv-F','{"nudge_id":"nudge_P6jFYt5OHcAk5TsX","session":null,"count":2}');
INSERT INTO "events" VALUES(98,'2026-11-18T15:24:18.376Z','nudge_pending','reviewer','nudge_P6jFYt7sSUqp2-JP','{"nudge_id":"nudge_P6jFYt7sSUqp2-JP","session":null,"count":1}');
INSERT INTO "events" VALUES(99,'2026-11-18T15:24:18.379Z','nudge_handed','reviewer','nudge_P6jFYt7sSUqp2-JP','{"nudge_id":"nudge_P6jFYt7sSUqp2-JP","question_id":null,"via":"shim","session":"process:1"}');
INSERT INTO "events" VALUES(100,'2026-11-18T15:24:18.380Z','nudge_pending','reviewer','nudge_P6jFYtBZ550pltqx','{"nudge_id":"nudge_P6jFYtBZ550pltqx","session":null,"count":1}');
INSERT INTO "events" VALUES(101,'2026-11-18T15:24:18.381Z','nudge_pending','reviewer','nudge_P6jFYtC5xolQ2rdw','{"nudge_id":"nudge_P6jFYtC5xolQ2rdw","session":null,"count":1}');
INSERT INTO "events" VALUES(102,'2026-11-18T15:24:18.382Z','nudge_pending','reviewer','nudge_P6jFYtDXoJEAsYJW','{"nudge_id":"nudge_P6jFYtDXoJEAsYJW","session":null,"count":1}');
INSERT INTO "events" VALUES(103,'2026-11-18T15:24:18.392Z','nudge_pending','reviewer','nudge_P6jFYtNv0oNtLjhd','{"nudge_id":"nudge_P6jFYtNv0oNtLjhd","session":"process:of-reviewer","count":2}');
INSERT INTO "events" VALUES(104,'2026-11-18T15:24:18.409Z','nudge_pending','reviewer','nudge_P6jFYtdFriZv2nlF','{"nudge_id":"nudge_P6jFYtdFriZv2nlF","session":null,"count":3}');
INSERT INTO "events" VALUES(105,'2026-11-18T15:24:18.418Z','session_changed','builder','claude-code:1','{"session":"claude-code:1","client":"claude-code/2.0","parent":null,"state":"working","since":"2026-11-18T15:24:18.418Z","reason":null}');
INSERT INTO "events" VALUES(106,'2026-11-18T15:24:18.418Z','session_changed','builder','claude-code:1/a','{"session":"claude-code:1/a","client":"claude-code/2.0","parent":"claude-code:1","state":"idle","since":"2026-11-18T15:24:18.418Z","reason":null}');
INSERT INTO "events" VALUES(107,'2026-11-18T15:24:18.418Z','session_changed','builder','claude-code:2','{"session":"claude-code:2","client":"claude-code/2.0","parent":null,"state":"ended","since":"2026-11-18T15:24:18.418Z","reason":"error: out of tokens"}');
INSERT INTO "events" VALUES(108,'2026-11-18T15:24:18.419Z','agent_notification','builder','notif_P6jFYtnbw-NPTwzW','{"notification_id":"notif_P6jFYtnbw-NPTwzW","notification_type":"question","title":"Permission: bash","priority":"high","category":null,"timestamp":"2026-11-18T15:24:18.419Z"}');
INSERT INTO "events" VALUES(109,'2026-11-18T15:24:18.419Z','question_opened','builder','notif_P6jFYtnbw-NPTwzW','{"question":{"id":"notif_P6jFYtnbw-NPTwzW","agent_name":"builder","kind":"permission","title":"Permission: bash","question":"rm -r build\n\nAllow always: rm *","options":["Allow once","Allow always","Reject"],"declines":["Reject"],"free_text":true,"action_label":null,"buttons":[{"label":"Allow once","answer":{"choice":"Allow once"}},{"label":"Allow always","answer":{"choice":"Allow always"}},{"label":"Reject","answer":{"choice":"Reject"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"high","secret":false,"look":{"window_title":null,"show_history":false,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"opencode:ses_1","request":"per_1","opened_at":"2026-11-18T15:24:18.419Z","waiting_until":"2026-11-19T15:24:18.419Z","open_until":"2026-11-19T15:24:18.419Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(110,'2026-11-18T15:24:18.419Z','session_changed','builder','opencode:ses_1','{"session":"opencode:ses_1","client":"opencode/1.18.34","parent":null,"state":"working","since":"2026-11-18T15:24:18.419Z","reason":null}');
INSERT INTO "events" VALUES(111,'2026-11-18T15:24:18.423Z','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(112,'2026-11-18T15:24:18.430Z','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(113,'2026-11-18T15:24:18.438Z','access_changed','reviewer',NULL,'{"change":"webhook_created","by":"ada"}');
INSERT INTO "events" VALUES(114,'2026-11-18T15:24:18.450Z','access_changed','reviewer',NULL,'{"change":"webhook_removed","by":"ada"}');
INSERT INTO "events" VALUES(115,'2026-11-18T15:24:18.490Z','preferences_changed','owner','owner','{"quiet_hours":"22:00-07:00"}');
INSERT INTO "events" VALUES(116,'2026-11-18T15:24:18.493Z','preferences_changed','ada','ada','{"quiet_hours":""}');
INSERT INTO "events" VALUES(117,'2026-11-18T15:24:18.538Z','access_changed','bob',NULL,'{"change":"user_added","by":"owner"}');
INSERT INTO "events" VALUES(119,'2026-11-18T15:24:18.626Z','access_changed','builder',NULL,'{"change":"shared","by":"owner"}');
INSERT INTO "events" VALUES(120,'2026-11-18T15:24:18.630Z','access_changed','reviewer',NULL,'{"change":"shared","by":"ada"}');
INSERT INTO "events" VALUES(121,'2026-11-18T15:24:18.669Z','access_changed','bob',NULL,'{"change":"signed_in","by":"bob"}');
INSERT INTO "events" VALUES(122,'2026-11-18T15:24:18.719Z','access_changed','carol',NULL,'{"change":"user_removed","by":"owner"}');
INSERT INTO "events" VALUES(123,'2026-11-18T15:24:18.730Z','agent_notification','reviewer','notif_P6jFYyenm8VLiu3D','{"notification_id":"notif_P6jFYyenm8VLiu3D","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.730Z"}');
INSERT INTO "events" VALUES(124,'2026-11-18T15:24:18.730Z','question_opened','reviewer','notif_P6jFYyenm8VLiu3D','{"question":{"id":"notif_P6jFYyenm8VLiu3D","agent_name":"reviewer","kind":"text","title":"Name","question":"How shall it be called? (20)","options":[],"declines":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.730Z","waiting_until":null,"open_until":"2026-11-19T15:24:18.730Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(125,'2026-11-18T15:24:18.734Z','question_settled','reviewer','notif_P6jFYyenm8VLiu3D','{"question_id":"notif_P6jFYyenm8VLiu3D","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(126,'2026-11-18T15:24:18.734Z','notification_acknowledged','reviewer','notif_P6jFYyenm8VLiu3D','{"notification_id":"notif_P6jFYyenm8VLiu3D","status":"acknowledged","acknowledged_at":"2026-11-18T15:24:18.734Z","acknowledged_by":"ada","by":"ada"}');
INSERT INTO "events" VALUES(127,'2026-11-18T15:24:18.734Z','nudge_pending','reviewer','notif_P6jFYyenm8VLiu3D','{"nudge_id":"nudge_P6jFYyimkyqRxJ91","session":null,"count":4}');
INSERT INTO "events" VALUES(128,'2026-11-18T15:24:18.738Z','agent_notification','builder','notif_P6jFYym-MCImyaEY','{"notification_id":"notif_P6jFYym-MCImyaEY","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-18T15:24:18.738Z"}');
INSERT INTO "events" VALUES(129,'2026-11-18T15:24:18.738Z','question_opened','builder','notif_P6jFYym-MCImyaEY','{"question":{"id":"notif_P6jFYym-MCImyaEY","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (21)","options":["Yes, merge","No"],"declines":["No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null,"listens":true},"project":null,"session":"process:1","request":null,"opened_at":"2026-11-18T15:24:18.738Z","waiting_until":"2026-11-18T15:25:18.738Z","open_until":"2026-11-19T15:24:18.738Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(130,'2026-11-18T15:24:18.743Z','question_settled','builder','notif_P6jFYym-MCImyaEY','{"question_id":"notif_P6jFYym-MCImyaEY","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(131,'2026-11-18T15:24:18.743Z','notification_acknowledged','builder','notif_P6jFYym-MCImyaEY','{"notification_id":"notif_P6jFYym-MCImyaEY","status":"acknowledged","acknowledged_at":"2026-11-18T15:24:18.743Z","acknowledged_by":"owner","by":"owner"}');
CREATE TABLE hub (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "hub" VALUES('id','hub_9154ebea65311bab');
CREATE TABLE idempotency (
    agent_name TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash BLOB NOT NULL,
    answer_id TEXT NOT NULL,
    until TEXT NOT NULL,
    PRIMARY KEY (agent_name, key)
) WITHOUT ROWID;
INSERT INTO "idempotency" VALUES('ada','key of Of a person',X'70606F017C9E048C3C3B702BEE1FC10940CBE1941B4F11545D002C95C449B5F4','notif_P6jFYpbSfDHtkMd3','2026-11-19T15:24:18.151Z');
INSERT INTO "idempotency" VALUES('ada','nudge 1',X'A86B6D6DA519E881E4587A31221988274408D0F5E06DB125E03EF2BF1C003E58','nudge_P6jFYt7sSUqp2-JP','2026-11-19T15:24:18.376Z');
INSERT INTO "idempotency" VALUES('builder','key of Gone',X'49A364863EAE6A2E2AB41A7BEE5C6F077CCE4E36D735D4AFCA63EC107719875F','notif_P6jFYpc1lwwU04O1','2026-11-19T15:24:18.152Z');
INSERT INTO "idempotency" VALUES('builder','key of Pending',X'D13E5CFF13EF2280C323F281AD70FA0336FF765060DAE0AD4C4E6EB30D728513','notif_P6jFYpVcFE6dKB3F','2026-11-19T15:24:18.144Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen',X'AC16657C9B6B7C356E18924E45D8F678CB853AC3A76D7AE55646CAFDEA298B2E','notif_P6jFYpbSfDHtkMd4','2026-11-19T15:24:18.151Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen, then gone',X'5479B9C548717BDD86AAF5878E99D59F560701A10DFD87A4CD5F76C50293C8C7','notif_P6jFYpdU-_eH8M8Q','2026-11-19T15:24:18.153Z');
INSERT INTO "idempotency" VALUES('builder','key of Urgent',X'A74740E9177CBD1D08BDF28875721E5850185E30452FCA97EB7CB0E0A6AB1846','notif_P6jFYpXagh_tHU4w','2026-11-19T15:24:18.146Z');
INSERT INTO "idempotency" VALUES('builder','question 1',X'011A7E53E1A54C7F9FC72451EF68E19D001ED0DB8E25D99E6E4F2D6C93F03340','notif_P6jFYphI16Vob_VJ','2026-11-19T15:24:18.157Z');
INSERT INTO "idempotency" VALUES('builder','question 10',X'BC3CA3A40D6B64C0F732101AA0E975904620B36D18F107221208FA690D315E2A','notif_P6jFYrAj66qxUZJy','2026-11-19T15:24:18.251Z');
INSERT INTO "idempotency" VALUES('builder','question 11',X'F13A6A005CEC152AF3D99EAD32C346660551C483C164875A7C2808001431D5E2','notif_P6jFYrp2psrFFzAC','2026-11-19T15:24:18.293Z');
INSERT INTO "idempotency" VALUES('builder','question 12',X'34A5A390F30AD77DABDE2937599E9AD05CAE41ED28A80BABADB7EE0245F7D941','notif_P6jFYsDMvPUAhAHq','2026-11-19T15:24:18.318Z');
INSERT INTO "idempotency" VALUES('builder','question 13',X'FC0BA1AB44F3747932DC1BA03E149B14356A2D1F83050C31C23DDEF21935CC1D','notif_P6jFYsLP9REDz24c','2026-11-19T15:24:18.326Z');
INSERT INTO "idempotency" VALUES('builder','question 14',X'EFCD1B65576E6FE3ED6BF9AB6E1183A088987D917AA8422357CCBF8040247B39','notif_P6jFYsNm5gZQT4Pi','2026-11-19T15:24:18.328Z');
INSERT INTO "idempotency" VALUES('builder','question 15',X'D73AB85F8075940281FE9AE72B0E8F443FC607710D93152BAEF83248FECA70A1','notif_P6jFYsTf22BcxbbA','2026-11-19T15:24:18.334Z');
INSERT INTO "idempotency" VALUES('builder','question 16',X'31A6841A4599484FDACEE9067BEF87A5F0159AB23855CBE1675410AB17CB22E6','notif_P6jFYseh6ILsAdhQ','2026-11-19T15:24:18.346Z');
INSERT INTO "idempotency" VALUES('builder','question 17',X'B3B71C5835E124FE9BA92543DD2B036C12A145125C0570E1AC5383DC8FF44E01','notif_P6jFYslv0GQGWMbX','2026-11-19T15:24:18.353Z');
INSERT INTO "idempotency" VALUES('builder','question 18',X'61BB1C7754BF1D9FFE80464653F3329C66FF7D504D255177C0DCD5868A70CD79','notif_P6jFYsyeihAJTqPf','2026-11-19T15:24:18.366Z');
INSERT INTO "idempotency" VALUES('builder','question 19',X'B880B6D1D1D6DF47A94B41C41D22942019FEE768F7BFC65983517BABF688D3F9','notif_P6jFYt1w3OPmvv-F','2026-11-19T15:24:18.370Z');
INSERT INTO "idempotency" VALUES('builder','question 2',X'4F1D2FE9D4F5EC0DA383CFB0E3794007319AB5D6AB74614B697505286C719C83','notif_P6jFYpmF6VE-YJzW','2026-11-19T15:24:18.162Z');
INSERT INTO "idempotency" VALUES('builder','question 21',X'CC47D9C171855FC94099AD5C041AF34FC982A3D1BD5C8F22C6DEAFF6B5084139','notif_P6jFYym-MCImyaEY','2026-11-19T15:24:18.738Z');
INSERT INTO "idempotency" VALUES('builder','question 4',X'C083C15194787BAA22F0CD44B94E51614569FDCD9DC7334E3F4A1E93ADB037B7','notif_P6jFYq16wNs0USiR','2026-11-19T15:24:18.178Z');
INSERT INTO "idempotency" VALUES('builder','question 5',X'D56187CFC2C2AF92652B2FE7EE33A6511D3CC425ED3BC1580547B777DA40F280','notif_P6jFYqHMigZd3Efb','2026-11-19T15:24:18.194Z');
INSERT INTO "idempotency" VALUES('builder','question 6',X'B3416F96C945A605E9EAA847FF1BCCCD82585F396AC25B648B48777342E7FA60','notif_P6jFYqKQZIbtfmQV','2026-11-19T15:24:18.197Z');
INSERT INTO "idempotency" VALUES('builder','question 7',X'E3711CF38BAC03377B66C10D41321E5C2636ABB6EC4AB717B9346776F521CEC4','notif_P6jFYqRVkY7cwEmw','2026-11-19T15:24:18.204Z');
INSERT INTO "idempotency" VALUES('builder','question 8',X'55A54B79B4C54023291256748B95C42B7A554110EA64EA1C651C3C0A2E63E61F','notif_P6jFYqYS1D38qWso','2026-11-19T15:24:18.211Z');
INSERT INTO "idempotency" VALUES('builder','question 9',X'9C3630C85180EDA1F03F9741EA2416363C6B90C44F6BE961E5B8E6474B10B363','notif_P6jFYqernhvA9iVb','2026-11-19T15:24:18.218Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Cleared with the rest',X'D24476CF08E9E14D41400BB67F1507D8A35A14AD0E0C118EBAC5CB75ABA4CECD','notif_P6jFYpQlWV4w4BFp','2026-11-19T15:24:18.139Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Low',X'83D20811C5610EA493602D249E0AD5C5AB2840830D38CB31FDA2815EB6E42974','notif_P6jFYpa82RRRfSaq','2026-11-19T15:24:18.150Z');
INSERT INTO "idempotency" VALUES('reviewer','question 20',X'63F6D9120584DF3F22592C0FC4198572EE9FED45D7A97EE586E883B0F9DF884B','notif_P6jFYyenm8VLiu3D','2026-11-19T15:24:18.730Z');
INSERT INTO "idempotency" VALUES('reviewer','question 3',X'4B88416D40FC5CA845A74C5521CEEF9927E03728121297137321068313B741F5','notif_P6jFYpytcKARFc-_','2026-11-19T15:24:18.174Z');
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
INSERT INTO "keys" VALUES('687bd08edf7c16e72a676d8f',X'0D3CC095B13683C564398B536731150CFCEFE63256732DCF67E92F28B646584C','user','owner','owner.key','2026-11-18T15:24:17.661Z','owner','2026-11-18T15:24:17.690Z',NULL,NULL);
INSERT INTO "keys" VALUES('687bd08f2569c68ad4c6c223',X'9CE8E941B5FF372A47CE3F98170E385EA5675936DC505588F51F27059C55C5E9','user','ada','laptop','2026-11-18T15:24:17.941Z','owner',NULL,NULL,NULL);
INSERT INTO "keys" VALUES('687bd08f2fba8e902d383b90',X'45BA69B3A326FE05BADF5FE8FE4259B34D2D64EC3158F547D20EB611AF97325E','agent','builder',NULL,'2026-11-18T15:24:17.982Z','owner',NULL,NULL,NULL);
INSERT INTO "keys" VALUES('687bd08f37962603e593bc7a',X'DA837335429941A209FE14C5BAB56AB219EC53851E2B2620DA60E22A991C7843','agent','reviewer','of Ada','2026-11-18T15:24:18.014Z','ada',NULL,NULL,NULL);
INSERT INTO "keys" VALUES('687bd08f3b94d38bda5216c4',X'B7507907CB6EF2F7EF402B58F6597122DAB7356DDA65E9FB9B67146970E43D53','agent','builder','lost','2026-11-18T15:24:18.030Z','owner',NULL,'2026-11-18T15:24:18.095Z',NULL);
INSERT INTO "keys" VALUES('687bd08fdb47015419c0ba2e',X'D4659EB535A9E0FB43D4DF683E42A5D33978DBAED1B9F7BF91B571AAE2D47CFA','user','bob','sign-in','2026-11-18T15:24:18.669Z','bob',NULL,NULL,'2026-11-19T03:24:18.000Z');
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
INSERT INTO "nudges" VALUES(1,'nudge_P6jFYsXnbO-cKa5U','builder',NULL,'user',NULL,'Your question: Merge to main? (15)
{"response": "dismissed", "choice": null}','notif_P6jFYsTf22BcxbbA','2026-11-18T15:24:18.338Z','owner',NULL,NULL,'shim',0,'2026-11-18T15:24:18.364Z','shim',1,'process:1');
INSERT INTO "nudges" VALUES(2,'nudge_P6jFYsqsRbSTYs8V','builder',NULL,'user',NULL,'Your question: How shall it be called? (17)
User response: read already','notif_P6jFYslv0GQGWMbX','2026-11-18T15:24:18.358Z','owner',NULL,NULL,'shim',0,'2026-11-18T15:24:18.364Z','shim',1,'process:1');
INSERT INTO "nudges" VALUES(3,'nudge_P6jFYt-U7VO8z4iw','builder',NULL,'user',NULL,'Your question: How shall it be called? (18)
User response: not read yet','notif_P6jFYsyeihAJTqPf','2026-11-18T15:24:18.368Z','owner',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(4,'nudge_P6jFYt5OHcAk5TsX','builder',NULL,'user',NULL,'Your question: How shall it be called? (19)
User response: hush, not read yet','notif_P6jFYt1w3OPmvv-F','2026-11-18T15:24:18.374Z','owner',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(5,'nudge_P6jFYt7sSUqp2-JP','reviewer',NULL,'user','aside','read already',NULL,'2026-11-18T15:24:18.376Z','ada',NULL,NULL,'shim',0,'2026-11-18T15:24:18.379Z','shim',1,'process:1');
INSERT INTO "nudges" VALUES(8,'nudge_P6jFYtDXoJEAsYJW','reviewer',NULL,'ci','main','main is red (2)',NULL,'2026-11-18T15:24:18.382Z','ada','main','2026-11-18T15:24:28.737Z','shim',0,NULL,NULL,3,'process:1');
INSERT INTO "nudges" VALUES(9,'nudge_P6jFYtNv0oNtLjhd','reviewer','process:of-reviewer','user',NULL,'only for one session',NULL,'2026-11-18T15:24:18.392Z','ada',NULL,NULL,NULL,0,NULL,NULL,1,NULL);
INSERT INTO "nudges" VALUES(10,'nudge_P6jFYtdFriZv2nlF','reviewer',NULL,'user',NULL,'close it: </notification> & "go on"
– soon',NULL,'2026-11-18T15:24:18.409Z','ada',NULL,'2026-11-18T15:24:28.737Z','shim',0,NULL,NULL,1,'process:1');
INSERT INTO "nudges" VALUES(11,'nudge_P6jFYyimkyqRxJ91','reviewer',NULL,'user',NULL,'Your question: How shall it be called? (20)
User response: out on a lease','notif_P6jFYyenm8VLiu3D','2026-11-18T15:24:18.734Z','ada',NULL,'2026-11-18T15:24:28.737Z','shim',0,NULL,NULL,1,'process:1');
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
INSERT INTO "questions" VALUES('notif_P6jFYphI16Vob_VJ','builder','choice','["Yes, merge", "No"]',0,'Go','[null, false, "dark", false, "site", "main", null, "Release", true]',0,'/home/ada/builder','process:1','2026-11-18T15:24:18.157Z','2026-11-18T15:25:18.157Z','2026-11-19T15:24:18.157Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYpmF6VE-YJzW','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',1,NULL,'process:1','2026-11-18T15:24:18.162Z',NULL,'2026-11-19T15:24:18.162Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYpytcKARFc-_','reviewer','choice','["Yes, merge", "No"]',1,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','2026-11-18T15:24:18.174Z',NULL,'2026-11-19T15:24:18.174Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYq16wNs0USiR','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','2026-11-18T15:24:18.178Z',NULL,'2026-11-19T15:24:18.178Z',NULL,NULL,NULL,NULL,NULL,NULL,'timeout',NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYqHMigZd3Efb','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,'/home/ada/builder','process:1','2026-11-18T15:24:18.194Z','2026-11-18T15:25:18.194Z','2026-11-19T15:24:18.194Z','2026-11-18T15:24:18.195Z','accepted','Yes, merge',NULL,'owner','rest',NULL,'2026-11-18T15:24:18.196Z',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYqKQZIbtfmQV','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,'/home/ada/builder','process:1','2026-11-18T15:24:18.197Z','2026-11-18T15:25:18.197Z','2026-11-19T15:24:18.197Z','2026-11-18T15:24:18.198Z','declined','No',NULL,'owner','rest',NULL,'2026-11-18T15:24:18.204Z',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYqRVkY7cwEmw','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,'/home/ada/builder','process:1','2026-11-18T15:24:18.204Z','2026-11-18T15:25:18.204Z','2026-11-19T15:24:18.204Z','2026-11-18T15:24:18.206Z','cancelled',NULL,NULL,'owner','rest',NULL,'2026-11-18T15:24:18.210Z',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYqYS1D38qWso','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,'/home/ada/builder','process:1','2026-11-18T15:24:18.211Z','2026-11-18T15:25:18.211Z','2026-11-19T15:24:18.211Z','2026-11-18T15:24:18.212Z','dismissed',NULL,NULL,'owner','rest',NULL,'2026-11-18T15:24:18.215Z',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYqernhvA9iVb','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','2026-11-18T15:24:18.218Z','2026-11-18T15:25:18.218Z','2026-11-19T15:24:18.218Z','2026-11-18T15:24:18.223Z','accepted',NULL,'Belfry','owner','rest',NULL,'2026-11-18T15:24:18.232Z',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYrAj66qxUZJy','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','2026-11-18T15:24:18.251Z','2026-11-18T15:25:18.251Z','2026-11-19T15:24:18.251Z','2026-11-18T15:24:18.283Z','empty',NULL,NULL,'owner','rest',NULL,'2026-11-18T15:24:18.286Z',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYrp2psrFFzAC','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',1,NULL,'process:1','2026-11-18T15:24:18.293Z','2026-11-18T15:25:18.293Z','2026-11-19T15:24:18.293Z','2026-11-18T15:24:18.302Z','accepted',NULL,NULL,'owner','rest',NULL,'2026-11-18T15:24:18.304Z',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYsDMvPUAhAHq','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','2026-11-18T15:24:18.318Z',NULL,'2026-11-19T15:24:18.318Z','2026-11-18T15:24:18.324Z','withdrawn',NULL,NULL,NULL,NULL,NULL,'2026-11-18T15:24:18.324Z',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYsLP9REDz24c','builder','show','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','2026-11-18T15:24:18.326Z',NULL,'2026-11-18T15:24:23.326Z','2026-11-18T15:24:18.326Z','shown',NULL,NULL,NULL,NULL,NULL,'2026-11-18T15:24:18.326Z',0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYsNm5gZQT4Pi','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','2026-11-18T15:24:18.328Z',NULL,'2026-11-19T15:24:18.328Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYsTf22BcxbbA','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','2026-11-18T15:24:18.334Z',NULL,'2026-11-19T15:24:18.334Z','2026-11-18T15:24:18.338Z','dismissed',NULL,NULL,'owner','rest',NULL,'2026-11-18T15:24:18.364Z',1,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYseh6ILsAdhQ','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','2026-11-18T15:24:18.346Z',NULL,'2026-11-19T15:24:18.346Z',NULL,NULL,NULL,NULL,NULL,NULL,'failed',NULL,0,'no display',NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYslv0GQGWMbX','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','2026-11-18T15:24:18.353Z',NULL,'2026-11-19T15:24:18.353Z','2026-11-18T15:24:18.358Z','accepted',NULL,'read already','owner','rest',NULL,'2026-11-18T15:24:18.364Z',1,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYsyeihAJTqPf','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','2026-11-18T15:24:18.366Z',NULL,'2026-11-19T15:24:18.366Z','2026-11-18T15:24:18.368Z','accepted',NULL,'not read yet','owner','rest',NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYt1w3OPmvv-F','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',1,NULL,'process:1','2026-11-18T15:24:18.370Z',NULL,'2026-11-19T15:24:18.370Z','2026-11-18T15:24:18.374Z','accepted',NULL,'hush, not read yet','owner','rest',NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYtnbw-NPTwzW','builder','permission','["Allow once", "Allow always", "Reject"]',1,NULL,'[null, false, "auto", false, null, null, null, null, true]',0,NULL,'opencode:ses_1','2026-11-18T15:24:18.419Z','2026-11-19T15:24:18.419Z','2026-11-19T15:24:18.419Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,'per_1',NULL);
INSERT INTO "questions" VALUES('notif_P6jFYyenm8VLiu3D','reviewer','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','2026-11-18T15:24:18.730Z',NULL,'2026-11-19T15:24:18.730Z','2026-11-18T15:24:18.734Z','accepted',NULL,'out on a lease','ada','rest',NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO "questions" VALUES('notif_P6jFYym-MCImyaEY','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null, true]',0,NULL,'process:1','2026-11-18T15:24:18.738Z','2026-11-18T15:25:18.738Z','2026-11-19T15:24:18.738Z','2026-11-18T15:24:18.743Z','declined','No',NULL,'owner','rest',NULL,NULL,0,NULL,NULL,NULL,NULL);
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
INSERT INTO "sessions" VALUES('builder','claude-code:1','claude-code/2.0',NULL,'working','2026-11-18T15:24:18.418Z','2026-11-18T15:24:18.418Z','hook','Release','/home/ada/builder',NULL,1,NULL,'[{"tool":"Bash","argument":"make","since":"2026-11-18T15:24:18.000Z"}]','[{"content":"Build","status":"in_progress"}]',NULL,'[]','[]','[]',NULL,NULL,NULL);
INSERT INTO "sessions" VALUES('builder','claude-code:1/a','claude-code/2.0','claude-code:1','idle','2026-11-18T15:24:18.418Z','2026-11-18T15:24:18.418Z',NULL,NULL,NULL,NULL,0,NULL,'[]','[]',NULL,'[]','[]','[]',NULL,NULL,NULL);
INSERT INTO "sessions" VALUES('builder','claude-code:2','claude-code/2.0',NULL,'ended','2026-11-18T15:24:18.418Z','2026-11-18T15:24:18.418Z','hook','Release','/home/ada/builder',NULL,0,'error: out of tokens','[]','[]',NULL,'[]','[]','[]',NULL,NULL,NULL);
INSERT INTO "sessions" VALUES('builder','opencode:ses_1','opencode/1.18.34',NULL,'working','2026-11-18T15:24:18.419Z','2026-11-18T15:24:18.419Z',NULL,NULL,NULL,'http://127.0.0.1:4096',0,NULL,'[]','[]','2026-11-18T15:24:18.000Z','[{"question_id": null, "title": "Which?", "text": "This or that?", "tool": "ask_user", "at": "2026-11-18T15:24:18.000Z", "running": false, "source": "list"}]','[{"id": "per_1", "kind": "permission", "subject": "bash: rm -r build", "source": "event", "since": "2026-11-18T15:24:18.000Z"}]','[]','slow to answer','{"host":"desk.example","pid":4711,"tty":"/dev/pts/3","tmux":{"socket":"/run/tmux/default","pane":"%1"}}',NULL);
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
INSERT INTO "signing_keys" VALUES('687bd08fdb47015419c0ba2f',X'E4B0CBEE05D4D498B4E6E34491C683A879E8A644A97693AB7C7EF52F41ED067E','2026-11-18T15:24:18.669Z');
CREATE TABLE users (
    name TEXT PRIMARY KEY,
    admin INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL
, password TEXT) WITHOUT ROWID;
INSERT INTO "users" VALUES('ada',0,'2026-11-18T15:24:17.941Z',NULL);
INSERT INTO "users" VALUES('bob',0,'2026-11-18T15:24:18.538Z','$argon2id$v=19$m=19456,t=3,p=1$k155u7HQXuVmCV6ZINgGcA$EBZs6wsuenCzaX9IK5oqbS0/xVabwNZ1Az9e3k5FnEU');
INSERT INTO "users" VALUES('owner',1,'2026-11-18T15:24:17.661Z',NULL);
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
INSERT INTO "webhooks" VALUES('wh_P6jFYtr7iOzK-Q-B',X'3AD607604DC92EA128FE97BF6BD720CDC3438EFC4E5E6F0E51988FACF7686295','reviewer','ci','pipelines','known-to-the-tests','2026-11-18T15:24:18.423Z','ada',NULL,NULL);
INSERT INTO "webhooks" VALUES('wh_P6jFYty_6f28GEcg',X'B3AB79F8449EF3126F8A7C3AEABACB768E81D71733818272A1143182E75CCAED','reviewer','deploys',NULL,NULL,'2026-11-18T15:24:18.430Z','ada',NULL,NULL);
INSERT INTO "webhooks" VALUES('wh_P6jFYu5UpkiOEhrF',X'D6B5A31B22661075B5BCA381AD2F69D9ACCC6C97612AD0603D3D941B225DD4E9','reviewer','old',NULL,NULL,'2026-11-18T15:24:18.438Z','ada',NULL,'2026-11-18T15:24:18.450Z');
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

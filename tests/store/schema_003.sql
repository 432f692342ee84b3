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
INSERT INTO "agent_notifications" VALUES('notif_P6_-OnUyeUpPyT0e','reviewer','status','Cleared with the rest',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.591Z','2026-11-16T15:37:30.592Z','ada');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OnX_BbxmibW8','builder','info','Pending','two
lines, ''quoted'' – <b>ünïcode</b> 🔔','normal','build',NULL,'pending','2026-11-16T15:37:30.594Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OnYQgiE29_73','builder','alert','Urgent',NULL,'urgent',NULL,'{"run": 7, "deep": [null, {"a": 1.5}]}','pending','2026-11-16T15:37:30.595Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OnZAEO8KvGuI','reviewer','completion','Low',NULL,'low',NULL,NULL,'pending','2026-11-16T15:37:30.596Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-On_d3mpRQg_A','ada','status','Of a person',NULL,'high',NULL,NULL,'pending','2026-11-16T15:37:30.597Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OnaWzrlguePx','builder','info','Seen',NULL,'normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.598Z','2026-11-16T15:37:30.601Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OnbQcwv-bsUi','builder','info','Gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.599Z','2026-11-16T15:37:30.603Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OncL-TMVo9P2','builder','info','Seen, then gone',NULL,'normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.600Z','2026-11-16T15:37:30.602Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-Onh2O0rPNAEf','builder','question','Merge','Merge to main? (1)','high',NULL,NULL,'pending','2026-11-16T15:37:30.605Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OnjOTJegu_4u','builder','question','Name','How shall it be called? (2)','normal',NULL,NULL,'pending','2026-11-16T15:37:30.607Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-Onk10eGdrBlF','reviewer','question','Merge','Merge to main? (3)','normal',NULL,NULL,'pending','2026-11-16T15:37:30.608Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OnmNPaGOTwj0','builder','question','Name','How shall it be called? (4)','normal',NULL,NULL,'pending','2026-11-16T15:37:30.610Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-Ono-8Ixc794v','builder','question','Merge','Merge to main? (5)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.612Z','2026-11-16T15:37:30.615Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OntDZeaoGWdX','builder','question','Merge','Merge to main? (6)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.617Z','2026-11-16T15:37:30.618Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-Onx0C0XennmC','builder','question','Merge','Merge to main? (7)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.621Z','2026-11-16T15:37:30.622Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-Oo-efECgYMw5','builder','question','Merge','Merge to main? (8)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.624Z','2026-11-16T15:37:30.625Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-Oo3niaN63iR3','builder','question','Name','How shall it be called? (9)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.628Z','2026-11-16T15:37:30.629Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-Oo61loI-dUyk','builder','question','Name','How shall it be called? (10)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.631Z','2026-11-16T15:37:30.632Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OoAx6uNUnLoK','builder','question','Name','How shall it be called? (11)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.635Z','2026-11-16T15:37:30.636Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OoFwMYukyO5x','builder','question','Merge','Merge to main? (12)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.640Z','2026-11-16T15:37:30.642Z','agent');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OoIJxyEoniQd','builder','question','Name','How shall it be called? (13)','normal',NULL,NULL,'pending','2026-11-16T15:37:30.643Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OoKZJSiRfbHF','builder','question','Merge','Merge to main? (14)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.645Z','2026-11-16T15:37:30.646Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OoMs4YHm2Bbr','builder','question','Merge','Merge to main? (15)','normal',NULL,NULL,'dismissed','2026-11-16T15:37:30.647Z','2026-11-16T15:37:30.648Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OoPphwHN3K3Y','builder','question','Name','How shall it be called? (16)','normal',NULL,NULL,'pending','2026-11-16T15:37:30.650Z',NULL,NULL);
INSERT INTO "agent_notifications" VALUES('notif_P6_-OoRWJVFoyan7','builder','question','Name','How shall it be called? (17)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.652Z','2026-11-16T15:37:30.654Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OoWbU75m_r2u','builder','question','Name','How shall it be called? (18)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.657Z','2026-11-16T15:37:30.659Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OoZoMJZ3YG_n','builder','question','Name','How shall it be called? (19)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.660Z','2026-11-16T15:37:30.661Z','owner');
INSERT INTO "agent_notifications" VALUES('notif_P6_-OobB7Svofj6G','reviewer','question','Name','How shall it be called? (20)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.663Z','2026-11-16T15:37:30.664Z','ada');
INSERT INTO "agent_notifications" VALUES('notif_P6_-Oof1O_-za6Ah','builder','question','Merge','Merge to main? (21)','normal',NULL,NULL,'acknowledged','2026-11-16T15:37:30.667Z','2026-11-16T15:37:30.669Z','owner');
CREATE TABLE agents (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES users(name),
    project TEXT,
    created_at TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "agents" VALUES('builder','owner','/home/ada/builder','2026-11-16T15:37:30.570Z');
INSERT INTO "agents" VALUES('reviewer','ada',NULL,'2026-11-16T15:37:30.580Z');
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    agent_name TEXT NOT NULL,
    subject TEXT,
    data TEXT NOT NULL
);
INSERT INTO "events" VALUES(1,'2026-11-16T15:37:30.522Z','access_changed','owner',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(2,'2026-11-16T15:37:30.563Z','access_changed','ada',NULL,'{"change":"user_added","by":"owner"}');
INSERT INTO "events" VALUES(3,'2026-11-16T15:37:30.563Z','access_changed','ada',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(4,'2026-11-16T15:37:30.570Z','access_changed','builder',NULL,'{"change":"agent_added","by":"owner"}');
INSERT INTO "events" VALUES(5,'2026-11-16T15:37:30.570Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(6,'2026-11-16T15:37:30.580Z','access_changed','reviewer',NULL,'{"change":"agent_added","by":"ada"}');
INSERT INTO "events" VALUES(7,'2026-11-16T15:37:30.580Z','access_changed','reviewer',NULL,'{"change":"key_created","by":"ada"}');
INSERT INTO "events" VALUES(8,'2026-11-16T15:37:30.581Z','access_changed','builder',NULL,'{"change":"key_created","by":"owner"}');
INSERT INTO "events" VALUES(9,'2026-11-16T15:37:30.585Z','access_changed','builder',NULL,'{"change":"key_revoked","by":"owner"}');
INSERT INTO "events" VALUES(13,'2026-11-16T15:37:30.589Z','access_changed','passing',NULL,'{"change":"agent_removed","by":"owner"}');
INSERT INTO "events" VALUES(14,'2026-11-16T15:37:30.591Z','agent_notification','reviewer','notif_P6_-OnUyeUpPyT0e','{"notification_id":"notif_P6_-OnUyeUpPyT0e","notification_type":"status","title":"Cleared with the rest","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.591Z"}');
INSERT INTO "events" VALUES(15,'2026-11-16T15:37:30.592Z','notifications_cleared','reviewer',NULL,'{"count":1,"cleared_by":"ada"}');
INSERT INTO "events" VALUES(16,'2026-11-16T15:37:30.594Z','agent_notification','builder','notif_P6_-OnX_BbxmibW8','{"notification_id":"notif_P6_-OnX_BbxmibW8","notification_type":"info","title":"Pending","priority":"normal","category":"build","timestamp":"2026-11-16T15:37:30.594Z"}');
INSERT INTO "events" VALUES(17,'2026-11-16T15:37:30.595Z','agent_notification','builder','notif_P6_-OnYQgiE29_73','{"notification_id":"notif_P6_-OnYQgiE29_73","notification_type":"alert","title":"Urgent","priority":"urgent","category":null,"timestamp":"2026-11-16T15:37:30.595Z"}');
INSERT INTO "events" VALUES(18,'2026-11-16T15:37:30.596Z','agent_notification','reviewer','notif_P6_-OnZAEO8KvGuI','{"notification_id":"notif_P6_-OnZAEO8KvGuI","notification_type":"completion","title":"Low","priority":"low","category":null,"timestamp":"2026-11-16T15:37:30.596Z"}');
INSERT INTO "events" VALUES(19,'2026-11-16T15:37:30.597Z','agent_notification','ada','notif_P6_-On_d3mpRQg_A','{"notification_id":"notif_P6_-On_d3mpRQg_A","notification_type":"status","title":"Of a person","priority":"high","category":null,"timestamp":"2026-11-16T15:37:30.597Z"}');
INSERT INTO "events" VALUES(20,'2026-11-16T15:37:30.598Z','agent_notification','builder','notif_P6_-OnaWzrlguePx','{"notification_id":"notif_P6_-OnaWzrlguePx","notification_type":"info","title":"Seen","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.598Z"}');
INSERT INTO "events" VALUES(21,'2026-11-16T15:37:30.599Z','agent_notification','builder','notif_P6_-OnbQcwv-bsUi','{"notification_id":"notif_P6_-OnbQcwv-bsUi","notification_type":"info","title":"Gone","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.599Z"}');
INSERT INTO "events" VALUES(22,'2026-11-16T15:37:30.600Z','agent_notification','builder','notif_P6_-OncL-TMVo9P2','{"notification_id":"notif_P6_-OncL-TMVo9P2","notification_type":"info","title":"Seen, then gone","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.600Z"}');
INSERT INTO "events" VALUES(23,'2026-11-16T15:37:30.601Z','notification_acknowledged','builder','notif_P6_-OnaWzrlguePx','{"notification_id":"notif_P6_-OnaWzrlguePx","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.601Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(24,'2026-11-16T15:37:30.602Z','notification_acknowledged','builder','notif_P6_-OncL-TMVo9P2','{"notification_id":"notif_P6_-OncL-TMVo9P2","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.602Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(25,'2026-11-16T15:37:30.603Z','notification_dismissed','builder','notif_P6_-OnbQcwv-bsUi','{"notification_id":"notif_P6_-OnbQcwv-bsUi","status":"dismissed","acknowledged_at":"2026-11-16T15:37:30.603Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(26,'2026-11-16T15:37:30.604Z','notification_dismissed','builder','notif_P6_-OncL-TMVo9P2','{"notification_id":"notif_P6_-OncL-TMVo9P2","status":"dismissed","acknowledged_at":"2026-11-16T15:37:30.602Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(27,'2026-11-16T15:37:30.605Z','agent_notification','builder','notif_P6_-Onh2O0rPNAEf','{"notification_id":"notif_P6_-Onh2O0rPNAEf","notification_type":"question","title":"Merge","priority":"high","category":null,"timestamp":"2026-11-16T15:37:30.605Z"}');
INSERT INTO "events" VALUES(28,'2026-11-16T15:37:30.605Z','question_opened','builder','notif_P6_-Onh2O0rPNAEf','{"question":{"id":"notif_P6_-Onh2O0rPNAEf","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (1)","options":["Yes, merge","No"],"free_text":false,"action_label":"Go","buttons":[{"label":"Go","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"high","secret":false,"look":{"window_title":null,"show_history":false,"theme":"dark","chime_enabled":false,"repo":"site","branch":"main","asked_as":null,"task":"Release"},"project":"/home/ada/builder","session":"process:1","opened_at":"2026-11-16T15:37:30.605Z","waiting_until":"2026-11-16T15:38:30.605Z","open_until":"2026-11-17T15:37:30.605Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(29,'2026-11-16T15:37:30.607Z','agent_notification','builder','notif_P6_-OnjOTJegu_4u','{"notification_id":"notif_P6_-OnjOTJegu_4u","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.607Z"}');
INSERT INTO "events" VALUES(30,'2026-11-16T15:37:30.607Z','question_opened','builder','notif_P6_-OnjOTJegu_4u','{"question":{"id":"notif_P6_-OnjOTJegu_4u","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (2)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.607Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.607Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(31,'2026-11-16T15:37:30.608Z','agent_notification','reviewer','notif_P6_-Onk10eGdrBlF','{"notification_id":"notif_P6_-Onk10eGdrBlF","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.608Z"}');
INSERT INTO "events" VALUES(32,'2026-11-16T15:37:30.608Z','question_opened','reviewer','notif_P6_-Onk10eGdrBlF','{"question":{"id":"notif_P6_-Onk10eGdrBlF","agent_name":"reviewer","kind":"choice","title":"Merge","question":"Merge to main? (3)","options":["Yes, merge","No"],"free_text":true,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.608Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.608Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(33,'2026-11-16T15:37:30.610Z','agent_notification','builder','notif_P6_-OnmNPaGOTwj0','{"notification_id":"notif_P6_-OnmNPaGOTwj0","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.610Z"}');
INSERT INTO "events" VALUES(34,'2026-11-16T15:37:30.610Z','question_opened','builder','notif_P6_-OnmNPaGOTwj0','{"question":{"id":"notif_P6_-OnmNPaGOTwj0","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (4)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.610Z","waiting_until":"2026-11-16T15:38:30.610Z","open_until":"2026-11-17T15:37:30.610Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(35,'2026-11-16T15:37:30.611Z','question_released','builder','notif_P6_-OnmNPaGOTwj0','{"question_id":"notif_P6_-OnmNPaGOTwj0","reason":"timeout","detail":null}');
INSERT INTO "events" VALUES(36,'2026-11-16T15:37:30.612Z','agent_notification','builder','notif_P6_-Ono-8Ixc794v','{"notification_id":"notif_P6_-Ono-8Ixc794v","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.612Z"}');
INSERT INTO "events" VALUES(37,'2026-11-16T15:37:30.612Z','question_opened','builder','notif_P6_-Ono-8Ixc794v','{"question":{"id":"notif_P6_-Ono-8Ixc794v","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (5)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","opened_at":"2026-11-16T15:37:30.612Z","waiting_until":"2026-11-16T15:38:30.612Z","open_until":"2026-11-17T15:37:30.612Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(38,'2026-11-16T15:37:30.615Z','question_settled','builder','notif_P6_-Ono-8Ixc794v','{"question_id":"notif_P6_-Ono-8Ixc794v","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(39,'2026-11-16T15:37:30.615Z','notification_acknowledged','builder','notif_P6_-Ono-8Ixc794v','{"notification_id":"notif_P6_-Ono-8Ixc794v","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.615Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(40,'2026-11-16T15:37:30.617Z','agent_notification','builder','notif_P6_-OntDZeaoGWdX','{"notification_id":"notif_P6_-OntDZeaoGWdX","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.617Z"}');
INSERT INTO "events" VALUES(41,'2026-11-16T15:37:30.617Z','question_opened','builder','notif_P6_-OntDZeaoGWdX','{"question":{"id":"notif_P6_-OntDZeaoGWdX","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (6)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","opened_at":"2026-11-16T15:37:30.617Z","waiting_until":"2026-11-16T15:38:30.617Z","open_until":"2026-11-17T15:37:30.617Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(42,'2026-11-16T15:37:30.618Z','question_settled','builder','notif_P6_-OntDZeaoGWdX','{"question_id":"notif_P6_-OntDZeaoGWdX","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(43,'2026-11-16T15:37:30.618Z','notification_acknowledged','builder','notif_P6_-OntDZeaoGWdX','{"notification_id":"notif_P6_-OntDZeaoGWdX","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.618Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(44,'2026-11-16T15:37:30.621Z','agent_notification','builder','notif_P6_-Onx0C0XennmC','{"notification_id":"notif_P6_-Onx0C0XennmC","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.621Z"}');
INSERT INTO "events" VALUES(45,'2026-11-16T15:37:30.621Z','question_opened','builder','notif_P6_-Onx0C0XennmC','{"question":{"id":"notif_P6_-Onx0C0XennmC","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (7)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","opened_at":"2026-11-16T15:37:30.621Z","waiting_until":"2026-11-16T15:38:30.621Z","open_until":"2026-11-17T15:37:30.621Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(46,'2026-11-16T15:37:30.622Z','question_settled','builder','notif_P6_-Onx0C0XennmC','{"question_id":"notif_P6_-Onx0C0XennmC","outcome":"cancelled","via":"rest"}');
INSERT INTO "events" VALUES(47,'2026-11-16T15:37:30.622Z','notification_dismissed','builder','notif_P6_-Onx0C0XennmC','{"notification_id":"notif_P6_-Onx0C0XennmC","status":"dismissed","acknowledged_at":"2026-11-16T15:37:30.622Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(48,'2026-11-16T15:37:30.624Z','agent_notification','builder','notif_P6_-Oo-efECgYMw5','{"notification_id":"notif_P6_-Oo-efECgYMw5","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.624Z"}');
INSERT INTO "events" VALUES(49,'2026-11-16T15:37:30.624Z','question_opened','builder','notif_P6_-Oo-efECgYMw5','{"question":{"id":"notif_P6_-Oo-efECgYMw5","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (8)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":"/home/ada/builder","session":"process:1","opened_at":"2026-11-16T15:37:30.624Z","waiting_until":"2026-11-16T15:38:30.624Z","open_until":"2026-11-17T15:37:30.624Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(50,'2026-11-16T15:37:30.625Z','question_settled','builder','notif_P6_-Oo-efECgYMw5','{"question_id":"notif_P6_-Oo-efECgYMw5","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(51,'2026-11-16T15:37:30.625Z','notification_dismissed','builder','notif_P6_-Oo-efECgYMw5','{"notification_id":"notif_P6_-Oo-efECgYMw5","status":"dismissed","acknowledged_at":"2026-11-16T15:37:30.625Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(52,'2026-11-16T15:37:30.628Z','agent_notification','builder','notif_P6_-Oo3niaN63iR3','{"notification_id":"notif_P6_-Oo3niaN63iR3","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.628Z"}');
INSERT INTO "events" VALUES(53,'2026-11-16T15:37:30.628Z','question_opened','builder','notif_P6_-Oo3niaN63iR3','{"question":{"id":"notif_P6_-Oo3niaN63iR3","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (9)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.628Z","waiting_until":"2026-11-16T15:38:30.628Z","open_until":"2026-11-17T15:37:30.628Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(54,'2026-11-16T15:37:30.629Z','question_settled','builder','notif_P6_-Oo3niaN63iR3','{"question_id":"notif_P6_-Oo3niaN63iR3","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(55,'2026-11-16T15:37:30.629Z','notification_acknowledged','builder','notif_P6_-Oo3niaN63iR3','{"notification_id":"notif_P6_-Oo3niaN63iR3","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.629Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(56,'2026-11-16T15:37:30.631Z','agent_notification','builder','notif_P6_-Oo61loI-dUyk','{"notification_id":"notif_P6_-Oo61loI-dUyk","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.631Z"}');
INSERT INTO "events" VALUES(57,'2026-11-16T15:37:30.631Z','question_opened','builder','notif_P6_-Oo61loI-dUyk','{"question":{"id":"notif_P6_-Oo61loI-dUyk","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (10)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.631Z","waiting_until":"2026-11-16T15:38:30.631Z","open_until":"2026-11-17T15:37:30.631Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(58,'2026-11-16T15:37:30.632Z','question_settled','builder','notif_P6_-Oo61loI-dUyk','{"question_id":"notif_P6_-Oo61loI-dUyk","outcome":"empty","via":"rest"}');
INSERT INTO "events" VALUES(59,'2026-11-16T15:37:30.632Z','notification_acknowledged','builder','notif_P6_-Oo61loI-dUyk','{"notification_id":"notif_P6_-Oo61loI-dUyk","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.632Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(60,'2026-11-16T15:37:30.635Z','agent_notification','builder','notif_P6_-OoAx6uNUnLoK','{"notification_id":"notif_P6_-OoAx6uNUnLoK","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.635Z"}');
INSERT INTO "events" VALUES(61,'2026-11-16T15:37:30.635Z','question_opened','builder','notif_P6_-OoAx6uNUnLoK','{"question":{"id":"notif_P6_-OoAx6uNUnLoK","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (11)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.635Z","waiting_until":"2026-11-16T15:38:30.635Z","open_until":"2026-11-17T15:37:30.635Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(62,'2026-11-16T15:37:30.636Z','question_settled','builder','notif_P6_-OoAx6uNUnLoK','{"question_id":"notif_P6_-OoAx6uNUnLoK","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(63,'2026-11-16T15:37:30.636Z','notification_acknowledged','builder','notif_P6_-OoAx6uNUnLoK','{"notification_id":"notif_P6_-OoAx6uNUnLoK","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.636Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(64,'2026-11-16T15:37:30.640Z','agent_notification','builder','notif_P6_-OoFwMYukyO5x','{"notification_id":"notif_P6_-OoFwMYukyO5x","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.640Z"}');
INSERT INTO "events" VALUES(65,'2026-11-16T15:37:30.640Z','question_opened','builder','notif_P6_-OoFwMYukyO5x','{"question":{"id":"notif_P6_-OoFwMYukyO5x","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (12)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.640Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.640Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(66,'2026-11-16T15:37:30.642Z','question_settled','builder','notif_P6_-OoFwMYukyO5x','{"question_id":"notif_P6_-OoFwMYukyO5x","outcome":"withdrawn","via":null}');
INSERT INTO "events" VALUES(67,'2026-11-16T15:37:30.642Z','notification_dismissed','builder','notif_P6_-OoFwMYukyO5x','{"notification_id":"notif_P6_-OoFwMYukyO5x","status":"dismissed","acknowledged_at":"2026-11-16T15:37:30.642Z","acknowledged_by":"agent","by":"agent"}');
INSERT INTO "events" VALUES(68,'2026-11-16T15:37:30.643Z','agent_notification','builder','notif_P6_-OoIJxyEoniQd','{"notification_id":"notif_P6_-OoIJxyEoniQd","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.643Z"}');
INSERT INTO "events" VALUES(69,'2026-11-16T15:37:30.643Z','question_opened','builder','notif_P6_-OoIJxyEoniQd','{"question":{"id":"notif_P6_-OoIJxyEoniQd","agent_name":"builder","kind":"show","title":"Name","question":"How shall it be called? (13)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.643Z","waiting_until":null,"open_until":"2026-11-16T15:37:35.643Z","state":"settled","settled_at":"2026-11-16T15:37:30.643Z","outcome":"shown","choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":"2026-11-16T15:37:30.643Z"}}');
INSERT INTO "events" VALUES(70,'2026-11-16T15:37:30.645Z','agent_notification','builder','notif_P6_-OoKZJSiRfbHF','{"notification_id":"notif_P6_-OoKZJSiRfbHF","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.645Z"}');
INSERT INTO "events" VALUES(71,'2026-11-16T15:37:30.645Z','question_opened','builder','notif_P6_-OoKZJSiRfbHF','{"question":{"id":"notif_P6_-OoKZJSiRfbHF","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (14)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.645Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.645Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(72,'2026-11-16T15:37:30.646Z','notification_acknowledged','builder','notif_P6_-OoKZJSiRfbHF','{"notification_id":"notif_P6_-OoKZJSiRfbHF","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.646Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(73,'2026-11-16T15:37:30.647Z','agent_notification','builder','notif_P6_-OoMs4YHm2Bbr','{"notification_id":"notif_P6_-OoMs4YHm2Bbr","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.647Z"}');
INSERT INTO "events" VALUES(74,'2026-11-16T15:37:30.647Z','question_opened','builder','notif_P6_-OoMs4YHm2Bbr','{"question":{"id":"notif_P6_-OoMs4YHm2Bbr","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (15)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.647Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.647Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(75,'2026-11-16T15:37:30.648Z','question_settled','builder','notif_P6_-OoMs4YHm2Bbr','{"question_id":"notif_P6_-OoMs4YHm2Bbr","outcome":"dismissed","via":"rest"}');
INSERT INTO "events" VALUES(76,'2026-11-16T15:37:30.648Z','notification_dismissed','builder','notif_P6_-OoMs4YHm2Bbr','{"notification_id":"notif_P6_-OoMs4YHm2Bbr","status":"dismissed","acknowledged_at":"2026-11-16T15:37:30.648Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(77,'2026-11-16T15:37:30.648Z','nudge_pending','builder','notif_P6_-OoMs4YHm2Bbr','{"session":null,"count":1}');
INSERT INTO "events" VALUES(78,'2026-11-16T15:37:30.650Z','agent_notification','builder','notif_P6_-OoPphwHN3K3Y','{"notification_id":"notif_P6_-OoPphwHN3K3Y","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.650Z"}');
INSERT INTO "events" VALUES(79,'2026-11-16T15:37:30.650Z','question_opened','builder','notif_P6_-OoPphwHN3K3Y','{"question":{"id":"notif_P6_-OoPphwHN3K3Y","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (16)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.650Z","waiting_until":"2026-11-16T15:38:30.650Z","open_until":"2026-11-17T15:37:30.650Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(80,'2026-11-16T15:37:30.651Z','question_released','builder','notif_P6_-OoPphwHN3K3Y','{"question_id":"notif_P6_-OoPphwHN3K3Y","reason":"failed","detail":"no display"}');
INSERT INTO "events" VALUES(81,'2026-11-16T15:37:30.652Z','agent_notification','builder','notif_P6_-OoRWJVFoyan7','{"notification_id":"notif_P6_-OoRWJVFoyan7","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.652Z"}');
INSERT INTO "events" VALUES(82,'2026-11-16T15:37:30.652Z','question_opened','builder','notif_P6_-OoRWJVFoyan7','{"question":{"id":"notif_P6_-OoRWJVFoyan7","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (17)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.652Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.652Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(83,'2026-11-16T15:37:30.654Z','question_settled','builder','notif_P6_-OoRWJVFoyan7','{"question_id":"notif_P6_-OoRWJVFoyan7","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(84,'2026-11-16T15:37:30.654Z','notification_acknowledged','builder','notif_P6_-OoRWJVFoyan7','{"notification_id":"notif_P6_-OoRWJVFoyan7","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.654Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(85,'2026-11-16T15:37:30.654Z','nudge_pending','builder','notif_P6_-OoRWJVFoyan7','{"session":null,"count":2}');
INSERT INTO "events" VALUES(86,'2026-11-16T15:37:30.656Z','nudge_handed','builder','notif_P6_-OoMs4YHm2Bbr','{"nudge_id":"nudge_P6_-OoNnDcnJCiOo","question_id":"notif_P6_-OoMs4YHm2Bbr","via":"shim"}');
INSERT INTO "events" VALUES(87,'2026-11-16T15:37:30.656Z','nudge_handed','builder','notif_P6_-OoRWJVFoyan7','{"nudge_id":"nudge_P6_-OoTo74BXLvIj","question_id":"notif_P6_-OoRWJVFoyan7","via":"shim"}');
INSERT INTO "events" VALUES(88,'2026-11-16T15:37:30.657Z','agent_notification','builder','notif_P6_-OoWbU75m_r2u','{"notification_id":"notif_P6_-OoWbU75m_r2u","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.657Z"}');
INSERT INTO "events" VALUES(89,'2026-11-16T15:37:30.657Z','question_opened','builder','notif_P6_-OoWbU75m_r2u','{"question":{"id":"notif_P6_-OoWbU75m_r2u","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (18)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.657Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.657Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(90,'2026-11-16T15:37:30.659Z','question_settled','builder','notif_P6_-OoWbU75m_r2u','{"question_id":"notif_P6_-OoWbU75m_r2u","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(91,'2026-11-16T15:37:30.659Z','notification_acknowledged','builder','notif_P6_-OoWbU75m_r2u','{"notification_id":"notif_P6_-OoWbU75m_r2u","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.659Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(92,'2026-11-16T15:37:30.659Z','nudge_pending','builder','notif_P6_-OoWbU75m_r2u','{"session":null,"count":1}');
INSERT INTO "events" VALUES(93,'2026-11-16T15:37:30.660Z','agent_notification','builder','notif_P6_-OoZoMJZ3YG_n','{"notification_id":"notif_P6_-OoZoMJZ3YG_n","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.660Z"}');
INSERT INTO "events" VALUES(94,'2026-11-16T15:37:30.660Z','question_opened','builder','notif_P6_-OoZoMJZ3YG_n','{"question":{"id":"notif_P6_-OoZoMJZ3YG_n","agent_name":"builder","kind":"text","title":"Name","question":"How shall it be called? (19)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":true,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.660Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.660Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(95,'2026-11-16T15:37:30.661Z','question_settled','builder','notif_P6_-OoZoMJZ3YG_n','{"question_id":"notif_P6_-OoZoMJZ3YG_n","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(96,'2026-11-16T15:37:30.661Z','notification_acknowledged','builder','notif_P6_-OoZoMJZ3YG_n','{"notification_id":"notif_P6_-OoZoMJZ3YG_n","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.661Z","acknowledged_by":"owner","by":"owner"}');
INSERT INTO "events" VALUES(97,'2026-11-16T15:37:30.661Z','nudge_pending','builder','notif_P6_-OoZoMJZ3YG_n','{"session":null,"count":2}');
INSERT INTO "events" VALUES(98,'2026-11-16T15:37:30.663Z','agent_notification','reviewer','notif_P6_-OobB7Svofj6G','{"notification_id":"notif_P6_-OobB7Svofj6G","notification_type":"question","title":"Name","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.663Z"}');
INSERT INTO "events" VALUES(99,'2026-11-16T15:37:30.663Z','question_opened','reviewer','notif_P6_-OobB7Svofj6G','{"question":{"id":"notif_P6_-OobB7Svofj6G","agent_name":"reviewer","kind":"text","title":"Name","question":"How shall it be called? (20)","options":[],"free_text":false,"action_label":null,"buttons":[],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.663Z","waiting_until":null,"open_until":"2026-11-17T15:37:30.663Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(100,'2026-11-16T15:37:30.664Z','question_settled','reviewer','notif_P6_-OobB7Svofj6G','{"question_id":"notif_P6_-OobB7Svofj6G","outcome":"accepted","via":"rest"}');
INSERT INTO "events" VALUES(101,'2026-11-16T15:37:30.664Z','notification_acknowledged','reviewer','notif_P6_-OobB7Svofj6G','{"notification_id":"notif_P6_-OobB7Svofj6G","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.664Z","acknowledged_by":"ada","by":"ada"}');
INSERT INTO "events" VALUES(102,'2026-11-16T15:37:30.664Z','nudge_pending','reviewer','notif_P6_-OobB7Svofj6G','{"session":null,"count":1}');
INSERT INTO "events" VALUES(103,'2026-11-16T15:37:30.667Z','agent_notification','builder','notif_P6_-Oof1O_-za6Ah','{"notification_id":"notif_P6_-Oof1O_-za6Ah","notification_type":"question","title":"Merge","priority":"normal","category":null,"timestamp":"2026-11-16T15:37:30.667Z"}');
INSERT INTO "events" VALUES(104,'2026-11-16T15:37:30.667Z','question_opened','builder','notif_P6_-Oof1O_-za6Ah','{"question":{"id":"notif_P6_-Oof1O_-za6Ah","agent_name":"builder","kind":"choice","title":"Merge","question":"Merge to main? (21)","options":["Yes, merge","No"],"free_text":false,"action_label":null,"buttons":[{"label":"Yes, merge","answer":{"choice":"Yes, merge"}},{"label":"No","answer":{"choice":"No"}},{"label":"Close","answer":{"outcome":"dismissed"}}],"urgency":"normal","secret":false,"look":{"window_title":null,"show_history":true,"theme":"auto","chime_enabled":false,"repo":null,"branch":null,"asked_as":null,"task":null},"project":null,"session":"process:1","opened_at":"2026-11-16T15:37:30.667Z","waiting_until":"2026-11-16T15:38:30.667Z","open_until":"2026-11-17T15:37:30.667Z","state":"open","settled_at":null,"outcome":null,"choice":null,"reply":null,"by":null,"via":null,"released":null,"failure":null,"handed_at":null}}');
INSERT INTO "events" VALUES(105,'2026-11-16T15:37:30.669Z','question_settled','builder','notif_P6_-Oof1O_-za6Ah','{"question_id":"notif_P6_-Oof1O_-za6Ah","outcome":"declined","via":"rest"}');
INSERT INTO "events" VALUES(106,'2026-11-16T15:37:30.669Z','notification_acknowledged','builder','notif_P6_-Oof1O_-za6Ah','{"notification_id":"notif_P6_-Oof1O_-za6Ah","status":"acknowledged","acknowledged_at":"2026-11-16T15:37:30.669Z","acknowledged_by":"owner","by":"owner"}');
CREATE TABLE hub (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "hub" VALUES('id','hub_57e35665a0c9fec1');
CREATE TABLE idempotency (
    agent_name TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash BLOB NOT NULL,
    answer_id TEXT NOT NULL,
    until TEXT NOT NULL,
    PRIMARY KEY (agent_name, key)
) WITHOUT ROWID;
INSERT INTO "idempotency" VALUES('ada','key of Of a person',X'70606F017C9E048C3C3B702BEE1FC10940CBE1941B4F11545D002C95C449B5F4','notif_P6_-On_d3mpRQg_A','2026-11-17T15:37:30.597Z');
INSERT INTO "idempotency" VALUES('builder','key of Gone',X'49A364863EAE6A2E2AB41A7BEE5C6F077CCE4E36D735D4AFCA63EC107719875F','notif_P6_-OnbQcwv-bsUi','2026-11-17T15:37:30.599Z');
INSERT INTO "idempotency" VALUES('builder','key of Pending',X'D13E5CFF13EF2280C323F281AD70FA0336FF765060DAE0AD4C4E6EB30D728513','notif_P6_-OnX_BbxmibW8','2026-11-17T15:37:30.594Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen',X'AC16657C9B6B7C356E18924E45D8F678CB853AC3A76D7AE55646CAFDEA298B2E','notif_P6_-OnaWzrlguePx','2026-11-17T15:37:30.598Z');
INSERT INTO "idempotency" VALUES('builder','key of Seen, then gone',X'5479B9C548717BDD86AAF5878E99D59F560701A10DFD87A4CD5F76C50293C8C7','notif_P6_-OncL-TMVo9P2','2026-11-17T15:37:30.600Z');
INSERT INTO "idempotency" VALUES('builder','key of Urgent',X'A74740E9177CBD1D08BDF28875721E5850185E30452FCA97EB7CB0E0A6AB1846','notif_P6_-OnYQgiE29_73','2026-11-17T15:37:30.595Z');
INSERT INTO "idempotency" VALUES('builder','question 1',X'78D0D8F5DA929DD8FD636C95BBAB988052FCAC7D9F366F8C2171755F17CB9697','notif_P6_-Onh2O0rPNAEf','2026-11-17T15:37:30.605Z');
INSERT INTO "idempotency" VALUES('builder','question 10',X'C545D05037D5ABAD1D290BCB9B876EE6B0704C740FE38E3109439E089BF8DD2A','notif_P6_-Oo61loI-dUyk','2026-11-17T15:37:30.631Z');
INSERT INTO "idempotency" VALUES('builder','question 11',X'CB47DCFCB645F6DB70D0BE64A58B2474E178839A5AC2E71AE1A18281AD860B9A','notif_P6_-OoAx6uNUnLoK','2026-11-17T15:37:30.635Z');
INSERT INTO "idempotency" VALUES('builder','question 12',X'56C95C68C72E18A35F03396235A06CC140DDB0E23FBD07834FDA51C17A9198B7','notif_P6_-OoFwMYukyO5x','2026-11-17T15:37:30.640Z');
INSERT INTO "idempotency" VALUES('builder','question 13',X'701EEB21A129ABDCB0F16C4D96C9725BB22B58CD4D0D03550306F0C502B599FA','notif_P6_-OoIJxyEoniQd','2026-11-17T15:37:30.643Z');
INSERT INTO "idempotency" VALUES('builder','question 14',X'A1AB579F1798517403EA57C199D006BB43002458D8EB72FF3A9296B8D0B3DC63','notif_P6_-OoKZJSiRfbHF','2026-11-17T15:37:30.645Z');
INSERT INTO "idempotency" VALUES('builder','question 15',X'78E6DF1AD2EFC69D920FF3D01699EA0D589458D52AC10166A399BF1F20ABA426','notif_P6_-OoMs4YHm2Bbr','2026-11-17T15:37:30.647Z');
INSERT INTO "idempotency" VALUES('builder','question 16',X'C9DD5AABD40F92C83AC272BBAF30B7EF09E789A9D6C4522B5AA09192F3EF6E34','notif_P6_-OoPphwHN3K3Y','2026-11-17T15:37:30.650Z');
INSERT INTO "idempotency" VALUES('builder','question 17',X'98F7D2A1C96A90D47904F32ACEE78897CF035157DBB0F3AA990F2917C7E2D5AB','notif_P6_-OoRWJVFoyan7','2026-11-17T15:37:30.652Z');
INSERT INTO "idempotency" VALUES('builder','question 18',X'7FC39B584EA92CCA0AF47BDD862C68E35C2AE196F9CF70F92F6D3685449379CE','notif_P6_-OoWbU75m_r2u','2026-11-17T15:37:30.657Z');
INSERT INTO "idempotency" VALUES('builder','question 19',X'D5445028341B9731FDCC30C06C3D36B223D08735A601985258E9AB742101F813','notif_P6_-OoZoMJZ3YG_n','2026-11-17T15:37:30.660Z');
INSERT INTO "idempotency" VALUES('builder','question 2',X'16375D9450306F5BFDF9DFC1353BB304A12A5F1F154AF75182911A88B7AA083E','notif_P6_-OnjOTJegu_4u','2026-11-17T15:37:30.607Z');
INSERT INTO "idempotency" VALUES('builder','question 21',X'145BB023086C059E78E08A73CFC00509A7A90563AEEDB9D31A91344F8B708E37','notif_P6_-Oof1O_-za6Ah','2026-11-17T15:37:30.667Z');
INSERT INTO "idempotency" VALUES('builder','question 4',X'A2136ED8CCF973BE3FD50026EF93E9FB4BFD04849AAB2CC5FDFE4E472A26717F','notif_P6_-OnmNPaGOTwj0','2026-11-17T15:37:30.610Z');
INSERT INTO "idempotency" VALUES('builder','question 5',X'08C68548D49CE249D69FC72CBAEE8897ACECC46B7B83ED96E16ED56CD667351F','notif_P6_-Ono-8Ixc794v','2026-11-17T15:37:30.612Z');
INSERT INTO "idempotency" VALUES('builder','question 6',X'CA656AE6EFC7F23731AEE304DB649DF07C910FF181C1C6527DD4346EE87ED085','notif_P6_-OntDZeaoGWdX','2026-11-17T15:37:30.617Z');
INSERT INTO "idempotency" VALUES('builder','question 7',X'03CBE55DB79FC95B594D1F10A1F7E850F06AACCF2AC91A25980E8766E6AE1141','notif_P6_-Onx0C0XennmC','2026-11-17T15:37:30.621Z');
INSERT INTO "idempotency" VALUES('builder','question 8',X'1959AB8768B46C6B5F7C2BB77F21217F5C7FCDD51AB3B1167D80FD24E1980CEC','notif_P6_-Oo-efECgYMw5','2026-11-17T15:37:30.624Z');
INSERT INTO "idempotency" VALUES('builder','question 9',X'5A3901678E9D1B7AE3C13391D297E307587562A1AEE8678912F80434BFF6DEC9','notif_P6_-Oo3niaN63iR3','2026-11-17T15:37:30.628Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Cleared with the rest',X'D24476CF08E9E14D41400BB67F1507D8A35A14AD0E0C118EBAC5CB75ABA4CECD','notif_P6_-OnUyeUpPyT0e','2026-11-17T15:37:30.591Z');
INSERT INTO "idempotency" VALUES('reviewer','key of Low',X'83D20811C5610EA493602D249E0AD5C5AB2840830D38CB31FDA2815EB6E42974','notif_P6_-OnZAEO8KvGuI','2026-11-17T15:37:30.596Z');
INSERT INTO "idempotency" VALUES('reviewer','question 20',X'C5E35EA018DB4E9202AAEA22C0D7AE75CF220CD8D419983A3CF5FC24FE4F69C3','notif_P6_-OobB7Svofj6G','2026-11-17T15:37:30.663Z');
INSERT INTO "idempotency" VALUES('reviewer','question 3',X'629BC100AD8580DDE492A3AD290A8AC3D4CF8F833ACEA3724E6F6C389920B113','notif_P6_-Onk10eGdrBlF','2026-11-17T15:37:30.608Z');
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
INSERT INTO "keys" VALUES('059b1ed5',X'F1059CCEAA4974E5DC95F484EEDD58D92DD6676C8715663130BCA1DB8B46630F','user','ada','laptop','2026-11-16T15:37:30.563Z','owner',NULL,NULL);
INSERT INTO "keys" VALUES('3a682f38',X'B7319E782D12C49C4D42187DCB9C81A0836674E4E41B57075AD221700D60AF5D','agent','builder','lost','2026-11-16T15:37:30.581Z','owner',NULL,'2026-11-16T15:37:30.585Z');
INSERT INTO "keys" VALUES('8a0e0daf',X'DCF347EE592E4673BDDD9A804CEDD3C8BCE1C2CC4F9CD19B75142C3A5A6C55A6','user','owner','owner.key','2026-11-16T15:37:30.522Z','owner','2026-11-16T15:37:30.527Z',NULL);
INSERT INTO "keys" VALUES('9f9df493',X'4F9ACDB4D39476872AE8F756A33F464516852FD6A0DEF49E7F3BEE90AC402C5C','agent','builder',NULL,'2026-11-16T15:37:30.570Z','owner',NULL,NULL);
INSERT INTO "keys" VALUES('e2d763e0',X'937B91E33EA7CC5369FBB6B553F25D4BA69ACB0AF0A77AA9ABCE5901B58BFC45','agent','reviewer','of Ada','2026-11-16T15:37:30.580Z','ada',NULL,NULL);
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
INSERT INTO "nudges" VALUES(1,'nudge_P6_-OoNnDcnJCiOo','builder',NULL,'user',NULL,'Your question: Merge to main? (15)
{"response": "dismissed", "choice": null}','notif_P6_-OoMs4YHm2Bbr','2026-11-16T15:37:30.648Z','owner',NULL,NULL,'shim',0,'2026-11-16T15:37:30.656Z','shim');
INSERT INTO "nudges" VALUES(2,'nudge_P6_-OoTo74BXLvIj','builder',NULL,'user',NULL,'Your question: How shall it be called? (17)
User response: read already','notif_P6_-OoRWJVFoyan7','2026-11-16T15:37:30.654Z','owner',NULL,NULL,'shim',0,'2026-11-16T15:37:30.656Z','shim');
INSERT INTO "nudges" VALUES(3,'nudge_P6_-OoYCn2ioVYWh','builder',NULL,'user',NULL,'Your question: How shall it be called? (18)
User response: not read yet','notif_P6_-OoWbU75m_r2u','2026-11-16T15:37:30.659Z','owner',NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "nudges" VALUES(4,'nudge_P6_-Oo_jQiZK827H','builder',NULL,'user',NULL,'Your question: How shall it be called? (19)
User response: hush, not read yet','notif_P6_-OoZoMJZ3YG_n','2026-11-16T15:37:30.661Z','owner',NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "nudges" VALUES(5,'nudge_P6_-Oocwt4-J_fSq','reviewer',NULL,'user',NULL,'Your question: How shall it be called? (20)
User response: out on a lease','notif_P6_-OobB7Svofj6G','2026-11-16T15:37:30.664Z','ada',NULL,'2026-11-16T15:37:40.666Z','shim',0,NULL,NULL);
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
, failure TEXT);
INSERT INTO "questions" VALUES('notif_P6_-Onh2O0rPNAEf','builder','choice','["Yes, merge", "No"]',0,'Go','[null, false, "dark", false, "site", "main", null, "Release"]',0,'/home/ada/builder','process:1','2026-11-16T15:37:30.605Z','2026-11-16T15:38:30.605Z','2026-11-17T15:37:30.605Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OnjOTJegu_4u','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-16T15:37:30.607Z',NULL,'2026-11-17T15:37:30.607Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "questions" VALUES('notif_P6_-Onk10eGdrBlF','reviewer','choice','["Yes, merge", "No"]',1,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.608Z',NULL,'2026-11-17T15:37:30.608Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OnmNPaGOTwj0','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.610Z',NULL,'2026-11-17T15:37:30.610Z',NULL,NULL,NULL,NULL,NULL,NULL,'timeout',NULL,0,NULL);
INSERT INTO "questions" VALUES('notif_P6_-Ono-8Ixc794v','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:30.612Z','2026-11-16T15:38:30.612Z','2026-11-17T15:37:30.612Z','2026-11-16T15:37:30.615Z','accepted','Yes, merge',NULL,'owner','rest',NULL,'2026-11-16T15:37:30.616Z',0,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OntDZeaoGWdX','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:30.617Z','2026-11-16T15:38:30.617Z','2026-11-17T15:37:30.617Z','2026-11-16T15:37:30.618Z','declined','No',NULL,'owner','rest',NULL,'2026-11-16T15:37:30.620Z',0,NULL);
INSERT INTO "questions" VALUES('notif_P6_-Onx0C0XennmC','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:30.621Z','2026-11-16T15:38:30.621Z','2026-11-17T15:37:30.621Z','2026-11-16T15:37:30.622Z','cancelled',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:30.623Z',0,NULL);
INSERT INTO "questions" VALUES('notif_P6_-Oo-efECgYMw5','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,'/home/ada/builder','process:1','2026-11-16T15:37:30.624Z','2026-11-16T15:38:30.624Z','2026-11-17T15:37:30.624Z','2026-11-16T15:37:30.625Z','dismissed',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:30.627Z',0,NULL);
INSERT INTO "questions" VALUES('notif_P6_-Oo3niaN63iR3','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.628Z','2026-11-16T15:38:30.628Z','2026-11-17T15:37:30.628Z','2026-11-16T15:37:30.629Z','accepted',NULL,'Belfry','owner','rest',NULL,'2026-11-16T15:37:30.630Z',0,NULL);
INSERT INTO "questions" VALUES('notif_P6_-Oo61loI-dUyk','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.631Z','2026-11-16T15:38:30.631Z','2026-11-17T15:37:30.631Z','2026-11-16T15:37:30.632Z','empty',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:30.634Z',0,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OoAx6uNUnLoK','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-16T15:37:30.635Z','2026-11-16T15:38:30.635Z','2026-11-17T15:37:30.635Z','2026-11-16T15:37:30.636Z','accepted',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:30.637Z',0,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OoFwMYukyO5x','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.640Z',NULL,'2026-11-17T15:37:30.640Z','2026-11-16T15:37:30.642Z','withdrawn',NULL,NULL,NULL,NULL,NULL,'2026-11-16T15:37:30.642Z',0,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OoIJxyEoniQd','builder','show','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.643Z',NULL,'2026-11-16T15:37:35.643Z','2026-11-16T15:37:30.643Z','shown',NULL,NULL,NULL,NULL,NULL,'2026-11-16T15:37:30.643Z',0,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OoKZJSiRfbHF','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.645Z',NULL,'2026-11-17T15:37:30.645Z',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OoMs4YHm2Bbr','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.647Z',NULL,'2026-11-17T15:37:30.647Z','2026-11-16T15:37:30.648Z','dismissed',NULL,NULL,'owner','rest',NULL,'2026-11-16T15:37:30.656Z',1,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OoPphwHN3K3Y','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.650Z',NULL,'2026-11-17T15:37:30.650Z',NULL,NULL,NULL,NULL,NULL,NULL,'failed',NULL,0,'no display');
INSERT INTO "questions" VALUES('notif_P6_-OoRWJVFoyan7','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.652Z',NULL,'2026-11-17T15:37:30.652Z','2026-11-16T15:37:30.654Z','accepted',NULL,'read already','owner','rest',NULL,'2026-11-16T15:37:30.656Z',1,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OoWbU75m_r2u','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.657Z',NULL,'2026-11-17T15:37:30.657Z','2026-11-16T15:37:30.659Z','accepted',NULL,'not read yet','owner','rest',NULL,NULL,1,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OoZoMJZ3YG_n','builder','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',1,NULL,'process:1','2026-11-16T15:37:30.660Z',NULL,'2026-11-17T15:37:30.660Z','2026-11-16T15:37:30.661Z','accepted',NULL,'hush, not read yet','owner','rest',NULL,NULL,1,NULL);
INSERT INTO "questions" VALUES('notif_P6_-OobB7Svofj6G','reviewer','text','[]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.663Z',NULL,'2026-11-17T15:37:30.663Z','2026-11-16T15:37:30.664Z','accepted',NULL,'out on a lease','ada','rest',NULL,NULL,1,NULL);
INSERT INTO "questions" VALUES('notif_P6_-Oof1O_-za6Ah','builder','choice','["Yes, merge", "No"]',0,NULL,'[null, true, "auto", false, null, null, null, null]',0,NULL,'process:1','2026-11-16T15:37:30.667Z','2026-11-16T15:38:30.667Z','2026-11-17T15:37:30.667Z','2026-11-16T15:37:30.669Z','declined','No',NULL,'owner','rest',NULL,NULL,0,NULL);
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
INSERT INTO "users" VALUES('ada',0,'2026-11-16T15:37:30.563Z');
INSERT INTO "users" VALUES('owner',1,'2026-11-16T15:37:30.522Z');
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('events',106);
INSERT INTO "sqlite_sequence" VALUES('nudges',5);
COMMIT;
PRAGMA user_version = 3;

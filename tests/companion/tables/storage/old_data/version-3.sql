BEGIN TRANSACTION;
CREATE TABLE address_key (
	day INTEGER NOT NULL, 
	"key" BLOB NOT NULL, 
	PRIMARY KEY (day)
);
INSERT INTO "address_key" VALUES(20778,X'8414B04D39AB9597B22DDAB994F03C66842C7CC27A58C59C1256604E857B589F');
CREATE TABLE claim (
	"table" VARCHAR(8) NOT NULL, 
	number INTEGER NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	chair INTEGER NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY ("table", number), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
CREATE TABLE event (
	"table" VARCHAR(8) NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	body TEXT NOT NULL, 
	actor INTEGER, 
	source VARCHAR(8) NOT NULL, 
	command_id VARCHAR(64), 
	at BIGINT NOT NULL, 
	PRIMARY KEY ("table", seq), 
	UNIQUE ("table", command_id), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "event" VALUES('LFKKV',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"follow","dice":"app","undo":"one"},"commitment":"c68aee07a55f8066dcd20ec119c9db2457d677c58ea63b9835deaf69cf9a06cd"}',NULL,'person','e67fc6f796ba07c2cefbcd9a',1795258913667);
INSERT INTO "event" VALUES('LFKKV',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','LFKKV-1',1795258913690);
INSERT INTO "event" VALUES('LFKKV',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','LFKKV-2',1795258913697);
INSERT INTO "event" VALUES('LFKKV',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','LFKKV-3',1795258913702);
INSERT INTO "event" VALUES('LFKKV',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','LFKKV-4',1795258913709);
INSERT INTO "event" VALUES('DBMQH',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"merchants","dice":"app","undo":"one"},"commitment":"3bbe735caf4188f8c6b733c36faf13cdf419af41b72487e3e1c2f48d5178e0d5"}',NULL,'person','6334f93ef06272b94b9b25da',1795258913714);
INSERT INTO "event" VALUES('DBMQH',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','DBMQH-1',1795258913725);
INSERT INTO "event" VALUES('DBMQH',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','DBMQH-2',1795258913728);
INSERT INTO "event" VALUES('DBMQH',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','DBMQH-3',1795258913732);
INSERT INTO "event" VALUES('DBMQH',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','DBMQH-4',1795258913736);
INSERT INTO "event" VALUES('QDWFW',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"score","dice":"app","undo":"one"},"commitment":"6aca024393b084fea271b08c82ef4edb15e5090d857d86b07fbcfe2bb9b97e79"}',NULL,'person','4a726440bf6b3589e1326749',1795258913740);
INSERT INTO "event" VALUES('QDWFW',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','QDWFW-1',1795258913744);
INSERT INTO "event" VALUES('QDWFW',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','QDWFW-2',1795258913748);
INSERT INTO "event" VALUES('QDWFW',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','QDWFW-3',1795258913751);
INSERT INTO "event" VALUES('QDWFW',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','QDWFW-4',1795258913759);
INSERT INTO "event" VALUES('LFKKV',6,'start','{"type":"start","chairs":[0,1,2,3],"first":0}',0,'person','LFKKV-5',1795258913763);
INSERT INTO "event" VALUES('LFKKV',7,'draw','{"type":"draw","outcome":"draw red"}',NULL,'app',NULL,1795258913763);
INSERT INTO "event" VALUES('LFKKV',8,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795258913763);
INSERT INTO "event" VALUES('LFKKV',9,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795258913763);
INSERT INTO "event" VALUES('LFKKV',10,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795258913763);
INSERT INTO "event" VALUES('LFKKV',11,'act','{"type":"act","seat":3,"action":"pick blue"}',0,'person','LFKKV-6',1795258913769);
INSERT INTO "event" VALUES('LFKKV',12,'act','{"type":"act","seat":2,"action":"pick blue"}',0,'person','LFKKV-7',1795258913773);
INSERT INTO "event" VALUES('LFKKV',13,'act','{"type":"act","seat":1,"action":"pick red"}',0,'person','LFKKV-8',1795258913776);
INSERT INTO "event" VALUES('LFKKV',14,'act','{"type":"act","seat":0,"action":"pick blue"}',0,'person','LFKKV-9',1795258913777);
INSERT INTO "event" VALUES('LFKKV',15,'draw','{"type":"draw","outcome":"die red 1"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',16,'draw','{"type":"draw","outcome":"die blue 3"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',17,'draw','{"type":"draw","outcome":"die blue 3"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',18,'draw','{"type":"draw","outcome":"die blue 2"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',19,'draw','{"type":"draw","outcome":"die black 5"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',20,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',21,'draw','{"type":"draw","outcome":"die yellow 2"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',22,'draw','{"type":"draw","outcome":"die blue 2"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',23,'draw','{"type":"draw","outcome":"die green 4"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',24,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',25,'draw','{"type":"draw","outcome":"die red 3"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',26,'draw','{"type":"draw","outcome":"die black 4"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',27,'draw','{"type":"draw","outcome":"die red 3"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',28,'draw','{"type":"draw","outcome":"die red 1"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',29,'draw','{"type":"draw","outcome":"die orange 4"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',30,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795258913777);
INSERT INTO "event" VALUES('LFKKV',31,'act','{"type":"act","seat":0,"action":"shop A4"}',0,'person','LFKKV-10',1795258913789);
INSERT INTO "event" VALUES('LFKKV',32,'act','{"type":"act","seat":0,"action":"shop B5"}',0,'person','LFKKV-11',1795258913792);
INSERT INTO "event" VALUES('LFKKV',33,'act','{"type":"act","seat":1,"action":"shop B4"}',0,'person','LFKKV-12',1795258913793);
INSERT INTO "event" VALUES('LFKKV',34,'act','{"type":"act","seat":1,"action":"dye B4 purple"}',0,'person','LFKKV-13',1795258913801);
INSERT INTO "event" VALUES('LFKKV',35,'act','{"type":"act","seat":2,"action":"shop B3"}',0,'person','LFKKV-14',1795258913802);
INSERT INTO "event" VALUES('LFKKV',36,'act','{"type":"act","seat":2,"action":"shop A5"}',0,'person','LFKKV-15',1795258913803);
INSERT INTO "event" VALUES('LFKKV',37,'act','{"type":"act","seat":3,"action":"shop A2"}',0,'person','LFKKV-16',1795258913809);
INSERT INTO "event" VALUES('LFKKV',38,'act','{"type":"act","seat":3,"action":"shop C1"}',0,'person','LFKKV-17',1795258913817);
INSERT INTO "event" VALUES('LFKKV',39,'act','{"type":"act","seat":0,"action":"shop C5"}',0,'person','LFKKV-18',1795258913820);
INSERT INTO "event" VALUES('LFKKV',40,'act','{"type":"act","seat":0,"action":"shop A1"}',0,'person','LFKKV-19',1795258913821);
INSERT INTO "event" VALUES('LFKKV',41,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','LFKKV-20',1795258913827);
INSERT INTO "event" VALUES('LFKKV',42,'act','{"type":"act","seat":1,"action":"dye B4 yellow"}',0,'person','LFKKV-21',1795258913828);
INSERT INTO "event" VALUES('LFKKV',43,'act','{"type":"act","seat":2,"action":"pass"}',0,'person','LFKKV-22',1795258913837);
INSERT INTO "event" VALUES('LFKKV',44,'act','{"type":"act","seat":3,"action":"shop D4"}',0,'person','LFKKV-23',1795258913841);
INSERT INTO "event" VALUES('LFKKV',45,'act','{"type":"act","seat":3,"action":"dye A2 purple"}',0,'person','LFKKV-24',1795258913844);
INSERT INTO "event" VALUES('LFKKV',46,'act','{"type":"act","seat":0,"action":"shop E5"}',0,'person','LFKKV-25',1795258913848);
INSERT INTO "event" VALUES('LFKKV',47,'act','{"type":"act","seat":0,"action":"dye E5 purple"}',0,'person','LFKKV-26',1795258913849);
INSERT INTO "event" VALUES('LFKKV',48,'act','{"type":"act","seat":1,"action":"shop E2"}',0,'person','LFKKV-27',1795258913850);
INSERT INTO "event" VALUES('LFKKV',49,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','LFKKV-28',1795258913851);
INSERT INTO "event" VALUES('LFKKV',50,'act','{"type":"act","seat":2,"action":"shop E1"}',0,'person','LFKKV-29',1795258913852);
INSERT INTO "event" VALUES('LFKKV',51,'act','{"type":"act","seat":2,"action":"dye B3 purple"}',0,'person','LFKKV-30',1795258913857);
INSERT INTO "event" VALUES('LFKKV',52,'act','{"type":"act","seat":3,"action":"shop B1"}',0,'person','LFKKV-31',1795258913860);
INSERT INTO "event" VALUES('LFKKV',53,'act','{"type":"act","seat":3,"action":"dye B1 blue"}',0,'person','LFKKV-32',1795258913864);
INSERT INTO "event" VALUES('LFKKV',54,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','LFKKV-33',1795258913868);
INSERT INTO "event" VALUES('LFKKV',55,'act','{"type":"act","seat":0,"action":"coin C5"}',0,'person','LFKKV-34',1795258913872);
INSERT INTO "event" VALUES('LFKKV',56,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','LFKKV-35',1795258913876);
INSERT INTO "event" VALUES('LFKKV',57,'act','{"type":"act","seat":1,"action":"end turn"}',0,'person','LFKKV-36',1795258913880);
INSERT INTO "event" VALUES('LFKKV',58,'act','{"type":"act","seat":2,"action":"shop C4"}',0,'person','LFKKV-37',1795258913884);
INSERT INTO "event" VALUES('LFKKV',59,'act','{"type":"act","seat":2,"action":"shop A3"}',0,'person','LFKKV-38',1795258913888);
INSERT INTO "event" VALUES('LFKKV',60,'act','{"type":"act","seat":3,"action":"shop C2"}',0,'person','LFKKV-39',1795258913893);
INSERT INTO "event" VALUES('LFKKV',61,'act','{"type":"act","seat":3,"action":"shop E4"}',0,'person','LFKKV-40',1795258913896);
INSERT INTO "event" VALUES('LFKKV',62,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','LFKKV-41',1795258913900);
INSERT INTO "event" VALUES('LFKKV',63,'act','{"type":"act","seat":0,"action":"dye E5 orange"}',0,'person','LFKKV-42',1795258913905);
INSERT INTO "event" VALUES('LFKKV',64,'act','{"type":"act","seat":1,"action":"dye E2 green"}',0,'person','LFKKV-43',1795258913908);
INSERT INTO "event" VALUES('LFKKV',65,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','LFKKV-44',1795258913912);
INSERT INTO "event" VALUES('LFKKV',66,'act','{"type":"act","seat":2,"action":"dye C4 red"}',0,'person','LFKKV-45',1795258913917);
INSERT INTO "event" VALUES('LFKKV',67,'act','{"type":"act","seat":2,"action":"dye C4 purple"}',0,'person','LFKKV-46',1795258913921);
INSERT INTO "event" VALUES('LFKKV',68,'act','{"type":"act","seat":3,"action":"dye C1 black"}',0,'person','LFKKV-47',1795258913925);
INSERT INTO "event" VALUES('LFKKV',69,'act','{"type":"act","seat":3,"action":"dye C2 blue"}',0,'person','LFKKV-48',1795258913929);
INSERT INTO "event" VALUES('LFKKV',70,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','LFKKV-49',1795258913929);
INSERT INTO "event" VALUES('LFKKV',71,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','LFKKV-50',1795258913930);
INSERT INTO "event" VALUES('LFKKV',72,'undo','{"type":"undo","to":70}',0,'person','LFKKV-51',1795258913931);
INSERT INTO "event" VALUES('LFKKV',73,'check','{"type":"check","zone":"city"}',0,'person','LFKKV-52',1795258913932);
INSERT INTO "event" VALUES('DBMQH',6,'position','{"type":"position","position":"{\"game\":\"hangzhou\",\"format\":1,\"players\":[\"white\",\"blue\",\"red\",\"yellow\"],\"city\":{\"B1\":{\"owner\":\"white\",\"dye\":\"yellow\",\"coins\":0},\"A2\":{\"owner\":\"blue\",\"dye\":\"red\",\"coins\":1},\"A3\":{\"owner\":\"red\",\"dye\":\"red\",\"coins\":0},\"D3\":{\"owner\":\"yellow\",\"dye\":\"blue\",\"coins\":0},\"E3\":{\"owner\":\"yellow\",\"dye\":\"red\",\"coins\":0},\"A5\":{\"owner\":\"blue\",\"dye\":null,\"coins\":0}},\"merchants\":{\"orange\":null,\"green\":null,\"purple\":null,\"black\":null},\"market\":{\"orange\":[{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"blue\",\"price\":3},{\"dye\":\"orange\",\"price\":4},{\"dye\":\"black\",\"price\":5}],\"green\":[{\"dye\":\"red\",\"price\":2},{\"dye\":\"blue\",\"price\":1},{\"dye\":\"yellow\",\"price\":1},{\"dye\":\"purple\",\"price\":4}],\"purple\":[{\"dye\":\"blue\",\"price\":1},{\"dye\":\"red\",\"price\":3},{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"green\",\"price\":4}],\"black\":[{\"dye\":\"red\",\"price\":1},{\"dye\":\"red\",\"price\":1},{\"dye\":\"purple\",\"price\":5},{\"dye\":\"black\",\"price\":6}]},\"bag\":{\"blue\":1,\"red\":0,\"yellow\":1,\"green\":1,\"orange\":1,\"purple\":0,\"black\":0},\"supply\":{\"blue\":6,\"red\":4,\"yellow\":5,\"green\":4,\"orange\":4,\"purple\":4,\"black\":4},\"hands\":{\"white\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":1,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"blue\":{\"coins\":3,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":1,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"red\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"yellow\":{\"coins\":4,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false}},\"seals\":[],\"now\":{\"phase\":\"play\",\"player\":\"white\",\"taken\":null,\"merchant\":null},\"start\":\"white\",\"round_die\":1,\"round\":1,\"mixed_returned\":false,\"pool\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"sold\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"options\":{\"blocking\":\"none\",\"trade\":\"forced\",\"round_die\":\"returned\",\"start_at\":1,\"repeat_action\":\"yes\",\"open_hands\":\"yes\",\"round_limit\":null}}","chairs":[0,1,2,3]}',0,'person','DBMQH-5',1795258913932);
CREATE TABLE game_table (
	code VARCHAR(8) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	opened_at BIGINT NOT NULL, 
	closed BOOLEAN NOT NULL, 
	opener VARCHAR(80), 
	command_id VARCHAR(64), 
	PRIMARY KEY (code), 
	UNIQUE (command_id)
);
INSERT INTO "game_table" VALUES('LFKKV','hangzhou',1795258913674,0,'b30d90ce93998dd2d69784e78bb74500',NULL);
INSERT INTO "game_table" VALUES('DBMQH','hangzhou',1795258913714,0,'b30d90ce93998dd2d69784e78bb74500',NULL);
INSERT INTO "game_table" VALUES('QDWFW','hangzhou',1795258913740,0,'b30d90ce93998dd2d69784e78bb74500',NULL);
CREATE TABLE holder (
	"table" VARCHAR(8) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	chair INTEGER, 
	host BOOLEAN NOT NULL, 
	moved BOOLEAN NOT NULL, 
	PRIMARY KEY ("table", token_hash), 
	UNIQUE ("table", chair), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "holder" VALUES('LFKKV','ea6a4b3c71eca9fd5ee54fb3c81b09863c0d360a60f7deaff07c4adf6a7ab7c3',0,1,0);
INSERT INTO "holder" VALUES('LFKKV','a58c22517ccbaa5fb082046293a372980e630a90c1dc4303c9719d51b757fa71',1,0,0);
INSERT INTO "holder" VALUES('LFKKV','9c79261f142e4bb4d2cfa80f8f19172470a163bd412c91ba27a3ac0d711b9833',2,0,0);
INSERT INTO "holder" VALUES('LFKKV','4fbef0a9df468676eed1a6e56f4352d30426feb96e02ff529abfae31d70095df',3,0,0);
INSERT INTO "holder" VALUES('DBMQH','7bd82ecf95442edb4b71f58195051b3fb3cb088f341d40638c3d73ba1ba7a7eb',0,1,0);
INSERT INTO "holder" VALUES('DBMQH','cf32b5ddf817eb8feb287e2aa84e48ee2cbe2881aa57c6686dc5a3998c3ada5b',1,0,0);
INSERT INTO "holder" VALUES('DBMQH','48636cb7d9dd412a074c5978999146a80e595bf160f37667fd71ce32729fb7d4',2,0,0);
INSERT INTO "holder" VALUES('DBMQH','065bf0fe9c1251c6ee152f4ccd8a32340e05badf44808f26f2f99cf31dc69f24',3,0,0);
INSERT INTO "holder" VALUES('QDWFW','eb4213a383aa9a80f118409a43f051d22e25713b0e816d5d7aa701f24d375604',0,1,0);
INSERT INTO "holder" VALUES('QDWFW','e93b2451925b62830935dce44c55a74398b0df108085b9e52ef277a363d6ae0b',1,0,0);
INSERT INTO "holder" VALUES('QDWFW','f39a6377967b24a7fc9958075e58b4396f3c6cb5b15899c300bfaaa4a49960c0',2,0,0);
INSERT INTO "holder" VALUES('QDWFW','49f40743bfd436a7ad95edcf203aa71a59e087834df31e0eccfb978d1d5c4eb9',3,0,0);
CREATE TABLE move_code (
	"table" VARCHAR(8) NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	chair INTEGER NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY ("table", code_hash), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "move_code" VALUES('LFKKV','798d5d0848f5206727c7645a505c6f2c6a0733cb6a5c59fbc0f30792317de21a',0,1795259513935);
CREATE TABLE owner (
	token_hash VARCHAR(64) NOT NULL, 
	PRIMARY KEY (token_hash)
);
CREATE TABLE owner_code (
	code_hash VARCHAR(64) NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY (code_hash)
);
CREATE TABLE presence (
	"table" VARCHAR(8) NOT NULL, 
	chair INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY ("table", chair), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "presence" VALUES('LFKKV',0,3,1795258913935);
CREATE TABLE record (
	"table" VARCHAR(8) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	at BIGINT NOT NULL, 
	started_at BIGINT, 
	ended_at BIGINT, 
	actions INTEGER NOT NULL, 
	decided_by VARCHAR(40), 
	seats TEXT, 
	PRIMARY KEY ("table"), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "record" VALUES('LFKKV','hangzhou',1795258913763,1795258913763,NULL,0,NULL,NULL);
INSERT INTO "record" VALUES('DBMQH','hangzhou',1795258913932,1795258913932,NULL,0,NULL,NULL);
INSERT INTO "record" VALUES('QDWFW','hangzhou',1795258913740,NULL,NULL,0,NULL,NULL);
CREATE TABLE record_name (
	"table" VARCHAR(8) NOT NULL, 
	chair INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	folded VARCHAR(160) NOT NULL, 
	PRIMARY KEY ("table", chair), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "record_name" VALUES('QDWFW',0,'Ana','ana');
INSERT INTO "record_name" VALUES('QDWFW',1,'Mei','mei');
INSERT INTO "record_name" VALUES('QDWFW',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('QDWFW',3,'Zoë','zoe');
INSERT INTO "record_name" VALUES('LFKKV',0,'Ana','ana');
INSERT INTO "record_name" VALUES('LFKKV',1,'Mei','mei');
INSERT INTO "record_name" VALUES('LFKKV',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('LFKKV',3,'Zoë','zoe');
INSERT INTO "record_name" VALUES('DBMQH',0,'Ana','ana');
INSERT INTO "record_name" VALUES('DBMQH',1,'Mei','mei');
INSERT INTO "record_name" VALUES('DBMQH',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('DBMQH',3,'Zoë','zoe');
CREATE TABLE schema_version (
	version INTEGER NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "schema_version" VALUES(3);
CREATE TABLE seed (
	"table" VARCHAR(8) NOT NULL, 
	number INTEGER NOT NULL, 
	value BLOB NOT NULL, 
	PRIMARY KEY ("table", number), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "seed" VALUES('LFKKV',1,X'32151D8B76CC923C01A0AAD9ECD905E307BA4C4C553CA17096FA056D7A76010F');
INSERT INTO "seed" VALUES('DBMQH',1,X'DAE488453009E664BF455DF9C2759E483F6E90028D753398AE551275439ADA1D');
INSERT INTO "seed" VALUES('QDWFW',1,X'3AFD5C79C1E9DB5B4D47E9873D7F79095EE2A3587CE3033BC22D27C52F5C30CE');
CREATE TABLE spent (
	kind VARCHAR(8) NOT NULL, 
	who VARCHAR(64) NOT NULL, 
	start BIGINT NOT NULL, 
	ends BIGINT NOT NULL, 
	amount BIGINT NOT NULL, 
	PRIMARY KEY (kind, who, start)
);
CREATE INDEX ix_game_table_opened_at ON game_table (opened_at);
CREATE INDEX ix_game_table_opener ON game_table (opener);
CREATE INDEX ix_spent_ends ON spent (ends);
CREATE INDEX ix_holder_token_hash ON holder (token_hash);
CREATE INDEX ix_record_at ON record (at);
COMMIT;

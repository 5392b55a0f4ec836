BEGIN TRANSACTION;
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
INSERT INTO "event" VALUES('RCRRS',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"follow","dice":"app","undo":"one"},"commitment":"2dc5c37deee3bb48eba5e7de2b9b479e2884d94bb02741d092da870ef07f3617"}',NULL,'person','a2b6f436c730fdea231ec4e5',1795258336970);
INSERT INTO "event" VALUES('RCRRS',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','RCRRS-1',1795258336975);
INSERT INTO "event" VALUES('RCRRS',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','RCRRS-2',1795258336977);
INSERT INTO "event" VALUES('RCRRS',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','RCRRS-3',1795258336978);
INSERT INTO "event" VALUES('RCRRS',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','RCRRS-4',1795258336979);
INSERT INTO "event" VALUES('VSVZD',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"merchants","dice":"app","undo":"one"},"commitment":"6527bd249e1f37dfa548d2b64c61cd1446250e37c3fbfeb4fd755dc2fb371124"}',NULL,'person','01552b97aaae480f047a81bb',1795258336980);
INSERT INTO "event" VALUES('VSVZD',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','VSVZD-1',1795258336981);
INSERT INTO "event" VALUES('VSVZD',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','VSVZD-2',1795258336982);
INSERT INTO "event" VALUES('VSVZD',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','VSVZD-3',1795258336983);
INSERT INTO "event" VALUES('VSVZD',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','VSVZD-4',1795258336984);
INSERT INTO "event" VALUES('GMSKD',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"score","dice":"app","undo":"one"},"commitment":"713b4d0d701b0b375cb4cce5da9355170a42c9d726253e578ed164b709107fb5"}',NULL,'person','50de2be966d4b86a01da5518',1795258336985);
INSERT INTO "event" VALUES('GMSKD',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','GMSKD-1',1795258336987);
INSERT INTO "event" VALUES('GMSKD',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','GMSKD-2',1795258336987);
INSERT INTO "event" VALUES('GMSKD',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','GMSKD-3',1795258336988);
INSERT INTO "event" VALUES('GMSKD',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','GMSKD-4',1795258336989);
INSERT INTO "event" VALUES('RCRRS',6,'start','{"type":"start","chairs":[0,1,2,3],"first":0}',0,'person','RCRRS-5',1795258336990);
INSERT INTO "event" VALUES('RCRRS',7,'draw','{"type":"draw","outcome":"draw red"}',NULL,'app',NULL,1795258336990);
INSERT INTO "event" VALUES('RCRRS',8,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795258336990);
INSERT INTO "event" VALUES('RCRRS',9,'draw','{"type":"draw","outcome":"draw yellow"}',NULL,'app',NULL,1795258336990);
INSERT INTO "event" VALUES('RCRRS',10,'draw','{"type":"draw","outcome":"draw yellow"}',NULL,'app',NULL,1795258336990);
INSERT INTO "event" VALUES('RCRRS',11,'act','{"type":"act","seat":3,"action":"pick blue"}',0,'person','RCRRS-6',1795258336993);
INSERT INTO "event" VALUES('RCRRS',12,'act','{"type":"act","seat":2,"action":"pick red"}',0,'person','RCRRS-7',1795258336993);
INSERT INTO "event" VALUES('RCRRS',13,'act','{"type":"act","seat":1,"action":"pick yellow"}',0,'person','RCRRS-8',1795258336994);
INSERT INTO "event" VALUES('RCRRS',14,'act','{"type":"act","seat":0,"action":"pick yellow"}',0,'person','RCRRS-9',1795258336995);
INSERT INTO "event" VALUES('RCRRS',15,'draw','{"type":"draw","outcome":"die blue 1"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',16,'draw','{"type":"draw","outcome":"die blue 1"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',17,'draw','{"type":"draw","outcome":"die orange 4"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',18,'draw','{"type":"draw","outcome":"die yellow 1"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',19,'draw','{"type":"draw","outcome":"die red 3"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',20,'draw','{"type":"draw","outcome":"die blue 1"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',21,'draw','{"type":"draw","outcome":"die yellow 2"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',22,'draw','{"type":"draw","outcome":"die red 2"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',23,'draw','{"type":"draw","outcome":"die green 6"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',24,'draw','{"type":"draw","outcome":"die black 5"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',25,'draw','{"type":"draw","outcome":"die red 1"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',26,'draw','{"type":"draw","outcome":"die red 3"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',27,'draw','{"type":"draw","outcome":"die blue 2"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',28,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',29,'draw','{"type":"draw","outcome":"die purple 4"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',30,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795258336995);
INSERT INTO "event" VALUES('RCRRS',31,'act','{"type":"act","seat":0,"action":"shop A4"}',0,'person','RCRRS-10',1795258336999);
INSERT INTO "event" VALUES('RCRRS',32,'act','{"type":"act","seat":0,"action":"shop B5"}',0,'person','RCRRS-11',1795258337000);
INSERT INTO "event" VALUES('RCRRS',33,'act','{"type":"act","seat":1,"action":"shop B4"}',0,'person','RCRRS-12',1795258337001);
INSERT INTO "event" VALUES('RCRRS',34,'act','{"type":"act","seat":1,"action":"dye B4 purple"}',0,'person','RCRRS-13',1795258337002);
INSERT INTO "event" VALUES('RCRRS',35,'act','{"type":"act","seat":2,"action":"shop B3"}',0,'person','RCRRS-14',1795258337003);
INSERT INTO "event" VALUES('RCRRS',36,'act','{"type":"act","seat":2,"action":"shop A5"}',0,'person','RCRRS-15',1795258337003);
INSERT INTO "event" VALUES('RCRRS',37,'act','{"type":"act","seat":3,"action":"shop A2"}',0,'person','RCRRS-16',1795258337004);
INSERT INTO "event" VALUES('RCRRS',38,'act','{"type":"act","seat":3,"action":"shop C1"}',0,'person','RCRRS-17',1795258337005);
INSERT INTO "event" VALUES('RCRRS',39,'act','{"type":"act","seat":0,"action":"shop C5"}',0,'person','RCRRS-18',1795258337006);
INSERT INTO "event" VALUES('RCRRS',40,'act','{"type":"act","seat":0,"action":"shop A1"}',0,'person','RCRRS-19',1795258337006);
INSERT INTO "event" VALUES('RCRRS',41,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','RCRRS-20',1795258337007);
INSERT INTO "event" VALUES('RCRRS',42,'act','{"type":"act","seat":1,"action":"dye B4 yellow"}',0,'person','RCRRS-21',1795258337008);
INSERT INTO "event" VALUES('RCRRS',43,'act','{"type":"act","seat":2,"action":"pass"}',0,'person','RCRRS-22',1795258337009);
INSERT INTO "event" VALUES('RCRRS',44,'act','{"type":"act","seat":3,"action":"shop D4"}',0,'person','RCRRS-23',1795258337009);
INSERT INTO "event" VALUES('RCRRS',45,'act','{"type":"act","seat":3,"action":"dye A2 purple"}',0,'person','RCRRS-24',1795258337010);
INSERT INTO "event" VALUES('RCRRS',46,'act','{"type":"act","seat":0,"action":"shop E5"}',0,'person','RCRRS-25',1795258337011);
INSERT INTO "event" VALUES('RCRRS',47,'act','{"type":"act","seat":0,"action":"dye E5 purple"}',0,'person','RCRRS-26',1795258337012);
INSERT INTO "event" VALUES('RCRRS',48,'act','{"type":"act","seat":1,"action":"shop E2"}',0,'person','RCRRS-27',1795258337013);
INSERT INTO "event" VALUES('RCRRS',49,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','RCRRS-28',1795258337014);
INSERT INTO "event" VALUES('RCRRS',50,'act','{"type":"act","seat":2,"action":"shop E1"}',0,'person','RCRRS-29',1795258337014);
INSERT INTO "event" VALUES('RCRRS',51,'act','{"type":"act","seat":2,"action":"dye B3 purple"}',0,'person','RCRRS-30',1795258337015);
INSERT INTO "event" VALUES('RCRRS',52,'act','{"type":"act","seat":3,"action":"shop B1"}',0,'person','RCRRS-31',1795258337016);
INSERT INTO "event" VALUES('RCRRS',53,'act','{"type":"act","seat":3,"action":"dye B1 blue"}',0,'person','RCRRS-32',1795258337017);
INSERT INTO "event" VALUES('RCRRS',54,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','RCRRS-33',1795258337017);
INSERT INTO "event" VALUES('RCRRS',55,'act','{"type":"act","seat":0,"action":"coin C5"}',0,'person','RCRRS-34',1795258337018);
INSERT INTO "event" VALUES('RCRRS',56,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','RCRRS-35',1795258337019);
INSERT INTO "event" VALUES('RCRRS',57,'act','{"type":"act","seat":1,"action":"end turn"}',0,'person','RCRRS-36',1795258337020);
INSERT INTO "event" VALUES('RCRRS',58,'act','{"type":"act","seat":2,"action":"shop C4"}',0,'person','RCRRS-37',1795258337020);
INSERT INTO "event" VALUES('RCRRS',59,'act','{"type":"act","seat":2,"action":"shop A3"}',0,'person','RCRRS-38',1795258337021);
INSERT INTO "event" VALUES('RCRRS',60,'act','{"type":"act","seat":3,"action":"shop C2"}',0,'person','RCRRS-39',1795258337022);
INSERT INTO "event" VALUES('RCRRS',61,'act','{"type":"act","seat":3,"action":"shop E4"}',0,'person','RCRRS-40',1795258337023);
INSERT INTO "event" VALUES('RCRRS',62,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','RCRRS-41',1795258337023);
INSERT INTO "event" VALUES('RCRRS',63,'act','{"type":"act","seat":0,"action":"dye E5 orange"}',0,'person','RCRRS-42',1795258337024);
INSERT INTO "event" VALUES('RCRRS',64,'act','{"type":"act","seat":1,"action":"dye E2 green"}',0,'person','RCRRS-43',1795258337025);
INSERT INTO "event" VALUES('RCRRS',65,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','RCRRS-44',1795258337026);
INSERT INTO "event" VALUES('RCRRS',66,'act','{"type":"act","seat":2,"action":"dye C4 red"}',0,'person','RCRRS-45',1795258337026);
INSERT INTO "event" VALUES('RCRRS',67,'act','{"type":"act","seat":2,"action":"dye C4 purple"}',0,'person','RCRRS-46',1795258337027);
INSERT INTO "event" VALUES('RCRRS',68,'act','{"type":"act","seat":3,"action":"dye C1 black"}',0,'person','RCRRS-47',1795258337028);
INSERT INTO "event" VALUES('RCRRS',69,'act','{"type":"act","seat":3,"action":"dye C2 blue"}',0,'person','RCRRS-48',1795258337029);
INSERT INTO "event" VALUES('RCRRS',70,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','RCRRS-49',1795258337029);
INSERT INTO "event" VALUES('RCRRS',71,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','RCRRS-50',1795258337030);
INSERT INTO "event" VALUES('RCRRS',72,'undo','{"type":"undo","to":70}',0,'person','RCRRS-51',1795258337031);
INSERT INTO "event" VALUES('RCRRS',73,'check','{"type":"check","zone":"city"}',0,'person','RCRRS-52',1795258337031);
INSERT INTO "event" VALUES('VSVZD',6,'position','{"type":"position","position":"{\"game\":\"hangzhou\",\"format\":1,\"players\":[\"white\",\"blue\",\"red\",\"yellow\"],\"city\":{\"B1\":{\"owner\":\"white\",\"dye\":\"yellow\",\"coins\":0},\"A2\":{\"owner\":\"blue\",\"dye\":\"red\",\"coins\":1},\"A3\":{\"owner\":\"red\",\"dye\":\"red\",\"coins\":0},\"D3\":{\"owner\":\"yellow\",\"dye\":\"blue\",\"coins\":0},\"E3\":{\"owner\":\"yellow\",\"dye\":\"red\",\"coins\":0},\"A5\":{\"owner\":\"blue\",\"dye\":null,\"coins\":0}},\"merchants\":{\"orange\":null,\"green\":null,\"purple\":null,\"black\":null},\"market\":{\"orange\":[{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"blue\",\"price\":3},{\"dye\":\"orange\",\"price\":4},{\"dye\":\"black\",\"price\":5}],\"green\":[{\"dye\":\"red\",\"price\":2},{\"dye\":\"blue\",\"price\":1},{\"dye\":\"yellow\",\"price\":1},{\"dye\":\"purple\",\"price\":4}],\"purple\":[{\"dye\":\"blue\",\"price\":1},{\"dye\":\"red\",\"price\":3},{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"green\",\"price\":4}],\"black\":[{\"dye\":\"red\",\"price\":1},{\"dye\":\"red\",\"price\":1},{\"dye\":\"purple\",\"price\":5},{\"dye\":\"black\",\"price\":6}]},\"bag\":{\"blue\":1,\"red\":0,\"yellow\":1,\"green\":1,\"orange\":1,\"purple\":0,\"black\":0},\"supply\":{\"blue\":6,\"red\":4,\"yellow\":5,\"green\":4,\"orange\":4,\"purple\":4,\"black\":4},\"hands\":{\"white\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":1,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"blue\":{\"coins\":3,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":1,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"red\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"yellow\":{\"coins\":4,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false}},\"seals\":[],\"now\":{\"phase\":\"play\",\"player\":\"white\",\"taken\":null,\"merchant\":null},\"start\":\"white\",\"round_die\":1,\"round\":1,\"mixed_returned\":false,\"pool\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"sold\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"options\":{\"blocking\":\"none\",\"trade\":\"forced\",\"round_die\":\"returned\",\"start_at\":1,\"repeat_action\":\"yes\",\"open_hands\":\"yes\",\"round_limit\":null}}","chairs":[0,1,2,3]}',0,'person','VSVZD-5',1795258337032);
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
INSERT INTO "game_table" VALUES('RCRRS','hangzhou',1795258336972,0,'192.0.2.7',NULL);
INSERT INTO "game_table" VALUES('VSVZD','hangzhou',1795258336980,0,'192.0.2.7',NULL);
INSERT INTO "game_table" VALUES('GMSKD','hangzhou',1795258336986,0,'192.0.2.7',NULL);
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
INSERT INTO "holder" VALUES('RCRRS','f5d853c75972f04986d1b32211193d8c8d2bd1d39e7656d3413c36f799e02165',0,1,0);
INSERT INTO "holder" VALUES('RCRRS','4ffe1ea735a156587f498e4d7cc062e766d69a93caa13ad73ed5908a243baa2d',1,0,0);
INSERT INTO "holder" VALUES('RCRRS','c8a86a5ca9d1f1821d6e2a902bd69a048b08a0fe8f7d42d960d3deb1d7d8fab1',2,0,0);
INSERT INTO "holder" VALUES('RCRRS','56d3ede60b12412ea4a0afd44c2cbf800bd8cffdb2d5e97abd5d9abac100c369',3,0,0);
INSERT INTO "holder" VALUES('VSVZD','9d1880509f9aecc142bb5723fca010ed6fbe27500ae60c85b2dba557be19095a',0,1,0);
INSERT INTO "holder" VALUES('VSVZD','443787a4084c30dd893144bae00d639abfc227ae95afa62bb33cc25ff0b84277',1,0,0);
INSERT INTO "holder" VALUES('VSVZD','5dfbedc1ac6b85e1ebc328187e1036d30e760031e9755c518df6d1ae125a54f6',2,0,0);
INSERT INTO "holder" VALUES('VSVZD','fa32f4fdd5d92244af1a288a56a6ce6dd41bb8f8cfc547be762e7f71e30297db',3,0,0);
INSERT INTO "holder" VALUES('GMSKD','8ce76b1194d3c6f142ff495a7b01fb9c3aee7de8701febea0de68501d6cc44a2',0,1,0);
INSERT INTO "holder" VALUES('GMSKD','78f7f11bbcfc49e6144eb2d90e9848d910ce8a475545a9c506fcf6c3d6e17364',1,0,0);
INSERT INTO "holder" VALUES('GMSKD','1d5e7fdd8613f14dbbc4a09f42852cc012d29784f613a2e7e24fef095891ffff',2,0,0);
INSERT INTO "holder" VALUES('GMSKD','1e04949644ee66ee391163c57b2932ce4985c2fb2c882c6d7e68ce98a52a3362',3,0,0);
CREATE TABLE move_code (
	"table" VARCHAR(8) NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	chair INTEGER NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY ("table", code_hash), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "move_code" VALUES('RCRRS','1be179aa1e379146f7d5d48fea1177b5057f3791daebbd1d43fe1cf2f55cbddb',0,1795258937035);
CREATE TABLE presence (
	"table" VARCHAR(8) NOT NULL, 
	chair INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY ("table", chair), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "presence" VALUES('RCRRS',0,3,1795258337034);
CREATE TABLE schema_version (
	version INTEGER NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "schema_version" VALUES(1);
CREATE TABLE seed (
	"table" VARCHAR(8) NOT NULL, 
	number INTEGER NOT NULL, 
	value BLOB NOT NULL, 
	PRIMARY KEY ("table", number), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "seed" VALUES('RCRRS',1,X'5B5CA00521D84141356D74A19FE19B3CE49F7D7FD8F86C74D44B31D0B61D083D');
INSERT INTO "seed" VALUES('VSVZD',1,X'FDF147FC7D77B89699F13A8537B5AA6082498E650039FD7903F2DD17EA103D5F');
INSERT INTO "seed" VALUES('GMSKD',1,X'BC26B07D3C1FD6FE10FB912719E88949139E74D7A8B5674CB7DC8958201998F3');
CREATE INDEX ix_game_table_opened_at ON game_table (opened_at);
CREATE INDEX ix_game_table_opener ON game_table (opener);
COMMIT;

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
INSERT INTO "event" VALUES('RVPJG',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"follow","dice":"app","undo":"one"},"commitment":"1f741909a6be6b9021cbedd21aaf51bf421c93430ec0a35af29ad75cdb78c5a4"}',NULL,'person','8e4e4bfebead32e291dec093',1795258336462);
INSERT INTO "event" VALUES('RVPJG',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','RVPJG-1',1795258336468);
INSERT INTO "event" VALUES('RVPJG',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','RVPJG-2',1795258336470);
INSERT INTO "event" VALUES('RVPJG',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','RVPJG-3',1795258336472);
INSERT INTO "event" VALUES('RVPJG',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','RVPJG-4',1795258336474);
INSERT INTO "event" VALUES('PFVQF',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"merchants","dice":"app","undo":"one"},"commitment":"226c15262a8fabb974c043415e4fb0d90ade061c856d0b622487a1acb33f4d86"}',NULL,'person','1b9aeba784d88265b9c3f070',1795258336475);
INSERT INTO "event" VALUES('PFVQF',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','PFVQF-1',1795258336477);
INSERT INTO "event" VALUES('PFVQF',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','PFVQF-2',1795258336479);
INSERT INTO "event" VALUES('PFVQF',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','PFVQF-3',1795258336485);
INSERT INTO "event" VALUES('PFVQF',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','PFVQF-4',1795258336488);
INSERT INTO "event" VALUES('FZPZC',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"score","dice":"app","undo":"one"},"commitment":"1f1cc47428f08238cd37ce1929e691344393da99c2475310010eec103ef8cbc5"}',NULL,'person','f43537b2cd560c53ea8a5e89',1795258336492);
INSERT INTO "event" VALUES('FZPZC',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','FZPZC-1',1795258336497);
INSERT INTO "event" VALUES('FZPZC',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','FZPZC-2',1795258336500);
INSERT INTO "event" VALUES('FZPZC',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','FZPZC-3',1795258336505);
INSERT INTO "event" VALUES('FZPZC',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','FZPZC-4',1795258336514);
INSERT INTO "event" VALUES('RVPJG',6,'start','{"type":"start","chairs":[0,1,2,3],"first":0}',0,'person','RVPJG-5',1795258336517);
INSERT INTO "event" VALUES('RVPJG',7,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795258336517);
INSERT INTO "event" VALUES('RVPJG',8,'draw','{"type":"draw","outcome":"draw red"}',NULL,'app',NULL,1795258336517);
INSERT INTO "event" VALUES('RVPJG',9,'draw','{"type":"draw","outcome":"draw red"}',NULL,'app',NULL,1795258336517);
INSERT INTO "event" VALUES('RVPJG',10,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795258336517);
INSERT INTO "event" VALUES('RVPJG',11,'act','{"type":"act","seat":3,"action":"pick blue"}',0,'person','RVPJG-6',1795258336526);
INSERT INTO "event" VALUES('RVPJG',12,'act','{"type":"act","seat":2,"action":"pick blue"}',0,'person','RVPJG-7',1795258336530);
INSERT INTO "event" VALUES('RVPJG',13,'act','{"type":"act","seat":1,"action":"pick red"}',0,'person','RVPJG-8',1795258336533);
INSERT INTO "event" VALUES('RVPJG',14,'act','{"type":"act","seat":0,"action":"pick red"}',0,'person','RVPJG-9',1795258336537);
INSERT INTO "event" VALUES('RVPJG',15,'draw','{"type":"draw","outcome":"die red 3"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',16,'draw','{"type":"draw","outcome":"die black 6"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',17,'draw','{"type":"draw","outcome":"die red 2"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',18,'draw','{"type":"draw","outcome":"die red 3"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',19,'draw','{"type":"draw","outcome":"die blue 1"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',20,'draw','{"type":"draw","outcome":"die orange 6"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',21,'draw','{"type":"draw","outcome":"die red 1"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',22,'draw','{"type":"draw","outcome":"die blue 3"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',23,'draw','{"type":"draw","outcome":"die yellow 1"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',24,'draw','{"type":"draw","outcome":"die purple 5"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',25,'draw','{"type":"draw","outcome":"die blue 2"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',26,'draw','{"type":"draw","outcome":"die green 5"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',27,'draw','{"type":"draw","outcome":"die blue 3"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',28,'draw','{"type":"draw","outcome":"die green 6"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',29,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',30,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795258336537);
INSERT INTO "event" VALUES('RVPJG',31,'act','{"type":"act","seat":0,"action":"shop A4"}',0,'person','RVPJG-10',1795258336548);
INSERT INTO "event" VALUES('RVPJG',32,'act','{"type":"act","seat":0,"action":"shop B5"}',0,'person','RVPJG-11',1795258336554);
INSERT INTO "event" VALUES('RVPJG',33,'act','{"type":"act","seat":1,"action":"shop B4"}',0,'person','RVPJG-12',1795258336557);
INSERT INTO "event" VALUES('RVPJG',34,'act','{"type":"act","seat":1,"action":"dye B4 purple"}',0,'person','RVPJG-13',1795258336560);
INSERT INTO "event" VALUES('RVPJG',35,'act','{"type":"act","seat":2,"action":"shop B3"}',0,'person','RVPJG-14',1795258336563);
INSERT INTO "event" VALUES('RVPJG',36,'act','{"type":"act","seat":2,"action":"shop A5"}',0,'person','RVPJG-15',1795258336566);
INSERT INTO "event" VALUES('RVPJG',37,'act','{"type":"act","seat":3,"action":"shop A2"}',0,'person','RVPJG-16',1795258336569);
INSERT INTO "event" VALUES('RVPJG',38,'act','{"type":"act","seat":3,"action":"shop C1"}',0,'person','RVPJG-17',1795258336574);
INSERT INTO "event" VALUES('RVPJG',39,'act','{"type":"act","seat":0,"action":"shop C5"}',0,'person','RVPJG-18',1795258336578);
INSERT INTO "event" VALUES('RVPJG',40,'act','{"type":"act","seat":0,"action":"shop A1"}',0,'person','RVPJG-19',1795258336580);
INSERT INTO "event" VALUES('RVPJG',41,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','RVPJG-20',1795258336585);
INSERT INTO "event" VALUES('RVPJG',42,'act','{"type":"act","seat":1,"action":"dye B4 yellow"}',0,'person','RVPJG-21',1795258336587);
INSERT INTO "event" VALUES('RVPJG',43,'act','{"type":"act","seat":2,"action":"pass"}',0,'person','RVPJG-22',1795258336589);
INSERT INTO "event" VALUES('RVPJG',44,'act','{"type":"act","seat":3,"action":"shop D4"}',0,'person','RVPJG-23',1795258336591);
INSERT INTO "event" VALUES('RVPJG',45,'act','{"type":"act","seat":3,"action":"dye A2 purple"}',0,'person','RVPJG-24',1795258336597);
INSERT INTO "event" VALUES('RVPJG',46,'act','{"type":"act","seat":0,"action":"shop E5"}',0,'person','RVPJG-25',1795258336601);
INSERT INTO "event" VALUES('RVPJG',47,'act','{"type":"act","seat":0,"action":"dye E5 purple"}',0,'person','RVPJG-26',1795258336603);
INSERT INTO "event" VALUES('RVPJG',48,'act','{"type":"act","seat":1,"action":"shop E2"}',0,'person','RVPJG-27',1795258336605);
INSERT INTO "event" VALUES('RVPJG',49,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','RVPJG-28',1795258336607);
INSERT INTO "event" VALUES('RVPJG',50,'act','{"type":"act","seat":2,"action":"shop E1"}',0,'person','RVPJG-29',1795258336609);
INSERT INTO "event" VALUES('RVPJG',51,'act','{"type":"act","seat":2,"action":"dye B3 purple"}',0,'person','RVPJG-30',1795258336611);
INSERT INTO "event" VALUES('RVPJG',52,'act','{"type":"act","seat":3,"action":"shop B1"}',0,'person','RVPJG-31',1795258336613);
INSERT INTO "event" VALUES('RVPJG',53,'act','{"type":"act","seat":3,"action":"dye B1 blue"}',0,'person','RVPJG-32',1795258336615);
INSERT INTO "event" VALUES('RVPJG',54,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','RVPJG-33',1795258336617);
INSERT INTO "event" VALUES('RVPJG',55,'act','{"type":"act","seat":0,"action":"coin C5"}',0,'person','RVPJG-34',1795258336618);
INSERT INTO "event" VALUES('RVPJG',56,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','RVPJG-35',1795258336620);
INSERT INTO "event" VALUES('RVPJG',57,'act','{"type":"act","seat":1,"action":"end turn"}',0,'person','RVPJG-36',1795258336622);
INSERT INTO "event" VALUES('RVPJG',58,'act','{"type":"act","seat":2,"action":"shop C4"}',0,'person','RVPJG-37',1795258336624);
INSERT INTO "event" VALUES('RVPJG',59,'act','{"type":"act","seat":2,"action":"shop A3"}',0,'person','RVPJG-38',1795258336626);
INSERT INTO "event" VALUES('RVPJG',60,'act','{"type":"act","seat":3,"action":"shop C2"}',0,'person','RVPJG-39',1795258336628);
INSERT INTO "event" VALUES('RVPJG',61,'act','{"type":"act","seat":3,"action":"shop E4"}',0,'person','RVPJG-40',1795258336630);
INSERT INTO "event" VALUES('RVPJG',62,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','RVPJG-41',1795258336632);
INSERT INTO "event" VALUES('RVPJG',63,'act','{"type":"act","seat":0,"action":"dye E5 orange"}',0,'person','RVPJG-42',1795258336633);
INSERT INTO "event" VALUES('RVPJG',64,'act','{"type":"act","seat":1,"action":"dye E2 green"}',0,'person','RVPJG-43',1795258336635);
INSERT INTO "event" VALUES('RVPJG',65,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','RVPJG-44',1795258336637);
INSERT INTO "event" VALUES('RVPJG',66,'act','{"type":"act","seat":2,"action":"dye C4 red"}',0,'person','RVPJG-45',1795258336639);
INSERT INTO "event" VALUES('RVPJG',67,'act','{"type":"act","seat":2,"action":"dye C4 purple"}',0,'person','RVPJG-46',1795258336641);
INSERT INTO "event" VALUES('RVPJG',68,'act','{"type":"act","seat":3,"action":"dye C1 black"}',0,'person','RVPJG-47',1795258336643);
INSERT INTO "event" VALUES('RVPJG',69,'act','{"type":"act","seat":3,"action":"dye C2 blue"}',0,'person','RVPJG-48',1795258336645);
INSERT INTO "event" VALUES('RVPJG',70,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','RVPJG-49',1795258336647);
INSERT INTO "event" VALUES('RVPJG',71,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','RVPJG-50',1795258336648);
INSERT INTO "event" VALUES('RVPJG',72,'undo','{"type":"undo","to":70}',0,'person','RVPJG-51',1795258336650);
INSERT INTO "event" VALUES('RVPJG',73,'check','{"type":"check","zone":"city"}',0,'person','RVPJG-52',1795258336651);
INSERT INTO "event" VALUES('PFVQF',6,'position','{"type":"position","position":"{\"game\":\"hangzhou\",\"format\":1,\"players\":[\"white\",\"blue\",\"red\",\"yellow\"],\"city\":{\"B1\":{\"owner\":\"white\",\"dye\":\"yellow\",\"coins\":0},\"A2\":{\"owner\":\"blue\",\"dye\":\"red\",\"coins\":1},\"A3\":{\"owner\":\"red\",\"dye\":\"red\",\"coins\":0},\"D3\":{\"owner\":\"yellow\",\"dye\":\"blue\",\"coins\":0},\"E3\":{\"owner\":\"yellow\",\"dye\":\"red\",\"coins\":0},\"A5\":{\"owner\":\"blue\",\"dye\":null,\"coins\":0}},\"merchants\":{\"orange\":null,\"green\":null,\"purple\":null,\"black\":null},\"market\":{\"orange\":[{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"blue\",\"price\":3},{\"dye\":\"orange\",\"price\":4},{\"dye\":\"black\",\"price\":5}],\"green\":[{\"dye\":\"red\",\"price\":2},{\"dye\":\"blue\",\"price\":1},{\"dye\":\"yellow\",\"price\":1},{\"dye\":\"purple\",\"price\":4}],\"purple\":[{\"dye\":\"blue\",\"price\":1},{\"dye\":\"red\",\"price\":3},{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"green\",\"price\":4}],\"black\":[{\"dye\":\"red\",\"price\":1},{\"dye\":\"red\",\"price\":1},{\"dye\":\"purple\",\"price\":5},{\"dye\":\"black\",\"price\":6}]},\"bag\":{\"blue\":1,\"red\":0,\"yellow\":1,\"green\":1,\"orange\":1,\"purple\":0,\"black\":0},\"supply\":{\"blue\":6,\"red\":4,\"yellow\":5,\"green\":4,\"orange\":4,\"purple\":4,\"black\":4},\"hands\":{\"white\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":1,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"blue\":{\"coins\":3,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":1,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"red\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"yellow\":{\"coins\":4,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false}},\"seals\":[],\"now\":{\"phase\":\"play\",\"player\":\"white\",\"taken\":null,\"merchant\":null},\"start\":\"white\",\"round_die\":1,\"round\":1,\"mixed_returned\":false,\"pool\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"sold\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"options\":{\"blocking\":\"none\",\"trade\":\"forced\",\"round_die\":\"returned\",\"start_at\":1,\"repeat_action\":\"yes\",\"open_hands\":\"yes\",\"round_limit\":null}}","chairs":[0,1,2,3]}',0,'person','PFVQF-5',1795258336652);
CREATE TABLE game_table (
	code VARCHAR(8) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	opened_at BIGINT NOT NULL, 
	closed BOOLEAN NOT NULL, 
	opener VARCHAR(80), 
	PRIMARY KEY (code)
);
INSERT INTO "game_table" VALUES('RVPJG','hangzhou',1795258336464,0,'192.0.2.7');
INSERT INTO "game_table" VALUES('PFVQF','hangzhou',1795258336476,0,'192.0.2.7');
INSERT INTO "game_table" VALUES('FZPZC','hangzhou',1795258336493,0,'192.0.2.7');
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
INSERT INTO "holder" VALUES('RVPJG','64a4edb2ad3dc1b6ecb37817e6ececef51b299902d0c97c2e83840a07442fe3a',0,1,0);
INSERT INTO "holder" VALUES('RVPJG','8c0dd5d51d788116668503c995333931f616058e2adb888ee74febe77bfb4537',1,0,0);
INSERT INTO "holder" VALUES('RVPJG','864140da057d12d0b76a73961960b92f0ce77538bbb5b1ab63a955cbdf02e692',2,0,0);
INSERT INTO "holder" VALUES('RVPJG','eb6b87bb4812f515107a2672d6f42be649a8a876e9f3df31bbcb19dfd661291c',3,0,0);
INSERT INTO "holder" VALUES('PFVQF','cf022d3db0e993f571f918bccffee1411dcce46281e39d3ac0d8df9ffb1f0891',0,1,0);
INSERT INTO "holder" VALUES('PFVQF','c8e0dcdbf1f4b1684946a88f46b9f77a497fd728181d03741f5a9f0cbccea9c4',1,0,0);
INSERT INTO "holder" VALUES('PFVQF','ab89c91e8dabb053f37e9dd7812824e175a38ed4de15ce5fa876ab69864a809d',2,0,0);
INSERT INTO "holder" VALUES('PFVQF','3e6ae81f9599a661ad4c5a7643a8c8bb555c54023f04e34e50322ea71ad9306c',3,0,0);
INSERT INTO "holder" VALUES('FZPZC','fefed16ad0129ac29bae78afe3b7783e93cd6df2d9854dacf5333fac7997012f',0,1,0);
INSERT INTO "holder" VALUES('FZPZC','27c119ae65cc607842caf6c0ef37915237b852e3e2a3fa2f688563e36ca60217',1,0,0);
INSERT INTO "holder" VALUES('FZPZC','5925eca8c26fb4f5fa4d3d7223a80cab36201055735952d02bf572df88e78aca',2,0,0);
INSERT INTO "holder" VALUES('FZPZC','f9deb3c77050255199543e00d5ae660523b98623a6b1a25701a1995444c5bf94',3,0,0);
CREATE TABLE move_code (
	"table" VARCHAR(8) NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	chair INTEGER NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY ("table", code_hash), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "move_code" VALUES('RVPJG','4d9ca3078778bbb91bb9cd9c3e53c7933fb1c19241592e05c0c48f4f731bca04',0,1795258936657);
CREATE TABLE presence (
	"table" VARCHAR(8) NOT NULL, 
	chair INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY ("table", chair), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "presence" VALUES('RVPJG',0,3,1795258336655);
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
INSERT INTO "seed" VALUES('RVPJG',1,X'0C6B3201ACEC61F8127DA99BD6CF831C3EAC7183BE42AA864035439B302A60F8');
INSERT INTO "seed" VALUES('PFVQF',1,X'17D51BF19A0D8C3BF2E41F92AE420701AFFDA81685F687CA243FC870D07BACE3');
INSERT INTO "seed" VALUES('FZPZC',1,X'00726AE65D5353E41748FC90663037F26003DFE3934F514D05C3CECE4140DCCA');
CREATE INDEX ix_game_table_opened_at ON game_table (opened_at);
CREATE INDEX ix_game_table_opener ON game_table (opener);
COMMIT;

BEGIN TRANSACTION;
CREATE TABLE address_key (
	day INTEGER NOT NULL, 
	"key" BLOB NOT NULL, 
	PRIMARY KEY (day)
);
INSERT INTO "address_key" VALUES(20778,X'11D756C498184AAEA9DAA25276174EB90C4D0D2FA57BE867A9728E1EDD97B684');
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
INSERT INTO "event" VALUES('GGRBM',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"follow","dice":"app","undo":"one"},"commitment":"18133a87396894c7dd5217cca7540588282025ad1aa77758fa1b2ec5b7276daf"}',NULL,'person','7f26ee46ae2612fb0b473b21',1795258337385);
INSERT INTO "event" VALUES('GGRBM',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','GGRBM-1',1795258337392);
INSERT INTO "event" VALUES('GGRBM',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','GGRBM-2',1795258337393);
INSERT INTO "event" VALUES('GGRBM',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','GGRBM-3',1795258337394);
INSERT INTO "event" VALUES('GGRBM',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','GGRBM-4',1795258337395);
INSERT INTO "event" VALUES('TJLPR',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"merchants","dice":"app","undo":"one"},"commitment":"9101bc29bfc1816cfb1234281ac7aa99878ccf80178710519fa3e874cc928fc5"}',NULL,'person','11ab04bc915169d31f76e4fa',1795258337396);
INSERT INTO "event" VALUES('TJLPR',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','TJLPR-1',1795258337397);
INSERT INTO "event" VALUES('TJLPR',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','TJLPR-2',1795258337398);
INSERT INTO "event" VALUES('TJLPR',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','TJLPR-3',1795258337399);
INSERT INTO "event" VALUES('TJLPR',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','TJLPR-4',1795258337400);
INSERT INTO "event" VALUES('CHQGG',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"score","dice":"app","undo":"one"},"commitment":"ab392e350f2071168da065d9693538b73ecf97389c6da1a81dfd1b9a2f86b55a"}',NULL,'person','aac51132125a768042557de9',1795258337401);
INSERT INTO "event" VALUES('CHQGG',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','CHQGG-1',1795258337402);
INSERT INTO "event" VALUES('CHQGG',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','CHQGG-2',1795258337403);
INSERT INTO "event" VALUES('CHQGG',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','CHQGG-3',1795258337404);
INSERT INTO "event" VALUES('CHQGG',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','CHQGG-4',1795258337405);
INSERT INTO "event" VALUES('GGRBM',6,'start','{"type":"start","chairs":[0,1,2,3],"first":0}',0,'person','GGRBM-5',1795258337406);
INSERT INTO "event" VALUES('GGRBM',7,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795258337406);
INSERT INTO "event" VALUES('GGRBM',8,'draw','{"type":"draw","outcome":"draw yellow"}',NULL,'app',NULL,1795258337406);
INSERT INTO "event" VALUES('GGRBM',9,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795258337406);
INSERT INTO "event" VALUES('GGRBM',10,'draw','{"type":"draw","outcome":"draw yellow"}',NULL,'app',NULL,1795258337406);
INSERT INTO "event" VALUES('GGRBM',11,'act','{"type":"act","seat":3,"action":"pick blue"}',0,'person','GGRBM-6',1795258337408);
INSERT INTO "event" VALUES('GGRBM',12,'act','{"type":"act","seat":2,"action":"pick blue"}',0,'person','GGRBM-7',1795258337409);
INSERT INTO "event" VALUES('GGRBM',13,'act','{"type":"act","seat":1,"action":"pick yellow"}',0,'person','GGRBM-8',1795258337410);
INSERT INTO "event" VALUES('GGRBM',14,'act','{"type":"act","seat":0,"action":"pick yellow"}',0,'person','GGRBM-9',1795258337410);
INSERT INTO "event" VALUES('GGRBM',15,'draw','{"type":"draw","outcome":"die green 4"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',16,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',17,'draw','{"type":"draw","outcome":"die black 4"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',18,'draw','{"type":"draw","outcome":"die blue 2"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',19,'draw','{"type":"draw","outcome":"die orange 4"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',20,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',21,'draw','{"type":"draw","outcome":"die red 3"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',22,'draw','{"type":"draw","outcome":"die purple 4"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',23,'draw','{"type":"draw","outcome":"die black 5"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',24,'draw','{"type":"draw","outcome":"die blue 3"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',25,'draw','{"type":"draw","outcome":"die orange 4"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',26,'draw','{"type":"draw","outcome":"die red 1"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',27,'draw','{"type":"draw","outcome":"die blue 1"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',28,'draw','{"type":"draw","outcome":"die red 3"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',29,'draw','{"type":"draw","outcome":"die purple 6"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',30,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795258337410);
INSERT INTO "event" VALUES('GGRBM',31,'act','{"type":"act","seat":0,"action":"shop A4"}',0,'person','GGRBM-10',1795258337415);
INSERT INTO "event" VALUES('GGRBM',32,'act','{"type":"act","seat":0,"action":"shop B5"}',0,'person','GGRBM-11',1795258337416);
INSERT INTO "event" VALUES('GGRBM',33,'act','{"type":"act","seat":1,"action":"shop B4"}',0,'person','GGRBM-12',1795258337417);
INSERT INTO "event" VALUES('GGRBM',34,'act','{"type":"act","seat":1,"action":"dye B4 purple"}',0,'person','GGRBM-13',1795258337417);
INSERT INTO "event" VALUES('GGRBM',35,'act','{"type":"act","seat":2,"action":"shop B3"}',0,'person','GGRBM-14',1795258337418);
INSERT INTO "event" VALUES('GGRBM',36,'act','{"type":"act","seat":2,"action":"shop A5"}',0,'person','GGRBM-15',1795258337419);
INSERT INTO "event" VALUES('GGRBM',37,'act','{"type":"act","seat":3,"action":"shop A2"}',0,'person','GGRBM-16',1795258337420);
INSERT INTO "event" VALUES('GGRBM',38,'act','{"type":"act","seat":3,"action":"shop C1"}',0,'person','GGRBM-17',1795258337420);
INSERT INTO "event" VALUES('GGRBM',39,'act','{"type":"act","seat":0,"action":"shop C5"}',0,'person','GGRBM-18',1795258337421);
INSERT INTO "event" VALUES('GGRBM',40,'act','{"type":"act","seat":0,"action":"shop A1"}',0,'person','GGRBM-19',1795258337422);
INSERT INTO "event" VALUES('GGRBM',41,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','GGRBM-20',1795258337423);
INSERT INTO "event" VALUES('GGRBM',42,'act','{"type":"act","seat":1,"action":"dye B4 yellow"}',0,'person','GGRBM-21',1795258337423);
INSERT INTO "event" VALUES('GGRBM',43,'act','{"type":"act","seat":2,"action":"pass"}',0,'person','GGRBM-22',1795258337424);
INSERT INTO "event" VALUES('GGRBM',44,'act','{"type":"act","seat":3,"action":"shop D4"}',0,'person','GGRBM-23',1795258337425);
INSERT INTO "event" VALUES('GGRBM',45,'act','{"type":"act","seat":3,"action":"dye A2 purple"}',0,'person','GGRBM-24',1795258337425);
INSERT INTO "event" VALUES('GGRBM',46,'act','{"type":"act","seat":0,"action":"shop E5"}',0,'person','GGRBM-25',1795258337426);
INSERT INTO "event" VALUES('GGRBM',47,'act','{"type":"act","seat":0,"action":"dye E5 purple"}',0,'person','GGRBM-26',1795258337427);
INSERT INTO "event" VALUES('GGRBM',48,'act','{"type":"act","seat":1,"action":"shop E2"}',0,'person','GGRBM-27',1795258337428);
INSERT INTO "event" VALUES('GGRBM',49,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','GGRBM-28',1795258337428);
INSERT INTO "event" VALUES('GGRBM',50,'act','{"type":"act","seat":2,"action":"shop E1"}',0,'person','GGRBM-29',1795258337429);
INSERT INTO "event" VALUES('GGRBM',51,'act','{"type":"act","seat":2,"action":"dye B3 purple"}',0,'person','GGRBM-30',1795258337430);
INSERT INTO "event" VALUES('GGRBM',52,'act','{"type":"act","seat":3,"action":"shop B1"}',0,'person','GGRBM-31',1795258337431);
INSERT INTO "event" VALUES('GGRBM',53,'act','{"type":"act","seat":3,"action":"dye B1 blue"}',0,'person','GGRBM-32',1795258337431);
INSERT INTO "event" VALUES('GGRBM',54,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','GGRBM-33',1795258337432);
INSERT INTO "event" VALUES('GGRBM',55,'act','{"type":"act","seat":0,"action":"coin C5"}',0,'person','GGRBM-34',1795258337433);
INSERT INTO "event" VALUES('GGRBM',56,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','GGRBM-35',1795258337434);
INSERT INTO "event" VALUES('GGRBM',57,'act','{"type":"act","seat":1,"action":"end turn"}',0,'person','GGRBM-36',1795258337434);
INSERT INTO "event" VALUES('GGRBM',58,'act','{"type":"act","seat":2,"action":"shop C4"}',0,'person','GGRBM-37',1795258337435);
INSERT INTO "event" VALUES('GGRBM',59,'act','{"type":"act","seat":2,"action":"shop A3"}',0,'person','GGRBM-38',1795258337436);
INSERT INTO "event" VALUES('GGRBM',60,'act','{"type":"act","seat":3,"action":"shop C2"}',0,'person','GGRBM-39',1795258337437);
INSERT INTO "event" VALUES('GGRBM',61,'act','{"type":"act","seat":3,"action":"shop E4"}',0,'person','GGRBM-40',1795258337437);
INSERT INTO "event" VALUES('GGRBM',62,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','GGRBM-41',1795258337438);
INSERT INTO "event" VALUES('GGRBM',63,'act','{"type":"act","seat":0,"action":"dye E5 orange"}',0,'person','GGRBM-42',1795258337439);
INSERT INTO "event" VALUES('GGRBM',64,'act','{"type":"act","seat":1,"action":"dye E2 green"}',0,'person','GGRBM-43',1795258337440);
INSERT INTO "event" VALUES('GGRBM',65,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','GGRBM-44',1795258337440);
INSERT INTO "event" VALUES('GGRBM',66,'act','{"type":"act","seat":2,"action":"dye C4 red"}',0,'person','GGRBM-45',1795258337441);
INSERT INTO "event" VALUES('GGRBM',67,'act','{"type":"act","seat":2,"action":"dye C4 purple"}',0,'person','GGRBM-46',1795258337442);
INSERT INTO "event" VALUES('GGRBM',68,'act','{"type":"act","seat":3,"action":"dye C1 black"}',0,'person','GGRBM-47',1795258337443);
INSERT INTO "event" VALUES('GGRBM',69,'act','{"type":"act","seat":3,"action":"dye C2 blue"}',0,'person','GGRBM-48',1795258337443);
INSERT INTO "event" VALUES('GGRBM',70,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','GGRBM-49',1795258337444);
INSERT INTO "event" VALUES('GGRBM',71,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','GGRBM-50',1795258337445);
INSERT INTO "event" VALUES('GGRBM',72,'undo','{"type":"undo","to":70}',0,'person','GGRBM-51',1795258337446);
INSERT INTO "event" VALUES('GGRBM',73,'check','{"type":"check","zone":"city"}',0,'person','GGRBM-52',1795258337446);
INSERT INTO "event" VALUES('TJLPR',6,'position','{"type":"position","position":"{\"game\":\"hangzhou\",\"format\":1,\"players\":[\"white\",\"blue\",\"red\",\"yellow\"],\"city\":{\"B1\":{\"owner\":\"white\",\"dye\":\"yellow\",\"coins\":0},\"A2\":{\"owner\":\"blue\",\"dye\":\"red\",\"coins\":1},\"A3\":{\"owner\":\"red\",\"dye\":\"red\",\"coins\":0},\"D3\":{\"owner\":\"yellow\",\"dye\":\"blue\",\"coins\":0},\"E3\":{\"owner\":\"yellow\",\"dye\":\"red\",\"coins\":0},\"A5\":{\"owner\":\"blue\",\"dye\":null,\"coins\":0}},\"merchants\":{\"orange\":null,\"green\":null,\"purple\":null,\"black\":null},\"market\":{\"orange\":[{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"blue\",\"price\":3},{\"dye\":\"orange\",\"price\":4},{\"dye\":\"black\",\"price\":5}],\"green\":[{\"dye\":\"red\",\"price\":2},{\"dye\":\"blue\",\"price\":1},{\"dye\":\"yellow\",\"price\":1},{\"dye\":\"purple\",\"price\":4}],\"purple\":[{\"dye\":\"blue\",\"price\":1},{\"dye\":\"red\",\"price\":3},{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"green\",\"price\":4}],\"black\":[{\"dye\":\"red\",\"price\":1},{\"dye\":\"red\",\"price\":1},{\"dye\":\"purple\",\"price\":5},{\"dye\":\"black\",\"price\":6}]},\"bag\":{\"blue\":1,\"red\":0,\"yellow\":1,\"green\":1,\"orange\":1,\"purple\":0,\"black\":0},\"supply\":{\"blue\":6,\"red\":4,\"yellow\":5,\"green\":4,\"orange\":4,\"purple\":4,\"black\":4},\"hands\":{\"white\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":1,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"blue\":{\"coins\":3,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":1,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"red\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"yellow\":{\"coins\":4,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false}},\"seals\":[],\"now\":{\"phase\":\"play\",\"player\":\"white\",\"taken\":null,\"merchant\":null},\"start\":\"white\",\"round_die\":1,\"round\":1,\"mixed_returned\":false,\"pool\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"sold\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"options\":{\"blocking\":\"none\",\"trade\":\"forced\",\"round_die\":\"returned\",\"start_at\":1,\"repeat_action\":\"yes\",\"open_hands\":\"yes\",\"round_limit\":null}}","chairs":[0,1,2,3]}',0,'person','TJLPR-5',1795258337447);
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
INSERT INTO "game_table" VALUES('GGRBM','hangzhou',1795258337387,0,'a59135d7a9c19bfad4b24bf278a224c0',NULL);
INSERT INTO "game_table" VALUES('TJLPR','hangzhou',1795258337396,0,'a59135d7a9c19bfad4b24bf278a224c0',NULL);
INSERT INTO "game_table" VALUES('CHQGG','hangzhou',1795258337401,0,'a59135d7a9c19bfad4b24bf278a224c0',NULL);
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
INSERT INTO "holder" VALUES('GGRBM','79aff8e5bf4ac640d0fa512ab965c891bb0e2ba437a200cd6414221c988d9649',0,1,0);
INSERT INTO "holder" VALUES('GGRBM','89cbb9444ca8dbb2942499f579af67ad8f5f973c6d7004b5f6878be275be34a6',1,0,0);
INSERT INTO "holder" VALUES('GGRBM','4d8542593550d38f60537239f0c01dc47a9462f61be5ccc659be718cc975b1fe',2,0,0);
INSERT INTO "holder" VALUES('GGRBM','aba38617b6dc914a8fca5fa5aff18640ef746e5030a45e80aeaf885d0b86cc2a',3,0,0);
INSERT INTO "holder" VALUES('TJLPR','8126720ae2d52c6216b1030ae1af8cf483c4882e4fbc44378ea6e1ae1d1415cd',0,1,0);
INSERT INTO "holder" VALUES('TJLPR','ec2f95a2b126f466590c1c75f93bebd9b9224da1377b3d1fe93b37aaa2492002',1,0,0);
INSERT INTO "holder" VALUES('TJLPR','ff72bf5204bb34ffea9dc7e1f89451bee4663c11dbe6d7641d444287555176e3',2,0,0);
INSERT INTO "holder" VALUES('TJLPR','5da63a70224657928cfb0d9839fa525791107800430d86c4f4e174ea4d47c1ff',3,0,0);
INSERT INTO "holder" VALUES('CHQGG','49163665fa509add1b9467edb28982117f8d0b7112e4d59b2e5cf642d51cde9a',0,1,0);
INSERT INTO "holder" VALUES('CHQGG','a28a42ded508980cbb479d50a48090f356201dfabc09623109e5bde704c2e425',1,0,0);
INSERT INTO "holder" VALUES('CHQGG','0df8cb2e72b70bfe6be5962533fde6e04c31c77e67a47ecfea0684e1216e3afe',2,0,0);
INSERT INTO "holder" VALUES('CHQGG','63c5abbdb1eb82b7ca32405f2635d15e2834352a79a0345eb9f73e4d8a1da93d',3,0,0);
CREATE TABLE move_code (
	"table" VARCHAR(8) NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	chair INTEGER NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY ("table", code_hash), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "move_code" VALUES('GGRBM','b6c230518c64a9385ad637f80089aac3cfcb1b2185555ba142310c9c09980e57',0,1795258937452);
CREATE TABLE presence (
	"table" VARCHAR(8) NOT NULL, 
	chair INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY ("table", chair), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "presence" VALUES('GGRBM',0,3,1795258337452);
CREATE TABLE schema_version (
	version INTEGER NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "schema_version" VALUES(2);
CREATE TABLE seed (
	"table" VARCHAR(8) NOT NULL, 
	number INTEGER NOT NULL, 
	value BLOB NOT NULL, 
	PRIMARY KEY ("table", number), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "seed" VALUES('GGRBM',1,X'01AEA6C7A47A7E03E3A512F373E4F3F19F6A0A83DF5C562A6852C6B6D3660B0A');
INSERT INTO "seed" VALUES('TJLPR',1,X'788D1B2A018DA059FB36584EE6C294E8BD03602CF6F93F6B7E91203C1606974B');
INSERT INTO "seed" VALUES('CHQGG',1,X'FF159113D1C5EEA1AF6136AEAFEB324BDCD474C2A08DBB8D03EDEE2CF6E3D7CB');
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
COMMIT;

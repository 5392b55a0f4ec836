BEGIN TRANSACTION;
CREATE TABLE address_key (
	day INTEGER NOT NULL, 
	"key" BLOB NOT NULL, 
	PRIMARY KEY (day)
);
INSERT INTO "address_key" VALUES(20779,X'03C04F7FF3DC64B6AFA1B0516D11538DD1707EA080EE22D495A6F83651AEE5DC');
CREATE TABLE ban (
	who VARCHAR(64) NOT NULL, 
	day INTEGER NOT NULL, 
	until BIGINT NOT NULL, 
	PRIMARY KEY (who)
);
CREATE TABLE claim (
	"table" VARCHAR(8) NOT NULL, 
	number INTEGER NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	chair INTEGER NOT NULL, 
	expires BIGINT NOT NULL, 
	asker VARCHAR(80), 
	asker_wide VARCHAR(80), 
	name VARCHAR(40), 
	language VARCHAR(2), 
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
	command_key VARCHAR(40), 
	PRIMARY KEY ("table", seq), 
	UNIQUE ("table", command_key), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "event" VALUES('RRHVJ',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"follow","dice":"app","undo":"one"},"commitment":"229f897a33b348f1d5385db21c5a94ffc05c4decae97b2ba90762a86459c8dae"}',NULL,'person','3b210835a2af5685876ba117',1795311425459,NULL);
INSERT INTO "event" VALUES('RRHVJ',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','RRHVJ-1',1795311425491,'dcc393383c6b31a50a1ba7cfd705508545c30bc8');
INSERT INTO "event" VALUES('RRHVJ',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','RRHVJ-2',1795311425501,'10469a2b4a52553cb610cad8e74b18b68ef3351e');
INSERT INTO "event" VALUES('RRHVJ',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','RRHVJ-3',1795311425506,'1a8b54ccda266e030dba9dda6f9301dc6900f400');
INSERT INTO "event" VALUES('RRHVJ',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','RRHVJ-4',1795311425512,'2443d4bf75347bbead3d9c46d8a23fd94e16b55c');
INSERT INTO "event" VALUES('QRJSV',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"merchants","dice":"app","undo":"one"},"commitment":"6e099d6bf908afb7ab0fb2b12a77dcd52bb711687c97c6f2c70865ddfec27bec"}',NULL,'person','73254199895ea6f34def7577',1795311425517,NULL);
INSERT INTO "event" VALUES('QRJSV',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','QRJSV-1',1795311425521,'de99eb32107a68c5db7dadf7871b4059a2b40e37');
INSERT INTO "event" VALUES('QRJSV',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','QRJSV-2',1795311425525,'f7ac23e5c10717c6086d72002cfeaf346724917e');
INSERT INTO "event" VALUES('QRJSV',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','QRJSV-3',1795311425533,'d67690736c07161237494c8245658311dc0a330c');
INSERT INTO "event" VALUES('QRJSV',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','QRJSV-4',1795311425541,'2a4d7c471dc9ec63a840c4466d30c59f5c1aae71');
INSERT INTO "event" VALUES('FFSSN',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"score","dice":"app","undo":"one"},"commitment":"c2a3c8fd94b42da22bfc4e89b262195e3c716ad500392b84d0db2a923332ccb8"}',NULL,'person','4ab5522ad3224148a6ef16e8',1795311425549,NULL);
INSERT INTO "event" VALUES('FFSSN',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','FFSSN-1',1795311425561,'c41fcb7f2b6ade2e60acbda07dbe3b4b2d999233');
INSERT INTO "event" VALUES('FFSSN',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','FFSSN-2',1795311425569,'b0a88c1a1e3bb8755d3980fe817bd834f44b2a57');
INSERT INTO "event" VALUES('FFSSN',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','FFSSN-3',1795311425577,'8014ea5610d55e6ae78faa017bd89e5c92e9b933');
INSERT INTO "event" VALUES('FFSSN',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','FFSSN-4',1795311425585,'fc121a4fe4adf75c8d751e522bc0cb9db7525d1b');
INSERT INTO "event" VALUES('RRHVJ',6,'start','{"type":"start","chairs":[0,1,2,3],"first":0}',0,'person','RRHVJ-5',1795311425593,'951f474085d3a9769cd648247d4132996e2ed0af');
INSERT INTO "event" VALUES('RRHVJ',7,'draw','{"type":"draw","outcome":"draw red"}',NULL,'app',NULL,1795311425593,NULL);
INSERT INTO "event" VALUES('RRHVJ',8,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795311425593,NULL);
INSERT INTO "event" VALUES('RRHVJ',9,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795311425593,NULL);
INSERT INTO "event" VALUES('RRHVJ',10,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795311425593,NULL);
INSERT INTO "event" VALUES('RRHVJ',11,'act','{"type":"act","seat":3,"action":"pick blue"}',0,'person','RRHVJ-6',1795311425601,'5b79f90c9829fbdfdbe62b8892534a1f75874c83');
INSERT INTO "event" VALUES('RRHVJ',12,'act','{"type":"act","seat":2,"action":"pick blue"}',0,'person','RRHVJ-7',1795311425607,'16b647aed053b439a922bab5b9c7b162cb6f94ee');
INSERT INTO "event" VALUES('RRHVJ',13,'act','{"type":"act","seat":1,"action":"pick red"}',0,'person','RRHVJ-8',1795311425613,'af0cbfc23430e47051e36d2994c512433a912fda');
INSERT INTO "event" VALUES('RRHVJ',14,'act','{"type":"act","seat":0,"action":"pick blue"}',0,'person','RRHVJ-9',1795311425621,'a738f2d7b3c2c792393d4ff0bde06133c30264cd');
INSERT INTO "event" VALUES('RRHVJ',15,'draw','{"type":"draw","outcome":"die yellow 1"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',16,'draw','{"type":"draw","outcome":"die blue 2"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',17,'draw','{"type":"draw","outcome":"die red 2"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',18,'draw','{"type":"draw","outcome":"die red 3"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',19,'draw','{"type":"draw","outcome":"die purple 5"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',20,'draw','{"type":"draw","outcome":"die orange 6"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',21,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',22,'draw','{"type":"draw","outcome":"die black 5"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',23,'draw','{"type":"draw","outcome":"die purple 5"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',24,'draw','{"type":"draw","outcome":"die blue 1"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',25,'draw','{"type":"draw","outcome":"die blue 2"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',26,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',27,'draw','{"type":"draw","outcome":"die yellow 2"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',28,'draw','{"type":"draw","outcome":"die orange 5"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',29,'draw','{"type":"draw","outcome":"die black 6"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',30,'draw','{"type":"draw","outcome":"die red 2"}',NULL,'app',NULL,1795311425621,NULL);
INSERT INTO "event" VALUES('RRHVJ',31,'act','{"type":"act","seat":0,"action":"shop A4"}',0,'person','RRHVJ-10',1795311425638,'40cb445e33536d283592b36d64e5e414b6523934');
INSERT INTO "event" VALUES('RRHVJ',32,'act','{"type":"act","seat":0,"action":"shop B5"}',0,'person','RRHVJ-11',1795311425645,'7047a5a64b6ba0b10498d19e227b709bc66506d4');
INSERT INTO "event" VALUES('RRHVJ',33,'act','{"type":"act","seat":1,"action":"shop B4"}',0,'person','RRHVJ-12',1795311425653,'1615d5ca1c9c57cbf1615009ae7eb100b212d648');
INSERT INTO "event" VALUES('RRHVJ',34,'act','{"type":"act","seat":1,"action":"dye B4 purple"}',0,'person','RRHVJ-13',1795311425661,'21feea7798151dd614b9f1e8580fe08a22e51971');
INSERT INTO "event" VALUES('RRHVJ',35,'act','{"type":"act","seat":2,"action":"shop B3"}',0,'person','RRHVJ-14',1795311425666,'cb631268d4e2513c25b3059c16af423e7ce22d10');
INSERT INTO "event" VALUES('RRHVJ',36,'act','{"type":"act","seat":2,"action":"shop A5"}',0,'person','RRHVJ-15',1795311425673,'6af54614c49d63c996de52505ed372e4e59d1a6b');
INSERT INTO "event" VALUES('RRHVJ',37,'act','{"type":"act","seat":3,"action":"shop A2"}',0,'person','RRHVJ-16',1795311425681,'b526a60d513b918f70a2d1ce6baeb32c4e387136');
INSERT INTO "event" VALUES('RRHVJ',38,'act','{"type":"act","seat":3,"action":"shop C1"}',0,'person','RRHVJ-17',1795311425683,'b038636c0c9850925037285008171dae91f472c2');
INSERT INTO "event" VALUES('RRHVJ',39,'act','{"type":"act","seat":0,"action":"shop C5"}',0,'person','RRHVJ-18',1795311425694,'07361f79004c1ded5c9c6cf9728f53ab5456a405');
INSERT INTO "event" VALUES('RRHVJ',40,'act','{"type":"act","seat":0,"action":"shop A1"}',0,'person','RRHVJ-19',1795311425701,'96c05355d043d48dcf1e2a2495ca8e37da3ab5e0');
INSERT INTO "event" VALUES('RRHVJ',41,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','RRHVJ-20',1795311425707,'ebf9f5b4e1972841765f7deb0c276f24c31ec2ec');
INSERT INTO "event" VALUES('RRHVJ',42,'act','{"type":"act","seat":1,"action":"dye B4 yellow"}',0,'person','RRHVJ-21',1795311425717,'4c999ac75410169c297bdafcc33f9b3acfdade48');
INSERT INTO "event" VALUES('RRHVJ',43,'act','{"type":"act","seat":2,"action":"pass"}',0,'person','RRHVJ-22',1795311425721,'b06f5daac94fcfc77f698bded80b74043997450e');
INSERT INTO "event" VALUES('RRHVJ',44,'act','{"type":"act","seat":3,"action":"shop D4"}',0,'person','RRHVJ-23',1795311425726,'81c3c0da611c9365b57dc90744eae568c6c39a66');
INSERT INTO "event" VALUES('RRHVJ',45,'act','{"type":"act","seat":3,"action":"dye A2 purple"}',0,'person','RRHVJ-24',1795311425733,'ea9c33dbb97d3e56634471ff1b8b8e61505261c1');
INSERT INTO "event" VALUES('RRHVJ',46,'act','{"type":"act","seat":0,"action":"shop E5"}',0,'person','RRHVJ-25',1795311425745,'90575c37c4b2069ec44961826abbcdb5f43dc8c2');
INSERT INTO "event" VALUES('RRHVJ',47,'act','{"type":"act","seat":0,"action":"dye E5 purple"}',0,'person','RRHVJ-26',1795311425753,'55d4824ec35cf3381e761e7cfbb15b832ce644ea');
INSERT INTO "event" VALUES('RRHVJ',48,'act','{"type":"act","seat":1,"action":"shop E2"}',0,'person','RRHVJ-27',1795311425761,'14910531220f2fb83f563963e551d58315710763');
INSERT INTO "event" VALUES('RRHVJ',49,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','RRHVJ-28',1795311425765,'e8af1a5b52a24d588118e89e2d883ebebc2843cb');
INSERT INTO "event" VALUES('RRHVJ',50,'act','{"type":"act","seat":2,"action":"shop E1"}',0,'person','RRHVJ-29',1795311425768,'04ef716ca226f023856499614b110003641076bd');
INSERT INTO "event" VALUES('RRHVJ',51,'act','{"type":"act","seat":2,"action":"dye B3 purple"}',0,'person','RRHVJ-30',1795311425777,'ffa09a9b41d4af87ea587fcf7ded62d4a8747331');
INSERT INTO "event" VALUES('RRHVJ',52,'act','{"type":"act","seat":3,"action":"shop B1"}',0,'person','RRHVJ-31',1795311425785,'bc48c663ea694c151c8544ffb7f844203f587dca');
INSERT INTO "event" VALUES('RRHVJ',53,'act','{"type":"act","seat":3,"action":"dye B1 blue"}',0,'person','RRHVJ-32',1795311425789,'e4b4793dc0358b3d57d2249e5764186ca47b77c4');
INSERT INTO "event" VALUES('RRHVJ',54,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','RRHVJ-33',1795311425797,'e6e43159c719b55afb2b911e435d9421cbde8568');
INSERT INTO "event" VALUES('RRHVJ',55,'act','{"type":"act","seat":0,"action":"coin C5"}',0,'person','RRHVJ-34',1795311425802,'78ccd185a4eccc1c8f3be9dc72cf77ce915eb0b7');
INSERT INTO "event" VALUES('RRHVJ',56,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','RRHVJ-35',1795311425807,'1ca8d369467d86a073d84f9176a1787ff16b244c');
INSERT INTO "event" VALUES('RRHVJ',57,'act','{"type":"act","seat":1,"action":"end turn"}',0,'person','RRHVJ-36',1795311425813,'f57a6f92184903efa91d943028f1ecc8f481cda6');
INSERT INTO "event" VALUES('RRHVJ',58,'act','{"type":"act","seat":2,"action":"shop C4"}',0,'person','RRHVJ-37',1795311425821,'a73467c10f8637bb8a55238ed8c8a33b7214d035');
INSERT INTO "event" VALUES('RRHVJ',59,'act','{"type":"act","seat":2,"action":"shop A3"}',0,'person','RRHVJ-38',1795311425829,'99ba03dba21447da7e0ec2d2a1378b0e44d04417');
INSERT INTO "event" VALUES('RRHVJ',60,'act','{"type":"act","seat":3,"action":"shop C2"}',0,'person','RRHVJ-39',1795311425837,'590aeea85e5a7ca398fceaeb9fb30b3c959b88ee');
INSERT INTO "event" VALUES('RRHVJ',61,'act','{"type":"act","seat":3,"action":"shop E4"}',0,'person','RRHVJ-40',1795311425845,'3a965c0e8692220a2fd7981cb2969c5f57567f22');
INSERT INTO "event" VALUES('RRHVJ',62,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','RRHVJ-41',1795311425853,'cfcafe379aab9123ec3db3100355e211942c1a40');
INSERT INTO "event" VALUES('RRHVJ',63,'act','{"type":"act","seat":0,"action":"dye E5 orange"}',0,'person','RRHVJ-42',1795311425861,'c91b61b1cd138261a2caeeed42dcfbef195c79dd');
INSERT INTO "event" VALUES('RRHVJ',64,'act','{"type":"act","seat":1,"action":"dye E2 green"}',0,'person','RRHVJ-43',1795311425865,'d51f3c5202fc6d6967677665276b2aa49105d17d');
INSERT INTO "event" VALUES('RRHVJ',65,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','RRHVJ-44',1795311425869,'28b8cca4aaefc31e874fe15347092b59e7642702');
INSERT INTO "event" VALUES('RRHVJ',66,'act','{"type":"act","seat":2,"action":"dye C4 red"}',0,'person','RRHVJ-45',1795311425874,'973e97a997855d25580687cb01aefdc4b11978de');
INSERT INTO "event" VALUES('RRHVJ',67,'act','{"type":"act","seat":2,"action":"dye C4 purple"}',0,'person','RRHVJ-46',1795311425881,'3d53cf647ec11da97112e6fa10bdb52262adeebd');
INSERT INTO "event" VALUES('RRHVJ',68,'act','{"type":"act","seat":3,"action":"dye C1 black"}',0,'person','RRHVJ-47',1795311425889,'9020c176082d262083a1578ee2922015f61d643b');
INSERT INTO "event" VALUES('RRHVJ',69,'act','{"type":"act","seat":3,"action":"dye C2 blue"}',0,'person','RRHVJ-48',1795311425897,'162bfbba5034d09c9ffabd7b020b05077ce38e6a');
INSERT INTO "event" VALUES('RRHVJ',70,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','RRHVJ-49',1795311425905,'09897b6d3e3d579ab04a378fcbf22ca0ced1fc16');
INSERT INTO "event" VALUES('RRHVJ',71,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','RRHVJ-50',1795311425909,'7ba520b667880d0056689e207ca09de1b220a18a');
INSERT INTO "event" VALUES('RRHVJ',72,'undo','{"type":"undo","to":70}',0,'person','RRHVJ-51',1795311425917,'38f98469e24d89c606ffb86e8b9ffa0143a62d51');
INSERT INTO "event" VALUES('RRHVJ',73,'check','{"type":"check","zone":"city"}',0,'person','RRHVJ-52',1795311425925,'533c1afc203dd01abce533d59ef68dec9639595b');
INSERT INTO "event" VALUES('QRJSV',6,'position','{"type":"position","position":"{\"game\":\"hangzhou\",\"format\":1,\"players\":[\"white\",\"blue\",\"red\",\"yellow\"],\"city\":{\"B1\":{\"owner\":\"white\",\"dye\":\"yellow\",\"coins\":0},\"A2\":{\"owner\":\"blue\",\"dye\":\"red\",\"coins\":1},\"A3\":{\"owner\":\"red\",\"dye\":\"red\",\"coins\":0},\"D3\":{\"owner\":\"yellow\",\"dye\":\"blue\",\"coins\":0},\"E3\":{\"owner\":\"yellow\",\"dye\":\"red\",\"coins\":0},\"A5\":{\"owner\":\"blue\",\"dye\":null,\"coins\":0}},\"merchants\":{\"orange\":null,\"green\":null,\"purple\":null,\"black\":null},\"market\":{\"orange\":[{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"blue\",\"price\":3},{\"dye\":\"orange\",\"price\":4},{\"dye\":\"black\",\"price\":5}],\"green\":[{\"dye\":\"red\",\"price\":2},{\"dye\":\"blue\",\"price\":1},{\"dye\":\"yellow\",\"price\":1},{\"dye\":\"purple\",\"price\":4}],\"purple\":[{\"dye\":\"blue\",\"price\":1},{\"dye\":\"red\",\"price\":3},{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"green\",\"price\":4}],\"black\":[{\"dye\":\"red\",\"price\":1},{\"dye\":\"red\",\"price\":1},{\"dye\":\"purple\",\"price\":5},{\"dye\":\"black\",\"price\":6}]},\"bag\":{\"blue\":1,\"red\":0,\"yellow\":1,\"green\":1,\"orange\":1,\"purple\":0,\"black\":0},\"supply\":{\"blue\":6,\"red\":4,\"yellow\":5,\"green\":4,\"orange\":4,\"purple\":4,\"black\":4},\"hands\":{\"white\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":1,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"blue\":{\"coins\":3,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":1,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"red\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"yellow\":{\"coins\":4,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false}},\"seals\":[],\"now\":{\"phase\":\"play\",\"player\":\"white\",\"taken\":null,\"merchant\":null},\"start\":\"white\",\"round_die\":1,\"round\":1,\"mixed_returned\":false,\"pool\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"sold\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"options\":{\"blocking\":\"none\",\"trade\":\"forced\",\"round_die\":\"returned\",\"start_at\":1,\"repeat_action\":\"yes\",\"open_hands\":\"yes\",\"round_limit\":null}}","chairs":[0,1,2,3]}',0,'person','QRJSV-5',1795311425929,'ce0adc9e705786db0a2ab07158b942c9d19c7d8d');
CREATE TABLE game_table (
	code VARCHAR(8) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	opened_at BIGINT NOT NULL, 
	closed BOOLEAN NOT NULL, 
	opener VARCHAR(80), 
	opener_wide VARCHAR(80), 
	command_id VARCHAR(64), 
	PRIMARY KEY (code), 
	UNIQUE (command_id)
);
INSERT INTO "game_table" VALUES('RRHVJ','hangzhou',1795311425473,0,'d299a028dc1cd23050f0145bc888f7ce',NULL,NULL);
INSERT INTO "game_table" VALUES('QRJSV','hangzhou',1795311425517,0,'d299a028dc1cd23050f0145bc888f7ce',NULL,NULL);
INSERT INTO "game_table" VALUES('FFSSN','hangzhou',1795311425550,0,'d299a028dc1cd23050f0145bc888f7ce',NULL,NULL);
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
INSERT INTO "holder" VALUES('RRHVJ','964487089b73e16a20baf05d263e62cf79ff7002156e2e6a23ccd4e2e7b454c0',0,1,0);
INSERT INTO "holder" VALUES('RRHVJ','55d5b6dd2cc9a05af39566629b67abc9d8034dafb6a3fbce4dcc1281c13bb7ec',1,0,0);
INSERT INTO "holder" VALUES('RRHVJ','da852a6468f5d7cf208a03e7e3ee0b43569c629d125f3614f737698dfb1a4a7d',2,0,0);
INSERT INTO "holder" VALUES('RRHVJ','d07a83ce0fecdff4b92e25f6b9976232b5c27513576f124d087855bd20cd59c4',3,0,0);
INSERT INTO "holder" VALUES('QRJSV','b0019dca7fecf92acf14316447bd168c7c32ff90661ab7797f549981cb16b2cb',0,1,0);
INSERT INTO "holder" VALUES('QRJSV','1e2f835bc52758944c893cf46ddfcdf3e33a1241b10c3a410b6060d288007297',1,0,0);
INSERT INTO "holder" VALUES('QRJSV','335601c760accd5833ca295da0469367c36651d93fedd197efad156dd0d9e087',2,0,0);
INSERT INTO "holder" VALUES('QRJSV','bb10a13db44901030b98928aa5aa6f410ba3b76ea674f68c950b514a05f62e5e',3,0,0);
INSERT INTO "holder" VALUES('FFSSN','9afda7a75eb06b6b8fc06dffcb3a50da2c3192364e9b7d58e9b2160cc6e24849',0,1,0);
INSERT INTO "holder" VALUES('FFSSN','f7d2ab3252a06d781bb557b5115823256cefed5cf6c1da6ac23a8f4af930e6f5',1,0,0);
INSERT INTO "holder" VALUES('FFSSN','0f4a5814c1ca17b45557ce397a93f29ed19f6a12129a00b625d55a04b6118598',2,0,0);
INSERT INTO "holder" VALUES('FFSSN','f52fcb979658c220b812b09dd7c408300732888683ccc788f50eed11c1557471',3,0,0);
CREATE TABLE move_code (
	"table" VARCHAR(8) NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	chair INTEGER NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY ("table", code_hash), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "move_code" VALUES('RRHVJ','882735b4d5b617de5c8cf4f90cc746ca763ed488e5efbdb60fc004df98ef4d97',0,1795312025942);
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
INSERT INTO "presence" VALUES('RRHVJ',0,3,1795311425941);
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
INSERT INTO "record" VALUES('RRHVJ','hangzhou',1795311425593,1795311425593,NULL,0,NULL,NULL);
INSERT INTO "record" VALUES('QRJSV','hangzhou',1795311425929,1795311425929,NULL,0,NULL,NULL);
INSERT INTO "record" VALUES('FFSSN','hangzhou',1795311425549,NULL,NULL,0,NULL,NULL);
CREATE TABLE record_name (
	"table" VARCHAR(8) NOT NULL, 
	chair INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	folded VARCHAR(160) NOT NULL, 
	PRIMARY KEY ("table", chair), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "record_name" VALUES('FFSSN',0,'Ana','ana');
INSERT INTO "record_name" VALUES('FFSSN',1,'Mei','mei');
INSERT INTO "record_name" VALUES('FFSSN',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('FFSSN',3,'Zoë','zoe');
INSERT INTO "record_name" VALUES('RRHVJ',0,'Ana','ana');
INSERT INTO "record_name" VALUES('RRHVJ',1,'Mei','mei');
INSERT INTO "record_name" VALUES('RRHVJ',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('RRHVJ',3,'Zoë','zoe');
INSERT INTO "record_name" VALUES('QRJSV',0,'Ana','ana');
INSERT INTO "record_name" VALUES('QRJSV',1,'Mei','mei');
INSERT INTO "record_name" VALUES('QRJSV',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('QRJSV',3,'Zoë','zoe');
CREATE TABLE schema_version (
	version INTEGER NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "schema_version" VALUES(4);
CREATE TABLE seed (
	"table" VARCHAR(8) NOT NULL, 
	number INTEGER NOT NULL, 
	value BLOB NOT NULL, 
	PRIMARY KEY ("table", number), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "seed" VALUES('RRHVJ',1,X'17C136EB9685C48BC41BE4C4327AD8BE5B210FD1AE3939E6F2992BB0B555BF71');
INSERT INTO "seed" VALUES('QRJSV',1,X'F9FAB45997138F31FC092EF47E57E5AB314ACDC6105000FDC84AD97A2B8A21EB');
INSERT INTO "seed" VALUES('FFSSN',1,X'7D758435EDB3ADF6F1481F4E756242F4F95DB8D33A3509BC9275D5FBBFCC3301');
CREATE TABLE spent (
	kind VARCHAR(8) NOT NULL, 
	who VARCHAR(64) NOT NULL, 
	start BIGINT NOT NULL, 
	ends BIGINT NOT NULL, 
	amount BIGINT NOT NULL, 
	PRIMARY KEY (kind, who, start)
);
CREATE INDEX ix_game_table_opened_at ON game_table (opened_at);
CREATE INDEX ix_game_table_opener_wide ON game_table (opener_wide);
CREATE INDEX ix_game_table_opener ON game_table (opener);
CREATE INDEX ix_spent_ends ON spent (ends);
CREATE INDEX ix_holder_token_hash ON holder (token_hash);
CREATE INDEX ix_record_at ON record (at);
COMMIT;

BEGIN TRANSACTION;
CREATE TABLE address_key (
	day INTEGER NOT NULL, 
	"key" BLOB NOT NULL, 
	PRIMARY KEY (day)
);
INSERT INTO "address_key" VALUES(20779,X'2DD283034CA730F84B2AD37CC3EF48A0B9F859FDDC69E4C13EA65648910158AE');
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
INSERT INTO "event" VALUES('VKMMZ',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"follow","dice":"app","undo":"one"},"commitment":"cb7692064661c5f2f37074b349faf2a5cf541a0bb6a4e750fb3b80ddd567c0c5"}',NULL,'person','ea31caa6d34f47f3c312da27',1795313740477,NULL);
INSERT INTO "event" VALUES('VKMMZ',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','VKMMZ-1',1795313740520,'54a25976d0a157c27f325630fb0c7ce5a267026f');
INSERT INTO "event" VALUES('VKMMZ',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','VKMMZ-2',1795313740563,'fd8d20a78ab948f62876bd89275023b1f0a2cbd0');
INSERT INTO "event" VALUES('VKMMZ',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','VKMMZ-3',1795313740590,'95b46f7d96f6570c5c3a9ac0cf35acce4e2bc600');
INSERT INTO "event" VALUES('VKMMZ',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','VKMMZ-4',1795313740613,'1ef21535807d6389ae3536317bf124696b96ff67');
INSERT INTO "event" VALUES('SXZKV',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"merchants","dice":"app","undo":"one"},"commitment":"f1d45433ac68150a798d803189e1bc4c37b7ff9725b6a8d1a9070a72066d0777"}',NULL,'person','4f0986f660896e7fe4c831f4',1795313740629,NULL);
INSERT INTO "event" VALUES('SXZKV',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','SXZKV-1',1795313740646,'00a58510d8e79239111f6650aa74c05ed031be93');
INSERT INTO "event" VALUES('SXZKV',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','SXZKV-2',1795313740688,'fa9735a4bd3c572c57380dd9c5087133e6a902a0');
INSERT INTO "event" VALUES('SXZKV',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','SXZKV-3',1795313740707,'456d375733d336b16f0bd65d34c67194fa1f438d');
INSERT INTO "event" VALUES('SXZKV',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','SXZKV-4',1795313740737,'c56802fc2b2a8755403fe1e85026f764ccaabe7b');
INSERT INTO "event" VALUES('GZWJF',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"score","dice":"app","undo":"one"},"commitment":"06abe1b8a3f5ed295947875a76a8db976782bd2de154cbd503fd88c5483df53e"}',NULL,'person','9f07bc5b5e47a6152a507295',1795313740767,NULL);
INSERT INTO "event" VALUES('GZWJF',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','GZWJF-1',1795313740777,'aad6f75f26aafa787ae48d02236ee037f63b2dc2');
INSERT INTO "event" VALUES('GZWJF',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','GZWJF-2',1795313740803,'8b19e35b18e6b26fa1ff907cbc76b3be3ce56c67');
INSERT INTO "event" VALUES('GZWJF',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','GZWJF-3',1795313740822,'93dbc797028c1020fe216aa1f85f3342ab60589b');
INSERT INTO "event" VALUES('GZWJF',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','GZWJF-4',1795313740887,'3e297bc6d33e3fcf8317b50b31b52545c75337d5');
INSERT INTO "event" VALUES('VKMMZ',6,'start','{"type":"start","chairs":[0,1,2,3],"first":0}',0,'person','VKMMZ-5',1795313740895,'6962bd1630117ec2c3e267a03ec729db9f9861bf');
INSERT INTO "event" VALUES('VKMMZ',7,'draw','{"type":"draw","outcome":"draw yellow"}',NULL,'app',NULL,1795313740895,NULL);
INSERT INTO "event" VALUES('VKMMZ',8,'draw','{"type":"draw","outcome":"draw yellow"}',NULL,'app',NULL,1795313740895,NULL);
INSERT INTO "event" VALUES('VKMMZ',9,'draw','{"type":"draw","outcome":"draw red"}',NULL,'app',NULL,1795313740895,NULL);
INSERT INTO "event" VALUES('VKMMZ',10,'draw','{"type":"draw","outcome":"draw yellow"}',NULL,'app',NULL,1795313740895,NULL);
INSERT INTO "event" VALUES('VKMMZ',11,'act','{"type":"act","seat":3,"action":"pick red"}',0,'person','VKMMZ-6',1795313740909,'b3beb11341c59c51195f0128f84e60b690f4acb7');
INSERT INTO "event" VALUES('VKMMZ',12,'act','{"type":"act","seat":2,"action":"pick yellow"}',0,'person','VKMMZ-7',1795313740911,'d7d5dda7a3980b8b8963e8d9568984984b5e1814');
INSERT INTO "event" VALUES('VKMMZ',13,'act','{"type":"act","seat":1,"action":"pick yellow"}',0,'person','VKMMZ-8',1795313740917,'6d8f5026c09803fe7be5726ee70ada2aff74a9fd');
INSERT INTO "event" VALUES('VKMMZ',14,'act','{"type":"act","seat":0,"action":"pick yellow"}',0,'person','VKMMZ-9',1795313740927,'638a51a6907805028edee249725438973b281e2b');
INSERT INTO "event" VALUES('VKMMZ',15,'draw','{"type":"draw","outcome":"die yellow 2"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',16,'draw','{"type":"draw","outcome":"die red 1"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',17,'draw','{"type":"draw","outcome":"die black 5"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',18,'draw','{"type":"draw","outcome":"die blue 3"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',19,'draw','{"type":"draw","outcome":"die orange 5"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',20,'draw','{"type":"draw","outcome":"die purple 4"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',21,'draw','{"type":"draw","outcome":"die yellow 2"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',22,'draw','{"type":"draw","outcome":"die red 1"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',23,'draw','{"type":"draw","outcome":"die green 4"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',24,'draw','{"type":"draw","outcome":"die blue 3"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',25,'draw','{"type":"draw","outcome":"die orange 6"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',26,'draw','{"type":"draw","outcome":"die black 5"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',27,'draw','{"type":"draw","outcome":"die blue 3"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',28,'draw','{"type":"draw","outcome":"die green 4"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',29,'draw','{"type":"draw","outcome":"die yellow 1"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',30,'draw','{"type":"draw","outcome":"die blue 3"}',NULL,'app',NULL,1795313740927,NULL);
INSERT INTO "event" VALUES('VKMMZ',31,'act','{"type":"act","seat":0,"action":"shop A4"}',0,'person','VKMMZ-10',1795313740936,'e785ea702c8cdc1443630703b557923d995a520b');
INSERT INTO "event" VALUES('VKMMZ',32,'act','{"type":"act","seat":0,"action":"shop B5"}',0,'person','VKMMZ-11',1795313740941,'fd5b22766967c906c46fe6706d7d6e8c6b0c6e1a');
INSERT INTO "event" VALUES('VKMMZ',33,'act','{"type":"act","seat":1,"action":"shop B4"}',0,'person','VKMMZ-12',1795313740945,'7853a75355f706e7c7afdd7b8321ebd51f7c9ce0');
INSERT INTO "event" VALUES('VKMMZ',34,'act','{"type":"act","seat":1,"action":"dye B4 purple"}',0,'person','VKMMZ-13',1795313740954,'36b6e0eaf297d520edd20f793cad641c3fbf2a5a');
INSERT INTO "event" VALUES('VKMMZ',35,'act','{"type":"act","seat":2,"action":"shop B3"}',0,'person','VKMMZ-14',1795313740959,'1adcf9ad3656010de691199cd342c6204e17e050');
INSERT INTO "event" VALUES('VKMMZ',36,'act','{"type":"act","seat":2,"action":"shop A5"}',0,'person','VKMMZ-15',1795313740961,'4acf0f3a89e1889bba4886855be9c39c3bec67aa');
INSERT INTO "event" VALUES('VKMMZ',37,'act','{"type":"act","seat":3,"action":"shop A2"}',0,'person','VKMMZ-16',1795313740972,'54ae1e066350b79d15c2627b114f289e682170cb');
INSERT INTO "event" VALUES('VKMMZ',38,'act','{"type":"act","seat":3,"action":"shop C1"}',0,'person','VKMMZ-17',1795313740980,'aaf1d81199f159fdf97b2d5772131bb4462161bd');
INSERT INTO "event" VALUES('VKMMZ',39,'act','{"type":"act","seat":0,"action":"shop C5"}',0,'person','VKMMZ-18',1795313740991,'7677c59eeffbb8d3b3596d84e42d6270b54ad79f');
INSERT INTO "event" VALUES('VKMMZ',40,'act','{"type":"act","seat":0,"action":"shop A1"}',0,'person','VKMMZ-19',1795313741003,'a2d121167933bfb0a4ab43a90e23efcfb246b776');
INSERT INTO "event" VALUES('VKMMZ',41,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','VKMMZ-20',1795313741005,'c081d53f59f6cb7feac7d8e6e3968d65b02b67eb');
INSERT INTO "event" VALUES('VKMMZ',42,'act','{"type":"act","seat":1,"action":"dye B4 yellow"}',0,'person','VKMMZ-21',1795313741009,'1e63e1923ef20a428e95fb0bf0e7db7f09321d34');
INSERT INTO "event" VALUES('VKMMZ',43,'act','{"type":"act","seat":2,"action":"pass"}',0,'person','VKMMZ-22',1795313741017,'0d75f114b32d2d6552e5e3da7ba1c624016269f8');
INSERT INTO "event" VALUES('VKMMZ',44,'act','{"type":"act","seat":3,"action":"shop D4"}',0,'person','VKMMZ-23',1795313741019,'37bb34a19136aa7db9ff0514be4ebee1cff587c0');
INSERT INTO "event" VALUES('VKMMZ',45,'act','{"type":"act","seat":3,"action":"dye A2 purple"}',0,'person','VKMMZ-24',1795313741022,'fabf9a2ea4c3a05804073e5b16a082d5d82aa38d');
INSERT INTO "event" VALUES('VKMMZ',46,'act','{"type":"act","seat":0,"action":"shop E5"}',0,'person','VKMMZ-25',1795313741025,'c672df1530d62a648cfa9214fe9e98b6a2184e80');
INSERT INTO "event" VALUES('VKMMZ',47,'act','{"type":"act","seat":0,"action":"dye E5 purple"}',0,'person','VKMMZ-26',1795313741029,'9112ac0e848b6fcdb429b90e7bae8069540d77db');
INSERT INTO "event" VALUES('VKMMZ',48,'act','{"type":"act","seat":1,"action":"shop E2"}',0,'person','VKMMZ-27',1795313741038,'a4591ee1730787d0d45abf9530441e60cd29bf4b');
INSERT INTO "event" VALUES('VKMMZ',49,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','VKMMZ-28',1795313741043,'dd97d03506f574044dd35b8b15dca88ddfea4a81');
INSERT INTO "event" VALUES('VKMMZ',50,'act','{"type":"act","seat":2,"action":"shop E1"}',0,'person','VKMMZ-29',1795313741047,'100d83f534cb614de910d91159558d73c3a16225');
INSERT INTO "event" VALUES('VKMMZ',51,'act','{"type":"act","seat":2,"action":"dye B3 purple"}',0,'person','VKMMZ-30',1795313741053,'069ef25ab57057de31b6386c32409894aeae1e1a');
INSERT INTO "event" VALUES('VKMMZ',52,'act','{"type":"act","seat":3,"action":"shop B1"}',0,'person','VKMMZ-31',1795313741058,'d26c4c3a43bf83d5fa81238769cc37201e3d580e');
INSERT INTO "event" VALUES('VKMMZ',53,'act','{"type":"act","seat":3,"action":"dye B1 blue"}',0,'person','VKMMZ-32',1795313741061,'21175a149ab8cc79492b409e352705deb6dce2db');
INSERT INTO "event" VALUES('VKMMZ',54,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','VKMMZ-33',1795313741065,'0f9a12329ccdd65317b1523f10d2fa5727bd36c5');
INSERT INTO "event" VALUES('VKMMZ',55,'act','{"type":"act","seat":0,"action":"coin C5"}',0,'person','VKMMZ-34',1795313741084,'31821347864c33d4d67ad5a4a31c5cd06bb57301');
INSERT INTO "event" VALUES('VKMMZ',56,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','VKMMZ-35',1795313741092,'7a14d7a6dc754d2d9bd347ac6d39c5840f59feec');
INSERT INTO "event" VALUES('VKMMZ',57,'act','{"type":"act","seat":1,"action":"end turn"}',0,'person','VKMMZ-36',1795313741099,'96528b1a8151f2dd5434230eeccb5d5d857019cd');
INSERT INTO "event" VALUES('VKMMZ',58,'act','{"type":"act","seat":2,"action":"shop C4"}',0,'person','VKMMZ-37',1795313741105,'361b8aeaa560fd4e13892cd6ae410d6a12d8efd1');
INSERT INTO "event" VALUES('VKMMZ',59,'act','{"type":"act","seat":2,"action":"shop A3"}',0,'person','VKMMZ-38',1795313741118,'11a9c8fc39cf18ae8d9ef23237b16de6eae8d48c');
INSERT INTO "event" VALUES('VKMMZ',60,'act','{"type":"act","seat":3,"action":"shop C2"}',0,'person','VKMMZ-39',1795313741126,'eca49431b00fd8f6ac13b0a971a7d1674b4fddb7');
INSERT INTO "event" VALUES('VKMMZ',61,'act','{"type":"act","seat":3,"action":"shop E4"}',0,'person','VKMMZ-40',1795313741130,'ebd387ea036964820b6992f2e8c990592ca7504b');
INSERT INTO "event" VALUES('VKMMZ',62,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','VKMMZ-41',1795313741134,'67940c94c01df108084051fad02d61ef67ca1135');
INSERT INTO "event" VALUES('VKMMZ',63,'act','{"type":"act","seat":0,"action":"dye E5 orange"}',0,'person','VKMMZ-42',1795313741138,'0a84d546621ba83a338e54ced7831ab1c19c3d27');
INSERT INTO "event" VALUES('VKMMZ',64,'act','{"type":"act","seat":1,"action":"dye E2 green"}',0,'person','VKMMZ-43',1795313741140,'f122c4cd535cfbe89afe6487dcdf4d8551a7d614');
INSERT INTO "event" VALUES('VKMMZ',65,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','VKMMZ-44',1795313741204,'9c8ff8045391c06ea170bafbcae2dd951f0de692');
INSERT INTO "event" VALUES('VKMMZ',66,'act','{"type":"act","seat":2,"action":"dye C4 red"}',0,'person','VKMMZ-45',1795313741212,'963ab25ae73704959139ed022f1716d797151e53');
INSERT INTO "event" VALUES('VKMMZ',67,'act','{"type":"act","seat":2,"action":"dye C4 purple"}',0,'person','VKMMZ-46',1795313741214,'867b8e063656beff9fdb8a50e9fef592fc59542d');
INSERT INTO "event" VALUES('VKMMZ',68,'act','{"type":"act","seat":3,"action":"dye C1 black"}',0,'person','VKMMZ-47',1795313741221,'2a5ae4e4e1a7606aaf6349d4f45ab7e8962f4fdd');
INSERT INTO "event" VALUES('VKMMZ',69,'act','{"type":"act","seat":3,"action":"dye C2 blue"}',0,'person','VKMMZ-48',1795313741229,'8fbc46065d9eeab66e2d103b7405ac9ca5de0c1e');
INSERT INTO "event" VALUES('VKMMZ',70,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','VKMMZ-49',1795313741234,'5e3e57383614a5edc745ce5b27cfcc1b9f54e8d2');
INSERT INTO "event" VALUES('VKMMZ',71,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','VKMMZ-50',1795313741237,'4ff08dc9e894d23f4db729c83ae585b5b66d07ea');
INSERT INTO "event" VALUES('VKMMZ',72,'undo','{"type":"undo","to":70}',0,'person','VKMMZ-51',1795313741242,'5c8a25fc06c429e64cd4e87b7285d233c4faf86c');
INSERT INTO "event" VALUES('VKMMZ',73,'check','{"type":"check","zone":"city"}',0,'person','VKMMZ-52',1795313741246,'d4e968e6e078d302579676d6d649189207ca8b55');
INSERT INTO "event" VALUES('SXZKV',6,'position','{"type":"position","position":"{\"game\":\"hangzhou\",\"format\":1,\"players\":[\"white\",\"blue\",\"red\",\"yellow\"],\"city\":{\"B1\":{\"owner\":\"white\",\"dye\":\"yellow\",\"coins\":0},\"A2\":{\"owner\":\"blue\",\"dye\":\"red\",\"coins\":1},\"A3\":{\"owner\":\"red\",\"dye\":\"red\",\"coins\":0},\"D3\":{\"owner\":\"yellow\",\"dye\":\"blue\",\"coins\":0},\"E3\":{\"owner\":\"yellow\",\"dye\":\"red\",\"coins\":0},\"A5\":{\"owner\":\"blue\",\"dye\":null,\"coins\":0}},\"merchants\":{\"orange\":null,\"green\":null,\"purple\":null,\"black\":null},\"market\":{\"orange\":[{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"blue\",\"price\":3},{\"dye\":\"orange\",\"price\":4},{\"dye\":\"black\",\"price\":5}],\"green\":[{\"dye\":\"red\",\"price\":2},{\"dye\":\"blue\",\"price\":1},{\"dye\":\"yellow\",\"price\":1},{\"dye\":\"purple\",\"price\":4}],\"purple\":[{\"dye\":\"blue\",\"price\":1},{\"dye\":\"red\",\"price\":3},{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"green\",\"price\":4}],\"black\":[{\"dye\":\"red\",\"price\":1},{\"dye\":\"red\",\"price\":1},{\"dye\":\"purple\",\"price\":5},{\"dye\":\"black\",\"price\":6}]},\"bag\":{\"blue\":1,\"red\":0,\"yellow\":1,\"green\":1,\"orange\":1,\"purple\":0,\"black\":0},\"supply\":{\"blue\":6,\"red\":4,\"yellow\":5,\"green\":4,\"orange\":4,\"purple\":4,\"black\":4},\"hands\":{\"white\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":1,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"blue\":{\"coins\":3,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":1,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"red\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"yellow\":{\"coins\":4,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false}},\"seals\":[],\"now\":{\"phase\":\"play\",\"player\":\"white\",\"taken\":null,\"merchant\":null},\"start\":\"white\",\"round_die\":1,\"round\":1,\"mixed_returned\":false,\"pool\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"sold\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"options\":{\"blocking\":\"none\",\"trade\":\"forced\",\"round_die\":\"returned\",\"start_at\":1,\"repeat_action\":\"yes\",\"open_hands\":\"yes\",\"round_limit\":null}}","chairs":[0,1,2,3]}',0,'person','SXZKV-5',1795313741247,'74c1ace36c826b65ce5ff26c84fc9384d07d57ea');
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
INSERT INTO "game_table" VALUES('VKMMZ','hangzhou',1795313740489,0,'2e961b5c04cbd53444b2ee2b6081290c',NULL,NULL);
INSERT INTO "game_table" VALUES('SXZKV','hangzhou',1795313740630,0,'2e961b5c04cbd53444b2ee2b6081290c',NULL,NULL);
INSERT INTO "game_table" VALUES('GZWJF','hangzhou',1795313740768,0,'2e961b5c04cbd53444b2ee2b6081290c',NULL,NULL);
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
INSERT INTO "holder" VALUES('VKMMZ','963157cc8b1f340ddfd39de4ee3970a11feaad8530914728112f304c160a8150',0,1,0);
INSERT INTO "holder" VALUES('VKMMZ','b40c7c3d91aba280d9acae36ec795fd11a553a4fb13f1de127293f84f084f00d',1,0,0);
INSERT INTO "holder" VALUES('VKMMZ','72fbdad8beadde037512ae771b5da5e7cb2cae3bf0e6c37df1ab3b8c43a66a57',2,0,0);
INSERT INTO "holder" VALUES('VKMMZ','7f15c3d1f1b69135a9313adba2be924eaadd446de2879abf3c15993cb011111f',3,0,0);
INSERT INTO "holder" VALUES('SXZKV','681c66eb5806dfad0fcd0795526a0f5f0e3881a0ca04593d668d49ced1d1fa2f',0,1,0);
INSERT INTO "holder" VALUES('SXZKV','cde6ebf4b31a1f6adc03d449f1608c605331d53e148608640622421894bd596e',1,0,0);
INSERT INTO "holder" VALUES('SXZKV','b324c2a27a5750dbd43856b1a421c3eda83bb24ef5e9a90d6457484ae6e27649',2,0,0);
INSERT INTO "holder" VALUES('SXZKV','e795c07ef985f956f9eca3991b52165a5f7575e6d8f307343dfe799a56f67830',3,0,0);
INSERT INTO "holder" VALUES('GZWJF','19fc9f78d389bf44570fb3737c3e27d8018f83ef319d418d8c0b354620ea6d22',0,1,0);
INSERT INTO "holder" VALUES('GZWJF','39371c7e29bc3baa8b5c88bc788e93b7ff6616111dce93dfeeed690504cde742',1,0,0);
INSERT INTO "holder" VALUES('GZWJF','6d537a9bad00bf78768e22f7156cb9d41ee54df6bdd6eb552a0ce5e569f54b30',2,0,0);
INSERT INTO "holder" VALUES('GZWJF','00888a41d4588253b5f82747395b355d9c4aec02d452bcfa5b0ee70a5eba5183',3,0,0);
CREATE TABLE move_code (
	"table" VARCHAR(8) NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	chair INTEGER NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY ("table", code_hash), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "move_code" VALUES('VKMMZ','8a7b42253449b24a65d81d5822d91617bf1a5d9ed8d2b343a670dc89a217a664',0,1795314341265);
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
INSERT INTO "presence" VALUES('VKMMZ',0,3,1795313741265);
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
INSERT INTO "record" VALUES('VKMMZ','hangzhou',1795313740895,1795313740895,NULL,0,NULL,NULL);
INSERT INTO "record" VALUES('SXZKV','hangzhou',1795313741247,1795313741247,NULL,0,NULL,NULL);
INSERT INTO "record" VALUES('GZWJF','hangzhou',1795313740767,NULL,NULL,0,NULL,NULL);
CREATE TABLE record_name (
	"table" VARCHAR(8) NOT NULL, 
	chair INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	folded VARCHAR(160) NOT NULL, 
	PRIMARY KEY ("table", chair), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "record_name" VALUES('GZWJF',0,'Ana','ana');
INSERT INTO "record_name" VALUES('GZWJF',1,'Mei','mei');
INSERT INTO "record_name" VALUES('GZWJF',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('GZWJF',3,'Zoë','zoe');
INSERT INTO "record_name" VALUES('VKMMZ',0,'Ana','ana');
INSERT INTO "record_name" VALUES('VKMMZ',1,'Mei','mei');
INSERT INTO "record_name" VALUES('VKMMZ',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('VKMMZ',3,'Zoë','zoe');
INSERT INTO "record_name" VALUES('SXZKV',0,'Ana','ana');
INSERT INTO "record_name" VALUES('SXZKV',1,'Mei','mei');
INSERT INTO "record_name" VALUES('SXZKV',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('SXZKV',3,'Zoë','zoe');
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
INSERT INTO "seed" VALUES('VKMMZ',1,X'9923286F80DA0B1A537DFE7F37172D20067C486684FA3D612A03BBE02661DFEE');
INSERT INTO "seed" VALUES('SXZKV',1,X'42A9B2E8B0F24FC9940B71062216A91A9D3071EEE3F1C0B4CC346EEA0680A74B');
INSERT INTO "seed" VALUES('GZWJF',1,X'2B36CEB9EFE9391315B409C3DA366339B6CF0B0D5C877C24676056AB994B63D2');
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
CREATE INDEX ix_game_table_opener_wide ON game_table (opener_wide);
CREATE INDEX ix_spent_ends ON spent (ends);
CREATE INDEX ix_holder_token_hash ON holder (token_hash);
CREATE INDEX ix_record_at ON record (at);
COMMIT;

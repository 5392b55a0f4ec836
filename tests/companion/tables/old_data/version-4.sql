BEGIN TRANSACTION;
CREATE TABLE address_key (
	day INTEGER NOT NULL, 
	"key" BLOB NOT NULL, 
	PRIMARY KEY (day)
);
INSERT INTO "address_key" VALUES(20779,X'8FE36B29F3AAEEB2306517779D7B4F66D811298CB52BCB936FD2DDFD737474CB');
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
INSERT INTO "event" VALUES('BMRTL',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"follow","dice":"app","undo":"one"},"commitment":"6a02d1f36e6ea507c5335ee727b8ecabdd6369d37c9401b948f9b28289cd46ca"}',NULL,'person','9c2ef68d48394e158b830857',1795312822750,NULL);
INSERT INTO "event" VALUES('BMRTL',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','BMRTL-1',1795312822774,'6eb37aa5ef0e69d5d7630df9fbcc8dce3224a9b6');
INSERT INTO "event" VALUES('BMRTL',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','BMRTL-2',1795312822781,'f3d220202d5856664abfedd758f4dbfac9b6e62b');
INSERT INTO "event" VALUES('BMRTL',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','BMRTL-3',1795312822785,'2027817593325bbf33fc24329dbd595a57772bff');
INSERT INTO "event" VALUES('BMRTL',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','BMRTL-4',1795312822789,'69eae8bf45f6329d64178b02f8e3beccf1737871');
INSERT INTO "event" VALUES('DCMVV',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"merchants","dice":"app","undo":"one"},"commitment":"984dd6aebc62e226e5f8c0f13ed8147cf8cf7f280e3798febdb50b9e4c5b662d"}',NULL,'person','a12b1f3548c005348e3b96bf',1795312822793,NULL);
INSERT INTO "event" VALUES('DCMVV',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','DCMVV-1',1795312822797,'bc41fb315c3f92da1e48e005a6ac07d072913905');
INSERT INTO "event" VALUES('DCMVV',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','DCMVV-2',1795312822799,'f4f812ea7409929621d360b8f52fc0031dec873b');
INSERT INTO "event" VALUES('DCMVV',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','DCMVV-3',1795312822809,'55c9b92730b446cdcbf251fd545bc01001457147');
INSERT INTO "event" VALUES('DCMVV',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','DCMVV-4',1795312822812,'05735300891aff1694abf5c29a7708ac8e2fc0ef');
INSERT INTO "event" VALUES('LXDPQ',1,'open','{"type":"open","game":"hangzhou","rules":"1","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"score","dice":"app","undo":"one"},"commitment":"a20996cf468812a617f50be6b59d73b8a42a95dd1718ce18cd01dab217905aae"}',NULL,'person','70bc33acc2b0a4433bbd983b',1795312822821,NULL);
INSERT INTO "event" VALUES('LXDPQ',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','LXDPQ-1',1795312822825,'8470ff190aef50fbda33610e6e6e760ea00596c0');
INSERT INTO "event" VALUES('LXDPQ',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','LXDPQ-2',1795312822829,'a623ee404ea24a90be0e2c0433ed4018a54196a5');
INSERT INTO "event" VALUES('LXDPQ',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','LXDPQ-3',1795312822833,'63d081c25e8157e99defa346505046a2a25b7ff4');
INSERT INTO "event" VALUES('LXDPQ',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','LXDPQ-4',1795312822837,'0cd56eb921deb7087b2859820095025c07623af7');
INSERT INTO "event" VALUES('BMRTL',6,'start','{"type":"start","chairs":[0,1,2,3],"first":0}',0,'person','BMRTL-5',1795312822839,'28a0b6ad4c4b8e1599a461bdd79f27fc475be68c');
INSERT INTO "event" VALUES('BMRTL',7,'draw','{"type":"draw","outcome":"draw yellow"}',NULL,'app',NULL,1795312822839,NULL);
INSERT INTO "event" VALUES('BMRTL',8,'draw','{"type":"draw","outcome":"draw yellow"}',NULL,'app',NULL,1795312822839,NULL);
INSERT INTO "event" VALUES('BMRTL',9,'draw','{"type":"draw","outcome":"draw red"}',NULL,'app',NULL,1795312822839,NULL);
INSERT INTO "event" VALUES('BMRTL',10,'draw','{"type":"draw","outcome":"draw red"}',NULL,'app',NULL,1795312822839,NULL);
INSERT INTO "event" VALUES('BMRTL',11,'act','{"type":"act","seat":3,"action":"pick red"}',0,'person','BMRTL-6',1795312822849,'abef742166528a7166910d4ca9fcd046bbc5541b');
INSERT INTO "event" VALUES('BMRTL',12,'act','{"type":"act","seat":2,"action":"pick red"}',0,'person','BMRTL-7',1795312822853,'4aa3c6947437770d3fad5eeea7b80272cc49ad36');
INSERT INTO "event" VALUES('BMRTL',13,'act','{"type":"act","seat":1,"action":"pick yellow"}',0,'person','BMRTL-8',1795312822857,'2e1bce7b93a7329dd6f08d697ece242931ba5f19');
INSERT INTO "event" VALUES('BMRTL',14,'act','{"type":"act","seat":0,"action":"pick yellow"}',0,'person','BMRTL-9',1795312822861,'a12134c14529d1feaea8684317d5b06504db9073');
INSERT INTO "event" VALUES('BMRTL',15,'draw','{"type":"draw","outcome":"die blue 3"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',16,'draw','{"type":"draw","outcome":"die blue 1"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',17,'draw','{"type":"draw","outcome":"die black 5"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',18,'draw','{"type":"draw","outcome":"die yellow 2"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',19,'draw','{"type":"draw","outcome":"die blue 1"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',20,'draw','{"type":"draw","outcome":"die yellow 1"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',21,'draw','{"type":"draw","outcome":"die red 2"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',22,'draw','{"type":"draw","outcome":"die red 2"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',23,'draw','{"type":"draw","outcome":"die orange 6"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',24,'draw','{"type":"draw","outcome":"die red 2"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',25,'draw','{"type":"draw","outcome":"die red 2"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',26,'draw','{"type":"draw","outcome":"die green 5"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',27,'draw','{"type":"draw","outcome":"die purple 5"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',28,'draw','{"type":"draw","outcome":"die yellow 2"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',29,'draw','{"type":"draw","outcome":"die black 4"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',30,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795312822861,NULL);
INSERT INTO "event" VALUES('BMRTL',31,'act','{"type":"act","seat":0,"action":"shop A4"}',0,'person','BMRTL-10',1795312822873,'f471956f8e418813d477b7cb74aa5aa8235d92e9');
INSERT INTO "event" VALUES('BMRTL',32,'act','{"type":"act","seat":0,"action":"shop B5"}',0,'person','BMRTL-11',1795312822877,'83e992280b1ee9b099878eb16ef289da2f5a66bf');
INSERT INTO "event" VALUES('BMRTL',33,'act','{"type":"act","seat":1,"action":"shop B4"}',0,'person','BMRTL-12',1795312822881,'8c61417b62786e983a008ddedfcc11ac33946885');
INSERT INTO "event" VALUES('BMRTL',34,'act','{"type":"act","seat":1,"action":"dye B4 purple"}',0,'person','BMRTL-13',1795312822885,'ba8b8abe4163810ae791d38e47d57a22e8001d2c');
INSERT INTO "event" VALUES('BMRTL',35,'act','{"type":"act","seat":2,"action":"shop B3"}',0,'person','BMRTL-14',1795312822889,'4816fa45d6798ec07a2307cfbb7857c12c7a5ba8');
INSERT INTO "event" VALUES('BMRTL',36,'act','{"type":"act","seat":2,"action":"shop A5"}',0,'person','BMRTL-15',1795312822891,'44410c191bee0a1ecfe4a7a2fcb690317a7df5d2');
INSERT INTO "event" VALUES('BMRTL',37,'act','{"type":"act","seat":3,"action":"shop A2"}',0,'person','BMRTL-16',1795312822891,'be233cf42a2714c1ca6914e848980946c5b6cf10');
INSERT INTO "event" VALUES('BMRTL',38,'act','{"type":"act","seat":3,"action":"shop C1"}',0,'person','BMRTL-17',1795312822897,'ffffd39e3f6c9ff61919df4b3615f314b89d34a4');
INSERT INTO "event" VALUES('BMRTL',39,'act','{"type":"act","seat":0,"action":"shop C5"}',0,'person','BMRTL-18',1795312822901,'895dd4878a56ffe7ef00a97eacb333f69d51ab4d');
INSERT INTO "event" VALUES('BMRTL',40,'act','{"type":"act","seat":0,"action":"shop A1"}',0,'person','BMRTL-19',1795312822909,'d338f4d35216734bad92bfcafe8bda5446bc9bf0');
INSERT INTO "event" VALUES('BMRTL',41,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','BMRTL-20',1795312822917,'86788a7235072f65aa860f23ce37d24ec47fc74a');
INSERT INTO "event" VALUES('BMRTL',42,'act','{"type":"act","seat":1,"action":"dye B4 yellow"}',0,'person','BMRTL-21',1795312822925,'ae9538b8c01e66dc44565436872d3d7601d8456d');
INSERT INTO "event" VALUES('BMRTL',43,'act','{"type":"act","seat":2,"action":"pass"}',0,'person','BMRTL-22',1795312822933,'2577dca1b3b96ee5a0ecee361e29deff4ee6353c');
INSERT INTO "event" VALUES('BMRTL',44,'act','{"type":"act","seat":3,"action":"shop D4"}',0,'person','BMRTL-23',1795312822940,'b5475482fd639cc9bace9e7ef027d2174b38c95e');
INSERT INTO "event" VALUES('BMRTL',45,'act','{"type":"act","seat":3,"action":"dye A2 purple"}',0,'person','BMRTL-24',1795312822949,'5fda7ba91718dff45534229a2dd0c0476f83ec13');
INSERT INTO "event" VALUES('BMRTL',46,'act','{"type":"act","seat":0,"action":"shop E5"}',0,'person','BMRTL-25',1795312822953,'a25e41ffb2e8b6616d9a2a7667c28325d307db33');
INSERT INTO "event" VALUES('BMRTL',47,'act','{"type":"act","seat":0,"action":"dye E5 purple"}',0,'person','BMRTL-26',1795312822961,'6dcc4901a616377d2a955fab83f1b320d79d5ea3');
INSERT INTO "event" VALUES('BMRTL',48,'act','{"type":"act","seat":1,"action":"shop E2"}',0,'person','BMRTL-27',1795312822969,'af1e6c74aa3e67f74441f814f5efa0b2c6a5e496');
INSERT INTO "event" VALUES('BMRTL',49,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','BMRTL-28',1795312822977,'cbd80bc3390e7313a3be9516bfff843f6b23ab8b');
INSERT INTO "event" VALUES('BMRTL',50,'act','{"type":"act","seat":2,"action":"shop E1"}',0,'person','BMRTL-29',1795312822985,'29b5e5309d6cf2eeaade164cdc47b4b5da3c1f36');
INSERT INTO "event" VALUES('BMRTL',51,'act','{"type":"act","seat":2,"action":"dye B3 purple"}',0,'person','BMRTL-30',1795312822990,'08f2875edd7dc7daebc4233258501a38f2729b1e');
INSERT INTO "event" VALUES('BMRTL',52,'act','{"type":"act","seat":3,"action":"shop B1"}',0,'person','BMRTL-31',1795312822997,'8ee7b0a8cdd6d57c454bbe93d3862a62f0687c7b');
INSERT INTO "event" VALUES('BMRTL',53,'act','{"type":"act","seat":3,"action":"dye B1 blue"}',0,'person','BMRTL-32',1795312823001,'5e57959367ae4bfec4b06c62c2c5fbc3e6978e24');
INSERT INTO "event" VALUES('BMRTL',54,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','BMRTL-33',1795312823009,'61823bd1b53e4d1abc8b91ba00244f5afe0e9a42');
INSERT INTO "event" VALUES('BMRTL',55,'act','{"type":"act","seat":0,"action":"coin C5"}',0,'person','BMRTL-34',1795312823017,'39a59cf2ac8977313c87e590b7d481408124e0ae');
INSERT INTO "event" VALUES('BMRTL',56,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','BMRTL-35',1795312823025,'cdc6bfd3d433424dc6d880d80a4ae4d001b22c34');
INSERT INTO "event" VALUES('BMRTL',57,'act','{"type":"act","seat":1,"action":"end turn"}',0,'person','BMRTL-36',1795312823033,'97d605acad0afd6a5ee5e68454450fa9dbaf9a2a');
INSERT INTO "event" VALUES('BMRTL',58,'act','{"type":"act","seat":2,"action":"shop C4"}',0,'person','BMRTL-37',1795312823041,'b9bed3a8c9c1fbb36994a2718bb753139f78817b');
INSERT INTO "event" VALUES('BMRTL',59,'act','{"type":"act","seat":2,"action":"shop A3"}',0,'person','BMRTL-38',1795312823050,'c8e8c13337e927266b253a845917825d031244ee');
INSERT INTO "event" VALUES('BMRTL',60,'act','{"type":"act","seat":3,"action":"shop C2"}',0,'person','BMRTL-39',1795312823057,'01684d40fb047aacd70d539350eb715683d77d94');
INSERT INTO "event" VALUES('BMRTL',61,'act','{"type":"act","seat":3,"action":"shop E4"}',0,'person','BMRTL-40',1795312823065,'bd5962ada738e9532b4e7e4fe702a6685241ea41');
INSERT INTO "event" VALUES('BMRTL',62,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','BMRTL-41',1795312823073,'58d452ceaa247554758021ce983dfdf0b9a9b5a1');
INSERT INTO "event" VALUES('BMRTL',63,'act','{"type":"act","seat":0,"action":"dye E5 orange"}',0,'person','BMRTL-42',1795312823081,'ac2f1d8fe1c80cbdf28f5ce3dceb562bc465b2fa');
INSERT INTO "event" VALUES('BMRTL',64,'act','{"type":"act","seat":1,"action":"dye E2 green"}',0,'person','BMRTL-43',1795312823089,'931b31e7a99c3d8fff5d347adad27ad60b8f6b05');
INSERT INTO "event" VALUES('BMRTL',65,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','BMRTL-44',1795312823097,'4767bf0a818088d1e8f65ee52f2d7b6e5e8238cf');
INSERT INTO "event" VALUES('BMRTL',66,'act','{"type":"act","seat":2,"action":"dye C4 red"}',0,'person','BMRTL-45',1795312823105,'d50b4692dfa8720eb882f82d2c0456d94fca383a');
INSERT INTO "event" VALUES('BMRTL',67,'act','{"type":"act","seat":2,"action":"dye C4 purple"}',0,'person','BMRTL-46',1795312823113,'127622b520bdd1231b8a96576941ed1c6758f3cb');
INSERT INTO "event" VALUES('BMRTL',68,'act','{"type":"act","seat":3,"action":"dye C1 black"}',0,'person','BMRTL-47',1795312823121,'a1f0aa7500e30021b3f8506921af57afff300e86');
INSERT INTO "event" VALUES('BMRTL',69,'act','{"type":"act","seat":3,"action":"dye C2 blue"}',0,'person','BMRTL-48',1795312823126,'2059c995de08ba1e2fbeb30a16c2a6ca6c2bed53');
INSERT INTO "event" VALUES('BMRTL',70,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','BMRTL-49',1795312823133,'b99f8f573c443a29c5e030aa226ad14292c59acf');
INSERT INTO "event" VALUES('BMRTL',71,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','BMRTL-50',1795312823141,'499879fccfd15f2a92b4b2390d7214eaf7fb6598');
INSERT INTO "event" VALUES('BMRTL',72,'undo','{"type":"undo","to":70}',0,'person','BMRTL-51',1795312823149,'cb3d238ed999a549a50a6939db5c58a145a3bfcc');
INSERT INTO "event" VALUES('BMRTL',73,'check','{"type":"check","zone":"city"}',0,'person','BMRTL-52',1795312823153,'65dd7e507726d636731bcc6785bd6bcae4a318c4');
INSERT INTO "event" VALUES('DCMVV',6,'position','{"type":"position","position":"{\"game\":\"hangzhou\",\"format\":1,\"players\":[\"white\",\"blue\",\"red\",\"yellow\"],\"city\":{\"B1\":{\"owner\":\"white\",\"dye\":\"yellow\",\"coins\":0},\"A2\":{\"owner\":\"blue\",\"dye\":\"red\",\"coins\":1},\"A3\":{\"owner\":\"red\",\"dye\":\"red\",\"coins\":0},\"D3\":{\"owner\":\"yellow\",\"dye\":\"blue\",\"coins\":0},\"E3\":{\"owner\":\"yellow\",\"dye\":\"red\",\"coins\":0},\"A5\":{\"owner\":\"blue\",\"dye\":null,\"coins\":0}},\"merchants\":{\"orange\":null,\"green\":null,\"purple\":null,\"black\":null},\"market\":{\"orange\":[{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"blue\",\"price\":3},{\"dye\":\"orange\",\"price\":4},{\"dye\":\"black\",\"price\":5}],\"green\":[{\"dye\":\"red\",\"price\":2},{\"dye\":\"blue\",\"price\":1},{\"dye\":\"yellow\",\"price\":1},{\"dye\":\"purple\",\"price\":4}],\"purple\":[{\"dye\":\"blue\",\"price\":1},{\"dye\":\"red\",\"price\":3},{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"green\",\"price\":4}],\"black\":[{\"dye\":\"red\",\"price\":1},{\"dye\":\"red\",\"price\":1},{\"dye\":\"purple\",\"price\":5},{\"dye\":\"black\",\"price\":6}]},\"bag\":{\"blue\":1,\"red\":0,\"yellow\":1,\"green\":1,\"orange\":1,\"purple\":0,\"black\":0},\"supply\":{\"blue\":6,\"red\":4,\"yellow\":5,\"green\":4,\"orange\":4,\"purple\":4,\"black\":4},\"hands\":{\"white\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":1,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"blue\":{\"coins\":3,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":1,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"red\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"yellow\":{\"coins\":4,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false}},\"seals\":[],\"now\":{\"phase\":\"play\",\"player\":\"white\",\"taken\":null,\"merchant\":null},\"start\":\"white\",\"round_die\":1,\"round\":1,\"mixed_returned\":false,\"pool\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"sold\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"options\":{\"blocking\":\"none\",\"trade\":\"forced\",\"round_die\":\"returned\",\"start_at\":1,\"repeat_action\":\"yes\",\"open_hands\":\"yes\",\"round_limit\":null}}","chairs":[0,1,2,3]}',0,'person','DCMVV-5',1795312823161,'925a7d3fa00f2b97393954e7109d9cd373f1408b');
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
INSERT INTO "game_table" VALUES('BMRTL','hangzhou',1795312822758,0,'9ae53f471076df77501da202b6f908fd',NULL,NULL);
INSERT INTO "game_table" VALUES('DCMVV','hangzhou',1795312822793,0,'9ae53f471076df77501da202b6f908fd',NULL,NULL);
INSERT INTO "game_table" VALUES('LXDPQ','hangzhou',1795312822821,0,'9ae53f471076df77501da202b6f908fd',NULL,NULL);
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
INSERT INTO "holder" VALUES('BMRTL','27b7ea250f6fb6c7acbe466d0666e1602047f7e6a3084b4ea3b73f5bdfde3b21',0,1,0);
INSERT INTO "holder" VALUES('BMRTL','8f9c784f361fb8fb1616c2a615daa5e4d4d4a4520714e96d1f89843d77a72ad0',1,0,0);
INSERT INTO "holder" VALUES('BMRTL','7c522b213519a6d8c092d351afd5297cc44d8327985a15b8934da1cf7d83c6e4',2,0,0);
INSERT INTO "holder" VALUES('BMRTL','696624b26f9cb2678b700765fd4657d80655cca8476ba5496d4c9a6fd3e5856b',3,0,0);
INSERT INTO "holder" VALUES('DCMVV','ae61c71dae6b7b1d671b5514bea7e028f2e064e81f103a250a85625cc2b4ed3f',0,1,0);
INSERT INTO "holder" VALUES('DCMVV','715f9a35a8633ebe79e2345f024ef70f14e80d31c208d84bb02802776100672c',1,0,0);
INSERT INTO "holder" VALUES('DCMVV','5913a836d98038ad8b053a918e78a53ead1d38b52bf6e70b7f85dfa77b8d88e3',2,0,0);
INSERT INTO "holder" VALUES('DCMVV','7ec60c4b99f18860b8e78a24eb92d5677f3c15a85c847a659acf4e944e57b6de',3,0,0);
INSERT INTO "holder" VALUES('LXDPQ','fdbd869cc2fd52678a0c9e9e510bb8ae276fb4d00740058231ecfcd3bd03c9e8',0,1,0);
INSERT INTO "holder" VALUES('LXDPQ','840f7838bdacf34a7189159bbae9acb7e092f357778b6ff0fda4b9fba23871a7',1,0,0);
INSERT INTO "holder" VALUES('LXDPQ','8843997cd260a06927dde682ed201bd63dd7aeec742fc0fe1ef769049f9efa05',2,0,0);
INSERT INTO "holder" VALUES('LXDPQ','185529ef975d3a0df9828c1a9d9ad461f3df7b253b7809dac8447ab229f92710',3,0,0);
CREATE TABLE move_code (
	"table" VARCHAR(8) NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	chair INTEGER NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY ("table", code_hash), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "move_code" VALUES('BMRTL','4173767515094ecc80aaa100528d3cdf5b62316315663de18855d803829652e2',0,1795313423177);
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
INSERT INTO "presence" VALUES('BMRTL',0,3,1795312823177);
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
INSERT INTO "record" VALUES('BMRTL','hangzhou',1795312822839,1795312822839,NULL,0,NULL,NULL);
INSERT INTO "record" VALUES('DCMVV','hangzhou',1795312823161,1795312823161,NULL,0,NULL,NULL);
INSERT INTO "record" VALUES('LXDPQ','hangzhou',1795312822821,NULL,NULL,0,NULL,NULL);
CREATE TABLE record_name (
	"table" VARCHAR(8) NOT NULL, 
	chair INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	folded VARCHAR(160) NOT NULL, 
	PRIMARY KEY ("table", chair), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "record_name" VALUES('LXDPQ',0,'Ana','ana');
INSERT INTO "record_name" VALUES('LXDPQ',1,'Mei','mei');
INSERT INTO "record_name" VALUES('LXDPQ',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('LXDPQ',3,'Zoë','zoe');
INSERT INTO "record_name" VALUES('BMRTL',0,'Ana','ana');
INSERT INTO "record_name" VALUES('BMRTL',1,'Mei','mei');
INSERT INTO "record_name" VALUES('BMRTL',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('BMRTL',3,'Zoë','zoe');
INSERT INTO "record_name" VALUES('DCMVV',0,'Ana','ana');
INSERT INTO "record_name" VALUES('DCMVV',1,'Mei','mei');
INSERT INTO "record_name" VALUES('DCMVV',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('DCMVV',3,'Zoë','zoe');
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
INSERT INTO "seed" VALUES('BMRTL',1,X'3309A2A88CEEB1EF68BB367CAE906BFFCDF18F03FE7AC7ABF98C5472BB1E9156');
INSERT INTO "seed" VALUES('DCMVV',1,X'B50E3B56E30224D1451DD7CAE2031F85CAD7E9E68F6BE2B58B0DE71898313AF7');
INSERT INTO "seed" VALUES('LXDPQ',1,X'93CE90D45003117C04395476D8BF88753CEF3BFEC8E31D4C58959836BBD009B0');
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

BEGIN TRANSACTION;
CREATE TABLE address_key (
	day INTEGER NOT NULL, 
	"key" BLOB NOT NULL, 
	PRIMARY KEY (day)
);
INSERT INTO "address_key" VALUES(20779,X'F5D70E73DB7FDA09D132162170C0F193D1C202E70F9DC816B521FDDF48B85398');
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
INSERT INTO "event" VALUES('BJVFB',1,'open','{"type":"open","game":"hangzhou","rules":"2","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"follow","dice":"app","undo":"one"},"commitment":"5730224d689f823ffa33d07051a557297b4f754ff6f7257e9aff7467b8ddb1dd"}',NULL,'person','b0b90439f4685a0bc63f03dd',1795373327481,NULL);
INSERT INTO "event" VALUES('BJVFB',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','BJVFB-1',1795373327490,'5e35ddfa255dc0aba8ba339f5bc148c0359bb4a5');
INSERT INTO "event" VALUES('BJVFB',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','BJVFB-2',1795373327492,'4bee84b858c8e6dfc23a55b77e5b813f4fff9f67');
INSERT INTO "event" VALUES('BJVFB',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','BJVFB-3',1795373327494,'01ca0cec09037d1e1379887da305ef72272e579f');
INSERT INTO "event" VALUES('BJVFB',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','BJVFB-4',1795373327495,'d849d587744093f9a88f781634742aeebbce0bac');
INSERT INTO "event" VALUES('MRXZD',1,'open','{"type":"open","game":"hangzhou","rules":"2","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"merchants","dice":"app","undo":"one"},"commitment":"85ef3fb3707b6f99561b0f82b8b95a3cd5071d9529f5c0d61d1187f046da00bb"}',NULL,'person','46c0935cdc34d4d7dd3fad37',1795373327497,NULL);
INSERT INTO "event" VALUES('MRXZD',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','MRXZD-1',1795373327499,'f3f9236739bcb099a40707ae1145e265ca8e8536');
INSERT INTO "event" VALUES('MRXZD',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','MRXZD-2',1795373327500,'12358e4bb1700c89cda1eb6be4a7d48ad498edb4');
INSERT INTO "event" VALUES('MRXZD',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','MRXZD-3',1795373327502,'e6305a023cc334425f333d6e0a06a0c2d371b8e4');
INSERT INTO "event" VALUES('MRXZD',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','MRXZD-4',1795373327503,'260b35b5235ab0c7b7ff6e4b5b6a55224f09548e');
INSERT INTO "event" VALUES('TPGHK',1,'open','{"type":"open","game":"hangzhou","rules":"2","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"score","dice":"app","undo":"one"},"commitment":"1aa8c77eca4c4eebe6a5bbf806dc4d840e2363ec3cfbf6ad53f218483f29fdfa"}',NULL,'person','f137d1ef1530438a4808678b',1795373327504,NULL);
INSERT INTO "event" VALUES('TPGHK',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','TPGHK-1',1795373327506,'7e94527ff3fd298846a9224ec207fa0ed6e127ac');
INSERT INTO "event" VALUES('TPGHK',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','TPGHK-2',1795373327508,'7a76a8d845994da2efe376c75dca346531f92452');
INSERT INTO "event" VALUES('TPGHK',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','TPGHK-3',1795373327509,'f016192415137e165007315b1151fd40ef86d8a4');
INSERT INTO "event" VALUES('TPGHK',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','TPGHK-4',1795373327510,'fd5c0c5b2a48a3f3f53b831e0b856703f385fdce');
INSERT INTO "event" VALUES('BJVFB',6,'start','{"type":"start","chairs":[0,1,2,3],"first":0}',0,'person','BJVFB-5',1795373327512,'e1d9d36301c26f1022deb0270b7658d21a9dc394');
INSERT INTO "event" VALUES('BJVFB',7,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795373327512,NULL);
INSERT INTO "event" VALUES('BJVFB',8,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795373327512,NULL);
INSERT INTO "event" VALUES('BJVFB',9,'draw','{"type":"draw","outcome":"draw yellow"}',NULL,'app',NULL,1795373327512,NULL);
INSERT INTO "event" VALUES('BJVFB',10,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795373327512,NULL);
INSERT INTO "event" VALUES('BJVFB',11,'act','{"type":"act","seat":3,"action":"pick blue"}',0,'person','BJVFB-6',1795373327514,'ab7845638082e76dd93c255405bea65ab0207e84');
INSERT INTO "event" VALUES('BJVFB',12,'act','{"type":"act","seat":2,"action":"pick blue"}',0,'person','BJVFB-7',1795373327515,'d52ca8d114fad74c5c333338516e8373421d74fd');
INSERT INTO "event" VALUES('BJVFB',13,'act','{"type":"act","seat":1,"action":"pick yellow"}',0,'person','BJVFB-8',1795373327516,'79b0be1b8e342f73376b1fcb67a223b396ee33ed');
INSERT INTO "event" VALUES('BJVFB',14,'act','{"type":"act","seat":0,"action":"pick blue"}',0,'person','BJVFB-9',1795373327516,'d5bde25749a881022f410753086bacfdde70f81c');
INSERT INTO "event" VALUES('BJVFB',15,'draw','{"type":"draw","outcome":"die red 1"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',16,'draw','{"type":"draw","outcome":"die yellow 1"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',17,'draw','{"type":"draw","outcome":"die black 5"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',18,'draw','{"type":"draw","outcome":"die green 6"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',19,'draw','{"type":"draw","outcome":"die red 2"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',20,'draw','{"type":"draw","outcome":"die blue 2"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',21,'draw','{"type":"draw","outcome":"die orange 5"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',22,'draw','{"type":"draw","outcome":"die purple 4"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',23,'draw','{"type":"draw","outcome":"die purple 6"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',24,'draw','{"type":"draw","outcome":"die red 1"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',25,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',26,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',27,'draw','{"type":"draw","outcome":"die blue 2"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',28,'draw','{"type":"draw","outcome":"die yellow 1"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',29,'draw','{"type":"draw","outcome":"die black 6"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',30,'draw','{"type":"draw","outcome":"die orange 6"}',NULL,'app',NULL,1795373327516,NULL);
INSERT INTO "event" VALUES('BJVFB',31,'act','{"type":"act","seat":0,"action":"shop A4"}',0,'person','BJVFB-10',1795373327518,'6d2e8adce974c2132253bd4311ed0d09cbaaedf8');
INSERT INTO "event" VALUES('BJVFB',32,'act','{"type":"act","seat":0,"action":"shop B5"}',0,'person','BJVFB-11',1795373327519,'bb6dc81a95aa6e54a56cee7387de23f3bd5b52e2');
INSERT INTO "event" VALUES('BJVFB',33,'act','{"type":"act","seat":1,"action":"shop B4"}',0,'person','BJVFB-12',1795373327520,'6e4c7255632bc3aa03b8b972f934f5a5a30020af');
INSERT INTO "event" VALUES('BJVFB',34,'act','{"type":"act","seat":1,"action":"dye B4 purple"}',0,'person','BJVFB-13',1795373327520,'20c6c350d5625545a526187031f488e4dc0f8332');
INSERT INTO "event" VALUES('BJVFB',35,'act','{"type":"act","seat":2,"action":"shop B3"}',0,'person','BJVFB-14',1795373327521,'5c23bede0edaea0992972752fa2528adb544dd57');
INSERT INTO "event" VALUES('BJVFB',36,'act','{"type":"act","seat":2,"action":"shop A5"}',0,'person','BJVFB-15',1795373327522,'6ab22cb9f2b35ed2f9a8a8089c5f8fdad60034b2');
INSERT INTO "event" VALUES('BJVFB',37,'act','{"type":"act","seat":3,"action":"shop A2"}',0,'person','BJVFB-16',1795373327522,'3e4773013cad4a3df2aca85238d913bfae92c449');
INSERT INTO "event" VALUES('BJVFB',38,'act','{"type":"act","seat":3,"action":"shop C1"}',0,'person','BJVFB-17',1795373327523,'9509fb53108d53eea2261dd506549a4a0d822a1f');
INSERT INTO "event" VALUES('BJVFB',39,'act','{"type":"act","seat":0,"action":"shop C5"}',0,'person','BJVFB-18',1795373327524,'9aad99dcca6ac84a818c2a54a52a991e0fc32231');
INSERT INTO "event" VALUES('BJVFB',40,'act','{"type":"act","seat":0,"action":"shop A1"}',0,'person','BJVFB-19',1795373327525,'c511b87f1ad68a8560ce0bae1209e9ba798a2956');
INSERT INTO "event" VALUES('BJVFB',41,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','BJVFB-20',1795373327525,'21e167f088908e99fc70d81e4a8ecae91c40f7ba');
INSERT INTO "event" VALUES('BJVFB',42,'act','{"type":"act","seat":1,"action":"dye B4 yellow"}',0,'person','BJVFB-21',1795373327526,'2d6fe7b118d10ac284e9efe3f03504acd012faee');
INSERT INTO "event" VALUES('BJVFB',43,'act','{"type":"act","seat":2,"action":"pass"}',0,'person','BJVFB-22',1795373327527,'fda1f18d9a947730bc20b28f5b31d54b80096f1c');
INSERT INTO "event" VALUES('BJVFB',44,'act','{"type":"act","seat":3,"action":"shop D4"}',0,'person','BJVFB-23',1795373327527,'e4552f8eb77e3d0ad0cfabc9642aa5db9f87737e');
INSERT INTO "event" VALUES('BJVFB',45,'act','{"type":"act","seat":3,"action":"dye A2 purple"}',0,'person','BJVFB-24',1795373327528,'f476960cd3399f1f6949cdce26251f7067c816d5');
INSERT INTO "event" VALUES('BJVFB',46,'act','{"type":"act","seat":0,"action":"shop E5"}',0,'person','BJVFB-25',1795373327529,'3afbb923a1cd98249898ca4537844916f4f3c0ea');
INSERT INTO "event" VALUES('BJVFB',47,'act','{"type":"act","seat":0,"action":"dye E5 purple"}',0,'person','BJVFB-26',1795373327529,'ade9aa40dfbd19ab6c8ac154e418a54b5bb9a6df');
INSERT INTO "event" VALUES('BJVFB',48,'act','{"type":"act","seat":1,"action":"shop E2"}',0,'person','BJVFB-27',1795373327530,'3c31423ae39399b646044ea1d27610096107dd46');
INSERT INTO "event" VALUES('BJVFB',49,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','BJVFB-28',1795373327531,'b4cd70985397d8c9f33f734197a227cb51279145');
INSERT INTO "event" VALUES('BJVFB',50,'act','{"type":"act","seat":2,"action":"shop E1"}',0,'person','BJVFB-29',1795373327532,'0c355efb19999d00eaea1d0d3dca17a8b4ef1070');
INSERT INTO "event" VALUES('BJVFB',51,'act','{"type":"act","seat":2,"action":"dye B3 purple"}',0,'person','BJVFB-30',1795373327532,'a067286fcb5514748ffa34767911c2de8baa4ea6');
INSERT INTO "event" VALUES('BJVFB',52,'act','{"type":"act","seat":3,"action":"shop B1"}',0,'person','BJVFB-31',1795373327533,'b30fa2fda10511c89cf8b1ff7a70b63e972bf7e6');
INSERT INTO "event" VALUES('BJVFB',53,'act','{"type":"act","seat":3,"action":"dye B1 blue"}',0,'person','BJVFB-32',1795373327534,'7ff2d2803099ac439085776cea6e87cc62e98de0');
INSERT INTO "event" VALUES('BJVFB',54,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','BJVFB-33',1795373327534,'84bb3d141bb7ef7bdbf8bfadce1946b40a7c868f');
INSERT INTO "event" VALUES('BJVFB',55,'act','{"type":"act","seat":0,"action":"coin C5"}',0,'person','BJVFB-34',1795373327535,'40e22232dfa3b819f5abc12b8ab1f6c4446b0c14');
INSERT INTO "event" VALUES('BJVFB',56,'act','{"type":"act","seat":1,"action":"dye B4 red"}',0,'person','BJVFB-35',1795373327536,'7899dc08b0b55fad035089d7572ed15a25146452');
INSERT INTO "event" VALUES('BJVFB',57,'act','{"type":"act","seat":1,"action":"end turn"}',0,'person','BJVFB-36',1795373327537,'f541d03973d4e1287e4b234d2cba0f82bd3250d0');
INSERT INTO "event" VALUES('BJVFB',58,'act','{"type":"act","seat":2,"action":"shop C4"}',0,'person','BJVFB-37',1795373327537,'1aad7670b4c551bcc5e0b93edfbd0b25d415455b');
INSERT INTO "event" VALUES('BJVFB',59,'act','{"type":"act","seat":2,"action":"shop A3"}',0,'person','BJVFB-38',1795373327538,'c8e1220fa4a28e251cc43a6f31a2d7d1749d7cc5');
INSERT INTO "event" VALUES('BJVFB',60,'act','{"type":"act","seat":3,"action":"shop C2"}',0,'person','BJVFB-39',1795373327539,'76138b24d9ef19654b91baec20310bb9cd4598d7');
INSERT INTO "event" VALUES('BJVFB',61,'act','{"type":"act","seat":3,"action":"shop E4"}',0,'person','BJVFB-40',1795373327540,'4ddae1f7c84bb120d076757c8dd227e18f1728f4');
INSERT INTO "event" VALUES('BJVFB',62,'act','{"type":"act","seat":0,"action":"dye A1 blue"}',0,'person','BJVFB-41',1795373327540,'d749fbb43b83e65d5cfdc935338d0f60257733da');
INSERT INTO "event" VALUES('BJVFB',63,'act','{"type":"act","seat":0,"action":"dye E5 orange"}',0,'person','BJVFB-42',1795373327541,'cb177d800b0b1deba3cece5a6eb6d32a2cd2cf9d');
INSERT INTO "event" VALUES('BJVFB',64,'act','{"type":"act","seat":1,"action":"dye E2 green"}',0,'person','BJVFB-43',1795373327542,'fa59be45b9b595788f892b6f32cee4b2ec05b638');
INSERT INTO "event" VALUES('BJVFB',65,'act','{"type":"act","seat":1,"action":"dye B4 blue"}',0,'person','BJVFB-44',1795373327542,'893a3aa88177459fddb9ef2c3456107f6c741c58');
INSERT INTO "event" VALUES('BJVFB',66,'act','{"type":"act","seat":2,"action":"dye C4 red"}',0,'person','BJVFB-45',1795373327543,'758b23e25a90e63841a5ac17305844dbfa1df1c9');
INSERT INTO "event" VALUES('BJVFB',67,'act','{"type":"act","seat":2,"action":"dye C4 purple"}',0,'person','BJVFB-46',1795373327544,'0313168cc97224fe5e9aa0d6cf7a8b7774139ae7');
INSERT INTO "event" VALUES('BJVFB',68,'act','{"type":"act","seat":3,"action":"dye C1 black"}',0,'person','BJVFB-47',1795373327545,'97c00a5a45dd01e5504b1533332cf06fa68e9345');
INSERT INTO "event" VALUES('BJVFB',69,'act','{"type":"act","seat":3,"action":"dye C2 blue"}',0,'person','BJVFB-48',1795373327546,'e234294f1e347eb9d1a0e5a3482a900f7cfac87b');
INSERT INTO "event" VALUES('BJVFB',70,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','BJVFB-49',1795373327546,'46f38f59967b00a747e5bfabcbb85a7ca5d38fa8');
INSERT INTO "event" VALUES('BJVFB',71,'act','{"type":"act","seat":0,"action":"dye A4 black"}',0,'person','BJVFB-50',1795373327547,'7df9b59f473bce814ef59abf76e838523f62e8a7');
INSERT INTO "event" VALUES('BJVFB',72,'undo','{"type":"undo","to":70}',0,'person','BJVFB-51',1795373327548,'751c17badda603021ad2a39ea4d0256c2b6f1480');
INSERT INTO "event" VALUES('BJVFB',73,'check','{"type":"check","zone":"city"}',0,'person','BJVFB-52',1795373327548,'83de5f057a231caec801b2faa052f0096d99ff0f');
INSERT INTO "event" VALUES('MRXZD',6,'position','{"type":"position","position":"{\"game\":\"hangzhou\",\"format\":1,\"players\":[\"white\",\"blue\",\"red\",\"yellow\"],\"city\":{\"B1\":{\"owner\":\"white\",\"dye\":\"yellow\",\"coins\":0},\"A2\":{\"owner\":\"blue\",\"dye\":\"red\",\"coins\":1},\"A3\":{\"owner\":\"red\",\"dye\":\"red\",\"coins\":0},\"D3\":{\"owner\":\"yellow\",\"dye\":\"blue\",\"coins\":0},\"E3\":{\"owner\":\"yellow\",\"dye\":\"red\",\"coins\":0},\"A5\":{\"owner\":\"blue\",\"dye\":null,\"coins\":0}},\"merchants\":{\"orange\":null,\"green\":null,\"purple\":null,\"black\":null},\"market\":{\"orange\":[{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"blue\",\"price\":3},{\"dye\":\"orange\",\"price\":4},{\"dye\":\"black\",\"price\":5}],\"green\":[{\"dye\":\"red\",\"price\":2},{\"dye\":\"blue\",\"price\":1},{\"dye\":\"yellow\",\"price\":1},{\"dye\":\"purple\",\"price\":4}],\"purple\":[{\"dye\":\"blue\",\"price\":1},{\"dye\":\"red\",\"price\":3},{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"green\",\"price\":4}],\"black\":[{\"dye\":\"red\",\"price\":1},{\"dye\":\"red\",\"price\":1},{\"dye\":\"purple\",\"price\":5},{\"dye\":\"black\",\"price\":6}]},\"bag\":{\"blue\":1,\"red\":0,\"yellow\":1,\"green\":1,\"orange\":1,\"purple\":0,\"black\":0},\"supply\":{\"blue\":6,\"red\":4,\"yellow\":5,\"green\":4,\"orange\":4,\"purple\":4,\"black\":4},\"hands\":{\"white\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":1,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"blue\":{\"coins\":3,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":1,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"red\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"yellow\":{\"coins\":4,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false}},\"seals\":[],\"now\":{\"phase\":\"play\",\"player\":\"white\",\"taken\":null,\"merchant\":null},\"start\":\"white\",\"round_die\":1,\"round\":1,\"mixed_returned\":false,\"pool\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"sold\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"options\":{\"blocking\":\"none\",\"trade\":\"forced\",\"round_die\":\"returned\",\"start_at\":1,\"repeat_action\":\"yes\",\"open_hands\":\"yes\",\"round_limit\":null}}","chairs":[0,1,2,3]}',0,'person','MRXZD-5',1795373327549,'c59cda2bf4dc30d10e2fb37c9eff6bb46ccfa4f9');
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
INSERT INTO "game_table" VALUES('BJVFB','hangzhou',1795373327484,0,'53bdb4854aae0daf80ea8dce74569a1d',NULL,NULL);
INSERT INTO "game_table" VALUES('MRXZD','hangzhou',1795373327497,0,'53bdb4854aae0daf80ea8dce74569a1d',NULL,NULL);
INSERT INTO "game_table" VALUES('TPGHK','hangzhou',1795373327505,0,'53bdb4854aae0daf80ea8dce74569a1d',NULL,NULL);
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
INSERT INTO "holder" VALUES('BJVFB','2f588110e0ac5a995605d7d880d11b5b595d20734d85fec77623ef848a5984a8',0,1,0);
INSERT INTO "holder" VALUES('BJVFB','c2824d11922099088ae0dc3fb87a11771e2513d515ea87dc540f3710487b2ebd',1,0,0);
INSERT INTO "holder" VALUES('BJVFB','615cf15399c4936cef74075a87e7a2f9c3d7f5de26e7a4f0e1ac5b8698313731',2,0,0);
INSERT INTO "holder" VALUES('BJVFB','0db1dd5a87942f597e62f551412954fad7449f99a3f145bbd13b1ded56369cd5',3,0,0);
INSERT INTO "holder" VALUES('MRXZD','0da6f11058ec061f7822690087caf39f4f9684002be1bdd26b6f673f8426182d',0,1,0);
INSERT INTO "holder" VALUES('MRXZD','1f249212722c7cf3eccf0672a5237804235b3fcdc19eb4e67ef38e1908b5e17a',1,0,0);
INSERT INTO "holder" VALUES('MRXZD','cb5f18402cffd7854e2477e8a224723607c379d3e1533d2ded109c070090ea99',2,0,0);
INSERT INTO "holder" VALUES('MRXZD','623a4206248e337426a6939d0791df80df2d540817db2f1db4a895fba3dfce2c',3,0,0);
INSERT INTO "holder" VALUES('TPGHK','1cec7f4704bdfe957affb3b28b368b8e0f2ebf3f699c8a92c7191e65ea8c17cb',0,1,0);
INSERT INTO "holder" VALUES('TPGHK','270bf5d663753b27cacf9e3701a5b96a2b04f93423ebc366d7c1de0f35e89cf1',1,0,0);
INSERT INTO "holder" VALUES('TPGHK','652308ed365ea4fd47260598edc2a265ab4804feb5b2e3ac202d4d0f1d15163c',2,0,0);
INSERT INTO "holder" VALUES('TPGHK','90bf7ac60269fb01a18df63415973202b22e0a68df2422f9606296643db91139',3,0,0);
CREATE TABLE move_code (
	"table" VARCHAR(8) NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	chair INTEGER NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY ("table", code_hash), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "move_code" VALUES('BJVFB','5f89ae22f8a281f633420fdc65ff6e945f239328d09c9352fc7d566390e0da12',0,1795373927552);
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
INSERT INTO "presence" VALUES('BJVFB',0,3,1795373327552);
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
INSERT INTO "record" VALUES('BJVFB','hangzhou',1795373327512,1795373327512,NULL,0,NULL,NULL);
INSERT INTO "record" VALUES('MRXZD','hangzhou',1795373327549,1795373327549,NULL,0,NULL,NULL);
INSERT INTO "record" VALUES('TPGHK','hangzhou',1795373327504,NULL,NULL,0,NULL,NULL);
CREATE TABLE record_name (
	"table" VARCHAR(8) NOT NULL, 
	chair INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	folded VARCHAR(160) NOT NULL, 
	PRIMARY KEY ("table", chair), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "record_name" VALUES('TPGHK',0,'Ana','ana');
INSERT INTO "record_name" VALUES('TPGHK',1,'Mei','mei');
INSERT INTO "record_name" VALUES('TPGHK',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('TPGHK',3,'Zoë','zoe');
INSERT INTO "record_name" VALUES('BJVFB',0,'Ana','ana');
INSERT INTO "record_name" VALUES('BJVFB',1,'Mei','mei');
INSERT INTO "record_name" VALUES('BJVFB',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('BJVFB',3,'Zoë','zoe');
INSERT INTO "record_name" VALUES('MRXZD',0,'Ana','ana');
INSERT INTO "record_name" VALUES('MRXZD',1,'Mei','mei');
INSERT INTO "record_name" VALUES('MRXZD',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('MRXZD',3,'Zoë','zoe');
CREATE TABLE schema_version (
	version INTEGER NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "schema_version" VALUES(5);
CREATE TABLE seed (
	"table" VARCHAR(8) NOT NULL, 
	number INTEGER NOT NULL, 
	value BLOB NOT NULL, 
	PRIMARY KEY ("table", number), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "seed" VALUES('BJVFB',1,X'297E89667FE83DD53EEC947AA7034F310219DCAD67054FFD35ADDE43FFA13834');
INSERT INTO "seed" VALUES('MRXZD',1,X'5B81797AF7644BD26F0BD9F64AE473B2E5408F7083769869D3E1101E2B72590F');
INSERT INTO "seed" VALUES('TPGHK',1,X'BC0B64B663077CAA6F2FB8189EAC7B5E4A791A77D5B04D1A048F342496E810D7');
CREATE TABLE spent (
	kind VARCHAR(8) NOT NULL, 
	who VARCHAR(64) NOT NULL, 
	start BIGINT NOT NULL, 
	ends BIGINT NOT NULL, 
	amount BIGINT NOT NULL, 
	PRIMARY KEY (kind, who, start)
);
CREATE INDEX ix_game_table_opener ON game_table (opener);
CREATE INDEX ix_game_table_opened_at ON game_table (opened_at);
CREATE INDEX ix_game_table_opener_wide ON game_table (opener_wide);
CREATE INDEX ix_spent_ends ON spent (ends);
CREATE INDEX ix_event_rival ON event ("table") WHERE kind = 'rival';
CREATE INDEX ix_holder_token_hash ON holder (token_hash);
CREATE INDEX ix_record_at ON record (at);
COMMIT;

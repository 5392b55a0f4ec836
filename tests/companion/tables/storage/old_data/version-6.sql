BEGIN TRANSACTION;
CREATE TABLE address_key (
	day INTEGER NOT NULL, 
	"key" BLOB NOT NULL, 
	PRIMARY KEY (day)
);
INSERT INTO "address_key" VALUES(20780,X'421B3F25EBC63BECB0D538BAE51760D976A14C58B12AABC3EE7890ECB25A6730');
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
INSERT INTO "event" VALUES('GBWSV',1,'open','{"type":"open","game":"hangzhou","rules":"2","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"follow","dice":"app","undo":"one"},"commitment":"b1fe208f841526ccca4dcb2c5dfaeedf4358549654f57b110088a0d795afc6bd"}',NULL,'person','74809a083c8e69658163c578',1795436920475,NULL);
INSERT INTO "event" VALUES('GBWSV',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','GBWSV-1',1795436920570,'216c418aa2f53bac1db97bd6ecc2d1dcb1bc8e31');
INSERT INTO "event" VALUES('GBWSV',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','GBWSV-2',1795436920580,'f8124b05b1af37edfe8222dd7b8689e0fd24f48b');
INSERT INTO "event" VALUES('GBWSV',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','GBWSV-3',1795436920591,'d273c123ecced8505e96dd97ae2cecf2e1e6d616');
INSERT INTO "event" VALUES('GBWSV',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','GBWSV-4',1795436920597,'111c4ccc8f20021902685e685240beac85c55557');
INSERT INTO "event" VALUES('JZRMX',1,'open','{"type":"open","game":"hangzhou","rules":"2","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"merchants","dice":"app","undo":"one"},"commitment":"88d7b3dd9b5fa0674e667c2854bcbb32b61a1eb5da826ab176f97ac389b9befe"}',NULL,'person','5bc2a48ca3c1b924a516d535',1795436920602,NULL);
INSERT INTO "event" VALUES('JZRMX',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','JZRMX-1',1795436920615,'5d28d4fc0f2aaf2253e5ca602bcfd87ebc3aec7c');
INSERT INTO "event" VALUES('JZRMX',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','JZRMX-2',1795436920619,'48eda38024a70e7d5a2107379f8bdbed48d699d9');
INSERT INTO "event" VALUES('JZRMX',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','JZRMX-3',1795436920627,'6a719ea48573ba7a53af14284ca132a6ca878efa');
INSERT INTO "event" VALUES('JZRMX',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','JZRMX-4',1795436920639,'e743732ca62ee8457988a1e0e4858b09b6cd9bbb');
INSERT INTO "event" VALUES('QVXLM',1,'open','{"type":"open","game":"hangzhou","rules":"2","options":{},"chairs":["white","blue","red","yellow"],"language":"en","settings":{"way":"score","dice":"app","undo":"one"},"commitment":"db4793778c7e76883864f4eea3993ac4cf4317b4d3b95c1b50346492dedeac16"}',NULL,'person','3618b757d4a050572619a574',1795436920644,NULL);
INSERT INTO "event" VALUES('QVXLM',2,'seat','{"type":"seat","chair":0,"name":"Ana","language":"en"}',0,'person','QVXLM-1',1795436920655,'3a3a6990a106c3f65daf1eb799ca107166544b7b');
INSERT INTO "event" VALUES('QVXLM',3,'seat','{"type":"seat","chair":1,"name":"Mei","language":"en"}',1,'person','QVXLM-2',1795436920663,'c8afb9cc9f7bc5c21ed14677ca4a3b0a2b05fa41');
INSERT INTO "event" VALUES('QVXLM',4,'seat','{"type":"seat","chair":2,"name":"Tomás","language":"en"}',2,'person','QVXLM-3',1795436920666,'eedf16da657da3f1e91284bf63e341edc6e45849');
INSERT INTO "event" VALUES('QVXLM',5,'seat','{"type":"seat","chair":3,"name":"Zoë","language":"en"}',3,'person','QVXLM-4',1795436920675,'864b5d2229e3410c1e5378c9b0ebefc672f669c3');
INSERT INTO "event" VALUES('GBWSV',6,'start','{"type":"start","chairs":[0,1,2,3],"first":0}',0,'person','GBWSV-5',1795436920678,'e25ffde2cc83f0012e579da55964de513df20089');
INSERT INTO "event" VALUES('GBWSV',7,'draw','{"type":"draw","outcome":"draw yellow"}',NULL,'app',NULL,1795436920678,NULL);
INSERT INTO "event" VALUES('GBWSV',8,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795436920678,NULL);
INSERT INTO "event" VALUES('GBWSV',9,'draw','{"type":"draw","outcome":"draw blue"}',NULL,'app',NULL,1795436920678,NULL);
INSERT INTO "event" VALUES('GBWSV',10,'draw','{"type":"draw","outcome":"draw red"}',NULL,'app',NULL,1795436920678,NULL);
INSERT INTO "event" VALUES('GBWSV',11,'act','{"type":"act","seat":3,"action":"pick blue"}',0,'person','GBWSV-6',1795436920691,'46a99ef0bdbbd233e2db7998e5df1d6e2417c052');
INSERT INTO "event" VALUES('GBWSV',12,'act','{"type":"act","seat":2,"action":"pick yellow"}',0,'person','GBWSV-7',1795436920703,'d7c2ad03d76b299ea4b29aabe04eaa92eed1d3f9');
INSERT INTO "event" VALUES('GBWSV',13,'act','{"type":"act","seat":1,"action":"pick blue"}',0,'person','GBWSV-8',1795436920715,'19177022d3db6b925307c9953fefd5fab05b8164');
INSERT INTO "event" VALUES('GBWSV',14,'act','{"type":"act","seat":0,"action":"pick red"}',0,'person','GBWSV-9',1795436920728,'c135022dba296a6b44382c57d12c3de9033b8575');
INSERT INTO "event" VALUES('GBWSV',15,'draw','{"type":"draw","outcome":"die red 1"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',16,'draw','{"type":"draw","outcome":"die blue 1"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',17,'draw','{"type":"draw","outcome":"die blue 2"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',18,'draw','{"type":"draw","outcome":"die orange 5"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',19,'draw','{"type":"draw","outcome":"die yellow 3"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',20,'draw','{"type":"draw","outcome":"die yellow 1"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',21,'draw','{"type":"draw","outcome":"die yellow 2"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',22,'draw','{"type":"draw","outcome":"die black 4"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',23,'draw','{"type":"draw","outcome":"die purple 4"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',24,'draw','{"type":"draw","outcome":"die black 4"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',25,'draw','{"type":"draw","outcome":"die blue 1"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',26,'draw','{"type":"draw","outcome":"die red 1"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',27,'draw','{"type":"draw","outcome":"die red 2"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',28,'draw','{"type":"draw","outcome":"die purple 5"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',29,'draw','{"type":"draw","outcome":"die red 1"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',30,'draw','{"type":"draw","outcome":"die orange 5"}',NULL,'app',NULL,1795436920728,NULL);
INSERT INTO "event" VALUES('GBWSV',31,'act','{"type":"act","seat":0,"action":"shop C1"}',0,'person','GBWSV-10',1795436920737,'df01da7e594b036be142087814b677cbd905976b');
INSERT INTO "event" VALUES('GBWSV',32,'act','{"type":"act","seat":0,"action":"shop E5"}',0,'person','GBWSV-11',1795436920744,'3cb6e619832e71eaecb8bcb56c59e03fd5a94e0a');
INSERT INTO "event" VALUES('GBWSV',33,'act','{"type":"act","seat":1,"action":"shop A4"}',0,'person','GBWSV-12',1795436920747,'76d02c2709d5317650f44653838f42a9c429e517');
INSERT INTO "event" VALUES('GBWSV',34,'act','{"type":"act","seat":1,"action":"dye A4 red"}',0,'person','GBWSV-13',1795436920756,'bcfc725d5631be949b27a223ff328c4b7e27ca7a');
INSERT INTO "event" VALUES('GBWSV',35,'act','{"type":"act","seat":2,"action":"shop C5"}',0,'person','GBWSV-14',1795436920761,'1061f135050ec592543813ea3debd6db12936dae');
INSERT INTO "event" VALUES('GBWSV',36,'act','{"type":"act","seat":2,"action":"shop D3"}',0,'person','GBWSV-15',1795436920763,'a6fbe04bea74651859caf2b8a54cef029b076a1e');
INSERT INTO "event" VALUES('GBWSV',37,'act','{"type":"act","seat":3,"action":"shop B2"}',0,'person','GBWSV-16',1795436920764,'06df6a59f3fb94932ffb50ce3fffae59cd081711');
INSERT INTO "event" VALUES('GBWSV',38,'act','{"type":"act","seat":3,"action":"shop D1"}',0,'person','GBWSV-17',1795436920771,'b363d7888ad9628f42f8a6603de31b53a40157c1');
INSERT INTO "event" VALUES('GBWSV',39,'act','{"type":"act","seat":0,"action":"dye E5 purple"}',0,'person','GBWSV-18',1795436920773,'b53b82a1b3ab5932e81f4026e531885b94019bdc');
INSERT INTO "event" VALUES('GBWSV',40,'act','{"type":"act","seat":0,"action":"shop A1"}',0,'person','GBWSV-19',1795436920779,'9effd6705fbd0344ad1290af7619226bcd51048c');
INSERT INTO "event" VALUES('GBWSV',41,'act','{"type":"act","seat":1,"action":"dye A4 yellow"}',0,'person','GBWSV-20',1795436920781,'55c6b30559d5a37a6e41b028c48b2f56ac63e35a');
INSERT INTO "event" VALUES('GBWSV',42,'act','{"type":"act","seat":1,"action":"dye A4 green"}',0,'person','GBWSV-21',1795436920787,'4df69e314aa87ca89d0130d6aeffd7dd52870abb');
INSERT INTO "event" VALUES('GBWSV',43,'act','{"type":"act","seat":2,"action":"pass"}',0,'person','GBWSV-22',1795436920789,'5b9b5c81a864ed9b28374d2015998176a335d941');
INSERT INTO "event" VALUES('GBWSV',44,'act','{"type":"act","seat":3,"action":"shop D4"}',0,'person','GBWSV-23',1795436920798,'742e98982fcb9dd065bee7a4f20f681809877e5b');
INSERT INTO "event" VALUES('GBWSV',45,'act','{"type":"act","seat":3,"action":"dye B2 purple"}',0,'person','GBWSV-24',1795436920803,'a5edc426ec912afda0431e279dcbf990867d59e0');
INSERT INTO "event" VALUES('GBWSV',46,'act','{"type":"act","seat":0,"action":"dye C1 orange"}',0,'person','GBWSV-25',1795436920807,'99bd1adbf324886e9631e1d1775d3571af7512d1');
INSERT INTO "event" VALUES('GBWSV',47,'act','{"type":"act","seat":0,"action":"dye E5 purple"}',0,'person','GBWSV-26',1795436920811,'212da5e97c5607b1e3644d6064d6164f3034275b');
INSERT INTO "event" VALUES('GBWSV',48,'act','{"type":"act","seat":1,"action":"shop A2"}',0,'person','GBWSV-27',1795436920815,'c22295ac8583360e46147348e710cf223249e65a');
INSERT INTO "event" VALUES('GBWSV',49,'act','{"type":"act","seat":1,"action":"shop A5"}',0,'person','GBWSV-28',1795436920819,'74bb02cc57bcc006a67b3ec0c17f127e6ab3de8a');
INSERT INTO "event" VALUES('GBWSV',50,'act','{"type":"act","seat":2,"action":"dye D3 yellow"}',0,'person','GBWSV-29',1795436920823,'b3e418f4a050dc9943753d0de49bb888ff8cc340');
INSERT INTO "event" VALUES('GBWSV',51,'act','{"type":"act","seat":2,"action":"end turn"}',0,'person','GBWSV-30',1795436920826,'71d3a57eb7bf24c4d4f1852ddb72f70b2d9f5700');
INSERT INTO "event" VALUES('GBWSV',52,'act','{"type":"act","seat":3,"action":"shop B1"}',0,'person','GBWSV-31',1795436920829,'db055614dd8ff43d3c7de8ed19826197bfda9d24');
INSERT INTO "event" VALUES('GBWSV',53,'act','{"type":"act","seat":3,"action":"dye B1 blue"}',0,'person','GBWSV-32',1795436920830,'9e4c8aaaca72408674f5b723e2b6b5793b31c08e');
INSERT INTO "event" VALUES('GBWSV',54,'act','{"type":"act","seat":0,"action":"dye E5 purple"}',0,'person','GBWSV-33',1795436920839,'4d479fc59151055249b2f27b580f6752c4d366a1');
INSERT INTO "event" VALUES('GBWSV',55,'act','{"type":"act","seat":0,"action":"end turn"}',0,'person','GBWSV-34',1795436920843,'d48c2880a40cd77652d7b77d327159c981214fd0');
INSERT INTO "event" VALUES('GBWSV',56,'act','{"type":"act","seat":1,"action":"shop B4"}',0,'person','GBWSV-35',1795436920847,'f928ba6f55bf4fb1175a11c01994f6c922a6f73e');
INSERT INTO "event" VALUES('GBWSV',57,'act','{"type":"act","seat":1,"action":"shop D5"}',0,'person','GBWSV-36',1795436920851,'60fe4995938cfb1a4827382ce039ef60897cdcf3');
INSERT INTO "event" VALUES('GBWSV',58,'act','{"type":"act","seat":2,"action":"shop B3"}',0,'person','GBWSV-37',1795436920871,'d6f1b98f241fe69c4405b7f520fed8cbc9f1f4b3');
INSERT INTO "event" VALUES('GBWSV',59,'act','{"type":"act","seat":2,"action":"dye C5 red"}',0,'person','GBWSV-38',1795436920875,'8c306f67dd5ddf72e2114a0389f9c436ae123d0a');
INSERT INTO "event" VALUES('GBWSV',60,'act','{"type":"act","seat":3,"action":"dye B1 blue"}',0,'person','GBWSV-39',1795436920923,'ff3f0d452c05c3dcbfe0c86246a5098ecfadb50c');
INSERT INTO "event" VALUES('GBWSV',61,'act','{"type":"act","seat":3,"action":"dye D4 red"}',0,'person','GBWSV-40',1795436920938,'1fcb82b3700cd2905b9ca834ba007acce13e2680');
INSERT INTO "event" VALUES('GBWSV',62,'act','{"type":"act","seat":0,"action":"dye C1 purple"}',0,'person','GBWSV-41',1795436920943,'c2f733c25ee13f46e6b648837cf6b2438281f336');
INSERT INTO "event" VALUES('GBWSV',63,'act','{"type":"act","seat":0,"action":"dye E5 yellow"}',0,'person','GBWSV-42',1795436920961,'7def9c9e6e19024ad0b6afdc11b38b892678608a');
INSERT INTO "event" VALUES('GBWSV',64,'act','{"type":"act","seat":1,"action":"shop C4"}',0,'person','GBWSV-43',1795436920968,'b07ac69ec916473ec21563641ceff258f365be99');
INSERT INTO "event" VALUES('GBWSV',65,'act','{"type":"act","seat":1,"action":"dye A5 black"}',0,'person','GBWSV-44',1795436920977,'443408795fb5c4dba06070b2ac16523727b80736');
INSERT INTO "event" VALUES('GBWSV',66,'act','{"type":"act","seat":2,"action":"dye D3 blue"}',0,'person','GBWSV-45',1795436920983,'9a5aeaf1670c98f7ea158ae2c60eb8da038f8c64');
INSERT INTO "event" VALUES('GBWSV',67,'act','{"type":"act","seat":2,"action":"shop E3"}',0,'person','GBWSV-46',1795436920985,'ea41f9ee1ef9f7647f219642e8e8f4a928149b40');
INSERT INTO "event" VALUES('GBWSV',68,'act','{"type":"act","seat":3,"action":"dye D1 purple"}',0,'person','GBWSV-47',1795436920995,'2870be396f1e8b4879e36cc517194db5090f4c0c');
INSERT INTO "event" VALUES('GBWSV',69,'act','{"type":"act","seat":3,"action":"dye D1 purple"}',0,'person','GBWSV-48',1795436920999,'5c788fd0881bef9e645199fb7e16219c8352749c');
INSERT INTO "event" VALUES('GBWSV',70,'act','{"type":"act","seat":0,"action":"dye E5 purple"}',0,'person','GBWSV-49',1795436921001,'57452d94274f60f539285f309e328dc2af2ebfe3');
INSERT INTO "event" VALUES('GBWSV',71,'act','{"type":"act","seat":0,"action":"dye C1 red"}',0,'person','GBWSV-50',1795436921007,'316481255c3162eec685aac086d6569f5320a396');
INSERT INTO "event" VALUES('GBWSV',72,'undo','{"type":"undo","to":70}',0,'person','GBWSV-51',1795436921010,'51aef1a1eab457f7bd2500871b6bb5a696895b84');
INSERT INTO "event" VALUES('GBWSV',73,'check','{"type":"check","zone":"city"}',0,'person','GBWSV-52',1795436921014,'cc34398dae594c306e51102daa2baf73f7778f01');
INSERT INTO "event" VALUES('JZRMX',6,'position','{"type":"position","position":"{\"game\":\"hangzhou\",\"format\":1,\"players\":[\"white\",\"blue\",\"red\",\"yellow\"],\"city\":{\"B1\":{\"owner\":\"white\",\"dye\":\"yellow\",\"coins\":0},\"A2\":{\"owner\":\"blue\",\"dye\":\"red\",\"coins\":1},\"A3\":{\"owner\":\"red\",\"dye\":\"red\",\"coins\":0},\"D3\":{\"owner\":\"yellow\",\"dye\":\"blue\",\"coins\":0},\"E3\":{\"owner\":\"yellow\",\"dye\":\"red\",\"coins\":0},\"A5\":{\"owner\":\"blue\",\"dye\":null,\"coins\":0}},\"merchants\":{\"orange\":null,\"green\":null,\"purple\":null,\"black\":null},\"market\":{\"orange\":[{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"blue\",\"price\":3},{\"dye\":\"orange\",\"price\":4},{\"dye\":\"black\",\"price\":5}],\"green\":[{\"dye\":\"red\",\"price\":2},{\"dye\":\"blue\",\"price\":1},{\"dye\":\"yellow\",\"price\":1},{\"dye\":\"purple\",\"price\":4}],\"purple\":[{\"dye\":\"blue\",\"price\":1},{\"dye\":\"red\",\"price\":3},{\"dye\":\"yellow\",\"price\":2},{\"dye\":\"green\",\"price\":4}],\"black\":[{\"dye\":\"red\",\"price\":1},{\"dye\":\"red\",\"price\":1},{\"dye\":\"purple\",\"price\":5},{\"dye\":\"black\",\"price\":6}]},\"bag\":{\"blue\":1,\"red\":0,\"yellow\":1,\"green\":1,\"orange\":1,\"purple\":0,\"black\":0},\"supply\":{\"blue\":6,\"red\":4,\"yellow\":5,\"green\":4,\"orange\":4,\"purple\":4,\"black\":4},\"hands\":{\"white\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":1,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"blue\":{\"coins\":3,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":1,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"red\":{\"coins\":6,\"shops\":5,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false},\"yellow\":{\"coins\":4,\"shops\":4,\"points\":0,\"dyes\":{\"blue\":0,\"red\":0,\"yellow\":1,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"hidden\":false}},\"seals\":[],\"now\":{\"phase\":\"play\",\"player\":\"white\",\"taken\":null,\"merchant\":null},\"start\":\"white\",\"round_die\":1,\"round\":1,\"mixed_returned\":false,\"pool\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"sold\":{\"blue\":0,\"red\":0,\"yellow\":0,\"green\":0,\"orange\":0,\"purple\":0,\"black\":0},\"options\":{\"blocking\":\"none\",\"trade\":\"forced\",\"round_die\":\"returned\",\"start_at\":1,\"repeat_action\":\"yes\",\"open_hands\":\"yes\",\"round_limit\":null}}","chairs":[0,1,2,3]}',0,'person','JZRMX-5',1795436921018,'6d52d2ad0381c795bf89f3fc9d2005d335d82412');
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
INSERT INTO "game_table" VALUES('GBWSV','hangzhou',1795436920510,0,'9c6e90e3bb5fa7ad92ad272af85a341b',NULL,NULL);
INSERT INTO "game_table" VALUES('JZRMX','hangzhou',1795436920603,0,'9c6e90e3bb5fa7ad92ad272af85a341b',NULL,NULL);
INSERT INTO "game_table" VALUES('QVXLM','hangzhou',1795436920644,0,'9c6e90e3bb5fa7ad92ad272af85a341b',NULL,NULL);
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
INSERT INTO "holder" VALUES('GBWSV','9e544357156ee241dbc8b830c2de2ab30963350e2686a5066c3c38ba96a20ffb',0,1,0);
INSERT INTO "holder" VALUES('GBWSV','56d12025eae65c8f058116eaa5e2fe8f3e32751f81539655a3d5f9157bc29fd8',1,0,0);
INSERT INTO "holder" VALUES('GBWSV','e4d189d39c44c87af51c24de8f540f927af18683d704a43a0a21818ad9f6bd22',2,0,0);
INSERT INTO "holder" VALUES('GBWSV','b376b9f6d09c95f4499da7a49a11c1d246602d34f349d8128a807c120fc4f680',3,0,0);
INSERT INTO "holder" VALUES('JZRMX','fda0d75fb31f8baf8db76e6cdeeada9d321b2e1be7183c860ee7d54f7df26508',0,1,0);
INSERT INTO "holder" VALUES('JZRMX','bcbd8286fb8a2813e0960613638122e21bb042c4d95a5220b9c8e547676df04b',1,0,0);
INSERT INTO "holder" VALUES('JZRMX','485bccb1c51bc34ba1341065484533812186721b68a0639bc8c06c5af35c37d2',2,0,0);
INSERT INTO "holder" VALUES('JZRMX','9ea267631e1d21d9ac3a457c21be5dcc8b029eb91e3a9bac6981448fcc13fa1c',3,0,0);
INSERT INTO "holder" VALUES('QVXLM','b1c08c448c568095a5d1345e788a002937d70e4f803cf0b136bf73b3f31c97c3',0,1,0);
INSERT INTO "holder" VALUES('QVXLM','8f5a8a1fab95153d6e05016a2b4e39a4bdf08a91f66a46ae52b741038175da94',1,0,0);
INSERT INTO "holder" VALUES('QVXLM','7259e44a3c4d20f0824d0bc21710fe24c1f9c5b514dfdf7cf9574edb343894e1',2,0,0);
INSERT INTO "holder" VALUES('QVXLM','9dec53d1d0ac244c401ec2cb55ee9c165241a6047249e8e19e9da3acdb22f3f1',3,0,0);
CREATE TABLE move_code (
	"table" VARCHAR(8) NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	chair INTEGER NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY ("table", code_hash), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "move_code" VALUES('GBWSV','0114acc4b93424e93a80d9575f9e2c96cd50dcb772dbcdd5ecd6d99396bbe325',0,1795437521025);
CREATE TABLE owner (
	token_hash VARCHAR(64) NOT NULL, 
	PRIMARY KEY (token_hash)
);
CREATE TABLE owner_code (
	code_hash VARCHAR(64) NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY (code_hash)
);
CREATE TABLE photograph (
	"table" VARCHAR(8) NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	chair INTEGER, 
	jpeg BLOB NOT NULL, 
	told TEXT NOT NULL, 
	PRIMARY KEY ("table", number), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
CREATE TABLE presence (
	"table" VARCHAR(8) NOT NULL, 
	chair INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY ("table", chair), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "presence" VALUES('GBWSV',0,3,1795436921024);
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
INSERT INTO "record" VALUES('GBWSV','hangzhou',1795436920678,1795436920678,NULL,0,NULL,NULL);
INSERT INTO "record" VALUES('JZRMX','hangzhou',1795436921018,1795436921018,NULL,0,NULL,NULL);
INSERT INTO "record" VALUES('QVXLM','hangzhou',1795436920644,NULL,NULL,0,NULL,NULL);
CREATE TABLE record_name (
	"table" VARCHAR(8) NOT NULL, 
	chair INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	folded VARCHAR(160) NOT NULL, 
	PRIMARY KEY ("table", chair), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "record_name" VALUES('QVXLM',0,'Ana','ana');
INSERT INTO "record_name" VALUES('QVXLM',1,'Mei','mei');
INSERT INTO "record_name" VALUES('QVXLM',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('QVXLM',3,'Zoë','zoe');
INSERT INTO "record_name" VALUES('GBWSV',0,'Ana','ana');
INSERT INTO "record_name" VALUES('GBWSV',1,'Mei','mei');
INSERT INTO "record_name" VALUES('GBWSV',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('GBWSV',3,'Zoë','zoe');
INSERT INTO "record_name" VALUES('JZRMX',0,'Ana','ana');
INSERT INTO "record_name" VALUES('JZRMX',1,'Mei','mei');
INSERT INTO "record_name" VALUES('JZRMX',2,'Tomás','tomas');
INSERT INTO "record_name" VALUES('JZRMX',3,'Zoë','zoe');
CREATE TABLE schema_version (
	version INTEGER NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "schema_version" VALUES(6);
CREATE TABLE seed (
	"table" VARCHAR(8) NOT NULL, 
	number INTEGER NOT NULL, 
	value BLOB NOT NULL, 
	PRIMARY KEY ("table", number), 
	FOREIGN KEY("table") REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "seed" VALUES('GBWSV',1,X'C325841FEB0EEC85E47C0FEDDA9D6642F79990645349AA5368F43DD4DEDAA6AB');
INSERT INTO "seed" VALUES('JZRMX',1,X'5D1A2F05CC37BDD181B36B4F8FC3D2CC9C775FB82EBDE5C6A9356053F0BF4FB6');
INSERT INTO "seed" VALUES('QVXLM',1,X'72087695E3BB7F7884B7ACED69EE08EE38BDD30DA139CF0A1EEC20DA81D4A9F8');
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
CREATE INDEX ix_event_rival ON event ("table") WHERE kind = 'rival';
CREATE INDEX ix_holder_token_hash ON holder (token_hash);
CREATE INDEX ix_record_at ON record (at);
COMMIT;

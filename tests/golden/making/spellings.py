"""Positions and actions as people spell them, which must read for ever, and some that must not; by hand."""

from __future__ import annotations

POSITIONS: dict[str, list[str]] = {
    "hangzhou": [
        "rb CITY=a1rB,b2B die:2",
        "RB",
        "r b",
        "red blue",
        "Red,Blue;yellow",
        "hangzhou RBYW",
        "HANGZHOU rbyw NOW: DRAW",
        "hangzhou R",
        "hangzhou w\n\n\nnow:\tplay",
        "hangzhou RB now: play",
        "hangzhou RB now:play B shop",
        "hangzhou RB now= play blue COIN",
        "hangzhou RB start: blue now: play",
        "hangzhou RB start: B",
        "hangzhou RB now: move",
        "hangzhou RB now: MOVE 3",
        "hangzhou RB now: roll Purple",
        "hangzhou RB now: ask 4",
        "hangzhou RB now: pick",
        "hangzhou RB now: pick b",
        "hangzhou RB market: b2 r3/y1 / / k6",
        "hangzhou RB market: b2",
        "hangzhou RB market: blue2 Black6 / ORANGE1",
        "hangzhou RB bag: - supply: -",
        "hangzhou RB bag: b1 b2 r1 pool: b1,r1; g1",
        "hangzhou RB R: c0 blue: c5 y1 v2 s3",
        "hangzhou RB Red= c1 RED1 s0 v3",
        "hangzhou RB R: hidden B: HIDDEN s2",
        "hangzhou RB R:",
        "hangzhou RB R: s4",
        "hangzhou RB seals: R B",
        "hangzhou RB seals: rb",
        "hangzhou RB seals: red",
        "hangzhou RB merchants: - A1 b2 E5",
        "hangzhou RB round: 12 round_limit: 12",
        "hangzhou RB ROUND-LIMIT: none START_AT: 3",
        "hangzhou RB round-limit: 007",
        "hangzhou RB blocking: no-sharing open-hands: HIDDEN trade: Optional",
        "hangzhou RB blocking: no_sharing repeat_action: no round-die: sold-only",
        "hangzhou RB mixed: YES die: 8",
        "hangzhou RB city: a1r0 A2RB A3RB2 b1bk99",
        "hangzhou RB city:A1R",
        "hangzhou RB city: A1R;B1B,,;  ,C1R",
        "hangzhou RB sold: g1 o2 now: over",
        "hangzhou W sold: g1 o2 now: OVER",
        "hangzhou\r\nRB\r\nnow: play\r\n",
    ],
    "dunhuang": [
        "3",
        "dunhuang 2",
        "DUNHUANG 4 NOW: LAY",
        "dunhuang 3 now: stock",
        "dunhuang 3 now: deal b",
        "dunhuang 3 now: choose",
        "dunhuang 3 now: park",
        "dunhuang 3 ring: Interpreter SOLDIER,shepherd;manichean market: 2 3 - tea SILK 7 * 9",
        "dunhuang 3 market: * * * * * * * * deck: *x30",
        "dunhuang 3 camel: 8 tokens: 6B+ silkA",
        "dunhuang 3 tokens: 6b 7C+",
        "dunhuang 3 A: c4 p2 hand 3 7 shop 4x2 out 5 B: hand tea tea shop tea",
        "dunhuang 3 A: C4 HAND 3X2 shop 3",
        "dunhuang 3 A: hand 3 hand 4 c1",
        "dunhuang 3 A: hand * *x2",
        "dunhuang 3 A: hand ?",
        "dunhuang 3 A:",
        "dunhuang 3 under: A6 B* tea ?",
        "dunhuang 3 under: a6 6",
        "dunhuang 3 gone: 3x2 teax3",
        "dunhuang 3 deck: -",
        "dunhuang 3 deck: 2 2 3x4",
        "dunhuang 3 start: b last: YES now: move b",
        "dunhuang 3 now: over",
        "dunhuang 3 now: over A",
        "dunhuang 3 now: take A 3",
        "dunhuang 3 now: act c",
        "dunhuang 3 now: fee A 3 6",
        "dunhuang 3 now: fee A 0 tea",
        "dunhuang 3 now: draw A 2 5",
        "dunhuang 3 now: keep A 5 6x2",
        "dunhuang 3 now: bury A 5",
        "dunhuang 3 now: rob A B 2 2",
        "dunhuang 3 now: pick A B 1 2",
        "dunhuang 3 now: give A B 2",
        "dunhuang 3 now: claim A",
        "dunhuang 3 now: fill A",
        "dunhuang 3 now: show",
        "dunhuang 3 camel-max: coins",
        "dunhuang 3 CAMEL_MAX= 8 tie: Holder farmer: EXACT end: cannot-refill",
    ],
    "xanadu": [
        "2",
        "xanadu 6",
        "XANADU 3 NOW: DEAL A SETUP",
        "xanadu 3 now: deal",
        "xanadu 3 now: deal b",
        "xanadu 3 now: pick B turn",
        "xanadu 3 now: pick C SOLD",
        "xanadu 3 now: play",
        "xanadu 3 now: play b sold working built",
        "xanadu 3 now: play B built2 SOLD",
        "xanadu 3 now: play A working got: wood2,jade1 paid: WOOD1",
        "xanadu 3 now: draw A",
        "xanadu 3 now: draw A 03",
        "xanadu 3 now: over",
        "xanadu 3 A: c12 49.03.* 24 hand-A: 05 07",
        "xanadu 3 a: C12 49.3.*.* 50- HAND_A= 5;7, *",
        "xanadu 3 hand-a: *x3 *X2 *",
        "xanadu 3 hand-A: *x999",
        "xanadu 3 GOT: Gold1",
        "xanadu 3 A: c-",
        "xanadu 3 A: 50.01-",
        "xanadu 3 hand-A: - deck: -",
        "xanadu 3 deck: 1 2 03 004",
        "xanadu 3 pick-B: 17 PICK_C: 18",
        "xanadu 3 discard: 01 09",
        "xanadu 3 cards: PAPER run: 2 idle: 1",
        "xanadu 3 cards: app",
        "xanadu 2 edition: ONLINE two_player: online end-slots: 10 OPEN_SCORE=no long-game: yes advanced: yes",
    ],
    "oasis": [
        "oasis well:? drunk:0/0 turn:A start:A last:-",
        "oasis well: 5 drunk: 1 / 2/3 turn: b start= C last: -",
        "oasis last:A well:0 drunk:7/4 start:b turn:a",
        "oasis WELL:3, DRUNK:1/1; turn:A\nstart:A last:-",
    ],
}
ACTIONS: dict[str, list[str]] = {
    "hangzhou": [
        "B2", "b2", "blue 2", "BLUE 2", "Blue2", "die B 2", "die b2", "die blue 02", "DIE blue2", "k6", "die k 6",
        "shop b2", " SHOP  B2 ", "shop,B2", "shop;b2;", "dye b2 R", "dye b2 Red", "Dye\tB2\nblack", "dye B2 k",
        "coin a1", "PASS", " pass", "Take  Coin", "take,coin", "END TURN", "end\nturn", "pick r", "pick RED", "draw K",
        "move 1", "move 4", "MOVE Orange", "Trade", "decline ", "GO ON", "go  on",
        'correct {"changes":[{"path":"round","value":3}],"who":"Ana","why":"so"}',
        'CORRECT { "who": "Ana", "why": "so", "changes": [ {"value": null, "path": "city.A3"} ], "more": 1 }',
    ],
    "dunhuang": [
        "6", "tea", "TEA", "*", "?", "card 6", "card *", "card ?", "Card Tea", "tile SOLDIER", "keep 6", "keep *",
        "keep tea", "Place Camel 3", "place  camel 03", "camel 3", "CAMEL 100", "into hand", "INTO  HAND",
        "into shop 6", "Into Shop Tea", "coins", "Coins", "draw", "bury 6", "bury *", "fetch 4", "guard 6",
        "prestige", "discard 6", "exchange 6 4 3", "exchange tea 4 3", "Exchange Tea 4", "visit b", "visit B", "give 6",
        "give *", "swap 6 3", "to hand 6", "to shop Tea", "pay", "decline", "CLAIM", "show 6", "go on", "go\non",
        'correct {"changes":[{"path":"camel","value":3}],"who":"Ana","why":"so"}',
    ],
    "xanadu": [
        "start 17", "START 017", "sell 3", "Sell 03", "build 61", "worker 49 12", "worker 49", "worker 49 *",
        "WORKER 049, 012", "end turn", "End  Turn", "draw 17", "draw *", "draw end", "DRAW END", "draw 7", "go on",
        'correct {"changes":[{"path":"coins.A","value":3}],"who":"Ana","why":"so"}',
    ],
    "oasis": [
        "die 4", "DIE 04", " die,4 ", "drink 2", "Drink\t2", "drink 999",
        'correct {"changes":[{"path":"well","value":3}],"who":"Ana","why":"so"}',
    ],
}  # fmt: skip
WRONG: dict[str, list[tuple[str, str]]] = {
    "hangzhou": [
        ("position", text)
        for text in (
            "", "hangzhou", "\n\n", "hangzhou RBYWR", "hangzhou X", "hangzhou RB\nctiy: A1R", "hangzhou RB what: 1",
            "hangzhou RB now: move pink", "hangzhou RB now:", "hangzhou RB now: jump", "hangzhou RB now: over over",
            "hangzhou RB now: play Y", "hangzhou RB now: play R eat", "hangzhou RB now: play R shop shop",
            "hangzhou RB city: C3R", "hangzhou RB city: A1", "hangzhou RB city: A1R A1B", "hangzhou RB city: A1Y",
            "hangzhou RB city: A1R city: A2R", "hangzhou RB CITY= A1R City: A2R", "hangzhou RB Y: c3", "hangzhou RB R: x3", "hangzhou RB R: c3 red: c4",
            "hangzhou RB R: c", "hangzhou RB R: 3c", "hangzhou RB R: c9999999999", "hangzhou RB merchants: A1", "hangzhou RB merchants: c3 - - -",
            "hangzhou RB merchants: A1 A2 A3 A4 A5", "hangzhou RB merchants: - - - F1", "hangzhou RB market: b0",
            "hangzhou RB market: b1 / / / / b2", "hangzhou RB market: z1", "hangzhou RB market: b", "hangzhou RB bag: z1",
            "hangzhou RB bag: 3", "hangzhou RB pool: - -", "hangzhou RB die: 0", "hangzhou RB die: x",
            "hangzhou RB die:", "hangzhou RB die: 1 2", "hangzhou RB round: -1", "hangzhou RB mixed: maybe",
            "hangzhou RB seals: Y", "hangzhou RB start: Y", "hangzhou RB start:", "hangzhou RB start: R B",
            "hangzhou RB blocking: some", "hangzhou RB start-at: 6", "hangzhou RB start-at: x",
            "hangzhou RB round-limit: 0", "hangzhou R round-die: sold_only", "hangzhou RB blocking: none none",
            "# a comment\nhangzhou RB", "hangzhou RB # a comment", "{}", "hangzhou RB (the sample)",
        )
    ]
    + [
        ("action", text)
        for text in (
            "", " ", "jump", "shop", "shop C3", "shop B2 B3", "shop F9", "dye B2", "dye B2 pink", "dye red B2", "coin",
            "pick", "pick pink", "draw", "die", "die blue", "die blue x", "die pink 2", "move", "move pink", "move 5",
            "blue", "blue 2 3", "pass now", "take", "correct", "correct {}", "correct []", 'correct {"changes": 3}',
            'correct {"changes":[{"path":"round"}],"who":"Ana","why":"so"}', "correct {", "go", "B2 C3",
        )
    ]
    + [
        ("json", text)
        for text in (
            "", "{", "[]", "null", "{}", '{"now": 3}', '{"colours": ["pink"]}', '{"city": {"Z9": {}}}', "\ud800",
            '{"now": {"phase": "jump"}}', "[" * 3000, '{"round": 99999999999999999999999999}',
        )
    ],
    "dunhuang": [
        ("position", text)
        for text in (
            "", "dunhuang", "dunhuang 1", "dunhuang 5", "dunhuang x", "dunhuang 3 4", "dunhuang 3 market: 2 3 4",
            "dunhuang 3 market: 1 2 3 4 5 6 7 8 9", "dunhuang 3 market: 99 - - - - - - -", "dunhuang 3 ring: king",
            "dunhuang 3 ring: " + "soldier " * 9, "dunhuang 3 camel: 0", "dunhuang 3 camel: 9", "dunhuang 3 tokens: 6",
            "dunhuang 3 tokens: 6D", "dunhuang 3 tokens: 6A 6B", "dunhuang 3 tokens: 11A", "dunhuang 3 A: 3",
            "dunhuang 3 A: hand 99", "dunhuang 3 A: shop *", "dunhuang 3 D: c1", "dunhuang 3 gone: *", "dunhuang 3 under: A99",
            "dunhuang 3 under: D6", "dunhuang 3 last: maybe", "dunhuang 3 start: D", "dunhuang 3 now:", "dunhuang 3 now: jump",
            "dunhuang 3 now: move A B", "dunhuang 3 now: rob A", "dunhuang 3 now: fee A", "dunhuang 3 now: deal", "dunhuang 3 start: b now: move", "dunhuang 3 now: take D",
            "dunhuang 3 now: take A x", "dunhuang 3 tie: never", "dunhuang 3 deck: 2x9999", "dunhuang 3 A: c1 A: c2",
        )
    ]
    + [
        ("action", text)
        for text in (
            "", "jump", "11", "0", "tile", "tile king", "card", "card 11", "keep", "keep 6 7", "place camel",
            "place camel 9", "camel", "camel 0", "camel x", "into shop", "into shop *", "exchange", "exchange 6",
            "exchange 6 9", "exchange 6 4 3 2", "fetch", "fetch 0", "visit", "visit E", "visit AB", "swap 6", "swap * 6",
            "show *", "to hand", "guard 99", "correct {}", "into", "coins now",
        )
    ]
    + [("json", text) for text in ("", "{", "[]", "null", "{}", '{"players": {}}', '{"market": [1]}', '{"camel": 9}')],
    "xanadu": [
        ("position", text)
        for text in (
            "", "xanadu", "xanadu 1", "xanadu 7", "xanadu x", "xanadu 3 4", "xanadu 3 A: 49.05.06.07.08.09",
            "xanadu 3 A: x", "xanadu 3 A: 99", "xanadu 3 A: 49.99", "xanadu 3 A: c", "xanadu 3 D: c1",
            "xanadu 3 hand-D: 05", "xanadu 3 hand-A: 00", "xanadu 3 hand-A: king", "xanadu 3 hand-A: *x9999",
            "xanadu 3 cards: glass", "xanadu 3 cards:", "xanadu 3 run: 0", "xanadu 3 idle: x", "xanadu 3 now:",
            "xanadu 3 now: jump", "xanadu 3 now: play D", "xanadu 3 now: play A eat", "xanadu 3 now: draw A x",
            "xanadu 3 now: draw A 3 4", "xanadu 3 now: deal A later", "xanadu 3 now: over A", "xanadu 3 got: wood1 now: over",
            "xanadu 3 got: tin1", "xanadu 3 got: wood", "xanadu 3 got: wood99 wood99", "xanadu 5 advanced: yes",
            "xanadu 3 end-slots: 9", "xanadu 3 edition: gold", "xanadu 3 A: c1 A: c2",
        )
    ]
    + [
        ("action", text)
        for text in (
            "", "jump", "start", "start *", "start 99", "sell", "sell x", "build", "build 0", "build 1 2", "worker",
            "worker *", "worker 49 99", "worker 49 12 13", "draw", "draw 0", "draw 1 2", "end", "correct {}", "17", "*",
        )
    ]
    + [("json", text) for text in ("", "{", "[]", "null", "{}", '{"hands": {}}', '{"coins": {"A": -1}}', '{"run": 0}')],
    "oasis": [
        ("position", text)
        for text in (
            "", "oasis", "oasis well:5", "oasis well:x drunk:0/0 turn:A start:A last:-",
            "OASIS well:? drunk:0/0 turn:A start:A last:-",
            "oasis well:5 drunk:0 turn:A start:A last:-", "oasis well:5 drunk:0/x turn:A start:A last:-",
            "oasis well:5 drunk:0/0 turn:C start:A last:-", "oasis well:5 drunk:0/0 turn: start:A last:-",
        )
    ]
    + [("action", text) for text in ("", "jump", "die", "die x", "drink", "drink 1 2", "die -1", "correct {}")]
    + [("json", text) for text in ("", "{", "[]", "{}", '{"well":1,"drunk":[0],"seat":0,"start":0}')],
}  # fmt: skip

"""Tables of Dunhuang at moments worth looking at, for the page matrix."""

from __future__ import annotations

from scenes import Scene, learnt, started

RING = "interpreter soldier shepherd manichean princess painter trader maid"
OTHER = "diplomat general farmer buddhist dancer musician merchant domestic"
HANDS = "A: c5 p2 hand 2 3 5 7 8 shop 5x2 6 B: c3 p6 hand 4 7 8 9 shop 2 6x2 9x3 C: c4 hand 4 9 shop 3 8x3"
GAME = f"dunhuang 3 ring: {RING} market: 6 7 9 5 5 8 3 4 tokens: 2B 3C 5A+ 6B 8C 9B"
PAPER = (
    f"dunhuang 3 ring: {RING} market: * * * * * * * * tokens: 2B 3C 5A 6B 8C 9B "
    "A: c5 p2 hand *x5 shop 5x2 6 B: c3 p6 hand *x4 shop 2 6x2 9x3 C: c4 hand *x2 shop 3 8x3 deck: *x14"
)
APP = {"cards": "app"}
SCENES = (
    Scene("dunhuang", "room", ("", "/settings")),
    Scene(
        "dunhuang",
        "move",
        ("", "?seat=1", "/check", "/check/tokens", "/check/tiles", "/check/0?players.A.coins=9", "/menu",
         "/screen"),
        f"{PAPER} camel: 3 now: move A",
    ),
    Scene("dunhuang", "take", ("",), f"{PAPER} camel: 2 now: take A 2"),
    Scene("dunhuang", "hand", ("", "?seat=0", "/score"), f"{GAME} {HANDS} camel: 2 now: move A", settings=APP),
    Scene("dunhuang", "maid", ("?goes=lacquer",), f"{GAME} {HANDS} camel: 8 now: act A 1", settings=APP),
    Scene("dunhuang", "choose", ("",), settings={"cards": "app", "players": "2"}, taps=started),
    Scene("dunhuang", "fee", ("",), f"{GAME} {HANDS} camel: 4 now: fee A 1 9".replace(RING, OTHER), settings=APP),
    Scene("dunhuang", "show", ("",), f"{PAPER} camel: 2 last: yes now: show"),
    Scene("dunhuang", "tiles", ("",), settings={"dice": "hand", "players": "2"}, taps=started),
    Scene("dunhuang", "lesson", ("",), f"{PAPER} camel: 2 now: move A", settings={"lessons": "on"}, taps=learnt(2)),
    Scene("dunhuang", "counting", ("", "/tally/1"), way="score"),
    Scene("dunhuang", "over", ("", "/score/0-tokens", "/table/last"), f"{GAME} {HANDS} last: yes camel: 2 now: over"),
)  # fmt: skip

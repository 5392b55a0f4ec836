"""Finished games for tests, with the phones that played them; and games that a load plays."""

from __future__ import annotations

from msgspec import Struct
from paperless import give

from companion.tables import EnterPosition, Finish, Settings, Tables, TakeSeat, Tally, new_token

SAMPLE = (
    "hangzhou WBRY city: B1Wy A2Br1 A3Rr D3Yb E3Yr A5B market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / r1 r1 p5 k6 "
    "W: c6 r1 B: c3 b1 R: c6 y1 v1 Y: c4 y1 now: play R"
)
NAMES = ("Ana", "Mei", "Tomás", "Priya")


def finished(tables: Tables, names: tuple[str, ...] = NAMES, host: str = "") -> tuple[str, list[str]]:
    """A game that was entered half-way and ended: its code, and the tokens of its phones; the host's is the first."""
    tokens = [host or new_token(), *(new_token() for _ in names[1:])]
    code = tables.open("hangzhou", tokens[0])
    for chair, (name, token) in enumerate(zip(names, tokens, strict=True)):
        give(tables, code, token, TakeSeat(chair, name))
    give(tables, code, tokens[0], EnterPosition(SAMPLE), Finish())
    return code, tokens


def counted(tables: Tables, points: dict[str, int], host: str = "") -> tuple[str, str]:
    """A game of which only the end was counted, by coins: its code, and the host's token."""
    token = host or new_token()
    code = tables.open("hangzhou", token, chairs=len(points), settings=Settings(way="score"))
    for chair, (name, coins) in enumerate(points.items()):
        give(tables, code, token if chair == 0 else new_token(), TakeSeat(chair, name))
        things = {"coins": coins, "shop_coins": chair, "dyes": 2, "points": 1}
        give(tables, code, token, Tally(chair, things, ready=True))
    return code, token


class MidGame(Struct, frozen=True):
    """What a table under load plays: from this position its host does something and takes it back, for ever."""

    game: str
    position: str
    action: str


MID_GAMES = (
    MidGame(
        "hangzhou",
        "hangzhou WBRY city: B1Wy A2Br1 A3Rr D3Yb E3Yr A5B"
        " market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / r1 r1 p5 k6 W: c6 r1 B: c3 b1 R: c6 y1 Y: c4 y1",
        "coin B1",
    ),
    MidGame(
        "dunhuang",
        "dunhuang 4 ring: general dancer manichean trader musician interpreter shepherd domestic"
        " market: 5 5 10 7 10 7 8 4 camel: 1 A: c7 hand 8 out 8 10 B: c7 hand 2 out 9x2 C: c7 hand 6 out 8 9"
        " D: c7 hand 2 out 7 10 now: move A",
        "camel 3",
    ),
    MidGame(
        "xanadu",
        "xanadu 4 A: 01 hand 05 17 27 39 44 46 B: 18 hand 20 34 35 59 60 70 C: 11 hand 37 47 48 49 53 63"
        " D: 03 hand 06 21 31 40 55 64 now: play A",
        "worker 01 05",
    ),
)
"""Each game, in the middle; the tables of a load play them in turn."""

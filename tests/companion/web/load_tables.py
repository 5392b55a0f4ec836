"""Tables of the three games that a load plays at, for ever: somebody acts, and takes it back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import urlencode

from load_client import Connection
from msgspec import Struct

PHONES = 5
"""Phones of a table: its four players', and a watcher's."""


class Played(Struct, frozen=True):
    """What a table plays: from this position its host's phone does something and takes it back, for ever."""

    game: str
    position: str
    action: str

    @property
    def commands(self) -> tuple[str, str]:
        return json.dumps({"do": "act", "action": self.action}), '{"do":"undo"}'


PLAYED = (
    Played(
        "hangzhou",
        "hangzhou WBRY city: B1Wy A2Br1 A3Rr D3Yb E3Yr A5B"
        " market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / r1 r1 p5 k6 W: c6 r1 B: c3 b1 R: c6 y1 Y: c4 y1",
        "coin B1",
    ),
    Played(
        "dunhuang",
        "dunhuang 4 ring: general dancer manichean trader musician interpreter shepherd domestic"
        " market: 5 5 10 7 10 7 8 4 camel: 1 A: c7 hand 8 out 8 10 B: c7 hand 2 out 9x2 C: c7 hand 6 out 8 9"
        " D: c7 hand 2 out 7 10 now: move A",
        "camel 3",
    ),
    Played(
        "xanadu",
        "xanadu 4 A: 01 hand 05 17 27 39 44 46 B: 18 hand 20 34 35 59 60 70 C: 11 hand 37 47 48 49 53 63"
        " D: 03 hand 06 21 31 40 55 64 now: play A",
        "worker 01 05",
    ),
)
"""Each game, in the middle; the tables of a load play them in turn."""


class Table:
    """A table at a server: its code, its phones' tokens, and what was posted to it."""

    def __init__(self, connection: Connection, number: int, played: Played = PLAYED[0]) -> None:
        self.commands = played.commands
        self.tokens = [f"{number:028x}{phone:04x}" for phone in range(PHONES)]
        self.posted = 0
        fields = {"way": "follow", "players": "4", "name": "Ana", "command_id": f"open-{number}", "cards": "app"}
        answer = connection.ask("POST", f"/new/{played.game}", urlencode(fields).encode(), self.cookie(0))
        assert answer.status == 303, answer
        (place,) = (line for line in answer.head.splitlines() if line.lower().startswith("location:"))
        self.code = place.rpartition("/t/")[2].strip()
        for chair, name in enumerate(("Mei", "Tomás", "Zoë"), 1):
            self._do(connection, {"do": "take", "chair": chair, "name": name}, chair)
        self._do(connection, {"do": "position", "position": played.position}, 0)

    def _do(self, connection: Connection, command: Mapping[str, object], phone: int) -> None:
        fields = {"do": json.dumps(command), "command_id": f"begin-{phone}"}
        answer = connection.ask("POST", f"/t/{self.code}", urlencode(fields).encode(), self.cookie(phone))
        assert answer.status == 303, answer

    def cookie(self, phone: int) -> dict[str, str]:
        return {"Cookie": f"phone={self.tokens[phone]}"}

    def action(self) -> tuple[str, bytes, Mapping[str, str]]:
        """The next request of its host's phone."""
        fields = {"do": self.commands[self.posted % 2], "command_id": f"act-{self.posted}"}
        self.posted += 1
        return f"/t/{self.code}", urlencode(fields).encode(), self.cookie(0)

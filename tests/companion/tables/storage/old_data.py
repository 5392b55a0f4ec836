"""Run as a program, with an older version's packages on the path, to keep data of that version for `test_old_data`.

    PYTHONPATH=<that version> python old_data.py NAME

writes ``old_data/NAME.sql``, the SQLite database that the version made, and ``old_data/NAME.json``, what the
version itself saw in it: of each table its code, position, and the number of its newest entry.
"""

from __future__ import annotations

import json
import random
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from companion.games import hangzhou
from companion.tables import (
    Act,
    AnyCommand,
    Check,
    EnterPosition,
    Settings,
    Start,
    Tables,
    TakeSeat,
    Undo,
    new_token,
    open_tables,
)

FOLDER = Path(__file__).parent / "old_data"
ACTIONS = 45
SAMPLE = (
    "hangzhou WBRY city: B1Wy A2Br1 A3Rr D3Yb E3Yr A5B "
    "market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / r1 r1 p5 k6 W: c6 r1 B: c3 b1 R: c6 y1 Y: c4 y1"
)


class Game:
    """A table of four, its host's phone among them."""

    def __init__(self, tables: Tables, way: str) -> None:
        self.tables = tables
        self.host = new_token()
        self.code = tables.open("hangzhou", self.host, settings=Settings(way=way), opener="192.0.2.7")  # type: ignore[arg-type]  # one of the ways
        self.done = 0
        for chair, name in enumerate(("Ana", "Mei", "Tomás", "Zoë")):
            self.do(TakeSeat(chair, name), new_token() if chair else self.host)

    def do(self, command: AnyCommand, token: str = "") -> None:
        self.done += 1
        self.tables.command(self.code, token or self.host, command, command_id=f"{self.code}-{self.done}")

    def play(self, seed: int) -> None:
        """Some actions by chance, one of them taken back."""
        rng = random.Random(seed)
        self.do(Start())
        for _ in range(ACTIONS):
            view = self.tables.view_for(self.code, self.host)
            action = rng.choice(hangzhou.legal(view.state, view.waiting[0]))
            self.do(Act(hangzhou.action_text(action), view.waiting[0]))
        self.do(Undo())
        self.do(Check("city"))

    def seen(self) -> dict[str, object]:
        view = self.tables.view_for(self.code, self.host)
        text = "" if view.state is None else hangzhou.text(view.state)
        return {"code": self.code, "seq": view.seq, "position": text, "names": [c.name for c in view.chairs]}


def main() -> None:
    name = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite3"
        tables = open_tables(path)
        games = [Game(tables, way) for way in ("follow", "merchants", "score")]
        games[0].play(1)
        games[1].do(EnterPosition(SAMPLE))
        tables.heard(games[0].code, games[0].host, 3)
        tables.move_code(games[0].code, games[0].host)
        seen = [game.seen() for game in games]
        tables.close()
        FOLDER.mkdir(exist_ok=True)
        with closing(sqlite3.connect(path)) as database:
            dump = "\n".join(database.iterdump())
    (FOLDER / f"{name}.sql").write_text(f"{dump}\n", encoding="utf-8")
    (FOLDER / f"{name}.json").write_text(f"{json.dumps(seen, indent=1, ensure_ascii=False)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

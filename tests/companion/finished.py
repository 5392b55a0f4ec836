"""Finished tables for tests of proofs: played to the end by people who choose at random."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.tables import Tables, new_command_id, new_token, open_tables
from companion.tables.game import table_game
from companion.tables.log import entries as e
from companion.tables.log.proof import verify

CALM: dict[str, dict[str, str | int]] = {
    "hangzhou": {"round_limit": 2},
    "dunhuang": {"cards": "app"},
    "xanadu": {"cards": "app"},
}
"""Settings under which games at random end soon, with the app as their only chance."""
ENDING = ("pass", "take coin", "end turn")


class Played:
    """A table of two, each mixing something into the dice, on the way to its end."""

    def __init__(self, tables: Tables, game: str, seed: int, *, leaves: bool = False, **options: str | int) -> None:
        self.tables, self.game, self.random = tables, game, random.Random(seed)
        self.phones = [new_token() for _ in range(2)]
        self.code = tables.open(game, self.phones[0], options={**CALM.get(game, {}), **options})
        for chair in (1, 0, 1) if leaves else (0, 1):
            if leaves and self.view(chair).me.chair is not None:
                self.do(chair, e.LeaveSeat())
            self.do(chair, e.TakeSeat(chair, ("Ana", "Mei")[chair]))
            self.do(chair, e.Mix(f"{seed:032x}" if chair else "dragón 龙"))
        self.do(0, e.Start())

    def do(self, chair: int, command: Any) -> Any:
        return self.tables.command(self.code, self.phones[chair], command, command_id=new_command_id())

    def view(self, chair: int = 0) -> Any:
        return self.tables.view_for(self.code, self.phones[chair])

    def play(self, undo: float = 0.03, most: int = 4000) -> None:
        """To the end; sometimes somebody takes the last step back, and the other agrees."""
        rules = table_game(self.game).rules
        for _ in range(most):
            waiting = self.view().waiting
            if not waiting:
                return
            seat = waiting[0]
            view = self.view(seat)
            if self.random.random() < undo and view.undoes:
                self.do(seat, e.Undo())
                if self.view().undo is not None:
                    self.do(1 - seat, e.ReplyUndo(True))
                if self.view().state is None:
                    self.do(0, e.Start())
                continue
            texts = [rules.action_text(action) for action in view.legal]
            ending = [text for text in texts if text in ENDING]
            chosen = self.random.choice(ending if ending and self.random.random() < 0.4 else texts)
            self.do(seat, e.Act(chosen, seat=seat))
        raise AssertionError("the game does not end")

    def undone(self) -> int:
        """How many rolls of the app were taken back."""
        lines = self.tables.log_for(self.code, self.phones[0])
        return sum(line.undone and line.kind == "roll" and line.source == "app" for line in lines)

    def export(self) -> str:
        return self.tables.export(self.code, self.phones[0])


@cache
def exported(game: str, seed: int = 1, **options: str | int) -> str:
    """The export of a finished game."""
    with TemporaryDirectory() as folder:
        tables = open_tables(Path(folder) / "t.sqlite3")
        played = Played(tables, game, seed, **options)
        played.play()
        text = played.export()
        tables.close()
    return text


def changed(text: str, change: Any) -> str:
    """An export after a change to it as plain data."""
    data = json.loads(text)
    change(data)
    return json.dumps(data)


def rolls(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The entries of an export that the app rolled or drew."""
    return [one for one in data["log"] if one["body"]["do"] == "roll" and one["source"] == "app"]


def reroll(data: dict[str, Any], n: int = 0) -> None:
    """Gives the n-th roll of the app another outcome that could have come."""
    body, rules = rolls(data)[n]["body"], table_game(data["game"]).rules
    chances = [roll for roll in verify(json.dumps(data)).rolls if roll.number is not None][n].chances
    body["outcome"] = next(t for t in map(rules.action_text, chances.outcomes) if t != body["outcome"])

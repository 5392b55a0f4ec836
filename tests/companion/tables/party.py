"""People at a table, for tests: each with a phone, by name."""

from __future__ import annotations

from typing import Any

import pytest

from companion.tables import Accepted, Result, Tables, View, new_command_id, new_token
from companion.tables.errors import TableError
from companion.tables.log import entries as e

NAMES = ("Ana", "Mei", "Tomás", "Priya")
"""In the order of Hangzhou's chairs: white, blue, red, yellow."""
CITY = "city: B1Wy A2Br1 A3Rr D3Yb E3Yr A5B market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / r1 r1 p5 k6"
HANDS = "W: c6 r1 B: c3 b1 R: c6 y1 Y: c4 y1"
SAMPLE = f"hangzhou WBRY {CITY} {HANDS}"
"""The leaflet's sample game in its first round, with the seats in the order of the chairs."""


class Clock:
    """A clock that only tests move. Seconds since 1970."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Party:
    """A table, its host's laptop, and the phones of those who sit there."""

    def __init__(
        self,
        tables: Tables,
        names: tuple[str, ...] = NAMES,
        position: str = "",
        start: bool = False,
        game: str = "hangzhou",
        host: str = "",
        **opening: Any,
    ) -> None:
        self.tables = tables
        self.host = host or new_token()
        self.code = tables.open(game, self.host, **opening)
        self.phones = {name: new_token() for name in names}
        for chair, name in enumerate(names):
            self.do(name, e.TakeSeat(chair, name))
        if position:
            self.do("host", e.EnterPosition(position))
        if start:
            self.do("host", e.Start())

    def token(self, name: str | None) -> str | None:
        return self.host if name == "host" else self.phones.get(name or "")

    def give(self, name: str, command: e.AnyCommand, expected: int | None = None, id: str | None = None) -> Result:
        """What the table answers."""
        token = self.token(name)
        assert token is not None
        return self.tables.command(self.code, token, command, command_id=id or new_command_id(), expected=expected)

    def do(self, name: str, command: e.AnyCommand, expected: int | None = None, id: str | None = None) -> Accepted:
        """As `give`; it has to be accepted."""
        result = self.give(name, command, expected, id)
        assert isinstance(result, Accepted), result
        return result

    def refuses(self, name: str, command: e.AnyCommand, *, code: str) -> TableError:
        """The error that the table answers with; a pattern for it."""
        with pytest.raises(TableError, match=code) as caught:
            self.give(name, command)
        return caught.value

    def agree(self, name: str, command: e.AnyCommand, *others: str) -> Accepted:
        """As `do`, of what the others are asked about: these say yes."""
        asked = self.do(name, command)
        assert asked.asked, command
        answers = [self.do(other, e.ReplyUndo(True)) for other in others]
        return answers[-1]

    def act(self, name: str, *actions: str) -> None:
        for action in actions:
            self.do(name, e.Act(action))

    def view(self, name: str | None = None) -> View:
        return self.tables.view_for(self.code, self.token(name))

    @property
    def state(self) -> Any:
        return self.view().state

    def kinds(self, after: int = 0) -> list[str]:
        return [line.kind for line in self.tables.log_for(self.code, after=after, limit=1000)]


BY_HAND = e.Settings(dice="hand")


def effects(result: Accepted) -> list[str]:
    """What happened, by name."""
    return [type(effect).__name__ for line in result.entries for effect in line.effects]

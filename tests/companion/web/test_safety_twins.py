"""Two tables that differ only in what one seat hides look alike to everybody else, whatever is asked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from endpoints import ROWS
from flask import Flask

from companion.engine import drive
from companion.engine.chance import Generator
from companion.engine.correction import Change, Correction
from companion.engine.game import CHANCE, Seat
from companion.tables import EnterPosition, NameSeat, Tables, TakeSeat, new_command_id, open_tables
from companion.tables.game import table_game
from companion.web import create_app
from companion.web.game_pages import GAMES

pytestmark = [pytest.mark.long, pytest.mark.landing]

OWN, OTHER, WATCHER = "0a" * 16, "1b" * 16, "2c" * 16
CODE = "QKTRN"
"""Of both tables: the pages hold it as a QR code, too."""
PAGES = (
    "", "?watch=1", "/seats", "/menu", "/log", *(f"/log/{n}" for n in range(3, 6)), "/settings", "/score", "/screen",
    "/advanced", "/check", "/check/1", "/city", "/dice", "?seat=0", "?for=0", "/hand",
    "?n=18", "/sell", "/card", "/at/07",
)  # fmt: skip
HIDING = {"hangzhou": {"open_hands": "hidden"}}
TRIES = 40
"""Steps of a random game in which a draw is looked for that only one seat sees."""
PASSING = re.compile(r"[0-9a-f]{16,}t?|\b[0-9]{13}\b|\b[0-9]{2}:[0-9]{2}(?::[0-9]{2}Z)?")
"""What differs between any two tables: command ids, commitments, times."""


def twins(name: str) -> tuple[Any, Any]:
    """Two states that look alike to the second seat, but of which the first seat holds something else.

    It is a seat's turn in both, so that no table goes on by itself.
    """
    game = table_game(name).rules
    state, chance = game.new(players=2, **HIDING.get(name, {})), Generator(1)
    choose = drive.at_random(1)
    for _ in range(TRIES):
        for pair in _pairs(game, state):
            one, two = _settled(game, *pair)
            if one != two and all(game.view(one, seat) == game.view(two, seat) for seat in (Seat(1), None)):
                return one, two
        if isinstance(state.turn, int):
            state, _ = game.play(state, choose(state, state.turn, game.legal(state, state.turn)), state.turn)
        else:
            state, _ = game.play(state, drive.supplied(game, state, chance).outcome)
    raise AssertionError(f"nothing is hidden in {name}")


def _pairs(game: Any, state: Any) -> Iterator[tuple[Any, Any]]:
    """What two outcomes of chance lead to; and the state with one coin more in the first seat's hand."""
    if state.turn is CHANCE:
        some = game.chances(state).outcomes
        yield from ((game.play(state, some[0])[0], game.play(state, other)[0]) for other in some[1:6])
        return
    tree = json.loads(game.to_json(state))
    hands = tree.get("hands")
    if isinstance(hands, dict) and "coins" in next(iter(hands.values())):
        first = next(iter(hands))
        change = Change(f"hands.{first}.coins", hands[first]["coins"] + 1)
        yield state, game.play(state, Correction((change,), "a test", "to differ"))[0]


def _settled(game: Any, one: Any, two: Any) -> tuple[Any, Any]:
    """Both, after the same draws, once a seat has its turn; twice the first if that cannot be."""
    while one.turn is CHANCE and two.turn is CHANCE:
        both = [outcome for outcome in game.chances(one).outcomes if outcome in game.chances(two).outcomes]
        if not both:
            return one, one
        one, two = game.play(one, both[-1])[0], game.play(two, both[-1])[0]
    return (one, two) if isinstance(one.turn, int) and isinstance(two.turn, int) else (one, one)


class World:
    """A server with one table, in such a state."""

    def __init__(self, folder: Path, game: str, state: Any) -> None:
        self.tables: Tables = open_tables(folder / "tables.sqlite3")
        self.app: Flask = create_app(self.tables)
        code = self.tables.open(game, OWN, options=HIDING.get(game, {"cards": "app"}), chairs=2)
        text = table_game(game).rules.to_json(state)
        for token, command in (
            (OWN, TakeSeat(0, "Ana")),
            (OTHER, TakeSeat(1, "Mei")),
            (OWN, EnterPosition(text)),
            (OWN, NameSeat(0, "Anna")),
        ):
            self.tables.command(code, token, command, command_id=new_command_id())

    def told(self, path: str, token: str) -> str:
        """What somebody is told, but for what differs between any two tables."""
        client = self.app.test_client()
        client.set_cookie("phone", token)
        answer = client.get(path.replace("{code}", CODE), buffered=False)
        said = f"{answer.status_code} {answer.headers.get('Location', '')} "
        if answer.mimetype != "text/event-stream":
            said += answer.get_data().decode(errors="replace")
        answer.close()
        return PASSING.sub("*", said.replace(token, "*"))


@pytest.mark.parametrize("game", GAMES)
def test_what_one_seat_hides_changes_nothing_for_others(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.tables.store.new_code", lambda letters: CODE)
    one, two = (World(tmp_path / str(n), game, state) for n, state in enumerate(twins(game)))
    of_table = [rule.replace("<code>", "{code}") for method, rule in ROWS if method == "GET" and "<code>" in rule]
    paths = [f"/t/{{code}}{page}" for page in PAGES] + [path for path in of_table if "<" not in path]
    for token in (OTHER, WATCHER):
        for path in paths:
            assert one.told(path, token) == two.told(path, token), path
    own = [path for path in paths if one.told(path, OWN) != two.told(path, OWN)]
    assert own, "the seat itself sees no difference, so this test sees nothing"
    for world in (one, two):
        world.tables.close()

"""Every page, answer and stream is the same at any two tables that differ only in what is hidden from who asks.

As `tests/companion/tables/test_noninterference.py`, through the server: pages are found by following their links.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from any_commands import COMMANDS, Commander
from endpoints import ROWS
from flask import Flask
from twin_positions import OPTIONS, positions, twin
from twins import SHOWN, is_open

from companion.engine.game import Chances, Seat
from companion.tables import EnterPosition, Finish, Tables, TakeSeat, new_command_id, open_tables
from companion.tables.game import table_game
from companion.tables.log import entries as e
from companion.tables.log.views import Who
from companion.web import create_app
from companion.web.assets import signs
from companion.web.game_pages import GAMES, game_pages
from companion.web.table.pages import FRAME

pytestmark = pytest.mark.landing

HOST, OWN, OTHER, WATCHER = "3d" * 16, "0a" * 16, "1b" * 16, "2c" * 16
LOOKERS = {"seat": OTHER, "host": HOST, "watcher": WATCHER, "stranger": ""}
WHO = {OWN: Who(0), OTHER: Who(1), HOST: Who(None, host=True)}
CODE, NOW = "QKTRN", 1_800_000_000.0
PASSING = re.compile(r"[0-9a-f]{16,}t?")
"""What differs between any two tables: command ids, commitments, tokens."""
LINK = re.compile(r'href="(/(?:t|verify|history)/[^"#]*)')
FIRST = (
    *(f"/t/{{code}}/{page}" for page in (*FRAME, "watch", "log/1")),
    *(rule.replace("<code>", "{code}") for method, rule in ROWS if method == "GET" and rule.count("<") == 1),
    "/history",
    "/history/statistics",
)
STARTED = (e.Start, e.Close, e.PlayOn, e.GiveSeat, e.LeaveSeat, e.TakeSeat)
"""Commands that are not given here: after them hardly anything is left to look at, or phones change."""


class World:
    """A server with one table."""

    def __init__(self, folder: Path, game: str, state: Any, options: dict[str, Any]) -> None:
        self.tables: Tables = open_tables(folder / "tables.sqlite3", clock=lambda: NOW)
        self.app: Flask = create_app(self.tables)
        self.tables.open(game, HOST, options=options, chairs=2)
        position = EnterPosition(table_game(game).rules.to_json(state))
        for token, command in ((OWN, TakeSeat(0, "Ana")), (OTHER, TakeSeat(1, "Mei")), (HOST, position)):
            self.tables.command(CODE, token, command, command_id=new_command_id())
        self.tables.visit(CODE, WATCHER)

    @property
    def table(self) -> Any:
        return self.tables.load(CODE).table

    def told(self, path: str, token: str, **cookies: str) -> str:
        client = self.app.test_client()
        for name, value in cookies.items():
            client.set_cookie(name, value)
        if token:
            client.set_cookie("phone", token)
        answer = client.get(path, buffered=False)
        said = f"{answer.status_code} {answer.headers.get('Location', '')} "
        if answer.mimetype == "text/event-stream":
            parts = iter(answer.iter_encoded())
            said += b"".join(islice(parts, 2)).decode()
        else:
            said += answer.get_data().decode(errors="replace")
        answer.close()
        return PASSING.sub("*", said)

    def give(self, token: str, command: Any, number: int) -> str:
        """What a program is answered that gives the command."""
        client = self.app.test_client()
        client.set_cookie("phone", token)
        data = {"command": msgspec.to_builtins(command), "command_id": f"c{number}"}
        answer = client.post(f"/api/v1/tables/{CODE}/commands", json=data)
        return f"{answer.status_code} {PASSING.sub('*', answer.get_data(as_text=True))}"


class Draws:
    """The second server draws what the first one did, where it can."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.first: list[Any] = []
        self.next: int | None = None
        self.parted = False

    def outcome(self, seed: bytes, number: int, chances: Chances, mixed: tuple[str, ...] = ()) -> Any:
        if self.next is None:
            self.first.append(self.rng.choices(chances.outcomes, chances.weights)[0])
            return self.first[-1]
        was = self.first[self.next] if self.next < len(self.first) else None
        self.next += 1
        self.parted = self.parted or was not in chances.outcomes
        return was if was in chances.outcomes else chances.outcomes[0]


def pages(world: World, token: str, most: int) -> Iterator[tuple[str, str]]:
    """The pages that links lead to from a table's pages, with what they say."""
    names = (*FIRST, *(f"/t/{{code}}/{page}" for page in game_pages(world.table.opened.game).PAGES))
    queue = list(dict.fromkeys(name.replace("{code}", CODE) for name in names))
    known = set(queue)
    for path in queue:
        if most <= 0:
            return
        said = world.told(path, token)
        most -= 1
        yield path, said
        for link in LINK.findall(said):
            link = link.replace("&amp;", "&")
            if link not in known and "/stream" not in link:
                known.add(link)
                queue.append(link)


def same(worlds: tuple[World, World], most: int) -> int:
    """Whoever must not know the difference is told the same everywhere; how many pages were looked at."""
    looked = 0
    for name, token in LOOKERS.items():
        for path, said in pages(worlds[0], token, most):
            other = worlds[1].told(path, token)
            looked += 2
            at = next((i for i, (a, b) in enumerate(zip(said, other, strict=False)) if a != b), 0)
            assert said == other, f"{name} {path}: {said[at - 60 : at + 60]!r} != {other[at - 60 : at + 60]!r}"
    taught_alike(worlds)
    return looked


def taught_alike(worlds: tuple[World, World]) -> None:
    """The seat that must not know the difference is shown the same lesson: of those that wait for what may be done,
    and of those that wait for what has happened."""
    game = worlds[0].table.opened.game
    lessons = signs(game).lessons
    begin, acts = ([one.id for one in lessons if not (one.met or one.can)], [one.id for one in lessons if one.can])
    for seen in (begin, begin + acts):
        cookies = {"lessons": f"{CODE}-on", f"seen-{game}": ".".join(seen)}
        one, two = (world.told(f"/t/{CODE}", OTHER, **cookies) for world in worlds)
        assert one == two


def shown(worlds: tuple[World, World], since: int) -> bool:
    """Was something turned up by the rules since that entry, or all opened?"""
    game = worlds[0].table.opened.game
    effects = [e for w in worlds for step in w.table.steps if step.seq > since for e in step.effects]
    return any(type(effect).__name__ in SHOWN[game] for effect in effects) or any(
        is_open(world.table) for world in worlds
    )


def played(
    folder: Path, monkeypatch: pytest.MonkeyPatch, game: str, seed: int, most: int, commands: tuple[Any, ...]
) -> int:
    """Looks at a pair before and after each of these commands (none: one at random)."""
    rng = random.Random(seed)
    options = rng.choice(OPTIONS[game])
    state = rng.choice(positions(game, 2, options, rng)[2:])
    folder.mkdir(exist_ok=True)
    for number in range(2):
        (folder / str(number)).mkdir()
    draws = Draws(rng)
    monkeypatch.setattr("companion.tables.service.new_code", lambda letters: CODE)
    monkeypatch.setattr("companion.tables.log.proof.outcome", lambda *asked: draws.outcome(*asked))
    monkeypatch.setattr("time.time", lambda: NOW)
    monkeypatch.setattr("time.time_ns", lambda: int(NOW * 1e9))
    both = (state, twin(game, state, Seat(1), rng))
    worlds = tuple(World(folder / str(number), game, one, options) for number, one in enumerate(both))
    assert len(worlds) == 2
    try:
        looked = same(worlds, most)
        for number, command in enumerate(commands):
            token = rng.choice(list(WHO))
            if command is None:
                kind = rng.choice([kind for kind in (*COMMANDS, e.Act, e.Act) if kind not in STARTED])
                command = COMMANDS[kind](Commander(worlds[0].table, WHO[token], rng))
            since, draws.next, draws.first = worlds[0].table.seq, None, []
            one = worlds[0].give(token, command, number)
            draws.next = 0
            two = worlds[1].give(token, command, number)
            # What the seat does whose hand differs may be done at one table only.
            if draws.parted or shown(worlds, since) or (token == OWN and one[:3] != two[:3]):
                break
            assert token == OWN or one == two, (command, one, two)
            looked += same(worlds, most)
        return looked
    finally:
        for world in worlds:
            world.tables.close()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_what_a_page_tells_does_not_depend_on_what_is_hidden(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played(tmp_path, monkeypatch, game, 1, 45, (Finish(),)) > 200


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_what_all_pages_tell_before_and_after_any_command(
    game: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for again in range(3):
        played(tmp_path / str(again), monkeypatch, game, 1_000 * again + seed, 90, (None,) * 4)

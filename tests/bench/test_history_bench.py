"""Looking back on ten thousand games: pages, wishes, statistics, archive and backup. Prints figures, never fails."""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from companion.games import hangzhou
from companion.tables import Act, Start, Tables, TakeSeat, new_command_id, new_token, open_tables
from companion.tables.storage import schema as s
from companion.tables.storage.backup import dump
from companion.tables.storage.database import Database
from companion.tables.storage.game_index import Wanted
from companion.tables.tokens import hashed, new_code

pytestmark = pytest.mark.bench
GAMES = 10_000
NAMES = ("Ana", "Mei", "Tomás", "Priya", "Zoë", "Kofi", "Lena", "Omar")


def one_game(tables: Tables, rng: random.Random) -> tuple[str, str]:
    """A whole game of three, played at random: its code, and its host's token."""
    token = new_token()
    code = tables.open("hangzhou", token, options={"round_limit": 4}, chairs=3)
    for chair in range(3):
        phone = token if chair == 0 else new_token()
        tables.command(code, phone, TakeSeat(chair, NAMES[chair]), command_id=new_command_id())
    tables.command(code, token, Start(), command_id=new_command_id())
    while (view := tables.view_for(code, token)).waiting:
        legal = hangzhou.legal(view.state, view.waiting[0])
        passes = hangzhou.Pass() in legal and rng.random() < 0.4
        action = hangzhou.Pass() if passes else rng.choice(legal)
        act = Act(hangzhou.action_text(action), seat=view.waiting[0])
        tables.command(code, token, act, command_id=new_command_id())
    return code, token


def multiplied(database: Database, code: str, rng: random.Random) -> None:
    """The same game under thousands of other codes, a few minutes apart, by other players."""
    with database.reading() as connection:
        of = [(t, [dict(r._mapping) for r in connection.execute(select(t).where(t.c.table == code))])
              for t in (s.event, s.seed, s.holder, s.record, s.record_name)]  # fmt: skip
    codes = {new_code() for _ in range(GAMES)}
    for start in range(0, GAMES, 500):
        with database.writing() as connection:
            part = list(codes)[start : start + 500]
            connection.execute(
                insert(s.game_table), [{"code": c, "game": "hangzhou", "opened_at": 0, "closed": False} for c in part]
            )
            for table, rows in of:
                made = [row | {"table": c} | changes(table.name, row, rng) for c in part for row in rows]
                connection.execute(insert(table), made)


def changes(table: str, row: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    match table:
        case "record":
            return {"at": row["at"] - rng.randrange(10**10)}
        case "record_name":
            name = rng.choice(NAMES)
            return {"name": name, "folded": name.lower()}
        case "holder":
            return {"token_hash": hashed(str(rng.random()))} if rng.random() > 0.02 else {}
    return {}


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Tables, Path, str]]:
    path = tmp_path_factory.mktemp("many") / "tables.sqlite3"
    tables, rng = open_tables(path), random.Random(1)
    code, token = one_game(tables, rng)
    database = Database(path)
    multiplied(database, code, rng)
    database.close()
    yield tables, path, token
    tables.close()


def timed(label: str, call: Callable[[], object], times: int = 5) -> None:
    best, busy = (1000 * min(found) for found in zip(*(_seconds(call) for _ in range(times)), strict=True))
    print(f"| {label} | {best:,.1f} ms, {busy:,.1f} of them busy |")


def _seconds(call: Callable[[], object]) -> tuple[float, float]:
    """By the clock on the wall, and of this process."""
    began, busy = time.perf_counter(), time.process_time()
    call()
    return time.perf_counter() - began, time.process_time() - busy


def test_ten_thousand_games(many: tuple[Tables, Path, str]) -> None:
    tables, path, token = many
    tables.history.become_owner(tables.history.owner_code(), owner := new_token())
    history = tables.history
    print(f"\n{GAMES} games, {path.stat().st_size / 2**20:.0f} MiB")
    for who, mine in (("owner", owner), ("one phone", token)):
        first = history.games(mine, Wanted())
        print(f"| {who} sees | {first.total} games |")
        last = first.games[-1]
        timed(f"{who}: first page", lambda: history.games(mine, Wanted()))  # noqa: B023 - called at once
        timed(f"{who}: next page", lambda: history.games(mine, Wanted(), (last.at, last.code)))  # noqa: B023 - called at once
        timed(f"{who}: by player", lambda: history.games(mine, Wanted(player="zo")))  # noqa: B023 - called at once
        timed(f"{who}: statistics", lambda: history.statistics(mine, Wanted()), 2)  # noqa: B023 - called at once


def test_one_phone_carries_all_away(many: tuple[Tables, Path, str]) -> None:
    tables, _, token = many
    games = tables.history.games(token, Wanted()).total
    tracemalloc.start()
    began, busy, size = time.perf_counter(), time.process_time(), 0
    for piece in tables.export_all(token):
        size += len(piece)
    seconds, busy = time.perf_counter() - began, time.process_time() - busy
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    memory = f"{size / 2**20:.1f} MiB, peak {peak / 2**20:.1f} MiB"
    print(f"\n| archive of {games} games | {seconds:.1f} s, {busy:.1f} of them busy, {memory} |")


def test_backing_up(many: tuple[Tables, Path, str], tmp_path: Path) -> None:
    _, path, _ = many
    database = Database(path)
    began, busy = time.perf_counter(), time.process_time()
    with (tmp_path / "b.zip").open("wb") as out:
        counts = dump(database, out)
    seconds, busy = time.perf_counter() - began, time.process_time() - busy
    size = (tmp_path / "b.zip").stat().st_size / 2**20
    print(f"\n| backup of {counts['event']:,} entries | {seconds:.1f} s, {busy:.1f} of them busy, {size:.0f} MiB |")
    database.close()

"""Random commands at a table: the log replays to what is served, proves its dice, and an error leaves no trace."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest
from any_commands import COMMANDS, OFTEN, RARE, Commander
from party import NAMES, Party

from companion.engine.registry import game as engine
from companion.tables import Act, AnyCommand, TableError, Tables, Undo, open_tables
from companion.tables.log.proof import verify
from companion.tables.log.transfer import read_export

OPTIONS = {"hangzhou": {"round_limit": 3}, "dunhuang": {"cards": "paper"}, "xanadu": {"cards": "app"}}


def holds(party: Party) -> None:
    """The log is whole, replays to what is served, proves its dice, and every phone can look at all of it."""
    view, game = party.view(), engine(party.view().game)
    with suppress(TableError):  # what is secret yet is in no export
        text = party.tables.export(party.code, party.host)
        export, table = read_export(text)
        assert {finding.kind for finding in verify(text).findings} <= {"unfinished", "untold"}
        assert [event.seq for event in export.log] == list(range(1, view.seq + 1))
        assert table.state is None or game.view(table.state, None) == view.state
    for name in (*NAMES[:2], None):
        lines = party.tables.log_for(party.code, party.token(name))
        assert len(lines) == view.seq
        assert all(game.say(effect, line.state, "es") for line in lines for effect in line.effects)


def any_command(party: Party, name: str, rng: random.Random) -> AnyCommand:
    """Often an action, so that the game goes on."""
    commander = Commander(party.tables.load(party.code).table, party.view(name).me, rng)
    kind = rng.choice((*[Act] * 20, *(kind for kind in COMMANDS if kind not in RARE), *OFTEN))
    command: AnyCommand = COMMANDS[kind](commander)
    return command


@pytest.mark.parametrize("game", OPTIONS)
def test_any_commands_leave_a_table_that_replays(tables: Tables, tmp_path: Path, game: str) -> None:
    for seed in range(2):
        rng = random.Random(seed)
        party = Party(tables, NAMES[:3], game=game, chairs=3, options=OPTIONS[game], start=True)
        for _ in range(60):
            name, before = rng.choice((*party.phones, "host")), party.view().seq
            command = Undo() if rng.random() < 0.05 else any_command(party, name, rng)
            try:
                result = party.give(name, command)
            except TableError:
                assert party.view().seq == before, "an error leaves no trace"
            else:
                assert result.seq == party.view().seq >= before
        holds(party)
        fresh = open_tables(tmp_path / "tables.sqlite3")
        assert fresh.view_for(party.code, party.phones["Mei"]) == party.view("Mei")
        fresh.close()

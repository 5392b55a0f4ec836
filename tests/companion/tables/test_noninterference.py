"""What a phone sees is the same at any two tables that differ only in what is hidden from it, whoever does what.

How pairs are made, and by which ways the rules themselves let hidden things out, is in `twins`.
"""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any, get_args

import pytest
from any_commands import COMMANDS, Commander
from party import Clock, Party
from twin_positions import OPTIONS, positions
from twins import Pair, any_command

from companion.engine.game import OVER, RefusedError, Seat
from companion.tables import TableError, Tables, new_token
from companion.tables.game import table_game
from companion.tables.log import entries as e
from companion.tables.log.table import Table

LONG = 12
"""Commands given to a pair."""
OWN = ("host", "Ana", "second", "third", "fourth")
"""Phones of one person: the host's laptop, that of a player, and some that sit down later."""
GAMES = ("hangzhou", "dunhuang", "xanadu")
SEATS = (e.TakeSeat, e.LeaveSeat, e.GiveSeat, e.SeatRival)


def searched(game: str, seed: int, views: int) -> dict[type, int]:
    """Looks at pairs from all parts of games until there were so many views; how often each command was accepted."""
    rng, looks = random.Random(seed), 0
    done: dict[type, int] = dict.fromkeys(COMMANDS, 0)
    while looks < views:
        options = rng.choice(OPTIONS[game])
        players = rng.choice([n for n in table_game(game).rules.PLAYERS if n > 1][:3])
        for state in positions(game, players, options, rng):
            seat = rng.choice([*range(players), None])
            pair = Pair(game, state, None if seat is None else Seat(seat), rng, options)
            pair.same(0, shown=False)
            for _ in range(LONG):
                who = rng.choice(pair.actors)
                command = any_command(pair, who)
                entries = len(pair.sides[0].log)
                pair.give(who, command)
                done[type(command)] += len(pair.sides[0].log) > entries
                if pair.parted:
                    break
            looks += pair.looks
            if looks >= views:
                break
    return done


def test_every_command_is_tried() -> None:
    """A new kind of command needs a row in `twins.COMMANDS`."""
    assert set(COMMANDS) == set(get_args(e.AnyCommand))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_changes_nothing_for_others(game: str) -> None:
    searched(game, 1, 1_000)


def hand(game: str, state: Any, seat: int) -> Any:
    """What a seat holds that others do not see."""
    return state.hands[seat] if game == "hangzhou" else state.players[seat].hand


class Person:
    """One person with many phones at a table with Mei, who has her own, is there, and agrees to nothing or to all."""

    def __init__(self, tables: Tables, clock: Clock, game: str, seed: int) -> None:
        self.rng, self.clock, self.game = random.Random(seed), clock, game
        options = self.rng.choice(OPTIONS[game])
        state = self.rng.choice(positions(game, 2, options, self.rng))
        self.party = Party(tables, ("Ana", "Mei"), game=game, options=options, chairs=3 + (game != "xanadu"))
        self.party.phones |= {name: new_token() for name in OWN[2:]}
        self.party.do("host", e.EnterPosition(table_game(game).rules.to_json(state)))

    @property
    def table(self) -> Table:
        return self.party.tables.load(self.party.code).table

    def gives(self, name: str) -> None:
        """Some command of one of the phones, or of Mei's as she plays; it may be refused."""
        party, rng, tables = self.party, self.rng, self.party.tables
        self.clock.now += rng.choice((0, 1, 40))
        tables.heard(party.code, party.phones["Mei"], self.table.seq)
        kind = rng.choice((*COMMANDS, *SEATS, *SEATS, e.Finish, e.ReplyUndo, e.Undo, e.Lend))
        token = party.token(name)
        assert token is not None
        with suppress(TableError, RefusedError):
            if kind is e.GiveSeat and rng.random() < 0.5:
                tables.ask_seat(party.code, token, rng.randrange(4), name=f"Eve {rng.randrange(99)}")
                return
            command = COMMANDS[kind](Commander(self.table, party.view(name).me, rng))
            if kind is e.GiveSeat:
                number = rng.choice([one.number for one in tables.visit(party.code, party.host)[2]] or [7])
                command = e.GiveSeat(number, rng.random() < 0.9)
            party.give(name, command)

    def is_over(self) -> bool:
        """Has the game ended by its rules, or has the table been closed?"""
        table = self.table
        over = bool(table.line) and table.turn is OVER
        return table.closed or (over and isinstance(table.line[-1].body, e.Act | e.Roll))

    def check(self) -> None:
        """None of the phones is shown more of Mei's hand than a watcher, by its view, its log or a file."""
        table, party = self.table, self.party
        assert table.chairs[1].held
        for name in OWN:
            token = party.token(name)
            lines = party.tables.log_for(party.code, token, limit=1000)
            steps = {step.seq: step for step in (*table.steps, *table.line)}
            for seq, state in [(line.seq, line.state) for line in lines] + [(table.newest, party.view(name).state)]:
                step = steps.get(seq)
                if step is None or state is None or 1 not in step.players:
                    continue
                seat = step.players.index(1)
                watched = table.game.rules.view(step.state, None)
                assert hand(self.game, state, seat) == hand(self.game, watched, seat), (name, seq)
            with pytest.raises(TableError, match=r"hidden_yet|host_only"):
                party.tables.export(party.code, str(token))
        assert party.view().proof is None and party.tables.verified(party.code) is None


@pytest.mark.parametrize("game", GAMES)
def test_no_phone_of_one_person_is_shown_what_another_with_a_phone_has_not_agreed_to(
    tables: Tables, clock: Clock, game: str
) -> None:
    for seed in range(3):
        person = Person(tables, clock, game, seed)
        for _ in range(40):
            person.gives(person.rng.choice(OWN))
            if person.is_over():
                break
            if person.table.state is not None:
                person.check()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_changes_nothing_in_a_million_views(game: str, seed: int) -> None:
    done = searched(game, 100 + seed, 45_000)
    # Others come too seldom for each seed, or the game has no use for them.
    assert all(done[kind] for kind in (e.Act, e.Check, e.Correct, e.Finish, e.Lend, e.ReplyUndo, e.Show, e.Undo))

"""What a phone sees is the same at any two tables that differ only in what is hidden from it, whoever does what.

How pairs are made, and by which ways the rules themselves let hidden things out, is in `twins`.
"""

from __future__ import annotations

import random
from typing import get_args

import pytest
from any_commands import COMMANDS
from twin_positions import OPTIONS, positions
from twins import Pair, any_command

from companion.engine.game import Seat
from companion.tables.game import table_game
from companion.tables.log.commands import Act, AnyCommand, Check, Correct, Finish, Lend, ReplyUndo, Show, Tally, Undo

LONG = 12
"""Commands given to a pair."""
GAMES = ("hangzhou", "dunhuang", "xanadu")


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


@pytest.mark.landing
@pytest.mark.long
def test_counts_change_nothing_for_others() -> None:
    """Score only: what others have counted is theirs until all are ready."""
    (options,) = OPTIONS["hangzhou"]
    state = positions("hangzhou", 3, options, random.Random(1))[0]
    for seed in range(150):
        rng = random.Random(seed)
        pair = Pair("hangzhou", state, Seat(0), rng, options)
        for _ in range(15):
            pair.give(who := rng.choice(pair.actors), any_command(pair, who, Tally))
            if pair.parted:
                break


def test_every_command_is_tried() -> None:
    """A new kind of command needs a row in `twins.COMMANDS`."""
    assert set(COMMANDS) == set(get_args(AnyCommand))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_changes_nothing_for_others(game: str) -> None:
    searched(game, 1, 4_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_changes_nothing_in_a_million_views(game: str, seed: int) -> None:
    done = searched(game, 100 + seed, 45_000)
    # Others come too seldom for each seed, or the game has no use for them.
    assert all(done[kind] for kind in (Act, Check, Correct, Finish, Lend, ReplyUndo, Show, Undo))

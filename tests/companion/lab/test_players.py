"""Players of the engine: they keep to the rules, see what their seat sees, and are the same for the same seed."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.engine import GAMES, OVER, game
from companion.engine.drive import Generator, Witness
from companion.engine.game import Seat
from companion.engine.wording import Message
from companion.lab.players import Choice, Player, UnknownPlayer, names, player

HIDDEN = {"hangzhou": {"open_hands": "hidden"}}
"""House rules by which a game that lies open hides something."""
MOST = 60
"""Choices looked at of a game."""


def played(rules: Any, state: Any, players: list[Player], seed: int, most: int = MOST) -> list[tuple[Any, Choice]]:
    """A game, or its first choices: the state before each choice, and the choice."""
    rng, dice, found = random.Random(seed), Generator(seed), []
    while state.turn is not OVER and len(found) < most:
        waiting = rules.waiting(state)
        if not waiting:
            state = rules.after(state, dice.supply(rules, state))
            continue
        seat = waiting[0]
        choice = players[seat].choose(rules, Witness(rules, state, seat), rng)
        assert rules.refusal(state, choice.action, seat) is None
        found.append((state, choice))
        state = rules.after(state, choice.action, seat)
    return found


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("which", GAMES)
def test_keeps_to_the_rules_and_to_its_seed(which: str, name: str) -> None:
    rules = game(which)
    for players in {max(2, min(rules.PLAYERS)), max(rules.PLAYERS)}:
        them = [player(rules, name)] * players
        once, again = (played(rules, rules.new(players), them, 5) for _ in range(2))
        assert once == again and len(once) > 10


@pytest.mark.parametrize("which", GAMES)
@pytest.mark.parametrize("name", ["easy", "middling", "strong"])
def test_goes_by_nothing_that_its_seat_cannot_see(which: str, name: str) -> None:
    """Where others hold something else, the choice is the same for the same seed."""
    rules, rng = game(which), random.Random(11)
    who = player(rules, name)
    for state, _ in played(rules, rules.new(2, **HIDDEN.get(which, {})), [player(rules, "greedy")] * 2, 3, most=40)[
        ::4
    ]:
        seat = rules.waiting(state)[0]
        other = Witness(rules, state, seat).possible(rng)
        choices = [who.choose(rules, Witness(rules, one, seat), random.Random(4)) for one in (state, other)]
        assert choices[0] == choices[1]


def test_a_game_without_an_evaluation_is_played_to_its_end() -> None:
    """Whoever has all the points that win keeps them."""
    sys.path.append(str(Path(__file__).parents[3] / "docs" / "pig"))
    from pig.rules import PIG, Hold

    state = PIG.parse("pig 2 points: A60 B70 pot: 45 now: choose")
    choice = player(PIG, "strong").choose(PIG, Witness(PIG, state, Seat(0)), random.Random(2))
    assert choice.action == Hold()


@pytest.mark.parametrize("which", GAMES)
def test_a_reason_can_be_said_in_every_language(which: str) -> None:
    rules = game(which)
    them = [player(rules, "greedy")] * 2
    said = {
        rules.say(choice.reason, state, language)
        for state, choice in played(rules, rules.new(2), them, 7)
        if choice.reason is not None
        for language in ("en", "es")
    }
    assert len(said) >= 2


def test_a_strangers_player_goes_by_its_module() -> None:
    rules = game(next(iter(GAMES)))
    assert isinstance(player(rules, "test_players:First"), First)
    assert names()[:2] == ("random", "greedy")


@pytest.mark.parametrize("name", ["clever", "test_players:Nobody", "no.such:Module", ""])
def test_a_name_that_is_no_players_says_which_there_are(name: str) -> None:
    with pytest.raises(UnknownPlayer) as caught:
        player(game(next(iter(GAMES))), name)
    assert isinstance(caught.value.what, Message)
    assert "greedy" in caught.value.what.say("en") and "greedy" in caught.value.what.say("es")


def test_a_player_that_cannot_be_made_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "halfway.py").write_text("import no_such_thing", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, says in (
        ("halfway:Player", "ModuleNotFoundError: No module named 'no_such_thing' (halfway.py, line 1)"),
        ("test_players:Deep", "Deep.__init__() missing 1 required positional argument: 'depth'"),
    ):
        with pytest.raises(UnknownPlayer) as caught:
            player(game(next(iter(GAMES))), name)
        assert says in str(caught.value)


class Deep:
    def __init__(self, depth: int) -> None:
        self.depth = depth


class First:
    """The first thing that may be done."""

    def choose(self, game: Any, eyes: Witness, rng: random.Random) -> Choice:
        assert eyes.seat is not None
        return Choice(game.legal(eyes.view, Seat(eyes.seat))[0], "it comes first")

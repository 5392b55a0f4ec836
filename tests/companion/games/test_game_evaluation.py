"""What the evaluation of each game sees in a position, and what players make of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from cases import random_position
from dunhuang_tables import at
from msgspec.structs import replace
from xanadu_tables import table

from companion.engine import OVER, Seat, dunhuang, hangzhou, xanadu
from companion.engine.drive import Witness
from companion.games.dunhuang.characters import DrawGoods
from companion.games.dunhuang.evaluation import prospects
from companion.games.hangzhou import phases
from companion.games.hangzhou.evaluation import LEVELS, WON
from companion.games.hangzhou.state import State
from companion.lab.evaluation import Evaluation
from companion.lab.players import STRENGTHS, player


@pytest.mark.parametrize(
    ("game", "better", "worse"),
    [
        # Coins, prestige, dear cards, tokens, guards, the most of a kind, and kinds for the top merchant.
        (dunhuang, at("princess", "A: c6 hand 5 8"), at("princess", "A: c5 hand 5 8")),
        (dunhuang, at("princess", "A: c6 p1"), at("princess", "A: c6")),
        (dunhuang, at("princess", "A: c6 hand 8"), at("princess", "A: c6 hand 5")),
        (dunhuang, at("princess", "A: c6 shop 6 tokens: 6A"), at("princess", "A: c6 shop 6 B: c6 shop 6 tokens: 6B")),
        (dunhuang, at("princess", "A: c6 shop 6 tokens: 6A+"), at("princess", "A: c6 shop 6 tokens: 6A")),
        (dunhuang, at("princess", "A: c6 hand 9"), at("princess", "A: c6 hand 9 B: c6 hand 9x2")),
        (
            dunhuang,
            at("princess", "A: c6 hand 2 7 8 9 shop 3 4 5 tokens: 3A 4A 5A"),
            at("princess", "A: c6 hand 2 7 8x2 shop 3 4 5 tokens: 3A 4A 5A"),
        ),
        # Tong bao, buildings, their prices, cards, what pays for a card, and not to have been idle.
        (xanadu, table("A: c4 01 B: 02"), table("A: c3 01 B: 02")),
        (xanadu, table("A: 01 49 B: 02"), table("A: 01 B: 02")),
        (xanadu, table("A: 49 B: 02"), table("A: 49.*.* B: 02")),
        (xanadu, table("A: 01 hand 05 06 B: 02"), table("A: 01 hand 05 B: 02")),
        (xanadu, table("A: 02 24 hand 22 B: 01"), table("A: 02 hand 22 B: 01")),
        (xanadu, table("A: 01 B: 02 now: play A working got clay2"), table("A: 01 B: 02 idle: 1 now: play B")),
    ],
)
def test_obvious_advantages(game: Any, better: Any, worse: Any) -> None:
    evaluation = Evaluation(game)
    assert evaluation.lead(better, Seat(0)) > evaluation.lead(worse, Seat(0))


# --- Dunhuang ---


@pytest.mark.parametrize(("character", "steps"), [("interpreter", 2), ("diplomat", 1)])
def test_cards_that_are_still_to_be_drawn_are_worth_more_than_coins(character: str, steps: int) -> None:
    state = at(character, "A: c6 hand 5 8", steps=steps)
    choice = player(dunhuang, "middling").choose(dunhuang, Witness(dunhuang, state, Seat(0)), random.Random(1))
    assert choice.action == DrawGoods()
    assert choice.reason is not None and dunhuang.say(choice.reason, state, "en")


def test_the_more_are_drawn_the_better_and_none_brings_nothing() -> None:
    worth = []
    for deck in ("-", "4", "4 5", "4 5 6"):
        drawing = at("interpreter", f"A: c6 deck: {deck}", steps=3)
        state = dunhuang.after(drawing, DrawGoods(), Seat(0)) if deck != "-" else drawing
        worth.append(sum(part.worth for part in prospects(state)[0] if part.motive == "visit"))
    assert worth[1:] == sorted(set(worth[1:]))
    assert 0 < worth[0] < worth[1]  # of coins instead


# --- Xanadú ---


def test_the_end_counts_what_the_score_counts_and_the_victory() -> None:
    state = table("A: c9 01 B: c4 49 now: over")
    assert state.turn is OVER
    totals = [sheet.total for sheet in xanadu.score(state).sheets]
    assert [sum(term.worth for term in terms) for terms in xanadu.prospects(state)] == totals
    assert abs(Evaluation(xanadu).lead(state, Seat(0))) > 500


# --- Hangzhou: all seats are treated alike, and merchants who are about to go may end the game ---


LAST = (
    "hangzhou WB city: A1Bg merchants: A1 - - - market: g4 b1 y3 r2 / b2 r1 b3 y1 / b3 y2 r3 b1 / y2 b2 y1 r2"
    " W: c{} B: c1 b1 y1 die: 6 now: move orange"
)


def points(state: State) -> list[float]:
    return Evaluation(hangzhou).points(state)


def positions(players: int) -> Iterator[State]:
    rng = random.Random(players)
    for _ in range(200):
        state = random_position(rng)
        if len(state.hands) == players and state.turn is not OVER and not any(hand.hidden for hand in state.hands):
            yield state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_that_change_places_change_their_points(players: int) -> None:
    compared = 0
    for state in positions(players):
        there = points(state)
        assert len(there) == players
        if isinstance(state.now, phases.Play):
            turned = points(_turned(state))
            assert turned[1:] + turned[:1] == pytest.approx(there)
            compared += 1
    assert compared > 3


def _turned(state: State) -> State:
    """The same table with each seat one further."""
    count = len(state.hands)
    assert isinstance(state.now, phases.Play)

    def further(seat: int) -> int:
        return (seat + 1) % count

    return replace(
        state,
        city=tuple(None if shop is None else replace(shop, owner=further(shop.owner)) for shop in state.city),
        hands=(*state.hands[-1:], *state.hands[:-1]),
        seals=(*state.seals[-1:], *state.seals[:-1]),
        now=replace(state.now, seat=further(state.now.seat)),
        start=further(state.start),
    )


@pytest.mark.parametrize(("coins", "better"), [(12, 0), (10, 1)])
def test_merchants_who_end_the_game_decide_it(coins: int, better: int) -> None:
    """Blue sells for 4 coins and a victory point, and has 11 points then."""
    found = points(hangzhou.parse(LAST.format(coins)))
    assert found[better] - found[1 - better] > WON / 2


def test_a_limit_of_rounds_ends_the_game_as_well() -> None:
    state = hangzhou.parse(LAST.format(12).replace("die: 6", "die: 2 round: 4 round-limit: 4"))
    found, longer = points(state), points(replace(state, round=3))
    assert found[0] - found[1] > WON / 2
    assert abs(longer[0] - longer[1]) < WON / 2


def test_all_strengths_have_a_level() -> None:
    assert tuple(LEVELS) == STRENGTHS

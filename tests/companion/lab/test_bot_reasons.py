"""What a player gives as its reason has to do with what it does: it names what the step touches, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from companion.engine import GAMES, OVER, game
from companion.engine.drive import Generator, Witness
from companion.engine.game import RIVALS, Prospect, Seat
from companion.games.hangzhou.moves import Pass, PlaceCoin, PlaceDye, PlaceShop
from companion.games.hangzhou.names import Space
from companion.games.hangzhou.rounds import steps
from companion.games.xanadu.state import purse
from companion.lab.evaluation import Evaluation
from companion.lab.plan import Planner
from companion.lab.players import player


def dunhuang(before: Any, after: Any, seat: Seat, action: Any, reason: Prospect) -> bool:
    """A good of which somebody has more or less, whose token moves or is guarded, or to which the camel came."""
    if reason.motive == "visit":
        return bool(after.character == reason.thing)
    if reason.motive == "market":
        return bool(after.card_at(after.camel) == reason.thing)
    if reason.motive == "prestige":
        return after.players[seat].prestige > before.players[seat].prestige or action.__struct_config__.tag == "visit"
    if reason.motive == "coins":
        return after.players[seat].coins > before.players[seat].coins
    if reason.thing is None:
        return True
    named = {str(getattr(action, name)) for name in action.__struct_fields__}
    if type(action).__name__ in ("IntoHand", "IntoShop", "Fetch", "ExchangeHand"):
        named.add(str(before.card_at(getattr(action, "space", before.camel))))
    if str(reason.thing) not in named:
        return False
    i = reason.thing.ordinal
    held = [
        [(player.hand[i], player.shop[i]) for player in state.players] + [state.tokens[i]] for state in (before, after)
    ]
    return held[0] != held[1]


def merchants(before: Any, after: Any, seat: Seat, action: Any, reason: Prospect) -> bool:
    """Where a merchant is to come to a shop, it is the seat's own, and the merchant trades there as things lie then."""
    if reason.motive == "seal":
        return bool(after.seals[seat] and not before.seals[seat])
    if reason.place is not None and reason.place != action.space:
        return False
    if reason.motive not in ("sale", "purchase"):
        return reason.place is None or after.city[Space(reason.place).ordinal].owner == seat
    for had, (way, *_), has in steps(after):
        if way.because.merchant == reason.thing:
            gained = has.hands[seat].coins > had.hands[seat].coins
            return has.merchant(reason.thing) == reason.place and gained == (reason.motive == "sale")
    return False


def xanadu(before: Any, after: Any, seat: Seat, action: Any, reason: Prospect) -> bool:
    """A building that stands otherwise than before, or a hand card when there is more to pay with or it is new."""
    if reason.thing is None:
        return True
    card = int(reason.thing)
    if reason.motive == "plan":
        paid = [purse(state, seat) for state in (before, after)]
        rows = [[len(one.workers) for city in state.city for one in city] for state in (before, after)]
        helps = any(yields for yields in paid[1]) and type(action).__name__ == "PlaceWorker"
        return helps and card in after.players[seat].hand and (paid[0] != paid[1] or rows[0] != rows[1])
    if card not in (getattr(action, "card", None), getattr(action, "building", None)):
        return False
    found = [[one for one in state.city[seat] if one.card == card] for state in (before, after)]
    return bool(found[1]) and found[0] != found[1]


AGREES: dict[str, Callable[[Any, Any, Seat, Any, Prospect], bool]] = {
    "dunhuang": dunhuang,
    "hangzhou": merchants,
    "xanadu": xanadu,
}


def played(which: str, players: int, seed: int, name: str, most: int) -> Iterator[tuple[Witness, Any, Any]]:
    """The choices of a game between players of that name: what the seat has seen, the position, and what it does."""
    rules: Any = game(which)
    rng, dice, state = random.Random(seed), Generator(seed), rules.new(players)
    bots = [player(rules, name) for _ in range(players)]
    eyes = {Seat(seat): Witness(rules, state, Seat(seat)) for seat in range(players)}
    for _ in range(most):
        if state.turn is OVER:
            return
        waiting, by = rules.waiting(state), None
        if waiting:
            by = waiting[0]
            action = bots[by].choose(rules, eyes[by], rng).action
            yield eyes[by], state, action
        else:
            action = dice.supply(rules, state)
        state, effects = rules.play(state, action, by)
        for one in eyes.values():
            one.saw(state, effects)


def test_a_hint_hardly_ever_passes_where_something_can_be_placed_with_profit() -> None:
    """Where the strong player places something as its turn begins."""
    rules, first = game("hangzhou"), list[Any]()
    for players in (2, 3, 4):
        placing = (
            eyes
            for eyes, state, action in played("hangzhou", players, players, "strong", 300)
            if state.phase == "play"
            and state.now.taken is None
            and isinstance(action, PlaceShop | PlaceDye | PlaceCoin)
        )
        for number, eyes in enumerate(islice(placing, 16)):
            first.append(Planner().ideas(rules, eyes, random.Random(number), 3)[0].action)
    passed = sum(isinstance(action, Pass) for action in first)
    assert len(first) >= 40 and passed <= len(first) * 0.15, (passed, len(first))


@pytest.mark.parametrize("which", GAMES)
def test_the_reason_of_an_idea_has_to_do_with_what_is_proposed(which: str) -> None:
    """By itself, or with what it opens the way to."""
    rules: Any = game(which)
    reasons = 0
    for number, (eyes, state, _) in enumerate(played(which, 2, 4, "middling", 80)):
        for idea in Planner().ideas(rules, eyes, random.Random(number), 3):
            assert rules.refusal(eyes.view, idea.action, eyes.seat) is None
            if idea.reason is None:
                continue
            reasons += 1
            assert Evaluation(rules).concerns(idea.reason, idea.action, state)
            if not idea.then and idea.reason.motive != RIVALS:
                world = eyes.possible(random.Random(number))
                after = rules.after(world, idea.action, eyes.seat)
                assert AGREES[which](world, after, eyes.seat, idea.action, idea.reason) or eyes.view != state
    assert reasons > 30

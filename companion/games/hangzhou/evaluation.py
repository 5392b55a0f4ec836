"""Evaluation of a position for each seat, in points: bots maximise the sum, and give a term as their reason. The
weights were fitted by least squares to the points by which games between bots ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from companion.engine.game import OVER, RIVALS, Prospect
from companion.engine.moves import SILENT
from companion.games.hangzhou import phases
from companion.games.hangzhou.components import BREWS, DYE_ROWS, GATES, NATURAL, WORTH
from companion.games.hangzhou.decision import DISTANCE
from companion.games.hangzhou.effects import Bought, Effect, Sold, TakenBack
from companion.games.hangzhou.moves import PickDye
from companion.games.hangzhou.names import MERCHANTS, Merchant, Space
from companion.games.hangzhou.rounds import HIGHEST, Step, continue_after_merchant, steps
from companion.games.hangzhou.state import Die, State, able
from companion.lab.rollout import Level

LEVELS: Final = {"easy": Level(blur=1.0), "middling": Level(blur=0.5, breadth=6), "strong": Level(breadth=6)}
AT_SHOPS, SHOP = 0.333, 0.104
"""A coin at an own shop, and a shop in the city."""
FIRST_COINS, USE_COIN, USE_FIRST_COIN, USE_DYE, USE_SHOP, USE_KIND = 3, 0.697, 0.514, 1.298, 1.589, 2.184
"""What can still be used, as the game goes from 1 to 0: coins, the first three, dyes, shops, kinds of dyes."""
TRADES, PURCHASE_PASSED = {"purchase": 0.546, "sale": 1.086, "loss": 0.484}, 0.505
"""Trades if the merchants went now; a purchase counts so much more for whoever has passed."""
REACH, NEAR, ONE_STEP, TWO_STEPS, BREW = 0.07, 0.413, 0.261, 0.198, 0.165
"""What merchants next door could be got to bring. Then what comes later: merchants next door, one or two steps from a
shop with their dye, and brews in the hand."""
TURN, BARREL, SEAL, WON, SOLO = 1.265, -0.794, 2.235, 1000.0, 9.0
"""Whose turn it is, the barrel, a pass before others; a victory; alone: a mixed dye sold for the first time."""


def concerns(term: Prospect, action: Any, state: State) -> bool:
    """Returns whether this term can be the reason for the action."""
    space = getattr(action, "space", None)
    if term.place is not None or term.motive == RIVALS:
        return space is not None and term.place in (None, space)
    unsaid = ("turn", "barrel", "traded", "victory")  # no reason for any action
    return term.motive not in unsaid and (term.motive != "brew" or isinstance(action, PickDye))


def prospects(state: State) -> list[list[Prospect]]:
    """Returns the terms of each seat. A started turn counts as ended; merchants about to move have moved."""
    now, gone = state.now, list[Step]()
    done = isinstance(now, phases.Play) and now.taken is not None and all(state.seals)
    if done or isinstance(now, phases.Move | phases.Ask | phases.Roll):
        gone = list(steps(state))
        state = gone[-1][-1] if gone else continue_after_merchant(state, MERCHANTS[-1], SILENT)
    found = _ended(state) if state.turn is OVER else _open(state, "heading" if gone else "")
    for seat, motive, gain, about in (trade for before, effects, _ in gone for trade in _trades(before, effects)):
        found[seat] += [Prospect(motive, gain, **about), Prospect("traded", -gain)]  # named apart from what it brought
    return found


def _open(state: State, motive: str) -> list[list[Prospect]]:
    """Returns the terms during the game. `motive` of the trades of the next merchants; empty: their own."""
    left, limit, now = HIGHEST + 1 - state.round_die, state.options.round_limit, state.now
    coming = (left if limit is None else min(left, max(1, limit - state.round + 1))) / HIGHEST
    found = [_held(state, seat, coming) for seat in range(len(state.hands))]
    turn = now.seat + (now.taken is not None) if isinstance(now, phases.Play) else state.start
    found[turn % len(found)].append(Prospect("turn", TURN))
    found[state.start].append(Prospect("barrel", BARREL))
    for merchant, die in state.demands():
        for seat, place in _next_door(state, merchant).items():
            if able(state.hands[seat], die) and _gain(die) > 0:
                found[seat].append(Prospect("near", REACH * _gain(die), place=place, thing=merchant))
    following = list(steps(state))
    after = following[-1][-1]
    for seat, kind, gain, about in (trade for before, effects, _ in following for trade in _trades(before, effects)):
        passed = PURCHASE_PASSED if kind == "purchase" and state.seals[seat] else 0.0
        found[seat].append(Prospect(motive or kind, (TRADES[kind] + passed) * gain, **about))
    for seat, hand in enumerate(after.hands):
        kinds = sum([n > 0 for n, natural in zip(hand.dyes, NATURAL, strict=True) if natural])
        found[seat].append(Prospect("dyes", USE_KIND * kinds * coming))
        if state.seals[seat] and not all(state.seals):
            found[seat].append(Prospect("seal", SEAL))
    for seat, term in (one for merchant, die in after.demands() for one in _next(merchant, die, after, coming)):
        found[seat].append(term)
    return found


def _ended(state: State) -> list[list[Prospect]]:
    """Returns the score and the victory; the shops decide a tie."""
    found = [_held(state, seat, 0.0) for seat in range(len(state.hands))]
    totals = [sum([term.worth for term in terms]) for terms in found]
    for seat in [seat for seat, total in enumerate(totals) if total == max(totals)]:
        found[seat].append(Prospect("victory", WON / totals.count(totals[seat])))
    return found


def _held(state: State, seat: int, coming: float) -> list[Prospect]:
    """Returns terms for scored things and their use in the rest of the game (1 to 0)."""
    hand, own = state.hands[seat], [shop.coins for shop in state.city if shop is not None and shop.owner == seat]
    use = USE_COIN * hand.coins + USE_FIRST_COIN * min(hand.coins, FIRST_COINS)
    return [
        Prospect("coins", WORTH["coin"] * hand.coins + use * coming),
        Prospect("at_shops", WORTH["coin"] * sum(own) * (1.0 if state.turn is OVER else AT_SHOPS)),
        Prospect("dyes", (WORTH["dye"] + USE_DYE * coming) * sum(hand.dyes)),
        Prospect("points", float(WORTH["point"] * hand.points)),
        Prospect("shops", (SHOP + USE_SHOP * coming) * len(own)),
        Prospect("kinds", SOLO * sum([n > 0 for n in state.sold])),
    ]


def _trades(before: State, effects: list[Effect]) -> Iterator[tuple[int, str, float, dict[str, Any]]]:
    """Yields a trade, or a shop that returns to the hand: the seat, the motive, the points, and their subject."""
    for effect in effects:
        match effect:
            case Bought():
                motive, gain = "purchase", float(WORTH["dye"] - WORTH["coin"] * effect.die.price)
            case Sold(die=die, paid=paid, points=points):
                motive, gain = "sale", float(WORTH["coin"] * die.price + WORTH["point"] * points)
                gain += SOLO * (effect.kept and not before.sold[die.dye.ordinal]) - WORTH["dye"] * len(paid)
            case TakenBack():
                motive, gain = "loss", -1.0
            case _:
                continue
        about = {"place": effect.space, "thing": effect.merchant, "number": effect.die.price}
        yield int(effect.seat), motive, gain - effect.coins, about


def _next(merchant: Merchant, die: Die, state: State, coming: float) -> Iterator[tuple[int, Prospect]]:
    """Yields the chances of a merchant in the next round, each with its seat."""
    for seat, place in _next_door(state, merchant).items():
        yield seat, Prospect("near", NEAR * coming, place=place, thing=merchant)
    far, gain = DISTANCE[state.merchant(merchant) or GATES[merchant]], _gain(die)
    targets = [(far[at], at, int(shop.owner)) for at, shop in state.shops() if shop.dye == die.dye]
    nearest = min([distance for distance, _, _ in targets], default=3)
    heads = {owner: at for distance, at, owner in targets if distance == nearest <= 2}
    for seat in [seat for seat, hand in enumerate(state.hands) if able(hand, die)]:
        if seat in heads:
            worth = (ONE_STEP if nearest <= 1 else TWO_STEPS) * gain
            yield seat, Prospect("heading", worth, place=heads[seat], thing=merchant)
        if BREWS[die.dye.ordinal]:
            yield seat, Prospect("brew", BREW * gain, thing=die.dye)


def _next_door(state: State, merchant: Merchant) -> dict[int, Space]:
    """Returns shops one step from the merchant that can take a dye: their seats and spaces."""
    far, shops = DISTANCE[state.merchant(merchant) or GATES[merchant]], state.shops()
    return {int(shop.owner): at for at, shop in shops if far[at] <= 1 and at not in state.merchants}


def _gain(die: Die) -> float:
    """Returns the points gained by a trade of this die."""
    row = DYE_ROWS[die.dye.ordinal]
    brewed = WORTH["coin"] * die.price + WORTH["point"] * row.points - WORTH["dye"] * len(row.brew)
    return float(brewed if row.brew else WORTH["dye"] - WORTH["coin"] * die.price)

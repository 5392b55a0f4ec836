"""What a position is worth to its seats, weighed by many games: for players that want it exact and need no reasons.

Each seat is described by numbers (`described`), and each number has a weight in points (`WEIGHTS`). The weights were
fitted, by least squares, to the points by which games between bots ended; `docs/lab/outlook.py` does it again.
"""

from __future__ import annotations

from operator import mul
from typing import Final

from msgspec import Struct

from companion.engine.game import OVER
from companion.games.hangzhou import components
from companion.games.hangzhou.names import MERCHANT_INDEX
from companion.games.hangzhou.sketch import FAR, GAIN, Sketch
from companion.games.hangzhou.state import Ask, Move, Over, Play, Roll, State
from companion.games.hangzhou.turns import HIGHEST

WEIGHTS: Final[dict[str, float]] = {
    # What the seat has.
    "coins": 1.0,
    "coins at shops": 0.333,
    "dyes": 3.0,
    "victory points": 6.0,
    "shops": 0.104,
    # The same as far as it works until the end: by how much of the game is to come, from 1 to 0.
    "coins to use": 0.697,
    "the first coins": 0.514,
    "dyes to use": 1.298,
    "shops to use": 1.589,
    # And what merchants would leave if they went now: kinds of natural dyes, and merchants next door to a shop.
    "kinds": 2.184,
    "merchants": 0.413,
    # What they would bring; a purchase also for who has passed already.
    "purchases": 0.546,
    "purchases, passed": 0.505,
    "sales": 1.086,
    "losses": 0.484,
    # What they could be got to bring, and what those who go on may bring next: a step away, two steps, for a brew.
    "in reach": 0.07,
    "a step away": 0.261,
    "two steps away": 0.198,
    "brews": 0.165,
    # Whose turn it is, who has the barrel, and who has passed while another one has not.
    "turn": 1.265,
    "barrel": -0.794,
    "passed": 2.235,
}
_WEIGHTS = tuple(WEIGHTS.values())
SOME = 3
"""Coins that pay most purchases and a shop."""
WON = 1000.0
"""Points that a victory is worth beside all others, where merchants who are about to go end the game."""
_COIN, _DYE, _POINT = (components.WORTH[name] for name in ("coin", "dye", "point"))
_BREWS = components.BREWS
_NATURAL = tuple(i for i, natural in enumerate(components.NATURAL) if natural)


class _Turn(Struct, frozen=True):
    """The turn of a player round: who has it and the barrel, who has passed, and how much of the game is to come."""

    seat: int
    barrel: int
    seals: tuple[bool, ...]
    coming: float


def outlook(state: State) -> list[float] | None:
    """Points that the position promises each seat. None: alone, where nothing was weighed."""
    if state.solo:
        return None
    sketch = Sketch(state)
    turn = _turn(state, sketch)
    if turn is not None:
        return [sum(map(mul, numbers, _WEIGHTS)) for numbers in _described(sketch, turn)]
    return _final(sketch) if state.turn is not OVER else _totals(sketch)


def described(state: State) -> list[list[float]] | None:
    """Of each seat the numbers that `WEIGHTS` weighs, in that order. None: nobody has another turn."""
    sketch = Sketch(state)
    turn = _turn(state, sketch)
    return None if turn is None else _described(sketch, turn)


def _turn(state: State, sketch: Sketch) -> _Turn | None:
    """The turn that comes, on the sketch as it lies then: after the merchants, if they are about to go. A turn that has
    begun counts as ended, so that it can be weighed beside one that was."""
    now, seals, start, players = state.now, state.seals, int(state.start), len(state.hands)
    if isinstance(now, Play):
        if now.taken is None:
            return _Turn(now.seat, start, seals, _coming(state))
        if not all(seals):
            return _Turn((now.seat + 1) % players, start, seals, _coming(state))
        sketch.go()
    elif isinstance(now, Move | Ask | Roll):
        sketch.go(MERCHANT_INDEX[now.merchant] + isinstance(now, Roll))
    elif isinstance(now, Over):
        return None
    else:
        return _Turn(start, start, seals, _coming(state))
    start = (start + 1) % players
    coming = _coming(state, rounds=1, steps=sketch.mixed)
    return _Turn(start, start, (False,) * players, coming) if coming > 0 else None


def _coming(state: State, rounds: int = 0, steps: int = 0) -> float:
    """How much of the game is to come (from 1 to 0) after so many more rounds and steps of the round die."""
    left, limit = HIGHEST + 1 - state.round_die - steps, state.options.round_limit
    if limit is not None:
        left = min(left, max(1, limit - state.round + 1) - rounds)
    return left / HIGHEST


def _totals(sketch: Sketch) -> list[float]:
    """The score, but for ties."""
    found = [
        float(_COIN * coins + _DYE * sum(dyes) + _POINT * points)
        for coins, dyes, points in zip(sketch.coins, sketch.dyes, sketch.points, strict=True)
    ]
    for stall in sketch.stalls:
        found[stall.owner] += _COIN * stall.coins
    return found


def _final(sketch: Sketch) -> list[float]:
    """The score, and the victory."""
    found = _totals(sketch)
    stalls = [stall.owner for stall in sketch.stalls]
    ranked = [(total, stalls.count(seat)) for seat, total in enumerate(found)]
    best = max(ranked)
    return [
        total + (WON / ranked.count(best) if rank == best else 0.0) for total, rank in zip(found, ranked, strict=True)
    ]


def _described(sketch: Sketch, turn: _Turn) -> list[list[float]]:
    """The numbers of each seat. The sketch lies afterwards as if the merchants had gone."""
    seats = range(len(sketch.coins))
    held = [_held(sketch, seat, turn.coming) for seat in seats]
    reach = _in_reach(sketch)
    trades = [[0.0, 0.0, 0.0] for _ in seats]
    for owner, kind, gain in sketch.go():
        trades[owner][kind] += gain
    nearby, heading = _heading(sketch)
    open_yet = not all(turn.seals)
    for seat, numbers in enumerate(held):
        dyes, passed = sketch.dyes[seat], turn.seals[seat]
        bought, sold, lost = trades[seat]
        numbers += (
            sum([dyes[i] > 0 for i in _NATURAL]) * turn.coming,
            nearby[seat] * turn.coming,
            bought,
            bought if passed else 0.0,
            sold,
            lost,
            reach[seat],
            *heading[seat],
            seat == turn.seat,
            seat == turn.barrel,
            passed and open_yet,
        )
    return held


def _held(sketch: Sketch, seat: int, coming: float) -> list[float]:
    """What the seat has."""
    coins, dyes = sketch.coins[seat], sum(sketch.dyes[seat])
    own = [stall.coins for stall in sketch.stalls if stall.owner == seat]
    return [
        coins,
        sum(own),
        dyes,
        sketch.points[seat],
        len(own),
        coins * coming,
        min(coins, SOME) * coming,
        dyes * coming,
        len(own) * coming,
    ]


def _in_reach(sketch: Sketch) -> list[float]:
    """What each seat would gain if all merchants who can come to one of its shops at once asked there for what they ask
    for: a dye is soon replaced."""
    found = [0.0] * len(sketch.coins)
    for (dye, price), standing in _asking(sketch):
        gain = GAIN[dye][price]
        if gain > 0:
            for seat in _next_door(sketch, FAR[standing]):
                if sketch.able(seat, dye, price):
                    found[seat] += gain
    return found


def _asking(sketch: Sketch) -> list[tuple[tuple[int, int], int]]:
    """Of each merchant who asks for something: what and at which price, and where he stands."""
    return [(row[0], standing) for row, standing in zip(sketch.rows, sketch.standing, strict=True) if row]


def _next_door(sketch: Sketch, far: tuple[int, ...]) -> set[int]:
    """Who has a shop one step away on which a dye can be laid."""
    return {stall.owner for stall in sketch.stalls if far[stall.at] <= 1 and stall.at not in sketch.standing}


def _heading(sketch: Sketch) -> tuple[list[int], list[list[float]]]:
    """For each seat: how many merchants are next door to it; and what those who ask for what it can give may bring:
    one step away from its shop, two steps away, and wherever they are, if they ask for a brew."""
    seats = range(len(sketch.coins))
    nearby, found = [0 for _ in seats], [[0.0, 0.0, 0.0] for _ in seats]
    for (dye, price), standing in _asking(sketch):
        far, gain = FAR[standing], GAIN[dye][price]
        for seat in _next_door(sketch, far):
            nearby[seat] += 1
        near, owners = 3, set[int]()
        for stall in sketch.stalls:
            if stall.dye == dye and far[stall.at] <= near:
                if far[stall.at] < near:
                    near, owners = far[stall.at], set()
                owners.add(stall.owner)
        for seat in seats:
            if not sketch.able(seat, dye, price):
                continue
            if seat in owners and near < 3:
                found[seat][near > 1] += gain
            if _BREWS[dye]:
                found[seat][2] += gain
    return nearby, found

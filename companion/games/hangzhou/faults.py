"""Impossibilities of a position, by the pieces in the box or by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from companion.engine.game import Fault, Seat
from companion.games.hangzhou import components, phases
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES
from companion.games.hangzhou.rounds import HIGHEST, ROW
from companion.games.hangzhou.state import State, count_shops, cubes, dice


def faults(state: State) -> tuple[Fault, ...]:
    """Returns all of them, each with what was found and what the box or the rules have.

    Coins and points are not counted: the rules do not limit them (H1).
    """
    return (
        *_cubes(state),
        *_shops(state),
        *_dice(state),
        *_rows(state),
        *_merchants(state),
        *_hands(state),
        *_round(state),
    )


def _cubes(state: State) -> Iterator[Fault]:
    if any(hand.hidden for hand in state.hands):
        return
    found = cubes(state.city, state.hands, state.supply, state.pool, state.sold)
    for dye, n, expected in zip(DYES, found, components.CUBES, strict=True):
        if n != expected:
            yield Fault("cubes", "box", thing=dye, found=n, expected=expected)


def _shops(state: State) -> Iterator[Fault]:
    for seat, colour in enumerate(state.colours):
        found = state.hands[seat].shops + count_shops(state.city, seat)
        if found != components.SHOPS[colour]:
            yield Fault("shops", "box", seat=Seat(seat), found=found, expected=components.SHOPS[colour])


def _dice(state: State) -> Iterator[Fault]:
    for row, there, left in zip(components.DYE_ROWS, dice(state.market), state.bag, strict=True):
        if there + left != row.dice:
            yield Fault("dice", "box", thing=row.dye, found=there + left, expected=row.dice)
        for die in chain(*state.market):
            if die.dye == row.dye and die.price not in row.sides:
                yield Fault("price", "dice", thing=row.dye, found=die.price)


def _rows(state: State) -> Iterator[Fault]:
    if isinstance(state.now, phases.Draw | phases.Pick | phases.Market):
        return
    for merchant, row in zip(MERCHANTS, state.market, strict=True):
        short = isinstance(state.now, phases.Roll) and state.now.merchant == merchant
        if len(row) != ROW - short:
            yield Fault("row", "market", place=merchant, found=len(row), expected=ROW - short)


def _merchants(state: State) -> Iterator[Fault]:
    if state.options.blocking == "no_sharing":
        for space in SPACES:
            found = state.merchants.count(space)
            if found > 1:
                yield Fault("sharing", "house-blocking", place=space, found=found, expected=1)
    if isinstance(state.now, phases.Ask) and state.asked(state.now.merchant) is None:
        yield Fault("nobody_to_ask", "house-trade", place=state.now.merchant)


def _hands(state: State) -> Iterator[Fault]:
    for seat, hand in enumerate(state.hands):
        for i, dye in enumerate(DYES):
            if hand.dyes[i] and not components.NATURAL[i]:
                yield Fault("mixed_in_hand", "sell", thing=dye, seat=Seat(seat), found=hand.dyes[i], expected=0)
    if state.solo and state.hands[0].points:
        yield Fault("points_alone", "solo", seat=Seat(0), found=state.hands[0].points, expected=0)
    if state.solo and state.seals[0]:
        yield Fault("seal_alone", "solo", seat=Seat(0))
    for i, dye in enumerate(DYES):
        if state.sold[i] and not (state.solo and components.BREWS[i]):
            yield Fault("kept", "solo", thing=dye, found=state.sold[i], expected=0)


def _round(state: State) -> Iterator[Fault]:
    lowest, limit = state.options.start_at, state.options.round_limit
    if state.round_die > HIGHEST:
        yield Fault("round_die", "round-die", found=state.round_die, expected=HIGHEST)
    elif state.round_die < lowest:
        yield Fault("round_die_low", "house-start-at", found=state.round_die, expected=lowest)
    if limit is not None and state.round > limit:
        yield Fault("round", "house-round-limit", found=state.round, expected=limit)
    left = sum(state.pool)
    if left and not isinstance(state.now, phases.Draw | phases.Pick):
        yield Fault("pool", "start-dyes", found=left, expected=0)

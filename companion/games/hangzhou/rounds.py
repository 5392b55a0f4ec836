"""The order of play: turns, rounds, the end of the game, and the merchant round, as played and as foreseen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from companion.engine.game import Seat
from companion.engine.moves import SILENT, Tell, replace_item
from companion.games.hangzhou import components
from companion.games.hangzhou import effects as did
from companion.games.hangzhou.decision import decide
from companion.games.hangzhou.names import DYE_INDEX, DYES, INDEX, MERCHANT_INDEX, MERCHANTS, Kind, Merchant, Space
from companion.games.hangzhou.state import (
    Ask,
    Die,
    Market,
    Move,
    Over,
    Pick,
    Play,
    Roll,
    Shop,
    State,
    able,
    changed,
    gaining,
)

HIGHEST = 6
"""What the round die cannot pass."""


def find_first_picker(state: State) -> Pick:
    """The player to the right of the start player picks a start dye first."""
    return Pick(Seat((state.start - 1) % len(state.hands)))


def find_next_picker(state: State, seat: Seat) -> Pick | Market:
    """Next seat to pick a start dye: counter-clockwise, so the start player picks last."""
    return Market() if seat == state.start else Pick(Seat((seat - 1) % len(state.hands)))


def find_next_turn(state: State, now: Play, kind: Kind, tell: Tell) -> Play | Move:
    """Returns the turn after an action of this kind: its second action, or the next turn."""
    return (
        Play(now.seat, kind)
        if now.taken is None
        else find_seat_after(state.seals, now.seat, tell, ends=all(state.seals))
    )


def find_seat_after(seals: tuple[bool, ...], seat: Seat, tell: Tell, *, ends: bool) -> Play | Move:
    """Next seat after a turn; it `ends` the player round if it began with all seals down."""
    if ends or len(seals) == 1:
        tell(did.MerchantRoundBegan())
        return Move(MERCHANTS[0])
    following = Seat((seat + 1) % len(seals))
    if all(seals):
        tell(did.LastTurn(following))
    return Play(following)


def first_round(state: State, tell: Tell) -> State:
    """Setup is done: the start player begins."""
    tell(did.RoundBegan(state.round, state.start))
    return replace(state, now=Play(state.start))


def continue_after_merchant(state: State, merchant: Merchant, tell: Tell) -> State:
    """Continues after a merchant: with the next one, or the end of the round."""
    following = MERCHANT_INDEX[merchant] + 1
    if following < len(MERCHANTS):
        return replace(state, now=Move(MERCHANTS[following]))
    if any(state.seals):
        tell(did.SealsReturned())
    rises, limit = state.mixed_returned, state.options.round_limit
    state = replace(state, seals=(False,) * len(state.hands), mixed_returned=False)
    if rises and state.round_die >= HIGHEST:
        tell(did.GameEnded("end-of-game"))
        return replace(state, now=Over())
    if limit is not None and state.round >= limit:
        tell(did.GameEnded("house-round-limit"))
        return replace(state, now=Over())
    if rises:
        tell(did.RoundDieRose(state.round_die + 1))
    start = Seat((state.start + 1) % len(state.hands))
    tell(did.RoundBegan(state.round + 1, start))
    return replace(state, round_die=state.round_die + rises, start=start, round=state.round + 1, now=Play(start))


def act(state: State, merchant: Merchant, tell: Tell) -> State:
    """The merchant moves, then trades, or asks first under the house rule `trade = optional`."""
    decision = decide(state, merchant)
    moves = decision.end != decision.start
    tell((did.MerchantMoved if moves else did.MerchantStayed)(decision))
    if moves:
        state = replace(state, merchants=replace_item(state.merchants, MERCHANT_INDEX[merchant], decision.end))
    if decision.decided_by == "no-target":
        return _return_die(state, merchant, "no-target", tell, sold=False)
    if decision.blocked or state.reached(merchant) is None:
        return continue_after_merchant(state, merchant, tell)
    owner = state.asked(merchant)
    if owner is None:
        return take_back(state, merchant, tell)
    if state.options.trade == "forced":
        return trade(state, merchant, tell)
    space, _, die = _meeting(state, merchant)
    tell(did.TradeAsked(merchant, owner, space, die))
    return replace(state, now=Ask(merchant))


def _meeting(state: State, merchant: Merchant) -> tuple[Space, Shop, Die]:
    space, shop, die = state.merchant(merchant), state.reached(merchant), state.demand(merchant)
    if space is None or shop is None or die is None:
        raise ValueError(f"the {merchant} merchant stands on no target")
    return space, shop, die


def trade(state: State, merchant: Merchant, tell: Tell) -> State:
    """The owner, who can pay, buys the natural dye or sells the mixed one (H12)."""
    space, shop, die = _meeting(state, merchant)
    i, seat = DYE_INDEX[die.dye], shop.owner
    hand, supply, sold = state.hands[seat], state.supply, state.sold
    brew, natural = components.BREWS[i], components.NATURAL[i]
    if natural:
        hand = gaining(hand, -die.price, dyes=changed(hand.dyes, i, 1))
        tell(did.Bought(merchant, seat, space, die, shop.coins))
    else:
        dyes, points = hand.dyes, 0 if state.solo else components.DYE_ROWS[i].points
        for part in brew:
            dyes, supply = changed(dyes, part, -1), changed(supply, part, 1)
        if state.solo:
            sold = changed(sold, i, 1)
        else:
            supply = changed(supply, i, 1)
        hand = gaining(hand, die.price, points=points, dyes=dyes)
        tell(did.Sold(merchant, seat, space, die, tuple(DYES[part] for part in brew), points, shop.coins, state.solo))
    state = replace(
        state,
        city=replace_item(state.city, INDEX[space], Shop(seat)),
        hands=replace_item(state.hands, seat, hand),
        supply=supply,
        sold=sold,
    )
    return _return_die(state, merchant, "trade", tell, sold=not natural)


def take_back(state: State, merchant: Merchant, tell: Tell) -> State:
    """The owner cannot trade or has declined: the shop returns to the hand. The die stays."""
    space, shop, die = _meeting(state, merchant)
    i, seat = DYE_INDEX[die.dye], shop.owner
    hand = state.hands[seat]
    declined = able(hand, die)
    held = None if declined or not components.NATURAL[i] else hand.coins
    missing = () if declined else tuple(DYES[part] for part in components.BREWS[i] if not hand.dyes[part])
    tell(did.TakenBack(merchant, seat, space, die, held, missing, shop.coins, "house-trade" if declined else "unable"))
    state = replace(
        state,
        city=replace_item(state.city, INDEX[space], None),
        supply=changed(state.supply, i, 1),
        hands=replace_item(state.hands, seat, gaining(hand, shops=1)),
    )
    return continue_after_merchant(state, merchant, tell)


def _return_die(
    state: State, merchant: Merchant, because: Literal["trade", "no-target"], tell: Tell, *, sold: bool
) -> State:
    """Returns the demand die to the bag, and a new one is to be drawn. An empty row only draws."""
    m = MERCHANT_INDEX[merchant]
    row = state.market[m]
    if not row:
        return replace(state, now=Roll(merchant))
    i = DYE_INDEX[row[0].dye]
    counts = not components.NATURAL[i] and (sold or state.options.round_die == "returned")
    tell(did.DieReturned(merchant, row[0], because, counts))
    return replace(
        state,
        market=replace_item(state.market, m, row[1:]),
        bag=changed(state.bag, i, 1),
        mixed_returned=state.mixed_returned or counts,
        now=Roll(merchant),
    )


Step = tuple[State, list[did.Effect], State]
"""What a merchant's move and trade does, between the positions before and after it. The first effect is its way."""


def steps(state: State) -> Iterator[Step]:
    """Yields the steps of the merchants that have not moved yet.

    No dice are drawn, as none is needed in the same round. After the last one the round has ended.
    """
    now = state.now
    state = replace(state, options=replace(state.options, trade="forced"))
    if isinstance(now, Roll):
        state = continue_after_merchant(state, now.merchant, SILENT)
    elif not isinstance(now, Move):
        state = replace(state, now=Move(now.merchant if isinstance(now, Ask) else MERCHANTS[0]))
    while isinstance(state.now, Move):
        before, merchant, effects = state, state.now.merchant, list[did.Effect]()
        state = act(state, merchant, effects.append)
        if isinstance(state.now, Roll):
            state = continue_after_merchant(state, merchant, SILENT)
        yield before, effects, state

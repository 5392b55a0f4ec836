"""The merchant round for searches: where a merchant goes and what becomes of it, without the reasons.

`companion.games.hangzhou.merchants` has the rules; a test holds that both lead to the same states.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.hangzhou import city, components, merchants
from companion.games.hangzhou.flow import MOVE, after_merchant
from companion.games.hangzhou.names import DYE_INDEX, INDEX, MERCHANT_INDEX, MERCHANTS, SPACES, Merchant, Space
from companion.games.hangzhou.state import Roll, State, able, changed, gaining

_FAR = {origin: tuple(found[space] for space in SPACES) for origin, found in city.DISTANCE.items()}
"""From an origin to each space, in the order of `Space`."""
_WAYS = {
    origin: tuple((_FAR[way.to], way.to) for way in sorted(ways, key=lambda way: (way.temple, -way.turning)))
    for origin, ways in city.WAYS.items()
}
"""The steps from an origin, the one that rules 3 and 4 like best first."""
NEXT = {origin: tuple((i, n) for i, n in enumerate(far) if n <= 1) for origin, far in _FAR.items()}
"""The places that a merchant can reach from an origin in one round, and in how many steps."""
_ROLL = {merchant: Roll(merchant) for merchant in MERCHANTS}


def act(state: State, merchant: Merchant) -> State:
    """The state after a merchant has moved and traded."""
    options = state.options
    if options.blocking != "none" or options.trade != "forced":
        return merchants.act(state, merchant)[0]
    m = MERCHANT_INDEX[merchant]
    row, here = state.market[m], state.merchants[m]
    wanted, near = targets(state, row[0].dye, here or components.GATES[merchant]) if row else ([], 0)
    if not wanted:
        return _returned(state, m, merchant, sold=False)
    if near == 0:
        assert here is not None, "no space is at a gate"
        return _met(state, m, merchant, here)
    end = _step(wanted, here or components.GATES[merchant], near - 1)
    standing = state.merchants
    standing = (*standing[:m], end, *standing[m + 1 :])
    if near == 1:
        return _met(replace(state, merchants=standing), m, merchant, end)
    if m + 1 < len(MOVE):
        return replace(state, merchants=standing, now=MOVE[m + 1])
    return after_merchant(replace(state, merchants=standing), merchant)[0]


def targets(state: State, dye: str, origin: city.Origin) -> tuple[list[int], int]:
    """Rules 1 and 2: the places of the nearest targets that hold most coins, and how far they are."""
    far, near, most = _FAR[origin], 99, 0
    found: list[int] = []
    for i, shop in enumerate(state.city):
        if shop is not None and shop.dye == dye:
            distance, coins = far[i], shop.coins
            if distance < near or (distance == near and coins > most):
                found, near, most = [i], distance, coins
            elif distance == near and coins == most:
                found.append(i)
    return found, near


def _step(targets: list[int], origin: city.Origin, left: int) -> Space:
    """Rules 3 and 4: the first of the ranked steps that leads so near to a target."""
    for far, to in _WAYS[origin]:
        for i in targets:
            if far[i] == left:
                return to
    raise AssertionError("some step leads to every target")


def _met(state: State, m: int, merchant: Merchant, space: Space) -> State:
    """The merchant stands on a target: its owner trades if able, else takes the shop back."""
    i, die = INDEX[space], state.market[m][0]
    shop = state.city[i]
    assert shop is not None, "a target is a shop"
    owner = shop.owner
    hand, dye, supply = state.hands[owner], DYE_INDEX[die.dye], state.supply
    if not able(hand, die):
        return merchants.take_back(state, merchant)[0]
    sold, natural = state.sold, components.NATURAL[dye]
    if natural:
        hand = gaining(hand, -die.price, dyes=changed(hand.dyes, dye, 1))
    else:
        dyes, back = list(hand.dyes), list(supply)
        for part in components.BREWS[dye]:
            dyes[part] -= 1
            back[part] += 1
        if state.solo:
            sold = changed(sold, dye, 1)
        else:
            back[dye] += 1
        supply = tuple(back)
        points = 0 if state.solo else components.DYE_ROWS[dye].points
        hand = gaining(hand, die.price, points=points, dyes=tuple(dyes))
    places, hands = list(state.city), list(state.hands)
    places[i], hands[owner] = replace(shop, dye=None, coins=0), hand
    state = replace(state, city=tuple(places), hands=tuple(hands), supply=supply, sold=sold)
    return _returned(state, m, merchant, sold=not natural)


def _returned(state: State, m: int, merchant: Merchant, *, sold: bool) -> State:
    """The demand die goes back to the bag, and a new one is to be drawn."""
    market = state.market
    row = market[m]
    if not row:
        return replace(state, now=_ROLL[merchant])
    i = DYE_INDEX[row[0].dye]
    counts = not components.NATURAL[i] and (sold or state.options.round_die == "returned")
    return replace(
        state,
        market=(*market[:m], row[1:], *market[m + 1 :]),
        bag=changed(state.bag, i, 1),
        mixed_returned=state.mixed_returned or counts,
        now=_ROLL[merchant],
    )

"""The merchant round on a sketch: numbers in place of states, for evaluations that look at thousands of positions.

Merchants go and trade by the printed rules, whatever the table plays by. Dice that are drawn are left out: none is
wanted in the round in which it comes. `companion.games.hangzhou.quick` makes states of the same; a test holds that
both come to the same hands, shops and places.
"""

from __future__ import annotations

from companion.games.hangzhou import city, components
from companion.games.hangzhou.names import DYE_INDEX, INDEX, MERCHANTS, SPACES
from companion.games.hangzhou.state import State

_ORIGINS: tuple[city.Origin, ...] = (*SPACES, *(components.GATES[merchant] for merchant in MERCHANTS))
"""Where a merchant may stand, by number: the spaces, then the gates."""
FAR = tuple(tuple(city.DISTANCE[origin][space] for space in SPACES) for origin in _ORIGINS)
"""From an origin to each space."""
_WAYS = tuple(
    tuple(INDEX[way.to] for way in sorted(city.WAYS[origin], key=lambda way: (way.temple, -way.turning)))
    for origin in _ORIGINS
)
"""The steps from an origin, the one that rules 3 and 4 like best first."""
_COIN, _DYE, _POINT = (components.WORTH[name] for name in ("coin", "dye", "point"))
_BREWS, _POINTS = components.BREWS, tuple(row.points for row in components.DYE_ROWS)
GAIN = tuple(
    tuple(
        _COIN * price + _POINT * points - _DYE * len(brew) if brew else _DYE - _COIN * price
        for price in range(1 + max(max(row.sides) for row in components.DYE_ROWS))
    )
    for brew, points in zip(_BREWS, _POINTS, strict=True)
)
"""Points that a trade of a dye brings, by the price."""
BOUGHT, SOLD, LOST = range(3)


class Stall:
    """A shop in the city. `dye` is a number as in `Dye`, or -1."""

    __slots__ = ("at", "coins", "dye", "owner")

    def __init__(self, at: int, owner: int, dye: int, coins: int) -> None:
        self.at, self.owner, self.dye, self.coins = at, owner, dye, coins


class Sketch:
    """What lies on the table, as far as merchants go by it. `mixed`: did a mixed die that counts go back to the bag?"""

    __slots__ = ("_unsold", "coins", "dyes", "mixed", "points", "rows", "stalls", "standing")

    def __init__(self, state: State) -> None:
        self.coins = [hand.coins for hand in state.hands]
        self.points = [hand.points for hand in state.hands]
        self.dyes = [list(hand.dyes) for hand in state.hands]
        self.stalls = [
            Stall(at, shop.owner, -1 if shop.dye is None else DYE_INDEX[shop.dye], shop.coins)
            for at, shop in enumerate(state.city)
            if shop is not None
        ]
        self.standing = [len(SPACES) + m if space is None else INDEX[space] for m, space in enumerate(state.merchants)]
        self.rows = [[(DYE_INDEX[die.dye], die.price) for die in row] for row in state.market]
        self.mixed = state.mixed_returned
        self._unsold = state.options.round_die == "returned"

    def able(self, seat: int, dye: int, price: int) -> bool:
        """Can the seat carry out such a trade? (H12)"""
        brew, has = _BREWS[dye], self.dyes[seat]
        if not brew:
            return self.coins[seat] >= price
        return 0 not in [has[part] for part in brew]

    def go(self, first: int = 0) -> list[tuple[int, int, float]]:
        """All merchants go, from this one on. What came of it: whose it is, of which kind, and how many points."""
        met = []
        for m in range(first, len(self.rows)):
            row = self.rows[m]
            if not row:
                continue
            targets, near = self._targets(row[0][0], FAR[self.standing[m]])
            if not targets:
                self._return(row, counts=self._unsold)
                continue
            if near:
                self.standing[m] = _step(targets, self.standing[m], near - 1)
            if near <= 1:
                met.append(self._meet(next(one for one in targets if one.at == self.standing[m]), row))
        return met

    def _targets(self, dye: int, far: tuple[int, ...]) -> tuple[list[Stall], int]:
        """Rules 1 and 2."""
        found: list[Stall] = []
        near, most = 99, 0
        for one in self.stalls:
            if one.dye == dye:
                distance = far[one.at]
                if distance < near or (distance == near and one.coins > most):
                    found, near, most = [one], distance, one.coins
                elif distance == near and one.coins == most:
                    found.append(one)
        return found, near

    def _meet(self, stall: Stall, row: list[tuple[int, int]]) -> tuple[int, int, float]:
        """The owner trades if able, else takes the shop back."""
        (dye, price), owner, coins = row[0], stall.owner, stall.coins
        if not self.able(owner, dye, price):
            self.stalls.remove(stall)
            return owner, LOST, -1.0 - coins
        stall.dye, stall.coins = -1, 0
        self._return(row, counts=True)
        brew, has = _BREWS[dye], self.dyes[owner]
        if brew:
            for part in brew:
                has[part] -= 1
            self.coins[owner] += price
            self.points[owner] += _POINTS[dye]
        else:
            self.coins[owner] -= price
            has[dye] += 1
        return owner, SOLD if brew else BOUGHT, float(GAIN[dye][price] - _COIN * coins)

    def _return(self, row: list[tuple[int, int]], *, counts: bool) -> None:
        """The demand die goes back to the bag."""
        dye, _ = row.pop(0)
        self.mixed = self.mixed or (counts and bool(_BREWS[dye]))


def _step(targets: list[Stall], origin: int, left: int) -> int:
    """Rules 3 and 4: the first of the ranked steps that leads so near to a target."""
    for to in _WAYS[origin]:
        far = FAR[to]
        for one in targets:
            if far[one.at] == left:
                return to
    raise AssertionError("some step leads to every target")

"""Small pictures of the city for tests.

A cell is ``.`` (free), ``##`` (the temple), or a shop as positions write it (``Rb2``: Red's, with blue
dye and 2 coins); ``@1`` to ``@4`` puts a merchant there, in the order orange, green, purple, black.
"""

from __future__ import annotations

from companion.engine import hangzhou
from companion.games.hangzhou.chance import MerchantActs
from companion.games.hangzhou.decision import decide
from companion.games.hangzhou.names import Merchant
from companion.games.hangzhou.state import State

FILLER = "b1 r1 y1"


def table(picture: str, wants: str = "- - - -", rest: str = "", players: str = "RBYW", now: str = "") -> State:
    """A position: the picture, the demand of each merchant (``-``: an empty row), and other fields."""
    shops, merchants = [], ["-"] * 4
    for row, line in enumerate(picture.strip().splitlines(), start=1):
        for column, cell in zip("ABCDE", line.split(), strict=True):
            shop, _, standing = cell.partition("@")
            if standing:
                merchants[int(standing) - 1] = f"{column}{row}"
            if shop not in (".", "##", ""):
                shops.append(f"{column}{row}{shop}")
    rows = " / ".join("" if die == "-" else f"{die} {FILLER}" for die in wants.split())
    return hangzhou.parse(
        f"hangzhou {players} city: {' '.join(shops)} merchants: {' '.join(merchants)}"
        f" market: {rows} {rest} {f'now: {now}' if now else ''}"
    )


def acts(state: State, merchant: str) -> tuple[State, hangzhou.Effects]:
    """The merchant moves and trades, as if it were its turn."""
    ready = hangzhou.parse(f"{hangzhou.text(state).partition(' now:')[0]} now: move {merchant}")
    return hangzhou.play(ready, MerchantActs(Merchant(merchant)))


def goes(state: State, merchant: str) -> tuple[str, str]:
    """Where the merchant stands after its step (``gate``, if it is still there), and what decided."""
    decision = decide(state, Merchant(merchant))
    return decision.end or "gate", decision.decided_by


def played(state: State, *actions: str) -> State:
    """The state after actions in words."""
    for action in actions:
        state, _ = hangzhou.play(state, hangzhou.parse_action(action))
    return state

"""Actions in a few words, as logs and forms hold them: ``shop B2``, ``dye B2 red``, ``die blue 2``."""

from __future__ import annotations

import re

from companion.engine.correction import Correction, correction_text
from companion.engine.notation import Notation, item
from companion.engine.reading import Token, number
from companion.games.hangzhou import actions as act
from companion.games.hangzhou.letters import DYE_NAMED, MERCHANT_NAMED, listed
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Dye, Merchant, Space

_FIXED: dict[str, act.Action] = {
    "pass": act.PASS,
    "take coin": act.TAKE_COIN,
    "end turn": act.END_TURN,
    "trade": act.TRADE,
    "decline": act.DECLINE,
    "go on": act.GO_ON,
}
_FIXED_TEXT = {type(action): text for text, action in _FIXED.items()}


def action_text(action: act.Action) -> str:
    """The action's words; `parse_action` reads them back."""
    match action:
        case act.PlaceShop():
            return f"shop {action.space}"
        case act.PlaceDye():
            return f"dye {action.space} {action.dye}"
        case act.PlaceCoin():
            return f"coin {action.space}"
        case act.PickDye():
            return f"pick {action.dye}"
        case act.DyeDrawn():
            return f"draw {action.dye}"
        case act.DieDrawn():
            return f"die {action.dye} {action.price}"
        case act.MerchantActs():
            return f"move {action.merchant}"
        case Correction():
            return correction_text(action)
    return _FIXED_TEXT[type(action)]


def parse_action(text: str) -> act.Action:
    """Reads an action in any case; a die may stand without its word: ``blue 2`` or ``b2``.

    Raises `Unreadable`.
    """
    return _NOTATION.read(text)


_EXAMPLES = "shop B2, dye B2 red, coin B2, pass, take coin, end turn, pick red, draw red, die blue 2, move orange"


def _space(verb: Token, items: list[Token], of: int = 1) -> Space:
    token = item(verb, items, 0, of, "a space, A1 to E5")
    if token.text.upper() not in SPACES:
        raise token.wrong(f"{token.text!r} is no space; expected A1 to E5 (not C3, the temple)")
    return Space(token.text.upper())


def _dye(verb: Token, items: list[Token], number: int, of: int) -> Dye:
    token = item(verb, items, number, of, f"a dye: {listed(DYES)}")
    if token.text.lower() not in DYE_NAMED:
        raise token.wrong(f"{token.text!r} is no dye; expected {listed(DYES)}")
    return DYE_NAMED[token.text.lower()]


def _merchant(verb: Token, items: list[Token]) -> Merchant:
    token = item(verb, items, 0, 1, f"a merchant: {listed(MERCHANTS)}")
    if token.text.lower() not in MERCHANT_NAMED:
        raise token.wrong(f"{token.text!r} is no merchant; expected {listed(MERCHANTS)}")
    return MERCHANT_NAMED[token.text.lower()]


def _bare(words: list[Token]) -> act.Action | None:
    """A die may stand without its word."""
    return _die(words[0], words) if words[0].text.lower().rstrip("0123456789") in DYE_NAMED else None


def _die(verb: Token, items: list[Token]) -> act.DieDrawn:
    if len(items) == 1:
        match = re.fullmatch(r"([A-Za-z]+)([0-9]+)", items[0].text)
        if match is not None:
            at = items[0]
            items = [
                Token(match.group(1), at.line, at.column),
                Token(match.group(2), at.line, at.column + match.start(2)),
            ]
    dye = _dye(verb, items, 0, 2)
    price = item(verb, items, 1, 2, "the price that the die shows")
    shown = number(price.text)
    if shown is None:
        raise price.wrong(f"{price.text!r} is no price; expected a whole number")
    return act.DieDrawn(dye, shown)


_NOTATION: Notation[act.Action] = Notation(
    _FIXED,
    {
        "shop": lambda verb, items: act.PlaceShop(_space(verb, items)),
        "dye": lambda verb, items: act.PlaceDye(_space(verb, items, 2), _dye(verb, items, 1, 2)),
        "coin": lambda verb, items: act.PlaceCoin(_space(verb, items)),
        "pick": lambda verb, items: act.PickDye(_dye(verb, items, 0, 1)),
        "draw": lambda verb, items: act.DyeDrawn(_dye(verb, items, 0, 1)),
        "die": _die,
        "move": lambda verb, items: act.MerchantActs(_merchant(verb, items)),
    },
    _EXAMPLES,
    _bare,
)

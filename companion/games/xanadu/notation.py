"""Actions in a few words, as logs and forms hold them: ``sell 17``, ``worker 49 12``, ``build 61``."""

from __future__ import annotations

from companion.engine.correction import Correction, correction_text
from companion.engine.notation import Notation, item
from companion.engine.reading import Token
from companion.games.xanadu import actions as act
from companion.games.xanadu.names import UNKNOWN, Card
from companion.games.xanadu.parser import card_of
from companion.games.xanadu.text import card_text

_FIXED: dict[str, act.Action] = {"end turn": act.END_TURN, "draw end": act.END_DRAWN, "go on": act.GO_ON}
_FIXED_TEXT = {type(action): text for text, action in _FIXED.items()}
_EXAMPLES = "start 17, sell 17, worker 49 12, build 61, end turn, draw 17, draw end"


def action_text(action: act.Action) -> str:
    """The action's words; `parse_action` reads them back."""
    match action:
        case act.PickStart():
            return f"start {card_text(action.card)}"
        case act.Sell():
            return f"sell {card_text(action.building)}"
        case act.PlaceWorker():
            return f"worker {card_text(action.building)} {card_text(action.worker)}"
        case act.Build():
            return f"build {card_text(action.card)}"
        case act.CardDrawn():
            return f"draw {card_text(action.card)}"
        case Correction():
            return correction_text(action)
    return _FIXED_TEXT[type(action)]


def parse_action(text: str) -> act.Action:
    """Reads an action in any case; a card goes by its printed number or its id, an unknown one is ``*``.

    Raises `Unreadable`.
    """
    return _NOTATION.read(text)


def _known(verb: Token, items: list[Token], most: int = 1) -> Card:
    card = item(verb, items, 0, most, f"a card by its number, as in “{verb.text} 17”")
    return card_of(card, card.text, verb.text)


def _any(verb: Token, items: list[Token]) -> Card:
    if items and items[0].text == "*" and len(items) == 1:
        return UNKNOWN
    return _known(verb, items)


def _worker(verb: Token, items: list[Token]) -> act.PlaceWorker:
    building = _known(verb, items, 2)
    return act.PlaceWorker(building, _any(verb, items[1:]) if items[1:] else UNKNOWN)


_NOTATION: Notation[act.Action] = Notation(
    _FIXED,
    {
        "start": lambda verb, items: act.PickStart(_known(verb, items)),
        "sell": lambda verb, items: act.Sell(_known(verb, items)),
        "worker": _worker,
        "build": lambda verb, items: act.Build(_known(verb, items)),
        "draw": lambda verb, items: act.CardDrawn(_any(verb, items)),
    },
    _EXAMPLES,
)

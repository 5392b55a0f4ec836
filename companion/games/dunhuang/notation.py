"""Actions in a few words, as logs and forms hold them: ``camel 3``, ``into shop tea``, ``give 6``."""

from __future__ import annotations

from companion.engine.notation import Notation
from companion.engine.reading import Token
from companion.games.dunhuang.letters import CARD_NAMED, one_card
from companion.games.dunhuang.moves import Action
from companion.games.dunhuang.outcomes import CardDrawn


def _bare(words: list[Token]) -> Action | None:
    """A card may stand without its verb."""
    alone = len(words) == 1 and words[0].text.lower() in CARD_NAMED
    return CardDrawn(one_card(words[0], "card")) if alone else None


_NOTATION: Notation[Action] = Notation(
    Action,
    "camel 3, into hand, into shop tea, coins, draw, keep tea, exchange tea 5 silk, pay, decline",
    _bare,
)
action_text, parse_action = _NOTATION.text, _NOTATION.read

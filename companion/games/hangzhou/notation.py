"""Actions in a few words, as logs and forms hold them: ``shop B2``, ``dye B2 red``, ``die blue 2``."""

from __future__ import annotations

import re

from companion.engine.notation import Notation
from companion.engine.reading import Token
from companion.games.hangzhou.letters import DYE_NAMED
from companion.games.hangzhou.moves import Action
from companion.games.hangzhou.outcomes import DieDrawn

_GLUED = re.compile(r"([A-Za-z]+)([0-9]+)")


def _die(verb: Token, items: list[Token]) -> Action:
    """A die may be written in one word: ``die b2``."""
    match = _GLUED.fullmatch(items[0].text) if len(items) == 1 else None
    if match is not None:
        at = items[0]
        items = [Token(match.group(1), at.line, at.column), Token(match.group(2), at.line, at.column + match.start(2))]
    return _NOTATION.forms[DieDrawn].read(verb, items)


def _bare(words: list[Token]) -> Action | None:
    """A die may stand without its verb: ``blue 2`` or ``b2``."""
    return _die(words[0], words) if words[0].text.lower().rstrip("0123456789") in DYE_NAMED else None


_NOTATION: Notation[Action] = Notation(
    Action,
    "shop B2, dye B2 red, coin B2, pass, take coin, end turn, pick red, draw red, die blue 2, move orange",
    _bare,
    {"die": _die},
)
action_text, parse_action = _NOTATION.text, _NOTATION.read

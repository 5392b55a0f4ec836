"""Actions in a few words, as logs and forms hold them: ``sell 17``, ``worker 49 12``, ``build 61``."""

from __future__ import annotations

from companion.engine.notation import Notation
from companion.games.xanadu.moves import Action

_NOTATION: Notation[Action] = Notation(Action, "start 17, sell 17, worker 49 12, build 61, end turn, draw 17, draw end")
action_text, parse_action = _NOTATION.text, _NOTATION.read

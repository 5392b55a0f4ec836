"""What may be done in Dunhuang, and why not: its referee."""

from __future__ import annotations

from operator import attrgetter

from companion.engine.game import Seat
from companion.engine.referee import Referee
from companion.games.dunhuang import outcomes, views
from companion.games.dunhuang.jsonform import from_json, to_json
from companion.games.dunhuang.listing import listed
from companion.games.dunhuang.moves import Action, Effect
from companion.games.dunhuang.refusals import phase_rule
from companion.games.dunhuang.state import State


class _Referee(Referee[State, Action, Effect]):
    TURN = "turn"
    END = "end"
    listed = staticmethod(listed)
    odds = staticmethod(outcomes.odds)
    covered = staticmethod(views.covered)

    def together(self, state: State) -> tuple[Seat, ...]:
        return state.choosing()

    def phase(self, state: State) -> tuple[str, str]:
        return state.now.phase, phase_rule(state)


def resolving(state: State) -> State:
    """The state itself: in Dunhuang nothing goes on while a player has to decide."""
    return state


_REFEREE = _Referee(Action, to_json, from_json, attrgetter("phase"))
waiting, legal, refusal = _REFEREE.waiting, _REFEREE.legal, _REFEREE.refusal
play, after, chances = _REFEREE.play, _REFEREE.after, _REFEREE.chances

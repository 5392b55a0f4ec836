"""What may be done in Hangzhou, and why not: its referee."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import Refusal
from companion.engine.referee import Referee
from companion.games.hangzhou import outcomes, views
from companion.games.hangzhou.jsonform import from_json, to_json
from companion.games.hangzhou.moves import Action, Effect, PickDye, listed
from companion.games.hangzhou.names import MERCHANTS
from companion.games.hangzhou.state import Draw, Market, Move, Pick, Play, State, phase

_RULES: dict[type, str] = {Draw: "start-dyes", Pick: "start-dyes", Market: "setup-market", Play: "player-round"}


class _Referee(Referee[State, Action, Effect]):
    TURN = "player-round"
    END = "end-of-game"
    listed = staticmethod(listed)
    odds = staticmethod(outcomes.odds)
    covered = staticmethod(views.covered)

    def phase(self, state: State) -> tuple[str, str]:
        return phase(state.now), _RULES.get(type(state.now), "merchant-round")

    def unasked(self, state: State, action: Action) -> Refusal:
        """Nobody is asked to pick where the pool is empty, and that is why."""
        return action.missing() if type(action) is PickDye else super().unasked(state, action)


def resolving(state: State) -> State:
    """The state with the merchant round beginning now, if it is in the player round."""
    return replace(state, now=Move(MERCHANTS[0])) if isinstance(state.now, Play) else state


_REFEREE = _Referee(Action, to_json, from_json)
waiting, legal, refusal = _REFEREE.waiting, _REFEREE.legal, _REFEREE.refusal
play, after, chances = _REFEREE.play, _REFEREE.after, _REFEREE.chances

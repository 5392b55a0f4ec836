"""What may be done in Xanadú, and why not: its referee."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import CHANCE, Refusal, Seat
from companion.engine.referee import Referee
from companion.games.xanadu import outcomes, views
from companion.games.xanadu.effects import GameEnded
from companion.games.xanadu.flow import draws
from companion.games.xanadu.jsonform import from_json, to_json
from companion.games.xanadu.moves import END_TURN, Action, Effect, PickStart, listed
from companion.games.xanadu.state import Deal, Draw, Pick, Play, State, phase, picking, settled_picks

_RULES: dict[type, str] = {Deal: "setup", Pick: "start-building", Draw: "draw"}


class _Referee(Referee[State, Action, Effect]):
    TURN = "turn"
    END = "end"
    listed = staticmethod(listed)
    odds = staticmethod(outcomes.odds)
    covered = staticmethod(views.covered)

    def phase(self, state: State) -> tuple[str, str]:
        return phase(state.now), _RULES.get(type(state.now), "turn")

    def together(self, state: State) -> tuple[Seat, ...]:
        return picking(state)

    def anew(self, state: State, action: Action, by: Seat) -> bool:
        return isinstance(action, PickStart) and by in settled_picks(state)

    def not_your_turn(self, state: State, by: Seat) -> Refusal:
        if picking(state) and by in range(state.players):
            return Refusal("picked_already", "start-building", seat=by, number=state.starting)
        return super().not_your_turn(state, by)


def resolving(state: State) -> State:
    """The state with the cards of this turn about to be drawn, if steps 1 and 2 are on."""
    now = state.now
    return replace(state, now=Draw(now.seat, draws(state, now)[0])) if type(now) is Play else state


def ends_game(state: State, seat: Seat) -> str | None:
    """The rule by which the end of this turn surely ends the game, whatever is drawn; none: the game may go on.

    It asks for numbers of cards only, so a view of the position is enough.
    """
    state, effects = play(state, END_TURN, seat)
    while state.turn is CHANCE:
        end = outcomes.END_DRAWN
        going_on = next((outcome for outcome in chances(state).outcomes if outcome != end), end)
        state, effects = play(state, going_on)
    return next((effect.rule for effect in effects if isinstance(effect, GameEnded)), None)


_REFEREE = _Referee(Action, to_json, from_json)
waiting, legal, refusal = _REFEREE.waiting, _REFEREE.legal, _REFEREE.refusal
play, after, chances = _REFEREE.play, _REFEREE.after, _REFEREE.chances

"""What a seat may know. Hands are open unless the table hides them (`open_hands = hidden`)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.engine.correction import Change, Corrected, Covered, told
from companion.engine.game import OVER, Seat
from companion.games.hangzhou.effects import TakenBack
from companion.games.hangzhou.moves import Effect
from companion.games.hangzhou.names import Colour
from companion.games.hangzhou.state import Hand, State


def view(state: State, seat: Seat | None) -> State:
    """The position as a seat may know it; none is a watcher. When the game is over all is open.

    Of a hidden hand only the shops are known: they are those that do not stand in the city.
    """
    if _open(state):
        return state
    hands = tuple(hand if other == seat else Hand(0, hand.shops, hidden=True) for other, hand in enumerate(state.hands))
    return replace(state, hands=hands)


def seen(state: State, effect: Effect, seat: Seat | None) -> Effect:
    """The effect as a seat may know it: why another player cannot trade would tell a hidden hand."""
    if isinstance(effect, TakenBack) and effect.seat != seat and not _open(state):
        return replace(effect, held=None, missing=())
    if isinstance(effect, Corrected):
        return told(effect, lambda path: secret(state, path, seat))
    return effect


def secret(state: State, path: str, seat: Seat | None) -> bool:
    """May the seat not know what stands at this path of the JSON form, or in a part of it?"""
    head, *rest = path.split(".")
    if head != "hands" or _open(state):
        return False
    own = seat is not None and rest[:1] == [state.colours[seat]]
    return not own and rest[1:2] != ["shops"]


def covered(before: State, after: State, changes: Sequence[Change]) -> tuple[Covered, ...]:
    """Of what was corrected, that which is secret from somebody: hands, where the table hides them."""
    colours = [colour for change in changes for colour in _hands_in(before, change.path)]
    return tuple(
        Covered(f"hands.{colour}", "hand", Seat(before.colours.index(colour))) for colour in dict.fromkeys(colours)
    )


def _hands_in(state: State, path: str) -> tuple[Colour, ...]:
    """The hands that a path leads to, or into."""
    rest = path.split(".")[1:]
    if not secret(state, path, None):
        return ()
    return tuple(colour for colour in state.colours if not rest or rest[0] == colour)


def _open(state: State) -> bool:
    return state.options.open_hands == "yes" or state.turn is OVER

"""What a seat may know: not the other hands, nor what others have put out of the game or under the deck."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.correction import Change
from companion.engine.dunhuang import effects as did
from companion.engine.dunhuang.effects import Effect
from companion.engine.dunhuang.names import SEATS, Good
from companion.engine.dunhuang.state import Buried, Player, State, hidden
from companion.engine.game import OVER, Seat

_PRIVATE = (did.CardDealt, did.CardChosen, did.CardDrawn, did.CardKept, did.CardBuried)
"""What only the seat itself has seen; and the Painter's card."""
_HIDDEN_FIELDS = ("hand", "removed")


def view(state: State, seat: Seat | None) -> State:
    """The position as a seat may know it; none is a watcher. When the game is over all is open.

    Cards that a seat may not see are unknown. What it could remember of them is left to its memory.
    While hands are shown at the end, they are open already.
    """
    if state.turn is OVER:
        return state
    now, shown = state.now, state.now.phase == "show"
    return replace(
        state,
        players=tuple(p if other == seat else _closed(p, shown) for other, p in enumerate(state.players)),
        pile=hidden(state.pile),
        under=tuple(card if seat is not None and card.by == seat else _turned(card) for card in state.under),
        now=now if now.seat == seat else replace(now, drawn=hidden(now.drawn)),
    )


def _closed(player: Player, shown: bool) -> Player:
    hand = player.hand if shown else hidden(player.hand)
    return replace(player, hand=hand, removed=hidden(player.removed))


def _turned(card: Buried) -> Buried:
    return Buried(Good.UNKNOWN, card.by)


def seen(state: State, effect: Effect, seat: Seat | None) -> Effect:
    """The effect as a seat may know it."""
    if state.turn is OVER and not isinstance(effect, did.Corrected):
        return effect
    if isinstance(effect, did.CardGiven):
        return effect if seat in (effect.seat, effect.other) else replace(effect, card=Good.UNKNOWN)
    if isinstance(effect, _PRIVATE) or (isinstance(effect, did.Discarded) and effect.rule == "painter"):
        return effect if seat == effect.seat else replace(effect, card=Good.UNKNOWN)
    if isinstance(effect, did.Corrected):
        return replace(effect, changes=tuple(_change(change, state, seat) for change in effect.changes))
    return effect


def _change(change: Change, state: State, seat: Seat | None) -> Change:
    """A correction of something hidden is told without what was set."""
    head, *rest = change.path.split(".")
    own = seat is not None and rest[:1] == [SEATS[seat]]
    secret: dict[str, Any] = {
        "players": not own and (len(rest) < 2 or rest[1] in _HIDDEN_FIELDS),
        "deck": True,
        "under": True,
        "now": state.now.seat != seat and any(state.now.drawn),
    }
    if state.turn is OVER or not secret.get(head, False):
        return change
    return Change(change.path, None)

"""The ten kinds of goods: who holds each token, with how many cards, and where a card would take it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Seat
from companion.games.dunhuang import Good, IntoShop, State, action_text, majority
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.components import VALUES
from companion.games.dunhuang.flow import with_player
from companion.games.dunhuang.names import CARD_INDEX, GOODS
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.context import TableContext
from companion.games.dunhuang.state import changed
from companion.web.widgets import Key


class Kind(Struct, frozen=True):
    """A kind: its value and name, who holds the token with how many (or that nobody does), and whether a card more
    would take it (`wins`), perhaps for a fee (`fee`). `key`: a card of it may go into the shop now."""

    value: int
    name: str
    sign: str
    has: str
    off: bool
    guarded: bool = False
    wins: bool = False
    fee: bool = False
    key: Key | None = None
    said: str = ""


def kinds(context: TableContext, state: State, seat: Seat | None) -> tuple[Kind, ...]:
    """All ten; with keys if the seat may put a card into its shop now, and marks where it would take the token."""
    return tuple(_kind(context, state, good, seat) for good in GOODS)


def _kind(context: TableContext, state: State, good: Good, seat: Seat | None) -> Kind:
    words, i = context.own_words, CARD_INDEX[good]
    in_play = state.setup.copies[i] > 0
    holder = state.holders[i]
    if not in_play:
        has = words.phrase("not_in_play")
    elif holder is None:
        has = words.phrase("bank")
    else:
        has = f"{labels.player(context, holder)} {state.players[holder].shop[i]}"
    name = labels.good(context, good)
    kind = Kind(VALUES[i], name, f"token-{good}", has, not in_play, state.guards[i])
    if seat is None:
        return kind
    wins, fee = _would_take(state, seat, good) if in_play else (False, False)
    return _with_key(context, state, replace(kind, wins=wins, fee=fee), good, seat)


def _would_take(state: State, seat: Seat, good: Good) -> tuple[bool, bool]:
    """Would one card more of this kind in the shop take its token, at once or for a fee?"""
    player = state.players[seat]
    more = with_player(state, seat, replace(player, shop=changed(player.shop, CARD_INDEX[good], 1)))
    _, effects = majority.gained(more, seat, good, 1)
    return (
        any(isinstance(effect, did.TokenTaken) for effect in effects),
        any(isinstance(effect, did.FeeAsked) for effect in effects),
    )


def _with_key(context: TableContext, state: State, kind: Kind, good: Good, seat: Seat) -> Kind:
    """In the time for it the kind can be tapped; before it the key is greyed, and says so."""
    words, action = context.own_words, IntoShop(good)
    parts = [kind.name, kind.has]
    if kind.guarded:
        parts.append(words.phrase("guarded"))
    if kind.wins or kind.fee:
        parts.append(words.phrase("takes_token" if kind.wins else "takes_for_fee"))
    refusal = context.game.refusal(state, action, seat)
    if refusal is not None and state.now.phase == "move":
        parts.append(words.phrase("phase.move"))
    spoken = ", ".join(parts)
    key = Key(kind.name, context.act(action_text(action)), off=refusal is not None, said=spoken)
    return replace(kind, key=key, said=spoken, off=refusal is not None)

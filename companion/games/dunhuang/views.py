"""What a seat may know: not the other hands, nor what others have put out of the game or under the deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.engine.correction import Change, Corrected, Covered, told
from companion.engine.game import OVER, Seat
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.characters import Discarded
from companion.games.dunhuang.moves import Effect
from companion.games.dunhuang.names import SEATS, Good
from companion.games.dunhuang.outcomes import CardDealt
from companion.games.dunhuang.state import Buried, Player, State, hidden

_PRIVATE = (CardDealt, did.CardChosen, did.CardDrawn, did.CardKept, did.CardBuried)
"""What only the seat itself has seen; and the Painter's card."""


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
    if state.turn is OVER and not isinstance(effect, Corrected):
        return effect
    if isinstance(effect, did.CardGiven):
        return effect if seat in (effect.seat, effect.other) else replace(effect, card=Good.UNKNOWN)
    if isinstance(effect, _PRIVATE) or (isinstance(effect, Discarded) and effect.rule == "painter"):
        return effect if seat == effect.seat else replace(effect, card=Good.UNKNOWN)
    if isinstance(effect, Corrected):
        return told(effect, lambda path: secret(state, path, seat))
    return effect


def secret(state: State, path: str, seat: Seat | None) -> bool:
    """May the seat not know what stands at this path of the JSON form, or in a part of it?"""
    if state.turn is OVER:
        return False
    head, *rest = path.split(".")
    own = seat is not None and rest[:1] == [SEATS[seat]]
    shown = state.now.phase == "show"
    if head == "players":
        return not own and (len(rest) < 2 or rest[1] == "removed" or (rest[1] == "hand" and not shown))
    if head == "now":
        return state.now.seat != seat and any(state.now.drawn)
    return head in ("deck", "under")


def covered(before: State, after: State, changes: Sequence[Change]) -> tuple[Covered, ...]:
    """Of what was corrected, that which is secret from somebody."""
    found = {one.path: one for change in changes for one in _covered(before, after, change.path)}
    return tuple(found.values())


def _covered(before: State, after: State, path: str) -> Iterator[Covered]:
    head, *rest = path.split(".")
    if head in ("deck", "under"):
        yield Covered(head, "deck", None, before.deck, after.deck)
    if head == "now" and any(before.now.drawn):
        yield Covered("now", "drawn", before.now.seat, sum(before.now.drawn), sum(after.now.drawn))
    if head != "players":
        return
    for seat, (was, now) in enumerate(zip(before.players, after.players, strict=False)):
        letter = SEATS[seat]
        if rest and rest[0] != letter:
            continue
        if len(rest) < 2 or rest[1] == "hand":
            yield Covered(f"players.{letter}.hand", "hand", Seat(seat), sum(was.hand), sum(now.hand))
        if rest[1:2] == ["removed"]:
            yield Covered(f"players.{letter}.removed", "removed", Seat(seat), sum(was.removed), sum(now.removed))

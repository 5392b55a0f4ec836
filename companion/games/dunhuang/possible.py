"""Deals full positions consistent with everything a seat has seen of the hidden cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.correction import Corrected
from companion.engine.deal import Added, Event, FewKinds, History, Moved, Removed, deal
from companion.engine.game import Seat
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.names import CARD_INDEX, GOODS, UNKNOWN, Counts, Good
from companion.games.dunhuang.state import Buried, Burying, Draw, Kept, State, everywhere

Place: TypeAlias = tuple[str, int]
"""``pile``, ``drawn`` or ``market``; a seat's ``hand``, and what it put ``out`` of the game; the card ``under`` the
deck that is the so-manieth put there in the game."""
_BEFORE_STEP_4 = ("take", "act", "fee", "draw", "keep", "bury", "rob", "pick", "give", "claim")
_AFTER_STEP_4 = ("fill", "move", "show")
_PILE, _DRAWN, _MARKET = ((name, 0) for name in ("pile", "drawn", "market"))


class Memory(Struct, frozen=True):
    """The events of hidden cards that a seat saw."""

    history: History
    taken: int = 0
    """How many cards put under the deck were drawn since."""


def remembered(memory: Memory | None, before: State, view: State, effects: Iterable[Any]) -> Memory:
    """Returns a seat's memory after these effects as it saw them; `before` and `view` are its views."""
    memory = memory or _begun(before)
    taken, buried = memory.taken, memory.taken + len(before.under)
    events: list[Event] = []
    for effect in effects:
        match effect:
            case Corrected():
                return _begun(view)
            case did.CardLaid(card=card) | did.CardDrawn(card=card):
                target = _DRAWN if isinstance(effect, did.CardDrawn) else _MARKET
                if any(before.pile):
                    events.append(_drawn(_PILE, target, card))
                    continue
                first = before.under[0].card
                if first is Good.UNKNOWN:
                    events.append(_drawn(("under", taken), target, card))
                elif card is Good.UNKNOWN:
                    events.append(Added(target, frozenset({first})))
                taken += 1
            case did.CardBuried(card=card):
                if card is Good.UNKNOWN:
                    events.append(Moved(_DRAWN, ("under", buried)))
                buried += 1
            case _:
                events += _seen(effect, before, view)
    if _has_few_kinds(before, view):
        assert before.now.seat is not None, "now_of gives this phase a seat"
        events.append(FewKinds(_hand(before.now.seat), view.setup.kinds))
    return Memory(memory.history.then(*events), taken)


def _begun(view: State) -> Memory:
    return Memory(History.starting(_hidden(view), _room(view, 0)))


def _seen(effect: Any, before: State, view: State) -> Iterator[Event]:
    """Yields the events of an effect for hidden cards. The seat's own hand is not hidden."""
    match effect:
        case did.CardDealt(seat=seat, card=card):
            yield _drawn(_PILE, _hand(seat), card)
        case did.CardChosen(seat=seat, card=Good.UNKNOWN, removed=removed):
            yield from (Moved(_hand(seat), _out(seat)) for _ in range(removed))
        case did.CardKept(seat=seat, card=Good.UNKNOWN):
            yield Moved(_DRAWN, _hand(seat))
        case did.Discarded(seat=seat, card=Good.UNKNOWN):
            yield Moved(_hand(seat), _out(seat))
        case did.CardGiven(seat=seat, other=other, card=Good.UNKNOWN):
            yield Moved(_hand(seat), _hand(other))
        case did.CardGiven(seat=seat, other=other, card=card):
            yield from _left(before, seat, card)
            yield from _note_arrival(view, other, card)
        case did.CardTaken(seat=seat, card=card, into="hand") | did.Carried(seat=seat, card=card, into="hand"):
            yield from _note_arrival(view, seat, card)
        case did.Carried(seat=seat, card=card):
            yield from _left(before, seat, card)
        case (
            did.Swapped(seat=seat, given=came, taken=left)
            | did.Exchanged(seat=seat, given=left, taken=came, rule="general")
        ):
            yield from _left(before, seat, left)
            yield from _note_arrival(view, seat, came)


def _hand(seat: int) -> Place:
    return "hand", seat


def _out(seat: int) -> Place:
    return "out", seat


def _drawn(source: Place, target: Place, card: Good) -> Event:
    """A card of a hidden place was shown, or went to another one face down."""
    return Moved(source, target) if card is Good.UNKNOWN else Removed(source, card)


def _note_arrival(view: State, seat: Seat, card: Good) -> Iterator[Event]:
    """Everybody saw the card come into this hand. The view still shows it there if the hand is the seat's own."""
    if not view.players[seat].hand[CARD_INDEX[card]]:
        yield Added(_hand(seat), frozenset({card}))


def _left(before: State, seat: Seat, card: Good) -> Iterator[Event]:
    """Everybody saw the card leave this hand."""
    if not before.players[seat].hand[CARD_INDEX[card]]:
        yield Removed(_hand(seat), card)


def _has_few_kinds(before: State, view: State) -> bool:
    """Returns whether a turn has passed step 4, in which the seat would have won with enough kinds of goods."""
    seat = before.now.seat
    passed = before.phase in _BEFORE_STEP_4 and view.phase in _AFTER_STEP_4
    return passed and seat is not None and view.count_tokens(seat) >= view.setup.tokens


def _hidden(view: State) -> list[Good]:
    """Returns the cards that are not visible in this view."""
    shown = everywhere(view)
    return [good for good, copies, n in zip(GOODS, view.setup.copies, shown, strict=False) for _ in range(copies - n)]


def _under(view: State, taken: int) -> list[Place | None]:
    """Returns the places of the cards under the deck; None: the seat knows the card."""
    return [("under", taken + n) if one.card is Good.UNKNOWN else None for n, one in enumerate(view.under)]


def _room(view: State, taken: int) -> dict[Place, int]:
    """Returns the number of unknown cards in each place."""
    room: dict[Place, int] = {
        _PILE: view.pile[UNKNOWN],
        _DRAWN: view.now.drawn[UNKNOWN],
        _MARKET: view.market.count(Good.UNKNOWN),
        **Counter(filter(None, _under(view, taken))),
    }
    for seat, player in enumerate(view.players):
        room[_hand(seat)] = player.hand[UNKNOWN]
        room[_out(seat)] = player.removed[UNKNOWN]
    return room


def possible(view: State, rng: Random, memory: Memory | None = None) -> State:
    """Returns a full position consistent with the view and the memory. Raises `Impossible`."""
    memory = memory or _begun(view)
    room = _room(view, memory.taken)
    if not any(room.values()):
        return view
    laid = deal(memory.history, _hidden(view), room, rng)

    def filled(counts: Counts, place: Place) -> Counts:
        found = [*counts[:UNKNOWN], 0]
        for good in laid[place]:
            found[CARD_INDEX[good]] += 1
        return tuple(found)

    market, now = iter(laid[_MARKET]), view.now
    players = tuple(
        replace(player, hand=filled(player.hand, _hand(seat)), removed=filled(player.removed, _out(seat)))
        for seat, player in enumerate(view.players)
    )
    under = zip(view.under, _under(view, memory.taken), strict=True)
    return replace(
        view,
        players=players,
        pile=filled(view.pile, _PILE),
        market=tuple(next(market) if card is Good.UNKNOWN else card for card in view.market),
        under=tuple(Buried(one.by, laid[place][0]) if place else one for one, place in under),
        now=replace(now, drawn=filled(now.drawn, _DRAWN)) if isinstance(now, Draw | Kept | Burying) else now,
    )

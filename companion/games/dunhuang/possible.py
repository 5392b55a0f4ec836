"""Deals full positions consistent with everything a seat has seen of the hidden cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.correction import Corrected
from companion.engine.deal import Added, Event, FewKinds, History, Moved, Removed, deal
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.names import GOODS, UNKNOWN, Counts, Good
from companion.games.dunhuang.phases import Burying, Draw, Kept
from companion.games.dunhuang.state import Buried, State, everywhere

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
                first = None if any(before.pile) else before.under[0].card
                if first is None or first is Good.UNKNOWN:
                    events += _follow(before, view, ("under", taken) if first else _PILE, target, card)
                elif card is Good.UNKNOWN:
                    events.append(Added(target, frozenset({first})))
                taken += first is not None
            case did.CardBuried(card=card):
                if card is Good.UNKNOWN:
                    events.append(Moved(_DRAWN, ("under", buried)))
                buried += 1
            case _:
                for moved in _moves(effect):
                    events += _follow(before, view, *moved)
    if _has_few_kinds(before, view):
        assert before.now.seat is not None, "now_of gives this phase a seat"
        events.append(FewKinds(("hand", before.now.seat), view.setup.kinds))
    return Memory(memory.history.then(*events), taken)


def _begun(view: State) -> Memory:
    return Memory(History.starting(_hidden(view), _room(view, 0)))


def _moves(effect: Any) -> Iterator[tuple[Place | None, Place | None, Good]]:
    """Yields the cards that went from or to hidden places: source, target, and the card; None: an open place."""
    match effect:
        case did.CardDealt(seat=seat, card=card):
            yield _PILE, ("hand", seat), card
        case did.CardChosen(seat=seat, card=Good.UNKNOWN, removed=removed):
            yield from [(("hand", seat), ("out", seat), Good.UNKNOWN)] * removed
        case did.CardKept(seat=seat, card=Good.UNKNOWN):
            yield _DRAWN, ("hand", seat), Good.UNKNOWN
        case did.Discarded(seat=seat, card=Good.UNKNOWN):
            yield ("hand", seat), ("out", seat), Good.UNKNOWN
        case did.CardGiven(seat=seat, other=other, card=card):
            yield ("hand", seat), ("hand", other), card
        case did.CardTaken(seat=seat, card=card, into="hand") | did.Carried(seat=seat, card=card, into="hand"):
            yield None, ("hand", seat), card
        case did.Carried(seat=seat, card=card):
            yield ("hand", seat), None, card
        case (
            did.Swapped(seat=seat, given=came, taken=left)
            | did.Exchanged(seat=seat, given=left, taken=came, rule="general")
        ):
            yield ("hand", seat), None, left
            yield None, ("hand", seat), came


def _follow(before: State, view: State, source: Place | None, target: Place | None, card: Good) -> Iterator[Event]:
    """Yields the events of a moved card for a seat that saw it face down or face up. The seat's own hand is no hidden
    place, so a card that goes there only leaves its source."""
    if card is Good.UNKNOWN:
        if source and target:
            yield Moved(source, target)
        return
    if source and not (source[0] == "hand" and before.players[source[1]].hand[card.ordinal]):
        yield Removed(source, card)
    if target and target[0] == "hand" and not view.players[target[1]].hand[card.ordinal]:
        yield Added(target, frozenset({card}))


def _has_few_kinds(before: State, view: State) -> bool:
    """Returns whether a turn has passed step 4, in which the seat would have won with enough kinds of goods."""
    seat = before.now.seat
    passed = before.phase in _BEFORE_STEP_4 and view.phase in _AFTER_STEP_4
    return passed and seat is not None and view.count_tokens(seat) >= view.setup.tokens


def _hidden(view: State) -> list[Good]:
    """Returns the cards that are not visible in this view."""
    shown = everywhere(view)
    return [good for good, copies, n in zip(GOODS, view.setup.copies, shown, strict=False) for _ in range(copies - n)]


def _room(view: State, taken: int) -> dict[Place, int]:
    """Returns the number of unknown cards in each place."""
    room = {_PILE: view.pile[UNKNOWN], _DRAWN: view.now.drawn[UNKNOWN], _MARKET: view.market.count(Good.UNKNOWN)}
    room |= {("under", taken + n): 1 for n, one in enumerate(view.under) if one.card is Good.UNKNOWN}
    for seat, player in enumerate(view.players):
        room["hand", seat] = player.hand[UNKNOWN]
        room["out", seat] = player.removed[UNKNOWN]
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
            found[good.ordinal] += 1
        return tuple(found)

    market, now = iter(laid[_MARKET]), view.now
    players = tuple(
        replace(player, hand=filled(player.hand, ("hand", seat)), removed=filled(player.removed, ("out", seat)))
        for seat, player in enumerate(view.players)
    )
    under = [
        Buried(one.by, laid["under", memory.taken + n][0]) if one.card is Good.UNKNOWN else one
        for n, one in enumerate(view.under)
    ]
    return replace(
        view,
        players=players,
        pile=filled(view.pile, _PILE),
        market=tuple(next(market) if card is Good.UNKNOWN else card for card in view.market),
        under=tuple(under),
        now=replace(now, drawn=filled(now.drawn, _DRAWN)) if isinstance(now, Draw | Kept | Burying) else now,
    )

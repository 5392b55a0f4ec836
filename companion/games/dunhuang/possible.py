"""What a seat remembers of cards that lay open, and full positions that agree with all it knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from companion.engine.correction import Corrected
from companion.engine.deal import Fact, dealt
from companion.engine.game import Seat
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.characters import Discarded, Swapped
from companion.games.dunhuang.moves import Effect
from companion.games.dunhuang.names import CARD_INDEX, GOODS, UNKNOWN, Counts, Good
from companion.games.dunhuang.outcomes import CardLaid
from companion.games.dunhuang.state import Buried, State, everywhere

Place: TypeAlias = tuple[str, int]
"""``pile``, ``drawn`` or ``market``; a seat's ``hand``, and what it put ``under`` the deck or ``out`` of the game,
in the setup or (``painted``) for prestige."""
Memory: TypeAlias = tuple[Fact[Good, Place], ...]
"""A fact for each hidden card that lay open once."""
_PILE, _DRAWN, _MARKET = ((name, 0) for name in ("pile", "drawn", "market"))


def remembered(memory: Memory | None, before: State, view: State, effects: Iterable[Effect]) -> Memory:
    """What a seat remembers after these effects, as it saw them; `before` and `view` are its views."""
    facts = memory or ()
    for effect in effects:
        match effect:
            case CardLaid(card=card) | did.CardDrawn(card=card):
                facts = _came_up(facts, before, card)
            case did.CardKept(seat=seat, card=Good.UNKNOWN):
                facts = _moved(facts, _DRAWN, ("hand", seat))
            case did.CardBuried(seat=seat, card=Good.UNKNOWN):
                facts = _moved(facts, _DRAWN, ("under", seat))
            case did.CardTaken(seat=seat, card=card, into="hand") | did.Carried(seat=seat, card=card, into="hand"):
                facts = _came(facts, card, seat)
            case did.Carried(seat=seat, card=card):
                facts = _left(facts, card, ("hand", seat))
            case Swapped(seat=seat, given=given, taken=taken):
                facts = _came(_left(facts, taken, ("hand", seat)), given, seat)
            case did.Exchanged(seat=seat, given=given, taken=taken, rule="general"):
                facts = _came(_left(facts, given, ("hand", seat)), taken, seat)
            case did.CardGiven(seat=seat, other=other, card=Good.UNKNOWN):
                facts = _moved(facts, ("hand", seat), ("hand", other))
            case did.CardGiven(seat=seat, other=other, card=card):
                facts = _came(_left(facts, card, ("hand", seat)), card, other)
            case Discarded(seat=seat, card=Good.UNKNOWN):
                facts = _moved(facts, ("hand", seat), ("painted", seat))
            case Corrected():
                facts = ()
    hiding = frozenset(place for place, n in _room(view).items() if n)
    narrowed = (Fact(fact.card, fact.places & hiding) for fact in facts)
    return tuple(fact for fact in narrowed if fact.places)


def _under(buried: Buried) -> Place:
    return "under", -1 if buried.by is None else buried.by


def _came_up(facts: Memory, before: State, card: Good) -> Memory:
    """A card of the deck was drawn or laid: when the shuffled ones are used up, the first of those put under it."""
    if any(before.pile) or not before.under:
        return facts
    first = before.under[0]
    if first.card is Good.UNKNOWN:
        shown = card is not Good.UNKNOWN
        return _left(facts, card, _under(first)) if shown else _moved(facts, _under(first), _DRAWN)
    return (*facts, Fact(first.card, frozenset({_DRAWN}))) if card is Good.UNKNOWN else facts


def _came(facts: Memory, card: Good, seat: Seat) -> Memory:
    """A card that everybody saw is in this hand now."""
    return facts if card is Good.UNKNOWN else (*facts, Fact(card, frozenset({("hand", seat)})))


def _left(facts: Memory, card: Good, place: Place) -> Memory:
    """A card of this kind left the place and was shown: of the facts that it can mean, the one that says most goes."""
    meant = [fact for fact in facts if fact.card == card and place in fact.places]
    if not meant:
        return facts
    gone = facts.index(min(meant, key=lambda fact: len(fact.places)))
    return (*facts[:gone], *facts[gone + 1 :])


def _moved(facts: Memory, left: Place, to: Place) -> Memory:
    return tuple(fact.widened(left, to) for fact in facts)


def _room(view: State) -> dict[Place, int]:
    """How many unknown cards lie where."""
    room = {
        _PILE: view.pile[UNKNOWN],
        _DRAWN: view.now.drawn[UNKNOWN],
        _MARKET: view.market.count(Good.UNKNOWN),
        **Counter(_under(one) for one in view.under if one.card is Good.UNKNOWN),
    }
    for seat, player in enumerate(view.players):
        room["hand", seat] = player.hand[UNKNOWN]
        room["out", seat] = min(view.setup.dealt - 1, player.removed[UNKNOWN])
        room["painted", seat] = player.removed[UNKNOWN] - room["out", seat]
    return room


def possible(view: State, rng: Random, memory: Memory | None = None) -> State:
    """A full position that agrees with the view and the memory, each as likely as another. Raises `Impossible`."""
    shown = everywhere(view)
    hidden = [good for good, copies, n in zip(GOODS, view.setup.copies, shown, strict=False) for _ in range(copies - n)]
    room = _room(view)
    if not any(room.values()):
        return view
    laid = dealt(hidden, room, rng, memory or ())

    def filled(counts: Counts, *places: Place) -> Counts:
        found = [*counts[:UNKNOWN], 0]
        for good in chain.from_iterable(map(laid.__getitem__, places)):
            found[CARD_INDEX[good]] += 1
        return tuple(found)

    market = iter(laid[_MARKET])
    under = {place: iter(cards) for place, cards in laid.items() if place[0] == "under"}
    players = tuple(
        replace(
            player,
            hand=filled(player.hand, ("hand", seat)),
            removed=filled(player.removed, ("out", seat), ("painted", seat)),
        )
        for seat, player in enumerate(view.players)
    )
    return replace(
        view,
        players=players,
        pile=filled(view.pile, _PILE),
        market=tuple(next(market) if card is Good.UNKNOWN else card for card in view.market),
        under=tuple(
            Buried(next(under[_under(one)]), one.by) if one.card is Good.UNKNOWN else one for one in view.under
        ),
        now=replace(view.now, drawn=filled(view.now.drawn, _DRAWN)),
    )

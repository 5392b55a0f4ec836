"""What a seat remembers of what lay open, and full positions that agree with all it knows."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.correction import Corrected
from companion.engine.deal import Fact, Impossible, dealt
from companion.engine.game import Seat
from companion.engine.message import message
from companion.games.xanadu import components
from companion.games.xanadu import effects as did
from companion.games.xanadu.moves import Effect, StartPicked, WorkerPlaced
from companion.games.xanadu.names import UNKNOWN, Card, Cards
from companion.games.xanadu.outcomes import Drawn
from companion.games.xanadu.state import Building, Deal, State, all_cards

Place: TypeAlias = tuple[str, int]
"""``deck``, a seat's ``hand`` or ``pick``, or the workers ``on`` a building."""
Facts: TypeAlias = frozenset[Fact[Card, Place]]
_DECK: Place = ("deck", 0)
MOST_COINS = 60
"""The most tong bao that a seat is taken to have where nobody counted them: those in the box."""
TRIES = 20_000
"""Layouts looked at for one in which secret picks keep to the rule of the best colour."""


class Memory(Struct, frozen=True):
    """Where hidden cards can be that lay open once, and each seat's tong bao, where all sales were seen."""

    facts: Facts = frozenset()
    coins: tuple[int | None, ...] = ()


def remembered(memory: Memory | None, before: State, view: State, effects: Iterable[Effect]) -> Memory:
    """What a seat remembers after these effects, as it saw them; `before` and `view` are its views."""
    if memory is None:
        begins = isinstance(before.now, Deal) and before.now.stage == "setup"
        memory = Memory(coins=(0,) * before.players if begins else before.coins)
    facts, coins, discard = memory.facts, list(memory.coins), list(before.discard)
    for effect in effects:
        match effect:
            case Drawn(seat=seat, card=card) if card == UNKNOWN:
                facts = _moved(facts, _DECK, ("hand", seat))
            case StartPicked(seat=seat, card=card, returned=returned) if card == UNKNOWN:
                if returned:
                    facts = _moved(facts, ("pick", seat), ("hand", seat))
                facts = _moved(facts, ("hand", seat), ("pick", seat))
            case did.StartRevealed(seat=seat, cards=cards):
                facts = _begun(facts, view, seat, cards)
            case WorkerPlaced(seat=seat, worker=worker, building=building) if worker == UNKNOWN:
                facts = _moved(facts, ("hand", seat), ("on", building))
            case WorkerPlaced(worker=worker, building=building):
                facts |= {Fact(worker, frozenset({("on", building)}))}
            case did.Sold(seat=seat, card=card, workers=workers):
                known = coins[seat]
                coins[seat] = None if known is None else known + effect.price + effect.extra
                discard += [card, *workers]
            case did.Reshuffled():
                facts, discard = _reshuffled(facts, view, discard), []
            case Corrected():
                facts, coins = frozenset(), list(view.coins)
    return Memory(_narrowed(facts, view), tuple(coins))


def _moved(facts: Facts, left: Place, to: Place) -> Facts:
    return frozenset(fact.widened(left, to) for fact in facts)


def _begun(facts: Facts, view: State, seat: Seat, cards: Cards) -> Facts:
    """What a seat began with was the best colour in its hand, so no card of a better one is left there."""
    known, hand = {fact.card: fact.places for fact in facts}, ("hand", seat)
    worst = max(components.RANKS[card] for card in cards)
    better = {card for card in _hidden(view) if components.RANKS[card] < worst}
    anywhere = frozenset(_room(view))
    rest = frozenset(fact for fact in facts if fact.card not in better)
    return rest | {Fact(card, known.get(card, anywhere) - {hand}) for card in better}


def _reshuffled(facts: Facts, view: State, deck: list[Card]) -> Facts:
    """What lay in the discard pile is the deck now. Every other hidden card is where it was, and not in the deck."""
    known, in_deck = {fact.card: fact.places for fact in facts}, frozenset({_DECK})
    anywhere = frozenset(_room(view))
    return frozenset(
        Fact(card, in_deck if card in deck else known.get(card, anywhere) - in_deck) for card in _hidden(view)
    )


def _narrowed(facts: Facts, view: State) -> Facts:
    """The facts about cards that are hidden now, with only those places that hide any."""
    hidden, hiding = set(_hidden(view)), frozenset(place for place, n in _room(view).items() if n)
    found = (Fact(fact.card, fact.places & hiding) for fact in facts if fact.card in hidden)
    return frozenset(fact for fact in found if fact.places)


def _hidden(view: State) -> Cards:
    """The cards of the edition that do not lie open to this view."""
    shown = all_cards(view)
    return tuple(card for card in components.EDITIONS[view.options.edition] if not shown[card])


def _room(view: State) -> dict[Place, int]:
    """How many unknown cards lie where."""
    room = {_DECK: view.deck.count(UNKNOWN)}
    for seat in range(view.players):
        room["hand", seat] = view.hands[seat].count(UNKNOWN)
        room["pick", seat] = view.picked[seat].count(UNKNOWN)
    for buildings in view.city:
        for building in buildings:
            room["on", building.card] = room.get(("on", building.card), 0) + building.workers.count(UNKNOWN)
    return room


def possible(view: State, rng: Random, memory: Memory | None = None) -> State:
    """A full position that agrees with the view and the memory, each as likely as another. Raises `Impossible`."""
    memory = memory or Memory()
    hidden, room = _hidden(view), _room(view)
    for _ in range(TRIES):
        laid = dealt(hidden, room, rng, memory.facts)
        state = _filled(view, laid)
        if all(_best(state, Seat(seat), laid["pick", seat]) for seat in range(view.players)):
            return replace(state, coins=_coins(view, memory, rng))
    raise Impossible(message("not_possible", cards=len(hidden), slots=sum(room.values())))


def _best(state: State, seat: Seat, picks: list[Card]) -> bool:
    """Could these be picked secretly? A better colour would have to be in none of the other cards."""
    if not picks:
        return True
    ranks = components.RANKS
    return max(ranks[card] for card in picks) <= min((ranks[card] for card in state.hands[seat]), default=99)


def _coins(view: State, memory: Memory, rng: Random) -> tuple[int, ...]:
    counted = memory.coins or (None,) * view.players
    pairs = zip(view.coins, counted, strict=True)
    return tuple(
        shown if shown is not None else known if known is not None else rng.randint(0, MOST_COINS)
        for shown, known in pairs
    )


def _filled(view: State, laid: dict[Place, list[Card]]) -> State:
    def filled(cards: Cards, place: Place) -> Cards:
        return tuple(sorted((*(card for card in cards if card != UNKNOWN), *laid[place])))

    def manned(building: Building) -> Building:
        found = iter(laid["on", building.card])
        workers = tuple(next(found) if worker == UNKNOWN else worker for worker in building.workers)
        return Building(building.card, workers, building.sideways)

    return replace(
        view,
        deck=filled(view.deck, _DECK),
        hands=tuple(filled(cards, ("hand", seat)) for seat, cards in enumerate(view.hands)),
        picked=tuple(filled(cards, ("pick", seat)) for seat, cards in enumerate(view.picked)),
        city=tuple(tuple(map(manned, buildings)) for buildings in view.city),
    )

"""Deals hidden cards at random, consistent with everything a seat has seen.

A `History` lists what the seat saw happen to places with hidden cards: cards were added, moved face down, taken out
face up. `deal` replays it with face-down cards, each with the set of cards that it can be, and picks at random where
the seat could not see which card moved. Only then is each card turned up as one of its set.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from random import Random
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

from companion.engine.message import MessageError, message

C = TypeVar("C")
P = TypeVar("P")
TRIES = 3_000
"""Replays before a history counts as impossible. Of 2,600 deals in long games, one took 215 and most took one."""


class Impossible(MessageError):  # noqa: N818 - named for what it is said of
    """No full state is consistent with the view: an odd position, or a history of another game."""


class Added(Struct, Generic[C, P], frozen=True):
    """Hidden cards were added to this place from outside the hidden places. Each is one of these cards."""

    place: P
    cards: frozenset[C]
    number: int = 1


class Moved(Struct, Generic[P], frozen=True):
    """One card moved face down from one place to another."""

    source: P
    target: P


class Removed(Struct, Generic[C, P], frozen=True):
    """This card was taken out of the place face up."""

    place: P
    card: C


class Lacked(Struct, Generic[C, P], frozen=True):
    """The place held none of these cards at that time."""

    place: P
    cards: frozenset[C]


class FewKinds(Struct, Generic[P], frozen=True):
    """The cards in the place were of fewer different kinds than this at that time."""

    place: P
    kinds: int


Event: TypeAlias = Added[C, P] | Moved[P] | Removed[C, P] | Lacked[C, P] | FewKinds[P]
PlaceEvent: TypeAlias = tuple[int, str, frozenset[C]]
"""An event as one place meets it: its number, and whether the place will ``add`` one of these cards, ``gain`` any card,
``lose`` one of these, or ``lack`` all of them."""


class History(Struct, Generic[C, P], frozen=True, dict=True):
    """The events of hidden cards that a seat saw, oldest first."""

    events: tuple[Event[C, P], ...] = ()

    @classmethod
    def starting(cls, cards: Iterable[C], room: Mapping[P, int]) -> History[C, P]:
        """Returns the start of a game: each place holds its number of cards, which can be any of these."""
        any_card = frozenset(cards)
        return cls(tuple(Added(place, any_card, number) for place, number in room.items() if number))

    def then(self, *events: Event[C, P]) -> History[C, P]:
        return History((*self.events, *events)) if events else self

    @cached_property
    def sizes(self) -> Counter[P]:
        """Returns the number of hidden cards in each place that has any."""
        sizes: Counter[P] = Counter()
        for event in self.events:
            match event:
                case Added(place=place, number=number):
                    sizes[place] += number
                case Removed(place=place):
                    sizes[place] -= 1
                case Moved(source=source, target=target):
                    sizes[source] -= 1
                    sizes[target] += 1
        return Counter({place: number for place, number in sizes.items() if number})

    @cached_property
    def uniform(self) -> dict[P, frozenset[C]]:
        """Returns the places whose cards all have the same possible values, such as a shuffled deck, and those
        values."""
        cards: dict[P, frozenset[C]] = {}
        mixed = set()
        for event in self.events:
            match event:
                case Added(place=place) if cards.setdefault(place, event.cards) != event.cards:
                    mixed.add(place)
                case Moved(target=place) | Lacked(place=place):
                    mixed.add(place)
        return {place: one for place, one in cards.items() if place not in mixed}

    @cached_property
    def futures(self) -> dict[P, list[PlaceEvent[C]]]:
        """Returns the events of each place, in order, without face-down cards that leave it."""
        found: dict[P, list[PlaceEvent[C]]] = {}
        for number, event in enumerate(self.events):
            match event:
                case Added(place=place, cards=cards, number=count):
                    found.setdefault(place, []).extend([(number, "add", cards)] * count)
                case Moved(source=source, target=place):
                    cards = self.uniform.get(source, frozenset())
                    found.setdefault(place, []).append((number, "add" if cards else "gain", cards))
                case Removed(place=place, card=card):
                    found.setdefault(place, []).append((number, "lose", frozenset({card})))
                case Lacked(place=place, cards=cards):
                    found.setdefault(place, []).append((number, "lack", cards))
        return found


def deal(history: History[C, P], cards: Sequence[C], room: Mapping[P, int], rng: Random) -> dict[P, list[C]]:
    """Deals the hidden cards into places of these sizes, consistent with the history.

    The cards of a place are in order of arrival. Events of other places are ignored. Raises `Impossible`.
    """
    if sum(room.values()) != len(cards):
        raise Impossible(message("not_possible", cards=len(cards), slots=sum(room.values())))
    if history.sizes != Counter({place: number for place, number in room.items() if number}):
        history = History.starting(cards, room)
    for _ in range(TRIES):
        replay = _Replay(history, rng)
        if replay.run() and replay.turn_up(cards):
            return {place: replay.shown(place) for place in room}
    raise Impossible(message("not_possible", cards=len(cards), slots=sum(room.values())))


class _Replay(Generic[C, P]):
    """One way in which everything can have happened. Face-down cards are numbers."""

    def __init__(self, history: History[C, P], rng: Random) -> None:
        self._history, self._rng = history, rng
        self._futures = history.futures
        self._places: dict[P, list[int]] = {}
        self._sets: list[frozenset[C]] = []
        """What each card can be."""
        self._cards: dict[int, C] = {}
        """The cards that were turned up."""
        self._few: list[tuple[list[int], int]] = []
        """Cards that lay together, and how many kinds they have fewer than."""

    def run(self) -> bool:
        """Replays all events. Returns False if the picks so far lead to a dead end."""
        return all(self._play(number, event) for number, event in enumerate(self._history.events))

    def _play(self, number: int, event: Event[C, P]) -> bool:
        sets, places = self._sets, self._places
        match event:
            case Moved(source=source, target=target):
                picked = self._pick(number, source, target)
                if picked is None:
                    return False
                places.setdefault(target, []).append(places[source].pop(picked))
            case Added(place=place, cards=cards, number=count):
                places.setdefault(place, []).extend(range(len(sets), len(sets) + count))
                sets += [cards] * count
            case Removed(place=place, card=card):
                fitting = [one for one in places.get(place, ()) if card in sets[one]]
                if not fitting:
                    return False
                # Of those that it can be, the one that can be least else: the others fit wherever that one does.
                least = min(len(sets[one]) for one in fitting)
                one = self._rng.choice([one for one in fitting if len(sets[one]) == least])
                places[place].remove(one)
                self._cards[one] = card
            case Lacked(place=place, cards=cards):
                for one in places.get(place, ()):
                    sets[one] -= cards
            case FewKinds(place=place, kinds=kinds):
                self._few.append((list(places.get(place, ())), kinds))
        return True

    def _pick(self, number: int, source: P, target: P) -> int | None:
        """Returns the index of the card that moves: any one after which both places can still show what they showed."""
        there, random = self._places.get(source, []), self._rng.random
        if not there:
            return None
        kinds = {self._sets[one] for one in there} if source not in self._history.uniform else ()
        if len(kinds) < 2:
            return int(random() * len(there))
        refused: set[frozenset[C]] = set()
        for index in self._rng.sample(range(len(there)), len(there)):
            kind = self._sets[there[index]]
            if kind in refused:
                continue
            left = [self._sets[one] for one in there]
            left.remove(kind)
            came = [*(self._sets[one] for one in self._places.get(target, ())), kind]
            if self._can_show(number, source, left) and self._can_show(number, target, came):
                return index
            refused.add(kind)
        return None

    def _can_show(self, number: int, place: P, there: list[frozenset[C]]) -> bool:
        """Returns whether these cards and later arrivals can supply everything that leaves the place after this
        event."""
        steps = self._futures[place]
        unknown = 0
        for _, step, cards in steps[bisect_right(steps, number, key=itemgetter(0)) :]:
            if step == "add":
                there.append(cards)
            elif step == "gain":
                unknown += 1
            elif step == "lack":
                there = [one - cards for one in there]
            else:
                least = min((one for one in there if not one.isdisjoint(cards)), key=len, default=None)
                if least is not None:
                    there.remove(least)
                elif unknown:
                    unknown -= 1
                else:
                    return False
        return True

    def turn_up(self, cards: Sequence[C]) -> bool:
        """Turns each card into one of its set, uniformly at random. Returns False if there are too few of some."""
        left = list(cards)
        of_set: dict[frozenset[C], list[int]] = {}
        for place in self._places.values():
            for one in place:
                of_set.setdefault(self._sets[one], []).append(one)
        for kind in sorted(of_set, key=len):
            self._rng.shuffle(left)
            wanted, rest = of_set[kind], []
            for card in left:
                if wanted and card in kind:
                    self._cards[wanted.pop()] = card
                else:
                    rest.append(card)
            if wanted:
                return False
            left = rest
        return all(len({self._cards[one] for one in ones}) < kinds for ones, kinds in self._few)

    def shown(self, place: P) -> list[C]:
        return [self._cards[one] for one in self._places.get(place, ())]

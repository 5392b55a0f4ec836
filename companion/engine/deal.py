"""Deals hidden cards at random, consistent with everything a seat has seen.

A `History` lists what the seat saw happen to places with hidden cards: cards were added, moved face down, taken out
face up. `deal` replays it with face-down cards, each with the set of cards that it can be, and picks at random where
the seat could not see which card moved. Only then is each card turned up as one of its set.

Cards and places are any hashable values.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct

from companion.engine.wording import MessageError, message

Card: TypeAlias = Any
Place: TypeAlias = Any
TRIES = 3_000
"""Replays before a history counts as impossible. Of 2,600 deals in long games, one took 215 and most took one."""


class Impossible(MessageError):  # noqa: N818 - named for what it is said of
    """No full state is consistent with the view: an odd position, or a history of another game."""


class Added(Struct, frozen=True):
    """Hidden cards were added to this place from outside the hidden places. Each is one of these cards."""

    place: Place
    cards: frozenset[Card]
    number: int = 1


class Moved(Struct, frozen=True):
    """One card moved face down from one place to another."""

    source: Place
    place: Place


class Removed(Struct, frozen=True):
    """This card was taken out of the place face up."""

    place: Place
    card: Card


class Lacked(Struct, frozen=True):
    """The place held none of these cards at that time."""

    place: Place
    cards: frozenset[Card]


class FewKinds(Struct, frozen=True):
    """The cards in the place were of fewer different kinds than this at that time."""

    place: Place
    kinds: int


Event: TypeAlias = Added | Moved | Removed | Lacked | FewKinds


class History(Struct, frozen=True):
    """The events of hidden cards that a seat saw, oldest first."""

    events: tuple[Event, ...] = ()

    @classmethod
    def starting(cls, cards: Iterable[Card], room: Mapping[Place, int]) -> History:
        """Returns the start of a game: each place holds its number of cards, which can be any of these."""
        any_card = frozenset(cards)
        return cls(tuple(Added(place, any_card, number) for place, number in room.items() if number))

    def then(self, *events: Event) -> History:
        return History((*self.events, *events)) if events else self

    def count(self) -> Counter[Place]:
        """Returns the number of hidden cards in each place."""
        counts: Counter[Place] = Counter()
        for event in self.events:
            match event:
                case Added(place=place, number=number):
                    counts[place] += number
                case Removed(place=place):
                    counts[place] -= 1
                case Moved(source=source, place=place):
                    counts[source] -= 1
                    counts[place] += 1
        return counts


def deal(history: History, cards: Sequence[Card], room: Mapping[Place, int], rng: Random) -> dict[Place, list[Card]]:
    """Deals the hidden cards into places of these sizes, consistent with the history.

    The cards of a place are in order of arrival. Events of other places are ignored. Raises `Impossible`.
    """
    if sum(room.values()) == len(cards):
        if history.count() != Counter(room):
            history = History.starting(cards, room)
        for _ in range(TRIES):
            replay = _Replay(history, rng)
            if replay.run() and replay.turn_up(cards):
                return {place: [replay.cards[one] for one in replay.places.get(place, ())] for place in room}
    raise Impossible(message("not_possible", cards=len(cards), slots=sum(room.values())))


class _Replay:
    """One way in which everything can have happened. Face-down cards are numbers."""

    def __init__(self, history: History, rng: Random) -> None:
        self._events, self._rng = history.events, rng
        self.places: dict[Place, list[int]] = {}
        self._sets: list[frozenset[Card]] = []
        """What each card can be."""
        self.cards: dict[int, Card] = {}
        """The cards that were turned up."""
        self._few: list[tuple[list[int], int]] = []
        """Cards that lay together, and how many kinds they have fewer than."""
        self._futures: dict[Place, deque[Event]] = {}
        """The events still to come of each place, without face-down cards that leave it."""
        for event in history.events:
            self._futures.setdefault(event.place, deque()).append(event)

    def run(self) -> bool:
        """Replays all events. Returns False at a dead end."""
        return all(map(self._play, self._events))

    def _play(self, event: Event) -> bool:
        self._futures[event.place].popleft()
        sets, there = self._sets, self.places.setdefault(event.place, [])
        match event:
            case Moved(source=source):
                picked = self._pick(source, event.place)
                if picked is None:
                    return False
                there.append(self.places[source].pop(picked))
            case Added(cards=cards, number=count):
                there.extend(range(len(sets), len(sets) + count))
                sets += [cards] * count
            case Removed(card=card):
                fitting = [one for one in there if card in sets[one]]
                if not fitting:
                    return False
                # Of those that it can be, the one that can be least else: the others fit wherever that one does.
                least = min(len(sets[one]) for one in fitting)
                one = self._rng.choice([one for one in fitting if len(sets[one]) == least])
                there.remove(one)
                self.cards[one] = card
            case Lacked(cards=cards):
                for one in there:
                    sets[one] -= cards
            case FewKinds(kinds=kinds):
                self._few.append((list(there), kinds))
        return True

    def _pick(self, source: Place, target: Place) -> int | None:
        """Returns the index of the card that moves: any one after which both places can still show what they showed."""
        there = [self._sets[one] for one in self.places.get(source, ())]
        kinds = set(there)
        if len(kinds) == 1:
            return int(self._rng.random() * len(there))
        for index in self._rng.sample(range(len(there)), len(there)):
            kind = there[index]
            if kind not in kinds:
                continue
            left, came = [*there], [*(self._sets[one] for one in self.places[target]), kind]
            left.remove(kind)
            if self._can_show(source, left) and self._can_show(target, came):
                return index
            kinds.remove(kind)
        return None

    def _can_show(self, place: Place, there: list[frozenset[Card]]) -> bool:
        """Returns whether these cards and later arrivals can supply all that still leaves the place."""
        unknown = 0
        for event in self._futures.get(place, ()):
            match event:
                case Added(cards=cards, number=count):
                    there += [cards] * count
                case Moved():
                    unknown += 1
                case Lacked(cards=cards):
                    there = [one - cards for one in there]
                case Removed(card=card):
                    least = min((one for one in there if card in one), key=len, default=None)
                    if least is not None:
                        there.remove(least)
                    elif unknown:
                        unknown -= 1
                    else:
                        return False
        return True

    def turn_up(self, cards: Sequence[Card]) -> bool:
        """Turns each card into one of its set, uniformly at random. Returns False if there are too few of some."""
        left = list(cards)
        of_set: dict[frozenset[Card], list[int]] = {}
        for place in self.places.values():
            for one in place:
                of_set.setdefault(self._sets[one], []).append(one)
        for kind in sorted(of_set, key=len):
            self._rng.shuffle(left)
            wanted, rest = of_set[kind], []
            for card in left:
                if wanted and card in kind:
                    self.cards[wanted.pop()] = card
                else:
                    rest.append(card)
            if wanted:
                return False
            left = rest
        return all(len({self.cards[one] for one in ones}) < kinds for ones, kinds in self._few)

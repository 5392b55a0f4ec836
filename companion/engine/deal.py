"""Deals hidden cards at random so that they agree with everything a seat has seen of them.

A `History` lists what the seat saw happen to places with hidden cards: cards were added, moved face down, taken out
face up. `deal` plays it again with cards face down, each with the set of cards that it can be, and picks at random
where the seat could not see which card moved. Only then each card is turned up as one of its set.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, permutations
from operator import itemgetter
from random import Random
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

from companion.engine.message import MessageError, message

C = TypeVar("C")
P = TypeVar("P")
TRIES = 1_000
"""Replays before a history counts as impossible. Measured in long games, one replay in a hundred fails."""


class Impossible(MessageError):  # noqa: N818 - named for what it is said of
    """No full state agrees with what is known: an odd position, or a history of another game."""


class Added(Struct, Generic[C, P], frozen=True):
    """Hidden cards came into this place from outside the hidden places. Each is one of these cards."""

    place: P
    cards: frozenset[C]
    number: int = 1


class Moved(Struct, Generic[P], frozen=True):
    """One card went from a place to another one face down."""

    source: P
    target: P


class Removed(Struct, Generic[C, P], frozen=True):
    """This card was taken out of the place, and the seat saw it."""

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
Pools: TypeAlias = tuple[frozenset[C], ...]
Step: TypeAlias = tuple[int, str, frozenset[C]]
"""An event as one place meets it: its number, and whether the place will ``add`` one of these cards, ``gain`` any card,
``lose`` one of these, or ``lack`` all of them."""


class History(Struct, Generic[C, P], frozen=True, dict=True):
    """The events of hidden cards that a seat saw, oldest first."""

    events: tuple[Event[C, P], ...] = ()

    @classmethod
    def starting(cls, cards: Iterable[C], room: Mapping[P, int]) -> History[C, P]:
        """The start of a game: each place holds its number of cards, which can be any of these."""
        any_card = frozenset(cards)
        return cls(tuple(Added(place, any_card, number) for place, number in room.items() if number))

    def then(self, *events: Event[C, P]) -> History[C, P]:
        return History((*self.events, *events)) if events else self

    @cached_property
    def sizes(self) -> Counter[P]:
        """How many hidden cards each place has now; places without any are left out."""
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
        """The places whose cards can all be the same, as in a shuffled deck, and what they can be."""
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
    def pools(self) -> dict[C, frozenset[C]]:
        """The shuffled deck, or whatever else cards came from together, that a hidden card came from."""
        return {
            card: event.cards
            for event in self.events
            if isinstance(event, Added) and len(event.cards) > 1
            for card in event.cards
        }

    @cached_property
    def orders(self) -> list[tuple[list[int], list[Pools[C]]]]:
        """Moves of which it was shown later what they moved: of all to one place their numbers, and the orders in which
        they can have moved cards of those pools. Places with one order come first."""
        moves: dict[P, list[int]] = {}
        shown: dict[P, list[C]] = {}
        known = {event.place for event in self.events if isinstance(event, Added) and len(event.cards) == 1}
        if known & {event.source for event in self.events if isinstance(event, Moved)}:
            return []
        for number, event in enumerate(self.events):
            match event:
                case Moved(target=place):
                    moves.setdefault(place, []).append(number)
                case Removed(place=place, card=card):
                    shown.setdefault(place, []).append(card)
        for event in self.events:
            match event:
                case Added(place=place, cards=cards) if len(cards) == 1 and place in moves:
                    shown[place] = [card for card in shown.get(place, []) if card not in cards]
                case Moved(source=place):
                    moves.pop(place, None)
        found = []
        for place, numbers in moves.items():
            pools = [self.pools[card] for card in shown.get(place, ()) if card in self.pools]
            # Cards that lay there before the history began are of no move.
            if place not in self.sizes and len(pools) == len(numbers):
                found.append((numbers, list(dict.fromkeys(permutations(pools)))))
        return sorted(found, key=lambda one: len(one[1]))

    @cached_property
    def balances(self) -> Balances[C, P]:
        """The balances of all places, less the moves that can only have been of one pool."""
        lengths: Counter[P] = Counter()
        changes: dict[tuple[P, frozenset[C]], dict[int, int]] = {}
        moves: dict[int, tuple[P, int]] = {}

        def book(place: P, pool: frozenset[C] | None, change: int) -> None:
            if pool is not None:
                changes.setdefault((place, pool), {})[lengths[place]] = change
            lengths[place] += 1

        for number, event in enumerate(self.events):
            match event:
                case Added(place=place, cards=cards, number=count):
                    book(place, cards, count)
                case Removed(place=place, card=card):
                    book(place, self.pools.get(card), -1)
                case Moved(source=source, target=target):
                    moves[number] = source, lengths[source]
                    book(source, None, -1)
                    book(target, self.uniform.get(source), 1)
        rows = {
            (place, pool): list(accumulate(change.get(i, 0) for i in range(lengths[place])))
            for (place, pool), change in changes.items()
        }
        found = Balances(moves, rows, {})
        for numbers, orders in self.orders:
            if len(orders) == 1:
                found.take(numbers, orders[0])
        return found

    @cached_property
    def futures(self) -> dict[P, list[Step[C]]]:
        """The steps of each place, in order; face-down cards that leave it are left out."""
        found: dict[P, list[Step[C]]] = {}
        for number, event in enumerate(self.events):
            match event:
                case Added(place=place, cards=cards, number=count):
                    found.setdefault(place, []).extend([(number, "add", cards)] * count)
                case Moved(source=source, target=place):
                    if number in self.balances.pools:
                        found[source].append((number, "lose", self.balances.pools[number]))
                    cards = self.uniform.get(source, frozenset())
                    found.setdefault(place, []).append((number, "add" if cards else "gain", cards))
                case Removed(place=place, card=card):
                    found.setdefault(place, []).append((number, "lose", frozenset({card})))
                case Lacked(place=place, cards=cards):
                    found.setdefault(place, []).append((number, "lack", cards))
        return found


class Balances(Generic[C, P]):
    """How many cards of each pool a place has after each of its events; cards that left it unseen are still counted."""

    def __init__(
        self,
        moves: dict[int, tuple[P, int]],
        rows: dict[tuple[P, frozenset[C]], list[int]],
        pools: dict[int, frozenset[C]],
    ) -> None:
        self._moves, self._rows = moves, rows
        self.pools = pools
        """The pools of the moves that were taken, by their numbers."""

    def copy(self) -> Balances[C, P]:
        return Balances(self._moves, dict(self._rows), dict(self.pools))

    def source(self, number: int) -> P:
        return self._moves[number][0]

    def take(self, numbers: Sequence[int], pools: Pools[C]) -> bool:
        """Makes each of these moves one of a card of that pool. False: a source has none, or needs it later."""
        for number, pool in zip(numbers, pools, strict=True):
            source, index = self._moves[number]
            row = self._rows.get((source, pool), [])
            if min(row[index:], default=0) < 1:
                return False
            self._rows[source, pool] = [*row[:index], *[n - 1 for n in row[index:]]]
            self.pools[number] = pool
        return True


def deal(history: History[C, P], cards: Sequence[C], room: Mapping[P, int], rng: Random) -> dict[P, list[C]]:
    """Deals the hidden cards into places with room for so many, so that they agree with the history.

    The cards of a place are in the order in which they came there. A history of other places than these is left
    aside. Raises `Impossible`.
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
    """One way in which everything can have happened. Cards face down are numbers."""

    def __init__(self, history: History[C, P], rng: Random) -> None:
        self._history, self._rng = history, rng
        self._balances = history.balances
        self._futures = history.futures
        self._places: dict[P, list[int]] = {}
        self._sets: list[frozenset[C]] = []
        """What each card can be."""
        self._cards: dict[int, C] = {}
        """The cards that were turned up."""
        self._few: list[tuple[list[int], int]] = []
        """Cards that lay together, and how many kinds they have fewer than."""

    def run(self) -> bool:
        """Plays all events. False: the picks so far leave no way to go on."""
        mixed = [(numbers, orders) for numbers, orders in self._history.orders if len(orders) > 1]
        if mixed and not self._assign(mixed):
            return False
        return all(self._play(number, event) for number, event in enumerate(self._history.events))

    def _assign(self, mixed: Sequence[tuple[list[int], list[Pools[C]]]]) -> bool:
        """Picks the pools of moves to places that showed cards of several, so that each source had such cards."""
        if not mixed:
            demands: dict[P, list[Step[C]]] = {}
            for number, pool in self._balances.pools.items():
                if number not in self._history.balances.pools:
                    demands.setdefault(self._balances.source(number), []).append((number, "lose", pool))
            merged = {place: sorted([*self._futures[place], *s], key=itemgetter(0)) for place, s in demands.items()}
            self._futures = self._futures | merged
            return True
        (numbers, orders), *rest = mixed
        before = self._balances
        for order in self._rng.sample(orders, len(orders)):
            self._balances = before.copy()
            if self._balances.take(numbers, order) and self._assign(rest):
                return True
        return False

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
        """The index of the card that moves: any after which both places can still show what they showed."""
        there, random = self._places.get(source, []), self._rng.random
        if not there:
            return None
        kinds = {self._sets[one] for one in there} if source not in self._history.uniform else ()
        if len(kinds) < 2:
            return int(random() * len(there))
        pool = self._balances.pools.get(number)
        refused = {kind for kind in kinds if pool and kind.isdisjoint(pool)}
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
        """Can these cards and those that come later be all that leaves the place after this event?"""
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
        """Makes each card one of its set, each way as likely as another. False: there are too few of some."""
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

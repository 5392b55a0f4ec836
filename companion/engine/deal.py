"""Hidden things laid out at random as far as they are not known: what `possible` of a game with cards is made of."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Generic, TypeVar

from msgspec import Struct

from companion.engine.message import MessageError, message

C = TypeVar("C")
P = TypeVar("P")
MIXED = 24
"""Exchanges for each card that mix a layout with facts in it until no trace is left of how it began."""


class Impossible(MessageError):  # noqa: N818 - named for what it is said of
    """No full state agrees with what is known: an odd position, or facts of another game."""


class Fact(Struct, Generic[C, P], frozen=True):
    """One copy of this card lies in one of these places."""

    card: C
    places: frozenset[P]

    def widened(self, left: P, to: P) -> Fact[C, P]:
        """The same after a card that nobody saw went from one place to another."""
        return Fact(self.card, self.places | {to}) if left in self.places else self


def dealt(
    cards: Sequence[C], room: Mapping[P, int], rng: Random, facts: Collection[Fact[C, P]] = ()
) -> dict[P, list[C]]:
    """The cards laid into places with room for so many, each layout that the facts allow as likely as another.

    Facts about cards that are not among these are left aside: they lie open. Raises `Impossible`.
    """
    if sum(room.values()) != len(cards):
        raise Impossible(message("not_possible", cards=len(cards), slots=sum(room.values())))
    laid = list(cards)
    rng.shuffle(laid)
    found: dict[P, list[C]] = {place: [] for place in room}
    rest, allowed = _laid_where_known(laid, _allowed(laid, facts), found)
    slots = [place for place, n in room.items() for _ in range(n - len(found[place]))]
    if len(slots) != len(rest):
        raise Impossible(message("not_possible", cards=len(rest), slots=len(slots)))
    if any(places is not None for places in allowed):
        order = _mixed(_first(slots, allowed), slots, allowed, rng)
        rest = [rest[card] for card in order]
    for place, card in zip(slots, rest, strict=True):
        found[place].append(card)
    return found


def _laid_where_known(
    laid: Sequence[C], allowed: Sequence[frozenset[P] | None], found: dict[P, list[C]]
) -> tuple[list[C], list[frozenset[P] | None]]:
    """Lays what can lie in one place only there; the other cards, and where they may lie."""
    rest: list[C] = []
    left: list[frozenset[P] | None] = []
    for card, places in zip(laid, allowed, strict=True):
        if places is not None and len(places) == 1 and (only := next(iter(places))) in found:
            found[only].append(card)
        else:
            rest.append(card)
            left.append(places)
    return rest, left


def _allowed(laid: Sequence[C], facts: Collection[Fact[C, P]]) -> list[frozenset[P] | None]:
    """For each card the places that a fact leaves it; none: any."""
    allowed: list[frozenset[P] | None] = [None] * len(laid)
    of: dict[C, list[int]] = {}
    for i, card in enumerate(laid):
        of.setdefault(card, []).append(i)
    for fact in sorted(facts, key=lambda fact: len(fact.places)):
        copies = of.get(fact.card)
        if copies:
            allowed[copies.pop()] = fact.places
    return allowed


def _first(slots: Sequence[P], allowed: Sequence[frozenset[P] | None]) -> list[int]:
    """A layout that the facts allow, as the card of each slot: a matching by augmenting paths."""
    of: list[int] = [-1] * len(slots)

    def placed(card: int, tried: set[int]) -> bool:
        places = allowed[card]
        fitting = [slot for slot, place in enumerate(slots) if places is None or place in places]
        for slot in fitting:
            if of[slot] < 0:
                of[slot] = card
                return True
        for slot in fitting:
            if slot not in tried:
                tried.add(slot)
                if placed(of[slot], tried):
                    of[slot] = card
                    return True
        return False

    for card in sorted(range(len(slots)), key=lambda card: len(slots) if (p := allowed[card]) is None else len(p)):
        if not placed(card, set()):
            raise Impossible(message("not_possible", cards=len(slots), slots=len(slots)))
    return of


def _mixed(of: list[int], slots: Sequence[P], allowed: Sequence[frozenset[P] | None], rng: Random) -> list[int]:
    """The layout after many exchanges of two or three cards, of those that the facts allow. Each is as likely as its
    way back, so in the end all layouts are alike."""
    count, random = len(slots), rng.random
    for _ in range(MIXED * count):
        a, b, c = int(random() * count), int(random() * count), int(random() * count)
        first, second = of[a], of[b]
        of_first, of_second = allowed[first], allowed[second]
        if c % 2 or a == b or b == c or c == a:
            if (of_first is None or slots[b] in of_first) and (of_second is None or slots[a] in of_second):
                of[a], of[b] = second, first
            continue
        third = of[c]
        of_third = allowed[third]
        if (
            (of_first is None or slots[b] in of_first)
            and (of_second is None or slots[c] in of_second)
            and (of_third is None or slots[a] in of_third)
        ):
            of[a], of[b], of[c] = third, first, second
    return of

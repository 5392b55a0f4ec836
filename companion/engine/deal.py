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
    slots = [place for place, n in room.items() for _ in range(n)]
    if len(slots) != len(cards):
        raise Impossible(message("not_possible", cards=len(cards), slots=len(slots)))
    laid = list(cards)
    rng.shuffle(laid)
    allowed = _allowed(laid, facts)
    if any(places is not None for places in allowed):
        order = _mixed(_first(slots, allowed), slots, allowed, rng)
        laid = [laid[card] for card in order]
    found: dict[P, list[C]] = {place: [] for place in room}
    for place, card in zip(slots, laid, strict=True):
        found[place].append(card)
    return found


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
        for slot, place in enumerate(slots):
            if slot in tried or (places is not None and place not in places):
                continue
            tried.add(slot)
            if of[slot] < 0 or placed(of[slot], tried):
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

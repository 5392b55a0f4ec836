"""The economy of Xanadú's deck, counted from `cards/xanadu/buildings.csv`.

`python tests/cards/xanadu/xanadu_deck.py` writes `docs/lab/xanadu-deck.md` anew; the tests hold the page
and the deck together.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path
from statistics import fmean, pstdev

ROOT = Path(__file__).resolve().parents[3]
BUILDINGS = ROOT / "cards" / "xanadu" / "buildings.csv"
PAGE = ROOT / "docs" / "lab" / "xanadu-deck.md"
BASIC, COLOURS = "brown", ("brown", "blue", "yellow", "green", "magenta")
RESOURCES = ("wood", "clay", "stone", "water", "silk", "ink", "porcelain", "gold", "bronze", "jade")
BASE = {  # of these a cost contains at least one, from each group
    "brown": [{"wood", "clay"}],
    "blue": [{"silk", "porcelain", "ink"}],
    "yellow": [{"gold", "bronze"}],
    "green": [{"jade"}],
    "magenta": [{"jade"}, {"gold", "bronze"}],
}
DEALT, DRAWN = 7, 1


@dataclass(frozen=True)
class Building:
    """One card. Rows, favours and prices run from the bottom of the card to its top."""

    id: str
    number: str
    colour: str
    cost: tuple[str, ...]
    passive: str
    favours: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    prices: tuple[int, ...]

    @property
    def yields(self) -> tuple[str, ...]:
        """Everything that four workers take from it."""
        return tuple(resource for row in self.rows for resource in row)

    @property
    def marks(self) -> str:
        """How each worker changes the price: `+`, `-` or `=`."""
        return "".join("+" if b > a else "-" if b < a else "=" for a, b in pairwise(self.prices))


def read(path: Path = BUILDINGS) -> tuple[Building, ...]:
    """Every card of the file, those of the online edition included."""
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(
            Building(
                id=row["id"],
                number=row["number"],
                colour=row["colour"],
                cost=tuple(row["cost"].split()),
                passive=row["passive"],
                favours=tuple(row[f"favour{n}"] for n in range(1, 5)),
                rows=tuple(tuple(row[f"row{n}"].split()) for n in range(1, 5)),
                prices=tuple(int(row[f"price{n}"]) for n in range(1, 6)),
            )
            for row in csv.DictReader(file)
        )


def of(deck: Iterable[Building], colour: str) -> list[Building]:
    return [card for card in deck if card.colour == colour]


def supply(deck: Iterable[Building]) -> Counter[str]:
    """How often each resource stands in the rows."""
    return Counter(resource for card in deck for resource in card.yields)


def lasting(deck: Iterable[Building]) -> Counter[str]:
    """How often each resource is a passive or a favour."""
    return Counter(resource for card in deck for resource in (card.passive, *card.favours) if resource)


def demand(deck: Iterable[Building]) -> Counter[str]:
    """How often each resource stands in the costs."""
    return Counter(resource for card in deck for resource in card.cost)


# --- what the first two turns can pay for -----------------------------------------------------------

_BITS = 6
_GUARD = sum(1 << (_BITS * place + _BITS - 1) for place in range(len(RESOURCES)))


def _pack(resources: Iterable[str]) -> int:
    """A bag of resources as one number, six bits each, so that comparing two bags is one subtraction."""
    return sum(1 << (_BITS * RESOURCES.index(resource)) for resource in resources if resource)


def _pays(bag: int, cost: int) -> bool:
    return ((bag | _GUARD) - cost) & _GUARD == _GUARD


@dataclass(frozen=True)
class _Packed:
    """A card as bags: what the rows and the favours below each height add up to."""

    cost: int
    passive: int
    rows: tuple[int, ...]
    favours: tuple[int, ...]

    @classmethod
    def of(cls, card: Building) -> _Packed:
        heights = range(5)
        rows = tuple(_pack(resource for row in card.rows[:height] for resource in row) for height in heights)
        favours = tuple(_pack(card.favours[:height]) for height in heights)
        return cls(_pack(card.cost), _pack((card.passive,)), rows, favours)


def _workers(most: int, places: int) -> Iterator[tuple[int, ...]]:
    return (heights for heights in product(range(min(most, 4) + 1), repeat=places) if sum(heights) <= most)


def _bags(own: _Packed, other: _Packed, cards: Sequence[_Packed]) -> tuple[set[int], set[int]]:
    """What can be paid with in turn one, and in turn two, after any of `cards` was built in turn one.

    Seven cards are dealt and one stands: six are left. Both buildings come from the hand, a card is drawn between.
    """
    first: set[int] = set()
    second: set[int] = set()
    hand = DEALT - 1
    for x, y in _workers(hand - 1, 2):
        bag = own.passive + own.favours[x] + own.rows[x] + other.rows[y]
        first.add(bag)
        left = hand - 1 - x - y + DRAWN - 1
        built = [card for card in cards if left >= 0 and _pays(bag, card.cost)]
        for a, b, c in _workers(left, 3):
            if x + a > 4 or y + b > 4:
                continue
            gained = own.rows[x + a] - own.rows[x] + other.rows[y + b] - other.rows[y]
            base = own.passive + own.favours[x + a] + gained
            second.update(base + card.passive + card.favours[c] + card.rows[c] for card in built)
    return first, first | second


def reach(deck: Sequence[Building], shifts: Sequence[int] = (1, 5)) -> dict[str, tuple[float, float]]:
    """For each card, the share of openings from which it can be paid for in turn one, and by turn two.

    An opening is a brown building of one's own and one of an opponent's, the browns of the deck in a circle paired
    with those `shifts` further on; nobody else moves. Turn two may use a brown built in turn one.
    """
    basic = of(deck, BASIC)
    packed = {card.id: _Packed.of(card) for card in deck}
    hits: Counter[tuple[str, int]] = Counter()
    openings = [(n, (n + shift) % len(basic)) for shift in shifts for n in range(len(basic))]
    for mine, theirs in openings:
        own, other = basic[mine], basic[theirs]
        rest = [packed[card.id] for card in basic if card not in (own, other)]
        turns = _bags(packed[own.id], packed[other.id], rest)
        for card in deck:
            for turn, bags in enumerate(turns):
                hits[card.id, turn] += any(_pays(bag, packed[card.id].cost) for bag in bags)
    return {card.id: (hits[card.id, 0] / len(openings), hits[card.id, 1] / len(openings)) for card in deck}


# --- the page ---------------------------------------------------------------------------------------


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|---" + "|--:" * (len(head) - 1) + "|"
    for row in rows:
        yield "| " + " | ".join(f"{cell:.1f}" if isinstance(cell, float) else str(cell) for cell in row) + " |"
    yield ""


def _resources(deck: Sequence[Building]) -> Iterator[str]:
    have, keep, want = supply(deck), lasting(deck), demand(deck)
    by = {colour: supply(of(deck, colour)) for colour in COLOURS}
    rows = [
        (
            name,
            *(by[colour][name] for colour in COLOURS[:4]),
            have[name],
            keep[name],
            want[name],
            have[name] / want[name],
        )
        for name in RESOURCES
    ]
    rows.append(("all", *(by[c].total() for c in COLOURS[:4]), have.total(), keep.total(), want.total(),
                 have.total() / want.total()))  # fmt: skip
    yield from _table(
        ("resource", "brown rows", "blue", "yellow", "green", "all rows", "lasting", "in costs", "rows : costs"), rows
    )


def _colours(deck: Sequence[Building]) -> Iterator[str]:
    rows = []
    for colour in COLOURS:
        cards = of(deck, colour)
        costs = [len(card.cost) for card in cards]
        marks = Counter("".join(card.marks for card in cards))
        rows.append(
            (
                colour,
                len(cards),
                f"{fmean(costs):.1f} ± {pstdev(costs):.1f}",
                fmean(len(card.yields) for card in cards),
                fmean(sum(map(bool, card.favours)) for card in cards),
                f"{fmean(bool(card.passive) for card in cards):.0%}",
                " ".join(f"{fmean(card.prices[n] for card in cards):.1f}" for n in range(5)),
                price(cards),
                f"{marks['+']} {marks['=']} {marks['-']}",
            )
        )
    head = ("colour", "cards", "cost", "in rows", "favours", "passive", "prices, bottom to top", "mean price", "▲ ■ ▼")
    yield from _table(head, rows)


def price(cards: Iterable[Building]) -> float:
    """The mean of all five prices of all cards."""
    return fmean(value for card in cards for value in card.prices)


def _reach(deck: Sequence[Building]) -> Iterator[str]:
    share = reach(deck)
    rows = []
    for colour in (*COLOURS[:4], "all"):
        cards = deck if colour == "all" else of(deck, colour)
        first, second = (fmean(share[card.id][turn] for card in cards) for turn in (0, 1))
        ever = sum(share[card.id][1] > 0 for card in cards)
        rows.append((colour, f"{first:.0%}", f"{second:.0%}", f"{ever} of {len(cards)}"))
    yield from _table(("colour", "in turn one", "by turn two", "cards that some opening reaches"), rows)


def page(deck: Sequence[Building]) -> str:
    """`docs/lab/xanadu-deck.md`."""
    printed = [card for card in deck if card.colour != "magenta"]
    return "\n".join((_HEAD, *_resources(printed), _MIDDLE, *_colours(deck), _TAIL, *_reach(printed)))


_HEAD = """# The deck of Xanadú

The rules leave the deck open: they name five buildings, the colours and their character. Everything else in
`cards/xanadu/buildings.csv` is our own design. This page counts it; `python tests/cards/xanadu/xanadu_deck.py` writes
it anew, and a test fails when it no longer says what the file says.

## Supply and demand

The 70 cards of the printed edition. *Rows*: how often workers can take the resource, if every row of every card is
used once. *Lasting*: passives and favours, which pay every turn. *Costs*: how often it must be paid, if every card
is built once. About half of all cards end as workers, and unused resources are lost, so a resource wants to stand
at least one and a half times as often in the rows as in the costs.
"""

_MIDDLE = """## The colours

Cost in resources, mean and spread; yield of all four rows; favours a card; share of cards with a passive resource; the
mean price path; the mean of all five prices; how many price marks go up, stay, and go down.
"""

_TAIL = """## The first two turns

From the basic buildings alone: one brown building of one's own and one of an opponent's stand, six cards are in the
hand, nobody else moves. In turn one a brown may be built, whose passive, favours and rows then help in turn two. The
share of openings from which a card can be paid for; 48 openings, every brown twice on either side.
"""

if __name__ == "__main__":
    PAGE.write_text(page(read()), encoding="utf-8")

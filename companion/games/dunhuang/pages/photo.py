"""Photographs of Dunhuang: the mat, and a player's goods in a shop or a hand, compared with the app or counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from flask import abort
from msgspec import Struct

from companion.engine.correction import Change
from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.dunhuang import certainty
from companion.games.dunhuang.components import PRINTED, SETUPS
from companion.games.dunhuang.names import (
    CARD_INDEX,
    CARD_NAMED,
    CHARACTER_NAMED,
    GOODS,
    MOST_CARDS,
    SEATS,
    SPACES,
    UNKNOWN,
    Good,
    letter_of,
)
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.labels import TableContext
from companion.games.dunhuang.state import everywhere
from companion.games.dunhuang.table import SHOWN
from companion.sight.reading import Reading, Seen
from companion.web.photographs import (
    NOTHING,
    AnyPhotographed,
    Area,
    Label,
    Photographed,
    Shot,
    Shown,
    around,
    jpeg,
    mark_pieces,
)
from companion.web.table import photograph
from companion.web.table.frame import show
from companion.web.widgets import Note, do
from pnp.camera import PhotographError

CAMEL: Final = "camel"
UNSEEN: Final = letter_of(Good.UNKNOWN)
CARD: Final = "card "
"""Before the number of a card, as readings call it."""
WIDE, HIGH = 420, 297
TILE, GOOD = (72, 72), (58, 89)
"""The mat and the places of a space, mm; the picture is drawn in them."""
MORE: Final = 2
"""Cards more of a kind than were read for which there is a key."""
END: Final = 0.16
"""Where the middle of a corner with its value is, of the way across a card, and down it."""


def comparisons(context: TableContext) -> tuple[AnyPhotographed, ...]:
    """The mat, the shop of each player, and hands that lie open. What phones hold lies on no table."""
    mat = Mat(context=context, zone="tiles", whole=True, judge=certainty.judged)
    if not labels.on_paper(context):
        return (mat,)
    state = context.position
    hands = [(Seat(seat), player.hand) for seat, player in enumerate(state.players)]
    opened = [seat for seat, hand in hands if any(hand) and not hand[UNKNOWN]] if state.now.phase in SHOWN else []
    return (
        mat,
        *(_goods(context, seat, "shop") for seat, _ in hands),
        *(_goods(context, seat, "hand") for seat in opened),
    )


def _goods(context: TableContext, seat: Seat, where: Literal["shop", "hand"]) -> Goods:
    zone = str(int(seat))
    return Goods(
        context=context,
        id=zone if where == "shop" else f"{where}-{zone}",
        zone=zone,
        whose=context.names[seat],
        own="photo_cards",
        seat=seat,
        where=where,
    )


def photographed(context: TableContext, item: str) -> Counted:
    """The hand of the player who counts."""
    chair = photograph.chair_of(context, item)
    return Counted(context=context, chair=chair, most=1, **photograph.entry_of(context, item))


class Mat(Photographed[TableContext], frozen=True, kw_only=True):
    """Characters, the camel, and where cards lie, if they lie on the table."""

    def believed(self) -> Mapping[str, str]:
        state = self.context.position
        found = {f"ring {at}": character.value for at, character in enumerate(state.ring, 1)}
        if labels.on_paper(self.context):
            found |= {f"market {at}": UNSEEN if card else NOTHING for at, card in enumerate(state.market, 1)}
        return found if state.camel is None else {**found, CAMEL: str(state.camel)}

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        """The app only knows that a card lies there, so that is sure where it is one of two goods."""
        return tuple(map(shown, self.readings(seen)))

    def named(self, part: str) -> str:
        words, (kind, _, at) = self.context.own_words, part.partition(" ")
        return words.phrase(f"photo.{kind}", n=at) if at else words.phrase("photo.camel")

    def called(self, part: str, value: str) -> str:
        words = self.context.own_words
        if value == NOTHING:
            return words.phrase("none")
        if part == CAMEL:
            return words.phrase("on_space", n=value)
        if part.startswith("ring"):
            return labels.character(self.context, CHARACTER_NAMED[value])
        return labels.good(self.context, Good.UNKNOWN)

    def changes(self, values: Mapping[str, str]) -> tuple[Change, ...]:
        """Part by part."""
        return tuple(change for part, value in values.items() if (change := _change(part, value)) is not None)

    def tapped(self, part: str) -> str:
        """Where characters are set right, or the camel and the cards."""
        return "fix/tiles" if part.startswith("ring") else "fix/ring"

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """The mat from straight above, with a ring round each place that is asked about."""
        rings = [(found, at) for part, at in numbers.items() if (found := _area(part)) is not None]
        return show(
            self.context, "photo_board.html", shot=jpeg(seen[0]), rings=rings, wide=WIDE, high=HIGH, letters=15, over=""
        )


def shown(reading: Reading) -> Shown:
    """Reading of a place of the mat, as it is compared."""
    card = reading.part.startswith("market")
    value, second = (UNSEEN if card and one != NOTHING else one for one in (reading.value, reading.second))
    alike = value == second and reading.value != reading.second
    return Shown(reading.part, value, second, reading.sure or alike, area=_area(reading.part))


def _change(part: str, value: str) -> Change | None:
    """Change of the position for a reading; the position has camel and characters during the game. 400 where it is
    none."""
    kind, _, at = part.partition(" ")
    space = number(value if part == CAMEL else at)
    if part == CAMEL and space in range(1, SPACES + 1):
        return Change(CAMEL, space)
    if value == NOTHING and kind in (CAMEL, "ring"):
        return None
    if space is None or space not in range(1, SPACES + 1):
        abort(400)
    if kind == "ring" and value in CHARACTER_NAMED:
        return Change(f"ring.{space - 1}", value)
    if kind != "market" or value not in (NOTHING, UNSEEN):
        abort(400)
    return Change(f"market.{space - 1}", None if value == NOTHING else Good.UNKNOWN.value)


def _area(part: str) -> Area | None:
    kind, _, at = part.partition(" ")
    if not at:
        return None
    space = PRINTED[int(at) - 1]
    return (*space.tile, *TILE) if kind == "ring" else (*space.good, *GOOD)


class OfKind(Struct, frozen=True):
    """The cards in one photograph (numbered from 1) that are, or may be, of a kind."""

    shot: int
    letter: str
    cards: tuple[Reading, ...]

    @property
    def least(self) -> int:
        return sum(one.sure for one in self.cards)

    @property
    def likely(self) -> int:
        return sum(one.value == self.letter for one in self.cards)


class Kinds(Photographed[TableContext], frozen=True, kw_only=True):
    """Goods by their kinds, as positions write those; the values are how many there are."""

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        """The kinds that lie there by a photograph or by the app. Each photograph is taken to show all of it, so the
        one with most cards of a kind counts."""
        cards = [_cards(shot) for shot in seen]
        if not any(cards):
            raise PhotographError("no-marks", "no goods are in it")
        return tuple(self._kinds(cards))

    def _kinds(self, cards: Sequence[Sequence[Reading]]) -> Iterator[Shown]:
        believed = self.believed()
        for letter in map(letter_of, GOODS):
            counted = [OfKind(shot, letter, _of_kind(some, letter)) for shot, some in enumerate(cards, 1)]
            had = believed.get(letter, NOTHING)
            if any(one.cards for one in counted) or had not in (NOTHING, "0"):
                yield self._shown(letter, had, counted)

    def _shown(self, letter: str, had: str, counted: Sequence[OfKind]) -> Shown:
        """A kind of which the app has more than can be seen may lie beneath others."""
        words, best = self.context.own_words, max(counted, key=lambda one: (one.likely, len(one.cards)))
        least, likely, most = (
            max(one) for one in zip(*((c.least, c.likely, len(c.cards)) for c in counted), strict=True)
        )
        perhaps = ""
        if had == NOTHING:
            perhaps = words.phrase("not_in_play")
        elif int(had) > most:
            perhaps = words.phrase("photo_cards.perhaps_beneath")
        others = () if perhaps else tuple(str(n) for n in range(least, most + 1) if n != likely)
        area = around(*best.cards) if best.cards else None
        sure = bool(perhaps) or not others
        return Shown(letter, str(likely), (*others, str(likely))[0], sure, others, perhaps, area, best.shot)

    def named(self, part: str) -> str:
        """Value and name, as on the card."""
        return labels.numbered(self.context, CARD_NAMED[part])

    def called(self, part: str, value: str) -> str:
        words = self.context.own_words
        return words.phrase("none") if value in (NOTHING, "0") else words.count("thing.cards", int(value))

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """The photographs with the kind over each card."""
        shots, says = [_shot(one, numbers) for one in seen], self.context.own_words.phrase("photo.shown")
        return show(self.context, "photo_shots.html", shots=shots, says=says, wide=2)

    def too_many(self, good: Good, most: int, count: int) -> Note:
        """More cards of a kind than there are."""
        what = labels.good(self.context, good)
        return Note(self.context.own_words.phrase("photo.too_many", what=what, n=str(most), m=str(count)))


class Goods(Kinds, frozen=True, kw_only=True):
    """The goods of a seat."""

    seat: Seat
    where: Literal["shop", "hand"]

    def believed(self) -> Mapping[str, str]:
        """The kinds that are in play, or lie there by the app."""
        state = self.context.position
        player = state.players[self.seat]
        counts = player.shop if self.where == "shop" else player.hand
        return {letter_of(good): str(counts[i]) for i, good in enumerate(GOODS) if state.setup.copies[i] or counts[i]}

    def changes(self, values: Mapping[str, str]) -> tuple[Change, ...] | Note:
        """The kinds that can lie there; no more cards of one than the game has."""
        state, believed, found = self.context.position, self.believed(), list[Change]()
        lie = everywhere(state)
        for part, value in values.items():
            good, count = _good(part), _count(value)
            if part not in believed:
                continue
            at = CARD_INDEX[good]
            in_all, copies = lie[at] - int(believed[part]) + count, state.setup.copies[at]
            if in_all > copies and count > int(believed[part]):
                return self.too_many(good, copies, in_all)
            found.append(Change(f"players.{SEATS[self.seat]}.{self.where}.{good}", count))
        return tuple(found)


class Counted(Kinds, frozen=True, kw_only=True):
    """The hand of a player who counts, in place of what was counted before."""

    chair: int | None

    def believed(self) -> Mapping[str, str]:
        """The kinds in play; none is known to be there."""
        asked = self.context.counts.asked.get(-1 if self.chair is None else self.chair, ())
        return {letter_of(good): "0" for good in GOODS if good.value in asked}

    def choices(self, part: str, value: str) -> tuple[str, ...]:
        most = min(max(setup.copies[CARD_INDEX[CARD_NAMED[part]]] for setup in SETUPS.values()), int(value) + MORE)
        return tuple(map(str, range(most + 1)))

    def entered(self, values: Mapping[str, str]) -> tuple[str, str] | Note:
        if self.chair is None:
            abort(404)
        counts = {_good(part): _count(value) for part, value in values.items()}
        kinds = [CARD_NAMED[letter] for letter in self.believed()]
        strange = next((good for good, count in counts.items() if count and good not in kinds), None)
        if strange is not None:
            return self.too_many(strange, 0, counts[strange])
        return do("tally", chair=self.chair, things={good: counts.get(good, 0) for good in kinds}), self.by_hand


def _good(part: str) -> Good:
    good = CARD_NAMED.get(part)
    return good if good in GOODS else abort(400)


def _count(value: str) -> int:
    count = number(value)
    return count if count is not None and count <= MOST_CARDS else abort(400)


def _cards(seen: Seen) -> list[Reading]:
    return [one for one in seen.sighted.readings if one.part.startswith(CARD)]


def _of_kind(cards: Sequence[Reading], letter: str) -> tuple[Reading, ...]:
    """Readings that are, or may be, of a kind."""
    return tuple(one for one in cards if letter == one.value or (not one.sure and letter == one.second))


def _shot(seen: Seen, numbers: Mapping[str, int]) -> Shot:
    """A photograph with its cards, each with its plate on the corner that lies open, and the numbers of doubts."""
    cards = _cards(seen)

    def label(here: Reading) -> Label:
        ends = [_within(here, share) for share in (END, 1 - END)]
        hidden = [sum(_lies_in(end, one) for one in cards if one is not here) for end in ends]
        kind = here.second if here.value == NOTHING else here.value
        says = "?" if here.value == NOTHING else here.value
        return says, numbers.get(kind, 0), ends[0] if hidden[0] <= hidden[1] else ends[1]

    return mark_pieces(seen, label)


def _within(reading: Reading, share: float) -> tuple[float, float]:
    """The place that is so far across a card and down it."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = reading.corners
    top, bottom = (ax + share * (bx - ax), ay + share * (by - ay)), (dx + share * (cx - dx), dy + share * (cy - dy))
    return top[0] + share * (bottom[0] - top[0]), top[1] + share * (bottom[1] - top[1])


def _lies_in(spot: tuple[float, float], card: Reading) -> bool:
    """Is it within the outline of a card?"""
    corners = card.corners
    edges = zip(corners, (*corners[1:], corners[0]), strict=True)
    return all((bx - ax) * (spot[1] - ay) - (by - ay) * (spot[0] - ax) >= 0 for (ax, ay), (bx, by) in edges)

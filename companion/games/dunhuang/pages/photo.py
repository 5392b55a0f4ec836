"""Photographs of Dunhuang: the mat and a player's shop, compared with the app; a hand, counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from flask import abort

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
    Good,
    format_card,
)
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.labels import TableContext
from companion.games.dunhuang.state import everywhere
from companion.sight.reading import Reading, Seen
from companion.web.photographs import (
    NOTHING,
    AnyPhotographed,
    Area,
    Label,
    Photographed,
    Shown,
    around,
    jpeg,
    middle,
)
from companion.web.table import photograph
from companion.web.table.frame import show
from companion.web.widgets import Note, do
from pnp.camera import PhotographError

CAMEL: Final = "camel"
UNSEEN: Final = format_card(Good.UNKNOWN)
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
    """Returns the mat, and with the cards on paper the shop of each player."""
    mat = Mat(context=context, zone="tiles", whole=True, judge=certainty.judged)
    shops = [
        Goods(context=context, id=str(seat), zone=str(seat), whose=name, own="photo_cards", most=1, seat=Seat(seat))
        for seat, name in enumerate(context.names)
    ]
    return (mat, *shops) if labels.on_paper(context) else (mat,)


def photographed(context: TableContext, item: str) -> Counted:
    """Returns the hand of the player who counts."""
    return Counted(context=context, most=1, **photograph.find_entry(context, item))


class Mat(Photographed[TableContext], frozen=True, kw_only=True):
    """Characters, the camel, and the places of cards, if they are on the table."""

    def believed(self) -> Mapping[str, str]:
        state = self.context.position
        found = {f"ring {at}": character.value for at, character in enumerate(state.ring, 1)}
        if labels.on_paper(self.context):
            found |= {f"market {at}": UNSEEN if card else NOTHING for at, card in enumerate(state.market, 1)}
        return found if state.camel is None else {**found, CAMEL: str(state.camel)}

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
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
        """Part by part. The position has camel and characters during the game, so it does not lose them."""
        found = []
        for part, value in values.items():
            kind, _, at = part.partition(" ")
            if value == NOTHING and kind in (CAMEL, "ring"):
                continue
            space = number(value if kind == CAMEL else at)
            if space is None or space not in range(1, SPACES + 1):
                abort(400)
            if kind == CAMEL:
                found.append(Change(CAMEL, space))
            elif kind == "ring" and value in CHARACTER_NAMED:
                found.append(Change(f"ring.{space - 1}", value))
            elif kind == "market" and value in (NOTHING, UNSEEN):
                found.append(Change(f"market.{space - 1}", None if value == NOTHING else Good.UNKNOWN.value))
            else:
                abort(400)
        return tuple(found)

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
    """Reading of a place of the mat, as it is compared. The app only knows that a card lies there, so that is sure
    where it is one of two goods."""
    card = reading.part.startswith("market")
    value, second = (UNSEEN if card and one != NOTHING else one for one in (reading.value, reading.second))
    alike = value == second and reading.value != reading.second
    return Shown(reading.part, value, second, reading.sure or alike, area=_area(reading.part))


def _area(part: str) -> Area | None:
    kind, _, at = part.partition(" ")
    if not at:
        return None
    space = PRINTED[int(at) - 1]
    return (*space.tile, *TILE) if kind == "ring" else (*space.good, *GOOD)


class Kinds(Photographed[TableContext], frozen=True, kw_only=True):
    """Goods by their kinds, as positions write those; the values are how many there are."""

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        """The kinds that lie there by the photograph or by the app."""
        cards, believed = _cards(seen[0]), self.believed()
        if not cards:
            raise PhotographError("no-marks", "no goods are in it")
        found = []
        for letter in map(format_card, GOODS):
            alike = [one for one in cards if letter == one.value or (not one.sure and letter == one.second)]
            had = believed.get(letter, NOTHING)
            if alike or had not in (NOTHING, "0"):
                found.append(self._shown(letter, had, alike))
        return tuple(found)

    def _shown(self, letter: str, had: str, cards: Sequence[Reading]) -> Shown:
        """The cards that are, or may be, of a kind. If the app has more of it, some may lie beneath others."""
        words, least = self.context.own_words, sum(one.sure for one in cards)
        likely, perhaps = sum(one.value == letter for one in cards), ""
        if had == NOTHING:
            perhaps = words.phrase("not_in_play")
        elif int(had) > len(cards):
            perhaps = words.phrase("photo_cards.perhaps_beneath")
        others = () if perhaps else tuple(str(n) for n in range(least, len(cards) + 1) if n != likely)
        area, sure = around(*cards) if cards else None, bool(perhaps) or not others
        return Shown(letter, str(likely), (*others, str(likely))[0], sure, others, perhaps, area)

    def named(self, part: str) -> str:
        """Value and name, as on the card."""
        return labels.numbered(self.context, CARD_NAMED[part])

    def called(self, part: str, value: str) -> str:
        words = self.context.own_words
        return words.phrase("none") if value in (NOTHING, "0") else words.count("thing.cards", int(value))

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """The photograph, with the kind and the number of its doubt on each card: on that corner with a value which is
        further from other cards, and so lies open."""
        cards = _cards(seen[0])

        def label(here: Reading) -> Label:
            others = [middle(around(one)) for one in cards if one is not here]
            corners = [_find_corner(here, 0), _find_corner(here, 2)]
            open_one = max(corners, key=lambda at: min((_apart(at, one) for one in others), default=0))
            kind = here.second if here.value == NOTHING else here.value
            return "?" if here.value == NOTHING else here.value, numbers.get(kind, 0), open_one

        return photograph.draw_pieces(self.context, seen[:1], label, 2)

    def too_many(self, good: Good, most: int, count: int) -> Note:
        """More cards of a kind than there are."""
        what = labels.good(self.context, good)
        return Note(self.context.own_words.phrase("photo.too_many", what=what, n=str(most), m=str(count)))


class Goods(Kinds, frozen=True, kw_only=True):
    """The shop of a seat."""

    seat: Seat

    def believed(self) -> Mapping[str, str]:
        """The kinds that are in play, or lie there by the app."""
        state = self.context.position
        shop = zip(GOODS, state.players[self.seat].shop, state.setup.copies, strict=True)
        return {format_card(good): str(n) for good, n, copies in shop if n or copies}

    def changes(self, values: Mapping[str, str]) -> tuple[Change, ...] | Note:
        """The kinds that can lie there; no more cards of one than the game has."""
        state, believed, found = self.context.position, self.believed(), list[Change]()
        for part, value in values.items():
            good, count = _good(part), _count(value)
            if part not in believed:
                continue
            had, copies = int(believed[part]), state.setup.copies[CARD_INDEX[good]]
            in_all = everywhere(state)[CARD_INDEX[good]] - had + count
            if in_all > copies and count > had:
                return self.too_many(good, copies, in_all)
            found.append(Change(f"players.{SEATS[self.seat]}.shop.{good}", count))
        return tuple(found)


class Counted(Kinds, frozen=True, kw_only=True):
    """The hand of a player who counts, in place of what was counted before."""

    chair: int | None

    def believed(self) -> Mapping[str, str]:
        """The kinds in play; none is known to be there."""
        asked = self.context.counts.asked.get(-1 if self.chair is None else self.chair, ())
        return {format_card(good): "0" for good in GOODS if good.value in asked}

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


def _find_corner(card: Reading, at: int) -> tuple[float, float]:
    """Returns the centre of the corner with a value: the first corner of the outline, or the opposite one."""
    (x, y), (far_x, far_y) = card.corners[at], card.corners[(at + 2) % 4]
    return x + END * (far_x - x), y + END * (far_y - y)


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])

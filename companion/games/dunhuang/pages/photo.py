"""Photographs of Dunhuang: the mat and a player's shop, compared with the app; a hand, counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist
from typing import Final

from flask import abort

from companion.engine.correction import Change
from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.dunhuang import certainty
from companion.games.dunhuang.components import PRINTED, SETUPS
from companion.games.dunhuang.names import CHARACTERS, GOODS, SEATS, SPACES, Character, Good
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.labels import TableContext
from companion.games.dunhuang.state import everywhere
from companion.sight.reading import NOTHING, Reading, Seen
from companion.web.photographs import AnyPhotographed, Area, Label, Photographed, Shown, around, jpeg, middle
from companion.web.table import photograph
from companion.web.table.frame import show
from companion.web.widgets import Note, do
from pnp.camera import PhotographError

CAMEL: Final = "camel"
UNSEEN: Final = Good.UNKNOWN.letter
RING, MARKET = "ring", "market"
VALUES: Final[Mapping[str, Mapping[str, object]]] = {
    RING: {NOTHING: None} | {str(one): str(one) for one in CHARACTERS},
    MARKET: {NOTHING: None, UNSEEN: Good.UNKNOWN.value},
    CAMEL: {NOTHING: None} | {str(space): space for space in range(1, SPACES + 1)},
}
"""The values of the mat's parts, as positions write them."""
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
        found = {f"{RING} {at}": character.value for at, character in enumerate(state.ring, 1)}
        if labels.on_paper(self.context):
            found |= {f"{MARKET} {at}": UNSEEN if card else NOTHING for at, card in enumerate(state.market, 1)}
        return found if state.camel is None else {**found, CAMEL: str(state.camel)}

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        return tuple(map(shown, self.readings(seen)))

    def named(self, part: str) -> str:
        kind, _, at = part.partition(" ")
        return self.context.own_words.phrase(f"photo.{kind}", n=at)

    def called(self, part: str, value: str) -> str:
        words = self.context.own_words
        if value == NOTHING:
            return words.phrase("none")
        if part == CAMEL:
            return words.phrase("on_space", n=value)
        if part.startswith(RING):
            return labels.character(self.context, Character(value))
        return labels.good(self.context, Good.UNKNOWN)

    def changes(self, values: Mapping[str, str]) -> tuple[Change, ...]:
        """Returns the changes part by part: the position has camel and characters during the whole game."""
        parts, found = self.believed(), []
        for part, value in values.items():
            kind, _, at = part.partition(" ")
            if part not in parts or value not in VALUES[kind]:
                abort(400)
            if value != NOTHING or kind == MARKET:
                found.append(Change(f"{kind}.{int(at) - 1}" if at else kind, VALUES[kind][value]))
        return tuple(found)

    def tapped(self, part: str) -> str:
        """Returns the page that corrects characters, or the camel and the cards."""
        return "fix/tiles" if part.startswith(RING) else "fix/ring"

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """Returns the mat seen from above, with a ring round each doubtful place."""
        rings = [(found, at) for part, at in numbers.items() if (found := _area(part)) is not None]
        return show(
            self.context, "photo_board.html", shot=jpeg(seen[0]), rings=rings, wide=WIDE, high=HIGH, letters=15, over=""
        )


def shown(reading: Reading) -> Shown:
    """Returns the reading of a place of the mat for the comparison. As the app only knows that a card lies there, a
    reading of one of two goods is sure."""
    card = reading.part.startswith(MARKET)
    value, second = (UNSEEN if card and one != NOTHING else one for one in (reading.value, reading.second))
    alike = value == second and reading.value != reading.second
    return Shown(reading.part, value, second, reading.sure or alike, area=_area(reading.part))


def _area(part: str) -> Area | None:
    kind, _, at = part.partition(" ")
    if not at:
        return None
    space = PRINTED[int(at) - 1]
    return (*space.tile, *TILE) if kind == RING else (*space.good, *GOOD)


class Kinds(Photographed[TableContext], frozen=True, kw_only=True):
    """Goods by their kinds, as positions write those; the values are how many there are."""

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        """Returns the kinds that lie there by the photograph or by the app."""
        cards, believed, words = _cards(seen[0]), self.believed(), self.context.own_words
        if not cards:
            raise PhotographError("no-marks", "no goods are in it")
        found = []
        for letter in [good.letter for good in GOODS]:
            alike = [one for one in cards if letter == one.value or (not one.sure and letter == one.second)]
            had, likely, perhaps = believed.get(letter, NOTHING), sum(one.value == letter for one in alike), ""
            if not alike and had in (NOTHING, "0"):
                continue
            if had == NOTHING:
                perhaps = words.phrase("not_in_play")
            elif int(had) > len(alike):  # some may lie beneath others
                perhaps = words.phrase("photo_cards.perhaps_beneath")
            least = sum(one.sure for one in alike)
            others = () if perhaps else tuple(str(n) for n in range(least, len(alike) + 1) if n != likely)
            area = around(*alike) if alike else None
            found.append(Shown(letter, str(likely), (*others, str(likely))[0], not others, others, perhaps, area))
        return tuple(found)

    def named(self, part: str) -> str:
        """Returns value and name of a kind, as on the card."""
        return labels.numbered(self.context, Good.read(part))

    def called(self, part: str, value: str) -> str:
        words = self.context.own_words
        return words.phrase("none") if value in (NOTHING, "0") else words.count("thing.cards", int(value))

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """Returns the photograph with the kind of each card, and a number if it is doubtful: on the corner with a value
        that is farther from other cards."""
        cards = _cards(seen[0])

        def label(here: Reading) -> Label:
            others = [middle(around(one)) for one in cards if one is not here]
            (x, y), _, (far_x, far_y), _ = here.corners
            inwards = END * (far_x - x), END * (far_y - y)
            ends = (x + inwards[0], y + inwards[1]), (far_x - inwards[0], far_y - inwards[1])
            open_end = max(ends, key=lambda at: min((dist(at, one) for one in others), default=0))
            kind = here.second if here.value == NOTHING else here.value
            return "?" if here.value == NOTHING else here.value, numbers.get(kind, 0), open_end

        return photograph.draw_pieces(self.context, seen[:1], label, 2)

    def too_many(self, good: Good, most: int, count: int) -> Note:
        """Returns a note that there are fewer cards of a kind."""
        what = labels.good(self.context, good)
        return Note(self.context.own_words.phrase("photo.too_many", what=what, n=str(most), m=str(count)))


class Goods(Kinds, frozen=True, kw_only=True):
    """The shop of a seat."""

    seat: Seat

    def believed(self) -> Mapping[str, str]:
        """Returns the kinds that are in play, or lie there by the app."""
        state = self.context.position
        shop = zip(GOODS, state.players[self.seat].shop, state.setup.copies, strict=True)
        return {good.letter: str(n) for good, n, copies in shop if n or copies}

    def changes(self, values: Mapping[str, str]) -> tuple[Change, ...] | Note:
        """Returns the changes to these kinds, or a note if there are more cards of one than the game has."""
        state, believed, found = self.context.position, self.believed(), list[Change]()
        for good, count in _read_counts(values).items():
            if good.letter not in believed:
                continue
            had, copies = int(believed[good.letter]), state.setup.copies[good.ordinal]
            in_all = everywhere(state)[good.ordinal] - had + count
            if in_all > copies and count > had:
                return self.too_many(good, copies, in_all)
            found.append(Change(f"players.{SEATS[self.seat]}.shop.{good}", count))
        return tuple(found)


class Counted(Kinds, frozen=True, kw_only=True):
    """The hand of a player who counts, in place of what was counted before."""

    chair: int | None

    def believed(self) -> Mapping[str, str]:
        """Returns the kinds in play; none is known to be there."""
        asked = self.context.counts.asked.get(-1 if self.chair is None else self.chair, ())
        return {good.letter: "0" for good in GOODS if good.value in asked}

    def choices(self, part: str, value: str) -> tuple[str, ...]:
        most = min(SETUPS[len(SEATS)].copies[Good.read(part).ordinal], int(value) + MORE)
        return tuple(map(str, range(most + 1)))

    def entered(self, values: Mapping[str, str]) -> tuple[str, str] | Note:
        if self.chair is None:
            abort(404)
        counts = _read_counts(values)
        kinds = [Good.read(letter) for letter in self.believed()]
        strange = next((good for good, count in counts.items() if count and good not in kinds), None)
        if strange is not None:
            return self.too_many(strange, 0, counts[strange])
        return do("tally", chair=self.chair, things={good: counts.get(good, 0) for good in kinds}), self.by_hand


def _read_counts(values: Mapping[str, str]) -> dict[Good, int]:
    """Returns the numbers of a form by kind. 400 for another kind, or no number."""
    kinds = {text: good for good in GOODS for text in good.texts}
    counts = {kinds.get(part): number(value) for part, value in values.items()}
    found = {good: count for good, count in counts.items() if good and count is not None}
    return found if len(found) == len(counts) else abort(400)


def _cards(seen: Seen) -> list[Reading]:
    return [one for one in seen.sighted.readings if one.part.startswith(CARD)]

"""A player's goods as photographs show them beside what the app has: how many of each kind lie in the shop, or in a
hand that is open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from flask import abort
from msgspec import Struct

from companion.engine.correction import Change
from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.dunhuang.names import CARD_INDEX, CARD_NAMED, GOODS, MOST_CARDS, SEATS, UNKNOWN, letter_of
from companion.games.dunhuang.pages import labels, photo
from companion.games.dunhuang.pages.context import TableContext
from companion.games.dunhuang.state import everywhere
from companion.games.dunhuang.table import SHOWN
from companion.sight.reading import Reading, Seen
from companion.web.photographs import NOTHING, AnyComparison, Comparison, Shown, around
from companion.web.table.frame import show
from companion.web.widgets import Note
from pnp.camera import PhotographError

PLATE: Final = 2
"""How wide what is laid over a card is, in letters."""


class _Counted(Struct, frozen=True):
    """The cards in one photograph (numbered from 1) that are, or may be, of a kind."""

    shot: int
    cards: tuple[Reading, ...]
    letter: str

    @property
    def least(self) -> int:
        return sum(one.sure for one in self.cards)

    @property
    def likely(self) -> int:
        return sum(one.value == self.letter for one in self.cards)

    @property
    def most(self) -> int:
        return len(self.cards)


def comparisons(context: TableContext) -> tuple[AnyComparison, ...]:
    """The shop of each player, and hands that lie open. What phones hold lies on no table."""
    if not labels.on_paper(context):
        return ()
    state = context.position
    seats = [Seat(seat) for seat in range(len(state.players))]
    hands = (state.players[seat].hand for seat in seats)
    shown = [seat for seat, hand in zip(seats, hands, strict=True) if any(hand) and not hand[UNKNOWN]]
    opened = shown if state.now.phase in SHOWN else []
    return (*(_goods(context, seat, "shop") for seat in seats), *(_goods(context, seat, "hand") for seat in opened))


def _goods(context: TableContext, seat: Seat, where: Literal["shop", "hand"]) -> Goods:
    zone = str(int(seat))
    return Goods(
        context=context,
        id=zone if where == "shop" else f"{where}-{zone}",
        zone=zone,
        whole=False,
        whose=context.names[seat],
        own="photo_cards",
        seat=seat,
        where=where,
    )


class Goods(Comparison[TableContext], frozen=True, kw_only=True):
    """The goods of a seat, by their kinds as positions write them; the values are how many there are."""

    seat: Seat
    where: Literal["shop", "hand"]

    def believed(self) -> Mapping[str, str]:
        """The kinds that are in play, or lie there by the app."""
        state = self.context.position
        player = state.players[self.seat]
        counts = player.shop if self.where == "shop" else player.hand
        return {letter_of(good): str(counts[i]) for i, good in enumerate(GOODS) if state.setup.copies[i] or counts[i]}

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        """The kinds that lie there by a photograph or by the app. Each photograph is taken to show all of it, so the
        one with most cards of a kind counts."""
        cards = [[one for one in shot.sighted.readings if one.part.startswith(photo.CARD)] for shot in seen]
        if not any(cards):
            raise PhotographError("no-marks", "no goods are in it")
        return tuple(self._kinds(cards))

    def _kinds(self, cards: Sequence[Sequence[Reading]]) -> Iterator[Shown]:
        believed = self.believed()
        for letter in map(letter_of, GOODS):
            counted = [_Counted(shot, _of_kind(some, letter), letter) for shot, some in enumerate(cards, 1)]
            had = believed.get(letter, NOTHING)
            if any(one.cards for one in counted) or had not in (NOTHING, "0"):
                yield self._shown(letter, had, counted)

    def _shown(self, letter: str, had: str, counted: Sequence[_Counted]) -> Shown:
        """A kind of which the app has more than can be seen may lie beneath others."""
        words = self.context.own_words
        least, likely, most = (max(one) for one in zip(*((c.least, c.likely, c.most) for c in counted), strict=True))
        best = max(counted, key=lambda one: (one.likely, one.most))
        others = [str(n) for n in range(least, most + 1) if n != likely]
        perhaps = ""
        if had == NOTHING:
            perhaps = words.phrase("not_in_play")
        elif int(had) > most:
            perhaps = words.phrase("photo_cards.perhaps_beneath")
        sure = bool(perhaps) or not others
        area = around(*best.cards) if best.cards else None
        others = [] if perhaps else others
        return Shown(letter, str(likely), (*others, str(likely))[0], sure, tuple(others), perhaps, area, best.shot)

    def named(self, part: str) -> str:
        """Value and name, as on the card."""
        return labels.numbered(self.context, CARD_NAMED[part])

    def called(self, part: str, value: str) -> str:
        words = self.context.own_words
        return words.phrase("none") if value in (NOTHING, "0") else words.count("thing.cards", int(value))

    def changes(self, values: Mapping[str, str]) -> tuple[Change, ...] | Note:
        """The kinds that can lie there; no more cards of one than the game has."""
        state, words = self.context.position, self.context.own_words
        believed, lie, found = self.believed(), everywhere(state), list[Change]()
        for part, value in values.items():
            good, count = CARD_NAMED.get(part), number(value)
            if good not in GOODS or count is None or count > MOST_CARDS:
                abort(400)
            if part not in believed:
                continue
            at = CARD_INDEX[good]
            in_all, copies = lie[at] - int(believed[part]) + count, state.setup.copies[at]
            if in_all > copies and count > int(believed[part]):
                what = labels.good(self.context, good)
                return Note(words.phrase("photo.too_many", what=what, n=str(copies), m=str(in_all)))
            found.append(Change(f"players.{SEATS[self.seat]}.{self.where}.{good}", count))
        return tuple(found)

    def tapped(self, part: str) -> str:
        """Things of the player, to count by taps."""
        return f"check/{self.zone}"

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """The photographs with the kind over each card."""
        shots = [photo.shot(one, *_laid(one, numbers)) for one in seen]
        says = self.context.own_words.phrase("photo.shown")
        return show(self.context, "photo_shots.html", shots=shots, says=says, wide=PLATE)


def _of_kind(cards: Sequence[Reading], letter: str) -> tuple[Reading, ...]:
    """Readings that are, or may be, of a kind."""
    return tuple(one for one in cards if letter == one.value or (not one.sure and letter == one.second))


def _laid(seen: Seen, numbers: Mapping[str, int]) -> tuple[list[Reading], dict[str, int]]:
    """The cards of a photograph, with the numbers of the kinds that are asked about."""
    cards = [one for one in seen.sighted.readings if one.part.startswith(photo.CARD)]
    kinds = {one.part: one.second if one.value == photo.NONE else one.value for one in cards}
    return cards, {part: numbers[kind] for part, kind in kinds.items() if kind in numbers}

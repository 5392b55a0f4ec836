"""The mat as a photograph shows it beside what the app has: characters, goods, and the camel."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from flask import abort

from companion.engine.correction import Change
from companion.engine.reading import number
from companion.games.dunhuang.components import PRINTED
from companion.games.dunhuang.names import CHARACTER_NAMED, SPACES, Good, letter_of
from companion.games.dunhuang.pages import compared_goods, labels
from companion.games.dunhuang.pages.context import TableContext
from companion.sight.reading import Reading, Seen
from companion.web.photographs import NOTHING, AnyComparison, Area, Comparison, Shown
from companion.web.table.frame import show

CAMEL: Final = "camel"
CARD: Final = letter_of(Good.UNKNOWN)
WIDE, HIGH = 420, 297
TILE, GOOD = (72, 72), (58, 89)
"""The mat and the places of a space, mm; the picture is drawn in them."""


def comparisons(context: TableContext) -> tuple[AnyComparison, ...]:
    """The mat, and the goods before each player."""
    return (Mat(context=context), *compared_goods.comparisons(context))


class Mat(Comparison[TableContext], frozen=True, kw_only=True):
    """Things on the mat (`companion.web.photographs.Comparison`)."""

    zone: str = "tiles"

    def believed(self) -> Mapping[str, str]:
        """The characters, the camel, and where cards lie, if they lie on the table."""
        state = self.context.position
        found = {f"ring {at}": character.value for at, character in enumerate(state.ring, 1)}
        if labels.on_paper(self.context):
            found |= {f"market {at}": CARD if card else NOTHING for at, card in enumerate(state.market, 1)}
        return found if state.camel is None else {**found, CAMEL: str(state.camel)}

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        """The parts that the position has."""
        return shown(self.readings(seen))

    def named(self, part: str) -> str:
        """A character or a good by its space."""
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
        made = (_change(part, value) for part, value in values.items())
        return tuple(one for one in made if one is not None)

    def tapped(self, part: str) -> str:
        """Where characters are set right, or the camel and the cards."""
        return "check/tiles" if part.startswith("ring") else "check/ring"

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """The mat from straight above, with a ring round each place that is asked about."""
        rings = [(found, at) for part, at in numbers.items() if (found := _area(part)) is not None]
        shot = base64.b64encode(seen[0].straight).decode()
        return show(self.context, "dunhuang/photo_compared.html", shot=shot, rings=rings, wide=WIDE, high=HIGH)


def shown(readings: Iterable[Reading]) -> tuple[Shown, ...]:
    """Readings of the mat as they are compared."""
    return tuple(_shown(one) for one in readings)


def _shown(reading: Reading) -> Shown:
    """Reading of a market card. The app only knows that a card lies there, so that is sure where it is
    one of two goods."""
    value, second = (_known(reading.part, one) for one in (reading.value, reading.second))
    alike = value == second and reading.value != reading.second
    return Shown(reading.part, value, second, reading.sure or alike, area=_area(reading.part))


def _known(part: str, value: str) -> str:
    return CARD if part.startswith("market") and value != NOTHING else value


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
    if kind != "market" or value not in (NOTHING, CARD):
        abort(400)
    return Change(f"market.{space - 1}", None if value == NOTHING else Good.UNKNOWN.value)


def _area(part: str) -> Area | None:
    kind, _, at = part.partition(" ")
    if not at:
        return None
    space = PRINTED[int(at) - 1]
    return (*space.tile, *TILE) if kind == "ring" else (*space.good, *GOOD)

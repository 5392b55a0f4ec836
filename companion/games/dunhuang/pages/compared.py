"""The mat as a photograph shows it beside what the app has: characters, goods, and the camel."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Final

from flask import abort

from companion.engine.correction import Change
from companion.engine.reading import number
from companion.games.dunhuang.components import PRINTED
from companion.games.dunhuang.letters import CHARACTER_NAMED, card_letter
from companion.games.dunhuang.names import SPACES, Good
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.context import TableContext
from companion.sight.reading import Seen
from companion.web.photographs import Area, Comparison, Lain
from companion.web.table.renderer import show

NOTHING: Final = "-"
CAMEL: Final = "camel"
CARD: Final = card_letter(Good.UNKNOWN)
WIDE, HIGH = 420, 297
TILE, GOOD = (72, 72), (58, 89)
"""The mat and the places of a space, mm; the picture is drawn in them."""


def believed(context: TableContext) -> Mapping[str, str]:
    """The characters, the camel, and where cards lie, if they lie on the table."""
    state = context.position
    found = {f"ring {at}": character.value for at, character in enumerate(state.ring, 1)}
    if labels.on_paper(context):
        found |= {f"market {at}": CARD if card else NOTHING for at, card in enumerate(state.market, 1)}
    return found if state.camel is None else {**found, CAMEL: str(state.camel)}


def known(part: str, value: str) -> str:
    """Of a card that lies on the market nobody tells the app more than that it lies there."""
    return CARD if part.startswith("market") and value != NOTHING else value


def named(context: TableContext, part: str) -> str:
    """A character or a good by its space."""
    words, (kind, _, at) = context.own_words, part.partition(" ")
    return words.phrase(f"photo.{kind}", n=at) if at else words.phrase("photo.camel")


def lain(context: TableContext, part: str, app: str, table: str) -> Lain:
    return Lain(named(context, part), called(context, part, app), called(context, part, table))


def called(context: TableContext, part: str, value: str) -> str:
    words = context.own_words
    if value == NOTHING:
        return words.phrase("photo.nowhere" if part == CAMEL else "empty")
    if part == CAMEL:
        return words.phrase("on_space", n=value)
    if part.startswith("ring"):
        return labels.character(context, CHARACTER_NAMED[value])
    return labels.good(context, Good.UNKNOWN)


def others(part: str, value: str) -> tuple[str, ...]:
    """All that is read is told apart."""
    return ()


def change(part: str, value: str) -> Change | None:
    """What a reading says of the position, which has the camel and all characters while it is on. 400 where it is
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


def tapped(part: str) -> str:
    """Where characters are set right, or the camel and the cards."""
    return "check/tiles" if part.startswith("ring") else "check/ring"


def area(part: str) -> Area | None:
    kind, _, at = part.partition(" ")
    if not at:
        return None
    space = PRINTED[int(at) - 1]
    return (*space.tile, *TILE) if kind == "ring" else (*space.good, *GOOD)


def picture(context: TableContext, seen: Seen, numbers: Mapping[str, int]) -> str:
    """The mat from straight above, with a ring round each place that is asked about."""
    rings = [(found, at) for part, at in numbers.items() if (found := area(part)) is not None]
    shot = base64.b64encode(seen.straight).decode()
    return show(context, "dunhuang/photo_compared.html", shot=shot, rings=rings, wide=WIDE, high=HIGH)


COMPARISON: Final = Comparison("tiles", believed, known, named, lain, called, others, change, tapped, area, picture)

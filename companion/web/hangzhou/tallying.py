"""Score only: everybody counts their things, by number keys; secret until all are ready."""

from __future__ import annotations

from msgspec import Struct

from companion.web import pages
from companion.web.desk import Desk, Key, do
from companion.web.hangzhou import said

SIGN = {"coins": "coin", "shop_coins": "shop", "dyes": "dye-blue", "points": "point", "shops": "shop"}
MOST_DIGITS = 100
"""From here on a further digit begins the number anew."""


class Digits(Struct, frozen=True):
    """One thing to count: its name, symbol, number so far (none: not counted), and ten keys."""

    thing: str
    name: str
    sign: str
    number: int | None
    keys: tuple[Key, ...]


def tally(desk: Desk, item: str) -> str:
    """One page a player; the result when all are ready."""
    view = desk.view
    if view.tally is None or view.tally.done:
        return pages.score(desk, "")
    chair = int(item) if item.isdecimal() and int(item) in view.tally.asked else view.me.chair
    if chair is None or chair not in view.tally.asked:
        chair = next((c for c in view.tally.asked if c not in view.tally.ready), None)
    if chair is None:
        return pages.room(desk)
    own = view.tally.counted.get(chair, {})
    digits = tuple(_digits(desk, chair, thing, own.get(thing)) for thing in view.tally.asked[chair])
    lacking = [d.name for d in digits if d.number is None]
    words = said.words(desk)
    ready = Key(
        words.phrase("ready"),
        do("tally", chair=chair, things={}, ready=True),
        words.phrase("missing", what=lacking[0].lower()) if lacking else "",
        off=bool(lacking),
        go=True,
    )
    return desk.show("hangzhou/tally.html", chair=view.chairs[chair], digits=digits, ready=ready, done=view.tally.ready)


def _digits(desk: Desk, chair: int, thing: str, number: int | None) -> Digits:
    sign = SIGN[thing]
    if sign == "shop":
        sign = desk.board.chair_sign(desk.view.chairs[chair].key)
    name = said.words(desk).phrase(f"count.{thing}")
    return Digits(
        thing, name, sign, number, tuple(_key(chair, thing, name, number, digit) for digit in (*range(1, 10), 0))
    )


def _key(chair: int, thing: str, name: str, number: int | None, digit: int) -> Key:
    """The digit put behind the number so far; a third one begins anew."""
    value = (number or 0) * 10 + digit
    return Key(
        str(digit),
        do("tally", chair=chair, things={thing: value if value < MOST_DIGITS else digit}),
        said=f"{name} {digit}",
    )

"""State in a page's address: the typed or picked card, and whose buildings come first."""

from __future__ import annotations

from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from companion.games.xanadu import components
from companion.games.xanadu.names import Card
from companion.games.xanadu.pages.labels import TableContext

DIGITS = 2
"""Of a printed number."""


class Aim(Struct, frozen=True):
    """`number`: the digits typed so far; `seat`: the chair whose name was tapped; `acting`: for whom this phone acts,
    if not for its own seat; `opened`: the chair whose buildings lie open besides. All are texts from an address, so any
    of them may be nonsense."""

    number: str = ""
    seat: str = ""
    acting: str = ""
    opened: str = ""

    @property
    def card(self) -> Card | None:
        """The card with that number, when it is typed in full."""
        return Card(int(self.number)) if self.full and int(self.number) in components.BUILDINGS else None

    @property
    def full(self) -> bool:
        return len(self.number) == DIGITS

    def others(self, *left_out: str) -> tuple[tuple[str, str], ...]:
        """The fields of the address that say the same, without these."""
        pairs = (("n", self.number), ("seat", self.seat), ("for", self.acting), ("open", self.opened))
        return tuple((name, value) for name, value in pairs if value and name not in left_out)

    def opening(self, path: str, chair: int) -> str:
        """A path with the same wishes and this chair's buildings open."""
        return replace(self, opened=str(chair)).address(path)

    def address(self, path: str, number: str | None = None, *, ends: bool = False) -> str:
        """A path with the same wishes; `number`: another card (empty: none); `ends`: with the question whether the
        turn is to end the game."""
        aim = self if number is None else replace(self, number=number)
        query = urlencode([*aim.others(), *([("ends", "1")] if ends else [])])
        return f"{path}?{query}" if query else path


def aim(context: TableContext) -> Aim:
    """Reads the address. A digit `d` is added to those typed so far; a third one starts again."""
    typed, digit, seat, acting, opened = (
        text[:DIGITS] if text.isascii() and text.isdecimal() else ""
        for text in (context.wishes.get(name, "") for name in ("n", "d", "seat", "for", "open"))
    )
    if digit:
        typed = digit if len(typed) >= DIGITS else typed + digit
    return Aim(typed, seat, acting, opened)

"""Names of people at a table: what of one is kept, when it can be seen at all, and when two look the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from companion.tables import errors
from companion.tables.log.views import Chair

BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that leave their place empty: the fillers of Hangul, a pattern without dots, a note."""


def one_line(name: str) -> str:
    """A name on one line, without blanks around it and without what has no place in a line, such as controls."""
    return "".join(letter for letter in " ".join(name.split()) if letter.isprintable()).strip()


def shown_name(name: str) -> str:
    """A name as it is kept. Raises `NoName` where nothing of it can be seen."""
    name = one_line(name)
    if not any(_seen(letter) for letter in name):
        raise errors.NoName
    return name


def _seen(letter: str) -> bool:
    """Does it show by itself? A combining mark needs a letter to stand on."""
    return letter not in BLANK and unicodedata.category(letter)[0] not in "MZC"


def look(name: str) -> str:
    """The same for names that look the same, or differ in case only: their compatible forms (NFKC) without case,
    without what does not show, all blanks alike."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    blanks = "".join(" " if letter in BLANK else letter for letter in folded)
    return " ".join("".join(letter for letter in blanks if not _ignored(letter)).split())


def _ignored(letter: str) -> bool:
    """Variation selectors and joiners choose among forms of a letter, and show nothing themselves."""
    return unicodedata.category(letter) == "Cf" or letter in "\u034f\u17b4\u17b5" or _selects(ord(letter))


def _selects(point: int) -> bool:
    return 0xFE00 <= point <= 0xFE0F or 0x180B <= point <= 0x180F or 0xE0100 <= point <= 0xE01EF


def unlike(name: str, others: Iterable[Chair]) -> str:
    """The name as it is kept, if nobody else's looks the same. Raises `NoName`, `NameTaken`."""
    name = shown_name(name)
    wanted = look(name)
    same = next((chair.name for chair in others if chair.name and look(chair.name) == wanted), None)
    if same is not None:
        raise errors.NameTaken(name=same)
    return name

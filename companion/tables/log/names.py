"""Names of people at a table: cleaning, visibility, and names that look the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from companion.tables.errors import TableError
from companion.tables.log.views import Chair

BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that leave their place empty: the fillers of Hangul, a pattern without dots, a note."""
INVISIBLE = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Variation selectors and joiners: they choose among forms of a letter."""


def one_line(name: str) -> str:
    """A name on one line, without blanks around it and without what has no place in a line, such as controls."""
    return "".join(letter for letter in " ".join(name.split()) if letter.isprintable()).strip()


def shown_name(name: str) -> str:
    """A name as it is kept. Raises ``no_name`` where nothing of it can be seen."""
    name = one_line(name)
    # A combining mark needs a letter to stand on.
    if all(letter in BLANK or unicodedata.category(letter)[0] in "MZC" for letter in name):
        raise TableError("no_name")
    return name


def look(name: str) -> str:
    """The same for names that look the same, or differ in case only: their compatible forms (NFKC) without case,
    without what does not show, all blanks alike."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    letters = (letter for letter in INVISIBLE.sub("", folded) if unicodedata.category(letter) != "Cf")
    return " ".join("".join(" " if letter in BLANK else letter for letter in letters).split())


def unlike(name: str, chairs: Iterable[Chair], *own: int | None) -> str:
    """The name as it is kept, if that of no chair but these looks the same. Raises ``no_name``, ``name_taken``."""
    name = shown_name(name)
    wanted = look(name)
    for chair in chairs:
        if chair.number not in own and chair.name and look(chair.name) == wanted:
            raise TableError("name_taken", name=chair.name)
    return name

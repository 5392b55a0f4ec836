"""Names of people at a table: visible, and distinguishable at sight."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from companion.tables.errors import TableError
from companion.tables.log.views import Chair

_FILLERS = (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x1D159)
_VARIATION_SELECTORS = (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
INVISIBLE = frozenset(map(chr, (*_FILLERS, *_VARIATION_SELECTORS)))
"""Characters that count as printable but show nothing."""


def strip_invisible(name: str) -> str:
    """Returns a name on one line, without surrounding spaces, control and invisible characters."""
    letters = (letter for letter in " ".join(name.split()) if letter.isprintable())
    return "".join(letter for letter in letters if letter not in INVISIBLE).strip()


def normalise_name(name: str) -> str:
    """Returns a name as stored. Raises ``no_name`` if nothing of it is visible."""
    name = strip_invisible(name)
    # A combining mark needs a letter to stand on.
    if all(unicodedata.category(letter)[0] in "MZC" for letter in name):
        raise TableError("no_name")
    return name


def make_lookalike_key(name: str) -> str:
    """Returns a key that is equal for names that look alike or differ only in case: their NFKC form, case-folded."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def check_name(name: str, chairs: Iterable[Chair], *own: int | None) -> str:
    """Returns the name as stored, if no chair except these has a lookalike. Raises ``no_name``, ``name_taken``."""
    name = normalise_name(name)
    wanted = make_lookalike_key(name)
    for chair in chairs:
        if chair.number not in own and chair.name and make_lookalike_key(chair.name) == wanted:
            raise TableError("name_taken", name=chair.name)
    return name

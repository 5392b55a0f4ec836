"""The words of changes, in one file for each language, and texts shortened to what differs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from pnp.kit.model import Language, Tree
from pnp.kit.word_files import NONE, OTHERWISE, at, said, spoken

LONGEST = 60
"""Characters of a text that is shown whole; of a longer one, those around what differs."""
PAGE = "page-"
"""Prefix of the sides of leaflets."""


class ChangeWords:
    """The words of one language, with those of a kit laid over them; English where the press lacks the language."""

    def __init__(self, language: Language, own: Tree = NONE) -> None:
        self.language = language if language in spoken("changes") else OTHERWISE
        self._texts = said("changes", language, own)

    def __call__(self, path: str, **values: object) -> str:
        """A text by its path, such as `swap.title`, with its values filled in."""
        return str(self.get(path)).format(**values)

    def get(self, path: str) -> Any:
        """A text, list or table by its path."""
        return at(self._texts, tuple(path.split(".")))

    def count(self, path: str, number: int) -> str:
        """A number with its noun, of which there are a form for one and another for more."""
        return str(self.get(path)[0 if number == 1 else 1]).format(n=number)

    def side(self, name: str) -> str:
        """The name of a side of a piece."""
        if name.startswith(PAGE):
            return self("page", n=name.removeprefix(PAGE))
        return str(self.get("sides").get(name, name))

    def sides(self, names: Sequence[str]) -> str:
        """The names of several sides; pages by their numbers."""
        pages = [int(name.removeprefix(PAGE)) for name in names if name.startswith(PAGE)]
        if len(pages) < max(2, len(names)):
            return ", ".join(map(self.side, names))
        return self("pages", pages=number_ranges(pages))


def number_ranges(numbers: Iterable[int]) -> str:
    """Growing numbers, with ranges for three or more in a row: `1, 2, 5–11`."""
    found: list[str] = []
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        found += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(str, run)
    return ", ".join(found)


def shorten(old: str, new: str) -> tuple[str, str]:
    """Two texts; of long ones LONGEST characters with their first difference, from the start of a word."""
    if max(len(old), len(new)) <= LONGEST:
        return old, new
    pairs = enumerate(zip(old, new, strict=False))
    start = next((number for number, (a, b) in pairs if a != b), min(len(old), len(new)))
    first = max(0, start - LONGEST // 2)
    if first:
        first = max(first, old.find(" ", first, start) + 1)

    def excerpt(text: str) -> str:
        shown = text[first : first + LONGEST].strip()
        return ("…" if first else "") + shown + ("…" if len(text) > first + LONGEST else "")

    return excerpt(old), excerpt(new)

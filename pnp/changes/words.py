"""The words of changes: on the swap list and on the page of differences. One file for each language, in `texts/`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby, takewhile
from operator import eq
from typing import TypeAlias

import msgspec

from pnp.changes.marks import Said, Sort
from pnp.changes.pairs import Kind
from pnp.kit.model import Language
from pnp.kit.own_words import NONE, OTHERWISE, Tree, said, spoken, texts

Counted: TypeAlias = tuple[str, str]
"""Of one, and of any other number: `{n}` is filled in."""
LONGEST = 60
"""Characters of a text that is told whole, and of a longer one around what differs."""


class SwapWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the swap list says."""

    title: str
    builds: str
    take_out: str
    put_in: str
    sheets: Counted
    cuts: Counted
    box: Mapping[str, str]
    columns: tuple[str, str, str, str]
    nothing: str
    gone: str
    fresh: str
    more: str
    fewer: str
    place: str
    places: str
    tiles: str
    printed: str
    backs: str
    every: str
    sleeved: str
    same: str
    page: str
    old_new: str
    actual_size: str


class PageWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the page of differences says."""

    title: str
    skip: str
    compared: str
    old: str
    new: str
    now: str
    in_words: str
    changed: Counted
    fresh: Counted
    gone: Counted
    same: str
    unchanged: str
    print_only: str
    filter: str
    filter_hint: str
    which: str
    all: str
    kinds: Mapping[Kind, str]
    how: str
    ways: tuple[str, str, str]
    rings: str
    not_before: str
    not_now: str
    not_kept: str
    row: str
    group: Counted
    open_group: str
    differ: str
    none_found: str
    none_of_kind: str
    others: str
    languages: str


class Words(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of one language. `{…}` are filled with `str.format`."""

    pieces: Counted
    sides: Mapping[str, str]
    page: str
    pages: str
    sorts: Mapping[Sort, str]
    said: Mapping[str, str]
    ways: Mapping[str, str]
    copies: str
    swap: SwapWords
    diff: PageWords

    def count(self, number: int, forms: Counted) -> str:
        """A number with its noun."""
        return forms[0 if number == 1 else 1].format(n=number)

    def side(self, name: str) -> str:
        """What a side of a piece is called."""
        if name.startswith("page-"):
            return self.page.format(n=name.removeprefix("page-"))
        return self.sides.get(name, name)

    def listed(self, names: Sequence[str]) -> str:
        """Several sides by their names; pages by their numbers."""
        pages = [int(name.removeprefix("page-")) for name in names if name.startswith("page-")]
        if len(pages) < max(2, len(names)):
            return ", ".join(map(self.side, names))
        return self.pages.format(pages=spans(pages))

    def says(self, said: Said) -> str:
        """A statement in words."""
        if said.what in ("fresh", "gone"):
            return self.diff.not_before if said.what == "fresh" else self.diff.not_now
        if said.what == "moved":
            return self.said["moved"].format(sort=self.sorts[said.sort], way=self._way(said.dx, said.dy))
        old, new = stretches(said.old, said.new)
        return self.said[said.what].format(sort=self.sorts[said.sort], old=old, new=new)

    def _way(self, dx: float, dy: float) -> str:
        across = self.ways["right" if dx > 0 else "left"].format(mm=f"{abs(dx):g}")
        along = self.ways["down" if dy > 0 else "up"].format(mm=f"{abs(dy):g}")
        return ", ".join(text for text, length in ((across, dx), (along, dy)) if length)


def words(language: Language, own: Tree = NONE) -> Words:
    """The words of a language, with those that a kit has for it; the English ones for what nobody says."""
    return msgspec.convert(said("changes", language, own), Words) if own else _known(language)


@cache
def _known(language: Language) -> Words:
    return msgspec.convert(texts("changes", language), Words)


def languages() -> tuple[Language, ...]:
    """The languages there are words in, in alphabetical order."""
    return spoken("changes")


def spoken_in(language: Language) -> Language:
    """The language of the words of a language, which are English where nobody says them."""
    return language if language in languages() else OTHERWISE


def spans(numbers: Iterable[int]) -> str:
    """Growing numbers, of three and more in a row the first and the last: `1, 2, 5–11`."""
    found: list[str] = []
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        found += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(str, run)
    return ", ".join(found)


def stretches(old: str, new: str) -> tuple[str, str]:
    """Two texts; of long ones what stands around where they differ, in whole words as far as there are some."""
    if max(len(old), len(new)) <= LONGEST:
        return old, new
    start = _shared(old, new)
    end = _shared(old[start:][::-1], new[start:][::-1])
    around = max(0, LONGEST - max(len(old), len(new)) + start + end) // 2
    first = max(0, start - around)
    first = max(first, old.find(" ", first, start) + 1) if first else 0
    return _stretch(old, first, end, around), _stretch(new, first, end, around)


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
    return sum(1 for _ in takewhile(bool, map(eq, one, other)))


def _stretch(text: str, first: int, end: int, around: int) -> str:
    """A text from its first character on, to some way behind what differs, which is `end` characters from its end."""
    last = min(len(text), len(text) - end + around)
    if last < len(text):
        last = max(len(text) - end, text.rfind(" ", 0, last + 1))
    last = min(last, first + LONGEST)
    return ("…" if first else "") + text[first:last].strip() + ("…" if last < len(text) else "")

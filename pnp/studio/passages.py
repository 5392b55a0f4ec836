"""Where the text of a leaflet stands on its pages: what was found there, and whether its page breaks held."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

import msgspec

from pnp.scene import Box, Passage, Text
from pnp.studio.leaves import Picture
from pnp.studio.notes import Noted
from pnp.studio.words import Words

Place: TypeAlias = tuple[int, int]
"""A line of the file, and the number of the passage of it."""


ABOVE = 2.0
"""Millimetres that a named place is at most above its text."""


class Pin(msgspec.Struct, frozen=True):
    """A finding on a page: its number among those of the leaflet, what was found, and where it stands."""

    number: int
    noted: Noted
    box: Box


class Part(msgspec.Struct, frozen=True):
    """What stands on a page of one line of the file, in one piece: the name of the rule that it begins, and how it is
    set, typeface and pt, where it is text."""

    line: int
    box: Box
    rule: str = ""
    font: str = ""
    size: float = 0.0


class State(msgspec.Struct, frozen=True):
    """A leaflet at one time: the lines of its text; of each page what is on it, named, and its passages."""

    text: tuple[str, ...]
    pages: tuple[str, ...]
    passages: tuple[tuple[Passage, ...], ...]


def parts(page: Picture) -> Iterator[Part]:
    """What stands on a page, each passage of one line as one."""
    rules = [one for one in page.anchors if not one.title]
    for line, those in groupby(page.passages, lambda one: one.line):
        boxes = [one.box for one in those]
        top, left = min(box.y for box in boxes), min(box.x for box in boxes)
        box = Box(left, top, max(one.right for one in boxes) - left, max(one.bottom for one in boxes) - top)
        # A named place is a little above the first line of what it names.
        rule = next((one.name for one in rules if -ABOVE < one.y - top < box.height - ABOVE), "")
        set_in = Counter((one.font, round(one.size, 1)) for one in page.runs if _within(one, box))
        font, size = max(set_in, key=lambda one: set_in[one], default=("", 0.0))
        yield Part(line, box, rule, font, size)


def _within(run: Text, box: Box) -> bool:
    return box.y <= run.y <= box.bottom and box.x - 1 <= run.x <= box.right


def linked_from(rule: str, pages: Sequence[Picture]) -> tuple[int, ...]:
    """The pages, from 1, that lead to a rule."""
    return tuple(number for number, page in enumerate(pages, start=1) if rule and rule in page.targets)


def pinned(found: Sequence[Noted], file: str, pages: Sequence[Picture]) -> Mapping[int, tuple[Pin, ...]]:
    """What was found in a file, by the page it stands on, from 0; findings are numbered in their order, from 1."""
    pins: dict[int, tuple[Pin, ...]] = {}
    for number, noted in enumerate(found, start=1):
        known = [part.line for page in pages for part in page.passages if part.line <= noted.line]
        if noted.file != file or not known:
            continue
        line = max(known)
        page = next(n for n, those in enumerate(pages) if any(one.line == line for one in those.passages))
        part = next(one for one in parts(pages[page]) if one.line == line)
        pins[page] = (*pins.get(page, ()), Pin(number, noted, part.box))
    return pins


def set_anew(before: State, after: State, say: Words) -> str:
    """What a save did to the pages, in words; "" if they are as they were."""
    if before.pages == after.pages:
        return ""
    pairs = enumerate(zip(before.pages, after.pages, strict=False), start=1)
    different = [number for number, (old, new) in pairs if old != new]
    different += range(min(len(before.pages), len(after.pages)) + 1, len(after.pages) + 1)
    told = [say("pages_set", first=different[0], last=different[-1])] if len(different) > 1 else []
    told += [say("page_set", page=different[0])] if len(different) == 1 else []
    if len(before.pages) != len(after.pages):
        told.append(say("pages_now", n=len(after.pages), was=len(before.pages)))
    else:
        told.append(_broken(before, after, say) or say("breaks_held"))
    return ", ".join(told)


def _broken(before: State, after: State, say: Words) -> str:
    """The first page that ends elsewhere than it did; "" if none does."""
    moved = _moved(before.text, after.text)
    for number, (old, new) in enumerate(zip(_begins(before), _begins(after), strict=True)):
        if old is None or new is None or old[0] not in moved:
            continue
        was = (moved[old[0]], old[1])
        if was != new:
            return say("ends_earlier" if new < was else "ends_later", page=number)
    return ""


def _begins(state: State) -> Iterator[Place | None]:
    """What each page begins with; None, if no text stands on it."""
    count: dict[int, int] = {}
    for passages in state.passages:
        yield (passages[0].line, count.get(passages[0].line, 0)) if passages else None
        for one in passages:
            count[one.line] = count.get(one.line, 0) + 1


def _moved(old: Sequence[str], new: Sequence[str]) -> Mapping[int, int]:
    """Where the lines of a file stand now, from 1; of lines that were written anew those in their place."""
    found: dict[int, int] = {}
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal" or b - a == d - c:
            found.update({a + n + 1: c + n + 1 for n in range(b - a)})
    return found

"""Does the table agree? Photographs of it are compared with the position, part by part.

Each difference has the keys *Table is right* and *App is right*. Where a photograph is not clear, the page asks what
lies there; where it may not show everything, the app is right unless somebody says otherwise. What the table is right
about is corrected as by hand. A game says what can be compared (`GamePages.comparisons`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from msgspec import Struct

from companion.sight.reading import Seen
from companion.web.context import AnyContext
from companion.web.photographs import (
    APP,
    ELSE,
    MOST,
    NOTHING,
    AnyComparison,
    Doubt,
    Guess,
    Photographs,
    Read,
    Shown,
    Subject,
)
from companion.web.table.fix import correct, explanations
from companion.web.widgets import Key, Note, both, do

HAD: Final = "had."
"""Prefix of the parts with what the app had where something was asked."""


class Compared(Struct, frozen=True):
    """Parts that differ for sure and perhaps; parts that are the same, though not clearly; and how many are for
    sure."""

    differ: tuple[Shown, ...]
    perhaps: tuple[Shown, ...]
    unclear: tuple[str, ...]
    same: int


def photographs_of(context: AnyContext, comparison: AnyComparison) -> Photographs[AnyContext]:
    """How photographs of that part of the table are compared and entered."""
    return Photographs(
        partial(_subject, comparison),
        partial(_differences, comparison),
        partial(_corrections, comparison),
        most=MOST,
        own=comparison.own,
        board=context.pages.photographs.board if context.pages.photographs else None,
    )


def _subject(comparison: AnyComparison, context: AnyContext, item: str) -> Subject:
    return Subject(_by_hand(comparison), whose=comparison.whose, title=context.words.phrase("agree.title"))


def _differences(comparison: AnyComparison, context: AnyContext, item: str, seen: Sequence[Seen]) -> Read:
    """Differences to ask about, and equal parts."""
    believed = comparison.believed()
    found = compare(believed, comparison.shown(seen))
    asked = (*found.differ, *found.perhaps)
    had = {one.part: believed.get(one.part, NOTHING) for one in asked}
    say, number = context.words.phrase, len(asked)
    zone = next(zone for zone in context.pages.zones(context) if zone.id == comparison.zone)
    drawn = {
        "does": "sighted" if asked or not comparison.whole else do("check", zone=zone.mark),
        "title": say("agree.differs", n=number) if asked else say("agree.agrees"),
        "counted": say("agree.counted", n=str(found.same + len(found.unclear) + number), same=str(found.same)),
        "had": had,
        "explained": _explained(context, comparison, found),
        "unclear": [comparison.named(part) for part in found.unclear],
        "picture": comparison.picture(seen, {one.part: at for at, one in enumerate(asked, 1)}),
        "by_hand": f"{context.home}/{_by_hand(comparison)}",
        "use": say("put_right" if asked else "check.right"),
    }
    doubts = tuple(_doubt(context, comparison, at, one, had[one.part]) for at, one in enumerate(asked, 1))
    return Read("photo_compared.html", doubts, {}, drawn)


def _corrections(
    comparison: AnyComparison, context: AnyContext, item: str, fields: Mapping[str, str]
) -> tuple[str, str] | Note:
    """Corrects what the table is right about, then shows what should lie there now."""
    believed = comparison.believed()
    chosen = {part: value for part, value in fields.items() if value != APP and not part.startswith(HAD)}
    had = {part: fields.get(f"{HAD}{part}") for part in chosen}
    changes = comparison.changes({part: value for part, value in chosen.items() if value != ELSE})
    if any(value not in (None, believed.get(part, NOTHING)) for part, value in had.items()):
        return Note(context.words.phrase("agree.moved_on"))
    if isinstance(changes, Note):
        return changes
    tapped = [comparison.tapped(part) for part, value in chosen.items() if value == ELSE]
    zone = next(zone for zone in context.pages.zones(context) if zone.id == comparison.zone)
    command = both(correct(changes), do("check", zone=zone.mark)) if changes else ""
    return command, next(iter(tapped), _by_hand(comparison))


def compare(believed: Mapping[str, str], shown: Sequence[Shown]) -> Compared:
    """Compares photographs with the app. A part that looks as the app has it is equal, sure or not;
    so is one that may be several things, if the app has one of them."""
    same = [one for one in shown if believed.get(one.part, NOTHING) in (one.value, *one.others)]
    other = [one for one in shown if one not in same]
    return Compared(
        differ=tuple(one for one in other if one.clear and not one.perhaps),
        perhaps=tuple(one for one in other if one.perhaps or not one.clear),
        unclear=tuple(one.part for one in same if not one.sure),
        same=sum(one.sure for one in same),
    )


def _explained(context: AnyContext, comparison: AnyComparison, found: Compared) -> tuple[Key, ...]:
    """The forgotten step behind all differences, where all are sure and can be set."""
    if found.perhaps or not all(comparison.changes({one.part: one.value}) for one in found.differ):
        return ()
    changes = comparison.changes({one.part: one.value for one in found.differ})
    return () if isinstance(changes, Note) else explanations(context, changes)


def _doubt(context: AnyContext, comparison: AnyComparison, at: int, one: Shown, had: str) -> Doubt:
    """A difference with its two keys; or a possible one, with what it may be."""
    say, part = context.words.phrase, one.part
    lain = comparison.difference(part, had, one.value)
    if one.clear:
        known = bool(comparison.changes({part: one.value}))
        keys = [Guess(one.value, say("agree.table"), on=not one.perhaps)] if known else []
        keys.append(Guess(APP, say("agree.app"), on=bool(one.perhaps) or not known))
        told = say("agree.difference", app=lain.app, table=lain.table)
    else:
        values = dict.fromkeys((one.value, *(one.others[:1] or (one.second,))))
        keys = [Guess(APP, comparison.called(part, had), on=True)]
        keys += [Guess(value, comparison.called(part, value)) for value in values if value not in (had, ELSE)]
        keys.append(Guess(ELSE, say("something_else")))
        told = say("agree.perhaps", app=lain.app)
    told = f"{told} {one.perhaps}".rstrip()
    return Doubt(at, part, lain.part, one.area, tuple(keys), shot=one.shot, told=told)


def _by_hand(comparison: AnyComparison) -> str:
    """The page on which it is compared without a photograph."""
    return "check" if comparison.whole else f"check/{comparison.zone}"

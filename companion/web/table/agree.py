"""Does the table agree? Photographs of it are compared with the position, part by part.

Each difference has the keys *Table is right* and *App is right*. Where a photograph is not clear, the page asks what
lies there; where it may not show everything, the app is right unless somebody says otherwise. What the table is right
about is corrected as by hand. A game says what can be compared (`GamePages.comparisons`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from companion.sight.reading import Seen
from companion.web.context import AnyContext
from companion.web.photographs import ELSE, NOTHING, AnyPhotographed, Doubt, Guess, Shown
from companion.web.table.fix import correct
from companion.web.widgets import Note, both, do

APP: Final = "="
"""The value of a part at which the app is right."""
HAD: Final = "had."
"""Prefix of the parts with what the app had where something was asked."""


class Compared(Struct, frozen=True):
    """Parts that differ for sure and perhaps; parts that are the same, though not clearly; and how many are for
    sure."""

    differ: tuple[Shown, ...]
    perhaps: tuple[Shown, ...]
    unclear: tuple[str, ...]
    same: int


def differences(context: AnyContext, subject: AnyPhotographed, seen: Sequence[Seen]) -> dict[str, object]:
    """Values of the page: differences to ask about, and equal parts. Raises `PhotographError`."""
    believed = subject.believed()
    found = compare(believed, subject.shown(seen))
    asked = (*found.differ, *found.perhaps)
    had = {one.part: believed.get(one.part, NOTHING) for one in asked}
    say, number = context.words.phrase, len(asked)
    return {
        "does": "sighted" if asked or not subject.whole else _tick(context, subject),
        "title": say("agree.differs", n=number) if asked else say("agree.agrees"),
        "counted": say("agree.counted", n=str(found.same + len(found.unclear) + number), same=str(found.same)),
        "hidden": {f"{HAD}{part}": value for part, value in had.items()},
        "unclear": [subject.named(part) for part in found.unclear],
        "picture": subject.picture(seen, {one.part: at for at, one in enumerate(asked, 1)}),
        "by_hand": f"{context.home}/{subject.by_hand}",
        "use": say("put_right" if asked else "check.right"),
        "doubts": tuple(_doubt(context, subject, at, one, had[one.part]) for at, one in enumerate(asked, 1)),
    }


def corrections(context: AnyContext, subject: AnyPhotographed, fields: Mapping[str, str]) -> tuple[str, str] | Note:
    """Corrects what the table is right about, then shows what should lie there now."""
    believed = subject.believed()
    chosen = {part: value for part, value in fields.items() if value != APP and not part.startswith(HAD)}
    had = {part: fields.get(f"{HAD}{part}") for part in chosen}
    changes = subject.changes({part: value for part, value in chosen.items() if value != ELSE})
    if any(value not in (None, believed.get(part, NOTHING)) for part, value in had.items()):
        return Note(context.words.phrase("agree.moved_on"))
    if isinstance(changes, Note):
        return changes
    tapped = [subject.tapped(part) for part, value in chosen.items() if value == ELSE]
    command = both(correct(changes), _tick(context, subject)) if changes else ""
    return command, next(iter(tapped), subject.by_hand)


def _tick(context: AnyContext, subject: AnyPhotographed) -> str:
    """Ticks its zone off."""
    zone = next(zone for zone in context.pages.zones(context) if zone.id == subject.zone)
    return do("check", zone=zone.mark)


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


def _doubt(context: AnyContext, subject: AnyPhotographed, at: int, one: Shown, had: str) -> Doubt:
    """A difference with its two keys; or a possible one, with what it may be."""
    say, part = context.words.phrase, one.part
    name, app, table = subject.compared(part, (had, one.value))
    if one.clear:
        known = bool(subject.changes({part: one.value}))
        keys = [Guess(one.value, say("agree.table"), on=not one.perhaps)] if known else []
        keys.append(Guess(APP, say("agree.app"), on=bool(one.perhaps) or not known))
        told = say("agree.difference", app=app, table=table)
    else:
        keys = [Guess(APP, subject.called(part, had), on=True)]
        keys += [Guess(value, subject.called(part, value)) for value in one.likely if value not in (had, ELSE)]
        keys.append(Guess(ELSE, say("something_else")))
        told = say("agree.perhaps", app=app)
    return Doubt(at, part, name, one.area, tuple(keys), shot=one.shot, told=f"{told} {one.perhaps}".rstrip())

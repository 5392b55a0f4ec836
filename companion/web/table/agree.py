"""Does the table agree? A photograph of it is compared with the position, part by part.

What differs is told as what the app has and what the table shows, each with *Table is right* or *App is right*; where
the photograph is not clear and seems to show something else, it is asked. What the table is right about is corrected as
it is by hand. A game says how it is compared (`GamePages.comparison`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from flask import Response, abort, redirect
from msgspec import Struct, to_builtins
from msgspec.structs import replace
from werkzeug.wrappers import Response as Answer

from companion.engine.correction import LIES
from companion.sight.reading import Reading
from companion.web.context import AnyContext
from companion.web.photographs import ELSE, Comparison, Doubt, Guess
from companion.web.table import photograph
from companion.web.table.access import sit_down
from companion.web.table.explained import explained
from companion.web.table.key_commands import carry_out
from companion.web.table.phase import left
from companion.web.table.renderer import show
from companion.web.table.ticks import mark
from companion.web.widgets import Note, do

PAGE: Final = "agree"
"""The name of its page."""
APP: Final = "="
"""The value of a part at which the app is right."""
HAD: Final = "had."
"""Before the fields of what the app had where something was asked, each named like its part."""


class Compared(Struct, frozen=True):
    """What a photograph shows beside what the position has (values by the parts of the table): which parts differ for
    sure, which perhaps; at which it shows the same, though not clearly; and how many are the same for sure."""

    differ: tuple[Reading, ...]
    perhaps: tuple[Reading, ...]
    unclear: tuple[str, ...]
    same: int


def offered(context: AnyContext) -> bool:
    """Can this table be compared now? A game that is followed, with what reads photographs, while its pieces lie as the
    app has them."""
    view = context.view
    return (
        context.pages.comparison is not None
        and photograph.offered(view.game)
        and view.state is not None
        and view.settings.way == "follow"
        and not left(context, PAGE)
    )


def page(context: AnyContext, item: str) -> str:
    """How to take a photograph of the table, and the keys that do."""
    _comparison(context)
    words = context.words
    return photograph.taking(
        context,
        title=words.phrase("agree.title"),
        does="compare",
        path=_path(context),
        by_hand=("check", words.phrase("agree.by_hand")),
    )


def photographed(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """Reads the photograph that was sent: the answer is the page that tells what differs."""
    _comparison(context)
    if not context.seated:
        return Note(photograph.says(context, "seated"))
    seen = photograph.read_sent(context, 1)
    if isinstance(seen, Note):
        return seen
    now = sit_down(context.code)  # reading has taken its time
    comparison = _comparison(now)
    found = compared(comparison, comparison.believed(now), seen[0].sighted.readings)
    asked = (*found.differ, *found.perhaps)
    words, number = now.words, len(asked)
    lies = [comparison.change(one.part, one.value) for one in found.differ]
    steps = () if found.perhaps or None in lies else explained(now, [one for one in lies if one is not None])
    shown = show(
        now,
        "photo_compared.html",
        does="agreed" if number else do("check", zone=_mark(now, comparison)),
        title=words.count("agree.look" if found.perhaps else "agree.differs", number)
        if number
        else words.phrase("agree.agrees"),
        whose="",
        counted=words.phrase("agree.counted", n=str(found.same + len(found.unclear) + number), same=str(found.same)),
        doubts=[_asked(now, comparison, at, one) for at, one in enumerate(asked, 1)],
        had={one.part: comparison.believed(now)[one.part] for one in asked},
        explained=steps,
        unclear=[comparison.named(now, part) for part in found.unclear],
        picture=comparison.picture(now, seen[0], {one.part: at for at, one in enumerate(asked, 1)}),
        again=_path(now),
        use=words.phrase("agree.set_right" if number else "agree.tick"),
        use_short=words.phrase("agree.set_right_short" if number else "agree.tick_short"),
    )
    return Response(shown)


def confirmed(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """Corrects what the table is right about, then shows what should lie there now."""
    comparison = _comparison(context)
    chosen = {part: value for part, value in photograph.said(form, photograph.READ).items() if value != APP}
    made = (comparison.change(part, value) for part, value in chosen.items() if value != ELSE)
    changes = [one for one in made if one is not None]
    believed = comparison.believed(sit_down(context.code))
    if any(believed.get(part) != value for part, value in photograph.said(form, HAD).items() if part in chosen):
        return Note(context.words.phrase("agree.moved_on"))
    if changes:
        refused = carry_out(context, {**form, "do": do("correct", changes=to_builtins(changes), why=LIES)})
        if refused is not None:
            return refused
    tapped = [comparison.tapped(part) for part, value in chosen.items() if value == ELSE]
    return redirect(f"{context.home}/{next(iter(tapped), 'check')}", 303)


def compared(comparison: Comparison[AnyContext], believed: Mapping[str, str], readings: Sequence[Reading]) -> Compared:
    """What the readings of a photograph say of what is believed. A part that is read as it is believed is the same,
    whether or not that is sure: the position is reason enough. One that may be several things by its reading is the
    same where one of them is believed."""
    known = [_known(comparison, one) for one in readings if one.part in believed]
    same = [
        one
        for one in known
        if believed[one.part] == one.value or believed[one.part] in comparison.others(one.part, one.value)
    ]
    other = [one for one in known if one not in same]
    return Compared(
        differ=tuple(one for one in other if _clear(comparison, one)),
        perhaps=tuple(one for one in other if not _clear(comparison, one)),
        unclear=tuple(one.part for one in same if not one.sure),
        same=sum(one.sure for one in same),
    )


def _known(comparison: Comparison[AnyContext], reading: Reading) -> Reading:
    """What a reading says that a position may have; sure where both its values come to the same."""
    value, second = (comparison.known(reading.part, one) for one in (reading.value, reading.second))
    alike = value == second and reading.value != reading.second
    return replace(reading, value=value, second=second, sure=reading.sure or alike)


def _clear(comparison: Comparison[AnyContext], reading: Reading) -> bool:
    return reading.sure and not comparison.others(reading.part, reading.value)


def _asked(context: AnyContext, comparison: Comparison[AnyContext], at: int, reading: Reading) -> Doubt:
    """A difference with its two keys; or what may be one, with what it may be."""
    words, part = context.words, reading.part
    had = comparison.believed(context)[part]
    lain = comparison.lain(context, part, had, reading.value)
    if _clear(comparison, reading):
        known = comparison.change(part, reading.value) is not None
        keys: tuple[Guess, ...] = (
            *((Guess(reading.value, words.phrase("agree.table"), on=True),) if known else ()),
            Guess(APP, words.phrase("agree.app"), on=not known),
        )
        told = words.phrase("agree.difference", app=lain.app, table=lain.table)
        return Doubt(at, part, lain.part, comparison.area(part), keys, told=told)
    others = comparison.others(part, reading.value)[:1] or (reading.second,)
    values = [one for one in dict.fromkeys((reading.value, *others)) if one != had]
    keys = (
        Guess(APP, comparison.called(context, part, had), on=True),
        *(Guess(value, comparison.called(context, part, value)) for value in values),
        Guess(ELSE, words.phrase("photo.else")),
    )
    told = words.phrase("agree.perhaps", app=lain.app)
    return Doubt(at, part, lain.part, comparison.area(part), keys, told=told)


def _mark(context: AnyContext, comparison: Comparison[AnyContext]) -> str:
    """How the log names what is compared."""
    return next(mark(zone) for zone in context.pages.zones(context) if zone.id == comparison.zone)


def _comparison(context: AnyContext) -> Comparison[AnyContext]:
    comparison = context.pages.comparison
    if comparison is None or not offered(context):
        abort(404)
    return comparison


def _path(context: AnyContext) -> str:
    """The address that this page's forms go to."""
    return f"{context.home}/{PAGE}"

"""Does the table agree? Photographs of it are compared with the position, part by part.

What differs is told as what the app has and what the table shows, each with *Table is right* or *App is right*; where
a photograph is not clear and seems to show something else, it is asked, and where it may not show all that lies there,
the app holds. What the table is right about is corrected as it is by hand. A game says what is compared, and how
(`GamePages.comparisons`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from flask import Response, abort, redirect, request
from msgspec import Struct, to_builtins
from msgspec.structs import replace
from werkzeug.wrappers import Response as Answer

from companion.engine.correction import LIES
from companion.web.context import AnyContext
from companion.web.photographs import APP, ELSE, NOTHING, READ, Board, Comparison, Doubt, Guess, Shown
from companion.web.table import photograph, sightings
from companion.web.table.access import sit_down
from companion.web.table.explained import explained
from companion.web.table.key_commands import carry_out
from companion.web.table.phase import left
from companion.web.table.renderer import show
from companion.web.table.ticks import mark
from companion.web.widgets import Key, Note, do
from pnp.camera import PhotographError

PAGE: Final = "agree"
"""The name of its page."""
HAD: Final = "had."
"""Before the fields of what the app had where something was asked, each named like its part."""


class Compared(Struct, frozen=True):
    """What photographs show beside what the position has: which parts differ for sure, which perhaps; which are the
    same, though not clearly; and how many are the same for sure."""

    differ: tuple[Shown, ...]
    perhaps: tuple[Shown, ...]
    unclear: tuple[str, ...]
    same: int


def offered(context: AnyContext) -> tuple[Comparison, ...]:
    """What can be compared now: of a game that is followed, with what reads photographs, while its pieces lie as the
    app has them."""
    view = context.view
    on = (
        photograph.offered(view.game)
        and view.state is not None
        and view.settings.way == "follow"
        and not left(context, PAGE)
    )
    return context.pages.comparisons(context) if on else ()


def page(context: AnyContext, item: str) -> str:
    """How to take a photograph of that part of the table, and the keys that do."""
    comparison, words = _comparison(context, item), context.words
    return photograph.taking(
        context,
        title=words.phrase("agree.title"),
        does="compare",
        path=_path(context, item),
        by_hand=(_by_hand(comparison), words.phrase("agree.by_hand")),
        whose=comparison.whose,
        most=comparison.most,
        own=comparison.own,
        so_far=sightings.sent(request.form, _board(context)),
    )


def another(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """The same page for one more photograph, from another side."""
    return Response(page(context, item))


def photographed(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """Reads the photographs that were sent: the answer is the page that tells what differs."""
    comparison = _comparison(context, item)
    if not context.seated:
        return Note(photograph.says(context, "seated"))
    before = sightings.sent(form, _board(context))
    sent = photograph.read_sent(context, comparison.most, before, comparison.own)
    if isinstance(sent, Note):
        return sent
    now = sit_down(context.code)  # reading has taken its time
    comparison = _comparison(now, item)
    try:
        told = sightings.together(_board(now), before, sent.seen)
        shown = [_minded(one, before.tapped) for one in comparison.shown(told.seen)]
    except PhotographError as error:  # it shows something else of the game
        return Note(photograph.says(context, f"refused.{error.reason}", comparison.own))
    believed = comparison.believed()
    found = compared(believed, shown)
    asked = (*found.differ, *found.perhaps)
    words, number = now.words, len(asked)
    doubts = [_asked(now, comparison, at, one, believed, before.tapped) for at, one in enumerate(asked, 1)]
    shown_page = show(
        now,
        "photo_compared.html",
        does="agreed" if number or not comparison.whole else do("check", zone=_mark(now, comparison)),
        title=words.count("agree.look" if found.perhaps else "agree.differs", number)
        if number
        else words.phrase("agree.agrees"),
        whose=comparison.whose,
        left_out=photograph.left_out_says(now, sent.left_out, told.strays, comparison.own),
        counted=words.phrase("agree.counted", n=str(found.same + len(found.unclear) + number), same=str(found.same)),
        doubts=doubts,
        had={one.part: believed.get(one.part, NOTHING) for one in asked},
        explained=_explained(now, comparison, found),
        unclear=[comparison.named(part) for part in found.unclear],
        picture=comparison.picture(told.seen, {one.part: at for at, one in enumerate(asked, 1)})
        if told.pictured
        else "",
        again=_path(now, item),
        further="compare-another" if told.further and (found.perhaps or found.unclear) else "",
        so_far=told.so_far.asking(doubts).field(),
        pictured=told.pictured,
        by_hand=f"{now.home}/{_by_hand(comparison)}",
        use=words.phrase("agree.set_right" if number else "agree.tick"),
        use_short=words.phrase("agree.set_right_short" if number else "agree.tick_short"),
    )
    return Response(shown_page)


def confirmed(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """Corrects what the table is right about, then shows what should lie there now."""
    comparison = _comparison(context, item)
    chosen = {part: value for part, value in photograph.said(form, READ).items() if value != APP}
    changes = comparison.changes({part: value for part, value in chosen.items() if value != ELSE})
    believed = comparison.believed()
    had = {part: value for part, value in photograph.said(form, HAD).items() if part in chosen}
    if any(believed.get(part, NOTHING) != value for part, value in had.items()):
        return Note(context.words.phrase("agree.moved_on"))
    if isinstance(changes, Note):
        return changes
    if changes:
        refused = carry_out(context, {**form, "do": do("correct", changes=to_builtins(changes), why=LIES)})
        if refused is not None:
            return refused
    tapped = [comparison.tapped(part) for part, value in chosen.items() if value == ELSE]
    return redirect(f"{context.home}/{next(iter(tapped), _by_hand(comparison))}", 303)


def compared(believed: Mapping[str, str], shown: Sequence[Shown]) -> Compared:
    """What photographs show beside what is believed. A part that is shown as it is believed is the same, whether or
    not that is sure: the position is reason enough. One that may be several things is the same where one of them is
    believed."""
    same = [one for one in shown if believed.get(one.part, NOTHING) in (one.value, *one.others)]
    other = [one for one in shown if one not in same]
    return Compared(
        differ=tuple(one for one in other if one.clear and not one.perhaps),
        perhaps=tuple(one for one in other if one.perhaps or not one.clear),
        unclear=tuple(one.part for one in same if not one.sure),
        same=sum(one.sure for one in same),
    )


def _explained(context: AnyContext, comparison: Comparison, found: Compared) -> tuple[Key, ...]:
    """The step behind all that differs, where all of that is sure and can be set."""
    lies = [comparison.changes({one.part: one.value}) for one in found.differ]
    if found.perhaps or not all(lies):
        return ()
    changes = comparison.changes({one.part: one.value for one in found.differ})
    return () if isinstance(changes, Note) else explained(context, changes)


def _minded(shown: Shown, tapped: Mapping[str, str]) -> Shown:
    """With what somebody has tapped right: that stays, and is asked about where photographs show something else."""
    said = tapped.get(shown.part, APP)
    return shown if said in (APP, shown.value) else replace(shown, value=said, second=shown.value, sure=False)


def _asked(
    context: AnyContext,
    comparison: Comparison,
    at: int,
    one: Shown,
    believed: Mapping[str, str],
    tapped: Mapping[str, str],
) -> Doubt:
    """A difference with its two keys; or what may be one, with what it may be. What somebody has tapped is chosen."""
    words, part = context.words, one.part
    had = believed.get(part, NOTHING)
    lain = comparison.lain(part, had, one.value)
    if one.clear:
        known = bool(comparison.changes({part: one.value}))
        keys: tuple[Guess, ...] = (
            *((Guess(one.value, words.phrase("agree.table"), on=not one.perhaps),) if known else ()),
            Guess(APP, words.phrase("agree.app"), on=bool(one.perhaps) or not known),
        )
        told = words.phrase("agree.difference", app=lain.app, table=lain.table)
    else:
        likely = (one.value, *(one.others[:1] or (one.second,)))
        values = [value for value in dict.fromkeys(likely) if value not in (had, ELSE)]
        keys = (
            Guess(APP, comparison.called(part, had), on=True),
            *(Guess(value, comparison.called(part, value)) for value in values),
            Guess(ELSE, words.phrase("photo.else")),
        )
        told = words.phrase("agree.perhaps", app=lain.app)
    told = " ".join(filter(None, (told, one.perhaps)))
    if tapped.get(part) in {key.value for key in keys}:
        keys = tuple(replace(key, on=key.value == tapped[part]) for key in keys)
    return Doubt(at, part, lain.part, one.area, keys, shot=one.shot, told=told)


def _mark(context: AnyContext, comparison: Comparison) -> str:
    """How the log names what is compared."""
    return next(mark(zone) for zone in context.pages.zones(context) if zone.id == comparison.zone)


def _board(context: AnyContext) -> Board | None:
    photographs = context.pages.photographs
    return photographs.board if photographs else None


def _comparison(context: AnyContext, item: str) -> Comparison:
    return next((one for one in offered(context) if one.id == item), None) or abort(404)


def _by_hand(comparison: Comparison) -> str:
    """The page on which it is compared without a photograph."""
    return "check" if comparison.whole else f"check/{comparison.zone}"


def _path(context: AnyContext, item: str) -> str:
    """The address that this page's forms go to."""
    return "/".join(filter(None, (context.home, PAGE, item)))

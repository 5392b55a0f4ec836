"""*Wrong? Tap to fix*: the one page that corrects what the app believes. Nothing changes before *Save*.

What somebody taps on the way lives in the address, as on the page that checks the whole table (`zones`).
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import abort, redirect
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.wrappers import Response

from companion.engine.correction import LIES
from companion.web.context import AnyContext
from companion.web.table import frame_views
from companion.web.table.last import last_lines
from companion.web.table.renderer import show
from companion.web.table.zones import Found, Step, found_things, query, step_of
from companion.web.widgets import Count, Place, Thing, do


class Row(Struct, frozen=True):
    """A row of the page: one thing, or the counts of a heap behind one key (`name`, and `says` what there is)."""

    steps: tuple[Step, ...]
    name: str = ""
    says: str = ""

    @property
    def changed(self) -> bool:
        return any(not step.found.same for step in self.steps)


class Group(Struct, frozen=True):
    """Rows under a heading; empty: they need none."""

    title: str
    rows: tuple[Row, ...]


def door(context: AnyContext) -> str:
    """The address of this page from the table's own: for the seat that was tapped, else for the place of the page."""
    wish = context.wishes.get("seat", "")
    seat = next((chair.seat for chair in context.players if str(chair.number) == wish and chair.seat is not None), None)
    item = context.pages.DOOR if seat is None else str(int(seat))
    return f"{context.home}/fix/{item}" if item else f"{context.home}/fix"


def fix(context: AnyContext, item: str) -> str | Response:
    """What is at a place (`item`), the own things, and the own last turn. For those who may enter something."""
    if context.view.state is None or not context.seated:
        return redirect(context.home, 303)
    if context.covered:
        return frame_views.curtain(context)
    place = context.pages.place(context, item) if item else Place()
    if place is None:
        abort(404)
    own = _own(context, item)
    if own is None and context.view.eyes is not None:
        place = replace(place, title=context.words.phrase("fix.yours"))
    elif own is not None:
        shown = {thing.path for thing in (*place.things, *place.more)}
        own = replace(own, things=tuple(thing for thing in own.things if thing.path not in shown))
    every = found_things(context, (*place.things, *place.more, *(own.things if own else ())))
    differing = [one for one in every if not one.same]
    return show(
        context,
        "fix.html",
        place=place,
        group=_group(every, place.title, place.things),
        more=_group(every, "", place.more),
        own=None if own is None else _group(every, own.title, own.things),
        unsure=_unsure(context),
        lines=last_lines(context),
        query=query(differing),
        changes=", ".join(_says(context, one) for one in differing),
        save=do("correct", changes=[one.change for one in differing], why=LIES) if differing else "",
        back=f"{context.home}/{place.back}" if place.back else context.home,
    )


def _own(context: AnyContext, item: str) -> Place | None:
    """The things of the own seat, unless they are the place itself."""
    seat = "" if context.view.eyes is None else str(int(context.view.eyes))
    return None if not seat or seat == item else context.pages.place(context, seat)


def _unsure(context: AnyContext) -> str:
    """Where the own things are said that the app does not know for sure; empty: it does."""
    seat = "" if context.view.eyes is None else str(int(context.view.eyes))
    zone = next((zone for zone in context.pages.zones(context) if zone.id == seat), None)
    return f"{context.home}/check/{seat}" if zone is not None and zone.also else ""


def _group(every: Sequence[Found], title: str, things: Sequence[Thing]) -> Group:
    """Things in rows; those of one heap together, where the first of them stands."""
    rows: dict[str, tuple[Step, ...]] = {}
    by_path = {one.thing.path: one for one in every}
    for thing in things:
        heap = thing.heap if isinstance(thing, Count) else ""
        key = heap or thing.path
        rows[key] = (*rows.get(key, ()), step_of(every, by_path[thing.path]))
    made = [Row(steps) if key == steps[0].found.thing.path else _heap(key, steps) for key, steps in rows.items()]
    return Group(title, tuple(made))


def _heap(name: str, steps: tuple[Step, ...]) -> Row:
    counted = [(step.found.now, step.found.thing) for step in steps if step.found.now]
    there = [(n, thing.short or thing.name) for n, thing in counted if isinstance(thing, Count)]
    return Row(steps, name, ", ".join(what if n == 1 else f"{n} {what}" for n, what in there))


def _says(context: AnyContext, one: Found) -> str:
    """A change in words: “1 coin less on B2”, “Red dye: no dye here”."""
    words, thing = context.words, one.thing
    if not isinstance(thing, Count):
        return words.phrase("fix.option", what=thing.name, option=thing.options[one.now][1])
    by = one.now - thing.app
    which = "more" if by > 0 else "fewer"
    if not thing.unit:
        return words.phrase(f"fix.{which}_of", what=thing.name, n=str(abs(by)))
    things = context.own_words.count(thing.unit, abs(by))
    return words.phrase(f"fix.{which}", things=things, where=thing.where).strip()

"""What should lie on the table: zone by zone, to be compared, confirmed, or set right.

A game says what its zones are (`GamePages.zones`). What somebody taps on the way lives in the address: nothing is
changed before a key says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urlencode

import msgspec
from flask import abort
from msgspec import Struct

from companion.engine.correction import LIES, Change
from companion.web.context import AnyContext
from companion.web.table import agree
from companion.web.table.explained import explained
from companion.web.table.renderer import show
from companion.web.table.ticks import mark, ticks
from companion.web.widgets import MOST, Choice, Count, Key, Thing, Zone, do


class Found(Struct, frozen=True):
    """A thing with what lies on the table (`now`): a number, or a place among the options."""

    thing: Thing
    now: int

    @property
    def same(self) -> bool:
        return self.now == self.thing.app

    @property
    def value(self) -> object:
        """As JSON has it."""
        return self.now if isinstance(self.thing, Count) else self.thing.options[self.now][0]

    @property
    def change(self) -> dict[str, object]:
        """The change of the position that makes it so."""
        return {"path": self.thing.path, "value": self.value}


class Step(Struct, frozen=True):
    """A thing on the page: what was found, and addresses that say one less, one more, or another option."""

    found: Found
    less: str = ""
    more: str = ""
    options: tuple[tuple[str, str, bool], ...] = ()


class Part(Struct, frozen=True):
    """A part of the table on the page: how the log names it (`mark`), and who has ticked it off; empty: nobody has."""

    zone: Zone
    mark: str
    by: str


def check(context: AnyContext, item: str) -> str:
    """The zones, one of them open: the one asked for, else the own one. What differs elsewhere is kept, as one step may
    be behind all of it."""
    state = context.view.state
    if state is None:
        abort(404)
    zones = context.pages.zones(context)
    own = str(int(context.view.eyes)) if context.view.eyes is not None else ""
    opened = next((zone for zone in zones if zone.id == (item or own) and zone.things), None)
    if item and opened is None:
        abort(404)
    every = {zone.id: found_things(context, zone.things) for zone in zones}
    found = every[opened.id] if opened else ()
    said = tuple(one for some in every.values() for one in some)
    differing = tuple(one for one in said if not one.same)
    ticked = ticks(context, zones)
    left = [zone.title for zone in zones if zone.id not in ticked]
    return show(
        context,
        "check.html",
        parts=[Part(zone, mark(zone), ticked.get(zone.id, "")) for zone in zones],
        opened=opened,
        steps=[step_of(said, one) for one in found],
        differing=differing,
        elsewhere=[one for one in differing if one not in found],
        query=query(differing),
        told=_told(context, differing),
        explained=explained(context, [Change(one.thing.path, one.value) for one in differing]),
        setting=_set(context, opened, found, differing),
        left=left,
        unticked=context.words.count("check.left", len(left)) if left else context.words.phrase("check.all_ticked"),
        cameras=agree.offered(context),
        faults=[context.game.say(f, state, context.language, context.names) for f in context.game.faults(state)],
    )


def _told(context: AnyContext, differing: tuple[Found, ...]) -> str:
    """How many more or fewer there are than the app believes, where one count differs."""
    if len(differing) != 1 or not isinstance(differing[0].thing, Count):
        return ""
    (one,) = differing
    key = "check.more_there" if one.now > one.thing.app else "check.fewer_there"
    return context.words.phrase(key, n=str(abs(one.now - one.thing.app)), what=one.thing.name)


def found_things(context: AnyContext, things: Iterable[Thing]) -> tuple[Found, ...]:
    """The things with what the address says the table has, each path once."""
    return tuple(_found(context, thing) for thing in {thing.path: thing for thing in things}.values())


def _found(context: AnyContext, thing: Thing) -> Found:
    """The thing with what the address says the table has."""
    wish = context.wishes.get(thing.path, "")
    if not wish.isdecimal() or len(wish) > len(str(MOST)):
        return Found(thing, thing.app)
    most = thing.most if isinstance(thing, Count) else len(thing.options) - 1
    return Found(thing, min(int(wish), most))


def step_of(found: Sequence[Found], one: Found) -> Step:
    thing = one.thing
    if isinstance(thing, Choice):
        options = tuple((name, _address(found, one, i), i == one.now) for i, (_, name) in enumerate(thing.options))
        return Step(one, options=options)
    less, more = max(thing.least, one.now - 1), min(thing.most, one.now + 1)
    return Step(one, _address(found, one, less), _address(found, one, more))


def _address(found: Sequence[Found], changed: Found, now: int) -> str:
    """The query that says the same differences and one more."""
    return query([Found(one.thing, now) if one == changed else one for one in found])


def query(found: Sequence[Found]) -> str:
    """Everything that differs, as an address says it."""
    return urlencode([(one.thing.path, one.now) for one in found if not one.same])


def _set(context: AnyContext, zone: Zone | None, found: tuple[Found, ...], differing: tuple[Found, ...]) -> Key | None:
    """Just set it: the table is right, and says no more of it. None: nothing differs, and all of it is known."""
    if zone is not None and zone.also:
        # All of it, for where nothing is known the app's numbers stand for nothing.
        here = [*found, *(one for one in differing if one not in found)]
        told = [one.change for one in here]
        changes = [*msgspec.to_builtins(zone.also), *told]
        return Key(context.words.phrase("check.set_all"), do("correct", changes=changes, why=LIES), go=True)
    if not differing:
        return None
    changes = [one.change for one in differing]
    label = context.words.count("check.set", len(differing))
    if len(differing) == 1:
        one = differing[0]
        now = one.now if isinstance(one.thing, Count) else one.thing.options[one.now][1]
        label = context.words.phrase("check.set_to", what=one.thing.name, n=str(now))
    return Key(label, do("correct", changes=changes, why=LIES))


def compared(phrases: Mapping[str, str], zone: str, otherwise: str) -> str:
    """What was compared, in the game's words; all of it, where it has no word."""
    return phrases.get(f"checked.{zone.partition('.')[0]}", otherwise)

"""Check page: the expected things by zone, to compare, confirm or correct.

A game says what its zones are (`GamePages.zones`). What somebody taps on the way lives in the address: nothing is
changed before a key says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import abort
from werkzeug.wrappers import Response

from companion.web.context import AnyContext
from companion.web.table import photograph
from companion.web.table.fix import CheckedThing, address_with, correct, explanations, found_things, query
from companion.web.table.frame import show
from companion.web.widgets import Count, Key, Zone, both, do


def check(context: AnyContext, item: str) -> str | Response:
    """The zones, one of them open: the one asked for, else the own one. What differs elsewhere is kept, as one step may
    be behind all of it. Or a photograph, to compare it with one of them (`photograph`)."""
    if photograph.is_comparison(item):
        return photograph.page(context, item)
    state, zones = context.position, context.pages.zones(context)
    own = str(int(context.view.eyes)) if context.view.eyes is not None else ""
    opened = next((zone for zone in zones if zone.id == (item or own) and zone.things), None)
    if item and opened is None:
        abort(404)
    here = found_things(context, opened.things) if opened else ()
    found = [one for zone in zones for one in found_things(context, zone.things)]
    differing = [one for one in found if not one.same]
    ticked = _ticks(context, zones)
    left = [zone.title for zone in zones if zone.id not in ticked]
    return show(
        context,
        "check.html",
        zones=zones,
        ticked=ticked,
        opened=opened,
        found=here,
        to=address_with(found),
        elsewhere=[one for one in differing if one not in here],
        query=query(found),
        difference=_say_difference(context, differing),
        explained=explanations(context, [one.change for one in differing]),
        setting=_set_key(context, opened, here, differing),
        left=left,
        unticked=context.words.phrase("check.left", n=len(left)) if left else "",
        cameras=photograph.comparisons(context).items(),
        faults=[context.game.say(f, state, context.language, context.names) for f in context.game.faults(state)],
    )


def _say_difference(context: AnyContext, differing: Sequence[CheckedThing]) -> str:
    """How many more or fewer there are than the app believes, where one count differs."""
    if len(differing) != 1 or not isinstance(differing[0].thing, Count):
        return ""
    (one,) = differing
    return context.words.phrase("check.differs", app=str(one.thing.app), n=str(one.now), what=one.thing.name)


def _set_key(
    context: AnyContext, zone: Zone | None, here: Sequence[CheckedThing], differing: Sequence[CheckedThing]
) -> Key | None:
    """Just set it, and tick the zone off: the table is right. None: nothing differs, and all of it is known."""
    words = context.words
    if zone is None or not (zone.also or differing):
        return None
    # Where nothing is known the app's numbers stand for nothing: all of the zone is set.
    found = [*here, *(one for one in differing if one not in here)] if zone.also else differing
    command = both(correct([*zone.also, *(one.change for one in found)]), do("check", zone=zone.mark))
    return Key(words.count("check.set", len(found)), command, go=bool(zone.also))


def _ticks(context: AnyContext, zones: Sequence[Zone]) -> Mapping[str, str]:
    """Names of those who have checked each part since the last move, by its id."""
    found = dict[str, str]()
    for compared, chair in context.view.ui.checked:
        for zone in zones:
            if compared in ("all", zone.mark):
                found.setdefault(zone.id, context.chair_name(chair))
    return found

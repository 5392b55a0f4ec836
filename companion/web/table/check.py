"""Check page: what should lie on the table, zone by zone, to confirm or to correct (`fix`).

A game says what its zones are (`GamePages.zones`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import abort
from werkzeug.wrappers import Response

from companion.web.context import AnyContext
from companion.web.table import photograph
from companion.web.table.fix import found_things, query
from companion.web.table.frame import show
from companion.web.widgets import Zone


def check(context: AnyContext, item: str) -> str | Response:
    """The zones, with who has compared them. Or a photograph, to compare it with one of them (`photograph`)."""
    if photograph.is_comparison(item):
        return photograph.page(context, item)
    if item:
        abort(404)
    state, zones = context.position, context.pages.zones(context)
    ticked = _ticks(context, zones)
    left = [zone.title for zone in zones if zone.id not in ticked]
    return show(
        context,
        "check.html",
        zones=zones,
        ticked=ticked,
        query=query(context, found_things(context, [thing for zone in zones for thing in zone.things])),
        left=left,
        unticked=context.words.phrase("check.left", n=len(left)) if left else "",
        cameras=photograph.comparisons(context).items(),
        faults=[context.game.say(f, state, context.language, context.names) for f in context.game.faults(state)],
    )


def _ticks(context: AnyContext, zones: Sequence[Zone]) -> Mapping[str, str]:
    """Names of those who have checked each zone since the last move, by its id."""
    found = dict[str, str]()
    for compared, chair in context.view.ui.checked:
        for zone in zones:
            if compared in ("all", zone.mark):
                found.setdefault(zone.id, context.chair_name(chair))
    return found

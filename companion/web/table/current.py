"""The table's own page: whatever is on now. A seat to take, counting, the waiting room, or the game's page."""

from __future__ import annotations

from werkzeug.wrappers import Response

from companion.web.context import AnyContext
from companion.web.table import frame_views
from companion.web.table.scoring_form import tally


def table(context: AnyContext, item: str) -> str | Response:
    """The table. A phone without a seat is offered one first."""
    view = context.view
    counted = view.tally is not None and view.tally.done
    if not context.seated and any(not chair.held for chair in view.chairs) and not counted:
        return frame_views.seats(context, "")
    return watch(context, item)


def watch(context: AnyContext, item: str) -> str | Response:
    """The table as it is on now, for those who only watch too."""
    view = context.view
    if view.settings.way == "score" or (view.tally and view.state is None):
        return tally(context, "")
    if view.state is None:
        return frame_views.room(context)
    return context.pages.PAGES["game"](context, item)

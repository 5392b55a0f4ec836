"""Whatever is on now. At the table: a seat to take, counting, the waiting room, or the game's page; the big screen."""

from __future__ import annotations

from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.web.context import AnyContext
from companion.web.http.qr import qr
from companion.web.table import frame_views
from companion.web.table.entries import entries
from companion.web.table.game_page import own_pages
from companion.web.table.lesson_page import lesson
from companion.web.table.lobby import views as lobby
from companion.web.table.phase import phase
from companion.web.table.renderer import show
from companion.web.table.result import views as result
from companion.web.table.tally import tally


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
        return own_pages(context)["city"](context, "") if _sets_up_the_city(context) else lobby.room(context)
    taught = None if item else lesson(context)
    return taught if taught is not None else own_pages(context)["game"](context, item)


def _sets_up_the_city(context: AnyContext) -> bool:
    """Merchant round on the phone that opened it, where nobody sits: there is nobody to wait for in a lobby."""
    alone = context.host and not any(chair.held for chair in context.view.chairs)
    return alone and context.view.settings.way == "merchants" and "city" in context.pages.PAGES


def screen(context: AnyContext, item: str) -> str | Response:
    """What to read from three metres: public things only, and no key."""
    now = phase(context).name
    if now == "chairs":
        return lobby.screen(context)
    if now in ("reveal", "result"):
        return result.screen(context)
    own = context.pages.PAGES.get("screen-play")
    if own is not None and context.view.state is not None:
        return own(context, "")
    where = lobby.join_address(context)
    # The part is a template of its own, and escaped when it was filled.
    shown = Markup(own_pages(context)["screen-side"](context, ""))
    found = entries(context, max(0, context.view.seq - 12))
    last = [line for line in frame_views.lines(context, found) if line.moment and not line.undone][-2:]
    return show(context, "screen.html", where=where, qr=qr(where), side=shown, last=last)

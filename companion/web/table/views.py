"""The pages of a table. Every one takes its forms at its own address, and answers 303 to where to look next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import quote

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as Answer

from companion.web.context import TableContext
from companion.web.http.network import tell_linked
from companion.web.http.served import config, tables
from companion.web.table import current, forms, frame_views
from companion.web.table.access import reach_out, sit_down
from companion.web.table.game_page import own_pages
from companion.web.table.key_commands import carry_out
from companion.web.table.scoring_form import tally
from companion.web.table.zones import check

bp = Blueprint("table", __name__, url_prefix="/t")
Shown = Callable[[TableContext, str], str]

FRAME: Mapping[str, Shown] = {
    "table": current.table,
    "watch": current.watch,
    "tally": tally,
    "check": check,
    "seats": frame_views.seats,
    "menu": frame_views.menu,
    "log": frame_views.log,
    "settings": frame_views.settings,
    "move": frame_views.move,
    "score": frame_views.score,
    "screen": current.screen,
    "position": frame_views.position,
}
"""The pages that all games share; a game adds its own (`GamePages.PAGES`)."""


@bp.get("/<code>/score.pdf")
def score_sheet(code: str) -> Response:
    """The score sheet, to print."""
    context = sit_down(code)
    return _file(frame_views.score_sheet(context), "application/pdf", f"{context.code}.pdf")


@bp.get("/<code>/export")
def export(code: str) -> Response:
    """The table as JSON, for another server: its log and position. Only for those who may know all of it."""
    context = sit_down(code)
    return _file(
        tables().export(context.code, context.phone.token).encode(), "application/json", f"{context.code}.json"
    )


def _file(data: bytes, kind: str, name: str) -> Response:
    return Response(data, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@bp.get("/<code>")
@bp.get("/<code>/<page>")
@bp.get("/<code>/<page>/<item>")
def look(code: str, page: str = "table", item: str = "") -> str | Answer:
    """What there is to see."""
    if page == "at" and not item:
        return redirect(f"/t/{quote(code, safe='')}/at/{quote(request.args.get('space', ''), safe='')}", 303)
    return _show(sit_down(code), page, item)


@bp.post("/<code>")
@bp.post("/<code>/<page>")
@bp.post("/<code>/<page>/<item>")
def act(code: str, page: str = "table", item: str = "") -> tuple[str, int] | Answer:
    """What a key asks for. If it cannot be, the same page says why."""
    context = reach_out(code)
    special = forms.SPECIAL.get(request.form.get("do", ""))
    note = special(context, request.form) if special is not None else carry_out(context, request.form)
    if isinstance(note, Answer):
        return note
    if note is not None:
        return _show(sit_down(code, note), page, item), 409
    if context.glance.me.chair is None and (now := reach_out(context.code)).glance.me.chair is not None:
        tell_linked(config(), now.view)
    return redirect(_next(context, page, item), 303)


def _next(context: TableContext, page: str, item: str) -> str:
    """Where to look after a tap: where the form says, or at the same place unless the turn has ended there."""
    to = request.form.get("to", "")
    if to.isprintable() and (to == context.home or to.startswith((f"{context.home}/", f"{context.home}?"))):
        return to
    if page == "table" or (page == "at" and context.glance.waiting != reach_out(context.code).glance.waiting):
        return context.home
    return "/".join([context.home, *(quote(part, safe="") for part in (page, item) if part)])


def _show(context: TableContext, page: str, item: str) -> str:
    shown = FRAME.get(page) or own_pages(context).get(page)
    if shown is None:
        abort(404)
    return shown(context, item)

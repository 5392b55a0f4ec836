"""The pages of a table, each by a rule of its own. Every one takes its forms at its own address, and answers 303 to
where to look next."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, urlencode

from flask import Blueprint, Flask, Response, abort, redirect, request
from flask.views import MethodView
from werkzeug.wrappers import Response as Answer

from companion.web.context import AnyContext, AnyPage
from companion.web.game_pages import GAMES, game_pages
from companion.web.http.network import tell_linked
from companion.web.http.served import config, tables
from companion.web.phone import remember
from companion.web.table import agree, current, fix, forms, frame_views, hints, last, photograph
from companion.web.table.access import reach_out, sit_down
from companion.web.table.game_page import DEFAULTS, own_pages
from companion.web.table.key_commands import carry_out, own_name
from companion.web.table.lobby import views as lobby
from companion.web.table.phase import left
from companion.web.table.result import derivation, papers
from companion.web.table.result import views as result
from companion.web.table.tally import numbers, tally
from companion.web.table.zones import check

bp = Blueprint("table", __name__, url_prefix="/t")
START = "table"
"""The page that a table's own address shows."""
FRAME: Mapping[str, AnyPage] = {
    START: current.table,
    "watch": current.watch,
    "tally": tally,
    "numbers": numbers,
    "check": check,
    agree.PAGE: agree.page,
    "fix": fix.fix,
    "last": last.last,
    "seats": frame_views.seats,
    "join": lobby.join,
    "menu": frame_views.menu,
    "log": frame_views.log,
    "settings": frame_views.settings,
    "move": frame_views.move,
    "hint": hints.hint,
    "score": derivation.score,
    "result": result.result,
    "screen": current.screen,
    "advanced": frame_views.advanced,
}
"""The pages that all games share; a game adds its own (`GamePages.PAGES`)."""


@bp.get("/<code>/score.pdf")
def score_sheet(code: str) -> Response:
    """The score sheet, to print."""
    _press()
    context = sit_down(code)
    return _file(papers.score_sheet(context), "application/pdf", f"{context.code}.pdf")


@bp.get("/<code>/picture.png")
def picture(code: str) -> Response:
    """The result as a picture to share, 1200 × 630."""
    _press()
    context = sit_down(code)
    return _file(papers.picture(context), "image/png", f"{context.code}.png")


@bp.get("/<code>/export")
def export(code: str) -> Response:
    """The table as JSON, for another server: its log and position. Only for those who may know all of it."""
    context = sit_down(code)
    return _file(
        tables().export(context.code, context.phone.token).encode(), "application/json", f"{context.code}.json"
    )


def _press() -> None:
    """404 where nothing is printed."""
    if not config().press:
        abort(404)


def _file(data: bytes, kind: str, name: str) -> Response:
    return Response(data, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


class TablePage(MethodView):
    """The page of that name: GET shows it, POST does what one of its keys asks for. 404 at a table whose game has no
    such page."""

    init_every_request = False

    def __init__(self, name: str) -> None:
        self._name = name

    def get(self, code: str, item: str = "") -> str | Answer:
        """What there is to see; where the phase has left this page, the table."""
        context = sit_down(code)
        shown = self._shown(context)
        return redirect(_kept(context), 303) if left(context, self._name) else shown(context, item)

    def post(self, code: str, item: str = "") -> tuple[str | Answer, int] | Answer:
        """What a key asks for. If it cannot be, the same page says why, or the table, where that page is left."""
        if self._name in (photograph.PAGE, agree.PAGE):
            request.max_content_length = request.max_form_memory_size = photograph.MOST
        context = reach_out(code)
        shown = self._shown(context)
        # As a plain mapping: werkzeug's raises and catches an error for each field that is not there.
        form = request.form.to_dict()
        special = forms.SPECIAL.get(form.get("do", "").partition(":")[0])
        note = special(context, form, item) if special is not None else carry_out(context, form)
        if isinstance(note, Answer):
            return note
        if note is not None:
            context = sit_down(code, note)
            page = current.table(context, "") if left(context, self._name) else shown(context, item)
            return current.table(context, "") if isinstance(page, Answer) else page, 409
        if context.glance.me.chair is None and (now := reach_out(context.code)).glance.me.chair is not None:
            tell_linked(config(), now.view)
        # Without the page that Flask's redirect has: who taps never sees it.
        answer = Response(status=303, headers={"Location": _next(context, self._name, item)})
        name = own_name(form)
        return remember(answer, name=name) if name else answer

    def _shown(self, context: AnyContext) -> AnyPage:
        shown = FRAME.get(self._name) or own_pages(context).get(self._name)
        return shown if shown is not None else abort(404)


def init_app(app: Flask) -> None:
    """Gives each page of the frame, and each of the installed games, its rules. A name that several games have is one
    rule; the table says whose page it is."""
    app.register_blueprint(bp)
    names = dict.fromkeys([*FRAME, *DEFAULTS, *(name for game in GAMES for name in game_pages(game).PAGES)])
    for name in names:
        view = TablePage.as_view(name, name)
        for rule in (*(["/t/<code>"] if name == START else []), f"/t/<code>/{name}", f"/t/<code>/{name}/<item>"):
            app.add_url_rule(rule, f"{bp.name}.{name}", view)


def _kept(context: AnyContext) -> str:
    """The table's address, with what was typed on the page that is left: it is there when its time comes again."""
    typed = urlencode({name: context.wishes[name] for name in context.pages.TYPED if name in context.wishes})
    return f"{context.home}?{typed}" if typed else context.home


def _next(context: AnyContext, page: str, item: str) -> str:
    """Where to look after a tap: where the form says, or at the same place unless the turn has ended there."""
    to = request.form.get("to", "")
    if to.isprintable() and (to == context.home or to.startswith((f"{context.home}/", f"{context.home}?"))):
        return to
    if page == START or (page == "at" and context.glance.waiting != reach_out(context.code).glance.waiting):
        return context.home
    return "/".join([context.home, *(quote(part, safe="") for part in (page, item) if part)])

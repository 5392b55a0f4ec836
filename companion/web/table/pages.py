"""The pages of a table. Each takes its forms at its own address, and answers 303 to the next page.

The table's phase decides what its phones show: an action page is open only in its phases (`GamePages.ACTS`), and at any
other time the table's own page is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import get_args
from urllib.parse import quote, urlencode

import msgspec
from flask import Blueprint, Flask, Response, abort, redirect, request
from flask.views import MethodView
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from companion.tables.game import table_game
from companion.tables.log.entries import Settings
from companion.web import security
from companion.web.config import config, link, remember, tables
from companion.web.context import AnyContext, AnyPage
from companion.web.game_pages import GAMES, game_pages
from companion.web.network import qr
from companion.web.table import frame, lessons, log, photograph, result, seats, undo
from companion.web.table.fix import fix, list_found_things, query
from companion.web.table.frame import is_out_of_phase, phase, read_table, recent, show, visit_table
from companion.web.table.game_page import curtain, game, screen_side
from companion.web.table.tally import numbers, tally
from companion.web.widgets import Note

bp = Blueprint("table", __name__, url_prefix="/t")
START = "table"
"""The page that a table's own address shows."""


def table(context: AnyContext, item: str) -> str | Answer:
    """Returns the table as it is now: a seat to take (without ``?watch=1``), counting, lobby, a lesson, a curtain
    before hidden hands, the game's page, or its score; `item` ``last``: the game's page after the end, too."""
    view = context.view
    counted = view.tally is not None and view.tally.done
    free = any(not chair.held for chair in view.chairs) and not counted
    if free and not (context.seated or item or "watch" in context.wishes):
        return seats.seats(context, "")
    if view.settings.way == "score" or (view.tally and view.state is None):
        return tally(context, "")
    if view.state is None:
        # Merchant round on the phone that opened it, where nobody sits: there is nobody to wait for in a lobby.
        alone = context.host and not any(chair.held for chair in view.chairs) and view.settings.way == "merchants"
        return context.pages.PAGES["city"](context, "") if alone else seats.room(context)
    taught = lessons.lesson(context) if context.learns and not item else None
    if taught is not None:
        return taught
    if context.covered:
        return curtain(context)
    if phase(context).name in ("reveal", "result") and item != "last":
        return result.end(context)
    return (context.pages.TABLE or game)(context, item)


def screen(context: AnyContext, item: str) -> str | Answer:
    """Returns the big screen: readable from three metres, public things only, no keys."""
    now = phase(context).name
    if now == "chairs":
        return seats.screen(context)
    if now in ("reveal", "result"):
        return result.screen(context)
    if context.pages.SCREEN is not None and context.view.state is not None:
        return context.pages.SCREEN(context, "")
    where = link(context.home)
    # The part is a template of its own, and escaped when it was filled.
    side = Markup((context.pages.SCREEN_SIDE or screen_side)(context, ""))
    last = [line for line in log.log_lines(context, recent(context, 12)) if line.moment and not line.undone][-2:]
    return show(context, "screen.html", where=where, qr=qr(where), side=side, last=last)


def menu(context: AnyContext, item: str) -> str:
    """Returns links to the other pages."""
    return show(context, "menu.html")


def check(context: AnyContext, item: str) -> str | Answer:
    """Returns the expected table, zone by zone, and who has compared it since the last move; or a photograph."""
    if photograph.is_comparison(item):
        return photograph.page(context, item)
    if item:
        abort(404)
    state, zones = context.position, context.pages.zones(context)
    ticked = dict[str, str]()
    for compared, chair in context.view.ui.checked:
        for zone in zones:
            if compared in ("all", zone.mark):
                ticked.setdefault(zone.id, context.chair_name(chair))
    left = sum(zone.id not in ticked for zone in zones)
    return show(
        context,
        "check.html",
        zones=zones,
        ticked=ticked,
        query=query(context, list_found_things(context, [thing for zone in zones for thing in zone.things])),
        unticked=context.words.phrase("check.left", n=left) if left else "",
        cameras=photograph.comparisons(context).items(),
        faults=[context.say(f, state) for f in context.game.faults(state)],
    )


def verify(context: AnyContext, item: str) -> str:
    """Returns the proof of the app's dice: their commitment before the end, and every recomputed roll afterwards."""
    verdict = tables().verified(context.code)
    if verdict is None:
        return show(context, "verify.html")
    return show(
        context,
        "verify.html",
        verdict=verdict,
        findings=[finding.say(context.language) for finding in verdict.findings],
        by_app=sum(roll.number is not None for roll in verdict.rolls),
        name_chair=context.chair_name,
        scored=[] if verdict.table is None else [context.chair_name(chair) for chair in verdict.table.counting],
    )


def settings(context: AnyContext, item: str) -> str:
    """Returns settings of the table and of this phone."""
    game = table_game(context.view.game)
    # Games list the first two, if they make sense for them; `pace` needs bots; lessons are chosen on each phone.
    apart = {"way", "dice", "pace", "lessons"}
    fields = [field for field in msgspec.structs.fields(Settings) if field.name not in apart]
    return show(
        context,
        "settings.html",
        switches=game.SWITCHES,
        steps=game.lays(context.view.options) or "step" in context.pages.PAGES,
        chosen=msgspec.to_builtins(context.view.settings),
        others={field.name: get_args(field.type) for field in fields},
    )


def advanced(context: AnyContext, item: str) -> str:
    """Returns the position as a line of text and as a QR code, a field to type one in, and the table as a file."""
    state = context.view.state
    text = context.game.text(state) if state is not None else ""
    path = f"/new/{context.view.game}?{urlencode({'position': text}, safe=':/*')}"
    typed = context.wishes.get("typed", "")
    return show(context, "advanced.html", text=text, path=path, qr=qr(link(path)), typed=typed)


FRAME: Mapping[str, AnyPage] = {
    START: table,
    "tally": tally,
    "numbers": numbers,
    "check": check,
    "fix": fix,
    "seats": seats.seats,
    "menu": menu,
    "log": log.log,
    "settings": settings,
    "hint": lessons.hint,
    "score": result.score,
    "result": result.result,
    "screen": screen,
    "advanced": advanced,
    "verify": verify,
}
"""The pages that all games share; a game adds its own (`GamePages.PAGES`)."""
SPECIAL: Mapping[str, Callable[[AnyContext, Mapping[str, str], str], Note | Answer | None]] = {
    "ask": seats.request_seat,
    "again": frame.play_again,
    "keep": frame.keep_playing,
    "photograph": photograph.read_photographs,
    "sighted": photograph.enter_readings,
    "there": lessons.finish_card,
    "aside": lessons.skip_card,
    "skip-lessons": lessons.skip_lessons,
    "learn": lessons.start_lessons,
}
"""Forms that ask for more than commands, by their keys: each gets the form and the last part of the page's address."""


@bp.get("/<code>/picture.png")
def picture(code: str) -> Response:
    """Returns the result as a picture to share, 1200 × 630."""
    security.spend("heavy")
    context = visit_table(code)
    return _file(context, result.picture(context) if config().guests else abort(404), "image/png", "png")


@bp.get("/<code>/export")
def export(code: str) -> Response:
    """Returns the table as JSON for another server: its log and position. Only for those who may know all of it."""
    security.spend("heavy")
    context = visit_table(code)
    return _file(context, tables().export(context.code, context.phone.token), "application/json", "json")


def _file(context: AnyContext, data: bytes | str, kind: str, suffix: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{context.code}.{suffix}"'}
    return Response(data, mimetype=kind, headers=headers)


class TablePage(MethodView):
    """A page by name: GET shows it, POST executes a form. 404 if the table's game has no such page."""

    init_every_request = False

    def __init__(self, name: str) -> None:
        self._name = name

    def get(self, code: str, item: str = "") -> str | Answer:
        """Shows the page, or redirects to the table outside its phase."""
        context = visit_table(code)
        page = self._page(context)
        if not is_out_of_phase(context, self._name):
            return page(context, item)
        typed = urlencode({name: context.wishes[name] for name in context.pages.TYPED if name in context.wishes})
        return redirect(f"{context.home}?{typed}".rstrip("?"), 303)

    def post(self, code: str, item: str = "") -> tuple[str | Answer, int] | Answer:
        """Executes a form. After a refusal the same page gives the reason, or the table's if that page is gone."""
        if self._name == photograph.PAGE or (self._name == "check" and photograph.is_comparison(item)):
            request.max_content_length = request.max_form_memory_size = photograph.MOST
        context = read_table(code)
        page = self._page(context)
        form = request.form.to_dict()
        frame.mix_in(context, form)  # before the app rolls; who takes a seat with this form is seated only after it
        special = SPECIAL.get(form.get("do", "").partition(":")[0])
        note = special(context, form, item) if special is not None else frame.carry_out(context, form)
        frame.mix_in(context, form)
        if isinstance(note, Answer):
            return note
        if note is not None:
            context = visit_table(code, note)
            answer = table(context, "") if is_out_of_phase(context, self._name) else page(context, item)
            return table(context, "") if isinstance(answer, Answer) else answer, 409
        response = redirect(self._next(context, item), 303)
        name = frame.read_own_name(form)
        return remember(response, name=name) if name else response

    def _page(self, context: AnyContext) -> AnyPage:
        own = context.pages.PAGES.get(self._name)
        page = FRAME.get(self._name) or (curtain if own and context.covered else own)
        return page if page is not None else abort(404)

    def _next(self, context: AnyContext, item: str) -> str:
        """Returns the page after a tap: as the form says, or the same unless the turn has ended there."""
        to = request.form.get("to", "")
        if to.isprintable() and (to == context.home or to.startswith((f"{context.home}/", f"{context.home}?"))):
            return to
        if self._name == START or (
            self._name == "at" and context.view.waiting != read_table(context.code).view.waiting
        ):
            return context.home
        return "/".join([context.home, *(quote(part, safe="") for part in (self._name, item) if part)])


def init_app(app: Flask) -> None:
    """Adds an address for each page name, of the frame or of a game; the table determines whose page it is."""
    app.register_blueprint(bp)
    names = dict.fromkeys([*FRAME, *(name for game in GAMES for name in game_pages(game).PAGES)])
    for name in names:
        view = TablePage.as_view(name, name)
        for rule in (*(["/t/<code>"] if name == START else []), f"/t/<code>/{name}", f"/t/<code>/{name}/<item>"):
            app.add_url_rule(rule, f"{bp.name}.{name}", view)
    functions = (
        undo.undo_card,
        undo.undo_wait,
        undo.asked_line,
        lessons.asked_hint,
        log.choice_reason,
        log.find_line,
        log.missed_lines,
    )
    app.jinja_env.globals.update({one.__name__: one for one in functions}, zip=zip)

"""Routes of the pages that look back. `companion.tables.history` decides which games a phone sees."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.wording import wording
from companion.tables import TableError, say
from companion.tables.executor import EXPORT_BYTES
from companion.tables.history import Wanted
from companion.tables.tokens import read_code
from companion.web import security
from companion.web.config import remember, tables, this_phone
from companion.web.game_pages import GAMES
from companion.web.history.charts import hatches
from companion.web.history.figures import WORDS, Describer, points_figure, statistics_figures

bp = Blueprint("history", __name__)
FEWEST: Final = 5
"""Games of a kind from which on there are statistics."""


def _render(template: str, status: int = 200, **values: object) -> tuple[str, int]:
    """A page with the words of this package as `h`."""
    language = this_phone().language
    shared = {"h": wording(WORDS, language).phrase, "describer": Describer(language), "games": GAMES}
    return render_template(f"history/{template}", **shared, **values), status


def _wanted() -> Wanted:
    """The filter in the address, without what makes no sense."""
    game = request.args.get("game", "")
    player = "".join(letter for letter in request.args.get("player", "") if letter.isprintable())
    return Wanted(game if game in GAMES else "", player.strip()[:40])


@bp.get("/history")
def listing(note: str = "", status: int = 200) -> tuple[str, int]:
    """The games of this phone, the newest first, a page at a time. `note` is what was wrong with the last form."""
    at, _, code = request.args.get("before", "").partition("-")
    before = (int(at), read_code(code[:8])) if at.isdecimal() and len(at) < 16 else None
    found = tables().history.games(this_phone().token, _wanted(), before)
    last = found.games[-1] if found.more else None
    return _render(
        "listing.html",
        status,
        found=found,
        wish=_wanted(),
        first=before is None,
        next=f"{last.at}-{last.code}" if last else "",
        fewest=FEWEST,
        note=note,
        deleted=request.args.get("deleted", "")[:8],
    )


@bp.get("/history/statistics")
def statistics() -> tuple[str, int]:
    """Statistics of the finished games, for each kind of game that was played often enough."""
    describer, found = Describer(this_phone().language), tables().history.statistics(this_phone().token, _wanted())
    kinds = sorted(found.items(), key=lambda item: (-item[1].games, item[0]))
    figures = [
        (name, statistics_figures(describer, name, statistics))
        for name, statistics in kinds
        if statistics.games >= FEWEST
    ]
    return _render("statistics.html", wish=_wanted(), kinds=figures, hatches=hatches())


@bp.get("/history/<code>")
def game(code: str, note: str = "", status: int = 200) -> tuple[str, int]:
    """One game: when, who, how its points were made, and the ways to its log."""
    token, describer = this_phone().token, Describer(this_phone().language)
    played = tables().history.game(code, token)
    figures = []
    if played.seats:
        figures = [points_figure(describer, played)]
    return _render(
        "game.html",
        status,
        played=played,
        figures=figures,
        hatches=hatches(),
        owns=tables().is_host(played.code, token),
        carries=tables().may_export(played.code, token),
        note=note,
    )


@bp.post("/history/<code>/delete")
def delete(code: str) -> tuple[str, int] | BaseResponse:
    """Deletes a table; the page has asked before."""
    phone = this_phone()
    played = tables().history.game(code, phone.token)
    try:
        tables().delete(played.code, phone.token)
    except TableError as error:
        return game(code, say(error, phone.language), 403)
    return redirect(url_for("history.listing", deleted=played.code), 303)


@bp.post("/import")
def import_table() -> tuple[str, int] | BaseResponse:
    """Imports a table, to go on with. Any other file changes nothing."""
    request.max_content_length = request.max_form_memory_size = EXPORT_BYTES
    phone, file = this_phone(), request.files.get("table") or FileStorage()
    try:
        security.spend("tables")
        code = tables().carry_in(file.stream.read(), phone.token)
    except TableError as error:
        return listing(say(error, phone.language), 409)
    return remember(redirect(f"/t/{code}/seats", 303), phone=phone.token)

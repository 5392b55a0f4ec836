"""The pages that look back. Whose games they show is `companion.tables.games`'s matter."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.engine.wording import wording
from companion.tables import TableError, say
from companion.tables.games import Played, Wanted
from companion.tables.tokens import read_code
from companion.web.game_pages import GAMES
from companion.web.history import WORDS
from companion.web.history.charts import hatches
from companion.web.history.labels import Teller, course_figure, made_figure, statistics_figures
from companion.web.http.served import tables
from companion.web.phone import this_phone
from companion.web.wordings import speaking

bp = Blueprint("history", __name__)
FAR = 2**53
"""Later than any time of a log, in milliseconds since 1970."""


def show(template: str, status: int = 200, **values: object) -> tuple[str, int]:
    """A page with the words of this package as `h`."""
    language = this_phone().language
    told = Teller(language)
    page = render_template(
        f"history/{template}", h=speaking(wording(WORDS, language)), teller=told, games=GAMES, **values
    )
    return page, status


def wanted() -> Wanted:
    """The wishes in the address; what makes no sense is as good as not there."""
    game = request.args.get("game", "")
    player = "".join(letter for letter in request.args.get("player", "") if letter.isprintable())
    return Wanted(game if game in GAMES else "", player.strip()[:40])


@bp.get("/history")
def listing() -> tuple[str, int]:
    """The games of this phone, the newest first, a page at a time."""
    return listed()


def listed(note: str = "", status: int = 200) -> tuple[str, int]:
    """The list, with something to say about the last form."""
    phone, wish = this_phone(), wanted()
    before = _place(request.args.get("before", ""))
    found = tables().history.games(phone.token, wish, before)
    last = found.games[-1] if found.more else None
    return show(
        "listing.html",
        status,
        found=found,
        wish=wish,
        first=before is None,
        next=f"{last.at}-{last.code}" if last else "",
        note=note,
        good=_done(),
    )


def _place(text: str) -> tuple[int, str] | None:
    at, _, code = text.partition("-")
    return (min(int(at), FAR), read_code(code[:8])) if at.isdecimal() and len(at) < 20 else None


def _done() -> str:
    """What the last form has done, as its redirection says."""
    words = wording(WORDS, this_phone().language)
    if code := request.args.get("deleted", "")[:8]:
        return words.phrase("deleted", code=code)
    added, known = request.args.get("added", ""), request.args.get("known", "")
    if added.isdecimal() and known.isdecimal():
        return words.phrase("imported", added=added[:9], known=known[:9])
    return ""


@bp.get("/history/statistics")
def statistics() -> tuple[str, int]:
    """Statistics of the finished games, for each kind of game."""
    wish, told = wanted(), Teller(this_phone().language)
    found = tables().history.statistics(this_phone().token, wish)
    kinds = sorted(found, key=lambda name: (-found[name].games, name))
    figures = [(told.game(name), name, statistics_figures(told, name, found[name])) for name in kinds]
    return show("statistics.html", wish=wish, kinds=figures, hatches=hatches())


@bp.get("/history/<code>")
def game(code: str) -> tuple[str, int]:
    """One game: what it was, how its points were made, and the ways to its log."""
    return _game(code)


def _game(code: str, note: str = "", status: int = 200) -> tuple[str, int]:
    phone = this_phone()
    history = tables().history
    played = history.game(code, phone.token)
    return show(
        "game.html",
        status,
        played=played,
        figures=_figures(played),
        hatches=hatches(),
        owns=tables().is_host(played.code, phone.token),
        carries=tables().may_export(played.code, phone.token),
        note=note,
    )


def _figures(played: Played) -> list[object]:
    if not played.seats:
        return []
    told, phone = Teller(this_phone().language), this_phone()
    course = course_figure(told, played, tables().history.course(played.code, phone.token))
    return [made_figure(told, played), *([course] if course else [])]


@bp.post("/history/<code>/delete")
def delete(code: str) -> tuple[str, int] | Answer:
    """Erases a table; the page has asked before."""
    phone = this_phone()
    played = tables().history.game(code, phone.token)
    try:
        tables().delete(played.code, phone.token)
    except TableError as error:
        return _game(code, say(error, phone.language), 403)
    return redirect(url_for("history.listing", deleted=played.code), 303)

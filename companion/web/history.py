"""Pages about the past: the games of a phone, one game, statistics, import."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.registry import game as engine
from companion.engine.wording import Wording, wording
from companion.tables import TableError, say
from companion.tables.game import table_game
from companion.tables.history import Played, PointSource, Standing, Statistics, made_by
from companion.tables.service import EXPORT_BYTES
from companion.tables.tokens import read_code
from companion.web import security
from companion.web.config import remember, tables, this_phone
from companion.web.game_pages import GAMES, find_game_title, find_player_name, find_words, game_pages

bp = Blueprint("history", __name__)
FEWEST: Final = 5
"""Games of a kind from which on there are statistics."""
MOST_PLAYERS: Final = 20
"""Players in a table of statistics."""


class Table(Struct, frozen=True):
    """A table of numbers. Each row begins with its label; `total` is the row of sums at its end."""

    id: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] = ()


def _render(template: str, status: int = 200, **values: object) -> tuple[str, int]:
    shared = {"games": GAMES, "title": find_game_title, "players": _players, "result": _result}
    return render_template(f"history/{template}", **shared, **values), status


def _chosen_game() -> str:
    game = request.args.get("game", "")
    return game if game in GAMES else ""


@bp.get("/history")
def listing(note: str = "", status: int = 200) -> tuple[str, int]:
    """Returns the page of this phone's games, newest first. `note` is the error of the last form."""
    at, _, code = request.args.get("before", "").partition("-")
    before = (int(at), read_code(code[:8])) if at.isdecimal() and len(at) < 16 else None
    found = tables().history.games(this_phone().token, _chosen_game(), before)
    last = found.games[-1] if found.more else None
    return _render(
        "listing.html",
        status,
        found=found,
        chosen=_chosen_game(),
        first=before is None,
        next=f"{last.at}-{last.code}" if last else "",
        fewest=FEWEST,
        note=note,
        deleted=request.args.get("deleted", "")[:8],
    )


@bp.get("/history/statistics")
def statistics() -> tuple[str, int]:
    """Returns statistics of finished games, for each kind of game that was played often enough."""
    found = tables().history.statistics(this_phone().token, _chosen_game())
    often = [(game, found[game]) for game in sorted(found, key=lambda game: (-found[game].games, game))]
    kinds = [(game, _statistics(game, one)) for game, one in often if one.games >= FEWEST]
    return _render("statistics.html", chosen=_chosen_game(), kinds=kinds)


@bp.get("/history/<code>")
def game(code: str, note: str = "", status: int = 200) -> tuple[str, int]:
    """Returns one game: date, players, sources of points, and links to its log."""
    token = this_phone().token
    played = tables().history.game(code, token)
    return _render(
        "game.html",
        status,
        played=played,
        made=_points(played) if played.seats else None,
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
    """Imports a table, to continue it. Other files change nothing."""
    request.max_content_length = request.max_form_memory_size = EXPORT_BYTES
    phone, file = this_phone(), request.files.get("table") or FileStorage()
    try:
        security.spend("heavy")
        security.spend("tables")
        code = tables().carry_in(file.stream.read(), phone.token)
    except TableError as error:
        return listing(say(error, phone.language), 409)
    return remember(redirect(f"/t/{code}/seats", 303), phone=phone.token)


def _words() -> Wording:
    return find_words(this_phone().language)


def _finishers(played: Played) -> tuple[str, ...]:
    """Returns the names of those who finished; for an unnamed chair the game's name for it."""
    language = this_phone().language
    return tuple(find_player_name(played.game, seat.key, seat.name, language) for seat in played.seats)


def _players(played: Played) -> str:
    names = list(_finishers(played))
    if not names:
        keys = table_game(played.game).CHAIRS if played.game in GAMES else [""] * len(played.names)
        seated = [(key, name) for key, name in zip(keys, played.names, strict=False) if name is not None]
        names = [find_player_name(played.game, key, name, this_phone().language) for key, name in seated]
    return _words().listed(names) if names else _words().phrase("own.nobody")


def _result(played: Played) -> str:
    if not played.seats:
        return _words().phrase("own.over" if played.closed else "own.on")
    names = [name for name, seat in zip(_finishers(played), played.seats, strict=True) if seat.won]
    key = "lost" if not names else "wins" if len(names) == 1 else "share"
    return _words().phrase(f"score.{key}", names=_words().listed(names))


def _source(game: str, made: PointSource) -> str:
    """Returns a source of points: the game's label of a thing, or that of the rule behind several things."""
    language = this_phone().language
    if game not in GAMES:
        return made.lines[0].thing
    by_rule = wording(game_pages(game).WORDS, language).phrases.get(f"kind.{made.lines[0].rule}")
    if len(made.lines) > 1 and by_rule:
        return by_rule
    rules = engine(game)
    state = rules.new(rules.PLAYERS[-1])  # labels are the same in every position
    labels = [rules.say(line, state, language) for line in made.lines[:3]]
    return ", ".join(labels) + (" …" if len(made.lines) > len(labels) else "")


def _points(played: Played) -> Table:
    say, seats = _words().phrase, played.seats
    rows = [(_source(played.game, made), *(str(made.points(seat)) for seat in seats)) for made in made_by(seats)]
    total = (say("history.total"), *(str(seat.total) for seat in seats))
    return Table("made", say("history.made"), (say("points"), *_finishers(played)), tuple(rows), total)


def _statistics(game: str, found: Statistics) -> list[Table]:
    """Returns all tables about finished games of one kind. Add a new one here."""
    words, made = _words(), [(_source(game, one), one.mean) for one in found.made]
    total = (words.phrase("history.total"), f"{sum(mean for _, mean in made):.1f}")
    spreads = {"in_minutes": found.minutes, "scores": found.points}
    ranges = [(_head(key), str(one.least), f"{one.mean:.1f}", str(one.most)) for key, one in spreads.items() if one]
    tables = (
        Table("games", words.count("history.of_games", found.games), ("what", "least", "mean", "most"), tuple(ranges)),
        Table("made", _head("made"), ("what", "points"), tuple((name, f"{mean:.1f}") for name, mean in made), total),
        Table("player", _head("player"), ("player", "games", "wins", "mean", "most"), _standings(found.players)),
    )
    return [replace(one, id=f"{game}-{one.id}", heads=tuple(map(_head, one.heads))) for one in tables if one.rows]


def _head(key: str) -> str:
    return _words().phrases.get(f"history.{key}") or _words().phrase(key)


def _standings(standings: Sequence[Standing]) -> tuple[tuple[str, ...], ...]:
    rows = list[tuple[str, ...]]()
    for one in standings[:MOST_PLAYERS]:
        mean, most = (one.points.mean, one.points.most) if one.points else (0.0, 0)
        rows.append((one.name, str(one.games), str(one.wins), f"{mean:.1f}", str(most)))
    return tuple(rows)

"""Pages before a table: start, what a printed code opens, a new table, joining by code, this phone's settings."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.engine.game import ParseError, Switch
from companion.engine.msgspec_ready import ready
from companion.engine.reading import number
from companion.engine.registry import game as engine
from companion.engine.wording import LANGUAGES
from companion.tables import (
    EnterPosition,
    NameSeat,
    Ready,
    SeatRival,
    Settings,
    Start,
    TableError,
    TakeSeat,
    new_command_id,
    say,
)
from companion.tables.errors import BadCommand, StorageFailed, WrongSeats
from companion.tables.game import read_position, table_game
from companion.tables.log.names import shown_name
from companion.web.game_pages import GAMES, game_pages
from companion.web.home.home_screen import HINT, hinted
from companion.web.home.own_tables import own_tables
from companion.web.home.who_played import check_names, counts_of, who_played
from companion.web.http import limits
from companion.web.http.network import announce
from companion.web.http.served import config, tables
from companion.web.phone import THEMES, remember, this_phone
from companion.web.printed.signs import inline, signs
from companion.web.table import lesson_memory as memory
from companion.web.table.key_commands import sent_key
from companion.web.wordings import game_words, words_of

bp = Blueprint("home", __name__)


FIRST = "first"
"""What the *Learn* key of the start page sends as ``lessons``: a first game against a bot, begun at once."""
FRAME_SIGNS = ("menu", "next", "undo", "live", "down", "close")
"""Of the frame's signs those that the start page shows."""


@bp.get("/")
def start() -> str:
    """Go on with a table, join one by its code, open one."""
    return _start()


@bp.get("/k/<game>/<build>")
def printed(game: str, build: str) -> str:
    """What the code on a printed board opens: the ways into this game; it notes another edition."""
    _known(game)
    return _start(one=game, build=build[:12], ours=signs(game).build)


def _start(one: str = "", note: str = "", **values: str) -> str:
    return render_template(
        "start.html",
        one=one,
        note=note,
        own=own_tables(),
        hint=hinted(),
        to="/new/",
        signs=inline(*FRAME_SIGNS, *(f"mark-{game}" for game in GAMES)),
        **values,
    )


@bp.get("/score")
def count() -> str:
    """Which game is counted, where nothing else is asked of the app."""
    return render_template("count.html", to="/score/", signs=inline("back", *(f"mark-{game}" for game in GAMES)))


@bp.get("/join")
def join() -> str | tuple[str, int] | Answer:
    """Finds a table by the code somebody typed, in any case; with a position: the page there that takes it."""
    phone, position, game = this_phone(), request.args.get("position", ""), request.args.get("game", "")
    try:
        code = tables().find(request.args.get("code", ""))
    except StorageFailed:
        raise
    except TableError as error:
        limits.count_wrong_code(error)
        if position and game in GAMES:
            return _new_page(game, "", say(error, phone.language), position), 404
        return _start(note=say(error, phone.language), typed=request.args.get("code", "")[:12]), 404
    return redirect(
        url_for("table.advanced", code=code, typed=position) if position else url_for("table.table", code=code), 303
    )


@bp.get("/new/<game>")
def new(game: str) -> str:
    """The settings of a new table, with defaults that fit. A position in the address is only filled in."""
    _known(game)
    position = request.args.get("position", "")
    return _new_page(game, request.args.get("way", ""), position=position, note=_unreadable(game, position))


@bp.get("/score/<game>")
def score_only(game: str) -> str:
    """Who played, and nothing else: a table at which everybody only counts at the end."""
    _known(game)
    return _score_page(game)


@bp.post("/score/<game>")
def score_opened(game: str) -> str | tuple[str, int] | Answer:
    """Opens a table to count at: on this phone for all, or on everybody's own. Other keys change who played."""
    _known(game)
    phone, form = this_phone(), request.form
    if form.get("count") or form.get("turn"):
        return _score_page(game)
    players, own = who_played(game, phone, form), form.get("open") == "own"
    if number(form.get("players", "")) != len(players):
        least, most = min(counts_of(game)), max(counts_of(game))
        return _score_page(game, say(WrongSeats(least=least, most=most), phone.language)), 409
    try:
        check_names(players)
        limits.spend_table()
        code = tables().open(
            game,
            phone.token,
            settings=Settings(way="score"),
            language=phone.language,
            chairs=[player.key for player in players],
            command_id=sent_key(form, form, game) if form.get("command_id") else None,
        )
        _sit_down(game, code, players[0].typed.strip(), "", unnamed=True)
        for chair, player in enumerate(players):
            if chair and (player.typed.strip() or not own):
                name = NameSeat(chair, player.typed.strip() or None, phone.language)
                tables().command(code, phone.token, name, command_id=f"{_opening()}-{chair}")
    except StorageFailed:
        raise
    except TableError as error:
        return _score_page(game, say(error, phone.language)), 409
    announce(config(), tables().glance(code, phone.token).look())
    answer = redirect(url_for("table.join" if own else "table.table", code=code), 303)
    remember(_response(answer), phone=phone.token, players=str(len(players)))
    return answer


def _score_page(game: str, note: str = "") -> str:
    if "score" not in game_pages(game).SETTINGS["way"]:
        abort(404)
    return render_template(
        "score_only.html",
        game=game,
        g=game_words(game),
        counts=counts_of(game),
        players=who_played(game, this_phone(), request.form),
        note=note,
        command_id=new_command_id(),
    )


def _unreadable(game: str, position: str) -> str:
    """What is wrong with a position; empty: nothing."""
    try:
        if position:
            read_position(table_game(game), position)
    except ParseError as error:
        return say(BadCommand(error.sentence), this_phone().language)
    return ""


def _unfit(game: str, form: Mapping[str, str]) -> tuple[str, str]:
    """The house rule that cannot have the number typed for it, and why, in the words of the page; none: all can."""
    for switch in table_game(game).SWITCHES:
        value = _value(switch, form.get(switch.name, ""))
        if switch.lowest is None or value == "" or value in switch.values:
            continue
        if not isinstance(value, int) or value < switch.lowest or value > (switch.highest or value):
            which = "switch_from" if switch.highest is None else "switch_between"
            words = words_of(this_phone().language)
            bounds = {"least": str(switch.lowest), "most": str(switch.highest)}
            return switch.name, words.phrase(which, what=game_words(game)(f"switch.{switch.name}"), **bounds)
    return "", ""


def _new_page(game: str, way: str, note: str = "", position: str = "", wrong: str = "") -> str:
    """The page, with all that was typed before. `wrong`: the field that the note is about."""
    ways = game_pages(game).SETTINGS["way"]
    return render_template(
        "new.html",
        game=game,
        g=game_words(game),
        way=way if way in ways else ways[0],
        switches=table_game(game).SWITCHES,
        counts=engine(game).PLAYERS,
        note=note,
        wrong=wrong,
        typed=request.form,
        position=position,
        command_id=new_command_id(),
    )


@bp.post("/new/<game>")
def opened(game: str) -> str | tuple[str, int] | Answer:
    """Opens a table and sits its host down; with a position, the game goes on from there."""
    _known(game)
    phone, form = this_phone(), request.form
    first = form.get("lessons") == FIRST
    way = form.get("way") or game_pages(game).SETTINGS["way"][0]
    name, position = form.get("name", "").strip()[:40], form.get("position", "").strip()
    bots = _bot_options(game) if first else None
    if first:
        name = phone.name
    wrong = _unreadable(game, position)
    if wrong:
        return _new_page(game, way, wrong, position), 409
    field, wrong = _unfit(game, form)
    if wrong:
        return _new_page(game, way, wrong, position, field), 409
    try:
        if name:
            shown_name(name)
        lessons = {"lessons": "on"} if form.get("lessons") in ("on", FIRST) else {}
        settings = msgspec.convert({"way": way, "dice": form.get("dice", "app"), **lessons}, ready(Settings))
        typed = {s.name: _value(s, form[s.name]) for s in table_game(game).SWITCHES if form.get(s.name)}
        options = {**typed, **(bots or {})}
        limits.spend_table()
        code = tables().open(
            game,
            phone.token,
            options=options,
            settings=settings,
            language=phone.language,
            chairs=2 if bots is not None else None if position else number(form.get("players", "")),
            command_id=sent_key(form, form, game) if form.get("command_id") else None,
        )
        _sit_down(game, code, name, position, unnamed=bots is not None)
        if bots is not None:
            _begin_with_bot(game, code)
    except StorageFailed:
        raise
    except TableError as error:
        return _new_page(game, way, say(error, phone.language), position), 409
    except msgspec.ValidationError:
        abort(400)
    announce(config(), tables().glance(code, phone.token).look())
    to_city = way == "merchants" in game_pages(game).SETTINGS["way"] and not name and not position
    answer = redirect(url_for("table.city" if to_city else "table.table", code=code), 303)
    typed_name = {"name": name} if name and not first else {}
    remember(_response(answer), phone=phone.token, **typed_name)
    if lessons:
        memory.forget(_response(answer), game)
    return answer


def _sit_down(game: str, code: str, name: str, position: str, *, unnamed: bool = False) -> None:
    """The first that a new table is told: who opened it, if they have a name or sit there `unnamed`, and where the game
    stands. Raises `TableError`."""
    phone, opening = this_phone(), _opening()
    offered = table_game(game)
    chair = offered.chairs_of(read_position(offered, position))[0] if position else 0
    if name or unnamed:
        tables().command(code, phone.token, TakeSeat(chair, name or None, phone.language), command_id=f"{opening}-seat")
        if not position:
            tables().command(code, phone.token, Ready(), command_id=f"{opening}-ready")
    if position:
        tables().command(code, phone.token, EnterPosition(position), command_id=f"{opening}-position")


def _opening() -> str:
    """Begins the ids of the commands that a new table is told first."""
    return request.form.get("command_id", "")[:40] or new_command_id()


def _bot_options(game: str) -> Mapping[str, str | int] | None:
    """The house rules under which a bot can play: the usual ones, or with one of them changed. None: no bots here."""
    offered = table_game(game)
    if not config().rivals:
        return None
    tried = [{}, *({switch.name: value} for switch in offered.SWITCHES for value in switch.values)]
    return next((options for options in tried if offered.rivals(options)), None)


def _begin_with_bot(game: str, code: str) -> None:
    """Seats an easy bot on the second chair and starts the game. Raises `TableError`."""
    phone, opening = this_phone(), _opening()
    easy = "easy" if "easy" in config().rivals else config().rivals[0]
    tables().command(code, phone.token, SeatRival(1, easy), command_id=f"{opening}-bot")
    tables().command(code, phone.token, Start((0, 1)), command_id=f"{opening}-start")


def _value(switch: Switch, text: str) -> str | int:
    whole = number(text) if switch.lowest is not None else None
    return text if whole is None else whole


@bp.post("/phone")
def settings() -> Answer:
    """What this phone keeps of itself: language, theme, how the map is turned, and that it knows how to come on the
    home screen. Back to where it came from."""
    phone, form = this_phone(), request.form
    kept: dict[str, str] = {"phone": phone.token}
    if form.get("language") in LANGUAGES:
        kept["language"] = form["language"]
    if form.get("theme") in THEMES:
        kept["theme"] = form["theme"]
    if form.get("turned"):
        kept["turned"] = str((phone.turned + 1) % 4)
    if form.get("hint"):
        kept[HINT] = "no"
    answer = redirect(_way_back(form.get("back", "")), 303)
    remember(_response(answer), **kept)
    return answer


def _way_back(path: str) -> str:
    """A path of this server, whatever the form says."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() else "/"


def _response(answer: Answer) -> Response:
    if not isinstance(answer, Response):
        raise TypeError("Flask answers with its own responses")
    return answer


def _known(game: str) -> None:
    if game not in GAMES:
        abort(404)

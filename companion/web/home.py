"""Pages before a table: start, new tables, joining by code, this phone's settings, the home screen app."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import files
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion import TITLE
from companion.engine.annotations import ready
from companion.engine.game import ParseError
from companion.engine.reading import number
from companion.engine.registry import game as engine
from companion.engine.wording import LANGUAGES
from companion.tables import AnyCommand, Settings, TableError, new_command_id, say
from companion.tables.errors import StorageFailed
from companion.tables.game import read_position, table_game
from companion.tables.log import entries as e
from companion.tables.log.names import make_lookalike_key, normalise_name
from companion.web import security
from companion.web.assets import OWN, asset, sign_file, signs
from companion.web.config import THEMES, config, read_cookie, remember, tables, this_phone
from companion.web.game_pages import GAMES, find_words, game_pages, game_words
from companion.web.table.frame import make_sent_key, read_table
from companion.web.table.lessons import forget_lessons

bp = Blueprint("home", __name__)
ICONS = (192, 512)
"""Pixels of the app's icons that a manifest needs; iPhones take another one."""
TYPEFACE = "/static/spectral-600.woff2"
"""Of headings: Latin letters of Spectral, cut out of its font package. Another cut gets another name."""
COLOURS = {"light": "#fffdf8", "dark": "#241f1a"}
"""The page's bar (`--card`) by theme; the phone's own bar gets the same colour."""
MOST = 8
"""Tables among which the one to continue is looked for."""
FIRST = "first"
"""The value of ``lessons`` on the *Learn* key of the start page: a first game against a bot, begun at once."""


@bp.before_request
def _check_game() -> None:
    if (request.view_args or {}).get("game") not in (None, *GAMES):
        abort(404)


@bp.get("/")
def start(one: str = "", note: str = "", **values: str) -> str:
    """Returns the start page: continue a game, join one by code, open one. `one`: of that game only."""
    return render_template("start.html", one=one, note=note, goes=_current_table(), **values)


@bp.get("/k/<game>/<build>")
def printed(game: str, build: str) -> str:
    """Returns the start page of one game, which the code on a printed board opens. It mentions a different edition."""
    return start(one=game, build=build[:12], ours=signs(game).build)


@bp.get("/join")
def join() -> tuple[str, int] | Answer:
    """Finds a table by a typed code, in upper or lower case."""
    typed = request.args.get("code", "")
    try:
        return redirect(url_for("table.table", code=tables().find(typed)), 303)
    except StorageFailed:
        raise
    except TableError as error:
        security.count_wrong_code(error)
        return start(note=say(error, this_phone().language), typed=typed[:12]), 404


@bp.post("/phone")
def settings() -> Answer:
    """Changes this phone's settings: language, theme, rotation of the map."""
    phone, form = this_phone(), request.form
    values = {"phone": phone.token}
    if form.get("language") in LANGUAGES:
        values["language"] = form["language"]
    if form.get("theme") in THEMES:
        values["theme"] = form["theme"]
    if form.get("turned"):
        values["turned"] = str((phone.turned + 1) % 4)
    back = form.get("back", "")
    own = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    return remember(redirect(back if own else "/", 303), **values)


def _current_table() -> Mapping[str, str] | None:
    """Returns this phone's newest unfinished game. None also while the database is unavailable."""
    phone = this_phone()
    with suppress(StorageFailed):
        found = () if phone.fresh else tables().history.games(phone.token, most=MOST).games
        for played in found:
            if played.game in GAMES and not played.seats and not played.closed:
                with suppress(TableError):
                    if (goes := _at_table(played.code)) is not None:
                        return goes
    return None


def _at_table(code: str) -> Mapping[str, str] | None:
    """Returns this phone's table, with its icon and its state in words. None if it only watches there."""
    context = read_table(code)
    view, me = context.view, context.view.me
    if me.chair is None and not me.host:
        return None
    if view.settings.way == "merchants" and me.chair is None:
        says = context.own_words.phrase("way.merchants.name")
    elif view.state is None or context.covered:
        says = context.words.phrase("own.waits" if view.state is None else "own.on")
    else:
        says = " · ".join(filter(None, (context.pages.bar(context)[0], context.pages.moment(context))))
    sign = "" if me.chair is None else context.pages.chair_sign(view.chairs[me.chair].key)
    file, sign = (sign_file(view.game), sign) if sign else (sign_file(), f"mark-{view.game}")
    return {"code": view.code, "game": view.game, "file": file, "sign": sign, "says": says}


# New tables: to play a game, or only to count its points.


@bp.get("/new/<game>")
def new(game: str) -> str:
    """Returns the settings of a new table, with usual values. A position in the address is only filled in."""
    position = request.args.get("position", "")
    return _new_page(game, request.args.get("way", ""), _find_position_error(game, position), position)


@bp.post("/new/<game>")
def open_new(game: str) -> tuple[str, int] | Answer:
    """Opens a table and seats its host; with a position, the game continues from there."""
    phone, form = this_phone(), request.form
    learn = form.get("lessons") == FIRST
    way = form.get("way") or game_pages(game).ways[0]
    position = form.get("position", "").strip()
    name = phone.name if learn else form.get("name", "").strip()[:40]
    bots = _find_bot_options(game) if learn else None
    if wrong := _find_position_error(game, position):
        return _new_page(game, way, wrong, position), 409
    lessons = form.get("lessons") in ("on", FIRST)
    chosen = {"way": way, "dice": form.get("dice", "app"), "lessons": "on" if lessons else "off"}
    try:
        settings = msgspec.convert(chosen, ready(Settings))
    except msgspec.ValidationError:
        abort(400)
    first = list[AnyCommand]()
    if position:
        offered = table_game(game)
        chair = offered.chairs_of(read_position(offered, position))[0]
        first = [e.TakeSeat(chair, name, phone.language)] if name else []
        first.append(e.EnterPosition(position))
    elif name or bots is not None:
        first = [e.TakeSeat(0, name or None, phone.language), e.Ready()]
    if bots is not None:
        first += [e.SeatRival(1, "easy" if "easy" in config().rivals else config().rivals[0]), e.Start((0, 1))]
    try:
        if name:
            normalise_name(name)
        chairs = 2 if bots is not None else None if position else number(form.get("players", ""))
        code = _open_table(
            game, first, settings=settings, chairs=chairs, options={**_read_house_rules(game), **(bots or {})}
        )
    except StorageFailed:
        raise
    except TableError as error:
        return _new_page(game, way, say(error, phone.language), position), 409
    to_city = way == "merchants" in game_pages(game).ways and not name and not position
    answer = redirect(url_for("table.city" if to_city else "table.table", code=code), 303)
    remember(answer, phone=phone.token, **({"name": name} if name and not learn else {}))
    return forget_lessons(answer, game) if lessons else answer


def _new_page(game: str, way: str, note: str = "", position: str = "") -> str:
    ways = game_pages(game).ways
    return render_template(
        "new.html",
        game=game,
        g=game_words(game),
        way=way if way in ways else ways[0],
        switches=table_game(game).SWITCHES,
        counts=engine(game).PLAYERS,
        note=note,
        typed=request.form,
        position=position,
        command_id=new_command_id(),
    )


def _find_position_error(game: str, position: str) -> str:
    try:
        if position:
            read_position(table_game(game), position)
    except ParseError as error:
        return say(TableError("bad_command", message=error.sentence), this_phone().language)
    return ""


def _read_house_rules(game: str) -> dict[str, str | int]:
    rules = dict[str, str | int]()
    for switch in table_game(game).SWITCHES:
        if text := request.form.get(switch.name):
            whole = number(text) if switch.lowest is not None else None
            rules[switch.name] = text if whole is None else whole
    return rules


def _find_bot_options(game: str) -> Mapping[str, str | int] | None:
    """Returns the house rules under which a bot can play: the usual ones, or with one of them changed. None: no bots
    here."""
    if not config().rivals:
        return None
    offered = table_game(game)
    tried = [{}, *({switch.name: value} for switch in offered.SWITCHES for value in switch.values)]
    return next((options for options in tried if offered.rivals(options)), None)


def _open_table(game: str, first: list[AnyCommand], **values: Any) -> str:
    """Opens a table (`Tables.open` with these values) and executes its first commands. A repeated form opens no second.
    Raises `TableError`."""
    phone, form = this_phone(), request.form
    security.spend("tables")
    key = make_sent_key(form, form, game) if form.get("command_id") else None
    code = tables().open(game, phone.token, language=phone.language, command_id=key, **values)
    opening = form.get("command_id", "")[:40] or new_command_id()
    for place, command in enumerate(first):
        tables().command(code, phone.token, command, command_id=f"{opening}-{place}")
    return code


@bp.get("/score/<game>")
def score_only(game: str, note: str = "") -> str:
    """Returns the page to name the players of a table that only counts the score."""
    if "score" not in game_pages(game).ways:
        abort(404)
    return render_template(
        "score_only.html",
        game=game,
        g=game_words(game),
        counts=_counts(game),
        players=_players(game),
        note=note,
        command_id=new_command_id(),
    )


@bp.post("/score/<game>")
def open_score(game: str) -> str | tuple[str, int] | Answer:
    """Opens a table for counting: on this phone for all, or on everybody's own. Other keys change who played."""
    phone, form = this_phone(), request.form
    if form.get("count") or form.get("turn"):
        return score_only(game)
    players, own = _players(game), form.get("open") == "own"
    first: list[AnyCommand] = [e.TakeSeat(0, players[0][1].strip() or None, phone.language), e.Ready()]
    for chair, (_, typed, _) in enumerate(players[1:], start=1):
        if typed.strip() or not own:
            first.append(e.NameSeat(chair, typed.strip() or None, phone.language))
    try:
        if number(form.get("players", "")) != len(players):
            raise TableError("wrong_seats", least=min(_counts(game)), most=max(_counts(game)))
        names = [normalise_name(typed.strip() or usual) for _, typed, usual in players]
        alike = [make_lookalike_key(name) for name in names]
        if twice := [name for n, name in enumerate(names) if alike[n] in alike[:n]]:
            raise TableError("name_taken", name=twice[0])
        chairs = [key for key, _, _ in players]
        code = _open_table(game, first, settings=Settings(way="score"), chairs=chairs)
    except StorageFailed:
        raise
    except TableError as error:
        return score_only(game, say(error, phone.language)), 409
    to = url_for("table.seats", code=code, _anchor="more-phones") if own else url_for("table.table", code=code)
    return remember(redirect(to, 303), phone=phone.token, players=str(len(players)))


def _counts(game: str) -> list[int]:
    return [count for count in engine(game).PLAYERS if count > 1]


def _players(game: str) -> list[tuple[str, str, str]]:
    """Returns the players in the form, initially as many as last time: the key of the chair, the typed name, the
    chair's name. ``turn`` gives one the next free chair."""
    phone, form = this_phone(), request.form
    counts, chairs = _counts(game), table_game(game).CHAIRS
    asked = number(form.get("count") or form.get("players") or read_cookie("players"))
    keys = list[str]()
    for place in range(asked if asked in counts else counts[0]):
        free = [key for key in chairs if key not in keys]
        wish = form.get(f"chair{place}", "")
        keys.append(wish if wish in free else free[0])
    turned = number(form.get("turn", ""))
    if turned is not None and turned < len(keys):
        at = chairs.index(keys[turned])
        following = [*chairs[at + 1 :], *chairs[:at]]
        new = next((key for key in following if key not in keys), following[0])
        keys = [keys[turned] if key == new else key for key in keys]  # its player gets the old chair
        keys[turned] = new
    usual = "" if "command_id" in form else phone.name
    names = [form.get(f"name{place}", "" if place else usual)[:40] for place in range(len(keys))]
    chair_name = game_pages(game).chair_name
    return [(key, name, chair_name(key, phone.language)) for key, name in zip(keys, names, strict=True)]


# The app on the home screen.


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Returns the web app manifest."""
    phone = this_phone()
    words = find_words(phone.language)
    colour = COLOURS["dark" if phone.theme == "dark" else "light"]
    app = {
        "name": TITLE,
        "short_name": words.phrase("silk_road"),
        "lang": phone.language,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": colour,
        "background_color": colour,
        "icons": [
            {"src": asset(f"icon-{n}.png"), "sizes": f"{n}x{n}", "type": "image/png", "purpose": "any maskable"}
            for n in ICONS
        ],
    }
    return Response(msgspec.json.encode(app), mimetype="application/manifest+json")


@bp.get("/offline")
def offline() -> str:
    """Returns the page without a connection, which the service worker caches: in all languages, as the reader is
    unknown."""
    return render_template("offline.html", words={name: find_words(name).phrase for name in LANGUAGES})


@bp.get("/worker.js")
def worker() -> Response:
    """Returns the service worker, with its cached files and a version that changes with any of them."""
    addresses = ("/offline", asset("companion.css"), asset("companion.js"), TYPEFACE, sign_file())
    words = "".join(files(OWN).joinpath(f"words.{name}.toml").read_text("utf-8") for name in LANGUAGES)
    version = hashlib.sha256("".join([*addresses, words]).encode()).hexdigest()[:12]
    constants = {"MADE": version, "KEPT": addresses}
    lines = [f"const {name} = {msgspec.json.encode(value).decode()};\n" for name, value in constants.items()]
    script = "".join(lines) + files(OWN).joinpath("static", "worker.js").read_text("utf-8")
    return Response(script, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})

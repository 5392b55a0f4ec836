"""Tables: what a phone does at one, for programs."""

from __future__ import annotations

from flask import Response

from companion.engine.registry import game as engine
from companion.tables import Accepted, AnyView, Line, MovedOn, RefusedByRule, TableError, new_token
from companion.web.api import problems, serialise
from companion.web.api import table_values as tv
from companion.web.api import values as v
from companion.web.api.routes import api
from companion.web.game_pages import player_names, with_name
from companion.web.http import limits, metrics
from companion.web.http.served import tables
from companion.web.phone import this_phone
from companion.web.table import stream


def _token() -> str:
    """The token of whoever asks. 401 where none was sent."""
    phone = this_phone()
    if phone.fresh:
        raise problems.stopped(401, "token_needed")
    return phone.token


def _log(view: AnyView, found: tuple[Line, ...]) -> tuple[tv.LogLine, ...]:
    game, language = engine(view.game), this_phone().language
    names = player_names(view.game, view.players, language)
    return tuple(serialise.line(game, line, language, names) for line in found)


@api.add("POST", "/tokens", "tables", gives=tv.Token, status=201)
def new_phone() -> tv.Token:
    """A new token: 128 random bits that stand for one phone. It is worth nothing until it takes a seat or opens a
    table; keep it as you would a password."""
    return tv.Token(new_token())


@api.add("POST", "/tables", "tables", takes=tv.OpenTable, gives=tv.OpenedTable, status=201, problems=(429,))
def open_table(body: tv.OpenTable) -> tv.OpenedTable:
    """Opens a table; the token's owner is its host. Without a token the answer holds a new one. A repeated
    `command_id` opens no second table."""
    token = this_phone().token
    limits.spend_table()
    code = tables().open(
        body.game,
        token,
        language=body.language,
        options=body.options,
        settings=body.settings,
        chairs=body.chairs,
        command_id=body.command_id,
    )
    return tv.OpenedTable(code, token)


@api.add("POST", "/tables/import", "tables", takes=bytes, gives=tv.OpenedTable, status=201, problems=(429,))
def import_table(body: bytes) -> tv.OpenedTable:
    """Goes on with a table that was exported elsewhere; the body is what `export` gave. All its seats are free."""
    token = this_phone().token
    limits.spend_table()
    return tv.OpenedTable(tables().carry_in(body, token), token)


@api.add("GET", "/tables/<code>", "tables", gives=tv.TableView, problems=(404,))
def get_table(code: str) -> tv.TableView:
    """The table as you may know it: position, seats, whose turn it is, what you may do, questions, score."""
    phone = this_phone()
    view = tables().view_for(code, phone.token)
    tables().heard(code, phone.token, view.seq)
    return serialise.view(view, phone.language)


@api.add("POST", "/tables/<code>/commands", "tables", takes=tv.Command, gives=tv.Done, problems=(401, 403, 404, 409))
def send_command(code: str, body: tv.Command) -> tv.Done:
    """Everything that anybody does at a table: take a seat, act, roll, undo, correct … Repeated with the same
    `command_id` it acts once. If the rules refuse it, or the game has moved on since `expected`, nothing
    happens and the answer is 409."""
    token, language = _token(), this_phone().language
    try:
        result = tables().command(code, token, body.command, command_id=body.command_id, expected=body.expected)
    except TableError as error:
        if error.facts.get("name") == "":
            with_name(error, tables().view_for(code, token), language)
        raise
    view = tables().view_for(code, token)
    names = player_names(view.game, view.players, language)
    metrics.count_command(view.game, body.command, result)
    match result:
        case Accepted():
            return tv.Done(_log(view, result.entries), result.seq, result.repeated, result.asked)
        case RefusedByRule():
            raise problems.refused(engine(view.game), result.refusal, result.state, names=names, seq=result.seq)
        case MovedOn():
            game = engine(view.game)
            said = [
                game.say(effect, line.state, language, names) for line in result.meanwhile for effect in line.effects
            ]
            raise problems.moved_on(said[-1] if said else "", result.seq)


@api.add("GET", "/tables/<code>/log", "tables", query=tv.After, gives=tv.Log, problems=(404,))
def get_log(code: str, query: tv.After) -> tv.Log:
    """The log after an entry, as you may see it, 200 entries at most. `seq` is the table's newest entry: ask again
    after the last one you got until you have it."""
    phone = this_phone()
    view = tables().view_for(code, phone.token)
    found = tables().log_for(code, phone.token, after=query.after, limit=query.limit)
    return tv.Log(_log(view, found), view.seq)


@api.add("GET", "/tables/<code>/wait", "tables", query=tv.Waiting, gives=tv.Newest, problems=(404,))
def wait_for_news(code: str, query: tv.Waiting) -> tv.Newest:
    """Answers as soon as there is an entry after `after`, or when the seconds are over: the newest entry's number.
    Where too many wait already, it answers at once."""
    token = this_phone().token
    seq = tables().view_for(code, token).seq
    if seq <= query.after:
        seq = stream.wait(code, query.after, query.seconds) or seq
    tables().heard(code, token, seq)
    return tv.Newest(seq)


@api.add("GET", "/tables/<code>/stream", "tables", gives=str, media="text/event-stream", problems=(404,))
def stream_news(code: str) -> Response:
    """Server-sent events: `moved` with the newest entry's number, `here` when phones come and go. It resumes by
    `Last-Event-ID`. 503 when there are too many streams; then ask `wait`."""
    return stream.stream(code)


@api.add("GET", "/tables/<code>/seats", "tables", gives=tv.Seats, problems=(404,))
def get_seats(code: str) -> tv.Seats:
    """The chairs, who sits there, and when their phones were last heard of."""
    view = tables().view_for(code, this_phone().token)
    heard = {found.chair: found for found in tables().presence(code)}
    seats = []
    for chair in view.chairs:
        found = heard.get(chair.number)
        seats.append(tv.SeatInfo(chair, found.at if found else None, found.behind if found else None))
    return tv.Seats(tuple(seats))


@api.add("POST", "/tables/<code>/move-code", "tables", gives=tv.MoveCode, status=201, problems=(401, 403, 404))
def new_move_code(code: str) -> tv.MoveCode:
    """A one-time code that brings your seat to another phone."""
    return tv.MoveCode(tables().move_code(code, _token()))


@api.add("POST", "/tables/<code>/seat-requests", "tables", takes=tv.AskSeat, gives=tv.Asked, status=201,
         problems=(401, 404, 409, 429))  # fmt: skip
def ask_for_seat(code: str, body: tv.AskSeat) -> tv.Asked:
    """Asks the host for a seat whose phone is lost, or for a free one that holds a hidden hand: the number
    to show to the host."""
    token = _token()
    limits.spend_seat_request(code)
    found = tables().ask_seat(code, token, body.chair, name=body.name, language=body.language)
    return tv.Asked(found)


@api.add("GET", "/tables/<code>/seat-requests", "tables", gives=tv.SeatRequests, problems=(401, 403, 404))
def list_seat_requests(code: str) -> tv.SeatRequests:
    """The phones that ask for a seat (host)."""
    found = tables().requests(code, _token())
    return tv.SeatRequests(tuple(tv.SeatRequestInfo(asked.number, asked.chair, asked.name) for asked in found))


@api.add("GET", "/tables/<code>/score", "tables", gives=v.Scores, problems=(404, 409))
def get_score(code: str) -> v.Scores:
    """Who is ahead, and how each point was made. 409 while hidden things would be told by it."""
    phone = this_phone()
    found = serialise.view(tables().view_for(code, phone.token), phone.language).score
    if found is None:
        raise problems.stopped(409, "no_score")
    return found


@api.add("GET", "/tables/<code>/export", "tables", gives=v.JsonObject, problems=(401, 403, 404))
def export_table(code: str) -> Response:
    """The whole table, to keep or to go on with on another server. Only for those who may know all of it."""
    return Response(tables().export(code, _token()), mimetype="application/json")


@api.add("DELETE", "/tables/<code>", "tables", gives=None, status=204, problems=(401, 403, 404))
def delete_table(code: str) -> Response:
    """The table is gone for good, with every trace of it (host)."""
    tables().delete(code, _token())
    return Response(status=204)

"""The operations: games and positions without a table, then tables."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Annotated, Any, TypeVar

import msgspec
from flask import Response
from msgspec import Meta, Raw

from companion.engine import game as engine
from companion.engine.drive import Generator, Script, ScriptEnded, drive
from companion.engine.game import GameState, OptionError, ParseError, RefusedError, Seat
from companion.engine.options import make_options
from companion.engine.registry import GAMES
from companion.tables import AnyCommand, AnyView, MovedOn, RefusedByRule, Settings, TableError, new_token
from companion.tables.game import GAMES as TABLES
from companion.tables.game import table_game
from companion.tables.log.entries import Entry, Language, Number
from companion.web import live, security
from companion.web.api import models as m
from companion.web.api.models import AnyPosition, Converter, make_table_converter, make_table_view
from companion.web.api.operations import ProblemError, make_document, operation, words
from companion.web.config import tables, this_phone
from companion.web.game_pages import find_game_title, with_name

T = TypeVar("T")
MOST_STEPS = 1000
"""Outcomes that one request may play."""
Notation = Annotated[str, Meta(max_length=200)]
Dice = Annotated[tuple[Notation, ...], Meta(max_length=500)]
Seed = Annotated[int, Meta(ge=0, lt=2**53)]
Players = Annotated[int, Meta(ge=1, le=99)]


def _converter(name: str) -> Converter:
    """Returns the converter of a game by id. Raises `ProblemError` 404."""
    if name not in GAMES:
        raise ProblemError(404, "no_such_game", words().phrase("problem.no_such_game", games=", ".join(GAMES)))
    return Converter(engine(name), this_phone().language)


def _read(name: str, position: Raw) -> tuple[Converter, GameState]:
    to, text = _converter(name), bytes(position).decode()
    parse = to.game.parse if text.startswith('"') else to.game.from_json
    return to, _parse(parse, msgspec.json.decode(text) if text.startswith('"') else text, "position")


def _parse(parse: Callable[[str], T], text: str, what: str) -> T:
    try:
        return parse(text)
    except ParseError as error:
        more = {"line": error.line, "column": error.column, "reason": error.what.reason, "facts": {"what": what}}
        place = {"line": str(error.line), "column": str(error.column)}
        detail = words().phrase("problem.unreadable", **place, message=error.what.say(this_phone().language))
        raise ProblemError(422, "unreadable", detail, **more) from error


@operation("GET", "/games")
def list_games() -> tuple[m.GameInfo, ...]:
    """All games by their titles, with their house rules."""
    found = list[m.GameInfo]()
    for name in GAMES:
        game, title = engine(name), find_game_title(name, this_phone().language)
        rules, chairs = (table_game(name).switches, table_game(name).CHAIRS) if name in TABLES else ((), ())
        found.append(m.GameInfo(name, title, game.PLAYERS, game.SWITCHES, rules, chairs))
    return tuple(sorted(found, key=lambda info: info.title))


@operation("POST", "/<game>/new")
def new_game(game: str, players: Players, options: dict[str, str | int] | None = None) -> m.Played:
    """The position before anything is drawn, for so many players with these house rules."""
    to = _converter(game)
    given: dict[str, Any] = dict(options or {})
    try:
        make_options(to.game.OPTIONS, to.game.SWITCHES, given)  # house rules alone
        state = to.game.new(players, **given)
    except OptionError as error:
        raise TableError("bad_options", message=error.what) from error
    return m.Played((), to.position(state))


@operation("POST", "/<game>/legal")
def list_legal(game: str, position: AnyPosition, by: Number | None = None) -> m.LegalMoves:
    """The turn, the legal actions, and the outcomes of chance with weights."""
    to, state = _read(game, position)
    acts = isinstance(state.turn, int) or by is not None
    legal = to.game.legal(state, None if by is None else Seat(by)) if acts else ()
    actions = tuple(map(to.game.action_text, legal))
    return m.LegalMoves(state.turn, to.game.waiting(state), actions, to.outcomes(state))


@operation("POST", "/<game>/play")
def play_action(game: str, position: AnyPosition, action: Notation, by: Number | None = None) -> m.Played:
    """Does one action, or takes one outcome of chance: what happens, and the position after it. If the rules refuse
    it, the answer is 409 with the reason in words and the rule."""
    to, state = _read(game, position)
    try:
        act = _parse(to.game.parse_action, action, "action")
        after, effects = to.game.play(state, act, None if by is None else Seat(by))
    except RefusedError as error:
        raise to.refuse(error.refusal, state) from error
    return m.Played(to.effects(effects, after), to.position(after))


@operation("POST", "/<game>/score")
def count_score(game: str, position: AnyPosition) -> m.Scores:
    """Score of a position for each seat, line by line, and the leaders."""
    to, state = _read(game, position)
    return to.scores(to.game.score(state), state)


@operation("POST", "/<game>/resolve")
def resolve(
    game: str, position: AnyPosition, dice: Dice = (), roll: bool = False, seed: Seed | None = None
) -> m.Resolved:
    """Plays on until a player has to decide, as if all were done with what they may do: a round that the rules play
    by themselves, a draw, the end of the turn. Each step is told with its reasons. What is rolled or drawn is given,
    or left to the app, or asked for."""
    to, start = _read(game, position)
    script = Script([_parse(to.game.parse_action, text, "die") for text in dice])
    state, steps, needs = to.game.resolving(start), list[m.ResolvedStep](), tuple[m.Outcome, ...]()
    for supplier in (script, Generator(seed)) if roll else (script,):
        try:
            for step in islice(drive(to.game, state, None, supplier), MOST_STEPS - len(steps)):
                state = step.state
                effects = to.effects(step.effects, state)
                steps.append(m.ResolvedStep(to.game.action_text(step.action), step.source, effects))
            needs = ()
            break
        except ScriptEnded:
            needs = to.outcomes(state)
        except RefusedError as error:
            raise to.refuse(error.refusal, state, facts={"die": script.taken}) from error
    reached, unused = to.position(state), len(dice) - script.taken
    return m.Resolved(tuple(steps), reached, state.turn, needs, unused, to.faults(start))


CommandId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
Seconds = Annotated[float, Meta(ge=0, le=25)]


def _view(code: str) -> AnyView:
    return tables().view_for(code, this_phone().token)


@operation("POST", "/tokens", 201)
def new_phone() -> dict[str, str]:
    """A new token: 128 random bits that stand for one phone. Keep it as you would a password."""
    return {"token": new_token()}


@operation("POST", "/tables", 201)
def open_table(
    game: str,
    options: dict[str, str | int] | None = None,
    settings: Settings | None = None,
    chairs: Players | None = None,
    language: Language = "en",
    command_id: str | None = None,
) -> dict[str, str]:
    """Opens a table; the token's owner is its host. Without a token the answer holds a new one. A repeated
    `command_id` opens no second table."""
    security.spend("tables")
    token, at = this_phone().token, tables()
    code = at.open(
        game, token, language=language, options=options, settings=settings, chairs=chairs, command_id=command_id
    )
    return {"code": code, "token": token}


@operation("POST", "/tables/import", 201)
def import_table(body: bytes) -> dict[str, str]:
    """Goes on with a table that was exported elsewhere; the body is what `export` gave. All its seats are free."""
    security.spend("heavy")
    security.spend("tables")
    token = this_phone().token
    return {"code": tables().carry_in(body, token), "token": token}


@operation("GET", "/tables/<code>")
def get_table(code: str) -> m.TableView:
    """The table as you may know it: position, seats, whose turn it is, what you may do, questions, score."""
    view = _view(code)
    tables().heard(code, this_phone().token, view.seq)
    return make_table_view(view, this_phone().language)


@operation("POST", "/tables/<code>/commands", needs_token=True)
def send_command(code: str, command: AnyCommand, command_id: CommandId, expected: Entry | None = None) -> m.Done:
    """Everything that anybody does at a table: take a seat, act, roll, undo, correct … Repeated with the same
    `command_id` it acts once. If the rules refuse it, or the game has moved on since `expected`, nothing
    happens and the answer is 409."""
    phone = this_phone()
    try:
        result = tables().command(code, phone.token, command, command_id=command_id, expected=expected)
    except TableError as error:
        if error.facts.get("name") == "":
            with_name(error, _view(code), phone.language)
        raise
    view = _view(code)
    to = make_table_converter(view, phone.language)
    if isinstance(result, RefusedByRule):
        raise to.refuse(result.refusal, result.state, seq=result.seq)
    if isinstance(result, MovedOn):
        news = [effect.says for line in result.meanwhile for effect in to.effects(line.effects, line.state)]
        text = words().phrase("problem.moved_on", what=news[-1] if news else "").strip()
        raise ProblemError(409, "moved_on", text, seq=result.seq)
    return m.Done(tuple(map(to.line, result.entries)), result.seq, result.repeated, result.asked)


@operation("GET", "/tables/<code>/log")
def get_log(code: str, after: Entry = 0, limit: Annotated[int, Meta(ge=1, le=200)] = 200) -> m.Log:
    """The log after an entry, as you may see it, 200 entries at most. `seq` is the table's newest entry: ask again
    after the last one you got until you have it."""
    phone, view = this_phone(), _view(code)
    lines = tables().log_for(code, phone.token, after=after, limit=limit)
    return m.Log(tuple(map(make_table_converter(view, phone.language).line, lines)), view.seq)


@operation("GET", "/tables/<code>/wait")
def wait_for_news(code: str, after: Entry = 0, seconds: Seconds = 20.0) -> dict[str, int]:
    """Answers as soon as there is an entry after `after`, or when the seconds are over: the newest entry's number.
    Where too many wait already, it answers at once."""
    seq = _view(code).seq
    if seq <= after:
        seq = live.wait(code, after, seconds) or seq
    tables().heard(code, this_phone().token, seq)
    return {"seq": seq}


@operation("GET", "/tables/<code>/stream")
def stream_news(code: str) -> Response:
    """Server-sent events: `moved` with the newest entry's number, `changed` with the table's version where there is no
    entry, `here` when phones come and go. It resumes by `Last-Event-ID`. 503 when there are too many streams; then ask
    `wait`."""
    return live.stream(code)


@operation("GET", "/tables/<code>/export", needs_token=True)
def export_table(code: str) -> Raw:
    """The whole table, to keep or to go on with on another server. Only for those who may know all of it."""
    security.spend("heavy")
    return Raw(tables().export(code, this_phone().token))


@operation("DELETE", "/tables/<code>", 204, needs_token=True)
def delete_table(code: str) -> None:
    """The table is gone for good, with every trace of it (host)."""
    tables().delete(code, this_phone().token)


@operation("GET", "/openapi.json")
def get_document() -> Raw:
    """Returns the OpenAPI document."""
    return Raw(make_document())

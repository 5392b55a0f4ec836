"""What goes wrong, as RFC 9457 has it: ``application/problem+json`` with a stable `code` and a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import TypedDict, Unpack

import msgspec
from flask import Response, g, request
from msgspec import UNSET, Struct, UnsetType
from werkzeug.exceptions import HTTPException

from companion.engine.game import AnyGame, GameState, ParseError, Refusal
from companion.engine.message import Message
from companion.engine.wording import wording
from companion.tables import TableError, say
from companion.web.phone import this_phone
from companion.web.wordings import words_of

PREFIX = "/api/v1"
"""Where the interface is. A new number comes only with changes that break programs."""
MEDIA_TYPE = "application/problem+json"
PACKAGE = "companion.web.api"


class Problem(Struct, frozen=True):
    """Why there is no answer (RFC 9457).

    `code` is stable, for programs; `detail` is a sentence in the asked language, for people. `rule` is the
    paragraph of the leaflet, where a rule refuses; `reason` is the stable key of what a game refuses, or of
    what exactly is wrong with what was sent. `line` and `column` count from 1, where a text cannot be read.
    `seq` is the newest entry of the table.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    rule: str | UnsetType | None = UNSET
    reason: str | UnsetType = UNSET
    seq: int | UnsetType = UNSET
    line: int | UnsetType = UNSET
    column: int | UnsetType = UNSET
    facts: dict[str, str | int] | UnsetType = UNSET


class _At(TypedDict, total=False):
    """Where a problem is: see `Problem`."""

    seq: int
    line: int
    column: int
    facts: dict[str, str | int] | UnsetType


class _More(_At, total=False):
    """What a problem may say besides."""

    rule: str | None
    reason: str


class Stopped(Exception):  # noqa: N818 - an answer to whoever asked, not a fault of the program
    """Ends a request with a problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.code)


STATUS = {
    "bad_command": 422,
    "bad_options": 422,
    "bad_import": 422,
    "no_such_table": 404,
    "no_such_entry": 404,
    "no_such_seat": 404,
    "host_only": 403,
    "host_begins": 403,
    "owner_only": 403,
    "not_seated": 403,
    "too_many_tables": 429,
    "too_many_requests": 429,
    "storage_failed": 503,
    "storage_full": 503,
}
"""The HTTP status of errors of a table; of all others it is 409."""


def problem(status: int, code: str, detail: str, **more: Unpack[_More]) -> Problem:
    """A problem with the standard title of its status."""
    return Problem("about:blank", HTTPStatus(status).phrase, status, code, detail, **more)


def stopped(status: int, code: str, **fields: str) -> Stopped:
    """A problem in this package's own words (``words.<language>.toml``)."""
    return Stopped(problem(status, code, wording(PACKAGE, this_phone().language).phrase(f"problem.{code}", **fields)))


def unreadable(error: ParseError, what: str) -> Stopped:
    """A position or an action that is none, with the place in its text."""
    words = wording(PACKAGE, this_phone().language)
    said = words.phrase(
        "problem.unreadable",
        what=words.phrase(f"what.{what}"),
        line=str(error.line),
        column=str(error.column),
        message=error.what.say(this_phone().language),
    )
    at: _At = {"line": error.line, "column": error.column, "facts": {"what": what}}
    return Stopped(problem(422, "unreadable", said, **at, **_reason(error.what)))


def refused(
    game: AnyGame, refusal: Refusal, state: GameState, names: Sequence[str] = (), **more: Unpack[_At]
) -> Stopped:
    """What the rules do not allow, in the words of the game, with the names of the seats."""
    said = game.say(refusal, state, this_phone().language, names)
    return Stopped(problem(409, "refused", said, reason=refusal.reason, rule=refusal.rule, **more))


def moved_on(what: str, seq: int) -> Stopped:
    """The table has moved on since the entry that was seen; `what` happened meanwhile, in a sentence."""
    said = wording(PACKAGE, this_phone().language).phrase("problem.moved_on", what=what).strip()
    return Stopped(problem(409, "moved_on", said, seq=seq))


class _Reason(TypedDict, total=False):
    reason: str


def _reason(what: Message) -> _Reason:
    """The code of what exactly is wrong, if it has one."""
    return {"reason": what.reason} if what.reason is not None else {}


def of_table(error: TableError) -> Problem:
    """An error of a table."""
    more = _reason(error.what) if "message" in error.facts else _Reason()
    said = say(error, this_phone().language)
    return problem(STATUS.get(error.code, 409), error.code, said, facts=error.plain or UNSET, **more)


def of_http(error: HTTPException) -> Problem:
    """What Flask itself refuses: no such address, a method that is not there, a body that is too large …"""
    status = error.code or 500
    words = wording(PACKAGE, this_phone().language)
    code = HTTPStatus(status).phrase.lower().replace(" ", "_").replace("-", "_")
    if error.description in ("foreign_origin", "foreign_host", "shut_out"):
        code = error.description
    if "wait" in g and status == 429:
        said = words_of(this_phone().language).phrase("failed.429.text", wait=str(g.wait))
        return problem(status, "too_fast", said)
    said = words.find(f"problem.{code}") or words.phrase("problem.other")
    return problem(status, code, said)


def answer(found: Problem) -> Response:
    """The problem as a response."""
    made = Response(msgspec.json.encode(found), found.status, mimetype=MEDIA_TYPE)
    if found.status == 401:
        made.headers["WWW-Authenticate"] = "Bearer"
    return made


def expected() -> bool:
    """Does this request want its problems in this form?"""
    return request.path.startswith(f"{PREFIX}/")

"""Errors as RFC 9457 defines them: ``application/problem+json`` with a stable `code` and a sentence."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response, g
from msgspec import Struct
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from companion.engine.wording import Wording, wording
from companion.tables import TableError, say
from companion.web import limits
from companion.web.phone import this_phone
from companion.web.wordings import words_of

PREFIX = "/api/v1"
"""A new number comes only with changes that break programs."""
MEDIA_TYPE = "application/problem+json"


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why a request failed (RFC 9457).

    `code` is stable, for programs; `detail` is a sentence in the asked language, for people. `rule` is the paragraph of
    the leaflet, where a rule refuses; `reason` is the stable key of a refusal, or of a mistake in a text, whose `line`
    and `column` count from 1. `seq` is the newest entry of the table.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    rule: str | None = None
    reason: str | None = None
    seq: int | None = None
    line: int | None = None
    column: int | None = None
    facts: dict[str, str | int] | None = None


class ProblemError(Exception):
    """Ends a request with a problem. Without `detail` its sentence is the phrase ``problem.<code>``."""

    def __init__(self, status: int, code: str, detail: str = "", **more: Any) -> None:
        text = detail or words().find(f"problem.{code}") or words().phrase("problem.other")
        self.problem = Problem("about:blank", HTTPStatus(status).phrase, status, code, text, **more)
        super().__init__(code)


def words() -> Wording:
    """The phrases of the interface in the language of the request."""
    return wording("companion.web.api", this_phone().language)


def respond(error: ProblemError | TableError | HTTPException) -> Response:
    """An error as a response."""
    found = error if isinstance(error, ProblemError) else _convert(error)
    response = Response(msgspec.json.encode(found.problem), found.problem.status, mimetype=MEDIA_TYPE)
    if found.problem.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.headers["Allow"] = ", ".join(error.valid_methods)
    return response


def _convert(error: TableError | HTTPException) -> ProblemError:
    """The problem behind an error of a table, of Flask, of a limit or of the security checks."""
    language = this_phone().language
    if isinstance(error, TableError):
        limits.count_wrong_code(error)
        reason = error.what.reason if "message" in error.facts else None
        return ProblemError(error.status, error.code, say(error, language), reason=reason, facts=error.plain or None)
    status = error.code or 500
    if "wait" in g:
        return ProblemError(status, "too_fast", words_of(language).phrase("failed.429.text", wait=str(g.wait)))
    code = error.name.lower().replace(" ", "_")
    if error.description in ("foreign_origin", "foreign_host"):
        code = error.description
    return ProblemError(status, code)

"""The interface for programs, JSON under ``/api/v1``: see docs/api.md."""

from __future__ import annotations

from functools import cache

import msgspec
from flask import Flask, Response
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from companion.tables import TableError
from companion.web.api import games, problems, tables
from companion.web.api.openapi import document
from companion.web.api.problems import Stopped, expected
from companion.web.api.routes import api, bp
from companion.web.http import limits
from companion.web.phone import bearer, this_phone

__all__ = ["api", "expected", "games", "init_app", "problem_of", "tables"]


def init_app(app: Flask) -> None:
    """Adds the interface; its problems are `application/problem+json`."""
    app.register_blueprint(bp)
    app.register_error_handler(Stopped, lambda stopped: problems.answer(stopped.problem))


@bp.before_request
def _has_a_token_or_none() -> None:
    """What is sent as a token must be one: whoever mistypes it should not play as a stranger."""
    if bearer() is not None and this_phone().fresh:
        raise problems.stopped(401, "bad_token")


@bp.errorhandler(TableError)
def _of_table(error: TableError) -> Response:
    limits.count_wrong_code(error)
    return problems.answer(problems.of_table(error))


def problem_of(error: HTTPException) -> Response:
    """What Flask itself refuses, as a problem."""
    made = problems.answer(problems.of_http(error))
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        made.headers["Allow"] = ", ".join(error.valid_methods)
    return made


@cache
def _document() -> bytes:
    return msgspec.json.format(msgspec.json.encode(document(api.all)), indent=2)


@bp.get("/openapi.json")
def openapi() -> Response:
    """The OpenAPI document of the interface."""
    return Response(_document(), mimetype="application/json")

"""The list of operations: each view is declared once, and its address and its documentation come from that."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

import msgspec
from flask import Blueprint, Response, request
from msgspec import Struct

from companion.engine.msgspec_ready import ready
from companion.tables.errors import BadCommand
from companion.tables.export import LARGEST
from companion.web.api import problems

JSON = "application/json"
View = Callable[..., object]
V = TypeVar("V", bound=View)


class Operation(Struct, frozen=True):
    """An operation of the interface.

    `takes` and `query` are the types of its body and of its query parameters, `gives` that of its answer
    with status `status`. `media` is the answer's kind where it is no JSON. `problems` are the statuses of
    what may go wrong besides what may go wrong everywhere.
    """

    name: str
    method: str
    path: str
    tag: str
    says: str
    gives: object
    takes: object = None
    query: type[Struct] | None = None
    status: int = 200
    media: str = JSON
    problems: tuple[int, ...] = ()


class Operations:
    """The operations of a blueprint, in the order in which they were declared."""

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint = blueprint
        self.all: list[Operation] = []

    def add(
        self,
        method: str,
        path: str,
        tag: str,
        *,
        gives: object,
        takes: object = None,
        query: type[Struct] | None = None,
        status: int = 200,
        media: str = JSON,
        problems: tuple[int, ...] = (),
    ) -> Callable[[V], V]:
        """Declares a view. It is called with the parts of its path, with `body` if it takes one, with `query`
        if it has parameters. Its docstring is the documentation; its name is the operation's."""

        def declare(view: V) -> V:
            says = " ".join((view.__doc__ or "").split())
            name = view.__name__
            operation = Operation(name, method, path, tag, says, gives, takes, query, status, media, problems)
            self.all.append(operation)
            self.blueprint.add_url_rule(path, name, _serve(operation, view), methods=[method])
            return view

        return declare


def _serve(operation: Operation, view: View) -> Callable[..., Response]:
    @wraps(view)
    def served(**parts: object) -> Response:
        if operation.query is not None:
            parts["query"] = _query(operation.query)
        if operation.takes is not None:
            parts["body"] = _body(operation.takes)
        given = view(**parts)
        if isinstance(given, Response):
            return given
        return Response(msgspec.json.encode(given), operation.status, mimetype=JSON)

    return served


def _query(form: type[Struct]) -> Struct:
    """The parameters behind the question mark; unknown ones are refused, so that a typing error is noticed."""
    try:
        return msgspec.convert(request.args.to_dict(), ready(form), strict=False)
    except msgspec.ValidationError as error:
        raise BadCommand(str(error)) from error


def _body(form: object) -> object:
    """The body, which has to say that it is JSON: no form of another site can. `bytes`: a table, as it is."""
    if request.mimetype != JSON:
        raise problems.stopped(415, "unsupported_media_type")
    if form is bytes:
        request.max_content_length = LARGEST
        return request.get_data()
    try:
        return msgspec.json.decode(request.get_data(), type=ready(form))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadCommand(str(error)) from error

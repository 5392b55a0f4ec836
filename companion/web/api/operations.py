"""Operations: views whose signatures and docstrings define their JSON input and output; their errors; their document.

Errors follow RFC 9457: ``application/problem+json`` with a stable `code` and a sentence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache, update_wrapper
from http import HTTPStatus
from inspect import signature
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
from flask import Blueprint, Response, g, request
from msgspec import Struct
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from companion.engine import game as engine
from companion.engine.annotations import ready
from companion.engine.correction import Corrected
from companion.engine.registry import GAMES
from companion.engine.wording import Wording, wording
from companion.tables import TableError, say
from companion.tables.service import EXPORT_BYTES
from companion.web import security
from companion.web.config import bearer, this_phone
from companion.web.game_pages import find_words
from companion.web.security import SAFE

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
        text = detail or words().phrases.get(f"problem.{code}") or words().phrase("problem.other")
        self.problem = Problem("about:blank", HTTPStatus(status).phrase, status, code, text, **more)
        super().__init__(code)


def words() -> Wording:
    """Returns the API's phrases in the language of the request."""
    return wording("companion.web.api", this_phone().language)


def respond(error: ProblemError | TableError | HTTPException) -> Response:
    """Converts an error to a response."""
    found = error if isinstance(error, ProblemError) else _convert(error)
    response = Response(msgspec.json.encode(found.problem), found.problem.status, mimetype=MEDIA_TYPE)
    if found.problem.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.headers["Allow"] = ", ".join(error.valid_methods)
    return response


def _convert(error: TableError | HTTPException) -> ProblemError:
    language = this_phone().language
    if isinstance(error, TableError):
        security.count_wrong_code(error)
        reason = error.what.reason if "message" in error.facts else None
        return ProblemError(error.status, error.code, say(error, language), reason=reason, facts=error.plain or None)
    status = error.code or 500
    if "wait" in g:
        return ProblemError(status, "too_fast", find_words(language).phrase("failed.429.text", wait=str(g.wait)))
    code = error.name.lower().replace(" ", "_")
    if error.description in ("foreign_origin", "foreign_host"):
        code = error.description
    return ProblemError(status, code)


JSON = "application/json"
V = TypeVar("V", bound=Callable[..., object])
JsonObject = dict[str, Any]
REF = "#/components/schemas/"
bp = Blueprint("api", __name__, url_prefix=PREFIX)
bp.register_error_handler(TableError, respond)


class Operation:
    """A view for Flask. `takes` is a struct of its arguments outside the address, for the query or the body; or
    `bytes`: the raw body."""

    def __init__(self, view: Callable[..., object], method: str, path: str, status: int, *, needs_token: bool) -> None:
        self.name, self.method, self.path = view.__name__, method, f"{PREFIX}{path}"
        types = get_type_hints(view, include_extras=True)
        arguments = [one for one in signature(view).parameters.values() if f"<{one.name}>" not in path]
        fields = [(a.name, types[a.name], *([] if a.default is a.empty else [a.default])) for a in arguments]
        self.takes: Any = types.get("body")
        if fields and self.takes is None:
            title = view.__name__.title().replace("_", "")
            self.takes = msgspec.defstruct(title, fields, forbid_unknown_fields=True, kw_only=True)
        self.view, self.gives, self.status, self.needs_token = view, types["return"], status, needs_token
        update_wrapper(self, view)

    def __call__(self, **arguments: object) -> Response:
        malformed = bearer() is not None
        if this_phone().fresh and (malformed or self.needs_token):
            raise ProblemError(
                401, "bad_token" if malformed else "token_needed", words().phrase("problem.token_needed")
            )
        if self.takes is not None:
            arguments |= self._read()
        answer = self.view(**arguments)
        if isinstance(answer, Response):
            return answer
        return Response(b"" if answer is None else msgspec.json.encode(answer), self.status, mimetype=JSON)

    def _read(self) -> dict[str, Any]:
        """Returns the sent arguments. Unknown ones are rejected, so that typing errors are noticed."""
        if request.method not in SAFE and request.mimetype != JSON:
            raise ProblemError(415, "unsupported_media_type")  # forms of other sites cannot send JSON
        if self.takes is bytes:
            request.max_content_length = EXPORT_BYTES
            return {"body": request.get_data()}
        kind = ready(self.takes)
        try:
            if request.method in SAFE:
                return msgspec.structs.asdict(msgspec.convert(request.args.to_dict(), kind, strict=False))
            return msgspec.structs.asdict(msgspec.json.decode(request.get_data(), type=kind))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise TableError("bad_command", message=str(error)) from error


OPERATIONS: list[Operation] = []


def operation(method: str, path: str, status: int = 200, *, needs_token: bool = False) -> Callable[[V], V]:
    """Declares a view; `status` is the status of success."""

    def declare(view: V) -> V:
        served = Operation(view, method, path, status, needs_token=needs_token)
        OPERATIONS.append(served)
        bp.add_url_rule(path, view.__name__, served, methods=[method])
        return view

    return declare


@cache
def make_document() -> bytes:
    """Returns the OpenAPI document of all operations."""
    paths: dict[str, JsonObject] = {}
    for one in OPERATIONS:
        paths.setdefault(re.sub(r"<(\w+)>", r"{\1}", one.path), {})[one.method.lower()] = _describe(one)
    kinds = [kind for one in OPERATIONS for kind in (one.takes, one.gives) if kind not in (None, bytes, Response)]
    components = _make_schemas([*kinds, Problem])[1]
    for game in GAMES:
        components |= _make_components(game)
    document = {
        "openapi": "3.1.0",
        "info": {
            "title": "Silk Road Print & Play",
            "version": "1",
            "description": "Rules, positions and tables, for programs.",
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"phone": {"type": "http", "scheme": "bearer"}}},
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2)


def _describe(one: Operation) -> JsonObject:
    (takes, gives), components = _make_schemas([one.takes, one.gives])
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "maxLength": 40} | more}
        for name, more in (("code", {"pattern": "^[^/]+$"}), ("game", {"enum": list(GAMES)}))
        if f"<{name}>" in one.path
    ]
    answer: JsonObject = {"description": "Done."}
    if one.gives is not type(None):
        media = "text/event-stream" if one.gives is Response else JSON
        answer["content"] = {media: {"schema": gives}}
    described: JsonObject = {
        "operationId": one.name,
        "description": " ".join((one.__doc__ or "").split()),
        "parameters": parameters,
        "responses": {
            str(one.status): answer,
            "default": {"description": "See `code`.", "content": {MEDIA_TYPE: {"schema": {"$ref": f"{REF}Problem"}}}},
        },
        "security": [{"phone": []}] if one.needs_token else [{}, {"phone": []}],
    }
    if one.takes is not None and one.method == "GET":
        fields = components[one.takes.__name__]["properties"]
        parameters += [{"name": name, "in": "query", "schema": schema} for name, schema in fields.items()]
    elif one.takes is not None:
        schema = {"type": "object"} if one.takes is bytes else takes
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": schema}}}
    return described


def _make_schemas(kinds: list[Any], prefix: str = "") -> tuple[tuple[JsonObject, ...], JsonObject]:
    """Returns the schemas of types, and their components. Types unknown to msgspec are objects of games."""
    template = f"{REF}{prefix}{{name}}"
    return msgspec.json.schema_components(kinds, schema_hook=lambda kind: {"type": "object"}, ref_template=template)


def _make_components(name: str) -> JsonObject:
    game = engine(name)
    schema = json.loads(json.dumps(game.schema()).replace("#/$defs/", f"{REF}{name}."))
    forms = schema.pop("$defs")
    effects, parts = _make_schemas([*(get_args(game.EFFECTS) or (game.EFFECTS,)), Corrected], f"{name}.")
    return {
        **{f"{name}.{part}": form for part, form in (forms | parts).items()},
        f"{name}.Position": schema,
        f"{name}.Effect": {"anyOf": list(effects)},
    }

"""The OpenAPI document, made of the operations and of their types, so that it cannot say anything else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec import Struct

from companion.engine.registry import GAMES
from companion.engine.registry import game as engine
from companion.engine.wording import LANGUAGES
from companion.web.api.examples import bodies
from companion.web.api.operations import JSON, Operation
from companion.web.api.problems import MEDIA_TYPE, PREFIX, Problem
from companion.web.api.values import JsonObject

VERSION = "3.1.0"
EVERYWHERE = (406, 429, 503)
"""Statuses of problems that any operation may have: too much from one address, the database does not answer."""
INTRODUCTION = """Rules, positions and tables of the printed games, for programs. An action is written in the
notation of its game (`shop B2`); a position is one line of text, or JSON. Sentences come in the language that
`Accept-Language` asks for. A phone is known by its token, sent as `Authorization: Bearer …`."""
PARAMETERS = {
    "code": ("The table's code, five to eight letters.", {"type": "string", "pattern": "^[^/]+$", "maxLength": 40}),
    "game": ("The game's id.", {"type": "string", "enum": list(GAMES)}),
}


def document(operations: Iterable[Operation]) -> JsonObject:
    """The whole document."""
    found = tuple(operations)
    components = _components(found)
    paths: dict[str, JsonObject] = {}
    for operation in found:
        path = PREFIX + re.sub(r"<(\w+)>", r"{\1}", operation.path)
        paths.setdefault(path, {})[operation.method.lower()] = _operation(operation)
    return {
        "openapi": VERSION,
        "info": {"title": "Silk Road Print & Play", "version": "1", "description": " ".join(INTRODUCTION.split())},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "phone": {"type": "http", "scheme": "bearer", "description": "A phone's token: 32 hexadecimal digits."}
            },
        },
    }


def _operation(operation: Operation) -> JsonObject:
    said: JsonObject = {
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": operation.says.partition(". ")[0].rstrip(".") + ".",
        "description": operation.says,
        "parameters": [*_path(operation), *_query(operation), _language()],
        "responses": _responses(operation),
        "security": [{"phone": []}] if 401 in operation.problems else [{}, {"phone": []}],
    }
    if operation.takes is not None:
        content: JsonObject = {"schema": _schema(operation.takes)}
        shown = bodies().get(operation.name, ())
        if shown:
            content["examples"] = {str(n): {"value": value} for n, value in enumerate(shown, 1)}
        said["requestBody"] = {"required": True, "content": {JSON: content}}
    return said


def _path(operation: Operation) -> list[JsonObject]:
    return [
        {"name": name, "in": "path", "required": True, "description": says, "schema": schema}
        for name in re.findall(r"<(\w+)>", operation.path)
        for says, schema in [PARAMETERS[name]]
    ]


def _query(operation: Operation) -> list[JsonObject]:
    if operation.query is None:
        return []
    form = msgspec.json.schema_components([operation.query])[1][operation.query.__name__]
    return [
        {"name": name, "in": "query", "required": False, "schema": schema}
        for name, schema in form["properties"].items()
    ]


def _language() -> JsonObject:
    says = f"The language of sentences: {', '.join(LANGUAGES)}."
    schema = {"type": "string", "default": LANGUAGES[0]}
    return {"name": "Accept-Language", "in": "header", "required": False, "description": says, "schema": schema}


def _responses(operation: Operation) -> JsonObject:
    good: JsonObject = {"description": "Done."}
    if operation.gives is not None:
        good["content"] = {operation.media: {"schema": _schema(operation.gives)}}
    found = {str(operation.status): good}
    for status in sorted({*operation.problems, *_of_input(operation), *EVERYWHERE}):
        schema = {"$ref": "#/components/schemas/Problem"}
        found[str(status)] = {"description": _SAYS[status], "content": {MEDIA_TYPE: {"schema": schema}}}
    return found


def _of_input(operation: Operation) -> set[int]:
    """What may be wrong with what was sent: the token, the parameters, the body, where it comes from."""
    wrong = {401}
    if operation.query is not None:
        wrong.add(422)
    if operation.takes is not None:
        wrong |= {413, 415, 422}
    if operation.method != "GET":
        wrong.add(403)
    return wrong


_SAYS = {
    401: "A token is needed, or the one sent is none.",
    403: "Not for this phone, or not from this page.",
    404: "There is no such game, table or entry.",
    406: "That cannot be given in the form asked for.",
    409: "The rules refuse it, or the table is not there yet, or no longer there.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "What was sent cannot be read; `detail` says where.",
    429: "Too much from one address; `Retry-After` says how long to wait.",
    503: "The database does not answer, or too many streams are open; nothing was changed.",
}


def _schema(kind: object) -> JsonObject:
    if kind is bytes:
        return {"type": "object"}
    (schema,), _ = msgspec.json.schema_components([kind], ref_template="#/components/schemas/{name}")
    return schema


def _components(operations: tuple[Operation, ...]) -> JsonObject:
    """The types of all operations, and of each game its position and its effects under the game's name."""
    kinds = [k for o in operations for k in (o.takes, o.gives) if isinstance(k, type) and issubclass(k, Struct)]
    lists = [o.gives for o in operations if o.gives is not None and not isinstance(o.gives, type)]
    _, found = msgspec.json.schema_components([*kinds, *lists, Problem], ref_template="#/components/schemas/{name}")
    for name in GAMES:
        found |= _of_game(name)
    return found


@cache
def _of_game(name: str) -> JsonObject:
    game = engine(name)
    schema = game.schema()
    position = _renamed(schema, name, "#/$defs/")
    found = {f"{name}.{part}": form for part, form in position["$defs"].items()}
    found[f"{name}.Position"] = found[f"{name}.{schema['$ref'].rpartition('/')[2]}"]
    offers: Any = game  # its effects are an alias of types, which no protocol can name
    kinds = get_args(offers.Effect)
    told_apart = all(kind.__struct_config__.tag for kind in kinds)
    effects, parts = msgspec.json.schema_components(
        [offers.Effect] if told_apart else kinds, ref_template=f"#/components/schemas/{name}.{{name}}"
    )
    effect = effects[0] if told_apart else {"anyOf": list(effects)}
    return found | {f"{name}.{part}": form for part, form in parts.items()} | {f"{name}.Effect": effect}


def _renamed(tree: JsonObject, game: str, prefix: str) -> JsonObject:
    """The schema with its references led to the components of a game."""

    def part(value: object) -> object:
        if isinstance(value, dict):
            return _renamed(value, game, prefix)
        return [part(item) for item in value] if isinstance(value, list) else value

    return {
        key: f"#/components/schemas/{game}.{value.removeprefix(prefix)}"
        if key == "$ref" and isinstance(value, str)
        else part(value)
        for key, value in tree.items()
    }

"""The JSON API under ``/api/v1``: see docs/api.md."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, get_args

import msgspec
from flask import Flask, Response
from msgspec import Raw

from companion.engine import game as engine
from companion.engine.correction import Corrected
from companion.engine.registry import GAMES
from companion.tables import TableError
from companion.web.api import views
from companion.web.api.models import JsonObject
from companion.web.api.operations import (
    JSON,
    MEDIA_TYPE,
    OPERATIONS,
    PREFIX,
    Operation,
    Problem,
    ProblemError,
    bp,
    operation,
    respond,
)

__all__ = ["OPERATIONS", "PREFIX", "init_app", "respond", "views"]

REF = "#/components/schemas/"
bp.register_error_handler(TableError, respond)


def init_app(app: Flask) -> None:
    """Adds the API to an app."""
    app.register_blueprint(bp)
    app.register_error_handler(ProblemError, respond)


@operation("GET", "/openapi.json")
def get_document() -> Raw:
    """Returns the OpenAPI document."""
    return Raw(_document())


@cache
def _document() -> bytes:
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
    """Returns the schemas of a game's positions and effects."""
    game = engine(name)
    schema = json.loads(json.dumps(game.schema()).replace("#/$defs/", f"{REF}{name}."))
    forms = schema.pop("$defs")
    effects, parts = _make_schemas([*(get_args(game.EFFECTS) or (game.EFFECTS,)), Corrected], f"{name}.")
    return {
        **{f"{name}.{part}": form for part, form in (forms | parts).items()},
        f"{name}.Position": schema,
        f"{name}.Effect": {"anyOf": list(effects)},
    }

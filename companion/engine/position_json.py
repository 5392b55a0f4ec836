"""Positions as JSON, derived from the types of a game's state: writer, reader with the place of a fault, schema.

It is what msgspec makes of the state, but that a tuple with an axis (`By`) is an object, and a seat goes by its name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.annotations import (
    By,
    annotation,
    blank_of,
    fields_of,
    is_struct,
    item_of,
    may_be_none,
    plain,
    union_of,
)
from companion.engine.game import ParseError, Seat
from companion.engine.message import MessageError, Said, message

_SPACE = re.compile(r"[\s,:]*")
Names = Sequence[Any]
"""What JSON calls the seats, in their order."""


class WrongError(MessageError):
    """A value that does not fit; `path` leads to it, ``.hands.red``."""

    def __init__(self, what: Said, path: str = "") -> None:
        super().__init__(what)
        self.path = path


class PositionJson:
    """Writes and reads the positions of one game.

    The game gives the seats' names of a state (`names`) and of a tree that is read (`names_in`), and has the last word
    on a state (`settle`, which may raise `WrongError`).
    """

    def __init__(self, game: Any) -> None:
        self._game = game

    def to_json(self, state: Any) -> str:
        """The position as JSON text."""
        tree = {
            "game": self._game.ID,
            **_named(self._game.STATE, msgspec.to_builtins(state), state, self._game.names(state)),
        }
        return msgspec.json.encode(tree).decode()

    def from_json(self, text: str) -> Any:
        """The position of a JSON text. Raises `ParseError` with line, column and path."""
        tree = read_object(text)
        try:
            return self._state(tree)
        except WrongError as error:
            raise _at(text, error.path, error.what) from error
        except msgspec.ValidationError as error:
            detail, _, path = str(error).rstrip("`").partition(" - at `$")
            raise _at(text, path, detail) from error

    def _state(self, tree: dict[str, Any]) -> Any:
        game = self._game
        if tree.pop("game", game.ID) != game.ID:
            raise WrongError(message("game_first", game=game.ID), ".game")
        names = game.names_in(tree)
        return check_state(game, _placed(game.STATE, tree, names, ""), names)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of positions (2020-12)."""
        kinds: dict[str, Any] = {}
        top = _schema(self._game.STATE, self._game.all_names(), kinds)
        found = kinds.pop(self._game.STATE.__name__)
        found["properties"] = {"game": {"const": self._game.ID}, **found["properties"]}
        assert top, "the state is a struct"
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"A position of {self._game.ID.capitalize()}",
            **found,
            "$defs": kinds,
        }


def read_object(text: str) -> dict[str, Any]:
    """The JSON object of a text. Raises `ParseError` with line and column."""
    try:
        tree = msgspec.json.decode(text.encode())
    except UnicodeEncodeError as error:
        raise ParseError(message("half_character"), *_line_column(text, error.start)) from error
    except RecursionError as error:
        raise ParseError(message("json_large")) from error
    except msgspec.DecodeError as error:
        byte = re.search(r"byte (\d+)", str(error))
        before = text if byte is None else text.encode()[: int(byte[1])].decode(errors="ignore")
        raise ParseError(message("no_json", detail=str(error)), *_line_column(before, len(before))) from error
    if not isinstance(tree, dict):
        raise ParseError(message("in_field", field="$", what="Expected `object`"))
    return tree


def _at(text: str, path: str, what: Said) -> ParseError:
    """Error for the value at a path such as ``.now.player``."""
    return ParseError(message("in_field", field=f"${path}", what=what), *_line_column(text, _offset(text, path)))


def _offset(text: str, path: str) -> int:
    """Where the value at the path begins, or the last value on the way to it that is there."""
    decoder, at = json.JSONDecoder(), _skip(text, 0)
    for key in re.findall(r"[^.\[\]]+", path):
        inside, number = _skip(text, at + 1), 0
        while text[inside] not in "]}":
            if text[at] == "{":
                name, end = decoder.raw_decode(text, inside)
                inside = _skip(text, end)
            else:
                name, number = str(number), number + 1
            if name == key:
                break
            inside = _skip(text, decoder.raw_decode(text, inside)[1])
        else:
            return at
        at = inside
    return at


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _line_column(text: str, offset: int) -> tuple[int, int]:
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def check_state(game: Any, tree: Any, names: Names) -> Any:
    """The state of a tree, within the bounds of its types, and settled. Raises `WrongError`, or `ValidationError` with
    the path in the game's own names."""
    try:
        return game.settle(msgspec.convert(tree, game.STATE))
    except msgspec.ValidationError as error:
        detail, _, path = str(error).partition(" - at `$")
        path = _path(game.STATE, path.rstrip("`"), names)
        raise msgspec.ValidationError(f"{detail} - at `${path}`") from error


def _axis(by: By, names: Names) -> list[str]:
    return [str(name) for name in (names if by.axis is Seat else by.axis)]


@cache
def _differs(hint: Any) -> bool:
    """Is a type written or read in another way than msgspec's own? A struct is: it has no fields of other names."""
    kind = plain(hint)
    if kind is Seat or is_struct(kind) or annotation(hint, By) is not None:
        return True
    item = item_of(hint)
    if item is not None:
        return _differs(item)
    return any(map(_differs, union_of(hint)))


def _named(hint: Any, tree: Any, value: Any, names: Names) -> Any:
    """The tree of a value, as msgspec has it, with names for seats and places."""
    kind, by, item = plain(hint), annotation(hint, By), item_of(hint)
    if value is None or value is msgspec.UNSET or not _differs(hint):
        return tree
    if kind is Seat:
        return names[value]
    if item is not None:
        found = [_named(item, one, part, names) for one, part in zip(tree, value, strict=True)]
        if by is None:
            return found
        if plain(item) is bool:
            return [name for name, on in zip(_axis(by, names), value, strict=True) if on]
        blank = blank_of(item)
        places = zip(_axis(by, names), found, value, strict=True)
        return {name: one for name, one, part in places if not (by.sparse and part == blank)}
    for field, inner in fields_of(type(value)):
        if field.encode_name in tree:
            tree[field.encode_name] = _named(inner, tree[field.encode_name], getattr(value, field.name), names)
    return tree


def _placed(hint: Any, tree: Any, names: Names, path: str) -> Any:
    """The way back: the tree as msgspec reads it. What is of another shape stays for msgspec to refuse."""
    kind, by, item = plain(hint), annotation(hint, By), item_of(hint)
    if tree is None or not _differs(hint):
        return tree
    if kind is Seat:
        return _seat(tree, names, path)
    if item is not None:
        if by is not None:
            tree = _in_places(by, item, tree, names, path)
        if not isinstance(tree, list):
            return tree
        steps = range(len(tree)) if by is None else _axis(by, names)
        return [_placed(item, one, names, f"{path}.{step}") for step, one in zip(steps, tree, strict=True)]
    if not isinstance(tree, dict):
        return tree
    for one in union_of(hint):
        if tree.get(one.__struct_config__.tag_field) == one.__struct_config__.tag:
            kind = one
    if not is_struct(kind):
        return tree
    inner = {field.encode_name: one for field, one in fields_of(kind)}
    tag = kind.__struct_config__.tag_field
    for key in tree:
        if key not in inner and key != tag:
            raise WrongError(message("no_name", name=key, names=tuple(inner)), f"{path}.{key}")
    return {key: one if key == tag else _placed(inner[key], one, names, f"{path}.{key}") for key, one in tree.items()}


def _seat(name: Any, names: Names, path: str) -> Any:
    if name not in names:
        raise WrongError(message("no_player", name=str(name), players=tuple(map(str, names))), path)
    return list(names).index(name)


def _in_places(by: By, item: Any, tree: Any, names: Names, path: str) -> Any:
    """The items of an object in the order of its axis."""
    axis = _axis(by, names)
    if plain(item) is bool and isinstance(tree, list):
        for i, name in enumerate(tree):
            if name not in axis:
                raise WrongError(message("no_player", name=str(name), players=tuple(axis)), f"{path}.{i}")
        return [name in tree for name in axis]
    if not isinstance(tree, Mapping):
        return tree if not isinstance(tree, list) else "list"
    for name in tree:
        if name not in axis:
            raise WrongError(message("no_name", name=name, names=tuple(axis)), f"{path}.{name}")
    blank = blank_of(item)
    for name in axis:
        if name not in tree and blank is ...:
            raise WrongError(message("entry_missing", name=name), path)
    return [tree.get(name, blank) for name in axis]


def _path(hint: Any, path: str, names: Names) -> str:
    """A path of msgspec's, ``.hands[0].coins``, in the text's own names: ``.hands.red.coins``."""
    found = ""
    for step in path.replace("[", ".[").split(".")[1:]:
        by, kind = annotation(hint, By), plain(hint)
        if step.startswith("["):
            i = int(step[1:-1])
            found += f".{_axis(by, names)[i] if by is not None else i}"
            hint = item_of(hint)
            continue
        found += f".{step}"
        kinds = union_of(hint) or ((kind,) if is_struct(kind) else ())
        inner = [one for each in kinds for field, one in fields_of(each) if field.encode_name == step]
        hint = inner[0] if inner else Any
    return found


def _schema(hint: Any, names: Names, kinds: dict[str, Any]) -> dict[str, Any]:
    """The schema of a type; those of structs go to `kinds`, by name."""
    kind, by, item = plain(hint), annotation(hint, By), item_of(hint)
    if not _differs(hint):
        (found,), more = msgspec.json.schema_components([hint], ref_template="#/$defs/{name}")
        kinds.update(more)
        return found
    if kind is Seat:
        found = {"enum": list(map(str, names))}
    elif item is not None:
        inner = _schema(item, names, kinds)
        if by is None:
            found = {"type": "array", "items": inner}
        elif plain(item) is bool:
            found = {"type": "array", "items": {"enum": _axis(by, names)}}
        else:
            found = {
                "type": "object",
                "properties": dict.fromkeys(_axis(by, names), inner),
                "additionalProperties": False,
            }
            if blank_of(item) is ... and by.axis is not Seat:
                found["required"] = _axis(by, names)
    elif several := union_of(hint):
        found = {"anyOf": [_schema(one, names, kinds) for one in several]}
    else:
        if kind.__name__ not in kinds:
            kinds[kind.__name__] = {}
            kinds[kind.__name__] = _struct_schema(kind, names, kinds)
        found = {"$ref": f"#/$defs/{kind.__name__}"}
    return {"anyOf": [found, {"type": "null"}]} if may_be_none(hint) else found


def _struct_schema(kind: type[Struct], names: Names, kinds: dict[str, Any]) -> dict[str, Any]:
    config = kind.__struct_config__
    properties = {field.encode_name: _schema(hint, names, kinds) for field, hint in fields_of(kind)}
    required = [field.encode_name for field, _ in fields_of(kind) if field.required]
    if config.tag is not None:
        properties = {str(config.tag_field): {"enum": [config.tag]}, **properties}
        required = [str(config.tag_field), *required]
    return {"title": kind.__name__, "type": "object", "properties": properties, "required": required}

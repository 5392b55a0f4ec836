"""Positions as JSON, derived from the types of a game's state.

It is msgspec's form of the state, except that a tuple with an axis (`By`) is an object, and a seat is a name. For each
game there is a struct type with such objects, which validates JSON and yields the schema.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import Annotated, Any, Literal, Union

import msgspec
from msgspec import UNSET, Meta, UnsetType, defstruct

from companion.engine.annotations import By, inspect_type, list_fields, ready
from companion.engine.game import ParseError, Seat
from companion.engine.wording import MessageError, Said, message

Names = tuple[str, ...]
"""What JSON calls the seats, in their order."""


class WrongError(MessageError):
    """An invalid value; `path` leads to it, ``.hands.red``."""

    def __init__(self, what: Said, path: str = "") -> None:
        super().__init__(message("in_field", field=f"${path}", what=what))


def to_tree(game: Any, state: Any) -> dict[str, Any]:
    """Returns the position as a JSON object, with the game's names for its seats (`names`)."""
    names = tuple(game.names(state))
    return {"game": game.ID, **_rename(game.STATE, msgspec.to_builtins(state), names, written=True)}


def from_tree(game: Any, tree: Any) -> Any:
    """Returns the position of a JSON object, settled by the game. Raises `ParseError` with the path of a fault."""
    if not isinstance(tree, dict):
        raise ParseError(message("in_field", field="$", what="Expected `object`"))
    tree = dict(tree)
    try:
        if tree.pop("game", game.ID) != game.ID:
            raise WrongError(message("game_first", game=game.ID), ".game")
        names = tuple(game.names_in(tree))
        msgspec.convert(tree, _json_type(game.STATE, names))
        return game.settle(msgspec.convert(_rename(game.STATE, tree, names, written=False), game.STATE))
    except WrongError as error:
        raise ParseError(error.what) from error
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at ")
        path = re.sub(r"\[(\d+)\]", r".\1", path.strip("`") or "$")
        raise ParseError(message("in_field", field=path, what=f"“{what}”")) from error


def schema(game: Any) -> dict[str, Any]:
    """Returns the JSON Schema of positions (2020-12)."""
    state = _JsonType(tuple(game.all_names()), some=True).of(game.STATE)
    _, parts = msgspec.json.schema_components([state], ref_template="#/$defs/{name}")
    top = parts.pop(state.__name__)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **top,
        "title": f"A position of {game.ID.capitalize()}",
        "properties": {"game": {"const": game.ID}, **top["properties"]},
        "$defs": parts,
    }


def decode_json(text: str, kind: Any = Any, line: int = 1) -> Any:
    """Decodes a JSON text, which begins in this line, as a type. Raises `ParseError` with line and column."""
    before = ""
    try:
        return msgspec.json.decode(text.encode(), type=ready(kind))
    except UnicodeEncodeError as error:
        what, before = message("half_character"), text[: error.start]
    except RecursionError:
        what = message("json_large")
    except msgspec.DecodeError as error:
        byte = re.search(r"byte (\d+)", str(error))
        what = message("no_json", detail=str(error))
        before = text.encode()[: int(byte[1]) if byte else None].decode(errors="ignore")
    raise ParseError(what, line + before.count("\n"), len(before) - before.rfind("\n"))


def _axis(by: By, names: Names) -> Names:
    return names if by.axis is Seat else tuple(map(str, by.axis))


@lru_cache(maxsize=64)
def _json_type(state: Any, names: Names) -> Any:
    return ready(_JsonType(names).of(state))


class _JsonType:
    """Builds the types of valid JSON for seats of these names; `some`: for any number of players."""

    def __init__(self, names: Names, *, some: bool = False) -> None:
        self._names, self._some = names, some
        self._made: dict[Any, Any] = {}

    def of(self, hint: Any) -> Any:
        shape = inspect_type(hint)
        by, bounds = shape.by, shape.note(Meta)
        if shape.kind is Seat:
            found: Any = Literal[self._names]
        elif by is not None and inspect_type(shape.item).kind is bool:
            found = tuple[Literal[_axis(by, self._names)], ...]  # type: ignore[misc]  # made at run time
        elif by is not None:
            found = self._row(by, shape.kind, shape.item)
        elif shape.item is not None:
            found = tuple[self.of(shape.item), ...]  # type: ignore[misc]  # made at run time
        elif shape.structs:
            found = Union[tuple(map(self._object, shape.structs))]  # noqa: UP007 - a list of types
        else:
            return hint
        found = found if bounds is None else Annotated[found, bounds]
        return found | None if shape.optional else found

    def _object(self, kind: Any) -> Any:
        """Returns a struct with the same fields."""
        config = kind.__struct_config__
        fields = {field.encode_name: (hint, not field.required) for field, hint in list_fields(kind)}
        return self._struct(kind, kind.__name__, fields, tag=config.tag, tag_field=config.tag_field)

    def _row(self, by: By, kind: Any, item: Any) -> Any:
        """Returns a struct with a field for each name of an axis."""
        free = inspect_type(item).blank is not ... or (self._some and by.axis is Seat)
        name = f"{'Seat' if by.axis is Seat else type(by.axis[0]).__name__}Map{len(self._made)}"
        return self._struct((by, kind), name, dict.fromkeys(_axis(by, self._names), (item, free)))

    def _struct(self, key: Any, name: str, fields: dict[str, tuple[Any, bool]], **config: Any) -> Any:
        """Returns a struct of fields by their JSON names, each with its type and whether it is optional."""
        if key not in self._made:
            self._made[key] = None  # so that maps within this one have other names
            made = [
                (f"f{i}", self.of(hint) | UnsetType, UNSET) if free else (f"f{i}", self.of(hint))
                for i, (hint, free) in enumerate(fields.values())
            ]
            config |= {"rename": {f"f{i}": given for i, given in enumerate(fields)}, "kw_only": True}
            self._made[key] = defstruct(name, made, forbid_unknown_fields=True, **config)
        return self._made[key]


def _rename(hint: Any, tree: Any, names: Names, *, written: bool) -> Any:
    """Converts msgspec's tree of a value to one with names for seats and places (`written`), or back."""
    shape, rename = inspect_type(hint), partial(_rename, names=names, written=written)
    by, item = shape.by, shape.item
    if tree is None:
        return tree
    if shape.kind is Seat:
        return names[tree] if written else names.index(tree)
    if by is not None:
        axis, inner = _axis(by, names), inspect_type(item)
        if inner.kind is bool:
            return [name for name, on in zip(axis, tree, strict=True) if on] if written else [n in tree for n in axis]
        if not written:
            return [rename(item, tree.get(name, inner.blank)) for name in axis]
        row = zip(axis, tree, strict=True)
        return {name: rename(item, one) for name, one in row if not (by.sparse and one in (None, 0, []))}
    if item is not None:
        return [rename(item, one) for one in tree]
    for kind in shape.structs:
        config = kind.__struct_config__
        if len(shape.structs) == 1 or tree[config.tag_field] == config.tag:
            hints = {field.encode_name: one for field, one in list_fields(kind)}
            return {key: rename(hints[key], one) if key in hints else one for key, one in tree.items()}
    return tree

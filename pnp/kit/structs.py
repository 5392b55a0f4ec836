"""Tables of a TOML file become the structs that describe them: a key for each field, every fault noted.

The fields' types say how a value is read: `Literal`, `bool`, `int`, `str`, tuples and structs as they stand,
anything else by a `Reads` in its `Annotated` type.
"""

from __future__ import annotations

import inspect
import math
import sys
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from pnp.kit import bounds
from pnp.kit.hints import accepted

if TYPE_CHECKING:
    from pnp.kit.lines import KeyPath
    from pnp.kit.source import Source

S = TypeVar("S", bound=msgspec.Struct)


class BadValueError(ValueError):
    """A value is not what its key takes: `message` completes “`size` …”, `hint` says what would do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Reads(msgspec.Struct, frozen=True):
    """Stands in an `Annotated` type: how its values are read. `by` raises `BadValueError`."""

    by: Callable[[object], Any]


def read_struct(cls: type[S], table: object, source: Source, path: KeyPath, **given: object) -> S | None:
    """A struct from a TOML table. `given` fields are set by the caller and are no keys.

    Notes every unknown key, wrong value and missing key at its line; None if there was an error.
    """
    if not isinstance(table, dict):
        source.error(path, "type", f"{shown(table)} is not a table", f"accepted keys: {', '.join(_keys(cls, given))}")
        return None
    fine = no_unknown_keys(table, _keys(cls, given), source, path)
    values: dict[str, object] = dict(given)
    for name, key, is_needed in _fields(cls):
        if name in given:
            continue
        if key in table:
            try:
                values[name] = convert(table[key], _type(cls, name), source, (*path, key))
            except BadValueError as wrong:
                fine = False
                if wrong.message:
                    source.error((*path, key), "value", f"{key} {wrong.message}", wrong.hint)
        elif is_needed:
            fine = False
            source.error(path, "missing", f"{key} is missing", accepted(_keys(cls, given)))
    return cls(**values) if fine else None


def no_unknown_keys(table: Mapping[str, object], known: tuple[str, ...], source: Source, path: KeyPath) -> bool:
    """Whether a table has only known keys; notes the others."""
    unknown = [key for key in table if key not in known]
    for key in unknown[: bounds.FINDINGS.most + 1]:
        source.error((*path, key), "unknown-key", f"{shown(key)} is not a key here", accepted(known, key))
    return not unknown


@cache
def _fields(cls: type[msgspec.Struct]) -> tuple[tuple[str, str, bool], ...]:
    """The fields of a struct: name, key, and whether there has to be a value. Their types are not looked at, as by
    `msgspec.structs.fields`: of those of a face's words, a kit uses few."""
    names, defaults = cls.__struct_fields__, cls.__struct_defaults__
    defaults = (msgspec.NODEFAULT,) * (len(names) - len(defaults)) + defaults
    keys = cls.__struct_encode_fields__
    return tuple(
        (name, key, default is msgspec.NODEFAULT) for name, key, default in zip(names, keys, defaults, strict=True)
    )


@cache
def _type(cls: type[msgspec.Struct], name: str) -> Any:
    """The type of a field, as it is written in its module."""
    home, written = next(
        (base, kinds[name]) for base in cls.__mro__ if name in (kinds := inspect.get_annotations(base))
    )
    return eval(written, vars(sys.modules[home.__module__])) if isinstance(written, str) else written


def _keys(cls: type[msgspec.Struct], given: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(key for name, key, _ in _fields(cls) if name not in given)


def convert(value: object, hint: Any, source: Source, path: KeyPath) -> object:
    """A TOML value as the type `hint`; raises `BadValueError` (without message, if its faults are noted already)."""
    origin = get_origin(hint)
    if origin is Annotated:
        return next(note.by for note in hint.__metadata__ if isinstance(note, Reads))(value)
    if origin is Literal:
        return choice(value, get_args(hint))
    if origin in (Union, types.UnionType):
        return convert(value, next(part for part in get_args(hint) if part is not types.NoneType), source, path)
    if origin is tuple:
        return _tuple(value, get_args(hint), source, path)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        struct = read_struct(hint, value, source, path)
        if struct is None:
            raise BadValueError("")
        return struct
    return {bool: boolean, int: whole, str: text}[hint](value)


def _tuple(value: object, parts: tuple[Any, ...], source: Source, path: KeyPath) -> tuple[object, ...]:
    repeated = len(parts) == 2 and parts[1] is Ellipsis
    if not isinstance(value, list):
        raise BadValueError(f"is {shown(value)}, not a list", "write it in [ ]")
    if not repeated and len(value) != len(parts):
        raise BadValueError(f"has {len(value)} elements, not {len(parts)}")
    kinds = (parts[0],) * len(value) if repeated else parts
    return tuple(convert(part, kinds[n], source, (*path, n)) for n, part in enumerate(value))


def shown(value: object) -> str:
    """A wrong value as a finding quotes it: short, on one line."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) >= 10**12:
        return "a huge number"
    if not isinstance(value, str):
        return str(value)
    line = "".join(character if character.isprintable() else " " for character in value[:57])
    return f"“{line}”" if len(value) < 57 else f"“{line[:54]}…”"


def text(value: object) -> str:
    if not isinstance(value, str):
        raise BadValueError(f"is {shown(value)}, not a text", "write it in double quotes")
    return value


def boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise BadValueError(f"is {shown(value)}", "accepted: true, false")
    return value


def whole(value: object) -> int:
    """A whole number from 0 to 10¹²."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 10**12:
        raise BadValueError(f"is {shown(value)}, not a whole number from 0")
    return value


def number(value: object) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -(10**12) <= value <= 10**12:
        raise BadValueError(f"is {shown(value)}, not a number")
    return 0.0 if math.isclose(value, 0.0, abs_tol=1e-12) else float(value)


def choice(value: object, choices: tuple[object, ...]) -> object:
    if isinstance(value, bool) or not isinstance(value, str | int) or value not in choices:
        raise BadValueError(f"is {shown(value)}", accepted(map(str, choices), value if isinstance(value, str) else ""))
    return value

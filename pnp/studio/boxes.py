"""Where the words of a face draw, as its file says it; and writing that anew, in place, with all else as it stands."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec
import tomlkit
from tomlkit import TOMLDocument
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, Item, Table

from pnp.kit.faces import RESERVED_BOXES
from pnp.kit.lines import locate
from pnp.kit.measures import parse_length
from pnp.kit.structs import BadValueError

Kind: TypeAlias = Literal["own", "named", "whole", "none"]
"""A box that stands in the word's table; one by its name; the whole face (`trim`, `bleed`, `safe`, or none said); and a
word that has no box."""
SIDES = ("x", "y", "w", "h")
BOM = b"\xef\xbb\xbf"
STEP = 100
"""Parts of a millimetre that are written."""


class UnwrittenError(Exception):
    """A box cannot be written. The message is a key of the page's words; `values` fill it in."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.values = values


class Spec(msgspec.Struct, frozen=True):
    """What a file says of a box. `values` are left, top, width and height in mm; None for one that a column gives, its
    text is in `bound`."""

    kind: Kind
    key: str
    name: str = ""
    values: tuple[float | None, ...] = ()
    bound: tuple[str, ...] = ("", "", "", "")


class Written(msgspec.Struct, frozen=True):
    """A file with a box written anew, and the line where that stands."""

    data: bytes
    line: int


def spec(document: Mapping[str, object], number: int, key: str) -> Spec:
    """The box of a `[[draw]]` table by its number, under its key, in a file that was read."""
    draws = document.get("draw")
    table = draws[number] if isinstance(draws, list) and number < len(draws) else {}
    value = table.get(key, "trim") if isinstance(table, dict) else "trim"
    if isinstance(value, str):
        if value in RESERVED_BOXES:
            return Spec("whole", key, value)
        boxes = document.get("box")
        named = boxes.get(value) if isinstance(boxes, dict) else None
        return Spec("named", key, value, *_values(named)) if isinstance(named, list) else Spec("none", key, value)
    return Spec("own", key, "", *_values(value)) if isinstance(value, list) and len(value) == 4 else Spec("none", key)


def spec_in(data: bytes, number: int, key: str) -> Spec:
    """The box of a word of a file. Raises UnwrittenError where the file cannot be read, or has no such word."""
    try:
        document = tomllib.loads(data.decode("utf-8-sig").replace("\r\n", "\n"))
    except ValueError:
        raise UnwrittenError("unreadable") from None
    draws = document.get("draw", [])
    if not 0 <= number < len(draws):
        raise UnwrittenError("no_box")
    return spec(document, number, key)


def _values(parts: Sequence[object]) -> tuple[tuple[float | None, ...], tuple[str, ...]]:
    values: list[float | None] = []
    for part in parts:
        try:
            values.append(parse_length(part))
        except BadValueError:
            values.append(None)
    bound = tuple(str(part) if value is None else "" for part, value in zip(parts, values, strict=True))
    return tuple(values), bound


def told(text: str, now: float | None) -> float | None:
    """A length as somebody types it: `12.4`, `0.5in`, `+1` from what it is now; None for nothing. Raises
    UnwrittenError."""
    text = text.strip().replace(",", ".")
    if not text:
        return None
    try:
        if text[0] in "+-" and now is not None:
            return now + parse_length(_number(text[1:])) * (1 if text[0] == "+" else -1)
        return parse_length(_number(text))
    except BadValueError:
        raise UnwrittenError("no_length", text=text) from None


def _number(text: str) -> str | float:
    try:
        return float(text)
    except ValueError:
        return text


def written(data: bytes, number: int, key: str, wanted: Sequence[float | None], *, own: bool = False) -> Written:
    """The file with the box of a word at other values; None leaves one as it is. A named box is written where it
    stands, for all who use it, or as the word's `own`. Everything else stays as it is. Raises UnwrittenError."""
    found = spec_in(data, number, key)
    text = data.decode("utf-8-sig")
    document = _parsed(text)
    if found.kind == "none" or (found.kind == "whole" and not own):
        raise UnwrittenError("no_box")
    if any(value is not None and part for value, part in zip(wanted, found.bound, strict=True)):
        raise UnwrittenError("bound", name=next(part for part in found.bound if part))
    for value in wanted[2:]:
        if value is not None and value <= 0:
            raise UnwrittenError("no_area")
    draws = document["draw"]
    assert isinstance(draws, AoT)
    table = draws[number]
    path: tuple[str | int, ...] = ("draw", number, key)
    if found.kind == "own":
        _put(table[key], wanted)
    elif own:
        values = [new if new is not None else old for new, old in zip(wanted, found.values or wanted, strict=True)]
        _own(table, key, values)
    else:
        path = ("box", found.name)
        boxes = document["box"]
        assert isinstance(boxes, Table)
        _put(boxes[found.name], wanted)
    after = tomlkit.dumps(document)
    lines = locate(after.replace("\r\n", "\n"))
    _same_but(text, after, path)
    return Written((BOM if data.startswith(BOM) else b"") + after.encode(), lines.get(path, 0))


def accepted(data: bytes, number: int, code: str, reason: str) -> Written:
    """The file with a warning accepted by a word, and the reason as a comment. Raises UnwrittenError."""
    spec_in(data, number, "")
    text = data.decode("utf-8-sig")
    document = _parsed(text)
    draws = document["draw"]
    assert isinstance(draws, AoT)
    table = draws[number]
    codes = [str(one) for one in table.get("accept", [])]
    value = tomlkit.array()
    value.extend([*codes, *([code] if code not in codes else [])])
    if reason.strip():
        value.comment(" ".join(reason.split()))
    _insert(table, "accept", value)
    after = tomlkit.dumps(document)
    path: tuple[str | int, ...] = ("draw", number, "accept")
    _same_but(text, after, path)
    lines = locate(after.replace("\r\n", "\n"))
    return Written((BOM if data.startswith(BOM) else b"") + after.encode(), lines.get(path, 0))


def _parsed(text: str) -> TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError:
        raise UnwrittenError("unreadable") from None


def _put(array: object, wanted: Sequence[float | None]) -> None:
    assert isinstance(array, Array)
    for side, value in enumerate(wanted):
        if value is not None:
            array[side] = _as_written(value, decimal=isinstance(array[side], float) and float(array[side]) % 1 == 0)


def _own(table: Table, key: str, values: Sequence[float | None]) -> None:
    value = tomlkit.array()
    value.extend([_as_written(one or 0.0) for one in values])
    if key in table:
        old = table[key]
        assert isinstance(old, Item)
        value.trivia.comment, value.trivia.comment_ws = old.trivia.comment, old.trivia.comment_ws
        value.trivia.trail = old.trivia.trail
    _insert(table, key, value)


def _insert(table: Table, key: str, value: Array) -> None:
    """A key of a table anew, or as its last line, before the blank lines that part it from the next."""
    if key in table:
        table[key] = value
        return
    last = next(name for name, _ in reversed(table.value.body) if name is not None)
    table.value._insert_after(last, key, value)  # noqa: SLF001 - the only way to keep what follows apart


def _as_written(value: float, *, decimal: bool = False) -> int | float:
    rounded = round(value * STEP) / STEP
    return rounded if decimal or rounded % 1 else int(rounded)


def _same_but(before: str, after: str, path: Sequence[str | int]) -> None:
    """Makes sure that nothing else is said than before. Raises UnwrittenError."""
    old, new = (tomllib.loads(text.replace("\r\n", "\n")) for text in (before, after))
    for document in (old, new):
        inner: object = document
        for step in path[:-1]:
            inner = inner[step]  # type: ignore[index]  # a path that was just written
        if isinstance(inner, dict):
            inner.pop(path[-1], None)
    if old != new:
        raise UnwrittenError("unreadable")

"""Reading JSON into typed forms, with the line and column of whatever is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from companion.engine.game import ParseError
from companion.engine.message import Message, MessageError, message
from companion.engine.msgspec_ready import ready

F = TypeVar("F")
S = TypeVar("S")
_AT = re.compile(r"(?s)(.*?)(?: - at (?:`key` in )?`\$(.*?)`)?$")
_KEYS = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_TOO_DEEP = message("json_large")
_SPACE = re.compile(r"[\s,:]*")


class Invalid(msgspec.ValidationError):
    """Raised by the checks of our own types, for the value at a path such as ``$.now.player``."""

    def __init__(self, what: Message, path: str) -> None:
        self.what = what
        super().__init__(f"{what} - at `{path}`")


def read(text: str, form: type[F], make: Callable[[F], S]) -> S:
    """Decodes the text and makes the value of it. Raises `ParseError` where the text is wrong."""
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        raise ParseError(message("half_character"), *_line_column(text, error.start)) from error
    try:
        return make(msgspec.json.decode(data, type=ready(form)))
    except msgspec.ValidationError as error:
        own, (detail, keys) = _own(error), _taken_apart(str(error))
        keys = _spelled_out(_tree(text), keys, str(error), form, make)
        place = "".join(f".{key}" for key in keys)
        what = message("in_field", field=f"${place}", what=own or detail)
        raise ParseError(what, *_line_column(text, _offset(text, keys))) from error
    except RecursionError as error:
        raise ParseError(_TOO_DEEP) from error
    except msgspec.DecodeError as error:
        byte = re.search(r"byte (\d+)", str(error))
        end = len(data) if byte is None else int(byte.group(1))
        offset = len(data[:end].decode(errors="ignore"))
        raise ParseError(message("no_json", detail=str(error)), *_line_column(text, offset)) from error


def _own(error: msgspec.ValidationError) -> Message | None:
    """The message of one of our own checks; None if the error is msgspec's."""
    source = error if isinstance(error, Invalid) else error.__cause__
    return source.what if isinstance(source, Invalid | MessageError) else None


def _tree(text: str) -> Any:
    """The plain value: what does not fit a form may be no JSON further on, too."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ParseError(message("no_json", detail=error.msg), error.lineno, error.colno) from error
    except RecursionError as error:
        raise ParseError(_TOO_DEEP) from error
    except ValueError as error:
        raise ParseError(message("json_large")) from error


def _taken_apart(error: str) -> tuple[str, list[str]]:
    match = _AT.fullmatch(error)
    if match is None or match.group(2) is None:
        return error, []
    return match.group(1), [name or index for name, index in _KEYS.findall(match.group(2))]


def _spelled_out(tree: Any, keys: list[str], error: str, form: type[F], make: Callable[[F], Any]) -> list[str]:
    """The path with each ``...`` (any key of a mapping) replaced by the key that is to blame.

    That is the one which, left alone in its mapping, still brings up the same error.
    """
    found: list[str] = []
    here = tree
    for i, key in enumerate(keys):
        if key == "..." and isinstance(here, dict):
            key = next((k for k in list(here) if _still(tree, here, k, error, form, make)), "...")
        if key == "...":
            return found
        here = here[int(key)] if isinstance(here, list) else here.get(key) if isinstance(here, dict) else None
        found.append(key)
        if here is None and i + 1 < len(keys):
            return found
    return found


def _still(tree: Any, mapping: dict[str, Any], key: str, error: str, form: type[F], make: Callable[[F], Any]) -> bool:
    kept = dict(mapping)
    mapping.clear()
    mapping[key] = kept[key]
    try:
        make(msgspec.convert(tree, ready(form)))
    except msgspec.ValidationError as again:
        return str(again) == error
    except (ParseError, KeyError, UnicodeEncodeError):
        # What stands elsewhere is wrong, too: an unknown key, or half a character written as an escape.
        return False
    else:
        return False
    finally:
        mapping.clear()
        mapping.update(kept)


def _offset(text: str, keys: list[str]) -> int:
    """Where the value at the path begins, or the last value on the way to it that is there."""
    decoder = json.JSONDecoder()
    at = _skip(text, 0)
    for key in keys:
        inside = _skip(text, at + 1)
        number = 0
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

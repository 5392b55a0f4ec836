"""The press's own words in a kit's language: `[press]` of its words files, laid over those that the press has."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

Tree: TypeAlias = Mapping[str, Any]
"""Texts, and lists of texts, in tables."""

NONE: Tree = {}
OTHERWISE = "en"
"""What is read to those whose language neither the press nor the kit speaks."""
PRESS = "press"
"""The table of a words file that says what the press says."""
PARTS = ("sheet", "leaflet", "diff")
"""What of the press speaks, by its name in `[press]`, which is that of its folder."""
_FOLDER = Path(__file__).parents[1]


@cache
def spoken(part: str) -> tuple[str, ...]:
    """The languages that a part of the press speaks by itself, in alphabetical order."""
    return tuple(sorted(path.stem for path in (_FOLDER / part / "texts").glob("*.toml")))


@cache
def texts(part: str, language: str) -> Tree:
    """What a part of the press says in a language; in English, if it does not speak it."""
    import tomllib

    known = language if language in spoken(part) else OTHERWISE
    return tomllib.loads((_FOLDER / part / "texts" / f"{known}.toml").read_text(encoding="utf-8"))


def said(part: str, language: str, own: Tree) -> Tree:
    """What a part says with the words of a kit, which come before its own; those that are wrong are left out."""
    return _laid(texts(part, language), own.get(part, {}))


def _laid(base: Tree, own: object) -> Tree:
    if not isinstance(own, Mapping):
        return base
    merged = dict(base)
    for key, value in own.items():
        if isinstance(base.get(key), Mapping):
            merged[key] = _laid(base[key], value)
        elif key in base and wrong_with(base[key], value) is None:
            merged[key] = value
    return merged


def leaves(tree: Tree, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """Every text, or list of texts, with the way to it."""
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def at(tree: object, path: tuple[str, ...]) -> object:
    """What stands there; None, if nothing does."""
    for key in path:
        tree = tree.get(key) if isinstance(tree, Mapping) else None
    return tree


def wrong_with(base: object, value: object) -> str | None:
    """What makes a value unfit for the place of another: that it is of another kind, or fills in what is not known."""
    if isinstance(base, list):
        if not isinstance(value, list) or len(value) != len(base):
            return f"takes a list of {len(base)} texts"
        return next((wrong for pair in zip(base, value, strict=True) if (wrong := wrong_with(*pair))), None)
    if not isinstance(value, str):
        return "takes a text"
    try:
        named = {name for _, name, _, _ in string.Formatter().parse(value) if name is not None}
    except ValueError:
        return "has a brace that does not close"
    known = {name for _, name, _, _ in string.Formatter().parse(str(base)) if name is not None}
    unknown = sorted(named - known)
    if unknown:
        fills = ", ".join(f"{{{name}}}" for name in sorted(known)) or "nothing"
        return f"has {{{unknown[0]}}}, where {fills} is filled in"
    return None

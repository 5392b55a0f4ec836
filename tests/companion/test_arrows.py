"""Nothing below the games names one: ours are known to it as a stranger's are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import companion
from companion.engine.registry import GAMES

HOUSE = Path(companion.__file__).parent
BELOW = ("engine", "lab", "tables", "web")
OURS = ("hangzhou", "dunhuang", "xanadu", "xanadú")
DOCUMENTED = {"engine/__init__.py", "engine/log.py", "tables/__init__.py"}
"""Modules whose first docstring shows how to begin, with a game of ours as its example."""


def said(path: Path) -> str:
    """What a file says, but for the example in a module's own docstring."""
    text = path.read_text(encoding="utf-8")
    if path.relative_to(HOUSE).as_posix() in DOCUMENTED:
        text = text.replace(ast.get_docstring(ast.parse(text), clean=False) or "", "")
    return text.lower()


def files() -> Iterator[Path]:
    for folder in BELOW:
        yield from (p for p in (HOUSE / folder).rglob("*") if p.suffix in (".py", ".html", ".js", ".css", ".toml"))


def test_nothing_below_the_games_names_one() -> None:
    assert set(OURS) - {"xanadú"} <= set(GAMES)
    found = [(path.relative_to(HOUSE).as_posix(), name) for path in files() for name in OURS if name in said(path)]
    assert not found

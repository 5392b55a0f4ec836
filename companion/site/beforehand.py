"""What a running app works out of its own text, worked out when the site is built: patterns made ready to match, types
that are written as text, words taken out of TOML. All that is slow in a browser, and comes out the same each time.

What was learned in one Python is known to the same one alone; what is asked for besides is worked out as ever.
"""

from __future__ import annotations

import builtins
import hashlib
import importlib
import marshal
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any, NamedTuple

PATTERNS: Any = importlib.import_module("re._compiler")
"""Where patterns are made ready."""
MACHINE: Any = importlib.import_module("_sre")
"""What matches them."""
FILE = "beforehand.marshal"
"""The file of it, beside the packages."""


class Learned(NamedTuple):
    """What was asked for, and what came of it."""

    patterns: dict[tuple[str | bytes, int], tuple[Any, ...]]
    """By the pattern as it is written and its flags, what the machine that matches is given."""
    expressions: dict[tuple[str, str], CodeType]
    """By an expression of Python and what its errors call it."""
    texts: dict[bytes, bytes]
    """By digest of a text of TOML, what is in it."""


def learned(act: Callable[[], object]) -> bytes:
    """All that `act` works out, for `know`."""
    found = Learned({}, {}, {})
    ready, read, loads = PATTERNS.compile, builtins.compile, tomllib.loads
    given: list[tuple[Any, ...]] = []

    def told(pattern: Any, flags: int, code: list[int], *groups: Any) -> Any:
        given.append((pattern, int(flags), [*map(int, code)], *groups))
        return MACHINE.compile(pattern, flags, code, *groups)

    def getting_ready(pattern: Any, flags: int = 0) -> Any:
        made = ready(pattern, flags)
        if isinstance(pattern, (str, bytes)):
            found.patterns[pattern, int(flags)] = given[-1]
        return made

    def reading(source: Any, filename: Any, mode: str, *how: Any, **more: Any) -> Any:
        made = read(source, filename, mode, *how, **more)
        if isinstance(source, str) and mode == "eval" and not (how or more):
            found.expressions[source, filename] = made
        return made

    def loading(text: str, /, **how: Any) -> dict[str, Any]:
        made = loads(text, **how)
        if not how:
            found.texts[_digest(text)] = marshal.dumps(made)
        return made

    setattr(PATTERNS, MACHINE.__name__, SimpleNamespace(**vars(MACHINE) | {"compile": told}))
    PATTERNS.compile, builtins.compile, tomllib.loads = getting_ready, reading, loading
    try:
        act()
    finally:
        setattr(PATTERNS, MACHINE.__name__, MACHINE)
        PATTERNS.compile, builtins.compile, tomllib.loads = ready, read, loads
    return marshal.dumps(tuple(found))


def know(file: str) -> None:
    """Lets what was learned be taken from a file, where the same is asked for again."""
    found = Learned(*marshal.loads(Path(file).read_bytes()))
    ready, read, loads = PATTERNS.compile, builtins.compile, tomllib.loads

    def getting_ready(pattern: Any, flags: int = 0) -> Any:
        given = found.patterns.get((pattern, int(flags))) if isinstance(pattern, (str, bytes)) else None
        return ready(pattern, flags) if given is None else MACHINE.compile(*given)

    def reading(source: Any, filename: Any, mode: str, *how: Any, **more: Any) -> Any:
        plain = isinstance(source, str) and mode == "eval" and not (how or more)
        made = found.expressions.get((source, filename)) if plain else None
        return read(source, filename, mode, *how, **more) if made is None else made

    def loading(text: str, /, **how: Any) -> dict[str, Any]:
        made = None if how else found.texts.get(_digest(text))
        return loads(text, **how) if made is None else marshal.loads(made)

    PATTERNS.compile, builtins.compile, tomllib.loads = getting_ready, reading, loading


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()

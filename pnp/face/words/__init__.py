"""The drawing words of faces: the keys of each word's table, the values it needs, and what it paints.

To add a word, write a module in this package with a class like `QrDraw` in qr.py; `@word("qr")` is its name in
`[[draw]]`. docs/kit-format.md describes each word with an example.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Annotated, Literal, TypeAlias, TypeVar

from pnp.face.compile import Word
from pnp.kit import bounds
from pnp.kit.expressions import Template, bound_length
from pnp.kit.face_files import AnyBox
from pnp.kit.toml_source import BadValueError, ParsedBy, quote

WORDS: dict[str, type[Word]] = {}
"""The drawing words by name."""
AnyWord = TypeVar("AnyWord", bound=Word)


def word(name: str) -> Callable[[type[AnyWord]], type[AnyWord]]:
    """Registers the class of a drawing word under its name in `[[draw]]`."""

    def register(cls: type[AnyWord]) -> type[AnyWord]:
        WORDS[name] = cls
        return cls

    return register


class Boxed(Word, frozen=True, kw_only=True):
    """A word that is drawn in a box of its own."""

    box: AnyBox = "trim"


def _read_dash(value: object) -> tuple[float, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= 8:
        raise BadValueError(f"is {quote(value)}, not a dash", "[on, off] in mm")
    lengths = tuple(bound_length(part) for part in value)
    if not all(isinstance(length, float) and length > 0 for length in lengths):
        raise BadValueError("has a dash that is not a length greater than 0")
    return tuple(length for length in lengths if isinstance(length, float))


Dash: TypeAlias = Annotated[tuple[float, ...], ParsedBy(_read_dash)]
Cap: TypeAlias = Literal["butt", "round", "square"]
"""How a line, and each dash of it, ends."""
Join: TypeAlias = Literal["miter", "round", "bevel"]
"""How a line goes round a corner."""


def read_points(value: object, least: int, what: str) -> tuple[float | Template, ...]:
    """Coordinates of at least so many points. Raises `BadValueError`."""
    if not isinstance(value, list) or not 2 * least <= len(value) <= 2 * bounds.POINTS.most or len(value) % 2:
        example = ", ".join(f"x{number}, y{number}" for number in range(1, least + 1))
        raise BadValueError(f"is {quote(value)}, not a {what}", f"[{example} …], at most {bounds.POINTS.most} points")
    return tuple(bound_length(part) for part in value)


# Each module registers its words.
for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

"""What all drawing words have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, TypeVar

from pnp.face.paint import Lying, Painter
from pnp.kit.expressions import bound_length
from pnp.kit.face_files import AnyBox, Draw
from pnp.kit.toml_source import BadValueError, Reads, shown
from pnp.scene import Box

if TYPE_CHECKING:
    from pnp.face.context import PaintContext


WORDS: dict[str, type[Word]] = {}
"""The drawing words by name."""
AnyWord = TypeVar("AnyWord", bound="Word")


def word(name: str) -> Callable[[type[AnyWord]], type[AnyWord]]:
    """Registers the class of a drawing word under its name in `[[draw]]`."""

    def register(cls: type[AnyWord]) -> type[AnyWord]:
        WORDS[name] = cls
        return cls

    return register


class Word(Draw, frozen=True, kw_only=True):
    """A drawing word: the keys of its table, and how it is painted. Each has a file of its own in this package."""

    def painter(self, context: PaintContext) -> Painter:
        """The values that the word needs, and what it draws with them. Raises `PaintError` for what no row changes."""
        raise NotImplementedError

    def lays(self, box: Box, context: PaintContext) -> Mapping[str, Lying]:
        """The piece, by its component, that it lays in a box so that others may be laid on it; nothing, for most."""
        return {}


class Boxed(Word, frozen=True, kw_only=True):
    """A word that is drawn in a box of its own."""

    box: AnyBox = "trim"


def _dash(value: object) -> tuple[float, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= 8:
        raise BadValueError(f"is {shown(value)}, not a dash", "[on, off] in mm")
    lengths = tuple(bound_length(part) for part in value)
    if not all(isinstance(length, float) and length > 0 for length in lengths):
        raise BadValueError("has a dash that is not a length greater than 0")
    return tuple(length for length in lengths if isinstance(length, float))


Dash: TypeAlias = Annotated[tuple[float, ...], Reads(_dash)]
Cap: TypeAlias = Literal["butt", "round", "square"]
"""How a line, and each dash of it, ends."""
Join: TypeAlias = Literal["miter", "round", "bevel"]
"""How a line goes round a corner."""

"""The drawing words of faces: the keys of each word's table, the values it needs, and its painting.

To add a word, write a module in this package with a class like `QrDraw` in qr.py; `@word("qr")` is its name in
`[[draw]]`. docs/kit-format.md describes each word with an example.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar

from pnp.face.compile import Word
from pnp.kit.face_files import AnyBox

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
    """A word drawn in its own box."""

    box: AnyBox = "trim"


# Each module registers its words.
for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

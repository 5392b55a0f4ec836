"""The drawing words of faces, a file for each: the keys of its table, the values it needs, what it paints.

To add one, write its file and name it here; docs/kit-format.md describes it with an example. The word `star` is the
class `StarDraw` in star.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.face.words.word import Word


class Words(MutableMapping[str, "type[Word]"]):
    """Every word by its name, imported when it is first asked for: a kit uses few, and each brings what it draws
    with."""

    def __init__(self, names: Iterable[str]) -> None:
        self._known: dict[str, type[Word] | None] = dict.fromkeys(names)

    def __getitem__(self, name: str) -> type[Word]:
        word = self._known[name]
        if word is None:
            word = self._known[name] = getattr(import_module(f"{__name__}.{name}"), f"{name.title()}Draw")
        return word

    def __setitem__(self, name: str, word: type[Word]) -> None:
        self._known[name] = word

    def __delitem__(self, name: str) -> None:
        del self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


WORDS = Words(
    (
        "rect",
        "ellipse",
        "hexagon",
        "line",
        "polygon",
        "star",
        "path",
        "text",
        "flow",
        "table",
        "icon",
        "picture",
        "qr",
        "seal",
        "face",
        "piece",
    )
)

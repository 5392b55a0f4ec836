"""The few words that the press itself says in a leaflet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from pnp.kit.model import Tree
from pnp.kit.word_files import NONE, said
from pnp.scene import Group, Item, Text

_WIDE = "\u2e80"
"""From here on there are kana and ideographs, between which lines break …"""
_JOINER = "\u2060"
"""… but where this stands."""


class LeafletWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`players` and `minutes` take {count}, `age` {age}, `page` {page}; without it, it stands before the number."""

    contents: str
    figure: str
    page: str
    margin: str
    players: str
    solitaire: str
    minutes: str
    age: str
    code: str


def words_in(language: str, own: Tree = NONE) -> LeafletWords:
    """The words of a language, with those that a kit has for it; the English ones for what nobody says."""
    return msgspec.convert(said("leaflet", language, own), LeafletWords)


def facts(
    words: LeafletWords, players: tuple[int, int], minutes: tuple[int, int] | None = None, age: int | None = None
) -> str:
    """Who can play, how long and from which age, as far as it is known."""
    parts = [words.solitaire if players[1] == 1 else words.players.format(count=_span(players))]
    if minutes is not None:
        parts.append(words.minutes.format(count=_span(minutes)))
    if age is not None:
        parts.append(words.age.format(age=age))
    return " · ".join(parts)


def on_page(words: LeafletWords, page: int) -> str:
    """What stands behind a reference: a blank, and its page in brackets. No line breaks in it."""
    word = words.page if "{" in words.page else f"{words.page} {{page}}"
    text = f" ({word.format(page=page)})".replace(" ", "\u00a0")
    return _JOINER.join(text) if max(text) >= _WIDE else text


def _span(counts: tuple[int, int]) -> str:
    least, most = counts
    return str(most) if least == most else f"{least}–{most}"


def shown_words(items: Iterable[Item]) -> str:
    """The words that stand on a figure, in the order in which they are drawn."""
    return " ".join(word for item in items for word in _shown(item) if word)


def _shown(item: Item) -> Iterator[str]:
    if isinstance(item, Text):
        yield item.text.strip()
    elif isinstance(item, Group):
        for inner in item.items:
            yield from _shown(inner)

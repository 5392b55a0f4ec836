"""The press's texts in each language: on sheets, in the print guide, on the test page, in leaflets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec

from pnp.art.paths import walk_items
from pnp.kit.model import Language, Need, Stock, Tree
from pnp.kit.word_files import NONE, read_press_texts, spoken
from pnp.scene import Item, Text
from pnp.sheet.pack import Meeting
from pnp.sheet.paper import Backs
from pnp.sheet.printer import Turning

Technique: TypeAlias = Literal["cut", "standee", "die", "gutterfold", "tiles", "booklet"]
"""What hands do to make a kit."""


class TechniqueText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Caption of a building instruction."""

    title: str
    text: str


class GuideWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Running text of the print guide. `{…}` are filled with `str.format`."""

    title: str
    before: str
    actual_size: str
    ruler: str
    what: str
    columns: tuple[str, str, str, str, str, str]
    one_side: str
    both_sides: str
    totals: str
    sheets: str
    work: str
    making: str
    time: str
    tools: tuple[str, str, str, str]
    by_hand: str
    booklet_sides: str
    whole: str
    missing: str
    needs: Mapping[Need, str]
    meetings: Mapping[Meeting, str]
    thick: str
    labels: str
    signs: str
    sign_names: tuple[str, str, str, str, str]
    bring: str
    backs: Mapping[Backs, str]
    turn: Mapping[Backs, str]
    stocks: Mapping[Stock, str]
    panels: Mapping[Technique, TechniqueText]
    sides: Mapping[Literal["one", "both"], str]


class PrinterPageWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Texts of a printer's test page; `turned` explains how to turn the sheet."""

    title: str
    front: str
    back: str
    first: str
    went_first: str
    by_ruler: str
    by_window: str
    right: str
    down: str
    whole: str
    front_text: tuple[str, ...]
    back_text: tuple[str, ...]
    ruler: str
    foot: str
    turned: Mapping[Turning, str]


class SheetWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Texts of the footer, the guide and the test page. `{…}` are filled with `str.format`."""

    front: str
    back: str
    sheet: str
    tile: str
    build: str
    actual_size: str
    ruler: str
    more: str
    labels: str
    guide: GuideWords
    test_page: PrinterPageWords


# msgspec crashes if two threads look through a type at once, so that is done before there are any.
msgspec.json.Decoder(SheetWords)


def read_sheet_words(language: Language, own: Tree = NONE) -> SheetWords:
    """Returns the texts of a language with the kit's replacements; English where a translation is missing."""
    return msgspec.convert(read_press_texts("sheet", language, own), SheetWords)


def languages() -> tuple[Language, ...]:
    """Returns the languages of the press, sorted."""
    return spoken("sheet")


# --- leaflets ------------------------------------------------------------------------------------------

_WIDE = "\u2e80"
"""From here on there are kana and ideographs, between which lines break …"""
_JOINER = "\u2060"
"""… but where this stands."""


class LeafletWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`players` and `minutes` take {count}, `age` {age}, `page` {page}; without a placeholder the text precedes the
    number."""

    contents: str
    figure: str
    page: str
    margin: str
    players: str
    solitaire: str
    minutes: str
    age: str
    code: str


msgspec.json.Decoder(LeafletWords)


def read_leaflet_words(language: str, own: Tree = NONE) -> LeafletWords:
    """Returns the texts of a language with the kit's replacements; English where a translation is missing."""
    return msgspec.convert(read_press_texts("leaflet", language, own), LeafletWords)


def facts(
    words: LeafletWords, players: tuple[int, int], minutes: tuple[int, int] | None = None, age: int | None = None
) -> str:
    """Returns a text with the known ones of players, minutes and age."""
    parts = [words.solitaire if players[1] == 1 else words.players.format(count=_span(players))]
    if minutes is not None:
        parts.append(words.minutes.format(count=_span(minutes)))
    if age is not None:
        parts.append(words.age.format(age=age))
    return " · ".join(parts)


def on_page(words: LeafletWords, page: int) -> str:
    """Returns the suffix of a reference: a space, and its page in brackets, without line breaks."""
    word = words.page if "{" in words.page else f"{words.page} {{page}}"
    text = f" ({word.format(page=page)})".replace(" ", "\u00a0")
    return _JOINER.join(text) if max(text) >= _WIDE else text


def _span(counts: tuple[int, int]) -> str:
    least, most = counts
    return str(most) if least == most else f"{least}–{most}"


def list_words(items: Iterable[Item]) -> str:
    """Returns the words on a figure in drawing order."""
    return " ".join(item.text.strip() for item, _ in walk_items(items) if isinstance(item, Text) and item.text.strip())

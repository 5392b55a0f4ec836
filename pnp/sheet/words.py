"""The press's own words on paper: foot, marks, print guide and test page. One file for each language, in `texts/`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache as once
from typing import Literal, TypeAlias

import msgspec

from pnp.kit.model import Language, Need, Stock, Tree
from pnp.kit.word_files import NONE, said, spoken, texts
from pnp.sheet.pack import Meeting
from pnp.sheet.paper import Backs
from pnp.sheet.printer import Turning

Technique: TypeAlias = Literal["cut", "standee", "die", "gutterfold", "tiles", "booklet"]
"""What hands do to make a kit."""


class Panel(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands below a drawing of how to build something."""

    title: str
    text: str


class Sides(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a sheet is printed on."""

    one: str
    both: str


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
    panels: Mapping[Technique, Panel]
    sides: Sides


class PrinterPageWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a printer's test page says; `turned` says how the sheet comes to its second side."""

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


class Words(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of one language: of the foot, the guide and the test page. `{…}` are filled with
    `str.format`."""

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


def words(language: Language, own: Tree = NONE) -> Words:
    """The words of a language, with those that a kit has for it; the English ones for what nobody says."""
    return msgspec.convert(said("sheet", language, own), Words) if own else _known(language)


@once
def _known(language: Language) -> Words:
    return msgspec.convert(texts("sheet", language), Words)


def languages() -> tuple[Language, ...]:
    """The languages the press speaks, in alphabetical order."""
    return spoken("sheet")

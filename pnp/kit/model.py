"""What a kit folder says, read and typed. Frozen; lengths in mm."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

Language: TypeAlias = str
Stock: TypeAlias = Literal["paper", "card", "board"]


class Localised(msgspec.Struct, frozen=True):
    """A text in several languages."""

    texts: Mapping[Language, str]

    def __getitem__(self, language: Language) -> str:
        """The text in a language; in the first one there is, where that language lacks it (a finding elsewhere)."""
        return self.texts.get(language) or next(iter(self.texts.values()), "")


class Record(msgspec.Struct, frozen=True, eq=False):
    """One row of a table: typed values by column name. References are records themselves."""

    table: str
    key: str
    line: int
    values: Mapping[str, Value]


Value: TypeAlias = str | float | int | Localised | Record | tuple[Any, ...] | None


class Table(msgspec.Struct, frozen=True, eq=False):
    """A CSV file: its rows in order, and by key. `columns` maps each column to its declared type."""

    name: str
    file: str
    key: str
    columns: Mapping[str, str]
    rows: tuple[Record, ...]

    def __getitem__(self, key: str) -> Record:
        for row in self.rows:
            if row.key == key:
                return row
        raise KeyError(key)


class Component(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    """What every component says of itself. `line` is where it begins in kit.toml."""

    id: str
    title: Localised
    each: str = ""
    where: str = ""
    copies: str | int = 1
    count: int | None = None
    stock: Stock | Literal[""] = ""
    bleed: float | None = None
    line: int = 0


class Faced(Component, frozen=True, kw_only=True):
    face: str
    back: str = ""


class Card(Faced, frozen=True, kw_only=True, tag="card"):
    size: tuple[float, float]
    corner: float = 3.0


class Tile(Faced, frozen=True, kw_only=True, tag="tile"):
    size: tuple[float, float]
    corner: float = 0.0


class Token(Faced, frozen=True, kw_only=True, tag="token"):
    size: tuple[float, float]
    shape: Literal["square", "round", "hexagon"] = "square"
    corner: float = 0.0


class Board(Faced, frozen=True, kw_only=True, tag="board"):
    size: tuple[float, float]
    imprint: tuple[float, float, float, float] | None = None


class Sheet(Faced, frozen=True, kw_only=True, tag="sheet"):
    size: tuple[float, float]
    corner: float = 0.0


class Standee(Faced, frozen=True, kw_only=True, tag="standee"):
    size: tuple[float, float]
    foot: float = 8.0
    base: float = 0.0
    base_face: str = ""


class Die(Faced, frozen=True, kw_only=True, tag="die"):
    size: float
    sides: str = "sides"


class BoxFaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    front: str
    back: str = ""
    side: str = ""
    top: str = ""


class TuckBox(Component, frozen=True, kw_only=True, tag="box"):
    """`size` is the inside (width, height, depth); without it, it follows from `contents`."""

    size: tuple[float, float, float] | None = None
    contents: tuple[str, ...] = ()
    sleeved: bool = False
    faces: BoxFaces


class Leaflet(Component, frozen=True, kw_only=True, tag="leaflet"):
    file: str


AnyComponent: TypeAlias = Card | Tile | Token | Board | Sheet | Standee | Die | TuckBox | Leaflet


class FontFamily(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Face names of a family: `Spectral-SemiBold` is a file of an installed font package or of `fonts/`."""

    regular: str
    italic: str = ""
    bold: str = ""
    bold_italic: str = ""


class Style(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How text is set. Sizes in points; `leading` and `gap` (between paragraphs) in multiples of the size."""

    font: str = "text"
    size: float = 9.0
    least: float = 7.0
    leading: float = 1.2
    gap: float = 0.4
    align: Literal["left", "center", "right"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    colour: str = "ink"
    hyphenate: bool = True


class Theme(msgspec.Struct, frozen=True, eq=False):
    colours: Mapping[str, str]
    fonts: Mapping[str, FontFamily]
    styles: Mapping[str, Style]
    icons: Mapping[str, str]


class Kit(msgspec.Struct, frozen=True, eq=False):
    """A kit folder, read and checked. `build` is six hex digits that change with any file of the kit."""

    folder: Path
    id: str
    title: Localised
    version: str
    players: tuple[int, int]
    languages: tuple[Language, ...]
    tables: Mapping[str, Table]
    components: tuple[AnyComponent, ...]
    faces: Mapping[str, Face]
    theme: Theme
    words: Mapping[str, Localised]
    bring: tuple[Localised, ...]
    build: str


class Face(msgspec.Struct, frozen=True, eq=False):
    """A face file: `draws` are its `[[draw]]` tables, typed by pnp.face.words; `lines` where each begins."""

    name: str
    file: str
    size: tuple[float, float] | None
    boxes: Mapping[str, tuple[float, float, float, float]]
    styles: Mapping[str, Style]
    inputs: Mapping[str, str]
    draws: tuple[Any, ...]
    lines: tuple[int, ...]

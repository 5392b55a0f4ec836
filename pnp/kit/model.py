"""The typed contents of a kit folder. Frozen; lengths in mm."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args

import msgspec

from pnp.kit import bounds
from pnp.kit.face_files import FaceSpec, Places
from pnp.kit.theme import Theme
from pnp.kit.toml_source import BadValueError, ParsedBy, limited, quote, text, whole
from pnp.kit.values import (
    Base,
    ColumnType,
    Coordinate,
    Distance,
    Form,
    Identifier,
    Length,
    Size,
    Warnings,
    parse_length,
)

LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}")
"""The code of a language (BCP 47, its simple forms)."""
LEAST_MARGIN = 3.5
"""mm: nearer to its edge no home printer prints, and there cut marks end."""


_MARGIN = limited(parse_length, lambda mm: mm >= LEAST_MARGIN, f"at least {LEAST_MARGIN:g} mm, where printers end")


class LabelGrid(msgspec.Struct, frozen=True):
    """Labels of a sheet, in mm. `pitch` is the distance between neighbours; without an `origin` the grid is centred."""

    columns: Places
    rows: Places
    size: Size
    pitch: Size | None = None
    origin: tuple[Coordinate, Coordinate] | None = None


class OwnPaper(msgspec.Struct, frozen=True):
    """A paper in portrait: its size and its unprintable edges in mm, or its labels."""

    size: Size
    margin: Annotated[float, ParsedBy(_MARGIN)] = 5.0
    labels: LabelGrid | None = None


def find_first_label(paper: OwnPaper) -> tuple[float, float]:
    """Returns the top left corner of the first label."""
    labels = paper.labels
    assert labels is not None
    across, down = labels.pitch or labels.size
    left = (paper.size[0] - (labels.columns - 1) * across - labels.size[0]) / 2
    top = (paper.size[1] - (labels.rows - 1) * down - labels.size[1]) / 2
    return labels.origin or (left, top)


Tree: TypeAlias = Mapping[str, Any]
"""Texts, and lists of texts, in tables."""
Language: TypeAlias = str
Stock: TypeAlias = Literal["paper", "card", "board", "label"]
BoxForm: TypeAlias = Literal["tuck", "lid"]
DieForm: TypeAlias = Literal["net", "labels", "both"]


class Localised(msgspec.Struct, frozen=True):
    """A text in several languages."""

    texts: Mapping[Language, str]

    def __hash__(self) -> int:
        return hash(tuple(self.texts.items()))

    def __getitem__(self, language: Language) -> str:
        """Returns the text in a language, or in the first language that has it (reported elsewhere)."""
        return self.texts.get(language) or next(iter(self.texts.values()), "")


def _localised(value: object) -> Localised:
    if isinstance(value, str) and value:
        return Localised({"": value})
    if not isinstance(value, dict) or not value or not all(isinstance(part, str) for part in value.values()):
        raise BadValueError(f"is {quote(value)}, not a text", 'a text, or { en = "…", es = "…" }')
    return Localised({language: str(part) for language, part in value.items()})


def _on(value: object) -> tuple[str, ...]:
    names = value if isinstance(value, list) else [value]
    if len(names) > bounds.LIST.most:
        raise BadValueError(f"has more than {bounds.LIST.most} places")
    for name in names:
        if not isinstance(name, str) or not all(name.partition(":")):
            raise BadValueError(f"has {quote(name)}, which is no place", 'on = "board:ward": a component, its place')
    return tuple(names)


Title: TypeAlias = Annotated[Localised, ParsedBy(_localised)]
"""A text for each language, or one for all of them under the language “”."""

Foot: TypeAlias = Title | bool
"""What the page foot says: a text, the press's own words (true), or nothing, and there is no foot (false)."""

FOOT_NAMES = ("kit.title", "kit.version", "build", "address", "titles", "sheet", "sheets", "side")
"""What a kit's own foot may bind."""


class IconName(str):
    """The name of an icon. Running text draws the icon."""

    __slots__ = ()


class Record(msgspec.Struct, frozen=True, eq=False):
    """One row of a table: typed values by column name. A reference is the record it points to."""

    table: str
    key: str
    line: int
    values: Mapping[str, Value]


Value: TypeAlias = str | float | int | Localised | Record | tuple[Any, ...] | None


class Table(msgspec.Struct, frozen=True, eq=False):
    """A CSV file: rows in order and by key. `columns` gives the type of each column."""

    name: str
    file: str
    key: str
    columns: Mapping[str, ColumnType]
    rows: tuple[Record, ...]
    by_key: Mapping[str, Record]

    def __getitem__(self, key: str) -> Record:
        return self.by_key[key]


Need: TypeAlias = Literal["play", "nicer", "box"]
"""What a component is for: to play, to play more comfortably, or to store the game."""


class Component(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Fields of every component. `line` is its line in kit.toml; `seals` are printed even without `--seals`."""

    id: Identifier
    title: Title
    each: str = ""
    where: str = ""
    copies: str | int = 1
    count: int | None = None
    stock: Stock = "card"
    need: Need = "play"
    seals: bool = False
    bleed: Distance = 0.0
    accept: Warnings = ()
    line: int = 0

    @property
    def kind(self) -> str:
        """The type's name in kit.toml: `card`, `board` …"""
        return str(self.__struct_config__.tag)


class Faced(Component, frozen=True, kw_only=True):
    """A component with faces. `on` are the places on which its pieces start, each `component:place`."""

    face: Identifier
    back: Identifier = ""
    on: Annotated[tuple[str, ...], ParsedBy(_on)] = ()


class Card(Faced, frozen=True, kw_only=True, tag="card"):
    size: Size
    corner: Distance = 3.0
    bleed: Distance = 3.0


class TileSpec(Faced, frozen=True, kw_only=True, tag="tile"):
    size: Size
    corner: Distance = 0.0
    bleed: Distance = 3.0
    stock: Stock = "board"


class Token(Faced, frozen=True, kw_only=True, tag="token"):
    size: Size
    shape: Form = "square"
    corner: Distance = 0.0
    bleed: Distance = 2.0
    stock: Stock = "board"


class Board(Faced, frozen=True, kw_only=True, tag="board"):
    size: Size
    bleed: Distance = 3.0
    stock: Stock = "board"


class PadSpec(Faced, frozen=True, kw_only=True, tag="sheet"):
    size: Size
    corner: Distance = 0.0
    stock: Stock = "paper"


class Standee(Faced, frozen=True, kw_only=True, tag="standee"):
    """`base` is the plate under the feet: (diameter,) of a disc, (width, height) of a plate, or empty. `foot_face` is
    printed on both feet, which are `size[0]` wide and `foot` high."""

    size: Size
    foot: Length = 8.0
    foot_face: Identifier = ""
    base: Base = ()
    base_face: Identifier = ""


class Die(Faced, frozen=True, kw_only=True, tag="die"):
    """`form` is a net to fold, six labels for a blank die, or both."""

    size: Length
    form: DieForm = "net"
    sides: Identifier = "sides"
    bleed: Distance = 2.0


class BoxFaces(msgspec.Struct, frozen=True):
    """Faces of a lid: its top, the tray's underside, the lid's long and short walls, the tray's walls."""

    front: Identifier
    back: Identifier = ""
    side: Identifier = ""
    top: Identifier = ""
    tray: Identifier = ""


class TuckBox(Component, frozen=True, kw_only=True, tag="box"):
    """A tuck box, or a tray with a lid. `size` is the inside (width, height, depth). If left out it follows from
    `contents`; with a `footprint` (width, height) only the depth does."""

    form: BoxForm = "tuck"
    size: tuple[Length, Length, Length] | None = None
    footprint: tuple[Length, Length] | None = None
    contents: tuple[str, ...] = ()
    sleeved: bool = False
    faces: BoxFaces


class Leaflet(Component, frozen=True, kw_only=True, tag="leaflet"):
    """`cover` is true (the press's cover), false (none), or a face of page size."""

    file: Identifier
    cover: Identifier | bool = True
    stock: Stock = "paper"


AnyComponent: TypeAlias = Card | TileSpec | Token | Board | PadSpec | Standee | Die | TuckBox | Leaflet

KINDS: dict[str, type[AnyComponent]] = {str(cls.__struct_config__.tag): cls for cls in get_args(AnyComponent)}
"""The kinds of components by the word of kit.toml."""


LEAN, FULL = "lean", "full"
"""The profiles that every kit has: what is needed to play, and everything."""


class KitProfile(msgspec.Struct, frozen=True):
    """A named selection for printing less of a kit: the ids of the components it leaves out."""

    without: tuple[str, ...]


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A card of the guided first game: a figure, a rule, a text, and when it appears, once per game.

    It appears when a player `can` take one of these actions (in the game's notation, `*` for any part), after an event
    of a rule in `met`, or at the start. It follows the lessons in `after`; an `extra` one is not counted.
    """

    id: Identifier
    face: Identifier
    rule: str
    can: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    after: tuple[Identifier, ...] = ()
    players: tuple[int, int] | None = None
    offers: int = 6
    """How many of the actions it offers at most; 0: none, for there are too many to choose from by a word."""
    extra: bool = False
    words: Mapping[str, Localised]
    """By the names in `LESSON_WORDS`; those that must be there are, the others may be."""


LESSON_WORDS = {"act": True, "title": True, "says": False, "new": False, "tells": False, "key": False}
"""What a lesson says, and whether it must: who does what, a heading, a text; a new rule's heading and text; its key."""


def _language(value: object) -> str:
    if not LANGUAGE.fullmatch(text(value)):
        raise BadValueError(f"has {quote(value)}, which is no language", 'a code such as "en" or "es"')
    return str(value)


def _span(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadValueError(f"is {quote(value)}", "[least, most]")
    least, most = whole(value[0]), whole(value[1])
    if not 1 <= least <= most <= 1000:
        raise BadValueError(f"goes from {least} to {most}", "[least, most], from 1")
    return least, most


Span: TypeAlias = Annotated[tuple[int, int], ParsedBy(_span)]
"""The least and the most of something."""


class Head(msgspec.Struct, frozen=True, eq=False):
    """The table `[kit]`. With a `companion`, QR codes lead to the app. `guide` adds a print guide, with the named face
    as the picture of the finished game. `profile` is the default profile."""

    id: Identifier
    title: Title
    players: Span
    languages: tuple[Annotated[Language, ParsedBy(_language)], ...]
    version: str = "1.0"
    age: int | None = None
    minutes: Span | None = None
    author: str = ""
    companion: bool = False
    foot: Foot = True
    guide: Identifier | bool = True
    profile: str = FULL


class Kit(Head, frozen=True, eq=False, kw_only=True):
    """A kit folder, read and checked. `build` is six hex digits that change with any file. `file` is the name of
    kit.toml in findings. `art` maps names of pictures and icons to files. `own_words` replace texts of the press, by
    language."""

    folder: Path
    file: str
    tables: Mapping[str, Table]
    components: tuple[AnyComponent, ...]
    faces: Mapping[str, FaceSpec]
    theme: Theme
    words: Mapping[str, Localised]
    bring: tuple[Localised, ...]
    build: str
    art: Mapping[str, Path]
    profiles: Mapping[str, KitProfile]
    lessons: tuple[Lesson, ...] = ()
    own_words: Mapping[str, Tree] = {}
    papers: Mapping[str, OwnPaper] = {}

"""What a kit folder says, read and typed. Frozen; lengths in mm."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from pnp.kit import bounds
from pnp.kit.face_files import FaceSpec, Places
from pnp.kit.theme import Theme
from pnp.kit.toml_source import BadValueError, ParsedBy, quote, whole
from pnp.kit.values import (
    Base,
    ColumnType,
    Distance,
    Form,
    Identifier,
    Length,
    Size,
    Warnings,
    identifier,
    parse_length,
)

LEAST_MARGIN = 3.5
"""mm: nearer to its edge no home printer prints, and there cut marks end."""


_MARGIN = 5.0


def _margin(value: object) -> float:
    margin = parse_length(value)
    if margin < LEAST_MARGIN:
        raise BadValueError(f"is {quote(value)}", f"at least {LEAST_MARGIN:g} mm, where printers end")
    return margin


def _origin(value: object) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadValueError(f"is {quote(value)}, not two lengths", "[left, top] of the first label, in mm")
    left, top = (parse_length(part) for part in value)
    return left, top


Margin = Annotated[float, ParsedBy(_margin)]


Origin = Annotated[tuple[float, float], ParsedBy(_origin)]


class LabelGrid(msgspec.Struct, frozen=True):
    """The labels of a sheet, in mm: how many, how large, the way from one to the next, and the top left of the first;
    in the middle of the sheet, if that is missing."""

    columns: Places
    rows: Places
    size: Size
    pitch: Size | None = None
    origin: Origin | None = None


class OwnPaper(msgspec.Struct, frozen=True):
    """A paper, upright: its size and what stays blank at each edge, in mm, or what labels are on it."""

    size: Size
    margin: Margin = _MARGIN
    labels: LabelGrid | None = None


def first_label(paper: OwnPaper) -> tuple[float, float]:
    """The top left of the first label."""
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
        """The text in a language; in the first one there is, where that language lacks it (a finding elsewhere)."""
        return self.texts.get(language) or next(iter(self.texts.values()), "")


def _localised(value: object) -> Localised:
    if isinstance(value, str) and value:
        return Localised({"": value})
    if not isinstance(value, dict) or not value or not all(isinstance(part, str) for part in value.values()):
        raise BadValueError(f"is {quote(value)}, not a text", 'a text, or { en = "…", es = "…" }')
    return Localised({language: str(part) for language, part in value.items()})


def _copies(value: object) -> str | int:
    return value if isinstance(value, str) else whole(value)


def _on(value: object) -> tuple[str, ...]:
    names = value if isinstance(value, list) else [value]
    if len(names) > bounds.LIST.most:
        raise BadValueError(f"has more than {bounds.LIST.most} places")
    for name in names:
        if not isinstance(name, str) or not all(name.partition(":")):
            raise BadValueError(f"has {quote(name)}, which is no place", 'on = "board:ward": a component, its place')
    return tuple(names)


def _condition(value: object) -> str:
    if isinstance(value, dict):
        clauses = " and ".join(f"{name} = {part}" for name, part in value.items())
        raise BadValueError("is a table, not a condition", f'where = "{clauses or "kind = mixed"}"')
    if not isinstance(value, str):
        raise BadValueError(f"is {quote(value)}, not a condition", 'where = "kind = mixed"')
    return value


Title: TypeAlias = Annotated[Localised, ParsedBy(_localised)]
"""A text for each language, or one for all of them under the language “”."""


def _foot(value: object) -> Localised | bool:
    return value if isinstance(value, bool) else _localised(value)


Foot: TypeAlias = Annotated[Localised | bool, ParsedBy(_foot)]
"""What the page foot says: a text, the press's own words (true), or nothing, and there is no foot (false)."""

FOOT_NAMES = ("kit.title", "kit.version", "build", "address", "titles", "sheet", "sheets", "side")
"""What a kit's own foot may bind."""


def _cover(value: object) -> str | bool:
    return value if isinstance(value, bool) else identifier(value)


class IconName(str):
    """A text that names a sign. In running text the sign is drawn."""

    __slots__ = ()


class Record(msgspec.Struct, frozen=True, eq=False):
    """One row of a table: typed values by column name. References are records themselves."""

    table: str
    key: str
    line: int
    values: Mapping[str, Value]


Value: TypeAlias = str | float | int | Localised | Record | tuple[Any, ...] | None


class Table(msgspec.Struct, frozen=True, eq=False):
    """A CSV file: its rows in order, and by key. `columns` says what each column holds."""

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
    """What every component says of itself. `line` is where it begins in kit.toml.

    `seals`: its camera seals are always printed; those of others only with `--seals`.
    """

    id: Identifier
    title: Title
    each: str = ""
    where: Annotated[str, ParsedBy(_condition)] = ""
    copies: Annotated[str | int, ParsedBy(_copies)] = 1
    count: int | None = None
    stock: Stock = "card"
    need: Need = "play"
    seals: bool = False
    bleed: Distance = 0.0
    accept: Warnings = ()
    line: int = 0

    @property
    def kind(self) -> str:
        """The word of kit.toml: `card`, `board` …"""
        return str(self.__struct_config__.tag)


class Faced(Component, frozen=True, kw_only=True):
    """What shows faces. `on` are the places that its pieces are laid on, each `component:place`."""

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
    """`base` is what the feet are glued on: (diameter,) of a disc, (width, height) of a plate, or nothing. `foot_face`
    is what shows on both feet, `size[0]` wide and `foot` high."""

    size: Size
    foot: Length = 8.0
    foot_face: Identifier = ""
    base: Base = ()
    base_face: Identifier = ""


class Die(Faced, frozen=True, kw_only=True, tag="die"):
    """`form` is a net to fold, labels for the six sides of a blank die, or both."""

    size: Length
    form: DieForm = "net"
    sides: Identifier = "sides"
    bleed: Distance = 2.0


class BoxFaces(msgspec.Struct, frozen=True):
    """Of a lid and its tray: the lid's top, the tray's underside, the lid's walls along its height and its width, and
    the walls of the tray."""

    front: Identifier
    back: Identifier = ""
    side: Identifier = ""
    top: Identifier = ""
    tray: Identifier = ""


class TuckBox(Component, frozen=True, kw_only=True, tag="box"):
    """A tuck box, or a tray with a lid over it. `size` is the inside (width, height, depth); without it, it follows
    from `contents`, and so does the depth alone of a box with a `footprint` (width, height)."""

    form: BoxForm = "tuck"
    size: tuple[Length, Length, Length] | None = None
    footprint: tuple[Length, Length] | None = None
    contents: tuple[str, ...] = ()
    sleeved: bool = False
    faces: BoxFaces


class Leaflet(Component, frozen=True, kw_only=True, tag="leaflet"):
    """`cover` is the press's (true), none (false), or a face of the page's size."""

    file: Identifier
    cover: Annotated[str | bool, ParsedBy(_cover)] = True
    stock: Stock = "paper"


AnyComponent: TypeAlias = Card | TileSpec | Token | Board | PadSpec | Standee | Die | TuckBox | Leaflet

KINDS: dict[str, type[AnyComponent]] = {
    "card": Card,
    "tile": TileSpec,
    "token": Token,
    "board": Board,
    "sheet": PadSpec,
    "standee": Standee,
    "die": Die,
    "box": TuckBox,
    "leaflet": Leaflet,
}
"""The kinds of components by the word of kit.toml."""


LEAN, FULL = "lean", "full"
"""The profiles that every kit has: what is needed to play, and everything."""


class KitProfile(msgspec.Struct, frozen=True):
    """A way to print less of a kit: the ids of the components that it leaves out."""

    without: tuple[str, ...]


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A card of a first game that is learnt while it is played: a figure, a rule, words, and when it is shown.

    It is shown once: as soon as somebody `can` do one of these actions (as the game writes them, `*` for any part), or
    something has happened by a rule that is `met`; without either as the game begins. `after` are lessons that come
    before it, `players` how many it is for. One that is `extra` does not count as a part of the first game.
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


class Kit(msgspec.Struct, frozen=True, eq=False):
    """A kit folder, read and checked. `build` is six hex digits that change with any file of the kit.

    `file` is the name of kit.toml as findings show it; `art` maps the names of pictures and signs to files.
    `companion` says that a companion plays the game, so that codes lead to it; `guide` that there is a print guide;
    `lessons` are for phones; `own_words` are, by language, what it says in the place of the press. `profile` names the
    profile that is printed unless another one is asked for.
    """

    folder: Path
    file: str
    id: str
    title: Localised
    version: str
    players: tuple[int, int]
    languages: tuple[Language, ...]
    tables: Mapping[str, Table]
    components: tuple[AnyComponent, ...]
    faces: Mapping[str, FaceSpec]
    theme: Theme
    words: Mapping[str, Localised]
    bring: tuple[Localised, ...]
    build: str
    art: Mapping[str, Path]
    profiles: Mapping[str, KitProfile]
    age: int | None = None
    minutes: tuple[int, int] | None = None
    author: str = ""
    companion: bool = False
    foot: Localised | bool = True
    guide: bool = True
    lessons: tuple[Lesson, ...] = ()
    own_words: Mapping[str, Tree] = {}
    papers: Mapping[str, OwnPaper] = {}
    profile: str = FULL

"""Parts of pages: keys, notes, seat marks, things on the table, things to count, drawings."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from companion.engine.correction import Change
from pnp.kit.model import Lesson
from pnp.scene import Box


class Note(Struct, frozen=True):
    """What the page says about the last tap, with its rule, an address that shows more, and the miscounted thing."""

    text: str
    rule: str | None = None
    more: str = ""
    about: str = ""


class Key(Struct, frozen=True):
    """A key of a form: words, a symbol, and the command that it sends; or the address that it opens (`href`)."""

    label: str
    do: str
    small: str = ""
    sign: str = ""
    off: bool = False
    go: bool = False
    """The main key of the page."""
    on: bool = False
    again: bool = False
    """A second quick tap means the same once more, such as another coin."""
    said: str = ""
    """What a screen reader says, where the label does not say it all."""
    href: str = ""
    gain: bool = False
    """It wins something, such as a token."""


class KeyRow(Struct, frozen=True):
    """Keys beside each other, below a heading."""

    keys: tuple[Key, ...]
    heading: str = ""
    columns: int = 2


class Stepper(Struct, frozen=True):
    """A number with addresses that say one less and one more; empty: there is none."""

    sign: str
    name: str
    n: int
    less: str
    more: str


class Panel(Struct, frozen=True):
    """A question on a page: title, text, rule of the leaflet, keys or numbers, and a note below them. `close` is the
    address without it; empty: it stays until it is answered."""

    title: str = ""
    text: str = ""
    rule: str = ""
    rows: tuple[KeyRow | Stepper, ...] = ()
    note: Note | None = None
    close: str = ""


class Phase(Struct, frozen=True):
    """Phase of a table. `calls`: all phones go there, and read-only pages announce it."""

    name: str
    calls: str = ""


class Forecast(Struct, frozen=True):
    """Events to come: a picture of the table and each outcome, both as markup, and a sentence on who may change it."""

    picture: str
    ways: str
    says: str


def do(name: str, /, **fields: object) -> str:
    """A command as a key carries it."""
    return msgspec.json.encode({"do": name, **fields}).decode()


def both(*commands: str) -> str:
    """Several commands on one key, in order."""
    return f"[{','.join(commands)}]"


MOST = 999_999
"""The largest number that can be stepped to; positions may hold larger ones."""


class Count(Struct, frozen=True):
    """Something countable: its path in the position, its name and symbol, and the app's number. `unit` (a plural of the
    game's words) and `where` say “1 coin less on B2”. Counts of one `heap` share a row, maybe under a `short` name."""

    path: str
    name: str
    sign: str
    app: int
    least: int = 0
    most: int = MOST
    unit: str = ""
    where: str = ""
    heap: str = ""
    short: str = ""


class Choice(Struct, frozen=True):
    """One of several: path, name and symbol, the values as JSON has them with their names, and the app's value. `other`
    is the label of the key that opens the options; `page`, where one is chosen if they are too many for keys."""

    path: str
    name: str
    sign: str
    options: tuple[tuple[object, str], ...]
    app: int
    other: str = ""
    page: str = ""


Thing = Count | Choice


class Answer(Struct, frozen=True):
    """An alternative for a step, as its key says it. `name` is used in a sentence such as “It was amber”, empty: the
    label; `group` is the heading above its like, in `columns`."""

    label: str
    small: str = ""
    sign: str = ""
    name: str = ""
    group: str = ""
    columns: int = 3


class Zone(Struct, frozen=True):
    """A part of the table: its address below ``/check``, its kind in commands and log, its name and symbol, a summary,
    the page that shows it, and its things. `also`: the app is not sure of them; these are set besides."""

    id: str
    kind: str
    title: str
    sign: str
    says: str = ""
    look: str = ""
    things: tuple[Thing, ...] = ()
    also: tuple[Change, ...] = ()

    @property
    def mark(self) -> str:
        """How a check names it: its kind, and which of its kind."""
        return self.kind if self.id == self.kind else f"{self.kind}.{self.id}"


class MenuRow(Struct, frozen=True):
    """A row that leads to a page (an address below the table's): a symbol, and its words."""

    page: str
    sign: str
    label: str
    small: str


class Place(Struct, frozen=True):
    """*Wrong? Tap to fix* for one place: its name in the heading, its title, its things, others that could be there
    (`more`, folded), pages where else it can be corrected, and the page to go back to, below the table's."""

    name: str = ""
    title: str = ""
    things: tuple[Thing, ...] = ()
    more: tuple[Thing, ...] = ()
    links: tuple[MenuRow, ...] = ()
    back: str = ""


class Counted(Struct, frozen=True):
    """A thing to count: id in commands, name, symbol, largest number (phrase ``most.<thing>``), points of one or 0."""

    thing: str
    name: str
    sign: str
    most: int = 99
    worth: int = 0


class Part(Struct, frozen=True):
    """A custom form part of a game: a template, its values (`part` in it), and the things that it sets, at first 0."""

    template: str
    things: tuple[str, ...]
    shown: object


class Heap(Struct, frozen=True):
    """Things of several kinds, such as a hand of cards: a tap adds one. `photo`: page and key to photograph it."""

    name: str
    kinds: tuple[Counted, ...]
    photo: tuple[str, str] | None = None


Field = Counted | Heap | Part


class Holding(Struct, frozen=True):
    """Something that a player holds, in the bar under the page: its name, how many (None: the symbols say it), symbols
    with their names, and how many it comes to by what is being done."""

    word: str
    n: int | None = None
    signs: tuple[tuple[str, str], ...] = ()
    then: int | None = None


class Mark(Struct, frozen=True):
    """A symbol or a few letters on a seat, and what they say."""

    sign: str
    says: str
    text: str = ""


class Look(Struct, frozen=True):
    """Something that a sentence names and a page shows: the page's address below the table's, and its name."""

    page: str
    label: str


class Sign(Struct, frozen=True):
    """A symbol: the id that pages use, and the face it shows for a row of a table, or a piece of art (no face)."""

    id: str
    face: str = ""
    table: str = ""
    row: str = ""
    into: str = ""
    """The face's input that takes the row; empty: the face is bound to the row."""
    art: str = ""
    set: Mapping[str, str | float] = {}
    """Values for further inputs of the face."""
    window: str = ""
    """The box of the face that is seen. Then it is a picture of its own."""


FRAME = "frame"
"""Stands for a game on pages of none."""
SEATS = "seats"
"""The picture with the symbols of a game's chairs alone, for pages before a game."""


class Sprite(Struct, frozen=True):
    """The drawings of a game: its symbols in one file, those of its chairs in another (`SEATS`), boards in one each."""

    files: Mapping[str, bytes]
    """SVG and WebP files by their names, which change when they do."""
    symbols: str
    pictures: Mapping[str, str] = {}
    """File names by sign."""
    places: Mapping[str, Mapping[str, Box]] = {}
    """The named boxes of each sign's face, in mm from its top left."""
    build: str = ""
    """The build id of the kit."""
    minutes: tuple[int, int] | None = None
    """How long a game takes, from and to."""
    lessons: tuple[Lesson, ...] = ()
    figures: Mapping[str, tuple[float, float]] = {}
    """The sizes, in mm, of the faces that picture the lessons."""
    cover: str = ""
    """Part of the box's front for the start page; empty: the kit has no such box."""

    @property
    def symbols_svg(self) -> str:
        """The content of the file of symbols."""
        return self.files[self.symbols].decode()


class DrawnSigns(Struct, frozen=True):
    """Drawings made when a server starts: sprites by game."""

    sprites: dict[str, Sprite]
    failures: dict[str, str] = {}
    """Games that cannot be drawn, each with the reason."""

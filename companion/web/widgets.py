"""Parts of pages: keys, notes, seat marks, things on the table, things to count, drawings."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from companion.engine.correction import Change
from pnp.kit.model import Lesson
from pnp.scene import Box


class Note(Struct, frozen=True):
    """A note about the last tap, with its rule, an address that shows more, and the miscounted thing."""

    text: str
    rule: str | None = None
    more: str = ""
    about: str = ""


class Key(Struct, frozen=True):
    """A key of a form: label, icon, and the command that it sends; or the address that it opens (`href`)."""

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
    """Keys side by side, below a heading."""

    keys: tuple[Key, ...]
    heading: str = ""
    columns: int = 2


class Stepper(Struct, frozen=True):
    """A number with addresses for one less and one more; empty: there is none."""

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
    """Future events: a sentence on each outcome, and one on who may change it."""

    ways: tuple[str, ...]
    says: str


def do(name: str, /, **fields: object) -> str:
    """Returns a command as a key's value."""
    return msgspec.json.encode({"do": name, **fields}).decode()


def both(*commands: str) -> str:
    """Returns several commands for one key, in order."""
    return f"[{','.join(commands)}]"


MOST = 999_999
"""The largest number that can be stepped to; positions may hold larger ones."""


class Count(Struct, frozen=True):
    """Something countable: its path in the position, its name and icon, and the app's number. `unit` (a plural of the
    game's words) and `where` form “1 coin less on B2”. Counts of one `heap` share a row, optionally with a `short`
    name."""

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
    """One of several: path, name and icon, the JSON values with their names, and the app's value. `other` is the label
    of the key that opens the options; `page` is where one is chosen if they are too many for keys."""

    path: str
    name: str
    sign: str
    options: tuple[tuple[object, str], ...]
    app: int
    other: str = ""
    page: str = ""


Thing = Count | Choice


class Answer(Struct, frozen=True):
    """An alternative for a step, as a key's label. `name` is used in a sentence such as “It was amber”, by default the
    label; `group` is the heading above similar ones, in `columns`."""

    label: str
    small: str = ""
    sign: str = ""
    name: str = ""
    group: str = ""
    columns: int = 3


class Zone(Struct, frozen=True):
    """A part of the table: its address below ``/check``, its kind in commands and log, its name and icon, a summary,
    the page that shows it, and its things. `also` are set together with these, as the app is not sure of them."""

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
        """Its name in a check: its kind and number."""
        return self.kind if self.id == self.kind else f"{self.kind}.{self.id}"


class MenuRow(Struct, frozen=True):
    """A row that leads to a page (an address below the table's): an icon and a text."""

    page: str
    sign: str
    label: str
    small: str


class Place(Struct, frozen=True):
    """*Wrong? Tap to fix* for one place: its name in the heading, its title, its things, further possible ones (`more`,
    folded), other pages for corrections, and the page to return to, below the table's."""

    name: str = ""
    title: str = ""
    things: tuple[Thing, ...] = ()
    more: tuple[Thing, ...] = ()
    links: tuple[MenuRow, ...] = ()
    back: str = ""


class Counted(Struct, frozen=True):
    """A thing to count: id in commands, name, icon, maximum (phrase ``most.<thing>``), points of one or 0."""

    thing: str
    name: str
    sign: str
    most: int = 99
    worth: int = 0


class Part(Struct, frozen=True):
    """A custom form part of a game: a template, its values (`part` in it), and the things that it sets, initially 0."""

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
    """Something that a player holds, in the bar under the page: its name, its number (None: the icons show it), icons
    with their names, and the number after the selected action."""

    word: str
    n: int | None = None
    signs: tuple[tuple[str, str], ...] = ()
    then: int | None = None


class Mark(Struct, frozen=True):
    """An icon or a few letters on a seat, and their meaning."""

    sign: str
    says: str
    text: str = ""


class Look(Struct, frozen=True):
    """Something in a sentence that a page shows: the page's address below the table's, and its name."""

    page: str
    label: str


class Sign(Struct, frozen=True):
    """An icon: the id used by pages, and the face for a row of a table, or a piece of art (no face)."""

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


class Sprite(Struct, frozen=True):
    """The drawings of a game: its icons in one file, boards in one each."""

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
        """Returns the content of the icon file."""
        return self.files[self.symbols].decode()

"""Parts of pages: keys, notes, seat marks, things on the table, things to count."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from companion.engine.correction import Change


class Note(Struct, frozen=True):
    """What the page says about the last tap: the rule behind it, an address that shows more, and the thing that was
    counted wrong, if any."""

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
    """Automatic events to come: a picture of the table and the outcome of each moving thing, both as markup, and a
    sentence about who may change it yet."""

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
    """Something countable: its path in the position, its name and symbol, and the app's number.

    `unit` names a plural of the game's words and `where` its place: “1 coin less on B2”. Counts of one `heap`, such as
    the dyes in a hand, share a row of the page *Wrong?*, perhaps under a `short` name.
    """

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

    @property
    def counts(self) -> tuple[Count, ...]:
        """The things that are counted, if the app is sure of them."""
        return () if self.also else tuple(thing for thing in self.things if isinstance(thing, Count))


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
    """A thing to count: its id in commands, name, symbol and largest number (``most.<thing>`` of the game's words says
    it), and the points of one (0: it is no sum)."""

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
    """Things of several kinds that lie together, such as a hand of cards: a tap adds one of a kind. `photo`: the page
    where it is photographed, and the key to it."""

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

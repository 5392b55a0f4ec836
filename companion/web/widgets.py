"""Parts of pages: keys, notes, seat marks, things on the table, things to count."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from companion.engine.correction import Change


class Note(Struct, frozen=True):
    """Something the page says about the last tap. `rule` leads to the leaflet."""

    text: str
    rule: str | None = None
    more: str = ""
    """An address that shows more; empty: there is none."""
    about: str = ""
    """The thing that was counted wrong; empty: it is about something else."""


class Key(Struct, frozen=True):
    """A key of a form: words, a symbol, the command it sends, and why it cannot be used now (empty: it can)."""

    label: str
    do: str
    small: str = ""
    sign: str = ""
    off: bool = False
    why: str = ""
    go: bool = False
    on: bool = False
    again: bool = False
    """Does a second quick tap on it mean the same once more, such as another coin?"""
    said: str = ""
    """What a screen reader says, where the label does not say it all."""
    href: str = ""
    """The address that the key opens; empty: it sends its command."""
    gain: bool = False
    """Does it win something, such as a token?"""


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
    """A question on a page: title, text, rule (an id of the leaflet), keys or numbers, and a note below them.

    `close`: the address without it; empty: it stays until it is answered.
    """

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
    """Automatic events to come: a picture of the table and the outcome of each moving thing, both as markup of a
    template; and in a sentence who may change it yet."""

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
    """Something countable: its path in the position, its name and symbol, and what the app believes.

    `unit` names a plural of the game's words (“2 coins”) and `where` its place (“on B2”): with both a change reads
    “1 coin less on B2”. Counts of one `heap`, such as the dyes in a hand, share a row of the page *Wrong?*, where
    a count may have another name (`short`).
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
    """Something that is one of several: its path, name and symbol, the values as JSON has them with their names,
    and which of them the app believes in. `other` is the label of the key that opens the options, and `page`, if they
    are too many for keys, the page where one is chosen (an address below the table's)."""

    path: str
    name: str
    sign: str
    options: tuple[tuple[object, str], ...]
    app: int
    other: str = ""
    page: str = ""


Thing = Count | Choice


class Answer(Struct, frozen=True):
    """An alternative for a step, as its key says it. `name` is used in a sentence such as “It was amber”,
    empty: the label; `group` the heading above its like, in `columns`."""

    label: str
    small: str = ""
    sign: str = ""
    name: str = ""
    group: str = ""
    columns: int = 3


class Zone(Struct, frozen=True):
    """A part of the table: its address below ``/check``, its name and symbol, what lies there in a few words, where
    it can be looked at (an address below the table's), and what can be set right. `also`: the app does not know for
    sure what lies there; what is set besides once somebody has said so. `kind` names it in commands and in the log.
    """

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
    """Content of *Wrong? Tap to fix* for one place, such as a space of the board: its things, those that could
    be there too (`more`, folded), and pages where else it can be corrected.

    `name` stands in the page's heading (“What’s wrong at B2?”), `title` above the things; `back` is the page of the
    place, an address below the table's.
    """

    name: str = ""
    title: str = ""
    things: tuple[Thing, ...] = ()
    more: tuple[Thing, ...] = ()
    links: tuple[MenuRow, ...] = ()
    back: str = ""


class Counted(Struct, frozen=True):
    """A thing to count: what it is called in commands, its name and its symbol, the largest number that there can be of
    it (`most`; ``most.<thing>`` of the game's words says so), and how many points one is worth (0: it is no sum)."""

    thing: str
    name: str
    sign: str
    most: int = 99
    worth: int = 0


class Part(Struct, frozen=True):
    """A custom form part of a game: a template, its values (`part` in it), and the things that it sets.
    Things that it has not set are none."""

    template: str
    things: tuple[str, ...]
    shown: object


class Heap(Struct, frozen=True):
    """Things of several kinds that lie together, such as a hand of cards: a tap adds one of a kind."""

    name: str
    kinds: tuple[Counted, ...]
    photo: tuple[str, str] | None = None
    """Where it is photographed, and what the key that leads there says; none: it cannot be."""


Field = Counted | Heap | Part


class Holding(Struct, frozen=True):
    """Something that a player holds, as the bar under the page shows it: symbols with their names, how many, and what
    they are called. None: the symbols say how many. `then`: how many it comes to by what is being done."""

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
    """The name of the face's input that takes the row; empty: the face is bound to the row."""
    art: str = ""
    set: Mapping[str, str | float] = {}
    """Values for further inputs of the face."""
    window: str = ""
    """The box of the face that is seen. Then it is a picture of its own: a board has more in it than a symbol."""

"""What the interface takes and gives about tables (`values`)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from companion.tables import (
    Answer,
    AnyCommand,
    Chair,
    Question,
    Settings,
    TallyView,
    Who,
)
from companion.tables.log.commands import Language
from companion.tables.log.entries import Body, Name
from companion.web.api.values import Fault, Happened, Options, PositionForms, Scores, SeatNumber, Taken


class Token(Struct, frozen=True):
    token: str


class OpenTable(Taken, frozen=True):
    """A game, its house rules, how many chairs (none: as many as can play), and in which language it is told."""

    game: str
    options: Options = field(default_factory=dict)
    settings: Settings = Settings()
    chairs: Annotated[int, Meta(ge=1, le=99)] | None = None
    language: Literal["en", "es"] = "en"
    command_id: str | None = None


class OpenedTable(Struct, frozen=True):
    """The table's code, and the token of its host: yours, or a new one if none was sent."""

    code: str
    token: str


class DraftForm(Struct, frozen=True):
    """The position being tapped in; `missing` are the fields without which it cannot go on."""

    position: PositionForms | None
    faults: tuple[Fault, ...]
    missing: tuple[str, ...]


class AskCard(Struct, frozen=True):
    """An open question, answered by the command ``reply``: to go back to entry `to`, and what is asked for besides.

    `what`: ``undo``; ``end``: the game ends; ``replace``: a step is put right; or, where players hide something from
    each other, ``position``: another position; ``correct``: the corrections in `effects`; ``back``: what was taken
    back; ``seat``: another phone takes a seat; ``lend``: a hand is shown on another phone. `goes` are the entries that
    would be taken back, `of` the chairs that are asked, `yes` those that agree so far; one *no* ends it. `mine`: you
    may answer; `instead`: you may once those who are asked have been silent for 30 seconds from `at` (milliseconds
    since 1970) on.
    """

    seq: int
    to: int
    asker: int | None
    goes: tuple[int, ...]
    of: tuple[int, ...]
    yes: tuple[int | None, ...]
    at: int
    mine: bool
    instead: bool
    what: str
    effects: tuple[Happened, ...]


class TableView(Struct, frozen=True):
    """A table as one phone may know it: what it may not is unknown in the position, and missing elsewhere.

    `seq` is the newest entry: send it back as `expected`, and wait for the next one after it. `over`: the game is, and
    `score` is final. `legal` are your actions, without those that show a card which lies elsewhere for all to see.
    `question` is what the app asks before it goes on; anybody seated may send one of `answers`. `house_rules` are all
    that hold, said or not.
    """

    code: str
    game: str
    seq: int
    me: Who
    seat: int | None
    language: str
    settings: Settings
    options: Options
    house_rules: Options
    chairs: tuple[Chair, ...]
    over: bool
    position: PositionForms | None
    waiting: tuple[int, ...]
    legal: tuple[str, ...]
    outcomes: tuple[str, ...]
    question: Question | None
    answers: tuple[Answer, ...]
    undo: AskCard | None
    can_undo: bool
    can_redo: bool
    draft: DraftForm | None
    tally: TallyView | None
    score: Scores | None
    shown: int
    corrected: tuple[str, ...]
    commitment: str
    proof: str | None
    closed: bool


class LogLine(Struct, frozen=True):
    """An entry of the log as a phone may see it: what it did to the game, or else what it says (`body`)."""

    seq: int
    kind: str
    at: int
    actor: int | None
    seat: int | None
    source: str
    moment: bool
    undone: bool
    effects: tuple[Happened, ...]
    body: Body | None


class Log(Struct, frozen=True):
    entries: tuple[LogLine, ...]
    seq: int


class Command(Taken, frozen=True):
    """A command, its own id, and the newest entry that its sender had seen (none: it does not matter)."""

    command: AnyCommand
    command_id: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
    expected: Annotated[int, Meta(ge=0, lt=2**31)] | None = None


class Done(Struct, frozen=True):
    """It is in the log: these entries. `repeated`: it was there already. `asked`: it has become a question."""

    entries: tuple[LogLine, ...]
    seq: int
    repeated: bool
    asked: bool


class SeatInfo(Struct, frozen=True):
    """A chair; when its phone was last heard of (milliseconds since 1970) and how many entries it lacks."""

    chair: Chair
    heard: int | None
    behind: int | None


class Seats(Struct, frozen=True):
    seats: tuple[SeatInfo, ...]


class MoveCode(Struct, frozen=True):
    """A one-time code, good for ten minutes, for the command ``bring`` of another phone."""

    move_code: str


class AskSeat(Taken, frozen=True):
    """`name` is for a free seat that holds a hidden hand."""

    chair: SeatNumber
    name: Name = ""
    language: Language = "en"


class Asked(Struct, frozen=True):
    """The number that the host answers with the command ``give``."""

    number: int


class SeatRequestInfo(Struct, frozen=True):
    """`name`: somebody who comes late to a free seat; empty: a seat's own phone is lost."""

    number: int
    chair: int
    name: str


class SeatRequests(Struct, frozen=True):
    requests: tuple[SeatRequestInfo, ...]


class Newest(Struct, frozen=True):
    seq: int


class After(Struct, frozen=True, forbid_unknown_fields=True):
    """`after`: only entries after this one."""

    after: Annotated[int, Meta(ge=0, lt=2**31)] = 0
    limit: Annotated[int, Meta(ge=1, le=200)] = 200


class Waiting(Struct, frozen=True, forbid_unknown_fields=True):
    """`after`: wait for an entry after this one; `seconds`: for so long at most."""

    after: Annotated[int, Meta(ge=0, lt=2**31)] = 0
    seconds: Annotated[float, Meta(ge=0, le=25)] = 20.0

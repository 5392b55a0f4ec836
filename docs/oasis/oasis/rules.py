"""The rules of Oasis: what `companion.engine.game.Game` asks of a game, in one module.

>>> from oasis import rules
>>> state = rules.new(2)
>>> state, _ = rules.play(state, rules.Filled(4))
>>> rules.text(state)
'oasis well:14 drunk:0/0 turn:A start:A last:-'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.codec import Codec
from companion.engine.correction import Change, Correction, corrected, correction_refusal
from companion.engine.door import Door
from companion.engine.game import (
    CHANCE,
    OVER,
    Chances,
    Fault,
    Legal,
    OptionError,
    ParseError,
    Refusal,
    RefusedError,
    Score,
    ScoreLine,
    Seat,
    Sheet,
    Switch,
    Turn,
    Why,
)
from companion.engine.notation import Notation
from companion.engine.reading import Token, number, read_fields
from companion.engine.spelling import Wrong
from companion.engine.wording import Wording, wording

ID: Final = "oasis"
PLAYERS: Final = (2, 3, 4)
SWITCHES: Final[tuple[Switch, ...]] = ()
LETTERS: Final = "ABCD"
FEWEST: Final = 10
"""Draughts in the well, besides those of the die."""
MOST_DRUNK: Final = 3
"""Draughts in one turn."""
MUD: Final = -4
"""Points of the last draught, besides its own one."""
LARGEST: Final = 999
"""The largest number that a position may hold."""


class State(Struct, frozen=True):
    """A position. `well` is None until the die has been rolled; `last` is the seat that emptied it."""

    well: int | None
    drunk: tuple[int, ...]
    seat: Seat
    start: Seat
    last: Seat | None = None

    @property
    def turn(self) -> Turn:
        if self.well is None:
            return CHANCE
        return self.seat if self.well else OVER


class Filled(Struct, frozen=True, tag="die"):
    """Chance: the die that fills the well."""

    die: int


class Drink(Struct, frozen=True, tag="drink"):
    """A seat's turn: so many draughts."""

    draughts: int


Action = Filled | Drink | Correction
DOOR: Final[Door[State, Action]] = Door(Action)


class WellFilled(Struct, frozen=True):
    die: int
    well: int
    rule: str = "setup"


class Drank(Struct, frozen=True):
    seat: Seat
    draughts: int
    left: int
    rule: str = "turn"


class DrankMud(Struct, frozen=True):
    seat: Seat
    rule: str = "mud"


class Corrected(Struct, frozen=True):
    who: str
    why: str
    changes: tuple[Change, ...]
    rule: str = "turn"


Effect = WellFilled | Drank | DrankMud | Corrected


def new(players: int, *, start: int = 0) -> State:
    """The position before the die. Raises `OptionError`."""
    if players not in PLAYERS:
        raise OptionError(f"players: {players} cannot play; 2, 3 or 4 can")
    if not 0 <= start < players:
        raise OptionError(f"start: there is no seat {start}")
    return State(None, (0,) * players, Seat(start), Seat(start))


def waiting(state: State) -> tuple[Seat, ...]:
    return (state.seat,) if isinstance(state.turn, int) else ()


@DOOR.legal
def legal(state: State, by: Seat | None = None) -> Legal[Action]:
    every: tuple[Action, ...] = (*map(Filled, range(1, 7)), *map(Drink, range(1, MOST_DRUNK + 1)))
    return Legal([action for action in every if refusal(state, action, by) is None], state, by, refusal)


@DOOR.refusal
def refusal(state: State, action: Action, by: Seat | None = None) -> Refusal | None:
    match action:
        case Filled(die):
            if state.well is not None or by is not None:
                return Refusal("filled", "setup")
            return None if 1 <= die <= 6 else Refusal("no_die", "setup", number=die)
        case Drink(draughts):
            if not isinstance(state.turn, int):
                return Refusal("over" if state.turn is OVER else "dry", "turn")
            if by is not None and by != state.seat:
                return Refusal("not_your_turn", "turn", seat=state.seat)
            if not 1 <= draughts <= min(MOST_DRUNK, state.well or 0):
                return Refusal("too_much", "turn", number=min(MOST_DRUNK, state.well or 0))
            return None
    return correction_refusal(state, action, to_json, from_json)


def play(state: State, action: Action, by: Seat | None = None) -> tuple[State, tuple[Effect, ...]]:
    refused = refusal(state, action, by)
    if refused is not None:
        raise RefusedError(refused, action)
    match action:
        case Filled(die):
            return replace(state, well=FEWEST + die), (WellFilled(die, FEWEST + die),)
        case Drink(draughts):
            return _drunk(state, draughts)
    after = corrected(state, action, to_json, from_json)
    return after, (Corrected(action.who, action.why, action.changes),)


def _drunk(state: State, draughts: int) -> tuple[State, tuple[Effect, ...]]:
    seat = state.seat
    left = (state.well or 0) - draughts
    drunk = tuple(n + draughts * (other == seat) for other, n in enumerate(state.drunk))
    following = Seat((seat + 1) % len(drunk))
    drank = Drank(seat, draughts, left)
    if left:
        return replace(state, well=left, drunk=drunk, seat=following), (drank,)
    return replace(state, well=0, drunk=drunk, last=seat), (drank, DrankMud(seat))


def chances(state: State) -> Chances[Action]:
    if state.turn is not CHANCE:
        raise ValueError("nothing is rolled here")
    return Chances(tuple(map(Filled, range(1, 7))), (1,) * 6)


def view(state: State, seat: Seat | None) -> State:
    """All of it: nothing is hidden."""
    return state


def seen(state: State, effect: Effect, seat: Seat | None) -> Effect:
    return effect


def resolving(state: State) -> State:
    return state


def score(state: State) -> Score:
    sheets = tuple(_sheet(state, Seat(seat)) for seat in range(len(state.drunk)))
    best = max(sheet.total for sheet in sheets)
    winners = tuple(sheet.seat for sheet in sheets if sheet.total == best)
    return Score(sheets, winners, "end" if len(winners) == 1 else "tie", state.turn is OVER)


def _sheet(state: State, seat: Seat) -> Sheet:
    mud = (ScoreLine("mud", 1, MUD, "mud"),) if state.last == seat else ()
    return Sheet(seat, (ScoreLine("draught", state.drunk[seat], 1, "end"), *mud))


def faults(state: State) -> tuple[Fault, ...]:
    found = []
    if state.well is not None:
        water = state.well + sum(state.drunk)
        if not FEWEST < water <= FEWEST + 6:
            found.append(Fault("water", "setup", found=water, expected=FEWEST + 6))
    if state.last is not None and state.well != 0:
        found.append(Fault("last", "mud"))
    return tuple(found)


def text(state: State) -> str:
    well = "?" if state.well is None else str(state.well)
    last = "-" if state.last is None else LETTERS[state.last]
    drunk = "/".join(map(str, state.drunk))
    return f"oasis well:{well} drunk:{drunk} turn:{LETTERS[state.seat]} start:{LETTERS[state.start]} last:{last}"


FIELDS: Final = ("well", "drunk", "turn", "start", "last")


def parse(text: str) -> State:
    """The state of a line. Raises `ParseError` with the place of what is wrong."""
    reading = read_fields(text, FIELDS)
    if [word.text for word in reading.head] != ["oasis"]:
        raise ParseError("expected “oasis”, then its fields")
    for name in FIELDS:
        if name not in reading.fields:
            raise ParseError(f"{name}: is missing", 1, len(text) + 1)
    fields = reading.fields
    drunk = tuple(_count(word) for word in fields["drunk"].items if word.text != "/")
    if len(drunk) not in PLAYERS:
        raise fields["drunk"].name.wrong("drunk: expected 2 to 4 numbers with / between them")
    well = None if fields["well"].one("a number or ?").text == "?" else fields["well"].whole(0, LARGEST)
    last = fields["last"].one("a letter or -")
    return State(
        well,
        drunk,
        _seat(fields["turn"].one("a letter"), len(drunk)),
        _seat(fields["start"].one("a letter"), len(drunk)),
        None if last.text == "-" else _seat(last, len(drunk)),
    )


def _count(word: Token) -> int:
    found = number(word.text)
    if found is None or found > LARGEST:
        raise word.wrong(f"drunk: expected a number up to {LARGEST}, not {word.text!r}")
    return found


def _seat(word: Token, players: int) -> Seat:
    letters = LETTERS[:players]
    if len(word.text) != 1 or word.text.upper() not in letters:
        raise word.wrong(f"expected one of {', '.join(letters)}, not {word.text!r}")
    return Seat(letters.index(word.text.upper()))


def _playable(form: Any) -> None:
    if len(form.drunk) not in PLAYERS:
        raise Wrong("2 to 4 players can play", ".drunk")


def _within_bounds(state: State) -> State:
    if any(not 0 <= n <= LARGEST for n in (*state.drunk, state.well or 0)):
        raise Wrong(f"numbers go from 0 to {LARGEST}")
    return state


_CODEC = Codec(
    State, "A position of Oasis", int, lambda of: range(len(of.drunk)), before=_playable, after=_within_bounds
)
to_json, from_json, schema = _CODEC.to_json, _CODEC.from_json, _CODEC.schema
_NOTATION: Notation[Action] = Notation(Action, "die 4, drink 2")
action_text, parse_action = _NOTATION.text, _NOTATION.read


def say(thing: Any, state: State, language: str = "en", names: Sequence[str] = ()) -> str:
    words = wording(__package__ or "", language)
    fields = _fields(thing, words, state, names)
    match thing:
        case Refusal():
            return words.phrase(f"refusal.{thing.reason}.long", **fields)
        case Fault():
            return words.phrase(f"fault.{thing.kind}", **fields)
        case ScoreLine():
            return words.phrase(f"score.{thing.thing}")
    return words.phrase(f"effect.{type(thing).__name__}", **fields)


def short(refusal: Refusal, state: State, language: str = "en", names: Sequence[str] = ()) -> str:
    words = wording(__package__ or "", language)
    return words.phrase(f"refusal.{refusal.reason}.short", **_fields(refusal, words, state, names))


def why(effect: Effect, state: State, language: str = "en", names: Sequence[str] = ()) -> tuple[Why, ...]:
    """Nothing has to be decided here that the sentence does not say."""
    return ()


def _fields(thing: Struct, words: Wording, state: State, names: Sequence[str]) -> dict[str, str]:
    """The fields of a value in words."""
    called = tuple(names) or tuple(LETTERS[: len(state.drunk)])
    fields = {}
    for name in thing.__struct_fields__:
        value = getattr(thing, name)
        if name == "seat" and value is not None:
            fields["name"] = called[value]
        elif name == "draughts":
            fields[name] = words.count("draught", value)
        elif name == "changes":
            fields[name] = ", ".join(f"{c.path} = {msgspec.json.encode(c.value).decode()}" for c in value)
        elif value is not None:
            fields[name] = str(value)
    return fields

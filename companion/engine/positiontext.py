"""Positions in one line that a person can type, derived from the type of a game's states.

    class State(Struct, frozen=True):
        hands: Annotated[tuple[Cards, ...], By(Seat), Spelled("hand-")]    # hand-A: 05 07, a field for each seat
        deck: Cards                                                        # Cards = Annotated[tuple[…], Form(…)]
        now: Deal | Pick | Over                                            # now: pick B (companion.engine.phases)
        run: Positive = 1                                                  # run: 2
        start: Seat = Seat(0)                                              # start: B
        last_round: Annotated[bool, Spelled("last")] = False               # last: yes

A field is left out where it is its default; where it has none, what goes with its form; or what follows from the rest
of the state, as the game says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from msgspec import NODEFAULT, Struct, structs

from companion.engine.forms import Form, bare, extra, simple, spelled
from companion.engine.game import OptionError, ParseError, Seat, Switch
from companion.engine.message import Said
from companion.engine.phases import one_of
from companion.engine.reading import Field, read_fields, read_switches
from companion.engine.seating import Seating, Seats
from companion.engine.spelling import By, Wrong

S = TypeVar("S")
Fields = Mapping[str, Field]
Follows = Mapping[str, Callable[[Any], Any]]


class Options(Struct, frozen=True):
    """How the house rules of a game are written: a field for each that is not as usual."""

    usual: Any
    switches: tuple[Switch, ...]
    settled: Callable[[Any, int], Any] = lambda options, players: options
    """The options as they apply to so many players. Raises `OptionError`."""
    blamed: str = ""
    """The field to blame for that."""

    @property
    def names(self) -> Iterable[str]:
        return [_written(switch.name) for switch in self.switches]

    def write(self, state: Any, seats: Seats, line: list[str]) -> None:
        for switch in self.switches if state.options != self.usual else ():
            without = structs.replace(state.options, **{switch.name: getattr(self.usual, switch.name)})
            if without != state.options and self.settled(without, len(seats.letters)) != state.options:
                value = getattr(state.options, switch.name)
                line.append(f"{_written(switch.name)}: {'none' if value is None else _written(str(value))}")

    def read(self, made: Any, fields: Fields, seats: Seats) -> None:
        values = read_switches(fields, self.switches)
        try:
            made.options = self.settled(structs.replace(self.usual, **values), len(seats.letters))
        except OptionError as error:
            raise fields[self.blamed].name.wrong(error.what) from error


def _written(name: str) -> str:
    return name.replace("_", "-")


class _Part(Struct, frozen=True):
    """A field of the state, and how it is written."""

    field: str
    name: str
    """In the text; of a field for each seat what stands before the seat's letter."""
    form: Form
    left: Any
    """What it stands for when it is left out, of one seat if it is a field for each."""
    follows: Callable[[Any], Any] | None = None
    """The same of a state, where it follows from the rest."""

    @property
    def names(self) -> Iterable[str]:
        return [self.name]

    def write(self, state: Any, seats: Seats, line: list[str]) -> None:
        value = getattr(state, self.field)
        if self.form.also:
            value = value, *[getattr(state, name) for name in self.form.also]
        left = self.follows(state) if self.follows else self.left
        if value != left or self.form.always:
            line.append(f"{self.name}: {self.form.write(value, seats, left) or '-'}")

    def read(self, made: Any, fields: Fields, seats: Seats) -> None:
        """Sets its fields of a state in the making."""
        field, value = fields.get(self.name), self.left
        if self.follows is not None and (field is None or self.form.leans):
            setattr(made, self.field, value)
            value = self.follows(made)
        if field is not None:
            value = self.form.read(field, seats, value)
        setattr(made, self.field, value[0] if self.form.also else value)
        for i, name in enumerate(self.form.also, start=1):
            setattr(made, name, value[i])


class _PhasePart(_Part, frozen=True):
    """A field of what comes next that is a field of the position."""

    only: Said = ""
    """What to say of it in a phase that does not have it."""

    def write(self, state: Any, seats: Seats, line: list[str]) -> None:
        value = getattr(state.now, self.field, self.left)
        if value != self.left:
            line.append(f"{self.name}: {self.form.write(value, seats, self.left)}")

    def read(self, made: Any, fields: Fields, seats: Seats) -> None:
        field = fields.get(self.name)
        if field is not None:
            if not hasattr(made.now, self.field):
                raise field.name.wrong(self.only)
            made.now = structs.replace(made.now, **{self.field: self.form.read(field, seats, self.left)})


class _Columns(Struct, frozen=True):
    """Fields for each seat that are written seat by seat. Those of one name are one field."""

    parts: tuple[_Part, ...]
    whose: Mapping[str, str]
    """The seat of a field, of all that can play."""
    each: str
    """What such a field is called where nobody has that seat."""

    @property
    def names(self) -> Iterable[str]:
        return self.whose

    def write(self, state: Any, seats: Seats, line: list[str]) -> None:
        columns = [(part, getattr(state, part.field), part.follows and part.follows(state)) for part in self.parts]
        for seat, letter in enumerate(seats.letters):
            before = None
            for part, values, lefts in columns:
                value, left = values[seat], lefts[seat] if lefts else part.left
                if value != left:
                    words = part.form.write(value, seats, left) or "-"
                    line.append(words if part.name == before else f"{part.name}{letter}: {words}")
                    before = part.name

    def read(self, made: Any, fields: Fields, seats: Seats) -> None:
        for name, field in fields.items():
            if name in self.whose and self.whose[name] not in seats.named:
                raise seats.nobody(field.name, self.each, self.whose[name].upper())
        for part in self.parts:
            given = [seats.field(fields, part.name, seat) for seat in range(len(seats.letters))]
            setattr(made, part.field, given)
            lefts = part.follows(made) if part.follows else [part.left] * len(given)
            columns = zip(given, lefts, strict=True)
            found = [left if field is None else part.form.read(field, seats, left) for field, left in columns]
            setattr(made, part.field, tuple(found))


_Unit = Options | _Part | _Columns


class _Making:
    """A state in the making: its fields are read as they are asked for."""

    __slots__ = ("__dict__", "_read")

    def __init__(self, read: Callable[[_Making, str], None], given: Mapping[str, Any]) -> None:
        self._read = read
        vars(self).update(given)

    def __getattr__(self, field: str) -> Any:
        self._read(self, field)
        return vars(self)[field]


class PositionText(Generic[S]):
    """Writes and reads the states of a game as text.

    `written` names the fields in the order in which they are written, after the house rules, with ``+`` between those
    that are written seat by seat. `read` and `listed` are the orders in which they are read and in which an error names
    them, where it matters, with the first of each such group and ``options``. `follows` has what fields stand
    for that are left out, where that follows from the others: functions of a state's fields. `forms` are those that
    the types do not tell. `check` raises `Wrong`.
    """

    def __init__(
        self,
        game: str,
        state: type[S],
        seating: Seating,
        written: str,
        *,
        read: str = "",
        listed: str = "",
        options: Options | None = None,
        follows: Follows | None = None,
        forms: Mapping[str, Form] | None = None,
        check: Callable[[S], object] = lambda state: None,
    ) -> None:
        self._game, self._state, self._seating, self._check = game, state, seating, check
        part = _maker(state, follows or {}, forms or {})
        units: dict[str, _Unit] = {"options": options} if options else {}
        self._written = list(units.values())
        for names in written.split():
            parts = [part(name) for name in names.split("+")]
            befores = dict.fromkeys(one.name for one, each in parts if each)
            whose = {f"{before}{seat}": seat for seat in seating.names for before in befores}
            unit = _Columns(tuple(one for one, _ in parts), whose, seating.each) if whose else parts[0][0]
            self._written.append(unit)
            units |= dict.fromkeys(names.split("+"), unit)
        self._units, self._order = units, tuple(dict.fromkeys([*read.split(), *units]))
        usual = sorted(self._written, key=lambda unit: (isinstance(unit, Options), isinstance(unit, _Columns)))
        shown = [units[name] for name in listed.split()] or usual
        self._known = [name for unit in shown for name in unit.names]

    def text(self, state: S) -> str:
        """The position in one line. What can be worked out from the rest is left out."""
        seats = self._seating.seats(state)
        line = [self._game, self._seating.written(seats)]
        for unit in self._written:
            unit.write(state, seats, line)
        return " ".join(line)

    def parse(self, text: str) -> S:
        """The position in the text. Raises `ParseError` with line, column, and what was expected there."""
        reading = read_fields(text, self._known)
        head, fields = reading.head, reading.fields
        seats = self._seating.read(head[1:] if head and head[0].text.lower() == self._game else head)
        made = _Making(lambda made, name: self._units[name].read(made, fields, seats), self._seating.fields(seats))
        for name in self._order:
            if name not in vars(made):
                self._units[name].read(made, fields, seats)
        state = self._state(**vars(made))
        try:
            self._check(state)
        except Wrong as error:
            raise ParseError(error.what) from error
        return state


def _maker(state: type[Any], follows: Follows, forms: Mapping[str, Form]) -> Callable[[str], tuple[_Part, bool]]:
    """Makes the part of a field, and tells whether it is a field for each seat."""
    infos, hints = {info.name: info for info in structs.fields(state)}, get_type_hints(state, include_extras=True)
    types = get_args(bare(hints.get("now")))
    own = {name: hint for one in types for name, hint in get_type_hints(one, include_extras=True).items()}

    def part(field: str) -> tuple[_Part, bool]:
        if field not in hints:
            spelling, form = spelled(own[field]), simple(own[field])
            return _PhasePart(field, spelling.name, form, form.left, only=spelling.only), False
        hint, info = hints[field], infos[field]
        each = getattr(extra(hint, By), "axis", None) is Seat
        made = forms.get(field) or (one_of(types) if types and field == "now" else None)
        form = made or simple(get_args(bare(hint))[0] if each else hint)
        left = form.left if info.default is NODEFAULT else info.default
        name = spelled(hint).name or ("" if each else _written(info.encode_name))
        return _Part(field, name, form, left, follows.get(field)), each

    return part

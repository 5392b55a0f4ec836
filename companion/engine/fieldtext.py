"""Positions in one line, derived from the type of a game's states: ``oasis well:14 drunk:0/0 turn:A``.

    class State(Struct, frozen=True):
        well: Annotated[int | None, Spelled(none="?")]     # well:14, well:?
        drunk: tuple[int, ...]                             # drunk:3/0, one for each player
        seat: Annotated[Seat, Spelled("turn")]             # turn:A
        last: Seat | None = None                           # last:-

A field is a number, a seat, a name of the rules (`Word`), any of them or none, or so many numbers as there are
players. What a position needs besides is spelled by the game itself.
"""

from __future__ import annotations

from typing import Annotated, Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct

from companion.engine.game import ParseError, Seat, Word
from companion.engine.reading import Field, Token, number, read_fields
from companion.engine.spelling import Wrong

S = TypeVar("S")
LETTERS = "ABCDEFGHIJ"
"""What seats are called."""


class Spelled(Struct, frozen=True):
    """How a field is written, where that is not its own name, or none is not ``-``."""

    name: str = ""
    none: str = "-"


class _Part(Struct, frozen=True):
    """A field of the state: its own name and the written one, its type, and how none is written, if it may be none."""

    field: str
    name: str
    kind: Any
    none: str | None = None
    many: bool = False


class FieldText(Generic[S]):
    """Writes and reads the states of a game as text. The first field with a number for each player tells how many
    they are; no number is larger than `largest`."""

    def __init__(self, game: str, state: type[S], players: tuple[int, ...], largest: int) -> None:
        self._game, self._state = game, state
        self._numbers, self._largest = players, largest
        self._parts = [_part(field, hint) for field, hint in get_type_hints(state, include_extras=True).items()]
        self._each = next(part for part in self._parts if part.many)

    def players(self, state: Any) -> int:
        """How many play, of a state or a form of one."""
        return len(getattr(state, self._each.field))

    def text(self, state: S) -> str:
        """The position in one line; `parse` reads it back."""
        return " ".join([self._game, *(f"{p.name}:{_written(p, getattr(state, p.field))}" for p in self._parts)])

    def parse(self, text: str) -> S:
        """The state of a line. Raises `ParseError` with the place of what is wrong."""
        names = [part.name for part in self._parts]
        reading = read_fields(text, names)
        if [word.text for word in reading.head] != [self._game]:
            raise ParseError(f"expected “{self._game}”, then its fields")
        for name in names:
            if name not in reading.fields:
                raise ParseError(f"{name}: is missing", 1, len(text) + 1)
        fields = reading.fields
        many = {part.name: self._read_many(part, fields[part.name]) for part in self._parts if part.many}
        players = len(many[self._each.name])
        values = {p.field: many[p.name] if p.many else self._read(p, fields[p.name], players) for p in self._parts}
        return self._state(**values)

    def check_players(self, form: Any) -> None:
        """Raises `Wrong`: so many cannot play."""
        if self.players(form) not in self._numbers:
            raise Wrong(f"{self._numbers[0]} to {self._numbers[-1]} players can play", f".{self._each.field}")

    def checked(self, state: S) -> S:
        """The state that JSON spelled. Raises `Wrong`: a number too few or too large."""
        numbers: list[int] = []
        for part in self._parts:
            value = getattr(state, part.field)
            if part.many:
                numbers.extend(value)
                if len(value) != self.players(state):
                    raise Wrong(f"{self.players(state)} players play", f".{part.field}")
            elif part.kind is int and value is not None:
                numbers.append(value)
        if any(not 0 <= n <= self._largest for n in numbers):
            raise Wrong(f"numbers go from 0 to {self._largest}")
        return state

    def _read_many(self, part: _Part, field: Field) -> tuple[int, ...]:
        found = tuple(self._count(part, word) for word in field.items if word.text != "/")
        if len(found) not in self._numbers:
            bounds = f"{self._numbers[0]} to {self._numbers[-1]}"
            raise field.name.wrong(f"{part.name}: expected {bounds} numbers with / between them")
        return found

    def _count(self, part: _Part, word: Token) -> int:
        found = number(word.text)
        if found is None or found > self._largest:
            raise word.wrong(f"{part.name}: expected a number up to {self._largest}, not {word.text!r}")
        return found

    def _read(self, part: _Part, field: Field, players: int) -> Any:
        expected = "a number" if part.kind is int else "a letter" if part.kind is Seat else ", ".join(part.kind)
        word = field.one(expected if part.none is None else f"{expected} or {part.none}")
        if part.none is not None and word.text == part.none:
            return None
        if part.kind is int:
            return field.whole(0, self._largest)
        if part.kind is Seat:
            return _seat(word, players)
        if word.text.lower() not in list(part.kind):
            raise word.wrong(f"{part.name}: expected {expected}, not {word.text!r}")
        return part.kind(word.text.lower())


def _part(field: str, hint: Any) -> _Part:
    spelled = Spelled()
    if get_origin(hint) is Annotated:
        hint, *extras = get_args(hint)
        spelled = next((extra for extra in extras if isinstance(extra, Spelled)), spelled)
    kinds = [kind for kind in get_args(hint) if kind is not type(None)]
    many, optional = get_origin(hint) is tuple, type(None) in get_args(hint)
    kind = int if many else kinds[0] if optional else hint
    named = isinstance(kind, type) and issubclass(kind, Word)
    if (many and kinds != [int, ...]) or not (named or kind in (int, Seat)):
        raise TypeError(f"{field}: it is not known how {hint!r} is written in a position; the game has to spell it")
    return _Part(field, spelled.name or field, kind, spelled.none if optional else None, many)


def _written(part: _Part, value: Any) -> str:
    if part.many:
        return "/".join(map(str, value))
    if value is None:
        return part.none or ""
    return LETTERS[value] if part.kind is Seat else str(value)


def _seat(word: Token, players: int) -> Seat:
    letters = LETTERS[:players]
    if len(word.text) != 1 or word.text.upper() not in letters:
        raise word.wrong(f"expected one of {', '.join(letters)}, not {word.text!r}")
    return Seat(letters.index(word.text.upper()))

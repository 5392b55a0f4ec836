"""Positions in one line, derived from the type of a game's states: ``oasis well:14 drunk:0/0 turn:A``.

    class State(Struct, frozen=True):
        well: Annotated[int | None, Spelled(none="?")]              # well:14, well:?
        drunk: tuple[int, ...]                                      # drunk:3/0, one for each player
        stones: Annotated[tuple[Seat | None, ...], By(PITS)]        # stones:A/-/B, one for each name of an axis
        seat: Annotated[Seat, Spelled("turn")]                      # turn:A
        last: Seat | None = None                                    # last:-

A field is a number, a seat, a name of the rules (`Word`), any of them or none, or a row of these: one for each player,
or for each name of an axis (`companion.engine.spelling.By`).
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Generic, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct

from companion.engine.game import ParseError, Seat, Word
from companion.engine.message import Value, either, message
from companion.engine.reading import Field, Token, number, read_fields
from companion.engine.spelling import By, Wrong

S = TypeVar("S")
LETTERS = "ABCDEFGHIJ"
"""What seats are called."""


class Spelled(Struct, frozen=True):
    """How a field is written, where that is not its own name, or none is not ``-``."""

    name: str = ""
    none: str = "-"


class _Part(Struct, frozen=True):
    """A field of the state: its own name and the written one, its type, and how none is written, if it may be none.

    A row has so many `places`; 0: one for each player.
    """

    field: str
    name: str
    kind: Any
    none: str | None
    row: bool
    places: int


class FieldText(Generic[S]):
    """Writes and reads the states of a game as text. The first row with a place for each player tells how many they
    are, where that is not always the same number; no number is larger than `largest`."""

    def __init__(self, game: str, state: type[S], players: tuple[int, ...], largest: int) -> None:
        """Raises `TypeError` at a field that it does not know how to write."""
        self._game, self._state = game, state
        self._numbers, self._largest = players, largest
        hints = get_type_hints(state, include_extras=True).items()
        self._parts = [_part(field, hint) for field, hint in hints if get_origin(hint) is not ClassVar]
        self._each = next((part for part in self._parts if part.row and not part.places), None)
        if self._each is None and len(players) > 1:
            raise TypeError(f"{state.__name__}: a field with a place for each player has to tell how many play")

    def players(self, state: Any) -> int:
        """How many play, of a state or a form of one."""
        return self._numbers[0] if self._each is None else len(getattr(state, self._each.field))

    def text(self, state: S) -> str:
        """The position in one line; `parse` reads it back."""
        return " ".join([self._game, *(f"{p.name}:{_written(p, getattr(state, p.field))}" for p in self._parts)])

    def parse(self, text: str) -> S:
        """The state of a line. Raises `ParseError` with the place of what is wrong."""
        names = [part.name for part in self._parts]
        reading = read_fields(text, names)
        if [word.text for word in reading.head] != [self._game]:
            raise ParseError(message("game_first", game=self._game))
        for name in names:
            if name not in reading.fields:
                raise ParseError(message("field_missing", field=name), 1, len(text) + 1)
        fields, each, players = reading.fields, self._each, self._numbers[0]
        if each is not None:
            players = len(self._row(each, fields[each.name], self._numbers))
        return self._state(**{part.field: self._read(part, fields[part.name], players) for part in self._parts})

    def check_players(self, form: Any) -> None:
        """Raises `Wrong`: so many cannot play."""
        if self._each is not None and self.players(form) not in self._numbers:
            raise Wrong(
                message("players_between", lowest=self._numbers[0], highest=self._numbers[-1]), f".{self._each.field}"
            )

    def checked(self, state: S) -> S:
        """The state that JSON spelled. Raises `Wrong`: a number too few or too large."""
        numbers: list[int | None] = []
        for part in self._parts:
            value = getattr(state, part.field)
            if part.row and len(value) != (part.places or self.players(state)):
                raise Wrong(message("players_are", players=self.players(state)), f".{part.field}")
            if part.kind is int:
                numbers.extend(value if part.row else (value,))
        if any(n is not None and not 0 <= n <= self._largest for n in numbers):
            raise Wrong(message("numbers_up_to", most=self._largest))
        return state

    def _read(self, part: _Part, field: Field, players: int) -> Any:
        if part.row:
            return self._row(part, field, (part.places or players,), players)
        expected = self._expected(part)
        word = field.one(expected if part.none is None else either((expected, part.none)))
        if part.kind is int and word.text != part.none:
            return field.whole(0, self._largest)
        return self._value(part, word, players)

    def _expected(self, part: _Part) -> Value:
        if part.kind is int:
            return message("a_number")
        return message("a_letter") if part.kind is Seat else tuple(part.kind)

    def _row(self, part: _Part, field: Field, sizes: tuple[int, ...], players: int | None = None) -> tuple[Any, ...]:
        """The items of a row of one of these sizes. In the row that tells how many play, seats are those of its own."""
        words = [word for word in field.items if word.text != "/"]
        found = tuple(self._value(part, word, players or len(words)) for word in words)
        if len(found) not in sizes:
            count = sizes[0] if len(sizes) == 1 else message("from_to", lowest=sizes[0], highest=sizes[-1])
            raise field.name.lacking(
                message("numbers_parted", count=count) if part.kind is int else message("items_parted", count=count)
            )
        return found

    def _value(self, part: _Part, word: Token, players: int) -> Any:
        if part.none is not None and word.text == part.none:
            return None
        if part.kind is Seat:
            return _seat(word, players)
        if part.kind is int:
            found = number(word.text)
            if found is None or found > self._largest:
                raise word.unexpected(part.name, message("number_up_to", most=self._largest))
            return found
        names = {name.lower(): name for name in part.kind}
        if word.text.lower() not in names:
            raise word.unexpected(part.name, tuple(part.kind))
        return names[word.text.lower()]


def _part(field: str, hint: Any) -> _Part:
    inner, *extras = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    spelled = next((extra for extra in extras if isinstance(extra, Spelled)), Spelled())
    axis: Any = next((extra.axis for extra in extras if isinstance(extra, By)), Seat)
    row = get_origin(inner) is tuple and get_args(inner)[1:] == (...,)
    kind, optional = _kind(get_args(inner)[0] if row else inner)
    if not (kind in (int, Seat) or (isinstance(kind, type) and issubclass(kind, Word))):
        raise TypeError(f"{field}: it is not known how {hint!r} is written in a position; the game has to spell it")
    places = 0 if axis is Seat else len(axis)
    return _Part(field, spelled.name or field.replace("_", "-"), kind, spelled.none if optional else None, row, places)


def _kind(hint: Any) -> tuple[Any, bool]:
    """The type of one thing, and whether it may be none."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    kinds = [kind for kind in get_args(hint) if kind is not type(None)]
    if len(kinds) == 1 and type(None) in get_args(hint):
        return _kind(kinds[0])[0], True
    return hint, False


def _written(part: _Part, value: Any) -> str:
    return "/".join(_said(part, one) for one in value) if part.row else _said(part, value)


def _said(part: _Part, value: Any) -> str:
    if value is None:
        return part.none or ""
    return LETTERS[value] if part.kind is Seat else str(value)


def _seat(word: Token, players: int) -> Seat:
    letters = LETTERS[:players]
    if len(word.text) != 1 or word.text.upper() not in letters:
        raise word.wrong(message("expected_one_of", items=tuple(letters), given=word.text))
    return Seat(letters.index(word.text.upper()))

"""Positions of small games in one line, derived from the type of their states: ``oasis well:14 drunk:0/0 turn:A``.

    class State(Struct, frozen=True):
        well: Annotated[int | None, Spelled(none="?")]              # well:14, well:?
        drunk: tuple[int, ...]                                      # drunk:3/0, one for each player
        stones: Annotated[tuple[Seat | None, ...], By(PITS)]        # stones:A/-/B, one for each name of an axis
        seat: Annotated[Seat, Spelled("turn")]                      # turn:A
        last: Seat | None = None                                    # last:-

A field is a number, a seat, a name of the rules (`Word`), any of them or none, or a row of these: one for each player,
or for each name of an axis (`companion.engine.spelling.By`). None is ever left out.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct

from companion.engine.forms import (
    SEAT,
    Form,
    Piece,
    Spelled,
    alone,
    bare,
    expected,
    extra,
    named,
    numbered,
    optional,
    or_none,
    spelled,
)
from companion.engine.game import ParseError, Seat, Word
from companion.engine.message import Value, either, message
from companion.engine.reading import Field, Token, read_fields
from companion.engine.seating import Seats, lettered
from companion.engine.spelling import By, Wrong

__all__ = ["LETTERS", "FieldText", "Spelled"]
S = TypeVar("S")
LETTERS = "ABCDEFGHIJ"
"""What seats are called."""


class _Seats(Seats, frozen=True):
    def nobody(self, token: Token, field: str, name: str) -> ParseError:
        return token.wrong(message("expected_one_of", items=tuple(self.letters), given=name))


class _Part(Struct, frozen=True):
    """A field of the state, and how it is written."""

    name: str
    form: Form
    number: bool
    places: int | None
    """Of a row; 0: one for each player."""

    def read(self, field: Field, players: int, sizes: tuple[int, ...]) -> Any:
        return self.form.read(field, _seats(players), sizes)


class FieldText(Generic[S]):
    """Writes and reads the states of a game as text. The first row with a place for each player tells how many they
    are, where that is not always the same number; no number is larger than `largest`."""

    def __init__(self, game: str, state: type[S], players: tuple[int, ...], largest: int) -> None:
        """Raises `TypeError` at a field that it does not know how to write."""
        self._game, self._state = game, state
        self._numbers, self._largest = players, largest
        hints = get_type_hints(state, include_extras=True).items()
        self._parts = {field: _part(field, hint, largest) for field, hint in hints if get_origin(hint) is not ClassVar}
        self._each = next((field for field, part in self._parts.items() if part.places == 0), None)
        if self._each is None and len(players) > 1:
            raise TypeError(f"{state.__name__}: a field with a place for each player has to tell how many play")

    def players(self, state: Any) -> int:
        """How many play, of a state or a form of one."""
        return self._numbers[0] if self._each is None else len(getattr(state, self._each))

    def text(self, state: S) -> str:
        """The position in one line; `parse` reads it back."""
        seats = _seats(self.players(state))
        fields = [f"{p.name}:{p.form.write(getattr(state, field), seats, None)}" for field, p in self._parts.items()]
        return " ".join([self._game, *fields])

    def parse(self, text: str) -> S:
        """The state of a line. Raises `ParseError` with the place of what is wrong."""
        names = [part.name for part in self._parts.values()]
        reading = read_fields(text, names)
        if [word.text for word in reading.head] != [self._game]:
            raise ParseError(message("game_first", game=self._game))
        for name in names:
            if name not in reading.fields:
                raise ParseError(message("field_missing", field=name), 1, len(text) + 1)
        players = self._numbers[0]
        if self._each is not None:
            each = self._parts[self._each]
            field = reading.fields[each.name]
            players = len(each.read(field, len(_items(field)), self._numbers))
        parts = self._parts.items()
        return self._state(
            **{field: p.read(reading.fields[p.name], players, (p.places or players,)) for field, p in parts}
        )

    def check_players(self, form: Any) -> None:
        """Raises `Wrong`: so many cannot play."""
        if self._each is not None and self.players(form) not in self._numbers:
            raise Wrong(
                message("players_between", lowest=self._numbers[0], highest=self._numbers[-1]), f".{self._each}"
            )

    def checked(self, state: S) -> S:
        """The state that JSON spelled. Raises `Wrong`: a number too few or too large."""
        numbers: list[int | None] = []
        for field, part in self._parts.items():
            value = getattr(state, field)
            if part.places is not None and len(value) != (part.places or self.players(state)):
                raise Wrong(message("players_are", players=self.players(state)), f".{field}")
            if part.number:
                numbers.extend((value,) if part.places is None else value)
        if any(n is not None and not 0 <= n <= self._largest for n in numbers):
            raise Wrong(message("numbers_up_to", most=self._largest))
        return state


def _seats(players: int) -> Seats:
    return lettered(LETTERS[:players], _Seats)


def _part(field: str, hint: Any, largest: int) -> _Part:
    axis: Any = getattr(extra(hint, By), "axis", Seat)
    row = get_origin(bare(hint)) is tuple and get_args(bare(hint))[1:] == (...,)
    item = get_args(bare(hint))[0] if row else hint
    kind, none = bare(item), spelled(hint).none
    piece, asked = _piece(kind, row, largest)
    if piece is None:
        raise TypeError(f"{field}: it is not known how {hint!r} is written in a position; the game has to spell it")
    if optional(item):
        piece, asked = or_none(piece, none), either((asked, none))
    form = _row(piece, kind is int) if row else alone(piece, asked)
    places = (0 if axis is Seat else len(axis)) if row else None
    return _Part(spelled(hint).name or field.replace("_", "-"), form, kind is int, places)


def _piece(kind: Any, row: bool, largest: int) -> tuple[Piece | None, Value]:
    """How one thing is written, and what to ask for where there is none."""
    if kind is int:
        return numbered(0, largest, expected(message("number_up_to", most=largest)) if row else None), message(
            "a_number"
        )
    if kind is Seat:
        return SEAT, message("a_letter")
    if isinstance(kind, type) and issubclass(kind, Word):
        return named({name.lower(): name for name in kind}, expected(tuple(kind))), tuple(kind)
    return None, ""


def _items(field: Field) -> list[Token]:
    return [token for token in field.items if token.text != "/"]


def _row(piece: Piece, numbers: bool) -> Form:
    """Things with ``/`` between them, of one of the sizes that reading is told."""

    def read(field: Field, seats: Seats, sizes: tuple[int, ...]) -> tuple[Any, ...]:
        found = tuple([piece.read(token, field.name.text, seats) for token in _items(field)])
        if len(found) not in sizes:
            count = sizes[0] if len(sizes) == 1 else message("from_to", lowest=sizes[0], highest=sizes[-1])
            parted = message("numbers_parted", count=count) if numbers else message("items_parted", count=count)
            raise field.name.lacking(parted)
        return found

    return Form(lambda row, seats, left: "/".join([piece.write(one, seats) for one in row]), read)

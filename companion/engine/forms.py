"""How values are written in the fields of a position: a `Form` for a whole field, a `Piece` for one word of it.

Both stand in the annotation of a type. Those of numbers, seats, truth values and phases follow from the type itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from msgspec import Meta, Struct

from companion.engine.game import ParseError, Seat
from companion.engine.message import Said, Value, whole_number
from companion.engine.reading import A_PLAYER, YES_OR_NO, Field, Token, number
from companion.engine.seating import Seats
from companion.engine.spelling import MOST

T = TypeVar("T")
Wrong = Callable[[Token, str], ParseError]
"""The error about a word in the field of that name."""


class Form(Struct, frozen=True):
    """How a value is written in a field. Both ways are told the seats, and what the field stands for when left out."""

    write: Callable[[Any, Seats, Any], str]
    read: Callable[[Field, Seats, Any], Any]
    """Raises `ParseError` at the word that does not fit."""
    left: Any = None
    """What a field left out stands for, where the state does not say."""
    also: tuple[str, ...] = ()
    """The fields of the state that are written here, too: the value is a tuple of this one and theirs."""
    always: bool = False
    """It is never left out in writing."""
    leans: bool = False
    """What is read leans on what a field left out stands for."""


class Piece(Struct, frozen=True):
    """How a value is written in one word. It is read with the name of its field."""

    write: Callable[[Any, Seats], str]
    read: Callable[[Token, str, Seats], Any]
    """Raises `ParseError`."""


class Spelled(Struct, frozen=True):
    """How a field is written, where that does not follow from its own name and type."""

    name: str = ""
    """Of a field for each seat what stands before the seat's letter."""
    none: str = "-"
    missing: int | None = None
    """The number meant by a phase that names none."""
    only: Said = ""
    """Marks the field of a phase that is a field of the position: what to say of it in other phases."""


def expected(what: Value) -> Wrong:
    """The error that asks for this instead."""
    return lambda token, field: token.unexpected(field, what)


def numbered(lowest: int, highest: int | None = None, wrong: Wrong | None = None) -> Piece:
    """A whole number."""
    error = wrong or expected(whole_number(lowest, highest))

    def read(token: Token, field: str, seats: Seats) -> int:
        found = number(token.text)
        if found is None or found < lowest or (highest is not None and found > highest):
            raise error(token, field)
        return found

    return Piece(lambda n, seats: str(n), read)


def named(
    names: Mapping[str, Any], wrong: Wrong, write: Callable[[Any, Seats], str] = lambda value, seats: value
) -> Piece:
    """A name, in any case; `names` has them in lower case. What is no text has to say how it is written."""

    def read(token: Token, field: str, seats: Seats) -> Any:
        name = token.text.lower()
        if name not in names:
            raise wrong(token, field)
        return names[name]

    return Piece(write, read)


def or_none(piece: Piece, none: str = "-") -> Piece:
    """The same, or none."""
    return Piece(
        lambda value, seats: none if value is None else piece.write(value, seats),
        lambda token, field, seats: None if token.text == none else piece.read(token, field, seats),
    )


def alone(piece: Piece, asked: Value, left: Any = None) -> Form:
    """A field of one word; `asked` is what to ask for where there is none."""
    return Form(
        lambda value, seats, left: piece.write(value, seats),
        lambda field, seats, left: piece.read(field.one(asked), field.name.text, seats),
        left,
    )


def row(piece: Piece, wrong: Callable[[Token], ParseError], most: int, least: int = 0) -> Form:
    """Words one after the other. `wrong` is the error about the first that is too many, or about the name of a field
    that has too few."""

    def write(items: Iterable[Any], seats: Seats, left: Any) -> str:
        return " ".join([piece.write(item, seats) for item in items])

    def read(field: Field, seats: Seats, left: Any) -> tuple[Any, ...]:
        items = field.items
        if len(items) < least or len(items) > most == least:
            raise wrong(items[most] if len(items) > most else field.name)
        found = tuple([piece.read(token, field.name.text, seats) for token in items[: most + 1]])
        if len(items) > most:
            raise wrong(items[most])
        return found

    return Form(write, read, (None,) * least)


def counts(
    names: Sequence[str],
    wrong: Callable[[Token, str, str | None], ParseError],
    places: Mapping[str, int] | None = None,
    most: int = MOST,
    too_many: Value = "",
) -> Form:
    """How many of each, ``wood2 jade1``; a ``-`` alone is none of all.

    `wrong` also gets the name that is none, where one goes with a number. `places` are those of all that they may be
    called; `too_many` is said where there are more than `most` of one.
    """
    pattern = re.compile(rf"([a-z]+)([0-9]{{1,{len(str(most))}}})")
    none, place = (0,) * len(names), places or {name: i for i, name in enumerate(names)}

    def write(row: Sequence[int], *_: object) -> str:
        return " ".join([f"{name}{n}" for name, n in zip(names, row, strict=True) if n])

    def read(field: Field, *_: object) -> tuple[int, ...]:
        found = list(none)
        for token in () if [token.text for token in field.items] == ["-"] else field.items:
            match = pattern.fullmatch(token.text.lower())
            if match is None or match.group(1) not in place:
                raise wrong(token, field.name.text, match and match.group(1))
            found[place[match.group(1)]] += int(match.group(2))
        if too_many and max(found) > most:
            raise field.name.lacking(too_many)
        return tuple(found)

    return Form(write, read, none)


SEAT = Piece(lambda seat, seats: seats.letters[seat], lambda token, field, seats: seats.seat(token, field))
_START = alone(SEAT, A_PLAYER, Seat(0))
_YES = alone(named({"yes": True, "no": False}, expected(YES_OR_NO), lambda *_: "yes"), YES_OR_NO, False)


def simple(hint: Any) -> Form:
    """What a type is annotated with, or the form of a number, a seat, a truth value. Raises `TypeError` of another."""
    form, kind = extra(hint, Form), bare(hint)
    if form is None and kind is int:
        lowest, highest = bounds(hint)
        return alone(numbered(lowest, highest), whole_number(lowest, highest), lowest)
    form = form or {bool: _YES, Seat: _START}.get(kind)
    if form is None:
        raise TypeError(f"it is not known how {hint!r} is written in a position: annotate it with a Form")
    return form


def bare(hint: Any) -> Any:
    """A type without its annotations, and without none."""
    inner = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    kinds = [kind for kind in get_args(inner) if kind is not NoneType]
    return bare(kinds[0]) if optional(hint) and len(kinds) == 1 else inner


def optional(hint: Any) -> bool:
    """May it be none?"""
    inner = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return get_origin(inner) in (Union, UnionType) and NoneType in get_args(inner)


def extra(hint: Any, kind: type[T]) -> T | None:
    """What a type is annotated with, of some kind."""
    return next((found for found in getattr(hint, "__metadata__", ()) if isinstance(found, kind)), None)


def spelled(hint: Any) -> Spelled:
    """How its field is written."""
    return extra(hint, Spelled) or Spelled()


def bounds(hint: Any) -> tuple[int, int | None]:
    """Of a number. The largest that a position can hold at all is no bound."""
    meta = extra(hint, Meta) or Meta()
    return int(meta.ge or 0), None if meta.le in (None, MOST) else int(meta.le)

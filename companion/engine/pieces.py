"""How single values are written in positions and actions: as words, or as parts of a word such as ``A3Rb2``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Literal, get_args, get_origin

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import FieldInfo

from companion.engine.annotations import MOST, Text, annotation, fields_of, is_struct, item_of, may_be_none, plain
from companion.engine.game import Seat, Word
from companion.engine.message import Said, Value, either, message, whole_number
from companion.engine.reading import Token


class Players(Struct, frozen=True):
    """The players: letters of the seats, and the accepted names in lower case."""

    letters: tuple[str, ...]
    seats: Mapping[str, Seat]

    @classmethod
    def called(cls, letters: Iterable[str], names: Iterable[str] = ()) -> Players:
        """Players by letters, and by names in the same order, if the game has any."""
        letters = tuple(letters)
        read = [(name.lower(), Seat(i)) for group in (letters, names) for i, name in enumerate(group)]
        return cls(letters, dict(read))


class Piece(Struct, frozen=True):
    """How values of one type are written. Texts are read in lower case."""

    expected: Value
    """What to ask for where there is none, or something else."""
    pattern: Callable[[Players], str]
    """A regular expression of all its texts."""
    read: Callable[[str, Players], Any]
    """The value of a text that fits the pattern. Raises `ValueError` where it does not exist."""
    write: Callable[[Any, Players], str] = lambda value, players: str(value)

    def of(self, token: Token, field: Said, players: Players) -> Any:
        """The value of a word. Raises `ParseError`."""
        text = token.text.lower()
        try:
            if re.fullmatch(self.pattern(players), text):
                return self.read(text, players)
        except ValueError:
            pass
        raise token.unexpected(field, self.expected)


def named(values: Mapping[str, Any], letters: Mapping[Any, str], expected: Value) -> Piece:
    """A value by one of its names, in lower case; `letters` is how each is written."""
    pattern = "|".join(re.escape(name) for name in sorted(values, key=len, reverse=True))
    return Piece(expected, lambda _: pattern, lambda text, _: values[text], lambda value, _: letters[value])


@cache
def of_words(kind: type[Word], *, short: bool) -> Piece:
    """A word of the rules, read by its name and by its letter; `short`: written by its letter, if it has one."""
    letters, also = kind.letters()
    read = {text.lower(): name for group in (letters, also) for text, name in zip(group, kind, strict=False)}
    written = dict(zip(kind, letters, strict=True)) if letters and short else {name: str(name) for name in kind}
    return named(read | {str(name).lower(): name for name in kind}, written, either(tuple(kind)))


def of_numbers(bounds: Meta | None) -> Piece:
    """A whole number within bounds; those of no bounds are from 0."""
    lowest, highest = (0, MOST) if bounds is None else (int(bounds.ge or 0), int(bounds.le or MOST))

    def read(text: str, players: Players) -> int:
        if not lowest <= int(text) <= highest:
            raise ValueError(text)
        return int(text)

    return Piece(whole_number(lowest, None if highest == MOST else highest), lambda _: "[0-9]{1,9}", read)


SEAT = Piece(
    message("a_player"),
    lambda players: "|".join(sorted(players.seats, key=len, reverse=True)),
    lambda text, players: players.seats[text],
    lambda seat, players: players.letters[seat],
)
"""A player: by the letter of the seat, or by a name that the game has for it."""


class Pieces:
    """The pieces of a game: those that it gives itself by type, and the others as their types say."""

    def __init__(self, own: Mapping[Any, Piece], *, short: bool = True) -> None:
        """`short`: words of the rules are written by their letters."""
        self._own, self._short = {Seat: SEAT, **own}, short

    def of(self, hint: Any) -> Piece:
        """How values of a type are written as one word, without None. Raises `TypeError` where they cannot be."""
        kind = plain(hint)
        if kind in self._own:
            return self._own[kind]
        if kind is int:
            return of_numbers(annotation(hint, Meta))
        if isinstance(kind, type) and issubclass(kind, Word):
            return of_words(kind, short=self._short)
        if get_origin(kind) is Literal:
            names = get_args(kind)
            return named({name: name for name in names}, {name: name for name in names}, either(names))
        if is_struct(kind):
            return self._joined(kind)
        raise TypeError(f"it is not known how {hint!r} is written in a position: the game has to give a piece")

    def _joined(self, kind: type[Struct]) -> Piece:
        """A struct as one word: its fields side by side, but for those that have their default."""
        parts = [self._part(field, hint) for field, hint in fields_of(kind)]

        def pattern(players: Players) -> str:
            return "".join(part.pattern(players) for part in parts)

        def write(value: Any, players: Players) -> str:
            return "".join(part.write(getattr(value, part.name), players) for part in parts)

        def read(text: str, players: Players) -> Any:
            found = re.fullmatch("".join(f"(?P<{part.name}>{part.pattern(players)})" for part in parts), text)
            assert found is not None, "only texts that fit the pattern are read"
            texts = {part.name: found[part.name] for part in parts}
            given = {part.name: part.read(texts[part.name], players) for part in parts if texts[part.name]}
            return kind(**{part.name: None for part in parts if part.needed} | given)

        return Piece(message("value"), pattern, read, write)

    def _part(self, field: FieldInfo, hint: Any) -> _Part:
        text = annotation(hint, Text) or Text()
        sign, usual, item = text.sign, field.default, item_of(hint)
        if plain(hint) is bool:
            return _Part(
                field.name, lambda _: f"(?:{re.escape(sign)})?", lambda *_: True, lambda on, _: sign if on else ""
            )
        one = self.of(hint if item is None else item)
        if item is not None:
            return _Part(
                field.name,
                lambda players: f"(?:{re.escape(text.before)}(?:{one.pattern(players)}))*",
                lambda words, players: tuple(one.read(word, players) for word in words.split(text.before) if word),
                lambda items, players: "".join(text.before + one.write(each, players) for each in items),
            )
        often = "?" if usual is not NODEFAULT or may_be_none(hint) else ""
        return _Part(
            field.name,
            lambda players: f"(?:{re.escape(sign)}(?:{one.pattern(players)})){often}",
            lambda word, players: one.read(word.removeprefix(sign), players),
            lambda value, players: "" if value is None or value == usual else sign + one.write(value, players),
            usual is NODEFAULT,
        )


class _Part(Struct):
    """A field of a struct that is one word."""

    name: str
    pattern: Callable[[Players], str]
    read: Callable[[str, Players], Any]
    write: Callable[[Any, Players], str]
    needed: bool = False
    """It has no default; where nothing is written it is None."""

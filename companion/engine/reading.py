"""Words of positions and actions: tokens of a text with their places, and the notation of each type's values.

The notation of actions follows from their types: ``PlaceDye(B2, red)`` is ``dye B2 red``. The verb, of one or two
words, is a class's tag; its fields are the words after it, and one with a default may be left out. A class with `BARE`
can also be read without its verb: ``b2`` is ``die blue 2``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, astuple

from companion.engine.annotations import MOST, Text, inspect_type, list_fields
from companion.engine.game import ParseError, Seat, Word
from companion.engine.wording import Said, Value, either, expect_whole_number, message

_TOKEN = re.compile(r"/|[^\s,;/]+")
_NUMBER = re.compile(r"[0-9]{1,9}")
SeatWords = tuple[tuple[str, ...], ...]
"""The words for each seat: the letter that is written, and names that are read, too."""


class Token(Struct, frozen=True):
    """A word of the text; line and column count from 1."""

    text: str
    line: int
    column: int

    def wrong(self, what: Said) -> ParseError:
        """Returns an error about this word."""
        return ParseError(what, self.line, self.column)

    def unexpected(self, field: Said, what: Value) -> ParseError:
        """Returns an error about this word where a field expects another."""
        return self.wrong(message("unexpected", field=field, what=what, given=self.text))

    def lacking(self, what: Value) -> ParseError:
        """Returns an error about a field name without the expected words after it."""
        return self.wrong(message("expected", field=self.text, what=what))

    def too_much(self, field: str) -> ParseError:
        """Returns an error about excess words after this one."""
        return self.wrong(message("too_much", field=field, given=self.text))

    def part(self, text: str) -> Token:
        """Returns a part of the word at the same place."""
        return Token(text, self.line, self.column)


def number(text: str) -> int | None:
    """Parses a whole number of at most nine digits."""
    return int(text) if _NUMBER.fullmatch(text) else None


def tokens(text: str) -> list[Token]:
    """Splits a text into words at spaces, commas, semicolons and line breaks; ``/`` is a separate word."""
    lines = enumerate(text.splitlines(), start=1)
    return [Token(match[0], line, match.start() + 1) for line, words in lines for match in _TOKEN.finditer(words)]


class Piece(Struct, frozen=True):
    """Notation of one type's values, as a word or a part of one. Texts are read in lower case."""

    expected: Value
    """What to ask for where there is none, or something else."""
    pattern: str
    """A regular expression of all its texts, without groups."""
    read: Callable[[str], Any]
    """The value of a text that fits the pattern. Raises `ValueError` where it does not exist."""
    write: Callable[[Any], str] = str

    def of(self, token: Token, field: Said) -> Any:
        """Parses a word. Raises `ParseError`."""
        text = token.text.lower()
        try:
            if re.fullmatch(self.pattern, text):
                return self.read(text)
        except ValueError:
            pass
        raise token.unexpected(field, self.expected)


def named(values: Mapping[Any, Sequence[str]], expected: Value) -> Piece:
    """Returns a notation of values by name; the first of several names is written."""
    read = {name.lower(): value for value, names in values.items() for name in names}
    pattern = "|".join(re.escape(name) for name in sorted(read, key=len, reverse=True))
    return Piece(expected, pattern, read.__getitem__, lambda value: values[value][0])


def make_number_piece(hint: Any, *, after_digits: bool = False) -> Piece:
    """Returns a notation of whole numbers within the bounds of a type, or from 0. After a name that ends in a digit it
    is ``x2``, and empty for 1."""
    bounds = inspect_type(hint).note(Meta)
    lowest, highest = (0, MOST) if bounds is None else (int(bounds.ge or 0), int(bounds.le or MOST))
    expected = expect_whole_number(lowest, None if highest == MOST else highest)

    def read(text: str) -> int:
        found = int(text.removeprefix("x") or 1)
        if not lowest <= found <= highest:
            raise ValueError(text)
        return found

    if after_digits:
        return Piece(expected, "(?:x[0-9]{1,9})?", read, lambda n: "" if n == 1 else f"x{n}")
    return Piece(expected, "[0-9]{1,9}", read)


YES_OR_NO = named({True: ("yes",), False: ("no",)}, either(("yes", "no")))


class Pieces:
    """The notations of a game: its own by type, and the others derived from types."""

    def __init__(self, own: Mapping[Any, Piece], seats: SeatWords) -> None:
        self._own = {Seat: named(dict(enumerate(seats)), message("a_player")), **own}

    def of(self, hint: Any) -> Piece:
        """Returns the notation of a type as one word; None is ``-``. Raises `TypeError` if there is none."""
        part = self.part(hint)
        if not inspect_type(hint).optional:
            return part
        read, write = part.read, part.write
        return Piece(
            part.expected,
            f"-|{part.pattern}",
            lambda text: None if text == "-" else read(text),
            lambda value: "-" if value is None else write(value),
        )

    def part(self, hint: Any) -> Piece:
        """Returns the notation of a type without None."""
        kind = inspect_type(hint).kind
        if kind in self._own:
            return self._own[kind]
        if kind is int:
            return make_number_piece(hint)
        if kind is bool:
            return YES_OR_NO
        if isinstance(kind, type) and issubclass(kind, Word):
            return named({name: name.texts for name in kind}, either(tuple(kind)))
        if get_origin(kind) is Literal:
            names = get_args(kind)
            return named({name: (name.replace("_", "-"), name) for name in names}, either(names))
        if inspect_type(kind).structs:
            return self._joined(kind)
        raise TypeError(f"it is not known how {hint!r} is written in a position: the game has to give a piece")

    def _joined(self, kind: type[Struct]) -> Piece:
        """Returns the notation of a struct as one word: its fields joined, without those at their default."""
        parts = {field.name: self._field(field, hint) for field, hint in list_fields(kind)}
        whole = re.compile("".join(f"(?P<{name}>{part.pattern})" for name, part in parts.items()))
        needed = dict.fromkeys(field.name for field, _ in list_fields(kind) if field.required)

        def read(text: str) -> Any:
            found = whole.fullmatch(text)
            assert found is not None, "only texts that fit the pattern are read"
            return kind(**needed | {name: parts[name].read(part) for name, part in found.groupdict().items() if part})

        def write(value: Any) -> str:
            return "".join(part.write(getattr(value, name)) for name, part in parts.items())

        return Piece(message("value"), "".join(f"(?:{part.pattern})" for part in parts.values()), read, write)

    def _field(self, field: FieldInfo, hint: Any) -> Piece:
        """Returns the notation of a struct's field that is one word; it never matches an empty text."""
        shape = inspect_type(hint)
        text = shape.note(Text) or Text()
        sign, before = re.escape(text.sign), re.escape(text.before)
        if shape.kind is bool:
            return Piece("", f"(?:{sign})?", lambda _: True, lambda on: text.sign if on else "")
        if shape.item is not None:
            one = self.part(shape.item)
            return Piece(
                "",
                f"(?:{before}(?:{one.pattern}))*",
                lambda words: tuple(one.read(word) for word in words.split(text.before) if word),
                lambda items: "".join(text.before + one.write(each) for each in items),
            )
        one, often = self.part(hint), "" if field.required and not shape.optional else "?"
        return Piece(
            "",
            f"(?:{sign}(?:{one.pattern})){often}",
            lambda word: one.read(word.removeprefix(text.sign)),
            lambda value: "" if value is None or value == field.default else text.sign + one.write(value),
        )


class Notation:
    """Notation of a game's actions. `examples` are suggested in error messages."""

    def __init__(self, kinds: Sequence[type[Struct]], examples: str, pieces: Pieces) -> None:
        self._examples = examples
        self._pieces = {kind: [pieces.of(hint) for _, hint in list_fields(kind)] for kind in kinds}
        self._kinds: dict[str, list[type[Struct]]] = {}
        for kind in kinds:
            self._kinds.setdefault(str(kind.__struct_config__.tag), []).append(kind)

    def text(self, action: Any) -> str:
        """Formats an action for `read`."""
        fields = zip(self._pieces[type(action)], astuple(action), strict=True)
        words = [str(value) if isinstance(value, Word) else piece.write(value) for piece, value in fields]
        return " ".join([str(type(action).__struct_config__.tag), *words])

    def read(self, text: str) -> Any:
        """Parses an action in any case. Raises `ParseError`."""
        words = tokens(text)
        if not words:
            raise ParseError(message("no_action_yet", examples=self._examples))
        texts = [word.text.lower() for word in words]
        for length in (2, 1):
            if kinds := self._kinds.get(" ".join(texts[:length])):
                after = words[length:]
                fitting = [kind for kind in kinds if _count_needed(kind) <= len(after) <= len(self._pieces[kind])]
                return self._made((fitting or kinds)[0], words[0], after)
        for kind, pieces in self._pieces.items():
            pattern = r"\s*".join(f"({piece.pattern})" for piece in pieces)
            if getattr(kind, "BARE", False) and (found := re.fullmatch(pattern, " ".join(texts))):
                return self._made(kind, words[0], list(map(words[0].part, found.groups())))
        raise words[0].wrong(message("other", what=self._examples, given=text.strip()))

    def _made(self, kind: type[Struct], verb: Token, words: Sequence[Token]) -> Any:
        """Returns the action of the words after a verb. Raises `ParseError` at the first unexpected word."""
        pieces = self._pieces[kind]
        values = [piece.of(word, verb.text) for word, piece in zip(words, pieces, strict=False)]
        if len(words) > len(pieces):
            raise words[len(pieces)].too_much(verb.text)
        if len(words) < _count_needed(kind):
            raise verb.lacking(pieces[len(words)].expected)
        return kind(*values)


def _count_needed(kind: type[Struct]) -> int:
    """Returns the number of an action's fields without a default."""
    return sum(field.required for field, _ in list_fields(kind))

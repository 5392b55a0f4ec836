"""Positions in one line, ``game RB city: A3Rb2 now: play R``, derived from the types of a game's state.

    class State(Struct, frozen=True):
        options: Options
        city: Annotated[tuple[Shop | None, ...], By(SPACES, sparse=True)]     # city: A3Rb2 C2B
        supply: Annotated[tuple[Count, ...], By(DYES)]                        # supply: b3 r2
        hands: Annotated[tuple[Hand, ...], By(Seat)]                          # R: c6 y1  B: hidden
        seals: Annotated[tuple[bool, ...], By(Seat)]                          # seals: RB
        now: Draw | Play | Over                                               # now: play R shop

Fields are written in their order and read in any. One that is as the game would have it anyway is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import groupby, pairwise
from types import SimpleNamespace
from typing import Any

from msgspec import NODEFAULT, UNSET, Meta, Struct
from msgspec.structs import FieldInfo, replace

from companion.engine.annotations import (
    By,
    Text,
    annotation,
    blank_of,
    fields_of,
    is_struct,
    item_of,
    may_be_none,
    plain,
    union_of,
)
from companion.engine.game import OptionError, ParseError, Seat
from companion.engine.message import Value, either, message
from companion.engine.reading import Piece, Pieces, SeatWords, Token, number_piece, tokens

_FIELD = re.compile(r"([A-Za-z][A-Za-z_-]*)[:=](.*)", re.DOTALL)
_SEVERAL = re.compile(r"(.+?)x([0-9]{1,3})")


class PositionText:
    """Writes and reads the positions of one game.

    The game gives the words for the seats of a state (`seat_words`), writes and reads the words before the first field
    (`title`, `read_title`), and says what stands for a field that is left out (`default`).
    """

    def __init__(self, game: Any) -> None:
        """Raises `TypeError` at a field that cannot be written."""
        self._game = game
        self._forms = lru_cache(maxsize=64)(self._made_forms)
        pieces = Pieces(game.PIECES, ())
        self._options = {_dashed(field.name): _Word(pieces.of(hint)) for field, hint in fields_of(game.OPTIONS)}
        self._hints = {
            _name(field, hint): (field.name, hint) for field, hint in fields_of(game.STATE) if field.name != "options"
        }
        self._forms(tuple((letter,) for letter in game.LETTERS))

    def _made_forms(self, seats: SeatWords) -> dict[str, tuple[str, _Form]]:
        """The fields that are written, by their names, for these seats."""
        forms = _Forms(Pieces(self._game.PIECES, seats), len(seats))
        return {name: (field, forms.of(hint)) for name, (field, hint) in self._hints.items() if name}

    def text(self, state: Any) -> str:
        """The position in one line; `parse` reads it back."""
        game, seats = self._game, self._game.seat_words(state)
        words = [game.ID, game.title(state)]
        for name, word in self._options.items():
            option = name.replace("-", "_")
            without = replace(state.options, **{option: getattr(game.OPTIONS(), option)})
            if game.settled(without, len(seats)) != state.options:
                words += [f"{name}:", *word.write(getattr(state.options, option), None)]
        for name, (field, form) in self._forms(seats).items():
            value, usual = getattr(state, field), game.default(field, state)
            if isinstance(form, _Group):
                for letter, one, other in zip(seats, value, usual, strict=True):
                    if one != other:
                        words += [f"{letter[0]}:", *(form.write(one, other) or ["-"])]
            elif value != usual or field == "now":
                words += [f"{name}:", *(form.write(value, usual) or ["-"])]
        return " ".join(words)

    def parse(self, text: str) -> Any:
        """The position of a line. Raises `ParseError` with the place of what is wrong."""
        game = self._game
        head, fields = _split(text)
        title = head[1:] if head and head[0].text.lower() == game.ID else head  # the game's id is optional
        made = SimpleNamespace(**game.read_title(title))
        seats = game.seat_words(made)
        forms, letters = self._forms(seats), [words[0].lower() for words in seats]
        self._check_names(fields.values(), [*forms, *letters, *self._options], seats)
        if self._options:
            made.options = self._read_options(fields, len(seats))
        for name, (field, form) in forms.items():
            usual = game.default(field, made)
            if isinstance(form, _Group):
                each = zip(map(fields.get, letters), usual, strict=True)
                value = tuple(other if one is None else form.read(one, other) for one, other in each)
            else:
                value = form.read(fields[name], usual) if name in fields else usual
            setattr(made, field, value)
        state = game.STATE(**{field: getattr(made, field) for field in game.STATE.__struct_fields__})
        return game.from_tree(game.to_tree(state))

    def _check_names(self, fields: Iterable[_Field], known: Sequence[str], seats: SeatWords) -> None:
        for field in fields:
            name = field.name.text
            if name in known:
                continue
            if name.upper() in self._game.LETTERS:
                letters = tuple(words[0] for words in seats)
                raise field.name.wrong(message("no_player", name=name.upper(), players=letters))
            close = get_close_matches(name, [*known, *self._game.LETTERS.lower()], n=1)
            raise field.name.wrong(message("no_field", field=name, fields=tuple(close or known)))

    def _read_options(self, fields: Mapping[str, _Field], players: int) -> Any:
        """The house rules of a text, as they apply to so many players."""
        given = {name: form.read(fields[name], None) for name, form in self._options.items() if name in fields}
        try:
            options = self._game.OPTIONS(**{name.replace("-", "_"): value for name, value in given.items()})
            return self._game.settled(options, players)
        except OptionError as error:
            raise fields[next(iter(given))].name.wrong(error.what) from error


class _Field(Struct, frozen=True):
    """``name: word word …``; the name in lower case, with ``-`` for ``_``."""

    name: Token
    words: Sequence[Token]

    def unexpected(self, word: Token, what: Value) -> ParseError:
        return word.unexpected(self.name.text, what)


def _split(text: str) -> tuple[list[Token], dict[str, _Field]]:
    """The words before the first field, and the fields by name. Raises `ParseError` where one comes twice."""
    head: list[Token] = []
    fields: dict[str, _Field] = {}
    words = head
    for token in tokens(text):
        match = _FIELD.fullmatch(token.text)
        if match is None:
            words.append(token)
            continue
        name = Token(_dashed(match[1].lower()), token.line, token.column)
        if name.text in fields:
            raise name.wrong(message("field_twice", field=name.text))
        words = [Token(match[2], token.line, token.column + match.start(2))] if match[2] else []
        fields[name.text] = _Field(name, words)
    return head, fields


def _name(field: FieldInfo, hint: Any) -> str:
    """Name of a field in texts."""
    text = annotation(hint, Text)
    return _dashed(field.name) if text is None or text.name is None else text.name


def _dashed(name: str) -> str:
    return name.replace("_", "-")


class _Form:
    """How the value of a field is written and read, as words. `usual` is what stands for it when it is left out."""

    def write(self, value: Any, usual: Any) -> list[str]:
        raise NotImplementedError

    def read(self, field: _Field, usual: Any) -> Any:
        """Raises `ParseError`."""
        raise NotImplementedError


class _Word(_Form):
    """One word."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece

    def write(self, value: Any, usual: Any) -> list[str]:
        return [self.piece.write(value)]

    def read(self, field: _Field, usual: Any) -> Any:
        if not field.words:
            raise field.name.lacking(self.piece.expected)
        if len(field.words) > 1:
            raise field.words[1].too_much(field.name.text)
        return self.piece.of(field.words[0], field.name.text)


class _Words(_Form):
    """Words one after the other, or one for each of `names`; equal ones may be counted: ``07 12x2``."""

    def __init__(self, piece: Piece, *, none: bool, counted: bool, names: Sequence[str] | None) -> None:
        self._piece, self._none, self._counted, self._names = piece, none, counted, names

    def write(self, value: Any, usual: Any) -> list[str]:
        words = [self._piece.write(one) for one in value]
        if not self._counted:
            return words
        runs = [(word, len(list(run))) for word, run in groupby(words)]
        return [word if n == 1 else f"{word}x{n}" for word, n in runs]

    def read(self, field: _Field, usual: Any) -> Any:
        found: list[Any] = []
        nothing = not self._none and [word.text for word in field.words] == ["-"]
        for word in [] if nothing else field.words:
            several = _SEVERAL.fullmatch(word.text.lower())
            one = Token(several[1], word.line, word.column) if several else word
            found += [self._piece.of(one, field.name.text)] * (int(several[2]) if several else 1)
        if self._names is not None and len(found) != len(self._names):
            raise field.name.lacking(message("a_word_each", names=tuple(self._names)))
        return tuple(found)


class _Rows(_Form):
    """A row of words for each name, parted by ``/``."""

    def __init__(self, words: _Words, number: int) -> None:
        self._words, self._number = words, number

    def write(self, value: Any, usual: Any) -> list[str]:
        return " / ".join(" ".join(self._words.write(row, ())) for row in value).split(" ")

    def read(self, field: _Field, usual: Any) -> Any:
        rows: list[list[Token]] = [[]]
        for word in field.words:
            if word.text == "/":
                rows.append([])
            else:
                rows[-1].append(word)
        if len(rows) > self._number:
            raise field.name.lacking(message("rows_at_most", rows=self._number))
        rows += [[]] * (self._number - len(rows))
        return tuple(self._words.read(_Field(field.name, row), ()) for row in rows)


class _Places(_Form):
    """Things at named places: ``A3Rb2 C2B``, ``b1 r2``; marked names stand side by side: ``RB``."""

    def __init__(self, axis: Sequence[Any], names: Piece, item: Piece, blank: Any, expected: Value) -> None:
        self._axis, self._names, self._item, self._blank, self._expected = axis, names, item, blank, expected
        self._word = re.compile(f"({names.pattern})({item.pattern})")

    def write(self, value: Any, usual: Any) -> list[str]:
        places = zip(self._axis, value, strict=True)
        words = [self._names.write(name) + self._item.write(one) for name, one in places if one != self._blank]
        return ["".join(words)] if words and self._item is _MARK else words

    def read(self, field: _Field, usual: Any) -> Any:
        found: dict[Any, Any] = {}
        for word in self._parted(field.words) if self._item is _MARK else field.words:
            if word.text == "-":
                continue
            parts = self._word.fullmatch(word.text.lower())
            name = self._names.read(parts[1]) if parts else None
            if parts is None or name not in self._axis:
                raise field.unexpected(word, self._expected)
            try:
                value = self._item.read(parts[2])
            except ValueError as error:
                raise field.unexpected(word, self._item.expected) from error
            if name in found and type(value) is not int:
                raise word.wrong(message("thing_twice", field=field.name.text, thing=parts[1].upper()))
            found[name] = found.get(name, 0) + value if type(value) is int else value
        return tuple(found.get(name, self._blank) for name in self._axis)

    def _parted(self, words: Sequence[Token]) -> Iterable[Token]:
        for word in words:
            whole = self._word.fullmatch(word.text.lower())
            yield from [word] if whole else (Token(letter, word.line, word.column) for letter in word.text)


_MARK = Piece("", "", lambda text: True, lambda on: "")
"""Nothing: the name alone tells that it is marked."""


class _Phases(_Form):
    """One of several structs: its tag, and what belongs to it."""

    def __init__(self, groups: dict[str, _Group]) -> None:
        self._groups, self._expected = groups, either(tuple(groups))

    def write(self, value: Any, usual: Any) -> list[str]:
        tag = str(type(value).__struct_config__.tag)
        return [tag, *self._groups[tag].write(value, None)]

    def read(self, field: _Field, usual: Any) -> Any:
        if not field.words:
            raise field.name.lacking(self._expected)
        group = self._groups.get(field.words[0].text.lower())
        if group is None:
            raise field.unexpected(field.words[0], self._expected)
        return group.read(_Field(field.name, field.words[1:]), usual)


class _Member(Struct):
    """A field of a group.

    It is a ``flag``, said by its name; a ``suffix``, a sign after the word before it; a ``number`` after a sign or its
    name; a ``list`` after its name, or ``inline`` among the other words; or one word in its ``place``.
    """

    field: FieldInfo
    hint: Any
    form: _Form
    kind: str
    start: str
    """The name or sign."""
    follows: bool
    suffix: str = ""
    """The field whose sign may follow this one's word."""

    def number(self, word: Token) -> Token | None:
        """The number of a word that begins with its sign."""
        found = re.fullmatch(f"{re.escape(self.start)}([0-9]{{1,9}}|-)", word.text.lower())
        return Token(found[1], word.line, word.column) if found and self.kind == "number" else None


class _Group(_Form):
    """The fields of a struct as words beside each other: ``c6 y1``, ``play R shop``, ``c4 hand 3 7``."""

    def __init__(self, kind: type[Struct], members: Sequence[_Member]) -> None:
        self._kind, self._members = kind, members

    def write(self, value: Any, usual: Any) -> list[str]:
        words: list[str] = []
        for member in self._members:
            part = getattr(value, member.field.name)
            left = getattr(usual, member.field.name, NODEFAULT) if member.follows else member.field.default
            marked = member.suffix and getattr(value, member.suffix)
            if part is UNSET or (part == left and not marked):
                continue
            match member.kind:
                case "flag":
                    words.append(member.start)
                case "suffix":
                    words[-1] += member.start
                case "number":
                    words.append(member.start + member.form.write(part, None)[0])
                case "list" if part:
                    words += [member.start, *member.form.write(part, None)]
                case "place" | "inline" if part is not None:
                    words += member.form.write(part, None)
        return words

    def read(self, field: _Field, usual: Any) -> Any:
        given = self._sorted_out(field)
        made: dict[str, Any] = {}
        for member in self._members:
            name, words = member.field.name, given.get(member.field.name)
            if words is not None:
                made[name] = member.form.read(_Field(field.name, words), None)
            elif member.follows or (plain(member.hint) is Seat and member.field.required):
                made[name] = getattr(usual, name, Seat(0))
            elif member.field.required and member.kind == "place" and not may_be_none(member.hint):
                raise field.name.lacking(member.start)
            elif member.field.required:
                made[name] = blank_of(member.hint)
        return self._kind(**made)

    def _sorted_out(self, field: _Field) -> dict[str, list[Token]]:
        """The words of each of its fields."""
        given: dict[str, list[Token]] = {}
        places = [member for member in self._members if member.kind == "place"]
        named = {member.start: member for member in self._members if member.kind in ("flag", "list")}
        suffix = next((member for member in self._members if member.kind == "suffix"), None)
        inline = into = next((member for member in self._members if member.kind == "inline"), None)
        for word in field.words:
            yes = Token("yes", word.line, word.column)
            if suffix is not None and word.text.endswith(suffix.start):
                given[suffix.field.name] = [yes]
                word = Token(word.text.removesuffix(suffix.start), word.line, word.column)
            member = named.get(word.text.lower())
            numbers = {one.field.name: found for one in self._members if (found := one.number(word))}
            if member is not None and member.kind == "flag":
                given[member.field.name] = [yes]
            elif member is not None:
                given[member.field.name], into = [], member
            elif numbers and (into is inline or not word.text[0].isdigit()):
                given |= {name: [found] for name, found in numbers.items()}
            elif places and into is inline:
                given[places.pop(0).field.name] = [word]
            elif into is not None:
                given.setdefault(into.field.name, []).append(word)
            elif word.text != "-":
                raise word.too_much(field.name.text)
        return given


class _Forms:
    """The forms of a game's types, for so many seats."""

    def __init__(self, pieces: Pieces, seats: int) -> None:
        self._pieces, self._seats = pieces, seats

    def of(self, hint: Any) -> _Form:
        """The form of a field. Raises `TypeError`."""
        by, item, phases = annotation(hint, By), item_of(hint), union_of(hint)
        if phases:
            return _Phases({str(kind.__struct_config__.tag): self._group(kind) for kind in phases})
        if item is None:
            return _Word(self._pieces.of(hint))
        if by is None:
            return self._words(item)
        if by.axis is Seat and is_struct(plain(item)):
            return self._group(plain(item))
        return self._places(by, item)

    def _words(self, item: Any, names: Sequence[str] | None = None) -> _Words:
        none = may_be_none(item)
        return _Words(self._pieces.of(item), none=none, counted=not none and not is_struct(plain(item)), names=names)

    def _places(self, by: By, item: Any) -> _Form:
        """A row with a place for each name of an axis."""
        axis = range(self._seats) if by.axis is Seat else by.axis
        names = self._pieces.of(Seat if by.axis is Seat else type(axis[0]))
        if plain(item) is bool:
            return _Places(axis, names, _MARK, False, names.expected)
        if plain(item) is int and not may_be_none(item):
            counted = message("a_count", what=names.expected)
            return _Places(axis, names, _count(annotation(item, Meta), names.write(axis[0])), 0, counted)
        if item_of(item) is not None:
            return _Rows(self._words(item_of(item)), len(axis))
        if by.sparse:
            there = message("place_and_thing", place=names.expected)
            return _Places(axis, names, self._pieces.part(item), blank_of(item), there)
        return self._words(item, [names.write(name) for name in axis])

    def _group(self, kind: type[Struct]) -> _Group:
        members = [self._member(field, hint) for field, hint in fields_of(kind)]
        for member, following in pairwise(members):
            member.suffix = following.field.name if following.kind == "suffix" else ""
        return _Group(kind, members)

    def _member(self, field: FieldInfo, hint: Any) -> _Member:
        text = annotation(hint, Text) or Text()
        if plain(hint) is bool:
            kind = "suffix" if text.sign else "flag"
        elif plain(hint) is int and (text.sign or not field.required):
            kind = "number"
        elif item_of(hint) is None:
            kind = "place"
        else:
            kind = "inline" if text.inline else "list"
        return _Member(field, hint, self.of(hint), kind, text.sign or _name(field, hint), text.follows)


def _count(bounds: Meta | None, example: str) -> Piece:
    """A number after a name; where names are digits, ``x2`` or nothing for 1."""
    number = number_piece(bounds)
    if not example.isdigit():
        return number
    return Piece(
        number.expected,
        "(?:x[0-9]{1,9})?",
        lambda text: number.read(text[1:] or "1"),
        lambda n: "" if n == 1 else f"x{n}",
    )

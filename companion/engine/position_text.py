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
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import groupby
from types import SimpleNamespace
from typing import Any

from msgspec import NODEFAULT, UNSET, Struct
from msgspec.structs import FieldInfo, replace

from companion.engine.annotations import By, Text, inspect_type, list_fields
from companion.engine.game import OptionError, Seat
from companion.engine.position_json import from_tree, to_tree
from companion.engine.reading import Piece, Pieces, SeatWords, Token, make_number_piece, tokens
from companion.engine.wording import Value, either, message

_FIELD = re.compile(r"([A-Za-z][A-Za-z_-]*)[:=](.*)", re.DOTALL)
_SEVERAL = re.compile(r"(.+?)x([0-9]{1,3})")
_SIGNED = re.compile(r"([a-z_-]+?)([0-9]{1,9}|-)")
Words = Sequence[Token]


class PositionText:
    """Formats and parses the positions of one game.

    The game supplies the words for the seats of a state (`seat_words`), the words before the first field (`title`,
    `read_title`), and the default of an omitted field (`default`).
    """

    def __init__(self, game: Any) -> None:
        """Raises `TypeError` for a field without a notation."""
        self._game = game
        self._forms = lru_cache(maxsize=64)(self._make_forms)
        pieces = Pieces(game.PIECES, ())
        self._options = {_dashed(field.name): _word(pieces.of(hint)) for field, hint in list_fields(game.OPTIONS)}
        self._forms(tuple((letter,) for letter in game.LETTERS))

    def _make_forms(self, seats: SeatWords) -> dict[str, tuple[str, _Form]]:
        """Returns the forms of the fields by name in texts, for these seats."""
        forms = _Forms(Pieces(self._game.PIECES, seats), len(seats))
        named = {_name(field, hint): (field.name, hint) for field, hint in list_fields(self._game.STATE)}
        return {name: (field, forms.of(hint)) for name, (field, hint) in named.items() if name not in ("", "options")}

    def text(self, state: Any) -> str:
        """Formats a position on one line, for `parse`."""
        game, seats = self._game, self._game.seat_words(state)
        words = [game.ID, game.title(state)]
        for name, form in self._options.items():
            option = name.replace("-", "_")
            without = replace(state.options, **{option: getattr(game.OPTIONS(), option)})
            if game.settled(without, len(seats)) != state.options:
                words += [f"{name}:", *form.write(getattr(state.options, option), None)]
        for name, (field, form) in self._forms(seats).items():
            value, usual = getattr(state, field), game.default(field, state)
            if form.of_each_seat:
                rows = zip((letters[0] for letters in seats), value, usual, strict=True)
            else:
                rows = zip((name,), (value,), (usual,), strict=True)
            for label, one, other in rows:
                if one != other or field == "now":
                    words += [f"{label}:", *(form.write(one, other) or ["-"])]
        return " ".join(words)

    def parse(self, text: str) -> Any:
        """Parses a position. Raises `ParseError` with the place of a fault."""
        game = self._game
        head, fields = _split(text)
        title = head[1:] if head and head[0].text.lower() == game.ID else head  # the game's id is optional
        made = SimpleNamespace(**game.read_title(title))
        seats = game.seat_words(made)
        forms, letters = self._forms(seats), [words[0].lower() for words in seats]
        self._check_names((name for name, _ in fields.values()), [*forms, *letters, *self._options], seats)
        if self._options:
            made.options = self._read_options(fields, len(seats))
        for name, (field, form) in forms.items():
            value = game.default(field, made)
            if form.of_each_seat:
                each = zip(letters, value, strict=True)
                value = tuple(form.read(*fields[letter], one) if letter in fields else one for letter, one in each)
            elif name in fields:
                value = form.read(*fields[name], value)
            setattr(made, field, value)
        state = game.STATE(**{field: getattr(made, field) for field in game.STATE.__struct_fields__})
        return from_tree(game, to_tree(game, state))

    def _check_names(self, names: Iterable[Token], known: Sequence[str], seats: SeatWords) -> None:
        for name in names:
            if name.text in known:
                continue
            if name.text.upper() in self._game.LETTERS:
                letters = tuple(words[0] for words in seats)
                raise name.wrong(message("no_player", name=name.text.upper(), players=letters))
            close = get_close_matches(name.text, [*known, *self._game.LETTERS.lower()], n=1)
            raise name.wrong(message("no_field", field=name.text, fields=tuple(close or known)))

    def _read_options(self, fields: Mapping[str, tuple[Token, Words]], players: int) -> Any:
        """Parses the house rules of a text, as they apply to this number of players."""
        given = {name: form.read(*fields[name], None) for name, form in self._options.items() if name in fields}
        try:
            options = self._game.OPTIONS(**{name.replace("-", "_"): value for name, value in given.items()})
            return self._game.settled(options, players)
        except OptionError as error:
            raise fields[next(iter(given))][0].wrong(error.what) from error


def _split(text: str) -> tuple[Words, dict[str, tuple[Token, Words]]]:
    """Returns the words before the first field, and the words after each name. Raises `ParseError`."""
    words: list[Token] = []
    head: Words = words
    fields: dict[str, tuple[Token, Words]] = {}
    for token in tokens(text):
        match = _FIELD.fullmatch(token.text)
        if match is None:
            words.append(token)
            continue
        name = token.part(_dashed(match[1].lower()))
        if name.text in fields:
            raise name.wrong(message("field_twice", field=name.text))
        words = [Token(match[2], token.line, token.column + match.start(2))] if match[2] else []
        fields[name.text] = name, words
    return head, fields


def _name(field: FieldInfo, hint: Any) -> str:
    """Returns the name of a field in texts."""
    text = inspect_type(hint).note(Text)
    return _dashed(field.name) if text is None or text.name is None else text.name


def _dashed(name: str) -> str:
    return name.replace("_", "-")


class _Form(Struct):
    """How a field's value is formatted and parsed, as words. The last argument is the default of an omitted field.
    `read` takes the field's name before its words, and raises `ParseError`."""

    write: Callable[[Any, Any], list[str]]
    read: Callable[[Token, Words, Any], Any]
    of_each_seat: bool = False
    """It is written as a field for each seat, named by its letter."""


def _word(piece: Piece) -> _Form:
    """Returns the form of one word."""

    def read(name: Token, words: Words, usual: Any) -> Any:
        if not words:
            raise name.lacking(piece.expected)
        if len(words) > 1:
            raise words[1].too_much(name.text)
        return piece.of(words[0], name.text)

    return _Form(lambda value, usual: [piece.write(value)], read)


def _words(piece: Piece, item: Any, names: Sequence[str] | None = None) -> _Form:
    """Returns the form of several words, or of one for each of `names`; equal ones may be counted: ``07 12x2``."""
    optional = inspect_type(item).optional
    counted = not optional and not inspect_type(item).structs

    def write(value: Any, usual: Any) -> list[str]:
        words = [piece.write(one) for one in value]
        if not counted:
            return words
        runs = [(word, len(list(run))) for word, run in groupby(words)]
        return [word if n == 1 else f"{word}x{n}" for word, n in runs]

    def read(name: Token, words: Words, usual: Any) -> Any:
        found: list[Any] = []
        nothing = not optional and [word.text for word in words] == ["-"]
        for word in [] if nothing else words:
            several = _SEVERAL.fullmatch(word.text.lower())
            one = word.part(several[1]) if several else word
            found += [piece.of(one, name.text)] * (int(several[2]) if several else 1)
        if names is not None and len(found) != len(names):
            raise name.lacking(message("a_word_each", names=tuple(names)))
        return tuple(found)

    return _Form(write, read)


def _rows(form: _Form, number: int) -> _Form:
    """Returns the form of a row of words for each name, separated by ``/``."""

    def read(name: Token, words: Words, usual: Any) -> Any:
        rows: list[list[Token]] = [[]]
        for word in words:
            if word.text == "/":
                rows.append([])
            else:
                rows[-1].append(word)
        if len(rows) > number:
            raise name.lacking(message("rows_at_most", rows=number))
        rows += [[]] * (number - len(rows))
        return tuple(form.read(name, row, ()) for row in rows)

    return _Form(lambda value, usual: " / ".join(" ".join(form.write(row, ())) for row in value).split(" "), read)


def _places(axis: Sequence[Any], names: Piece, item: Piece, blank: Any, expected: Value) -> _Form:
    """Things at named places: ``A3Rb2 C2B``, ``b1 r2``."""
    whole = re.compile(f"({names.pattern})({item.pattern})")

    def write(value: Any, usual: Any) -> list[str]:
        places = zip(axis, value, strict=True)
        return [names.write(place) + item.write(one) for place, one in places if one != blank]

    def read(name: Token, words: Words, usual: Any) -> Any:
        found: dict[Any, Any] = {}
        for word in words:
            if word.text == "-":
                continue
            parts = whole.fullmatch(word.text.lower())
            place = names.read(parts[1]) if parts else None
            if parts is None or place not in axis:
                raise word.unexpected(name.text, expected)
            try:
                value = item.read(parts[2])
            except ValueError as error:
                raise word.unexpected(name.text, item.expected) from error
            if place in found and type(value) is not int:
                raise word.wrong(message("thing_twice", field=name.text, thing=parts[1].upper()))
            found[place] = found.get(place, 0) + value if type(value) is int else value
        return tuple(found.get(place, blank) for place in axis)

    return _Form(write, read)


def _marks(axis: Sequence[Any], names: Piece) -> _Form:
    """Returns the form of marked names, joined or as words: ``RB``."""
    places = _places(axis, names, Piece("", "", lambda text: True, lambda on: ""), False, names.expected)

    def read(name: Token, words: Words, usual: Any) -> Any:
        letters: list[Token] = []
        for word in words:
            whole = re.fullmatch(names.pattern, word.text.lower())
            letters += [word] if whole else map(word.part, word.text)
        return places.read(name, letters, usual)

    return _Form(lambda value, usual: ["".join(places.write(value, usual))], read)


def _phases(groups: Mapping[str, _Form]) -> _Form:
    """Returns the form of one of several structs: its tag, and its fields."""
    expected = either(tuple(groups))

    def write(value: Any, usual: Any) -> list[str]:
        tag = str(type(value).__struct_config__.tag)
        return [tag, *groups[tag].write(value, None)]

    def read(name: Token, words: Words, usual: Any) -> Any:
        if not words:
            raise name.lacking(expected)
        if (group := groups.get(words[0].text.lower())) is None:
            raise words[0].unexpected(name.text, expected)
        return group.read(name, words[1:], usual)

    return _Form(write, read)


class _Member(Struct):
    """A field of a group.

    It is a ``flag`` (its name), a ``number`` after a sign or its name, a ``list`` after its name or ``inline`` among
    the other words, or one word at its ``place``.
    """

    field: FieldInfo
    hint: Any
    form: _Form
    kind: str
    start: str
    """The name or sign."""
    follows: bool


class _Group:
    """The fields of a struct as successive words: ``c6 y1``, ``play R shop``, ``c4 hand 3 7``."""

    def __init__(self, kind: type[Struct], members: Sequence[_Member]) -> None:
        self._kind, self._members = kind, members
        self._numbers = {member.start: member for member in members if member.kind == "number"}
        self._named = {member.start: member for member in members if member.kind in ("flag", "list")}

    def write(self, value: Any, usual: Any) -> list[str]:
        words: list[str] = []
        for member in self._members:
            part = getattr(value, member.field.name)
            left = getattr(usual, member.field.name, NODEFAULT) if member.follows else member.field.default
            if part is UNSET or part == left:
                continue
            match member.kind:
                case "flag":
                    words.append(member.start)
                case "number":
                    words.append(member.start + member.form.write(part, None)[0])
                case "list" if part:
                    words += [member.start, *member.form.write(part, None)]
                case "place" | "inline" if part is not None:
                    words += member.form.write(part, None)
        return words

    def read(self, name: Token, words: Words, usual: Any) -> Any:
        given = self._sort_out(name, words)
        made: dict[str, Any] = {}
        for member in self._members:
            field, shape = member.field, inspect_type(member.hint)
            if field.name in given:
                made[field.name] = member.form.read(name, given[field.name], None)
            elif member.follows or (shape.kind is Seat and field.required):
                made[field.name] = getattr(usual, field.name, Seat(0))
            elif field.required and member.kind == "place" and not shape.optional:
                raise name.lacking(member.start)
            elif field.required:
                made[field.name] = shape.blank
        return self._kind(**made)

    def _sort_out(self, name: Token, words: Words) -> dict[str, list[Token]]:
        """Assigns words to the fields."""
        given: dict[str, list[Token]] = {}
        places = [member for member in self._members if member.kind == "place"]
        inline = into = next((member for member in self._members if member.kind == "inline"), None)
        for word in words:
            text = word.text.lower()
            signed = _SIGNED.fullmatch(text)
            if (named := self._named.get(text)) is not None:
                given[named.field.name] = [word.part("yes")] if named.kind == "flag" else []
                into = into if named.kind == "flag" else named
            elif signed and signed[1] in self._numbers:
                given[self._numbers[signed[1]].field.name] = [word.part(signed[2])]
            elif places and into is inline:
                given[places.pop(0).field.name] = [word]
            elif into is not None:
                given.setdefault(into.field.name, []).append(word)
            elif text != "-":
                raise word.too_much(name.text)
        return given


class _Forms:
    """The forms of a game's types, for this number of seats."""

    def __init__(self, pieces: Pieces, seats: int) -> None:
        self._pieces, self._seats = pieces, seats

    def of(self, hint: Any) -> _Form:
        """Returns the form of a field. Raises `TypeError`."""
        shape = inspect_type(hint)
        by, item = shape.by, shape.item
        if len(shape.structs) > 1:
            return _phases({str(kind.__struct_config__.tag): self._group(kind) for kind in shape.structs})
        if item is None:
            return _word(self._pieces.of(hint))
        if by is None:
            return _words(self._pieces.of(item), item)
        if by.axis is Seat and (structs := inspect_type(item).structs):
            return self._group(structs[0], of_each_seat=True)
        return self._row(by, item)

    def _row(self, by: By, item: Any) -> _Form:
        """Returns the form of a row with a place for each name of an axis."""
        axis, shape = range(self._seats) if by.axis is Seat else by.axis, inspect_type(item)
        names = self._pieces.of(Seat if by.axis is Seat else type(axis[0]))
        if shape.kind is bool:
            return _marks(axis, names)
        if shape.kind is int and not shape.optional:
            number = make_number_piece(item, after_digits=names.write(axis[0]).isdigit())
            return _places(axis, names, number, 0, message("a_count", what=names.expected))
        if shape.item is not None:
            return _rows(_words(self._pieces.of(shape.item), shape.item), len(axis))
        if by.sparse:
            there = message("place_and_thing", place=names.expected)
            return _places(axis, names, self._pieces.part(item), shape.blank, there)
        return _words(self._pieces.of(item), item, [names.write(name) for name in axis])

    def _group(self, kind: type[Struct], *, of_each_seat: bool = False) -> _Form:
        group = _Group(kind, [self._member(field, hint) for field, hint in list_fields(kind)])
        return _Form(group.write, group.read, of_each_seat)

    def _member(self, field: FieldInfo, hint: Any) -> _Member:
        shape = inspect_type(hint)
        text = shape.note(Text) or Text()
        if shape.kind is bool:
            kind = "flag"
        elif shape.kind is int and (text.sign or not field.required):
            kind = "number"
        elif shape.item is None:
            kind = "place"
        else:
            kind = "inline" if text.inline else "list"
        return _Member(field, hint, self.of(hint), kind, text.sign or _name(field, hint), text.follows)

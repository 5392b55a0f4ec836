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
from collections.abc import Callable, Sequence
from itertools import groupby
from types import SimpleNamespace
from typing import Any

from msgspec import NODEFAULT, UNSET, Meta, Struct, ValidationError, structs, to_builtins
from msgspec.structs import FieldInfo

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
from companion.engine.game import OptionError, ParseError, Seat, Switch
from companion.engine.message import either, message
from companion.engine.options import made_options
from companion.engine.pieces import Piece, Pieces, Players, of_numbers
from companion.engine.position_json import WrongError, check_state
from companion.engine.reading import YES_OR_NO, Field, Reading, Token, read_fields, read_switches

_SEVERAL = re.compile(r"(.+?)x([0-9]{1,3})")


class Form(Struct):
    """How the value of a field is written and read, as words. `usual` is what stands for it when it is left out."""

    write: Callable[[Any, Players, Any], list[str]]
    read: Callable[[Field, Players, Any], Any]


class PositionText:
    """Writes and reads the positions of one game.

    `players` tells who plays a state, `head` reads and `title` writes the words before the first field, `default` gives
    what stands for a field that is left out, by its name and the fields before it.
    """

    def __init__(self, game: Any) -> None:
        """Raises `TypeError` at a field that cannot be written."""
        self._game = game
        self._forms = _Forms(Pieces(game.PIECES))
        self._fields: dict[str, tuple[FieldInfo, Any, Form]] = {}
        for field, hint in fields_of(game.STATE):
            name = _name(field, hint)
            if name and field.name != "options":
                self._fields[name] = field, hint, self._forms.of(hint)
        self._names = game.STATE.__struct_fields__
        self._switches: tuple[Switch, ...] = game.SWITCHES

    def text(self, state: Any) -> str:
        """The position in one line; `parse` reads it back."""
        players = self._game.called(state)
        words = [self._game.ID, self._game.title(state)]
        for switch in self._switches:
            value = getattr(state.options, switch.name)
            without = structs.replace(state.options, **{switch.name: getattr(self._game.OPTIONS(), switch.name)})
            if self._game.settled(without, self._game.players(state)) != state.options:
                words.append(f"{_dashed(switch.name)}: {_dashed(str('none' if value is None else value))}")
        for name, (field, hint, form) in self._fields.items():
            value, usual = getattr(state, field.name), self._game.default(field.name, state)
            if _a_field_each(hint):
                for letter, one, other in zip(players.letters, value, usual, strict=True):
                    if one != other:
                        words.append(f"{letter}: {' '.join(form.write(one, players, other)) or '-'}")
            elif value != usual or field.name == "now":
                words.append(f"{name}: {' '.join(form.write(value, players, usual)) or '-'}")
        return " ".join(words)

    def parse(self, text: str) -> Any:
        """The position of a line. Raises `ParseError` with the place of what is wrong."""
        letters = [letter.lower() for letter in self._game.LETTERS]
        names = [*self._fields, *letters, *[_dashed(switch.name) for switch in self._switches]]
        reading = read_fields(text, names)
        made = SimpleNamespace(**self._title(reading.head))
        if self._switches:
            made.options = self._options(reading, self._game.players(made))
        players = self._game.called(made)
        for letter in letters:
            if letter in reading.fields and letter not in players.seats:
                raise reading.fields[letter].name.wrong(
                    message("no_player", name=letter.upper(), players=players.letters)
                )
        for name, (field, hint, form) in self._fields.items():
            usual = self._game.default(field.name, made)
            given = reading.fields.get(name)
            if _a_field_each(hint):
                each = [reading.fields.get(letter.lower()) for letter in players.letters]
                value = tuple(
                    other if one is None else form.read(one, players, other)
                    for one, other in zip(each, usual, strict=True)
                )
            else:
                value = usual if given is None else form.read(given, players, usual)
            setattr(made, field.name, value)
        state = self._game.STATE(**{field: getattr(made, field) for field in self._names})
        try:
            return check_state(self._game, to_builtins(state), self._game.names(state))
        except WrongError as error:
            raise ParseError(error.what) from error
        except ValidationError as error:
            detail, _, path = str(error).partition(" - at ")
            raise ParseError(message("in_field", field=path.strip("`"), what=f"“{detail}”")) from error

    def _title(self, head: Sequence[Token]) -> dict[str, Any]:
        """Reads the words before the first field; the game's id is optional."""
        if not head or head[0].text.lower() == self._game.ID:
            found: dict[str, Any] = self._game.read_title(head[1:])
            return found
        try:
            found = self._game.read_title(head)
        except ParseError as error:
            first = head[0]
            raise (first.other(self._game.ID) if error.column == first.column else error) from error
        return found

    def _options(self, reading: Reading, players: int) -> Any:
        """The house rules of a text, as they apply to so many players."""
        given = read_switches(reading.fields, self._switches)
        try:
            return self._game.settled(made_options(self._game.OPTIONS, given), players)
        except OptionError as error:
            blamed = next(reading.fields[_dashed(name)] for name in given)
            raise blamed.name.wrong(error.what) from error


def _name(field: FieldInfo, hint: Any) -> str:
    """Name of a field in texts."""
    text = annotation(hint, Text)
    return _dashed(field.name) if text is None or text.name is None else text.name


def _dashed(name: str) -> str:
    return name.replace("_", "-")


def _a_field_each(hint: Any) -> bool:
    """Does each player have a field, named by the seat's letter?"""
    by = annotation(hint, By)
    return by is not None and by.axis is Seat and is_struct(plain(item_of(hint)))


class _Forms:
    """The forms of types."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces

    def of(self, hint: Any) -> Form:
        """The form of a field. Raises `TypeError`."""
        by, item, phases = annotation(hint, By), item_of(hint), union_of(hint)
        if phases:
            return self._phases(phases)
        if _a_field_each(hint):
            return self._group(plain(item))
        if item is not None:
            return self._words(item) if by is None else self._places(by, item)
        if plain(hint) is bool:
            return Form(lambda on, *_: ["yes" if on else "no"], _yes_or_no)
        return self._one(hint)

    def _one(self, hint: Any) -> Form:
        """One word; ``-`` is None."""
        piece, none = self._pieces.of(hint), may_be_none(hint)

        def read(field: Field, players: Players, usual: Any) -> Any:
            word = field.one(piece.expected)
            return None if none and word.text == "-" else piece.of(word, field.name.text, players)

        return Form(lambda value, players, _: ["-" if value is None else piece.write(value, players)], read)

    def _words(self, item: Any) -> Form:
        """Words one after the other; equal ones can be counted: ``07 12x2``."""
        piece, none = self._pieces.of(item), may_be_none(item)

        def write(values: Sequence[Any], players: Players, usual: Any) -> list[str]:
            words = ["-" if value is None else piece.write(value, players) for value in values]
            return words if none or is_struct(plain(item)) else _counted(words)

        def read(field: Field, players: Players, usual: Any) -> Any:
            words = _each(field) if none or [word.text for word in field.items] != ["-"] else []
            name = field.name.text
            return tuple(None if none and w.text == "-" else piece.of(w, name, players) for w in words)

        return Form(write, read)

    def _places(self, by: By, item: Any) -> Form:
        """A row with a place for each name of an axis."""
        if plain(item) is bool:
            return self._flags(by)
        if plain(item) is int and not may_be_none(item):
            return self._counts(by, item)
        if item_of(item) is not None:
            return self._rows(by, item_of(item))
        return self._sparse(by, item) if by.sparse else self._dense(by, item)

    def _axis(self, by: By, players: Players) -> list[tuple[Any, str]]:
        """The names of an axis, each with its word."""
        names = range(len(players.letters)) if by.axis is Seat else by.axis
        piece = self._axis_piece(by)
        return [(name, piece.write(name, players)) for name in names]

    def _axis_piece(self, by: By) -> Piece:
        return self._pieces.of(Seat if by.axis is Seat else type(by.axis[0]))

    def _flags(self, by: By) -> Form:
        """The letters of those that are marked: ``seals: RB``."""
        piece = self._axis_piece(by)

        def write(marked: Sequence[bool], players: Players, usual: Any) -> list[str]:
            letters = [word for (_, word), on in zip(self._axis(by, players), marked, strict=True) if on]
            return ["".join(letters)] if letters else []

        def read(field: Field, players: Players, usual: Any) -> Any:
            found = set()
            for word in field.items:
                whole = re.fullmatch(piece.pattern(players), word.text.lower())
                for text in [word.text] if whole else [*word.text.replace("-", "")]:
                    found.add(piece.of(Token(text, word.line, word.column), field.name.text, players))
            return tuple(name in found for name, _ in self._axis(by, players))

        return Form(write, read)

    def _counts(self, by: By, item: Any) -> Form:
        """How many of each: ``b1 r2``; where names are digits ``3 6x2``."""
        piece, most = self._axis_piece(by), of_numbers(annotation(item, Meta))

        def write(counts: Sequence[int], players: Players, usual: Any) -> list[str]:
            cross = "x" if _digits(by, players) else ""
            return [
                f"{word}{cross}{n}" if n > 1 or not cross else word
                for (_, word), n in zip(self._axis(by, players), counts, strict=True)
                if n
            ]

        def read(field: Field, players: Players, usual: Any) -> Any:
            cross = "x" if _digits(by, players) else ""
            whole = re.compile(f"({piece.pattern(players)})(?:{cross}([0-9]{{1,9}})){'?' if cross else ''}")
            counts = {name: 0 for name, _ in self._axis(by, players)}
            for word in field.items:
                if word.text == "-":
                    continue
                found = whole.fullmatch(word.text.lower())
                if found is None:
                    raise word.unexpected(field.name.text, message("a_count", what=piece.expected))
                name = piece.of(Token(found[1], word.line, word.column), field.name.text, players)
                if name not in counts:
                    raise word.unexpected(field.name.text, message("a_count", what=piece.expected))
                number = Token(found[2] or "1", word.line, word.column)
                counts[name] += most.of(number, field.name.text, players)
            return tuple(counts.values())

        def _digits(by: By, players: Players) -> bool:
            return self._axis(by, players)[0][1].isdigit()

        return Form(write, read)

    def _rows(self, by: By, item: Any) -> Form:
        """A row of words for each name, parted by ``/``."""
        words = self._words(item)

        def write(rows: Sequence[Any], players: Players, usual: Any) -> list[str]:
            return " / ".join(" ".join(words.write(row, players, ())) for row in rows).split(" ")

        def read(field: Field, players: Players, usual: Any) -> Any:
            rows: list[list[Token]] = [[]]
            for word in field.items:
                if word.text == "/":
                    rows.append([])
                else:
                    rows[-1].append(word)
            names = self._axis(by, players)
            if len(rows) > len(names):
                raise field.name.lacking(message("rows_at_most", rows=len(names)))
            rows += [[]] * (len(names) - len(rows))
            return tuple(words.read(Field(field.name, tuple(row)), players, ()) for row in rows)

        return Form(write, read)

    def _sparse(self, by: By, item: Any) -> Form:
        """Form for things at some of many places: ``A3Rb2 C2B``."""
        axis, piece, blank = self._axis_piece(by), self._pieces.of(item), blank_of(item)

        def write(values: Sequence[Any], players: Players, usual: Any) -> list[str]:
            places = zip(self._axis(by, players), values, strict=True)
            return [word + piece.write(value, players) for (_, word), value in places if value != blank]

        def read(field: Field, players: Players, usual: Any) -> Any:
            both = re.compile(f"({axis.pattern(players)})({piece.pattern(players)})")
            found: dict[Any, Any] = {}
            for word in field.items:
                if word.text == "-":
                    continue
                parts = both.fullmatch(word.text.lower())
                if parts is None:
                    raise word.unexpected(field.name.text, message("place_and_thing", place=axis.expected))
                place = axis.of(Token(parts[1], word.line, word.column), field.name.text, players)
                if place in found:
                    raise word.wrong(message("thing_twice", field=field.name.text, thing=parts[1].upper()))
                found[place] = piece.of(Token(parts[2], word.line, word.column), field.name.text, players)
            return tuple(found.get(name, blank) for name, _ in self._axis(by, players))

        return Form(write, read)

    def _dense(self, by: By, item: Any) -> Form:
        """A word for each name, in their order."""
        words = self._words(item)

        def write(values: Sequence[Any], players: Players, usual: Any) -> list[str]:
            return [words.write((value,), players, ())[0] for value in values]

        def read(field: Field, players: Players, usual: Any) -> Any:
            found, names = words.read(field, players, usual), self._axis(by, players)
            if len(found) != len(names):
                raise field.name.lacking(message("a_word_each", names=tuple(word for _, word in names)))
            return found

        return Form(write, read)

    def _phases(self, kinds: Sequence[type[Struct]]) -> Form:
        """One of several structs: its tag, and what belongs to it."""
        groups = {str(kind.__struct_config__.tag): (kind, self._group(kind)) for kind in kinds}
        expected = either(tuple(groups))

        def write(now: Any, players: Players, usual: Any) -> list[str]:
            tag = str(type(now).__struct_config__.tag)
            return [tag, *groups[tag][1].write(now, players, None)]

        def read(field: Field, players: Players, usual: Any) -> Any:
            if not field.items:
                raise field.name.lacking(expected)
            tag = field.items[0].text.lower()
            if tag not in groups:
                raise field.items[0].unexpected(field.name.text, expected)
            return groups[tag][1].read(Field(field.name, field.items[1:]), players, usual)

        return Form(write, read)

    def _group(self, kind: type[Struct]) -> Form:
        """The fields of a struct as words beside each other: ``c6 y1``, ``play R shop``, ``c4 hand 3 7``."""
        members = [_Member(field, hint, self) for field, hint in fields_of(kind)]

        def write(value: Any, players: Players, usual: Any) -> list[str]:
            words: list[str] = []
            for member in members:
                part = getattr(value, member.name)
                left = getattr(usual, member.name, NODEFAULT) if member.text.follows else member.default
                if part is UNSET or part == left:
                    continue
                if member.suffix:
                    words[-1] += member.text.sign
                else:
                    words += member.write(part, players)
            return words

        def read(field: Field, players: Players, usual: Any) -> Any:
            given = _sorted_out(members, field, players)
            made: dict[str, Any] = {}
            for member in members:
                words = given.get(member.name)
                if words is not None:
                    made[member.name] = member.read(Field(field.name, tuple(words)), players)
                elif member.text.follows or (plain(member.hint) is Seat and member.needed):
                    made[member.name] = getattr(usual, member.name, Seat(0))
                elif member.needed:
                    made[member.name] = None if may_be_none(member.hint) else member.nothing(field)
            return kind(**made)

        return Form(write, read)


class _Member:
    """A field of a group.

    It is a flag, said by its name or by a sign after the word before it; a number after a sign or its name; a list,
    named or among the other words; or one word, in its place.
    """

    def __init__(self, field: FieldInfo, hint: Any, forms: _Forms) -> None:
        self.name, self.hint, self.default = field.name, hint, field.default
        self.text = annotation(hint, Text) or Text()
        self.needed = field.required
        self.called = self.text.name or _dashed(field.name)
        self.flag = plain(hint) is bool
        self.suffix = self.flag and bool(self.text.sign)
        self.number = plain(hint) is int and bool(self.text.sign or not self.needed)
        self.sign = self.text.sign or self.called
        self.listed = item_of(hint) is not None
        self._form = None if self.flag else forms.of(hint)

    def write(self, value: Any, players: Players) -> list[str]:
        if self._form is None:
            return [self.called]
        words = [] if value is None and not self.number else self._form.write(value, players, None)
        if self.number:
            return [self.sign + words[0]]
        return [self.called, *words] if self.listed and not self.text.inline and words else words

    def read(self, field: Field, players: Players) -> Any:
        return True if self._form is None else self._form.read(field, players, None)

    def nothing(self, field: Field) -> Any:
        """Value of a field without words. Raises `ParseError` if it is required."""
        if self.number or self.listed:
            return 0 if self.number else ()
        raise field.name.lacking(self.called)


def _sorted_out(members: Sequence[_Member], field: Field, players: Players) -> dict[str, list[Token]]:
    """Assigns the words of a group to its fields."""
    given: dict[str, list[Token]] = {}
    places = [member for member in members if not (member.flag or member.number or member.listed)]
    flags = {member.called: member for member in members if member.flag and not member.suffix}
    lists = {member.called: member for member in members if member.listed and not member.text.inline}
    inline = next((member for member in members if member.listed and member.text.inline), None)
    suffix = next((member for member in members if member.suffix), None)
    into = inline
    for word in field.items:
        text = word.text.lower()
        numbered = _numbered(members, word)
        if text in flags:
            given[flags[text].name] = [word]
        elif text in lists:
            into = lists[text]
            given[into.name] = []
        elif numbered is not None and (into is inline or not text[0].isdigit()):
            member, number = numbered
            if suffix is not None and number.text.endswith(suffix.text.sign):
                given[suffix.name] = [word]
                number = Token(number.text.removesuffix(suffix.text.sign), number.line, number.column)
            given[member.name] = [number]
        elif places and into is inline:
            given[places.pop(0).name] = [word]
        elif into is not None:
            given.setdefault(into.name, []).append(word)
        elif word.text != "-":
            raise word.wrong(message("too_much", field=field.name.text, given=word.text))
    return given


def _numbered(members: Sequence[_Member], word: Token) -> tuple[_Member, Token] | None:
    """The field whose sign begins a word that ends as a number, and that number."""
    for member in members:
        found = (
            re.fullmatch(f"{re.escape(member.sign)}([0-9]{{1,9}}\\+?|-)", word.text.lower()) if member.number else None
        )
        if found:
            return member, Token(found[1], word.line, word.column)
    return None


def _yes_or_no(field: Field, players: Players, usual: Any) -> bool:
    word = field.one(YES_OR_NO)
    if word.text.lower() not in ("yes", "no"):
        raise word.unexpected(field.name.text, YES_OR_NO)
    return word.text.lower() == "yes"


def _counted(words: Sequence[str]) -> list[str]:
    """Words one after the other, equal ones with their number."""
    runs = [(word, len(list(run))) for word, run in groupby(words)]
    return [word if n == 1 else f"{word}x{n}" for word, n in runs]


def _each(field: Field) -> list[Token]:
    """The words of a field, those with a number as often as it says."""
    found: list[Token] = []
    for word in field.items:
        several = _SEVERAL.fullmatch(word.text.lower())
        found += [Token(several[1], word.line, word.column)] * int(several[2]) if several else [word]
    return found

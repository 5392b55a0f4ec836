"""What comes next in a position, ``play R shop``: the name of a phase and what belongs to it, derived from its type.

    class Play(Struct, frozen=True, tag_field="phase", tag="play"):
        seat: Seat                                               # play B
        taken: Kind | None = None                                # play B shop
        gathered: Annotated[Counts, Spelled("got", only=…)] = NONE    # got: wood2, a field of its own

A field with a `Form` takes all words that are left. Where a word is left out, a seat is that of what stands for
nothing at all, one of a few names is the first of them, and a number what its `Spelled` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, get_args, get_type_hints

from msgspec import UNSET, Struct
from msgspec.structs import replace

from companion.engine.forms import SEAT, Form, Piece, bare, bounds, expected, extra, named, numbered, optional, spelled
from companion.engine.game import Seat
from companion.engine.message import either
from companion.engine.reading import Field, in_field
from companion.engine.seating import Seats
from companion.engine.spelling import Wrong


class _Phase(Struct):
    """What belongs to a phase."""

    made: Callable[..., Any]
    items: dict[str, Piece] = {}
    """Fields of one word each."""
    missing: dict[str, Any] = {}
    """What those are that are left out, unless it is their default; unset: as in what stands for nothing."""
    rest: str = ""
    """The field that takes all other words, and its form."""
    form: Form = Form(lambda *_: "", lambda *_: ())

    def write(self, now: Any, seats: Seats) -> list[str]:
        values = [(piece, getattr(now, name)) for name, piece in self.items.items()]
        words = [piece.write(value, seats) for piece, value in values if value is not None]
        if self.rest:
            value, more = getattr(now, self.rest), [getattr(now, name) for name in self.form.also]
            rest = self.form.write((value, *more) if more else value, seats, None)
            return [*words, rest] if rest else words
        return words

    def read(self, field: Field, seats: Seats, left: Any) -> Any:
        """What comes next, of a field with its name and the words after the phase."""
        words, given = field.items, dict[str, Any]()
        for i, (name, piece) in enumerate(self.items.items()):
            if i < len(words):
                given[name] = piece.read(words[i], field.name.text, seats)
            elif name in self.missing:
                given[name] = getattr(left, name) if self.missing[name] is UNSET else self.missing[name]
        if self.rest:
            more = self.form.read(Field(field.name, words[len(self.items) :]), seats, None)
            given |= zip((self.rest, *self.form.also), more if self.form.also else (more,), strict=True)
        return self.made(**given)


def one_of(types: Iterable[type[Struct]], left: Any = None) -> Form:
    """How one of several structs is written, each named by its tag; `left` is what nothing at all stands for."""
    tags = {made: str(made.__struct_config__.tag) for made in types}
    table = {tag: _phase(made, get_type_hints(made, include_extras=True)) for made, tag in tags.items()}
    return replace(_form(table, lambda now: tags[type(now)]), left=left, leans=True)


def in_phases(
    made: type[Struct], fields: Mapping[str, Sequence[str]], make: Callable[..., Any], of: Callable[[Any], str]
) -> Form:
    """How a struct is written that has these fields in each phase.

    `make` gets the phase and what is written of them, and may raise `Wrong`; `of` tells the phase.
    """
    hints = get_type_hints(made, include_extras=True)
    return _form({tag: _phase(partial(make, tag), {n: hints[n] for n in names}) for tag, names in fields.items()}, of)


def _form(table: Mapping[str, _Phase], of: Callable[[Any], str]) -> Form:
    phases = either(tuple(table))

    def write(now: Any, seats: Seats, left: Any) -> str:
        phase = of(now)
        return " ".join([phase, *table[phase].write(now, seats)])

    def read(field: Field, seats: Seats, left: Any) -> Any:
        if not field.items:
            raise field.name.lacking(phases)
        word, *words = field.items
        phase = table.get(word.text.lower())
        if phase is None:
            raise word.unexpected(field.name.text, phases)
        if len(words) > len(phase.items) and not phase.rest:
            raise words[len(phase.items)].too_much(field.name.text, word.text.lower())
        try:
            return phase.read(Field(field.name, tuple(words)), seats, left)
        except Wrong as error:
            raise word.wrong(in_field(field.name.text, error.what)) from error

    return Form(write, read, always=True)


def _phase(made: Callable[..., Any], hints: Mapping[str, Any]) -> _Phase:
    phase, also = _Phase(made), set[str]()
    for name, hint in hints.items():
        form, kind, number = extra(hint, Form), bare(hint), spelled(hint).missing
        if spelled(hint).only or name in also:
            continue
        if form is not None:
            phase.rest, phase.form, also = name, form, {*form.also}
            continue
        words = () if kind in (int, Seat) else get_args(kind) or tuple(kind)
        phase.items[name] = extra(hint, Piece) or (
            numbered(*bounds(hint)) if kind is int else SEAT if kind is Seat else _named(words)
        )
        if number is not None or not (optional(hint) or kind is int):
            phase.missing[name] = number if number is not None else words[0] if words else UNSET
    return phase


def _named(words: Sequence[Any]) -> Piece:
    return named({str(word): word for word in words}, expected(either(tuple(words))))

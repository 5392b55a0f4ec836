"""Positions as JSON, derived from the type of a game's states: writer, reader with the place of a fault, schema.

    class State(Struct, frozen=True):
        market: Annotated[tuple[Die | None, ...], By(tuple(Stall), blank=None)]
        coins: Annotated[tuple[Count, ...], By(Seat)]
        now: Buy | Sell                                  # each with a tag
        start: Seat = Seat(0)

    CODEC = Codec(State, "A position of Bazaar", Literal["A", "B"], lambda state: "AB"[: len(state.coins)])

`companion.engine.spelling` tells how types are spelled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from companion.engine import jsontext
from companion.engine.game import Seat
from companion.engine.message import sentence_of
from companion.engine.spelling import Names, Seats, Speller, Spelling, Wrong

S = TypeVar("S")
_ENCODER = msgspec.json.Encoder()


class Codec(Generic[S]):
    """Writes and reads the states of a game.

    `name` is the JSON type of a seat's name. `names` gives those of a state, and those of a form, whose fields are
    called like the state's. `head` are fields before the state's own: constants, as `Literal`, or properties of it.
    `before` checks a form, `after` a state, and may put it right; both raise `Wrong`.
    """

    def __init__(
        self,
        state: type[S],
        title: str,
        name: Any,
        names: Callable[[Any], Names],
        head: Mapping[str, Any] | None = None,
        before: Callable[[Any], None] = lambda form: None,
        after: Callable[[S], S] = lambda state: state,
    ) -> None:
        self._title = title
        self._names = names
        self._before, self._after = before, after
        self._state = Speller(name).struct(state, "Position", head or {})

    def to_json(self, state: S) -> str:
        """The position as JSON text."""
        write = self._state.write
        return _ENCODER.encode(write(state, self._names(state)) if write else state).decode()

    def from_json(self, text: str) -> S:
        """The state behind JSON text. Raises `ParseError` with line, column and path."""
        return jsontext.read(text, self._state.form, self._read)

    def schema(self) -> dict[str, object]:
        """The JSON Schema of the form (2020-12)."""
        made = msgspec.json.schema(self._state.form)
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": self._title, **made}

    def _read(self, form: Any) -> S:
        seats: Seats | None = None
        try:
            self._before(form)
            seats = {name: Seat(i) for i, name in enumerate(self._names(form))}
            state: S = self._state.read(form, seats) if self._state.read else form
            return self._after(state)
        except ValueError as error:
            found = error if seats is None else _fault(self._state, form, seats) or error
            raise jsontext.Invalid(sentence_of(found), "$" + getattr(found, "path", "")) from error


def _fault(spelling: Spelling, form: Any, seats: Seats) -> Wrong | None:
    """The first fault of a form and its path, from reading it again part by part."""
    try:
        for step, part, inner in spelling.parts(form, seats):
            found = _fault(part, inner, seats)
            if found is not None:
                return Wrong(found.what, step + found.path)
        if spelling.read is not None:
            spelling.read(form, seats)
    except ValueError as error:
        return error if isinstance(error, Wrong) else Wrong(sentence_of(error))
    return None

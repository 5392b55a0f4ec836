"""Corrections: the table is right, and any field of a state can be set, with who and why.

A correction names fields by their path in the state's JSON form (``hands.red.coins``, ``city.A3``), so it works alike
for every game and has the same reader. Setting an entry of a mapping to None removes it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import ParseError, Refusal, Seat
from companion.engine.position_json import decode_json, from_tree, to_tree
from companion.engine.reading import number
from companion.engine.wording import Message, message, said, shorten

S = TypeVar("S")
LIES = "lies"
"""Why something is set right where nobody gives a reason: so it lies on the table."""
FINISHED = "finished"
"""Why it is set where somebody ends the game."""


class Change(Struct, frozen=True):
    """A field's new value, as in JSON: a number, a text, a list, an object, null."""

    path: str
    value: Any


class Covered(Struct, frozen=True):
    """A hidden part of a corrected position, for seats that may not see it: its owner, what it is (a key of the game's
    words ``covered.<thing>``), and the number of cards there now."""

    path: str
    thing: str
    seat: Seat | None = None
    number: int = 0


class Turned(Struct, frozen=True):
    """A field with a changed value; values as in JSON."""

    path: str
    before: Any
    after: Any


class Correction(Struct, frozen=True):
    """An action that sets fields, legal at any time for anyone. It does not change history."""

    changes: tuple[Change, ...]
    who: str
    why: str


class Corrected(Struct, frozen=True, tag=True):
    """The effect of a correction. `covered`: its fields that are hidden from some seats."""

    changes: tuple[Change, ...]
    who: str
    why: str
    rule: None = None
    covered: tuple[Covered, ...] = ()


def corrected(state: S, correction: Correction, game: Any) -> S:
    """Returns the state with all changes made at once. Raises `ParseError` with the path."""
    try:
        tree = to_tree(game, state)
        for change in msgspec.json.decode(msgspec.json.encode(correction.changes)):
            _set(tree, **change)
        found: S = from_tree(game, tree)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        what = error.what if isinstance(error, ParseError) else str(error)
        raise ParseError(message("correction_unfit", what=what)) from error
    return found


class CorrectionRefusal(Refusal, frozen=True):
    """The refusal of a correction that yields no valid position; `thing` is the reason in English."""

    what: Message = said("")


def refuse_correction(state: Any, correction: Correction, game: Any) -> Refusal | None:
    """Returns why a correction is refused: nobody made it, or it yields no valid position."""
    if not correction.who.strip() or not correction.why.strip():
        return Refusal("no_reason_given", None)
    try:
        corrected(state, correction, game)
    except ParseError as error:
        return CorrectionRefusal("correction_does_not_fit", None, thing=shorten(error.message), what=error.what)
    return None


def without_secrets(effect: Corrected, secret: Callable[[str], bool]) -> Corrected:
    """Returns the effect without secret fields; of those only the owner and the number of cards stay."""
    changes = tuple(change for change in effect.changes if not secret(change.path))
    covered = tuple(one for one in effect.covered if secret(one.path))
    return replace(effect, changes=changes, covered=covered)


def _set(tree: dict[str, Any], path: str, value: Any) -> None:
    here: Any = tree
    *way, last = path.split(".")
    try:
        for key in way:
            here = here[_key(here, key)]
        here[_key(here, last)] = value
    except (LookupError, TypeError) as error:
        raise ParseError(message("correction_field", path=path)) from error


def _key(here: Any, key: str) -> int | str:
    place = number(key) if isinstance(here, list) else None
    return key if place is None else place


def parse_correction(text: str) -> Correction:
    """Parses a correction's JSON. Raises `ParseError`."""
    try:
        found: Correction = decode_json(text, Correction)
    except ParseError as error:
        raise ParseError(message("no_correction", detail=error.message)) from error
    return found

"""Annotations for fields of states and moves, and helpers that inspect types."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from threading import RLock
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, UnsetType, json
from msgspec.structs import FieldInfo, fields

from companion.engine.game import Seat

T = TypeVar("T")
MOST = 999_999_999
"""The largest number that a position can hold."""
Count = Annotated[int, Meta(ge=0, le=MOST)]
Positive = Annotated[int, Meta(ge=1, le=MOST)]


class By(Struct, frozen=True):
    """A tuple with one item for each name: of an axis such as ``tuple(Dye)``, or of the players (`Seat`).

    In JSON it is an object. `sparse`: empty items (0, false, None, empty) are left out there.
    """

    axis: Any
    sparse: bool = False


class Text(Struct, frozen=True):
    """Notation of a field in one-line positions, where its name and type do not determine it."""

    name: str | None = None
    """Its name there. Empty: it is not written, for the beginning of the line tells it."""
    sign: str = ""
    """Before a number in a group (``c6``). Of a bool inside a word: what is written for yes (``06-``)."""
    before: str = ""
    """Before each item of a tuple inside a word (``49.03.*``)."""
    inline: bool = False
    """In a group: the items stand among the other words, without a name before them."""
    follows: bool = False
    """In a group: left out where the game says what else stands for it (`GameRules.default`)."""


class Rule(Struct, frozen=True):
    """The rule of a house rule: an id in the leaflet."""

    id: str


class From(Struct, frozen=True):
    """Proposes values for a field of a move: a function of the state, the seat, and earlier fields by name.

    It may propose values that are refused, but must not leave out a legal one.
    """

    propose: Callable[..., Iterable[Any]]


class Secret(Struct, frozen=True):
    """A field that is hidden from some seats while the game lists its name as closed (`GameRules.closed`)."""

    name: str
    """Name of this secret; several fields may have one. The words ``covered.<name>`` tell of its correction."""
    unknown: Any
    """What others see instead, or a function that makes it of the value."""
    to: tuple[str, ...] | None = None
    """Names of the fields beside it with the seats that see it; None: the seat whose part of the position it is."""


class Shape(Struct, frozen=True):
    """A type taken apart, by `inspect_type`."""

    kind: Any
    """The type without its annotations, and an optional type without None."""
    notes: tuple[Any, ...]
    """Its annotations."""
    optional: bool
    """Whether None is a value of it."""
    item: Any
    """The item type of a tuple of any length; None for other types."""
    structs: tuple[type[Struct], ...]
    """The struct, or the tagged structs of a union; empty for other types."""
    by: By | None
    of_seats: bool
    """Whether it is a tuple with one item for each player."""

    def note(self, kind: type[T]) -> T | None:
        """Returns its annotation of this kind, if any."""
        return next((note for note in self.notes if isinstance(note, kind)), None)

    @property
    def blank(self) -> Any:
        """Its empty value: None, 0, False, an empty tuple; ``...`` if it has none."""
        if self.optional:
            return None
        return () if self.item is not None else {int: 0, bool: False}.get(self.kind, ...)


@cache
def inspect_type(hint: Any) -> Shape:
    """Takes a type apart."""
    notes: list[Any] = []
    optional = False
    while (args := get_args(hint)) and get_origin(hint) in (Annotated, Union, UnionType):
        if get_origin(hint) is Annotated:
            hint, *more = args
            notes += more
        elif some := [kind for kind in args if kind in (NoneType, UnsetType)]:
            hint = Union[tuple(kind for kind in args if kind not in some)]  # noqa: UP007 - a list of types
            optional = optional or NoneType in some
        else:
            break
    item = args[0] if get_origin(hint) is tuple and args[1:] == (...,) else None
    kinds = args if get_origin(hint) in (Union, UnionType) else (hint,)
    structs = tuple(kinds) if all(isinstance(kind, type) and issubclass(kind, Struct) for kind in kinds) else ()
    by = next((note for note in notes if isinstance(note, By)), None)
    return Shape(hint, tuple(notes), optional, item, structs, by, by is not None and by.axis is Seat)


@cache
def list_fields(kind: Any) -> tuple[tuple[FieldInfo, Any], ...]:
    """Returns the fields of a struct type, each with its annotated type."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((field, hints[field.name]) for field in fields(kind))


def join_subclasses(base: type[Any]) -> Any:
    """Returns the union of a base class's leaf subclasses."""
    kinds = base.__subclasses__()
    return Union[tuple(join_subclasses(kind) for kind in kinds)] if kinds else base  # noqa: UP007 - made of a list


def ready(kind: T) -> T:
    """Returns the same type after msgspec has inspected it. Use it wherever msgspec decodes or converts into our types:
    a second thread that uses a type while msgspec inspects it for the first time crashes the process; here it waits."""
    if kind not in _READY:
        with _LOCK:
            json.Decoder(kind)
            _READY.add(kind)
    return kind


_READY: set[object] = set()
_LOCK = RLock()

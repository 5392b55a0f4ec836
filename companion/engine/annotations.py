"""Annotations for fields of states and moves, and helpers that inspect types."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from threading import RLock
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, UnsetType, json, structs

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


def annotation(hint: Any, kind: type[T]) -> T | None:
    """Returns a type's annotation of this kind; otherwise the type itself unless it is None."""
    return next((extra for extra in _annotations(hint) if isinstance(extra, kind)), None)


@cache
def _annotations(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Annotated:
        return (*hint.__metadata__, *_annotations(get_args(hint)[0]))
    if get_origin(hint) in (Union, UnionType):
        kinds = [one for one in get_args(hint) if one not in (NoneType, UnsetType)]
        return _annotations(kinds[0]) if len(kinds) == 1 else ()
    return ()


@cache
def plain(hint: Any) -> Any:
    """Returns a type without its annotations, and an optional type without None."""
    if get_origin(hint) is Annotated:
        return plain(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        kinds = [kind for kind in get_args(hint) if kind not in (NoneType, UnsetType)]
        return plain(kinds[0]) if len(kinds) == 1 else Union[tuple(kinds)]  # noqa: UP007 - a list of types
    return hint


@cache
def may_be_none(hint: Any) -> bool:
    """Returns whether None is a value of the type."""
    if get_origin(hint) is Annotated:
        return may_be_none(get_args(hint)[0])
    return get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint)


def is_struct(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Struct)


@cache
def is_of_seats(hint: Any) -> bool:
    """Returns whether the type is a tuple with one item for each player."""
    by = annotation(hint, By)
    return by is not None and by.axis is Seat


@cache
def find_item_type(hint: Any) -> Any:
    """Returns the item type of a tuple of any length; None for other types."""
    kind = plain(hint)
    return get_args(kind)[0] if get_origin(kind) is tuple and get_args(kind)[1:] == (...,) else None


@cache
def list_union(hint: Any) -> tuple[type[Struct], ...]:
    """Returns the tagged structs of a union; empty for other types."""
    kind = plain(hint)
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else ()
    return kinds if all(map(is_struct, kinds)) else ()


def list_fields(kind: Any) -> tuple[tuple[structs.FieldInfo, Any], ...]:
    """Returns the fields of a struct type, each with its annotated type."""
    return _fields(kind)


@cache
def _fields(kind: Any) -> tuple[tuple[structs.FieldInfo, Any], ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple((field, hints[field.name]) for field in structs.fields(kind))


def find_blank(hint: Any) -> Any:
    """Returns the empty value of a type: None, 0, False, an empty tuple; ``...`` if it has none."""
    if may_be_none(hint):
        return None
    kind = plain(hint)
    return {int: 0, bool: False}.get(kind, () if find_item_type(kind) is not None else ...) if kind is not Seat else ...


def join_subclasses(base: type[Any]) -> Any:
    """Returns the union of a base class's leaf subclasses."""
    kinds = base.__subclasses__()
    return Union[tuple(join_subclasses(kind) for kind in kinds)] if kinds else base  # noqa: UP007 - made of a list


def ready(kind: T) -> T:
    """Returns the same type after msgspec has inspected it. Use it wherever msgspec decodes or converts into our own
    types.

    msgspec inspects a type on first use and releases the interpreter lock meanwhile. A second thread that uses the type
    then crashes the process; here it waits.
    """
    if kind not in _READY:
        with _LOCK:
            json.Decoder(kind)
            _READY.add(kind)
    return kind


_READY: set[object] = set()
_LOCK = RLock()

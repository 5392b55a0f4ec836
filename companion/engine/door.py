"""The door of a game: what is none of its actions is refused there, before a rule looks at it.

Python lets anybody write ``MoveCamel(1.5)`` or ``PlaceDye("A1", [])``. The door goes by the types of the
actions' own fields: a value has exactly its field's type, so ``True`` and ``2.0`` are no numbers of steps.
A word of the rules may also be given as plain text (``PickDye("yellow")``), and a value that stands for any
JSON (`Change.value`) is one that JSON can write and give back.

``refusal`` is called for every action that is played, so this has to be quick: the looks at each class are made
once, when a game's rules are imported, and an action that was let in is known when it comes again.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import wraps
from math import isfinite
from operator import attrgetter
from typing import Any, Generic, Protocol, TypeVar, get_args

from msgspec import inspect

from companion.engine.correction import Correction
from companion.engine.game import Legal, Refusal, Seat, Word

S = TypeVar("S")
A = TypeVar("A")
S_ = TypeVar("S_", contravariant=True)
A_ = TypeVar("A_", contravariant=True)
Fits = Callable[[Any], bool]
"""Is a value of its field's type?"""

LEAST, GREATEST = -(2**63), 2**63 - 1
"""Whole numbers that JSON carries between programs."""
DEEPEST, MOST = 64, 100_000
"""Levels and values of JSON that one field of a correction may have: far above any position."""
KNOWN = 2**14
"""Actions that a door knows again: more than our games have ready."""
TOLD = 40
"""Letters of a wrong text that a refusal repeats."""


class _Rules(Protocol[S_, A_]):
    def __call__(self, state: S_, action: A_, by: Seat | None = None) -> Refusal | None: ...


class _Listing(Protocol[S_, A]):
    def __call__(self, state: S_, by: Seat | None = None) -> Legal[A]: ...


class Door(Generic[S, A]):
    """The door of the game whose actions are this union; decorates its ``refusal`` and its ``legal``."""

    def __init__(self, actions: Any) -> None:
        """Raises `TypeError` at a field whose type no action should have, such as a list, which is not frozen."""
        self._fits = {kind: _fields(kind) for kind in get_args(actions)}
        self.known: dict[int, object] = {}
        """Actions that were let in, by their identity: looked at once, and kept alive by this."""

    def refusal(self, rules: _Rules[S, A]) -> _Rules[S, A]:
        """Refuses strangers; what comes in, the rules decide on."""
        known, stranger = self.known.get, self.stranger

        @wraps(rules)
        def refusal(state: S, action: A, by: Seat | None = None) -> Refusal | None:
            if known(id(action), self) is not action:
                refused = stranger(action)
                if refused is not None:
                    return refused
            if by is not None and type(by) is not int:
                return self.no_seat(by)
            return rules(state, action, by)

        self._refusal = refusal
        return refusal

    def legal(self, listing: _Listing[S, A]) -> _Listing[S, A]:
        """Lists nothing for what is no seat."""

        @wraps(listing)
        def legal(state: S, by: Seat | None = None) -> Legal[A]:
            if by is not None and type(by) is not int:
                return Legal((), state, by, self._refusal)
            return listing(state, by)

        return legal

    def stranger(self, action: object) -> Refusal | None:
        """Why an action that is not known is none of the game's. What a game has ready is known from then on."""
        fits = self._fits.get(type(action))
        if fits is None:
            return Refusal("no_such_action", None, thing=_type_name(action))
        if not fits(action):
            return _wrong(action)
        if len(self.known) < KNOWN and type(action) is not Correction:
            self.known[id(action)] = action  # so nothing else ever has its id
        return None

    def no_seat(self, by: object) -> Refusal:
        """Why a value that is no seat can do nothing."""
        return Refusal("no_such_value", None, place="by", thing=_told(by))


def _wrong(action: object) -> Refusal:
    """Names the first value that does not fit, by its way from the action."""
    kind = type(action)
    way, value = _misfit(_described(kind), action, kind)
    return Refusal("no_such_value", None, place=".".join((kind.__name__, *way)), thing=_told(value))


def _misfit(form: inspect.Type, value: object, kind: type) -> tuple[tuple[str, ...], object]:
    """The innermost value of one that does not fit its form, and the way to it."""
    parts: list[tuple[str, inspect.Type, object]] = []
    match form:
        case inspect.StructType(cls, fields) if type(value) is cls:
            parts = [(field.name, field.type, getattr(value, field.name)) for field in fields]
        case inspect.VarTupleType(item) if type(value) is tuple:
            parts = [(str(i), item, one) for i, one in enumerate(value)]
        case inspect.TupleType(items) if type(value) is tuple and len(value) == len(items):
            parts = [(str(i), item, one) for i, (item, one) in enumerate(zip(items, value, strict=True))]
    for name, inner, one in parts:
        if not _fit(inner, kind)(one):
            way, found = _misfit(inner, one, kind)
            return (name, *way), found
    return (), value


def _told(value: object) -> str:
    """A wrong value in a few letters that can be written anywhere: itself, or only its type."""
    if value is None or type(value) in (bool, float) or _int(value):
        return repr(value)
    if type(value) is str:
        return ascii(value if len(value) <= TOLD else f"{value[:TOLD]}...")
    return f"<{_type_name(value)}>"


def _type_name(value: object) -> str:
    return ascii(type(value).__name__)[1:-1]


def _described(kind: type) -> inspect.StructType:
    described = inspect.type_info(kind)
    if not isinstance(described, inspect.StructType):
        raise TypeError(f"{kind.__name__}: an action is a msgspec Struct")
    return described


def _fields(kind: type) -> Fits:
    """The look at all fields of a class."""
    looks = [(attrgetter(field.name), _fit(field.type, kind)) for field in _described(kind).fields]
    return lambda action: all(fits(get(action)) for get, fits in looks)


def _fit(form: inspect.Type, kind: type) -> Fits:
    """The look at one field, or at a part of one."""
    match form:
        case inspect.IntType():
            return _int
        case inspect.FloatType():
            return _float
        case inspect.StrType():
            return _str
        case inspect.BoolType():
            return lambda value: type(value) is bool
        case inspect.NoneType():
            return lambda value: value is None
        case inspect.AnyType():
            return _json
        case inspect.EnumType(cls):
            return _word(cls)
        case inspect.LiteralType(values):
            return lambda value: any(type(value) is type(one) and value == one for one in values)
        case inspect.UnionType(types):
            choices = [_fit(one, kind) for one in types]
            return lambda value: any(fits(value) for fits in choices)
        case inspect.VarTupleType(item):
            fits_item = _fit(item, kind)
            return lambda value: type(value) is tuple and all(map(fits_item, value))
        case inspect.TupleType(items):
            parts = [_fit(one, kind) for one in items]
            return lambda value: (
                type(value) is tuple
                and len(value) == len(parts)
                and all(fits(one) for fits, one in zip(parts, value, strict=True))
            )
        case inspect.StructType(cls):
            fits_fields = _fields(cls)
            return lambda value: type(value) is cls and fits_fields(value)
    raise TypeError(f"{kind.__name__}: a field of an action has a frozen type that JSON can write, not {form}")


def _int(value: object) -> bool:
    return type(value) is int and LEAST <= value <= GREATEST


def _float(value: object) -> bool:
    return type(value) is float and isfinite(value)


def _str(value: object) -> bool:
    return type(value) is str and _writable(value)


def _writable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:  # half a character
        return False
    return True


def _word(cls: type[Enum]) -> Fits:
    """A member; for a `Word` its plain text, too."""
    texts = frozenset(str(word.value) for word in cls) if issubclass(cls, Word) else frozenset()
    return lambda value: type(value) is cls or (type(value) is str and value in texts)


def _any_int(value: object) -> bool:
    """JSON has whole numbers of any size; where one fits nowhere in a position, the correction says so."""
    return type(value) is int


_PLAIN: tuple[Fits, ...] = (_any_int, _float, _str)


def _json(value: object) -> bool:
    """Is it what JSON reads, and would read again once written?"""
    left, level = MOST, [value]
    for _ in range(DEEPEST):
        inner: list[object] = []
        for one in level:
            if type(one) is list or type(one) is dict:
                left -= len(one)
                if left < 0 or (type(one) is dict and not all(map(_str, one))):
                    return False
                inner.extend(one.values() if type(one) is dict else one)
            elif not (one is None or type(one) is bool or isinstance(one, Word) or any(fits(one) for fits in _PLAIN)):
                return False
        if not inner:
            return True
        level = inner
    return False

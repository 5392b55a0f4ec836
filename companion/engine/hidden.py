"""Hidden information: what a seat may know of a position, an effect and a correction, by the `Secret` fields of types.

    class Player(Struct, frozen=True):
        hand: Annotated[Cards, Secret("hand", unknown)] = ()           # open to the seat whose player it is
    class Drawn(Effect, frozen=True):
        card: Annotated[Card, Secret("hand", UNKNOWN, to=("seat",))]   # open to the seat in its field `seat`

A game says by their names which secrets are closed now (`GameRules.closed`); others are open to everybody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache, partial
from itertools import repeat
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.annotations import Secret, inspect_type, list_fields
from companion.engine.correction import Covered
from companion.engine.game import Seat

Names = Collection[str]


def hide(value: Any, hint: Any, closed: Names, seat: Seat | None, owner: int | None = None) -> Any:
    """Returns a value as a seat may know it (None: a watcher). `owner` is the seat whose part it is."""
    if not value or _list_secrets(hint).isdisjoint(closed):
        return value
    shape = inspect_type(hint)
    if shape.item is not None:
        owners = range(len(value)) if shape.of_seats else repeat(owner)
        return tuple(map(hide, value, repeat(shape.item), repeat(closed), repeat(seat), owners))
    changes: dict[str, Any] = {}
    kind: Any = type(value)
    for name, _, inner, secret in _list_secret_fields(kind):
        part = getattr(value, name)
        if secret is None:
            changes[name] = hide(part, inner, closed, seat, owner)
        elif part != () and secret.name in closed:
            own = seat == owner if secret.to is None else seat in _open_to(secret, value, owner)
            if seat is None or not own:
                changes[name] = secret.unknown(part) if callable(secret.unknown) else secret.unknown
    return replace(value, **changes) if changes else value


class ClosedField(Struct, frozen=True):
    """A field of a position that is hidden from some seats."""

    path: str
    """In the JSON form."""
    name: str
    owner: int | None
    """The seat whose part of the position it is in."""
    open_to: tuple[Any, ...]
    size: int
    """How many cards it holds, as far as everybody may know."""

    def concerns(self, path: str) -> bool:
        """Returns whether a path leads to this field, to a part of it, or to something that contains it."""
        return f"{path}.".startswith(f"{self.path}.") or self.path.startswith(f"{path}.")


def list_closed_fields(
    value: Any, hint: Any, closed: Names, seats: Sequence[str], path: str = "", owner: int | None = None
) -> Iterator[ClosedField]:
    """Yields the closed fields of a value of a type, including empty rows that may contain some. `seats` are their
    names in JSON."""
    if value is None or _list_secrets(hint).isdisjoint(closed):
        return
    shape = inspect_type(hint)
    if shape.item is not None:
        names = seats if shape.of_seats else range(len(value)) if shape.by is None else shape.by.axis
        for n, (name, one) in enumerate(zip(names, value, strict=True)):
            of = n if shape.of_seats else owner
            yield from list_closed_fields(one, shape.item, closed, seats, f"{path}{name}.", of)
        if not value:
            yield ClosedField(path[:-1], min(_list_secrets(hint).intersection(closed)), owner, (), 0)
        return
    kind: Any = type(value)
    for name, encoded, inner, secret in _list_secret_fields(kind):
        part = getattr(value, name)
        if secret is None:
            yield from list_closed_fields(part, inner, closed, seats, f"{path}{encoded}.", owner)
        elif secret.name in closed:
            size = 1
            if isinstance(part, tuple):  # its number is open where others see as many unknown cards
                number = len(part) if inspect_type(inner).by is None else sum(part)
                size = number if callable(secret.unknown) else 0
            yield ClosedField(path + encoded, secret.name, owner, _open_to(secret, value, owner), size)


def covered(before: Sequence[ClosedField], after: Sequence[ClosedField], paths: Sequence[str]) -> tuple[Covered, ...]:
    """Returns the closed fields at the paths of a correction: their owners, and the number of cards there now."""
    found: dict[tuple[str, int | None], Covered] = {}
    for field in (*before, *after):
        if any(map(field.concerns, paths)):
            number = sum(one.size for one in after if (one.name, one.owner) == (field.name, field.owner))
            owner = None if field.owner is None else Seat(field.owner)
            found[field.name, field.owner] = Covered(field.path, field.name, owner, number)
    return tuple(found.values())


def _open_to(secret: Secret, holder: Any, owner: int | None) -> tuple[Any, ...]:
    return (owner,) if secret.to is None else tuple(map(partial(getattr, holder), secret.to))


@cache
def _list_secrets(hint: Any) -> frozenset[str]:
    """Returns the names of the secrets in a type."""
    shape = inspect_type(hint)
    if shape.item is not None:
        return _list_secrets(shape.item)
    fields = [(inner, secret) for kind in shape.structs for _, _, inner, secret in _list_secret_fields(kind)]
    return frozenset().union(*(_list_secrets(inner) if secret is None else {secret.name} for inner, secret in fields))


@cache
def _list_secret_fields(kind: Any) -> tuple[tuple[str, str, Any, Secret | None], ...]:
    """Returns the fields of a struct that are secret or contain secrets: name, JSON name, type, and the secret."""
    found = (
        (field.name, field.encode_name, hint, inspect_type(hint).note(Secret)) for field, hint in list_fields(kind)
    )
    return tuple(one for one in found if one[3] is not None or _list_secrets(one[2]))

"""What a player holds, set right where it is shown: a seat is tapped, then one more or one fewer. It is no action."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.correction import LIES
from companion.web.context import AnyContext
from companion.web.widgets import Count, Key, do


class Stepper(Struct, frozen=True):
    """A thing, with keys for one fewer and one more."""

    thing: Count
    less: Key
    more: Key


class InPlace(Struct, frozen=True):
    """The things of the player whose seat was tapped; `address` is that of the page that shows them."""

    name: str
    address: str
    steppers: tuple[Stepper, ...]


def in_place(context: AnyContext) -> InPlace | None:
    """None: no seat was tapped, or this phone only looks."""
    wish = context.wishes.get("seat", "")
    chair = next((chair for chair in context.players if str(chair.number) == wish), None)
    if chair is None or chair.seat is None or not context.seated:
        return None
    steppers = tuple(_stepper(context, thing) for thing in context.pages.in_place(context, chair.seat))
    return InPlace(context.name(chair), f"{context.home}?seat={chair.number}", steppers) if steppers else None


def _stepper(context: AnyContext, thing: Count) -> Stepper:
    say = context.words.phrase
    less, more = thing.app - 1, thing.app + 1
    return Stepper(
        thing,
        Key("−", _set(thing, less), off=less < thing.least, said=say("check.less", what=thing.name)),
        Key("+", _set(thing, more), off=more > thing.most, said=say("check.more", what=thing.name)),
    )


def _set(thing: Count, n: int) -> str:
    return do("correct", changes=[{"path": thing.path, "value": max(thing.least, min(thing.most, n))}], why=LIES)

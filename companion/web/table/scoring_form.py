"""Score only: everybody counts their things, by keys; secret until all are ready.

What there is to count is the game's (`GamePages.tally_fields`): numbers, and heaps of things of several kinds.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.engine.reading import number
from companion.web.context import AnyContext
from companion.web.table.lobby import views as lobby
from companion.web.table.renderer import show
from companion.web.table.result import views as result
from companion.web.widgets import Counted, Field, Heap, Key, Part, do

MOST_IN_HEAP = 99


class Digits(Struct, frozen=True):
    """A number being typed (none: not counted yet), and its ten keys."""

    field: Counted
    number: int | None
    keys: tuple[Key, ...]


class Pile(Struct, frozen=True):
    """A heap being counted: how many in all, a key for each kind, and one that begins anew."""

    field: Heap
    number: int
    keys: tuple[Key, ...]
    anew: Key


def tally(context: AnyContext, item: str) -> str:
    """One page a player; the result when all are ready."""
    view = context.view
    if view.tally is None or view.tally.done:
        return result.end(context)
    chair = number(item)
    if chair not in view.tally.asked:
        chair = _next(context)
    if chair is None:
        return lobby.room(context)
    own = view.tally.counted.get(chair, {})
    fields = context.pages.tally_fields(context, chair, view.tally.asked[chair])
    return show(
        context,
        "tally.html",
        chair=view.chairs[chair],
        digits=[_digits(chair, field, own.get(field.thing)) for field in fields if isinstance(field, Counted)],
        parts=[field for field in fields if isinstance(field, Part)],
        piles=[_pile(context, chair, field, own) for field in fields if isinstance(field, Heap)],
        ready=_ready(context, chair, fields, own),
        done=view.tally.ready,
    )


def _next(context: AnyContext) -> int | None:
    """Who counts on this phone: its own player, then those without a phone; none: it only watches."""
    view = context.view
    if view.tally is None or not context.seated:
        return None
    here = [chair for chair in view.tally.asked if chair == view.me.chair or not view.chairs[chair].held]
    here.sort(key=lambda chair: chair != view.me.chair)
    return next((chair for chair in here if chair not in view.tally.ready), here[0] if here else None)


def _ready(context: AnyContext, chair: int, fields: tuple[Field, ...], own: Mapping[str, int]) -> Key:
    """Greyed while a number is missing. What was not tapped of a heap or a part is none."""
    words = context.words
    lacking = [field.name for field in fields if isinstance(field, Counted) and field.thing not in own]
    kinds = [kind.thing for field in fields if isinstance(field, Heap) for kind in field.kinds]
    kinds += [thing for field in fields if isinstance(field, Part) for thing in field.things]
    return Key(
        words.phrase("tally.ready"),
        do("tally", chair=chair, things={kind: 0 for kind in kinds if kind not in own}, ready=True),
        words.phrase("tally.missing", what=lacking[0].lower()) if lacking else "",
        off=bool(lacking),
        go=True,
    )


def _digits(chair: int, field: Counted, number: int | None) -> Digits:
    return Digits(field, number, tuple(_digit(chair, field, number, digit) for digit in (*range(1, 10), 0)))


def _digit(chair: int, field: Counted, number: int | None, digit: int) -> Key:
    """The digit put behind the number so far; beyond the largest number it begins anew."""
    value = (number or 0) * 10 + digit
    return Key(
        str(digit),
        do("tally", chair=chair, things={field.thing: value if value <= field.most else digit}),
        said=f"{digit} {field.name}",
    )


def _pile(context: AnyContext, chair: int, heap: Heap, own: Mapping[str, int]) -> Pile:
    counted = {kind.thing: own.get(kind.thing, 0) for kind in heap.kinds}
    number = sum(counted.values())
    keys = tuple(
        Key(
            kind.name,
            do("tally", chair=chair, things={kind.thing: min(counted[kind.thing] + 1, MOST_IN_HEAP)}),
            f"× {counted[kind.thing]}" if counted[kind.thing] else "",
            kind.sign,
            on=counted[kind.thing] > 0,
        )
        for kind in heap.kinds
    )
    anew = do("tally", chair=chair, things=dict.fromkeys(counted, 0))
    return Pile(heap, number, keys, Key(context.words.phrase("tally.anew"), anew, off=not number))

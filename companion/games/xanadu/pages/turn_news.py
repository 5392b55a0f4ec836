"""What the log tells about this turn and the end of the last one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, TypeGuard

from msgspec import Struct

from companion.engine.game import AnyEffect, Seat
from companion.games.xanadu import effects as did
from companion.games.xanadu.effects import Built, TurnEnded, WorkerPlaced
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.state import State
from companion.web.table.frame import entries

RECENT = 60
"""Entries that are looked at: a turn has a dozen, dealing anew some fifty."""

Told: TypeAlias = tuple[AnyEffect, State]


class News(Struct, frozen=True):
    """What happened in this turn, and how the last one ended."""

    did: str = ""
    """The newest action, in words."""
    ended: tuple[str, ...] = ()
    """How the last turn ended, in sentences."""
    sold: tuple[str, ...] = ()
    """Buildings of who looks that were sold because they were full, since the own last turn and before the last one."""
    draws: int | None = None
    """How many cards the seat that looks has to draw for it; none: it was another's turn."""


def news(context: TableContext, state: State) -> News:
    """What there is to tell now."""
    told = list(_told(context))
    before = told[: _last(told, did.TurnBegan) + 1]
    begins = max(_last(before, TurnEnded), 0)
    over = [(e, after) for e, after in before[begins:] if _of_the_end(e)]
    return News(
        _newest(context, told),
        tuple(_say(context, e, after) for e, after in over),
        tuple(_say(context, e, after) for e, after in _own_sales(before[: begins + 1], context.view.eyes)),
        _draws(over, context.view.eyes),
    )


def _own_sales(told: list[Told], seat: Seat | None) -> list[Told]:
    """What was sold of a seat since its own turn, because it was full."""
    since = max((i for i, (e, _) in enumerate(told) if isinstance(e, TurnEnded) and e.seat == seat), default=-1)
    return [(e, after) for e, after in told[since + 1 :] if _forced(e) and e.seat == seat]


def _told(context: TableContext) -> Iterator[Told]:
    """The effects of the newest entries that count, and the positions after them, as this phone may know them."""
    found = entries(context, max(0, context.view.seq - RECENT))
    for line in found:
        if isinstance(line.state, State) and not line.undone:
            for effect in line.effects:
                yield effect, line.state


def _last(told: list[Told], kind: type) -> int:
    """Where the newest effect of a kind stands; -1: nowhere."""
    return next((i for i in range(len(told) - 1, -1, -1) if isinstance(told[i][0], kind)), -1)


def _newest(context: TableContext, told: list[Told]) -> str:
    shown = (did.Sold, WorkerPlaced, Built, did.StartRevealed, did.Restarted)
    i = max(_last(told, kind) for kind in shown)
    return _say(context, *told[i]).partition(". ")[0].rstrip(".") if i >= 0 else ""


def _of_the_end(effect: AnyEffect) -> bool:
    """Is it worth telling when the next turn begins? Cards drawn and buildings that stand up are not."""
    return _forced(effect) or isinstance(effect, TurnEnded | did.Reshuffled | did.Restarted | did.NothingDrawn)


def _forced(effect: AnyEffect) -> TypeGuard[did.Sold]:
    return isinstance(effect, did.Sold) and effect.rule == "forced-sale"


def _draws(over: list[Told], seat: Seat | None) -> int | None:
    return next((e.draws for e, _ in over if isinstance(e, TurnEnded) and e.seat == seat), None)


def _say(context: TableContext, effect: AnyEffect, after: State) -> str:
    return context.game.say(effect, after, context.language, context.names)


def draw_note(context: TableContext, found: News) -> str:
    """What the one who looks has to do with paper cards after the own turn."""
    if not found.draws:
        return ""
    note = context.own_words.phrase("draw_n", cards=context.own_words.count("thing.cards", found.draws))
    return f"{note.capitalize()}."

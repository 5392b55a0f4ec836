"""News from the log about the end of the last turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeGuard

from msgspec import Struct

from companion.engine.game import AnyEffect
from companion.games.xanadu import effects as did
from companion.games.xanadu.effects import TurnEnded
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.state import State
from companion.web.table.frame import entries

RECENT = 60
"""Entries that are looked at: a turn has a dozen, dealing anew some fifty."""

Told: TypeAlias = tuple[AnyEffect, State]


class News(Struct, frozen=True):
    """How the last turn ended, in sentences, after what was sold of who looks since the own last turn; and how many
    cards the seat that looks has to draw (none: it was another's turn)."""

    ended: tuple[str, ...] = ()
    draws: int | None = None


def news(context: TableContext) -> News:
    """News to show now."""
    told, eyes = list(_told(context)), context.view.eyes
    before = told[: _last(told, lambda effect: isinstance(effect, did.TurnBegan)) + 1]
    ended = max(_last(before, lambda effect: isinstance(effect, TurnEnded)), 0)
    own = _last(before, lambda effect: isinstance(effect, TurnEnded) and effect.seat == eyes)
    lines = [
        one
        for i, one in enumerate(before)
        if (i >= ended and _of_the_end(one[0])) or (i > own and _forced(one[0]) and one[0].seat == eyes)
    ]
    draws = next((e.draws for e, _ in before[ended:] if isinstance(e, TurnEnded) and e.seat == eyes), None)
    return News(tuple(context.say(effect, after) for effect, after in lines), draws)


def _told(context: TableContext) -> Iterator[Told]:
    """The effects of the newest entries that count, and the positions after them, as this phone may know them."""
    found = entries(context, max(0, context.view.seq - RECENT))
    for line in found:
        if isinstance(line.state, State) and not line.undone:
            for effect in line.effects:
                yield effect, line.state


def _last(told: list[Told], fits: Callable[[AnyEffect], bool]) -> int:
    """Where the newest effect that fits stands; -1: nowhere."""
    return next((i for i in range(len(told) - 1, -1, -1) if fits(told[i][0])), -1)


def _of_the_end(effect: AnyEffect) -> bool:
    """Is it worth telling when the next turn begins? Cards drawn and buildings that stand up are not."""
    return _forced(effect) or isinstance(effect, TurnEnded | did.Reshuffled | did.Restarted | did.NothingDrawn)


def _forced(effect: AnyEffect) -> TypeGuard[did.Sold]:
    return isinstance(effect, did.Sold) and effect.rule == "forced-sale"


def draw_note(context: TableContext, found: News) -> str:
    """Instruction for drawing paper cards after the own turn."""
    if not found.draws:
        return ""
    note = context.own_words.phrase("draw_n", cards=context.own_words.count("thing.cards", found.draws))
    return f"{note.capitalize()}."

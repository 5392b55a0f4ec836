"""Counters of the lab for Xanadú: cards drawn, built, and used as workers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from companion.engine.game import Seat, Step
from companion.engine.study import Counted, Kind, Study
from companion.games.xanadu import components
from companion.games.xanadu.effects import (
    Built,
    Drawn,
    FinalSale,
    GameEnded,
    Sold,
    StartRevealed,
    WorkerPlaced,
)
from companion.games.xanadu.names import UNKNOWN, Card


class XanaduStudy(Study):
    """Cards, by their printed numbers."""

    KINDS = (
        Kind("drawn", wins=False),
        Kind("built", of="drawn"),
        Kind("worker", of="drawn"),
        Kind("started", of="drawn"),
        Kind("sold", of="built"),
    )
    WORDS = "companion.games.xanadu"

    def counted(self, before: Any, step: Step) -> Iterable[Counted]:
        for effect in step.effects:
            match effect:
                case Drawn():
                    yield _counted("drawn", effect.card, effect.seat)
                case Built():
                    yield _counted("built", effect.card, effect.seat)
                case WorkerPlaced():
                    yield _counted("worker", effect.worker, effect.seat)
                case StartRevealed():
                    yield from (_counted("started", card, effect.seat) for card in effect.cards)
                case Sold() | FinalSale():
                    yield _counted("sold", effect.card, effect.seat)

    def ending(self, game: Any, step: Step) -> str:
        return next((effect.rule for effect in step.effects if isinstance(effect, GameEnded)), "corrected")

    def things(self, game: Any, kind: str) -> Sequence[str]:
        return tuple(f"{card:02}" for card in components.CARDS)

    def name(self, kind: str, thing: str, language: str) -> str:
        return components.CARD_NAMES[language].get(Card(int(thing)), thing)


def _counted(kind: str, card: Card, seat: Seat) -> Counted:
    return Counted(kind, f"{card:02}" if card != UNKNOWN else "00", seat)


STUDY: Final = XanaduStudy()

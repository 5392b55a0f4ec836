"""Counters of the lab for Xanadú: cards drawn, built, and used as workers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from companion.engine.game import Step
from companion.games.xanadu import components
from companion.games.xanadu import effects as did
from companion.games.xanadu.names import Card
from companion.lab.study import Counted, Kind, Study


class XanaduStudy(Study):
    """Cards, by their printed numbers."""

    ENDS = (did.GameEnded,)
    KINDS = (
        Kind("drawn", wins=False),
        Kind("built", of="drawn"),
        Kind("worker", of="drawn"),
        Kind("started", of="drawn"),
        Kind("sold", of="built"),
    )

    def counted(self, before: Any, step: Step) -> Iterable[Counted]:
        for effect in step.effects:
            match effect:
                case did.Drawn(seat, card):
                    yield Counted("drawn", f"{card:02}", seat)
                case did.Built(seat, card):
                    yield Counted("built", f"{card:02}", seat)
                case did.WorkerPlaced(seat, card):
                    yield Counted("worker", f"{card:02}", seat)
                case did.StartRevealed(seat, cards):
                    yield from (Counted("started", f"{card:02}", seat) for card in cards)
                case did.Sold(seat, card) | did.FinalSale(seat, card):
                    yield Counted("sold", f"{card:02}", seat)

    def things(self, game: Any, kind: str) -> Sequence[str]:
        return tuple(f"{card:02}" for card in components.CARDS)

    def name(self, kind: str, thing: str, language: str) -> str:
        return components.CARD_NAMES[language].get(Card(int(thing)), thing)


STUDY: Final = XanaduStudy()

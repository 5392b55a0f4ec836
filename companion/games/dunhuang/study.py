"""Counters of the lab for Dunhuang: characters met and used, and destinations of goods."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from companion.engine.game import Step
from companion.games.dunhuang import components
from companion.games.dunhuang.effects import CamelMoved, CardTaken, GameEnded, TileLaid, TokenTaken, TopMerchant
from companion.games.dunhuang.moves import TakeCoins
from companion.games.dunhuang.names import CHARACTERS, GOODS, Character, Good
from companion.lab.study import Counted, Kind, Study

_PEOPLE = ("laid", "met", "used")
"""Kinds whose things are characters; those of the others are goods."""


class DunhuangStudy(Study):
    """Characters and goods. A character counts as used if its offer is taken instead of 3 coins."""

    ENDS = (TopMerchant, GameEnded)
    KINDS = (
        Kind("laid", wins=False),
        Kind("met"),
        Kind("used", of="met"),
        Kind("hand"),
        Kind("shop"),
        Kind("token"),
    )

    def counted(self, before: Any, step: Step) -> Iterable[Counted]:
        if step.by is not None and before.phase == "act" and not isinstance(step.action, TakeCoins):
            yield Counted("used", before.character.value, step.by)
        for effect in step.effects:
            match effect:
                case TileLaid():
                    yield Counted("laid", effect.character.value)
                case CamelMoved() if effect.character is not None:
                    yield Counted("met", effect.character.value, effect.seat)
                case CardTaken():
                    yield Counted(effect.into, effect.card.value, effect.seat)
                case TokenTaken():
                    yield Counted("token", effect.because.good.value, effect.seat)

    def things(self, game: Any, kind: str) -> Sequence[str]:
        return tuple(one.value for one in (CHARACTERS if kind in _PEOPLE else GOODS))

    def absent(self, game: Any, kind: str, players: int) -> Collection[str]:
        copies = components.SETUPS[players].copies
        return () if kind in _PEOPLE else [good.value for good, n in zip(GOODS, copies, strict=True) if not n]

    def name(self, kind: str, thing: str, language: str) -> str:
        if kind in _PEOPLE:
            return components.CHARACTER_NAMES[language][Character(thing)]
        return components.GOOD_NAMES[language][Good(thing)]


STUDY: Final = DunhuangStudy()

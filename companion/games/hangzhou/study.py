"""Counters of the lab for Hangzhou: spaces of shops, dyes laid out, and their outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from companion.engine.game import Step
from companion.games.hangzhou import components
from companion.games.hangzhou.effects import Bought, DyePlaced, GameEnded, ShopPlaced, Sold, TakenBack
from companion.games.hangzhou.names import DYES, SPACES, Dye
from companion.lab.study import Counted, Kind, Study


class HangzhouStudy(Study):
    """Shops by space, dyes by their fate."""

    ENDS = (GameEnded,)
    KINDS = (Kind("shop"), Kind("dye"), Kind("traded", of="dye"), Kind("lost", of="dye"))

    def counted(self, before: Any, step: Step) -> Iterable[Counted]:
        for effect in step.effects:
            match effect:
                case ShopPlaced():
                    yield Counted("shop", effect.space.value, effect.seat)
                case DyePlaced():
                    yield Counted("dye", effect.dye.value, effect.seat)
                case Bought() | Sold():
                    yield Counted("traded", effect.die.dye.value, effect.seat)
                case TakenBack():
                    yield Counted("lost", effect.die.dye.value, effect.seat)

    def things(self, game: Any, kind: str) -> Sequence[str]:
        return tuple(one.value for one in (SPACES if kind == "shop" else DYES))

    def name(self, kind: str, thing: str, language: str) -> str:
        return thing if kind == "shop" else components.DYE_NAMES[language][Dye(thing)]


STUDY: Final = HangzhouStudy()

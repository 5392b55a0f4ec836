"""Samples of a game for programs that try it: valid texts in its notation."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.plugins import leave_out
from companion.engine.registry import GAMES, game


class Sample(Struct, frozen=True):
    """Sample of a game, offered as ``SAMPLE``."""

    position: str
    action: str
    """What may be done there."""
    resolving: str = ""
    """A position from which the game goes on by itself once `dice` are given; empty: there is none to show."""
    dice: tuple[str, ...] = ()
    resolved_as: str = ""
    """What the rules call that way on, as a part of an address: ``merchant-round``. Empty: they have no name."""


def samples() -> dict[str, Sample]:
    """Samples of all games, the richest first."""
    found = {}
    for name in tuple(GAMES):
        try:
            found[name] = getattr(game(name), "SAMPLE", None)
        except (Exception, SystemExit) as error:  # a stranger's package may raise anything
            leave_out(name, "rules", error)
    shown = {name: sample for name, sample in found.items() if isinstance(sample, Sample)}
    return dict(sorted(shown.items(), key=lambda item: not item[1].resolving))

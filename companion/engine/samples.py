"""What a game shows to programs that try it: texts in its own notation that read as they are."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.plugins import leave_out
from companion.engine.registry import GAMES, game


class Sample(Struct, frozen=True):
    """What a game's rules offer by the name ``SAMPLE``."""

    position: str
    action: str
    """What may be done there."""
    resolving: str = ""
    """A position from which the game goes on by itself once `dice` are given; empty: there is none to show."""
    dice: tuple[str, ...] = ()
    resolved_as: str = ""
    """What the rules call that way on, as a part of an address: ``merchant-round``. Empty: they have no name."""


def samples() -> dict[str, Sample]:
    """Those of all games that have any, first of those that show the most."""
    found = {}
    for name in tuple(GAMES):
        try:
            found[name] = getattr(game(name), "SAMPLE", None)
        except (Exception, SystemExit) as error:  # a stranger's package may raise anything
            leave_out(name, "rules", error)
    shown = {name: sample for name, sample in found.items() if isinstance(sample, Sample)}
    return dict(sorted(shown.items(), key=lambda item: not item[1].resolving))

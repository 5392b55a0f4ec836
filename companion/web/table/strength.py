"""What players of the engine are called."""

from __future__ import annotations

from companion.web.context import AnyContext


def strength(context: AnyContext, player: str) -> str:
    """How well a rival plays, in words; the name of a stranger's player as it is, without the module it comes from."""
    return context.words.get(f"rival.{player}", player.rpartition(":")[2])

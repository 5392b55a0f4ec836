"""Bodies that work, for the OpenAPI document; whoever reads it can send them as they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.samples import samples
from companion.tables.game import GAMES

Bodies = tuple[Mapping[str, object], ...]
FIXED: Final[Mapping[str, Bodies]] = {
    "new_game": ({"players": 3}, {"players": 2, "options": {}}),
    "send_command": (
        {"command": {"do": "take", "chair": 0, "name": "Ana"}, "command_id": "a1"},
        {"command": {"do": "start"}, "command_id": "a2"},
        {"command": {"do": "act", "action": "pass"}, "command_id": "a3", "expected": 9},
    ),
    "ask_for_seat": ({"chair": 0},),
}
"""By operation: those that know of no game."""


def bodies() -> dict[str, Bodies]:
    """By operation: what the games that are installed offer, and what holds for any."""
    offered = samples()
    shown = offered.values()
    tables = [*(name for name in offered if name in GAMES), *GAMES][:1]
    positions = tuple({"position": game.position} for game in shown)
    return {
        **FIXED,
        "list_legal": positions,
        "count_score": positions,
        "list_faults": positions,
        "play_action": tuple({"position": game.position, "action": game.action} for game in shown),
        "resolve": tuple(
            {"position": game.resolving, "dice": list(game.dice)}
            if game.resolving
            else {"position": game.position, "roll": True, "seed": 1}
            for game in shown
        ),
        **{
            operation_of(game.resolved_as): (
                {"position": game.resolving, "dice": list(game.dice)},
                {"position": game.resolving, "roll": True, "seed": 8},
            )
            for game in shown
            if game.resolved_as
        },
        "open_table": tuple(
            {"game": name, **more} for name in tables for more in ({}, {"chairs": 2, "settings": {"dice": "hand"}})
        ),
    }


def operation_of(name: str) -> str:
    """The operation behind a name in the rules: ``merchant_round`` for ``merchant-round``."""
    return name.replace("-", "_")

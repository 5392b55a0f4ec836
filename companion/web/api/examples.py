"""Bodies that work, for the OpenAPI document; whoever reads it can send them as they are."""

from __future__ import annotations

from typing import Any, Final

RESOLVING = "hangzhou RB city: A2Br1 A3Rr market: r2 b1 b2 k4 / y1 y2 y3 g4 / o4 o5 p4 p5 / r1 b3 y2 k6"
POSITIONS: Final = (
    {"position": "hangzhou RB city: A1R B1Bb merchants: C1 - - - R: c3 B: c5"},
    {"position": "dunhuang 3 now: lay"},
    {"position": "xanadu 3 now: deal A setup"},
)
EXAMPLES: Final[dict[str, tuple[Any, ...]]] = {
    "new_game": ({"players": 3}, {"players": 2, "options": {}}),
    "list_legal": POSITIONS,
    "count_score": POSITIONS,
    "list_faults": POSITIONS,
    "play_action": (
        {**POSITIONS[0], "action": "shop B2"},
        {**POSITIONS[1], "action": "tile interpreter"},
        {**POSITIONS[2], "action": "draw 01"},
    ),
    "resolve": ({"position": RESOLVING, "dice": ["blue 2"]}, {**POSITIONS[1], "roll": True, "seed": 1}),
    "merchant_round": ({"position": RESOLVING, "dice": ["blue 2"]}, {"position": RESOLVING, "roll": True, "seed": 8}),
    "open_table": ({"game": "hangzhou"}, {"game": "hangzhou", "chairs": 2, "settings": {"dice": "hand"}}),
    "send_command": (
        {"command": {"do": "take", "chair": 0, "name": "Ana"}, "command_id": "a1"},
        {"command": {"do": "start"}, "command_id": "a2"},
        {"command": {"do": "act", "action": "pass"}, "command_id": "a3", "expected": 9},
    ),
    "ask_for_seat": ({"chair": 0},),
}
"""By operation."""

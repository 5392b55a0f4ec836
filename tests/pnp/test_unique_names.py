"""In the press, one name stands for one thing: no two classes and no two modules share a name."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

PRESS = Path(__file__).parents[2] / "pnp"
SHARED_MODULES = {"__init__", "__main__", "commands", "cli"}


def test_no_two_classes_of_the_press_share_a_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PRESS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{path.relative_to(PRESS)}:{node.lineno}")
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_two_modules_of_the_press_share_a_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PRESS.rglob("*.py")):
        if path.stem not in SHARED_MODULES:
            places[path.stem].append(str(path.relative_to(PRESS)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}

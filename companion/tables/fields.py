"""Fields of a position in its JSON form, by their path (``hands.red.coins``), as corrections name them."""

from __future__ import annotations

from typing import Any


def field_at(tree: Any, path: str) -> Any:
    """What stands there; none: nothing does."""
    for key in path.split("."):
        if isinstance(tree, dict):
            tree = tree.get(key)
        elif isinstance(tree, list) and key.isdecimal() and int(key) < len(tree):
            tree = tree[int(key)]
        else:
            return None
    return tree

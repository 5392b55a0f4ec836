"""Fields of a position in its JSON form, by their path (``hands.red.coins``), as corrections name them."""

from __future__ import annotations

from typing import Any

from companion.engine.reading import number


def field_at(tree: Any, path: str) -> Any:
    """What stands there; none: nothing does."""
    for key in path.split("."):
        if isinstance(tree, dict):
            tree = tree.get(key)
        elif isinstance(tree, list) and (place := number(key)) is not None and place < len(tree):
            tree = tree[place]
        else:
            return None
    return tree

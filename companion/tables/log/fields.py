"""Fields of a position in its JSON form, by their path (``hands.red.coins``), as corrections name them."""

from __future__ import annotations

from companion.engine.reading import number


def field_at(tree: object, path: str) -> object:
    """What stands there; none: nothing does."""
    for key in path.split("."):
        if isinstance(tree, dict):
            tree = tree.get(key)
        elif isinstance(tree, list) and (place := number(key)) is not None and place < len(tree):
            tree = tree[place]
        else:
            return None
    return tree

"""Which `[[draw]]` table drew what stands on a face: for a difference that no cell of a row explains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from pnp.face.layout import Laid
from pnp.kit import Kit
from pnp.scene import Group, Item


def draws_of(laid: Laid, kit: Kit) -> tuple[str, ...]:
    """For each item that is no group, in drawing order, the place of what drew it: `faces/card.toml:12`."""
    home = f"{PurePosixPath(kit.file).parent}/"  # as text: it is asked for each draw of each face
    places: dict[int, str] = {}
    for origin in laid.origins:
        shown = f"{origin.place.file.removeprefix(home)}:{origin.place.row}"
        places.update(dict.fromkeys(map(id, origin.items), shown))
    return tuple(_drawn(laid.scene.items, places, ""))


def _drawn(items: Iterable[Item], places: dict[int, str], around: str) -> Iterator[str]:
    """What a drawing draws is its own; the innermost one that is known is meant."""
    for item in items:
        place = places.get(id(item), around)
        if isinstance(item, Group):
            yield from _drawn(item.items, places, place)
        else:
            yield place

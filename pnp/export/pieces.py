"""The pieces of a kit, each with its faces and how many there are, for whatever shows them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pnp.face.layout import Layout
from pnp.kit import Kit, Record
from pnp.kit.model import AnyComponent, Leaflet
from pnp.scene import Scene
from pnp.sheet.parts import piece_faces
from pnp.sheet.selection import Selection


class Piece:
    """One row of a component, `copies` times; `number` counts the rows of the component from 1.

    Its faces are laid out when they are asked for, once: by the name of the side, the first one on top.
    """

    def __init__(
        self, kit: Kit, layout: Layout, component: AnyComponent, record: Record | None, copies: int, number: int
    ) -> None:
        self.component = component
        self.record = record
        self.copies = copies
        self.number = number
        self._kit = kit
        self._layout = layout

    @property
    def key(self) -> str:
        return self.record.key if self.record else ""

    @cached_property
    def faces(self) -> dict[str, Scene]:
        return dict(piece_faces(self._kit, self._layout, self.component, self.record))

    @property
    def front(self) -> Scene:
        return next(iter(self.faces.values()))

    @property
    def back(self) -> Scene | None:
        return self.faces.get("back")


def pieces(kit: Kit, layout: Layout, component: AnyComponent, selection: Selection) -> tuple[Piece, ...]:
    """The pieces of a component; a leaflet has none."""
    if isinstance(component, Leaflet):
        return ()
    rows = enumerate(selection.expand(kit, component), start=1)
    return tuple(Piece(kit, layout, component, record, copies, number) for number, (record, copies) in rows)


def all_pieces(kit: Kit, layout: Layout, selection: Selection) -> Iterator[tuple[AnyComponent, tuple[Piece, ...]]]:
    """The components that are selected, each with its pieces; leaflets are left out."""
    for component in kit.components:
        if selection.holds(component) and (found := pieces(kit, layout, component, selection)):
            yield component, found

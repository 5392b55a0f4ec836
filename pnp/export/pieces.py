"""The pieces of a kit, each with its faces and how many there are, for whatever shows them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pnp.build.pieces import row_title
from pnp.face.layout import Layout
from pnp.kit import Kit, Record
from pnp.kit.model import AnyComponent, Die, Faced, Leaflet
from pnp.scene import Scene
from pnp.sheet.options import BadOptionError, Selection
from pnp.sheet.parts import piece_faces


class Piece:
    """One row of a component, `copies` times; `number` counts the pieces that differ from 1.

    Its faces are laid out when they are asked for, once: by the name of the side, the first one on top.
    """

    def __init__(
        self, kit: Kit, layout: Layout, component: AnyComponent, record: Record | None, copies: int, number: int
    ) -> None:
        self.component = component
        self.record = record
        self.copies = copies
        self.number = number
        self.key = record.key if record else ""
        self.kit = kit
        self.layout = layout

    @cached_property
    def faces(self) -> dict[str, Scene]:
        return dict(piece_faces(self.kit, self.layout, self.component, self.record))

    @property
    def front(self) -> Scene:
        return next(iter(self.faces.values()))

    @property
    def back(self) -> Scene | None:
        return self.faces.get("back")

    @property
    def name(self) -> str:
        """What people call it, and look for it by: what its row is called, with its component's title before a bare
        key; without a row that title."""
        language = self.layout.language
        title = self.component.title[language]
        if self.record is None:
            return title
        named = row_title(self.record, language)
        return f"{title} {named}" if named == self.record.key else named


class _Numbered(Piece):
    """One copy of a row whose copies bear numbers, so that it is a piece of its own."""

    def __init__(self, piece: Piece, faced: Faced, copy: int, number: int) -> None:
        super().__init__(piece.kit, piece.layout, piece.component, piece.record, 1, number)
        self.key = f"{self.key}-{copy + 1}".lstrip("-")
        self._faced = faced
        self._copy = copy

    @cached_property
    def faces(self) -> dict[str, Scene]:
        front = self.layout.front(self._faced, self.record, copy=self._copy)
        back = self.layout.back(self._faced, self.record, copy=self._copy)
        return {"front": front} | ({"back": back} if back is not None else {})


def pieces(kit: Kit, layout: Layout, component: AnyComponent, selection: Selection) -> tuple[Piece, ...]:
    """The pieces of a component; a leaflet has none."""
    if isinstance(component, Leaflet):
        return ()
    rows = enumerate(selection.expand(kit, component), start=1)
    found = tuple(Piece(kit, layout, component, record, copies, number) for number, (record, copies) in rows)
    if isinstance(component, Die) or not isinstance(component, Faced) or not layout.is_numbered(component):
        return found
    each = enumerate(((piece, copy) for piece in found for copy in range(piece.copies)), start=1)
    return tuple(_Numbered(piece, component, copy, number) for number, (piece, copy) in each)


def shown_pieces(kit: Kit, layout: Layout, selection: Selection) -> tuple[tuple[AnyComponent, tuple[Piece, ...]], ...]:
    """The components that are selected, each with its pieces. Raises BadOptionError if none of them has a face."""
    found = tuple(all_pieces(kit, layout, selection))
    if not found:
        raise BadOptionError("there is no face to show; choose other components")
    return found


def all_pieces(kit: Kit, layout: Layout, selection: Selection) -> Iterator[tuple[AnyComponent, tuple[Piece, ...]]]:
    """The components that are selected, each with its pieces; leaflets are left out."""
    for component in kit.components:
        if selection.holds(component) and (found := pieces(kit, layout, component, selection)):
            yield component, found

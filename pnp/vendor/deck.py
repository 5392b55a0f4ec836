"""What a kit comes to at a shop in one language: decks of pieces of one product, and what is not made there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec
from msgspec.structs import replace

from pnp.face.layout import Layout, component_size
from pnp.kit import Kit
from pnp.kit.model import AnyComponent
from pnp.scene import Scene
from pnp.sheet.options import Selection
from pnp.vendor.fit import FLAT, Fit, Flat, fit
from pnp.vendor.model import Product, Vendor


class Piece(msgspec.Struct, frozen=True, eq=False):
    """A piece of a deck: its name there, its component, its faces, and how many of it there are."""

    name: str
    component: str
    fit: Fit
    front: Scene
    back: Scene | None
    copies: int


class Deck(msgspec.Struct, frozen=True, eq=False):
    """Pieces of one product and size, which are ordered as one. `name` is that of its folder or file."""

    name: str
    product: Product
    trim: tuple[float, float]
    pieces: tuple[Piece, ...]

    @property
    def count(self) -> int:
        return sum(piece.copies for piece in self.pieces)

    @property
    def two_sided(self) -> bool:
        return any(piece.back is not None for piece in self.pieces)


def fits(vendor: Vendor, kit: Kit, selection: Selection) -> dict[str, Fit]:
    """What each component is made as, by its id; those that no product fits are not among them."""
    found = ((component, fit(vendor, component)) for component in kit.components if selection.holds(component))
    return {component.id: fitting for component, fitting in found if fitting}


def with_bleed(kit: Kit, fitting: dict[str, Fit]) -> Kit:
    """The kit with as much bleed round each component as its product asks for."""
    return replace(kit, components=tuple(_with_bleed(one, fitting.get(one.id)) for one in kit.components))


def _with_bleed(component: AnyComponent, fitting: Fit | None) -> AnyComponent:
    if fitting is None or not isinstance(component, FLAT):
        return component
    return replace(component, bleed=round(fitting.face_bleed(component_size(component)), 4))


def decks(vendor: Vendor, kit: Kit, layout: Layout, selection: Selection, fitting: dict[str, Fit]) -> tuple[Deck, ...]:
    """All that the shop makes of a kit; `layout` lays out the kit `with_bleed`. Pieces of one product and size lie in
    one deck, in the order of the kit; of pictures those that share a back in one by themselves, unless the shop charges
    by the deck. One that is larger than the shop's largest is split."""
    pieces = list(_pieces(kit, layout, selection, fitting))
    shared: Counter[Scene | None] = (
        Counter() if vendor.counts or vendor.form == "pages" else Counter(piece.back for piece in pieces)
    )
    groups: dict[object, list[Piece]] = {}
    for piece in pieces:
        back = piece.back if shared[piece.back] > 1 else ""
        groups.setdefault((piece.fit.product.id, piece.fit.trim, back), []).append(piece)
    names: Counter[str] = Counter()
    made = []
    for group in groups.values():
        for part in _split(group, vendor.counts[-1] if vendor.counts else 0):
            product, trim = part[0].fit.product, part[0].fit.trim
            name = product.id if product.trim else f"{product.id}-{trim[0]:g}x{trim[1]:g}mm"
            names[name] += 1
            made.append(Deck(f"{name}-{names[name]}" if names[name] > 1 else name, product, trim, tuple(part)))
    return tuple(made)


def _pieces(kit: Kit, layout: Layout, selection: Selection, fitting: dict[str, Fit]) -> Iterator[Piece]:
    for component in kit.components:
        if component.id in fitting and isinstance(component, FLAT):
            yield from _pieces_of(kit, layout, selection, component, fitting[component.id])


def _pieces_of(kit: Kit, layout: Layout, selection: Selection, component: Flat, fitting: Fit) -> Iterator[Piece]:
    """Its rows; each copy by itself, if they bear numbers. No cutting line is drawn: the shop cuts."""
    numbered = layout.is_numbered(component)
    for record, copies in selection.expand(kit, component):
        for copy in range(copies if numbered else 1):
            yield Piece(
                "-".join(filter(None, (component.id, record.key if record else ""))),
                component.id,
                fitting,
                layout.front(component, record, copy=copy, net=True),
                layout.back(component, record, copy=copy, net=True),
                1 if numbered else copies,
            )


def _split(pieces: Sequence[Piece], most: int) -> Iterator[Sequence[Piece]]:
    """All of them, or parts of `most` pieces (0: any number)."""
    if not most or sum(piece.copies for piece in pieces) <= most:
        yield pieces
        return
    single = (replace(piece, copies=1) for piece in pieces for _ in range(piece.copies))
    for _, part in groupby(enumerate(single), lambda numbered: numbered[0] // most):
        yield list(_together(piece for _, piece in part))


def _together(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Copies of one piece as one again."""
    for _, same in groupby(pieces, lambda piece: (id(piece.front), id(piece.back), piece.name)):
        copies = list(same)
        yield replace(copies[0], copies=len(copies))

"""Findings for a print shop: what it does not make, and what its press prints differently."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from PIL.Image import Resampling

from pnp.art.paths import walk_items
from pnp.check.outlines import FaceDrawings, list_pictures, scale
from pnp.check.rules import TrimDistances
from pnp.check.run import FaceCheck, apply_rules
from pnp.check.trim_rules import find_art_at_trim, find_near_trim
from pnp.face.layout import FaceScene, measure_component
from pnp.findings import Finding, KitError, Place
from pnp.kit import Kit, bounds
from pnp.kit.model import AnyComponent, Die, Leaflet, Standee, TuckBox
from pnp.render.colours import drop_alpha, on_white
from pnp.render.separation import Separation
from pnp.scene import Black, Colour, Ellipse, Image, Item, Path, Rect, Text, Use, list_colours
from pnp.sheet.options import Selection
from pnp.text.fonts import FontBook
from pnp.vendor.flatten import is_see_through, is_veil, split_groups
from pnp.vendor.shop import FLAT, Deck, Fit, Vendor

SEEN = 5.0
"""Difference of two colours (ΔE 1976) from which they look unlike side by side."""
SAMPLE = 64
"""Dots across and down by which a picture is looked at for its inks."""
LARGE = 100.0
"""The mm² of a picture from which so much ink matters."""
NAMED = 3
"""Products of a shop that are named; of more the list is told."""
FLATTENED = "it goes out as one picture with what lies beneath it; to avoid that, "
_AT_HOME: dict[type, str] = {
    Standee: "figures to fold",
    Die: "dice to fold",
    TuckBox: "boxes to fold",
    Leaflet: "leaflets",
}


class Preflight:
    """Inspects the faces that a shop prints. `black` is the part printed in black alone."""

    def __init__(
        self, vendor: Vendor, kit: Kit, fitting: Mapping[str, Fit], separation: Separation | None, *, black: Black
    ) -> None:
        self._vendor = vendor
        self._fonts = FontBook(kit.theme.fonts, kit.folder)
        # Black alone is no more ink than any paper takes.
        self._separation = None if black == "all" else separation
        self._black = black
        self._limit = f"more than the {vendor.ink} that {vendor.title} allows"
        self._measure_strain: dict[str, tuple[float, float]] = {}
        self._fitting = fitting
        self._demands = {one.id: _demands(vendor, one, fitting[one.id]) for one in kit.components if one.id in fitting}
        self._faces = FaceCheck(self._fonts)
        self._known: dict[object, tuple[Finding, ...]] = {}

    def inspect(self, laid: FaceScene) -> Iterator[Finding]:
        """Yields errors of a face, pictures too fine for any press, and the shop's requirements; a face is checked
        once per component."""
        found = self._faces.inspect(laid)
        yield from (finding for finding in found if finding.severity == "error" or finding.code == "fine-picture")
        component = laid.card.partition(" ")[0]
        if component not in self._demands:
            return
        key = (component, laid.face, laid.scene)
        if key not in self._known:
            self._known[key] = tuple(dict.fromkeys(self._look(laid, component)))
        for finding in self._known[key]:
            yield Finding(finding.severity, finding.code, finding.place, finding.message, finding.hint, laid.card)

    def _look(self, laid: FaceScene, component: str) -> Iterator[Finding]:
        face = FaceDrawings(laid, self._fonts, self._demands[component])
        places = face.places
        yield from (finding for finding in find_near_trim(face) if finding.severity == "warning")
        yield from apply_rules(face, [find_art_at_trim])
        yield from self._find_strained_colours(laid.scene.items, places)
        yield from self._find_see_through(laid.scene.items, places)
        for item, matrix in walk_items(laid.scene.items):
            for picture, own in list_pictures((item,), matrix):
                place = Place(places[id(item)].file, places[id(item)].row, "picture")
                yield from self._check_picture(picture, scale(own) * self._fitting[component].scale, place)

    def _find_see_through(self, items: Sequence[Item], places: Mapping[int, Place]) -> Iterator[Finding]:
        """Reports translucent items that the shop's files cannot keep; each place once."""
        if self._vendor.live:
            return
        see_through = (item for item in split_groups(items) if is_see_through((item,)))
        seen = [(leaf, item) for item in see_through if (leaf := next(walk_items((item,)), None))]
        for place, is_drawn in dict.fromkeys((places[id(leaf[0])], is_veil(item)) for leaf, item in seen):
            what = "what is drawn" if is_drawn else "a picture"
            message = f"{what} is see-through in part, which {self._vendor.standard} does not print as it is"
            if self._black != "all":
                message += "; black words in it or beneath it come out in four inks"
            hint = FLATTENED + ("draw it opaque" if is_drawn else "save it without transparency")
            at = place if is_drawn else Place(place.file, place.row, "picture")
            yield Finding("warning", "transparency", at, message, hint)

    def _find_strained_colours(self, items: Sequence[Item], places: Mapping[int, Place]) -> Iterator[Finding]:
        """Reports colours that exceed the ink limit of the shop's paper and so change visibly."""
        if self._separation is None:
            return
        for item, _ in walk_items(items):
            for colour in colours(item):
                if self._separation.difference(colour) > SEEN:
                    place = places[id(item)]
                    wanted = self._separation.measure_ink(colour)
                    message = (
                        f"{colour} would take {wanted:.0f} % of ink, {self._limit}, and comes out visibly otherwise"
                    )
                    at = Place(place.file, place.row, "fill")
                    yield Finding("warning", "much-ink", at, message, "make it lighter, or mix it of fewer inks")

    def _check_picture(self, image: Image, scaled: float, at: Place) -> Iterator[Finding]:
        """Reports a picture with too few pixels for the shop, or with too much ink; `scaled` is its size on paper
        divided by that of its own box."""
        least = self._vendor.dpi
        dpi = 25.4 * min(image.pixels[0] / image.box.width, image.pixels[1] / image.box.height) / scaled
        if dpi < least - 0.5:
            message = f"a picture has {dpi:.0f} dpi at this size; {self._vendor.title} asks for {least}"
            wide, high = (round(side * scaled * least / 25.4) for side in (image.box.width, image.box.height))
            yield Finding("warning", "coarse-picture", at, message, f"use one of at least {wide} × {high} pixels")
        if self._separation is None:
            return
        if image.key not in self._measure_strain:
            self._measure_strain[image.key] = _measure_strain(image.data, self._separation)
        share, wanted = self._measure_strain[image.key]
        seen = image.box.common(image.clip) if image.clip else image.box
        area = share * seen.width * seen.height * scaled**2
        if area > LARGE:
            message = f"{area / 100:.0f} cm² of a picture would take up to {wanted:.0f} % of ink, {self._limit}, and"
            message += " come out visibly otherwise"
            yield Finding("warning", "much-ink", at, message, "make its dark parts lighter, or less coloured")


def _measure_strain(data: bytes, separation: Separation) -> tuple[float, float]:
    """Returns the share of a picture that the ink limit changes, and its highest ink percentage; a grey one is black
    alone."""
    if drop_alpha(data, in_grey=False).mode == "L":
        return 0.0, 0.0
    sample = on_white(data, in_grey=False).resize((SAMPLE, SAMPLE), Resampling.NEAREST)
    return separation.measure_excess(sample, SEEN)


def colours(item: Item) -> Iterator[Colour]:
    """Yields the colours of an item on a face, each as often as it occurs."""
    match item:
        case Text(colour=colour):
            yield colour
        case Rect() | Ellipse() | Path():
            yield from filter(None, (*list_colours(item.fill), item.stroke and item.stroke.colour))
        case Use(art=art):
            for inner, _ in walk_items(art.items):
                yield from colours(inner)


def _demands(vendor: Vendor, component: AnyComponent, fitting: Fit) -> TrimDistances:
    """Returns the trim distances that the shop requires for a component, in mm of its faces: enlarged faces need
    less."""
    size = measure_component(component)
    trim = fitting.trim[::-1] if fitting.turned else fitting.trim
    beside = max(0.0, min((trim[0] / fitting.scale - size[0]) / 2, (trim[1] / fitting.scale - size[1]) / 2))
    clear = max(0.0, (vendor.safe if fitting.product.safe is None else fitting.product.safe) / fitting.scale - beside)
    bleed = round(fitting.measure_face_bleed(size), 4)
    return TrimDistances(words=(clear, clear), art=(clear, clear), bleed=bleed, name=vendor.title)


def unmade(vendor: Vendor, kit: Kit, selection: Selection, fitting: Mapping[str, Fit]) -> Iterator[Finding]:
    """Reports components that the shop does not make, or makes in another size."""
    asked = list(filter(selection.holds, kit.components))
    if not fitting and not (vendor.leaflets and any(isinstance(one, Leaflet) for one in asked)):
        message = f"{vendor.title} makes nothing of what is asked for: no product has the size of a piece"
        row = asked[0].line if asked else 0
        named = "; ".join(product.title for product in vendor.product[:NAMED])
        hint = f"it makes {named}" if len(vendor.product) <= NAMED else "`pnp order SHOP --products` lists its products"
        yield Finding("error", "no-product", Place(kit.file, row), message, hint)
        return
    for component in asked:
        place = Place(kit.file, component.line, "size" if isinstance(component, FLAT) else "kind")
        found = fitting.get(component.id)
        if found is not None and found.resized:
            wide, high = measure_component(component)
            message = (
                f"{component.id} of {wide:g} × {high:g} mm come as {found.product.title}, cut to "
                f"{found.trim[0]:.4g} × {found.trim[1]:.4g} mm: their faces are drawn at {100 * found.scale:.0f} %"
            )
            hint = f"see if they still lie where they belong, or make them yourself: --without {component.id}"
            yield Finding("warning", "resized", place, message, hint)
        elif found is None and not (isinstance(component, Leaflet) and vendor.leaflets):
            message = f"{vendor.title} makes no {_AT_HOME.get(type(component))}: {component.id}"
            if isinstance(component, FLAT):
                wide, high = measure_component(component)
                cut = getattr(component, "shape", "square")
                size = f"{'' if cut == 'square' else f'{cut}, '}{wide:g} × {high:g} mm, on {component.stock}"
                message = f"{vendor.title} has no product for {component.id}: {size}"
            hint = f"the rest is made; print this at home: --only {component.id}"
            yield Finding("warning", "no-product", place, message, hint)


def check_deck_sizes(vendor: Vendor, kit: Kit, decks: Sequence[Deck]) -> Iterator[Finding]:
    """Reports decks larger than the shop makes, or charged for more pieces than they have."""
    if not vendor.counts:
        return
    lines = {component.id: component.line for component in kit.components}
    most = vendor.counts[-1]
    for product in {deck.product.id: deck.product for deck in decks}.values():
        same = [deck for deck in decks if deck.product.id == product.id]
        parts = [deck.count for deck in same]
        place = Place(kit.file, min(lines[piece.component] for deck in same for piece in deck.pieces))
        if len(parts) > 1:
            message = f"{sum(parts)} pieces of {product.title} are more than one deck of {most}"
            yield Finding("warning", "deck-size", place, f"{message}: they come as {len(parts)}", "order each of them")
        charged = sum(map(vendor.charged, parts))
        if charged > sum(parts):
            message = f"{sum(parts)} pieces of {product.title} are charged as {charged}"
            hint = f"{charged - sum(parts)} more cost nothing: a spare card, or what the game lacks"
            yield Finding("warning", "deck-size", place, message, hint)


def check_affordable(vendor: Vendor, kit: Kit, decks: Sequence[Deck], languages: int) -> None:
    """Raises KitError if the pictures of a kit in this many languages exceed the limit."""
    if vendor.form != "pictures":
        return
    bound = bounds.FACE_PIXELS
    sides = sum(
        (deck.count if vendor.copies else len(deck.pieces))
        * (2 if deck.two_sided else 1)
        * math.prod(deck.product.pixels or ())
        for deck in decks
    )
    if sides * languages > bound.most:
        message = f"for {vendor.title} there are more than {bound.most} {bound.unit}"
        hint = "make part of it at a time, with --only or --language"
        raise KitError([Finding("error", "size", Place(kit.file), message, hint)])

"""How much ink a component takes, measured on its faces, and on what is printed for it."""

from __future__ import annotations

import io
import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from pnp.check.leaves import pictures
from pnp.face.ink import InkMode
from pnp.face.layout import Layout
from pnp.findings import KitError
from pnp.kit import Kit
from pnp.kit.model import Die, Standee, TuckBox
from pnp.output.cache import Cache, Counts, user_cache
from pnp.output.ink_taken import InkTaken, PartInk, SideInk
from pnp.output.kept_drawings import keep_drawings
from pnp.output.manifest import InkCover, Inks
from pnp.render.pdf import write_pdf
from pnp.render.pdfium import PdfPages
from pnp.render.png import scene_page
from pnp.scene import Scene
from pnp.scene.colour import Black, inks_of
from pnp.sheet.options import Options
from pnp.sheet.parts import piece_faces, row_parts
from pnp.sheet.selection import Selection

if TYPE_CHECKING:
    from PIL import Image

DPI = 150
"""A pixel is then as wide as the thinnest line, 0.17 mm: pdfium draws no line thinner than its pixels. What is measured
on our kits is within 5 % of what is at four times as many."""
MOST_ROWS, COMPARED_ROWS = 24, 8
"""Of a component with more rows, so many are measured, evenly spread; in the ink mode that is not printed, so many."""
ENOUGH_ROWS, SURE = 8, 0.02
"""Of these so many are measured first; they are enough if the mean of each ink has a standard error of no more than
this, as a share of all inks: decks whose cards are much alike."""
SIDES = ("front", "back")
GOLDEN = (math.sqrt(5) - 1) / 2
"""Steps of this part of the whole are spread evenly, and meet no pattern that comes back every so many rows."""
ALL_ROWS = 2_000
"""Of a kit with many components, so many in all, and at least one of each."""
MOST_PIXELS = 16_000_000
"""Faces larger than 68 cm square are measured more coarsely."""

ALL_PIXELS = 200_000_000
"""Of the pictures on the faces that are measured; those with more are not."""


LEAFLET_STEP = 4
"""Pages of leaflets are much alike: every fourth is measured."""
CM2 = 0.01
"""Square centimetres in a square millimetre."""
GREY_SLACK = 3
"""Of 255: parts of a grey that differ by no more were rounded."""


ALONE: dict[InkMode, Black] = {"full": "text", "low": "all"}
"""What an ink mode prints in black alone."""


MOST_COLOURS, _STEPS = 32**3, [round(round(value / 255 * 31) / 31 * 255) for value in range(256)] * 3
"""Pictures with more colours are measured in 32 steps of each part."""


class Measured(msgspec.Struct, frozen=True):
    """A face, rendered: the share of cyan, magenta and yellow it shows, and what it takes of each ink, in cm² of solid
    colour; `bleed` is what its bleed takes."""

    cover: float
    inks: Inks
    bleed: Inks = Inks()


class _Sampled(msgspec.Struct, eq=False):
    """A face of a component that may be measured, and the copies of the rows that show it; `early`: it is, whatever the
    others show."""

    component: str
    side: str
    scene: Scene
    early: bool
    copies: int = 0


_Taken: TypeAlias = list[tuple[int, Measured]]
"""What was measured on faces, each with how many copies show it."""
_Sides: TypeAlias = dict[str, dict[str, _Taken]]
"""What was measured, by component and side."""


def ink_taken(
    kit: Kit, layout: Layout, selection: Selection, address: str, black: Black | None = None, cache: Cache | None = None
) -> InkTaken:
    """The mean cover of each component's faces in both ink modes; the inks of a piece, and of the parts on sheets, in
    the mode of the layout. The other one is measured on fewer faces: it is there to be compared. `black` is what the
    build prints in black alone, if it is not what the mode does. Faces that the cache knows are not drawn again."""
    cache = cache or Cache(None)
    known = _Known(cache, kit, layout, selection)
    mine, alone = layout.again(), black or ALONE[layout.ink]
    meter = _Meter(mine, alone, known)
    own = _measured(kit, mine, selection, MOST_ROWS, meter)
    parts = _of_parts(kit, mine, selection, own, meter)
    spared = Layout(kit, layout.language, ink="low" if layout.ink == "full" else "full", address=address)
    other = _measured(kit, spared, selection, COMPARED_ROWS, _Meter(spared, ALONE[spared.ink], known))
    known.keep()
    found = {}
    for component, sides in own.items():
        if component in other:
            means = {layout.ink: _mean(sides), spared.ink: _mean(other[component])}
            found[component] = InkCover(full=means["full"], low=means["low"], piece_cm2=_piece(sides))
    return InkTaken(found, parts)


def ink_of(kit: Kit, options: Options, selection: Selection, layout: Layout | None = None) -> tuple[InkTaken, Counts]:
    """`ink_taken` of what is printed, and what its cache counted: in a process of its own, or where there is a `layout`
    of the first language. What cannot be laid out, the languages tell."""
    address, cache = options.code_address(kit), user_cache(options.cache)
    keep_drawings(cache)
    first = layout or Layout(kit, options.printed_languages(kit.languages)[0], ink=options.ink, address=address)
    try:
        return ink_taken(kit, first, selection, address, options.black, cache), cache.counts
    except KitError:
        return InkTaken({}, {}), cache.counts


def leaflet_inks(pdf: bytes, key: str, cache: Cache) -> Inks:
    """What a leaflet takes of each ink, in cm² of solid colour; `key` is the cache's name for the file."""
    own = cache.key("leaflet-ink", (), key) if cache.kept else ""
    data = cache.known(own)
    if data is None:
        data = msgspec.msgpack.encode(_leaflet(pdf))
        cache.put(own, data)
    return msgspec.msgpack.decode(data, type=Inks)


def _leaflet(pdf: bytes) -> Inks:
    found = Inks()
    with PdfPages(pdf) as pages:
        count = len(pages)
        sample = range(min(1, count - 1), count, LEAFLET_STEP)
        for index in sample:
            width, height = (side / 72 * 25.4 for side in pages.size(index))
            found = found.plus(inks(_sharp(pages, index, DPI)), width * height * CM2 * count / len(sample))
    return found


def _sharp(pages: PdfPages, index: int, dpi: float) -> Image.Image:
    """A page in the colours that are on it: no ink comes of what edges are blended to, and there are few to count."""
    return pages.sharp(index, dpi / 72)


def inks(picture: Image.Image) -> Inks:
    """The share of each ink that a picture takes, 0 to 1: the mean of `pnp.scene.colour.inks_of`."""
    return _measure(picture).inks


def _measure(picture: Image.Image) -> Measured:
    """The cover of a picture, and the share of each ink that it takes."""
    colours = picture.getcolors(MOST_COLOURS) or picture.convert("RGB").point(_STEPS).getcolors(MOST_COLOURS)
    cover = cyan = magenta = yellow = black = 0.0
    for count, colour in colours or ():
        assert isinstance(colour, tuple)  # it is a picture of three parts, and what fills the fourth byte
        taken = _taken(colour[:3])
        cover += count * (765 - sum(colour[:3]))
        cyan += count * taken[0]
        magenta += count * taken[1]
        yellow += count * taken[2]
        black += count * taken[3]
    area = picture.width * picture.height
    return Measured(
        cover / area / 765, Inks().plus(Inks(cyan=cyan, magenta=magenta, yellow=yellow, black=black), 1 / area)
    )


@lru_cache(maxsize=MOST_COLOURS)
def _taken(colour: tuple[int, ...]) -> tuple[float, float, float, float]:
    most = max(colour)
    if most - min(colour) <= GREY_SLACK:
        colour = (most, most, most)
    return inks_of(f"#{bytes(colour).hex()}")


class _Known:
    """What was measured on the faces of a kit before. All of it is one entry of the cache: faces are many, and what is
    measured on one is small."""

    def __init__(self, cache: Cache, kit: Kit, layout: Layout, selection: Selection) -> None:
        self._cache = cache
        place = str(kit.folder.resolve())
        self._entry = cache.key("ink", (), place, layout.language, layout.ink) if cache.kept else ""
        data = cache.known(self._entry)
        self._before = msgspec.msgpack.decode(data, type=dict[str, Measured]) if data else {}
        # A part of a kit is no reason to forget the others.
        self._after = dict(self._before) if selection.partial or selection.without else {}

    def name(self, scene: Scene, black: Black) -> str:
        """What a face is known by."""
        return self._cache.face_key(scene, black)

    def get(self, name: str) -> Measured | None:
        """What was measured on a face, if it is known; counted."""
        found = self._before.get(name)
        self._cache.count_face(known=found is not None)
        if found is not None:
            self._after[name] = found
        return found

    def put(self, name: str, measured: Measured) -> None:
        self._after[name] = measured

    def keep(self) -> None:
        if self._cache.kept and self._after != self._before:
            self._cache.put(self._entry, msgspec.msgpack.encode(self._after))


class _Meter:
    """Measures faces of a layout, each once. `black` is what goes out in black alone."""

    def __init__(self, layout: Layout, black: Black, known: _Known) -> None:
        self._layout = layout
        self._black = black
        self._known = known

    def measured(self, scenes: Sequence[Scene]) -> Iterator[Measured]:
        """What each of these takes, in their order."""
        names = {id(scene): self._known.name(scene, self._black) for scene in scenes}
        found = {face: self._known.get(name) for face, name in names.items()}
        fresh = {id(scene): scene for scene in scenes if found[id(scene)] is None}
        for face, measured in zip(fresh, self._drawn(list(fresh.values())), strict=True):
            found[face] = measured
            self._known.put(names[face], measured)
        return (one for scene in scenes if (one := found[id(scene)]))

    def _drawn(self, scenes: Sequence[Scene]) -> Iterator[Measured]:
        """Faces that are drawn to be measured."""
        if not scenes:
            return
        pdf = io.BytesIO()
        pages = (scene_page(scene, bleed=True) for scene in scenes)
        write_pdf(pages, pdf, fonts=self._layout.fonts, title="", black=self._black, packed=False)
        with PdfPages(pdf.getvalue()) as drawn:
            for index, scene in enumerate(scenes):
                area = (scene.width + 2 * scene.bleed) * (scene.height + 2 * scene.bleed)
                dpi = min(DPI, math.sqrt(MOST_PIXELS / area) * 25.4)
                picture = _sharp(drawn, index, dpi)
                trim = _trimmed(picture, scene.bleed * dpi / 25.4)
                shown, size = _measure(trim), scene.width * scene.height * CM2
                inks = Inks().plus(shown.inks, size)
                around = Inks()
                if trim is not picture:
                    around = Inks().plus(_measure(picture).inks, area * CM2).plus(inks, -1.0)
                yield Measured(shown.cover, inks, around)


def _trimmed(picture: Image.Image, margin: float) -> Image.Image:
    """A picture without so many dots on each side."""
    edge = round(margin)
    return picture.crop((edge, edge, picture.width - edge, picture.height - edge)) if edge else picture


def _measured(kit: Kit, layout: Layout, selection: Selection, most: int, meter: _Meter) -> _Sides:
    """Faces by component and side; of each component those of so many rows, evenly spread, or as many as are enough."""
    faces = list(_sample(kit, layout, selection, most))
    covers: _Sides = defaultdict(lambda: defaultdict(list))

    def note(chosen: Sequence[_Sampled]) -> None:
        for face, measured in zip(chosen, meter.measured([face.scene for face in chosen]), strict=True):
            covers[face.component][face.side].append((face.copies, measured))

    note([face for face in faces if face.early])
    late = [face for face in faces if not face.early]
    sides = {(face.component, face.side) for face in late}
    unsure = {component for component, side in sides if not _are_enough(covers[component][side])}
    note([face for face in late if face.component in unsure])
    return covers


def _of_parts(kit: Kit, layout: Layout, selection: Selection, faces: _Sides, meter: _Meter) -> dict[str, PartInk]:
    """What the parts take that lie on sheets. Those of cards, tokens and boards are the faces that were measured; nets
    and figures are more than their faces."""
    found: dict[str, PartInk] = {}
    made: list[tuple[str, str, int, Scene]] = []
    drawn = 0
    for component in filter(selection.holds, kit.components):
        if not isinstance(component, Standee | Die | TuckBox):
            sides = faces.get(component.id, {})
            found[component.id] = PartInk(*(_side(sides.get(side, ())) for side in SIDES))
            continue
        rows = selection.expand(kit, component)
        for index in _spread(len(rows), ENOUGH_ROWS):
            record, copies = rows[index]
            for part in row_parts(kit, layout, component, record):
                for side, draw in zip(SIDES, (part.front, part.back), strict=True):
                    scene = draw() if draw else None
                    drawn += sum(math.prod(picture.pixels) for picture in pictures(scene.items)) if scene else 0
                    if scene and drawn <= ALL_PIXELS:
                        made.append((part.component, side, copies * part.copies, scene))
    shares: _Sides = defaultdict(lambda: defaultdict(list))
    for (name, side, copies, _), one in zip(made, meter.measured([scene for *_, scene in made]), strict=True):
        shares[name][side].append((copies, one))
    return found | {name: PartInk(*(_side(sides[side]) for side in SIDES)) for name, sides in shares.items()}


def _side(measured: Iterable[tuple[int, Measured]]) -> SideInk:
    """The mean of faces, each as often as it is shown."""
    trim, bleed, count = Inks(), Inks(), 0
    for times, one in measured:
        trim, bleed, count = trim.plus(one.inks, times), bleed.plus(one.bleed, times), count + times
    return SideInk(Inks().plus(trim, 1 / count), Inks().plus(bleed, 1 / count)) if count else SideInk()


def _are_enough(faces: _Taken) -> bool:
    """Whether the early faces of a side tell the mean of each ink."""
    count = len(faces)
    if count < 2:
        return False
    taken = [(face.inks.cyan, face.inks.magenta, face.inks.yellow, face.inks.black) for _, face in faces]
    least = SURE * sum(map(sum, taken)) / count
    for ink in zip(*taken, strict=True):
        mean = sum(ink) / count
        if math.sqrt(sum((one - mean) ** 2 for one in ink) / (count - 1) / count) > least:
            return False
    return True


def _sample(kit: Kit, layout: Layout, selection: Selection, most: int) -> Iterator[_Sampled]:
    """Faces of evenly spread rows; one that several rows share comes once."""
    components = [component for component in kit.components if selection.holds(component)]
    most = min(most, max(1, ALL_ROWS // max(1, len(components))))
    drawn = 0
    for component in components:
        rows = selection.expand(kit, component)
        met: dict[tuple[str, int], _Sampled] = {}
        chosen = _spread(len(rows), most)
        early = chosen[:ENOUGH_ROWS]
        for index in sorted(chosen):
            record, copies = rows[index]
            for side, scene in piece_faces(kit, layout, component, record):
                if (side, id(scene)) not in met:
                    met[side, id(scene)] = _Sampled(component.id, side, scene, index in early)
                met[side, id(scene)].copies += copies
        for face in met.values():
            drawn += sum(math.prod(picture.pixels) for picture in pictures(face.scene.items))
            if drawn <= ALL_PIXELS:
                yield face


def _spread(count: int, most: int) -> list[int]:
    """So many of `count` rows, so that the first of them are spread over all as evenly as the whole."""
    found: dict[int, None] = {}
    steps = itertools.count()
    while len(found) < min(count, most):
        found[int(next(steps) * GOLDEN % 1 * count)] = None
    return list(found)


def _mean(sides: Mapping[str, _Taken]) -> float:
    """The mean cover of faces, each as often as it is shown."""
    shown = [(times, face.cover) for side in sides.values() for times, face in side]
    return round(sum(times * cover for times, cover in shown) / sum(times for times, _ in shown), 3)


def _piece(sides: Mapping[str, _Taken]) -> Inks:
    """The mean face of each side, together."""
    found = Inks()
    for side in sides.values():
        found = found.plus(_side(side).trim)
    return found.rounded()

"""How much ink a component takes, measured on its faces."""

from __future__ import annotations

import hashlib
import io
import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from pnp.check.leaves import pictures
from pnp.face.ink import InkMode
from pnp.face.layout import Layout
from pnp.findings import KitError
from pnp.kit import Kit
from pnp.output.cache import Cache, Counts, user_cache
from pnp.output.manifest import InkCover, Inks
from pnp.render.pdf import write_pdf
from pnp.render.pdfium import PdfPages
from pnp.render.png import scene_page
from pnp.scene import Scene
from pnp.scene.colour import Black, inks_of
from pnp.sheet.options import Options
from pnp.sheet.parts import piece_faces
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
    colour."""

    cover: float
    inks: Inks


class _Sampled(msgspec.Struct, frozen=True, eq=False):
    """A face of a component that may be measured; `early`: it is, whatever the others show."""

    component: str
    side: str
    scene: Scene
    early: bool


_Sides: TypeAlias = dict[str, dict[str, list[Measured]]]
"""What was measured, by component and side."""


def ink_cover(
    kit: Kit, layout: Layout, selection: Selection, address: str, black: Black | None = None, cache: Cache | None = None
) -> dict[str, InkCover]:
    """The mean cover of each component's faces, by component id, in both ink modes; the inks of a piece in the mode of
    the layout. The other one is measured on fewer faces: it is there to be compared. `black` is what the build
    prints in black alone, if it is not what the mode does. Faces that the cache knows are not drawn again."""
    cache = cache or Cache(None)
    known = _Known(cache, kit, layout, selection)
    own = _measured(kit, layout.again(), selection, MOST_ROWS, black or ALONE[layout.ink], known)
    spared = Layout(kit, layout.language, ink="low" if layout.ink == "full" else "full", address=address)
    other = _measured(kit, spared, selection, COMPARED_ROWS, ALONE[spared.ink], known)
    known.keep()
    found = {}
    for component, sides in own.items():
        if component in other:
            means = {layout.ink: _mean(sides), spared.ink: _mean(other[component])}
            found[component] = InkCover(full=means["full"], low=means["low"], piece_cm2=_piece(sides))
    return found


def ink_of(
    kit: Kit, options: Options, selection: Selection, layout: Layout | None = None
) -> tuple[dict[str, InkCover], Counts]:
    """`ink_cover` of what is printed, and what its cache counted: in a process of its own, or where there is a `layout`
    of the first language. What cannot be laid out, the languages tell."""
    address, cache = options.code_address(kit), user_cache(options.cache)
    first = layout or Layout(kit, options.printed_languages(kit.languages)[0], ink=options.ink, address=address)
    try:
        return ink_cover(kit, first, selection, address, options.black, cache), cache.counts
    except KitError:
        return {}, cache.counts


def leaflet_inks(pdf: bytes, key: str, cache: Cache) -> Inks:
    """What a leaflet takes of each ink, in cm² of solid colour; `key` is the cache's name for the file."""
    own = cache.key("leaflet-ink", (), key, _this()) if cache.kept else ""
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
        self._entry = cache.key("ink", (), place, layout.language, layout.ink, _this()) if cache.kept else ""
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


def _measured(kit: Kit, layout: Layout, selection: Selection, most: int, black: Black, known: _Known) -> _Sides:
    """Faces by component and side; of each component those of so many rows, evenly spread, or as many as are enough."""
    faces = list(_sample(kit, layout, selection, most))
    covers: _Sides = defaultdict(lambda: defaultdict(list))

    def note(chosen: Sequence[_Sampled]) -> None:
        names = [known.name(face.scene, black) for face in chosen]
        found = [known.get(name) for name in names]
        drawn = _drawn([face.scene for face, one in zip(chosen, found, strict=True) if one is None], layout, black)
        for face, name, one in zip(chosen, names, found, strict=True):
            measured = one or next(drawn)
            known.put(name, measured)
            covers[face.component][face.side].append(measured)

    note([face for face in faces if face.early])
    late = [face for face in faces if not face.early]
    sides = {(face.component, face.side) for face in late}
    unsure = {component for component, side in sides if not _are_enough(covers[component][side])}
    note([face for face in late if face.component in unsure])
    return covers


def _are_enough(faces: Sequence[Measured]) -> bool:
    """Whether the early faces of a side tell the mean of each ink."""
    count = len(faces)
    if count < 2:
        return False
    taken = [(face.inks.cyan, face.inks.magenta, face.inks.yellow, face.inks.black) for face in faces]
    least = SURE * sum(map(sum, taken)) / count
    for ink in zip(*taken, strict=True):
        mean = sum(ink) / count
        if math.sqrt(sum((one - mean) ** 2 for one in ink) / (count - 1) / count) > least:
            return False
    return True


def _drawn(scenes: Sequence[Scene], layout: Layout, black: Black) -> Iterator[Measured]:
    """Faces that are drawn to be measured."""
    if not scenes:
        return
    pdf = io.BytesIO()
    write_pdf((scene_page(scene) for scene in scenes), pdf, fonts=layout.fonts, title="", black=black, packed=False)
    with PdfPages(pdf.getvalue()) as pages:
        for index, scene in enumerate(scenes):
            area = scene.width * scene.height
            dpi = min(DPI, math.sqrt(MOST_PIXELS / area) * 25.4)
            shown = _measure(_sharp(pages, index, dpi))
            yield Measured(shown.cover, Inks().plus(shown.inks, area * CM2))


@lru_cache(maxsize=1)
def _this() -> str:
    """What stands for how faces are measured here: other measures are not taken for these."""
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


def _sample(kit: Kit, layout: Layout, selection: Selection, most: int) -> Iterator[_Sampled]:
    """Faces of evenly spread rows; one that several rows share comes once."""
    components = [component for component in kit.components if selection.holds(component)]
    most = min(most, max(1, ALL_ROWS // max(1, len(components))))
    drawn = 0
    for component in components:
        rows = selection.expand(kit, component)
        met: dict[int, Scene] = {}
        chosen = _spread(len(rows), most)
        early = chosen[:ENOUGH_ROWS]
        for index in sorted(chosen):
            record, _ = rows[index]
            for side, scene in piece_faces(kit, layout, component, record):
                if id(scene) in met:
                    continue
                met[id(scene)] = scene
                drawn += sum(math.prod(picture.pixels) for picture in pictures(scene.items))
                if drawn <= ALL_PIXELS:
                    yield _Sampled(component.id, side, scene, index in early)


def _spread(count: int, most: int) -> list[int]:
    """So many of `count` rows, so that the first of them are spread over all as evenly as the whole."""
    found: dict[int, None] = {}
    steps = itertools.count()
    while len(found) < min(count, most):
        found[int(next(steps) * GOLDEN % 1 * count)] = None
    return list(found)


def _mean(sides: Mapping[str, Sequence[Measured]]) -> float:
    values = [face.cover for side in sides.values() for face in side]
    return round(sum(values) / len(values), 3)


def _piece(sides: Mapping[str, Sequence[Measured]]) -> Inks:
    """The mean face of each side, together."""
    found = Inks()
    for side in sides.values():
        for face in side:
            found = found.plus(face.inks, 1 / len(side))
    return found.rounded()

"""The notch for a thumb in the front of a tuck box, which cuts into what stands at the middle of its upper edge."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, islice
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from pnp.art.drawings import effort
from pnp.art.paths import Point, map_point, multiply, path_bounds, reach_of
from pnp.art.qr import LEAST_MODULE, QUIET_ZONE, module_size
from pnp.check.contrast import GroundSampler, Shares, cost, parted, share_of, too_near
from pnp.check.outlines import (
    changed,
    clearance,
    corners,
    gap,
    leaves,
    placed_pictures,
    scale,
    shaded,
    standing,
    texts,
    trim_polygon,
    veils,
    window,
)
from pnp.check.rules import HOME, TrimDistances, finding_at, key_place
from pnp.face.layout import Laid
from pnp.face.paint import Origin
from pnp.findings import Finding, Findings, Place, Severity
from pnp.kit import Kit
from pnp.kit.folder import open_folder
from pnp.kit.model import Language, Localised
from pnp.kit.own_words import PRESS
from pnp.kit.own_words import leaves as word_leaves
from pnp.scene import (
    IDENTITY,
    MM_PER_POINT,
    Art,
    Box,
    Colour,
    Ellipse,
    Gradient,
    Group,
    Image,
    Item,
    Matrix,
    Page,
    Path,
    Placed,
    Rect,
    Scene,
    Text,
    Use,
    mapped,
)
from pnp.scene.colour import READABLE, contrast, luminance
from pnp.scene.gradient import mixed
from pnp.sheet.papers import MARK_MARGIN
from pnp.text.fonts import FontBook
from pnp.text.lacking import lacking, named

if TYPE_CHECKING:
    from pnp.kit.lines import KeyPath


def reach(polygon: Sequence[Point], notch: float, width: float) -> float:
    """How far a polygon reaches into the notch of this radius, on a face of this width, in mm; negative, if it stays
    that far away from it."""
    return notch - gap(polygon, ((width / 2, 0.0),))


LEAST_DPI = 200
"""Pixels an inch under which a printed picture looks coarse at arm's length."""
FINE_DPI, MOST_DPI = 300, 1200
"""Pixels an inch beyond which nothing is seen; and from which a picture is a burden to file and printer."""
SHOWING = ("picture", "icon")
"""Sorts of words that show pictures and drawings. Small pictures of pieces have all the pixels of these."""
MOST_WITHIN = 100
"""Pictures of a drawing that are looked at."""

_Placed: TypeAlias = tuple[tuple[Image, Matrix], ...]
_Printed: TypeAlias = tuple[float, float, Image]
"""A picture's pixels an inch on a face, and as the word shows it by itself."""


class Resolution:
    """Looks at the pictures of faces. `look` is what a `FaceCheck` takes.

    What is too fine only as a face is drawn smaller by another is too fine if the picture is nowhere printed larger:
    only a `thorough` look tells that, and `is_meant`, once all is looked at, whether it holds.
    """

    def __init__(self, *, thorough: bool) -> None:
        self._thorough = thorough
        self._largest: dict[str, float] = {}
        self._smaller: dict[Finding, str] = {}

    def look(self, laid: Laid) -> Iterator[Finding]:
        """The pictures of a face that have too few pixels or far too many; of each word the worst."""
        if not any(_rasters(origin) for origin in laid.origins if origin.sort in SHOWING):
            return
        coarse: dict[tuple[Place, str], tuple[_Printed, Origin]] = {}
        fine: dict[tuple[Place, str], tuple[_Printed, Origin]] = {}
        for drawing in standing(laid):
            origin = drawing.origin
            for image, own in _rasters(origin) if origin.sort in SHOWING else ():
                dpi = _dpi(image, multiply(drawing.matrix, own))
                printed, key = (dpi, _dpi(image, own), image), (origin.place, origin.art)
                self._largest[image.key] = min(dpi, self._largest.get(image.key, dpi))
                if dpi < LEAST_DPI and (key not in coarse or dpi < coarse[key][0][0]):
                    coarse[key] = printed, origin
                if dpi > MOST_DPI and (key not in fine or dpi > fine[key][0][0]):
                    fine[key] = printed, origin
        for (dpi, _, image), origin in coarse.values():
            yield _coarse(image, dpi, origin)
        for (dpi, alone, image), origin in fine.values():
            found = _fine(image, dpi, origin)
            if alone > MOST_DPI:
                yield found
            elif self._thorough:
                self._smaller[found] = image.key
                yield found

    def is_open(self, finding: Finding) -> bool:
        """Whether it holds only if a picture is nowhere printed larger. The finding is of no card."""
        return finding in self._smaller

    def holds(self, finding: Finding) -> bool:
        """Whether that is so, once all faces are looked at."""
        return self._largest[self._smaller[finding]] > MOST_DPI


def _coarse(image: Image, dpi: float, origin: Origin) -> Finding:
    message = f"{_called(origin)} has {dpi:.0f} dpi at this size, fewer than {LEAST_DPI}"
    hint = f"use one of at least {_pixels(image, LEAST_DPI / dpi)} pixels"
    return finding_at("warning", "coarse-picture", origin.place, origin.sort, message, hint)


def _fine(image: Image, dpi: float, origin: Origin) -> Finding:
    message = f"{_called(origin)} has {dpi:.0f} dpi at this size, far more than the {FINE_DPI} that a printer shows"
    hint = f"{_pixels(image, FINE_DPI / dpi)} pixels are enough"
    return finding_at("warning", "fine-picture", origin.place, origin.sort, message, hint)


def _called(origin: Origin) -> str:
    """What a picture is called: a file by its name, one within a drawing by that."""
    alone = any(isinstance(item, Image) for item, _ in leaves(origin.items))
    return origin.art if alone else f"a picture in {origin.art}"


def _pixels(image: Image, share: float) -> str:
    return " × ".join(str(math.ceil(side * share)) for side in image.pixels)


def _dpi(image: Image, matrix: Matrix) -> float:
    """Pixels an inch, in the direction that has fewer."""
    a, b, c, d, _, _ = matrix
    across, down = image.box.width * math.hypot(a, b), image.box.height * math.hypot(c, d)
    return 25.4 * min(image.pixels[0] / across, image.pixels[1] / down)


@lru_cache(maxsize=1_024)
def _rasters(origin: Origin) -> _Placed:
    """The pictures that a word shows, in its own mm."""
    found: list[tuple[Image, Matrix]] = []
    for item, matrix in leaves(origin.items):
        if isinstance(item, Image):
            found.append((item, matrix))
        elif isinstance(item, Use):
            way = multiply(matrix, item.matrix)
            found += [(image, multiply(way, own)) for image, own in _within(item.art)]
    return tuple(found)


@lru_cache(maxsize=4_096)
def _within(art: Art) -> _Placed:
    return tuple(islice(placed_pictures(art.items), MOST_WITHIN))


TOUCH = 0.3
"""Millimetres by which two texts may come into each other: the box of a run is larger than its letters."""
_ROLES = ("text", "display", "figure")
"""Of the typefaces that the press sets its own words in."""
_WITHOUT_FOOT = frozenset({"leaflet", "booklet"})
"""These are set by the leaflet's own rules, which find what is too wide themselves."""


class GlyphCheck:
    """Looks at the pages of one language for characters that none of the typefaces has which the press sets its own
    words in; each is found once. `fonts` are those typefaces."""

    def __init__(self, kit: Kit, language: Language, fonts: FontBook) -> None:
        self._kit = kit
        self._language = language
        self._fonts = fonts
        self._known: set[str] = set()

    def inspect(self, page: Page, what: str, where: str) -> Iterator[Finding]:
        """`what` is the kind of the file (see `pnp.build.plan.OutputFile`), `where` what findings call the page."""
        if what in _WITHOUT_FOOT:
            return
        mendable = what != "swap-list"  # which tells of an older kit, too
        found: dict[Place, list[str]] = {}
        for lacks in filter(None, self._lacking(page)):
            whole, rest = lacking(lacks, self._has, self._language, self._kit.file)
            if whole:
                yield whole if mendable else msgspec.structs.replace(whole, severity="warning")
            for character in rest:
                if character not in self._known:
                    self._known.add(character)
                    found.setdefault(self._place(character), []).append(character)
        for place, missing in found.items():
            message = f"no typeface for the words of the press in {self._language} has {named(missing)}"
            roles = ", ".join(f"[font.{role}.{self._language}]" for role in _ROLES)
            hint = f"use other characters, or name a typeface that has them as `fallback` in theme.toml: {roles}"
            if mendable:
                yield Finding("error", "missing-glyph", place, message, hint, page=where)
            else:
                yield Finding("warning", "missing-glyph", place, message, hint, page=where)

    def _lacking(self, page: Page) -> Iterator[str]:
        for run, _ in texts(item for item in page.items if not isinstance(item, Placed)):
            yield self._fonts.font(run.font).missing(run.text)

    def _has(self, character: str) -> bool:
        """Whether one of the typefaces has a character."""
        return any(self._fonts.font(face).has(character) for face in self._fonts.faces())

    def _place(self, character: str) -> Place:
        """Where a character was written; where typefaces are named, if it was in none of the kit's own texts."""
        folder = open_folder(self._kit.folder, Findings())
        for path, text in _said(self._kit, self._language):
            if character in text:
                return key_place(folder, "kit.toml", path)
        for words, value in word_leaves(self._kit.own_words.get(self._language, {})):
            if any(character in str(text) for text in (value if isinstance(value, list) else [value])):
                return key_place(folder, f"words.{self._language}.toml", (PRESS, *words))
        return key_place(folder, "theme.toml", ("font", "text"))


def _said(kit: Kit, language: Language) -> Iterator[tuple[KeyPath, str]]:
    """What the press says of a kit by itself, each with its place in kit.toml."""
    yield ("kit", "title"), kit.title[language]
    yield ("kit", "version"), kit.version
    yield ("kit", "author"), kit.author
    if isinstance(kit.foot, Localised):
        yield ("kit", "foot"), kit.foot[language]
    for number, component in enumerate(kit.components):
        yield ("component", number, "title"), component.title[language]
    for number, text in enumerate(kit.bring):
        yield ("bring", number, "text"), text[language]


class _Run(msgspec.Struct, frozen=True, eq=False):
    text: str
    box: Box


class PageCheck:
    """Looks at the pages of one language of a kit; what comes again on each page is found once."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._known: set[str] = set()

    def inspect(self, page: Page, what: str, file: str, number: int) -> Iterator[Finding]:
        """`what` is the kind of the file (see `pnp.build.plan.OutputFile`), `number` the page in it, from 1."""
        if what in _WITHOUT_FOOT:
            return
        runs = [
            _Run(text.text, _box(text, matrix))
            for text, matrix in texts(item for item in page.items if not isinstance(item, Placed))
            if text.text.strip()
        ]
        paper = Box(0.0, 0.0, page.width, page.height).inset(MARK_MARGIN - TOUCH)
        off = (f"“{run.text}” runs off the paper" for run in runs if _overlap(run.box, paper) < _room(run.box))
        into = (
            f"“{first.text}” runs into “{second.text}”"
            for first, second in combinations(runs, 2)
            if _overlap(first.box, second.box) > TOUCH
        )
        for message in (*off, *into):
            if message not in self._known:
                self._known.add(message)
                place = key_place(open_folder(self._kit.folder, Findings()), "kit.toml", ("kit", "title"))
                hint = "shorten the title of the kit, or of the component"
                yield Finding("warning", "page-crowded", place, message, hint, page=f"{file} page {number}")


def _box(text: Text, matrix: Matrix) -> Box:
    """From the baseline to the height of small letters: what two lines of text never share."""
    em = text.size * MM_PER_POINT
    return mapped(matrix, Box(text.x, text.y - 0.45 * em, text.width, 0.45 * em))


def _overlap(first: Box, second: Box) -> float:
    """How deep two boxes lie in each other, in mm; 0 or less, if they do not."""
    across = min(first.right, second.right) - max(first.x, second.x)
    down = min(first.bottom, second.bottom) - max(first.y, second.y)
    return min(across, down)


def _room(box: Box) -> float:
    return min(box.width, box.height) - 1e-6


LARGE_READABLE = 3.0
LARGE, LARGE_BOLD = 18.0, 14.0
"""Large type, in pt, needs less contrast (WCAG 2.2, 1.4.3)."""
COVERED = 0.2
"""Words are pale if so much of the ground beneath them is too near to their colour; a thin line is no ground."""
CODE_CONTRAST = 0.4
"""Least difference of reflectance between the modules of a code and their ground: grade C of ISO/IEC 15415."""
CODE_SOILED = 0.005
"""A share of a code's square up to which it may hold other things: a speck, the corner of a rounded panel."""
CODE_HIDDEN = 0.02
"""A share of a code's square up to which its modules may be drawn over; it could lose more and still be read."""
BLANK = 0.9995
"""A share of one colour from which a face counts as blank: what differs is less than a dot of 1.4 mm on a card."""
UNEVEN = 0.1
"""Difference of reflectance from which a pixel is not the ground any more."""
MOST_KNOWN = 512
"""Faces whose findings are kept at a time: enough for one sheet and all that comes again."""
MOST_KEPT = 32_000_000
"""Pixels of pictures of faces that are kept at a time, three bytes each: 360 cards, which come in each language."""
MOST_LOOKED_AT = 200_000_000
"""Pixels of all pictures that are made to look at pale words and codes: of 2,000 cards, or 50 boards of 2 m."""
BRIGHT: Colour = "#FF00FF"
"""A colour in which a text would be seen on the grounds that people print."""
_SLACK = 0.05
Look: TypeAlias = Callable[[Laid], Iterable[Finding]]
"""Looks at a face for something else."""


class FaceCheck:
    """Looks at faces; the same one is looked at once. Only a `thorough` look asks for contrast, which takes time.

    `inspect` is what a `Layout` takes.
    """

    def __init__(self, fonts: FontBook, *, thorough: bool, shares: int = 1, further: Sequence[Look] = ()) -> None:
        """`shares` are those that look at one kit, which share what they may look at; `further` look at faces too."""
        self._fonts = fonts
        self._thorough = thorough
        self._known: dict[object, tuple[tuple[Item, ...], tuple[Finding, ...]]] = {}
        self._further = further
        self._grounds: dict[tuple[Item, ...], GroundSampler] = {}
        self._shares = shares
        self._kept = 0
        self._looked = 0.0
        self._weights: dict[str, int] = {}
        self.resolution = Resolution(thorough=thorough)

    def inspect(self, laid: Laid) -> Iterator[Finding]:
        items = laid.scene.items
        # A quick look takes less time than to tell whether other items are the same.
        seen: object = items if self._thorough else tuple(map(id, items))
        key = (laid.face, seen, laid.spots, laid.cut, laid.notch)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            known = self._known[key] = (items, tuple(dict.fromkeys(self._look(laid))))
        found = known[1]
        return (msgspec.structs.replace(finding, card=laid.card) for finding in found)

    def _look(self, laid: Laid) -> Iterator[Finding]:
        places = places_of(laid)
        for look in self._further:
            yield from look(laid)
        yield from self.resolution.look(laid)
        yield from _outside(laid)
        if laid.cut:
            yield from near_trim(laid.scene, places, self._fonts, HOME)
            yield from _in_notch(laid, places, self._fonts)
        if self._looked * self._shares > MOST_LOOKED_AT and places:
            file = next(iter(places.values())).file
            message = "from here on nothing is looked at for being pale: there are too many different faces"
            yield Finding("warning", "not-looked-at", Place(file), message, "check part of the kit by itself")
            return
        for content, box in laid.scene.codes:
            yield from self._code(laid.scene, content, box, places)
        if self._thorough:
            yield from self._pale(laid.scene, places)
            yield from self._blank(laid.scene, places)

    # --- words -----------------------------------------------------------------------------------------

    def _pale(self, scene: Scene, places: Mapping[int, Place]) -> Iterator[Finding]:
        runs = [(text, matrix) for text, matrix in texts(scene.items) if text.text.strip()]
        if not runs:
            return
        ground = self._ground(scene, changed(scene.items, _no_text))
        opacities = {id(text): opacity for text, opacity in veils(scene.items)}
        running = shaded(scene.items)
        poorest: dict[tuple[Place, str, str], tuple[float, str]] = {}
        for text, matrix in runs:
            extent, needed = letters(text, matrix, self._fonts), needed_contrast(text, matrix)
            opacity = opacities.get(id(text), 1.0)
            if text.halo and contrast(text.colour, text.halo) >= needed:
                continue
            # Where colours run into each other, the worst end of a line counts, which is a small part of it.
            parts = parted(extent) if running else [extent]
            poor = max((too_near(text.colour, opacity, ground.colours(part), needed) for part in parts), key=share_of)
            # A text that lies under something else need not be read.
            if share_of(poor) > COVERED and self._ground(scene, changed(scene.items, _bright)).colours(
                extent
            ) != ground.colours(extent):
                worst = max(poor, key=lambda colour: (poor[colour], colour))
                ratio = contrast(mixed(text.colour, worst, opacity), worst)
                message = f"text of {text.colour} on {worst} has a contrast of {ratio:.1f} : 1, less than {needed:g}"
                key = (places[id(text)], "text", text.colour)
                if running and (place := _gradient_beneath(scene.items, text, extent, places)):
                    # Each line of text has another shade beneath it, and all of them one cause.
                    message = f"text of {text.colour} on this gradient has a contrast of less than {needed:g} : 1"
                    key = (place, "fill", message)
                if key not in poorest or ratio < poorest[key][0]:
                    poorest[key] = ratio, message
        for (place, column, _), (_, message) in poorest.items():
            hint = "make the text darker or its ground lighter, or the other way about"
            yield _finding("warning", "low-contrast", place, column, message, hint)

    def _blank(self, scene: Scene, places: Mapping[int, Place]) -> Iterator[Finding]:
        """Whether signs, pictures and shapes come to nothing that is seen. Words are looked at by themselves."""
        trim = Box(0.0, 0.0, scene.width, scene.height)
        marks = [item for item, matrix in leaves(scene.items) if id(item) in places and not _covers(item, matrix, trim)]
        if not marks or any(isinstance(item, Text) for item in marks):
            return
        shares = self._ground(scene, scene.items).colours(trim)
        if max(shares.values(), default=0.0) > BLANK:
            one = len(marks) == 1
            drawn, them = ("one thing is", "it") if one else (f"{len(marks)} things are", "them")
            message = f"{drawn} drawn, and next to nothing is seen of {them}"
            hint = f"give {them} another colour than {'its' if one else 'their'} ground, or a line round {them}"
            yield _finding("warning", "blank", places[id(marks[0])], "", message, hint)

    def _ground(self, scene: Scene, items: tuple[Item, ...]) -> GroundSampler:
        """A picture of a scene with other items; kept, as many cards share their ground."""
        ground = self._grounds.get(items)
        if ground is None:
            self._looked += cost(scene, self._weight)
            if self._kept > MOST_KEPT:
                self._grounds.clear()
                self._kept = 0
            ground = GroundSampler(msgspec.structs.replace(scene, items=items, codes=(), keep=()), self._fonts)
            self._grounds[items] = ground
            self._kept += ground.pixels
        return ground

    def _weight(self, art: Art) -> int:
        found = self._weights.get(art.key)
        if found is None:
            found = self._weights[art.key] = effort(art)
        return found

    # --- codes -----------------------------------------------------------------------------------------

    def _code(self, scene: Scene, content: str, box: Box, places: Mapping[int, Place]) -> Iterator[Finding]:
        """Whether a phone will read a code: its modules, its quiet zone, its ground."""
        module = module_size(content, box)
        square = _middle(box)
        modules = _modules(scene.items, square.inset(QUIET_ZONE * module))
        if modules is None:
            return
        path, matrix = modules
        place = places[id(path)]
        if module < LEAST_MODULE:
            message = f"the modules of the code come to {module:.2f} mm, less than {LEAST_MODULE}"
            yield _finding("error", "small-code", place, "qr", message, "make its box larger, or shorten the address")
        if clearance(trim_polygon(scene), square) < -_SLACK:
            message = f"the code and its {QUIET_ZONE} empty modules stand out of the trim"
            yield _finding("error", "crowded-code", place, "qr", message, "move it inwards, or make its box smaller")
            return
        # Half a module is forgiven, so that a frame may stand on the edge of the box.
        inner = square.inset(module / 2)
        near = window(scene.items, inner)
        around = self._beneath(inner, changed(near, lambda item: None if item is path else item))
        alone = self._beneath(inner, (Group((path,), matrix),))
        printed = self._beneath(inner, near)
        yield from _code_faults(path.fill if isinstance(path.fill, str) else "#000000", around, alone, printed, place)

    def _beneath(self, box: Box, items: tuple[Item, ...]) -> Mapping[Colour, float]:
        """The shares of the colours of a box, on a picture of it alone: a code is small, and its face may not be."""
        moved = (Group(items, (1.0, 0.0, 0.0, 1.0, -box.x, -box.y)),)
        return self._ground(Scene(box.width, box.height, 0.0, moved), moved).colours(
            Box(0.0, 0.0, box.width, box.height)
        )


class _OriginPlaces(Mapping[int, Place]):
    """Looked up when the first one is asked for: of most faces nothing is to be said."""

    def __init__(self, laid: Laid) -> None:
        self._laid = laid

    @cached_property
    def _found(self) -> dict[int, Place]:
        return {id(item): origin.place for origin in self._laid.origins for item, _ in leaves(origin.items)}

    def __getitem__(self, item: int) -> Place:
        return self._found[item]

    def __iter__(self) -> Iterator[int]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def places_of(laid: Laid) -> Mapping[int, Place]:
    """Where in the kit each item of a face was drawn, by the item's identity."""
    return _OriginPlaces(laid)


def near_trim(scene: Scene, places: Mapping[int, Place], fonts: FontBook, demands: TrimDistances) -> Iterator[Finding]:
    """Each word of a face that comes too near to the cut, by the nearest of its lines. At home what stands over the
    letters of its line may come nearer, as accents on capitals do: a box makes no room for them."""
    polygon = trim_polygon(scene)
    least = demands.words_clear(scene.width, scene.height)
    safe = Box(0.0, 0.0, scene.width, scene.height).inset(least)
    nearest: dict[Place, tuple[float, float]] = {}
    for text, matrix in texts(scene.items):
        if scene.outline is None and _is_surely_within(text, matrix, safe):
            continue
        place, away = places[id(text)], clearance(polygon, letters(text, matrix, fonts))
        row = away if demands.name else max(away, clearance(polygon, _row(text, matrix, fonts)))
        before = nearest.get(place, (away, row))
        nearest[place] = min(away, before[0]), min(row, before[1])
    for place, (away, row) in nearest.items():
        if away < -_SLACK:
            message = f"text stands {-away:.1f} mm out of the trim and is cut off"
            yield _finding("error", "text-cut", place, "text", message, "move it inwards, or set it smaller")
        elif row < least - _SLACK:
            message = f"text stands {max(row, 0):.1f} mm from the trim, nearer than {demands.told(least)}"
            yield _finding("warning", "near-trim", place, "text", message, demands.hint)


def _in_notch(laid: Laid, places: Mapping[int, Place], fonts: FontBook) -> Iterator[Finding]:
    """Each word of the front of a box of which its thumb notch takes some. Nobody looks at how near it is otherwise."""
    deepest: dict[Place, float] = {}
    for text, matrix in texts(laid.scene.items) if laid.notch else ():
        place, into = places[id(text)], reach(corners(letters(text, matrix, fonts)), laid.notch, laid.scene.width)
        deepest[place] = max(into, deepest.get(place, into))
    for place, into in deepest.items():
        if into > _SLACK:
            message = f"text stands {into:.1f} mm in the thumb notch of the box and is cut off"
            yield _finding("error", "text-cut", place, "text", message, "move it down, or set it smaller")


def letters(text: Text, matrix: Matrix, fonts: FontBook) -> Box:
    """The upright box round the letters of a run."""
    above, below = fonts.font(text.font).reach(text.glyphs)
    em = text.size * MM_PER_POINT
    return mapped(matrix, Box(text.x, text.y - above * em, text.width, (above + below) * em))


def _row(text: Text, matrix: Matrix, fonts: FontBook) -> Box:
    """The upright box that a run takes in its line, whatever its letters are."""
    font, em = fonts.font(text.font), text.size * MM_PER_POINT
    return mapped(matrix, Box(text.x, text.y - font.ascent * em, text.width, (font.ascent + font.descent) * em))


def _code_faults(colour: Colour, around: Shares, alone: Shares, printed: Shares, place: Place) -> Iterator[Finding]:
    """What is wrong with a code of a colour, by the colours of its square: without it, of it alone, as printed."""
    main = max(around, key=lambda shade: (around[shade], shade))
    if luminance(main) - luminance(colour) < CODE_CONTRAST:
        message = f"a code of {colour} on {main} is hard to read for phones"
        yield _finding("error", "pale-code", place, "qr", message, "print it dark on a light ground")
        return
    soiled = sum(share for shade, share in around.items() if abs(luminance(shade) - luminance(main)) > UNEVEN)
    middle = (luminance(main) + luminance(colour)) / 2
    hidden = _darker(alone, (1 + luminance(colour)) / 2) - _darker(printed, middle)
    if soiled > CODE_SOILED or abs(hidden) > CODE_HIDDEN:
        message = f"something else is drawn on the code or in the {QUIET_ZONE} empty modules round it"
        yield _finding("error", "crowded-code", place, "qr", message, "leave the whole box of the code to it")


def _darker(shares: Shares, reflectance: float) -> float:
    return sum(share for shade, share in shares.items() if luminance(shade) < reflectance)


def _outside(laid: Laid) -> Iterator[Finding]:
    """What a word of this face draws wholly beyond trim and bleed. A face within may show a part of itself."""
    scene = laid.scene
    paper = Box(0.0, 0.0, scene.width, scene.height).inset(-scene.bleed)
    for origin in laid.origins:
        if origin.sort and _stem(origin.place.file) == laid.face and _misses(origin, paper):
            message = "it lies wholly out of trim and bleed: nothing of it is printed"
            hint = "move it onto the face, or delete it"
            yield _finding("warning", "outside", origin.place, origin.sort, message, hint)


@lru_cache(maxsize=1_024)
def _stem(file: str) -> str:
    return PurePath(file).stem


@lru_cache(maxsize=1_024)
def _misses(origin: Origin, paper: Box) -> bool:
    """Whether something is drawn, and none of it on the paper. Kept, for much is the same on card after card."""
    drawn = False
    for item, matrix in leaves(origin.items):
        if isinstance(item, Use):  # most are seen by their middle, sooner than by their box
            middle = map_point(multiply(matrix, item.matrix), item.art.width / 2, item.art.height / 2)
            if paper.x < middle[0] < paper.right and paper.y < middle[1] < paper.bottom:
                return False
        box = _extent(item, matrix)
        if box is not None and _meets(box, paper):
            return False
        drawn = drawn or box is not None
    return drawn


def _extent(item: Item, matrix: Matrix) -> Box | None:
    match item:
        case Rect() | Ellipse() | Path():
            return reach_of(item) if matrix == IDENTITY else mapped(matrix, reach_of(item))
        case Use():
            return mapped(multiply(matrix, item.matrix), Box(0.0, 0.0, item.art.width, item.art.height))
        case Image():
            return mapped(matrix, item.box)
        case _:
            return None  # words have a finding of their own


def _meets(first: Box, second: Box) -> bool:
    return first.x < second.right and second.x < first.right and first.y < second.bottom and second.y < first.bottom


def _gradient_beneath(items: Sequence[Item], text: Text, extent: Box, places: Mapping[int, Place]) -> Place | None:
    """Where the gradient is drawn on which a text stands; None for another ground."""
    ground: Item | None = None
    middle = extent.x + extent.width / 2, extent.y + extent.height / 2
    for item, matrix in leaves(items):
        if item is text:
            break
        box = None if isinstance(item, Text) or getattr(item, "fill", True) is None else _extent(item, matrix)
        if box and box.x <= middle[0] <= box.right and box.y <= middle[1] <= box.bottom:
            ground = item
    return places.get(id(ground)) if isinstance(getattr(ground, "fill", None), Gradient) else None


def _covers(item: Item, matrix: Matrix, trim: Box) -> bool:
    return isinstance(item, Rect) and mapped(matrix, item.box).holds(trim, _SLACK)


def _no_text(item: Item) -> Item | None:
    return None if isinstance(item, Text) else item


def _bright(item: Item) -> Item:
    return msgspec.structs.replace(item, colour=BRIGHT) if isinstance(item, Text) else item


def _is_surely_within(text: Text, matrix: Matrix, box: Box) -> bool:
    """Whether a run lies in a box in any typeface; much sooner known than for its own."""
    em = text.size * MM_PER_POINT
    x, top, width, height = text.x, text.y - 1.2 * em, text.width, 1.8 * em
    if matrix is not IDENTITY:
        return box.holds(mapped(matrix, Box(x, top, width, height)))
    return box.x <= x and box.y <= top and x + width <= box.right and top + height <= box.bottom


def needed_contrast(text: Text, matrix: Matrix) -> float:
    """The least contrast of a text of its size."""
    size = text.size * scale(matrix) + 0.01
    large = size >= (LARGE_BOLD if "Bold" in text.font.replace("SemiBold", "") else LARGE)
    return LARGE_READABLE if large else READABLE


def _middle(box: Box) -> Box:
    """The square in the middle of a box."""
    side = min(box.width, box.height)
    return Box(box.x + (box.width - side) / 2, box.y + (box.height - side) / 2, side, side)


def _modules(items: Iterable[Item], square: Box) -> tuple[Path, Matrix] | None:
    """The path that fills a square, and its matrix: the modules of a code always reach all four of its sides."""
    for item, matrix in leaves(items):
        if isinstance(item, Path) and item.stroke is None:
            bounds = mapped(matrix, path_bounds(item.segments))
            sides = (
                bounds.x - square.x,
                bounds.y - square.y,
                bounds.right - square.right,
                bounds.bottom - square.bottom,
            )
            if all(abs(side) < _SLACK for side in sides):
                return item, matrix
    return None


def _finding(severity: Severity, code: str, place: Place, key: str, message: str, hint: str) -> Finding:
    return Finding(severity, code, Place(place.file, place.row, key), message, hint)

"""Rules of finished faces and pages: words near the cut, pale words, codes no phone reads, pictures, missing glyphs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

import msgspec

from pnp.art.codes import LEAST_MODULE, QUIET_ZONE, module_size
from pnp.art.paths import map_items, multiply, path_bounds, reach_of, walk_items
from pnp.check.contrast import GroundSampler, Shares, split_box, too_near
from pnp.check.outlines import (
    FaceDrawings,
    clearance,
    corners,
    has_shading,
    near,
    placed_pictures,
    scale,
    texts,
    trim_polygon,
    walk_veils,
    window,
)
from pnp.check.rules import TrimDistances, key_place, report
from pnp.check.trim_rules import notch_depth
from pnp.face.layout import FaceScene
from pnp.face.paint import Origin
from pnp.findings import Finding, Findings, Place
from pnp.kit import Kit
from pnp.kit.folder import open_folder
from pnp.kit.model import Language, Localised
from pnp.kit.word_files import PRESS
from pnp.kit.word_files import leaves as word_leaves
from pnp.scene import (
    MM_PER_POINT,
    Box,
    Colour,
    Ellipse,
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
from pnp.scene.colour import READABLE, contrast, luminance, mixed
from pnp.sheet.paper import MARK_MARGIN
from pnp.text.fonts import FontBook, find_missing_script, list_characters

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
BRIGHT: Colour = "#FF00FF"
"""A colour in which a text would be seen on the grounds that people print."""
LEAST_DPI = 200
"""Pixels an inch under which a printed picture looks coarse at arm's length."""
FINE_DPI, MOST_DPI = 300, 1200
"""Pixels an inch beyond which nothing is seen; and from which a picture is a burden to file and printer."""
SHOWING = ("picture", "icon")
"""Sorts of words that show pictures and drawings. Small pictures of pieces have all the pixels of these."""
TOUCH = 0.3
"""Millimetres by which two texts may come into each other: the box of a run is larger than its letters."""
_TALLEST = 2.0
"""No letter stands so many em above or below its baseline."""
_SLACK = 0.05
_ROLES = ("text", "display", "figure")
"""Of the typefaces that the press sets its own words in."""
_WITHOUT_FOOT = frozenset({"leaflet", "booklet"})
"""These are set by the leaflet's own rules, which find what is too wide themselves."""


def places_of(laid: FaceScene) -> Mapping[int, Place]:
    """Where in the kit each item of a face was drawn, by the item's identity."""
    return {id(item): origin.place for origin in laid.origins for item, _ in walk_items(origin.items)}


def ground_of(scene: Scene, items: tuple[Item, ...], fonts: FontBook) -> GroundSampler:
    """A picture of a scene with other items."""
    return _ground(msgspec.structs.replace(scene, items=items, codes=(), keep=(), seals=()), fonts)


@lru_cache(maxsize=200)
def _ground(scene: Scene, fonts: FontBook) -> GroundSampler:
    return GroundSampler(scene, fonts)  # many cards share their ground, and languages do


# --- words ------------------------------------------------------------------------------------------------


def near_trim(
    scene: Scene, places: Mapping[int, Place], fonts: FontBook, distances: TrimDistances
) -> Iterator[Finding]:
    """Each word of a face that comes too near to the cut, by the nearest of its lines. At home what stands over the
    letters of its line may come nearer, as accents on capitals do: a box makes no room for them."""
    polygon = trim_polygon(scene)
    least = distances.words_clear(scene.width, scene.height)
    nearest: dict[Place, tuple[float, float]] = {}
    for text, matrix in texts(scene.items):
        if clearance(polygon, mapped(matrix, _text_box(text, _TALLEST, _TALLEST))) >= least:
            continue
        place, away = places[id(text)], clearance(polygon, letters(text, matrix, fonts))
        font = fonts.font(text.font)
        row = mapped(matrix, _text_box(text, font.ascent, font.descent))
        line = away if distances.name else max(away, clearance(polygon, row))
        before = nearest.get(place, (away, line))
        nearest[place] = min(away, before[0]), min(line, before[1])
    for place, (away, line) in nearest.items():
        if away < -_SLACK:
            message = f"text stands {-away:.1f} mm out of the trim and is cut off"
            yield report("text-cut", place, message, key="text")
        elif line < least - _SLACK:
            message = f"text stands {max(line, 0):.1f} mm from the trim, nearer than {distances.describe(least)}"
            hint = "move it inwards" if distances.name else ""
            yield report("near-trim", place, message, key="text", hint=hint)


def find_text_in_notch(laid: FaceScene, places: Mapping[int, Place], fonts: FontBook) -> Iterator[Finding]:
    """Each word of the front of a box of which its thumb notch takes some. Nobody looks at how near it is otherwise."""
    deepest: dict[Place, float] = {}
    for text, matrix in texts(laid.scene.items) if laid.notch else ():
        place = places[id(text)]
        into = notch_depth(corners(letters(text, matrix, fonts)), laid.notch, laid.scene.width)
        deepest[place] = max(into, deepest.get(place, into))
    for place, into in deepest.items():
        if into > _SLACK:
            message = f"text stands {into:.1f} mm in the thumb notch of the box and is cut off"
            yield report("text-cut", place, message, key="text", hint="move it down, or set it smaller")


def letters(text: Text, matrix: Matrix, fonts: FontBook) -> Box:
    """The upright box round the letters of a run."""
    return mapped(matrix, _text_box(text, *fonts.font(text.font).reach(text.glyphs)))


def _text_box(text: Text, above: float, below: float) -> Box:
    """A run's box, so many em above and below its baseline."""
    em = text.size * MM_PER_POINT
    return Box(text.x, text.y - above * em, text.width, (above + below) * em)


def needed_contrast(text: Text, matrix: Matrix) -> float:
    """The least contrast of a text of its size."""
    is_bold = "Bold" in text.font.replace("SemiBold", "")
    is_large = text.size * scale(matrix) + 0.01 >= (LARGE_BOLD if is_bold else LARGE)
    return LARGE_READABLE if is_large else READABLE


def find_pale_text(scene: Scene, places: Mapping[int, Place], fonts: FontBook) -> Iterator[Finding]:
    """Each word whose colour is too near to that of its ground, by the poorest of its runs."""
    runs = [(text, matrix) for text, matrix in texts(scene.items) if text.text.strip()]
    if not runs:
        return
    ground = ground_of(scene, map_items(scene.items, lambda item: None if isinstance(item, Text) else item), fonts)
    opacities = {id(text): opacity for text, opacity in walk_veils(scene.items)}
    running = has_shading(scene.items)
    poorest: dict[tuple[Place, str], tuple[float, str]] = {}
    for text, matrix in runs:
        extent, needed = letters(text, matrix, fonts), needed_contrast(text, matrix)
        opacity = opacities.get(id(text), 1.0)
        if text.halo and contrast(text.colour, text.halo) >= needed:
            continue
        # Where colours run into each other, the worst end of a line counts, which is a small part of it.
        parts = split_box(extent) if running else [extent]
        each = [too_near(text.colour, opacity, ground.colours(part), needed) for part in parts]
        poor = max(each, key=lambda shares: sum(shares.values()))
        if sum(poor.values()) <= COVERED:
            continue
        bright = ground_of(scene, map_items(scene.items, _bright), fonts)
        if bright.colours(extent) == ground.colours(extent):  # it lies under something else and need not be read
            continue
        worst = max(poor, key=lambda colour: (poor[colour], colour))
        ratio = contrast(mixed(text.colour, worst, opacity), worst)
        message = f"text of {text.colour} on {worst} has a contrast of {ratio:.1f} : 1, less than {needed:g}"
        key = (places[id(text)], text.colour)
        if key not in poorest or ratio < poorest[key][0]:
            poorest[key] = ratio, message
    for (place, _), (_, message) in poorest.items():
        yield report("low-contrast", place, message, key="text")


def _bright(item: Item) -> Item:
    return msgspec.structs.replace(item, colour=BRIGHT) if isinstance(item, Text) else item


def _extent(item: Item, matrix: Matrix) -> Box | None:
    """The box of an item on the face; None for words and shadows."""
    match item:
        case Rect() | Ellipse() | Path():
            return mapped(matrix, reach_of(item))
        case Use():
            return mapped(multiply(matrix, item.matrix), Box(0.0, 0.0, item.art.width, item.art.height))
        case Image():
            return mapped(matrix, item.box)
        case _:
            return None


# --- signs, pictures and shapes ---------------------------------------------------------------------------


def find_blank(scene: Scene, places: Mapping[int, Place], fonts: FontBook) -> Iterator[Finding]:
    """Whether signs, pictures and shapes come to nothing that is seen. Words are looked at by themselves."""
    trim = Box(0.0, 0.0, scene.width, scene.height)
    marks = [
        item
        for item, matrix in walk_items(scene.items)
        if id(item) in places and not (isinstance(item, Rect) and mapped(matrix, item.box).holds(trim, _SLACK))
    ]
    if not marks or any(isinstance(item, Text) for item in marks):
        return
    shares = ground_of(scene, scene.items, fonts).colours(trim)
    if max(shares.values(), default=0.0) > BLANK:
        one = len(marks) == 1
        drawn, them = ("one thing is", "it") if one else (f"{len(marks)} things are", "them")
        message = f"{drawn} drawn, and next to nothing is seen of {them}"
        hint = f"give {them} another colour than {'its' if one else 'their'} ground, or a line round {them}"
        yield report("blank", places[id(marks[0])], message, key="", hint=hint)


def find_outside(laid: FaceScene) -> Iterator[Finding]:
    """What a word of this face draws wholly beyond trim and bleed. A face within may show a part of itself."""
    paper = Box(0.0, 0.0, laid.scene.width, laid.scene.height).inset(-laid.scene.bleed)
    for origin in laid.origins:
        if origin.sort and origin.place.file.endswith(f"/{laid.face}.toml"):
            boxes = [box for item, matrix in walk_items(origin.items) if (box := _extent(item, matrix))]
            if boxes and not any(near(box, paper, 0.0) for box in boxes):
                message = "it lies wholly out of trim and bleed: nothing of it is printed"
                yield report("outside", origin.place, message, key=origin.sort)


def check_pictures(face: FaceDrawings) -> Iterator[Finding]:
    """Pictures with too few pixels or far too many at their printed size, in drawings and nested faces too; of each
    word the worst. What is too fine only because another face draws it smaller may be printed larger elsewhere."""
    worst: dict[tuple[str, Place, str], tuple[float, Image, Origin]] = {}
    for drawing in face.drawn:
        origin = drawing.origin
        for image, own in placed_pictures(origin.items) if origin.sort in SHOWING else ():
            dpi = _dpi(image, multiply(drawing.matrix, own))
            if dpi >= LEAST_DPI and min(dpi, _dpi(image, own)) <= MOST_DPI:
                continue
            key = ("coarse-picture" if dpi < LEAST_DPI else "fine-picture"), origin.place, origin.art
            if key not in worst or abs(dpi - FINE_DPI) > abs(worst[key][0] - FINE_DPI):
                worst[key] = dpi, image, origin
    for (code, place, _), (dpi, image, origin) in worst.items():
        if code == "coarse-picture":
            but, hint = f"fewer than {LEAST_DPI}", f"use one of at least {_pixels(image, LEAST_DPI / dpi)} pixels"
        else:
            but = f"far more than the {FINE_DPI} that a printer shows"
            hint = f"{_pixels(image, FINE_DPI / dpi)} pixels are enough"
        message = f"{_picture_name(origin)} has {dpi:.0f} dpi at this size, {but}"
        yield report(code, place, message, key=origin.sort, hint=hint)


def _picture_name(origin: Origin) -> str:
    """What a picture is called: a file by its name, one within a drawing by that."""
    alone = any(isinstance(item, Image) for item, _ in walk_items(origin.items))
    return origin.art if alone else f"a picture in {origin.art}"


def _pixels(image: Image, share: float) -> str:
    return " × ".join(str(math.ceil(side * share)) for side in image.pixels)


def _dpi(image: Image, matrix: Matrix) -> float:
    """Pixels an inch, in the direction that has fewer."""
    a, b, c, d, _, _ = matrix
    across, down = image.box.width * math.hypot(a, b), image.box.height * math.hypot(c, d)
    return 25.4 * min(image.pixels[0] / across, image.pixels[1] / down)


# --- codes ------------------------------------------------------------------------------------------------


def check_codes(scene: Scene, places: Mapping[int, Place], fonts: FontBook) -> Iterator[Finding]:
    """Whether a phone will read each code of a face: its modules, its quiet zone, its ground."""
    for content, box in scene.codes:
        module, side = module_size(content, box), min(box.width, box.height)
        square = Box(box.x + (box.width - side) / 2, box.y + (box.height - side) / 2, side, side)
        found = _modules(scene.items, square.inset(QUIET_ZONE * module))
        if found is not None:
            yield from _check_code(scene, module, square, *found, places[id(found[0])], fonts)


def _check_code(
    scene: Scene, module: float, square: Box, path: Path, matrix: Matrix, place: Place, fonts: FontBook
) -> Iterator[Finding]:
    if module < LEAST_MODULE:
        message = f"the modules of the code come to {module:.2f} mm, less than {LEAST_MODULE}"
        yield report("small-code", place, message, key="qr")
    if clearance(trim_polygon(scene), square) < -_SLACK:
        message = f"the code and its {QUIET_ZONE} empty modules stand out of the trim"
        hint = "move it inwards, or make its box smaller"
        yield report("crowded-code", place, message, key="qr", hint=hint)
        return
    inner = square.inset(module / 2)  # half a module is forgiven, so that a frame may stand on the edge of the box
    items = window(scene.items, inner)

    def beneath(shown: tuple[Item, ...]) -> Shares:
        """The colours of the code's square, on a picture of it alone: a code is small, and its face may not be."""
        moved = (Group(shown, (1.0, 0.0, 0.0, 1.0, -inner.x, -inner.y)),)
        alone = Scene(inner.width, inner.height, 0.0, moved)
        return _ground(alone, fonts).colours(Box(0.0, 0.0, inner.width, inner.height))

    colour = path.fill if isinstance(path.fill, str) else "#000000"
    ground = beneath(map_items(items, lambda item: None if item is path else item))
    main = max(ground, key=lambda shade: (ground[shade], shade))
    if luminance(main) - luminance(colour) < CODE_CONTRAST:
        yield report("pale-code", place, f"a code of {colour} on {main} is hard to read for phones", key="qr")
        return
    soiled = sum(share for shade, share in ground.items() if abs(luminance(shade) - luminance(main)) > UNEVEN)
    alone = _darker(beneath((Group((path,), matrix),)), (1 + luminance(colour)) / 2)
    hidden = alone - _darker(beneath(items), (luminance(main) + luminance(colour)) / 2)
    if soiled > CODE_SOILED or abs(hidden) > CODE_HIDDEN:
        message = f"something else is drawn on the code or in the {QUIET_ZONE} empty modules round it"
        yield report("crowded-code", place, message, key="qr")


def _darker(shares: Shares, reflectance: float) -> float:
    return sum(share for shade, share in shares.items() if luminance(shade) < reflectance)


def _modules(items: Sequence[Item], square: Box) -> tuple[Path, Matrix] | None:
    """The path that fills a square, and its matrix: the modules of a code always reach all four of its sides."""
    for item, matrix in walk_items(items):
        if isinstance(item, Path) and item.stroke is None:
            bounds = mapped(matrix, path_bounds(item.segments))
            if bounds.holds(square, _SLACK) and square.holds(bounds, _SLACK):
                return item, matrix
    return None


# --- pages ------------------------------------------------------------------------------------------------


class GlyphCheck:
    """Looks at the pages of one language for characters that none of the typefaces has which the press sets its own
    words in; each is found once. `fonts` are those typefaces."""

    def __init__(self, kit: Kit, language: Language, fonts: FontBook) -> None:
        self._kit = kit
        self._language = language
        self._fonts = fonts
        self._known: set[str] = set()

    def inspect(self, page: Page, what: str, where: str) -> Iterator[Finding]:
        """`what` is the kind of the file (see `pnp.build.plan.OutputFile`), `where` what findings call the page. A swap
        list tells of an older kit, too, whose texts cannot be mended: there it is a warning."""
        found: dict[Place, list[str]] = {}
        findings: list[Finding] = []
        for lacks in _missing(page, self._fonts) if what not in _WITHOUT_FOOT else ():
            whole = find_missing_script(self._has, self._language, self._kit.file) if lacks else None
            findings += [whole] if whole else []
            for character in "" if whole else lacks:
                if character not in self._known:
                    self._known.add(character)
                    found.setdefault(self._place(character), []).append(character)
        for place, missing in found.items():
            message = f"no typeface for the words of the press in {self._language} has {list_characters(missing)}"
            roles = ", ".join(f"[font.{role}.{self._language}]" for role in _ROLES)
            hint = f"use other characters, or name a typeface that has them as `fallback` in theme.toml: {roles}"
            findings.append(report("missing-glyph", place, message, hint=hint, page=where))
        for finding in findings:
            yield msgspec.structs.replace(finding, severity="warning") if what == "swap-list" else finding

    def _has(self, character: str) -> bool:
        """Whether one of the typefaces has a character."""
        return any(self._fonts.font(face).has(character) for face in self._fonts.faces())

    def _place(self, character: str) -> Place:
        """Where a character was written; where typefaces are named, if it was in none of the kit's own texts."""
        kit, language = self._kit, self._language
        folder = open_folder(kit.folder, Findings())
        titles = [
            (("kit", "title"), kit.title[language]),
            (("kit", "version"), kit.version),
            (("kit", "author"), kit.author),
            (("kit", "foot"), kit.foot[language] if isinstance(kit.foot, Localised) else ""),
            *((("component", number, "title"), one.title[language]) for number, one in enumerate(kit.components)),
            *((("bring", number, "text"), text[language]) for number, text in enumerate(kit.bring)),
        ]
        for path, text in titles:
            if character in text:
                return key_place(folder, "kit.toml", path)
        for words, value in word_leaves(kit.own_words.get(language, {})):
            if any(character in str(text) for text in (value if isinstance(value, list) else [value])):
                return key_place(folder, f"words.{language}.toml", (PRESS, *words))
        return key_place(folder, "theme.toml", ("font", "text"))


def _page_texts(page: Page) -> Iterator[tuple[Text, Matrix]]:
    """What the press itself writes on a page."""
    return texts(item for item in page.items if not isinstance(item, Placed))


def _missing(page: Page, fonts: FontBook) -> Iterator[str]:
    """The characters of each run that its typeface lacks."""
    return filter(None, (fonts.font(run.font).missing(run.text) for run, _ in _page_texts(page)))


class PageCheck:
    """Looks at the pages of one language: what the press writes on them must not run into itself, nor off the paper.
    What comes again on each page is found once."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._known: set[str] = set()

    def inspect(self, page: Page, what: str, file: str, number: int) -> Iterator[Finding]:
        """`what` is the kind of the file (see `pnp.build.plan.OutputFile`), `number` the page in it, from 1."""
        if what in _WITHOUT_FOOT:
            return
        # From the baseline to the height of small letters: what two lines of text never share.
        runs = [
            (run.text, mapped(way, _text_box(run, 0.45, 0.0))) for run, way in _page_texts(page) if run.text.strip()
        ]
        paper = Box(0.0, 0.0, page.width, page.height).inset(MARK_MARGIN - TOUCH)
        messages = [f"“{text}” runs off the paper" for text, box in runs if not paper.holds(box, 1e-6)]
        for (text, box), (other, beside) in combinations(runs, 2):
            if near(box, beside, -TOUCH):
                messages.append(f"“{text}” runs into “{other}”")
        for message in messages:
            if message not in self._known:
                self._known.add(message)
                place = key_place(open_folder(self._kit.folder, Findings()), "kit.toml", ("kit", "title"))
                yield report("page-crowded", place, message, page=f"{file} page {number}")

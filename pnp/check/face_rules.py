"""Rules for finished faces and pages: pale words, blank faces, unreadable codes, pictures, missing glyphs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from pnp.art.codes import LEAST_MODULE, QUIET_ZONE, measure_modules
from pnp.art.paths import map_items, measure_path, measure_reach, multiply, walk_items
from pnp.check.contrast import GroundSampler, Shares, find_low_contrast, split_box
from pnp.check.outlines import (
    FaceDrawings,
    corners,
    has_shading,
    letters,
    list_pictures,
    list_text_opacities,
    measure_text_box,
    near,
    scale,
    texts,
    window,
)
from pnp.check.rules import find_key_place, report
from pnp.check.trim_rules import make_trim
from pnp.face.paint import Origin
from pnp.findings import Finding, Findings, Place
from pnp.kit import Kit
from pnp.kit.folder import KeyPath, open_folder
from pnp.kit.model import Language, Localised
from pnp.kit.word_files import PRESS
from pnp.kit.word_files import leaves as word_leaves
from pnp.scene import (
    READABLE,
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
    contrast,
    luminance,
    mapped,
    mixed,
)
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
_SLACK = 0.05
_ROLES = ("text", "display", "figure")
"""Of the typefaces that the press sets its own words in."""
_WITHOUT_FOOT = frozenset({"leaflet", "booklet"})
"""These are set by the leaflet's own rules, which find what is too wide themselves."""


def sample_ground(scene: Scene, items: tuple[Item, ...], fonts: FontBook) -> GroundSampler:
    """Rasterises a scene with other items."""
    return _ground(replace(scene, items=items, codes=(), keep=(), seals=()), fonts)


@lru_cache(maxsize=200)
def _ground(scene: Scene, fonts: FontBook) -> GroundSampler:
    return GroundSampler(scene, fonts)  # many cards share their ground, and languages do


# --- words ------------------------------------------------------------------------------------------------


def find_needed_contrast(text: Text, matrix: Matrix) -> float:
    """Returns the minimum contrast for a text of its size."""
    is_bold = "Bold" in text.font.replace("SemiBold", "")
    is_large = text.size * scale(matrix) + 0.01 >= (LARGE_BOLD if is_bold else LARGE)
    return LARGE_READABLE if is_large else READABLE


def find_pale_text(face: FaceDrawings) -> Iterator[Finding]:
    """Reports each word with too little contrast to its ground, by its worst run."""
    runs = [run for run in face.texts if run[0].text.strip()]
    if not runs:
        return
    items, fonts = face.scene.items, face.fonts
    ground = sample_ground(face.scene, map_items(items, lambda item: None if isinstance(item, Text) else item), fonts)
    opacities = list_text_opacities(items)
    is_shaded = has_shading(items)
    poorest: dict[tuple[Place, str], tuple[float, str]] = {}
    for text, matrix, place in runs:
        extent, needed = letters(text, matrix, fonts), find_needed_contrast(text, matrix)
        opacity = opacities[id(text)]
        if text.halo and contrast(text.colour, text.halo) >= needed:
            continue
        # Where colours run into each other, the worst end of a line counts, which is a small part of it.
        parts = split_box(extent) if is_shaded else [extent]
        each = [find_low_contrast(text.colour, opacity, ground.colours(part), needed) for part in parts]
        poor = max(each, key=lambda shares: sum(shares.values()))
        if sum(poor.values()) <= COVERED:
            continue
        bright = sample_ground(face.scene, map_items(items, _brighten), fonts)
        if bright.colours(extent) == ground.colours(extent):  # it lies under something else and need not be read
            continue
        worst = max(poor, key=lambda colour: (poor[colour], colour))
        ratio = contrast(mixed(text.colour, worst, opacity), worst)
        message = f"text of {text.colour} on {worst} has a contrast of {ratio:.1f} : 1, less than {needed:g}"
        poorest[place, text.colour] = min((ratio, message), poorest.get((place, text.colour), (ratio, message)))
    for (place, _), (_, message) in poorest.items():
        yield report("low-contrast", place, message, key="text")


def _brighten(item: Item) -> Item:
    return replace(item, colour=BRIGHT) if isinstance(item, Text) else item


# --- signs, pictures and shapes ---------------------------------------------------------------------------


def find_blank(face: FaceDrawings) -> Iterator[Finding]:
    """Reports icons, pictures and shapes that draw nothing visible. Words have another rule."""
    trim = Box(0.0, 0.0, face.scene.width, face.scene.height)
    marks = [
        item
        for item, matrix in walk_items(face.scene.items)
        if id(item) in face.places and not (isinstance(item, Rect) and mapped(matrix, item.box).holds(trim, _SLACK))
    ]
    if not marks or any(isinstance(item, Text) for item in marks):
        return
    shares = sample_ground(face.scene, face.scene.items, face.fonts).colours(trim)
    if max(shares.values(), default=0.0) > BLANK:
        one = len(marks) == 1
        drawn, them = ("one thing is", "it") if one else (f"{len(marks)} things are", "them")
        message = f"{drawn} drawn, and next to nothing is seen of {them}"
        hint = f"give {them} another colour than {'its' if one else 'their'} ground, or a line round {them}"
        yield report("blank", face.places[id(marks[0])], message, key="", hint=hint)


def find_outside(face: FaceDrawings) -> Iterator[Finding]:
    """Reports words drawn entirely outside trim and bleed. A nested face may show only a part of itself."""
    paper = Box(0.0, 0.0, face.scene.width, face.scene.height).inset(-face.scene.bleed)
    for origin in face.laid.origins:
        if origin.sort and origin.place.file.endswith(f"/{face.laid.face}.toml"):
            boxes = [box for item, matrix in walk_items(origin.items) if (box := _box_of(item, matrix))]
            if boxes and not any(near(box, paper, 0.0) for box in boxes):
                message = "it lies wholly out of trim and bleed: nothing of it is printed"
                yield report("outside", origin.place, message, key=origin.sort)


def _box_of(item: Item, matrix: Matrix) -> Box | None:
    match item:
        case Rect() | Ellipse() | Path():
            return mapped(matrix, measure_reach(item))
        case Use():
            return mapped(multiply(matrix, item.matrix), Box(0.0, 0.0, item.art.width, item.art.height))
        case Image():
            return mapped(matrix, item.box)
        case _:
            return None


def find_poor_pictures(face: FaceDrawings) -> Iterator[Finding]:
    """Reports pictures with too few or far too many pixels at their printed size, also in drawings and nested faces; of
    each word the worst. Too many pixels are accepted where another face only draws it smaller."""
    worst: dict[tuple[str, Place, str], tuple[float, Image, Origin]] = {}
    for drawing in face.drawn:
        origin = drawing.origin
        for image, own in list_pictures(origin.items) if origin.sort in SHOWING else ():
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
        alone = any(isinstance(item, Image) for item, _ in walk_items(origin.items))
        message = f"{'' if alone else 'a picture in '}{origin.art} has {dpi:.0f} dpi at this size, {but}"
        yield report(code, place, message, key=origin.sort, hint=hint)


def _pixels(image: Image, share: float) -> str:
    return " × ".join(str(math.ceil(side * share)) for side in image.pixels)


def _dpi(image: Image, matrix: Matrix) -> float:
    """Returns the resolution in pixels per inch, the lower of both directions."""
    a, b, c, d, _, _ = matrix
    across, down = image.box.width * math.hypot(a, b), image.box.height * math.hypot(c, d)
    return 25.4 * min(image.pixels[0] / across, image.pixels[1] / down)


# --- codes ------------------------------------------------------------------------------------------------


def find_bad_codes(face: FaceDrawings) -> Iterator[Finding]:
    """Reports codes that phones cannot read: their modules, quiet zone, ground."""
    for content, box in face.scene.codes:
        module, side = measure_modules(content, box), min(box.width, box.height)
        square = Box(box.x + (box.width - side) / 2, box.y + (box.height - side) / 2, side, side)
        found = _find_modules(face.scene.items, square.inset(QUIET_ZONE * module))
        if found is not None:
            yield from _check_code(face, module, square, *found)


def _check_code(face: FaceDrawings, module: float, square: Box, path: Path, matrix: Matrix) -> Iterator[Finding]:
    place = face.places[id(path)]
    if module < LEAST_MODULE:
        message = f"the modules of the code come to {module:.2f} mm, less than {LEAST_MODULE}"
        yield report("small-code", place, message, key="qr")
    if make_trim(face.scene).beyond(corners(square)) > _SLACK:
        message = f"the code and its {QUIET_ZONE} empty modules stand out of the trim"
        hint = "move it inwards, or make its box smaller"
        yield report("crowded-code", place, message, key="qr", hint=hint)
        return
    inner = square.inset(module / 2)  # half a module is forgiven, so that a frame may stand on the edge of the box
    items = window(face.scene.items, inner)

    def sample(shown: tuple[Item, ...]) -> Shares:
        """Returns the colours of the code's square, rasterised alone as the code is small and its face may be large."""
        moved = (Group(shown, (1.0, 0.0, 0.0, 1.0, -inner.x, -inner.y)),)
        alone = Scene(inner.width, inner.height, 0.0, moved)
        return _ground(alone, face.fonts).colours(Box(0.0, 0.0, inner.width, inner.height))

    colour = path.fill if isinstance(path.fill, str) else "#000000"
    ground = sample(map_items(items, lambda item: None if item is path else item))
    main = max(ground, key=lambda shade: (ground[shade], shade))
    if luminance(main) - luminance(colour) < CODE_CONTRAST:
        yield report("pale-code", place, f"a code of {colour} on {main} is hard to read for phones", key="qr")
        return
    soiled = sum(share for shade, share in ground.items() if abs(luminance(shade) - luminance(main)) > UNEVEN)
    alone = _darker(sample((Group((path,), matrix),)), (1 + luminance(colour)) / 2)
    hidden = alone - _darker(sample(items), (luminance(main) + luminance(colour)) / 2)
    if soiled > CODE_SOILED or abs(hidden) > CODE_HIDDEN:
        message = f"something else is drawn on the code or in the {QUIET_ZONE} empty modules round it"
        yield report("crowded-code", place, message, key="qr")


def _darker(shares: Shares, reflectance: float) -> float:
    return sum(share for shade, share in shares.items() if luminance(shade) < reflectance)


def _find_modules(items: Sequence[Item], square: Box) -> tuple[Path, Matrix] | None:
    """Returns the path that fills a square, and its matrix: a code's modules always reach all four sides."""
    for item, matrix in walk_items(items):
        if isinstance(item, Path) and item.stroke is None:
            bounds = mapped(matrix, measure_path(item.segments))
            if bounds.holds(square, _SLACK) and square.holds(bounds, _SLACK):
                return item, matrix
    return None


# --- pages ------------------------------------------------------------------------------------------------


class PageCheck:
    """Checks the texts that the press adds to pages of one language: every character has a glyph in `fonts` or the
    press's typefaces, and no line collides with another or leaves the paper. A fault on every page is reported once.

    `what` is the kind of the file (see `pnp.build.plan.OutputFile`), `where` the page's name in findings.
    """

    def __init__(self, kit: Kit, language: Language, fonts: FontBook) -> None:
        self._kit = kit
        self._language = language
        self._fonts = fonts
        self._known: set[str] = set()

    def find_missing_glyphs(self, page: Page, what: str, where: str) -> Iterator[Finding]:
        """Reports characters without a glyph. In a swap list it is a warning, as it may quote an older kit whose texts
        cannot be changed."""
        found: dict[Place, list[str]] = {}
        findings: list[Finding] = []
        for run, _ in _list_page_texts(page, what):
            lacks = self._fonts.font(run.font).missing(run.text)
            whole = find_missing_script(self._has, self._language, self._kit.file) if lacks else None
            findings += [whole] if whole else []
            for character in "" if whole else lacks:
                if self._is_new(character):
                    found.setdefault(self._find_place(character), []).append(character)
        for place, missing in found.items():
            message = f"no typeface for the words of the press in {self._language} has {list_characters(missing)}"
            roles = ", ".join(f"[font.{role}.{self._language}]" for role in _ROLES)
            hint = f"use other characters, or name a typeface that has them as `fallback` in theme.toml: {roles}"
            findings.append(report("missing-glyph", place, message, hint=hint, page=where))
        for finding in findings:
            yield replace(finding, severity="warning") if what == "swap-list" else finding

    def find_crowding(self, page: Page, what: str, where: str) -> Iterator[Finding]:
        """Reports lines that collide or leave the paper."""
        # From the baseline to the height of small letters: what two lines of text never share.
        runs = [
            (run.text, mapped(matrix, measure_text_box(run, 0.45, 0.0))) for run, matrix in _list_page_texts(page, what)
        ]
        paper = Box(0.0, 0.0, page.width, page.height).inset(MARK_MARGIN - TOUCH)
        messages = [f"“{text}” runs off the paper" for text, box in runs if not paper.holds(box, 1e-6)]
        for (text, box), (other, beside) in combinations(runs, 2):
            if near(box, beside, -TOUCH):
                messages.append(f"“{text}” runs into “{other}”")
        for message in filter(self._is_new, messages):
            place = find_key_place(open_folder(self._kit.folder, Findings()), "kit.toml", ("kit", "title"))
            yield report("page-crowded", place, message, page=where)

    def _is_new(self, found: str) -> bool:
        is_new = found not in self._known
        self._known.add(found)
        return is_new

    def _has(self, character: str) -> bool:
        return any(self._fonts.font(face).has(character) for face in self._fonts.faces())

    def _find_place(self, character: str) -> Place:
        """Returns where a character is in the kit's texts, or where typefaces are named."""
        kit, language = self._kit, self._language
        written: list[tuple[str, KeyPath, object]] = [
            ("kit.toml", ("kit", "title"), kit.title[language]),
            ("kit.toml", ("kit", "version"), kit.version),
            ("kit.toml", ("kit", "author"), kit.author),
            ("kit.toml", ("kit", "foot"), kit.foot[language] if isinstance(kit.foot, Localised) else ""),
            *(("kit.toml", ("component", n, "title"), one.title[language]) for n, one in enumerate(kit.components)),
            *(("kit.toml", ("bring", n, "text"), text[language]) for n, text in enumerate(kit.bring)),
        ]
        own_words = word_leaves(kit.own_words.get(language, {}))
        written += ((f"words.{language}.toml", (PRESS, *path), text) for path, text in own_words)
        found = ((file, path) for file, path, text in written if character in str(text))
        return find_key_place(open_folder(kit.folder, Findings()), *next(found, ("theme.toml", ("font", "text"))))


def _list_page_texts(page: Page, what: str) -> list[tuple[Text, Matrix]]:
    """Returns the texts that the press adds to a page. Leaflets have other rules."""
    items = (item for item in page.items if not isinstance(item, Placed))
    return [run for run in texts(items) if run[0].text.strip()] if what not in _WITHOUT_FOOT else []

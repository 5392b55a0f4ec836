"""The PDF back end: pages become one file, by reportlab.

The drawing goes in as ready operators. Art, pictures, and scenes that are placed again are stored once, as form
XObjects. Fonts are embedded with the glyphs that are used, and text can be searched and copied. The same pages
give the same bytes: no dates, no random ids, nothing from reportlab's own settings.
"""

from __future__ import annotations

import io
import weakref
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import BinaryIO
from urllib.parse import quote, urlsplit

from msgspec.structs import replace
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObjectReference, PDFStream
from reportlab.pdfgen.canvas import Canvas

from pnp.face.letters import outlined
from pnp.render import operators
from pnp.render.drawings import drawing, entering
from pnp.render.inking import Inking
from pnp.render.pdf_effects import Effects
from pnp.render.pdf_forms import Shared, add_drawing, add_form
from pnp.render.pdf_links import annotation, runs, words
from pnp.render.pdf_metadata import CREATOR, Said, metadata
from pnp.render.pdf_standard import VERSIONS, Press, conform
from pnp.render.pdf_structure import END, Structure
from pnp.render.pdf_text import Encoder
from pnp.render.typefaces import Typeface, typeface
from pnp.scene import (
    IDENTITY,
    MM_PER_POINT,
    Anchor,
    Art,
    Box,
    Ellipse,
    Gradient,
    Group,
    Image,
    Item,
    Link,
    Matrix,
    Page,
    Path,
    Placed,
    Rect,
    Scene,
    Shadow,
    Tag,
    Text,
    Use,
    mapped,
)
from pnp.scene.colour import Black
from pnp.text.direction import is_right_to_left
from pnp.text.fonts import FontBook
from pnp.text.scripts import is_formed

POINTS_PER_MM = 1 / MM_PER_POINT
REMEMBERED = 2_000
"""How many items' operators are kept. What recurs from card to card is met again long before that many pass."""
PDF_VERSION = (1, 6)
"""The first that knows /PrintScaling."""
SCHEMES = ("http", "https", "mailto")


def write_pdf(
    pages: Iterable[Page],
    out: BinaryIO,
    *,
    fonts: FontBook,
    title: str,
    author: str = "",
    subject: str = "",
    language: str = "en",
    keywords: str = "",
    black: Black = "none",
    press: Press | None = None,
) -> int:
    """Writes pages as a PDF file to `out`, and returns how many they were.

    `black` is what is printed in black ink alone; greys always are. For a `press` the file goes by its standard, all
    is in its inks, and nothing on it can be tapped.

    Pages are taken one by one, so they need not all exist at once. Viewers are told to print at 100 % and to
    show the title; bookmarks come from titled anchors. Raises KitError if a font cannot be used, and ValueError
    if a link leads to an anchor that no page has or to an address that is not of the web.
    """
    with _settings():
        document = _Document(fonts, language, Inking(black, press.separation if press else None), press)
        canvas = document.canvas
        canvas.setTitle(title)
        canvas.setAuthor(author)
        canvas.setSubject(subject)
        canvas.setKeywords(keywords)
        canvas.setCreator(CREATOR)
        said = Said(title, author, subject, language, keywords)
        if press:
            conform(canvas, press, said)
        else:
            canvas.setViewerPreference("PrintScaling", "None")
            canvas._doc.Catalog.Metadata = metadata(said)  # noqa: SLF001 - no other way
        canvas.setViewerPreference("DisplayDocTitle", "true")
        if is_right_to_left(language):
            canvas.setViewerPreference("Direction", "R2L")
        count = 0
        for page in pages:
            document.page(page)
            if page.label:
                canvas.addPageLabel(count, prefix=page.label)
            count += 1
        document.finish()
        out.write(canvas.getpdfdata())
    return count


_reportlab = RLock()


@contextmanager
def _settings() -> Iterator[None]:
    """Holds reportlab's own settings still, one file at a time: a user may have set it to wrap streams in ASCII
    or to write comments, and the bytes of a file must not depend on that."""
    with _reportlab:
        before = rl_config.useA85, rl_config.pdfComments
        rl_config.useA85 = rl_config.pdfComments = 0
        try:
            yield
        finally:
            rl_config.useA85, rl_config.pdfComments = before


class _Document:
    """A file being written: its canvas, and what is already stored in it."""

    def __init__(self, fonts: FontBook, language: str, inking: Inking, press: Press | None) -> None:
        self._fonts = fonts
        self._inking = inking
        self._tapped = press is None
        self._structure = Structure()
        self._encoders: dict[str, Encoder] = {}
        self._forms: dict[str, str] = {}
        self._shared = Shared()
        self._scenes: dict[int, tuple[weakref.ref[Scene], str]] = {}
        self._recent: dict[int, tuple[Item, str]] = {}
        self._older: dict[int, tuple[Item, str]] = {}
        self._anchors: set[str] = set()
        self._targets: set[str] = set()
        self._level = -1
        self.canvas = Canvas(
            io.BytesIO(),
            pageCompression=1,
            invariant=1,
            pdfVersion=VERSIONS[press.standard] if press else PDF_VERSION,
            lang=language,
            initialFontName=_blank_font(fonts),
        )
        self._effects = Effects(self.canvas, inking, self._shared)

    def page(self, page: Page) -> None:
        """Draws a page."""
        canvas = self.canvas
        width, height = page.width * POINTS_PER_MM, page.height * POINTS_PER_MM
        canvas.setPageSize((round(width, 4), round(height, 4)))
        canvas.setTrimBox(_points(page.trim or Box(0, 0, page.width, page.height), height))
        canvas.setBleedBox(_points(page.bleed or page.trim or Box(0, 0, page.width, page.height), height))
        scale = operators.factor(POINTS_PER_MM)
        canvas.addLiteral(f"{scale} 0 0 -{scale} 0 {height:.4f} cm {operators.MITRE_LIMIT}")
        met = Counter(id(item.scene) for item in page.items if isinstance(item, Placed))
        if page.matrix != IDENTITY:
            canvas.addLiteral(operators.transforming(page.matrix))
        tags = {tag.index: tag for tag in page.tags}
        links = page.links if self._tapped else ()
        said: dict[int, str] = {}
        for index, item in enumerate(page.items):
            if tags:
                self._tagged(item, tags.get(index), links, said, met)
            elif isinstance(item, Placed):
                self._placed(item, met[id(item.scene)])
            else:
                self._item(item)
        for number, link in enumerate(links):
            there = replace(link, box=mapped(page.matrix, link.box))
            written, reference = self._link(there, height, said.get(number, ""))
            if tags:
                self._structure.linked(canvas.getPageNumber(), number, written, reference)
        for anchor in page.anchors if self._tapped else ():
            self._anchor(replace(anchor, y=mapped(page.matrix, Box(0.0, anchor.y, 0.0, 0.0)).y), height)
        canvas.showPage()
        self._pack(f"Page{canvas.getPageNumber() - 1}")

    def _tagged(
        self, item: Item | Placed, tag: Tag | None, links: Sequence[Link], said: dict[int, str], met: Counter[int]
    ) -> None:
        """Draws a part of a page, and notes what the words in its links say."""
        for part, link in runs(item, links) if tag else ((item, None),):
            self.canvas.addLiteral(self._structure.begin(tag, self.canvas.getPageNumber(), link))
            if isinstance(part, Placed):
                self._placed(part, met[id(part.scene)])
            else:
                self._item(part)
            self.canvas.addLiteral(END)
            if link is not None:
                said[link] = f"{said.get(link, '')} {words(part)}".strip()

    def _pack(self, name: str) -> None:
        """Compresses a finished page at once, a fifth of what reportlab would hold until the end.

        It has no public way to a page that is done; the document's table of objects is the nearest.
        """
        page = self.canvas._doc.idToObject[name]  # noqa: SLF001 - see above
        content = zlib.compress(page.stream.encode("ascii"))
        page.Contents = PDFStream(PDFDictionary({"Filter": PDFName("FlateDecode")}), content, [])
        page.stream = None

    def finish(self) -> None:
        """Checks that all links lead somewhere, and writes what is told of the file as a whole."""
        lost = sorted(self._targets - self._anchors)
        if lost:
            raise ValueError(f"links lead to anchors that no page has: {', '.join(lost)}")
        self._structure.write(self.canvas)

    def _placed(self, placed: Placed, times: int) -> None:
        canvas = self.canvas
        clip = f" {operators.clipping(placed.clip)}" if placed.clip else ""
        canvas.addLiteral(f"q{clip} {operators.transforming(placed.matrix)}")
        scene = placed.scene
        known = self._scenes.get(id(scene))
        seen = known is not None and known[0]() is scene  # an id may come again after its scene is gone
        name = known[1] if known is not None and seen else ""
        if not name and (seen or times > 1):
            name = self._form(f"s{len(self._forms)}", _bleed(scene), scene.items)
        self._scenes[id(scene)] = (weakref.ref(scene), name)
        if name:
            canvas.doForm(name)
        else:
            canvas.addLiteral(operators.clipping(_bleed(scene)))
            self._items(scene.items)
        canvas.addLiteral("Q")

    def _items(self, items: Iterable[Item]) -> None:
        for item in items:
            self._item(item)

    def _item(self, item: Item) -> None:
        if isinstance(item, Text):  # most items are words
            self.canvas.addLiteral(self._operators(item))
        elif isinstance(item, Use):
            self.canvas.addLiteral(f"q {operators.transforming(item.matrix)}")
            self.canvas.doForm(self._art(item.art))
            self.canvas.addLiteral("Q")
        elif isinstance(item, Group):
            self.canvas.addLiteral(entering(item))
            if item.see_through:
                self.canvas.doForm(self._effects.veiled(item, self._items))
            else:
                self._items(item.items)
            self.canvas.addLiteral("Q")
        elif isinstance(item, Image):
            self._image(item)
        elif isinstance(item, Shadow):
            self._effect(self._effects.shadow(item))
        elif isinstance(item.fill, Gradient):
            self._effect(self._effects.shaded(item, item.fill))
        else:
            self.canvas.addLiteral(self._operators(item))

    def _effect(self, form: str) -> None:
        self.canvas.addLiteral("q")
        self.canvas.doForm(form)
        self.canvas.addLiteral("Q")

    def _operators(self, item: Rect | Ellipse | Path | Text) -> str:
        """An item's operators; remembered by identity, in two generations, so that the memory stays bounded."""
        key = id(item)
        known = self._recent.get(key)
        if known is not None:
            return known[1]
        known = self._older.get(key)
        if known is None:
            seen = self._inking.inked(item)
            drawn = self._letters(seen) if isinstance(seen, Text) else operators.shape(seen)
            known = (item, drawn)
        if len(self._recent) >= REMEMBERED:
            self._older, self._recent = self._recent, {}
        self._recent[key] = known
        return known[1]

    def _letters(self, run: Text) -> str:
        """A run as text; of syllables the shapes, and the text unseen above them, to be searched and copied."""
        encoder = self._encoder(run.font)
        if not is_formed(run.text):
            return encoder.draw(run)
        font = self._fonts.font(run.font)
        shape = operators.shape(Path(outlined(run, font), run.colour))
        return f"{shape} {encoder.draw(replace(run, kerns=()), unseen=True)}"

    def _encoder(self, face: str) -> Encoder:
        found = self._encoders.get(face)
        if found is None:
            found = self._encoders[face] = Encoder(typeface(face, self._fonts), self.canvas)
        return found

    def _form(self, name: str, box: Box, items: Iterable[Item]) -> str:
        """Stores items as a form XObject."""
        self._forms[name] = name
        add_form(self.canvas, name, box, lambda: self._items(items), self._shared)
        return name

    def _art(self, art: Art) -> str:
        name = self._forms.get(f"art {art.key}")
        if name is None:
            box, drawn = drawing(art, self._inking)
            name = f"a{len(self._forms)}"
            if drawn is None:
                self._form(name, box, art.items)
            else:
                self._forms[name] = name
                add_drawing(self.canvas, name, box, drawn, self._shared)
            self._forms[f"art {art.key}"] = name
        return name

    def _image(self, image: Image) -> None:
        name = self._forms.get(f"image {image.key}")
        if name is None:
            name = f"i{len(self._forms)}"
            self._forms[f"image {image.key}"] = name
            self.canvas.beginForm(name, 0, 0, 1, 1)
            self.canvas.drawImage(self._inking.raster(image.data), 0, 0, 1, 1, mask="auto")
            self.canvas.endForm()
        box = image.box
        clip = f" {operators.clipping(image.clip)}" if image.clip else ""
        upright: Matrix = (box.width, 0.0, 0.0, -box.height, box.x, box.bottom)
        self.canvas.addLiteral(f"q{clip} {operators.transforming(upright)}")
        self.canvas.doForm(name)
        self.canvas.addLiteral("Q")

    def _link(self, link: Link, height: float, said: str) -> tuple[PDFDictionary, PDFObjectReference]:
        """Writes a link, whose words are these; reportlab's own says nothing of where it belongs."""
        canvas, target = self.canvas, link.target
        if target.startswith("#"):
            self._targets.add(target[1:])
            place = canvas._bookmarkReference(target[1:])  # noqa: SLF001 - see above
            written = annotation(_points(link.box, height), said, "", place)
        elif urlsplit(target).scheme in SCHEMES:
            address = quote(target, safe="%/:?#[]@!$&'()*+,;=-._~")
            written = annotation(_points(link.box, height), said or target, address, None)
        else:
            raise ValueError(f"`{target}` is no address: it begins with none of {', '.join(SCHEMES)}")
        canvas._addAnnotation(written)  # noqa: SLF001 - see above
        return written, canvas._annotationrefs[-1]  # noqa: SLF001 - see above

    def _anchor(self, anchor: Anchor, height: float) -> None:
        self._anchors.add(anchor.name)
        self.canvas.bookmarkPage(anchor.name, fit="XYZ", left=0, top=round(height - anchor.y * POINTS_PER_MM, 2))
        if anchor.title:
            self._level = min(anchor.level, self._level + 1)  # an outline cannot skip a level
            self.canvas.addOutlineEntry(anchor.title, anchor.name, self._level)
            self.canvas.showOutline()


def _bleed(scene: Scene) -> Box:
    return Box(0.0, 0.0, scene.width, scene.height).inset(-scene.bleed)


def _points(box: Box, height: float) -> tuple[float, float, float, float]:
    """A box as PDF writes rectangles: left, bottom, right, top, in points from the bottom left."""
    left, right = box.x * POINTS_PER_MM, box.right * POINTS_PER_MM
    bottom, top = height - box.bottom * POINTS_PER_MM, height - box.y * POINTS_PER_MM
    return (round(left, 4), round(bottom, 4), round(right, 4), round(top, 4))


def _blank_font(fonts: FontBook) -> str:
    """A font that a canvas may begin with, registered as reportlab asks.

    With an embedded font to begin with, reportlab does not name Helvetica on every page, which is not embedded.
    """
    face = fonts.faces()[0]
    name = f"pnp {face}"
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(Typeface(name, typeface(face, fonts).face))
    return name

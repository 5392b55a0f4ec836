"""Writes pages as PDF files with reportlab; pikepdf adds metadata, tags and font maps, and compresses them."""

from __future__ import annotations

import encodings.mac_roman  # noqa: F401  reportlab imports it where it swallows all errors, even those of signals
import io
from collections import Counter
from collections.abc import Iterable
from threading import RLock
from typing import BinaryIO
from urllib.parse import quote, urlsplit

import pikepdf
from reportlab.pdfbase.pdfdoc import PDFString
from reportlab.pdfgen.canvas import Canvas

from pnp.render.colours import ColourConversion
from pnp.render.pdf_content import COMPRESSION, MITRE, embed_font, enter_group, transform
from pnp.render.pdf_painter import PagePainter
from pnp.render.pdf_tags import END, TaggedPart, TagTree, find_link_words, is_sign, sign_names, split_item
from pnp.render.pdfx import PressProfile
from pnp.scene import MM_PER_POINT, Anchor, Black, Box, Group, Item, Link, Page, Placed, Tag, mapped
from pnp.text.bidi import is_right_to_left
from pnp.text.fonts import FontBook

CREATOR = "Silk Road Print & Play"


POINTS_PER_MM = 1 / MM_PER_POINT
PDF_VERSION = (1, 6)
"""The first with /PrintScaling."""
SCHEMES = ("http", "https", "mailto")

_REPORTLAB = RLock()
"""reportlab's fonts are shared by all threads: one writes at a time."""


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
    press: PressProfile | None = None,
    colours: ColourConversion | None = None,
    finished: bool = True,
) -> int:
    """Writes pages as a PDF file to `out`, and returns their number.

    `black` is the part printed in black ink alone; greys always are. A file for a `press` uses its inks and has no
    links. `colours` replaces `black` and the press's colours. A file that is not `finished` lacks tags and metadata; it
    serves for rasterising. Pages are drawn one by one; titled anchors become bookmarks. Raises KitError if a font
    cannot be used, ValueError if a link leads to no anchor and no URL.
    """
    colours = colours or (press.colours(black) if press else ColourConversion(black))
    with _REPORTLAB:
        document = _PdfWriter(fonts, colours, language, for_press=press is not None)
        for page in pages:
            document.add_page(page)
        data = document.data()
    if not finished:
        out.write(data)
        return document.page_count
    with pikepdf.open(io.BytesIO(data)) as pdf:
        document.painter.text.mend(pdf)
        document.tags.write(pdf)
        _write_info(pdf, title, author, subject, keywords, language)
        version = press.apply(pdf, (title, keywords, language)) if press else ""
        pikepdf.settings.set_flate_compression_level(COMPRESSION)
        saved = io.BytesIO()  # an error while qpdf writes to `out`, such as a full disk, would end the process
        # The same pages give the same bytes: no dates, no random ids.
        pdf.save(
            saved,
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.disable if press else pikepdf.ObjectStreamMode.generate,
            force_version=version,
        )
    out.write(saved.getbuffer())
    return document.page_count


def _write_info(pdf: pikepdf.Pdf, title: str, author: str, subject: str, keywords: str, language: str) -> None:
    """Writes the document information, and the same as XMP (ISO 16684-1)."""
    written = {
        "/Title": title,
        "/Author": author,
        "/Subject": subject,
        "/Keywords": keywords,
        "/Creator": CREATOR,
        "/Producer": CREATOR,
    }
    pdf.trailer.Info = pdf.make_indirect(
        pikepdf.Dictionary({key: pikepdf.String(text) for key, text in written.items()})
    )
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["dc:language"] = {language}
        metadata["xmp:CreatorTool"] = CREATOR
        for name, text in (("dc:title", title), ("dc:description", subject), ("pdf:Keywords", keywords)):
            if text:
                metadata[name] = text
        if author:
            metadata["dc:creator"] = [author]


class _PdfWriter:
    """A document during drawing. One for a press has neither links nor bookmarks."""

    def __init__(self, fonts: FontBook, colours: ColourConversion, language: str, *, for_press: bool) -> None:
        self._fonts = fonts
        self._for_press = for_press
        # Without a font of its own, reportlab names Helvetica on each page, which it does not embed.
        first_font = embed_font(fonts.font(fonts.face("text"))).name
        self._canvas = Canvas(
            io.BytesIO(),
            pageCompression=0,
            invariant=1,
            initialFontName=first_font,
            pdfVersion=PDF_VERSION,
            lang=language,
        )
        self._canvas.setViewerPreference("DisplayDocTitle", "true")
        if not for_press:
            self._canvas.setViewerPreference("PrintScaling", "None")
        if is_right_to_left(language):
            self._canvas.setViewerPreference("Direction", "R2L")
        self.painter = PagePainter(self._canvas, fonts, colours)
        self.tags = TagTree()
        self.page_count = 0
        self._targets: set[str] = set()
        self._anchors: set[str] = set()
        self._outline_level = -1
        self._is_numbered = False

    def add_page(self, page: Page) -> None:
        """Draws a page."""
        canvas, height = self._canvas, page.height * POINTS_PER_MM
        canvas.setPageSize((page.width * POINTS_PER_MM, height))
        whole = Box(0.0, 0.0, page.width, page.height)
        canvas.setTrimBox(_points(page.trim or whole, height))
        canvas.setBleedBox(_points(page.bleed or page.trim or whole, height))
        # reportlab writes six digits: in two steps, large pages are as exact as small ones.
        canvas.translate(0.0, int(height))
        canvas.setMiterLimit(MITRE)
        canvas.transform(POINTS_PER_MM, 0.0, 0.0, -POINTS_PER_MM, 0.0, height - int(height))
        transform(canvas, page.matrix)
        times = Counter(id(item.scene) for item in page.items if isinstance(item, Placed))
        links = () if self._for_press else page.links
        words: dict[int, str] = {}
        if page.tags:
            words = self._draw_tagged(page, links, times)
        else:
            for item in page.items:
                self._draw(item, times)
        for number, link in enumerate(links):
            self._add_link(page, link, words.get(number, ""))
            if page.tags:
                self.tags.add_link(self.page_count, number)
        for anchor in () if self._for_press else page.anchors:
            self._add_anchor(anchor, height - mapped(page.matrix, Box(0.0, anchor.y, 0.0, 0.0)).y * POINTS_PER_MM)
        self._add_label(page.label)
        canvas.showPage()
        self.page_count += 1

    def data(self) -> bytes:
        """Returns the file as reportlab writes it."""
        missing = sorted(self._targets - self._anchors)
        if missing:
            raise ValueError(f"links lead to anchors that no page has: {', '.join(missing)}")
        return bytes(self._canvas.getpdfdata())

    def _draw(self, item: Item | Placed, times: Counter[int]) -> None:
        if isinstance(item, Placed):
            self.painter.draw_scene(item, times[id(item.scene)])
        else:
            self.painter.draw_item(item)

    def _draw_tagged(self, page: Page, links: tuple[Link, ...], times: Counter[int]) -> dict[int, str]:
        """Draws the items of a page as tagged content. Returns the texts of its links, by number."""
        tags = {tag.index: tag for tag in page.tags}
        words: dict[int, str] = {}
        for index, item in enumerate(page.items):
            tag = tags.get(index)
            # A table cell without words draws nothing, but is an element of its table.
            parts = (tuple(split_item(item, links)) if tag else ()) or (TaggedPart(item),)
            for part in parts:
                self._draw_part(part, tag, times)
            for link, found in find_link_words(parts).items():
                words[link] = words.get(link, "") + (tag.alt if tag and is_sign(tag) else found)
        self.tags.end_page(self.page_count)
        return {link: " ".join(found.split()) for link, found in words.items()}

    def _draw_part(self, part: TaggedPart, tag: Tag | None, times: Counter[int]) -> None:
        canvas = self._canvas
        if isinstance(part.item, Group) and part.shares:
            enter_group(canvas, part.item)
            for run, link in part.shares:
                canvas.addLiteral(self.tags.begin(tag, self.page_count, link))
                self.painter.draw_item(run)
                canvas.addLiteral(END)
            canvas.restoreState()
            return
        canvas.addLiteral(self.tags.begin(tag, self.page_count, part.link))
        self._draw(part.item, times)
        if tag and is_sign(tag) and not self._for_press:
            for run in sign_names(part.item, tag.alt, self._fonts.font(self._fonts.face("text"))):
                self.painter.text.draw(canvas, run, run.colour, invisible=True)
        canvas.addLiteral(END)

    def _add_link(self, page: Page, link: Link, words: str) -> None:
        """Adds a link annotation with the link's text for screen readers."""
        rectangle = _points(mapped(page.matrix, link.box), page.height * POINTS_PER_MM)
        if link.target.startswith("#"):
            self._targets.add(link.target[1:])
            self._canvas.linkRect(words, link.target[1:], rectangle, relative=0, Border="[0 0 0]")
        elif urlsplit(link.target).scheme in SCHEMES:
            address = quote(link.target, safe="%/:?#[]@!$&'()*+,;=-._~")
            self._canvas.linkURL(address, rectangle, Contents=PDFString(words or link.target))
        else:
            raise ValueError(f"`{link.target}` is no address: it begins with none of {', '.join(SCHEMES)}")

    def _add_anchor(self, anchor: Anchor, top: float) -> None:
        """Adds a destination for links, and a bookmark if it has a title. The first anchor of a name counts."""
        if anchor.name not in self._anchors:
            self._anchors.add(anchor.name)
            self._canvas.bookmarkPage(anchor.name, fit="XYZ", left=0, top=round(top, 2))
        if anchor.title:
            self._outline_level = min(anchor.level, self._outline_level + 1)  # an outline cannot skip a level
            key = f"{len(self._anchors)} {anchor.title}"
            self._canvas.bookmarkPage(key, fit="XYZ", left=0, top=round(top, 2))
            self._canvas.addOutlineEntry(anchor.title, key, self._outline_level)
            self._canvas.showOutline()

    def _add_label(self, label: str) -> None:
        """Adds the page label (ISO 32000-1, 12.4.2). Pages without a label are counted from the first."""
        if label:
            self._canvas.addPageLabel(self.page_count, prefix=label)
        elif not self._is_numbered:
            self._canvas.addPageLabel(self.page_count, style="ARABIC", start=self.page_count + 1)
        self._is_numbered = not label


def _points(box: Box, height: float) -> tuple[float, float, float, float]:
    """Converts a box to a PDF rectangle: left, bottom, right, top in points, from the bottom left of the page."""
    left, right = box.x * POINTS_PER_MM, box.right * POINTS_PER_MM
    bottom, top = height - box.bottom * POINTS_PER_MM, height - box.y * POINTS_PER_MM
    return (round(left, 4), round(bottom, 4), round(right, 4), round(top, 4))

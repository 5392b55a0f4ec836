"""The PDF back end: pages become one file.

The drawing goes in as ready operators. Art, pictures, and scenes that are placed again are stored once, as form
XObjects. Fonts are embedded with the glyphs that are used, and text can be searched and copied. The same pages
give the same bytes: no dates, no random ids.
"""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Iterable
from typing import BinaryIO
from urllib.parse import quote, urlsplit

from msgspec.structs import replace

from pnp.face.letters import outlined
from pnp.render import operators
from pnp.render.drawings import drawing, entering
from pnp.render.inking import Inking
from pnp.render.pdf_canvas import Canvas, Form
from pnp.render.pdf_effects import Effects
from pnp.render.pdf_labels import Labels
from pnp.render.pdf_links import Part, annotation, runs, words
from pnp.render.pdf_metadata import CREATOR, Said, add_metadata
from pnp.render.pdf_objects import Name, PdfFile, Reference, Value
from pnp.render.pdf_outline import Outline
from pnp.render.pdf_signs import naming
from pnp.render.pdf_standard import VERSIONS, Press, information, intents, more
from pnp.render.pdf_structure import END, Structure, is_sign
from pnp.render.pdf_text import Encoder
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
from pnp.text.direction import is_right_to_left, turns
from pnp.text.fonts import FontBook
from pnp.text.scripts import is_formed, parts

POINTS_PER_MM = 1 / MM_PER_POINT
REMEMBERED = 2_000
"""How many items' operators are kept. What recurs from card to card is met again long before that many pass."""
PDF_VERSION = "1.6"
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
    inking: Inking | None = None,
    packed: bool = True,
) -> int:
    """Writes pages as a PDF file to `out`, and returns how many they were. One that is only read again by this process
    need not be `packed`.

    `black` is what is printed in black ink alone; greys always are. For a `press` the file goes by its standard, all
    is in its inks, and nothing on it can be tapped. An `inking` is asked instead of both.

    Pages are taken one by one, so they need not all exist at once. Viewers are told to print at 100 % and to
    show the title; bookmarks come from titled anchors. Raises KitError if a font cannot be used, and ValueError
    if a link leads to an anchor that no page has or to an address that is not of the web; what is in `out` is no whole
    file then.
    """
    file = PdfFile(out, VERSIONS[press.standard] if press else PDF_VERSION, packs=packed)
    inking = inking or (Inking(black, press.separation, live=press.live) if press else Inking(black))
    document = _Document(file, fonts, inking, tapped=press is None)
    for page in pages:
        document.page(page)
    return document.finish(Said(title, author, subject, language, keywords), press)


class _Document:
    """A file being written: its pages, and what is already stored in it. `tapped`: links and anchors come with it."""

    def __init__(self, file: PdfFile, fonts: FontBook, inking: Inking, *, tapped: bool) -> None:
        self._file = file
        self._fonts = fonts
        self._inking = inking
        self._tapped = tapped
        self._canvas = Canvas(file)
        self._effects = Effects(self._canvas, inking)
        self._structure: Structure | None = None
        self._outline = Outline()
        self._encoders: dict[str, Encoder] = {}
        self._tree = file.reserve()
        self._pages: list[Reference] = []
        self._labels = Labels()
        self._art: dict[str, Form] = {}
        self._images: dict[str, Form] = {}
        self._scenes: dict[int, tuple[weakref.ref[Scene], Form | None]] = {}
        self._recent: dict[int, tuple[Item, str]] = {}
        self._older: dict[int, tuple[Item, str]] = {}
        self._places: dict[str, Reference] = {}
        self._anchors: set[str] = set()
        self._level = -1

    def page(self, page: Page) -> None:
        """Draws a page."""
        canvas = self._canvas
        place = self._file.reserve()
        self._pages.append(place)
        self._labels.add(page.label)
        height = page.height * POINTS_PER_MM
        scale = operators.factor(POINTS_PER_MM)
        canvas.draw(f"{scale} 0 0 -{scale} 0 {height:.4f} cm {operators.MITRE_LIMIT}")
        met = Counter(id(item.scene) for item in page.items if isinstance(item, Placed))
        if page.matrix != IDENTITY:
            canvas.draw(operators.transforming(page.matrix))
        spoken: dict[str, Value] = {}
        said: dict[int, str] = {}
        if page.tags:
            spoken, said = self._tagged(page, place, met)
        else:
            for item in page.items:
                self._drawn(item, met)
        annotations: list[Value] = [
            self._link(page, number, said.get(number, "")) for number in range(len(page.links) * self._tapped)
        ]
        for anchor in page.anchors if self._tapped else ():
            self._anchor(replace(anchor, y=mapped(page.matrix, Box(0.0, anchor.y, 0.0, 0.0)).y), height)
        contents, uses = canvas.page()
        written: dict[str, Value] = {
            "Type": Name("Page"),
            "Parent": self._tree,
            **_boxes(page),
            "Resources": uses,
            "Contents": contents,
            **spoken,
        }
        self._file.put(place, {**written, "Annots": annotations} if annotations else written)

    def _drawn(self, item: Item | Placed, met: Counter[int]) -> None:
        if isinstance(item, Placed):
            self._placed(item, met[id(item.scene)])
        else:
            self._item(item)

    def _tagged(self, page: Page, place: Reference, met: Counter[int]) -> tuple[dict[str, Value], dict[int, str]]:
        """Draws what is on a page that can be read aloud; what the page says of that, and what the words in its links
        say."""
        structure = self._structure = self._structure or Structure(self._file)
        tags = {tag.index: tag for tag in page.tags}
        links = page.links if self._tapped else ()
        said: dict[int, str] = {}
        for index, item in enumerate(page.items):
            tag = tags.get(index)
            # A cell without words draws nothing, and is a part all the same.
            parts = (tuple(runs(item, links, self._fonts)) if tag else ()) or (Part(item),)
            for part in parts:
                self._part(part, tag, structure, met)
            for link, found in words(parts).items():
                said[link] = said.get(link, "") + (tag.alt if tag and is_sign(tag) else found)
        joined = {link: " ".join(found.split()) for link, found in said.items()}
        return {"StructParents": structure.end_page(), "Tabs": Name("S")}, joined

    def _part(self, part: Part, tag: Tag | None, structure: Structure, met: Counter[int]) -> None:
        """Draws a thing as a part of the text; a run that links part as one text, so that no letter of it moves."""
        canvas, place = self._canvas, self._pages[-1]
        if isinstance(part.item, Group) and part.shares:
            canvas.draw(entering(part.item))
            seen = ((self._inking.inked(run), link) for run, link in part.shares)
            shares = ((structure.begin(tag, place, link), run) for run, link in seen if isinstance(run, Text))
            canvas.draw(self._encoder(part.shares[0][0].font).parted(shares))
            canvas.draw("Q")
            return
        canvas.draw(structure.begin(tag, place, part.link))
        self._drawn(part.item, met)
        if tag and is_sign(tag) and self._tapped:
            font = self._fonts.font(self._fonts.face("text"))
            for run in naming(part.item, tag.alt, font):
                canvas.draw(self._encoder(font.face).named(run))
        canvas.draw(END)

    def finish(self, said: Said, press: Press | None) -> int:
        """Checks that links lead somewhere, writes what is told of the file as a whole; how many pages it has."""
        lost = sorted(self._places.keys() - self._anchors)
        if lost:
            raise ValueError(f"links lead to anchors that no page has: {', '.join(lost)}")
        file = self._file
        file.put(self._tree, {"Type": Name("Pages"), "Kids": self._pages, "Count": len(self._pages)})
        fonts: dict[str, Value] = {encoder.name: encoder.embed(file) for encoder in self._encoders.values()}
        file.put(self._canvas.fonts, fonts)
        viewing: dict[str, Value] = {"DisplayDocTitle": True}
        if not press:
            viewing["PrintScaling"] = Name("None")
        if is_right_to_left(said.language):
            viewing["Direction"] = Name("R2L")
        catalogue: dict[str, Value] = {
            "Type": Name("Catalog"),
            "Pages": self._tree,
            "Lang": said.language,
            "ViewerPreferences": viewing,
            "PageLabels": self._labels.tree(),
            "Metadata": add_metadata(file, said, more(press, said) if press else {}),
        }
        if press:
            catalogue["OutputIntents"] = intents(file, press)
        if self._outline:
            catalogue |= {"Outlines": self._outline.write(file), "PageMode": Name("UseOutlines")}
        if self._structure:
            catalogue |= self._structure.write()
        told: dict[str, Value] = {
            "Title": said.title,
            "Author": said.author,
            "Subject": said.subject,
            "Keywords": said.keywords,
            "Creator": CREATOR,
            "Producer": CREATOR,
            **(information(press) if press else {}),
        }
        file.finish(file.add(catalogue), file.add(told))
        return len(self._pages)

    def _placed(self, placed: Placed, times: int) -> None:
        canvas = self._canvas
        clip = f" {operators.clipping(placed.clip)}" if placed.clip else ""
        canvas.draw(f"q{clip} {operators.transforming(placed.matrix)}")
        scene = placed.scene
        known = self._scenes.get(id(scene))
        seen = known is not None and known[0]() is scene  # an id may come again after its scene is gone
        form = known[1] if known is not None and seen else None
        if not form and (seen or times > 1):
            form = canvas.form(_bleed(scene), lambda: self._items(scene.items))
        self._scenes[id(scene)] = (weakref.ref(scene), form)
        if form:
            canvas.show(form)
        else:
            canvas.draw(operators.clipping(_bleed(scene)))
            self._items(scene.items)
        canvas.draw("Q")

    def _items(self, items: Iterable[Item]) -> None:
        for item in items:
            self._item(item)

    def _item(self, item: Item) -> None:
        canvas = self._canvas
        if isinstance(item, Text):  # most items are words
            canvas.draw(self._operators(item))
        elif isinstance(item, Use):
            canvas.draw(f"q {operators.transforming(item.matrix)}")
            canvas.show(self._form(item.art))
            canvas.draw("Q")
        elif isinstance(item, Group):
            canvas.draw(entering(item))
            if item.see_through:
                canvas.show(self._effects.veiled(item, self._items))
            else:
                self._items(item.items)
            canvas.draw("Q")
        elif isinstance(item, Image):
            self._image(item)
        elif isinstance(item, Shadow):
            self._effect(self._effects.shadow(item))
        elif isinstance(item.fill, Gradient):
            self._effect(self._effects.shaded(item, item.fill))
        else:
            canvas.draw(self._operators(item))

    def _effect(self, form: Form) -> None:
        self._canvas.draw("q")
        self._canvas.show(form)
        self._canvas.draw("Q")

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
        # Readers turn words that run from right to left, as those stand that are not formed.
        text = "".join(part[::-1] if whole and turns(part) else part for part, whole in parts(run.text))
        return f"{shape} {encoder.draw(replace(run, text=text, kerns=()), unseen=True)}"

    def _encoder(self, face: str) -> Encoder:
        found = self._encoders.get(face)
        if found is None:
            found = self._encoders[face] = Encoder(self._fonts.font(face), f"F{len(self._encoders) + 1}")
        return found

    def _form(self, art: Art) -> Form:
        form = self._art.get(art.key)
        if form is None:
            box, drawn = drawing(art, self._inking)
            if drawn is None:
                form = self._canvas.form(box, lambda: self._items(art.items))
            else:
                form = self._canvas.drawing(box, drawn)
            self._art[art.key] = form
        return form

    def _image(self, image: Image) -> None:
        picture = self._images.get(image.key)
        if picture is None:
            picture = self._images[image.key] = self._inking.raster(image.data).add(self._canvas)
        box = image.box
        clip = f" {operators.clipping(image.clip)}" if image.clip else ""
        upright: Matrix = (box.width, 0.0, 0.0, -box.height, box.x, box.bottom)
        self._canvas.draw(f"q{clip} {operators.transforming(upright)}")
        self._canvas.show(picture)
        self._canvas.draw("Q")

    def _link(self, page: Page, number: int, said: str) -> Reference:
        """Writes the link of that number on a page, whose words are these."""
        link = page.links[number]
        target, rect = link.target, _points(mapped(page.matrix, link.box), page.height * POINTS_PER_MM)
        if target.startswith("#"):
            written = annotation(rect, said, self._place(target[1:]))
        elif urlsplit(target).scheme in SCHEMES:
            written = annotation(rect, said or target, quote(target, safe="%/:?#[]@!$&'()*+,;=-._~"))
        else:
            raise ValueError(f"`{target}` is no address: it begins with none of {', '.join(SCHEMES)}")
        place = self._file.reserve()
        if page.tags and self._structure:
            written["StructParent"] = self._structure.linked(self._pages[-1], number, place)
        self._file.put(place, written)
        return place

    def _place(self, name: str) -> Reference:
        """Where the anchor of that name will be told."""
        found = self._places.get(name)
        if found is None:
            found = self._places[name] = self._file.reserve()
        return found

    def _anchor(self, anchor: Anchor, height: float) -> None:
        place = self._place(anchor.name)
        if anchor.name not in self._anchors:
            self._anchors.add(anchor.name)
            top = round(height - anchor.y * POINTS_PER_MM, 2)
            self._file.put(place, [self._pages[-1], Name("XYZ"), 0, top, None])
        if anchor.title:
            self._level = min(anchor.level, self._level + 1)  # an outline cannot skip a level
            self._outline.add(anchor.title, place, self._level)


def _bleed(scene: Scene) -> Box:
    return Box(0.0, 0.0, scene.width, scene.height).inset(-scene.bleed)


def _boxes(page: Page) -> dict[str, Value]:
    """The size of a page, what is left of it when it is cut, and how far it is printed."""
    whole, height = Box(0.0, 0.0, page.width, page.height), page.height * POINTS_PER_MM
    boxes = {"MediaBox": whole, "TrimBox": page.trim or whole, "BleedBox": page.bleed or page.trim or whole}
    return {name: _points(box, height) for name, box in boxes.items()}


def _points(box: Box, height: float) -> tuple[float, float, float, float]:
    """A box as PDF writes rectangles: left, bottom, right, top, in points from the bottom left."""
    left, right = box.x * POINTS_PER_MM, box.right * POINTS_PER_MM
    bottom, top = height - box.bottom * POINTS_PER_MM, height - box.y * POINTS_PER_MM
    return (round(left, 4), round(bottom, 4), round(right, 4), round(top, 4))

"""A face as a page of a shop: as large as trim and bleed together, and nothing else on it."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace
from PIL import Image

from pnp.build.build import Built, Progress, component_entry, each_language, read_kit
from pnp.build.manifest import MANIFEST, File, Manifest, OrderEntry, staged, write_json
from pnp.build.plan import PrintContext, plan_leaflets
from pnp.check.rules import set_aside
from pnp.face.layout import Layout
from pnp.findings import Findings, KitError
from pnp.kit import Kit
from pnp.kit.folder import check_unsaved, stamps
from pnp.kit.model import AnyComponent, Language, Leaflet
from pnp.kit.word_files import OTHERWISE
from pnp.render.pdf import write_pdf
from pnp.render.pdfx import PressProfile
from pnp.render.pdfx.ink_preview import InkPreview
from pnp.render.pdfx.separation import Separation
from pnp.render.png import png_pages
from pnp.scene import Box, Item, Page, Placed, Scene
from pnp.scene.colour import Black
from pnp.sheet.options import BadOptionError, Options, Selection, selected
from pnp.text.fonts import FontBook
from pnp.vendor.flatten import flat, mixes_words, profile
from pnp.vendor.preflight import Preflight, affordable, deck_sizes, unmade
from pnp.vendor.shop import Deck, Fit, Piece, Vendor, decks, fits, with_bleed


def face_page(scene: Scene | None, fit: Fit, *, back: bool = False) -> Page:
    """The page of a face; of a back that is not there, an empty one.

    A piece that lies on its side is turned clockwise on its front, and the other way on its back: so it is still
    upright behind, when the piece is turned over about its own upright edge.
    """
    width, height = fit.page
    trim = Box(*fit.bleed, *fit.trim)
    if scene is None:
        return Page(width, height, (), trim=trim, bleed=Box(0.0, 0.0, width, height))
    turns: Literal[0, 1, 3] = (3 if back else 1) if fit.turned else 0
    across, down = (scene.height, scene.width) if fit.turned else (scene.width, scene.height)
    placed = Placed(scene, (width / fit.scale - across) / 2, (height / fit.scale - down) / 2, turns)
    scaled = (fit.scale, 0.0, 0.0, fit.scale, 0.0, 0.0)
    return Page(width, height, (placed,), trim=trim, bleed=Box(0.0, 0.0, width, height), matrix=scaled)


def deck_pages(vendor: Vendor, deck: Deck) -> Iterator[Page]:
    """The pages of a deck: each piece with its back, if the deck has any, one after the other or the other way round;
    each copy by itself, if the shop wants that."""
    for piece in deck.pieces:
        sides = tuple(_sides(vendor, deck, piece))
        for _ in range(piece.copies if vendor.copies else 1):
            yield from sides


def _sides(vendor: Vendor, deck: Deck, piece: Piece) -> Iterator[Page]:
    front = face_page(piece.front, piece.fit)
    if not deck.two_sided:
        yield front
        return
    back = face_page(piece.back, piece.fit, back=True)
    yield from (back, front) if vendor.back_first else (front, back)


def leaflet_page(page: Page) -> Page:
    """A page of a leaflet, which ends at its trim."""
    whole = Box(0.0, 0.0, page.width, page.height)
    return replace(page, trim=whole, bleed=whole, links=(), anchors=())


def flat_pages(pages: Iterable[Page], plates: InkPreview) -> Iterator[Page]:
    """The pages, with nothing on their faces that shines through; a face that several show is drawn once."""
    known: dict[int, tuple[Scene, Scene]] = {}  # by identity, so those that are asked for have to stay

    def opaque(item: Item | Placed) -> Item | Placed:
        if not isinstance(item, Placed):
            return item
        if id(item.scene) not in known:
            known[id(item.scene)] = item.scene, flat(item.scene, plates)
        return replace(item, scene=known[id(item.scene)][1])

    for page in pages:
        yield replace(page, items=tuple(map(opaque, page.items)))


class Shot(msgspec.Struct, frozen=True, eq=False):
    """A picture to be: its path in the zip, its page, its size in pixels, and how many pieces show it."""

    path: str
    page: Page
    pixels: tuple[int, int]
    copies: int


def shots(vendor: Vendor, deck: Deck) -> tuple[Shot, ...]:
    """The pictures of a deck, fronts before backs, in the order of its pieces. A back that all pieces share comes
    once; otherwise each has the number of its front."""
    pieces = [piece for piece in deck.pieces for _ in range(piece.copies if vendor.copies else 1)]
    digits = len(str(len(pieces)))
    names = [f"{number:0{digits}d}-{piece.name}" for number, piece in enumerate(pieces, start=1)]
    pixels = deck.product.pixels or (0, 0)
    made = [
        Shot(
            f"{deck.name}/front/{name}.{vendor.file}", face_page(piece.front, piece.fit), pixels, _copies(vendor, piece)
        )
        for name, piece in zip(names, pieces, strict=True)
    ]
    if not deck.two_sided:
        return tuple(made)
    backs = [face_page(piece.back, piece.fit, back=True) for piece in pieces]
    if all(back == backs[0] for back in backs):
        return (*made, Shot(f"{deck.name}/back/all.{vendor.file}", backs[0], pixels, deck.count))
    behind = (
        Shot(f"{deck.name}/back/{name}.{vendor.file}", back, pixels, _copies(vendor, piece))
        for name, back, piece in zip(names, backs, pieces, strict=True)
    )
    return (*made, *behind)


def _copies(vendor: Vendor, piece: Piece) -> int:
    return 1 if vendor.copies else piece.copies


def pictures(vendor: Vendor, asked: Sequence[Shot], fonts: FontBook, black: Black) -> Iterator[tuple[Shot, bytes]]:
    """Renders the pictures; equal pages are drawn once."""
    pages = tuple(dict.fromkeys(shot.page for shot in asked))
    if not pages:
        return
    pdf = io.BytesIO()
    write_pdf(pages, pdf, fonts=fonts, title="", black=black)
    drawn = {
        page: png if vendor.file == "png" else _tiff(png, vendor.dpi)
        for page, png in zip(pages, png_pages(pdf.getvalue(), vendor.dpi), strict=True)
    }
    for shot in asked:
        yield shot, drawn[shot.page]


def _tiff(png: bytes, dpi: int) -> bytes:
    out = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.save(out, "TIFF", compression="tiff_lzw", dpi=(dpi, dpi))
    return out.getvalue()


ORDER = "order.txt"
THE_DAY = (1980, 1, 1, 0, 0, 0)
"""When all files of a zip were written: the first day that it knows."""


class Job(msgspec.Struct, frozen=True, eq=False):
    """A kit laid out for a shop in one language, with what was asked for."""

    vendor: Vendor
    kit: Kit
    layout: Layout
    options: Options
    selection: Selection
    decks: tuple[Deck, ...]
    separation: Separation | None

    @property
    def name(self) -> str:
        """What the files of this language are called, without ending."""
        return f"{self.kit.id}-{self.layout.language}-{self.vendor.id}"

    @property
    def black(self) -> Black:
        """What goes out in black alone; the shop itself makes inks of pictures."""
        return "none" if self.vendor.form == "pictures" and self.options.black == "text" else self.options.black

    @property
    def mixes(self) -> bool:
        """Whether what is see-through becomes a picture in four inks and takes black words along."""
        return not self.vendor.live and self.separation is not None and self.black != "all"

    def is_made(self, component: AnyComponent) -> bool:
        if isinstance(component, Leaflet):
            return self.vendor.leaflets
        return any(piece.component == component.id for deck in self.decks for piece in deck.pieces)


class Made(msgspec.Struct, frozen=True):
    """What one language adds to the manifest."""

    files: tuple[File, ...]
    order: tuple[OrderEntry, ...]


def write(job: Job, stage: Path) -> Made:
    """Writes the files of a language."""
    order = _zip(job, stage) if job.vendor.form == "pictures" else _documents(job, stage)
    said = text(job.vendor, job.kit, job.layout.language, order)
    (stage / f"{job.name}-{ORDER}").write_text(said, "utf-8")
    files = (_file(job, path, pages) for path, pages in _written(job, order))
    return Made((*files, _file(job, f"{job.name}-{ORDER}", 1)), tuple(_entry(job, line) for line in order.lines))


def _documents(job: Job, stage: Path) -> Order:
    """A PDF file for each deck, and one for each leaflet."""
    lines = []
    for deck in job.decks:
        path = f"{job.name}-{deck.name}.pdf"
        pages = tuple(_pages(job, deck_pages(job.vendor, deck)))
        title = f"{job.kit.title[job.layout.language]} · {deck.product.called(job.layout.language)}"
        _pdf(job, stage / path, pages, title, deck.name)
        lines.append(Line(deck=deck, charged=charged(job.vendor, deck.count), path=path, pages=len(pages)))
    leaflets = tuple(_leaflets(job, stage)) if job.vendor.leaflets else ()
    mixed = (*_mixed(job), *(leaflet.title for leaflet in leaflets if leaflet.mixes))
    profile = job.separation.profile.name if job.separation else ""
    return Order(lines=tuple(lines), leaflets=leaflets, without=_without(job), profile=profile, mixed=mixed)


def _leaflets(job: Job, stage: Path) -> Iterator[LeafletLine]:
    """A PDF file for each leaflet."""
    for file in plan_leaflets(PrintContext(job.kit, job.layout, job.options, job.selection)):
        if file.what == "leaflet":
            path = f"{job.kit.id}-{file.language}-{file.name}-{job.vendor.id}.pdf"
            drawn = tuple(map(leaflet_page, file.pages()))
            pages = tuple(_pages(job, drawn))
            _pdf(job, stage / path, pages, file.title, f"{job.kit.id}-{file.language}-{file.name}")
            faces = (item.scene for page in drawn for item in page.items if isinstance(item, Placed))
            mixes = job.mixes and any(mixes_words(face.items) for face in faces)
            yield LeafletLine(title=file.title, path=path, pages=len(pages), mixes=mixes)


def _pages(job: Job, pages: Iterable[Page]) -> Iterable[Page]:
    """Pages on which nothing shines through that the shop's file does not keep so."""
    if job.vendor.live or job.separation is None:
        return pages
    return flat_pages(pages, InkPreview(job.separation, job.layout.fonts, job.black))


def _mixed(job: Job) -> Iterator[str]:
    """The faces on which black words come out in four inks, by the names of their pieces; a back that many share by the
    first of them."""
    if not job.mixes:
        return
    known: set[int] = set()
    back = words(job.layout.language).back
    for piece in (piece for deck in job.decks for piece in deck.pieces):
        for scene, name in ((piece.front, piece.name), (piece.back, back.format(name=piece.name))):
            if scene is not None and id(scene) not in known:
                known.add(id(scene))
                if mixes_words(scene.items):
                    yield name


def _pdf(job: Job, path: Path, pages: tuple[Page, ...], title: str, name: str) -> None:
    """Writes pages as a file of the shop's standard."""
    language, kit = job.layout.language, job.kit
    keywords = f"{kit.id} {kit.build} {name}"
    press = PressProfile(job.vendor.standard, job.separation) if job.vendor.standard and job.separation else None
    with path.open("wb") as out:
        write_pdf(
            pages,
            out,
            fonts=job.layout.fonts,
            title=title,
            author=kit.author,
            language=language,
            keywords=keywords,
            black=job.black,
            press=press,
        )


def _zip(job: Job, stage: Path) -> Order:
    """The pictures of all decks, and the order, in a zip that is the same whenever it is made."""
    lines = []
    with zipfile.ZipFile(stage / f"{job.name}.zip", "w") as packed:
        for deck in job.decks:
            asked = shots(job.vendor, deck)
            for shot, data in pictures(job.vendor, asked, job.layout.fonts, job.black):
                _pack(packed, shot.path, data, zipfile.ZIP_STORED)
            backs = sum(1 for shot in asked if shot.path.startswith(f"{deck.name}/back/"))
            lines.append(
                Line(
                    deck=deck,
                    charged=charged(job.vendor, deck.count),
                    path=f"{job.name}.zip/{deck.name}",
                    fronts=len(asked) - backs,
                    backs=backs,
                )
            )
        order = Order(lines=tuple(lines), without=_without(job))
        said = text(job.vendor, job.kit, job.layout.language, order)
        _pack(packed, ORDER, said.encode(), zipfile.ZIP_DEFLATED)
    return order


def _pack(packed: zipfile.ZipFile, path: str, data: bytes, way: int) -> None:
    one = zipfile.ZipInfo(path, THE_DAY)
    one.create_system = 3  # the same on every system
    one.external_attr = 0o644 << 16
    one.compress_type = way
    packed.writestr(one, data)


def _without(job: Job) -> tuple[str, ...]:
    asked = filter(job.selection.holds, job.kit.components)
    return tuple(component.title[job.layout.language] for component in asked if not job.is_made(component))


def _written(job: Job, order: Order) -> Iterator[tuple[str, int]]:
    """The files of the order, with the pages or pictures of each."""
    if job.vendor.form == "pictures":
        yield f"{job.name}.zip", sum(line.fronts + line.backs for line in order.lines)
    for line in order.lines:
        if line.pages:
            yield line.path, line.pages
    for leaflet in order.leaflets:
        yield leaflet.path, leaflet.pages


def _file(job: Job, path: str, pages: int) -> File:
    return File(
        path=path,
        what="order" if path.endswith(ORDER) else "vendor",
        holds=f"{job.kit.title[job.layout.language]} · {job.vendor.called(job.layout.language)}",
        pages=pages,
        language=job.layout.language,
        ink=job.options.ink,
    )


def _entry(job: Job, line: Line) -> OrderEntry:
    counts: Counter[str] = Counter()
    for piece in line.deck.pieces:
        counts[piece.component] += piece.copies
    return OrderEntry(
        language=job.layout.language,
        product=line.deck.product.id,
        title=line.deck.product.called(job.layout.language),
        width_mm=line.deck.trim[0],
        height_mm=line.deck.trim[1],
        count=line.deck.count,
        charged=line.charged,
        components=dict(counts),
        path=line.path,
    )


LINE = 100
"""Characters of a line of names."""


class Words(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of an order in one language. `{…}` are filled with `str.format`."""

    title: str
    kit: str
    read: str
    deck: str
    components: str
    pictures: str
    pages: str
    one_back: str
    own_backs: str
    no_backs: str
    front_first: str
    back_first: str
    fronts_only: str
    charged: str
    copies: str
    resized: str
    leaflet: str
    profile: str
    alone: str
    but_some: str
    mixed: str
    back: str
    without: str


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to order: a deck, how many pieces it has and is charged for, and where its files are. `fronts` and
    `backs` are pictures, `pages` those of a PDF file."""

    deck: Deck
    charged: int
    path: str
    fronts: int = 0
    backs: int = 0
    pages: int = 0


class LeafletLine(msgspec.Struct, frozen=True, kw_only=True):
    """A leaflet to order, and whether some of its black words are in four inks."""

    title: str
    path: str
    pages: int
    mixes: bool = False


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """All that is ordered in one language, and the titles of what the shop does not make. `mixed` names the faces on
    which some black words are in four inks."""

    lines: tuple[Line, ...]
    leaflets: tuple[LeafletLine, ...] = ()
    without: tuple[str, ...] = ()
    profile: str = ""
    mixed: tuple[str, ...] = ()


def words(language: Language) -> Words:
    """The words of a language; the English ones for one that the press does not speak."""
    known = {entry.name for entry in (files("pnp.vendor") / "texts").iterdir()}
    return _read(language if f"{language}.toml" in known else OTHERWISE)


@cache
def _read(language: Language) -> Words:
    return msgspec.toml.decode((files("pnp.vendor") / "texts" / f"{language}.toml").read_bytes(), type=Words)


def charged(vendor: Vendor, count: int) -> int:
    """The pieces that a deck of so many is charged for."""
    return next((one for one in vendor.counts if one >= count), count)


def text(vendor: Vendor, kit: Kit, language: Language, order: Order) -> str:
    """The order as a person reads it."""
    return "\n".join(_lines(vendor, kit, language, order)) + "\n"


def _lines(vendor: Vendor, kit: Kit, language: Language, order: Order) -> Iterator[str]:
    say = words(language)
    yield say.title.format(vendor=vendor.called(language))
    yield say.kit.format(title=kit.title[language], version=kit.version, build=kit.build, language=language)
    yield say.read.format(read=vendor.read.isoformat(), source=vendor.source)
    for line in order.lines:
        yield ""
        yield from _deck(vendor, kit, language, line, say)
    for leaflet in order.leaflets:
        yield ""
        yield say.leaflet.format(title=leaflet.title, pages=leaflet.pages, file=leaflet.path)
    if order.profile:
        yield ""
        letters = say.but_some if order.mixed else say.alone
        yield say.profile.format(profile=order.profile, ink=vendor.ink, text=letters)
        yield from _named(say.mixed, order.mixed)
    if order.without:
        yield ""
        yield say.without.format(names=", ".join(order.without))


def _deck(vendor: Vendor, kit: Kit, language: Language, line: Line, say: Words) -> Iterator[str]:
    deck = line.deck
    width, height = (f"{side:.4g}" for side in deck.trim)
    yield say.deck.format(title=deck.product.called(language), count=deck.count, width=width, height=height)
    titles = {component.id: component.title[language] for component in kit.components}
    counts = dict.fromkeys((piece.component for piece in deck.pieces), 0)
    for piece in deck.pieces:
        counts[piece.component] += piece.copies
    yield from _named(say.components, (f"{titles[name]} {count}" for name, count in counts.items()))
    if line.pages:
        way = (say.back_first if vendor.back_first else say.front_first) if deck.two_sided else say.fronts_only
        yield say.pages.format(file=line.path, pages=line.pages, order=way)
    else:
        backs = say.no_backs if not line.backs else say.one_back if line.backs == 1 else say.own_backs
        yield say.pictures.format(folder=deck.name, fronts=line.fronts, backs=backs)
    if line.charged > deck.count:
        yield say.charged.format(charged=line.charged)
    if not vendor.copies:
        more = (f"{piece.name} × {piece.copies}" for piece in deck.pieces if piece.copies > 1)
        yield from _named(say.copies, more)
    resized: dict[str, dict[str, None]] = {}
    for piece in deck.pieces:
        if piece.fit.resized:
            resized.setdefault(f"{100 * piece.fit.scale:.0f}", {})[titles[piece.component]] = None
    for percent, names in resized.items():
        yield say.resized.format(percent=percent, names=", ".join(names))


def _named(form: str, names: Iterable[str]) -> Iterator[str]:
    """A line of names, and as many more as they need."""
    lines = [""]
    for name in names:
        if lines[-1] and len(lines[-1]) + len(name) > LINE:
            lines[-1] += ","
            lines.append("")
        lines[-1] += f", {name}" if lines[-1] else name
    if not lines[0]:
        return
    yield form.format(names=lines[0])
    indent = " " * 8
    yield from (indent + line for line in lines[1:])


def check(folder: Path, options: Options, vendor: Vendor, progress: Progress) -> Findings:
    """What is wrong with a kit for a shop; writes nothing. Raises BadOptionError as a build does."""
    try:
        kit, findings = read_kit(folder, options)
    except KitError as error:
        findings = Findings()
        findings.extend(error.findings)
        return findings
    selection = selected(kit, options)
    fitting = fits(vendor, kit, selection)
    separation = _separation(vendor, options)
    for language, told in each_language(kit, options, progress):
        told(f"{kit.id}-{language}-{vendor.id}", 0.0)
        findings.extend(_lay_out(vendor, kit, language, options, selection, fitting, separation)[1])
    set_aside(kit, findings)
    return findings


def build(folder: Path, options: Options, vendor: Vendor, progress: Progress) -> Built:
    """Makes what a shop takes of the kit in `folder`, in `options.out/<kit id>-<shop>/`.

    Raises KitError with all errors, or if the kit was saved meanwhile, and then has written nothing. Raises
    BadOptionError if the kit has not what the options name.
    """
    before = stamps(folder)
    kit, findings = read_kit(folder, options)
    selection = selected(kit, options)
    fitting = fits(vendor, kit, selection)
    separation = _separation(vendor, options)
    target = options.out / "-".join((kit.id, vendor.id, *(("reprint",) if selection.partial else ())))
    with staged(target) as stage:
        made: list[Made] = []
        for language, told in each_language(kit, options, progress):
            told(f"{kit.id}-{language}-{vendor.id}", 0.0)
            job, found = _lay_out(vendor, kit, language, options, selection, fitting, separation)
            findings.extend(found)
            if not findings.errors:
                made.append(write(job, stage))
        set_aside(kit, findings)
        if findings.errors:
            raise KitError(findings)
        manifest = _manifest(vendor, kit, options, selection, fitting, made)
        write_json(stage / MANIFEST, manifest)
        check_unsaved(folder, before)
    return Built(target, manifest, findings)


def _separation(vendor: Vendor, options: Options) -> Separation | None:
    """How colours become the shop's inks; None, if it takes red, green and blue."""
    if vendor.ink is None:
        if options.icc_profile:
            raise BadOptionError(f"{vendor.title} takes red, green and blue: leave out --icc-profile")
        return None
    return Separation(profile(options.icc_profile), vendor.ink)


def _lay_out(
    vendor: Vendor,
    kit: Kit,
    language: str,
    options: Options,
    selection: Selection,
    fitting: dict[str, Fit],
    separation: Separation | None,
) -> tuple[Job, Findings]:
    """A kit laid out for a shop in one language, and what is wrong with it."""
    grown = with_bleed(kit, fitting)
    languages = len(options.printed_languages(kit.languages))
    looks = Preflight(vendor, grown, fitting, FontBook(kit.theme.fonts, kit.folder), separation, black=options.black)
    layout = options.layout(grown, language)
    findings = Findings()
    made: tuple[Deck, ...] = ()
    try:
        made = decks(vendor, grown, layout, selection, fitting)
        affordable(vendor, kit, made, languages)
        findings.extend(deck_sizes(vendor, kit, made))
    except KitError as error:
        findings.extend(error.findings)
    findings.extend(layout.findings)
    for laid in layout.laid:
        findings.extend(looks.inspect(laid))
    findings.extend(unmade(vendor, kit, selection, fitting))
    return Job(vendor, grown, layout, options, selection, made, separation), findings


def _manifest(
    vendor: Vendor, kit: Kit, options: Options, selection: Selection, fitting: dict[str, Fit], made: list[Made]
) -> Manifest:
    return Manifest(
        kit=kit.id,
        title=dict(kit.title.texts),
        build=kit.build,
        version=kit.version,
        languages=options.printed_languages(kit.languages),
        companion=options.address(kit),
        gutters=options.gutters,
        profile=options.profile,
        without=tuple(component.id for component in kit.components if component.id in selection.without),
        files=tuple(file for language in made for file in language.files),
        components=tuple(
            component_entry(kit, component, options, selection)
            for component in kit.components
            if component.id in fitting
        ),
        qr=(),
        sheets=(),
        whole=not selection.partial,
        pieces=(),
        faces="",
        vendor=vendor.id,
        order=tuple(line for language in made for line in language.order),
    )

"""The files that a print shop takes of a kit: a zip of pictures or PDF files, and the order as text."""

from __future__ import annotations

import io
import tomllib
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace
from PIL import Image

from pnp.build.build import Built, Progress, component_entry, each_language, read_kit
from pnp.build.manifest import MANIFEST, File, Manifest, OrderEntry, stage_folder, write_json
from pnp.build.plan import PrintContext, plan_leaflets
from pnp.check.rules import set_aside
from pnp.face.layout import Layout
from pnp.findings import Findings, KitError
from pnp.kit import Kit
from pnp.kit.folder import check_unsaved, stamps
from pnp.kit.model import Language, Leaflet
from pnp.kit.word_files import OTHERWISE
from pnp.render.pdf import write_pdf
from pnp.render.pdfx import PressProfile
from pnp.render.pdfx.separation import InkPreview, Separation
from pnp.render.png import png_pages
from pnp.scene import Box, Item, Page, Placed, Scene
from pnp.scene.colour import Black
from pnp.sheet.options import BadOptionError, Options, Selection, select_pieces
from pnp.text.fonts import FontBook
from pnp.vendor.flatten import flat, profile
from pnp.vendor.preflight import Preflight, affordable, deck_sizes, unmade
from pnp.vendor.shop import Deck, DeckPiece, Fit, Vendor, decks, fits, with_bleed

ORDER = "order.txt"
THE_DAY = (1980, 1, 1, 0, 0, 0)
"""When all files of a zip were written: the first day that it knows."""
LINE = 100
"""Characters of a line of names."""


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


class OrderLine(msgspec.Struct, frozen=True, kw_only=True):
    """A deck to order, and where its files are. `fronts` and `backs` are pictures, `pages` those of a PDF file."""

    deck: Deck
    path: str
    fronts: int = 0
    backs: int = 0
    pages: int = 0


class LeafletLine(msgspec.Struct, frozen=True, kw_only=True):
    """A leaflet to order."""

    title: str
    path: str
    pages: int


class ShopResult(msgspec.Struct, frozen=True):
    """What one language adds to the manifest."""

    files: tuple[File, ...]
    order: tuple[OrderEntry, ...]


def write(job: Job, stage: Path) -> ShopResult:
    """Writes the files of a language."""
    if job.vendor.form == "pictures":
        with zipfile.ZipFile(stage / f"{job.name}.zip", "w") as packed:
            lines = [_pack_deck(job, deck, packed) for deck in job.decks]
            text = order_text(job, lines)
            _pack(packed, ORDER, text.encode(), zipfile.ZIP_DEFLATED)
        written = [(f"{job.name}.zip", sum(line.fronts + line.backs for line in lines))]
    else:
        flatten = _flattener(job)
        lines = [_write_deck(job, deck, stage, flatten) for deck in job.decks]
        leaflets = [*_write_leaflets(job, stage, flatten)] if job.vendor.leaflets else []
        text = order_text(job, lines, leaflets)
        written = [(line.path, line.pages) for line in lines]
        written += [(leaflet.path, leaflet.pages) for leaflet in leaflets]
    (stage / f"{job.name}-{ORDER}").write_text(text, "utf-8")
    language = job.layout.language
    entries = (
        File(
            path=path,
            what="order" if path.endswith(ORDER) else "vendor",
            holds=f"{job.kit.title[language]} · {job.vendor.called(language)}",
            pages=pages,
            language=language,
            ink=job.options.ink,
        )
        for path, pages in (*written, (f"{job.name}-{ORDER}", 1))
    )
    return ShopResult(tuple(entries), tuple(_entry(job, line) for line in lines))


def _entry(job: Job, line: OrderLine) -> OrderEntry:
    return OrderEntry(
        language=job.layout.language,
        product=line.deck.product.id,
        title=line.deck.product.called(job.layout.language),
        width_mm=line.deck.trim[0],
        height_mm=line.deck.trim[1],
        count=line.deck.count,
        charged=job.vendor.charged(line.deck.count),
        components=line.deck.components,
        path=line.path,
    )


# --- pages ----------------------------------------------------------------------------------------------


def face_page(scene: Scene | None, fit: Fit, *, back: bool = False) -> Page:
    """The page of a face, as large as trim and bleed; of a back that is not there, an empty one.

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


def _each_piece(vendor: Vendor, deck: Deck) -> list[DeckPiece]:
    """The pieces of a deck; each copy by itself, if the shop wants that."""
    return [piece for piece in deck.pieces for _ in range(piece.copies if vendor.copies else 1)]


def _write_deck(job: Job, deck: Deck, stage: Path, flatten: Callable[[Page], Page]) -> OrderLine:
    """Writes a PDF file of a deck: each piece with its back, if the deck has any."""
    path = f"{job.name}-{deck.name}.pdf"
    pages: list[Page] = []
    for piece in _each_piece(job.vendor, deck):
        sides = [face_page(piece.front, piece.fit)]
        if deck.two_sided:
            sides.append(face_page(piece.back, piece.fit, back=True))
        pages += map(flatten, sides[::-1] if job.vendor.back_first else sides)
    title = f"{job.kit.title[job.layout.language]} · {deck.product.called(job.layout.language)}"
    _write_pdf(job, stage / path, pages, title, deck.name)
    return OrderLine(deck=deck, path=path, pages=len(pages))


def _write_leaflets(job: Job, stage: Path, flatten: Callable[[Page], Page]) -> Iterator[LeafletLine]:
    """Writes a PDF file for each leaflet, whose pages end at their trim."""
    for file in plan_leaflets(PrintContext(job.kit, job.layout, job.options, job.selection)):
        if file.what == "leaflet":
            path = f"{job.kit.id}-{job.layout.language}-{file.name}-{job.vendor.id}.pdf"
            drawn = []
            for page in file.pages():
                whole = Box(0.0, 0.0, page.width, page.height)
                drawn.append(replace(page, trim=whole, bleed=whole, links=(), anchors=()))
            _write_pdf(job, stage / path, [*map(flatten, drawn)], file.title, file.name)
            yield LeafletLine(title=file.title, path=path, pages=len(drawn))


def _write_pdf(job: Job, path: Path, pages: Sequence[Page], title: str, name: str) -> None:
    """Writes pages as a file of the shop's standard."""
    press = PressProfile(job.vendor.standard, job.separation) if job.vendor.standard and job.separation else None
    with path.open("wb") as out:
        write_pdf(
            pages,
            out,
            fonts=job.layout.fonts,
            title=title,
            author=job.kit.author,
            language=job.layout.language,
            keywords=f"{job.kit.id} {job.kit.build} {name}",
            black=job.black,
            press=press,
        )


def _flattener(job: Job) -> Callable[[Page], Page]:
    """What makes pages on which nothing shines through that the shop's file does not keep so. A face that several pages
    show is drawn once."""
    if job.vendor.live or job.separation is None:
        return lambda page: page
    plates = InkPreview(job.separation, job.layout.fonts, job.black)
    known: dict[int, tuple[Scene, Scene]] = {}  # by identity, so the scenes have to stay

    def flatten(item: Item | Placed) -> Item | Placed:
        if not isinstance(item, Placed):
            return item
        if id(item.scene) not in known:
            known[id(item.scene)] = item.scene, flat(item.scene, plates)
        return replace(item, scene=known[id(item.scene)][1])

    return lambda page: replace(page, items=tuple(map(flatten, page.items)))


# --- pictures -------------------------------------------------------------------------------------------


def _pack_deck(job: Job, deck: Deck, packed: zipfile.ZipFile) -> OrderLine:
    """Adds the pictures of a deck, fronts before backs, in the order of its pieces; equal pages are drawn once.

    A back that all pieces share comes once; otherwise each has the number of its front.
    """
    vendor, pieces = job.vendor, _each_piece(job.vendor, deck)
    digits = len(str(len(pieces)))
    names = [f"{number:0{digits}d}-{piece.name}.{vendor.file}" for number, piece in enumerate(pieces, start=1)]
    fronts = [face_page(piece.front, piece.fit) for piece in pieces]
    backs = [face_page(piece.back, piece.fit, back=True) for piece in pieces] if deck.two_sided else []
    shots = [(f"front/{name}", page) for name, page in zip(names, fronts, strict=True)]
    if backs and all(back == backs[0] for back in backs):
        shots.append((f"back/all.{vendor.file}", backs[0]))
    else:
        shots += [(f"back/{name}", page) for name, page in zip(names, backs, strict=False)]
    pages = tuple(dict.fromkeys(page for _, page in shots))
    pdf = io.BytesIO()
    write_pdf(pages, pdf, fonts=job.layout.fonts, title="", black=job.black)
    drawn = dict(zip(pages, png_pages(pdf.getvalue(), vendor.dpi), strict=True))
    if vendor.file == "tiff":
        drawn = {page: _convert_to_tiff(png, vendor.dpi) for page, png in drawn.items()}
    for path, page in shots:
        _pack(packed, f"{deck.name}/{path}", drawn[page], zipfile.ZIP_STORED)
    path = f"{job.name}.zip/{deck.name}"
    return OrderLine(deck=deck, path=path, fronts=len(fronts), backs=len(shots) - len(fronts))


def _convert_to_tiff(png: bytes, dpi: int) -> bytes:
    out = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.save(out, "TIFF", compression="tiff_lzw", dpi=(dpi, dpi))
    return out.getvalue()


def _pack(packed: zipfile.ZipFile, path: str, data: bytes, way: int) -> None:
    one = zipfile.ZipInfo(path, THE_DAY)
    one.create_system = 3  # the same on every system
    one.external_attr = 0o644 << 16
    one.compress_type = way
    packed.writestr(one, data)


# --- the order ------------------------------------------------------------------------------------------


@cache
def words(language: Language) -> dict[str, str]:
    """The words of an order in a language; the English ones for one that the press does not speak."""
    texts = files("pnp.vendor") / "texts"
    file = texts / f"{language}.toml"
    return tomllib.loads((file if file.is_file() else texts / f"{OTHERWISE}.toml").read_text("utf-8"))


def order_text(job: Job, lines: Sequence[OrderLine], leaflets: Sequence[LeafletLine] = ()) -> str:
    """The order as a person reads it."""
    return "\n".join(_order_lines(job, lines, leaflets)) + "\n"


def _order_lines(job: Job, lines: Sequence[OrderLine], leaflets: Sequence[LeafletLine]) -> Iterator[str]:
    vendor, kit, language = job.vendor, job.kit, job.layout.language
    say = words(language)
    yield say["title"].format(vendor=vendor.called(language))
    yield say["kit"].format(title=kit.title[language], version=kit.version, build=kit.build, language=language)
    yield say["read"].format(read=vendor.read.isoformat(), source=vendor.source)
    for line in lines:
        yield ""
        yield from _deck_lines(job, line, say)
    for leaflet in leaflets:
        yield ""
        yield say["leaflet"].format(title=leaflet.title, pages=leaflet.pages, file=leaflet.path)
    if job.separation and vendor.form == "pages":
        yield ""
        text = say["alone" if vendor.live or job.black == "all" else "but_some"]
        yield say["profile"].format(profile=job.separation.profile.name, ink=vendor.ink, text=text)
    made = {piece.component for deck in job.decks for piece in deck.pieces}
    without = [
        component.title[language]
        for component in filter(job.selection.holds, kit.components)
        if not (vendor.leaflets if isinstance(component, Leaflet) else component.id in made)
    ]
    if without:
        yield ""
        yield say["without"].format(names=", ".join(without))


def _deck_lines(job: Job, line: OrderLine, say: dict[str, str]) -> Iterator[str]:
    vendor, deck, language = job.vendor, line.deck, job.layout.language
    width, height = (f"{side:.4g}" for side in deck.trim)
    yield say["deck"].format(title=deck.product.called(language), count=deck.count, width=width, height=height)
    titles = {component.id: component.title[language] for component in job.kit.components}
    yield from _list_names(say["components"], (f"{titles[one]} {count}" for one, count in deck.components.items()))
    if line.pages:
        order = ("back_first" if vendor.back_first else "front_first") if deck.two_sided else "fronts_only"
        yield say["pages"].format(file=line.path, pages=line.pages, order=say[order])
    else:
        backs = say["no_backs" if not line.backs else "one_back" if line.backs == 1 else "own_backs"]
        yield say["pictures"].format(folder=deck.name, fronts=line.fronts, backs=backs)
    if (charged := vendor.charged(deck.count)) > deck.count:
        yield say["charged"].format(charged=charged)
    if not vendor.copies:
        more = (f"{piece.name} × {piece.copies}" for piece in deck.pieces if piece.copies > 1)
        yield from _list_names(say["copies"], more)
    resized: dict[str, dict[str, None]] = {}
    for piece in deck.pieces:
        if piece.fit.resized:
            resized.setdefault(f"{100 * piece.fit.scale:.0f}", {})[titles[piece.component]] = None
    for percent, names in resized.items():
        yield say["resized"].format(percent=percent, names=", ".join(names))


def _list_names(form: str, names: Iterable[str]) -> Iterator[str]:
    """A line of names, and as many more as they need."""
    lines = [""]
    for name in names:
        if lines[-1] and len(lines[-1]) + len(name) > LINE:
            lines[-1] += ","
            lines.append("")
        lines[-1] += f", {name}" if lines[-1] else name
    if lines[0]:
        yield form.format(names=lines[0])
        yield from (" " * 8 + line for line in lines[1:])


# --- a kit for a shop -----------------------------------------------------------------------------------


def check(folder: Path, options: Options, vendor: Vendor, progress: Progress) -> Findings:
    """What is wrong with a kit for a shop; writes nothing. Raises BadOptionError as a build does."""
    try:
        kit, findings = read_kit(folder, options)
    except KitError as error:
        findings = Findings()
        findings.extend(error.findings)
        return findings
    selection = select_pieces(kit, options)
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
    selection = select_pieces(kit, options)
    fitting = fits(vendor, kit, selection)
    separation = _separation(vendor, options)
    target = options.out / "-".join((kit.id, vendor.id, *(("reprint",) if selection.partial else ())))
    with stage_folder(target) as stage:
        made: list[ShopResult] = []
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
    vendor: Vendor, kit: Kit, options: Options, selection: Selection, fitting: dict[str, Fit], made: list[ShopResult]
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

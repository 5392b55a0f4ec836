"""Writes a kit's files for a print shop: a zip of pictures or PDF files, and the order as text."""

from __future__ import annotations

import io
import tomllib
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace
from PIL import Image

from pnp.build.build import (
    Built,
    Progress,
    ReadKit,
    begin_manifest,
    collect_findings,
    each_language,
    read_for_build,
    stop_at_errors,
    write_document,
)
from pnp.build.manifest import MANIFEST, File, OrderEntry, open_stage, write_json
from pnp.build.plan import PrintContext, plan_leaflets
from pnp.check.rules import set_aside
from pnp.findings import Findings
from pnp.kit import Kit
from pnp.kit.folder import check_unsaved
from pnp.kit.model import Language, Leaflet
from pnp.kit.word_files import OTHERWISE
from pnp.render.pdf import write_pdf
from pnp.render.pdfx import PressProfile
from pnp.render.png import InkPreview, encode_pages
from pnp.render.separation import Separation
from pnp.scene import Black, Box, Page, Placed, Scene
from pnp.sheet.options import BadOptionError, Options
from pnp.vendor.flatten import flat, profile
from pnp.vendor.preflight import Preflight, check_affordable, check_deck_sizes, unmade
from pnp.vendor.shop import Deck, DeckPiece, Fit, Vendor, add_bleed, decks, fits

ORDER = "order.txt"
TEXTS = Path(__file__).with_name("texts")
THE_DAY = (1980, 1, 1, 0, 0, 0)
"""When all files of a zip were written: the first day that it knows."""
LINE = 100
"""Characters of a line of names."""


class Job(msgspec.Struct, frozen=True, eq=False):
    """A kit laid out for a shop in one language."""

    vendor: Vendor
    context: PrintContext
    decks: tuple[Deck, ...]
    separation: Separation | None

    @property
    def kit(self) -> Kit:
        return self.context.kit

    @property
    def language(self) -> Language:
        return self.context.language

    @property
    def name(self) -> str:
        """Name of this language's files, without suffix."""
        return f"{self.kit.id}-{self.language}-{self.vendor.id}"

    @property
    def black(self) -> Black:
        """The parts in black ink alone; the shop separates pictures itself."""
        black = self.context.options.black
        return "none" if self.vendor.form == "pictures" and black == "text" else black


class OrderLine(msgspec.Struct, frozen=True, kw_only=True):
    """A deck to order with the location of its files. `fronts` and `backs` are pictures, `pages` those of a PDF
    file."""

    deck: Deck
    path: str
    fronts: int = 0
    backs: int = 0
    pages: int = 0


class LeafletLine(NamedTuple):
    """A leaflet to order."""

    title: str
    path: str
    pages: int


def write(job: Job, stage: Path) -> tuple[list[File], list[OrderEntry]]:
    """Writes the files of a language, and returns their manifest and order entries."""
    vendor, language = job.vendor, job.language
    leaflets: list[LeafletLine] = []
    if vendor.form == "pictures":
        with zipfile.ZipFile(stage / f"{job.name}.zip", "w") as packed:
            lines = [_pack_deck(job, deck, packed) for deck in job.decks]
            text = "\n".join(_format_order(job, lines, leaflets)) + "\n"
            _pack(packed, ORDER, text.encode(), zipfile.ZIP_DEFLATED)
        written = [(f"{job.name}.zip", sum(line.fronts + line.backs for line in lines))]
    else:
        flatten = _make_flattener(job)
        lines = [_write_deck(job, deck, stage, flatten) for deck in job.decks]
        leaflets += _write_leaflets(job, stage, flatten) if vendor.leaflets else []
        text = "\n".join(_format_order(job, lines, leaflets)) + "\n"
        written = [(line.path, line.pages) for line in lines]
        written += [(leaflet.path, leaflet.pages) for leaflet in leaflets]
    order = f"{job.name}-{ORDER}"
    (stage / order).write_text(text, "utf-8")
    holds, ink = f"{job.kit.title[language]} · {vendor.called(language)}", job.context.options.ink
    files = [
        File(path=path, what=what, holds=holds, pages=pages, language=language, ink=ink)
        for path, pages, what in (*((*one, "vendor") for one in written), (order, 1, "order"))
    ]
    entries = [
        OrderEntry(
            language=language,
            product=line.deck.product.id,
            title=line.deck.product.called(language),
            width_mm=line.deck.trim[0],
            height_mm=line.deck.trim[1],
            count=line.deck.count,
            charged=vendor.charged(line.deck.count),
            components=line.deck.components,
            path=line.path,
        )
        for line in lines
    ]
    return files, entries


# --- pages ----------------------------------------------------------------------------------------------


def face_page(scene: Scene | None, fit: Fit, *, back: bool = False) -> Page:
    """Returns the page of a face, as large as trim and bleed; an empty one for a missing back.

    A piece on its side is turned clockwise on its front, and counterclockwise on its back, so that the back is upright
    when the piece flips about its own vertical edge.
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


def _list_pieces_to_print(vendor: Vendor, deck: Deck) -> list[DeckPiece]:
    """Returns the pieces of a deck; each copy by itself, if the shop requires that."""
    return [piece for piece in deck.pieces for _ in range(piece.copies if vendor.copies else 1)]


def _write_deck(job: Job, deck: Deck, stage: Path, flatten: Callable[[Page], Page]) -> OrderLine:
    """Writes a PDF file of a deck: each piece with its back, if the deck has any."""
    path = f"{job.name}-{deck.name}.pdf"
    pages: list[Page] = []
    for piece in _list_pieces_to_print(job.vendor, deck):
        sides = [face_page(piece.front, piece.fit)]
        if deck.two_sided:
            sides.append(face_page(piece.back, piece.fit, back=True))
        pages += map(flatten, sides[::-1] if job.vendor.back_first else sides)
    title = f"{job.kit.title[job.language]} · {deck.product.called(job.language)}"
    _write_pdf(job, stage / path, pages, title, deck.name)
    return OrderLine(deck=deck, path=path, pages=len(pages))


def _write_leaflets(job: Job, stage: Path, flatten: Callable[[Page], Page]) -> Iterator[LeafletLine]:
    for file in plan_leaflets(job.context):
        if file.what == "leaflet":
            path = f"{job.kit.id}-{job.language}-{file.name}-{job.vendor.id}.pdf"
            pages = []
            for page in file.draw_pages():
                whole = Box(0.0, 0.0, page.width, page.height)
                pages.append(flatten(replace(page, trim=whole, bleed=whole, links=(), anchors=())))
            _write_pdf(job, stage / path, pages, file.title, file.name)
            yield LeafletLine(file.title, path, len(pages))


def _write_pdf(job: Job, path: Path, pages: Sequence[Page], title: str, name: str) -> None:
    press = PressProfile(job.vendor.standard, job.separation) if job.vendor.standard and job.separation else None
    write_document(path, pages, job.context.layout, title, job.black, name=name, press=press)


def _make_flattener(job: Job) -> Callable[[Page], Page]:
    """Returns a function that removes transparency from pages if the shop requires it. A face on several pages is drawn
    once."""
    if job.vendor.live or job.separation is None:
        return lambda page: page
    flatten_scene = cache(partial(flat, plates=InkPreview(job.separation, job.context.layout.fonts, job.black)))

    def flatten(page: Page) -> Page:
        items = (replace(one, scene=flatten_scene(one.scene)) if isinstance(one, Placed) else one for one in page.items)
        return replace(page, items=tuple(items))

    return flatten


# --- pictures -------------------------------------------------------------------------------------------


def _pack_deck(job: Job, deck: Deck, packed: zipfile.ZipFile) -> OrderLine:
    """Adds the pictures of a deck, fronts before backs, in the order of its pieces; equal pages are drawn once.

    A back shared by all pieces is added once; otherwise each back has the number of its front.
    """
    vendor, pieces = job.vendor, _list_pieces_to_print(job.vendor, deck)
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
    write_pdf(pages, pdf, fonts=job.context.layout.fonts, title="", black=job.black)
    drawn = dict(zip(pages, encode_pages(pdf.getvalue(), vendor.dpi), strict=True))
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
    """Returns the words of an order in a language, or in English."""
    file = TEXTS / f"{language}.toml"
    return tomllib.loads((file if file.is_file() else TEXTS / f"{OTHERWISE}.toml").read_text("utf-8"))


def _format_order(job: Job, lines: Sequence[OrderLine], leaflets: Sequence[LeafletLine]) -> Iterator[str]:
    vendor, kit, language = job.vendor, job.kit, job.language
    say = words(language)
    yield say["title"].format(vendor=vendor.called(language))
    yield say["kit"].format(title=kit.title[language], version=kit.version, build=kit.build, language=language)
    yield say["read"].format(read=vendor.read.isoformat(), source=vendor.source)
    for line in lines:
        yield ""
        yield from _format_decks(job, line, say)
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
        for component in filter(job.context.selection.holds, kit.components)
        if not (vendor.leaflets if isinstance(component, Leaflet) else component.id in made)
    ]
    if without:
        yield ""
        yield say["without"].format(names=", ".join(without))


def _format_decks(job: Job, line: OrderLine, say: dict[str, str]) -> Iterator[str]:
    vendor, deck, language = job.vendor, line.deck, job.language
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
    """Checks a kit for a shop without writing. Raises KitError and BadOptionError like a build."""
    source = read_for_build(folder, options)
    for _ in _lay_out(source, options, vendor, _separation(vendor, options), progress):
        pass
    set_aside(source.kit, source.findings)
    return source.findings


def build(folder: Path, options: Options, vendor: Vendor, progress: Progress) -> Built:
    """Writes a shop's files of the kit in `folder` into `options.out/<kit id>-<shop>/`.

    Raises KitError with all errors, or if the kit changed meanwhile, and BadOptionError for options that it cannot
    meet; then nothing is written.
    """
    source = read_for_build(folder, options)
    kit, selection, findings = source.kit, source.selection, source.findings
    separation = _separation(vendor, options)
    target = options.out / "-".join((kit.id, vendor.id, *(("reprint",) if selection.partial else ())))
    with open_stage(target) as stage:
        files: list[File] = []
        order: list[OrderEntry] = []
        for job in _lay_out(source, options, vendor, separation, progress):
            if not findings.errors:
                written, lines = write(job, stage)
                files += written
                order += lines
        stop_at_errors(kit, findings)
        fitting = fits(vendor, kit, selection)
        manifest = replace(
            begin_manifest(kit, options, selection, lambda one: one.id in fitting),
            files=tuple(files),
            vendor=vendor.id,
            order=tuple(order),
        )
        write_json(stage / MANIFEST, manifest)
        check_unsaved(folder, source.stamps)
    return Built(target, manifest, findings)


def _separation(vendor: Vendor, options: Options) -> Separation | None:
    """Returns the conversion to the shop's inks; None if it takes RGB."""
    if vendor.ink is None:
        if options.icc_profile:
            raise BadOptionError(f"{vendor.title} takes red, green and blue: leave out --icc-profile")
        return None
    return Separation(profile(options.icc_profile), vendor.ink)


def _lay_out(
    source: ReadKit, options: Options, vendor: Vendor, separation: Separation | None, progress: Progress
) -> Iterator[Job]:
    """Lays out the kit for a shop in each language. Adds to the findings of the source."""
    kit, selection, findings = source.kit, source.selection, source.findings
    fitting = fits(vendor, kit, selection)
    grown = add_bleed(kit, fitting)
    languages = len(options.list_languages(kit.languages))
    for language, part in each_language(kit, options, progress):
        part(f"{kit.id}-{language}-{vendor.id}", 0.0)
        layout = options.layout(grown, language)
        made: tuple[Deck, ...] = ()
        looks = Preflight(vendor, grown, fitting, separation, black=options.black)
        with collect_findings(layout, looks.inspect) as found:
            made = decks(vendor, grown, layout, selection, fitting)
            check_affordable(vendor, kit, made, languages)
            found.extend(check_deck_sizes(vendor, kit, made))
        findings.extend(found)
        findings.extend(unmade(vendor, kit, selection, fitting))
        yield Job(vendor, PrintContext(grown, layout, options, selection), made, separation)

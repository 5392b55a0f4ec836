"""The files that a shop takes of one language: a zip of pictures, or a PDF file for each deck; the order beside it."""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from pnp.build.manifest import File, OrderEntry
from pnp.build.plan import FilePlan
from pnp.face.layout import Layout
from pnp.kit import Kit
from pnp.kit.model import AnyComponent, Leaflet
from pnp.render.pdf import write_pdf
from pnp.render.pdfx import PressProfile
from pnp.render.pdfx.ink_preview import InkPreview
from pnp.render.pdfx.separation import Separation
from pnp.scene import Page, Placed
from pnp.scene.colour import Black
from pnp.sheet.options import Options, Selection
from pnp.vendor.deck import Deck
from pnp.vendor.model import Vendor
from pnp.vendor.order import LeafletLine, Line, Order, charged, text, words
from pnp.vendor.pages import deck_pages, flat_pages, leaflet_page
from pnp.vendor.pictures import pictures, shots
from pnp.vendor.veils import mixes_words

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
    for file in FilePlan(job.kit, job.layout, job.options, job.selection).leaflets():
        if file.what == "leaflet":
            path = f"{file.name}-{job.vendor.id}.pdf"
            drawn = tuple(map(leaflet_page, file.pages()))
            pages = tuple(_pages(job, drawn))
            _pdf(job, stage / path, pages, file.title, file.name)
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

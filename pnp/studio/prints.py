"""The kit as it will print: sheets and leaflet pages as pictures, each drawn when it comes into view."""

from __future__ import annotations

import hashlib
import io
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from itertools import repeat
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from pnp.calibration.profiles import ProfileError
from pnp.check.leaves import texts
from pnp.face.layout import Layout
from pnp.findings import KitError
from pnp.kit import Kit
from pnp.kit.model import Leaflet
from pnp.render.pdf import write_pdf
from pnp.render.png import png_pages
from pnp.scene import Page, Placed, Text
from pnp.sheet.blocks import Meeting
from pnp.sheet.model import Sheet
from pnp.sheet.options import BadOptionError
from pnp.sheet.plan import FilePlan, OutputFile
from pnp.sheet.print_job import outlines
from pnp.sheet.selection import Selection
from pnp.studio.covers import Covers
from pnp.studio.leaves import Leaf, Picture, leaf
from pnp.studio.oversize import Oversize, oversize
from pnp.studio.pages import said
from pnp.studio.printing import Printing
from pnp.studio.prover import BUILD
from pnp.studio.session import Session
from pnp.text.fonts import FontBook

DPI = 80
COARSE = 24
"""Dots per inch of pictures that ink is counted on."""
KEPT = 600
"""Pages that are kept to be drawn, oldest first to go."""
BARE = "-bare"
"""Added to the digest of a page: what lies on it alone, without marks and foot."""

Part: TypeAlias = Literal["sheets", "leaflet", "booklet"]
"""What of a kit is laid out at once."""


class Print(msgspec.Struct, frozen=True):
    """A file to print: its name and what it is, its pages, two to a sheet if they are printed on `both` sides;
    `new_sheets` are those that are counted with no other file. The work it makes: `cuts`, those along the outline of
    `shapes` among them, and folds; `meetings` say how its pieces lie beside each other."""

    name: str
    what: str
    holds: str
    stock: str
    sheets: int
    new_sheets: int
    cuts: int
    shapes: int
    folds: int
    both: bool
    pages: tuple[Picture, ...]
    leaves: tuple[Leaf, ...] = ()
    meetings: tuple[Meeting, ...] = ()

    def holding(self, text: str) -> bool:
        """Whether a piece whose name holds this lies on one of its sheets."""
        return any(one.found(text) for one in self.leaves)


class Printed(msgspec.Struct, frozen=True):
    """What a kit comes to: its files, what no sheet of the paper holds, and how many milliseconds it took to lay out;
    what is wrong on it, or why it cannot be laid out."""

    files: tuple[Print, ...] = ()
    oversize: tuple[Oversize, ...] = ()
    took: int = 0
    fault: str = ""


class Prints:
    """What a kit comes to on paper, for each way of printing; laid out when it is asked for."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._known: dict[tuple[int, str, Printing, Part], Printed] = {}
        self._pages: dict[str, tuple[Page, FontBook]] = {}
        self.covers = Covers(lambda digest: self.png(digest, COARSE), lambda: session.tell("findings"))

    def of(self, language: str, printing: Printing, part: Part = "sheets") -> Printed:
        """The sheets of the kit, its leaflets, or these as booklets. Raises KitError if it cannot be laid out so,
        ProfileError and BadOptionError if the printer does not fit."""
        proof = self._session.proof
        if proof.kit is None or proof.broken:
            raise KitError(proof.errors)
        key = (proof.number, language, printing, part)
        with self._lock:
            if key not in self._known:
                self._known = {one: printed for one, printed in self._known.items() if one[0] == proof.number}
                kit = msgspec.structs.replace(proof.kit, build=BUILD)
                self._known[key] = self._printed(kit, language, printing, part)
            return self._known[key]

    def png(self, name: str, dpi: float = DPI) -> bytes | None:
        """A page as a picture, by its digest, or by that with `BARE`; None if there is none."""
        found = self._pages.get(name.removesuffix(BARE))
        if found is None:
            return None
        page, fonts = found
        if name.endswith(BARE):
            page = msgspec.structs.replace(page, items=tuple(one for one in page.items if isinstance(one, Placed)))
        out = io.BytesIO()
        write_pdf([page], out, fonts=fonts, title="")
        return next(png_pages(out.getvalue(), dpi))

    def _printed(self, kit: Kit, language: str, printing: Printing, part: Part) -> Printed:
        started = time.perf_counter()
        options = printing.options(Path(), (language,))
        layout = Layout(kit, language, ink=printing.ink, address=options.code_address(kit))
        faces = self._session.in_mode((language, "full"))
        names = {(one.component, one.key): one.title for one in faces}
        large: tuple[Oversize, ...] = ()
        if part == "sheets":
            left_out = frozenset(one.id for one in kit.components if isinstance(one, Leaflet))
            try:
                files = FilePlan(kit, layout, options, Selection(without=left_out)).files()
            except KitError as error:
                large = tuple(oversize(kit, layout, options.paper_of(kit), error))
                left_out |= {one.component for one in large}
                files = FilePlan(kit, layout, options, Selection(without=left_out)).files()
        else:
            files = tuple(one for one in FilePlan(kit, layout, options, Selection()).leaflets() if one.what == part)
        printed = tuple(self._print(file, layout.fonts, names) for file in files)
        fault = said(KitError(errors)) if (errors := layout.findings.errors) else ""
        return Printed(printed, large, round((time.perf_counter() - started) * 1000), fault)

    def _print(self, file: OutputFile, fonts: FontBook, names: Mapping[tuple[str, str], str]) -> Print:
        job = file.job
        pages = tuple(self._kept(file.pages(), fonts))
        step = 2 if file.backed else 1
        sheets: Iterable[Sheet | None] = file.sheets or repeat(None)
        backs: Iterable[Picture | None] = pages[1::2] if file.backed else repeat(None)
        return Print(
            name=f"{file.name}.pdf",
            what=file.what,
            holds=job.holds if job else file.title,
            stock=(job.stock or "paper") if job else "paper",
            sheets=job.sheets if job else 0,
            new_sheets=job.new_sheets if job else 0,
            cuts=job.cuts if job else 0,
            shapes=outlines(file.sheets),
            folds=job.folds if job else 0,
            both=file.backed,
            pages=pages,
            leaves=tuple(
                leaf(sheet, front, back, names)
                for sheet, front, back in zip(sheets, pages[::step], backs, strict=False)
            ),
            meetings=job.meetings if job else (),
        )

    def _kept(self, pages: Iterable[Page], fonts: FontBook) -> Iterator[Picture]:
        for page in pages:
            # Alone, a page has nowhere to lead to, and nobody reads its picture aloud.
            alone = msgspec.structs.replace(page, links=(), anchors=(), tags=(), passages=())
            digest = hashlib.sha256(msgspec.msgpack.encode(alone)).hexdigest()[:32]
            self._pages[digest] = (alone, fonts)
            yield _picture(page, digest)
        for old in list(self._pages)[:-KEPT]:
            del self._pages[old]


def _picture(page: Page, digest: str) -> Picture:
    if not page.passages:
        return Picture(digest, page.width, page.height)
    return Picture(
        digest,
        page.width,
        page.height,
        page.passages,
        chapters=tuple(one.title for one in page.anchors if one.title and not one.level),
        anchors=page.anchors,
        targets=frozenset(one.target.removeprefix("#") for one in page.links if one.target.startswith("#")),
        runs=tuple(_runs(page)),
    )


def _runs(page: Page) -> Iterator[Text]:
    """The text of a page where it stands on it."""
    for text, (_, b, _, d, e, f) in texts(one for one in page.items if not isinstance(one, Placed)):
        if not b:  # not turned
            yield msgspec.structs.replace(text, x=text.x + e, y=d * text.y + f, size=d * text.size)


def laid_out(session: Session, prints: Prints, printing: Printing, language: str, part: Part = "sheets") -> Printed:
    """What is printed, or why it cannot be laid out."""
    if session.proof.kit is None:
        return Printed(fault="kit.toml")
    try:
        return prints.of(language, printing, part)
    except KitError as error:
        return Printed(fault=said(error))
    except (BadOptionError, ProfileError) as error:
        return Printed(fault=str(error))

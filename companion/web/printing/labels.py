"""What the print pages say of files, sizes and findings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from companion.engine.wording import Wording, wording
from companion.printing.orders import Failed, Made, Printed
from pnp.findings import Finding
from pnp.output.manifest import File
from pnp.sheet.papers import PAPERS

MOST_FINDINGS = 30
KILO = 1000
"""As shops and phones count bytes."""
PAPER_TITLES: dict[str, str] = {paper.name: paper.title for paper in PAPERS.values()}


def words(language: str) -> Wording:
    """The words of these pages."""
    return wording("companion.web.printing", language)


def size_text(size: int, say: Wording) -> str:
    """``820 kB``, ``1.4 MB``."""
    if size < KILO * KILO:
        return say.phrase("size.kilo", n=str(max(1, round(size / KILO))))
    return say.phrase("size.mega", n=f"{size / KILO / KILO:.1f}".replace(".", say.phrase("size.point")))


class Row(Struct, frozen=True):
    """A file on the page: its name and the language of that, what it is, and what it takes to print it."""

    path: str
    title: str
    code: str
    facts: str


class Group(Struct, frozen=True):
    """Files of one language: what goes through the printer, and what is to be read or printed elsewhere."""

    language: str
    home: tuple[Row, ...]
    other: tuple[Row, ...]


def groups(made: Made, say: Wording) -> tuple[Group, ...]:
    """The files of a kit, by language, in the order in which the press made them."""
    return tuple(
        Group(
            language_text(language, say),
            tuple(_row(printed, say) for printed in files if _at_home(printed)),
            tuple(_row(printed, say) for printed in files if not _at_home(printed)),
        )
        for language, found in groupby(made.files, key=lambda printed: printed.file.language)
        for files in (tuple(found),)
    )


def sheets(made: Made) -> int:
    """Sheets of paper that the kit takes in all."""
    return sum(printed.file.sheets for printed in made.files if not printed.file.onto)


def _at_home(printed: Printed) -> bool:
    return printed.file.sheets > 0 or printed.file.what == "guide"


def _row(printed: Printed, say: Wording) -> Row:
    file = printed.file
    facts = " · ".join((*_facts(file, say), size_text(printed.size, say)))
    if file.what == "guide":
        return Row(file.path, say.phrase("guide"), say.language, facts)
    return Row(file.path, file.holds, file.language, facts)


def _facts(file: File, say: Wording) -> Iterator[str]:
    paper = PAPER_TITLES.get(file.paper) or file.paper.replace("x", " × ").replace("mm", " mm")
    if what := say.find(f"what.{file.what}"):
        yield what
    if file.sheets:
        yield say.phrase(f"sheets.{'one' if file.sheets == 1 else 'other'}", n=str(file.sheets), paper=paper)
        yield say.phrase(f"stock.{file.stock}")
        yield say.phrase("sides.back" if file.onto else "sides.two" if file.both_sides else "sides.one")
    elif file.pages:
        yield say.phrase(f"pages.{'one' if file.pages == 1 else 'other'}", n=str(file.pages), paper=paper)


def language_text(code: str, say: Wording) -> str:
    """A language by its name, or by its code where these pages have no name for it."""
    return say.get(f"language.{code}", code)


class Noticed(Struct, frozen=True):
    """A finding: where it is, what is wrong, what to do about it."""

    place: str
    message: str
    hint: str
    is_error: bool


def noticed(result: Made | Failed) -> tuple[Noticed, ...]:
    """The press's findings, errors first; of very many the first ones."""
    found: tuple[Finding, ...] = result.warnings if isinstance(result, Made) else result.findings
    rows = [
        Noticed(str(finding.place), finding.message, finding.hint, finding.severity == "error") for finding in found
    ]
    return tuple(sorted(rows, key=lambda row: not row.is_error)[:MOST_FINDINGS])

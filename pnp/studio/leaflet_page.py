"""The page of a leaflet as it will print, `/leaflet/ID/PAGE`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import PurePosixPath
from typing import Literal, TypeAlias
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, abort, current_app, request

from pnp.findings import KitError
from pnp.kit import Kit
from pnp.kit.folder import source_text
from pnp.kit.model import Leaflet
from pnp.leaflet.parser import Documents
from pnp.scene import Box
from pnp.sheet.booklet import signature
from pnp.studio.fault_lines import FindingEntry, FindingList
from pnp.studio.page_context import StudioWords, choices_of, current_session, render, view_of, words
from pnp.studio.print_preview import PagePicture, PlannedFile, PrintSettings, current_preview
from pnp.text.bidi import is_right_to_left

bp = Blueprint("leaflet", __name__)
Arrangement: TypeAlias = Literal["spreads", "pages", "booklet"]
ARRANGEMENTS = choices_of(Arrangement)
ABOVE = 2.0
"""Millimetres that an anchor stands above its text at most."""


class LeafletView(msgspec.Struct, frozen=True, kw_only=True):
    """How a leaflet is shown: open, by page, or as booklet sheets; with rule names, baselines, at real size."""

    arrangement: Arrangement = "spreads"
    rules: bool = False
    baselines: bool = False
    real: bool = False
    language: str = ""

    @property
    def query(self) -> str:
        pairs = {"language": self.language, "as": self.arrangement.removeprefix("spreads")}
        pairs |= {name: "on" for name in ("rules", "baselines", "real") if getattr(self, name)}
        given = {name: value for name, value in pairs.items() if value}
        return f"?{urlencode(given)}" if given else ""


class LeafletSpread(msgspec.Struct, frozen=True):
    """The pages that are seen at once, from 1, 0 for none; `here` is the number of the present spread."""

    spreads: tuple[tuple[int, ...], ...]
    here: int

    @property
    def pages(self) -> tuple[int, ...]:
        return self.spreads[self.here] if self.spreads else ()

    @property
    def before(self) -> int:
        """A page of the spread before; 0 without one."""
        return max(self.spreads[self.here - 1]) if self.here else 0

    @property
    def after(self) -> int:
        return next(filter(None, self.spreads[self.here + 1])) if self.here + 1 < len(self.spreads) else 0


class SourcePassage(msgspec.Struct, frozen=True):
    """What a line of the file puts on a page in one piece: its box, the rule that begins there, its font and pt."""

    line: int
    box: Box
    rule: str = ""
    font: str = ""
    size: float = 0.0


class FindingPin(msgspec.Struct, frozen=True):
    """A finding on a page, by its number among those of the leaflet."""

    number: int
    entry: FindingEntry
    box: Box


class LeafletState(msgspec.Struct, frozen=True):
    """The pages of a leaflet at one proof: their digests, and the line and passage of the file that each begins with,
    counted from 0; and the lines of the file."""

    proof: int
    digests: tuple[str, ...]
    starts: tuple[tuple[int, int], ...]
    lines: tuple[str, ...]

    def start_keys(self, by_number: bool) -> list[tuple[object, int]]:
        """What each page begins with: the number of a line or its text, and the passage."""
        return [(line if by_number else self.lines[line : line + 1], passage) for line, passage in self.starts]


@bp.get("/leaflet/<name>")
@bp.get("/leaflet/<name>/<int:number>")
def leaflet_page(name: str, number: int = 1) -> str:
    session, say, look = current_session(), words(), _leaflet_view()
    kit, leaflet = session.proof.kit, session.proof.component(name)
    if not isinstance(leaflet, Leaflet) or kit is None:
        abort(404)
    languages = [mode[0] for mode in view_of(request.args).modes(kit.languages)]
    names = {language: f"{leaflet.file}.{language}.md" for language in languages}
    lines = {code: (source_text(session.folder, file) or "").splitlines() for code, file in names.items()}
    plans = {language: current_preview().files(language, PrintSettings(), "leaflet") for language in languages}
    files = {code: file for code, plan in plans.items() if (file := _file_of(leaflet, kit, plan.files))}
    rule = request.args.get("rule", "")
    number = next((page for file in files.values() if (page := _page_of(rule, file))), number)
    most = max((len(file.pages) for file in files.values()), default=0)
    several = len(files) > 1
    is_booklet = look.arrangement == "booklet" and len(files) == 1
    arrangement: Arrangement = "booklet" if is_booklet else "pages" if several else look.arrangement
    spreads = tuple(_spreads(most, arrangement))
    here = next((n for n, spread in enumerate(spreads) if number in spread), max(0, len(spreads) - 1))
    booklet = _file_of(leaflet, kit, current_preview().files(languages[0], PrintSettings(), "booklet").files)
    sheets = booklet.sheets if booklet and is_booklet else ()
    found = [one for one in FindingList(session.proof).all if PurePosixPath(one.file).name in names.values()]
    changes = [_describe_change(leaflet, code, file, lines[code], say) for code, file in files.items()]
    took = max((plan.took for plan in plans.values()), default=0)
    change = next(filter(None, changes), "")
    return render(
        "leaflet.html",
        leaflet=leaflet,
        prints=files,
        place=LeafletSpread(spreads, here),
        sheet=sheets[here] if here < len(sheets) else None,
        sheet_count=len(sheets),
        arrangements=ARRANGEMENTS,
        most=most,
        turned=not several and is_right_to_left(languages[0]),
        look=look,
        fault=next((plan.fault for plan in plans.values() if plan.fault), ""),
        found=found,
        pins={code: find_pins(found, names[code], file.pages) for code, file in files.items()},
        names=names,
        lines=lines,
        rules={code: _rules(kit, leaflet, code) for code in kit.languages},
        passages=passages,
        linked_from=lambda rule, pages: [n for n, page in enumerate(pages, start=1) if rule in page.targets],
        change=f"{change} · {took} ms" if change else "",
    )


def _leaflet_view() -> LeafletView:
    args = request.args
    found: dict[str, object] = {name: args.get(name) == "on" for name in ("rules", "baselines", "real")}
    if args.get("as") in ARRANGEMENTS:
        found["arrangement"] = args["as"]
    return msgspec.convert({**found, "language": view_of(args).language}, LeafletView)


def _file_of(leaflet: Leaflet, kit: Kit, files: Sequence[PlannedFile]) -> PlannedFile | None:
    """The file of a leaflet: leaflets are planned in the order of kit.toml."""
    leaflets = [one.id for one in kit.components if isinstance(one, Leaflet)]
    return dict(zip(leaflets, files, strict=False)).get(leaflet.id)


def _page_of(rule: str, file: PlannedFile) -> int:
    """The page with a rule, from 1; 0 if there is none."""
    pages = (n for n, page in enumerate(file.pages, start=1) if any(one.name == rule for one in page.anchors))
    return next(pages, 0) if rule else 0


def _spreads(most: int, arrangement: Arrangement) -> Iterator[tuple[int, ...]]:
    """The pages seen at once. Open, page 1 lies on the right; a booklet sheet has two pages on each side."""
    if arrangement == "pages":
        yield from ((page,) for page in range(1, most + 1))
    elif arrangement == "booklet":
        yield from (tuple(page or 0 for page in sheet) for sheet in signature(most))
    else:
        yield from ((left, left + 1 if left < most else 0) for left in range(0, most + 1, 2))


def _rules(kit: Kit, leaflet: Leaflet, language: str) -> tuple[str, ...]:
    """The rules of a leaflet in reading order; none if it cannot be read."""
    try:
        return tuple(rule.id for rule in Documents(kit).read(leaflet, language).rules if rule.id)
    except KitError:
        return ()


def passages(page: PagePicture) -> Iterator[SourcePassage]:
    """What stands on a page, adjoining passages of one line as one."""
    rules = [one for one in page.anchors if not one.title]
    for line, group in groupby(page.passages, lambda one: one.line):
        boxes = [one.box for one in group]
        top, left = min(box.y for box in boxes), min(box.x for box in boxes)
        box = Box(left, top, max(one.right for one in boxes) - left, max(one.bottom for one in boxes) - top)
        rule = next((one.name for one in rules if -ABOVE < one.y - top < box.height - ABOVE), "")
        runs = [run for run in page.runs if top <= run.y <= box.bottom and left - 1 <= run.x <= box.right]
        fonts = Counter((run.font, round(run.size, 1)) for run in runs).most_common(1)
        font, size = fonts[0][0] if fonts else ("", 0.0)
        yield SourcePassage(line, box, rule, font, size)


def find_pins(
    found: Sequence[FindingEntry], file: str, pages: Sequence[PagePicture]
) -> Mapping[int, tuple[FindingPin, ...]]:
    """Findings of a file by page, from 0: each at the last passage up to its line. They are numbered from 1."""
    pins: dict[int, tuple[FindingPin, ...]] = {}
    for number, entry in enumerate(found, start=1):
        lines = {one.line for page in pages for one in page.passages if one.line <= entry.line}
        if entry.file != file or not lines:
            continue
        at = next(n for n, page in enumerate(pages) if max(lines) in {one.line for one in page.passages})
        box = next(one.box for one in passages(pages[at]) if one.line == max(lines))
        pins[at] = (*pins.get(at, ()), FindingPin(number, entry, box))
    return pins


def _describe_change(leaflet: Leaflet, language: str, file: PlannedFile, lines: Sequence[str], say: StudioWords) -> str:
    """What the last save changed on the pages, in words; "" if nothing or if it was never shown before."""
    states: dict[tuple[str, str], tuple[LeafletState, LeafletState]]
    states = current_app.config.setdefault("LEAFLETS", {})
    proof, key = current_session().proof.number, (leaflet.id, language)
    now = LeafletState(proof, tuple(page.digest for page in file.pages), tuple(_starts(file.pages)), tuple(lines))
    before, latest = states.get(key, (now, now))
    if latest.proof != proof:
        before = latest
    states[key] = (before, now)
    if before.digests == now.digests:
        return ""
    count = len(now.digests)
    different = [n for n in range(count) if before.digests[n : n + 1] != now.digests[n : n + 1]]
    said = []
    if different:
        first, last_page = different[0] + 1, different[-1] + 1
        said.append(
            say("page_set", page=first) if first == last_page else say("pages_set", first=first, last=last_page)
        )
    # Where no line was added, a page begins as before if it begins with the same line, whatever that says now.
    by_number = len(before.lines) == len(now.lines)
    starts = zip(before.start_keys(by_number), now.start_keys(by_number), strict=False)
    moved = [n for n, (old, new) in enumerate(starts, start=1) if old != new]
    if count != len(before.digests):
        said.append(say("pages_now", n=count, was=len(before.digests)))
    else:
        said.append(say("starts_elsewhere", page=moved[0]) if moved else say("breaks_held"))
    return ", ".join(said)


def _starts(pages: Sequence[PagePicture]) -> Iterator[tuple[int, int]]:
    """The line of the file that each page begins with, from 0, and how many passages of it stand on pages before."""
    seen: Counter[int] = Counter()
    for page in pages:
        first = page.passages[0].line if page.passages else 0
        yield first - 1, seen[first]
        seen.update(one.line for one in page.passages)

"""A build: one kit, laid out in each language, and written as files; or only looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from pnp.check.acceptance import set_aside
from pnp.face.layout import Layout
from pnp.findings import Finding, Findings, KitError
from pnp.kit import Kit
from pnp.kit.model import AnyComponent, Board, Leaflet
from pnp.kit.stamps import check_unsaved
from pnp.output import manifest as entry
from pnp.output.ahead import laid_ahead
from pnp.output.asked import asked_kit, check_formats
from pnp.output.built import Built, Written
from pnp.output.cache import Cache, Counts, user_cache
from pnp.output.files import staged, write_json
from pnp.output.ink_taken import InkTaken, PartInk
from pnp.output.kept_drawings import keep_drawings
from pnp.output.language_build import LanguageBuild, Lying, Made, Progress, portion
from pnp.output.narrowing import Narrowing
from pnp.output.pieces import FACES, Archive, rows_of
from pnp.output.read_kits import ReadKit, read
from pnp.output.twins import begun, has_twins
from pnp.sheet.booklet import page_size
from pnp.sheet.options import Options
from pnp.sheet.parts import count, face_count, trim_size
from pnp.sheet.selection import Selection, selected

if TYPE_CHECKING:
    from pnp.output.kit_twin import KitTwin
    from pnp.output.presses import Presses

WRITTEN = 0.7
"""Of the time for a kit, what passes until all files are written and the ink of the faces is measured."""

_READING = Lock()
"""Kits that are built side by side are read one after the other: the first is printed while the next is read."""


class _Job(msgspec.Struct, frozen=True):
    """What is printed, where to, what is noted on the way, and what another process finds out."""

    kit: Kit
    options: Options
    selection: Selection
    stage: Path
    cache: Cache
    archive: Archive
    findings: Findings
    unused: tuple[Finding, ...] | None
    inks: Callable[[], tuple[InkTaken, Counts]] | None


def build(
    folder: Path,
    options: Options,
    progress: Progress,
    narrowing: Narrowing | None = None,
    *,
    processes: int = 1,
    presses: Callable[[], Presses] | None = None,
    twin: KitTwin | None = None,
    written: Written = None,
) -> Built:
    """Prints the kit in `folder` into `options.out/<kit id>/`; a selection of it into `<kit id>-reprint/`, what a
    `narrowing` leaves of it into a folder with its name. A whole kit is printed by `presses`, if it is in
    several languages or this process cannot be copied; else up to so many `processes` print it, with the same bytes.
    A `twin` may be under way, with a narrowing for the kit alone. `written` is told when all is written.

    A selection is looked at for itself: what concerns the kit as a whole, `check` and whole builds find.

    Raises KitError with all errors, or if the kit was saved meanwhile, and then has written nothing: the output is as
    it was before. Raises BadOptionError if the kit has not what the options name, NothingWantedError if a narrowing
    leaves nothing.
    """
    cache = user_cache(options.cache)
    keep_drawings(cache)
    check_formats(options)
    with _READING:
        found = twin.read() if twin else read(folder, cache)
        kit, selection, findings = _wanted(found, options, narrowing)
    part = narrowing.name if narrowing else "reprint"
    target = options.out / (f"{kit.id}-{part}" if selection.partial else kit.id)
    archive = Archive(kit)
    with staged(target) as stage, ExitStack() as ends:
        inks = twin.inks if twin and not narrowing else None
        job = _Job(kit, options, selection, stage, cache, archive, findings, found.unused, inks)
        languages = options.printed_languages(kit.languages)
        if presses and not selection.partial and (len(languages) > 1 or not has_twins()):
            made, taken = _side_by_side(job, presses())
        else:
            made, taken = _in_turn(job, portion(progress, 0.0, WRITTEN), narrowing, processes, ends)
        set_aside(kit, findings)
        if findings.errors:
            raise KitError(findings)
        progress(entry.MANIFEST, WRITTEN)
        cache.prune()  # while others may still be measuring
        if not narrowing:
            archive.rows(twin.rows() if twin else rows_of(kit))
        (stage / FACES).write_bytes(narrowing.packed if narrowing else archive.packed())
        manifest = _manifest(kit, options, selection, made, taken(), narrowing)
        write_json(stage / entry.MANIFEST, manifest)
        check_unsaved(folder, found.stamps)
        if written:
            written(stage)
    counts = cache.rendered, cache.reused, cache.faces_drawn, cache.faces_known
    return Built(target, manifest, findings, *counts, stamps=found.stamps)


def _wanted(found: ReadKit, options: Options, narrowing: Narrowing | None) -> tuple[Kit, Selection, Findings]:
    """A kit, what of it is printed, and what was found as it was read. Raises as `build` does."""
    kit, findings = _fit(found, options)
    selection = selected(kit, options)
    if narrowing:
        narrowing.look(kit, options, selection)
        selection = narrowing.chosen(None)
    findings.extend(_uneven_rules(kit, filter(selection.holds, kit.components)))
    return kit, selection, findings


def _unused(job: _Job) -> Iterable[Finding]:
    """What of a whole kit is never used, told by this process while others print."""
    if job.selection.partial:
        return ()
    if job.unused is not None:
        return job.unused
    from pnp.check.unused import unused

    return unused(job.kit)


def _in_turn(
    job: _Job,
    progress: Progress,
    narrowing: Narrowing | None,
    processes: int,
    ends: ExitStack,
) -> tuple[list[Made], Callable[[], InkTaken]]:
    """Prints a language after the other; what they add to the manifest, and what measures the ink: another process
    meanwhile, if there may be several."""
    inks = job.inks
    if inks is None and processes > 1 and has_twins():
        from pnp.output.ink_cover import ink_of

        inks = begun(partial(ink_of, job.kit, job.options, job.selection), ends)
    job.findings.extend(_unused(job))
    made: list[Made] = []
    found: dict[str, Findings] = {}
    layouts: list[Layout] = []
    for language, told in each_language(job.kit, job.options, progress):
        chosen = narrowing.chosen(language) if narrowing else job.selection
        run = LanguageBuild(job.kit, language, job.options, chosen, told)
        with laid_ahead(run, job.archive, processes):
            made.append(run.write(job.stage, job.cache, job.archive, narrowing))
        layouts.append(run.layout)
        found[language] = run.findings
    job.findings.extend_by_language(found)
    if inks:
        return made, partial(_counted, job, inks)
    from pnp.output.ink_cover import ink_taken  # a twin has it already

    address, black = job.options.code_address(job.kit), job.options.black
    return made, lambda: ink_taken(job.kit, layouts[0], job.selection, address, black, job.cache)


def _side_by_side(job: _Job, presses: Presses) -> tuple[list[Made], Callable[[], InkTaken]]:
    """As `_in_turn`, by several processes."""
    from concurrent.futures import wait

    printing = presses.printing(job.kit, job.options, job.selection, job.stage, with_ink=job.inks is None)
    try:
        job.findings.extend(_unused(job))
    except Exception:
        wait(printing.languages)  # none writes into a folder that is gone; who interrupts ends them, and need not wait
        raise
    wait(printing.languages)
    made: list[Made] = []
    found: dict[str, Findings] = {}
    shares = [share.result() for share in printing.languages]
    for share in shares:
        made.extend(share.made)
        job.archive.join(share.faces)
        job.cache.count(share.counts)
        found |= share.findings
    job.findings.extend_by_language(found)
    inks = printing.ink.result if printing.ink else job.inks
    if inks:
        return made, partial(_counted, job, inks)
    return made, lambda: shares[0].taken or InkTaken({}, {})


def _counted(job: _Job, inks: Callable[[], tuple[InkTaken, Counts]]) -> InkTaken:
    """What another process has measured, and what its cache counted."""
    taken, counts = inks()
    job.cache.count(counts)
    return taken


def check(folder: Path, options: Options, progress: Progress) -> Findings:
    """Lays out all that `build` would print, looks at it more closely than `build` has time to, and writes nothing.

    Raises BadOptionError as `build` does.
    """
    from pnp.check.glossary import wrong_words
    from pnp.check.kit import KitCheck
    from pnp.check.lessons import lesson_faults
    from pnp.check.unused import unused
    from pnp.output.language_look import look

    try:
        kit, findings = read_kit(folder, options, Cache(None))  # to look writes nothing
        findings.extend(_uneven_rules(kit, kit.components))
    except KitError as error:
        findings = Findings()
        findings.extend(error.findings)
        return findings
    selection = selected(kit, options)
    looks = KitCheck(kit, options.paper_of(kit), options.black)
    found: dict[str, Findings] = {}
    for language, told in each_language(kit, options, progress):
        run = LanguageBuild(kit, language, options, selection, told, inspect=looks.inspect)
        look(run)
        found[language] = run.findings
    findings.extend_by_language(found)
    if not findings.errors:  # what could not be laid out may have been a place
        findings.extend(looks.pieces())
    findings.extend(unused(kit))
    findings.extend(lesson_faults(kit))
    findings.extend(wrong_words(kit))
    set_aside(kit, findings)
    return findings


def each_language(kit: Kit, options: Options, progress: Progress) -> Iterator[tuple[str, Progress]]:
    """The languages to print, each with the part of the whole progress that is its own."""
    languages = options.printed_languages(kit.languages)
    for index, language in enumerate(languages):
        yield language, portion(progress, index / len(languages), (index + 1) / len(languages))


def read_kit(folder: Path, options: Options, cache: Cache) -> tuple[Kit, Findings]:
    """The kit as it is asked for, and what there is to warn of. Raises KitError if it cannot be read, and
    BadOptionError for what no kit can be asked for."""
    check_formats(options)
    return _fit(read(folder, cache), options)


def _fit(found: ReadKit, options: Options) -> tuple[Kit, Findings]:
    findings = Findings()
    findings.extend(found.findings)
    if found.kit is None or findings.errors:
        raise KitError(findings)
    return asked_kit(found.kit, options), findings


def _uneven_rules(kit: Kit, components: Iterable[AnyComponent]) -> Iterable[Finding]:
    """What leaflets tell otherwise in one language than in another. Raises KitError as reading them does."""
    leaflets = [component for component in components if isinstance(component, Leaflet)]
    if not leaflets:
        return ()
    from pnp.leaflet.documents import uneven_rules

    return uneven_rules(kit, leaflets)


def _manifest(
    kit: Kit,
    options: Options,
    selection: Selection,
    made: list[Made],
    taken: InkTaken,
    narrowing: Narrowing | None,
) -> entry.Manifest:
    pieces = narrowing.pieces if narrowing else tuple(piece for language in made for piece in language.pieces)
    lasting = {piece.component for piece in pieces}
    sheets = [
        replace(sheet, ink_cm2=_ink_on(lying, taken.parts).rounded())
        for language in made
        for sheet, lying in zip(language.sheets, language.lying, strict=True)
    ]
    return entry.Manifest(
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
            component_entry(kit, component, options, selection, taken.covers.get(component.id))
            for component in kit.components
            if selection.holds(component) or component.id in lasting
        ),
        qr=tuple(code for language in made for code in language.codes),
        sheets=tuple(sheets),
        ink_cm2=_all_ink(kit, options, selection, made, sheets, taken.parts),
        whole=narrowing is not None or not selection.partial,
        pieces=pieces,
        faces=FACES,
        seals=tuple(dict.fromkeys(seal for language in made for seal in language.seals)),
    )


def _ink_on(sheet: Mapping[str, Lying], parts: Mapping[str, PartInk]) -> entry.Inks:
    """What the parts on a sheet take, on both its sides."""
    found = entry.Inks()
    for name, lying in sheet.items():
        part, backs = parts.get(name, PartInk()), lying.backs / lying.pieces
        for side, share in ((part.front, 1.0), (part.back, backs)):
            found = found.plus(side.trim, share * lying.pieces).plus(side.bleed, share * lying.bleeds)
    return found


def _all_ink(
    kit: Kit,
    options: Options,
    selection: Selection,
    made: list[Made],
    sheets: list[entry.SheetEntry],
    parts: Mapping[str, PartInk],
) -> entry.Inks:
    """What everything takes: sheets, leaflets, and boards, which come as tiles."""
    found = entry.Inks()
    for taken in (*(sheet.ink_cm2 for sheet in sheets), *(taken for language in made for taken in language.leaflets)):
        found = found.plus(taken)
    packed = {component for sheet in sheets for component in sheet.components}
    for component in filter(selection.holds, kit.components):
        if isinstance(component, Board) and component.id not in packed and component.id in parts:
            part, times = parts[component.id], count(kit, component, selection) * len(made)
            found = found.plus(part.front.trim, times).plus(part.back.trim, times * (options.backs != "none"))
    return found.rounded()


def component_entry(
    kit: Kit, component: AnyComponent, options: Options, selection: Selection, cover: entry.InkCover | None
) -> entry.ComponentEntry:
    """What the manifest says of a component."""
    is_leaflet = isinstance(component, Leaflet)
    width, height = page_size(options.paper_of(kit)) if is_leaflet else trim_size(kit, component)
    return entry.ComponentEntry(
        id=component.id,
        kind=component.kind,
        title=dict(component.title.texts),
        count=count(kit, component, selection),
        width_mm=width,
        height_mm=height,
        faces=face_count(component),
        stock=component.stock,
        ink_cover=cover,
    )

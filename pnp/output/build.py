"""A build: one kit, laid out in each language, and written as files; or only looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from pnp.check.rules import set_aside
from pnp.findings import Finding, Findings, KitError
from pnp.kit import Kit
from pnp.kit.folder import Stamps
from pnp.kit.model import AnyComponent, Leaflet
from pnp.kit.stamps import check_unsaved
from pnp.kit.stamps import stamps as stamps_of
from pnp.kits import read
from pnp.output import manifest as entry
from pnp.output.built import Built, ChangeFilter
from pnp.output.files import staged, write_json
from pnp.output.language_build import LanguageBuild, Made, Progress, portion
from pnp.output.pieces import FACES, Archive, rows_of
from pnp.sheet.booklet import page_size
from pnp.sheet.options import Options
from pnp.sheet.parts import count, face_count, trim_size
from pnp.sheet.selection import Selection, selected

WRITTEN = 0.9
"""Of the time for a kit, what passes until all files are written."""


class ReadKit(msgspec.Struct, frozen=True):
    """A kit as it is to be printed, with its warnings and when its files had been saved."""

    folder: Path
    kit: Kit
    findings: Findings
    selection: Selection
    stamps: Stamps


def build(folder: Path, options: Options, progress: Progress) -> Built:
    """Prints the kit in `folder` into `options.out/<kit id>/`; a selection of it into `<kit id>-reprint/`.

    A selection is looked at for itself: what concerns the kit as a whole, `check` and whole builds find.

    Raises KitError with all errors, or if the kit was saved meanwhile, and then has written nothing: the output is as
    it was before. Raises BadOptionError if the kit has not what the options name.
    """
    return print_kit(read_for_build(folder, options), options, progress)


def read_for_build(folder: Path, options: Options) -> ReadKit:
    """Reads a kit and what the options select of it. Raises KitError and BadOptionError as `build` does."""
    before = stamps_of(folder)
    kit, findings = read_kit(folder, options)
    return ReadKit(folder, kit, findings, selected(kit, options), before)


def print_kit(source: ReadKit, options: Options, progress: Progress, changes: ChangeFilter | None = None) -> Built:
    """Prints a kit, or only its `changes`, into `<kit id>-changed/`. Raises KitError as `build` does."""
    kit, findings = source.kit, source.findings
    selection = changes.selection if changes else source.selection
    findings.extend(_uneven_rules(kit, filter(selection.holds, kit.components)))
    if not selection.partial:
        from pnp.check.kit_rules import unused

        findings.extend(unused(kit))
    part = "changed" if changes else "reprint"
    target = options.out / (f"{kit.id}-{part}" if selection.partial else kit.id)
    archive = Archive(kit)
    made: list[Made] = []
    found: dict[str, Findings] = {}
    with staged(target) as stage:
        for language, told in each_language(kit, options, portion(progress, 0.0, WRITTEN)):
            run = LanguageBuild(kit, language, options, changes.by_language[language] if changes else selection, told)
            made.append(run.write(stage, archive, changes))
            found[language] = run.findings
        findings.extend_by_language(found)
        set_aside(kit, findings)
        if findings.errors:
            raise KitError(findings)
        progress(entry.MANIFEST, WRITTEN)
        archive.rows(rows_of(kit))
        (stage / FACES).write_bytes(changes.packed_faces if changes else archive.packed())
        manifest = _manifest(kit, options, selection, made, changes)
        write_json(stage / entry.MANIFEST, manifest)
        check_unsaved(source.folder, source.stamps)
    return Built(target, manifest, findings, source.stamps)


def check(folder: Path, options: Options, progress: Progress) -> Findings:
    """Lays out all that `build` would print, looks at it more closely than `build` has time to, and writes nothing.

    Raises BadOptionError as `build` does.
    """
    from pnp.check.kit_rules import lesson_faults, unused, wrong_words
    from pnp.check.run import KitCheck

    try:
        kit, findings = read_kit(folder, options)
        findings.extend(_uneven_rules(kit, kit.components))
    except KitError as error:
        findings = Findings()
        findings.extend(error.findings)
        return findings
    selection = selected(kit, options)
    looks = KitCheck(kit, options.paper_of(kit), options.black)
    found: dict[str, Findings] = {}
    for language, told in each_language(kit, options, progress):
        run = LanguageBuild(kit, language, options, selection, told, face_check=looks)
        run.check()
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


def read_kit(folder: Path, options: Options) -> tuple[Kit, Findings]:
    """The kit in a folder, and its warnings. Raises KitError if it cannot be read, and BadOptionError if there is no
    paper of the name that the options give."""
    kit, findings = read(folder)
    if kit is None or findings.errors:
        raise KitError(findings)
    options.paper_of(kit)
    return kit, findings


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
    changes: ChangeFilter | None,
) -> entry.Manifest:
    pieces = changes.pieces if changes else tuple(piece for language in made for piece in language.pieces)
    lasting = {piece.component for piece in pieces}
    sheets = [sheet for language in made for sheet in language.sheets]
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
            component_entry(kit, component, options, selection)
            for component in kit.components
            if selection.holds(component) or component.id in lasting
        ),
        qr=tuple(code for language in made for code in language.codes),
        sheets=tuple(sheets),
        whole=changes is not None or not selection.partial,
        pieces=pieces,
        faces=FACES,
        seals=tuple(dict.fromkeys(seal for language in made for seal in language.seals)),
    )


def component_entry(kit: Kit, component: AnyComponent, options: Options, selection: Selection) -> entry.ComponentEntry:
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
    )

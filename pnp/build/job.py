"""A build: one kit, laid out in each language, and written as files; or only looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import msgspec

from pnp.build import manifest as entry
from pnp.build.options import Options
from pnp.build.output import staged, write_json
from pnp.build.parts import count, face_count, trim_size
from pnp.build.volumes import Planner, Volume
from pnp.draw.pdf import write_pdf
from pnp.draw.scene import Page
from pnp.face import Layout
from pnp.findings import Findings, KitError
from pnp.kit import Kit, read
from pnp.kit.model import AnyComponent, Leaflet
from pnp.sheet.booklet import page_size
from pnp.sheet.papers import PAPERS

Progress: TypeAlias = Callable[[str], None]
"""Told the name of each file as it is begun."""


class Built(msgspec.Struct, frozen=True):
    """What came of a build: the folder and the manifest, and the warnings."""

    folder: Path
    manifest: entry.Manifest
    findings: Findings


def build(folder: Path, options: Options, progress: Progress) -> Built:
    """Prints the kit in `folder` into `options.out/<kit id>/`.

    Raises KitError with all errors, and then has written nothing: the output is as it was before.
    """
    kit, findings = _read(folder, options)
    target = options.out / kit.id
    with staged(target) as stage:
        made = [
            _language(kit, language, options, findings, stage, progress)
            for language in options.printed_languages(kit.languages)
        ]
        if findings.errors:
            raise KitError(findings.errors)
        manifest = _manifest(kit, options, made)
        write_json(stage / entry.MANIFEST, manifest)
    return Built(target, manifest, findings)


def check(folder: Path, options: Options, progress: Progress) -> Findings:
    """Lays out all that `build` would print, and writes nothing."""
    try:
        kit, findings = _read(folder, options)
    except KitError as error:
        findings = Findings()
        findings.extend(error.findings)
        return findings
    for language in options.printed_languages(kit.languages):
        _language(kit, language, options, findings, None, progress)
    return findings


def _read(folder: Path, options: Options) -> tuple[Kit, Findings]:
    kit, findings = read(folder)
    if kit is None or findings.errors:
        raise KitError(tuple(findings))
    return kit, findings


class _Made(msgspec.Struct, frozen=True):
    """What one language adds to the manifest."""

    files: list[entry.File]
    codes: list[entry.Code]
    sheets: list[entry.SheetEntry]


def _language(
    kit: Kit, language: str, options: Options, findings: Findings, stage: Path | None, progress: Progress
) -> _Made:
    """Lays out one language, and writes its files if there is a stage. Adds what it notices to the findings."""
    made = _Made([], [], [])
    layout = Layout(kit, language, ink=options.ink, address=options.code_address(kit.id, kit.build))
    try:
        for volume in Planner(kit, layout, options).volumes():
            progress(volume.name)
            made.files.append(_write(volume, layout, options, stage, made.codes))
            made.sheets.extend(_sheet_entries(volume))
    except KitError as error:
        findings.extend(error.findings)
    findings.extend(layout.findings)
    return made


def _write(volume: Volume, layout: Layout, options: Options, stage: Path | None, codes: list[entry.Code]) -> entry.File:
    """Draws a file's pages, notes its QR codes, and writes it if there is a stage."""
    path = f"{volume.name}.pdf"
    pages = _noted(volume.pages(), path, codes)
    if stage is None:
        count_of_pages = sum(1 for _ in pages)
    else:
        with (stage / path).open("wb") as out:
            count_of_pages = write_pdf(
                pages,
                out,
                fonts=layout.fonts,
                title=volume.title,
                author=layout.kit.author,
                language=layout.language,
                keywords=f"{layout.kit.id} {layout.kit.build}",
            )
    return entry.File(
        path=path,
        what=volume.what,
        pages=count_of_pages,
        paper=volume.paper,
        language=layout.language,
        backs=options.backs if volume.backed else "none",
        ink=options.ink,
    )


def _noted(pages: Iterable[Page], path: str, codes: list[entry.Code]) -> Iterator[Page]:
    for number, page in enumerate(pages, start=1):
        codes.extend(entry.codes_on(page, number, path))
        yield page


def _sheet_entries(volume: Volume) -> Iterator[entry.SheetEntry]:
    pages = 2 if volume.backed else 1
    for index, sheet in enumerate(volume.sheets):
        components = Counter(placement.part.component for placement in sheet.placements)
        first = index * pages + 1
        yield entry.SheetEntry(
            file=f"{volume.name}.pdf",
            front_page=first,
            back_page=first + 1 if volume.backed else 0,
            stock=sheet.stock,
            components=dict(components),
            fill=round(sheet.fill, 3),
        )


def _manifest(kit: Kit, options: Options, made: list[_Made]) -> entry.Manifest:
    return entry.Manifest(
        kit=kit.id,
        title=dict(kit.title.texts),
        build=kit.build,
        version=kit.version,
        languages=options.printed_languages(kit.languages),
        companion=options.companion,
        files=tuple(file for language in made for file in language.files),
        components=tuple(_component(kit, component, options) for component in kit.components),
        qr=tuple(code for language in made for code in language.codes),
        sheets=tuple(sheet for language in made for sheet in language.sheets),
    )


def _component(kit: Kit, component: AnyComponent, options: Options) -> entry.ComponentEntry:
    width, height = page_size(PAPERS[options.paper]) if isinstance(component, Leaflet) else trim_size(kit, component)
    return entry.ComponentEntry(
        id=component.id,
        kind=component.kind,
        count=count(kit, component),
        width_mm=width,
        height_mm=height,
        faces=face_count(component),
        stock=component.stock,
    )

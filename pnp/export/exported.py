"""An export: one kit, shown in one way in each language, and written as files; all of them, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import msgspec

from pnp.build.build import Progress
from pnp.build.manifest import MANIFEST, staged, write_json
from pnp.check.rules import set_aside
from pnp.check.run import FaceCheck
from pnp.export.contact import contact
from pnp.export.faces import faces
from pnp.export.fan import fan
from pnp.export.manifest import File, Manifest
from pnp.export.options import Export, Way
from pnp.export.table import table
from pnp.export.tts.game import tts
from pnp.export.written import Written
from pnp.face.layout import Layout
from pnp.findings import Findings, KitError
from pnp.kit import Kit
from pnp.kit.folder import check_unsaved, stamps
from pnp.kits import read
from pnp.sheet.options import Selection, selected
from pnp.sheet.parts import count
from pnp.text.fonts import FontBook

Writer: TypeAlias = Callable[[Kit, Layout, Selection, Export], Iterator[Written]]

WRITERS: dict[Way, Writer] = {
    "faces": faces,
    "contact": contact,
    "fan": fan,
    "table": table,
    "tts": tts,
}


class Exported(msgspec.Struct, frozen=True):
    """What came of an export: the folder, what is in it, and what was noticed."""

    folder: Path
    manifest: Manifest
    findings: Findings


def export(folder: Path, asked: Export, progress: Progress) -> Exported:
    """Shows the kit in `folder`, and writes it into `<kit id>-<way>/`, a folder for each language.

    Raises KitError with all errors, or if the kit was saved meanwhile, and BadOptionError if the kit has not what is
    asked for; then nothing is written.
    """
    before = stamps(folder)
    kit, findings = read(folder)
    if kit is None or findings.errors:
        raise KitError(findings)
    selection = selected(kit, asked.print)
    languages = asked.print.printed_languages(kit.languages)
    target = asked.print.out / f"{kit.id}-{asked.way}"
    fonts = FontBook(kit.theme.fonts, kit.folder)
    with staged(target) as stage:
        files: list[File] = []
        for number, language in enumerate(languages):
            layout = Layout(
                kit,
                language,
                ink=asked.print.ink_mode,
                address=asked.print.code_address(kit),
                shares=len(languages),
            )
            for written in WRITERS[asked.way](kit, layout, selection, asked):
                progress(written.path, number / len(languages))
                files.append(_write(stage, language, written))
            findings.extend(layout.findings)
            # Only errors: how near to a knife something stands does not matter on a screen.
            check = FaceCheck(fonts)
            found = (finding for laid in layout.laid for finding in check.inspect(laid))
            findings.extend(finding for finding in found if finding.severity == "error")
        set_aside(kit, findings)
        if findings.errors:
            raise KitError(findings)
        manifest = _manifest(kit, selection, asked, languages, tuple(files))
        write_json(stage / MANIFEST, manifest)
        check_unsaved(folder, before)
    return Exported(target, manifest, findings)


def _write(stage: Path, language: str, written: Written) -> File:
    path = f"{language}/{written.path}"
    (stage / path).parent.mkdir(parents=True, exist_ok=True)
    (stage / path).write_bytes(written.data)
    return File(
        path=path,
        what=written.what,
        language=language,
        bytes=len(written.data),
        width_px=written.width,
        height_px=written.height,
    )


def _manifest(
    kit: Kit, selection: Selection, asked: Export, languages: tuple[str, ...], files: tuple[File, ...]
) -> Manifest:
    held = filter(selection.holds, kit.components)
    return Manifest(
        kit=kit.id,
        title=dict(kit.title.texts),
        build=kit.build,
        version=kit.version,
        way=asked.way,
        languages=languages,
        ink=asked.print.ink,
        components={component.id: count(kit, component, selection) for component in held},
        files=files,
    )

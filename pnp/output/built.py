"""What a partial build prints, and what a build leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from pnp.findings import Findings
from pnp.kit.folder import Stamps
from pnp.output.manifest import Manifest, PieceEntry
from pnp.sheet.plan import FilePlan, OutputFile
from pnp.sheet.selection import Selection


class NothingWantedError(Exception):
    """There is nothing to print. The message says why."""


class Built(msgspec.Struct, frozen=True):
    """Result of a build: its folder, manifest and warnings, and when the kit's files had been saved."""

    folder: Path
    manifest: Manifest
    findings: Findings
    stamps: Stamps = {}


class ChangeFilter(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What a build of changed pieces prints.

    `selection` has the pieces of any language, `by_language` those of each. `pieces` and `packed_faces` are what lies
    in the box afterwards, for the manifest and the file of faces. `extra_files` plans what is printed besides, from the
    plan of a language and its files.
    """

    selection: Selection
    by_language: Mapping[str, Selection]
    pieces: tuple[PieceEntry, ...]
    packed_faces: bytes
    extra_files: Callable[[FilePlan, Sequence[OutputFile]], tuple[OutputFile, ...]]

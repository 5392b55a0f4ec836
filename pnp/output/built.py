"""What came of a build, and that nothing had to come of it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pnp.findings import Findings
from pnp.kit.folder import Stamps
from pnp.output.manifest import Manifest


class NothingWantedError(Exception):
    """No piece is wanted: there is nothing to print. The message says why."""


class Built(msgspec.Struct, frozen=True):
    """What came of a build: the folder and the manifest, the warnings, how many files were rendered or came from the
    cache, and how many faces were drawn to be measured or were known; when the kit's files had been saved."""

    folder: Path
    manifest: Manifest
    findings: Findings
    rendered: int
    reused: int
    faces_drawn: int = 0
    faces_known: int = 0
    stamps: Stamps = {}

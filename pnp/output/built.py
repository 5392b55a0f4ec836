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
    """Result of a build: its folder, manifest and warnings, and when the kit's files had been saved."""

    folder: Path
    manifest: Manifest
    findings: Findings
    stamps: Stamps = {}

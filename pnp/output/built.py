"""What came of a build, and that nothing had to come of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import msgspec

from pnp.findings import Findings
from pnp.kit.folder import Stamps
from pnp.output.manifest import Manifest

Written: TypeAlias = Callable[[Path], None] | None
"""Is told of the folder that a build was written into, before its files move from there to where they belong."""


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

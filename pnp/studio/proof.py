"""What the proof page shows: every face of a kit as it was last laid out, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec

from pnp.face.ink import InkMode
from pnp.findings import Finding, Findings
from pnp.kit import Kit
from pnp.kit.model import AnyComponent
from pnp.kit.stamps import Stamps
from pnp.scene import Box, Scene

Mode: TypeAlias = tuple[str, InkMode]
"""Language and ink that faces are laid out in."""
FaceId: TypeAlias = tuple[str, str, str]
"""The id of a component, the key of a row or "", and the name of a side."""

Spots: TypeAlias = tuple[tuple[Box, float], ...]
"""Where a word draws: boxes in mm, each with its turn in degrees."""


class Shown(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """One face of one piece. `signature` changes with all that it depends on, `fingerprint` with what is on it.

    `draws` has, for each word of a face file that draws on it (`faces/card.toml:12`), a digest of what that drew;
    `spots`, for each of its file, where: boxes in mm, each with its turn. `stale`: since when it waits for a file to be
    mended.
    """

    component: str
    key: str
    side: str
    title: str
    copies: int
    line: int
    cells: Mapping[str, str]
    signature: str
    fingerprint: str
    scene: Scene
    findings: tuple[Finding, ...]
    draws: Mapping[str, str]
    spots: Mapping[str, Spots]
    stale: str = ""

    @property
    def id(self) -> FaceId:
        return self.component, self.key, self.side

    @property
    def card(self) -> str:
        """As findings call the piece."""
        return f"{self.component} {self.key}".strip()


class Saved(msgspec.Struct, frozen=True):
    """What a save came to: its files, how many faces look different, how many milliseconds it took, and when it was."""

    files: tuple[str, ...] = ()
    redrawn: int = 0
    took: int = 0
    time: str = ""
    gone: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    """Files that could not be read before, and can be again."""
    did: str = ""
    """What was done on the page, in words, where it was the page that saved."""


class Counts(msgspec.Struct, frozen=True):
    """What a kit comes to on paper, printed as usual in its first language: sheets, and pages of leaflets, by id."""

    sheets: int
    pages: Mapping[str, int]


class Proof(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A kit at one moment. `kit` is as it was last read without faults in kit.toml and theme.toml; None, if it never
    could be. `broken` are the files, by their names in the kit, that cannot be read now."""

    number: int
    folder: Path
    kit: Kit | None
    build: str
    files: Stamps
    faces: Mapping[Mode, tuple[Shown, ...]]
    findings: Findings
    broken: tuple[str, ...] = ()
    saved: Saved = Saved()
    good: str = ""
    """The time of the last save without faults."""
    checked: bool = False
    """Whether all that `pnp check` finds is among the findings."""
    changed: int | None = None
    """How many pieces are not as in the last build or revision, as far as that was looked at; it stays until it is
    looked at anew."""
    counts: Counts | None = None
    """As it was when that was last looked at."""

    @property
    def components(self) -> tuple[AnyComponent, ...]:
        return self.kit.components if self.kit else ()

    @property
    def errors(self) -> tuple[Finding, ...]:
        return self.findings.errors

    def of(self, mode: Mode) -> tuple[Shown, ...]:
        return self.faces.get(mode, ())

    def face(self, mode: Mode, face: FaceId) -> Shown | None:
        return next((one for one in self.of(mode) if one.id == face), None)

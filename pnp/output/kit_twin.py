"""A twin for a build that is about to begin: it reads the kit while this process still imports what prints, and then
measures the ink of the faces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.findings import Finding
from pnp.kit import Kit
from pnp.kit.stamps import Stamps, stamps
from pnp.output.cache import user_cache
from pnp.output.twins import Twin
from pnp.sheet.options import Options

if TYPE_CHECKING:
    from pnp.output.cache import Cache, Counts
    from pnp.output.ink_cover import InkTaken


class ReadKit(msgspec.Struct, frozen=True):
    """A kit as `pnp.kits.read` has read it, and when its files had been saved; what of a whole kit is never used, if
    that was looked for."""

    stamps: Stamps
    kit: Kit | None
    findings: tuple[Finding, ...]
    unused: tuple[Finding, ...] | None = None


_Inks: TypeAlias = "tuple[InkTaken, Counts]"


class KitTwin(Twin["ReadKit | _Inks"]):
    """Is asked for the kit first, then for its ink, for each once."""

    def __init__(self, folder: Path, options: Options) -> None:
        super().__init__(partial(_work, folder, options))

    def read(self) -> ReadKit:
        """What it has read; of a kit with errors there is no more."""
        found = self.result()
        assert isinstance(found, ReadKit)
        return found

    def inks(self) -> _Inks:
        """The ink of the kit, if it can be printed, and what the cache of that counted."""
        found = self.result()
        assert not isinstance(found, ReadKit)
        return found


def read(folder: Path, cache: Cache) -> ReadKit:
    """A kit as it was read before, or is read now."""
    from pnp.output.kept_kits import read_kept

    before = stamps(folder)
    kit, findings = read_kept(folder, cache)
    return ReadKit(before, kit, tuple(findings.each()))


def _work(folder: Path, options: Options) -> Iterator[ReadKit | _Inks]:
    """Imports as it goes: the sooner the kit is there, the better."""
    found = read(folder, user_cache(options.cache))
    kit = None if any(finding.severity == "error" for finding in found.findings) else found.kit
    if kit is not None and not options.only:
        from pnp.check.unused import unused

        found = replace(found, unused=tuple(unused(kit)))
    yield found
    if kit is None:
        return
    from pnp.output.asked import asked_kit
    from pnp.output.ink_cover import ink_of
    from pnp.sheet.selection import selected

    kit = asked_kit(kit, options)
    yield ink_of(kit, options, selected(kit, options))

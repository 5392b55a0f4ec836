"""A kit as it is read for a build, with what else its sheets need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from pnp.findings import Finding, KitError
from pnp.kit import Kit
from pnp.kit.folder import Stamps
from pnp.memos import Memos, known
from pnp.output.cache import user_cache
from pnp.sheet.options import Options

if TYPE_CHECKING:
    from pnp.output.cache import Cache, Counts
    from pnp.output.ink_taken import InkTaken

MOST_DRAWN = 40_000
"""Bytes of a kit's drawings that are read with it. To wait for more would take longer than all that is imported
meanwhile; who needs one reads it then."""


class ReadKit(msgspec.Struct, frozen=True):
    """A kit as `pnp.kits.read` has read it, and when its files had been saved; what of a whole kit is never used, if
    that was looked for, and what else was read."""

    stamps: Stamps
    kit: Kit | None
    findings: tuple[Finding, ...]
    unused: tuple[Finding, ...] | None = None
    memos: Memos = msgspec.field(default_factory=dict)


class Besides(msgspec.Struct, frozen=True):
    """What else a twin has of a kit that can be printed: its ink, with what the cache of that counted, and its rows, as
    an archive has them."""

    inks: tuple[InkTaken, Counts]
    rows: list[bytes]


def read(folder: Path, cache: Cache) -> ReadKit:
    """A kit as it was read before, or is read now."""
    from pnp.output.kept_kits import KeptKit

    kept = KeptKit(folder, cache)
    kept.keep()
    return ReadKit(kept.stamps, kept.kit, tuple(kept.findings.each()))


def work(folder: Path, cached: bool, asked: Callable[[], Options | None]) -> Iterator[ReadKit | Besides]:
    """What a twin does for a build: the kit, and if it can be printed, its ink and its rows. How it will be printed may
    be `asked` while it is read; without that, there is the kit alone. What is kept of it for another time, nobody waits
    for."""
    from pnp.output.kept_drawings import keep_drawings
    from pnp.output.kept_kits import KeptKit

    before = known()
    cache = user_cache(cached)
    keep_drawings(cache)
    kept = KeptKit(folder, cache)
    options = asked()
    kit = None if kept.findings.errors else kept.kit
    found = ReadKit(kept.stamps, kept.kit, tuple(kept.findings.each()))
    if kit and options and not options.only:
        from pnp.check.unused import unused

        _read_besides(kit, options)
        fresh = {key: what for key, what in known().items() if key not in before}
        found = replace(found, unused=tuple(unused(kit)), memos=fresh)
    yield found
    if kit and options:
        from pnp.output.asked import asked_kit
        from pnp.output.ink_cover import ink_of
        from pnp.output.pieces import rows_of
        from pnp.sheet.selection import selected

        kit = asked_kit(kit, options)
        yield Besides(ink_of(kit, options, selected(kit, options)), rows_of(kit))
    kept.keep()


def _read_besides(kit: Kit, options: Options) -> None:
    """What the sheets of a kit say by themselves, and what is drawn on them and in their guide, if that is soon read.
    What is wrong with a drawing is said where it is used."""
    from pnp.art.known_art import art_name, differs, known_art
    from pnp.output.guide_drawings import OFTEN, drawing
    from pnp.sheet.words import words

    for language in options.printed_languages(kit.languages):
        words(language)
    drawn = [path for path in kit.art.values() if path.suffix.lower() == ".svg" and path.is_relative_to(kit.folder)]
    with suppress(OSError, KitError):
        if sum(path.stat().st_size for path in drawn) > MOST_DRAWN:
            return
        for path in drawn:
            if not differs(path):
                known_art(path, art_name(kit, path))
        for name in OFTEN if kit.guide else ():
            drawing(name)

"""The thorough look at a kit after each save: all that `pnp check` finds, and how much changed since the last build."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from pnp.changes.pairs import changes
from pnp.changes.snapshot import SnapshotError
from pnp.findings import Findings, KitError
from pnp.kits import load
from pnp.output.build import check
from pnp.sheet.options import BadOptionError, Options
from pnp.studio.states import States, states


class Look(msgspec.Struct, frozen=True):
    """What was found, and how many pieces are not as in the last build, or revision; None, if there is neither or they
    cannot be compared."""

    findings: Findings
    changed: int | None = None


def looked_at(folder: Path, out: Path) -> Look:
    """Looks at a kit; `out` is where its builds lie."""
    return Look(check(folder, Options(out=Path()), lambda name, done: None), _changed(folder, out))


def _changed(folder: Path, out: Path) -> int | None:
    try:
        kit = load(folder)
        last = next(iter(states(folder, out, kit)), None)
        if last is None:
            return None
        language = kit.languages[0]
        return len(changes(*_known(folder).both(last.name, str(folder), language), language))
    except (KitError, SnapshotError, BadOptionError, OSError):
        return None


@lru_cache(maxsize=1)
def _known(folder: Path) -> States:
    """What this process has seen of a kit."""
    return States(folder)

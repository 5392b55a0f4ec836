"""The thorough look at a kit after each save: all that `pnp check` finds, what it comes to on paper, and how much
changed since the last build."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from pnp.changes.compare import compare
from pnp.changes.git import SnapshotError
from pnp.face.layout import Layout
from pnp.findings import Findings, KitError
from pnp.kits import load
from pnp.output.build import check
from pnp.sheet.options import BadOptionError, Options
from pnp.sheet.plan import FilePlan
from pnp.sheet.selection import Selection
from pnp.studio.proof import Counts
from pnp.studio.states import StateCache, state_choices


class Look(msgspec.Struct, frozen=True):
    """What was found; how many pieces are not as in the last build, or revision, None, if there is neither or they
    cannot be compared; and what is to be printed, None, if it cannot be laid out."""

    findings: Findings
    changed: int | None = None
    counts: Counts | None = None


def looked_at(folder: Path, out: Path) -> Look:
    """Looks at a kit; `out` is where its builds lie."""
    found = check(folder, Options(out=Path()), lambda name, done: None)
    return Look(found, _changed(folder, out), _counted(folder))


def _counted(folder: Path) -> Counts | None:
    try:
        kit = load(folder)
        language = kit.languages[0]
        options = Options(out=Path(), languages=(language,))
        plan = FilePlan(kit, Layout(kit, language, address=options.code_address(kit)), options, Selection())
        files = [file for file in plan.files() if file.what != "booklet"]
        pages = {file.name: len([*file.pages()]) for file in files if file.what == "leaflet"}
    except KitError:
        return None
    leaflets = {one.id: pages[plan.name(one.id)] for one in kit.components if plan.name(one.id) in pages}
    return Counts(sum(file.job.new_sheets for file in files if file.job), leaflets)


def _changed(folder: Path, out: Path) -> int | None:
    try:
        kit = load(folder)
        last = next(iter(state_choices(folder, out, kit)), None)
        if last is None:
            return None
        language = kit.languages[0]
        old, new = (_states(folder).read(name, kit.id, language) for name in (last.name, str(folder)))
        return len(compare(old, new, language).changes)
    except (KitError, SnapshotError, BadOptionError, OSError):
        return None


@cache
def _states(folder: Path) -> StateCache:
    """The states that this process knows of a kit."""
    return StateCache(folder)

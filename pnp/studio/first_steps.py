"""What somebody who has just begun a kit may try first: a list that ticks itself off, and goes."""

from __future__ import annotations

import msgspec

from pnp.output.manifest import MANIFEST
from pnp.schema.editors import FOLDER
from pnp.studio.session import Session


class Step(msgspec.Struct, frozen=True):
    """Something to try, by the key of its words, and whether it was done."""

    words: str
    done: bool


def first_steps(session: Session) -> tuple[Step, ...]:
    """The steps for a kit as `pnp new` writes it that was not built yet; none, when all are done."""
    kit = session.proof.kit
    if kit is None or not (session.folder / FOLDER).is_dir() or not session.unbuilt:
        return ()
    steps = (
        Step("step_look", True),
        Step("step_change", session.saved),
        Step("step_move", bool(session.ledger.last or session.ledger.next)),
        Step("step_print", (session.press.out / kit.id / MANIFEST).is_file()),
    )
    return () if all(step.done for step in steps) else steps

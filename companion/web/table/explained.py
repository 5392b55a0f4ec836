"""The one step, forgotten or wrong, that explains why the table is other than the app believes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.engine.correction import Change
from companion.tables import ForgottenStep, TableError
from companion.web.context import AnyContext
from companion.web.http.served import tables
from companion.web.table.deeds import called
from companion.web.widgets import Key, do

MOST = 3
"""Differences that one step may explain."""
OFFERED = 2


def explained(context: AnyContext, lies: Sequence[Change]) -> tuple[Key, ...]:
    """Keys that put in the step behind these fields of the table, if there is one: the likeliest first."""
    if not 1 <= len(lies) <= MOST:
        return ()
    try:
        steps = tables().repairs.forgotten(context.code, context.phone.token, tuple(lies))
    except TableError:
        return ()
    return tuple(_key(context, step) for step in steps[:OFFERED])


def _key(context: AnyContext, step: ForgottenStep) -> Key:
    words = context.words
    what = " ".join(context.game.say(effect, step.state, context.language, context.names) for effect in step.effects)
    stood = step.stood
    small = words.phrase(f"check.explains.{step.kind}", what=called(context, stood)) if stood is not None else ""
    changes = msgspec.to_builtins(step.changes)
    sent = do("correct", changes=changes, why="forgotten", explains=step.key)
    return Key(what, sent, small or words.phrase("check.explains.last"), go=True)

"""What people did, by name: “your shop on C1”, “Ana’s pass”. Nobody at a table knows the numbers of the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.tables import Line
from companion.tables.log.views import Deed
from companion.web.context import AnyContext


def called(context: AnyContext, deed: Deed) -> str:
    """A deed, by whose it was and what its first step is called."""
    words = context.words
    if deed.kind == "replace":
        return words.phrase("deed.replace")
    named = next(filter(None, (context.pages.step(context, effect) for effect in deed.effects)), "")
    if deed.seat is None or int(deed.seat) >= len(context.names):
        return named or words.get(f"deed.{deed.kind}", words.phrase("last_step"))
    named = named or words.phrase("a_step")
    if deed.seat == context.view.eyes:
        return words.phrase("deed_yours", what=named)
    return words.phrase("deed_of", name=context.names[deed.seat], what=named)


def plainly(context: AnyContext, found: Sequence[Deed]) -> str:
    """The first of some deeds, to those who know whose it is: “the pass”."""
    words = context.words
    named = next(filter(None, (context.pages.step(context, one) for one in found[0].effects)), "") if found else ""
    return words.phrase("deed_the", what=named) if named else words.phrase("last_step")


def deeds(lines: Iterable[Line]) -> tuple[Deed, ...]:
    """What people did in these entries of the log, press by press."""
    return tuple(
        Deed(line.seq, line.kind, line.seat, line.effects)
        for line in lines
        if line.source in ("person", "hand") and not line.joined
    )

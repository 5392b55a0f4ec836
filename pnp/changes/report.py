"""What changed, in words for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.changes.comparison import Comparison
from pnp.changes.told import Told

SIGNS = {"changed": "~", "new": "+", "gone": "-"}


def lines(comparisons: Sequence[Comparison]) -> Iterator[str]:
    """A line for each piece that is not as it was, with what is different below it; then a sum. Languages one after
    the other, each with its name if there are several."""
    for comparison in comparisons:
        if len(comparisons) > 1:
            yield f"{comparison.language}:"
        yield from _of(comparison)


def _of(comparison: Comparison) -> Iterator[str]:
    say = comparison.say
    if not comparison.found:
        yield say.diff.unchanged
        return
    for group in comparison.groups:
        yield f"{SIGNS['changed']} {comparison.named(group)}: {say.count(len(group.members), say.diff.group)}"
        yield from (f"    {line}" for line in (*group.statements, *group.draws))
    for one in comparison.single:
        yield f"{SIGNS[one.change.kind]} {_named(one)}"
        yield from (f"    {line}" for line in (*one.statements(say), *one.copies(say), *one.draws))
    if comparison.same:
        yield f"= {say.diff.same.format(titles=', '.join(comparison.same))}"
    yield say.diff.differ.format(n=len(comparison.found), total=comparison.total)


def _named(one: Told) -> str:
    """`buildings quarry (Stone Quarry), buildings.csv:5`."""
    name = f"{one.change.component} {one.key} ({one.title})" if one.key else f"{one.change.component} ({one.title})"
    return f"{name}, {one.place}" if one.place else name

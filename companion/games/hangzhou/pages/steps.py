"""The merchant round step by step: what the log's last round of merchants comes to, for reading at own pace."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.engine.game import AnyEffect, Why
from companion.games.hangzhou import Decision, MerchantMoved, MerchantStayed, State, because
from companion.games.hangzhou.effects import Bought, Sold, TakenBack
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.context import TableContext
from companion.tables import Line
from companion.web.table.entries import entries

FAR = 120
"""Entries among which the last merchant round is looked for; it has some ten, more where much was corrected."""
SETTING_OUT = ("act", "enter", "position", "start")
"""Entries after which the merchants begin anew."""


class Step(Struct, frozen=True):
    """One merchant's step: its entries, its decision, and the position that they led to.

    What was set right since shows on it, but is none of its entries: nobody has to read the step again.
    """

    number: int
    seqs: tuple[int, ...]
    decision: Decision
    effects: tuple[AnyEffect, ...]
    states: tuple[State, ...]
    """After each effect."""
    sources: tuple[str, ...]
    """Of each entry: rolled by the app, by hand, or decided by the rules."""

    @property
    def first(self) -> int:
        return self.seqs[0]

    @property
    def last(self) -> int:
        return self.seqs[-1]

    @property
    def state(self) -> State:
        return self.states[-1]


def steps(context: TableContext) -> tuple[Step, ...]:
    """The steps of the merchant round that was played last, as far as it has come; none after a player's action."""
    found = entries(context, max(0, context.view.seq - FAR))
    line = [entry for entry in found if entry.moment and not entry.undone]
    begin = max((i for i, entry in enumerate(line) if entry.kind in SETTING_OUT), default=-1)
    return _steps(line[max(0, begin) :])


def _steps(line: Sequence[Line]) -> tuple[Step, ...]:
    made: list[Step] = []
    for entry in line:
        if not isinstance(entry.state, State):
            continue
        effects, states = entry.effects, (entry.state,) * len(entry.effects)
        moved = next((e for e in effects if isinstance(e, MerchantMoved | MerchantStayed)), None)
        if moved is not None:
            made.append(Step(len(made) + 1, (entry.seq,), moved.because, effects, states, (entry.source,)))
        elif made:
            last, corrected = made[-1], entry.kind == "correct"
            made[-1] = Step(
                last.number,
                last.seqs if corrected else (*last.seqs, entry.seq),
                last.decision,
                (*last.effects, *effects),
                (*last.states, *states),
                last.sources if corrected else (*last.sources, entry.source),
            )
    return tuple(made)


def unread(context: TableContext, found: Sequence[Step]) -> int | None:
    """The number of the first step that the table has not read to its end; none: all are read."""
    return next((step.number for step in found if step.last > context.view.shown), None)


class Told(Struct, frozen=True):
    """A step in words: an instruction, why, what was traded, what followed."""

    title: str
    wants: str
    dye: str
    because: str
    then: tuple[str, ...]
    why: tuple[Why, ...]


def told(context: TableContext, step: Step) -> Told:
    """A step in the reader's language."""
    decision, words = step.decision, context.own_words
    name = labels.merchant(context, decision.merchant)
    dye = decision.demand.dye if decision.demand else None
    rest = [
        context.game.say(effect, state, context.language, context.names)
        for effect, state in zip(step.effects, step.states, strict=True)
        if not isinstance(effect, MerchantMoved | MerchantStayed)
    ]
    moved = decision.end is not None and decision.end != decision.start
    if moved and not any(isinstance(e, Bought | Sold | TakenBack) for e in step.effects):
        rest.insert(0, words.phrase("no_trade_yet"))
    return Told(
        title=_title(context, decision, name),
        wants=words.phrase("wants", merchant=name) if dye and moved else "",
        dye=dye.value if dye else "",
        because=because(decision, step.state, context.language, context.names),
        then=tuple(rest),
        why=context.game.why(decision, step.state, context.language, context.names),
    )


def _title(context: TableContext, decision: Decision, name: str) -> str:
    words = context.own_words
    if decision.end is None:
        return words.phrase("title.waits", merchant=name)
    if decision.end == decision.start:
        return words.phrase("title.stays", merchant=name, end=decision.end)
    if decision.start is None:
        return words.phrase("title.enters", merchant=name, end=decision.end)
    return words.phrase("title.moves", merchant=name, start=decision.start, end=decision.end)

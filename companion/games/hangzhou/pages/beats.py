"""The merchant round in beats: each is one moment, with one picture, one act of hands and one name.

Beats are derived from the effects in the log. If the log waits for somebody, the following beats are derived from the
effects of the rules. `View.shown` says how far the table has read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, Literal

from flask import g
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import OVER
from companion.engine.moves import replace_item
from companion.games.hangzhou import effects as did
from companion.games.hangzhou import phases
from companion.games.hangzhou.moves import Trade as TradeMove
from companion.games.hangzhou.names import MERCHANTS, Merchant
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.rules import HANGZHOU
from companion.games.hangzhou.state import State
from companion.games.hangzhou.table import TABLE, foreseen
from companion.tables import AnyView, Line
from companion.web.table.frame import entries
from companion.web.widgets import Phase

Kind = Literal["first", "wants", "move", "trade", "die"]
KINDS: Final[tuple[Kind, ...]] = ("first", "wants", "move", "trade", "die")
"""The beats of a merchant in their order. ``first``: its row lacks the die that it goes by."""
EACH: Final = 10
"""Numbers that a merchant has for its beats: 10 to 14 are those of the first."""
FAR: Final = 160
"""Entries among which the last merchant round is looked for; it has some forty, more where much was corrected."""
Trade = did.Bought | did.Sold | did.TakenBack
STAYS: Final = {"no-target": "none", "stay": "stays", "house-blocking": "blocked"}
"""Captions of merchants that stay."""


class Beat(Struct, frozen=True):
    """One moment of a merchant's step: the position before (`state`) and after its act (`after`).

    `effect` is what happens in it. `waits` is what the table has to do before the log can continue: ``pay`` and ``die``
    are questions, ``trade`` is the owner's decision, ``roll`` a manual die, ``go`` only to continue; empty: it is in
    the log, in `entry`. `done`: an entry of the log ended it.
    """

    merchant: Merchant
    kind: Kind
    effect: Any
    state: State
    after: State
    entry: int = 0
    source: str = ""
    waits: str = ""
    done: bool = False

    @property
    def number(self) -> int:
        """Its number within the round, by which the table reads on."""
        return EACH * self.merchant.number + KINDS.index(self.kind)

    @property
    def rolled(self) -> bool:
        """Whether it is a die rolled by the app."""
        return self.kind == "die" and self.source == "app"

    @property
    def caption(self) -> str:
        """Its name in the words (``beat.*``)."""
        match self.effect:
            case did.MerchantMoved(because=decision):
                return "wants" if self.kind == "wants" else "move" if decision.start else "enter"
            case did.MerchantStayed(because=decision):
                return STAYS[decision.decided_by] if decision.demand else "empty"
            case did.DiePlaced():
                return "new" if self.kind == "die" else "first"
            case None:
                return "draw" if self.waits == "roll" else "first"
        return "ask" if self.waits == "trade" else type(self.effect).__name__


class Round(Struct, frozen=True):
    """The last merchant round, as far as it has come. `entry` started it, `mover` is the chair that moves the figures
    (None: nobody has a phone), `ends` is what ended the round, with the position after it."""

    entry: int = 0
    beats: tuple[Beat, ...] = ()
    mover: int | None = None
    ends: tuple[tuple[Any, State], ...] = ()

    def find(self, number: int) -> Beat | None:
        """Returns the beat with that number; for 1 to 4 the first one of that merchant."""
        numbers = (number,) if number > len(MERCHANTS) else range(EACH * number, EACH * (number + 1))
        return next((beat for beat in self.beats if beat.number in numbers), None)

    def previous(self, beat: Beat) -> Beat | None:
        """Returns the beat before that one."""
        return next((b for b in reversed(self.beats) if b.number < beat.number), None)

    def following(self, beat: Beat) -> Beat | None:
        """Returns the beat after that one, if it is known yet."""
        return next((b for b in self.beats if b.number > beat.number), None)

    def of(self, merchant: Merchant) -> tuple[Beat, ...]:
        """Returns the beats of a merchant."""
        return tuple(beat for beat in self.beats if beat.merchant == merchant)

    def current(self, view: AnyView) -> Beat | None:
        """Returns the table's current beat; None: all are read."""
        return next((beat for beat in self.beats if not self.is_read(view, beat)), None)

    def is_read(self, view: AnyView, beat: Beat) -> bool:
        """Returns whether the table has passed that beat."""
        return beat.done if beat.done or beat.waits else self.has_read(view.shown, view.beat, beat)

    def has_read(self, entry: int, number: int | None, beat: Beat) -> bool:
        """Returns whether a table that has read so far (`View.shown`) has read that beat."""
        return 0 < beat.entry <= entry if number is None else (self.entry, beat.number) <= (entry, number)

    def decision(self, merchant: Merchant) -> did.Decision | None:
        """Returns where a merchant goes in this round, and why; None before it is known."""
        effects = (beat.effect for beat in self.of(merchant))
        return next((one.because for one in effects if isinstance(one, did.MerchantMoved | did.MerchantStayed)), None)


def phase(context: TableContext) -> Phase:
    """Returns the merchants' phase until the table has read their beats; then the position's."""
    if read_merchant_round(context).current(context.view) is not None:
        return Phase("merchants", context.own_words.phrase("way.merchants.name"))
    if context.position.turn is OVER:
        return Phase("result")
    if context.view.outcomes:
        return Phase("dice")
    return Phase("dyes" if isinstance(context.position.now, phases.Pick) else "round")


def read_merchant_round(context: TableContext) -> Round:
    """Returns the merchants' beats at a table; none after a player's action. Computed once per request."""
    known: dict[tuple[str, int, int | None], Round] = g.setdefault("hangzhou_rounds", {})
    key = (context.code, context.view.seq, context.view.eyes)
    if key not in known:
        known[key] = _read_round(context)
    return known[key]


def told(context: TableContext, seq: int) -> int:
    """Returns the last entry before the merchants' first beat that the table had not read by then."""
    found, view = read_merchant_round(context), context.view
    reads = view.ui.reads if seq >= view.seq else [one for one in view.ui.reads if one.newest < seq]
    entry, number = (reads[-1].entry, reads[-1].beat) if reads else (0, None)
    open_yet = (beat for beat in found.beats if beat.entry and not beat.done)
    return min([seq, *(beat.entry - 1 for beat in open_yet if not found.has_read(entry, number, beat))])


def _read_round(context: TableContext) -> Round:
    found = entries(context, max(0, context.view.seq - FAR))
    lines = [
        (entry, entry.state) for entry in found if entry.moment and not entry.undone and isinstance(entry.state, State)
    ]
    if not lines:
        return Round()
    lines = lines[max((i for i, (entry, _) in enumerate(lines) if _starts_round(entry)), default=0) :]
    beats, ends = list[Beat](), list[tuple[Any, State]]()
    for (_, before), (entry, after) in pairwise(lines):
        beats += _list_beats(before, after, entry.effects, entry)
        ends += [
            (effect, after) for effect in entry.effects if isinstance(effect, did.SealsReturned | did.RoundDieRose)
        ]
    beats += _list_waiting_beats(context)
    return Round(lines[0][0].seq, tuple(beats), _find_mover(context), tuple(ends))


def _starts_round(entry: Line) -> bool:
    """Returns whether the merchants start anew after that entry. A player's action may be the answer to one of them."""
    if entry.kind == "act":
        return not any(isinstance(effect, Trade) for effect in entry.effects)
    begins = any(isinstance(effect, did.MerchantRoundBegan) for effect in entry.effects)
    return begins or entry.kind in ("enter", "position", "start")


def _find_mover(context: TableContext) -> int | None:
    """Returns the chair that moved a figure last; initially the first chair with a phone."""
    for one in reversed(context.view.ui.reads):
        if one.beat is not None and one.beat % EACH == KINDS.index("move") and one.chair is not None:
            return one.chair
    return next((chair.number for chair in context.players if chair.held), None)


def _list_beats(state: State, after: State, effects: Sequence[Any], entry: Line | None = None) -> Iterator[Beat]:
    """Yields the beats of effects between two positions."""
    seq, source = (entry.seq, entry.source) if entry is not None else (0, "")
    by_hand, answer = source in ("person", "hand"), entry is not None and entry.kind == "answer"
    for effect in effects:
        match effect:
            case did.MerchantMoved(because=decision):
                yield Beat(decision.merchant, "wants", effect, state, after, seq, source)
                yield Beat(decision.merchant, "move", effect, state, after, seq, source)
                merchants = replace_item(state.merchants, decision.merchant.ordinal, decision.end)
                state = replace(state, merchants=merchants)
            case did.MerchantStayed(because=decision):
                yield Beat(decision.merchant, "wants", effect, state, after, seq, source)
            case did.Bought() | did.Sold() | did.TakenBack():
                yield Beat(effect.merchant, "trade", effect, state, after, seq, source, done=by_hand)
            case did.DiePlaced() if answer or effect.rule == "replace-die":
                kind: Kind = "die" if effect.rule == "replace-die" or isinstance(state.now, phases.Roll) else "first"
                yield Beat(effect.merchant, kind, effect, state, after, seq, source, done=by_hand)


def _list_waiting_beats(context: TableContext) -> Iterator[Beat]:
    """Yields the beats not in the log yet: what somebody has to answer, decide or roll, and what leads to it."""
    state, now, question = context.position, context.position.now, context.view.question
    if isinstance(now, phases.Roll):
        yield Beat(now.merchant, "die", None, state, state, waits="die" if TABLE.unknown(state) else "roll")
    elif isinstance(now, phases.Ask):
        for beat in _list_beats(state, state, HANGZHOU.play(state, TradeMove())[1]):
            yield replace(beat, waits="trade")
    elif isinstance(now, phases.Move) and question is not None and question.kind == "die":
        yield Beat(now.merchant, "first", None, state, state, waits="die")
    elif isinstance(now, phases.Move):
        beats = list(_list_beats(state, state, foreseen(state)))
        if question is None:
            yield replace(beats[0], waits="go")
        else:
            yield from (replace(one, waits="pay") if one.kind == "trade" else one for one in beats)

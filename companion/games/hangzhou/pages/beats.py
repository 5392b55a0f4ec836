"""The merchant round in beats: each is one moment, with one picture, one act of hands and one name.

What the log tells already is read beat by beat, and so is the merchant of whom something has to be asked before the
log can go on. The log and the position say all of it; how far the table has read says `View.shown`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

from flask import g
from msgspec import Struct
from msgspec.structs import replace

from companion.games.hangzhou.components import BREWS, DYE_ROWS, NATURAL
from companion.games.hangzhou.effects import (
    Bought,
    Decision,
    DiePlaced,
    MerchantMoved,
    MerchantRoundBegan,
    MerchantStayed,
    RoundDieRose,
    SealsReturned,
    Sold,
    TakenBack,
)
from companion.games.hangzhou.merchants import decide
from companion.games.hangzhou.names import DYE_INDEX, DYES, MERCHANT_INDEX, MERCHANTS, Merchant
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.state import Ask, Move, Roll, State, swapped
from companion.games.hangzhou.table import TABLE
from companion.tables import Line
from companion.web.table.frame import entries

Kind = Literal["first", "wants", "move", "trade", "die"]
KINDS: Final[tuple[Kind, ...]] = ("first", "wants", "move", "trade", "die")
"""The beats of a merchant in their order. ``first``: its row lacks the die that it goes by."""
EACH: Final = 10
"""Numbers that a merchant has for its beats: 11 to 14 are those of the first."""
MOVE: Final = KINDS.index("move")
FAR: Final = 160
"""Entries among which the last merchant round is looked for; it has some forty, more where much was corrected."""
Trade = Bought | Sold | TakenBack


class Beat(Struct, frozen=True):
    """One moment of a merchant's step: what lies there (`state`), and after its act (`after`).

    `waits` is what the table has to do before the log can go on: ``pay`` and ``die`` are questions, ``trade`` is the
    owner's to decide, ``roll`` a die by hand, ``go`` nothing but to go on; empty: the log tells it already. `done`:
    somebody ended it by an entry of the log.
    """

    merchant: Merchant
    kind: Kind
    decision: Decision | None
    state: State
    after: State
    told: Trade | DiePlaced | None = None
    entry: int = 0
    """The entry that tells it; 0: none yet."""
    source: str = ""
    waits: str = ""
    done: bool = False

    @property
    def number(self) -> int:
        """Its number within the round, by which the table reads on."""
        return EACH * (MERCHANT_INDEX[self.merchant] + 1) + KINDS.index(self.kind)


class Round(Struct, frozen=True):
    """The merchant round that was played last, as far as it has come. `entry` has set it out; `before` is the position
    that it left, `mover` the chair that moves the figures (none: nobody has a phone), `ends` what ended the round, with
    the position after it."""

    entry: int
    before: State | None
    beats: tuple[Beat, ...]
    mover: int | None = None
    ends: tuple[tuple[Any, State], ...] = ()

    def find(self, number: int) -> Beat | None:
        """The beat of that number; of 1 to 4: the first one of that merchant."""
        if number <= len(MERCHANTS):
            return next((b for b in self.beats if MERCHANT_INDEX[b.merchant] + 1 == number), None)
        return next((beat for beat in self.beats if beat.number == number), None)

    def previous(self, beat: Beat) -> Beat | None:
        """The beat before that one."""
        return next((b for b in reversed(self.beats) if b.number < beat.number), None)

    def following(self, beat: Beat) -> Beat | None:
        """The beat after that one, if it is known yet."""
        return next((b for b in self.beats if b.number > beat.number), None)


def merchant_round(context: TableContext) -> Round:
    """The merchants' beats at a table; none after a player's action."""
    kept: dict[tuple[str, int, int | None], Round] = g.setdefault("hangzhou_rounds", {})
    view = context.view
    key = (context.code, view.seq, view.eyes)
    if key not in kept:
        found = entries(context, max(0, view.seq - FAR))
        kept[key] = _round(context, found)
    return kept[key]


def current(context: TableContext, found: Round) -> Beat | None:
    """The beat that the table is at; none: all are read."""
    return next((beat for beat in found.beats if not is_read(context, found, beat)), None)


def is_read(context: TableContext, found: Round, beat: Beat) -> bool:
    """Has the table gone on from that beat?"""
    if beat.done or beat.waits:
        return beat.done
    return _reaches(context.view.shown, context.view.beat, found, beat)


def _reaches(entry: int, number: int | None, found: Round, beat: Beat) -> bool:
    """Has a table read a beat that has read so far? (`View.shown`)"""
    if number is None:
        return 0 < beat.entry <= entry
    return (found.entry, beat.number) <= (entry, number)


def told(context: TableContext, seq: int) -> int:
    """Up to the merchants' first beat that the table had not read by then."""
    found = merchant_round(context)
    view = context.view
    reads = view.ui.reads if seq >= view.seq else [one for one in view.ui.reads if one.newest < seq]
    entry, number = (reads[-1].entry, reads[-1].beat) if reads else (0, None)
    unread = (
        beat.entry - 1
        for beat in found.beats
        if beat.entry and not beat.done and not _reaches(entry, number, found, beat)
    )
    return min([seq, *unread])


def _round(context: TableContext, found: Sequence[Line]) -> Round:
    line = [entry for entry in found if entry.moment and not entry.undone and isinstance(entry.state, State)]
    begin = max((i for i, entry in enumerate(line) if _sets_out(entry)), default=0)
    if not line:
        return Round(0, None, ())
    before = line[begin].state
    assert isinstance(before, State), "the line was sifted for it"
    beats = list(_told(line[begin:]))
    now = context.position.now
    if isinstance(now, Move | Roll | Ask):
        beats.extend(_waiting(context, context.position, now, beats))
    return Round(line[begin].seq, before, tuple(beats), _mover(context), tuple(_ends(line[begin:])))


def _ends(line: Sequence[Line]) -> Iterator[tuple[Any, State]]:
    """Seals that go back, a round die that rises."""
    for entry in line[1:]:
        for effect in entry.effects:
            if isinstance(effect, SealsReturned | RoundDieRose) and isinstance(entry.state, State):
                yield effect, entry.state


def _sets_out(entry: Line) -> bool:
    """Do the merchants begin anew after that entry? A player's action may be the answer to one of them."""
    if entry.kind == "act":
        return not any(isinstance(effect, Trade) for effect in entry.effects)
    return entry.kind in ("enter", "position", "start") or any(isinstance(e, MerchantRoundBegan) for e in entry.effects)


def _mover(context: TableContext) -> int | None:
    """The chair that moved a figure last; before the first the first chair with a phone."""
    for one in reversed(context.view.ui.reads):
        if one.beat is not None and one.beat % EACH == MOVE and one.chair is not None:
            return one.chair
    return next((chair.number for chair in context.players if chair.held), None)


def _told(line: Sequence[Line]) -> Iterator[Beat]:
    """The beats that the log tells."""
    state, decision = line[0].state, None
    assert isinstance(state, State), "the line was sifted for it"
    for entry in line[1:]:
        after = entry.state
        assert isinstance(after, State), "the line was sifted for it"
        for effect in entry.effects:
            match effect:
                case MerchantMoved() | MerchantStayed():
                    decision = effect.because
                    yield from _steps(decision, state, after, entry)
                    state = moved(state, decision)
                case Bought() | Sold() | TakenBack():
                    yield _of(entry, effect.merchant, "trade", decision, state, after, effect)
                case DiePlaced(rule="setup-market") if entry.kind == "answer":
                    now = state.now
                    kind: Kind = "die" if isinstance(now, Roll) else "first"
                    yield _of(entry, effect.merchant, kind, decision, state, after, effect)
                case DiePlaced(rule="replace-die"):
                    yield _of(entry, effect.merchant, "die", decision, state, after, effect)
        state = after


def _of(
    entry: Line,
    merchant: Merchant,
    kind: Kind,
    decision: Decision | None,
    state: State,
    after: State,
    told: Trade | DiePlaced | None = None,
) -> Beat:
    by_hand = told is not None and entry.source in ("person", "hand")
    return Beat(merchant, kind, decision, state, after, told, entry.seq, entry.source, done=by_hand)


def _steps(decision: Decision, state: State, after: State, entry: Line | None = None) -> Iterator[Beat]:
    """What a merchant wants, and where it goes."""
    kinds: tuple[Kind, ...] = ("wants",) if decision.end == decision.start else ("wants", "move")
    for kind in kinds:
        then = moved(state, decision) if kind == "move" else after if len(kinds) == 1 else state
        if entry is not None:
            yield _of(entry, decision.merchant, kind, decision, state, then)
        else:
            yield Beat(decision.merchant, kind, decision, state, then)


def moved(state: State, decision: Decision) -> State:
    """The position with the merchant where it goes."""
    return replace(state, merchants=swapped(state.merchants, MERCHANT_INDEX[decision.merchant], decision.end))


def _waiting(context: TableContext, state: State, now: Move | Roll | Ask, told: Sequence[Beat]) -> Iterator[Beat]:
    """The beats that the log does not tell yet: what somebody has to answer, decide or roll, and what leads to it."""
    question, merchant = context.view.question, now.merchant
    decision = next((beat.decision for beat in reversed(told) if beat.merchant == merchant), None)
    if isinstance(now, Roll):
        yield Beat(merchant, "die", decision, state, state, waits="die" if TABLE.unknown(state) else "roll")
    elif isinstance(now, Ask):
        yield Beat(merchant, "trade", decision, state, state, _trade(state, merchant), waits="trade")
    elif question is not None and question.kind == "die":
        yield Beat(merchant, "first", None, state, state, waits="die")
    else:
        decision = decide(state, merchant)
        steps = tuple(_steps(decision, state, state))
        if question is None:
            yield replace(steps[0], waits="go")
            return
        yield from steps
        there = moved(state, decision)
        yield Beat(merchant, "trade", decision, there, there, _trade(there, merchant), waits="pay")


def _trade(state: State, merchant: Merchant) -> Trade | None:
    """What is traded, if the owner is able."""
    space, shop, die = state.merchant(merchant), state.reached(merchant), state.demand(merchant)
    if space is None or shop is None or die is None:
        return None
    i = DYE_INDEX[die.dye]
    if NATURAL[i]:
        return Bought(merchant, shop.owner, space, die, shop.coins)
    points = 0 if state.solo else DYE_ROWS[i].points
    paid = tuple(DYES[part] for part in BREWS[i])
    return Sold(merchant, shop.owner, space, die, paid, points, shop.coins, kept=state.solo)

"""The keys of a beat: each carries the beat that it ends, so that one that is over is never ended twice."""

from __future__ import annotations

from msgspec import Struct

from companion.games.hangzhou.effects import Bought, Sold
from companion.games.hangzhou.names import MERCHANT_INDEX
from companion.games.hangzhou.pages import turn
from companion.games.hangzhou.pages.beat_words import SCENES, caption, coming, head, used
from companion.games.hangzhou.pages.beats import EACH, Beat, Round
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.table import TABLE
from companion.web.table.undo import UndoKeys, undo_keys
from companion.web.widgets import Key, both, do

A_RULE, A_LOOK = 0.6, 1.5
"""Seconds for each rule that a merchant goes by, and to look at what came of it."""
A_DIE = 2.5
"""Seconds in which a die of the app rolls and lands."""
A_BEAT = 8.0
"""Seconds of any other beat where the table goes on by itself."""


class Keys(Struct, frozen=True):
    """Keys of the bar. `go` ends the beat; after `alone` seconds automatically, on the mover's phone (0: never)."""

    undo: UndoKeys
    go: Key | None
    other: Key | None = None
    alone: float = 0


def keys(context: TableContext, found: Round, beat: Beat) -> Keys:
    """The keys of the beat that the table is at, by what it waits for."""
    undo, words, done = _undo(context, found, beat), context.own_words, context.words.phrase("tally.ready")
    match beat.waits:
        case "trade":
            yes, no = turn.trades(context, beat.state)
            return Keys(undo, yes, no)
        case "roll" if TABLE.rolls(context.position):
            return Keys(undo, Key(context.words.phrase("setting.dice.app"), do("roll"), go=True))
        case "die" | "roll":
            return Keys(undo, None)
        case "pay":
            no = Key(words.phrase("beat.cannot"), do("answer", answer="no"), words.phrase("shop_goes_back"))
            return Keys(undo, Key(done, do("answer", answer="yes"), go=True), no)
    small = coming(context, found, beat) or words.phrase("next_round")
    if beat.waits == "go":
        return Keys(undo, Key(words.phrase("next"), do("roll"), small, go=True))
    end = do("show", entry=found.entry, beat=beat.number)
    go = Key(done if SCENES[caption(beat)].by_hand else words.phrase("next"), end, small, go=True)
    unable = None
    if isinstance(beat.told, Bought | Sold):
        href = f"{context.home}/step/unable-{beat.number}"
        unable = Key(words.phrase("beat.cannot"), "", words.phrase("shop_goes_back"), href=href)
    return Keys(undo, go, unable, _alone(context, found, beat))


def reread(context: TableContext, found: Round, number: int, command: str) -> str:
    """A command that has the merchants go again; the table reads on from beat `number`, if it has gone on from it."""
    view = context.view
    if view.beat is None or view.shown != found.entry or view.beat < number:
        return command
    return both(do("show", entry=found.entry, beat=number, back=True), command)


def behind(beat: Beat) -> int:
    """The first number behind the beats of a merchant."""
    return EACH * (MERCHANT_INDEX[beat.merchant] + 2)


def _undo(context: TableContext, found: Round, beat: Beat) -> UndoKeys:
    """Back to the beat before; what somebody entered is taken back as everywhere."""
    before, usual = found.previous(beat), undo_keys(context)
    if before is None or before.done or before.waits:
        return usual
    back = do("show", entry=found.entry, beat=before.number, back=True)
    return UndoKeys(Key(context.words.phrase("undo"), back, head(context, found, before)), usual.redo)


def _alone(context: TableContext, found: Round, beat: Beat) -> float:
    """The seconds after which the beat ends by itself, on one phone of the table, so that *Wait* there stops it: what a
    merchant wants, if an act of hands follows, and a die of the app; each beat where the table is set so."""
    own = context.view.me
    if not context.seated or not (own.host if found.mover is None else own.chair == found.mover):
        return 0
    following = found.following(beat)
    acts = following is not None and following.merchant == beat.merchant
    by_app = following is not None and following.kind == "die" and following.source == "app"
    if beat.kind == "wants" and acts and not by_app:
        return A_LOOK + A_RULE * len(used(beat.decision))
    if beat.kind == "die" and beat.source == "app":
        return A_DIE
    return A_BEAT if context.view.settings.pace == "own" else 0

"""The keys of a beat: each carries the beat that it ends, so that one that is over is never ended twice."""

from __future__ import annotations

from msgspec import Struct

from companion.games.hangzhou.effects import Bought, Sold
from companion.games.hangzhou.names import MERCHANT_INDEX
from companion.games.hangzhou.pages import turn
from companion.games.hangzhou.pages.acts import following, named, used
from companion.games.hangzhou.pages.beats import EACH, Beat, Round, Trade
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
    """What the bar holds. `go` ends the beat; after `alone` seconds by itself, on the phone of who moves (0: never)."""

    undo: UndoKeys
    go: Key | None
    other: Key | None = None
    alone: float = 0


def keys(context: TableContext, found: Round, beat: Beat) -> Keys:
    """The keys of the beat that the table is at."""
    undo, words = _undo(context, found, beat), context.own_words
    if beat.waits == "trade":
        yes, no = turn.trades(context, beat.state)
        return Keys(undo, yes, no)
    if beat.waits in ("die", "roll"):
        app = Key(context.words.phrase("setting.dice.app"), do("roll"), go=True)
        return Keys(undo, app if TABLE.rolls(context.position) and beat.waits == "roll" else None)
    if beat.waits == "pay" and isinstance(beat.told, Trade):
        no = Key(words.phrase("beat.cannot"), do("answer", answer="no"), words.phrase("shop_goes_back"))
        return Keys(undo, Key(context.words.phrase("tally.ready"), do("answer", answer="yes"), go=True), no)
    end = do("show", entry=found.entry, beat=beat.number)
    if beat.waits == "go":
        return Keys(undo, Key(words.phrase("next"), do("roll"), following(context, found, beat), go=True))
    alone = _alone(context, found, beat) if drives(context, found) else 0
    return Keys(undo, _end(context, found, beat, end), _unable(context, beat), alone)


def drives(context: TableContext, found: Round) -> bool:
    """Is it on this phone that a beat ends by itself? One phone of the table does it, so that *Wait* there stops it."""
    own = context.view.me.chair
    return context.seated and (own == found.mover if found.mover is not None else context.view.me.host)


def rereading(context: TableContext, found: Round, number: int, command: str) -> str:
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
    return UndoKeys(Key(context.words.phrase("undo"), back, named(context, found, before)), usual.redo)


def _end(context: TableContext, found: Round, beat: Beat, end: str) -> Key:
    done, small = context.words.phrase("tally.ready"), following(context, found, beat)
    return Key(done if beat.kind in ("move", "trade") else context.own_words.phrase("next"), end, small, go=True)


def _unable(context: TableContext, beat: Beat) -> Key | None:
    """The key for an owner who cannot pay after all; None: nothing is paid."""
    if beat.kind != "trade" or not isinstance(beat.told, Bought | Sold):
        return None
    words, href = context.own_words, f"{context.home}/step/unable-{beat.number}"
    return Key(words.phrase("beat.cannot"), "", words.phrase("shop_goes_back"), href=href)


def _alone(context: TableContext, found: Round, beat: Beat) -> float:
    """The seconds after which the beat ends by itself: each where the table is set so; else what a merchant wants, if
    an act of hands follows, and a die of the app."""
    following = found.following(beat)
    acts = following is not None and following.merchant is beat.merchant
    if acts and following is not None and following.kind == "die" and following.source == "app":
        acts = False
    if beat.kind == "wants" and acts:
        return A_LOOK + A_RULE * len(used(beat.decision))
    if beat.kind == "die" and beat.source == "app":
        return A_DIE
    return A_BEAT if context.view.settings.pace == "own" else 0

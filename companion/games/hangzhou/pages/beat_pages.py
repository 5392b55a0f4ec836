"""The pages of the merchant round: its beats with their keys, and what was otherwise on the table.

Each key carries the beat that it ends, so that one that is over is never ended twice.
"""

from __future__ import annotations

from typing import Any

from flask import abort, redirect
from msgspec import Struct
from werkzeug.wrappers import Response

from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.hangzhou.components import BREWS, DYE_NAMES
from companion.games.hangzhou.effects import Bought, Sold, TakenBack
from companion.games.hangzhou.names import DYE_INDEX, DYES, MERCHANT_INDEX, MERCHANTS
from companion.games.hangzhou.pages import dice, labels, turn
from companion.games.hangzhou.pages.beat_picture import moment
from companion.games.hangzhou.pages.beat_text import Text, used
from companion.games.hangzhou.pages.beats import EACH, SINCE, Beat, Round, current, is_read, merchant_round, phase
from companion.games.hangzhou.pages.city_map import city_map
from companion.games.hangzhou.pages.drawing import City, draw
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.state import Die, State
from companion.games.hangzhou.table import TABLE
from companion.web.network import qr
from companion.web.table.frame import show
from companion.web.table.log import one_line
from companion.web.table.seats import join_address
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
    go: Key | None = None
    other: Key | None = None
    alone: float = 0


def now(context: TableContext) -> str:
    """The beat that the table is at."""
    found = merchant_round(context)
    beat = current(context, found)
    return abort(404) if beat is None else _page(context, found, beat, beat)


def step(context: TableContext, item: str) -> str | Response:
    """A beat that was, to read at the own pace: the table does not go back by it. What comes is not told before.

    With the name of a correction before the number (``unable-13``): the page that corrects it.
    """
    found, (name, _, which) = merchant_round(context), item.rpartition("-")
    seq = number(which)
    if name:
        correct = CORRECTIONS.get(name) or abort(404)
        page = correct(context, found, seq or 0) if phase(context).name in SINCE else None
        return redirect(context.home, 303) if page is None else page
    if seq is None or not 0 < seq < EACH * (len(MERCHANTS) + 1):
        abort(404)
    beat, at = found.find(seq), current(context, found)
    if beat is None:
        return redirect(context.home, 303)
    return _page(context, found, beat if at is None or beat.number <= at.number else at, at)


def _page(context: TableContext, found: Round, beat: Beat, at: Beat | None) -> str:
    """A beat; `at`: the one that the table is at."""
    eyes, after, text = context.view.eyes, beat.after if beat.kind == "trade" else None, Text(context, found, beat)
    row = turn.market(context, beat.after.market)[MERCHANTS.index(beat.merchant)].dice
    command = dice.answered if beat.waits == "die" else dice.rolled
    by_hand, merchants = context.seated and beat.waits in ("die", "roll"), []
    for i, merchant in enumerate(MERCHANTS):
        last = found.of(merchant)[-1:]
        done = bool(last) and is_read(context, found, last[0]) and (at is None or at.merchant is not merchant)
        name = labels.merchant(context, merchant)
        merchants.append((merchant.value, str(i + 1), name, done, merchant is beat.merchant))
    return show(
        context,
        "hangzhou/step.html",
        beat=beat,
        act=text,
        merchants=merchants,
        city=_picture(text, context.phone.turned),
        held=labels.hand(context, beat.state, eyes, after) if eyes is not None else (),
        row=row if beat.kind in ("die", "first") else (),
        pad=dice.die_rows(context, command, context.position.bag) if by_hand else (),
        keys=_keys(text) if beat is at else None,
        at=at,
        earlier=found.previous(beat),
        later=found.following(beat),
        act_for=turn.act_for(context) if beat.waits == "trade" else "",
    )


def _picture(text: Text, turned: int) -> City:
    """The city at a beat."""
    beat = text.beat
    shown = moment(city_map(turned), beat, text.round.previous(beat), text.lacks, used(beat.decision))
    return draw(beat.state, turned=turned, moment=shown)


def _keys(text: Text) -> Keys:
    """The keys of the beat that the table is at, by what it waits for."""
    context, beat, found = text.context, text.beat, text.round
    words, done, undo = context.own_words, context.words.phrase("tally.ready"), _undo(text)
    match beat.waits:
        case "trade":
            return Keys(undo, *turn.trades(context, beat.state))
        case "roll" if TABLE.rolls(context.position):
            return Keys(undo, Key(context.words.phrase("setting.dice.app"), do("roll"), go=True))
        case "die" | "roll":
            return Keys(undo)
        case "pay":
            no = Key(words.phrase("beat.cannot"), do("answer", answer="no"), words.phrase("shop_goes_back"))
            return Keys(undo, Key(done, do("answer", answer="yes"), go=True), no)
    small = text.coming() or words.phrase("next_round")
    if beat.waits == "go":
        return Keys(undo, Key(words.phrase("next"), do("roll"), small, go=True))
    end = do("show", entry=found.entry, beat=beat.number)
    go, unable = Key(done if text.scene.by_hand else words.phrase("next"), end, small, go=True), None
    if isinstance(beat.told, Bought | Sold):
        href = f"{context.home}/step/unable-{beat.number}"
        unable = Key(words.phrase("beat.cannot"), "", words.phrase("shop_goes_back"), href=href)
    return Keys(undo, go, unable, _alone(text))


def _undo(text: Text) -> UndoKeys:
    """Back to the beat before; what somebody entered is taken back as everywhere."""
    context, found = text.context, text.round
    before, usual = found.previous(text.beat), undo_keys(context)
    if before is None or before.done or before.waits:
        return usual
    back = do("show", entry=found.entry, beat=before.number, back=True)
    return UndoKeys(Key(context.words.phrase("undo"), back, Text(context, found, before).head), usual.redo)


def _alone(text: Text) -> float:
    """The seconds after which the beat ends by itself, on one phone of the table, so that *Wait* there stops it: what a
    merchant wants, if an act of hands follows, and a die of the app; each beat where the table is set so."""
    context, beat, found, own = text.context, text.beat, text.round, text.context.view.me
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


# --- corrections: pages by the name before a beat's number; None: it is none of this round ---


def _reread(context: TableContext, found: Round, number: int, command: str) -> str:
    """A command that has the merchants go again; the table reads on from beat `number`, if it has gone on from it."""
    view = context.view
    if view.beat is None or view.shown != found.entry or view.beat < number:
        return command
    return both(do("show", entry=found.entry, beat=number, back=True), command)


def _behind(beat: Beat) -> int:
    """The first number behind the beats of a merchant."""
    return EACH * (MERCHANT_INDEX[beat.merchant] + 2)


def _elsewhere(context: TableContext, found: Round, which: int) -> str | None:
    """A merchant went elsewhere, or there was no trade."""
    beat = found.find(which)
    if beat is None:
        return None
    at = next((one.entry for one in found.of(beat.merchant) if one.kind == "wants"), 0)

    def command(**what: Any) -> str:
        return _reread(context, found, _behind(beat), do("elsewhere", at=at, **what))

    return show(
        context,
        "hangzhou/elsewhere.html",
        name=labels.merchant(context, beat.merchant),
        city=draw(beat.state, turned=context.phone.turned, says=labels.spaces(context, beat.state)),
        to=lambda space: command(place=space),
        untraded=command(traded=False),
    )


def _unable(context: TableContext, found: Round, which: int) -> str | None:
    """The owner of a shop cannot trade, though the app thought so: what is in the hand? The step goes again from it."""
    beat = found.find(which)
    if beat is None or not isinstance(beat.told, Bought | Sold) or not beat.entry:
        return None
    words, trade, hand = context.own_words, beat.told, f"hands.{beat.state.colours[beat.told.seat]}"
    before = max((one.entry for one in found.beats if one.entry < beat.entry), default=found.entry)

    def command(field: str, n: int) -> str:
        right = do("correct", changes=[{"path": f"{hand}.{field}", "value": n}], why="other", at=before)
        return _reread(context, found, beat.number, right)

    if isinstance(trade, Bought):
        keys = [Key(words.count("thing.coins", n), command("coins", n)) for n in range(trade.die.price)]
    else:
        lacking = [DYES[part] for part in BREWS[DYE_INDEX[trade.die.dye]]]
        names = [words.phrase("beat.unable_dye", dye=DYE_NAMES[context.language][dye]) for dye in lacking]
        pairs = zip(names, lacking, strict=True)
        keys = [Key(name, command(f"dyes.{dye}", 0), sign=f"dye-{dye}") for name, dye in pairs]
    return show(context, "hangzhou/unable.html", name=context.names[trade.seat], keys=keys)


def _reroll(context: TableContext, found: Round, which: int) -> str | None:
    """The app's roll of an entry was made by hand after all: which die was it?"""
    line = one_line(context, which)
    if line is None or line.source != "app" or not isinstance(line.state, State):
        abort(404)
    beat = next((one for one in found.beats if one.kind == "die" and one.entry == line.seq), None)
    if beat is None:
        return None

    def command(die: Die) -> str:
        return _reread(context, found, _behind(beat), do("reroll", at=line.seq, outcome=dice.written(die)))

    rows = dice.die_rows(context, command, line.state.bag, bound=False)
    return show(context, "hangzhou/reroll.html", rows=rows, says=context.said(line))


CORRECTIONS = {"elsewhere": _elsewhere, "unable": _unable, "reroll": _reroll}


def screen(context: TableContext, item: str) -> str:
    """The big screen at the moment of the current beat, without later events."""
    found = merchant_round(context)
    beat = current(context, found)
    text = None if beat is None else Text(context, found, beat)
    state = beat.state if beat is not None else context.position
    return show(
        context,
        "hangzhou/screen.html",
        title=turn.now(context, context.position, screen=True),
        sub=context.pages.moment(context),
        city=_picture(text, 0) if text is not None else draw(state),
        beat=beat,
        act=text,
        on=_acting(context, found, beat),
        state=state,
        rows=turn.market(context, state.market),
        hands=[labels.hand(context, state, Seat(seat)) for seat in range(len(state.hands))],
        qr=qr(join_address(context)),
    )


def _acting(context: TableContext, found: Round, beat: Beat | None) -> Seat | None:
    """The seat that acts: the owner of a shop, the mover, or the seat in turn."""
    if beat is None:
        return context.view.waiting[0] if context.view.waiting else None
    if isinstance(beat.told, Bought | Sold | TakenBack):
        return beat.told.seat
    return None if found.mover is None or beat.kind == "wants" else context.view.chairs[found.mover].seat

"""The pages of the merchant round: its beats with their keys, and corrections of them.

Each key carries the beat that it ends, so that a finished one is never ended twice.
"""

from __future__ import annotations

from typing import Any, Final

from flask import abort, redirect
from msgspec import Struct
from werkzeug.wrappers import Response

from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.hangzhou.components import DYE_NAMES
from companion.games.hangzhou.effects import Bought, Sold
from companion.games.hangzhou.names import MERCHANT_INDEX, MERCHANTS
from companion.games.hangzhou.pages import entry, labels, turn
from companion.games.hangzhou.pages.beat_picture import moment
from companion.games.hangzhou.pages.beat_text import Text, used
from companion.games.hangzhou.pages.beats import EACH, Beat, Round, Trade, current, is_read, phase, read_merchant_round
from companion.games.hangzhou.pages.drawing import City, draw, make_city_map
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.state import Die
from companion.games.hangzhou.table import TABLE
from companion.web.network import qr
from companion.web.table.frame import show
from companion.web.table.seats import join_address
from companion.web.table.undo import UndoKeys, undo_keys
from companion.web.widgets import Key, both, do

SINCE: Final = ("merchants", "round", "result")
"""Phases in which the last merchant round may still be corrected, as nobody has decided anything since."""
A_RULE, A_LOOK = 0.6, 1.5
"""Seconds for each rule that a merchant goes by, and to look at what came of it."""
A_DIE = 2.5
"""Seconds in which a die of the app rolls and lands."""
A_BEAT = 8.0
"""Seconds of any other beat where the table goes on by itself."""


class Keys(Struct, frozen=True):
    """Keys of the bar. `go` ends the beat, automatically after `alone` seconds on the mover's phone (0: never)."""

    undo: UndoKeys
    go: Key | None = None
    other: Key | None = None
    alone: float = 0


def now(context: TableContext) -> str:
    """Returns the current beat of the table."""
    found = read_merchant_round(context)
    beat = current(context, found)
    return abort(404) if beat is None else _page(context, found, beat, beat)


def step(context: TableContext, item: str) -> str | Response:
    """Returns a past beat, to read at one's own pace: the table does not go back. Later events stay unknown.

    With the name of a correction before the number (``unable-13``): the page that corrects it.
    """
    found, (name, _, which) = read_merchant_round(context), item.rpartition("-")
    seq = number(which)
    beat, at = found.find(abort(404) if seq is None else seq), current(context, found)
    if name:
        correct = CORRECTIONS.get(name) or abort(404)
        page = correct(context, found, beat) if beat is not None and phase(context).name in SINCE else None
        return page or redirect(context.home, 303)
    if beat is None:
        return redirect(context.home, 303)
    return _page(context, found, beat if at is None or beat.number <= at.number else at, at)


def _page(context: TableContext, found: Round, beat: Beat, at: Beat | None) -> str:
    """Returns a beat's page; `at` is the table's current beat."""
    eyes, after, text = context.view.eyes, beat.after if beat.kind == "trade" else None, Text(context, found, beat)
    rows, merchants = turn.market(context, beat.after.market), []
    for row, merchant in zip(rows, MERCHANTS, strict=True):
        last = found.of(merchant)[-1:]
        done = bool(last) and is_read(context, found, last[0]) and (at is None or at.merchant is not merchant)
        merchants.append((row, done, merchant is beat.merchant))

    def command(die: Die) -> str:
        return do("answer", answer=f"{die.dye} {die.price}") if beat.waits == "die" else entry.rolled("roll", die)

    return show(
        context,
        "hangzhou/step.html",
        beat=beat,
        act=text,
        merchants=merchants,
        row=rows[MERCHANT_INDEX[beat.merchant]].dice if beat.kind in ("die", "first") else (),
        city=_picture(text, context.phone.turned),
        held=labels.hand(context, beat.state, eyes, after) if eyes is not None else (),
        pad=entry.list_die_rows(context, command, context.position.bag) if context.seated and beat.asks_die else (),
        keys=_keys(text) if beat is at else None,
        at=at,
        earlier=found.previous(beat),
        later=found.following(beat),
        act_for=turn.act_for(context) if beat.waits == "trade" else "",
    )


def _picture(text: Text, turned: int) -> City:
    """Returns the city at a beat."""
    beat = text.beat
    shown = moment(make_city_map(turned), beat, text.weighed, used(beat.decision))
    return draw(beat.state, turned=turned, moment=shown)


def _keys(text: Text) -> Keys:
    """Returns the keys of the table's current beat, by what it waits for."""
    context, beat, words = text.context, text.beat, text.context.own_words
    done, undo, shop_back = context.words.phrase("tally.ready"), _undo(text), words.phrase("shop_goes_back")
    small = text.coming() or words.phrase("next_round")
    match beat.waits:
        case "trade":
            return Keys(undo, *turn.trades(context, beat.state))
        case "roll" if TABLE.rolls(context.position):
            return Keys(undo, Key(context.words.phrase("setting.dice.app"), do("roll"), go=True))
        case "die" | "roll":
            return Keys(undo)
        case "pay":
            no = Key(words.phrase("beat.cannot"), do("answer", answer="no"), shop_back)
            return Keys(undo, Key(done, do("answer", answer="yes"), go=True), no)
        case "go":
            return Keys(undo, Key(words.phrase("next"), do("roll"), small, go=True))
    end, unable = do("show", entry=text.round.entry, beat=beat.number), None
    if isinstance(beat.effect, Bought | Sold):
        unable = Key(words.phrase("beat.cannot"), "", shop_back, href=f"{context.home}/step/unable-{beat.number}")
    by_hand = beat.kind in ("move", "trade")
    return Keys(undo, Key(done if by_hand else words.phrase("next"), end, small, go=True), unable, _alone(text))


def _undo(text: Text) -> UndoKeys:
    """Returns the key to the previous beat; entries are taken back as everywhere."""
    context, found = text.context, text.round
    before, usual = found.previous(text.beat), undo_keys(context)
    if before is None or before.done or before.waits:
        return usual
    back = do("show", entry=found.entry, beat=before.number, back=True)
    return UndoKeys(Key(context.words.phrase("undo"), back, Text(context, found, before).head), usual.redo)


def _alone(text: Text) -> float:
    """Returns the seconds after which the beat ends by itself, on one phone of the table, so that *Wait* there stops
    it: a merchant's demand, if an act of hands follows, and a die of the app; every beat if the table is set so."""
    context, beat, found, own = text.context, text.beat, text.round, text.context.view.me
    if not context.seated or not (own.host if found.mover is None else own.chair == found.mover):
        return 0
    if beat.rolled:
        return A_DIE
    following = found.following(beat)
    acts = following is not None and following.merchant == beat.merchant and not following.rolled
    if beat.kind == "wants" and acts:
        return A_LOOK + A_RULE * len(used(beat.decision))
    return A_BEAT if context.view.settings.pace == "own" else 0


# --- corrections: pages by the name before a beat's number; None: the beat is not one to be corrected so ---


def _make_reread(context: TableContext, found: Round, number: int, command: str) -> str:
    """Returns a command that replays the merchants; the table reads on from beat `number`, if it has passed it."""
    view = context.view
    if view.beat is None or view.shown != found.entry or view.beat < number:
        return command
    return both(do("show", entry=found.entry, beat=number, back=True), command)


def _find_next_number(beat: Beat) -> int:
    """Returns the first number after the beats of a merchant."""
    return EACH * (MERCHANT_INDEX[beat.merchant] + 2)


def _elsewhere(context: TableContext, found: Round, beat: Beat) -> str | None:
    """A merchant went elsewhere, or there was no trade."""
    at = next((one.entry for one in found.of(beat.merchant) if one.kind == "wants"), 0)

    def command(**what: Any) -> str:
        return _make_reread(context, found, _find_next_number(beat), do("elsewhere", at=at, **what))

    return show(
        context,
        "hangzhou/elsewhere.html",
        name=labels.merchant(context, beat.merchant),
        city=draw(beat.state, turned=context.phone.turned, says=labels.spaces(context, beat.state)),
        to=lambda space: command(place=space),
        untraded=command(traded=False),
    )


def _unable(context: TableContext, found: Round, beat: Beat) -> str | None:
    """The owner of a shop cannot trade, though the app thought so: what is in the hand? The step goes again from it."""
    trade, words, dyes = beat.effect, context.own_words, DYE_NAMES[context.language]
    if not isinstance(trade, Bought | Sold) or not beat.entry:
        return None
    hand = f"hands.{beat.state.colours[trade.seat]}"
    before = max((one.entry for one in found.beats if one.entry < beat.entry), default=found.entry)

    def key(label: str, field: str, n: int, sign: str = "") -> Key:
        right = do("correct", changes=[{"path": f"{hand}.{field}", "value": n}], why="other", at=before)
        return Key(label, _make_reread(context, found, beat.number, right), sign=sign)

    if isinstance(trade, Bought):
        keys = [key(words.count("thing.coins", n), "coins", n) for n in range(trade.die.price)]
    else:
        keys = [
            key(words.phrase("beat.unable_dye", dye=dyes[dye]), f"dyes.{dye}", 0, f"dye-{dye}") for dye in trade.paid
        ]
    return show(context, "hangzhou/unable.html", name=context.names[trade.seat], keys=keys)


def _reroll(context: TableContext, found: Round, beat: Beat) -> str | None:
    """The app's roll was made by hand after all: which die was it?"""
    if not beat.rolled:
        return None

    def command(die: Die) -> str:
        return _make_reread(context, found, _find_next_number(beat), entry.rolled("reroll", die, at=beat.entry))

    rows = entry.list_die_rows(context, command, beat.state.bag)
    return show(context, "hangzhou/reroll.html", rows=rows, says=context.say(beat.effect, beat.state))


CORRECTIONS = {"elsewhere": _elsewhere, "unable": _unable, "reroll": _reroll}


def screen(context: TableContext, item: str) -> str:
    """Returns the big screen at the current beat, without later events."""
    found = read_merchant_round(context)
    beat = current(context, found)
    text = None if beat is None else Text(context, found, beat)
    state = beat.state if beat is not None else context.position
    acting = next(iter(context.view.waiting), None)
    if beat is not None:
        acting = beat.effect.seat if isinstance(beat.effect, Trade) else None
    return show(
        context,
        "hangzhou/screen.html",
        title=turn.now(context, context.position, screen=True),
        sub=context.pages.moment(context),
        city=_picture(text, 0) if text is not None else draw(state),
        beat=beat,
        act=text,
        on=acting,
        state=state,
        rows=turn.market(context, state.market),
        hands=[labels.hand(context, state, Seat(seat)) for seat in range(len(state.hands))],
        qr=qr(join_address(context)),
    )

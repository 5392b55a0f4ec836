"""The pages of the merchant round: its beats, and what was otherwise on the table."""

from __future__ import annotations

from collections.abc import Iterator

from flask import abort, redirect
from werkzeug.wrappers import Response

from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.hangzhou.components import BREWS, DYE_NAMES
from companion.games.hangzhou.effects import Bought, Sold, TakenBack
from companion.games.hangzhou.names import DYE_INDEX, DYES, MERCHANTS
from companion.games.hangzhou.pages import acts, beat_keys, hands, header, labels, turn
from companion.games.hangzhou.pages import dice as dicing
from companion.games.hangzhou.pages.beats import EACH, Beat, Round, current, is_read, merchant_round
from companion.games.hangzhou.pages.city_map import city_map
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.pages.drawing import City, draw
from companion.games.hangzhou.pages.moment import moment
from companion.games.hangzhou.pages.phases import SINCE, phase
from companion.games.hangzhou.state import State
from companion.web.network import qr
from companion.web.table.frame import show
from companion.web.table.log import missed_lines, one_line
from companion.web.table.seats import join_address
from companion.web.widgets import Holding, Key, do


def now(context: TableContext) -> str:
    """The beat that the table is at."""
    found = merchant_round(context)
    beat = current(context, found)
    return abort(404) if beat is None else _beat(context, found, beat, beat)


def step(context: TableContext, item: str) -> str | Response:
    """A beat that was, to read at the own pace: the table does not go back by it. What comes is not told before.

    With the name of a correction before the number (``unable-13``): the page that corrects it.
    """
    name, _, which = item.rpartition("-")
    if name:
        correct = _CORRECTIONS.get(name) or abort(404)
        return correct(context, which) if phase(context).name in SINCE else redirect(context.home, 303)
    found = merchant_round(context)
    beat, at = found.find(_number(item)), current(context, found)
    if beat is None:
        return redirect(context.home, 303)
    if at is not None and beat.number > at.number:
        return now(context)
    return _beat(context, found, beat, at)


def _number(item: str) -> int:
    which = number(item)
    return which if which is not None and 0 < which < EACH * (len(MERCHANTS) + 1) else abort(404)


def _beat(context: TableContext, found: Round, beat: Beat, at: Beat | None) -> str:
    return show(
        context,
        "hangzhou/step.html",
        slept=missed_lines(context),
        beat=beat,
        act=acts.act(context, found, beat),
        pips=acts.progress(context, found, beat),
        merchants=tuple(_merchants(context, found, beat, at)),
        city=picture(context, found, beat, context.phone.turned),
        held=_held(context, beat),
        row=_row(context, beat),
        pad=_pad(context, beat),
        keys=beat_keys.keys(context, found, beat) if beat is at else None,
        at=at,
        earlier=found.previous(beat),
        later=found.following(beat),
        there=labels.merchant(context, at.merchant) if at is not None else "",
        act_for=turn.act_for(context) if beat.waits == "trade" else "",
    )


def _merchants(
    context: TableContext, found: Round, beat: Beat, at: Beat | None
) -> Iterator[tuple[str, str, str, bool, bool]]:
    """Each merchant: its id, number and name, whether it is done, and whether it is the one that is shown."""
    for i, merchant in enumerate(MERCHANTS):
        last = [one for one in found.beats if one.merchant is merchant][-1:]
        done = bool(last) and is_read(context, found, last[0]) and (at is None or at.merchant is not merchant)
        yield merchant.value, str(i + 1), labels.merchant(context, merchant), done, merchant is beat.merchant


def picture(context: TableContext, found: Round, beat: Beat, turned: int) -> City:
    """The city at a beat."""
    used, lacks = acts.used(beat.decision), acts.lacks(context, beat)
    shown = moment(city_map(turned), beat, found.previous(beat), lacks, used)
    return draw(beat.state, turned=turned, moment=shown)


def _held(context: TableContext, beat: Beat) -> tuple[Holding, ...]:
    """What this phone's player holds at the beat, and what a trade makes of it."""
    after = beat.after if beat.kind == "trade" else None
    return hands.hand(context, beat.state, context.view.eyes, after) if context.view.eyes is not None else ()


def _row(context: TableContext, beat: Beat) -> tuple[tuple[str, str, int], ...]:
    """The dice of the merchant's row, as they lie when its beat is over."""
    if beat.kind not in ("die", "first"):
        return ()
    return turn.market(context, beat.after)[MERCHANTS.index(beat.merchant)].dice


def _pad(context: TableContext, beat: Beat) -> tuple[dicing.DieRow, ...]:
    """The keys for a die that lies there, or was rolled by hand."""
    if beat.waits not in ("die", "roll") or not context.seated:
        return ()
    command = dicing.answered if beat.waits == "die" else dicing.rolled
    return dicing.die_rows(context, context.position, command)


def _elsewhere(context: TableContext, item: str) -> str | Response:
    """Not so here: a merchant went elsewhere, or there was no trade."""
    found = merchant_round(context)
    beat = found.find(_number(item))
    if beat is None:
        return redirect(context.home, 303)
    at = next((one.entry for one in found.beats if one.merchant is beat.merchant and one.kind == "wants"), 0)
    behind = beat_keys.behind(beat)
    names = labels.spaces(context, beat.state)
    return show(
        context,
        "hangzhou/elsewhere.html",
        name=labels.merchant(context, beat.merchant),
        city=draw(beat.state, turned=context.phone.turned, says=names),
        to=lambda space: beat_keys.rereading(context, found, behind, do("elsewhere", at=at, place=space)),
        untraded=beat_keys.rereading(context, found, behind, do("elsewhere", at=at, traded=False)),
    )


def _unable(context: TableContext, item: str) -> str | Response:
    """The owner of a shop cannot trade, though the app thought so: what is in the hand? The step goes again from it."""
    found = merchant_round(context)
    beat = found.find(_number(item))
    if beat is None or not isinstance(beat.told, Bought | Sold) or not beat.entry:
        return redirect(context.home, 303)
    return show(
        context,
        "hangzhou/unable.html",
        name=context.names[beat.told.seat],
        keys=tuple(_lacking(context, found, beat, beat.told)),
    )


def _lacking(context: TableContext, found: Round, beat: Beat, trade: Bought | Sold) -> Iterator[Key]:
    words, hand = context.own_words, f"hands.{beat.state.colours[trade.seat]}"
    before = max((one.entry for one in found.beats if one.entry < beat.entry), default=found.entry)

    def command(field: str, n: int) -> str:
        set_right = do("correct", changes=[{"path": f"{hand}.{field}", "value": n}], why="other", at=before)
        return beat_keys.rereading(context, found, beat.number, set_right)

    if isinstance(trade, Bought):
        for n in range(trade.die.price):
            yield Key(words.count("thing.coins", n), command("coins", n))
        return
    for part in BREWS[DYE_INDEX[trade.die.dye]]:
        dye = DYES[part]
        label = words.phrase("beat.unable_dye", dye=DYE_NAMES[context.language][dye])
        yield Key(label, command(f"dyes.{dye}", 0), sign=f"dye-{dye}")


def _reroll(context: TableContext, item: str) -> str | Response:
    """The app's roll of an entry was made by hand after all: which die was it?"""
    seq = number(item)
    line = one_line(context, seq) if seq is not None else None
    if line is None or line.source != "app" or not isinstance(line.state, State):
        abort(404)
    found = merchant_round(context)
    beat = next((one for one in found.beats if one.kind == "die" and one.entry == line.seq), None)
    if beat is None:
        return redirect(context.home, 303)
    behind = beat_keys.behind(beat)

    def command(die: str) -> str:
        return beat_keys.rereading(context, found, behind, dicing.rerolled(line.seq)(die))

    rows = dicing.die_rows(context, line.state, command, bound=False)
    return show(context, "hangzhou/reroll.html", rows=rows, says=context.said(line))


_CORRECTIONS = {"elsewhere": _elsewhere, "unable": _unable, "reroll": _reroll}
"""The pages that correct a beat, by the name before its number."""


def screen(context: TableContext, item: str) -> str:
    """The big screen: all of it at one moment, that of the beat that is on. Nothing is told before."""
    found = merchant_round(context)
    beat = current(context, found)
    state = beat.state if beat is not None else context.position
    acting = _acting(context, beat)
    return show(
        context,
        "hangzhou/screen.html",
        title=header.whose(context),
        sub=context.pages.moment(context),
        city=picture(context, found, beat, 0) if beat is not None else draw(state),
        beat=beat,
        act=acts.act(context, found, beat) if beat is not None else None,
        on=acting,
        turn=state.colours[acting] if acting is not None else "",
        rows=turn.market(context, state),
        hands=[turn.held(context, state, Seat(seat)) for seat in range(len(state.hands))],
        round=state.round,
        qr=qr(join_address(context)),
    )


def _acting(context: TableContext, beat: Beat | None) -> Seat | None:
    """Who is to do something: the owner of a shop, the mover, or whose turn it is."""
    if beat is None:
        return context.view.waiting[0] if context.view.waiting else None
    if isinstance(beat.told, Bought | Sold | TakenBack):
        return beat.told.seat
    mover = merchant_round(context).mover
    return None if mover is None or beat.kind == "wants" else context.view.chairs[mover].seat

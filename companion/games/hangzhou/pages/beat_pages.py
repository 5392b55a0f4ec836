"""The pages of the merchant round: its beats, and what was otherwise on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import abort, redirect
from werkzeug.wrappers import Response

from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.hangzhou.components import BREWS, DYE_NAMES
from companion.games.hangzhou.effects import Bought, Sold, TakenBack
from companion.games.hangzhou.names import DYE_INDEX, DYES, MERCHANTS
from companion.games.hangzhou.pages import beat_keys, beat_words, hands, header, labels, turn
from companion.games.hangzhou.pages import dice as dicing
from companion.games.hangzhou.pages.beat_picture import moment
from companion.games.hangzhou.pages.beats import EACH, SINCE, Beat, Round, current, is_read, merchant_round, phase
from companion.games.hangzhou.pages.city_map import city_map
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.pages.drawing import City, draw
from companion.games.hangzhou.state import Die, State
from companion.web.network import qr
from companion.web.table.frame import show
from companion.web.table.log import one_line
from companion.web.table.seats import join_address
from companion.web.widgets import Key, do


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
    eyes, after = context.view.eyes, beat.after if beat.kind == "trade" else None
    row = turn.market(context, beat.after.market)[MERCHANTS.index(beat.merchant)].dice
    by_hand = context.seated and beat.waits in ("die", "roll")
    command = dicing.answered if beat.waits == "die" else dicing.rolled
    return show(
        context,
        "hangzhou/step.html",
        beat=beat,
        act=beat_words.act(context, found, beat),
        merchants=tuple(_merchants(context, found, beat, at)),
        city=_picture(context, found, beat, context.phone.turned),
        held=hands.hand(context, beat.state, eyes, after) if eyes is not None else (),
        row=row if beat.kind in ("die", "first") else (),
        pad=dicing.die_rows(context, command, context.position.bag) if by_hand else (),
        keys=beat_keys.keys(context, found, beat) if beat is at else None,
        at=at,
        earlier=found.previous(beat),
        later=found.following(beat),
        act_for=turn.act_for(context) if beat.waits == "trade" else "",
    )


def _merchants(
    context: TableContext, found: Round, beat: Beat, at: Beat | None
) -> Iterator[tuple[str, str, str, bool, bool]]:
    """Each merchant: its id, number and name, whether it is done, and whether it is the one that is shown."""
    for i, merchant in enumerate(MERCHANTS):
        last = found.of(merchant)[-1:]
        done = bool(last) and is_read(context, found, last[0]) and (at is None or at.merchant is not merchant)
        yield merchant.value, str(i + 1), labels.merchant(context, merchant), done, merchant is beat.merchant


def _picture(context: TableContext, found: Round, beat: Beat, turned: int) -> City:
    """The city at a beat."""
    used, lacks = beat_words.used(beat.decision), beat_words.lacks(context, beat)
    shown = moment(city_map(turned), beat, found.previous(beat), lacks, used)
    return draw(beat.state, turned=turned, moment=shown)


def _elsewhere(context: TableContext, found: Round, which: int) -> str | None:
    """A merchant went elsewhere, or there was no trade."""
    beat = found.find(which)
    if beat is None:
        return None
    at = next((one.entry for one in found.of(beat.merchant) if one.kind == "wants"), 0)

    def command(**what: Any) -> str:
        return beat_keys.reread(context, found, beat_keys.behind(beat), do("elsewhere", at=at, **what))

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
        return beat_keys.reread(context, found, beat.number, right)

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
        again = do("reroll", at=line.seq, outcome=dicing.written(die))
        return beat_keys.reread(context, found, beat_keys.behind(beat), again)

    rows = dicing.die_rows(context, command, line.state.bag, bound=False)
    return show(context, "hangzhou/reroll.html", rows=rows, says=context.said(line))


CORRECTIONS = {"elsewhere": _elsewhere, "unable": _unable, "reroll": _reroll}
"""The pages that correct a beat, by the name before its number. None: it is none of this round."""


def screen(context: TableContext, item: str) -> str:
    """The big screen at the moment of the current beat, without later events."""
    found = merchant_round(context)
    beat = current(context, found)
    state = beat.state if beat is not None else context.position
    acting = _acting(context, found, beat)
    return show(
        context,
        "hangzhou/screen.html",
        title=header.whose(context),
        sub=context.pages.moment(context),
        city=_picture(context, found, beat, 0) if beat is not None else draw(state),
        beat=beat,
        act=beat_words.act(context, found, beat) if beat is not None else None,
        on=acting,
        state=state,
        rows=turn.market(context, state.market),
        hands=[hands.hand(context, state, Seat(seat)) for seat in range(len(state.hands))],
        qr=qr(join_address(context)),
    )


def _acting(context: TableContext, found: Round, beat: Beat | None) -> Seat | None:
    """The seat that acts: the owner of a shop, the mover, or the seat in turn."""
    if beat is None:
        return context.view.waiting[0] if context.view.waiting else None
    if isinstance(beat.told, Bought | Sold | TakenBack):
        return beat.told.seat
    return None if found.mover is None or beat.kind == "wants" else context.view.chairs[found.mover].seat

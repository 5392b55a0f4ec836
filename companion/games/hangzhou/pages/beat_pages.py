"""The pages of the merchant round: its beats in words and pictures with their keys, and corrections of them.

Each key carries the beat that it ends, so that a finished one is never ended twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from flask import abort, redirect
from msgspec import Struct
from werkzeug.wrappers import Response

from companion.engine.game import Seat, Why
from companion.engine.reading import number
from companion.games.hangzhou.components import DYE_NAMES
from companion.games.hangzhou.decision import BLOCKING, RULES
from companion.games.hangzhou.effects import Bought, Decision, Sold, TakenBack
from companion.games.hangzhou.names import MERCHANTS, Space
from companion.games.hangzhou.pages import entry, labels, turn
from companion.games.hangzhou.pages.beats import EACH, Beat, Round, Trade, phase, read_merchant_round
from companion.games.hangzhou.pages.drawing import City, arrow, captions, frame_mark, glide, make_city_map, ring
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.rules import HANGZHOU
from companion.games.hangzhou.state import Die
from companion.games.hangzhou.table import TABLE
from companion.web.config import link
from companion.web.network import qr
from companion.web.table.frame import show
from companion.web.table.undo import UndoKeys, undo_keys
from companion.web.widgets import Key, MenuRow, both, do

SINCE: Final = ("merchants", "round", "result")
"""Phases in which the last merchant round may still be corrected, as nobody has decided anything since."""
A_LOOK, A_DIE, A_BEAT = 2.4, 2.5, 8.0
"""Seconds to look at what a merchant wants, in which a die of the app rolls and lands, and of any other beat where the
table goes on by itself."""


class Swap(Struct, frozen=True):
    """Something that changes hands: its icon, its name if it is a dye, how many, and from where to where."""

    sign: str
    name: str
    n: int
    way: str


class Text(Struct, frozen=True):
    """A beat in the reader's language."""

    context: TableContext
    round: Round
    beat: Beat

    @property
    def decision(self) -> Decision | None:
        return self.round.decision(self.beat.merchant)

    def say(self, key: str) -> str:
        """Returns words of the beat, with everything they may name."""
        context, effect, decision = self.context, self.beat.effect, self.decision
        dyes, demand = DYE_NAMES[context.language], None if decision is None else decision.demand
        fields = {"merchant": labels.merchant(context, self.beat.merchant), "name": self._doer}
        if decision is not None:
            fields |= {"start": decision.start or "", "end": decision.end or "", "targets": self._targets(decision)}
        if demand is not None:
            fields["old"] = f"{dyes[demand.dye]} {demand.price}"
        if (die := getattr(effect, "die", demand)) is not None:
            fields |= {"dye": dyes[die.dye], "price": str(die.price)}
        if isinstance(effect, Trade):
            fields["space"] = effect.space
        if isinstance(effect, Sold):
            fields["paid"] = context.words.listed(dyes[dye] for dye in effect.paid)
        return context.own_words.phrase(f"beat.{key}", **fields)

    @property
    def _doer(self) -> str:
        """The owner of the shop, or who moves the figures."""
        if isinstance(self.beat.effect, Trade):
            return self.context.names[self.beat.effect.seat]
        return self.context.names[0] if self.round.mover is None else self.context.chair_name(self.round.mover)

    def _targets(self, decision: Decision) -> str:
        """The shops that it goes for, the only one with its owner."""
        found = [target for target in decision.targets if target.cut_by is None]
        if len(found) == 1:
            name = self.context.names[Seat(found[0].owner)]
            return self.context.own_words.phrase("beat.shop_of", name=name, space=found[0].space)
        return self.context.words.listed(target.space for target in found)

    @property
    def head(self) -> str:
        """Returns the beat in a few words, for the key that goes back to it."""
        return self.say(self.beat.caption)

    @property
    def title(self) -> str:
        """Returns where a merchant goes; otherwise the act, after the name of its player."""
        if self.beat.kind == "wants":
            return self.say("goes" if self.beat.caption == "wants" else self.beat.caption)
        return f"{self._doer}: {self.head}"

    @property
    def says(self) -> str:
        """Returns the line below the title."""
        beat, context, decision = self.beat, self.context, self.decision
        if beat.caption == "first":
            return self.say("first_lacks")
        if beat.kind == "trade":
            return context.say(beat.effect, beat.state)
        if decision is None:
            return ""
        if beat.caption == "none":
            return self.say("nobody")
        if beat.kind == "wants":
            reason: str = HANGZHOU.speaker(beat.state, context.language, context.names).because(decision)
            return reason
        if beat.kind == "move":
            arrives = any(target.space == decision.end for target in decision.targets)
            return self.say("to_trade" if arrives else "on_the_way")
        return self.say("goes_back") if decision.demand else ""

    @property
    def why(self) -> tuple[Why, ...]:
        decision, context = self.decision, self.context
        return () if decision is None else context.game.why(decision, self.beat.state, context.language, context.names)

    @property
    def rules(self) -> list[tuple[str, bool]]:
        """Returns the merchants' rules in order, and whether each decided where this one goes."""
        decision, words = self.decision, self.context.own_words
        if self.beat.kind != "wants" or decision is None or not decision.steps:
            return []
        used = decision.rules
        return [(words.phrase(f"beat.rule.{rule}"), rule in used) for rule in RULES if rule in used or rule != BLOCKING]

    @property
    def captions(self) -> dict[Space, str]:
        """Returns what decided for or against each shop and step that the merchant considers."""
        decision, words, found = self.decision, self.context.own_words, dict[Space, str]()
        if decision is None or decision.end == decision.start:
            return found
        for target in decision.targets:
            steps = words.count("thing.steps", target.distance)
            coins = words.count("thing.coins", target.coins) if target.coins else words.phrase("beat.no_coins")
            key = target.cut_by or ("both" if "coins" in decision.rules else "nearest")
            found[target.space] = words.phrase(f"beat.caption.{key}", steps=steps, coins=coins)
        for step in decision.steps:
            if step.cut_by:
                found.setdefault(step.to, words.phrase(f"beat.caption.{step.cut_by}", n=str(step.temple)))
        return found

    @property
    def swaps(self) -> list[Swap]:
        """Returns what changes hands in a trade."""
        trade, words, names = self.beat.effect, self.context.own_words, DYE_NAMES[self.context.language]
        if not isinstance(trade, Trade):
            return []
        dye, moved = f"dye-{trade.die.dye}", list[tuple[str, int, str]]()
        match trade:
            case Bought():
                moved = [("coin", trade.die.price, "hand_box"), (dye, 1, "shop_hand")]
            case Sold():
                moved = [(f"dye-{paid}", 1, "hand_box") for paid in trade.paid]
                moved += [(dye, 1, "kept" if trade.kept else "shop_box"), ("coin", trade.die.price, "box_hand")]
                moved += [("point", trade.points, "box_hand")]
            case TakenBack():
                moved = [(f"shop-{self.beat.state.colours[trade.seat]}", 1, "shop_hand"), (dye, 1, "shop_box")]
        return [
            Swap(sign, names.get(sign.removeprefix("dye-"), ""), n, words.phrase(f"beat.way.{way}", space=trade.space))
            for sign, n, way in (*moved, ("coin", trade.coins, "shop_box"))
            if n
        ]

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Returns the beats ``done`` (one of each earlier merchant, all of this one), the one ``now``, and what comes
        ``then``."""
        beat, done = self.beat, list[Beat]()
        for merchant in MERCHANTS[: beat.merchant.ordinal]:
            done += [one for one in self.round.of(merchant) if one.kind != "die"][-1:]
        done += [one for one in self.round.of(beat.merchant) if one.number < beat.number]
        lines = [("done", Text(self.context, self.round, one).title) for one in done]
        lines.append(("now", self.title))
        if beat.merchant is MERCHANTS[-1] and not beat.waits and not self.round.following(beat):
            return lines + [("then", self.context.say(effect, state)) for effect, state in self.round.ends]
        coming = self.coming or self.context.words.listed(self._list_later())
        return [*lines, ("then", self.context.own_words.phrase("beat.then", what=coming))] if coming else lines

    @property
    def coming(self) -> str:
        """Returns this merchant's next beat, “Mei moves green”; empty after its last one."""
        following = self.round.following(self.beat)
        if following is None or following.merchant is not self.beat.merchant:
            return ""
        key = "back" if isinstance(following.effect, TakenBack) else following.kind
        return Text(self.context, self.round, following).say(f"coming.{key}")

    @property
    def next(self) -> str:
        """Returns what the key leads to."""
        words = self.context.own_words
        if self.coming:
            return self.coming
        later = self._list_later()
        return words.phrase("beat.next", merchant=later[0]) if later else words.phrase("beat.last")

    def _list_later(self) -> list[str]:
        """Returns the names of the following merchants."""
        return [labels.merchant(self.context, one) for one in MERCHANTS[self.beat.merchant.number :]]

    def draw(self, turned: int) -> City:
        """Returns the city at this beat: the shops that a merchant considers, its step, or the shop where it trades."""
        beat, decision, grid = self.beat, self.decision, make_city_map(turned)
        name = f"beat-{beat.number}"
        if decision is not None and beat.kind == "wants":
            rivals = decision.steps if any(step.cut_by for step in decision.steps) else ()
            marks = [ring(grid, target.space, also=target.cut_by is not None) for target in decision.targets]
            marks += [frame_mark(grid, step.to) for step in rivals]
            marks += captions(grid, self.captions)
            lit = [target.space for target in decision.targets]
            return City(grid, beat.state, moment=name, lit=lit, marks=marks)
        if decision is not None and decision.end is not None and beat.kind == "move":
            marks = [ring(grid, target.space) for target in decision.targets if target.cut_by is None]
            marks += [frame_mark(grid, decision.end), *arrow(grid, decision)]
            return City(grid, beat.state, moment=name, marks=marks, glide=glide(grid, decision))
        if isinstance(beat.effect, Trade):
            space = beat.effect.space
            return City(grid, beat.state, moment=name, lit=[space], marks=[ring(grid, space)])
        return City(grid, beat.state, moment=name)


class Keys(Struct, frozen=True):
    """Keys of the bar. `go` ends the beat, automatically after `alone` seconds on the mover's phone (0: never)."""

    undo: UndoKeys
    go: Key | None = None
    other: Key | None = None
    alone: float = 0


def now(context: TableContext) -> str:
    """Returns the current beat of the table."""
    found = read_merchant_round(context)
    beat = found.current(context.view)
    return abort(404) if beat is None else _page(context, found, beat, beat)


def step(context: TableContext, item: str) -> str | Response:
    """Returns a past beat, to read at one's own pace: the table does not go back. Later events stay unknown.

    With the name of a correction before the number (``unable-13``): the page that corrects it.
    """
    found, (name, _, which) = read_merchant_round(context), item.rpartition("-")
    seq = number(which)
    beat, at = found.find(abort(404) if seq is None else seq), found.current(context.view)
    correction = CORRECTIONS.get(name) or abort(404) if name else None
    if beat is None or (correction and not (correction.fits(beat) and phase(context).name in SINCE)):
        return redirect(context.home, 303)
    if correction:
        return correction.page(context, found, beat)
    return _page(context, found, beat if at is None or beat.number <= at.number else at, at)


def _page(context: TableContext, found: Round, beat: Beat, at: Beat | None) -> str:
    """Returns a beat's page; `at` is the table's current beat."""
    eyes, text = context.view.eyes, Text(context, found, beat)
    rows, merchants = turn.list_market_rows(context, beat.after.market), []
    for row, merchant in zip(rows, MERCHANTS, strict=True):
        last = found.of(merchant)[-1:]
        done = bool(last) and found.is_read(context.view, last[0]) and (at is None or at.merchant is not merchant)
        merchants.append((row, done, merchant is beat.merchant))

    def command(die: Die) -> str:
        return do("answer", answer=f"{die.dye} {die.price}") if beat.waits == "die" else entry.make_roll("roll", die)

    asks_die = context.seated and beat.waits in ("die", "roll")
    after = beat.after if beat.kind == "trade" else None
    return show(
        context,
        "hangzhou/step.html",
        beat=beat,
        act=text,
        merchants=merchants,
        row=rows[beat.merchant.ordinal].dice if beat.kind == "die" and beat.waits != "die" else (),
        city=text.draw(context.phone.turned),
        held=labels.hand(context, beat.state, eyes, after) if eyes is not None else (),
        pad=entry.list_die_keys(context, command, context.position.bag) if asks_die else (),
        keys=_keys(text) if beat is at else None,
        at=at,
        earlier=found.previous(beat),
        later=found.following(beat),
        act_for=turn.act_for(context) if beat.waits == "trade" else "",
    )


def _keys(text: Text) -> Keys:
    """Returns the keys of the table's current beat, by what it waits for."""
    context, beat, words = text.context, text.beat, text.context.own_words
    done, undo, shop_back = context.words.phrase("tally.ready"), _undo(text), words.phrase("shop_goes_back")
    match beat.waits:
        case "trade":
            return Keys(undo, *turn.list_trade_keys(context, beat.state))
        case "roll" if TABLE.rolls(context.position):
            return Keys(undo, Key(context.words.phrase("setting.dice.app"), do("roll"), go=True))
        case "die" | "roll":
            return Keys(undo)
        case "pay":
            no = Key(words.phrase("beat.cannot"), do("answer", answer="no"), shop_back)
            return Keys(undo, Key(done, do("answer", answer="yes"), go=True), no)
        case "go":
            return Keys(undo, Key(words.phrase("next"), do("roll"), text.next, go=True))
    end, unable = do("show", entry=text.round.entry, beat=beat.number), None
    if isinstance(beat.effect, Bought | Sold):
        unable = Key(words.phrase("beat.cannot"), "", shop_back, href=f"{context.home}/step/unable-{beat.number}")
    by_hand = beat.kind in ("move", "trade")
    return Keys(undo, Key(done if by_hand else words.phrase("next"), end, text.next, go=True), unable, _alone(text))


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
        return A_LOOK
    return A_BEAT if context.view.settings.pace == "own" else 0


# --- corrections ---


class Correction(Struct, frozen=True):
    """A way to correct a beat: its icon and label (``beat.*``), the beats that it `fits`, and its page."""

    sign: str
    label: str
    fits: Callable[[Beat], bool]
    page: Callable[[TableContext, Round, Beat], str]


def list_corrections(context: TableContext, beat: Beat) -> tuple[MenuRow, ...]:
    """Returns links to the pages that correct a beat."""
    return tuple(
        MenuRow(f"step/{name}-{beat.number}", one.sign, context.own_words.phrase(f"beat.{one.label}"), "")
        for name, one in CORRECTIONS.items()
        if one.fits(beat)
    )


def _make_reread(context: TableContext, found: Round, number: int, command: str) -> str:
    """Returns a command that replays the merchants; the table reads on from beat `number`, if it has passed it."""
    view = context.view
    if view.beat is None or view.shown != found.entry or view.beat < number:
        return command
    return both(do("show", entry=found.entry, beat=number, back=True), command)


def _find_next_number(beat: Beat) -> int:
    """Returns the first number after the beats of a merchant."""
    return EACH * (beat.merchant.number + 1)


def _elsewhere(context: TableContext, found: Round, beat: Beat) -> str:
    """A merchant went elsewhere, or there was no trade."""
    at = next((one.entry for one in found.of(beat.merchant) if one.kind == "wants"), 0)
    words = context.own_words

    def command(**what: Any) -> str:
        return _make_reread(context, found, _find_next_number(beat), do("elsewhere", at=at, **what))

    return show(
        context,
        "hangzhou/correct.html",
        title=context.words.phrase("fix.door"),
        says=words.phrase("moved_elsewhere"),
        city=turn.city(context, beat.state),
        to=lambda space: command(place=space),
        keys=(
            Key(words.phrase("no_trade"), command(traded=False)),
            Key(words.phrase("city_different"), "", href=f"{context.home}/check"),
        ),
    )


def _unable(context: TableContext, found: Round, beat: Beat) -> str:
    """The owner of a shop cannot trade, though the app thought so: what is in the hand? The step goes again from it."""
    trade, words, dyes = beat.effect, context.own_words, DYE_NAMES[context.language]
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
    says = words.phrase("beat.unable_says", name=context.names[trade.seat])
    return show(context, "hangzhou/correct.html", title=words.phrase("beat.cannot"), says=says, keys=keys)


def _reroll(context: TableContext, found: Round, beat: Beat) -> str:
    """The app's roll was made by hand after all: which die was it?"""

    def command(die: Die) -> str:
        return _make_reread(context, found, _find_next_number(beat), entry.make_roll("reroll", die, at=beat.entry))

    words, pad = context.own_words, entry.list_die_keys(context, command, beat.state.bag)
    title, says = words.phrase("beat.by_hand"), words.phrase("instead_of_app")
    return show(context, "hangzhou/correct.html", title=title, says=says, pad=pad)


CORRECTIONS: Final = {
    "elsewhere": Correction("mark", "elsewhere", lambda beat: beat.kind != "first", _elsewhere),
    "unable": Correction(
        "coin", "cannot", lambda beat: isinstance(beat.effect, Bought | Sold) and beat.entry > 0, _unable
    ),
    "reroll": Correction("die", "by_hand", lambda beat: beat.rolled, _reroll),
}
"""By the name before a beat's number in an address."""


def screen(context: TableContext, item: str) -> str:
    """Returns the big screen at the current beat, without later events."""
    found = read_merchant_round(context)
    beat = found.current(context.view)
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
        city=text.draw(0) if text is not None else City(make_city_map(0), state),
        beat=beat,
        act=text,
        on=acting,
        state=state,
        rows=turn.list_market_rows(context, state.market),
        hands=[labels.hand(context, state, Seat(seat)) for seat in range(len(state.hands))],
        qr=qr(link(context.home)),
    )

"""What a beat of the merchants says: the act and who does it, what decided, what is done and what comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from companion.engine.game import Seat, Why
from companion.engine.wording import wording
from companion.games.hangzhou.components import DYE_NAMES
from companion.games.hangzhou.effects import Bought, Decision, DiePlaced, Sold, TakenBack
from companion.games.hangzhou.names import MERCHANTS, Dye, Space
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.beats import Beat, Round, Trade, is_read
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.rules import HANGZHOU

RULES: Final = ("nearest", "coins", "house-blocking", "temple", "clockwise")
"""What a merchant goes by, in order."""
SHORT: Final = tuple(rule for rule in RULES if rule != "house-blocking")


class Way(Struct, frozen=True):
    """A thing that changes hands: its symbol, how many (empty: one), from where to where, the name of a dye."""

    sign: str
    n: str
    way: str
    name: str = ""


class Done(Struct, frozen=True):
    """A line below the map: ``done``, ``now`` or ``then``."""

    when: str
    says: str


class Act(Struct, frozen=True):
    """A beat in words. `head` is the first line of the page, `title` the act with who does it."""

    head: str
    sub: str
    title: str
    says: str
    dye: str
    ways: tuple[Way, ...]
    rules: tuple[tuple[str, bool], ...]
    """What merchants go by, and whether this one had to."""
    why: tuple[Why, ...]
    lines: tuple[Done, ...]


class _Names(Struct, frozen=True):
    """The words of a beat, and what they are filled with."""

    context: TableContext
    beat: Beat
    mover: str

    def say(self, key: str, **fields: str) -> str:
        return self.context.own_words.phrase(f"beat.{key}", **self.fields | fields)

    @property
    def fields(self) -> dict[str, str]:
        beat, decision = self.beat, self.beat.decision
        fields = {"merchant": labels.merchant(self.context, beat.merchant), "name": self.mover}
        if decision is not None:
            dye = decision.demand.dye if decision.demand is not None else None
            fields |= {"start": decision.start or "", "end": decision.end or "", "dye": self.dye(dye) if dye else ""}
        if isinstance(beat.told, Trade):
            fields["name"] = self.context.names[beat.told.seat]
            fields["space"] = beat.told.space
        if isinstance(beat.told, Trade | DiePlaced):
            fields |= {"dye": self.dye(beat.told.die.dye), "price": str(beat.told.die.price)}
        if isinstance(beat.told, Sold):
            fields["paid"] = self.context.words.listed(self.dye(dye) for dye in beat.told.paid)
        return fields

    def dye(self, dye: Dye) -> str:
        return DYE_NAMES[self.context.language][dye]

    def targets(self, decision: Decision) -> str:
        """The shops that it goes for, the only one with its owner."""
        found = [target for target in decision.targets if target.cut_by is None]
        if len(found) == 1:
            owner = Seat(found[0].owner)
            return self.say("shop_of", name=self.context.names[owner], space=found[0].space)
        return self.context.words.listed(target.space for target in found) if found else ""


def act(context: TableContext, found: Round, beat: Beat) -> Act:
    """A beat in the reader's language."""
    names = _names(context, found, beat)
    decision = beat.decision
    weighed = decision if decision is not None and beat.kind in ("wants", "move") else None
    return Act(
        head=_head(names),
        sub=_sub(names),
        title=_title(names),
        says=_says(names),
        dye=decision.demand.dye.value if weighed is not None and decision is not None and decision.demand else "",
        ways=tuple(_ways(names, beat.told)) if isinstance(beat.told, Trade) else (),
        rules=_chips(names, decision) if beat.kind == "wants" and decision is not None and decision.steps else (),
        why=context.game.why(decision, beat.state, context.language, context.names) if decision is not None else (),
        lines=tuple(_lines(context, found, beat)),
    )


def _names(context: TableContext, found: Round, beat: Beat) -> _Names:
    chair = found.mover
    return _Names(context, beat, context.chair_name(chair) if chair is not None else context.names[0])


def named(context: TableContext, found: Round, beat: Beat) -> str:
    """A beat, as the key names it that goes back to it."""
    return _head(_names(context, found, beat))


def used(decision: Decision | None) -> tuple[str, ...]:
    """The rules that left something out, in order; the one it went by, where none did."""
    if decision is None:
        return ()
    cuts = {target.cut_by for target in decision.targets} | {step.cut_by for step in decision.steps}
    return tuple(rule for rule in RULES if rule in cuts) or tuple(r for r in RULES if r == decision.decided_by)


def lacks(context: TableContext, beat: Beat) -> Mapping[Space, str]:
    """The words beside what a merchant weighs: how far, how many coins, and what a step lacks."""
    decision = beat.decision
    if decision is None or beat.kind != "wants" or decision.end == decision.start:
        return {}
    rules, words, own = used(decision), wording("companion.games.hangzhou", context.language), context.own_words
    said: dict[Space, str] = {}
    for target in decision.targets:
        parts = [words.count("thing.steps", target.distance)] if target.cut_by in (None, "nearest") else []
        if "coins" in rules and target.cut_by in (None, "coins"):
            parts.append(own.count("thing.coins", target.coins))
        said[target.space] = ", ".join(parts)
    for step in decision.steps:
        if step.cut_by in ("temple", "clockwise"):
            said[step.to] = own.phrase(f"beat.lack.{step.cut_by}", n=str(step.temple))
    return said


def _head(names: _Names) -> str:
    beat = names.beat
    match beat.kind:
        case "wants":
            return names.say(_wants(beat.decision))
        case "move":
            return names.say("move" if beat.decision is not None and beat.decision.start else "enter")
        case "trade":
            return names.say(_deal(beat))
        case "die":
            return names.say({"roll": "draw", "die": "first"}.get(beat.waits, "new"))
    return names.say("first")


def _wants(decision: Decision | None) -> str:
    if decision is None or decision.demand is None:
        return "empty"
    if decision.blocked:
        return "blocked"
    return {"no-target": "none", "stay": "stays"}.get(decision.decided_by, "wants")


def _deal(beat: Beat) -> str:
    if beat.waits == "trade":
        return "ask"
    return "buy" if isinstance(beat.told, Bought) else "sell" if isinstance(beat.told, Sold) else "back"


def _sub(names: _Names) -> str:
    words = names.context.own_words
    return f"{words.phrase('way.merchants.name')} · {words.phrase('bar.round', n=str(names.beat.state.round))}"


def _title(names: _Names) -> str:
    """Where a merchant goes; else the act, after the name of who does it."""
    decision = names.beat.decision
    if names.beat.kind != "wants":
        return f"{names.fields['name']}: {_head(names)}"
    if decision is not None and decision.steps:
        return names.say("goes", targets=names.targets(decision))
    return _head(names)


def _says(names: _Names) -> str:
    context, beat, decision = names.context, names.beat, names.beat.decision
    match beat.kind:
        case "wants" if decision is not None:
            return HANGZHOU.because(decision, beat.state, context.language, context.names)
        case "move" if decision is not None:
            there = any(target.space == decision.end for target in decision.targets)
            return names.say("to_trade" if there else "on_the_way", targets=names.targets(decision))
        case "trade" if isinstance(beat.told, Trade):
            return context.game.say(beat.told, beat.state, context.language, context.names)
        case "die" if beat.waits != "die":
            demand = decision.demand if decision is not None else None
            return names.say("goes_back", dye=names.dye(demand.dye), price=str(demand.price)) if demand else ""
    return names.say("first_lacks")


def _ways(names: _Names, trade: Trade) -> Iterator[Way]:
    """What changes hands, thing by thing."""
    words, space = names.context.own_words, trade.space
    to_box, to_hand = (words.phrase(f"beat.way.{way}") for way in ("hand_box", "box_hand"))
    from_shop, to_own = (words.phrase(f"beat.way.{way}", space=space) for way in ("shop_box", "shop_hand"))
    dye, called = f"dye-{trade.die.dye}", names.dye(trade.die.dye)
    match trade:
        case Bought():
            yield Way("coin", str(trade.die.price), to_box)
            yield Way(dye, "", to_own, called)
        case Sold():
            for paid in trade.paid:
                yield Way(f"dye-{paid}", "", to_box, names.dye(paid))
            yield Way(dye, "", words.phrase("beat.way.kept", space=space) if trade.kept else from_shop, called)
            yield Way("coin", str(trade.die.price), to_hand)
            if trade.points:
                yield Way("point", str(trade.points), to_hand)
        case TakenBack():
            yield Way(f"shop-{names.beat.state.colours[trade.seat]}", "", to_own)
            yield Way(dye, "", from_shop, called)
    if trade.coins:
        yield Way("coin", str(trade.coins), from_shop)


def _chips(names: _Names, decision: Decision) -> tuple[tuple[str, bool], ...]:
    went, words = used(decision), names.context.own_words
    shown = RULES if "house-blocking" in went else SHORT
    return tuple((words.phrase(f"rule.{rule}"), rule in went) for rule in shown)


def _lines(context: TableContext, found: Round, beat: Beat) -> Iterator[Done]:
    """Each merchant that is done in one line, then the beats of this one, then what comes."""
    for merchant in MERCHANTS[: MERCHANTS.index(beat.merchant)]:
        told = [one for one in found.beats if one.merchant is merchant]
        if told:
            last = next((one for one in told if one.kind == "trade"), told[min(1, len(told) - 1)])
            yield Done("done", _title(_names(context, found, last)))
    for one in found.beats:
        if one.merchant is beat.merchant and one.number < beat.number:
            yield Done("done", _title(_names(context, found, one)))
    yield Done("now", _title(_names(context, found, beat)))
    yield from (Done("then", said) for said in _then(context, found, beat))


def _then(context: TableContext, found: Round, beat: Beat) -> Iterator[str]:
    following = found.following(beat)
    if following is not None and following.merchant is beat.merchant:
        yield _names(context, found, following).say(f"then.{following.kind}")
        return
    later = MERCHANTS[MERCHANTS.index(beat.merchant) + 1 :]
    if later:
        listed = context.words.listed(labels.merchant(context, merchant) for merchant in later)
        yield context.own_words.phrase("beat.then.merchants", merchants=listed)
    elif not beat.waits:
        for effect, state in found.ends:
            yield context.game.say(effect, state, context.language, context.names)


def following(context: TableContext, found: Round, beat: Beat) -> str:
    """What comes after a beat, as its key says it."""
    after = found.following(beat)
    if after is not None and after.merchant is beat.merchant:
        return _names(context, found, after).say(f"then.{after.kind}")
    index = MERCHANTS.index(beat.merchant) + 1
    if index == len(MERCHANTS):
        return context.own_words.phrase("next_round")
    return context.own_words.phrase("beat.then.merchants", merchants=labels.merchant(context, MERCHANTS[index]))


def progress(context: TableContext, found: Round, beat: Beat) -> tuple[str, ...]:
    """The pips of a merchant's step: ``done``, ``now`` or nothing for each of its beats that are known."""
    pips = []
    for one in found.beats:
        if one.merchant is beat.merchant:
            read = one.number < beat.number and is_read(context, found, one)
            pips.append("now" if one is beat else "done" if read or one.number < beat.number else "")
    return tuple(pips)

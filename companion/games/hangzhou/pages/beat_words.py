"""Texts of a merchant beat: the act and its player, the reason, the exchange, and the next beats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from companion.engine.game import Seat, Why
from companion.engine.wording import wording
from companion.games.hangzhou.components import DYE_NAMES
from companion.games.hangzhou.effects import Bought, Decision, DiePlaced, Sold, TakenBack
from companion.games.hangzhou.names import MERCHANT_INDEX, MERCHANTS, Space
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.beats import Beat, Round, Trade
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.rules import HANGZHOU

RULES: Final = ("nearest", "coins", "house-blocking", "temple", "clockwise")
"""What a merchant goes by, in order."""


class Scene(Struct, frozen=True):
    """How a beat is put into words. `says`: what stands below its title; ``because`` is the rule that decided,
    ``effect`` the effect's own sentence, others are words of ``beat.*``. `title`: the words of its title, else its
    caption. `named`: the title begins with the name of who does it. `by_hand`: its key says that it is done.
    """

    says: str
    title: str = ""
    named: bool = True
    by_hand: bool = False


SCENES: Final[Mapping[str, Scene]] = {
    "wants": Scene("because", title="goes", named=False),
    "empty": Scene("because", named=False),
    "none": Scene("because", named=False),
    "stays": Scene("because", named=False),
    "blocked": Scene("because", named=False),
    "enter": Scene("on_the_way", by_hand=True),
    "move": Scene("on_the_way", by_hand=True),
    "ask": Scene("effect"),
    "buy": Scene("effect", by_hand=True),
    "sell": Scene("effect", by_hand=True),
    "back": Scene("effect", by_hand=True),
    "draw": Scene("goes_back"),
    "new": Scene("goes_back"),
    "first": Scene("first_lacks"),
}
"""All that a beat can be, by the words of its caption (``beat.*``)."""


class Swap(Struct, frozen=True):
    """A thing that changes hands: its symbol, how many (empty: one), from where to where, the name of a dye."""

    sign: str
    n: str
    way: str
    name: str = ""


class Act(Struct, frozen=True):
    """A beat in words. `head` is the first line of the page, `title` the act with who does it. `rules` are those that
    merchants go by, and whether this one had to; `lines` what is ``done``, what is on ``now``, and what comes ``then``.
    """

    head: str
    sub: str
    title: str
    says: str
    dye: str
    swaps: tuple[Swap, ...]
    rules: tuple[tuple[str, bool], ...]
    why: tuple[Why, ...]
    lines: tuple[tuple[str, str], ...]
    pips: tuple[str, ...]


def act(context: TableContext, found: Round, beat: Beat) -> Act:
    """A beat in the reader's language."""
    decision, words = beat.decision, context.own_words
    weighed = decision if beat.kind in ("wants", "move") else None
    return Act(
        head=head(context, found, beat),
        sub=f"{words.phrase('way.merchants.name')} · {words.phrase('bar.round', n=str(beat.state.round))}",
        title=_title(context, found, beat),
        says=_says(context, found, beat),
        dye=weighed.demand.dye.value if weighed is not None and weighed.demand else "",
        swaps=tuple(_swaps(context, beat, beat.told)) if isinstance(beat.told, Trade) else (),
        rules=_rules(context, decision) if beat.kind == "wants" and decision is not None and decision.steps else (),
        why=context.game.why(decision, beat.state, context.language, context.names) if decision is not None else (),
        lines=tuple(_lines(context, found, beat)),
        pips=tuple(_pip(context, found, beat, one) for one in found.of(beat.merchant)),
    )


def _say(context: TableContext, found: Round, beat: Beat, key: str) -> str:
    """Words of a beat, with all that they may name."""
    decision, told, dyes = beat.decision, beat.told, DYE_NAMES[context.language]
    fields = {"merchant": labels.merchant(context, beat.merchant), "name": _doer(context, found, beat)}
    if decision is not None:
        fields |= {"start": decision.start or "", "end": decision.end or "", "targets": _targets(context, decision)}
        if decision.demand is not None:
            fields |= {"dye": dyes[decision.demand.dye], "price": str(decision.demand.price)}
    if isinstance(told, Trade):
        fields["space"] = told.space
    if isinstance(told, Trade | DiePlaced) and key != "goes_back":
        fields |= {"dye": dyes[told.die.dye], "price": str(told.die.price)}
    if isinstance(told, Sold):
        fields["paid"] = context.words.listed(dyes[dye] for dye in told.paid)
    return context.own_words.phrase(f"beat.{key}", **fields)


def _targets(context: TableContext, decision: Decision) -> str:
    """The shops that it goes for, the only one with its owner."""
    found = [target for target in decision.targets if target.cut_by is None]
    if len(found) == 1:
        name = context.names[Seat(found[0].owner)]
        return context.own_words.phrase("beat.shop_of", name=name, space=found[0].space)
    return context.words.listed(target.space for target in found) if found else ""


def head(context: TableContext, found: Round, beat: Beat) -> str:
    """A beat in a few words, as the key names it that goes back to it."""
    return _say(context, found, beat, caption(beat))


def caption(beat: Beat) -> str:
    """Key of a beat in `SCENES`."""
    decision = beat.decision
    match beat.kind:
        case "first":
            return "first"
        case "die":
            return {"roll": "draw", "die": "first"}.get(beat.waits, "new")
        case "trade" if beat.waits == "trade":
            return "ask"
        case "trade":
            return "buy" if isinstance(beat.told, Bought) else "sell" if isinstance(beat.told, Sold) else "back"
        case "move":
            return "move" if decision is not None and decision.start else "enter"
    if decision is None or decision.demand is None:
        return "empty"
    return "blocked" if decision.blocked else {"no-target": "none", "stay": "stays"}.get(decision.decided_by, "wants")


def _title(context: TableContext, found: Round, beat: Beat) -> str:
    """Where a merchant goes; else the act, after the name of who does it."""
    scene = SCENES[caption(beat)]
    title = _say(context, found, beat, scene.title or caption(beat))
    return f"{_doer(context, found, beat)}: {title}" if scene.named else title


def _doer(context: TableContext, found: Round, beat: Beat) -> str:
    """The owner of the shop, or who moves the figures."""
    if isinstance(beat.told, Trade):
        return context.names[beat.told.seat]
    return context.names[0] if found.mover is None else context.chair_name(found.mover)


def _says(context: TableContext, found: Round, beat: Beat) -> str:
    decision, says = beat.decision, SCENES[caption(beat)].says
    if says == "effect" and beat.told is not None:
        return context.say(beat.told, beat.state)
    if says in ("because", "on_the_way", "goes_back") and decision is None:
        return ""
    if says == "because" and decision is not None:
        return HANGZHOU.because(decision, beat.state, context.language, context.names)
    if says == "on_the_way" and decision is not None and decision.end in [target.space for target in decision.targets]:
        says = "to_trade"
    return _say(context, found, beat, says)


def _swaps(context: TableContext, beat: Beat, trade: Trade) -> Iterator[Swap]:
    """Exchanged things."""
    names = DYE_NAMES[context.language]

    def way(key: str) -> str:
        return context.own_words.phrase(f"beat.way.{key}", space=trade.space)

    dye, name = f"dye-{trade.die.dye}", names[trade.die.dye]
    match trade:
        case Bought():
            yield Swap("coin", str(trade.die.price), way("hand_box"))
            yield Swap(dye, "", way("shop_hand"), name)
        case Sold():
            for paid in trade.paid:
                yield Swap(f"dye-{paid}", "", way("hand_box"), names[paid])
            yield Swap(dye, "", way("kept" if trade.kept else "shop_box"), name)
            yield Swap("coin", str(trade.die.price), way("box_hand"))
            if trade.points:
                yield Swap("point", str(trade.points), way("box_hand"))
        case TakenBack():
            yield Swap(f"shop-{beat.state.colours[trade.seat]}", "", way("shop_hand"))
            yield Swap(dye, "", way("shop_box"), name)
    if trade.coins:
        yield Swap("coin", str(trade.coins), way("shop_box"))


def used(decision: Decision | None) -> tuple[str, ...]:
    """The rules that left something out, in order; the one it went by, where none did."""
    if decision is None:
        return ()
    cuts = {target.cut_by for target in decision.targets} | {step.cut_by for step in decision.steps}
    return tuple(rule for rule in RULES if rule in cuts) or tuple(r for r in RULES if r == decision.decided_by)


def _rules(context: TableContext, decision: Decision) -> tuple[tuple[str, bool], ...]:
    went = used(decision)
    shown = [rule for rule in RULES if rule != "house-blocking" or rule in went]
    return tuple((context.own_words.phrase(f"rule.{rule}"), rule in went) for rule in shown)


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


def _lines(context: TableContext, found: Round, beat: Beat) -> Iterator[tuple[str, str]]:
    """Each merchant that is done in one line, then the beats of this one, then what comes."""
    for merchant in MERCHANTS[: MERCHANT_INDEX[beat.merchant]]:
        if told := found.of(merchant):
            last = next((one for one in told if one.kind == "trade"), told[min(1, len(told) - 1)])
            yield "done", _title(context, found, last)
    for one in found.of(beat.merchant):
        if one.number < beat.number:
            yield "done", _title(context, found, one)
    yield "now", _title(context, found, beat)
    if found.following(beat) is None and not beat.waits and beat.merchant is MERCHANTS[-1]:
        yield from (("then", context.say(effect, state)) for effect, state in found.ends)
    elif then := coming(context, found, beat, len(MERCHANTS)):
        yield "then", then


def coming(context: TableContext, found: Round, beat: Beat, most: int = 1) -> str:
    """Text of the next beats: the merchant's next one, or at most `most` following merchants."""
    following = found.following(beat)
    if following is not None and following.merchant == beat.merchant:
        return _say(context, found, following, f"then.{following.kind}")
    later = MERCHANTS[MERCHANT_INDEX[beat.merchant] + 1 :]
    if not later:
        return ""
    listed = context.words.listed(labels.merchant(context, merchant) for merchant in later[:most])
    return context.own_words.phrase("beat.then.merchants", merchants=listed)


def _pip(context: TableContext, found: Round, beat: Beat, one: Beat) -> str:
    """Progress of a beat in the merchant's step: ``done``, ``now`` or ""."""
    if one is beat:
        return "now"
    return "done" if one.number < beat.number else ""

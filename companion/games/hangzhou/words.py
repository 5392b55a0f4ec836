"""Words for what the engine's data says: effects, refusals, faults, score lines, a merchant's reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.game import Fault, Refusal, Seat, Why
from companion.engine.prospect import Prospect
from companion.engine.speaker import Speaker
from companion.engine.wording import Wording
from companion.games.hangzhou import components
from companion.games.hangzhou import effects as did
from companion.games.hangzhou.names import DYES, MERCHANTS, Dye, Merchant
from companion.games.hangzhou.state import Die

_TRADES = did.Bought | did.Sold | did.TakenBack


class HangzhouSpeaker(Speaker, frozen=True):
    def value(self, name: str, value: Any) -> str:
        if isinstance(value, Dye):
            return components.DYE_NAMES[self.words.language][value]
        if isinstance(value, Merchant):
            return components.MERCHANT_NAMES[self.words.language][value]
        if isinstance(value, Die):
            return f"{self.value('dye', value.dye)} {value.price}"
        return super().value(name, value)

    def part(self, kind: str, name: str) -> str:
        if kind == "dye" and name in DYES:
            return self.value("", Dye(name))
        if kind == "merchant" and name in MERCHANTS:
            return self.value("", Merchant(name))
        return super().part(kind, name)

    def put(self, way: Mapping[str, str], value: Any) -> str:
        match value:
            case None if "merchant" in way:
                return self.words.phrase("put.gate")
            case None | []:
                return self.words.phrase("put.empty")
            case {"owner": str(owner)}:
                shop = self.words.phrase("put.shop", seat=self.part("seat", owner))
                dye, coins = value.get("dye"), value.get("coins")
                return ", ".join(
                    [shop, *([self.part("dye", dye)] if dye else []), *([self.coins(coins)] if coins else [])]
                )
            case [*dice]:
                return self.words.listed(self.put({}, die) for die in dice)
            case {"dye": str(dye), "price": price}:
                return f"{self.part('dye', dye)} {price}"
        return self.part("dye", value) if isinstance(value, str) else super().put(way, value)

    def coins(self, n: int) -> str:
        return self.words.count("thing.coins", n)

    def also(self, thing: Any) -> dict[str, str]:
        found = {}
        if isinstance(thing, Refusal) and thing.reason == "other_merchant" and thing.thing in MERCHANTS:
            found["merchant"] = self.value("", Merchant(thing.thing))
        elif isinstance(thing, Refusal | Fault) and thing.thing in DYES:
            found["dye"] = self.value("", Dye(thing.thing))
        elif isinstance(thing, Prospect):
            found["merchant"] = self.value("", Merchant(thing.thing)) if thing.thing in MERCHANTS else ""
            found["dye"] = self.value("", Dye(thing.thing)) if thing.thing in DYES else ""
            found["coinsum"] = self.coins(thing.number or 0)
        if isinstance(thing, Fault) and thing.place in MERCHANTS:
            found["merchant"] = self.value("", Merchant(thing.place))
        if isinstance(thing, _TRADES):
            found |= {"dye": self.value("", thing.die.dye), "coinsum": self.coins(thing.die.price)}
        if isinstance(thing, did.Sold):
            found["pointsum"] = self.words.count("thing.points", thing.points)
        if isinstance(thing, did.TakenBack) and thing.held is not None:
            found["held"] = self.coins(thing.held)
        return found

    def effect(self, effect: Any) -> str:
        if isinstance(effect, did.MerchantMoved | did.MerchantStayed):
            return _decision(effect.because, self)
        return super().effect(effect)

    def sentence(self, effect: Any, fields: dict[str, str]) -> str:
        said = super().sentence(effect, fields)
        if isinstance(effect, _TRADES) and effect.coins:
            said += " " + self.words.count("shop-coins", effect.coins)
        if isinstance(effect, did.DieReturned) and effect.counts:
            said += " " + self.words.phrase("effect.DieReturned.counts")
        return said

    def variant(self, effect: Any) -> str:
        match effect:
            case did.GameEnded():
                return effect.rule
            case did.DyePlaced():
                return "replaced" if effect.returned else "plain"
            case did.Sold():
                return "kept" if effect.kept else "plain"
            case did.TakenBack():
                if effect.held is not None:
                    return "coins"
                if effect.missing:
                    return "dyes"
                return "declined" if effect.rule == "house-trade" else "unknown"
        return "plain"


def _facts(decision: did.Decision, speaker: HangzhouSpeaker) -> dict[str, str]:
    """Values for sentences about a decision."""
    counting = [target for target in decision.targets if target.cut_by is None]
    words = speaker.words
    facts = {"merchant": speaker.value("", decision.merchant)}
    facts["dye"] = speaker.value("", decision.demand.dye) if decision.demand else ""
    facts["start"], facts["end"] = decision.start or "", decision.end or ""
    held = [target.space for target in decision.targets if target.cut_by == "house-blocking"]
    facts["blocked"] = words.listed(held) if held else _spaces(decision.steps, "house-blocking", words)
    if counting:
        facts["targets"] = words.listed(target.space for target in counting)
        facts["steps"] = words.count("thing.steps", counting[0].distance)
        facts["coinsum"] = speaker.coins(counting[0].coins)
    facts["others"] = _spaces(decision.steps, decision.decided_by, words)
    return facts


def _spaces(steps: Iterable[did.Step], rule: str, words: Wording) -> str:
    found = [step.to for step in steps if step.cut_by == rule]
    return words.listed(found) if found else ""


def _decision(decision: did.Decision, speaker: HangzhouSpeaker) -> str:
    said = because(decision, speaker)
    if decision.end == decision.start:
        return said
    key = "step" if decision.start else "enter"
    return f"{speaker.words.phrase(f'effect.MerchantMoved.{key}', **_facts(decision, speaker))} {said}"


def because(decision: did.Decision, speaker: HangzhouSpeaker) -> str:
    """Reason for a merchant's way, without the destination; the whole sentence if it stays."""
    words, facts = speaker.words, _facts(decision, speaker)
    if decision.end == decision.start:
        key = "no-demand" if decision.demand is None else decision.decided_by
        return words.phrase(f"effect.MerchantStayed.{key}", **facts)
    key = decision.decided_by
    return words.phrase(f"because.{key}", **facts)


def why(effect: Any, speaker: HangzhouSpeaker) -> tuple[Why, ...]:
    """The rules that a merchant's decision went through, in their order; empty for any other effect.

    The first stands always, the others only where there was a choice to make.
    """
    decision = effect.because if isinstance(effect, did.MerchantMoved | did.MerchantStayed) else effect
    if not isinstance(decision, did.Decision):
        return ()
    if decision.decided_by in ("stay", "no-target"):
        return (Why(decision.decided_by, _title(decision.decided_by, speaker), (because(decision, speaker),)),)
    return tuple(
        Why(rule, _title(rule, speaker), _marked(weighed, speaker))
        for rule, weighed in _weighed(decision, speaker)
        if len(weighed) > 1 or rule == "nearest" or any(out for _, out in weighed)
    )


def _weighed(decision: did.Decision, speaker: HangzhouSpeaker) -> list[tuple[str, list[tuple[str, bool]]]]:
    """Each rule with what it weighed, and whether it left that out."""
    near = [target for target in decision.targets if target.cut_by != "nearest"]
    rich = [target for target in near if target.cut_by != "coins"]
    steps = [step for step in decision.steps if step.cut_by != "house-blocking"]
    best = min((step.temple for step in steps), default=0)
    close = [step for step in steps if step.temple == best]
    held = any(target.cut_by == "house-blocking" for target in rich)
    shared = [(t.space.value, t.cut_by == "house-blocking") for t in rich if held]
    shared += [(step.to.value, True) for step in decision.steps if step.cut_by == "house-blocking"]
    return [
        ("nearest", [(_target(t, speaker, "target"), t.cut_by == "nearest") for t in decision.targets]),
        ("coins", [(_target(t, speaker, "coins"), t.cut_by == "coins") for t in near]),
        ("house-blocking", shared),
        ("temple", [(_step(s, speaker, "temple"), s.cut_by == "temple") for s in steps]),
        ("clockwise", [(s.to.value, s.cut_by == "clockwise") for s in close]),
    ]


def _title(rule: str, speaker: HangzhouSpeaker) -> str:
    return speaker.words.phrase(f"rule.{rule}")


def _marked(weighed: list[tuple[str, bool]], speaker: HangzhouSpeaker) -> tuple[str, ...]:
    tied = sum(1 for _, out in weighed if not out) > 1
    return tuple(
        speaker.words.phrase("why.out" if out else "why.tied" if tied else "why.in", what=what) for what, out in weighed
    )


def _target(target: did.Target, speaker: HangzhouSpeaker, key: str) -> str:
    return speaker.words.phrase(
        f"why.{key}",
        space=target.space,
        seat=speaker.names[Seat(target.owner)],
        steps=speaker.words.count("thing.steps", target.distance),
        coinsum=speaker.coins(target.coins),
    )


def _step(step: did.Step, speaker: HangzhouSpeaker, key: str) -> str:
    steps = speaker.words.count("thing.steps", step.temple)
    return speaker.words.phrase(f"why.{key}", space=step.to, steps=steps)

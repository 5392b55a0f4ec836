"""Texts for the engine's data: effects, refusals, faults, score lines, a merchant's reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Fault, Prospect, Why
from companion.engine.speaker import Speaker
from companion.games.hangzhou import components
from companion.games.hangzhou import effects as did
from companion.games.hangzhou.decision import BLOCKING, RULES, TARGET_RULES
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
        about = str(getattr(thing, "thing", ""))
        found = {
            kind: self.part(kind, about) for kind, names in (("dye", DYES), ("merchant", MERCHANTS)) if about in names
        }
        if isinstance(thing, Fault) and thing.place in MERCHANTS:
            found["merchant"] = self.part("merchant", thing.place)
        if isinstance(thing, Prospect):
            found["coinsum"] = self.coins(thing.number or 0)
        if isinstance(thing, _TRADES):
            found |= {"dye": self.value("", thing.die.dye), "coinsum": self.coins(thing.die.price)}
        if isinstance(thing, did.Sold):
            found["pointsum"] = self.words.count("thing.points", thing.points)
        if isinstance(thing, did.TakenBack) and thing.held is not None:
            found["held"] = self.coins(thing.held)
        return found

    def effect(self, effect: Any) -> str:
        if isinstance(effect, did.MerchantMoved | did.MerchantStayed):
            decision, said = effect.because, because(effect.because, self)
            if decision.end == decision.start:
                return said
            moves = "step" if decision.start else "enter"
            return f"{self.words.phrase(f'effect.MerchantMoved.{moves}', **_facts(decision, self))} {said}"
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
    """Returns values for sentences about a decision."""
    words, counting = speaker.words, [target for target in decision.targets if target.cut_by is None]
    taken = [target.space for target in decision.targets if target.cut_by == BLOCKING]
    facts = {
        "merchant": speaker.value("", decision.merchant),
        "dye": speaker.value("", decision.demand.dye) if decision.demand else "",
        "start": decision.start or "",
        "end": decision.end or "",
        "blocked": words.listed(taken or (step.to for step in decision.steps if step.cut_by == BLOCKING)),
        "others": words.listed(step.to for step in decision.steps if step.cut_by == decision.decided_by),
    }
    if counting:
        facts["targets"] = words.listed(target.space for target in counting)
        facts["steps"] = words.count("thing.steps", counting[0].distance)
        facts["coinsum"] = speaker.coins(counting[0].coins)
    return facts


def because(decision: did.Decision, speaker: HangzhouSpeaker) -> str:
    """Returns the reason for a merchant's way, without the destination; the whole sentence if it stays."""
    key = f"because.{decision.decided_by}"
    if decision.end == decision.start:
        key = f"effect.MerchantStayed.{decision.decided_by if decision.demand else 'no-demand'}"
    return speaker.words.phrase(key, **_facts(decision, speaker))


def why(effect: Any, speaker: HangzhouSpeaker) -> tuple[Why, ...]:
    """Returns the rules that a merchant's decision went through, in order; empty for other effects.

    The first is always included, the others only if there was a choice to make.
    """
    decision, words = getattr(effect, "because", effect), speaker.words
    if not isinstance(decision, did.Decision):
        return ()
    if decision.decided_by in ("stay", "no-target"):
        rule = decision.decided_by
        return (Why(rule, words.phrase(f"rule.{rule}"), (because(decision, speaker),)),)
    found = list[Why]()
    for rule in RULES:
        compared = _list_compared(decision, rule)
        tied = sum(one.cut_by != rule for one in compared) > 1
        if len(compared) > 1 or rule == "nearest" or any(one.cut_by == rule for one in compared):
            lines = [
                words.phrase(f"why.{'out' if one.cut_by == rule else 'tied' if tied else 'in'}", what=what)
                for one in compared
                for what in [_candidate(one, rule, speaker)]
            ]
            found.append(Why(rule, words.phrase(f"rule.{rule}"), tuple(lines)))
    return tuple(found)


def _list_compared(decision: did.Decision, rule: str) -> list[did.Target | did.Step]:
    """Returns what earlier rules left for this one to compare; of steps only those that the house rule eliminated."""
    earlier = RULES[: RULES.index(rule)]
    targets = [target for target in decision.targets if target.cut_by not in earlier]
    steps = [step for step in decision.steps if step.cut_by not in earlier]
    if rule == BLOCKING:
        blocked = targets if any(target.cut_by == BLOCKING for target in targets) else []
        return [*blocked, *(step for step in steps if step.cut_by == BLOCKING)]
    return [*targets] if rule in TARGET_RULES else [*steps]


def _candidate(one: did.Target | did.Step, rule: str, speaker: HangzhouSpeaker) -> str:
    """Returns a shop or a step in words, with the number that the rule compares."""
    words = speaker.words
    match one:
        case did.Target() if rule != BLOCKING:
            steps, coins = words.count("thing.steps", one.distance), speaker.coins(one.coins)
            return words.phrase(
                f"why.{rule}", space=one.space, seat=speaker.names[one.owner], steps=steps, coinsum=coins
            )
        case did.Step() if rule == "temple":
            return words.phrase("why.temple", space=one.to, steps=words.count("thing.steps", one.temple))
    return str(one.space if isinstance(one, did.Target) else one.to)

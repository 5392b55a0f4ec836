"""Texts for the engine's data: effects, refusals, faults, score lines, a merchant's reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.engine.game import Why
from companion.engine.speaker import Speaker
from companion.games.hangzhou import components
from companion.games.hangzhou import effects as did
from companion.games.hangzhou.decision import BLOCKING, RULES, TARGET_RULES
from companion.games.hangzhou.names import Dye, Merchant
from companion.games.hangzhou.state import Die

_TRADES = did.Bought | did.Sold | did.TakenBack


class HangzhouSpeaker(Speaker, frozen=True):
    SUMS: ClassVar = {"number": "coins", "points": "points"}
    NAMES: ClassVar = {Dye: components.DYE_NAMES, Merchant: components.MERCHANT_NAMES}

    def value(self, name: str, value: Any) -> str:
        if isinstance(value, Die):
            return f"{self.value('dye', value.dye)} {value.price}"
        return super().value(name, value)

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
        return super().put(way, value)

    def coins(self, n: int) -> str:
        return self.words.count("thing.coins", n)

    def also(self, thing: Any) -> dict[str, str]:
        if not isinstance(thing, _TRADES):
            return {}
        found = {"dye": self.value("", thing.die.dye), "coinsum": self.coins(thing.die.price)}
        if isinstance(thing, did.TakenBack) and thing.held is not None:
            found["held"] = self.coins(thing.held)
        return found

    def effect(self, effect: Any) -> str:
        if isinstance(effect, did.MerchantMoved | did.MerchantStayed):
            decision, said = effect.because, self.because(effect.because)
            if decision.end == decision.start:
                return said
            moves = "step" if decision.start else "enter"
            return f"{self.words.phrase(f'effect.MerchantMoved.{moves}', **self._facts(decision))} {said}"
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

    def _facts(self, decision: did.Decision) -> dict[str, str]:
        """Returns values for sentences about a decision."""
        words, counting = self.words, [target for target in decision.targets if target.cut_by is None]
        taken = [target.space for target in decision.targets if target.cut_by == BLOCKING]
        facts = {
            "merchant": self.value("", decision.merchant),
            "dye": self.value("", decision.demand.dye) if decision.demand else "",
            "start": decision.start or "",
            "end": decision.end or "",
            "blocked": words.listed(taken or (step.to for step in decision.steps if step.cut_by == BLOCKING)),
            "others": words.listed(step.to for step in decision.steps if step.cut_by == decision.decided_by),
        }
        if counting:
            facts["targets"] = words.listed(target.space for target in counting)
            facts["steps"] = words.count("thing.steps", counting[0].distance)
            facts["coinsum"] = self.coins(counting[0].coins)
        return facts

    def because(self, decision: did.Decision) -> str:
        """Returns the reason for a merchant's way, without the destination; the whole sentence if it stays."""
        key = f"because.{decision.decided_by}"
        if decision.end == decision.start:
            key = f"effect.MerchantStayed.{decision.decided_by if decision.demand else 'no-demand'}"
        return self.words.phrase(key, **self._facts(decision))

    def why(self, effect: Any) -> tuple[Why, ...]:
        """Returns the rules that a merchant's decision went through, in order; empty for other effects.

        The first is always included, the others only if there was a choice to make.
        """
        decision, say = getattr(effect, "because", effect), self.words.phrase
        if not isinstance(decision, did.Decision):
            return ()
        if decision.decided_by in ("stay", "no-target"):
            return (Why(decision.decided_by, say(f"rule.{decision.decided_by}"), (self.because(decision),)),)
        found = list[Why]()
        for rule in RULES:
            compared = _list_compared(decision, rule)
            tied = sum(one.cut_by != rule for one in compared) > 1
            if len(compared) > 1 or rule == "nearest" or any(one.cut_by == rule for one in compared):
                marks = ["out" if one.cut_by == rule else "tied" if tied else "in" for one in compared]
                whats = [self._candidate(one, rule) for one in compared]
                lines = [say(f"why.{mark}", what=what) for mark, what in zip(marks, whats, strict=True)]
                found.append(Why(rule, say(f"rule.{rule}"), tuple(lines)))
        return tuple(found)

    def _candidate(self, one: did.Target | did.Step, rule: str) -> str:
        """Returns a shop or a step in words, with the number that the rule compares."""
        words = self.words
        match one:
            case did.Target() if rule != BLOCKING:
                steps, coins = words.count("thing.steps", one.distance), self.coins(one.coins)
                seat = self.names[one.owner]
                return words.phrase(f"why.{rule}", space=one.space, seat=seat, steps=steps, coinsum=coins)
            case did.Step() if rule == "temple":
                return words.phrase("why.temple", space=one.to, steps=words.count("thing.steps", one.temple))
        return str(one.space if isinstance(one, did.Target) else one.to)


def _list_compared(decision: did.Decision, rule: str) -> list[did.Target | did.Step]:
    """Returns what earlier rules left for this one to compare; of steps only those that the house rule eliminated."""
    earlier = RULES[: RULES.index(rule)]
    targets = [target for target in decision.targets if target.cut_by not in earlier]
    steps = [step for step in decision.steps if step.cut_by not in earlier]
    if rule == BLOCKING:
        blocked = targets if any(target.cut_by == BLOCKING for target in targets) else []
        return [*blocked, *(step for step in steps if step.cut_by == BLOCKING)]
    return [*targets] if rule in TARGET_RULES else [*steps]

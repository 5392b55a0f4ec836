"""Texts for the engine's data: effects, refusals, faults, score lines, a token's reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.engine.game import Refusal, ScoreLine, Why
from companion.engine.speaker import Speaker
from companion.engine.wording import wording
from companion.games.dunhuang import components
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.names import Character, Good

_GOODS = {
    language: {**names, Good.UNKNOWN: wording(__package__, language).phrase("a_card")}
    for language, names in components.GOOD_NAMES.items()
}


class DunhuangSpeaker(Speaker, frozen=True):
    NAMES: ClassVar = {Good: _GOODS, Character: components.CHARACTER_NAMES}
    SUMS: ClassVar = {"coins": "coins", "steps": "steps", "prestige": "prestige", "number": "cards", "removed": "cards"}

    def put(self, way: Mapping[str, str], value: Any) -> str:
        match value:
            case None:
                return self.words.phrase("put.bank")
            case {"holder": str(holder)}:
                name = self.part("seat", holder)
                return self.words.phrase("put.guarded", seat=name) if value.get("guarded") else name
        return super().put(way, value)

    def line(self, line: ScoreLine) -> str:
        head, _, good = line.thing.partition("_")
        return self.words.phrase(f"score.{head}", **self.called(good))

    def refusal(self, refusal: Refusal) -> str:
        if refusal.reason == "other_character" and refusal.thing is None:
            refusal = replace(refusal, reason="no_character")
        if refusal.reason == "not_now" and refusal.thing in ("move", "take"):
            return self.words.phrase(f"phase.{refusal.thing}")
        return super().refusal(refusal)

    def also(self, thing: Any) -> dict[str, str]:
        if isinstance(thing, did.MajorityEffect):
            return self.fields(thing.because)
        match thing:
            case Refusal(number=int(coins)):
                return {"coinsum": self.words.count("thing.coins", coins)}
            case did.DrawBegan():
                return {"character": ""} | self.called(thing.rule)
            case did.CamelMoved():
                place = "place.character" if thing.character else "place.bare"
                return {"place": self.words.phrase(place, **self.fields(thing))}
        return {}

    def variant(self, effect: Any) -> str:
        match effect:
            case did.Exchanged() | did.Discarded() | did.Visited():
                return effect.rule
            case did.CardTaken() | did.Carried():
                return effect.into
            case did.CamelMoved():
                return "paid" if effect.coins else "free"
            case did.FeeNotPaid():
                return "declined" if effect.able else "unable"
            case did.TokenTaken(because=because, rule=rule):
                if because.holder is not None and rule != "majority-take":
                    return rule
                return "bank" if because.holder is None else "more" if because.more else "tie"
        return "plain"

    def why(self, effect: Any) -> tuple[Why, ...]:
        """Returns cards of the kind by player, where a token was decided; empty for other effects."""
        because = getattr(effect, "because", None)
        if because is None:
            return ()
        say, counts = self.words.phrase, because.counts
        most, lines = max(counts), []
        first = "why.tied" if counts.count(most) > 1 else "why.in"
        for name, n in zip(self.names, counts, strict=False):
            what = say("why.shop", seat=name, number=str(n))
            lines.append(say(first if n and n == most else "why.out", what=what))
        return (Why(effect.rule, say(f"rule.{effect.rule}"), tuple(lines)),)

"""Texts for the engine's data: effects, refusals, faults, score lines, a token's reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.engine.game import Fault, Prospect, Refusal, ScoreLine, Why
from companion.engine.speaker import Speaker
from companion.engine.wording import Wording
from companion.games.dunhuang import components
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.names import CHARACTERS, GOODS, Character, Good


def find_good_name(words: Wording, good: str) -> str:
    """Returns the name of a kind within a sentence; “a card” for an unknown one."""
    return words.phrase("a_card") if good == Good.UNKNOWN else components.GOOD_NAMES[words.language][good]


class DunhuangSpeaker(Speaker, frozen=True):
    SUMS: ClassVar = {"coins": "coins", "steps": "steps", "prestige": "prestige", "number": "cards", "removed": "cards"}

    def value(self, name: str, value: Any) -> str:
        if isinstance(value, Good):
            return self.good(value)
        if isinstance(value, Character):
            return self.character(value)
        return super().value(name, value)

    def part(self, kind: str, name: str) -> str:
        return self.good(name) if kind == "good" and name in (*GOODS, Good.UNKNOWN) else super().part(kind, name)

    def put(self, way: Mapping[str, str], value: Any) -> str:
        match value:
            case None:
                return self.words.phrase("put.bank")
            case {"holder": str(holder)}:
                name = self.part("seat", holder)
                return self.words.phrase("put.guarded", seat=name) if value.get("guarded") else name
            case str() if value in CHARACTERS:
                return self.character(value)
        return super().put(way, value)

    def good(self, good: str) -> str:
        return find_good_name(self.words, good)

    def character(self, character: str) -> str:
        return components.CHARACTER_NAMES[self.words.language][character]

    def line(self, line: ScoreLine) -> str:
        head, _, good = line.thing.partition("_")
        return self.words.phrase(f"score.{head}", good=self.good(good) if good else "")

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
                return self._named(thing.thing) | {"coinsum": self.words.count("thing.coins", coins)}
            case Refusal() | Fault() | Prospect():
                return self._named(thing.thing)
            case did.DrawBegan():
                return {"character": self.character(thing.rule) if thing.rule in CHARACTERS else ""}
            case did.CamelMoved():
                place = "place.character" if thing.character else "place.bare"
                return {"place": self.words.phrase(place, **self.fields(thing))}
        return {}

    def _named(self, name: str | None) -> dict[str, str]:
        """Returns the name of the `thing` of a refusal or fault: a card, a character, a part of the game, or a text."""
        if name in GOODS or name == Good.UNKNOWN:
            return {"good": self.good(str(name))}
        if name in CHARACTERS:
            return {"character": self.character(str(name))}
        return {"good": name or ""}

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


def why(effect: Any, speaker: DunhuangSpeaker) -> tuple[Why, ...]:
    """Returns cards of the kind by player, where a token was decided; empty for other effects."""
    because = getattr(effect, "because", None)
    if because is None:
        return ()
    say, counts = speaker.words.phrase, because.counts
    most, lines = max(counts), []
    first = "why.tied" if counts.count(most) > 1 else "why.in"
    for name, n in zip(speaker.names, counts, strict=False):
        what = say("why.shop", seat=name, number=str(n))
        lines.append(say(first if n and n == most else "why.out", what=what))
    return (Why(effect.rule, say(f"rule.{effect.rule}"), tuple(lines)),)

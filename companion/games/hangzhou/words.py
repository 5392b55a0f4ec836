"""Words for what the engine's data says: effects, refusals, faults, score lines, a merchant's reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.correction import Change, Corrected, CorrectionRefusal, Covered
from companion.engine.game import Fault, Refusal, ScoreLine, Seat, Why
from companion.engine.wording import Wording, wording
from companion.games.hangzhou import components
from companion.games.hangzhou import effects as did
from companion.games.hangzhou.moves import DyePlaced, Effect
from companion.games.hangzhou.names import DYES, MERCHANTS, Dye, Merchant
from companion.games.hangzhou.outcomes import DiePlaced, WentOn
from companion.games.hangzhou.state import Die, State

Thing = Effect | Refusal | Fault | ScoreLine


class _Speaker(Struct, frozen=True):
    """A language, and what the seats are called in it."""

    words: Wording
    names: tuple[str, ...]

    def value(self, name: str, value: Any) -> str:
        """A field of the data in words."""
        if name in ("seat", "owner"):
            return self.names[Seat(value)]
        if isinstance(value, Dye):
            return components.DYE_NAMES[self.words.language][value]
        if isinstance(value, Merchant):
            return components.MERCHANT_NAMES[self.words.language][value]
        if isinstance(value, Die):
            return f"{self.value('dye', value.dye)} {value.price}"
        if isinstance(value, Change):
            return f"{value.path} = {msgspec.json.encode(value.value).decode()}"
        if isinstance(value, Covered):
            name = "" if value.seat is None else self.names[value.seat]
            return self.words.phrase(f"covered.{value.thing}", name=name)
        if isinstance(value, tuple):
            return self.words.listed(self.value("", item) for item in value) if value else ""
        return str(value)

    def fields(self, thing: Struct) -> dict[str, str]:
        """All fields of a value that are set, in words."""
        data = {name: getattr(thing, name) for name in thing.__struct_fields__}
        return {name: self.value(name, value) for name, value in data.items() if value is not None}

    def coins(self, n: int) -> str:
        return self.words.count("count.coin", n)


def say(thing: Thing, state: State, language: str = "en", names: Sequence[str] = ()) -> str:
    """A sentence or two for an effect, refusal or fault; the label of a score line.

    `names` are the players' names by seat; without them their colours are used.
    """
    speaker = _speaker(state, language, names)
    if isinstance(thing, Refusal):
        return _refusal(thing, speaker, "long")
    if isinstance(thing, Fault):
        return _fault(thing, speaker)
    if isinstance(thing, ScoreLine):
        return speaker.words.phrase(f"score.{thing.thing}")
    return _effect(thing, speaker)


def short(refusal: Refusal, state: State, language: str = "en", names: Sequence[str] = ()) -> str:
    """A refusal in two or three words, for a key."""
    return _refusal(refusal, _speaker(state, language, names), "short")


def _speaker(state: State, language: str, names: Sequence[str]) -> _Speaker:
    words = wording(__package__ or "", language)
    return _Speaker(words, tuple(names) or tuple(components.COLOUR_NAMES[language][c] for c in state.colours))


def _refusal(refusal: Refusal, speaker: _Speaker, length: str) -> str:
    fields = speaker.fields(refusal)
    thing = refusal.thing
    if isinstance(refusal, CorrectionRefusal):
        fields["thing"] = refusal.say(speaker.words.language)
    if refusal.reason == "not_now" and thing is not None:
        fields["phase"] = speaker.words.phrase(f"phase.{thing}")
    if refusal.reason == "other_merchant" and thing in MERCHANTS:
        fields["merchant"] = speaker.value("", Merchant(thing))
    elif thing in DYES:
        fields["dye"] = speaker.value("", Dye(thing))
    return speaker.words.phrase(f"refusal.{refusal.reason}.{length}", **fields)


def _fault(fault: Fault, speaker: _Speaker) -> str:
    fields = speaker.fields(fault)
    if fault.thing in DYES:
        fields["dye"] = speaker.value("", Dye(fault.thing))
    if fault.place in MERCHANTS:
        fields["merchant"] = speaker.value("", Merchant(fault.place))
    return speaker.words.phrase(f"fault.{fault.kind}", **fields)


def _effect(effect: Effect, speaker: _Speaker) -> str:
    if isinstance(effect, did.MerchantMoved | did.MerchantStayed):
        return _decision(effect.because, speaker)
    words, fields = speaker.words, speaker.fields(effect)
    name = type(effect).__name__
    if isinstance(effect, did.Bought | did.Sold | did.TakenBack):
        fields["dye"] = speaker.value("", effect.die.dye)
        fields["coinsum"] = speaker.coins(effect.die.price)
    if isinstance(effect, Corrected):
        fields["changes"] = speaker.value("", (*effect.changes, *effect.covered))
    if isinstance(effect, did.Sold):
        fields["pointsum"] = words.count("count.point", effect.points)
    if isinstance(effect, did.TakenBack) and effect.held is not None:
        fields["held"] = speaker.coins(effect.held)
    said = words.phrase(f"effect.{name}.{_variant(effect)}", **fields)
    if isinstance(effect, did.Bought | did.Sold | did.TakenBack) and effect.coins:
        said += " " + words.count("shop-coins", effect.coins)
    if isinstance(effect, did.DieReturned) and effect.counts:
        said += " " + words.phrase("effect.DieReturned.counts")
    return said


def _variant(effect: Effect) -> str:
    """Which of the phrases of an effect fits."""
    match effect:
        case DiePlaced() | WentOn() | did.GameEnded():
            return effect.rule
        case DyePlaced():
            return "replaced" if effect.returned else "plain"
        case did.Sold():
            return "kept" if effect.kept else "plain"
        case did.DieReturned():
            return effect.because
        case did.TakenBack():
            if effect.held is not None:
                return "coins"
            if effect.missing:
                return "dyes"
            return "declined" if effect.rule == "house-trade" else "unknown"
    return "plain"


def _facts(decision: did.Decision, speaker: _Speaker) -> dict[str, str]:
    """What the sentences about a decision are made of."""
    counting = [target for target in decision.targets if target.cut_by is None]
    words = speaker.words
    facts = {"merchant": speaker.value("", decision.merchant)}
    facts["dye"] = speaker.value("", decision.demand.dye) if decision.demand else ""
    facts["start"], facts["end"] = decision.start or "", decision.end or ""
    held = [target.space for target in decision.targets if target.cut_by == "house-blocking"]
    facts["blocked"] = words.listed(held) if held else _spaces(decision.steps, "house-blocking", words)
    if counting:
        facts["targets"] = words.listed(target.space for target in counting)
        facts["steps"] = words.count("count.step", counting[0].distance)
        facts["coinsum"] = speaker.coins(counting[0].coins)
    facts["others"] = _spaces(decision.steps, decision.decided_by, words)
    return facts


def _spaces(steps: Iterable[did.Step], rule: str, words: Wording) -> str:
    found = [step.to for step in steps if step.cut_by == rule]
    return words.listed(found) if found else ""


def _decision(decision: did.Decision, speaker: _Speaker) -> str:
    said = _because(decision, speaker)
    if decision.end == decision.start:
        return said
    key = "step" if decision.start else "enter"
    return f"{speaker.words.phrase(f'effect.MerchantMoved.{key}', **_facts(decision, speaker))} {said}"


def because(decision: did.Decision, state: State, language: str = "en", names: Sequence[str] = ()) -> str:
    """What made a merchant go where it went, without saying where; of one that stays, the whole sentence."""
    return _because(decision, _speaker(state, language, names))


def _because(decision: did.Decision, speaker: _Speaker) -> str:
    words, facts = speaker.words, _facts(decision, speaker)
    if decision.end == decision.start:
        key = "no-demand" if decision.demand is None else decision.decided_by
        return words.phrase(f"effect.MerchantStayed.{key}", **facts)
    key = decision.decided_by
    if key in ("nearest", "coins") and sum(1 for target in decision.targets if target.cut_by is None) > 1:
        key += "-more"
    return words.phrase(f"because.{key}", **facts)


def why(
    effect: Effect | did.Decision, state: State, language: str = "en", names: Sequence[str] = ()
) -> tuple[Why, ...]:
    """The rules that a merchant's decision went through, in their order; empty for any other effect.

    The first stands always, the others only where there was a choice to make.
    """
    decision = effect.because if isinstance(effect, did.MerchantMoved | did.MerchantStayed) else effect
    if not isinstance(decision, did.Decision):
        return ()
    speaker = _speaker(state, language, names)
    if decision.decided_by in ("stay", "no-target"):
        key = "no-demand" if decision.demand is None else decision.decided_by
        said = speaker.words.phrase(f"why.{key}", **_facts(decision, speaker))
        return (Why(decision.decided_by, _title(decision.decided_by, speaker), (said,)),)
    return tuple(
        Why(rule, _title(rule, speaker), _marked(weighed, speaker))
        for rule, weighed in _weighed(decision, speaker)
        if len(weighed) > 1 or rule == "nearest" or any(out for _, out in weighed)
    )


def _weighed(decision: did.Decision, speaker: _Speaker) -> list[tuple[str, list[tuple[str, bool]]]]:
    """Each rule with what it weighed, and whether it left that out."""
    near = [target for target in decision.targets if target.cut_by != "nearest"]
    rich = [target for target in near if target.cut_by != "coins"]
    best = min((step.temple for step in decision.steps), default=0)
    close = [step for step in decision.steps if step.temple == best]
    free = [step for step in close if step.cut_by != "house-blocking"]
    if len(free) < len(close):
        shared = [(step.to.value, step.cut_by == "house-blocking") for step in close]
    else:
        shared = [(t.space.value, True) for t in rich if t.cut_by == "house-blocking"]
    return [
        ("nearest", [(_target(t, speaker, "target"), t.cut_by == "nearest") for t in decision.targets]),
        ("coins", [(_target(t, speaker, "coins"), t.cut_by == "coins") for t in near]),
        ("temple", [(_step(s, speaker, "temple"), s.cut_by == "temple") for s in decision.steps]),
        ("house-blocking", shared),
        ("clockwise", [(s.to.value, s.cut_by == "clockwise") for s in free]),
    ]


def _title(rule: str, speaker: _Speaker) -> str:
    return speaker.words.phrase(f"rule.{rule}")


def _marked(weighed: list[tuple[str, bool]], speaker: _Speaker) -> tuple[str, ...]:
    tied = sum(1 for _, out in weighed if not out) > 1
    return tuple(
        speaker.words.phrase("why.out" if out else "why.tied" if tied else "why.in", what=what) for what, out in weighed
    )


def _target(target: did.Target, speaker: _Speaker, key: str) -> str:
    return speaker.words.phrase(
        f"why.{key}",
        space=target.space,
        seat=speaker.names[Seat(target.owner)],
        steps=speaker.words.count("count.step", target.distance),
        coinsum=speaker.coins(target.coins),
    )


def _step(step: did.Step, speaker: _Speaker, key: str) -> str:
    steps = speaker.words.count("count.step", step.temple)
    return speaker.words.phrase(f"why.{key}", space=step.to, steps=steps)

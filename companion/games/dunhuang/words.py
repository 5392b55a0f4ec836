"""Words for what the engine's data says: effects, refusals, faults, score lines, a token's reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.correction import Change, Corrected, CorrectionRefusal, Covered
from companion.engine.game import Fault, Refusal, ScoreLine, Seat, Why
from companion.engine.wording import Wording, wording
from companion.games.dunhuang import components
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.characters import Discarded, DrawBegan, Visited
from companion.games.dunhuang.moves import CamelMoved, Effect
from companion.games.dunhuang.names import CHARACTERS, GOODS, SEATS, Character, Good
from companion.games.dunhuang.outcomes import CardLaid
from companion.games.dunhuang.state import PHASES, State

Thing = Effect | Refusal | Fault | ScoreLine
_SUMS = {"coins": "coin", "steps": "step", "prestige": "prestige", "number": "card", "removed": "card"}
"""Fields that are also said as a sum: ``{coinsum}`` is “2 coins”."""


class _Speaker(Struct, frozen=True):
    """A language, and what the seats are called in it."""

    words: Wording
    names: tuple[str, ...]

    def value(self, name: str, value: Any) -> str:
        """A field of the data in words."""
        if name in ("seat", "holder", "other"):
            return self.names[Seat(value)]
        if name == "space":
            return str(value + 1)
        if isinstance(value, Good):
            return self.good(value)
        if isinstance(value, Character):
            return self.character(value)
        if isinstance(value, Change):
            return f"{value.path} = {msgspec.json.encode(value.value).decode()}"
        if isinstance(value, Covered):
            name = "" if value.seat is None else self.names[value.seat]
            before = self.words.count("count.card", value.before or 0)
            return self.words.phrase(f"covered.{value.thing}", name=name, before=before, after=str(value.after))
        if isinstance(value, tuple):
            return self.words.listed(self.value("", item) for item in value) if value else ""
        return str(value)

    def good(self, good: str) -> str:
        if good == Good.UNKNOWN:
            return self.words.phrase("unknown")
        return components.GOOD_NAMES[self.words.language][good]

    def character(self, character: str) -> str:
        name = components.CHARACTER_NAMES[self.words.language][character]
        return name[:1].upper() + name[1:]

    def fields(self, thing: Struct) -> dict[str, str]:
        """All fields of a value that are set, in words; the numbers that are sums in both ways."""
        data = {name: getattr(thing, name) for name in thing.__struct_fields__}
        said = {name: self.value(name, value) for name, value in data.items() if value is not None}
        for name, what in _SUMS.items():
            if data.get(name) is not None:
                said[f"{what}sum"] = self.words.count(f"count.{what}", data[name])
        return said


def say(thing: Thing, state: State, language: str = "en", names: Sequence[str] = ()) -> str:
    """A sentence or two for an effect, refusal or fault; the label of a score line.

    `names` are the players' names by seat; without them their letters are used.
    """
    speaker = _speaker(language, names)
    if isinstance(thing, Refusal):
        return _refusal(thing, speaker, "long")
    if isinstance(thing, Fault):
        return speaker.words.phrase(f"fault.{thing.kind}", **_named(thing, thing.thing, speaker))
    if isinstance(thing, ScoreLine):
        head, _, good = thing.thing.partition("_")
        return speaker.words.phrase(f"score.{head}", good=speaker.good(good) if good else "")
    return _effect(thing, speaker)


def short(refusal: Refusal, state: State, language: str = "en", names: Sequence[str] = ()) -> str:
    """A refusal in two or three words, for a key."""
    return _refusal(refusal, _speaker(language, names), "short")


def _speaker(language: str, names: Sequence[str]) -> _Speaker:
    words = wording(__package__ or "", language)
    return _Speaker(words, tuple(names) or tuple(words.phrase("player", letter=letter) for letter in SEATS))


def _named(thing: Struct, name: str | None, speaker: _Speaker) -> dict[str, str]:
    """The fields, and what their `thing` is: a card, a character, a part of the game, or a text."""
    fields = speaker.fields(thing)
    if name in GOODS or name == Good.UNKNOWN:
        fields["good"] = speaker.good(str(name))
    elif name in CHARACTERS:
        fields["character"] = speaker.character(str(name))
    elif name in PHASES:
        fields["phase"] = speaker.words.phrase(f"phase.{name}")
    else:
        fields["good"] = name or ""
    return fields


def _refusal(refusal: Refusal, speaker: _Speaker, length: str) -> str:
    reason = refusal.reason
    if reason == "other_character" and refusal.thing is None:
        reason = "no_character"
    fields = _named(refusal, refusal.thing, speaker)
    if isinstance(refusal, CorrectionRefusal):
        fields["thing"] = refusal.say(speaker.words.language)
    if refusal.number is not None:
        fields["coinsum"] = speaker.words.count("count.coin", refusal.number)
    return speaker.words.phrase(f"refusal.{reason}.{length}", **fields)


def _effect(effect: Effect, speaker: _Speaker) -> str:
    fields = speaker.fields(effect)
    if isinstance(effect, did.Reasoned):
        fields |= speaker.fields(effect.because)
    if isinstance(effect, Corrected):
        fields["changes"] = speaker.value("", (*effect.changes, *effect.covered))
    if isinstance(effect, DrawBegan):
        fields["character"] = speaker.character(effect.rule) if effect.rule in CHARACTERS else ""
    if isinstance(effect, CamelMoved):
        fields["place"] = _place(effect, speaker, fields)
    return speaker.words.phrase(f"effect.{type(effect).__name__}.{_variant(effect)}", **fields)


def _place(effect: CamelMoved, speaker: _Speaker, fields: dict[str, str]) -> str:
    return speaker.words.phrase("place.character" if effect.character else "place.bare", **fields)


def _variant(effect: Effect) -> str:
    """Which of the phrases of an effect fits."""
    match effect:
        case did.Exchanged():
            return effect.rule if effect.space is not None else f"{effect.rule}-market"
        case CardLaid() | Discarded() | Visited() | did.LastRound():
            return effect.rule
        case did.CardTaken() | did.Carried():
            return effect.into
        case CamelMoved():
            return "paid" if effect.coins else "free"
        case did.PrestigeTaken():
            return "plain" if effect.prestige else "none"
        case did.FeeNotPaid():
            return "declined" if effect.able else "unable"
        case did.TokenTaken():
            return _taken(effect)
        case did.TokenReturned():
            return "fewer" if effect.because.counts[effect.because.seat] else "none"
    return "plain"


def _taken(effect: did.TokenTaken) -> str:
    if effect.because.holder is None:
        return "bank"
    if effect.rule != "majority-take":
        return effect.rule
    return "more" if effect.because.more else "tie"


def why(effect: Effect, state: State, language: str = "en", names: Sequence[str] = ()) -> tuple[Why, ...]:
    """Who has how many cards of the kind, where a token's fate was decided; empty for other effects."""
    if not isinstance(effect, did.Reasoned):
        return ()
    speaker, counts = _speaker(language, names), effect.because.counts
    most = max(counts)
    tied = counts.count(most) > 1
    lines = tuple(
        speaker.words.phrase(
            "why.out" if n < most or not n else "why.tied" if tied else "why.in",
            what=speaker.words.phrase("why.shop", seat=speaker.names[seat], number=str(n)),
        )
        for seat, n in enumerate(counts)
    )
    return (Why(effect.rule, speaker.words.phrase(f"rule.{effect.rule}"), lines),)

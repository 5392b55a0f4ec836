"""Texts of a game in one language: sentences for effects, refusals and faults, and labels of score lines.

A game adds its own texts in a subclass of `Speaker`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from companion.engine.correction import FINISHED, LIES, Change, Corrected, Covered, Turned
from companion.engine.game import PLAIN, SCORE, Fault, Prospect, Refusal, ScoreLine, Seat, Why, Word
from companion.engine.wording import Message, Wording, shorten


class Speaker(Struct, frozen=True):
    """Texts in one language with the names of the seats."""

    words: Wording
    names: Sequence[str]
    seats: Mapping[str, str] = {}
    """What the names of seats in positions, such as ``A``, are called."""
    SEATS: ClassVar[tuple[str, ...]] = ("seat", "owner", "holder", "other")
    """Fields that hold seats."""
    NAMES: ClassVar[Mapping[type[Word], Mapping[str, Mapping[Any, str]]]] = {}
    """What types of words are called, by language. A ``Dye`` is ``{dye}`` in phrases about one."""
    SUMS: ClassVar[Mapping[str, str]] = {}
    """Fields that are also said as a sum, and what they count: with ``{"draws": "cards"}`` a phrase may have
    ``{cardsum}``, “2 cards”, by the plural ``thing.cards``."""

    def say(self, thing: Any) -> str:
        """Returns a sentence or two for an effect, refusal or fault; the label of a score line; why a player chose an
        action."""
        match thing:
            case ScoreLine():
                return self.line(thing)
            case Turned():
                return self.turned(thing)
            case Prospect() if thing.motive == PLAIN:
                return thing.thing or ""
            case Prospect() if thing.motive == SCORE:
                line = ScoreLine(thing.thing or "", thing.number or 0, 0, "")
                return self.words.phrase(f"motive.{SCORE}", line=self.line(line))
            case Prospect():
                key = f"motive.{thing.motive}"
            case Refusal():
                return self.refusal(thing)
            case Fault():
                key = f"fault.{thing.kind}" if f"fault.{thing.kind}" in self.words.phrases else "fault"
            case _:
                return self.effect(thing)
        return self.words.phrase(key, **self.fields(thing) | self.also(thing))

    def why(self, effect: Any) -> tuple[Why, ...]:
        """Returns the rules applied in a decision of the game; empty for other effects."""
        return ()

    def called(self, word: object) -> dict[str, str]:
        """Returns the names of a word of the rules, by its types: ``{"dye": "orange", "merchant": "Orange"}``."""
        kinds = {kind.__name__.lower(): names[self.words.language] for kind, names in self.NAMES.items()}
        return {kind: names[word] for kind, names in kinds.items() if word in names}

    def refusal(self, refusal: Refusal) -> str:
        """Returns why an action is refused, short enough for a key."""
        return self.words.phrase(f"refusal.{refusal.reason}", **self.fields(refusal) | self.also(refusal))

    def line(self, line: ScoreLine) -> str:
        """Returns the label of a score line."""
        return self.words.phrase(f"score.{line.thing}", **self.fields(line))

    def effect(self, effect: Any) -> str:
        """Returns an effect as a sentence."""
        fields = self.fields(effect) | self.also(effect)
        if isinstance(effect, Corrected):
            told = dict.fromkeys(self.value("", part) for part in (*effect.changes, *effect.covered))
            fields["changes"] = self.words.listed(told) if told else ""
            for name in ("who", "why"):
                fields[name] = self.words.get(f"{name}.{fields[name]}", fields[name])
            if effect.who.startswith("@"):  # the player of a seat, who has no name
                fields["who"] = self.seats.get(effect.who[1:], effect.who)
            if effect.why == LIES and told:
                return self.words.phrase("set_right.plain", **fields)
            if effect.why == FINISHED:
                return self.words.phrase("ended_by", **fields)
        return self.sentence(effect, fields)

    def sentence(self, effect: Any, fields: dict[str, str]) -> str:
        """Returns the phrase of an effect, ``effect.<its type>.<its variant>`` or without variant, and its values."""
        key = f"effect.{type(effect).__name__}"
        variant = f"{key}.{self.variant(effect)}"
        return self.words.phrase(variant if variant in self.words.phrases else key, **fields)

    def variant(self, effect: Any) -> str:
        """Returns the key of an effect's phrase variant."""
        return "plain"

    def also(self, thing: Any) -> dict[str, str]:
        """Returns values for a phrase in addition to the effect's fields."""
        return {}

    def fields(self, thing: Struct) -> dict[str, str]:
        """Returns the set fields of a value in words, the ``name`` of its seat, and names of its thing and place."""
        said = {name: self.value(name, value) for name, value in asdict(thing).items() if value is not None}
        for name, what in self.SUMS.items():
            if name in said:
                n = getattr(thing, name)
                said[f"{what.removesuffix('s')}sum"] = self.words.count(
                    f"thing.{what}", n if type(n) is int else len(n)
                )
        for word in ("place", "thing"):
            said = self.called(getattr(thing, word, None)) | said
        return said | ({"name": said["seat"]} if "seat" in said else {})

    def value(self, name: str, value: Any) -> str:
        """Returns a field's value in words."""
        if name in self.SEATS:
            return self.names[Seat(value)]
        if type(value) in self.NAMES:
            return self.NAMES[type(value)][self.words.language][value]
        if isinstance(value, Change):
            return self.change(value)
        if isinstance(value, Covered):
            owner = "" if value.seat is None else self.names[value.seat]
            cards = self.words.count("thing.cards", value.number)
            return self.words.phrase(f"covered.{value.thing}", name=owner, cards=cards)
        if isinstance(value, Message):
            return shorten(value.say(self.words.language))
        if isinstance(value, tuple):
            return self.words.listed(self.value("", item) for item in value) if value else ""
        return self.words.field(name, value)

    def change(self, change: Change) -> str:
        """Returns a sentence for a change: the first matching phrase ``change.<path>``. In paths ``{kind}`` stands for
        any name of that kind, and a short path matches everything below it. Without a phrase it returns the path
        itself."""
        key, fields, whole = self._phrase(change.path)
        if not key:
            return f"{change.path} = {msgspec.json.encode(change.value).decode()}"
        return self.words.phrase(key, **fields | {"value": self.put(fields, change.value) if whole else ""})

    def turned(self, thing: Turned) -> str:
        """Returns a sentence for a new holder: “amber token: bank → Ana”; empty without a phrase."""
        key, fields, whole = self._phrase(thing.path)
        if not whole:
            return ""
        before, after = (self.put(fields, value) for value in (thing.before, thing.after))
        value = f"{before} → {after}"
        told = self.words.phrase(key, **fields | {"value": value})
        return told if "{value}" in self.words.get(key, "") else f"{told}: {value}"

    def _phrase(self, path: str) -> tuple[str, dict[str, str], bool]:
        """Returns the key of the phrase for a field (empty: none), its values, and whether it matches to the end."""
        way = path.split(".")
        for key in self.words.phrases:
            head, *shape = key.split(".")
            same = all(part == name or part.startswith("{") for part, name in zip(shape, way, strict=False))
            if head == "change" and len(shape) <= len(way) and same:
                fields = {part[1:-1]: self.part(part[1:-1], name) for part, name in zip(shape, way, strict=False)}
                return key, fields, len(shape) == len(way)
        return "", {}, False

    def part(self, kind: str, name: str) -> str:
        """Returns a name in a field's path in words: a seat, or another name of that kind."""
        return self.seats.get(name, name) if kind == "seat" else self.called(name).get(kind, name)

    def put(self, way: Mapping[str, str], value: Any) -> str:
        """Returns a field's new JSON value in words. `way` are the kinds of names in its path."""
        return next(iter(self.called(str(value)).values()), str(value))

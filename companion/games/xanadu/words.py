"""Words for what the engine's data says: effects, refusals, faults, score lines, prices, draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.correction import Change, Corrected, CorrectionRefusal, Covered
from companion.engine.game import Fault, Refusal, ScoreLine, Seat, Why
from companion.engine.wording import Wording, wording
from companion.games.xanadu import components
from companion.games.xanadu import effects as did
from companion.games.xanadu.moves import Effect, StartPicked, TurnEnded, WorkerPlaced
from companion.games.xanadu.names import SEAT_LETTERS, UNKNOWN, Card, Colour, Resource
from companion.games.xanadu.outcomes import Drawn, WentOn
from companion.games.xanadu.state import State

Thing = Effect | Refusal | Fault | ScoreLine
_SEATS = ("seat", "owner")
_CARD = ("card", "building", "worker")
_SALES = did.Sold | did.FinalSale


class _Speaker(Struct, frozen=True):
    """A language, and what the seats are called in it."""

    words: Wording
    names: tuple[str, ...]

    def card(self, card: Card) -> str:
        """``Barracks``; ``a card`` when it is not known."""
        if card == UNKNOWN:
            return self.words.phrase("card.unknown")
        known = components.CARD_NAMES[self.words.language].get(card)
        return known or self.words.phrase("card.none", number=str(card))

    def value(self, name: str, value: Any) -> str:
        """A field of the data in words."""
        if name in _SEATS:
            return self.names[Seat(value)]
        if name in _CARD:
            return self.card(value)
        if isinstance(value, Resource):
            return components.RESOURCE_NAMES[self.words.language][value]
        if isinstance(value, Change):
            return f"{value.path} = {msgspec.json.encode(value.value).decode()}"
        if isinstance(value, Covered):
            return self.covered(value)
        if isinstance(value, tuple) and value and isinstance(value[0], Resource):
            return self.resources(value)
        if isinstance(value, tuple):
            inner = "card" if name in ("cards", "workers") else ""
            return self.words.listed(self.value(inner, item) for item in value) if value else ""
        return str(value)

    def covered(self, part: Covered) -> str:
        """Whose it is, and how many before and after."""
        name = "" if part.seat is None else self.names[part.seat]
        cards = {} if part.before is None else {"before": self.words.count("count.card", part.before)}
        return self.words.phrase(f"covered.{part.thing}", name=name, after=str(part.after), **cards)

    def resources(self, resources: Iterable[Resource]) -> str:
        """``stone, 2 bronze and jade``."""
        counted = Counter(self.value("", resource) for resource in resources)
        return self.words.listed(name if n == 1 else f"{n} {name}" for name, n in counted.items())

    def fields(self, thing: Struct) -> dict[str, str]:
        """All fields of a value that are set, in words."""
        data = {name: getattr(thing, name) for name in thing.__struct_fields__}
        return {name: self.value(name, value) for name, value in data.items() if value is not None}


def say(thing: Thing, state: State, language: str = "en", names: Sequence[str] = ()) -> str:
    """A sentence or two for an effect, refusal or fault; the label of a score line.

    `names` are the players' names by seat; without them they are called A, B, ….
    """
    speaker = _speaker(state, language, names)
    if isinstance(thing, Refusal):
        return _refusal(thing, speaker, "long")
    if isinstance(thing, Fault):
        return _fault(thing, speaker)
    if isinstance(thing, ScoreLine):
        card = components.CARD_NAMED.get(thing.thing)
        return speaker.card(card) if card else speaker.words.phrase(f"score.{thing.thing}")
    return _effect(thing, speaker)


def short(refusal: Refusal, state: State, language: str = "en", names: Sequence[str] = ()) -> str:
    """A refusal in two or three words, for a key."""
    return _refusal(refusal, _speaker(state, language, names), "short")


def _speaker(state: State, language: str, names: Sequence[str]) -> _Speaker:
    return _Speaker(wording(__package__ or "", language), tuple(names) or tuple(SEAT_LETTERS[: state.players]))


def _refusal(refusal: Refusal, speaker: _Speaker, length: str) -> str:
    fields = speaker.fields(refusal)
    if isinstance(refusal, CorrectionRefusal):
        fields["thing"] = refusal.say(speaker.words.language)
    if refusal.number is not None:
        fields["card"] = speaker.card(Card(refusal.number))
    thing = refusal.thing
    match refusal.reason:
        case "not_now" if thing is not None:
            fields["phase"] = speaker.words.phrase(f"phase.{thing}")
        case "missing" if thing is not None:
            fields["resources"] = speaker.resources(map(Resource, thing.split()))
        case "better_colour" if thing is not None:
            fields["colour"] = components.COLOUR_NAMES[speaker.words.language][Colour(thing)]
    return speaker.words.phrase(f"refusal.{refusal.reason}.{length}", **fields)


def _fault(fault: Fault, speaker: _Speaker) -> str:
    fields = speaker.fields(fault)
    thing = fault.thing
    if thing is not None and thing.isdigit():
        fields["card"] = speaker.card(Card(int(thing)))
    elif thing is not None:
        fields["resource"] = speaker.value("", Resource(thing))
    return speaker.words.phrase(f"fault.{fault.kind}", **fields)


def _effect(effect: Effect, speaker: _Speaker) -> str:
    words, fields = speaker.words, speaker.fields(effect)
    match effect:
        case did.Sold() | did.FinalSale():
            fields["coinsum"] = words.count("count.coin", effect.price)
            fields["extrasum"] = words.count("count.coin", effect.extra)
        case TurnEnded():
            fields["cardsum"] = words.count("count.card", effect.draws)
        case Corrected():
            fields["changes"] = speaker.value("", (*effect.changes, *effect.covered))
        case did.Reshuffled():
            fields["cardsum"] = words.count("count.card", effect.cards)
        case WorkerPlaced():
            fields["coinsum"] = words.count("count.coin", effect.after)
    said = words.phrase(f"effect.{type(effect).__name__}.{_variant(effect)}", **fields)
    if isinstance(effect, _SALES) and effect.extra:
        said += " " + words.phrase("more.extra", **fields)
    if isinstance(effect, WorkerPlaced):
        said += " " + words.phrase(f"mark.{_mark(effect)}", **fields)
        if effect.favour is not None:
            said += " " + words.phrase("more.favour", **fields)
    return said


def _mark(effect: WorkerPlaced) -> str:
    if effect.after == effect.before:
        return "trade"
    return "upgrade" if effect.after > effect.before else "sabotage"


def _variant(effect: Effect) -> str:
    """Which of the phrases of an effect fits."""
    match effect:
        case did.GameEnded() | WentOn() | TurnEnded():
            return effect.rule
        case did.Sold():
            return f"{effect.rule}-workers" if effect.workers else effect.rule
        case Drawn() | StartPicked():
            return "hidden" if effect.card == UNKNOWN else "plain"
        case WorkerPlaced():
            return "hidden" if effect.worker == UNKNOWN else "plain"
        case did.Reshuffled():
            return "end" if effect.end else "plain"
    return "plain"


def why(effect: Effect, state: State, language: str = "en", names: Sequence[str] = ()) -> tuple[Why, ...]:
    """Why a building has its price, and why a seat draws so many cards; empty for any other effect."""
    speaker = _speaker(state, language, names)
    match effect:
        case did.Sold():
            return (_price_why(effect.card, len(effect.workers), speaker),)
        case did.FinalSale():
            return (_price_why(effect.card, effect.covered, speaker),)
        case TurnEnded():
            return (_draw_why(effect, speaker),)
    return ()


def _price_why(card: Card, covered: int, speaker: _Speaker) -> Why:
    """The prices from the bottom up to the one in force."""
    words, prices = speaker.words, components.BUILDINGS[card].prices
    lines = [words.phrase("why.covered", price=str(price)) for price in prices[:covered]]
    key = "why.picture" if covered == components.ROWS else "why.force"
    lines.append(words.phrase(key, price=str(prices[covered])))
    return Why("price", words.phrase("rule.price"), tuple(lines))


def _draw_why(effect: TurnEnded, speaker: _Speaker) -> Why:
    """The rules for drawing up to the one that holds, and the hand limit where it cuts."""
    words, lines = speaker.words, []
    for rule in ("draw-sold", "draw-full", "draw-one"):
        key = "in" if rule == effect.rule else "out"
        lines.append(words.phrase(f"why.{key}", what=words.phrase(f"why.{rule}")))
        if rule == effect.rule:
            break
    if effect.rule != "draw-full" and effect.draws < effect.most:
        lines.append(words.phrase("why.in", what=words.phrase("why.hand-limit")))
    return Why(effect.rule, words.phrase("rule.draw"), tuple(lines))

"""Texts for the engine's data: effects, refusals, faults, score lines, prices, draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from companion.engine.game import Fault, Prospect, Refusal, ScoreLine, Why
from companion.engine.speaker import Speaker
from companion.games.xanadu import components
from companion.games.xanadu import effects as did
from companion.games.xanadu.names import UNKNOWN, Card, Colour, Resource

_CARD = ("card", "building", "worker")
_SALES = did.Sold | did.FinalSale


class XanaduSpeaker(Speaker, frozen=True):
    NAMES: ClassVar = {Resource: components.RESOURCE_NAMES, Colour: components.COLOUR_NAMES}
    SUMS: ClassVar = {"price": "coins", "draws": "cards", "cards": "cards", "returned": "cards"}

    def card(self, card: Card) -> str:
        """Returns ``Barracks``; ``a card`` for an unknown one."""
        if card == UNKNOWN:
            return self.words.phrase("a_card")
        known = components.CARD_NAMES[self.words.language].get(card)
        return known or self.words.phrase("card.none", number=str(card))

    def value(self, name: str, value: Any) -> str:
        if name in _CARD:
            return self.card(value)
        if isinstance(value, tuple) and value and isinstance(value[0], Resource):
            return self.resources(value)
        if isinstance(value, tuple) and value and name in ("cards", "workers", "returned"):
            return self.words.listed(map(self.card, value))
        return super().value(name, value)

    def put(self, way: Mapping[str, str], value: Any) -> str:
        match value:
            case [{}, *_]:
                return self.words.listed(self._building(one) for one in value)
            case [*cards]:
                known = [self.card(Card(card)) for card in cards if card != UNKNOWN]
                closed = len(cards) - len(known)
                return self.words.listed(known + [self.words.count("thing.cards", closed)] * (closed > 0 or not known))
            case int() if "place" in way:
                return self.card(Card(value))
        return super().put(way, value)

    def _building(self, built: Mapping[str, Any]) -> str:
        """Returns a JSON building in words: its name, and the number of its workers."""
        name, workers = self.card(Card(built["card"])), len(built.get("workers", ()))
        return f"{name} ({self.words.count('thing.cards', workers)})" if workers else name

    def resources(self, resources: Iterable[Resource]) -> str:
        """Returns ``stone, 2 bronze and jade``."""
        counted = Counter(self.value("", resource) for resource in resources)
        return self.words.listed(name if n == 1 else f"{n} {name}" for name, n in counted.items())

    def line(self, line: ScoreLine) -> str:
        card = components.CARD_NAMED.get(line.thing)
        return self.card(card) if card else super().line(line)

    def also(self, thing: Any) -> dict[str, str]:
        match thing:
            case Refusal(number=int(card)):
                missing = thing.thing.split() if thing.reason == "missing" and thing.thing else []
                return {"card": self.card(Card(card)), "resources": self.resources(map(Resource, missing))}
            case did.Sold() | did.FinalSale():
                return {"extrasum": self.words.count("thing.coins", thing.extra)}
            case Fault(thing=str(card)) | Prospect(thing=str(card)) if card.isdigit():
                return {"card": self.card(Card(int(card)))}
        return {}

    def sentence(self, effect: Any, fields: dict[str, str]) -> str:
        sale = isinstance(effect, did.FinalSale)
        said = self.words.phrase("effect.Sold.sell", **fields) if sale else super().sentence(effect, fields)
        more: list[str] = []
        if isinstance(effect, did.Sold) and effect.workers:
            more.append("more.workers")
        if isinstance(effect, _SALES) and effect.extra:
            more.append("more.extra")
        if isinstance(effect, did.WorkerPlaced):
            more += [f"mark.{_mark(effect)}", *(["more.favour"] if effect.favour is not None else [])]
        return " ".join([said, *[self.words.phrase(key, **fields) for key in more]])

    def variant(self, effect: Any) -> str:
        if isinstance(effect, did.TurnEnded) and not effect.draws:
            return "none"
        if isinstance(effect, did.Sold | did.TurnEnded):
            return effect.rule
        hidden = UNKNOWN in (getattr(effect, "card", None), getattr(effect, "worker", None))
        again = isinstance(effect, did.StartPicked) and effect.returned
        return ("hidden" if hidden else "plain") + ("-again" if again else "")

    def why(self, effect: Any) -> tuple[Why, ...]:
        """Returns why a building has its price, and why a seat draws so many cards; empty for other effects."""
        match effect:
            case did.Sold():
                return (self._explain_price(effect.card, len(effect.workers)),)
            case did.FinalSale():
                return (self._explain_price(effect.card, effect.covered),)
            case did.TurnEnded():
                return (self._explain_draw(effect),)
        return ()

    def _explain_price(self, card: Card, covered: int) -> Why:
        """Returns the prices from the bottom up to the one in force."""
        say, prices = self.words.phrase, components.BUILDINGS[card].prices
        lines = [say("why.covered", price=str(price)) for price in prices[:covered]]
        return Why("price", say("rule.price"), (*lines, say("why.in", what=str(prices[covered]))))

    def _explain_draw(self, effect: did.TurnEnded) -> Why:
        """Returns the rules for drawing up to the applicable one, and the hand limit if it applies."""
        say, rules = self.words.phrase, ("draw-sold", "draw-full", "draw-one")
        lines = [say("why.out", what=say(f"why.{rule}")) for rule in rules[: rules.index(effect.rule)]]
        lines.append(say("why.in", what=say(f"why.{effect.rule}")))
        if effect.rule != "draw-full" and effect.draws < effect.most:
            lines.append(say("why.in", what=say("why.hand-limit")))
        return Why(effect.rule, say("rule.draw"), tuple(lines))


def _mark(effect: did.WorkerPlaced) -> str:
    if effect.after == effect.before:
        return "trade"
    return "upgrade" if effect.after > effect.before else "sabotage"

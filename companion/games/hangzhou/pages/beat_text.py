"""Texts of a merchant beat: the act and its player, the reason, the exchange, and the next beats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from companion.engine.game import Seat, Why
from companion.engine.wording import wording
from companion.games.hangzhou.components import DYE_NAMES
from companion.games.hangzhou.effects import Bought, Decision, DiePlaced, Sold, TakenBack
from companion.games.hangzhou.names import MERCHANT_INDEX, MERCHANTS, Space
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.beats import Beat, Round, Trade
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.rules import HANGZHOU

RULES: Final = ("nearest", "coins", "house-blocking", "temple", "clockwise")
"""What a merchant goes by, in order."""


class Scene(Struct, frozen=True):
    """How a beat is put into words. `says`: what stands below its title; ``because`` is the rule that decided,
    ``effect`` the effect's own sentence, others are words of ``beat.*``. `title`: the words of its title, else its
    caption. `named`: the title begins with the name of who does it. `by_hand`: its key says that it is done.
    """

    says: str
    title: str = ""
    named: bool = True
    by_hand: bool = False


SCENES: Final[Mapping[str, Scene]] = {
    "wants": Scene("because", title="goes", named=False),
    "empty": Scene("because", named=False),
    "none": Scene("because", named=False),
    "stays": Scene("because", named=False),
    "blocked": Scene("because", named=False),
    "enter": Scene("on_the_way", by_hand=True),
    "move": Scene("on_the_way", by_hand=True),
    "ask": Scene("effect"),
    "buy": Scene("effect", by_hand=True),
    "sell": Scene("effect", by_hand=True),
    "back": Scene("effect", by_hand=True),
    "draw": Scene("goes_back"),
    "new": Scene("goes_back"),
    "first": Scene("first_lacks"),
}
"""All that a beat can be, by the words of its caption (``beat.*``)."""


class Swap(Struct, frozen=True):
    """A thing that changes hands: its symbol, from where to where, how many (empty: one), the name of a dye."""

    sign: str
    way: str
    n: str = ""
    name: str = ""


def used(decision: Decision | None) -> tuple[str, ...]:
    """The rules that left something out, in order; the one it went by, where none did."""
    if decision is None:
        return ()
    cuts = {target.cut_by for target in decision.targets} | {step.cut_by for step in decision.steps}
    return tuple(rule for rule in RULES if rule in cuts) or tuple(r for r in RULES if r == decision.decided_by)


class Text(Struct, frozen=True):
    """A beat in the reader's language."""

    context: TableContext
    round: Round
    beat: Beat

    @property
    def caption(self) -> str:
        """Its key in `SCENES`."""
        decision, waits = self.beat.decision, self.beat.waits
        match self.beat.kind:
            case "first":
                return "first"
            case "die":
                return {"roll": "draw", "die": "first"}.get(waits, "new")
            case "trade" if waits == "trade":
                return "ask"
            case "trade":
                told = self.beat.told
                return "buy" if isinstance(told, Bought) else "sell" if isinstance(told, Sold) else "back"
            case "move":
                return "move" if decision is not None and decision.start else "enter"
        if decision is None or decision.demand is None:
            return "empty"
        return (
            "blocked" if decision.blocked else {"no-target": "none", "stay": "stays"}.get(decision.decided_by, "wants")
        )

    @property
    def scene(self) -> Scene:
        return SCENES[self.caption]

    @property
    def head(self) -> str:
        """The beat in a few words, as the key names it that goes back to it."""
        return self.say(self.caption)

    @property
    def sub(self) -> str:
        words = self.context.own_words
        return f"{words.phrase('way.merchants.name')} · {words.phrase('bar.round', n=str(self.beat.state.round))}"

    @property
    def title(self) -> str:
        """Where a merchant goes; else the act, after the name of who does it."""
        title = self.say(self.scene.title or self.caption)
        return f"{self._doer}: {title}" if self.scene.named else title

    @property
    def says(self) -> str:
        """The line below the title."""
        decision, says, told = self.beat.decision, self.scene.says, self.beat.told
        if says == "effect" and told is not None:
            return self.context.say(told, self.beat.state)
        if says != "first_lacks" and decision is None:
            return ""
        if says == "because" and decision is not None:
            return HANGZHOU.because(decision, self.beat.state, self.context.language, self.context.names)
        if decision is not None and says == "on_the_way" and decision.end in [t.space for t in decision.targets]:
            says = "to_trade"
        return self.say(says)

    @property
    def dye(self) -> str:
        """The dye that a merchant wants, while it is on its way."""
        decision = self.beat.decision if self.beat.kind in ("wants", "move") else None
        return decision.demand.dye.value if decision is not None and decision.demand else ""

    @property
    def rules(self) -> tuple[tuple[str, bool], ...]:
        """The rules that merchants go by, and whether this one had to."""
        decision = self.beat.decision
        if self.beat.kind != "wants" or decision is None or not decision.steps:
            return ()
        went = used(decision)
        shown = [rule for rule in RULES if rule != "house-blocking" or rule in went]
        return tuple((self.context.own_words.phrase(f"rule.{rule}"), rule in went) for rule in shown)

    @property
    def why(self) -> tuple[Why, ...]:
        decision, context = self.beat.decision, self.context
        return () if decision is None else context.game.why(decision, self.beat.state, context.language, context.names)

    @property
    def pips(self) -> tuple[str, ...]:
        """Progress within the merchant's beats: ``done``, ``now`` or "", each."""
        number = self.beat.number
        beats = self.round.of(self.beat.merchant)
        return tuple("now" if one is self.beat else "done" if one.number < number else "" for one in beats)

    @property
    def swaps(self) -> tuple[Swap, ...]:
        """Exchanged things."""
        return tuple(self._swaps(self.beat.told)) if isinstance(self.beat.told, Trade) else ()

    def _swaps(self, trade: Trade) -> Iterator[Swap]:
        names = DYE_NAMES[self.context.language]

        def way(key: str) -> str:
            return self.context.own_words.phrase(f"beat.way.{key}", space=trade.space)

        def dye(key: str) -> Swap:
            return Swap(f"dye-{trade.die.dye}", way(key), name=names[trade.die.dye])

        match trade:
            case Bought():
                yield Swap("coin", way("hand_box"), str(trade.die.price))
                yield dye("shop_hand")
            case Sold():
                yield from (Swap(f"dye-{paid}", way("hand_box"), name=names[paid]) for paid in trade.paid)
                yield dye("kept" if trade.kept else "shop_box")
                yield Swap("coin", way("box_hand"), str(trade.die.price))
                if trade.points:
                    yield Swap("point", way("box_hand"), str(trade.points))
            case TakenBack():
                yield Swap(f"shop-{self.beat.state.colours[trade.seat]}", way("shop_hand"))
                yield dye("shop_box")
        if trade.coins:
            yield Swap("coin", way("shop_box"), str(trade.coins))

    @property
    def lacks(self) -> Mapping[Space, str]:
        """The words beside what a merchant weighs: how far, how many coins, and what a step lacks."""
        decision, own = self.beat.decision, self.context.own_words
        if decision is None or self.beat.kind != "wants" or decision.end == decision.start:
            return {}
        rules, words = used(decision), wording("companion.games.hangzhou", self.context.language)
        said: dict[Space, str] = {}
        for target in decision.targets:
            parts = [words.count("thing.steps", target.distance)] if target.cut_by in (None, "nearest") else []
            if "coins" in rules and target.cut_by in (None, "coins"):
                parts.append(own.count("thing.coins", target.coins))
            said[target.space] = ", ".join(parts)
        cut = [step for step in decision.steps if step.cut_by in ("temple", "clockwise")]
        return said | {step.to: own.phrase(f"beat.lack.{step.cut_by}", n=str(step.temple)) for step in cut}

    @property
    def lines(self) -> list[tuple[str, str]]:
        """The beats ``done`` (each merchant in one line, then those of this one), the beat ``now``, and those that
        come ``then``."""
        merchant, number, said = self.beat.merchant, self.beat.number, list[tuple[str, str]]()
        before = [found for one in MERCHANTS[: MERCHANT_INDEX[merchant]] if (found := self.round.of(one))]
        done = [next((b for b in found if b.kind == "trade"), found[min(1, len(found) - 1)]) for found in before]
        done += [one for one in self.round.of(merchant) if one.number < number]
        said = [*(("done", Text(self.context, self.round, one).title) for one in done), ("now", self.title)]
        if self.round.following(self.beat) is None and not self.beat.waits and merchant is MERCHANTS[-1]:
            return said + [("then", self.context.say(effect, state)) for effect, state in self.round.ends]
        then = self.coming(len(MERCHANTS))
        return [*said, ("then", then)] if then else said

    def coming(self, most: int = 1) -> str:
        """The next beats: the merchant's next one, or at most `most` following merchants."""
        following, merchant, words = self.round.following(self.beat), self.beat.merchant, self.context.own_words
        if following is not None and following.merchant == merchant:
            return Text(self.context, self.round, following).say(f"then.{following.kind}")
        later = [labels.merchant(self.context, one) for one in MERCHANTS[MERCHANT_INDEX[merchant] + 1 :][:most]]
        return words.phrase("beat.then.merchants", merchants=self.context.words.listed(later)) if later else ""

    @property
    def _doer(self) -> str:
        """The owner of the shop, or who moves the figures."""
        if isinstance(self.beat.told, Trade):
            return self.context.names[self.beat.told.seat]
        return self.context.names[0] if self.round.mover is None else self.context.chair_name(self.round.mover)

    def say(self, key: str) -> str:
        """Words of the beat, with all that they may name."""
        decision, told, dyes = self.beat.decision, self.beat.told, DYE_NAMES[self.context.language]
        fields = {"merchant": labels.merchant(self.context, self.beat.merchant), "name": self._doer}
        die = decision.demand if decision is not None else None
        if decision is not None:
            fields |= {"start": decision.start or "", "end": decision.end or "", "targets": self._targets(decision)}
        if isinstance(told, Trade):
            fields["space"] = told.space
        if isinstance(told, Trade | DiePlaced) and key != "goes_back":
            die = told.die
        if die is not None:
            fields |= {"dye": dyes[die.dye], "price": str(die.price)}
        if isinstance(told, Sold):
            fields["paid"] = self.context.words.listed(dyes[dye] for dye in told.paid)
        return self.context.own_words.phrase(f"beat.{key}", **fields)

    def _targets(self, decision: Decision) -> str:
        """The shops that it goes for, the only one with its owner."""
        found = [target for target in decision.targets if target.cut_by is None]
        if len(found) == 1:
            name = self.context.names[Seat(found[0].owner)]
            return self.context.own_words.phrase("beat.shop_of", name=name, space=found[0].space)
        return self.context.words.listed(target.space for target in found) if found else ""

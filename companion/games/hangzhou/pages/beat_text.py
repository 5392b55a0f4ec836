"""A merchant beat in words: the act and its player, the reason, the exchange, and the next beats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from companion.engine.game import Seat, Why
from companion.games.hangzhou.components import DYE_NAMES
from companion.games.hangzhou.decision import BLOCKING
from companion.games.hangzhou.effects import Bought, Decision, Sold, TakenBack
from companion.games.hangzhou.names import MERCHANT_INDEX, MERCHANTS, Space
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.beats import Beat, Round, Trade
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.rules import HANGZHOU

RULES: Final = ("nearest", "coins", BLOCKING, "temple", "clockwise")
"""What a merchant goes by, in order."""


class Swap(Struct, frozen=True):
    """A thing that changes hands: its icon, from where to where, how many, the name of a dye."""

    sign: str
    way: str
    n: int
    name: str


def used(decision: Decision | None) -> tuple[str, ...]:
    """Returns the rules that eliminated something, in order; if none did, the deciding one."""
    if decision is None:
        return ()
    cuts = {target.cut_by for target in decision.targets} | {step.cut_by for step in decision.steps}
    return tuple(rule for rule in RULES if rule in cuts) or tuple(r for r in RULES if r == decision.decided_by)


class Text(Struct, frozen=True):
    """A beat in the reader's language."""

    context: TableContext
    round: Round
    beat: Beat

    def say(self, key: str) -> str:
        """Returns words of the beat, with everything they may name."""
        beat, context, dyes = self.beat, self.context, DYE_NAMES[self.context.language]
        decision, effect = beat.decision, beat.effect
        fields = {"merchant": labels.merchant(context, beat.merchant), "name": self._doer}
        die = None if decision is None else decision.demand
        if decision is not None:
            fields |= {"start": decision.start or "", "end": decision.end or "", "targets": self._targets(decision)}
        if die is not None:
            fields["old"] = f"{dyes[die.dye]} {die.price}"
        if effect is not None:
            die = effect.die
        if die is not None:
            fields |= {"dye": dyes[die.dye], "price": str(die.price)}
        if isinstance(effect, Trade):
            fields["space"] = effect.space
        if isinstance(effect, Sold):
            fields["paid"] = context.words.listed(dyes[dye] for dye in effect.paid)
        return context.own_words.phrase(f"beat.{key}", **fields)

    @property
    def _doer(self) -> str:
        """The owner of the shop, or who moves the figures."""
        if isinstance(self.beat.effect, Trade):
            return self.context.names[self.beat.effect.seat]
        return self.context.names[0] if self.round.mover is None else self.context.chair_name(self.round.mover)

    def _targets(self, decision: Decision) -> str:
        """The shops that it goes for, the only one with its owner."""
        found = [target for target in decision.targets if target.cut_by is None]
        if len(found) == 1:
            name = self.context.names[Seat(found[0].owner)]
            return self.context.own_words.phrase("beat.shop_of", name=name, space=found[0].space)
        return self.context.words.listed(target.space for target in found)

    @property
    def head(self) -> str:
        """Returns the beat in a few words, for the key that goes back to it."""
        return self.say(self.beat.caption)

    @property
    def title(self) -> str:
        """Returns where a merchant goes; otherwise the act, after the name of its player."""
        if self.beat.kind == "wants":
            return self.say("goes" if self.beat.caption == "wants" else self.beat.caption)
        return f"{self._doer}: {self.head}"

    @property
    def says(self) -> str:
        """Returns the line below the title."""
        beat, decision = self.beat, self.beat.decision
        if beat.caption == "first":
            return self.say("first_lacks")
        if decision is None:
            return ""
        match beat.kind:
            case "wants":
                return HANGZHOU.because(decision, beat.state, self.context.language, self.context.names)
            case "trade":
                return self.context.say(beat.effect, beat.state)
            case "move":
                arrives = any(target.space == decision.end for target in decision.targets)
                return self.say("to_trade" if arrives else "on_the_way")
        return self.say("goes_back") if decision.demand else ""

    @property
    def dye(self) -> str:
        """Returns the dye that a merchant wants, while it is on its way."""
        decision = self.beat.decision if self.beat.kind in ("wants", "move") else None
        return decision.demand.dye.value if decision is not None and decision.demand else ""

    @property
    def rules(self) -> list[tuple[str, bool]]:
        """Returns the merchants' rules, and whether this one had to apply each."""
        decision = self.beat.decision
        if self.beat.kind != "wants" or decision is None or not decision.steps:
            return []
        went, words = used(decision), self.context.own_words
        return [(words.phrase(f"rule.{rule}"), rule in went) for rule in RULES if rule in went or rule != BLOCKING]

    @property
    def why(self) -> tuple[Why, ...]:
        decision, context = self.beat.decision, self.context
        return () if decision is None else context.game.why(decision, self.beat.state, context.language, context.names)

    @property
    def swaps(self) -> list[Swap]:
        """Exchanged things."""
        trade, words, names = self.beat.effect, self.context.own_words, DYE_NAMES[self.context.language]
        if not isinstance(trade, Trade):
            return []
        coin, dye, price = "coin", f"dye-{trade.die.dye}", trade.die.price
        match trade:
            case Bought():
                moved = [(coin, "hand_box", price), (dye, "shop_hand", 1)]
            case Sold():
                paid = [(f"dye-{one}", "hand_box", 1) for one in trade.paid]
                gained = [(dye, "kept" if trade.kept else "shop_box", 1), (coin, "box_hand", price)]
                moved = [*paid, *gained, ("point", "box_hand", trade.points)]
            case TakenBack():
                moved = [(f"shop-{self.beat.state.colours[trade.seat]}", "shop_hand", 1), (dye, "shop_box", 1)]
        return [
            Swap(sign, words.phrase(f"beat.way.{way}", space=trade.space), n, names.get(sign.removeprefix("dye-"), ""))
            for sign, way, n in (*moved, (coin, "shop_box", trade.coins))
            if n
        ]

    @property
    def weighed(self) -> Mapping[Space, str]:
        """Returns the words beside what a merchant considers: distance, coins, and what a step lacks."""
        decision, own = self.beat.decision, self.context.own_words
        if decision is None or self.beat.kind != "wants" or decision.end == decision.start:
            return {}
        rules = used(decision)
        cut = [step for step in decision.steps if step.cut_by in ("temple", "clockwise")]
        found = {step.to: own.phrase(f"beat.lack.{step.cut_by}", n=str(step.temple)) for step in cut}
        for target in decision.targets:
            parts = [own.count("thing.steps", target.distance)] if target.cut_by in (None, "nearest") else []
            if "coins" in rules and target.cut_by in (None, "coins"):
                parts.append(own.count("thing.coins", target.coins))
            found[target.space] = ", ".join(parts)
        return found

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Returns the beats ``done`` (each merchant in one line, then those of this one), the beat ``now``, and those
        that come ``then``."""
        merchant = self.beat.merchant
        before = [found for one in MERCHANTS[: MERCHANT_INDEX[merchant]] if (found := self.round.of(one))]
        done = [next((b for b in found if b.kind == "trade"), found[:2][-1]) for found in before]
        done += [one for one in self.round.of(merchant) if one.number < self.beat.number]
        lines = [*(("done", Text(self.context, self.round, one).title) for one in done), ("now", self.title)]
        if self.round.following(self.beat) is None and not self.beat.waits and merchant is MERCHANTS[-1]:
            return lines + [("then", self.context.say(effect, state)) for effect, state in self.round.ends]
        then = self.coming(len(MERCHANTS))
        return [*lines, ("then", then)] if then else lines

    def coming(self, most: int = 1) -> str:
        """Returns the next beats: the merchant's next one, or at most `most` following merchants."""
        following, merchant, words = self.round.following(self.beat), self.beat.merchant, self.context.own_words
        if following is not None and following.merchant == merchant:
            return Text(self.context, self.round, following).say(f"then.{following.kind}")
        later = [labels.merchant(self.context, one) for one in MERCHANTS[MERCHANT_INDEX[merchant] + 1 :][:most]]
        return words.phrase("beat.then.merchants", merchants=self.context.words.listed(later)) if later else ""

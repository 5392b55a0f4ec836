"""Why a merchant went where it went: each rule in its order, with who stays in, who is out, and by which numbers."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import AnyEffect, Seat, Why
from companion.engine.versions import FIRST
from companion.engine.wording import wording
from companion.games.hangzhou import Decision, State
from companion.games.hangzhou.effects import MerchantMoved, MerchantStayed, Step, Target
from companion.games.hangzhou.pages.context import TableContext

FAR = ("nearest", "stay")
"""What leaves a target out because another one is nearer, or under the merchant."""
Weighed = list[tuple[str, bool]]
"""What a rule weighed, in words, each with whether the rule left it out."""


def why(context: TableContext, effect: AnyEffect | Decision, state: State) -> tuple[Why, ...]:
    """The rules that a merchant went by: all four, and what each left; of other effects what the game tells."""
    decision = effect.because if isinstance(effect, MerchantMoved | MerchantStayed) else effect
    if not isinstance(decision, Decision) or decision.decided_by == "no-target":
        return context.game.why(effect, state, context.language, context.names)
    names = _Named(context, decision, first=state.rules == FIRST)
    if decision.decided_by == "stay":
        return (names.rule("stay", names.standing()),)
    return tuple(names.rule(rule, weighed) for rule, weighed in names.weighed() if weighed)


class _Named:
    """A decision in the reader's language."""

    def __init__(self, context: TableContext, decision: Decision, *, first: bool) -> None:
        self._context, self._decision, self._first = context, decision, first
        self._rules = wording("companion.games.hangzhou", context.language)

    def rule(self, rule: str, weighed: Weighed) -> Why:
        """A rule with its marks: ✓ stays in, ✗ is out, = is tied."""
        tied = sum(not out for _, out in weighed) > 1
        marks = ("out" if out else "tied" if tied else "in" for _, out in weighed)
        lines = (self._rules.phrase(f"why.{mark}", what=what) for mark, (what, _) in zip(marks, weighed, strict=True))
        return Why(rule, self._rules.phrase(f"rule.{rule}"), tuple(lines))

    def standing(self) -> Weighed:
        """It stands on a target: all others are further away than that."""
        return [
            (self._say("away" if target.distance else "stands", **self._target(target)), target.distance > 0)
            for target in self._decision.targets
        ]

    def weighed(self) -> Iterator[tuple[str, Weighed]]:
        """Each rule with what was left for it; where that is one thing only, it says so."""
        near = [target for target in self._decision.targets if target.cut_by not in FAR]
        yield "nearest", self._nearest()
        yield "coins", _only(self, near[0].space, len(near)) or self._coins(near)
        if self._first:
            yield "temple", self._temple(self._decision.steps)
        yield "house-blocking", self._shared(near)
        if not self._first:
            yield "temple", self._temple(self._open)
        yield "clockwise", self._clockwise([step for step in self._open if step.cut_by in (None, "clockwise")])

    @property
    def _open(self) -> tuple[Step, ...]:
        """The steps that nobody stands on."""
        return tuple(step for step in self._decision.steps if step.cut_by != "house-blocking")

    def _shared(self, near: list[Target]) -> Weighed:
        found = [target.space for target in near if target.cut_by == "house-blocking"]
        found += [step.to for step in self._decision.steps if step.cut_by == "house-blocking"]
        return [(self._say("shared", space=space), True) for space in found]

    def _nearest(self) -> Weighed:
        targets = self._decision.targets
        best = str(min(target.distance for target in targets))
        out = [target.cut_by in FAR for target in targets]
        return [
            (self._say("far" if cut else "near", best=best, **self._target(target)), cut)
            for target, cut in zip(targets, out, strict=True)
        ]

    def _coins(self, near: list[Target]) -> Weighed:
        best = str(max(target.coins for target in near))
        return [
            (
                self._say("poor" if target.cut_by == "coins" else "rich", best=best, **self._target(target)),
                target.cut_by == "coins",
            )
            for target in near
        ]

    def _temple(self, steps: tuple[Step, ...]) -> Weighed:
        best = str(min((step.temple for step in steps), default=0))
        steps = tuple(step for step in steps if step.cut_by != "house-blocking" or str(step.temple) == best)
        return _only(self, steps[0].to if steps else "", len(steps)) or [
            (
                self._say("wide" if step.cut_by == "temple" else "close", best=best, **self._step(step)),
                step.cut_by == "temple",
            )
            for step in steps
        ]

    def _clockwise(self, free: list[Step]) -> Weighed:
        best = f"{max((step.turning for step in free), default=0):+d}"
        return _only(self, free[0].to if free else "", len(free)) or [
            (
                self._say("back" if step.cut_by == "clockwise" else "turn", best=best, **self._step(step)),
                step.cut_by == "clockwise",
            )
            for step in free
        ]

    def _target(self, target: Target) -> dict[str, str]:
        own = self._context.own_words
        return {
            "space": target.space,
            "name": self._context.names[Seat(target.owner)],
            "steps": self._rules.count("count.step", target.distance),
            "coins": own.count("coins", target.coins) if target.coins else own.phrase("beat.no_coins"),
        }

    def _step(self, step: Step) -> dict[str, str]:
        steps = self._rules.count("count.step", step.temple)
        return {"space": step.to, "steps": steps, "turning": f"{step.turning:+d}"}

    def only(self, space: str) -> Weighed:
        return [(self._say("only", space=space), False)]

    def _say(self, key: str, **fields: str) -> str:
        return self._context.own_words.phrase(f"reason.{key}", **fields)


def _only(names: _Named, space: str, n: int) -> Weighed:
    """What is left alone needs no rule; empty: there is a choice."""
    return names.only(space) if n == 1 else []

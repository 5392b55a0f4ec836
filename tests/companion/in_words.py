"""Play in words, in any game: what a test says of a state and of what is done in it."""

from __future__ import annotations

from typing import Any

from companion.engine.rules import GameRules

NAMES = ("Ana", "Ben", "Chen", "Dai")


class InWords:
    """A game whose actions are said in words."""

    def __init__(self, rules: GameRules[Any]) -> None:
        self.rules = rules

    def played(self, state: Any, *actions: str) -> Any:
        """The state after actions."""
        for action in actions:
            state, _ = self.rules.play(state, self.rules.parse_action(action))
        return state

    def effects(self, state: Any, *actions: str) -> list[Any]:
        """What happens at the last of the actions."""
        before = self.played(state, *actions[:-1])
        return list(self.rules.play(before, self.rules.parse_action(actions[-1]))[1])

    def told(self, state: Any, action: str, names: tuple[str, ...] = NAMES) -> list[str]:
        """What an action does, in words."""
        after = self.played(state, action)
        return [self.rules.say(effect, after, names=names) for effect in self.effects(state, action)]

    def refused(self, state: Any, action: str, by: int | None = None) -> tuple[str, str | None] | None:
        """The reason and the rule of a refusal; None: it can be done, and the list of legal actions agrees."""
        parsed = self.rules.parse_action(action)
        refusal = self.rules.refusal(state, parsed, by)
        assert by is not None or (parsed in self.rules.legal(state)) == (refusal is None)
        return None if refusal is None else (refusal.reason, refusal.rule)

    def legal(self, state: Any, by: int | None = None) -> list[str]:
        """The legal actions."""
        return [self.rules.action_text(action) for action in self.rules.legal(state, by)]

"""The rules by which paths are told apart."""

from __future__ import annotations

from collections.abc import Callable

from werkzeug.routing import Rule


class LateRule(Rule):
    """Makes what builds its addresses when the first one is asked for: of most none ever is, and for all of them
    together an app takes a third of the time in which it begins."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        made: list[Callable[..., tuple[str, str]]] = []

        def build(rule: Rule, /, **values: object) -> tuple[str, str]:
            if not made:
                made.append(super(LateRule, self)._compile_builder(append_unknown))
            return made[0](rule, **values)

        return build

"""What to set right at a table, and what would follow: wrong steps, forgotten ones."""

from __future__ import annotations

from companion.engine.correction import Change
from companion.tables import errors
from companion.tables.log.explanations import forgotten
from companion.tables.log.hotseat import eyes_of
from companion.tables.log.plan import RuleRefused
from companion.tables.log.repair import repair_of
from companion.tables.log.views import ForgottenStep, RefusedByRule, Repair
from companion.tables.storage.repository import Archive


class Repairs:
    """Looks only; `Replace` and `Correct` are the commands."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def of(self, code: str, token: str | None, at: int, action: str | None = None) -> Repair | RefusedByRule:
        """What the action of entry `at` could have been instead, and what would follow of `action`.

        Raises `NotSeated`, `NoSuchEntry`, `PlayedSince`, `CardsHidden`, `BadCommand`.
        """
        found = self._archive.find(code, token)
        if found.who.chair is None and not found.who.host:
            raise errors.NotSeated
        try:
            return repair_of(found.table, found.who, at, action)
        except RuleRefused as refused:
            return RefusedByRule(refused.refusal, refused.state, found.table.seq)

    def forgotten(self, code: str, token: str, lies: tuple[Change, ...]) -> tuple[ForgottenStep, ...]:
        """The one forgotten or wrong step that would explain why these fields hold these values on the table.

        To those from whom something is hidden nothing is offered: an explanation might tell it.
        """
        found = self._archive.find(code, token)
        table, who = found.table, found.who
        seat = eyes_of(table, who)
        if table.state is None or table.game.rules.view(table.state, seat) != table.state:
            return ()
        return forgotten(table, lies)

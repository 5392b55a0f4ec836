"""One of two tables that are compared: without storage, with draws of the app that are given."""

from __future__ import annotations

import random
from typing import Any

from companion.engine.game import Chances, Seat
from companion.tables import TableError
from companion.tables.game import table_game
from companion.tables.log import entries as e
from companion.tables.log.decide import decide
from companion.tables.log.fold import fold, open_table
from companion.tables.log.hotseat import find_viewer
from companion.tables.log.plan import Asking, Plan, RuleRefused
from companion.tables.log.repair import repair_of
from companion.tables.log.table import Table
from companion.tables.log.tally import finished
from companion.tables.log.views import Claim, Who
from companion.tables.log.visibility import hides, lines_of, make_view, summarise
from companion.tables.tokens import commitment


class Drawn:
    """The app's draws: the second table draws as the first did where the looker sees it, else often otherwise."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.first: list[str] = []
        self.next: int | None = None
        """Which of them the second table draws next; none: the first one draws."""
        self.parted = False
        """The looker sees that another card came."""

    def outcome(self, game: Any, state: Any, chances: Chances, seat: Seat | None) -> Any:
        rules = game.rules
        picked = self.rng.choices(chances.outcomes, chances.weights)[0]
        if self.next is None:
            self.first.append(rules.action_text(picked))
            return picked
        was = self.first[self.next] if self.next < len(self.first) else ""
        self.next += 1
        same = next((one for one in chances.outcomes if rules.action_text(one) == was), None)
        if same is not None and (self.rng.random() < 0.6 or self._seen(rules, state, same, seat)):
            return same
        if same is None or not self._alike(rules, state, same, picked, seat):
            alike = same is None and not self._seen(rules, state, picked, seat)
            if same is not None:
                return same
            self.parted = self.parted or not alike
        return picked

    def _seen(self, rules: Any, state: Any, outcome: Any, seat: Seat | None) -> bool:
        after, effects = rules.play(state, outcome)
        return any(getattr(rules.seen(after, one, seat), "card", 0) == getattr(one, "card", 1) for one in effects)

    def _alike(self, rules: Any, state: Any, one: Any, two: Any, seat: Seat | None) -> bool:
        """Does the looker see the same, whichever comes?"""
        (a, did), (b, done) = rules.play(state, one), rules.play(state, two)
        return bool(
            rules.view(a, seat) == rules.view(b, seat)
            and [rules.seen(a, x, seat) for x in did] == [rules.seen(b, x, seat) for x in done]
        )


class _Plan(Plan):
    """The app's seeds are the same at both tables, and its draws those of `Drawn`."""

    drawn: Drawn
    looker: Seat | None

    def draw(self, chances: Chances) -> None:
        if self.table.seed.value is not None:
            self.commit()
        outcome = self.drawn.outcome(self.table.game, self.table.state, chances, self.looker)
        self.add(e.Roll(self.table.game.rules.action_text(outcome)), "app")

    def commit(self) -> None:
        self.seed = bytes([len(self.table.seeds)]) * 32
        self.add(e.Commit(commitment(self.seed)), "app")


class Side:
    """One of the two tables."""

    def __init__(self, game: str, options: dict[str, Any], chairs: int, settings: e.Settings) -> None:
        first = e.Open(game, "1", options, table_game(game).CHAIRS[:chairs], "en", settings, "0" * 64)
        self.log = [e.Event(1, first, None, "person", 0)]
        self.table: Table = open_table(self.log[0], "QKTRN")

    def put(self, body: e.Body, actor: int | None = None) -> None:
        event = e.Event(len(self.log) + 1, body, actor, "person", 0)
        self.table = fold(self.table, event)
        self.log.append(event)

    def give(self, who: Who, command: Any, drawn: Drawn, looker: Seat | None) -> tuple[Any, ...]:
        """What whoever gives the command is answered."""
        plan = _Plan(self.table, Asking(who, "hash", 0), bytes(32))
        if isinstance(command, e.GiveSeat):
            plan.set_ui(claims=(Claim(7, 0, "claim", 0),))
        plan.drawn, plan.looker = drawn, looker
        try:
            decide(plan, e.check_values(command))
        except TableError as error:
            return error.code, error.facts
        except RuleRefused as refused:
            seen = self.table.game.rules.view(refused.state, find_viewer(self.table, who))
            return "refused", refused.refusal, seen
        self.table = plan.table
        self.log += plan.events
        moved = plan.asking.who
        asked = any(event.kind == "ask" for event in plan.events)
        return "accepted", asked, lines_of(self.table, moved, plan.events)

    def look(self, who: Who, since: int) -> tuple[Any, ...]:
        """All that this phone may get: its view, the log's newer lines, whether the file
        and the check of the dice can be had, and what lists of games say."""
        table = self.table
        lines = lines_of(table, who, self.log[since:])
        closed = hides(table)
        repairs = [self.repair(who, at) for at in make_view(table, who).last]
        return make_view(table, who), lines, repairs, closed, finished(table) and not closed, summarise(table, 0)

    def repair(self, who: Who, at: int) -> tuple[Any, ...]:
        """What this phone is told that the step of that entry could have been, and what would follow of each."""
        try:
            found = repair_of(self.table, who, at, None)
        except TableError as error:
            return error.code, error.facts
        told: list[Any] = [found]
        for action in found.actions[:4]:
            try:
                told.append(repair_of(self.table, who, at, self.table.game.rules.action_text(action)))
            except RuleRefused as refused:
                told.append(refused.refusal)
        return tuple(told)

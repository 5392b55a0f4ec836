"""A transaction in progress: new entries, seats that change owners, new seeds. Stores nothing."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import CHANCE, OVER, Chances, GameState, Refusal, RefusedError
from companion.tables.log import entries as e
from companion.tables.log import proof
from companion.tables.log.fold import fold
from companion.tables.log.hotseat import follow
from companion.tables.log.table import LOT, Table
from companion.tables.log.views import Who
from companion.tables.tokens import commitment


class RuleRefused(Exception):  # noqa: N818 - a refusal by the rules is an answer
    """The rules refuse the command in this state."""

    def __init__(self, refusal: Refusal, state: GameState) -> None:
        self.refusal = refusal
        self.state = state
        super().__init__(refusal.reason)


class Hold(Struct, frozen=True):
    """A phone gets this chair, from the phone that has it, if any; None: it leaves its own."""

    chair: int | None
    token_hash: str


class Asking(Struct, frozen=True):
    """Sender and time of a command (milliseconds since 1970).

    `heard`: when each chair's phone was last present, for replies only.
    """

    who: Who
    token_hash: str
    at: int
    heard: Mapping[int, int] = {}


class Plan:
    """Collects a command's effects, folding each entry into `table` at once. `seed`: the secret of the table's newest
    commitment, or a new one."""

    def __init__(self, table: Table, asking: Asking, seed: bytes) -> None:
        self.table = table
        self.asking = asking
        self.events: list[e.Event] = []
        self.holders: list[Hold] = []
        self.seed = self._stored_seed = seed

    def add(self, body: e.Body, source: e.Source = "person", by: Who | None = None) -> None:
        """Adds an entry. `by`: who asked for it, if others had to agree first.

        Raises `RuleRefused` if the rules refuse it, otherwise ``bad_options`` or ``bad_command``.
        """
        person = source in ("person", "hand")
        event = e.Event(
            seq=self.table.seq + 1,
            body=body,
            actor=(by or self.asking.who).chair if person else None,
            source=source,
            at=self.asking.at,
        )
        try:
            self.table = follow(self.table, fold(self.table, event), event)
        except RefusedError as error:
            raise RuleRefused(error.refusal, self.table.position) from error
        self.events.append(event)

    def set_ui(self, **changes: object) -> None:
        """Changes the UI state."""
        self.table = replace(self.table, ui=replace(self.table.ui, **changes))

    def ask(self, before: Table, what: e.Wish, of: tuple[int, ...], claim: int = 0) -> None:
        """Withdraws what was added since, and asks others about it instead."""
        then = tuple(e.Prepared(event.source, event.body) for event in self.events)  # type: ignore[arg-type]  # what is done by hand is no other
        undone = (one.body.to for one in then if isinstance(one.body, e.Undo) and one.body.to is not None)
        self.table = before
        self.events.clear()
        self.seed = self._stored_seed
        self.add(e.Ask(what, next(undone, before.newest), of, then, claim=claim))

    def sit(self, chair: int) -> None:
        """Gives the sender this chair."""
        self.asking = replace(self.asking, who=replace(self.asking.who, chair=chair, moved=False))

    def commit(self) -> None:
        """Commits the app to a new seed."""
        self.seed = secrets.token_bytes(proof.SEED_BYTES)
        self.add(e.Commit(commitment(self.seed)), "app")

    def draw(self, chances: Chances) -> None:
        """Rolls or draws for the app."""
        roll = self.table.next_roll
        seed, shares = self._find_seed(roll)
        outcome = proof.outcome(seed, roll, chances, shares)
        self.add(e.Roll(self.table.game.rules.action_text(outcome)), "app")

    def lot(self, seats: int) -> int:
        """Draws the starting seat by lot."""
        seed, shares = self._find_seed(LOT)
        return proof.first(seed, seats, shares)

    def _find_seed(self, roll: int) -> tuple[bytes, tuple[str, ...]]:
        """Returns the seed of a roll, and the shares mixed into it. After the seed is revealed there is a new one."""
        if self.table.seed.value is not None:
            self.commit()
        seed = self.table.seed_of(roll)
        return seed.key or self.seed, seed.texts

    def renew(self) -> None:
        """Commits to a new seed if the game continues after its seed was revealed, so that phones can mix into it."""
        table = self.table
        if table.seed.value is not None and table.state is not None and table.turn is not OVER and not table.closed:
            self.commit()

    def run(self, *, app: bool = False) -> None:
        """Continues until somebody has to decide, to answer, or to roll manually (unless `app`). Reveals the seed when
        the game is over."""
        while self.table.turn is CHANCE:
            table = self.table
            if table.game.question(table.position) is not None:
                return
            game, chances = table.game, table.game.rules.chances(table.position)
            # That only one card is left to come is hidden, too: the log says the same as for any other draw.
            if game.is_certain(table.position):
                self.add(e.Roll(game.rules.action_text(chances.outcomes[0])), "rules")
            elif game.rolls(table.position) and (app or table.settings.dice == "app" or game.deals(table.position)):
                self.draw(chances)
            else:
                return
        table, seed = self.table, self.table.seed
        if table.state is not None and table.turn is OVER and table.rolled > seed.first and seed.value is None:
            self.add(e.Proof(self.seed.hex()), "app")

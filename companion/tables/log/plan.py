"""What a command would add to a table's log: entries, seats that change hands, new seeds. Nothing is stored here."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from companion.engine.game import CHANCE, OVER, Chances, GameState, Refusal
from companion.tables.log import dice
from companion.tables.log import entries as e
from companion.tables.log.fold import ReplayError, fold
from companion.tables.log.table import Table
from companion.tables.log.views import Who
from companion.tables.tokens import commitment

Wish: TypeAlias = Literal["end", "position", "correct", "back", "replace", "seat", "lend"]
"""What others are asked before it is done by hand."""


class RuleRefused(Exception):  # noqa: N818 - a refusal by the rules is an answer
    """The rules refuse the command in this state."""

    def __init__(self, refusal: Refusal, state: GameState) -> None:
        self.refusal = refusal
        self.state = state
        super().__init__(refusal.reason)


class Hold(Struct, frozen=True):
    """A phone takes a free chair, or (none) lets its own go."""

    chair: int | None
    token_hash: str


class HandOver(Struct, frozen=True):
    """A chair goes from one phone to another; a phone that asked for it under `number` asks no longer.

    `accept` false: it asked in vain.
    """

    chair: int
    token_hash: str
    number: int | None = None
    accept: bool = True


HolderChange = Hold | HandOver


class Claim(Struct, frozen=True):
    """A phone that asks for a chair (see `views.SeatRequest`)."""

    number: int
    chair: int
    token_hash: str
    name: str = ""
    language: str = "en"


class Asking(Struct, frozen=True):
    """Who gives a command, under which id, and when (milliseconds since 1970).

    `claims` are the phones that wait for a seat, `brought` the chair behind a move code, `heard` when each chair's
    phone gave a sign last: each only for the commands that need them.
    """

    who: Who
    token_hash: str
    command_id: str
    at: int
    claims: tuple[Claim, ...] = ()
    brought: int | None = None
    heard: Mapping[int, int] = {}


class Plan:
    """Collects what a command does, folding each entry into `table` at once."""

    def __init__(self, table: Table, asking: Asking, seed: Callable[[], bytes]) -> None:
        self.table = table
        self.asking = asking
        self.events: list[e.Event] = []
        self.holders: list[HolderChange] = []
        self.new_seeds: list[bytes] = []
        self.asked = False
        self._seed = seed

    def add(self, body: e.Body, source: e.Source = "person", by: Who | None = None) -> None:
        """One more entry. Only the first carries the command id: a repetition finds them all by it.

        `by`: who asked for it, if others had to agree first. Raises `RuleRefused`: the rules are asked here, as what
        they allow is done, and nowhere else.
        """
        person = source in ("person", "hand")
        event = e.Event(
            table=self.table.code,
            seq=self.table.seq + 1,
            body=body,
            actor=(by or self.asking.who).chair if person else None,
            source=source,
            command_id=None if self.events else self.asking.command_id,
            at=self.asking.at,
        )
        try:
            self.table = fold(self.table, event)
        except ReplayError as error:
            if error.refusal is None:
                raise
            raise RuleRefused(error.refusal, self.table.position) from error
        self.events.append(event)

    def ask(self, before: Table, what: Wish, of: tuple[int, ...], claim: int | UnsetType = UNSET) -> None:
        """Takes back what was added since, and asks others whether it shall be."""
        then = tuple(e.Prepared(event.source, event.body) for event in self.events)  # type: ignore[arg-type]  # what is done by hand is no other
        self.table = before
        self.events.clear()
        self.new_seeds.clear()
        self.add(e.ChangeAsked(what, then, of, claim))
        self.asked = True

    def sit(self, chair: int) -> None:
        """Whoever asks has this chair from here on."""
        self.asking = replace(self.asking, who=replace(self.asking.who, chair=chair, moved=False))

    def seed(self) -> bytes:
        """The seed behind the table's last commitment."""
        return self.new_seeds[-1] if self.new_seeds else self._seed()

    def commit(self) -> None:
        """Binds the app to a new seed."""
        self.new_seeds.append(secrets.token_bytes(dice.SEED_BYTES))
        self.add(e.Committed(commitment(self.new_seeds[-1])), "app")

    def draw(self, chances: Chances[object]) -> None:
        """The app rolls or draws. A seed that was told already gives no new rolls."""
        if self.table.proof is not None:
            self.commit()
        roll = self.table.next_roll
        seed, mixtures = self._of(roll)
        outcome = dice.outcome(seed, roll, chances, mixtures)
        self.add(e.Drawn(self.table.game.rules.action_text(outcome)), "app")

    def lot(self, seats: int) -> int:
        """The app draws which of so many seats starts."""
        if self.table.proof is not None:
            self.commit()
        seed, mixtures = self._of(dice.LOT)
        return dice.first(seed, seats, mixtures)

    def _of(self, roll: int) -> tuple[bytes, tuple[str, ...]]:
        """The seed that a roll follows from, and what was mixed into it."""
        number = self.table.seed_of(roll)
        if number == self.table.seeds:
            return self.seed(), self.table.mixtures
        past = self.table.past_seeds[number - 1]
        return bytes.fromhex(past.value or ""), past.mixtures

    def renew(self) -> None:
        """A game that goes on after its seed was told gets a new one at once, so that phones can mix into it."""
        table = self.table
        if table.proof is not None and table.state is not None and table.turn is not OVER and not table.closed:
            self.commit()

    def _by_app(self, asked: bool) -> bool:
        """Does the app roll or draw what comes next?"""
        game, state = self.table.game, self.table.position
        return game.rolls(state) and (asked or self.table.settings.dice == "app" or game.deals(state))

    def run(self, *, app: bool = False) -> None:
        """Goes on until somebody has to decide, to answer, or to roll by hand (unless `app`); tells the
        seed when the game is over."""
        while self.table.turn is CHANCE:
            table = self.table
            if table.game.question(table.position) is not None:
                return
            chances = table.game.rules.chances(table.position)
            # That only one card is left to come is hidden, too: the log says the same as for any other draw.
            if chances.certain and not table.game.deals(table.position):
                self.add(e.Drawn(table.game.rules.action_text(chances.outcomes[0])), "rules")
            elif self._by_app(app):
                self.draw(chances)
            else:
                return
        table = self.table
        if table.state is not None and table.turn is OVER and table.draws and table.proof is None:
            self.add(e.Proved(self.seed().hex()), "app")


Handler: TypeAlias = Callable[[Plan, Any], None]
"""What commands of one type do. Which type that is, is what it is found by."""

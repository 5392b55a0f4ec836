"""Checks a whole log: it replays, every roll of the app follows from its seed, and nothing else was slipped in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Literal

from msgspec import Struct

from companion.engine.game import AnyEffect, Chances, GameState, Refusal
from companion.engine.message import Message
from companion.tables.errors import message
from companion.tables.log import dice, tally
from companion.tables.log import entries as e
from companion.tables.log.dice import hash_of
from companion.tables.log.fold import ReplayError, fold, opened
from companion.tables.log.table import Table
from companion.tables.log.views import Mixture

Sign = Literal["right", "wrong", "unknown", "hand"]


class Roll(Struct, frozen=True):
    """A roll or draw: entry `seq`, the `number`-th of the game (none: made by hand), as it stands in the log.

    `effects` and `state` put it into words. `expected` is what the seed gives; none: it is not told, or was
    not asked. `chances` are what could have come, with the weights.
    """

    seq: int
    outcome: str
    effects: tuple[AnyEffect, ...]
    state: GameState
    chances: Chances[object]
    number: int | None = None
    expected: str | None = None

    @property
    def sign(self) -> Sign:
        """Did it come as the seed has it?"""
        if self.number is None:
            return "hand"
        if self.expected is None:
            return "unknown"
        return "right" if self.expected == self.outcome else "wrong"


class Seed(Struct, frozen=True):
    """A seed that the app was bound to by entry `seq`, what was mixed into it, and what was rolled from it, or by hand
    meanwhile."""

    seq: int
    commitment: str
    mixed: tuple[Mixture, ...]
    seed: str | None
    rolls: tuple[Roll, ...]

    @property
    def by_app(self) -> int:
        """Rolls of the app."""
        return sum(roll.number is not None for roll in self.rolls)


class Finding(Struct, frozen=True):
    """One thing that is wrong with a log, for a sentence: where (an entry), what is there, what should be."""

    kind: str
    entry: int = 0
    found: str = ""
    expected: str = ""
    what: Message | None = None
    """Of an entry that does not fit: why not."""
    refusal: Refusal | None = None
    state: GameState | None = None
    """Of a refusal by the rules: the position in which they refuse."""


class Proof(Struct, frozen=True, dict=True):
    """What a log proves. `table` is what it makes, up to the entry that does not fit, if there is one."""

    table: Table | None
    seeds: tuple[Seed, ...]
    findings: tuple[Finding, ...]
    whole: bool
    """All of it could be replayed."""

    @property
    def finished(self) -> bool:
        """The game is over, or everybody has counted."""
        return self.table is not None and tally.finished(self.table)

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """All rolls, seed by seed."""
        return tuple(roll for seed in self.seeds for roll in seed.rolls)

    @cached_property
    def undone(self) -> frozenset[int]:
        """The entries of rolls that were taken back, and not brought back."""
        line = () if self.table is None else self.table.line
        return frozenset(roll.seq for roll in self.rolls).difference(line)


def prove(log: Sequence[e.Event]) -> Proof:
    """Replays a log and checks each entry. The first entry that does not fit ends it."""
    seeds, findings, table = _Seeds(log), list[Finding](), None
    whole = False
    for number, event in enumerate(log, start=1):
        if event.seq != number:
            findings.append(Finding("order", event.seq, expected=str(number)))
            break
        try:
            after = opened(event) if table is None else fold(table, event)
        except (ReplayError, RecursionError) as error:
            findings.append(_refused(event, table, error))
            break
        findings += _checked(table, event)
        seeds.see(table, event, after)
        table = after
    else:
        whole = bool(log)
    return Proof(table, seeds.made(), (*findings, *seeds.findings), whole)


def _refused(event: e.Event, table: Table | None, error: Exception) -> Finding:
    what, refusal = (error.what, error.refusal) if isinstance(error, ReplayError) else (message("too_deep"), None)
    state = None if table is None else table.state
    return Finding("refused", event.seq, str(what), what=what, refusal=refusal, state=state)


def _checked(table: Table | None, event: e.Event) -> list[Finding]:
    """What replaying alone does not tell: who may have made such an entry, and when."""
    allowed = _SOURCES.get(type(event.body), ("person",))
    if event.source not in allowed:
        return [Finding("source", event.seq, event.source, allowed[0])]
    if table is None:
        return []
    match event.body:
        case e.Drawn() if event.source == "rules" and not _chances(table).certain:
            return [Finding("not_certain", event.seq, event.body.outcome)]
        case e.Drawn() if event.source == "app" and table.proof is not None:
            return [Finding("seed_known", event.seq)]
        case e.Proved() if not tally.finished(table):
            return [Finding("told_early", event.seq)]
        case e.Proved() if hash_of(event.body.seed) != table.commitment:
            return [Finding("seed", event.seq, event.body.seed, table.commitment)]
    return []


_SOURCES: dict[type, tuple[e.Source, ...]] = {
    e.Drawn: ("app", "hand", "rules"),
    e.Acted: ("person", "rival"),
    e.Committed: ("app", "import"),
    e.Proved: ("app",),
    e.Carried: ("import",),
}
"""Where entries of a kind come from, the usual first; all others from a person."""


def _chances(table: Table) -> Chances[object]:
    return table.game.rules.chances(table.position)


class _Seeds:
    """The seeds of a log, with their rolls. Seeds are told last, so they are looked up first."""

    def __init__(self, log: Sequence[e.Event]) -> None:
        self.findings: list[Finding] = []
        self._told: dict[int, str] = {}
        self._bound: list[tuple[int, str]] = []
        self._rolls: list[list[Roll]] = []
        self._mixed: list[tuple[Mixture, ...]] = []
        at = 0
        for event in log:
            if isinstance(event.body, e.Opened | e.Committed):
                at = event.seq
            elif isinstance(event.body, e.Proved):
                self._told.setdefault(at, event.body.seed)

    def see(self, before: Table | None, event: e.Event, after: Table) -> None:
        """Takes in an entry that leads from one table to another."""
        body = event.body
        if isinstance(body, e.Opened | e.Committed):
            self._bound.append((event.seq, body.commitment))
            self._rolls.append([])
            self._mixed.append(())
        elif isinstance(body, e.Started) and body.lot is True and before is not None:
            self._lot(before, event.seq, body)
        elif isinstance(body, e.Drawn) and before is not None and event.source in ("app", "hand"):
            self._roll(before, event, body, after)
        self._mixed[-1] = after.mixed

    def _of(self, number: int) -> tuple[bytes, tuple[str, ...]] | None:
        """The seed of that number, from 1, with what is mixed into it; none: it is not told."""
        seed = self._told.get(self._bound[number - 1][0])
        if seed is None or not hash_of(seed):
            return None
        return bytes.fromhex(seed), tuple(mixture.text for mixture in self._mixed[number - 1])

    def _lot(self, before: Table, seq: int, body: e.Started) -> None:
        known = self._of(before.seed_of(dice.LOT))
        if known is None:
            return
        seed, mixtures = known
        expected = dice.first(seed, len(body.chairs), mixtures)
        if body.first != expected:
            self.findings.append(Finding("lot", seq, str(body.first + 1), str(expected + 1)))

    def _roll(self, before: Table, event: e.Event, body: e.Drawn, after: Table) -> None:
        rules, chances, step = before.game.rules, _chances(before), after.last
        assert step is not None, "a roll is a step"
        roll = Roll(event.seq, rules.action_text(rules.parse_action(body.outcome)), step.effects, step.state, chances)
        if event.source == "app":
            number, expected = before.next_roll, None
            if (known := self._of(step.seed)) is not None:
                seed, mixtures = known
                expected = rules.action_text(dice.outcome(seed, number, chances, mixtures))
            roll = Roll(roll.seq, roll.outcome, roll.effects, roll.state, chances, number, expected)
            if roll.sign == "wrong":
                self.findings.append(Finding("roll", roll.seq, roll.outcome, expected or ""))
        self._rolls[step.seed - 1].append(roll)  # one by hand belongs to the last

    def made(self) -> tuple[Seed, ...]:
        """The seeds, in order; those under which the app rolled and that were never told are findings."""
        seeds = tuple(
            Seed(seq, commitment, mixed, self._told.get(seq), tuple(rolls))
            for (seq, commitment), mixed, rolls in zip(self._bound, self._mixed, self._rolls, strict=True)
        )
        self.findings += [
            Finding("untold", seed.seq, str(seed.by_app)) for seed in seeds if seed.by_app and seed.seed is None
        ]
        return seeds

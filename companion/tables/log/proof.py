"""The proof of the app's dice: anybody can compute them again once the seed is revealed.

Before the game the log commits the app to a secret seed by its SHA-256. Then each phone may mix in a share of its own.
The n-th roll of a game is an HMAC-SHA256 of "silk-road dice 1:n" and, for each share, ":" and the SHA-256 of its text.
As a whole number, modulo the sum of the weights, it selects one of the outcomes in order. A roll that was undone is
repeated with the same number. docs/tables.md has more.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import AnyEffect, Chances, GameState, RefusedError, Score
from companion.engine.wording import Message, Said, wording
from companion.tables.errors import TableError, message
from companion.tables.log import entries as e
from companion.tables.log import tally, transfer
from companion.tables.log.fold import explain_error, fold, open_table
from companion.tables.log.table import LOT, Seed, Table

SEED_BYTES = 32
Sign = Literal["right", "wrong", "unknown", "hand"]


def outcome(seed: bytes, n: int, chances: Chances, shares: Sequence[str] = ()) -> Any:
    """Returns the n-th outcome. The bias of the modulo is below 2 ** -240."""
    left = _number(seed, f"silk-road dice 1:{n}", shares) % sum(chances.weights)
    for result, weight in zip(chances.outcomes, chances.weights, strict=True):
        left -= weight
        if left < 0:
            return result
    raise AssertionError("the weights add up")


def first(seed: bytes, seats: int, shares: Sequence[str] = ()) -> int:
    """Returns the starting seat, by lot."""
    return _number(seed, "silk-road first 1", shares) % seats


def _number(seed: bytes, label: str, shares: Sequence[str]) -> int:
    parts = [label, *(hashlib.sha256(text.encode()).hexdigest() for text in shares)]
    return int.from_bytes(hmac.digest(seed, ":".join(parts).encode(), "sha256"), "big")


class CheckedRoll(Struct, frozen=True):
    """A roll or draw of entry `seq`: the logged outcome, its number (None: manual), and the possible outcomes.

    `effects` and `state` put it into words. `expected`: the seed's outcome; None if the seed is unknown.
    """

    seq: int
    outcome: str
    effects: tuple[AnyEffect, ...]
    state: GameState
    chances: Chances
    number: int | None
    expected: str | None = None

    @property
    def sign(self) -> Sign:
        """Whether the outcome follows from the seed."""
        if self.number is None:
            return "hand"
        if self.expected is None:
            return "unknown"
        return "right" if self.expected == self.outcome else "wrong"


class CheckedSeed(Seed, frozen=True):
    """A seed with the rolls made from it, or manually meanwhile."""

    rolls: tuple[CheckedRoll, ...] = ()

    @property
    def by_app(self) -> int:
        """The number of rolls by the app."""
        return sum(roll.number is not None for roll in self.rolls)


class Finding(Struct, frozen=True):
    """One fault of a log: its entry, what is there, and what should be. `found` is a message for an invalid entry."""

    kind: str
    entry: int = 0
    found: Said = ""
    expected: str = ""

    def say(self, language: str = "en") -> str:
        """Returns the finding as a sentence."""
        found = self.found.say(language) if isinstance(self.found, Message) else self.found
        words = wording("companion.tables", language)
        return words.phrase(f"finding.{self.kind}", entry=str(self.entry), found=found, expected=self.expected)


class Verdict(Struct, frozen=True):
    """The result of checking a log. Without `findings` it is right.

    `table` is the result of the entries up to the first invalid one. `whole`: all are valid. `digest` is that of the
    log, and `entries` their number.
    """

    code: str
    game: str
    table: Table | None
    seeds: tuple[CheckedSeed, ...]
    findings: tuple[Finding, ...]
    whole: bool
    entries: int
    digest: str

    @property
    def score(self) -> Score | None:
        return None if self.table is None else tally.result(self.table)

    @property
    def rolls(self) -> tuple[CheckedRoll, ...]:
        """All rolls, seed by seed."""
        return tuple(roll for seed in self.seeds for roll in seed.rolls)

    @property
    def undone(self) -> frozenset[int]:
        """The entries of rolls that do not count."""
        line = () if self.table is None else self.table.line
        return frozenset(roll.seq for roll in self.rolls).difference(step.seq for step in line)


def verify(text: str | bytes) -> Verdict:
    """Checks an export, without a server. Raises ``bad_import`` if it is not an export of a game of this program."""
    export = transfer.decode_export(text)
    verdict = replace(prove(export.log, export.table), game=export.game)
    findings = [*verdict.findings]
    if verdict.whole and verdict.table is not None and not tally.finished(verdict.table):
        findings.append(Finding("unfinished"))
    if verdict.digest != export.digest:
        findings.append(Finding("digest"))
    return replace(verdict, findings=tuple(sorted(findings, key=lambda one: (one.entry == 0, one.entry))))


def prove(log: Sequence[e.Event], code: str) -> Verdict:
    """Replays the log of a table and checks each entry, up to the first invalid one."""
    table: Table | None = None
    findings: list[Finding] = []
    values = _find_revealed_seeds(log)
    rolls: dict[int, list[CheckedRoll]] = {}
    for number, event in enumerate(log, start=1):
        if event.seq != number:
            findings.append(Finding("order", event.seq, expected=str(number)))
            break
        try:
            after = open_table(event, code) if table is None else fold(table, event)
        except (TableError, RefusedError, RecursionError) as error:
            found = message("unfit") if isinstance(error, RecursionError) else explain_error(error)
            findings.append(Finding("refused", event.seq, found))
            break
        if table is not None:
            findings += _check_entry(table, event)
            if isinstance(event.body, e.Roll) and event.source in ("app", "hand"):
                seed, roll = _check_roll(table, event, event.body, after, values)
                rolls.setdefault(seed, []).append(roll)
        table = after
    seeds = tuple(
        CheckedSeed(one.seq, one.commitment, one.first, one.shares, values.get(one.seq), tuple(rolls.get(one.seq, ())))
        for one in (table.seeds if table is not None else ())
    )
    for checked in seeds:
        wrong = (roll for roll in checked.rolls if roll.sign == "wrong")
        findings += [Finding("roll", roll.seq, roll.outcome, roll.expected or "") for roll in wrong]
        if checked.by_app and checked.value is None:
            findings.append(Finding("untold", checked.seq, str(checked.by_app)))
    if table is not None:
        findings += _check_lots(table, seeds)
    game = "" if table is None else table.opened.game
    whole = table is not None and table.seq == len(log)
    return Verdict(code, game, table, seeds, tuple(findings), whole, len(log), transfer.digest_of(log))


def _find_revealed_seeds(log: Sequence[e.Event]) -> dict[int, str]:
    """Returns the seeds that a log reveals, also after an invalid entry, by the entry that commits to them."""
    values, at = dict[int, str](), 0
    for event in log:
        if isinstance(event.body, e.Open | e.Commit):
            at = event.seq
        elif isinstance(event.body, e.Proof):
            values.setdefault(at, event.body.seed)
    return values


def _check_entry(table: Table, event: e.Event) -> list[Finding]:
    """Checks more than replay does: allowed sources of a roll, and when a seed may be revealed."""
    match body := event.body:
        case e.Roll() if event.source not in ("app", "hand", "rules"):
            return [Finding("refused", event.seq, event.source)]
        case e.Roll() if event.source == "rules" and not table.game.rules.chances(table.position).certain:
            return [Finding("refused", event.seq, body.outcome or "")]
        case e.Roll() if event.source == "app" and table.seed.value is not None:
            return [Finding("seed_known", event.seq)]
        case e.Proof() if not tally.finished(table):
            return [Finding("seed_known", event.seq)]
        case e.Proof() if replace(table.seed, value=body.seed).key is None:
            return [Finding("seed", event.seq)]
    return []


def _check_roll(
    before: Table, event: e.Event, body: e.Roll, after: Table, values: Mapping[int, str]
) -> tuple[int, CheckedRoll]:
    """Returns a roll with its seed's outcome, and the entry of that seed; a manual one belongs to the seed in use."""
    rules, step, chances = before.game.rules, after.line[-1], before.game.rules.chances(before.position)
    number = before.next_roll if event.source == "app" else None
    seed = before.seed if number is None else before.seed_of(number)
    key = replace(seed, value=values.get(seed.seq)).key
    expected = None
    if number is not None and key is not None:
        expected = rules.action_text(outcome(key, number, chances, seed.texts))
    text = rules.action_text(rules.parse_action(body.outcome or ""))
    return seed.seq, CheckedRoll(event.seq, text, step.effects, step.state, chances, number, expected)


def _check_lots(table: Table, seeds: Iterable[Seed]) -> Iterable[Finding]:
    for step in table.steps:
        before = [seed for seed in seeds if seed.seq < step.seq and seed.first == LOT]
        if isinstance(step.body, e.Start) and step.body.lot and before and before[-1].key is not None:
            seat = first(before[-1].key, len(step.body.chairs), before[-1].texts)
            if step.body.first != seat:
                yield Finding("roll", step.seq, str(step.body.first + 1), str(seat + 1))

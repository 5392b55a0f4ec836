"""Verifies the export of a finished table without any server: log, dice, position, score, digest."""

from __future__ import annotations

import json
from collections.abc import Sequence

from msgspec import Struct

from companion.engine.game import AnyGame, Score
from companion.engine.wording import wording
from companion.tables.errors import BadImport, message
from companion.tables.log import entries as e
from companion.tables.log import tally
from companion.tables.log.proof import Finding, Proof, prove
from companion.tables.log.table import Table
from companion.tables.log.transfer import Export, Result, decoded, digests, digests_of, events, odds_of, result_of
from companion.tables.log.views import Chair


class Verdict(Struct, frozen=True):
    """What can be said of a log. Without `findings` it is right in every part."""

    code: str
    game: str
    proof: Proof
    findings: tuple[Finding, ...]
    digests: tuple[str, ...]
    """The digest after each entry (see `digests_of`)."""
    score: Score | None

    @property
    def digest(self) -> str:
        return self.digests[-1] if self.digests else ""

    @property
    def players(self) -> tuple[Chair, ...]:
        """The chairs that play, by seat."""
        table = self.proof.table
        return () if table is None else tuple(table.chairs[chair] for chair in table.players)


def verify(text: str | bytes, most: int | None = None) -> Verdict:
    """Checks an export, finished or not, of at most so many entries.

    Raises `BadImport` for what is no export of a game of this program.
    """
    export = decoded(text)
    if most is not None and len(export.log) > most:
        raise BadImport(message("entries", count=len(export.log), most=most))
    proof = prove(events(export))
    try:
        after = digests(json.loads(text)["log"])
    except RecursionError as error:
        raise BadImport(message("value_deep")) from error
    findings = [*proof.findings]
    if proof.whole and proof.table is not None:
        findings += _stated(export, proof, proof.table)
        if not proof.finished:
            findings.append(Finding("unfinished"))
    if export.digest and after[-1] != export.digest:
        findings.append(Finding("digest", found=after[-1], expected=export.digest))
    score = tally.result(proof.table) if proof.table is not None else None
    findings.sort(key=lambda finding: (finding.entry == 0, finding.entry))
    return Verdict(export.table, export.game, proof, tuple(findings), after, score)


def verdict(code: str, log: Sequence[e.Event]) -> Verdict:
    """The same of a table that is here."""
    proof = prove(log)
    game = log[0].body.game if isinstance(log[0].body, e.Opened) else ""
    score = tally.result(proof.table) if proof.table is not None else None
    return Verdict(code, game, proof, proof.findings, digests_of(log), score)


def _stated(export: Export, proof: Proof, table: Table) -> list[Finding]:
    """Where the export says something else than its log makes."""
    findings = []
    position = "" if table.state is None else table.game.rules.text(table.state)
    if export.position != position:
        findings.append(Finding("position", found=export.position, expected=position))
    score = result_of(tally.result(table))
    if export.result is not None and export.result != score:
        findings.append(Finding("score", found=_totals(export.result), expected=_totals(score)))
    if export.odds:
        stated = {odds.entry: odds for odds in export.odds}
        made = {odds.entry: odds for odds in odds_of(proof, table.game.rules)}
        other = min((entry for entry in {*stated, *made} if stated.get(entry) != made.get(entry)), default=None)
        if other is not None:
            findings.append(Finding("odds", other))
    return findings


def _totals(result: Result | None) -> str:
    return "–" if result is None else " ".join(map(str, result.totals))


def said(finding: Finding, game: AnyGame, language: str = "en", names: Sequence[str] = ()) -> str:
    """The sentence for a finding; `game` are the rules of its game."""
    found = finding.found if finding.what is None else finding.what.say(language)
    if finding.refusal is not None and finding.state is not None:
        found = game.say(finding.refusal, finding.state, language, names)
    words = wording("companion.tables", language)
    return words.phrase(f"finding.{finding.kind}", entry=str(finding.entry), found=found, expected=finding.expected)

"""Findings and results in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from pnp.findings import Finding, Findings


def lines(findings: Findings) -> Iterator[str]:
    """A line for each finding, its hint indented below; errors last, where the eye is, but for what is accepted."""
    for finding in sorted(findings, key=lambda finding: finding.severity == "error"):
        yield _told(finding, findings.cards(finding), finding.severity)
        if finding.hint:
            yield f"    {finding.hint}"
    for finding in findings.accepted:
        yield _told(finding, findings.accepted.cards(finding), "accepted")


def _told(finding: Finding, cards: int, severity: str) -> str:
    count = f" ({cards} cards)" if cards > 1 else f" ({finding.card})" if finding.card else ""
    where = f" on {finding.page}" if finding.page else ""
    return f"{finding.place}: {severity}: {finding.message}{where}{count}"


def summary(findings: Findings) -> str:
    """`2 errors, 1 warning, 1 accepted`, or `no findings`."""
    errors = len(findings.errors)
    counts = ((errors, "error"), (len(findings) - errors, "warning"))
    told = [_counted(count, noun) for count, noun in counts if count] or ["no findings"]
    accepted = len(findings.accepted)
    return ", ".join((*told, *([f"{accepted} accepted"] if accepted else [])))


def as_json(findings: Findings) -> str:
    """The findings as a JSON list, each with `cards`, the number of cards it was met on."""
    rows = [_row(finding, findings.cards(finding), finding.severity) for finding in findings]
    rows += [_row(finding, findings.accepted.cards(finding), "accepted") for finding in findings.accepted]
    return msgspec.json.encode(rows).decode()


class _Row(msgspec.Struct, frozen=True):
    severity: str
    code: str
    file: str
    row: int
    column: str
    message: str
    hint: str
    card: str
    page: str
    cards: int


def _row(finding: Finding, cards: int, severity: str) -> _Row:
    place = finding.place
    return _Row(
        severity=severity,
        code=finding.code,
        file=place.file,
        row=place.row,
        column=place.column,
        message=finding.message,
        hint=finding.hint,
        card=finding.card,
        page=finding.page,
        cards=cards,
    )


def shown(path: Path) -> str:
    """A path as one would type it from here."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_absolute() and path.is_relative_to(here) else str(path)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"

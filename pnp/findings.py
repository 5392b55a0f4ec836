"""Findings about a kit, each with its place and its fix.

An *error* means that the print would be wrong; it stops the build and nothing is written. A *warning* means that it
would be poorer than intended; the build continues.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

import msgspec

Severity = Literal["error", "warning"]
ACCEPTABLE = (
    "art-picture",
    "art-trim",
    "blank",
    "coarse-picture",
    "colour-alone",
    "count",
    "deck-size",
    "figure-apart",
    "fine-picture",
    "font-cut",
    "grid-stacked",
    "hairline",
    "half-covered",
    "heading-last",
    "headings-differ",
    "keep-cut",
    "low-contrast",
    "much-ink",
    "near-trim",
    "no-bleed",
    "no-product",
    "outside",
    "page-crowded",
    "pale-art",
    "picture-profile",
    "place-covered",
    "place-cut",
    "place-missing",
    "place-small",
    "places-overlap",
    "resized",
    "seal-twice",
    "short-page",
    "shrunk",
    "small-type",
    "step-parted",
    "too-near",
    "transparency",
    "uneven-hexagon",
)
"""Codes of warnings that a kit may accept, of a component or of what a face draws."""

_OF_TEXTS = ("missing-glyph", "near-trim", "overflow", "shrunk", "text-cut")
"""Codes of what one language's text may have and another's not, at one place of a face."""


def format_name(name: str) -> str:
    r"""Returns a file or folder name on one line; characters that cannot be written everywhere are escaped as `\n` or
    `\xff`."""
    if name.isprintable():
        return name
    decoded = os.fsencode(name).decode(errors="backslashreplace")
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in decoded)


class Place(msgspec.Struct, frozen=True, order=True):
    """The place of a finding: a file of the kit, relative to the kit folder's parent, a line, a column.

    `row` counts lines from 1 (0: the whole file); `column` is a CSV column's name or a TOML key.
    """

    file: str
    row: int = 0
    column: str = ""

    def __str__(self) -> str:
        row = str(self.row) if self.row else ""
        return ":".join(part for part in (self.file, row, self.column) if part)


class Finding(msgspec.Struct, frozen=True):
    """One finding: its stable code, its place, what is wrong, and how to fix it.

    `card` names the component and row (`buildings 17`), `page` the finished page where it occurs.
    """

    severity: Severity
    code: str
    place: Place
    message: str
    hint: str = ""
    card: str = ""
    page: str = ""


class KitError(Exception):
    """A kit cannot be read or laid out. Contains the findings with the reasons."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join(f"{finding.place}: {finding.message}" for finding in self.findings))


class Findings:
    """Collects findings in order, each once, counting the cards where it occurs."""

    def __init__(self) -> None:
        self._cards: dict[Finding, list[str]] = {}
        self._accepted: dict[Finding, list[str]] = {}

    def add(self, finding: Finding) -> None:
        """Adds a finding. An equal one on another card only extends its list of cards."""
        bare = msgspec.structs.replace(finding, card="")
        self._cards.setdefault(bare, []).append(finding.card)

    def extend(self, findings: Iterable[Finding]) -> None:
        """Adds several; from other `Findings` also their cards and accepted codes."""
        if not isinstance(findings, Findings):
            for finding in findings:
                self.add(finding)
            return
        for own, others in ((self._cards, findings._cards), (self._accepted, findings._accepted)):  # noqa: SLF001
            for bare, cards in others.items():
                own.setdefault(bare, []).extend(cards)

    def extend_by_language(self, found: Mapping[str, Findings]) -> None:
        """Adds the findings of each language. One about a text that differs by language names its language."""
        every = [set(findings._cards) for findings in found.values()]  # noqa: SLF001 - of its own class
        shared = set[Finding]().union(*every).intersection(*every)
        for language, findings in found.items():
            for finding in findings.each():
                message, file = finding.message, finding.place.file
                alike = msgspec.structs.replace(finding, card="") in shared or finding.code not in _OF_TEXTS
                if not (alike or f" in {language}" in message or f".{language}." in file):
                    message = f"{message}, in {language}"
                self.add(msgspec.structs.replace(finding, message=message))

    def accept(self, is_accepted: Callable[[Finding], bool]) -> None:
        """Sets aside the warnings that the kit's designer accepts."""
        for bare, cards in list(self._cards.items()):
            aside = [card for card in cards if is_accepted(msgspec.structs.replace(bare, card=card))]
            if not aside or bare.severity != "warning":
                continue
            self._accepted.setdefault(bare, []).extend(aside)
            self._cards[bare] = [card for card in cards if card not in aside]
            if not self._cards[bare]:
                del self._cards[bare]

    @property
    def accepted(self) -> Findings:
        """Findings that were set aside."""
        found = Findings()
        found._cards = self._accepted
        return found

    def __iter__(self) -> Iterator[Finding]:
        for bare, cards in self._cards.items():
            yield msgspec.structs.replace(bare, card=cards[0])

    def __len__(self) -> int:
        return len(self._cards)

    def on(self, finding: Finding) -> tuple[str, ...]:
        """Returns the cards with a finding; none if it is not about cards."""
        return tuple(dict.fromkeys(card for card in self._cards[msgspec.structs.replace(finding, card="")] if card))

    def each(self) -> Iterator[Finding]:
        """Yields all findings, those on several cards repeatedly."""
        for finding in self:
            for card in self.on(finding) or ("",):
                yield msgspec.structs.replace(finding, card=card)

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self if finding.severity == "error")


def format_findings(findings: Findings) -> Iterator[str]:
    """Yields a line for each finding, with its hint indented below; errors come after warnings, accepted ones last."""
    for finding in sorted(findings, key=lambda finding: finding.severity == "error"):
        yield _finding_line(finding, findings, finding.severity)
        if finding.hint:
            yield f"    {finding.hint}"
    for finding in findings.accepted:
        yield _finding_line(finding, findings.accepted, "accepted")


def _finding_line(finding: Finding, findings: Findings, severity: str) -> str:
    cards = len(findings.on(finding))
    count = f" ({cards} cards)" if cards > 1 else f" ({finding.card})" if finding.card else ""
    where = f" on {finding.page}" if finding.page else ""
    return f"{finding.place}: {severity}: {finding.message}{where}{count}"


def summarize_findings(findings: Findings) -> str:
    """Formats the numbers of findings: `2 errors, 1 warning, 1 accepted`, or `no findings`."""
    errors = len(findings.errors)
    counts = ((errors, "error"), (len(findings) - errors, "warning"))
    parts = [count_noun(count, noun) for count, noun in counts if count] or ["no findings"]
    accepted = len(findings.accepted)
    return ", ".join((*parts, *([f"{accepted} accepted"] if accepted else [])))


def encode_findings(findings: Findings) -> str:
    """Returns the findings as a JSON list, each with `cards`, the number of cards where it occurs."""
    rows = []
    for group in (findings, findings.accepted):
        for finding in group:
            row = msgspec.structs.asdict(finding)
            place = msgspec.structs.asdict(row.pop("place"))
            severity = finding.severity if group is findings else "accepted"
            head = {"severity": severity, "code": row.pop("code"), **place}
            rows.append(head | row | {"severity": severity, "cards": len(group.on(finding))})
    return msgspec.json.encode(rows).decode()


def shorten_path(path: Path) -> str:
    """Returns a path relative to the current folder, if it is inside."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_absolute() and path.is_relative_to(here) else str(path)


def count_noun(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"

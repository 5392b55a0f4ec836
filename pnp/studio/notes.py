"""Findings as the page tells them: each once, with the pieces it is on and the line that an editor opens."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

import msgspec

from pnp.findings import Finding, Findings
from pnp.studio.proof import Proof, Shown
from pnp.studio.words import Words

NAMED = 3
"""Pieces that a finding names."""


class Noted(msgspec.Struct, frozen=True):
    """A finding: on which pieces it is in words, the file within the kit, its line and column, and its severity or
    `accepted`."""

    finding: Finding
    severity: str
    about: str
    file: str
    line: int
    column: str

    @property
    def place(self) -> str:
        return ":".join(part for part in (self.file, str(self.line or ""), self.column) if part)


class Notes:
    """The findings of a proof, by piece and by component."""

    def __init__(self, proof: Proof, say: Words) -> None:
        self._say = say
        self._home = proof.kit.file.removesuffix("kit.toml") if proof.kit else ""
        self._by_card: defaultdict[str, list[Finding]] = defaultdict(list)
        self._titles = {one.card: one.title for faces in proof.faces.values() for one in faces}
        for finding in proof.findings:
            for card in proof.findings.on(finding):
                self._by_card[card].append(finding)
        self.all = self.told(proof.findings)
        self.accepted = tuple(self._noted(proof.findings.accepted, "accepted"))
        self._names = {component.id for component in proof.components}

    @property
    def errors(self) -> int:
        return sum(1 for one in self.all if one.severity == "error")

    @property
    def warnings(self) -> int:
        return len(self.all) - self.errors

    def on(self, shown: Shown) -> Sequence[Finding]:
        """What was found on a piece."""
        return self._by_card.get(shown.card, ())

    def of(self, component: str) -> list[Finding]:
        """What was found on a component or its pieces, each once."""
        found = (one for card, ones in self._by_card.items() if card.partition(" ")[0] == component for one in ones)
        return list(dict.fromkeys(found))

    def told(self, findings: Findings) -> tuple[Noted, ...]:
        """Findings of another look at the same kit, errors first."""
        return tuple(sorted(self._noted(findings), key=lambda one: one.severity != "error"))

    def file(self, shown: str) -> str:
        """A file's name within the kit."""
        inside = self._home and shown.startswith(self._home)
        return shown.removeprefix(self._home) if inside else PurePosixPath(shown).name

    def _noted(self, findings: Findings, severity: str = "") -> Iterator[Noted]:
        for finding in findings:
            cards = findings.on(finding)
            titles = list(dict.fromkeys(self._titles.get(card, card) for card in cards))
            about = self._say.listed(titles, NAMED) if len(titles) <= NAMED else self._say.count("cards", len(titles))
            place = finding.place
            yield Noted(finding, severity or finding.severity, about, self.file(place.file), place.row, place.column)

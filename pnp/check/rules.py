"""The table of codes: severity and hint of each finding about faces, pages and unused parts of a kit.

A rule is a function that yields `report(code, …)`. `pnp.check.run` lists the rules of faces.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Literal

import msgspec

from pnp.findings import Finding, Findings, Place, Severity
from pnp.kit import Kit, Record
from pnp.kit.folder import KeyPath, KitFolder
from pnp.kit.model import Leaflet
from pnp.kit.toml_source import TomlDocument, read_document
from pnp.scene import Scene

MOST_INK = 2.8
"""Solids of four inks on each other: home paper takes no more before it cockles and smears (280 %)."""
_FEWER_INKS = f"or a black without colour: paper takes {100 * MOST_INK:.0f} %"
_INWARDS = "move it inwards, or let it run on over the cut; where it is meant, near = true"
SECONDS = 20.0
"""CPU time after which the rest of a face is not looked at."""


class CodeRule(msgspec.Struct, frozen=True):
    """Severity and hint shared by all findings of a code. A rule without a hint gives one with each finding."""

    severity: Severity
    hint: str = ""


RULES: Mapping[str, CodeRule] = {
    "pads-short": CodeRule("warning"),
    "text-cut": CodeRule("error", "move it inwards, or set it smaller"),
    "near-trim": CodeRule("warning", "keep it in the box “safe”"),
    "low-contrast": CodeRule("warning", "make the text darker or its ground lighter, or the other way about"),
    "blank": CodeRule("warning"),
    "outside": CodeRule("warning", "move it onto the face, or delete it"),
    "small-code": CodeRule("error", "make its box larger, or shorten the address"),
    "crowded-code": CodeRule("error", "leave the whole box of the code to it"),
    "pale-code": CodeRule("error", "print it dark on a light ground"),
    "coarse-picture": CodeRule("warning"),
    "fine-picture": CodeRule("warning"),
    "too-near": CodeRule("warning", "move them apart, or say near = true there"),
    "half-covered": CodeRule("warning", "move one of them, draw it later, or say near = true there"),
    "no-bleed": CodeRule("warning"),
    "art-trim": CodeRule("warning", _INWARDS),
    "pale-art": CodeRule("warning", "make it darker, or its ground lighter, or the other way about"),
    "hairline": CodeRule("warning", "make it wider, or scale it less"),
    "much-ink": CodeRule("warning", f"make it lighter, {_FEWER_INKS}"),
    "place-missing": CodeRule("warning", "draw it on the front, or correct on"),
    "place-small": CodeRule("warning", "make the place larger, or the piece smaller"),
    "place-covered": CodeRule("warning"),
    "places-overlap": CodeRule("warning", "move them apart, or give one of them another name"),
    "place-cut": CodeRule("warning", "keep = true there, if tiles can"),
    "keep-cut": CodeRule("warning", "make the boxes smaller, leave more room between them, or print on larger paper"),
    "seal-twice": CodeRule("warning", "give each side of each piece a number of its own"),
    "colour-alone": CodeRule("warning", "give each a sign, a hatch or a word of its own"),
    "not-looked-at": CodeRule("warning", "draw less on it, or look at it yourself"),
    "missing-glyph": CodeRule("error"),
    "page-crowded": CodeRule("warning", "shorten the title of the kit, or of the component"),
    "unused-word": CodeRule("warning"),
    "unused-art": CodeRule("warning", "delete it, or draw it in a face"),
    "unused-row": CodeRule("warning", "correct the component's where and copies, or delete the rows"),
    "unused-face": CodeRule("warning"),
    "unused-style": CodeRule("warning"),
    "unused-colour": CodeRule("warning", "delete it, or use it in a face, a style, a table or a text"),
    "unused-gradient": CodeRule("warning", "delete it, or fill a shape with it"),
    "wrong-word": CodeRule("warning"),
    "unknown-rule": CodeRule("error"),
    "unknown-icon": CodeRule("error"),
}


def report(
    code: str, place: Place, message: str, *, key: str | None = None, hint: str = "", card: str = "", page: str = ""
) -> Finding:
    """Returns a finding of a rule; `key` names another column or key on the place's line, `hint` replaces the
    rule's."""
    rule = RULES[code]
    at = place if key is None else Place(place.file, place.row, key)
    return Finding(rule.severity, code, at, message, hint or rule.hint, card, page)


class ComparedFace(msgspec.Struct, frozen=True, eq=False):
    """A finished face of a component, for a row if it has rows, for comparison with others."""

    component: str
    side: str
    record: Record | None
    scene: Scene


def set_aside(kit: Kit, findings: Findings) -> None:
    """Separates findings that the kit accepts: by component, by leaflet, or by what a face draws."""
    components = {one.id: one.accept for one in kit.components}
    leaflets = {one.file: one.accept for one in kit.components if isinstance(one, Leaflet)}
    draws = {(face.file, draw.row): draw.accept for face in kit.faces.values() for draw in face.draws}

    def is_accepted(finding: Finding) -> bool:
        place = finding.place
        above = [one.accept for one in kit.components if place.file == kit.file and one.line <= place.row]
        of_component = components.get(finding.card.partition(" ")[0], ())
        of_leaflet = leaflets.get(PurePosixPath(place.file).name.partition(".")[0], ())
        of_draw = draws.get((place.file, place.row), ())
        return finding.code in (*(above[-1] if above else ()), *of_component, *of_leaflet, *of_draw)

    findings.accept(is_accepted)


class TrimDistances(msgspec.Struct, frozen=True):
    """Required distances from the trim in mm: for words, and for icons and lines (the second number for pieces narrower
    than `small`), and the bleed of grounds. `name` is the shop, if any."""

    words: tuple[float, float] = (2.6, 0.8)
    art: tuple[float, float] = (0.8, 0.4)
    bleed: float = 1.0
    small: float = 20.0
    name: str = ""

    def clear(self, kind: Literal["words", "art"], scene: Scene) -> float:
        """Returns the distance from the trim for words or art of a face."""
        pair = self.words if kind == "words" else self.art
        return pair[min(scene.width, scene.height) < self.small]

    def describe(self, clear: float) -> str:
        """Describes a distance and who requires it."""
        return f"{clear:.3g}" + (f", which {self.name} asks for" if self.name else "")


HOME = TrimDistances()
"""Cutting by hand: 2.6 mm may hurt words; small pieces, dice and tokens, cannot spare so much, and their ground runs on
over the cut. Signs and lines nearer than 0.8 mm show each slip of the knife. The press itself keeps no more bleed
than 1 mm where paper is short."""


class TimeUpError(Exception):
    """Checking a face takes longer than `SECONDS`."""


def find_key_place(folder: KitFolder, name: str, path: KeyPath, column: str = "") -> Place:
    """Returns the place of a key in a TOML file, named by its last part or by `column`; of the file, if it has no such
    key."""
    document = _document(folder, name)
    return Place(folder.display_name(name), document.source.line(path) if document else 0, column or str(path[-1]))


def find_row_place(kit: Kit, record: Record, column: str = "") -> Place:
    """Returns the place of a row of a table."""
    file = PurePosixPath(kit.file).parent / kit.tables[record.table].file
    return Place(file.as_posix(), record.line, column)


@lru_cache(maxsize=4)
def _document(folder: KitFolder, name: str) -> TomlDocument | None:
    """Reads a file once for all its keys, of which thousands may be needed."""
    return read_document(folder, name, Findings())

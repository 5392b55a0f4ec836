"""Colours of drawings that sRGB has not, and that are printed as visibly other ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from lxml import etree

from pnp.findings import Finding, Place

SEEN = 3.0
"""CIEDE2000 from which a colour is seen to be another one beside that which was meant."""
_WIDE = re.compile(rb"(?:lab|lch|color|color-mix)\(", re.IGNORECASE)
_SAID = r"(?:color-mix|(?:ok)?lab|(?:ok)?lch|color)\((?:[^()]|\([^()]*\))*\)"
_PAINTED = ("fill", "stroke", "color", "stop-color", "flood-color", "filter")

Note: TypeAlias = Callable[[Finding], None]
"""Hears of what comes out otherwise than a drawing says it."""


def unheard(finding: Finding) -> None:
    """For those who draw what was checked before."""


class Gamut:
    """Looks at what is said of the elements of one drawing, and notes each colour once for an element."""

    def __init__(self, file: str, note: Note) -> None:
        self._file = file
        self._note = note
        self._noted: set[tuple[etree._Element, str]] = set()

    def look(self, element: etree._Element, said: Mapping[str, str]) -> None:
        """`said` are the attributes of an element, those by style sheets included."""
        from pnp.art.svg_mixtures import channels_of, lost, written

        for name in _PAINTED:
            for colour in re.findall(_SAID, said.get(name, ""), re.IGNORECASE):
                known = channels_of(colour, None)
                difference = lost(known[0]) if known else 0.0
                if known is None or difference < SEEN or (element, colour) in self._noted:
                    continue
                self._noted.add((element, colour))
                shown = written(known[0])
                message = (
                    f"<{etree.QName(element).localname}>: {name} {colour[:60]} is no colour of sRGB; it is printed as "
                    f"{shown}, which differs visibly (ΔE {difference:.1f})"
                )
                hint = f"say {shown}, or another colour of sRGB that you like better"
                place = Place(self._file, element.sourceline or 0)
                self._note(Finding("warning", "art-gamut", place, message, hint))


def gamut(data: bytes, file: str, note: Note) -> Gamut | None:
    """What looks at the colours of a file; None where all are of sRGB."""
    return Gamut(file, note) if _WIDE.search(data) else None

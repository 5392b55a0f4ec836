"""The press's own words on paper: foot, marks and print guide, in every language it knows."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pnp.kit.model import Language


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """The words of one language. `{…}` are filled with `str.format`."""

    front: str
    back: str
    sheet: str
    tile: str
    build: str
    actual_size: str
    ruler: str
    more: str


_WORDS: Mapping[Language, Words] = {
    "en": Words(
        front="front",
        back="back",
        sheet="sheet {number} of {total}",
        tile="tile {label}",
        build="build {build}",
        actual_size="print at 100 %",
        ruler="the ruler is 100 mm long",
        more="{first} and {count} more",
    ),
    "es": Words(
        front="anverso",
        back="reverso",
        sheet="hoja {number} de {total}",
        tile="pieza {label}",
        build="edición {build}",
        actual_size="imprimir al 100 %",
        ruler="la regla mide 100 mm",
        more="{first} y {count} más",
    ),
}


def words(language: Language) -> Words:
    """The words of a language; the English ones for a language the press does not speak."""
    return _WORDS.get(language) or _WORDS["en"]

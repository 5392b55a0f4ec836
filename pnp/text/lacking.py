"""What a typeface lacks: single characters, or all that a language is written in, which is one fault of a whole kit."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from pathlib import PurePosixPath

import msgspec

from pnp.findings import Finding, Place
from pnp.text.shaping import is_variant

_ROLES = ("text", "display", "figure")
MOST_NAMED = 10
"""Characters that one finding names."""


class _Script(msgspec.Struct, frozen=True):
    """What some languages are written in. A typeface that has none of the `common` letters has none that count."""

    name: str
    languages: tuple[str, ...]
    characters: str
    common: str


_SCRIPTS = (
    _Script(
        "Arabic letters", ("ar", "fa", "ur", "ps", "ckb", "ug", "sd"), "\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufefe", "ابم"
    ),
    _Script(
        "kana and ideographs",
        ("ja", "zh", "yue"),
        "\u2100-\u218f\u2460-\u24ff\u2e80-\u33ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff",
        "のン人大",
    ),
    _Script("letters of Hangul", ("ko",), "\u1100-\u11ff\u3130-\u318f\uac00-\ud7ff", "이가는"),
    _Script("Hebrew letters", ("he", "yi"), "\u0590-\u05ff\ufb1d-\ufb4f", "אלם"),
    _Script("Cyrillic letters", ("ru", "uk", "be", "bg", "sr", "mk", "kk", "ky", "mn"), "\u0400-\u052f", "аое"),
    _Script("Greek letters", ("el",), "\u0370-\u03ff\u1f00-\u1fff", "αοε"),
    _Script("letters of Devanagari", ("hi", "mr", "ne"), "\u0900-\u097f", "कर"),
    _Script("Thai letters", ("th",), "\u0e00-\u0e7f", "กา"),
)


def lacking(
    missing: Collection[str], has: Callable[[str], bool], language: str, beside: str
) -> tuple[Finding | None, str]:
    """What a text lacks of its typefaces: the finding that they have nothing of what its language is written in, which
    is the same one for all texts, and the characters that are missing besides. `has` says whether they have one;
    `beside` is a file of the kit's own folder, as findings call it."""
    for script in (script for script in _SCRIPTS if language.split("-")[0] in script.languages):
        of_it = re.findall(f"[{script.characters}]", "".join(missing))
        if of_it and not any(map(has, script.common)):
            roles = ", ".join(f"[font.{role}.{language}]" for role in _ROLES)
            message = f"the typefaces of texts in {language} have no {script.name}"
            hint = f'name others in theme.toml, regular = "…" or fallback = ["…"], for each of {roles}'
            theme = Place(PurePosixPath(beside).with_name("theme.toml").as_posix())
            finding = Finding("error", "missing-glyph", theme, message, hint)
            return finding, "".join(one for one in missing if one not in of_it)
    return None, "".join(missing)


def named(characters: Iterable[str]) -> str:
    """Characters that cannot be set, each as it is and by its number."""
    shown = list(dict.fromkeys(characters))[:MOST_NAMED]
    form = ", another form of the sign before it"
    return ", ".join(f"{one} (U+{ord(one):04X}{form if is_variant(one) else ''})" for one in shown)


def without_cut(role: str, cut: str) -> tuple[str, str]:
    """What is wrong with words in a cut that a font has not, and what to do."""
    wrong = f"the font {role} has no {cut} cut: what is {cut} here prints like the rest"
    return wrong, f"add `{cut} = …` to [font.{role}], or leave out the stars"

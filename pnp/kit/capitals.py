"""Capitals and small letters, by the language (Unicode's special casing and CLDR's of Greek)."""

from __future__ import annotations

import re
from unicodedata import normalize

_DOTLESS = frozenset({"tr", "az"})
"""Languages in which i and ı are two letters, each with a capital of its own."""
_GREEK = frozenset({"el", "grc"})
_ACCENTS = "[\u0300-\u0303\u0311\u0342]"
_MARKS = "[\u0300-\u0304\u0306\u0311\u0313\u0314\u0342\u0343]"
"""What capitals of Greek do not bear: accents, breathings, lengths."""
_OR = re.compile(f"(?<![^\\W_])(?<!{_MARKS})[ηΗ]{_MARKS}*{_ACCENTS}{_MARKS}*(?![^\\W_])")
_HIATUS = re.compile(f"([ΑΕΗΙΟΥΩαεηιουω]{_MARKS}*{_ACCENTS}{_MARKS}*)([ΙΥιυ])(?!{_MARKS}*\u0308)")
_MARKED = re.compile(f"([Α-Ωα-ω])({_MARKS}*)(\u0308?)({_MARKS}*)")
_DOTTED = re.compile("([ij]\u0328?)\u0307")


def upper(text: str, language: str) -> str:
    """A text in capitals."""
    match language.partition("-")[0]:
        case short if short in _DOTLESS:
            return text.replace("i", "İ").upper()
        case short if short in _GREEK:
            return _greek(text)
        case "lt":  # where small letters keep their dot beneath an accent
            return normalize("NFC", _DOTTED.sub(r"\1", normalize("NFD", text))).upper()
        case _:
            return text.upper()


def lower(text: str, language: str) -> str:
    """A text in small letters."""
    return (text.replace("İ", "i").replace("I", "ı") if language.partition("-")[0] in _DOTLESS else text).lower()


def _greek(text: str) -> str:
    """Without accents, but for that of ή alone, which is a word; two vowels that an accent kept apart are so by a
    dialytika."""
    apart = _OR.sub("\N{GREEK CAPITAL LETTER ETA WITH TONOS}", normalize("NFD", text))
    apart = _HIATUS.sub("\\1\\2\u0308", apart)
    return normalize("NFC", _MARKED.sub(r"\1\3", apart).upper())

"""Hyphenation points of words, from pyphen's patterns."""

from __future__ import annotations

from functools import cache, lru_cache

import pyphen

LEAST_PART = 3
"""Letters that stay before and after a hyphen."""
LONGEST_WORD = 200
"""Letters of a word from which it is no word; the longest of the press's languages have 80. Trying each of its places
takes the square of their number."""


@lru_cache(maxsize=20_000)
def hyphenation(letters: str, language: str) -> tuple[int, ...]:
    """Returns the offsets at which a word may be hyphenated. Empty for a language without patterns, a word in capitals,
    and a word longer than `LONGEST_WORD`."""
    patterns = _patterns(language)
    if patterns is None or len(letters) > LONGEST_WORD or letters.isupper():
        return ()
    places = map(int, patterns.positions(letters.lower()))
    return tuple(place for place in places if LEAST_PART <= place <= len(letters) - LEAST_PART)


@cache
def _patterns(language: str) -> pyphen.Pyphen | None:
    known = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=known) if known else None

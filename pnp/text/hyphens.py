"""Where words may be divided, by the patterns that pyphen brings.

A pattern is letters with weights between them (`an1i5m`); a word may be divided where the greatest weight of all
patterns in it is odd. Of the ten thousand patterns of a language a kit needs some hundreds: one is taken apart when a
word has its letters. pyphen itself takes all apart first, for as long as a hundred cards take.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

LEAST_PART = 3
"""Letters that stay before and after a hyphen."""
LONGEST_WORD = 200
"""Letters of a word from which it is no word; the longest of the press's languages have 80. Trying each of its places
takes the square of their number."""

_WEIGHTS = dict.fromkeys(map(ord, "0123456789"))


@lru_cache(maxsize=20_000)
def hyphenation(letters: str, language: str) -> tuple[int, ...]:
    """The places (letters before them) at which a word may be divided, from the front; none in a language without
    patterns, none in a word of capitals, and none in one longer than `LONGEST_WORD`."""
    if len(letters) > LONGEST_WORD or letters.isupper():
        return ()
    patterns = _patterns(language)
    if patterns is None:
        return ()
    places = patterns.places(letters.lower())
    return tuple(place for place in places if LEAST_PART <= place <= len(letters) - LEAST_PART)


@lru_cache(maxsize=16)
def _patterns(language: str) -> Patterns | None:
    import pyphen

    known = pyphen.language_fallback(language)
    return Patterns(pyphen.LANGUAGES[known]) if known else None


class Patterns:
    """The patterns of a file `hyph_*.dic`: its encoding, and then one a line. What some say after a slash,
    that letters change where they are divided, is left out."""

    def __init__(self, path: Path) -> None:
        encoding, _, lines = path.read_bytes().partition(b"\n")
        text = lines.decode(encoding.decode("ascii").strip().lower().replace("microsoft-", ""))
        if "^^" in text:  # a letter by its number
            text = re.sub(r"\^\^([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), text)
        if "/" in text:
            text = re.sub(r"/[^\n=]*=.*", "", text)
        found = [line.strip() for line in text.split("\n")]
        letters = "\n".join(found).translate(_WEIGHTS).split("\n")
        # Remarks stand among them, but no word has their letters; what weighs nothing is no pattern.
        self._written = {key: line for key, line in zip(letters, found, strict=True) if key != line}
        self._longest = max(map(len, self._written))
        self._read: dict[str, tuple[int, ...]] = {}

    def places(self, word: str) -> Iterator[int]:
        """Where a word in small letters may be divided."""
        pointed = f".{word}."
        greatest = [0] * (len(pointed) + 1)
        for start in range(len(pointed) - 1):
            for end in range(start + 1, min(start + self._longest, len(pointed)) + 1):
                letters = pointed[start:end]
                if letters in self._written:
                    for place, weight in enumerate(self._weights(letters), start):
                        greatest[place] = max(greatest[place], weight)
        return (place - 1 for place, weight in enumerate(greatest) if weight % 2)

    def _weights(self, letters: str) -> tuple[int, ...]:
        """The weights of a pattern, before each of its letters and at its end."""
        found = self._read.get(letters)
        if found is None:
            parts = re.findall(r"(\d?)\D?", self._written[letters])
            found = self._read[letters] = tuple(int(weight or 0) for weight in parts)
        return found

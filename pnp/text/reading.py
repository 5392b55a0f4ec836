"""What is drawn, as it is read: for quoting it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import mirrored, normalize

from pnp.text.direction import shown_order, turns

_LETTER = r"[^\W\d_\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]"
"""A letter that does not turn."""
_NUMBER = r"[+#$€£-]?\d+(?:[.,:/+-]\d+)*[%°$€£]?"
_BETWEEN = r"[^\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]*"
_MARKS = "\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
"""Which stand on the letter before them, wherever that runs."""
_RUNS = (
    rf"{_LETTER}(?:{_BETWEEN}(?:{_LETTER}|\d))?|{_NUMBER}",
    rf"{_LETTER}(?:{_BETWEEN}{_LETTER})?|{_NUMBER}",
    rf"{_LETTER}+|{_NUMBER}",
)
"""What runs from left to right in a line that does not: words with all between them and the numbers behind them, or
without those, or each by itself."""
_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


def as_read(shown: str) -> str:
    """The text of a line whose characters stand from left to right, its letters no forms of themselves: the one of
    several ways to read it that is shown so. A line is of the direction that most of its letters have."""
    if not turns(shown):
        return shown
    letters = [character for character in shown if character.isalpha()]
    right_to_left = 2 * sum(map(turns, letters)) > len(letters)
    *ways, last = _ways(shown, right_to_left)
    found = (way for way in ways if _shown(way, right_to_left) == shown and _closes(way))
    return letters_of(next(found, last))


def _ways(shown: str, right_to_left: bool) -> Iterator[str]:
    if right_to_left:
        yield from (_turned(shown, runs) for runs in _RUNS)
    yield _shown(shown, right_to_left)  # what turns is turned back by the rules that turned it, but near numbers


def _closes(text: str) -> bool:
    """Whether no bracket is closed before it is opened."""
    depth = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if depth < 0:
            return False
    return depth == 0


def _shown(text: str, right_to_left: bool) -> str:
    return "".join(character for _, character in shown_order(text, right_to_left))


def _turned(shown: str, runs: str) -> str:
    """A line from its right end to its left, but for runs that are read from the left."""
    parts = re.findall(rf"{runs}|.[{_MARKS}]*", shown, re.DOTALL)
    return "".join(part if len(part) > 1 or not mirrored(part) else part.translate(_MIRRORED) for part in parts[::-1])


def letters_of(line: str) -> str:
    """A line in reading order with its letters, where they have forms of themselves."""
    if not turns(line):
        return line
    return "".join(normalize("NFKC", character) if turns(character) else character for character in line)

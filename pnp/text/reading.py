"""What is drawn, as it is read: for quoting it."""

from __future__ import annotations

from unicodedata import normalize

from pnp.text.direction import shown_order, turns


def as_read(shown: str) -> str:
    """The text of a line whose characters stand from left to right, its letters no forms of themselves. What turns
    is turned back by the rules that turned it; a line is of the direction that most of its letters have."""
    if not turns(shown):
        return shown
    letters = [character for character in shown if character.isalpha()]
    right_to_left = 2 * sum(map(turns, letters)) > len(letters)
    return letters_of("".join(character for _, character in shown_order(shown, right_to_left)))


def letters_of(line: str) -> str:
    """A line in reading order with its letters, where they have forms of themselves."""
    if not turns(line):
        return line
    return "".join(normalize("NFKC", character) if turns(character) else character for character in line)

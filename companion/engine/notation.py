"""Reading actions in a few words: what the games' notations share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from companion.engine.correction import Correction, parse_correction
from companion.engine.game import Unreadable
from companion.engine.reading import Token, tokens

A = TypeVar("A")
Reader = Callable[[Token, list[Token]], A]
"""Makes the action of its verb and of the words after it. Raises `Unreadable` at the word that does not fit."""


class Notation(Struct, Generic[A], frozen=True):
    """How a game's actions are written: some in fixed words, the others as a verb of one or two words and items."""

    fixed: dict[str, A]
    verbs: dict[str, Reader[A]]
    examples: str
    """Actions to name where one is expected."""
    bare: Callable[[list[Token]], A | None] = lambda words: None
    """Makes an action that is written without a verb, if the words are one."""

    def read(self, text: str) -> A | Correction:
        """The action, written in any case. Raises `Unreadable`."""
        head, _, rest = text.strip().partition(" ")
        if head.lower() == "correct":
            return parse_correction(rest)
        words = tokens(text)
        plain = [word.text.lower() for word in words]
        if " ".join(plain) in self.fixed:
            return self.fixed[" ".join(plain)]
        for length in (2, 1):
            reader = self.verbs.get(" ".join(plain[:length]))
            if reader is not None and len(words) >= length:
                return reader(words[0], words[length:])
        if not words:
            raise Unreadable(f"expected an action: {self.examples}")
        bare = self.bare(words)
        if bare is None:
            raise words[0].wrong(f"{text.strip()!r} is no action; expected {self.examples}")
        return bare


def item(verb: Token, items: list[Token], number: int, of: int, expected: str) -> Token:
    """The item of that number (from 0) after a verb that takes `of` of them. Raises `Unreadable`."""
    if len(items) > of:
        raise items[of].wrong(f"{verb.text}: {items[of].text!r} is too much")
    if len(items) <= number:
        raise verb.wrong(f"{verb.text}: expected {expected}")
    return items[number]

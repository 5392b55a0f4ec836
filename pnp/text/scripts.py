"""Scripts whose letters take other forms and another order beside one another: those of India, Tibet, Burma, Thailand
and their neighbours. What is written in them is drawn by syllables, as the typeface forms them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_BLOCKS = (
    "\u0900-\u109f\u1700-\u17ff\u1900-\u1cff\ua800-\ua82f\ua880-\ua8ff\ua900-\ua9df\uaa00-\uabff\U00011000-\U000114ff"
)
JOINERS = "\u200c\u200d"
"""Which have letters take a form, and are not seen themselves."""
_FORMED = f"[{_BLOCKS}][{_BLOCKS}{JOINERS}]*"
_UNJOINED = "[\u0700-\u074f\u07c0-\u07ff\u0840-\u085f\u1800-\u18af\ua840-\ua87f\U0001e900-\U0001e95f]"
"""Syriac, N’Ko, Mandaic, Mongolian, Phags-pa, Adlam: their letters join, and nobody here joins them."""
MOST_NAMED = 10
"""Characters that one finding names."""
_FIRST, _FIRST_UNJOINED = "\u0900", "\u0700"
"""No character before these is one of those. Patterns are long to make ready: most kits need none."""
_FIRST_SIGN, _SIGNS = "\u2000", "[\u2000-\u2bff]+"
"""Dashes, quotation marks, arrows and the like, which stand among letters of all scripts."""


def furthest(text: str) -> str:
    """The last of a text's characters by their numbers, such signs apart; "" if there is none."""
    last = max(text, default="")
    return last if last < _FIRST_SIGN else max(re.sub(_SIGNS, "", text), default="")


def is_formed(text: str) -> bool:
    """Whether a text has letters of such a script."""
    return not text.isascii() and furthest(text) >= _FIRST and re.search(_FORMED, text) is not None


@lru_cache(maxsize=20_000)
def parts(text: str) -> tuple[tuple[str, bool], ...]:
    """A text part by part, and whether each is of such scripts."""
    found: list[tuple[str, bool]] = []
    end = 0
    for match in re.finditer(_FORMED, text):
        if match.start() > end:
            found.append((text[end : match.start()], False))
        found.append((match[0], True))
        end = match.end()
    return (*found, (text[end:], False)) if end < len(text) else tuple(found)


def is_unjoined(character: str) -> bool:
    """Whether a character is of a script whose letters should be joined, which the press does not do."""
    return furthest(character) >= _FIRST_UNJOINED and re.match(_UNJOINED, character) is not None


def named(characters: Iterable[str]) -> str:
    """Characters that cannot be set, each as it is, by its number, and why if that is not its typeface."""
    shown = list(dict.fromkeys(characters))[:MOST_NAMED]
    return ", ".join(
        f"{one} (U+{ord(one):04X}{', of a script that the press does not join' if is_unjoined(one) else ''})"
        for one in shown
    )

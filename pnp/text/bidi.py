"""The visual order of right-to-left text in a line (Unicode bidirectional algorithm, annex 9).

Each line is ordered by itself; paired brackets follow their contents and context (rule N0).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any, Literal, TypeAlias

Align: TypeAlias = Literal["left", "center", "right", "start", "end"]
"""Where text stands: `start` is the side on which its language begins to write."""
LANGUAGES = frozenset({"ar", "arc", "ckb", "dv", "fa", "he", "ku", "ps", "sd", "syr", "ug", "ur", "yi"})
"""What is written from right to left."""
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters that run so, and marks that say how others run."""
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_KNOWN = {"L", "R", "AL", "EN", "ES", "ET", "AN", "CS", "NSM", "BN", "B", "S", "WS", "ON"}
_KNOWN |= {"LRE", "LRO", "RLE", "RLO", "PDF"}
"""The classes of characters that the algorithm knows here …"""
_ISOLATES = {"LRI": "LRE", "RLI": "RLE", "PDI": "PDF"}
"""… and as which it takes others."""
_STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
"""What counts as which direction, where brackets ask what is in them."""


def is_right_to_left(language: str) -> bool:
    """Returns whether a language is written right to left."""
    return language.partition("-")[0] in LANGUAGES


def turns(text: str) -> bool:
    """Returns whether a text contains right-to-left characters."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None


@lru_cache(maxsize=4_096)
def order_visually(text: str, right_to_left: bool) -> tuple[tuple[int, int], ...]:
    """Returns the characters of a line in visual order: index in the text, and embedding level, which is odd for right
    to left. Directional formatting characters are left out."""
    from bidi import algorithm

    storage = algorithm.get_empty_storage()
    storage["base_level"] = int(right_to_left)
    storage["base_dir"] = "R" if right_to_left else "L"
    algorithm.get_embedding_levels(text, storage)
    for place, character in enumerate(storage["chars"]):
        character["at"] = place
        if character["type"] not in _KNOWN:
            character["type"] = character["orig"] = _known(character["type"], character["ch"], text[place + 1 :])
    algorithm.explicit_embed_and_overrides(storage, False)
    algorithm.resolve_weak_types(storage, False)
    _pair_brackets(storage["chars"], storage["base_dir"])
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    algorithm.reorder_resolved_levels(storage, False)
    return tuple((character["at"], character["level"]) for character in storage["chars"])


def _known(kind: str, character: str, following: str) -> str:
    """Returns the class of a character whose bidi class the algorithm does not know."""
    if kind == "FSI":
        strong = (unicodedata.bidirectional(one) for one in following)
        return "RLE" if next((one for one in strong if one in ("L", "R", "AL")), "L") != "L" else "LRE"
    return _ISOLATES.get(kind) or ("R" if turns(character) else "ON")


def _pair_brackets(characters: list[dict[str, Any]], base: str) -> None:
    """Applies rule N0: paired brackets take the direction of their contents, or of what precedes them."""
    unclosed: list[int] = []
    pairs: list[tuple[int, int]] = []
    for index, character in enumerate(characters):
        if character["type"] != "ON":
            continue
        if character["ch"] in _PAIRS:
            unclosed.append(index)
            continue
        start = next((at for at in reversed(unclosed) if _PAIRS[characters[at]["ch"]] == character["ch"]), None)
        if start is not None:
            del unclosed[unclosed.index(start) :]
            pairs.append((start, index))
    for start, end in sorted(pairs):
        within = {_STRONG.get(character["type"]) for character in characters[start + 1 : end]} - {None}
        if not within:
            continue
        before = (_STRONG[one["type"]] for one in reversed(characters[:start]) if one["type"] in _STRONG)
        direction = base if base in within else next(before, base)
        characters[start]["type"] = characters[end]["type"] = direction

"""Text that runs from right to left: joined letters, and the order in which a line shows its characters.

The order is that of the Unicode bidirectional algorithm (annex 9), for each line by itself; brackets in pairs look at
what is in them and before them (its rule N0).
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from itertools import filterfalse
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pnp.text.scripts import JOINERS, furthest, is_formed, parts, seen

if TYPE_CHECKING:
    from arabic_reshaper import ArabicReshaper

Align: TypeAlias = Literal["left", "center", "right", "start", "end"]
"""Where text stands: `start` is the side on which its language begins to write."""
LANGUAGES = frozenset({"ar", "arc", "ckb", "dv", "fa", "he", "ku", "ps", "sd", "syr", "ug", "ur", "yi"})
"""What is written from right to left."""
_RIGHT_TO_LEFT = (
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters that run so, and marks that say how others run."""
_JOINED = "[\u0620-\u06ff\u0750-\u077f]"
_FIRST = "\u0590"
"""No character before this is one of those. Patterns are long to make ready: most kits need none."""
SHADDA = "\u0651"
VIRAMA = 9
"""The combining class of viramas."""
_LIGATURES = "[\ufbea-\ufdfb\ufef5-\ufefc]"
_JOINER, _STROKE = "\u200d", "\u0640"
_FORMS = frozenset({"<initial>", "<medial>", "<final>", "<isolated>"})
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_KNOWN = frozenset(
    (
        *("L", "R", "AL", "EN", "ES", "ET", "AN", "CS", "NSM", "BN", "B", "S", "WS", "ON"),
        *("LRE", "LRO", "RLE", "RLO", "PDF"),
    )
)
"""The classes of characters that the algorithm knows here …"""
WHOLE = ("x", "\u05d0")
"""These stand for what is formed as a whole where order is looked for, and runs from the left or from the right."""
_ISOLATES = {"LRI": "LRE", "RLI": "RLE", "PDI": "PDF"}
"""… and as which it takes others."""
_STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
"""What counts as which direction, where brackets ask what is in them."""


def is_right_to_left(language: str) -> bool:
    """Whether a language is written from right to left."""
    return language.partition("-")[0] in LANGUAGES


def turns(text: str) -> bool:
    """Whether a text has characters that run from right to left."""
    return not text.isascii() and furthest(text) >= _FIRST and re.search(_RIGHT_TO_LEFT, text) is not None


def is_ligature(form: str) -> bool:
    """Whether a form is more than one letter."""
    return re.match(_LIGATURES, form) is not None


def is_mark(character: str) -> bool:
    """Whether a character stands on the one before it, as harakat and niqqud do."""
    return len(character) == 1 and unicodedata.combining(character) != 0


def is_halved(syllable: str) -> bool:
    """Whether a syllable goes on in the next: it ends in a virama, or in what says how that is drawn."""
    return unicodedata.combining(syllable.rstrip(JOINERS)[-1:] or " ") == VIRAMA


def unjoined(letter: str) -> str:
    """A joined form as the letter that it is of, after what has it take that form; two letters in one stay so."""
    form, *letters = unicodedata.decomposition(letter).split() or ("",)
    if form not in _FORMS or len(letters) > 1:
        return letter
    return _JOINER * (form in ("<medial>", "<final>")) + chr(int(letters[0], 16))


def following(letter: str) -> str:
    """What has the letter of a joined form take that form, if it stands behind it."""
    return _JOINER * unicodedata.decomposition(letter).startswith(("<initial>", "<medial>"))


@lru_cache(maxsize=20_000)
def joined(word: str) -> str:
    """A word with the forms that its Arabic letters have beside each other, each a character of its own."""
    if not re.search(_JOINED, word):
        return word
    if is_formed(word):
        return "".join(part if whole else joined(part) for part, whole in parts(word))
    linked = word.startswith(_JOINER)  # a stroke does the same there; of a joiner the reshaper loses count
    made = str(_reshaper(any(map(is_mark, word))).reshape(_STROKE + word[1:] if linked else word))
    return made[1:] if linked else made


def link(before: str, after: str) -> str:
    """What joins two texts that are set apart, as words in part bold are, at the end of one and before the other: a
    joiner, if letters meet that join."""
    last = next(filterfalse(is_mark, reversed(before)), "")
    meet = re.match(_JOINED, last) and re.match(_JOINED, after)
    return _JOINER if meet and (last == _STROKE or joined(last + _JOINER) != joined(last)) else ""


@cache
def _reshaper(pointed: bool) -> ArabicReshaper:
    """Joins letters. The name of God is one sign with its marks, unless they are written."""
    from arabic_reshaper import ArabicReshaper

    return ArabicReshaper({"delete_harakat": False, "ARABIC LIGATURE ALLAH": not pointed})


@lru_cache(maxsize=4_096)
def shown_order(text: str, right_to_left: bool) -> tuple[tuple[int, str], ...]:
    """The characters of a line as they stand from left to right: of each its place in the text, and itself, or its
    mirror image. Marks stay behind the letters that they stand on."""
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
    algorithm.apply_mirroring(storage, False)
    return tuple(_marks_last([(character["at"], character["ch"]) for character in storage["chars"]]))


def _known(kind: str, character: str, following: str) -> str:
    """The class that the algorithm is told of a character whose own it does not know."""
    if kind == "FSI":
        strong = (unicodedata.bidirectional(one) for one in following)
        return "RLE" if next((one for one in strong if one in ("L", "R", "AL")), "L") != "L" else "LRE"
    return _ISOLATES.get(kind) or ("R" if turns(character) else "ON")


def _pair_brackets(characters: list[dict[str, Any]], base: str) -> None:
    """Rule N0: both brackets of a pair run as what is in them, or as what comes before them."""
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


def _marks_last(order: list[tuple[int, str]]) -> list[tuple[int, str]]:
    made: list[tuple[int, str]] = []
    marks: list[tuple[int, str]] = []
    for place, character in order:
        if is_mark(character):
            marks.append((place, character))
            continue
        made.append((place, character))
        made += reversed(marks) if marks and marks[-1][0] > place else ()
        if marks and marks[-1][0] < place:  # they stand on what came before
            made[-1:] = [*marks, made[-1]]
        marks = []
    return made + marks


def shown_text(text: str, right_to_left: bool) -> str:
    """A line of text as its characters stand from left to right, joined."""
    if not turns(text):
        return text
    words = "".join(joined(part) for part in re.split("( +)", text))
    wholes = [(WHOLE[turns(part)], part) if whole else (part, "") for part, whole in parts(words)]
    owners = [part for stand, part in wholes for _ in stand]
    order = shown_order("".join(stand for stand, _ in wholes), right_to_left)
    return seen("".join(owners[place] or character for place, character in order))

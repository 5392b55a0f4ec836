"""What a typeface forms of several characters: scripts whose letters take other forms and another order beside one
another, those of India, Tibet, Burma, Thailand and their neighbours; Arabic words with letters whose joined forms are
no characters; and letters with marks that no character has as one. It is drawn as the typeface forms it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from unicodedata import normalize

_BLOCKS = (
    "\u0900-\u109f\u1700-\u17ff\u1900-\u1cff\ua800-\ua82f\ua880-\ua8ff\ua900-\ua9df\uaa00-\uabff\U00011000-\U000114ff"
)
JOINERS = "\u200c\u200d"
"""Which have letters take a form, and are not seen themselves."""
_ARABIC = f"\u0610-\u061a\u0620-\u065f\u066e-\u06d3\u06d5-\u06ef\u06fa-\u06ff\u0750-\u077f\u08a0-\u08ff{JOINERS}"
_FORMLESS = (
    "\u0620\u063b-\u0640\u066e-\u066f\u0672-\u0676\u0678\u067c-\u067d\u0681-\u0682\u0685\u0689-\u068b\u068f-\u0690"
    "\u0692-\u0697\u0699-\u06a3\u06a5\u06a7-\u06a8\u06aa-\u06ac\u06ae\u06b0\u06b2\u06b4-\u06b9\u06bc-\u06bd\u06bf"
    "\u06c2-\u06c4\u06ca\u06cd-\u06cf\u06d1\u06d5\u06ee-\u06ef\u06fa-\u06fc\u06ff\u0750-\u077f\u08a0-\u08c8"
)
"""Letters of Arabic whose joined forms are no characters, of Kurdish, Pashto, Uyghur, Malay and others; and the stroke
that draws words out, which has no width of its own in some typefaces."""
_MARKS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
"""Which stand on letters of any script."""
_VARIANTS = "\U000e0100-\U000e01ef"
"""Which ask for another form of the ideograph before them, as names of people and places have it."""
_FORMED = (
    f"[{_BLOCKS}][{_BLOCKS}{JOINERS}]*"
    f"|(?<![{_ARABIC}])[{_ARABIC}]*[{_FORMLESS}][{_ARABIC}]*"
    f"|[^\\W\u0590-\u08ff][{_MARKS}{_VARIANTS}]+"
)
IGNORED = "\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
"""Characters that say something of others, and are never seen (`Default_Ignorable_Code_Point`)."""
_UNJOINED = "[\u0700-\u074f\u07c0-\u07ff\u0840-\u085f\u1800-\u18af\ua840-\ua87f\U0001e900-\U0001e95f]"
"""Syriac, N’Ko, Mandaic, Mongolian, Phags-pa, Adlam: their letters join, and nobody here joins them."""
JOINED = "\ufb50-\ufdff\ufe70-\ufefe"
"""Letters of Arabic in their joined forms, as characters."""
MOST_NAMED = 10
"""Characters that one finding names."""
SPACES = {
    "\u2000": 0.5,
    "\u2001": 1.0,
    "\u2002": 0.5,
    "\u2003": 1.0,
    "\u2004": 1 / 3,
    "\u2005": 0.25,
    "\u2006": 1 / 6,
    "\u2007": 0.0,
    "\u2008": 0.0,
    "\u2009": 0.2,
    "\u200a": 0.1,
    "\u202f": 0.2,
    "\u205f": 4 / 18,
    "\u3000": 1.0,
}
"""Widths in em of the spaces that are drawn in any typeface; 0: that of the typeface's character in `AS_WIDE_AS`."""
AS_WIDE_AS = {"\u2007": "0", "\u2008": "."}
NO_BREAK_SPACE = "\u00a0"
NO_BREAK = f"{NO_BREAK_SPACE}\u202f\u2007"
"""Spaces at which no line ends."""
_DRAWN = str.maketrans({**dict.fromkeys(SPACES, " "), "\u2011": "-"})
_FIRST, _FIRST_UNJOINED, _FIRST_IGNORED = "\u0300", "\u0700", "\u00ad"
"""No character before these is one of those. Patterns are long to make ready: most kits need none."""
_FIRST_SIGN, _SIGNS = "\u2000", "[\u2000-\u200a\u2010-\u2029\u202f-\u205f\u2070-\u20cf\u2100-\u2bff]+"
"""Dashes, quotation marks, arrows and the like, which stand among letters of all scripts."""


def furthest(text: str) -> str:
    """The last of a text's characters by their numbers, such signs apart; "" if there is none."""
    last = max(text, default="")
    return last if last < _FIRST_SIGN else max(re.sub(_SIGNS, "", text), default="")


def is_formed(text: str) -> bool:
    """Whether a text has what is formed."""
    return not text.isascii() and furthest(text) >= _FIRST and re.search(_FORMED, text) is not None


@lru_cache(maxsize=20_000)
def parts(text: str) -> tuple[tuple[str, bool], ...]:
    """A text part by part, and whether each is formed as a whole."""
    found: list[tuple[str, bool]] = []
    end = 0
    for match in re.finditer(_FORMED, text):
        if match.start() > end:
            found.append((text[end : match.start()], False))
        found.append((match[0], True))
        end = match.end()
    return (*found, (text[end:], False)) if end < len(text) else tuple(found)


def drawn(text: str) -> str:
    """A text with the characters that are drawn for its spaces and hyphens: typefaces need not have all of these."""
    return text if text.isascii() or max(text) < _FIRST_SIGN else text.translate(_DRAWN)


def seen(text: str) -> str:
    """A text without the characters that are never seen."""
    return text if text.isascii() or max(text) < _FIRST_IGNORED else re.sub(f"[{IGNORED}]+", "", text)


def has_unjoined(text: str) -> bool:
    """Whether a text has letters of a script in which they should be joined, which the press does not do."""
    return not text.isascii() and furthest(text) >= _FIRST_UNJOINED and re.search(_UNJOINED, text) is not None


def is_variant(character: str) -> bool:
    """Whether a character asks for another form of the one before it."""
    return "\U000e0100" <= character <= "\U000e01ef"


def named(characters: Iterable[str]) -> str:
    """Characters that cannot be set, each as it is, by its number, and why if that is not its typeface; joined forms by
    their letters, which the typeface may have."""
    shown = list(dict.fromkeys(characters))[:MOST_NAMED]
    forms = [one for one in shown if re.match(f"[{JOINED}]", one)]
    told = [f"{one} (U+{ord(one):04X}{_besides(one)})" for one in shown if one not in forms]
    if forms:
        letters = ", ".join(dict.fromkeys(normalize("NFKC", one) for one in forms))
        told.append(f"joined forms of {letters} ({', '.join(f'U+{ord(one):04X}' for one in forms)})")
    return ", ".join(told)


def _besides(character: str) -> str:
    if is_variant(character):
        return ", another form of the sign before it"
    return ", of a script that the press does not join" if has_unjoined(character) else ""

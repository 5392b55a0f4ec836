"""Shapes text of one direction in one font into glyphs (HarfBuzz).

Latin, Greek, Cyrillic, Hebrew and East Asian text is kerned, without ligatures and alternates. For other scripts all of
a font's features are on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import msgspec
import uharfbuzz
from fontTools import unicodedata as scripts

from pnp.scene import Glyph

_UNSHAPED = frozenset(
    ("Latn", "Grek", "Cyrl", "Armn", "Geor", "Hebr", "Hani", "Hira", "Kana", "Hang", "Bopo", "Copt", "Goth", "Ethi")
)
"""Scripts whose letters stand beside each other as they are."""
_PLAIN = ""
"""Stands for those scripts, and for text without letters."""
_COMMON = frozenset(("Zyyy", "Zinh", "Zzzz"))
_JOINERS = "\u200c\u200d"
"""They make letters take a form, and are not seen themselves."""
_IGNORED = "\u00ad\u034f\u061c\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
"""Other characters that are never seen (`Default_Ignorable_Code_Point`)."""
_VIRAMA = 9
"""The combining class of viramas."""
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
"""Widths in em of the spaces that any typeface has; 0: the width of the typeface's character in `AS_WIDE_AS`."""
AS_WIDE_AS = {"\u2007": "0", "\u2008": "."}
NO_BREAK_SPACE = "\u00a0"
NO_BREAK = f"{NO_BREAK_SPACE}\u202f\u2007"
"""Spaces at which no line ends."""
_DRAWN = str.maketrans({**dict.fromkeys(SPACES, " "), "\u2011": "-"})
CONTEXT = 5
"""Characters before and after a text that HarfBuzz looks at."""


class GlyphRun(msgspec.Struct, frozen=True, gc=False):
    """A text in one font and direction: glyphs from left to right, advance in em, and characters without a glyph."""

    text: str
    glyphs: tuple[Glyph, ...]
    width: float
    missing: str


def shape(font: uharfbuzz.Font, text: str, *, right_to_left: bool, before: str, after: str) -> tuple[Glyph, ...]:
    """Returns the glyphs of a text from left to right. Letters join the text `before` and `after`."""
    glyphs: tuple[Glyph, ...] = ()
    shown = replace_spaces(text)
    for start, end, script in split_scripts(shown):
        buffer = uharfbuzz.Buffer()
        buffer.add_str(before + shown + after, len(before) + start, end - start)
        buffer.direction = "rtl" if right_to_left else "ltr"
        buffer.language = "und"  # not that of the user's environment
        buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer, _features(shown[start:end], script, right_to_left))
        run = tuple(_glyphs(buffer, len(before) + start, len(before) + end, font.face.upem, right_to_left))
        glyphs = run + glyphs if right_to_left else glyphs + run
    return glyphs


def replace_spaces(text: str) -> str:
    """Replaces special spaces and hyphens, which many typefaces lack, with the characters drawn for them."""
    return text if text.isascii() else text.translate(_DRAWN)


def strip_invisible(text: str) -> str:
    """Removes invisible characters; keeps joiners between letters that change form by them."""
    if text.isascii():
        return text
    return re.sub(f"[{_IGNORED}]+" if is_shaped(text) else f"[{_IGNORED}{_JOINERS}]+", "", text)


def is_shaped(text: str) -> bool:
    """Returns whether letters of a text change form or order beside one another."""
    return any(script != _PLAIN for _, _, script in split_scripts(text))


def ends_in_virama(syllable: str) -> bool:
    """Returns whether a syllable continues in the next one."""
    return unicodedata.combining(syllable.rstrip(_JOINERS)[-1:] or " ") == _VIRAMA


def is_variant(character: str) -> bool:
    """Returns whether a character is a variation selector."""
    return "\U000e0100" <= character <= "\U000e01ef"


def units(text: str) -> list[str]:
    """Splits a text into units that one font must cover: letters with marks, and words of complex scripts."""
    if text.isascii():
        return list(text)
    found: list[str] = []
    before: str | None = None
    for character in text:
        script = find_script(character)
        joins = is_mark(character) or character in _JOINERS or (script is not None and script == before != _PLAIN)
        if found and joins:
            found[-1] += character
        else:
            found.append(character)
        if not is_mark(character) and character not in _JOINERS:
            before = script
    return found


def split_scripts(text: str) -> list[tuple[int, int, str]]:
    """Returns stretches of a text in one script: start, end, script code (`_PLAIN` for scripts without shaping). Digits
    and punctuation belong to the stretch before them."""
    if not text:
        return []
    if text.isascii():
        return [(0, len(text), _PLAIN)]
    runs: list[tuple[int, int, str]] = []
    current: str | None = None
    for index, character in enumerate(text):
        script = find_script(character)
        if script is not None and script != current:
            if current is not None:
                runs.append((runs[-1][1] if runs else 0, index, current))
            current = script
    return [*runs, (runs[-1][1] if runs else 0, len(text), current or _PLAIN)]


@lru_cache(maxsize=20_000)
def find_script(character: str) -> str | None:
    """Returns a letter's ISO 15924 script, `_PLAIN` for scripts without shaping, None for characters common to several
    scripts."""
    script: str = scripts.script(character)
    return None if script in _COMMON else _PLAIN if script in _UNSHAPED else script


def _features(text: str, script: str, right_to_left: bool) -> dict[str, bool]:
    """Returns OpenType features to turn on or off. Right-to-left words are not kerned: poppler reads wide kerns of
    Arabic typefaces as spaces."""
    features = {"kern": not right_to_left}
    if script == _PLAIN:
        features |= dict.fromkeys(("liga", "clig", "calt"), False)
        if not any(map(is_mark, text)):
            features |= dict.fromkeys(("rlig", "ccmp", "locl", "rclt"), False)
    return features


def is_mark(character: str) -> bool:
    """Returns whether a character combines with the one before it."""
    return unicodedata.category(character) in ("Mn", "Mc", "Me")


def _glyphs(buffer: uharfbuzz.Buffer, start: int, end: int, upem: int, right_to_left: bool) -> Iterator[Glyph]:
    infos, positions = buffer.glyph_infos, buffer.glyph_positions
    clusters = sorted({start, *(info.cluster for info in infos)})
    lengths = {one: other - one for one, other in zip(clusters, [*clusters[1:], end], strict=True)}
    numbers = range(len(infos))
    owners = {infos[index].cluster: index for index in (numbers if right_to_left else reversed(numbers))}
    if owners and start not in {info.cluster for info in infos}:  # unseen characters before the first glyph
        first = min(owners)
        lengths[first] += lengths.pop(start)
    for index, (info, position) in enumerate(zip(infos, positions, strict=True)):
        yield Glyph(
            info.codepoint,
            _thousandths(position.x_advance, upem),
            lengths[info.cluster] if owners[info.cluster] == index else 0,
            _thousandths(position.x_offset, upem),
            _thousandths(position.y_offset, upem),
        )


def _thousandths(units: int, upem: int) -> float:
    value = round(units * 1000 / upem, 3)
    return int(value) if value == int(value) else value

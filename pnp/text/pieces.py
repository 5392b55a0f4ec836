"""Text measured: words and icons become pieces that no line break divides, their widths in em, so that a text is
measured once and tried at any size.

Lines may break at blanks, also those without width, after hyphens, dashes and slashes between letters, and between
kana and ideographs (the common cases of Unicode annex 14); never before closing punctuation, nor between a number and
the icon it counts, nor within a number. Where marks begin and end, they break as they would without.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from typing import TypeAlias

import msgspec

from pnp.scene import SOFT_HYPHEN, Art, Colour, Glyph
from pnp.text.direction import turns
from pnp.text.fonts import Font, FontBook
from pnp.text.markup import Paragraph, Span
from pnp.text.shaping import CONTEXT, NO_BREAK, SPACES, is_mark, seen, units

ICON_EM = 1.25
"""Height of an inline icon in em: a sign's live area is 21 of 24 units, so its ink is as tall as a line's."""
MAX_PIECES = 50_000
"""Words that are remembered as pieces."""

Icons: TypeAlias = Callable[[str], Art | None]
Colours: TypeAlias = Callable[[str], Colour | None]

_WIDE = (
    "\u2e80-\u2fdf\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003fffd"
)
"""Kana and ideographs, between which lines may break …"""
_NEVER_FIRST = (
    "、。，．・：；？！）」』】〕〉》｝］｠〗〙〛〞〟ー゠々〻ゝゞヽヾ゛゜"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ\u31f0-\u31ff"
    "｡､｣･ｧ-ｯｰﾞﾟ〜～％‰℃￠‼⁇⁈⁉"
    "\u302a-\u302f\u3099\u309a"  # marks that stand on the character before them
)
_NEVER_LAST = "（「『【〔〈《｛［｟〖〘〚〝｢＄￥￡＃№"
"""… but not before and after these (JIS X 4051, W3C's requirements for Japanese text layout 3.1.7 and 3.1.8) …"""
_GLUE = "\u00a0\u202f\u2060"
_CLOSES = f"”’»…‥—―‐–·′″\\-/!?,.;:%°)\\]}}⦆{_GLUE}\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f\U000e0100-\U000e01ef"
_OPENS = f"“‘«($£€¥\\[{{⦅{_GLUE}"
"""… nor beside these, which words of other scripts have, too."""
_IN_NUMBER = r"(?!(?<=\d[：，．／％])\d)"
"""Nor within a number; those of Latin punctuation have no wide character."""
_SOFT_BREAK = r"(?<=[^\W\d][-‐–—/])(?=[^\W\d])"
_WIDE_BREAK = (
    rf"(?<=[{_WIDE}{_NEVER_FIRST}])(?![{_NEVER_FIRST}{_CLOSES}]){_IN_NUMBER}(?=.)"
    rf"|(?<=.)(?<![{_NEVER_LAST}{_OPENS}])(?![{_NEVER_FIRST}])(?=[{_WIDE}{_NEVER_LAST}])"
)
_ASK_BEFORE = "-‐–—/：，．／％"
"""Characters after which lines break or not by what is before them."""
_FIRST_WIDE = "\u2e80"
"""No character before this is one of those."""
_BLANK = "\u200b"
"""A blank without width, at which a line may break."""
OBJECT = "\ufffc"
"""Stands for a sign among characters."""
_CLINGS = ")]»”’!?:;,.…%–—"


_ENDS_WORDS = " " + "".join(space for space in SPACES if space not in NO_BREAK)
_WIDER = re.compile(f"[{_ENDS_WORDS}]*[{_ENDS_WORDS[1:]}][{_ENDS_WORDS}]*")
"""Blanks at which a line may end, with one of another width than a typeface's own."""


class Fragment(msgspec.Struct, frozen=True, gc=False):
    """Part of a piece in one font and colour, or an icon whose top is `top` em above the baseline.

    `before` and `after` are the letters that its own join beyond its ends. `hyphens` are the places, in characters, at
    which it says that it may be divided.
    """

    text: str
    font: Font
    colour: Colour
    width: float
    glyphs: tuple[Glyph, ...] = ()
    art: Art | None = None
    top: float = 0.0
    tag: str = ""
    before: str = ""
    after: str = ""
    right_to_left: bool = False
    hyphens: tuple[int, ...] = ()


class Piece(msgspec.Struct, frozen=True, gc=False):
    """What a line break does not divide: its fragments, its width, and the blank after it, in em. `turns`: it has
    characters that run from right to left."""

    fragments: tuple[Fragment, ...]
    width: float
    space: float
    missing: str = ""
    turns: bool = False


class Measured(msgspec.Struct, frozen=True, gc=False):
    """A text ready to be broken: for each paragraph, its lines as they were written, and the pieces of each.
    `unknown` are the icons and colours that nobody knows; `right_to_left` are lines of its language."""

    paragraphs: tuple[tuple[tuple[Piece, ...], ...], ...]
    unknown: tuple[str, ...]
    right_to_left: bool = False


def measure(
    paragraphs: Iterable[Paragraph], role: str, colour: str, fonts: FontBook, icons: Icons, colours: Colours
) -> Measured:
    """Shapes a text in the typeface of `role`. What has no name stays readable: an unknown icon is set as its
    name in braces, an unknown colour as the text's own."""
    gauge = _Gauge(role, colour, fonts, icons, colours)
    measured = tuple(gauge.paragraph(paragraph) for paragraph in paragraphs)
    return Measured(measured, tuple(gauge.unknown), fonts.right_to_left)


@lru_cache(maxsize=MAX_PIECES)
def _word(word: str, font: Font, colour: Colour, tag: str, before: str = "", after: str = "") -> tuple[Piece, ...]:
    """The pieces of a word without blanks; its letters join what is `before` and `after` it."""
    turned = turns(word)
    breaks = _breaks(max(word, default="") >= _FIRST_WIDE)
    split = [part for part in breaks.split(word) if part]
    pieces: list[Piece] = []
    end = 0
    for index, part in enumerate(split):
        around = ("", "")
        if turned:
            start = word.index(part, end)
            end = start + len(part)
            around = (before + word[:start])[-CONTEXT:], (word[end:] + after)[:CONTEXT]
        hyphens: tuple[int, ...] = ()
        if not part.isascii() and max(part) >= SOFT_HYPHEN and seen(part) != part:
            part, hyphens = _without_signs(part, turned)
        run = font.shape(part, turned, *around)
        fragment = Fragment(
            part, font, colour, run.width, run.glyphs, None, 0.0, tag, *around, right_to_left=turned, hyphens=hyphens
        )
        space = font.space if index == len(split) - 1 else 0.0
        pieces.append(Piece((fragment,), run.width, space, run.missing, turned))
    return tuple(pieces)


def _without_signs(part: str, turned: bool) -> tuple[str, tuple[int, ...]]:
    """A part without the signs that are never seen, and where soft ones would divide it. Those that say how it runs
    stay in what is `turned`."""
    if turned:
        return part.replace(SOFT_HYPHEN, ""), ()
    words = [seen(word) for word in part.split(SOFT_HYPHEN)]
    return "".join(words), tuple(accumulate(map(len, words[:-1])))


@cache
def _breaks(wide: bool) -> re.Pattern[str]:
    """Where a line may break in a word: what is asked of kana and ideographs takes long to read, and most words have
    no `wide` ones."""
    return re.compile(f"{_BLANK}|{_SOFT_BREAK}|{_WIDE_BREAK}" if wide else f"{_BLANK}|{_SOFT_BREAK}")


def _may_break(before: str, after: str) -> bool:
    """Whether a line may break between what ends in `before` and what begins with `after`, two parts of a word."""
    text = before + after
    return before[-1] == _BLANK or _breaks(max(text) >= _FIRST_WIDE).match(text, len(before)) is not None


def _asks_before(text: str, before: str) -> bool:
    """Whether a line may break after a text's first character, or not, by what is `before` that."""
    if text[0] not in _ASK_BEFORE or len(text) == 1:
        return False
    return _may_break(before + text[0], text[1]) != _may_break(text[0], text[1])


def _put(pieces: list[Piece], word: Sequence[Piece], *, breaks: bool) -> None:
    """Adds the rest of a word, before which a line `breaks` or not."""
    last = pieces.pop()
    if breaks:
        pieces += (msgspec.structs.replace(last, space=0.0), *word)
    else:
        pieces += (_joined(last, word[0], 0.0), *word[1:])


def _words(text: str, font: Font) -> Iterator[tuple[str, float | None]]:
    """The words of a text, and the width in em of the blanks after each; None for a typeface's own."""
    ends = 0
    for match in _WIDER.finditer(text) if not text.isascii() else ():
        *words, last = text[ends : match.start()].split(" ")
        yield from ((word, None) for word in words)
        yield last, sum(font.shape(one).width for one in match[0])
        ends = match.end()
    yield from ((word, None) for word in text[ends:].split(" "))


class _Gauge:
    """Measures spans; remembers what their names mean."""

    def __init__(self, role: str, colour: str, fonts: FontBook, icons: Icons, colours: Colours) -> None:
        self.role = role
        self.fonts = fonts
        self.icons = icons
        self.colours = colours
        self.base = fonts.font(fonts.face(role))
        self.fallbacks = fonts.fallbacks(role)
        self.unknown: dict[str, None] = {}
        self.known_colours: dict[str, Colour] = {}
        self.own = self._colour(colour, "#000000")
        self.known_colours[""] = self.own

    def paragraph(self, paragraph: Paragraph) -> tuple[tuple[Piece, ...], ...]:
        lines: list[tuple[Piece, ...]] = []
        pieces: list[Piece] = []
        before = ""  # what stands there without a blank
        for span, following in pairwise((*(span for span in paragraph if span.text or span.icon), Span(""))):
            if span.text == "\n":
                lines.append(tuple(pieces))
                pieces, before = [], ""
            elif span.icon:
                self._icon(span, pieces, before)
                before = (before + OBJECT)[-CONTEXT:]
            elif span.text:
                self._text(span, pieces, before, following.text[:CONTEXT])
                before = "" if span.text[-1] in _ENDS_WORDS else (before + span.text)[-CONTEXT:]
        lines.append(tuple(pieces))
        return tuple(lines)

    def _text(self, span: Span, pieces: list[Piece], before: str, after: str) -> None:
        """Adds the words of a span. `before` and `after` it stand other spans without a blank between."""
        if before and _asks_before(span.text, before[-1]):
            self._text(msgspec.structs.replace(span, text=span.text[0]), pieces, before, span.text[1:CONTEXT])
            before = before[-1] + span.text[0]
            span = msgspec.structs.replace(span, text=span.text[1:])
        font = self._font(span)
        colour = self.known_colours.get(span.colour) or self._colour(span.colour, self.own)
        words = list(_words(span.text, font))
        for index, (word, blank) in enumerate(words):
            if not word:
                if blank is not None and pieces:  # of this span; it is after the last word of the one before
                    pieces[-1] = msgspec.structs.replace(pieces[-1], space=blank)
                elif blank is not None:
                    room = blank_after(Fragment("", font, colour, 0.0, tag=span.tag), blank)
                    pieces.append(Piece((room,), blank, 0.0))
                continue
            around = (before * (index == 0), after * (index == len(words) - 1)) if turns(word) else ("", "")
            found = _word(word, font, colour, span.tag, *around)
            if not found:  # as of a blank without width
                continue
            if blank is not None:
                found = (*found[:-1], msgspec.structs.replace(found[-1], space=blank))
            if self.fallbacks and any(piece.missing for piece in found):
                found = tuple(_mixed(piece, self.fallbacks) for piece in found)
            if pieces and index == 0 and before:
                _put(pieces, found, breaks=_may_break(before, word[0]))
            elif pieces and word[0] in _CLINGS and not word.strip(_CLINGS):
                pieces[-1] = _joined(pieces[-1], found[0], pieces[-1].space)
            else:
                pieces.extend(found)

    def _icon(self, span: Span, pieces: list[Piece], before: str) -> None:
        art = self.icons(span.icon)
        font = self._font(span)
        if art is None or art.height <= 0:
            self.unknown[f"{{{span.icon}}}"] = None
            name = Span(f"{{{span.icon}}}", span.bold, span.italic, span.colour, tag=span.tag)
            self._text(name, pieces, before, "")
            return
        width = ICON_EM * art.width / art.height
        top = (ICON_EM + self.base.x_height) / 2
        fragment = Fragment(f"{{{span.icon}}}", font, self.own, width, (), art, top, span.tag)
        piece = Piece((fragment,), width, font.space)
        counted = bool(pieces) and pieces[-1].fragments[-1].text.lstrip("+−-×").isdigit()
        if pieces and before:
            _put(pieces, (piece,), breaks=_may_break(before, OBJECT))
        elif counted:
            pieces[-1] = _joined(pieces[-1], piece, pieces[-1].space)
        else:
            pieces.append(piece)

    def _font(self, span: Span) -> Font:
        if not (span.bold or span.italic):
            return self.base
        return self.fonts.font(self.fonts.face(self.role, span.bold, span.italic))

    def _colour(self, name: str, otherwise: Colour) -> Colour:
        value = self.colours(name)
        if value is None:
            self.unknown[name] = None
            value = otherwise
        self.known_colours[name] = value
        return value


def _mixed(piece: Piece, fallbacks: Sequence[Font]) -> Piece:
    """The piece with the characters that its font lacks in the first other font that has them."""
    (whole,) = piece.fragments
    runs: list[tuple[Font, str]] = []
    fonts = (whole.font, *fallbacks)
    for unit in units(whole.text):
        font = next((font for font in fonts if not font.missing(unit)), whole.font)
        if runs and (runs[-1][0] is font or is_mark(unit[0])):
            runs[-1] = (runs[-1][0], runs[-1][1] + unit)
        else:
            runs.append((font, unit))
    fragments: list[Fragment] = []
    missing, end = "", 0
    for font, text in runs:
        start, end = end, end + len(text)
        around = ("", "")
        if piece.turns:
            around = (whole.before + whole.text[:start])[-CONTEXT:], (whole.text[end:] + whole.after)[:CONTEXT]
        run = font.shape(text, piece.turns, *around)
        missing += run.missing
        fragments.append(
            Fragment(
                text, font, whole.colour, run.width, run.glyphs, None, 0.0, whole.tag, *around, whole.right_to_left
            )
        )
    return Piece(tuple(fragments), sum(one.width for one in fragments), piece.space, missing, piece.turns)


def one_piece(pieces: Iterable[Piece]) -> Piece | None:
    """Pieces as one that no line break divides, their blanks kept; None of none."""
    whole: Piece | None = None
    for piece in pieces:
        whole = piece if whole is None else _joined(whole, piece, whole.space)
    return whole


def _joined(first: Piece, second: Piece, blank: float) -> Piece:
    """Two pieces as one that no line break divides."""
    fragments = first.fragments
    if blank:
        fragments = (*fragments, blank_after(fragments[-1], blank))
    return Piece(
        fragments + second.fragments,
        first.width + blank + second.width,
        second.space,
        first.missing + second.missing,
        first.turns or second.turns,
    )


def blank_after(fragment: Fragment, width: float) -> Fragment:
    """A blank of `width` em in the font of what is before it."""
    font = fragment.font
    glyphs = font.blank(width)
    return Fragment(" ", font, fragment.colour, width, glyphs, tag=fragment.tag, right_to_left=fragment.right_to_left)

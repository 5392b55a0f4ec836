"""Breaks paragraphs into lines, and places lines as glyph runs and icons.

Words and icons are measured once, in em, and fitted at any size. Lines may break at spaces (including zero-width ones),
after hyphens, dashes and slashes between letters, and between kana and ideographs (common cases of Unicode annex 14).
They never break before closing punctuation, within a number, or between a number and the icon that it counts. Bold,
colours and links do not affect line breaks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, groupby
from typing import Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.kit.theme import Style
from pnp.scene import MM_PER_POINT, SOFT_HYPHEN, Art, Colour, Glyph, Item, Text, Use
from pnp.text.bidi import Align, order_visually, turns
from pnp.text.fonts import Font, FontBook
from pnp.text.hyphenate import hyphenation
from pnp.text.markup import Paragraph, Span
from pnp.text.shaping import CONTEXT, NO_BREAK, SPACES, is_mark, is_shaped, strip_invisible, units

ICON_EM = 1.25
"""Height of an inline icon in em: a sign's live area is 21 of 24 units, so its ink is as tall as a line's."""
BAD_GAP = 0.25
"""Share of a line that may stay empty; a word that would leave more is hyphenated."""
HYPHENS_IN_A_ROW = 2
"""Lines in a row that may end in a hyphen."""
CACHED_WORDS = 50_000

_WIDE = (
    "\u2e80-\u2fdf\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003fffd"
)
"""Kana and ideographs: lines may break between them."""
_NEVER_FIRST = (
    "、。，．・：；？！）」』】〕〉》｝］｠〗〙〛〞〟ー゠々〻ゝゞヽヾ゛゜"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ\u31f0-\u31ff"
    "｡､｣･ｧ-ｯｰﾞﾟ〜～％‰℃￠‼⁇⁈⁉"
    "\u302a-\u302f\u3099\u309a"  # marks that stand on the character before them
)
_NEVER_LAST = "（「『【〔〈《｛［｟〖〘〚〝｢＄￥￡＃№"
"""Characters that no line begins or ends with (JIS X 4051; W3C, Japanese text layout 3.1.7 and 3.1.8)."""
_GLUE = "\u00a0\u202f\u2060"
_CLOSES = f"”’»…‥—―‐–·′″\\-/!?,.;:%°)\\]}}⦆{_GLUE}\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f\U000e0100-\U000e01ef"
_OPENS = f"“‘«($£€¥\\[{{⦅{_GLUE}"
"""Punctuation of all scripts that no line begins or ends with."""
_IN_NUMBER = r"(?!(?<=\d[：，．／％])\d)"
"""Not within a number in wide characters."""
_SOFT_BREAK = r"(?<=[^\W\d][-‐–—/])(?=[^\W\d])"
_WIDE_BREAK = (
    rf"(?<=[{_WIDE}{_NEVER_FIRST}])(?![{_NEVER_FIRST}{_CLOSES}]){_IN_NUMBER}(?=.)"
    rf"|(?<=.)(?<![{_NEVER_LAST}{_OPENS}])(?![{_NEVER_FIRST}])(?=[{_WIDE}{_NEVER_LAST}])"
)
_ZERO_WIDTH_SPACE = "\u200b"
_BREAK = re.compile(f"{_ZERO_WIDTH_SPACE}|{_SOFT_BREAK}|{_WIDE_BREAK}")
"""Places in a word at which a line may end."""
_OBJECT = "\ufffc"
"""Stands for an icon among characters."""
_CLOSING = ")]»”’!?:;,.…%–—"
"""Words of these alone stay with the word before them."""
_BREAKING_SPACES = " " + "".join(space for space in SPACES if space not in NO_BREAK)
_WORDS = re.compile(f"([^{_BREAKING_SPACES}]*)([{_BREAKING_SPACES}]*)")
"""Words, and the spaces after them at which a line may end."""
_LETTERS = re.compile(r"([^\w]*)([^\W\d_]+)([^\w]*)")
_ROUNDING = 1e-6


class Typesetting(msgspec.Struct, frozen=True, eq=False):
    """Typefaces, icons and colours by name (None for unknown names), and the hyphenation language."""

    fonts: FontBook
    icons: Callable[[str], Art | None]
    colours: Callable[[str], Colour | None]
    language: str = ""


class Fragment(msgspec.Struct, frozen=True, gc=False):
    """Part of a chunk in one font and colour, or an icon whose top is `top` em above the baseline.

    `width` is in em. `before` and `after` are neighbouring fragments that letters join. `missing` are characters
    without a glyph, `hyphens` the offsets of soft hyphens in the text.
    """

    text: str
    font: Font
    colour: Colour
    width: float
    glyphs: tuple[Glyph, ...] = ()
    missing: str = ""
    art: Art | None = None
    top: float = 0.0
    tag: str = ""
    before: str = ""
    after: str = ""
    right_to_left: bool = False
    hyphens: tuple[int, ...] = ()

    def part(
        self, start: int, end: int, text: str, *, font: Font | None = None, turned: bool | None = None
    ) -> Fragment:
        """Returns the characters from `start` to `end`, reshaped as `text`, in another font or direction if given."""
        font = font or self.font
        turned = self.right_to_left if turned is None else turned
        before = (self.before + self.text[:start])[-CONTEXT:] if turned else ""
        after = (self.text[end:] + self.after)[:CONTEXT] if turned else ""
        run = font.shape(text, turned, before, after)
        shaped = (text, font, self.colour, run.width, run.glyphs, run.missing)
        return Fragment(*shaped, tag=self.tag, before=before, after=after, right_to_left=turned)

    def space(self, width: float) -> Fragment:
        """Returns a space of `width` em that follows it."""
        shaped = (" ", self.font, self.colour, width, self.font.blank(width))
        return Fragment(*shaped, tag=self.tag, right_to_left=self.right_to_left)


class Chunk(msgspec.Struct, frozen=True, gc=False):
    """Fragments without a line break between them, their width, and the space after them, in em."""

    fragments: tuple[Fragment, ...]
    width: float
    space: float

    @property
    def turns(self) -> bool:
        """Whether part of it reads right to left."""
        return any(fragment.right_to_left for fragment in self.fragments)

    @property
    def text(self) -> str:
        """Its characters, with icons as names in braces."""
        return "".join(fragment.text for fragment in self.fragments)


class MeasuredText(msgspec.Struct, frozen=True, gc=False):
    """A text ready for line breaking: per paragraph its source lines, and the chunks of each. `unknown` are unknown
    icon and colour names; `right_to_left` is the language's direction."""

    paragraphs: tuple[tuple[tuple[Chunk, ...], ...], ...]
    unknown: tuple[str, ...]
    right_to_left: bool = False


LineEnd: TypeAlias = Literal["word", "hyphen", "break", "paragraph"]
"""Why a line ends: the next word does not fit, a hyphen divides that word, a break is written there, or the paragraph
ends."""


class Unfit(NamedTuple):
    """A chunk that does not fit at the end of a line, and the remaining room in em."""

    chunk: Chunk
    room: float


class TextLine(msgspec.Struct, frozen=True, gc=False):
    """A line: chunks, size in pt, width in mm, why it ends, and the word that did not fit.

    A `too_wide` line exceeds the measure; a `right_to_left` one starts at the right. The words of a `foreign` line read
    left to right wherever it starts.
    """

    chunks: tuple[Chunk, ...]
    size: float
    width: float
    end: LineEnd = "break"
    unfit: Unfit | None = None
    too_wide: bool = False
    right_to_left: bool = False
    foreign: bool = False

    @property
    def turned(self) -> bool:
        """Whether its words read right to left."""
        return self.right_to_left and not self.foreign

    @property
    def text(self) -> str:
        """Characters of the line, with icons as names in braces."""
        return "".join(chunk.text + " " * (chunk.space > 0) for chunk in self.chunks).rstrip(" ")

    @property
    def running(self) -> str:
        """Characters of the line, with the space before the next line and without an added hyphen."""
        if self.end == "hyphen":
            return self.text[:-1]
        return self.text if self.chunks and not self.chunks[-1].space else f"{self.text} "

    @property
    def missing(self) -> str:
        """Characters for which a font has no glyph."""
        return "".join(fragment.missing for chunk in self.chunks for fragment in chunk.fragments)


def measure(paragraphs: Iterable[Paragraph], style: Style, setting: Typesetting) -> MeasuredText:
    """Shapes a text in the typeface of a style. Unknown names stay readable: an icon is set as its name in braces, a
    colour as the text's own."""
    gauge = _Gauge(style, setting)
    measured = tuple(tuple(map(gauge.line, _written_lines(paragraph))) for paragraph in paragraphs)
    return MeasuredText(measured, tuple(gauge.unknown), setting.fonts.right_to_left)


def _written_lines(paragraph: Paragraph) -> list[list[Span]]:
    lines: list[list[Span]] = [[]]
    for span in paragraph:
        if span.text == "\n":
            lines.append([])
        elif span.text or span.icon:
            lines[-1].append(span)
    return lines


class _Stretch(NamedTuple):
    """A span or icon of a source line, with its start and end offsets in that line."""

    start: int
    end: int
    span: Span
    font: Font
    art: Art | None


class _Gauge:
    """Measures the lines of one text."""

    def __init__(self, style: Style, setting: Typesetting) -> None:
        self.setting = setting
        self.role = style.font
        self.base = self._font(Span(""))
        self.fallbacks = setting.fonts.fallbacks(style.font)
        self.unknown: dict[str, None] = {}
        self.colours: dict[str, Colour] = {}
        self.colours[""] = self._colour(style.colour, "#000000")

    def line(self, spans: Iterable[Span]) -> tuple[Chunk, ...]:
        """Returns the chunks of a source line, split where lines may break."""
        text, stretches = "", list[_Stretch]()
        for span in spans:
            art = self.setting.icons(span.icon) if span.icon else None
            if span.icon and (art is None or art.height <= 0):
                self.unknown[f"{{{span.icon}}}"] = None
                span, art = replace(span, text=f"{{{span.icon}}}", icon=""), None
            if not art:
                self._colour(span.colour, self.colours[""])
            end = len(text) + len(span.text or _OBJECT)
            stretches.append(_Stretch(len(text), end, span, self._font(span), art))
            text += span.text or _OBJECT
        chunks: list[Chunk] = []
        for match in _WORDS.finditer(text):
            start, end = match.span(1)
            blanks, space = match[2], None
            if blanks.strip(" ") and (around := next((one for one in stretches if match.start(2) < one.end), None)):
                space = sum(around.font.shape(blank).width for blank in blanks)
            within = stretches
            if len(stretches) > 1:
                within = [one for one in stretches if one.start < end and one.end > start]
            found = self._word(text[start:end], start, within, space) if within else ()
            if found:
                first = text[max(start, within[0].start) : min(end, within[0].end)]
                if chunks and _follows(chunks[-1], first, is_icon=within[0].art is not None):
                    found = (join_chunks(chunks.pop(), found[0]), *found[1:])
                chunks += found
            elif start == end and space is not None:  # an indent
                blank = Fragment("", stretches[0].font, self.colours[""], 0.0).space(space)
                chunks.append(Chunk((blank,), space, 0.0))
        return tuple(chunks)

    def _word(self, word: str, start: int, stretches: Sequence[_Stretch], space: float | None) -> tuple[Chunk, ...]:
        """Returns the chunks of a word that starts at `start` of the line and lies in one or more stretches. `space` in
        em follows it; None: the typeface's own."""
        first = stretches[0]
        if len(stretches) == 1 and not first.art:
            return _measure_plain_word(
                word, first.font, self.colours[first.span.colour], first.span.tag, self.fallbacks, space
            )
        parts = []
        for left, right in _split_unbroken(word):
            inside = (one for one in stretches if one.start < start + right and one.end > start + left)
            parts.append(tuple(part for one in inside for part in self._fragments(word, start, one, left, right)))
        return _make_chunks(parts, stretches[-1].font, space)

    def _fragments(self, word: str, start: int, stretch: _Stretch, left: int, right: int) -> tuple[Fragment, ...]:
        """Returns fragments of word[left:right] in a stretch; the word starts at `start`."""
        span, art = stretch.span, stretch.art
        if art:
            name, top = f"{{{span.icon}}}", (ICON_EM + self.base.x_height) / 2
            width = ICON_EM * art.width / art.height
            return (Fragment(name, stretch.font, self.colours[""], width, art=art, top=top, tag=span.tag),)
        first, last = max(stretch.start - start, 0), min(stretch.end - start, len(word))
        places = first, max(left, first), min(right, last), last
        return _shape_part(word, places, stretch.font, self.colours[span.colour], span.tag, self.fallbacks)

    def _font(self, span: Span) -> Font:
        return self.setting.fonts.font(self.setting.fonts.face(self.role, span.bold, span.italic))

    def _colour(self, name: str, default: Colour) -> Colour:
        if name not in self.colours:
            value = self.setting.colours(name)
            if value is None:
                self.unknown[name] = None
            self.colours[name] = value or default
        return self.colours[name]


def _split_unbroken(word: str) -> Iterator[tuple[int, int]]:
    """Returns start and end of a word's parts between possible line breaks."""
    breaks = [match.span() for match in _BREAK.finditer(word)]
    starts, ends = [0, *(after for _, after in breaks)], [*(at for at, _ in breaks), len(word)]
    return ((left, right) for left, right in zip(starts, ends, strict=True) if left < right)


@lru_cache(maxsize=CACHED_WORDS)
def _measure_plain_word(
    word: str, font: Font, colour: Colour, tag: str, fallbacks: tuple[Font, ...], space: float | None
) -> tuple[Chunk, ...]:
    ends = ((0, left, right, len(word)) for left, right in _split_unbroken(word))
    return _make_chunks([_shape_part(word, places, font, colour, tag, fallbacks) for places in ends], font, space)


def _make_chunks(parts: Sequence[tuple[Fragment, ...]], font: Font, space: float | None) -> tuple[Chunk, ...]:
    chunks = [Chunk(part, sum(one.width for one in part), 0.0) for part in parts]
    return (*chunks[:-1], replace(chunks[-1], space=font.space if space is None else space)) if chunks else ()


def _shape_part(
    word: str, places: tuple[int, int, int, int], font: Font, colour: Colour, tag: str, fallbacks: tuple[Font, ...]
) -> tuple[Fragment, ...]:
    """Shapes part of a word. `places` are the start of its stretch, the part's start and end in that, and the stretch's
    end."""
    first, start, end, last = places
    turned = turns(word[first:last])
    whole = Fragment(word, font, colour, 0.0, tag=tag)
    text = word[start:end]
    # Characters that give a direction stay until the line is put in order.
    syllables = [text.replace(SOFT_HYPHEN, "")] if turned else [strip_invisible(one) for one in text.split(SOFT_HYPHEN)]
    part = whole.part(start, end, "".join(syllables), turned=turned)
    part = replace(part, hyphens=tuple(accumulate(map(len, syllables[:-1]))))
    return tuple(_apply_fallbacks(part, fallbacks)) if part.missing else (part,)


def _apply_fallbacks(whole: Fragment, fallbacks: Sequence[Font]) -> Iterator[Fragment]:
    """Replaces characters that the fragment's font lacks with the first fallback font that has them."""
    fonts = (whole.font, *fallbacks)
    runs: list[tuple[Font, str]] = []
    for unit in units(whole.text):
        font = next((font for font in fonts if not font.missing(unit)), whole.font)
        if runs and (runs[-1][0] is font or is_mark(unit[0])):
            runs[-1] = (runs[-1][0], runs[-1][1] + unit)
        else:
            runs.append((font, unit))
    end = 0
    for font, text in runs:
        start, end = end, end + len(text)
        yield whole.part(start, end, text, font=font)


def _follows(before: Chunk, text: str, *, is_icon: bool) -> bool:
    """Returns whether no line may end before this word: closing punctuation, or an icon after its number."""
    if is_icon:
        return before.fragments[-1].text.lstrip("+−-×").isdigit()
    return not text.strip(_CLOSING)


def join_chunks(first: Chunk, second: Chunk) -> Chunk:
    """Joins two chunks with the space between them, without a line break."""
    between = (first.fragments[-1].space(first.space),) if first.space else ()
    width = first.width + first.space + second.width
    return Chunk((*first.fragments, *between, *second.fragments), width, second.space)


def fill_lines(
    chunks: Sequence[Chunk], measure_mm: float, size: float, language: str, end: LineEnd = "paragraph"
) -> list[TextLine]:
    """Fills lines of `measure_mm` with chunks at `size` pt, hyphenated in `language` unless that is "". `end` is the
    reason why the last line ends."""
    em = size * MM_PER_POINT
    limit = measure_mm / em + _ROUNDING
    lines: list[TextLine] = []
    line: list[Chunk] = []
    width = space = 0.0
    hyphens = 0

    def end_line(why: LineEnd, unfit: Unfit | None = None, *, too_wide: bool = False) -> None:
        nonlocal line, width, space, hyphens
        lines.append(TextLine(tuple(line), size, width * em, why, unfit, too_wide))
        hyphens = hyphens + 1 if why == "hyphen" else 0
        line, width, space = [], 0.0, 0.0

    waiting = [*reversed(chunks)]
    while waiting:
        chunk = waiting.pop()
        if width + space + chunk.width <= limit:
            line.append(chunk)
            width, space = width + space + chunk.width, chunk.space
            continue
        room = limit - width - space
        parts = None
        if chunk.width > limit or (line and room > BAD_GAP * limit and hyphens < HYPHENS_IN_A_ROW and waiting):
            parts = _divide_chunk(chunk, room, language)
        if parts is not None:
            line.append(parts[0])
            width += space + parts[0].width
            waiting.append(parts[1])
            end_line("hyphen", Unfit(chunk, room))
        elif line:
            waiting.append(chunk)
            end_line("word", Unfit(chunk, room))
        else:
            line, width = [chunk], chunk.width
            end_line("word", too_wide=True)
    if line:
        end_line(end)
    return [*lines[:-1], replace(lines[-1], end=end)] if lines else []


def explain_wrap(lines: Sequence[TextLine], measure_mm: float) -> str:
    """Returns the word that did not fit on a line, and the room it needs; of several the closest to fitting. Empty if
    no line ends for want of room."""
    for number, line in enumerate(lines, 1):
        if line.too_wide:
            return f"line {number} is {measure_mm:.1f} mm wide: “{line.text}” needs {line.width:.1f} mm"
    ended = [(line.unfit.chunk.width - line.unfit.room, n, line.unfit) for n, line in enumerate(lines) if line.unfit]
    if not ended:
        return ""
    _, number, (chunk, room) = min(ended)
    em = lines[number].size * MM_PER_POINT
    measures = f"needs {chunk.width * em:.1f} mm, {room * em:.1f} mm were left"
    return f"line {number + 1} ends after “{lines[number].text.split()[-1]}”: “{chunk.text}” {measures}"


def _divide_chunk(chunk: Chunk, room: float, language: str) -> tuple[Chunk, Chunk] | None:
    """Splits a chunk in two, the first with a hyphen and at most `room` em long; None if it cannot be split."""
    if len(chunk.fragments) > 1:
        return None
    (whole,) = chunk.fragments
    text = whole.text
    places = whole.hyphens
    if not places and language and not is_shaped(text) and (match := _LETTERS.fullmatch(text)):
        places = tuple(match.start(2) + place for place in hyphenation(match[2], language))
    for place in reversed(places):
        head = whole.part(0, place, f"{text[:place]}-")
        if head.width <= room:
            tail = whole.part(place, len(text), text[place:])
            tail = replace(tail, hyphens=tuple(other - place for other in whole.hyphens if other > place))
            return Chunk((head,), head.width, 0.0), Chunk((tail,), tail.width, chunk.space)
    return None


def find_line_offset(line: TextLine, measure_mm: float, align: Align) -> float:
    """Returns the start of a line within the measure, in mm."""
    spare = measure_mm - line.width
    if align == "center":
        return spare / 2
    at_left = align == "left" or align == ("end" if line.right_to_left else "start")
    return 0.0 if at_left else spare


def place_line(line: TextLine, x: float, y: float, *, apart: bool = False) -> list[Item]:
    """Returns the items of a line that starts at x on the baseline y (mm). Neighbours of one font, colour and direction
    are merged into one run, except chunks that stand `apart` because the gap is not a space of their font."""
    em = line.size * MM_PER_POINT
    items: list[Item] = []
    run: list[Fragment] = []
    pen = start = x
    space = 0.0

    def end_run() -> None:
        nonlocal run, start
        if run:
            first = run[0]
            text = "".join(fragment.text for fragment in (reversed(run) if first.right_to_left else run))
            glyphs = tuple([glyph for fragment in run for glyph in fragment.glyphs])
            shaped = (text, first.font.face, line.size, first.colour, pen - start, glyphs)
            items.append(Text(start, y, *shaped, right_to_left=first.right_to_left))
        run, start = [], pen

    for chunk in order_chunks(line):
        for fragment in chunk.fragments:
            if space:
                after_turned = bool(run) and run[-1].right_to_left > max(fragment.right_to_left, line.turned)
                if apart or after_turned:
                    end_run()
                if not apart and (run or after_turned):
                    run.append((fragment if after_turned else run[-1]).space(space))
                pen += space * em
                start = start if run else pen
            space = 0.0
            kind = (fragment.font, fragment.colour, fragment.right_to_left)
            if run and (fragment.art or kind != (run[-1].font, run[-1].colour, run[-1].right_to_left)):
                end_run()
            if fragment.art is None:
                run.append(fragment)
            else:
                scale = ICON_EM * em / fragment.art.height
                items.append(Use(fragment.art, (scale, 0.0, 0.0, scale, pen, y - fragment.top * em)))
            pen += fragment.width * em
            start = start if run else pen
        space = chunk.space
    end_run()
    return items


def order_chunks(line: TextLine) -> Sequence[Chunk]:
    """Returns the chunks of a line from left to right; each fragment has one direction."""
    if not line.turned and not any(chunk.turns for chunk in line.chunks):
        return line.chunks
    parts: list[Fragment | float] = []
    owners: list[tuple[int, int]] = []  # of each character: the number of its part, and its place in that
    texts: list[str] = []
    space = 0.0
    for chunk in line.chunks:
        for part in (*([space] if space else ()), *chunk.fragments):
            text = " " if isinstance(part, float) else part.text if part.art is None else _OBJECT
            owners += ((len(parts), place) for place in range(len(text)))
            parts.append(part)
            texts.append(text)
        space = chunk.space
    chunks: list[Chunk] = []
    fragments: list[Fragment] = []
    before: Fragment | None = None
    order = order_visually("".join(texts), line.turned)
    for (number, level), group in groupby(order, key=lambda shown: (owners[shown[0]][0], shown[1])):
        part = parts[number]
        if isinstance(part, float):
            chunks.append(Chunk(tuple(fragments), 0.0, part))
            fragments = []
        elif part.art is not None:
            fragments.append(part)
        else:
            places = [owners[place][1] for place, _ in group]
            first, last, turned = min(places), max(places), level % 2 == 1
            if turned and last > first and part.text[last] in NO_BREAK and before and not before.right_to_left:
                # PDFium loses a space at the left end of such a run: it goes with the run to its left.
                fragments += _direct_fragment(part, last, last + 1, right_to_left=False)
                last -= 1
            fragments += _direct_fragment(part, first, last + 1, right_to_left=turned)
        before = fragments[-1] if fragments else before
    return [*chunks, Chunk(tuple(fragments), 0.0, 0.0)]


def _direct_fragment(whole: Fragment, start: int, end: int, *, right_to_left: bool) -> tuple[Fragment, ...]:
    """Returns the visible characters of a fragment from `start` to `end` in one direction, or None."""
    text = strip_invisible(whole.text[start:end])
    if text == " ":  # it has a width of its own
        return (replace(whole, right_to_left=right_to_left),)
    return (whole.part(start, end, text, turned=right_to_left),) if text else ()


def list_line_tags(line: TextLine, x: float) -> list[tuple[str, float, float]]:
    """Returns the tagged stretches of a line that starts at x: tag, left and right in mm. Neighbours are merged."""
    em = line.size * MM_PER_POINT
    found: list[tuple[str, float, float]] = []
    pen, space = x, 0.0
    for chunk in order_chunks(line):
        for fragment in chunk.fragments:
            pen += space * em
            right = pen + fragment.width * em
            if fragment.tag and found and found[-1][0] == fragment.tag and found[-1][2] + space * em >= pen - 1e-6:
                found[-1] = (fragment.tag, found[-1][1], right)
            elif fragment.tag:
                found.append((fragment.tag, pen, right))
            pen, space = right, 0.0
        space = chunk.space
    return found

"""Paragraphs broken into lines, and lines placed as glyph runs and icons.

Words and icons are measured once, in em, and tried at any size. Lines may break at spaces, also at those without width,
after hyphens, dashes and slashes between letters, and between kana and ideographs (the common cases of Unicode
annex 14). They do not break before closing punctuation, within a number, or between a number and the icon that it
counts. Bold, colours and links do not change where lines break.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, groupby, pairwise
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.scene import MM_PER_POINT, SOFT_HYPHEN, Art, Colour, Glyph, Item, Text, Use
from pnp.text.bidi import Align, turns, visual_order
from pnp.text.fonts import Font, FontBook
from pnp.text.hyphenate import hyphenation
from pnp.text.markup import Paragraph, Span
from pnp.text.shaping import CONTEXT, NO_BREAK, SPACES, is_mark, is_shaped, seen, units

ICON_EM = 1.25
"""Height of an inline icon in em: a sign's live area is 21 of 24 units, so its ink is as tall as a line's."""
BAD_GAP = 0.25
"""Share of a line that may stay empty; a word that would leave more is hyphenated."""
HYPHENS_IN_A_ROW = 2
"""Lines in a row that may end in a hyphen."""
CACHED_WORDS = 50_000

Icons: TypeAlias = Callable[[str], Art | None]
Colours: TypeAlias = Callable[[str], Colour | None]

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
_LOOKS_BACK = "-‐–—/：，．／％"
"""Characters after which a line may end depending on what is before them."""
_OBJECT = "\ufffc"
"""Stands for an icon among characters."""
_CLOSING = ")]»”’!?:;,.…%–—"
"""Words of these alone stay with the word before them."""
_BREAKING_SPACES = " " + "".join(space for space in SPACES if space not in NO_BREAK)
_WIDE_SPACES = re.compile(f"[{_BREAKING_SPACES}]*[{_BREAKING_SPACES[1:]}][{_BREAKING_SPACES}]*")
"""Spaces at which a line may end, at least one of them of another width than the typeface's own."""
_LETTERS = re.compile(r"([^\w]*)([^\W\d_]+)([^\w]*)")
_ROUNDING = 1e-6


class Fragment(msgspec.Struct, frozen=True, gc=False):
    """Part of a chunk in one font and colour, or an icon whose top is `top` em above the baseline.

    `width` is in em. Letters join `before` and `after`, which are other fragments. `hyphens` are the offsets of soft
    hyphens in the text.
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


class Chunk(msgspec.Struct, frozen=True, gc=False):
    """Fragments that no line break divides, their width, and the space after them, in em. `missing` are the characters
    without a glyph; `turns` means that some run from right to left."""

    fragments: tuple[Fragment, ...]
    width: float
    space: float
    missing: str = ""
    turns: bool = False


class MeasuredText(msgspec.Struct, frozen=True, gc=False):
    """A text ready to be broken: for each paragraph its lines as written, and the chunks of each line. `unknown` are
    names of icons and colours that do not exist; `right_to_left` is the direction of the language."""

    paragraphs: tuple[tuple[tuple[Chunk, ...], ...], ...]
    unknown: tuple[str, ...]
    right_to_left: bool = False


class TextLine(msgspec.Struct, frozen=True, gc=False):
    """A line: its chunks, its size in pt, and its width in mm.

    `last` ends a paragraph; `too_wide` is wider than the measure; `right_to_left` begins at the right; `divided` ends
    in a hyphen that hyphenation added. The words of a `foreign` line run from left to right wherever it begins.
    """

    chunks: tuple[Chunk, ...]
    size: float
    width: float
    last: bool = False
    too_wide: bool = False
    right_to_left: bool = False
    divided: bool = False
    foreign: bool = False

    @property
    def turned(self) -> bool:
        """Whether its words run from right to left."""
        return self.right_to_left and not self.foreign

    @property
    def text(self) -> str:
        """The characters of the line; an icon is its name in braces."""
        parts: list[str] = []
        for chunk in self.chunks:
            parts += (fragment.text for fragment in chunk.fragments)
            parts.append(" " if chunk.space else "")
        return "".join(parts).rstrip(" ")

    @property
    def running(self) -> str:
        """The characters of the line, with the space before the next line and without an added hyphen."""
        if self.divided:
            return self.text[:-1]
        return self.text if self.chunks and not self.chunks[-1].space else f"{self.text} "

    @property
    def missing(self) -> str:
        """The characters for which a font has no glyph."""
        return "".join(chunk.missing for chunk in self.chunks)


def measure(
    paragraphs: Iterable[Paragraph], role: str, colour: str, fonts: FontBook, icons: Icons, colours: Colours
) -> MeasuredText:
    """Shapes a text in the typeface of `role`. Unknown names stay readable: an icon is set as its name in braces, a
    colour as the text's own."""
    gauge = _Gauge(role, colour, fonts, icons, colours)
    measured = tuple(gauge.paragraph(paragraph) for paragraph in paragraphs)
    return MeasuredText(measured, tuple(gauge.unknown), fonts.right_to_left)


class _Gauge:
    """Measures the spans of one text."""

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

    def paragraph(self, paragraph: Paragraph) -> tuple[tuple[Chunk, ...], ...]:
        """The lines of a paragraph as written, each as its chunks."""
        lines: list[tuple[Chunk, ...]] = []
        chunks: list[Chunk] = []
        before = ""  # the last characters, if no space follows them
        for span, following in pairwise((*(span for span in paragraph if span.text or span.icon), Span(""))):
            if span.text == "\n":
                lines.append(tuple(chunks))
                chunks, before = [], ""
            elif span.icon:
                self._icon(span, chunks, before)
                before = (before + _OBJECT)[-CONTEXT:]
            else:
                self._text(span, chunks, before, following.text[:CONTEXT])
                before = "" if span.text[-1] in _BREAKING_SPACES else (before + span.text)[-CONTEXT:]
        lines.append(tuple(chunks))
        return tuple(lines)

    def _text(self, span: Span, chunks: list[Chunk], before: str, after: str) -> None:
        """Adds the words of a span. `before` and `after` are characters of its neighbours without a space between."""
        if before and _looks_back(span.text, before[-1]):
            self._text(replace(span, text=span.text[0]), chunks, before, span.text[1:CONTEXT])
            before = before[-1] + span.text[0]
            span = replace(span, text=span.text[1:])
        font = self._font(span)
        colour = self.known_colours.get(span.colour) or self._colour(span.colour, self.own)
        words = list(_words(span.text, font))
        for index, (word, space) in enumerate(words):
            if not word:
                if space is not None and chunks:  # it follows the last word of the span before
                    chunks[-1] = replace(chunks[-1], space=space)
                elif space is not None:
                    indent = _space_after(Fragment("", font, colour, 0.0, tag=span.tag), space)
                    chunks.append(Chunk((indent,), space, 0.0))
                continue
            around = (before * (index == 0), after * (index == len(words) - 1)) if turns(word) else ("", "")
            found = _word(word, font, colour, span.tag, *around)
            if not found:  # a zero-width space
                continue
            if space is not None:
                found = (*found[:-1], replace(found[-1], space=space))
            if self.fallbacks and any(chunk.missing for chunk in found):
                found = tuple(_with_fallbacks(chunk, self.fallbacks) for chunk in found)
            if chunks and index == 0 and before:
                _continue(chunks, found, breaks=_may_break(before, word[0]))
            elif chunks and word[0] in _CLOSING and not word.strip(_CLOSING):
                chunks[-1] = _joined(chunks[-1], found[0], chunks[-1].space)
            else:
                chunks.extend(found)

    def _icon(self, span: Span, chunks: list[Chunk], before: str) -> None:
        art = self.icons(span.icon)
        name = f"{{{span.icon}}}"
        if art is None or art.height <= 0:
            self.unknown[name] = None
            self._text(Span(name, span.bold, span.italic, span.colour, tag=span.tag), chunks, before, "")
            return
        font = self._font(span)
        width = ICON_EM * art.width / art.height
        top = (ICON_EM + self.base.x_height) / 2
        chunk = Chunk((Fragment(name, font, self.own, width, (), art, top, span.tag),), width, font.space)
        counts = bool(chunks) and chunks[-1].fragments[-1].text.lstrip("+−-×").isdigit()
        if chunks and before:
            _continue(chunks, (chunk,), breaks=_may_break(before, _OBJECT))
        elif counts:
            chunks[-1] = _joined(chunks[-1], chunk, chunks[-1].space)
        else:
            chunks.append(chunk)

    def _font(self, span: Span) -> Font:
        if not (span.bold or span.italic):
            return self.base
        return self.fonts.font(self.fonts.face(self.role, span.bold, span.italic))

    def _colour(self, name: str, default: Colour) -> Colour:
        value = self.colours(name)
        if value is None:
            self.unknown[name] = None
            value = default
        self.known_colours[name] = value
        return value


def _words(text: str, font: Font) -> Iterator[tuple[str, float | None]]:
    """The words of a text, and the width in em of the spaces after each; None for the typeface's own space."""
    end = 0
    for match in _WIDE_SPACES.finditer(text):
        *words, last = text[end : match.start()].split(" ")
        yield from ((word, None) for word in words)
        yield last, sum(font.shape(space).width for space in match[0])
        end = match.end()
    yield from ((word, None) for word in text[end:].split(" "))


@lru_cache(maxsize=CACHED_WORDS)
def _word(word: str, font: Font, colour: Colour, tag: str, before: str, after: str) -> tuple[Chunk, ...]:
    """The chunks of a word without spaces."""
    turned = turns(word)
    whole = Fragment(word, font, colour, 0.0, tag=tag, before=before, after=after)
    chunks: list[Chunk] = []
    end = 0
    for part in filter(None, _BREAK.split(word)):
        start = word.index(part, end)
        end = start + len(part)
        # Characters that give a direction stay until the line is put in order.
        syllables = [part.replace(SOFT_HYPHEN, "")] if turned else [seen(one) for one in part.split(SOFT_HYPHEN)]
        fragment = _reshaped(whole, start, end, "".join(syllables), font, right_to_left=turned)
        fragment = replace(fragment, hyphens=tuple(accumulate(map(len, syllables[:-1]))))
        chunks.append(Chunk((fragment,), fragment.width, 0.0, font.missing(fragment.text), turned))
    return (*chunks[:-1], replace(chunks[-1], space=font.space)) if chunks else ()


def _reshaped(whole: Fragment, start: int, end: int, text: str, font: Font, *, right_to_left: bool) -> Fragment:
    """The characters of a fragment from `start` to `end`, as `text` in a font and a direction."""
    before = after = ""
    if right_to_left:
        before, after = (whole.before + whole.text[:start])[-CONTEXT:], (whole.text[end:] + whole.after)[:CONTEXT]
    run = font.shape(text, right_to_left, before, after)
    return Fragment(
        *(text, font, whole.colour, run.width, run.glyphs),
        tag=whole.tag,
        before=before,
        after=after,
        right_to_left=right_to_left,
    )


def _with_fallbacks(chunk: Chunk, fallbacks: Sequence[Font]) -> Chunk:
    """The chunk with the characters that its font lacks in the first other font that has them."""
    (whole,) = chunk.fragments
    fonts = (whole.font, *fallbacks)
    runs: list[tuple[Font, str]] = []
    for unit in units(whole.text):
        font = next((font for font in fonts if not font.missing(unit)), whole.font)
        if runs and (runs[-1][0] is font or is_mark(unit[0])):
            runs[-1] = (runs[-1][0], runs[-1][1] + unit)
        else:
            runs.append((font, unit))
    ends = list(accumulate(len(text) for _, text in runs))
    fragments = tuple(
        _reshaped(whole, end - len(text), end, text, font, right_to_left=whole.right_to_left)
        for (font, text), end in zip(runs, ends, strict=True)
    )
    missing = "".join(fragment.font.missing(fragment.text) for fragment in fragments)
    return replace(chunk, fragments=fragments, width=sum(one.width for one in fragments), missing=missing)


def _may_break(before: str, after: str) -> bool:
    """Whether a line may break between two parts of a word."""
    return before[-1] == _ZERO_WIDTH_SPACE or _BREAK.match(before + after, len(before)) is not None


def _looks_back(text: str, before: str) -> bool:
    """Whether the character `before` a text decides if a line may break after the text's first character."""
    if text[0] not in _LOOKS_BACK or len(text) == 1:
        return False
    return _may_break(before + text[0], text[1]) != _may_break(text[0], text[1])


def _continue(chunks: list[Chunk], word: Sequence[Chunk], *, breaks: bool) -> None:
    """Adds the rest of a word, before which a line `breaks` or not."""
    last = chunks.pop()
    if breaks:
        chunks += (replace(last, space=0.0), *word)
    else:
        chunks += (_joined(last, word[0], 0.0), *word[1:])


def join_chunks(chunks: Iterable[Chunk]) -> Chunk | None:
    """Chunks as one that no line break divides, with their spaces; None if there are none."""
    whole: Chunk | None = None
    for chunk in chunks:
        whole = chunk if whole is None else _joined(whole, chunk, whole.space)
    return whole


def _joined(first: Chunk, second: Chunk, space: float) -> Chunk:
    between = (_space_after(first.fragments[-1], space),) if space else ()
    return Chunk(
        (*first.fragments, *between, *second.fragments),
        first.width + space + second.width,
        second.space,
        first.missing + second.missing,
        first.turns or second.turns,
    )


def _space_after(fragment: Fragment, width: float) -> Fragment:
    """A space of `width` em in the font of a fragment."""
    return Fragment(
        *(" ", fragment.font, fragment.colour, width, fragment.font.blank(width)),
        tag=fragment.tag,
        right_to_left=fragment.right_to_left,
    )


def fill(chunks: Sequence[Chunk], measure_mm: float, size: float, language: str, last: bool = True) -> list[TextLine]:
    """Fills lines of `measure_mm` with chunks at `size` pt, hyphenated in `language` unless that is "". `last` says
    whether the last line ends its paragraph."""
    filler = _Filler(measure_mm, size, language)
    for index, chunk in enumerate(chunks):
        rest: Chunk | None = chunk
        while rest is not None:
            rest = filler.put(rest, index == len(chunks) - 1)
    lines = filler.finish()
    if lines and last:
        lines[-1] = replace(lines[-1], last=True)
    return lines


class _Filler:
    """Finished lines, and the current one with its width and the space at its end, in em."""

    def __init__(self, measure_mm: float, size: float, language: str) -> None:
        self.size = size
        self.em = size * MM_PER_POINT
        self.limit = measure_mm / self.em + _ROUNDING
        self.language = language
        self.lines: list[TextLine] = []
        self.line: list[Chunk] = []
        self.width = self.space = 0.0
        self.hyphens = 0

    def put(self, chunk: Chunk, final: bool) -> Chunk | None:
        """Sets a chunk or the first part of it; returns what must be put next."""
        width = self.width + self.space + chunk.width
        if width <= self.limit:
            self.line.append(chunk)
            self.width, self.space = width, chunk.space
            return None
        room = self.limit - self.width - self.space
        bad_gap = self.line and room > BAD_GAP * self.limit
        if chunk.width > self.limit or (bad_gap and self.hyphens < HYPHENS_IN_A_ROW and not final):
            parts = _divided(chunk, room, self.language)
            if parts is not None:
                self.line.append(parts[0])
                self.width += self.space + parts[0].width
                self._end(self.hyphens + 1)
                return parts[1]
        if self.line:
            self._end(0)
            return chunk
        self.line, self.width = [chunk], chunk.width
        self._end(0, too_wide=True)
        return None

    def finish(self) -> list[TextLine]:
        if self.line:
            self._end(0)
        return self.lines

    def _end(self, hyphens: int, too_wide: bool = False) -> None:
        width = self.width * self.em
        self.lines.append(TextLine(tuple(self.line), self.size, width, too_wide=too_wide, divided=hyphens > 0))
        self.line, self.width, self.space, self.hyphens = [], 0.0, 0.0, hyphens


def _divided(chunk: Chunk, room: float, language: str) -> tuple[Chunk, Chunk] | None:
    """The chunk in two, the first part with a hyphen and as long as `room` em allows; None if it cannot be divided."""
    if len(chunk.fragments) > 1:
        return None
    (whole,) = chunk.fragments
    text = whole.text
    for place in reversed(whole.hyphens or _hyphenation(text, language)):
        head = _reshaped(whole, 0, place, f"{text[:place]}-", whole.font, right_to_left=False)
        if head.width <= room:
            tail = _reshaped(whole, place, len(text), text[place:], whole.font, right_to_left=False)
            tail = replace(tail, hyphens=tuple(other - place for other in whole.hyphens if other > place))
            return (
                Chunk((head,), head.width, 0.0, whole.font.missing(head.text)),
                Chunk((tail,), tail.width, chunk.space, whole.font.missing(tail.text)),
            )
    return None


def _hyphenation(text: str, language: str) -> tuple[int, ...]:
    """Where a word with its punctuation may be divided; nowhere in scripts that are shaped."""
    match = _LETTERS.fullmatch(text) if language and not is_shaped(text) else None
    return tuple(match.start(2) + place for place in hyphenation(match[2], language)) if match else ()


def offset(line: TextLine, measure_mm: float, align: Align) -> float:
    """Where a line begins in a measure, in mm."""
    spare = measure_mm - line.width
    if align == "center":
        return spare / 2
    at_left = align == "left" or align == ("end" if line.right_to_left else "start")
    return 0.0 if at_left else spare


def place_line(line: TextLine, x: float, y: float, *, apart: bool = False) -> list[Item]:
    """The items of a line that begins at x, on the baseline y (mm). Neighbours of one font, colour and direction become
    one run. Chunks that stand `apart` do not: the gap between them is no space of their font."""
    em = line.size * MM_PER_POINT
    items: list[Item] = []
    run: list[Fragment] = []
    pen = start = x
    space = 0.0

    def end_run() -> None:
        nonlocal run, start
        items.extend(_runs(run, start, y, line.size, pen))
        run, start = [], pen

    for chunk in visual_chunks(line):
        for fragment in chunk.fragments:
            if space:
                after_turned = bool(run) and run[-1].right_to_left > max(fragment.right_to_left, line.turned)
                if apart or after_turned:
                    end_run()
                if not apart and (run or after_turned):
                    run.append(_space_after(fragment if after_turned else run[-1], space))
                pen += space * em
                start = start if run else pen
            space = 0.0
            if run and not _continues(run[-1], fragment):
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


def _continues(before: Fragment, fragment: Fragment) -> bool:
    return (
        fragment.art is None
        and fragment.font is before.font
        and fragment.colour == before.colour
        and fragment.right_to_left == before.right_to_left
    )


def _runs(fragments: Sequence[Fragment], x: float, y: float, size: float, right: float) -> tuple[Text, ...]:
    """Fragments of one font, colour and direction as a run from x to `right`; nothing for no fragments."""
    if not fragments:
        return ()
    first = fragments[0]
    texts = [fragment.text for fragment in (reversed(fragments) if first.right_to_left else fragments)]
    glyphs = tuple([glyph for fragment in fragments for glyph in fragment.glyphs])
    text, face = "".join(texts), first.font.face
    return (Text(x, y, text, face, size, first.colour, right - x, glyphs, right_to_left=first.right_to_left),)


def visual_chunks(line: TextLine) -> Sequence[Chunk]:
    """The chunks of a line from left to right; each of their fragments runs in one direction."""
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
    order = visual_order("".join(texts), line.turned)
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
                fragments += _directed(part, last, last + 1, right_to_left=False)
                last -= 1
            fragments += _directed(part, first, last + 1, right_to_left=turned)
        before = fragments[-1] if fragments else before
    return [*chunks, Chunk(tuple(fragments), 0.0, 0.0)]


def _directed(whole: Fragment, start: int, end: int, *, right_to_left: bool) -> tuple[Fragment, ...]:
    """The visible characters of a fragment from `start` to `end` in one direction; nothing if there are none."""
    text = seen(whole.text[start:end])
    if text == " ":  # it has a width of its own
        return (replace(whole, right_to_left=right_to_left),)
    return (_reshaped(whole, start, end, text, whole.font, right_to_left=right_to_left),) if text else ()


def line_tags(line: TextLine, x: float) -> list[tuple[str, float, float]]:
    """The tagged stretches of a line that begins at x: tag, left and right in mm. Neighbours are joined."""
    em = line.size * MM_PER_POINT
    found: list[tuple[str, float, float]] = []
    pen, space = x, 0.0
    for chunk in visual_chunks(line):
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

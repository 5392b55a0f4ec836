r"""Parses running text: the marks of the kit format become spans.

`**bold**`, `*italic*`, `{icon}`, `[words]{colour}`; a backslash before `*`, `{`, `}`, `[`, `]` or `\` makes it literal;
a line break is kept, an empty line ends a paragraph. An unclosed asterisk or bracket is literal, so no text is ever
refused or lost. A brace is literal only after a backslash. An unmatched brace reads as the name of an unknown icon, so
that it is reported.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import msgspec

BRACE = r"in braces stands the name of a sign or a colour; a brace itself is \{"
MAX_NESTING = 16
"""How deep marks may stand in another; deeper ones are plain characters."""


class Span(msgspec.Struct, frozen=True, gc=False):
    """A stretch of text in one style, or an icon. `colour` "" is the style's own.

    `tag` is kept through line breaking, so that a caller can locate its links.
    """

    text: str
    bold: bool = False
    italic: bool = False
    colour: str = ""
    icon: str = ""
    tag: str = ""


Paragraph: TypeAlias = tuple[Span, ...]

_MARKS = re.compile(r"[\\*{}\[]")
_TOKEN = re.compile(r"\\([\\*{}\[\]])|(\*+)|\{([^{}\\\n]+)\}|(\[)|(\n)|([{}])|([^\\*{}\[\n]+)|(.)", re.DOTALL)
_COLOUR = re.compile(r"\]\{([^{}\\\n]+)\}")
_SPACES = re.compile(r"[ \t\f\v]+")
_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")


@lru_cache(maxsize=4096)
def parse_markup(markup: str) -> tuple[Paragraph, ...]:
    r"""Returns the paragraphs of a text as spans. A line break is a span of "\n"."""
    text = unicodedata.normalize("NFC", markup).replace("\r\n", "\n").replace("\r", "\n").strip(" \t\n")
    if not text:
        return ()
    if not _MARKS.search(text) and "\n" not in text:
        return ((Span(_SPACES.sub(" ", text)),),)
    return tuple(tuple(_MarkupReader(part).spans) for part in _PARAGRAPHS.split(text))


def escape_markup(text: str) -> str:
    """Returns markup that renders as `text`, except for the width of spaces."""
    return re.sub(r"([\\*{}\[\]])", r"\\\1", text)


def strip_marks(markup: str) -> str:
    """Returns a text on one line without marks, with icons by name, for screen readers."""
    paragraphs = ("".join(span.text or span.icon for span in paragraph) for paragraph in parse_markup(markup))
    return " ".join(" ".join(paragraphs).split())


def _match_brackets(text: str) -> dict[int, int]:
    pairs: dict[int, int] = {}
    unclosed: list[int] = []
    for match in re.finditer(r"\\.|[\[\]]", text, re.DOTALL):
        if match.group() == "[":
            unclosed.append(match.start())
        elif match.group() == "]" and unclosed:
            pairs[unclosed.pop()] = match.start()
    return pairs


class Braces:
    """Tracks escaped braces of a text: if the first of a pair is escaped, the second need not be."""

    def __init__(self) -> None:
        self._open = 0

    def written(self, character: str) -> None:
        """Handles a character after a backslash."""
        if character == "{":
            self._open += 1
        elif character == "}":
            self.alone(character)

    def alone(self, brace: str) -> bool:
        """Returns whether an unescaped brace is unmatched."""
        if brace == "{" or not self._open:
            return True
        self._open -= 1
        return False


_Marker: TypeAlias = tuple[int, int]
"""Asterisks that may open something: their place in the span list, and how many they are."""


class _MarkupReader:
    """Parses one paragraph into `spans`. Emphasis is matched within each bracket."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans: list[Span] = []
        self.closings = _match_brackets(text)
        self.braces = Braces()
        self.read(0, len(text), "", 0)

    def read(self, position: int, end: int, colour: str, depth: int) -> None:
        """Appends the spans of text[position:end]."""
        first = len(self.spans)
        markers: list[_Marker] = []
        while position < end:
            match = _TOKEN.match(self.text, position, end)
            assert match is not None  # the last alternative takes any character
            escaped, stars, icon, bracket, newline, brace, plain, other = match.groups()
            position = match.end()
            if stars:
                self._stars(match, end, markers, first)
            elif bracket:
                position = self._bracket(position, end, colour, depth)
            elif icon or (brace and self.braces.alone(brace)):
                self.spans.append(Span("", colour=colour, icon=icon or brace))
            elif newline:
                self.spans.append(Span("\n"))
            else:
                if escaped:
                    self.braces.written(escaped)
                words = _SPACES.sub(" ", plain) if plain else escaped or brace or other
                self.spans.append(Span(words, colour=colour))

    def _bracket(self, position: int, end: int, colour: str, depth: int) -> int:
        """Reads from a `[` to its `]{colour}`, if any; otherwise the bracket is literal."""
        closing = self.closings.get(position - 1) if depth < MAX_NESTING else None
        close = None if closing is None else _COLOUR.match(self.text, closing, end)
        if close is None:
            self.spans.append(Span("[", colour=colour))
            return position
        self.read(position, close.start(), close.group(1), depth + 1)
        return close.end()

    def _stars(self, match: re.Match[str], end: int, markers: list[_Marker], first: int) -> None:
        """Closes emphasis with these asterisks, the widest first; the rest may open emphasis."""
        width = match.end() - match.start()
        before = self.text[match.start() - 1 : match.start()]
        after = self.text[match.end() : min(match.end() + 1, end)]
        if before and not before.isspace():
            width = self._close(width, markers)
        while width and after and not after.isspace() and len(markers) < MAX_NESTING:
            part = 2 if width >= 2 else 1
            self.spans.append(Span("*" * part))
            markers.append((len(self.spans) - 1, part))
            width -= part
        if width:
            self.spans.append(Span("*" * width))

    def _close(self, width: int, markers: list[_Marker]) -> int:
        while width:
            at = next((i for i in reversed(range(len(markers))) if markers[i][1] <= width), None)
            if at is None:
                break
            place, opened = markers[at]
            del markers[at:]
            marks = {"bold": True} if opened == 2 else {"italic": True}
            for index, span in enumerate(self.spans[place + 1 :], place + 1):
                if span.text != "\n":
                    self.spans[index] = msgspec.structs.replace(span, **marks)
            self.spans[place] = Span("")
            width -= opened
        return width


_SIGNS = re.compile(r"[~=\[|#_`<&*+>]|^- ", re.MULTILINE)
"""Without one of these a text has no marks of another kind."""
_CLEAR = r"(?<!\\)"
_FOREIGN_MARKS = {
    "text struck out": re.compile(_CLEAR + r"~~(?=\S)[^~\n]{1,200}~~"),
    "marked text": re.compile(_CLEAR + r"==(?=\S)[^=\n]{1,200}=="),
    "footnotes": re.compile(_CLEAR + r"\[\^[^\]\s]{1,40}\]"),
}
_ON_FACES = {
    "tables": re.compile(r"(?m)^\s*\|(?:[^|\n]*\|){2,}\s*$"),
    "headings": re.compile(r"(?m)^#{1,6} "),
    "links": re.compile(_CLEAR + r"\[[^\]\n]{1,200}\]\([^)\s]{1,200}\)"),
    "bold by underscores": re.compile(r"(?<!\w)__(?=\S)[^_\n]{1,200}__(?!\w)"),
    "code": re.compile(r"`[^`\n]{1,200}`"),
    "HTML": re.compile(
        r"(?i)</?(?:[bius]|br|em|strong|sup|sub|span|font|img|p|div|h[1-6]|ul|ol|li|center)\b[^<>\n]{0,200}>"
        r"|&(?:amp|lt|gt|quot|apos|nbsp|[lr][sd]quo|[mn]dash|hellip|#\d{1,6}|#x[0-9a-f]{1,5});"
    ),
    "lists": re.compile(r"(?m)^[*+] (?=\S)|^- \S[^\n]*\n- (?=\S)"),
    "quotes": re.compile(r"(?m)^> (?=\S)"),
    "BBCode": re.compile(r"(?i)\[/(?:b|i|u|s|img|color|size|center)\]"),
}

_SLIPS = {
    "asterisks with blanks inside": (
        re.compile(r"\*\*[ \t]+[^*\n]{1,200}[ \t]\*\*"),
        "bold is `**words**`, without blanks inside",
    ),
    "asterisks without others": (
        re.compile(r"\*\*(?=\S)[^*\n]{0,200}|(?<=\S)\*\*"),
        r"close them, or write `\*\*` for the signs",
    ),
}
"""What is meant as marks, and what to write."""


def find_foreign_marks(text: str, *, face: bool = False) -> Iterator[tuple[str, str]]:
    """Returns marks of other formats that are not supported: each kind's name and an example.

    `text` is a whole text of a `face`, or the text that Markdown leaves in a leaflet.
    """
    marks = (_FOREIGN_MARKS | (_ON_FACES if face else {})).items() if _SIGNS.search(text) else ()
    return ((name, _quote(found)) for name, mark in marks if (found := mark.search(text)))


def find_slips(text: str) -> Iterator[tuple[str, str, str]]:
    """Returns likely typing errors in markup, each kind once: name, example, and correction."""
    slips = _SLIPS.items() if "**" in text else ()
    return ((name, _quote(found), hint) for name, (mark, hint) in slips if (found := mark.search(text)))


def _quote(found: re.Match[str]) -> str:
    return " ".join(found[0].split())[:40]

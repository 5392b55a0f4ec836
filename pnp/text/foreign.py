"""Marks of other dialects of Markdown, which neither faces nor leaflets read: what has them would print as typed."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Few kits have any of these: they become patterns when one is looked for.
_CLEAR = r"(?<!\\)"
_MARKS = {
    "text struck out": _CLEAR + r"~~(?=\S)[^~\n]{1,200}~~",
    "marked text": _CLEAR + r"==(?=\S)[^=\n]{1,200}==",
    "footnotes": _CLEAR + r"\[\^[^\]\s]{1,40}\]",
    "lists of contents": "(?i)" + _CLEAR + r"\[{1,2}_?TOC_?\]{1,2}",
}
_AT_A_START = {
    "boxes to tick": r"\A(?:[-*+] )?\[[ xX]\] ",
    "definitions": r"\A: (?=\S)",
}
_ON_FACES = {
    "tables": r"(?m)^\s*\|(?:[^|\n]*\|){2,}\s*$",
    "headings": r"(?m)^#{1,6} ",
    "links": _CLEAR + r"\[[^\]\n]{1,200}\]\([^)\s]{1,200}\)",
    "bold by underscores": r"(?<!\w)__(?=\S)[^_\n]{1,200}__(?!\w)",
    "code": r"`[^`\n]{1,200}`",
    "HTML": (
        r"(?i)</?(?:[bius]|br|em|strong|sup|sub|span|font|img|p|div|h[1-6]|ul|ol|li|center)\b[^<>\n]{0,200}>"
        r"|&(?:amp|lt|gt|quot|apos|nbsp|[lr][sd]quo|[mn]dash|hellip|#\d{1,6}|#x[0-9a-f]{1,5});"
    ),
    "lists": r"(?m)^[*+] (?=\S)|^- \S[^\n]*\n- (?=\S)",
    "quotes": r"(?m)^> (?=\S)",
    "BBCode": r"(?i)\[/(?:b|i|u|s|img|color|size|center)\]",
}

_SIGNS = re.compile(r"[~=\[|#_`<&]|\A: |^[-*+>] ", re.MULTILINE)
"""Without one of these there is none of them."""


def foreign(text: str, *, face: bool = False, start: bool = True) -> Iterator[tuple[str, str]]:
    """What a text has that is not read there, each sort once: its name, and how it stands there.

    `text`: on faces a whole text; of leaflets what Markdown itself has left as text. `start`: it begins a line.
    """
    if not _SIGNS.search(text):
        return
    for name, mark in (_MARKS | (_AT_A_START if start else {}) | (_ON_FACES if face else {})).items():
        found = re.search(mark, text)
        if found:
            yield name, " ".join(found[0].split())[:40]

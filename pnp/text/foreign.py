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

_SLIPS = {
    "full-width asterisks": (r"＊＊(?=\S)[^＊\n]{1,200}＊＊", "bold stands between `**`"),
    "asterisks with blanks inside": (r"\*\*[ \t]+[^*\n]{1,200}[ \t]\*\*", "bold is `**words**`, without blanks inside"),
    "asterisks without others": (r"\*\*(?=\S)[^*\n]{0,200}|(?<=\S)\*\*", r"close them, or write `\*\*` for the signs"),
}
_SLIPS_AT_A_START = {
    "full-width number signs": (r"\A(?:＃{1,6}[ \u3000]|＃{2,6})[^\n]{1,40}", "headings begin with `## `"),
    "full-width numbers of lists": (
        r"\A(?:[０-９]{1,3}[．.]|[0-9]{1,3}．)(?![0-9０-９])[^\n]{0,40}",
        "items of lists begin with `1. `",
    ),
    "middle dots or full-width hyphens": (
        r"\A(?:・(?=[^\s・])|[－＊][ \u3000])[^\n]{0,40}",
        "items of lists begin with `- `",
    ),
    "full-width signs of quotes": (r"\A＞[^\n]{1,40}", "block quotes begin with `> `"),
}
"""What is meant as marks, as by those who type in Japanese or Chinese, and what to write; the latter in leaflets."""

_SIGNS = re.compile(r"[~=\[|#_`<&]|\A: |^[-*+>] ", re.MULTILINE)
_SLIP_SIGNS = r"\*\*|[＊＃・－＞０-９．]"
"""Without one of these there is none of them."""


def foreign(text: str, *, face: bool = False, start: bool = True) -> Iterator[tuple[str, str]]:
    """What a text has that is not read there, each sort once: its name, and how it stands there.

    `text`: on faces a whole text; of leaflets what Markdown itself has left as text. `start`: it begins a line.
    """
    if not _SIGNS.search(text):
        return
    for name, mark in (_MARKS | (_AT_A_START if start else {}) | (_ON_FACES if face else {})).items():
        if found := _found(mark, text):
            yield name, found


def slips(text: str, *, start: bool = True) -> Iterator[tuple[str, str, str]]:
    """What a text has, once its marks are read, that looks like marks typed amiss, and may be meant as it is, each sort
    once: its name, how it stands there, and what to write. `start`: it begins a line of a leaflet."""
    if not re.search(_SLIP_SIGNS, text):
        return
    for name, (mark, hint) in (_SLIPS | (_SLIPS_AT_A_START if start else {})).items():
        if found := _found(mark, text):
            yield name, found, hint


def _found(mark: str, text: str) -> str:
    found = re.search(mark, text)
    return " ".join(found[0].split())[:40] if found else ""

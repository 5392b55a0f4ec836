"""Which words use a style: what a fault in it concerns. It goes by the text of the files, for what is at fault is not
part of the kit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_HEAD = re.compile(r"^\s*(\[+)\s*([^\]]+?)\s*\]+")
_STYLE = re.compile(r"style\.[\"']?([\w-]+)[\"']?")


def style_at(text: str, line: int) -> str:
    """The name of the style whose table a line of a file stands in; "" if it stands in another."""
    heads = [found[2] for one in text.splitlines()[: max(line, 0)] if (found := _HEAD.match(one))]
    named = _STYLE.fullmatch(heads[-1]) if heads else None
    return named[1] if named else ""


def users(faces: Mapping[str, str], file: str, text: str, line: int) -> Iterator[tuple[str, int]]:
    """The words that set text in the style of a line, each by its file and line: those of a face file for one of its
    own, those of all `faces` (texts, by their names) for one of theme.toml."""
    style = style_at(text, line)
    wanted = re.compile(rf"^\s*style\s*=\s*[\"']{re.escape(style)}[\"']")
    for name, face in faces.items() if style else ():
        head = 0
        for number, one in enumerate(face.splitlines() if file in (name, "theme.toml") else (), start=1):
            if found := _HEAD.match(one):
                head = number if found[2] == "draw" else 0
            elif head and wanted.match(one):
                yield name, head

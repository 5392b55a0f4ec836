"""What exactly was wrong, in the reader's language: sentences of the engine and of the tables, by their English form.

They are raised in English where something is read, far from any reader. `details.<language>.toml` holds each form with
its translation; what a sentence names is looked up in turn, and what is in no book stays as it is.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

PACKAGE = "companion.tables"
DEEPEST = 6
"""Sentences within sentences that are looked up."""
LONGEST = 300
"""Letters of a sentence that is looked up: longer ones quote something long, which is in no book."""
_QUOTED = re.compile("""'[^']*'|"[^"]*\"""")
_GAP = re.compile(r"\{\}")


@cache
def _book(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The forms of a language, those that say most first; none in English, and where there is no book."""
    page = files(PACKAGE).joinpath(f"details.{language}.toml")
    if not page.is_file():
        return ()
    forms = tomllib.loads(page.read_text(encoding="utf-8"))
    by_words = sorted(forms, key=lambda form: (-len(form.replace("{}", "")), form))
    return tuple((_pattern(form), forms[form]) for form in by_words)


def _pattern(form: str) -> re.Pattern[str]:
    return re.compile("(.*?)".join(re.escape(part) for part in form.split("{}")), re.DOTALL)


def detail(text: str, language: str, deepest: int = DEEPEST) -> str:
    """The sentence in that language, as far as its book goes. What somebody typed stands in quotes and stays."""
    if not deepest or len(text) > LONGEST or _QUOTED.fullmatch(text):
        return text
    for pattern, said in _book(language):
        found = pattern.fullmatch(text)
        if found is not None:
            parts = iter(found.groups())
            return _GAP.sub(lambda _, parts=parts: detail(next(parts), language, deepest - 1), said)  # type: ignore[misc]  # bound at once
    return text

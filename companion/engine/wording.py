"""Sentences from data: phrases of one language, with plurals and lists, read from a file of the package.

A package also has the phrases of its parent packages and of the engine; its own come first, so a game only defines what
differs. A missing or broken phrase stops no game: the key is shown in readable form, and logged once.
"""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from babel import Locale
from msgspec import Struct
from msgspec.structs import asdict

LANGUAGES = ("en", "es")
ENGINE = __package__
log = logging.getLogger(__name__)


class Wording(Struct, frozen=True):
    """The phrases of a package in one language, by dotted key."""

    language: str
    phrases: dict[str, str]
    package: str = ""

    def get(self, key: str, default: str) -> str:
        """Returns the phrase as written, or the default."""
        return self.phrases.get(key, default)

    def phrase(self, key: str, /, **fields: object) -> str:
        """Returns the phrase with its fields filled in; a field's capitalised name capitalises its first letter."""
        found = self.phrases.get(key)
        if found is None:
            _report(self.package, self.language, key, "missing")
            return readable(key)
        try:
            return found.format_map(_Fields(fields))
        except (LookupError, ValueError, TypeError, AttributeError):
            _report(self.package, self.language, key, "asking for other fields than there are")
        return re.sub(r"\{(\w*)[^{}]*\}", lambda hole: str(fields.get(hole[1], readable(hole[1]))), found)

    def count(self, key: str, n: int, **fields: object) -> str:
        """Returns ``1 coin``, ``2 coins``: the phrase of the number's plural form, or ``other``, filled with the number
        and fields."""
        form = f"{key}.{Locale.parse(self.language).plural_form(n)}"
        form = form if form in self.phrases else f"{key}.other"
        if form not in self.phrases:
            _report(self.package, self.language, form, "missing")
            return f"{n} {readable(key)}"
        return self.phrase(form, n=n, **fields)

    def field(self, name: str, value: object) -> str:
        """Returns a field of the data in words; a number with phrases ``one`` and ``other`` is counted."""
        return self.count(name, value) if type(value) is int and f"{name}.one" in self.phrases else str(value)

    def named(self, kind: str, thing: Any, **fields: str) -> str:
        """Returns the phrase for a value by its type, ``step.ShopPlaced``, with its fields; empty if there is none."""
        key, data = f"{kind}.{type(thing).__name__}", asdict(thing)
        said = {name: self.field(name, value) for name, value in data.items() if value is not None}
        return self.phrase(key, **said | fields) if key in self.phrases else ""

    def listed(self, items: Iterable[str]) -> str:
        """Returns ``A, B and C``; empty for none."""
        *most, last = list(items) or [""]
        return f"{', '.join(most)} {self.phrase('list.and')} {last}" if most else last


class _Fields(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        if name == name.lower():
            raise KeyError(name)
        text = str(self[name.lower()])
        return text[:1].upper() + text[1:]


def language_name(language: str) -> str:
    """Returns a language's name in itself: English, Español."""
    return str(Locale.parse(language).get_language_name()).capitalize()


def readable(key: str) -> str:
    """Returns a key as words, in place of a missing phrase: ``score.left_over`` is “score left over”."""
    return re.sub(r"[\W_]+|(?<=[a-z])(?=[A-Z])", " ", key).strip().lower()


@lru_cache(1000)  # so that each is logged once
def _report(package: str, language: str, key: str, fault: str) -> None:
    log.warning("words.%s.toml of %s: %.100r is %s", language, package, key, fault)


@cache
def wording(package: str, language: str) -> Wording:
    """Returns the phrases in ``words.<language>.toml`` of a package. Raises `KeyError` for another language, `OSError`
    or `ValueError` for an unreadable file."""
    if language not in LANGUAGES:
        raise KeyError(f"no words in {language!r}; there are: {', '.join(LANGUAGES)}")
    return Wording(language, _read_phrases(package, language), package)


def check_words(package: str) -> None:
    """Raises `ValueError` if one language of a package lacks phrases of another."""
    found = {language: _read_phrases(package, language) for language in LANGUAGES}
    every = frozenset().union(*found.values())
    for language, phrases in found.items():
        lacking = sorted(every - phrases.keys())
        if lacking:
            raise ValueError(f"words.{language}.toml of {package} lacks {', '.join(lacking)}")


def _read_phrases(package: str, language: str) -> dict[str, str]:
    """Returns the phrases of a package: its own, then missing ones from its parent packages and the engine. The first
    match wins."""
    parts = package.split(".")
    around = (".".join(parts[:depth]) for depth in range(len(parts) - 1, 0, -1))
    found = read_own_phrases(package, language)
    for place in (*around, ENGINE):
        if files(place).joinpath(f"words.{language}.toml").is_file():
            found |= {key: says for key, says in read_own_phrases(place, language).items() if key not in found}
    return found


def read_own_phrases(package: str, language: str) -> dict[str, str]:
    """Returns the phrases in the package's own file. Raises `OSError` or `ValueError` if it is unreadable."""
    return dict(_flatten(tomllib.loads(files(package).joinpath(f"words.{language}.toml").read_text(encoding="utf-8"))))


def _flatten(tree: dict[str, object], prefix: str = "") -> Iterable[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)

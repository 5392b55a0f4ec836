"""Sentences from data: phrases of one language, with plurals and lists, read from a file of the game."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from msgspec import Struct

LANGUAGES = ("en", "es")


class Wording(Struct, frozen=True):
    """The phrases of a game in one language, by dotted key."""

    language: str
    phrases: dict[str, str]

    def phrase(self, key: str, **fields: str) -> str:
        """The phrase with its fields; a field's capitalised name puts its first letter in upper case."""
        capitals = {name.capitalize(): value[:1].upper() + value[1:] for name, value in fields.items()}
        return self.phrases[key].format(**fields, **capitals)

    def count(self, key: str, n: int) -> str:
        """``1 coin``, ``2 coins``."""
        return self.phrases[f"{key}.{'one' if n == 1 else 'other'}"].format(n=n)

    def fields(self, thing: object) -> dict[str, str]:
        """The fields of a struct in words. One that the phrases count, with ``one`` and ``other``, is counted."""
        values = {name: getattr(thing, name) for name in getattr(thing, "__struct_fields__", ())}
        return {
            name: self.count(name, value) if f"{name}.one" in self.phrases else str(value)
            for name, value in values.items()
            if value is not None
        }

    def named(self, kind: str, thing: object, **fields: str) -> str:
        """The phrase for a value by its type, ``step.ShopPlaced``, with its fields; empty: there is none."""
        key = f"{kind}.{type(thing).__name__}"
        return self.phrase(key, **self.fields(thing) | fields) if key in self.phrases else ""

    def listed(self, items: Iterable[str]) -> str:
        """``A, B and C``."""
        *most, last = items
        return f"{', '.join(most)} {self.phrases['list.and']} {last}" if most else last


@cache
def wording(package: str, language: str) -> Wording:
    """The phrases in ``words.<language>.toml`` of a package. Raises `KeyError` for another language."""
    if language not in LANGUAGES:
        raise KeyError(f"no words in {language!r}; there are: {', '.join(LANGUAGES)}")
    tree = tomllib.loads(files(package).joinpath(f"words.{language}.toml").read_text(encoding="utf-8"))
    return Wording(language, dict(_flat(tree)))


def check_words(package: str) -> None:
    """Raises `ValueError` where one language of a package lacks phrases that another has."""
    every = frozenset().union(*(wording(package, language).phrases for language in LANGUAGES))
    for language in LANGUAGES:
        lacking = sorted(every - wording(package, language).phrases.keys())
        if lacking:
            raise ValueError(f"words.{language}.toml of {package} lacks {', '.join(lacking)}")


def _flat(tree: dict[str, object], prefix: str = "") -> Iterable[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)

"""Sentences for what can go wrong at a table, in every language (`words.<language>.toml`)."""

from __future__ import annotations

from companion.engine.wording import wording
from companion.tables.errors import NoSuchTable, TableError

PACKAGE = "companion.tables"


def say(error: TableError, language: str = "en") -> str:
    """The sentence for an error. Raises `KeyError` for a language that there are no words in."""
    key = error.code
    if isinstance(error, NoSuchTable) and error.facts["near"]:
        key += "_near"
    return wording(PACKAGE, language).phrase(f"error.{key}", **{k: str(v) for k, v in error.facts.items()})


def phrase(key: str, language: str) -> str:
    """A phrase that the app itself writes into a log. English where there are no words in that language."""
    try:
        return wording(PACKAGE, language).phrase(key)
    except KeyError:
        return wording(PACKAGE, "en").phrase(key)

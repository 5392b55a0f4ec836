"""Sentences for what can go wrong at a table, in every language (`words.<language>.toml`)."""

from __future__ import annotations

from companion.engine.message import Message
from companion.engine.wording import wording
from companion.tables.errors import TableError

PACKAGE = "companion.tables"


def say(error: TableError, language: str = "en") -> str:
    """The sentence for an error. Raises `KeyError` for a language that there are no words in."""
    facts = {k: v.say(language) if isinstance(v, Message) else str(v) for k, v in error.facts.items()}
    return wording(PACKAGE, language).phrase(f"error.{error.code}", **facts)

"""Moments of a log in words: in the zone of the machine that serves, until a reader's script puts them into its own."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

from markupsafe import Markup

from companion.web.wordings import words_of


def shown(at: int, what: Literal["hour", "day"], language: str) -> Markup:
    """A moment (milliseconds since 1970) as an element that says it to machines, too: the hour, or the day."""
    then = datetime.fromtimestamp(at / 1000, UTC)
    here = then.astimezone()
    text = here.strftime("%H:%M") if what == "hour" else day(here, language)
    element = Markup('<time datetime="{}" data-shown="{}">{}</time>')
    return element.format(then.strftime("%Y-%m-%dT%H:%M:%SZ"), what, text)


def day(then: datetime, language: str) -> str:
    """``3 May 2026``."""
    words = words_of(language)
    return words.phrase("date", day=str(then.day), month=words.phrase(f"month.{then.month}"), year=str(then.year))

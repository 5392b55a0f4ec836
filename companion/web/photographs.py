"""What the pages of a game say of photographs of its table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from msgspec import Struct

from companion.sight.reading import Seen

C = TypeVar("C")
"""A table as this phone's pages see it (`companion.web.context.TableContext`)."""


class Photographs(Struct, Generic[C], frozen=True):
    """How what was read from a photograph is asked about and entered (`companion.web.table.photograph`)."""

    by_hand: str
    """The page on which people tap in what a photograph would show."""
    sighted: Callable[[C, Seen], str]
    """The page that shows what a photograph was read as, and asks about what is in doubt."""
    confirmed: Callable[[C, Mapping[str, str]], tuple[str, str]]
    """The command of a key that enters what was confirmed there (values by the parts of the table), and the page to
    look at next."""

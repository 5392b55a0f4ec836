"""The rules leaflets as text, paragraph by paragraph, each under its rule id."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from companion.web.api.values import Leaflet, RuleText
from companion.web.printed.leaflets import leaflet
from pnp.leaflet.document import (
    Block,
    Figure,
    Heading,
    Listing,
    MarkdownTable,
    NewPage,
    Paragraph,
    RuleName,
    Sidebar,
    plain,
)


@cache
def leaflet_text(game: str, language: str) -> Leaflet:
    """A leaflet: what follows a rule's id belongs to it, until the next one."""
    document = leaflet(game, language)
    found: list[RuleText] = []
    for rule, text in _flat(document.blocks):
        if rule is not None and rule.id:
            found.append(RuleText(rule.id, rule.number, text))
        elif found and text:
            last = found.pop()
            found.append(RuleText(last.rule, last.number, f"{last.text}\n{text}"))
    title = plain(document.title.spans) if document.title else game
    return Leaflet(game, language, title, tuple(found))


def _flat(blocks: tuple[Block, ...]) -> Iterator[tuple[RuleName | None, str]]:
    """The texts of blocks, in order; figures are left to the paper."""
    for block in blocks:
        match block:
            case Heading() | Paragraph():
                yield block.rule, plain(block.spans)
            case Listing():
                for item in block.items:
                    yield from _flat(item)
            case MarkdownTable():
                for row in (block.head, *block.rows):
                    yield None, " · ".join(filter(None, map(plain, row)))
            case Sidebar():
                yield from _flat(block.blocks)
            case Figure() | NewPage():
                pass

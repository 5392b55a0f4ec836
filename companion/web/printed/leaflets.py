"""The rules leaflet on a phone: the same Markdown that is printed, each rule under its id."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import takewhile
from pathlib import Path

from flask import Blueprint, abort, render_template
from markupsafe import Markup

from companion.web.game_pages import GAMES
from companion.web.phone import this_phone
from companion.web.printed.signs import sign_file, signs
from pnp.kits import find
from pnp.leaflet.document import (
    Block,
    Figure,
    Heading,
    LeafletDocument,
    Listing,
    MarkdownTable,
    NewPage,
    Paragraph,
    RuleName,
    Sidebar,
    Spans,
    plain,
    walk,
)
from pnp.leaflet.parser import read_leaflet
from pnp.text.markup import Span, parse_markup

bp = Blueprint("rules", __name__)
RUN_IN = 4
"""From this level on a heading only begins an example: in the outline of the page it would skip levels."""


@bp.get("/rules/<game>")
def rules(game: str) -> str:
    """The whole leaflet; a rule is found at its id."""
    if game not in GAMES:
        abort(404)
    document = leaflet(game, this_phone().language)
    return render_template(
        "rules.html",
        game=game,
        title=plain(document.title.spans) if document.title else game,
        top=_id(document.title.rule) if document.title else "",
        chapters=tuple(_chapters(document)),
        text=html(game, this_phone().language),
    )


def _chapters(document: LeafletDocument) -> Iterator[tuple[str, str]]:
    """The chapters that links may lead to: their ids, and what they are called."""
    for block in document.body:
        if isinstance(block, Heading) and block.level == 2 and block.rule and block.rule.id:
            yield block.rule.id, plain(block.spans)


@cache
def leaflet(game: str, language: str) -> LeafletDocument:
    """A game's leaflet, read."""
    folder = find(game)
    name = f"{_file(folder)}.{language}.md"
    return read_leaflet((folder / name).read_text(encoding="utf-8-sig"), name, signs=_Signs(game))


def _file(folder: Path) -> str:
    """What the files of a kit's rules are called, without language and suffix: its leaflet `rules`, or the first."""
    kit = tomllib.loads((folder / "kit.toml").read_text(encoding="utf-8-sig"))
    files = [component["file"] for component in kit.get("component", ()) if component.get("kind") == "leaflet"]
    return "rules" if not files or "rules" in files else str(files[0])


@cache
def html(game: str, language: str) -> Markup:
    """The leaflet's body as HTML. Figures are left to the paper; their captions stay."""
    document = leaflet(game, language)
    return Markup("").join(_block(block, game) for block in (*document.cover, *document.body))


@cache
def rule_titles(game: str, language: str) -> Mapping[str, str]:
    """What each rule of the leaflet is called: its heading, the bold words that it begins with, or the heading that it
    stands under, which is no example's."""
    document = leaflet(game, language)
    found: dict[str, str] = {}
    above = ""
    for block in walk(document.blocks):
        if isinstance(block, Heading | Paragraph):
            own = plain(block.spans) if isinstance(block, Heading) else _run_in(block.spans)
            above = own if isinstance(block, Heading) and block.level < RUN_IN else above
            if block.rule is not None and block.rule.id:
                found[block.rule.id] = own or above
    return found


def _run_in(spans: Spans) -> str:
    """The bold words that a paragraph begins with; empty: there are none."""
    return plain(tuple(takewhile(lambda span: span.bold, spans))).rstrip(".:")


def marked(text: str, game: str) -> Markup:
    """Running text as HTML, its paragraphs as lines."""
    return Markup("<br>").join(_spans(paragraph, game) for paragraph in parse_markup(text))


def _block(block: Block, game: str) -> Markup:
    match block:
        case Heading():
            level, said = block.level, _spans(block.spans, game)
            if level >= RUN_IN:
                return Markup("<p{} class=run-in>{}{}</p>").format(_id(block.rule), said, _margin(block.rule))
            return Markup("<h{}{}>{}{}</h{}>").format(level, _id(block.rule), said, _margin(block.rule), level)
        case Paragraph():
            said = _spans(block.spans, game)
            return Markup("<p{}>{}{}</p>").format(_id(block.rule), said, _margin(block.rule)) if said else Markup("")
        case Listing():
            items = Markup("").join(Markup("<li>{}</li>").format(_blocks(item, game)) for item in block.items)
            if block.start is None:
                return Markup("<ul>{}</ul>").format(items)
            return Markup('<ol start="{}">{}</ol>').format(block.start, items)
        case MarkdownTable():
            return _grid(block, game)
        case Sidebar():
            return Markup("<aside>{}</aside>").format(_blocks(block.blocks, game))
        case Figure():
            said = _spans(block.caption, game)
            return Markup('<p class="caption">{}</p>').format(said) if said else Markup("")
        case NewPage():
            return Markup("")


def _blocks(blocks: tuple[Block, ...], game: str) -> Markup:
    return Markup("").join(_block(block, game) for block in blocks)


def _id(rule: RuleName | None) -> Markup:
    return Markup(' id="{}"').format(rule.id) if rule is not None and rule.id else Markup("")


def _margin(rule: RuleName | None) -> Markup:
    return (
        Markup(' <span class="tag">{}</span>').format(rule.number) if rule is not None and rule.number else Markup("")
    )


def _grid(grid: MarkdownTable, game: str) -> Markup:
    head = Markup("").join(_head(_spans(cell, game)) for cell in grid.head)
    rows = Markup("").join(
        Markup("<tr>{}</tr>").format(Markup("").join(Markup("<td>{}</td>").format(_spans(c, game)) for c in row))
        for row in grid.rows
    )
    return Markup(
        '<div class="wide" tabindex="0"><table><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>'
    ).format(head, rows)


def _head(cell: Markup) -> Markup:
    """A column's head; one without words heads nothing."""
    return Markup("<th scope=col>{}</th>" if cell.striptags() else "<td>{}</td>").format(cell)


def _spans(spans: Spans, game: str) -> Markup:
    return Markup("").join(_span(span, game) for span in spans)


def _span(span: Span, game: str) -> Markup:
    if span.icon:
        return _icon(span.icon, game)
    said = Markup("<br>").join(span.text.split("\n"))
    if span.bold:
        said = Markup("<strong>{}</strong>").format(said)
    if span.italic:
        said = Markup("<em>{}</em>").format(said)
    if span.tag.startswith(("#", "https://", "http://")):
        return Markup('<a href="{}">{}</a>').format(span.tag, said)
    return said


class _Signs:
    """The signs of a game for whoever asks for one of them: until then none is drawn."""

    def __init__(self, game: str) -> None:
        self._game = game

    def __contains__(self, name: object) -> bool:
        return f'id="{name}"'.encode() in signs(self._game).symbols.svg


def _icon(name: str, game: str) -> Markup:
    """A sign in running text; one that the pages do not have is left out, for its word stands beside it."""
    if name not in _Signs(game):
        return Markup("")
    return Markup('<svg class="inline" aria-hidden="true"><use href="{}#{}"/></svg>').format(sign_file(game), name)

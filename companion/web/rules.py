"""The rules leaflet on a phone: the same Markdown that is printed, each rule under its id."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from itertools import takewhile

from flask import Blueprint, abort, render_template
from markupsafe import Markup

from companion.web.assets import sign_file, signs
from companion.web.config import this_phone
from companion.web.game_pages import GAMES
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
    document = read_rules(game, this_phone().language)
    chapters = [one for one in document.body if isinstance(one, Heading) and one.level == 2 and one.rule]
    return render_template(
        "rules.html",
        game=game,
        title=plain(document.title.spans) if document.title else game,
        top=_id(document.title.rule) if document.title else "",
        chapters=[(one.rule.id, plain(one.spans)) for one in chapters if one.rule and one.rule.id],
        text=_blocks((*document.cover, *document.body), game),
    )


@cache
def read_rules(game: str, language: str) -> LeafletDocument:
    """A game's leaflet: the one named `rules`, or else the first that its kit.toml names."""
    folder = find(game)
    kit = tomllib.loads((folder / "kit.toml").read_text(encoding="utf-8-sig"))
    files = [component["file"] for component in kit.get("component", ()) if component.get("kind") == "leaflet"]
    name = f"{'rules' if not files or 'rules' in files else files[0]}.{language}.md"
    return read_leaflet((folder / name).read_text(encoding="utf-8-sig"), name, signs=_Signs(game))


@cache
def rule_titles(game: str, language: str) -> Mapping[str, str]:
    """The title of each rule: its heading, its first bold words, or the heading above it that is no example's."""
    titles, above = dict[str, str](), ""
    for block in walk(read_rules(game, language).blocks):
        if not isinstance(block, Heading | Paragraph):
            continue
        if isinstance(block, Heading):
            own = plain(block.spans)
            above = own if block.level < RUN_IN else above
        else:
            own = plain(tuple(takewhile(lambda span: span.bold, block.spans))).rstrip(".:")
        if block.rule is not None and block.rule.id:
            titles[block.rule.id] = own or above
    return titles


def markup_html(text: str, game: str) -> Markup:
    """Running text as HTML, its paragraphs as lines."""
    return Markup("<br>").join(_spans(paragraph, game) for paragraph in parse_markup(text))


def _blocks(blocks: tuple[Block, ...], game: str) -> Markup:
    """Blocks as HTML. Figures are left to the paper; their captions stay."""
    return Markup("").join(_block(block, game) for block in blocks)


def _block(block: Block, game: str) -> Markup:
    match block:
        case Heading():
            text, label = _spans(block.spans, game), _label(block.rule)
            if block.level >= RUN_IN:
                return Markup("<p{} class=run-in>{}{}</p>").format(_id(block.rule), text, label)
            return Markup("<h{0}{1}>{2}{3}</h{0}>").format(block.level, _id(block.rule), text, label)
        case Paragraph():
            text = _spans(block.spans, game)
            return Markup("<p{}>{}{}</p>").format(_id(block.rule), text, _label(block.rule)) if text else Markup("")
        case Listing():
            items = Markup("").join(Markup("<li>{}</li>").format(_blocks(item, game)) for item in block.items)
            if block.start is None:
                return Markup("<ul>{}</ul>").format(items)
            return Markup('<ol start="{}">{}</ol>').format(block.start, items)
        case MarkdownTable():
            rows = Markup("").join(_row("td", row, game) for row in block.rows)
            table = '<div class="wide" tabindex="0"><table><thead>{}</thead><tbody>{}</tbody></table></div>'
            return Markup(table).format(_row("th", block.head, game), rows)
        case Sidebar():
            return Markup("<aside>{}</aside>").format(_blocks(block.blocks, game))
        case Figure() if block.caption:
            return Markup('<p class="caption">{}</p>').format(_spans(block.caption, game))
        case Figure() | NewPage():
            return Markup("")


def _row(tag: str, cells: tuple[Spans, ...], game: str) -> Markup:
    """A row of a table. A head cell without words is no head."""
    drawn = [(_spans(cell, game), tag if plain(cell) else "td") for cell in cells]
    return Markup("<tr>{}</tr>").format(
        Markup("").join(Markup("<{1}>{0}</{1}>").format(text, name) for text, name in drawn)
    )


def _id(rule: RuleName | None) -> Markup:
    return Markup(' id="{}"').format(rule.id) if rule is not None and rule.id else Markup("")


def _label(rule: RuleName | None) -> Markup:
    """The number of a rule."""
    number = rule.number if rule is not None else ""
    return Markup(' <span class="tag">{}</span>').format(number) if number else Markup("")


def _spans(spans: Spans, game: str) -> Markup:
    return Markup("").join(_span(span, game) for span in spans)


def _span(span: Span, game: str) -> Markup:
    if span.icon:
        if span.icon not in _Signs(game):  # its word stands beside it
            return Markup("")
        icon = '<svg class="inline" aria-hidden="true"><use href="{}#{}"/></svg>'
        return Markup(icon).format(sign_file(game), span.icon)
    text = Markup("<br>").join(span.text.split("\n"))
    if span.bold:
        text = Markup("<strong>{}</strong>").format(text)
    if span.italic:
        text = Markup("<em>{}</em>").format(text)
    if span.tag.startswith(("#", "https://", "http://")):
        return Markup('<a href="{}">{}</a>').format(span.tag, text)
    return text


class _Signs:
    """The ids of a game's signs. Nothing is drawn until the leaflet asks for one."""

    def __init__(self, game: str) -> None:
        self._game = game

    def __contains__(self, name: object) -> bool:
        return f'id="{name}"'.encode() in signs(self._game).symbols.svg

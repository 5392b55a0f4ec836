"""The rules leaflet on a phone: the printed Markdown, with each rule under its id."""

from __future__ import annotations

import re
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
from pnp.leaflet.document import Heading, LeafletDocument, Paragraph, Spans, plain, walk
from pnp.leaflet.parser import read_leaflet
from pnp.text.markup import Span, parse_markup

bp = Blueprint("rules", __name__)
RUN_IN = 4
"""From this level on a heading only begins an example: in the outline of the page it would skip levels."""


@bp.get("/rules/<game>")
def rules(game: str) -> str:
    """Returns the whole leaflet; its ids are the rules'."""
    if game not in GAMES:
        abort(404)
    document = read_rules(game, this_phone().language)
    chapters = [one for one in document.body if isinstance(one, Heading) and one.level == 2 and one.rule]
    return render_template(
        "rules.html",
        game=game,
        title=plain(document.title.spans) if document.title else game,
        top=document.title.rule if document.title else None,
        chapters=[(one.rule.id, plain(one.spans)) for one in chapters if one.rule and one.rule.id],
        blocks=(*document.cover, *document.body),
        kind=lambda block: type(block).__name__,
        plain=plain,
        run_in=RUN_IN,
        spans=lambda spans: _spans(spans, game),
    )


@cache
def read_rules(game: str, language: str) -> LeafletDocument:
    """Returns a game's leaflet: the one named `rules`, or the first in its kit.toml."""
    folder = find(game)
    kit = tomllib.loads((folder / "kit.toml").read_text(encoding="utf-8-sig"))
    files = [component["file"] for component in kit.get("component", ()) if component.get("kind") == "leaflet"]
    name = f"{'rules' if not files or 'rules' in files else files[0]}.{language}.md"
    return read_leaflet((folder / name).read_text(encoding="utf-8-sig"), name, signs=_sign_ids(game))


@cache
def _sign_ids(game: str) -> frozenset[str]:
    return frozenset(re.findall(r'id="([^"]+)"', signs(game).symbols_svg))


@cache
def list_rule_titles(game: str, language: str) -> Mapping[str, str]:
    """Returns the title of each rule: its heading, its first bold words, or the nearest heading above it that is not an
    example's."""
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


def render_markup(text: str, game: str) -> Markup:
    """Converts running text to HTML, with its paragraphs as lines."""
    return Markup("<br>").join(_spans(paragraph, game) for paragraph in parse_markup(text))


def _spans(spans: Spans, game: str) -> Markup:
    return Markup("").join(_span(span, game) for span in spans)


def _span(span: Span, game: str) -> Markup:
    if span.icon:
        if span.icon not in _sign_ids(game):  # its word stands beside it
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

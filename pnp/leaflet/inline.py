"""The inside of a paragraph: Markdown's inline tokens and the kit's own marks become spans.

`{coin}` is an icon, `[words]{colour}` colours, and `{#id}`, `{#id H7}` or `{H7}` at the very end names the rule.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pnp.leaflet.blocks import Rule, Spans
from pnp.text.foreign import foreign, slips
from pnp.text.markup import Braces, Span

if TYPE_CHECKING:
    from markdown_it.token import Token

_RULE = re.compile(r"[ \t]*\{(?:#([a-z0-9][a-z0-9-]*))?(?:(?<!\{)[ \t]+|(?<=\{))?([A-Z]{1,2}[0-9]{1,3})?\}[ \t]*\Z")
_NAME = r"\{([^#{}][^{}]*)\}"
_MARK = re.compile(rf"\{{#[^{{}}]*\}}|{_NAME}|(\[)|\](?:\{{(#[0-9A-Fa-f]{{6}})\}}|{_NAME})|([{{}}])")
_NAMELESS = re.compile(r"(?!(?<=\])\{#[0-9A-Fa-f]{6}\})\{#[^{}\0]*\}")
_WEB = re.compile(r"https?://[^\s]+\Z")


class Inline(NamedTuple):
    """A paragraph's inside. `faults` are pairs of code and message about what could not be read, `doubts` of message
    and hint about marks that may have been meant."""

    spans: Spans
    rule: Rule | None
    faults: tuple[tuple[str, str], ...]
    doubts: tuple[tuple[str, str], ...] = ()


class _Look(NamedTuple):
    """What the marks around a place say of the text there."""

    bold: bool = False
    italic: bool = False
    link: str = ""


def read_inline(tokens: Sequence[Token], line: int, signs: Container[str] = (), *, paragraph: bool = False) -> Inline:
    """The spans of inline tokens, and the rule that the braces at their end name, but for one of the `signs`.

    Raw HTML, code, pictures inside a line and links to elsewhere than a rule or the web become faults; their
    words stay. A `paragraph` may have been meant as another block, a heading or a list.
    """
    tokens = list(tokens)
    rule = _take_rule(tokens, line, signs)
    written = "".join(token.content if token.type == "text" else "\0" for token in tokens)
    faults = [("rule-name", f"`{braces}` names no rule") for braces in _NAMELESS.findall(written)]
    doubts: dict[str, tuple[str, str]] = {}
    spans = _Spans()
    looks = [_Look()]
    start = True
    for token in tokens:
        look = looks[-1]
        if token.type in ("text", "text_special"):
            spans.text(token.content, look, marks=token.type == "text")
            if token.type == "text":
                found = foreign(token.content, start=start)
                faults += [("markup-unknown", f"leaflets know no {name}: `{mark}`") for name, mark in found]
                for name, mark, hint in slips(token.content, start=start and paragraph):
                    doubts.setdefault(name, (f"leaflets know no {name}: `{mark}`", hint))
        elif token.type in ("softbreak", "hardbreak"):
            spans.text(" " if token.type == "softbreak" else "\n", look, marks=False)
        elif token.type in ("em_open", "strong_open", "link_open"):
            looks.append(_opened(token, look))
            if token.type == "link_open" and not _leads_somewhere(looks[-1].link):
                faults.append(("link-target", f"a link leads to `{looks[-1].link}`, neither a rule nor the web"))
        elif token.type in ("em_close", "strong_close", "link_close"):
            looks.pop()
        else:
            faults.append(_refused(token))
            spans.text(token.content, look, marks=False)
        start = token.type in ("softbreak", "hardbreak")
    said = spans.done()
    if rule and not said:
        faults.append(("rule-name", f"`{rule.id or rule.number}` names nothing: there are no words before it"))
    return Inline(said, rule, tuple(faults), tuple(doubts.values()))


def _opened(token: Token, look: _Look) -> _Look:
    if token.type == "em_open":
        return look._replace(italic=True)
    if token.type == "strong_open":
        return look._replace(bold=True)
    return look._replace(link=str(token.attrs.get("href", "")))


def _leads_somewhere(link: str) -> bool:
    return bool(link.startswith("#") and len(link) > 1) or bool(_WEB.match(link))


def _refused(token: Token) -> tuple[str, str]:
    if token.type == "html_inline":
        return "markup-html", f"raw HTML is not read: `{token.content}`"
    if token.type == "image":
        return "markup-figure", "a figure must stand in a paragraph of its own"
    return "markup-unknown", f"leaflets know no `{token.type}`: `{token.content}`"


def _take_rule(tokens: list[Token], line: int, signs: Container[str]) -> Rule | None:
    """Cuts the braces that name the rule off the last token."""
    if not tokens or tokens[-1].type != "text":
        return None
    last = tokens[-1]
    match = _RULE.search(last.content)
    if match is None or not any(match.groups()) or (match[1] is None and match[2] in signs):
        return None
    tokens[-1] = last.copy(content=last.content[: match.start()])
    return Rule(match[1] or "", match[2] or "", line)


class _Spans:
    """Spans as they are collected; `[` waits at its place until `]{colour}` closes it."""

    def __init__(self) -> None:
        self._spans: list[Span] = []
        self._open: list[int] = []
        self._braces = Braces()

    def text(self, text: str, look: _Look, *, marks: bool) -> None:
        position = 0
        for match in _MARK.finditer(text) if marks else ():
            icon, bracket, value, name, brace = match.groups()
            if not any(match.groups()) or (brace and not self._braces.alone(brace)):
                continue
            closes = bool(value or name) and bool(self._open)
            # Without a bracket before it, what closes one is a character, and its braces hold a sign.
            self._add(text[position : match.start() + (match[0][0] == "]" and not closes)], look)
            position = match.end()
            if bracket:
                self._open.append(len(self._spans))
                self._add("[", look)
            elif closes:
                self._colour(value or name)
            else:
                icon = icon or value or name or brace
                self._spans.append(Span("", look.bold, look.italic, icon=icon, tag=look.link))
        self._add(text[position:], look)
        if not marks:
            self._braces.written(text)

    def done(self) -> Spans:
        return tuple(span for span in self._spans if span.text or span.icon)

    def _add(self, text: str, look: _Look) -> None:
        for part in re.split(r"(\n)", text):
            if part:
                self._spans.append(Span(part, look.bold, look.italic, tag=look.link))

    def _colour(self, colour: str) -> None:
        first = self._open.pop()
        self._spans[first] = Span("")
        for index in range(first + 1, len(self._spans)):
            span = self._spans[index]
            self._spans[index] = msgspec.structs.replace(span, colour=span.colour or colour)

"""Markdown → Document: the blocks of a leaflet, its rules in order, and what is wrong with it, all at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator
from difflib import get_close_matches
from itertools import zip_longest
from typing import TYPE_CHECKING

from pnp.findings import Finding, Findings, Place, Severity
from pnp.kit import bounds
from pnp.kit.toml_source import TomlSource
from pnp.leaflet.blocks import (
    Align,
    Block,
    Document,
    Figure,
    Grid,
    Heading,
    Listing,
    NewPage,
    Panel,
    Paragraph,
    Rule,
    Spans,
    plain,
    rules_in,
    walk,
)
from pnp.leaflet.inline import Inline, read_inline
from pnp.leaflet.tokens import Excess, read_blocks, read_insides, weight
from pnp.text.markup import Span

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

MAX_DEPTH = 8
"""How deep lists and panels may stand in another; a page of a leaflet has room for no more."""
_FACE = "face:"
_NAMED = 20
"""Rules that one finding names."""
_FRONT_MATTER = re.compile(r"(---|\+\+\+)[ \t]*\n[ \t]*[\w-]+[ \t]*[:=].*\n(?:.+\n)*?\1[ \t]*(?:\n|\Z)")
_DIALECT = {
    "callouts": re.compile(r"\A(\[![A-Za-z]{1,20}\])"),
    "boxes between colons": re.compile(r"^(:::[^\n]{0,40})", re.MULTILINE),
    "boxes with marks": re.compile(r"^(!!! [^\n]{1,40})", re.MULTILINE),
    "abbreviations": re.compile(r"^(\*\[[^\]\n]{1,40}\]:)", re.MULTILINE),
    "links of wikis": re.compile(r"(?<![\\\[])(\[\[(?!_?TOC_?\]\])[^\[\]\n]{1,80}\]\])(?![({])", re.IGNORECASE),
}
"""Marks of other dialects that are no text in a game's rules, in a block as it is written."""
_BAR = re.compile(r"(?<!\\)\|")
_HINTS = {
    "markup-html": "use Markdown only: headings, paragraphs, lists, tables, block quotes",
    "markup-unknown": "use headings, paragraphs, lists, tables, block quotes, `---`, `**bold**`, `*italic*`",
    "markup-figure": "put an empty line before and after `![Caption](face:name)`",
    "markup-depth": f"lists and panels may stand at most {MAX_DEPTH} deep",
    "heading-level": "`#` once for the title, `##` for chapters, `###` for sections, `####` inside panels",
    "link-target": "write `[words](#rule-id)` or `[words](https://…)`",
    "rule-name": (
        "at the end of a heading, a paragraph or an item write `{#place-dye}` or `{#place-dye H14}`: small letters, "
        "digits, hyphens; a capital and a number"
    ),
    "table-cells": "give every row as many cells as the head; a bar within a cell is `\\|`",
}


def read_leaflet(text: str, file: str, figures: Collection[str] | None = None, signs: Container[str] = ()) -> Document:
    """Reads a leaflet. `file` is the name that findings show; `figures` the faces there are, None: not checked;
    `signs` those that the kit has, of which one may be named as the number of a rule is, `D6`.

    Never raises: what cannot be read is in the document's findings, and its words stay in the blocks.
    """
    from markdown_it.tree import SyntaxTreeNode

    reader = _Reader(file, text, signs)
    tokens = read_blocks(text)
    if isinstance(tokens, Excess):
        reader.note(tokens.line, "size", tokens.message, tokens.hint)
        return Document(file, None, (), (), (), reader.done())
    if found := _FRONT_MATTER.match(text):
        reader.note(1, "markup-unknown", f"leaflets know no front matter: `{found[1]}`", "delete it: kit.toml says it")
    read_insides(tokens)
    blocks = reader.blocks(SyntaxTreeNode(tokens.blocks).children, 0)
    title = blocks[0] if blocks and isinstance(blocks[0], Heading) and blocks[0].level == 1 else None
    rest = blocks[1:] if title else blocks
    first = next((i for i, block in enumerate(rest) if isinstance(block, Heading) and block.level == 2), 0)
    reader.check_headings(rest)
    rules = tuple(rules_in(blocks))
    reader.check_names(blocks, rules, figures)
    return Document(file, title, rest[:first], rest[first:], rules, reader.done(), weight(tokens))


def compare_rules(documents: Iterable[Document]) -> tuple[Finding, ...]:
    """Findings for each rule that one language of a leaflet has and another lacks, or has in another place."""
    documents = list(documents)
    findings: list[Finding] = []
    for document in documents[1:]:
        here, there = _names(document), _names(documents[0])
        if missing := [name for name in there if name not in here]:
            findings.append(_uneven(document, f"rules are missing that {documents[0].file} has", missing))
        if extra := [name for name in here if name not in there]:
            findings.append(_uneven(document, f"rules that {documents[0].file} lacks", extra))
        if not missing and not extra and [*here] != [*there]:
            moved = [a for a, b in zip(here, there, strict=True) if a != b]
            findings.append(_uneven(document, f"rules stand in another order than in {documents[0].file}", moved))
        if [*here] == [*there]:
            findings.extend(_uneven_headings(document, documents[0]))
    return tuple(findings)


def _names(document: Document) -> dict[str, None]:
    """The rules in their order, each once: one that is named twice is a finding of its own."""
    return dict.fromkeys(rule.id for rule in document.rules if rule.id)


def _uneven_headings(document: Document, first: Document) -> Iterator[Finding]:
    """The first heading that stands in one of two languages alone, or on another level there."""
    hint = "give every language of a leaflet the same headings in the same order"
    for here, there in zip_longest(_headings(document), _headings(first)):
        if here is None:
            message = f"a heading is missing that {first.file} has: {plain(there.spans)[:60]}"
            yield Finding("warning", "headings-differ", Place(document.file), message, hint)
        elif there is None:
            message = f"{first.file} has no such heading: {plain(here.spans)[:60]}"
            yield Finding("warning", "headings-differ", Place(document.file, here.line), message, hint)
        elif here.level != there.level:
            message = f"a heading of level {here.level} stands where {first.file} has one of level {there.level}"
            yield Finding("warning", "headings-differ", Place(document.file, here.line), message, hint)
        else:
            continue
        return


def _headings(document: Document) -> list[Heading]:
    return [block for block in walk((*document.cover, *document.body)) if isinstance(block, Heading)]


def _uneven(document: Document, message: str, names: list[str]) -> Finding:
    hint = "give every language of a leaflet the same rules in the same order"
    named = ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
    return Finding("error", "rules-differ", Place(document.file), f"{message}: {named}", hint)


class _Reader:
    """Turns Markdown's tree into blocks, noting findings on the way."""

    def __init__(self, file: str, text: str, signs: Container[str]) -> None:
        self._lines = re.split(r"\r\n?|\n", text)
        self._signs = signs
        self._findings = Findings()
        self._source = TomlSource(file, self._findings)
        self._deep = False

    def note(self, line: int, code: str, message: str, hint: str = "", *, severity: Severity = "error") -> None:
        """Notes a fault; once enough is wrong with the leaflet, only that."""
        self._source.note(severity, code, Place(self._source.file, line), message, hint or _HINTS.get(code, ""))

    def done(self) -> tuple[Finding, ...]:
        return tuple(self._findings)

    def blocks(self, nodes: Iterable[SyntaxTreeNode], depth: int) -> tuple[Block, ...]:
        return tuple(block for node in nodes for block in self._read(node, depth))

    def check_headings(self, blocks: tuple[Block, ...]) -> None:
        for block in walk(blocks):
            if isinstance(block, Heading) and not 2 <= block.level <= 4:
                self.note(block.line, "heading-level", f"`{'#' * block.level} {plain(block.spans)}` has no place here")

    def check_names(self, blocks: tuple[Block, ...], rules: tuple[Rule, ...], figures: Collection[str] | None) -> None:
        """Rules named twice, links to no rule, figures without a face."""
        counts = Counter(rule.id for rule in rules if rule.id)
        for rule in rules:
            if counts[rule.id] > 1:
                self.note(rule.line, "rule-twice", f"the rule `{rule.id}` is named {counts[rule.id]} times")
        for block in walk(blocks):
            if self._source.full:
                return
            for target, line in _targets(block):
                if target not in counts and not self._source.full:
                    self.note(line, "link-broken", f"no rule is called `{target}`", _near(target, counts))
            if isinstance(block, Figure) and figures is not None and block.face not in figures:
                near = _near(block.face, figures)
                self.note(block.line, "figure-missing", f"`{block.face}` is no face with a `size`", near)

    def _read(self, node: SyntaxTreeNode, depth: int) -> tuple[Block, ...]:
        line = _line(node)
        if depth > MAX_DEPTH and not self._deep:
            self._deep = True
            self.note(line, "markup-depth", "lists or panels stand too deep in another")
        match node.type:
            case "heading":
                inline = self._inline(node)
                return (Heading(int(node.tag[1:]), inline.spans, inline.rule, line),)
            case "paragraph":
                return self._paragraph(node)
            case "bullet_list" | "ordered_list":
                start = int(str(node.attrs.get("start", 1))) if node.type == "ordered_list" else None
                return (Listing(start, tuple(self.blocks(item.children, depth + 1) for item in node.children), line),)
            case "blockquote":
                return (Panel(self.blocks(node.children, depth + 1), line),)
            case "table":
                return (self._table(node),)
            case "hr":
                return (NewPage(line),)
            case _:
                return self._unknown(node)

    def _unknown(self, node: SyntaxTreeNode) -> tuple[Block, ...]:
        line = _line(node)
        code = "markup-html" if node.type == "html_block" else "markup-unknown"
        self.note(line, code, "raw HTML is not read" if code == "markup-html" else f"leaflets know no `{node.type}`")
        token = node.token
        content = token.content if token else ""
        return (Paragraph((Span(" ".join(content.split())),), None, line),)

    def _paragraph(self, node: SyntaxTreeNode) -> tuple[Block, ...]:
        line = _line(node)
        inline = node.children[0]
        if len(inline.children) == 1 and inline.children[0].type == "image":
            source = str(inline.children[0].attrs.get("src", ""))
            if source.startswith(_FACE):
                caption = self._spans(inline.children[0], line)
                self._unnamed(caption, "caption")
                return (Figure(source.removeprefix(_FACE), caption.spans, line),)
            self.note(line, "figure-missing", f"the figure `{source}` is no face", "write `![Caption](face:name)`")
            return (Paragraph(self._spans(inline.children[0], line).spans, None, line),)
        read = self._spans(inline, line, paragraph=True)
        return (Paragraph(read.spans, read.rule, line),) if read.spans or read.rule else ()

    def _inline(self, node: SyntaxTreeNode, line: int = 0) -> Inline:
        """The inside of a block, or of a cell in a line."""
        if not node.children:
            return Inline((), None, ())
        return self._spans(node.children[0], line or _line(node))

    def _spans(self, node: SyntaxTreeNode, line: int, *, paragraph: bool = False) -> Inline:
        token = node.token
        inline = read_inline(token.children or [] if token else [], line, self._signs, paragraph=paragraph)
        for name, mark in _DIALECT.items():
            if found := mark.search(token.content if token else ""):
                self.note(line, "markup-unknown", f"leaflets know no {name}: `{found[1]}`")
        for code, message in inline.faults:
            self.note(line, code, message)
        for message, hint in inline.doubts:
            self.note(line, "markup-unknown", message, hint, severity="warning")
        return inline

    def _table(self, node: SyntaxTreeNode) -> Grid:
        rows = [row for part in node.children for row in part.children]
        head, *cells = (tuple(self._cell(cell, _line(row)) for cell in row.children) for row in rows)
        aligns = tuple(_align(cell) for cell in rows[0].children)
        lines = tuple(map(_line, rows[1:]))
        for line in lines:
            count = _count_cells(self._lines[line - 1])
            if count != len(head):
                self.note(line, "table-cells", f"cells of the row: {count}, of the head: {len(head)}")
        return Grid(aligns, head, tuple(cells), _line(node), lines)

    def _cell(self, node: SyntaxTreeNode, line: int) -> Spans:
        inline = self._inline(node, line)
        self._unnamed(inline, "cell of a table")
        return inline.spans

    def _unnamed(self, inline: Inline, what: str) -> None:
        """A finding, where something is named that can be no rule."""
        if rule := inline.rule:
            hint = "name the heading above it, or the paragraph before it"
            self.note(rule.line, "rule-name", f"a {what} cannot be the rule `{rule.id or rule.number}`", hint)


def _line(node: SyntaxTreeNode) -> int:
    return node.map[0] + 1 if node.map else 0


def _count_cells(line: str) -> int:
    """The cells of a row as it is written, in a panel or a list too; Markdown itself leaves out what is too much."""
    cells = _BAR.split(line.lstrip("> \t").rstrip())
    return len(cells[not cells[0] : len(cells) - (len(cells) > 1 and not cells[-1])])


def _align(cell: SyntaxTreeNode) -> Align:
    style = str(cell.attrs.get("style", ""))
    aligns: tuple[Align, ...] = ("right", "center", "left")
    return next((align for align in aligns if align in style), "start")


def _near(name: str, known: Collection[str]) -> str:
    names = sorted(known)[: bounds.CANDIDATES.most]
    close = get_close_matches(name[:60], names, 3)
    return f"did you mean {', '.join(close)}?" if close else f"known: {', '.join(names[:_NAMED])}"


def _targets(block: Block) -> Iterable[tuple[str, int]]:
    """The rules that a block's own spans link to, each with the line."""
    texts: Iterable[tuple[int, Spans]]
    match block:
        case Heading(spans=spans) | Paragraph(spans=spans) | Figure(caption=spans):
            texts = ((block.line, spans),)
        case Grid():
            texts = ((line, cell) for line, row in block.lined() for cell in row)
        case _:
            texts = ()
    return dict.fromkeys((span.tag[1:], line) for line, spans in texts for span in spans if span.tag.startswith("#"))

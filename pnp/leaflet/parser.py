"""Parses Markdown into a typed document; unsupported features become findings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any
from unicodedata import category, east_asian_width

from msgspec.structs import replace

from pnp.findings import Finding, Findings, KitError, Place, Severity
from pnp.kit import Kit, bounds
from pnp.kit.bounds import Bound
from pnp.kit.folder import open_folder, read_text
from pnp.kit.model import AnyComponent, Leaflet
from pnp.kit.toml_source import TomlSource, accepted, read_document
from pnp.leaflet.document import (
    Align,
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
    list_rules,
    list_texts,
    plain,
    walk,
)
from pnp.text.markup import Braces, Span, find_foreign_marks, find_slips

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token
    from markdown_it.tree import SyntaxTreeNode


_WIDE = (
    "\u2e80-\u30ff\u31f0-\u31ff\u3220-\u4dbf\u4e00-\ua4cf\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff9f\uffe0-\uffee"
    "\U00020000-\U0003fffd"
)
"""Characters of scripts without blanks, Chinese and Japanese."""
_SHARED = "“”‘’…‥—–"
"""Punctuation that they share with other scripts."""
_CLOSED = r"(?:\*|\]\{[^{}]*\}|\]\([^()]*\))* ?"
_JOINED_LINES = re.compile(
    rf"([{_WIDE}]{_CLOSED})\n[ \t]*(?=[*\[]*[{_WIDE}{_SHARED}])|([{_SHARED}]{_CLOSED})\n[ \t]*(?=[*\[]*[{_WIDE}])"
)
"""Line ends that are no blank, marks about them included (CSS Text 4.1.2, segment break transformation)."""


def _find_excess(blocks: Sequence[Token]) -> Iterator[tuple[int, Bound, str]]:
    """Yields the limits that a leaflet's blocks exceed: the line where that begins, the limit, and what to do."""
    brackets = begun = columns = line = 0
    for token in blocks:
        line = token.map[0] + 1 if token.map else line
        begun += token.nesting == 1
        columns = 0 if token.type == "tr_open" else columns + (token.type in ("th_open", "td_open"))
        if columns > bounds.TABLE_COLUMNS.most:
            yield line, bounds.TABLE_COLUMNS, "make several tables of it"
        if begun > bounds.BLOCKS.most:
            yield line, bounds.BLOCKS, "make several leaflets of it"
        if token.type == "inline":
            brackets += token.content.count("[")
            if len(token.content) > bounds.PARAGRAPH.most:
                yield line, bounds.PARAGRAPH, "part it with empty lines"
            if brackets > bounds.BRACKETS.most:
                yield line, bounds.BRACKETS, "link less, or make several leaflets of it"


def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": True, "maxNesting": 64}).enable("table").disable("text_join")
    markdown.inline.ruler.at("emphasis", _emphasis)
    return markdown


def _emphasis(state: StateInline, silent: bool) -> bool:
    """Applies CommonMark's rule except beside wide characters: Chinese and Japanese have no spaces around asterisks, so
    asterisks there open before any non-space and close after it."""
    from markdown_it.rules_inline.emphasis import tokenize

    start, known = state.pos, len(state.delimiters)
    if not tokenize(state, silent):
        return False
    before, after = state.src[start - 1 : start], state.src[state.pos : state.pos + 1]
    beside = filter(None, (before, after))
    if state.src[start] == "*" and any(east_asian_width(one) in "FWH" and category(one) != "So" for one in beside):
        for delimiter in state.delimiters[known:]:
            delimiter.open, delimiter.close = bool(after.strip()), bool(before.strip())
    return True


_RULE = re.compile(r"[ \t]*\{(?:#([a-z0-9][a-z0-9-]*))?(?:(?<!\{)[ \t]+|(?<=\{))?([A-Z]{1,2}[0-9]{1,3})?\}[ \t]*\Z")
_NAME = r"\{([^#{}][^{}]*)\}"
_MARK = re.compile(rf"\{{#[^{{}}]*\}}|{_NAME}|(\[)|\](?:\{{(#[0-9A-Fa-f]{{6}})\}}|{_NAME})|([{{}}])")
_NAMELESS = re.compile(r"(?!(?<=\])\{#[0-9A-Fa-f]{6}\})\{#[^{}\0]*\}")
_LINK = re.compile(r"#.|https?://[^\s]+\Z", re.DOTALL)


def _refusal(token: Token) -> tuple[str, str]:
    if token.type == "html_inline":
        return "markup-html", f"raw HTML is not read: `{token.content}`"
    if token.type == "image":
        return "markup-figure", "a figure must stand in a paragraph of its own"
    return "markup-unknown", f"leaflets know no `{token.type}`: `{token.content}`"


def _take_rule(tokens: list[Token], line: int, signs: Container[str]) -> RuleName | None:
    if not tokens or tokens[-1].type != "text":
        return None
    last = tokens[-1]
    match = _RULE.search(last.content)
    if match is None or not any(match.groups()) or (match[1] is None and match[2] in signs):
        return None
    tokens[-1] = last.copy(content=last.content[: match.start()])
    return RuleName(match[1] or "", match[2] or "", line)


class _SpanCollector:
    """Collects the spans of a paragraph. `[` stays pending until `]{colour}` closes it.

    The current style and link are passed as a span without text.
    """

    def __init__(self) -> None:
        self._spans: list[Span] = []
        self._open: list[int] = []
        self._braces = Braces()

    def add(self, text: str, look: Span) -> None:
        """Adds literal text."""
        self._spans += [replace(look, text=part) for part in re.split(r"(\n)", text) if part]

    def add_written(self, text: str, look: Span) -> None:
        """Adds an escaped or literal character."""
        self.add(text, look)
        self._braces.written(text)

    def add_marked(self, text: str, look: Span) -> None:
        """Adds text with icons and colours in it."""
        position = 0
        for match in _MARK.finditer(text):
            icon, bracket, value, name, brace = match.groups()
            if not any(match.groups()) or (brace and not self._braces.alone(brace)):
                continue
            closes = bool(value or name) and bool(self._open)
            # Without a bracket before it, what closes one is a character, and its braces hold a sign.
            self.add(text[position : match.start() + (match[0][0] == "]" and not closes)], look)
            position = match.end()
            if bracket:
                self._open.append(len(self._spans))
                self.add("[", look)
            elif closes:
                first = self._open.pop()
                inner = (replace(span, colour=span.colour or value or name) for span in self._spans[first + 1 :])
                self._spans[first:] = [Span(""), *inner]
            else:
                self._spans.append(replace(look, icon=icon or value or name or brace))
        self.add(text[position:], look)

    def spans(self) -> Spans:
        return tuple(span for span in self._spans if span.text or span.icon)


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


def read_leaflet(
    text: str, file: str, figures: Collection[str] | None = None, signs: Container[str] = ()
) -> LeafletDocument:
    """Parses a leaflet. `file` is its name in findings; `figures` are the available faces (None: not checked); `signs`
    the kit's icons, one of which may be named like a rule number, `D6`.

    Never raises: faults are in the document's findings, and the words stay in the blocks.
    """
    from markdown_it.tree import SyntaxTreeNode

    reader = _LeafletReader(file, text, signs)
    # First the blocks alone, whose insides are still plain text: what would take too long to read is never begun.
    markdown, env = _markdown(), dict[str, Any]()
    is_long = text.count("\n") > bounds.LINES.most
    tokens = [] if is_long else markdown.disable("inline").parse(text, env)
    too_long = (bounds.LINES.most + 1, bounds.LINES, "make several leaflets of it")
    if excess := too_long if is_long else next(_find_excess(tokens), None):
        line, bound, hint = excess
        reader.note(line, "size", f"has more than {bound.most} {bound.unit}", hint)
        return LeafletDocument(file, None, (), (), (), tuple(reader.findings))
    if found := _FRONT_MATTER.match(text):
        reader.note(1, "markup-unknown", f"leaflets know no front matter: `{found[1]}`", "delete it: kit.toml says it")
    for token in tokens:
        if token.type == "inline":
            children: list[Token] = []
            markdown.inline.parse(_JOINED_LINES.sub(r"\1\2", token.content), markdown, env, children)
            token.children = children
    blocks = reader.blocks(SyntaxTreeNode(tokens).children, 0)
    title = blocks[0] if blocks and isinstance(blocks[0], Heading) and blocks[0].level == 1 else None
    rest = blocks[1:] if title else blocks
    first = next((i for i, block in enumerate(rest) if isinstance(block, Heading) and block.level == 2), 0)
    rules = tuple(list_rules(blocks))
    size = sum(token.nesting == 1 for token in tokens)
    reader.check_names(blocks, rules, figures)
    return LeafletDocument(file, title, rest[:first], rest[first:], rules, tuple(reader.findings), size)


def compare_rules(documents: Iterable[LeafletDocument]) -> tuple[Finding, ...]:
    """Returns findings for rules that one language of a leaflet has and another lacks, or has in another place."""
    first, *others = documents
    findings: list[Finding] = []
    for document in others:
        here, there = (dict.fromkeys(rule.id for rule in one.rules if rule.id) for one in (document, first))
        missing = [name for name in there if name not in here]
        extra = [name for name in here if name not in there]
        moved = [] if missing or extra else [name for name, other in zip(here, there, strict=True) if name != other]
        for what, names in (
            (f"rules are missing that {first.file} has", missing),
            (f"rules that {first.file} lacks", extra),
            (f"rules stand in another order than in {first.file}", moved),
        ):
            if names:
                message = f"{what}: {', '.join(names[:_NAMED])}" + (", …" if len(names) > _NAMED else "")
                hint = "give every language of a leaflet the same rules in the same order"
                findings.append(Finding("error", "rules-differ", Place(document.file), message, hint))
        if not (missing or extra or moved):
            findings.extend(_find_uneven_headings(document, first))
    return tuple(findings)


def _find_uneven_headings(document: LeafletDocument, first: LeafletDocument) -> Iterator[Finding]:
    """Yields the first heading that one of two languages lacks or has on another level."""
    ours, theirs = (
        [block for block in walk((*one.cover, *one.body)) if isinstance(block, Heading)] for one in (document, first)
    )
    for here, there in zip_longest(ours, theirs):
        if here and there and here.level == there.level:
            continue
        if here is None:
            message = f"a heading is missing that {first.file} has: {plain(there.spans)[:60]}"
        elif there is None:
            message = f"{first.file} has no such heading: {plain(here.spans)[:60]}"
        else:
            message = f"a heading of level {here.level} stands where {first.file} has one of level {there.level}"
        hint = "give every language of a leaflet the same headings in the same order"
        yield Finding("warning", "headings-differ", Place(document.file, here.line if here else 0), message, hint)
        return


class _LeafletReader:
    """Converts Markdown's tree to blocks, reporting findings."""

    def __init__(self, file: str, text: str, signs: Container[str]) -> None:
        self._lines = re.split(r"\r\n?|\n", text)
        self._signs = signs
        self.findings = Findings()
        self._source = TomlSource(file, self.findings)
        self._deep = False

    def note(self, line: int, code: str, message: str, hint: str = "", *, severity: Severity = "error") -> None:
        """Reports a fault, up to the limit of findings."""
        self._source.note(severity, code, Place(self._source.file, line), message, hint or _HINTS.get(code, ""))

    def blocks(self, nodes: Iterable[SyntaxTreeNode], depth: int) -> tuple[Block, ...]:
        return tuple(block for node in nodes for block in self._read(node, depth))

    def check_names(
        self, blocks: tuple[Block, ...], rules: tuple[RuleName, ...], figures: Collection[str] | None
    ) -> None:
        """Reports misplaced headings, duplicate rule names, links to unknown rules, figures without a face."""
        for number, block in enumerate(walk(blocks)):
            if isinstance(block, Heading) and not (2 if number else 1) <= block.level <= 4:
                self.note(block.line, "heading-level", f"`{'#' * block.level} {plain(block.spans)}` has no place here")
        counts = Counter(rule.id for rule in rules if rule.id)
        for rule in rules:
            if counts[rule.id] > 1:
                self.note(rule.line, "rule-twice", f"the rule `{rule.id}` is named {counts[rule.id]} times")
        for block in walk(blocks):
            if self._source.full:
                return
            links = (
                (span.tag, line) for line, spans in list_texts(block) for span in spans if span.tag.startswith("#")
            )
            for tag, line in dict.fromkeys(links):
                if tag[1:] not in counts and not self._source.full:
                    self.note(line, "link-broken", f"no rule is called `{tag[1:]}`", accepted(counts, tag[1:]))
            if isinstance(block, Figure) and figures is not None and block.face not in figures:
                hint = accepted(sorted(figures), block.face)
                self.note(block.line, "figure-missing", f"`{block.face}` is no face with a `size`", hint)

    def _read(self, node: SyntaxTreeNode, depth: int) -> tuple[Block, ...]:
        line = _line(node)
        if depth > MAX_DEPTH and not self._deep:
            self._deep = True
            self.note(line, "markup-depth", "lists or panels stand too deep in another")
        match node.type:
            case "heading":
                return (Heading(int(node.tag[1:]), *self._inline(node, line), line),)
            case "paragraph":
                return self._paragraph(node)
            case "bullet_list" | "ordered_list":
                start = int(str(node.attrs.get("start", 1))) if node.type == "ordered_list" else None
                return (Listing(start, tuple(self.blocks(item.children, depth + 1) for item in node.children), line),)
            case "blockquote":
                return (Sidebar(self.blocks(node.children, depth + 1), line),)
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
                caption = self._read_without_rule(self._spans(inline.children[0], line), "caption")
                return (Figure(source.removeprefix(_FACE), caption, line),)
            self.note(line, "figure-missing", f"the figure `{source}` is no face", "write `![Caption](face:name)`")
            return (Paragraph(self._spans(inline.children[0], line)[0], None, line),)
        spans, rule = self._spans(inline, line)
        return (Paragraph(spans, rule, line),) if spans or rule else ()

    def _inline(self, node: SyntaxTreeNode, line: int) -> tuple[Spans, RuleName | None]:
        """Returns the inline content of a block, or of a table cell on a line."""
        return self._spans(node.children[0], line) if node.children else ((), None)

    def _spans(self, node: SyntaxTreeNode, line: int) -> tuple[Spans, RuleName | None]:
        """Returns the spans of an inline node, and the rule named by the braces at its end. Reports unsupported content
        such as HTML; its words stay."""
        for dialect, pattern in _DIALECT.items():
            if found := pattern.search(node.token.content if node.token else ""):
                self.note(line, "markup-unknown", f"leaflets know no {dialect}: `{found[1]}`")
        tokens = list(node.token.children or []) if node.token else []
        rule = _take_rule(tokens, line, self._signs)
        written = "".join(token.content if token.type == "text" else "\0" for token in tokens)
        for braces in _NAMELESS.findall(written):
            self.note(line, "rule-name", f"`{braces}` names no rule")
        doubts: dict[str, tuple[str, str]] = {}
        collector, looks = _SpanCollector(), [Span("")]
        for token in tokens:
            look = looks[-1]
            match token.type:
                case "text":
                    collector.add_marked(token.content, look)
                    for name, mark in find_foreign_marks(token.content):
                        self.note(line, "markup-unknown", f"leaflets know no {name}: `{mark}`")
                    for name, mark, hint in find_slips(token.content):
                        doubts.setdefault(name, (f"leaflets know no {name}: `{mark}`", hint))
                case "text_special":
                    collector.add_written(token.content, look)
                case "softbreak" | "hardbreak":
                    collector.add(" " if token.type == "softbreak" else "\n", look)
                case "em_open":
                    looks.append(replace(look, italic=True))
                case "strong_open":
                    looks.append(replace(look, bold=True))
                case "link_open":
                    link = str(token.attrs.get("href", ""))
                    looks.append(replace(look, tag=link))
                    if not _LINK.match(link):
                        self.note(line, "link-target", f"a link leads to `{link}`, neither a rule nor the web")
                case "em_close" | "strong_close" | "link_close":
                    looks.pop()
                case _:
                    self.note(line, *_refusal(token))
                    collector.add(token.content, look)
        spans = collector.spans()
        if rule and not spans:
            name = rule.id or rule.number
            self.note(line, "rule-name", f"`{name}` names nothing: there are no words before it")
        for message, hint in doubts.values():
            self.note(line, "markup-unknown", message, hint, severity="warning")
        return spans, rule

    def _table(self, node: SyntaxTreeNode) -> MarkdownTable:
        rows = [row for part in node.children for row in part.children]
        head, *cells = (
            tuple(self._read_without_rule(self._inline(cell, _line(row)), "cell of a table") for cell in row.children)
            for row in rows
        )
        aligns = tuple(_align(cell) for cell in rows[0].children)
        lines = tuple(map(_line, rows[1:]))
        for line in lines:
            count = _count_cells(self._lines[line - 1])
            if count != len(head):
                self.note(line, "table-cells", f"cells of the row: {count}, of the head: {len(head)}")
        return MarkdownTable(aligns, head, tuple(cells), _line(node), lines)

    def _read_without_rule(self, inline: tuple[Spans, RuleName | None], what: str) -> Spans:
        """Returns the spans of a block that cannot be a rule; reports a rule name in it."""
        spans, rule = inline
        if rule:
            hint = "name the heading above it, or the paragraph before it"
            self.note(rule.line, "rule-name", f"a {what} cannot be the rule `{rule.id or rule.number}`", hint)
        return spans


def _line(node: SyntaxTreeNode) -> int:
    return node.map[0] + 1 if node.map else 0


def _count_cells(line: str) -> int:
    """Counts the cells of a row in the source, also in a panel or a list; Markdown drops excess cells."""
    cells = _BAR.split(line.lstrip("> \t").rstrip())
    return len(cells[not cells[0] : len(cells) - (len(cells) > 1 and not cells[-1])])


def _align(cell: SyntaxTreeNode) -> Align:
    style = str(cell.attrs.get("style", ""))
    aligns: tuple[Align, ...] = ("right", "center", "left")
    return next((align for align in aligns if align in style), "start")


class Documents:
    """Reads the leaflets of a kit."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._folder = open_folder(kit.folder, Findings())
        self._signs = {*kit.theme.icons, *(name.rpartition(".")[0] for name in kit.art)}
        self._figures = {name for name, face in kit.faces.items() if face.size is not None}

    def read(self, leaflet: Leaflet, language: str) -> LeafletDocument:
        """Returns a leaflet in one language, with its findings. Raises KitError if it is not text."""
        name = f"{leaflet.file}.{language}.md"
        findings = Findings()
        text = read_text(self._folder, name, findings)
        if text is None:
            raise KitError(findings.errors)
        document = read_leaflet(text, self._folder.display_name(name), self._figures, self._signs)
        # A sign is called by the glossary's word for it; faults of a glossary are found where it is checked.
        name = f"glossary.{language}.toml"
        glossary = read_document(self._folder, name, Findings()) if name in self._folder.files else None
        terms = glossary.values.items() if glossary else ()
        words = {key: term.get("word") for key, term in terms if isinstance(term, Mapping)}
        signs = {key: " ".join(word.split()) for key, word in words.items() if isinstance(word, str)}
        return replace(document, signs=signs)


def find_uneven_rules(kit: Kit, components: Iterable[AnyComponent]) -> tuple[Finding, ...]:
    """Returns findings for rules that one language of a leaflet has and another lacks, or has in another place.

    Raises KitError if the leaflets exceed the limits.
    """
    found: list[Finding] = []
    documents, blocks = Documents(kit), 0
    for component in components:
        if not isinstance(component, Leaflet):
            continue
        read = [documents.read(component, language) for language in kit.languages]
        excess = [finding for document in read for finding in document.findings if finding.code == "size"]
        if excess:
            raise KitError(excess[:1])
        found.extend(compare_rules(read))
        blocks += sum(document.size for document in read)
        if blocks > bounds.ALL_BLOCKS.most:
            message = f"with this leaflet the kit has more than {bounds.ALL_BLOCKS.most} {bounds.ALL_BLOCKS.unit}"
            raise KitError(
                [Finding("error", "size", Place(kit.file, component.line, "file"), message, "split the kit")]
            )
    return tuple(found)

"""What a kit has but never uses: words, art, rows, faces, styles, colours. Each may be a slip in a name elsewhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise

import msgspec

from pnp.check.rules import key_place
from pnp.findings import Finding, Findings, Place
from pnp.kit import Kit
from pnp.kit.bindings import Template, parse_template
from pnp.kit.draw import nodes, templates
from pnp.kit.expressions import Node, bindings, lookups
from pnp.kit.folder import KitFolder, open_folder, read_text
from pnp.kit.hints import accepted
from pnp.kit.lessons import FILE, STEM
from pnp.kit.lines import KeyPath
from pnp.kit.model import AnyComponent, Faced, Leaflet, Localised, Record, Standee, TuckBox, Value
from pnp.kit.products import KIT_FILE
from pnp.kit.rows import expand
from pnp.kit.source import read_document
from pnp.kit.structs import read_struct, shown
from pnp.kit.theme import press_theme
from pnp.kit.words import read_words
from pnp.leaflet.documents import Documents
from pnp.text.markup import BRACE, parse_markup

_BRACED = re.compile(r"\{([A-Za-z0-9_./-]+)\}")
_FIGURE = re.compile(r"face:([A-Za-z0-9-]+)")
_MOST_PATTERNS = 1_000
"""A kit whose templates have more forms than this could mean any name: then nothing counts as unused by its name."""
_PRESS_COLOURS = ("accent",)
"""Colours that the press itself uses of a kit that has them."""


def unused(kit: Kit) -> tuple[Finding, ...]:
    """A warning for each thing of the kit that no face, leaflet, component or other row uses.

    The press's own art, styles and colours are not asked for, nor what a kit changes of them.
    """
    folder = open_folder(kit.folder, Findings())
    paths, named = _paths(kit), _named(kit, folder)
    return (
        *_unused_words(kit, folder, paths),
        *_unused_art(kit, folder, named),
        *_unused_rows(kit, folder, paths),
        *_unused_faces(kit, folder),
        *_unused_styles(kit, folder),
        *_unused_colours(kit, folder, named),
        *_unused_gradients(kit, folder, named),
    )


def _paths(kit: Kit) -> set[str]:
    """Every dotted name that a face, or a word, binds or asks for."""
    draws = (draw for face in kit.faces.values() for draw in face.draws)
    names = {name for draw in draws for node in nodes(draw) for name in _names(node)}
    for text in (text for texts in kit.words.values() for text in texts.texts.values()):
        names |= {name for node in parse_template(text).nodes for name in _names(node)}
    return names


def _names(node: Node) -> Iterator[str]:
    """What an expression names: things by their dotted paths, and tables that it looks into."""
    yield from (binding.name for binding in bindings(node))
    yield from (found.table for found in lookups(node))


def _unused_words(kit: Kit, folder: KitFolder, paths: set[str]) -> Iterator[Finding]:
    used = paths | {name for text in _leaflets(folder) for name in _BRACED.findall(text)}
    name = f"words.{kit.languages[0]}.toml"
    for key in kit.words:
        if key not in used and not any(f"{key}.{language}" in used for language in kit.languages):
            hint = "delete it, or use it as {" + key + "} in a face"
            place = key_place(folder, name, tuple(key.split(".")), key)
            yield Finding("warning", "unused-word", place, f"the word {key} is never used", hint)


def _unused_art(kit: Kit, folder: KitFolder, named: _Named) -> Iterator[Finding]:
    for name, path in kit.art.items():
        stem = name.rpartition(".")[0]
        if path.is_relative_to(kit.folder) and not (named.has(name) or named.has(stem)):
            file = folder.shown(f"art/{name}")
            hint = "delete it, or draw it in a face"
            yield Finding("warning", "unused-art", Place(file), "the drawing is never used", hint)


class _Pattern(msgspec.Struct, frozen=True):
    """What a template such as `dye-{id}` may come to: its constant parts, in order, with anything between."""

    parts: tuple[str, ...]

    def matches(self, name: str) -> bool:
        """Linear in the name: a kit could have templates that regular expressions take for ever over."""
        first, *middle, last = self.parts
        if not (name.startswith(first) and name.endswith(last)):
            return False
        at, end = len(first), len(name) - len(last)
        for part in middle:
            found = name.find(part, at, end)
            if found < 0:
                return False
            at = found + len(part)
        return at <= end


class _Named(msgspec.Struct, frozen=True):
    """What could be the name of art or of a colour: whole texts, what texts have in braces, patterns."""

    names: set[str]
    patterns: Sequence[_Pattern]

    def has(self, name: str) -> bool:
        return name in self.names or any(pattern.matches(name) for pattern in self.patterns)


def _pattern(template: Template) -> _Pattern:
    parts = [""]
    for part in template.parts:
        if isinstance(part, str):
            parts[-1] += part
        else:
            parts.append("")
    return _Pattern(tuple(parts))


def _named(kit: Kit, folder: KitFolder) -> _Named:
    """What could be the name of art or of a colour, in faces, tables, words and leaflets."""
    names: set[str] = set(kit.theme.icons.values())
    patterns: list[_Pattern] = []
    for key, template in (found for face in kit.faces.values() for draw in face.draws for found in templates(draw)):
        if template.constant is not None:
            names |= {template.constant, *_BRACED.findall(template.constant)}
        else:
            names |= {name for node in template.nodes for name in _names(node)}
            if not template.alone and key != "text":
                patterns.append(_pattern(template))
    for text in (*_texts(kit), *_leaflets(folder)):
        names |= {text, *_BRACED.findall(text)}
    forms = dict.fromkeys(patterns)
    names = {unicodedata.normalize("NFC", name) for name in names}  # as those of files are
    return _Named(names, [*forms] if len(forms) <= _MOST_PATTERNS else [_Pattern(("", ""))])


def _texts(kit: Kit) -> Iterator[str]:
    """Every text of every cell and every word."""
    for table in kit.tables.values():
        for record in table.rows:
            for value in record.values.values():
                yield from _strings(value)
    for texts in kit.words.values():
        yield from texts.texts.values()


def _strings(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Localised):
        yield from value.texts.values()
    elif isinstance(value, tuple):
        for part in value:
            yield from _strings(part)


def _leaflets(folder: KitFolder) -> Iterable[str]:
    return (read_text(folder, name, Findings()) or "" for name in folder.names("*.md"))


def _unused_rows(kit: Kit, folder: KitFolder, paths: set[str]) -> Iterator[Finding]:
    """Tables that nothing mentions, and rows that no component prints though it prints others of their table."""
    used = {id(record) for component in kit.components for record, _ in expand(kit, component)}
    for table in kit.tables.values():
        for record in table.rows:
            for value in record.values.values():
                used |= {id(part) for part in (value if isinstance(value, tuple) else (value,))}
    named = {path.partition(".")[0] for path in paths}
    named |= {kind.table for face in kit.faces.values() for kind in face.inputs.values()}
    for table in kit.tables.values():
        copies = [component.copies for component in kit.components if component.each == table.name]
        unused = [row for row in table.rows if id(row) not in used and not _none_wanted(row, copies)]
        # Of a product a `where` leaves out what nobody wrote.
        made = bool(copies) and table.file == KIT_FILE
        if unused and table.name not in named and not made:
            keys = ", ".join(row.key for row in unused[:8]) + (", …" if len(unused) > 8 else "")
            place = Place(folder.shown(table.file), unused[0].line)
            hint = "correct the component's where and copies, or delete the rows"
            yield Finding("warning", "unused-row", place, f"never printed: {keys}", hint)


def _none_wanted(row: Record, copies: list[str | int]) -> bool:
    """Whether a row says itself, in a column that a component takes its copies from, that it is not printed."""
    own = [column for column in copies if isinstance(column, str) and "." not in column]
    return any(not row.values.get(column) for column in own)


def _unused_faces(kit: Kit, folder: KitFolder) -> Iterator[Finding]:
    """Faces that no component and no lesson shows, no leaflet has as a figure, and no such face calls."""
    known = {name for component in kit.components for name in _faces_of(component)}
    known |= {lesson.face for lesson in kit.lessons}
    known |= {name for text in _leaflets(folder) for name in _FIGURE.findall(text)}
    ahead = [name for name in known if name in kit.faces]
    while ahead:
        calls = {draw.face_called for draw in kit.faces[ahead.pop()].draws if draw.face_called}
        ahead += [name for name in calls - known if name in kit.faces]
        known |= calls
    for name, face in kit.faces.items():
        if name not in known:
            hint = f'delete it, or show it: face = "{name}"'
            yield Finding("warning", "unused-face", Place(face.file), "the face is never used", hint)


def _faces_of(component: AnyComponent) -> tuple[str, ...]:
    match component:
        case Standee():
            return component.face, component.back, component.foot_face, component.base_face
        case Faced():
            return component.face, component.back
        case TuckBox(faces=faces):
            return faces.front, faces.back, faces.side, faces.top, faces.tray
        case Leaflet(cover=str() as face):
            return (face,)
        case _:
            return ()


def _unused_styles(kit: Kit, folder: KitFolder) -> Iterator[Finding]:
    """Styles of a face that no text of it has, and the kit's own styles that no face has or changes."""
    theme, press = kit.theme.styles, press_theme().styles
    wanted: set[str] = set()
    for name, face in kit.faces.items():
        used = {draw.style_used for draw in face.draws if draw.style_used}
        wanted |= used | face.own_styles
        for style in sorted(face.own_styles - used):
            yield _unused_style(folder, f"faces/{name}.toml", style)
    for style in theme:
        if style not in press and style not in wanted:
            yield _unused_style(folder, "theme.toml", style)


def _unused_style(folder: KitFolder, name: str, style: str) -> Finding:
    place = key_place(folder, name, ("style", style))
    hint = f'delete it, or set a text in it: style = "{style}"'
    return Finding("warning", "unused-style", place, f"the style {style} is never used", hint)


def _unused_colours(kit: Kit, folder: KitFolder, named: _Named) -> Iterator[Finding]:
    own = [name for name in kit.theme.colours if name not in press_theme().colours and name not in _PRESS_COLOURS]
    if not own:
        return
    names = {style.colour for style in kit.theme.styles.values()}
    names |= {style.colour for face in kit.faces.values() for style in face.styles.values()}
    names |= _aliased(folder)
    names |= {stop.colour.constant or "" for spec in kit.theme.gradients.values() for stop in spec.stops}
    for name in own:
        if name not in names and not named.has(name):
            place = key_place(folder, "theme.toml", ("colour", name))
            hint = "delete it, or use it in a face, a style, a table or a text"
            yield Finding("warning", "unused-colour", place, f"the colour {name} is never used", hint)


def _unused_gradients(kit: Kit, folder: KitFolder, named: _Named) -> Iterator[Finding]:
    for name in kit.theme.gradients:
        if not named.has(name):
            place = key_place(folder, "theme.toml", ("gradient", name))
            hint = "delete it, or fill a shape with it"
            yield Finding("warning", "unused-gradient", place, f"the gradient {name} is never used", hint)


def _aliased(folder: KitFolder) -> set[str]:
    """The colours that the theme gives another name."""
    document = read_document(folder, "theme.toml", Findings())
    section = document.values.get("colour") if document else None
    return {value for value in section.values() if isinstance(value, str)} if isinstance(section, dict) else set()


LONGEST = 6
"""Words of the longest name that a glossary may hold."""
LONGEST_UNPARTED = 40
"""Letters of the longest name in scripts without blanks between words."""
MOST_FOUND = 40
"""Findings for one language; nobody reads more before mending some."""
_HIDDEN = re.compile(r"\{[^{}\n]*\}|\]\([^()\n]*\)|https?://\S+")
"""What is no text: bindings, signs and rules in braces, the ends of links."""
_GAP = "·"
_SAID = ("text", "item", "table", "cells", "head")
"""The keys of drawing words that are running text."""
_KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_UNPARTED = "\u3005-\u3007\u3041-\u309f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Hiragana and ideographs: nobody knows where a word of them ends, so each letter may end one."""
_SYLLABLES = "\u0e01-\u0e5b\u0e81-\u0edf\u1000-\u109f\u1780-\u17d3"
"""Thai, Lao, Burmese and Khmer, as those; but their marks stay with their letters."""
_MARKS = "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3"
_WORD = re.compile(
    f"[{_KATAKANA}]+|[{_UNPARTED}]|[{_SYLLABLES}][{_MARKS}]*|(?:(?![{_KATAKANA}{_UNPARTED}{_SYLLABLES}])[^\\W\\d_])+"
)
"""A word; where there are no blanks between words, what of one cannot be parted."""
_RUN = re.compile(r"[^\W\d_]+")

Phrase = tuple[str, ...]


class Term(msgspec.Struct, frozen=True):
    """One thing: its word, the word for several, and the words that are not used for it."""

    word: str
    plural: str = ""
    never: tuple[str, ...] = msgspec.field(name="not", default=())

    def __str__(self) -> str:
        return f"“{self.word}”" + (f", “{self.plural}”" if self.plural else "")


class _Text(msgspec.Struct, frozen=True):
    """A text of one language and where it stands; a line of a leaflet still has no column."""

    text: str
    place: Place


def wrong_words(kit: Kit) -> Findings:
    """A finding for each word that a glossary does not want, and for each fault of a glossary."""
    findings = Findings()
    folder = open_folder(kit.folder, Findings())
    for language in kit.languages:
        phrases = _phrases(folder, language, findings)
        if phrases:
            longest = max(map(len, phrases))
            wrong = (found for text in _kit_texts(kit, folder, language) for found in _found(text, phrases, longest))
            findings.extend(islice(wrong, MOST_FOUND))
    return findings


def _phrases(folder: KitFolder, language: str, findings: Findings) -> dict[Phrase, Term | None]:
    """What each phrase should have been; None for those that are right, which may hold wrong ones."""
    name = f"glossary.{language}.toml"
    document = read_document(folder, name, findings) if name in folder.files else None
    if document is None:
        return {}
    wrong: dict[Phrase, Term | None] = {}
    right: dict[Phrase, Term | None] = {}
    for key, table in document.values.items():
        term = read_struct(Term, table, document.source, (key,))
        if term is None:
            continue
        right |= {_phrase(word): None for word in (term.word, term.plural) if _is_name(word)}
        for number, never in enumerate(term.never):
            if _is_name(never):
                wrong[_phrase(never)] = term
            else:
                message = f"{shown(never)} has no word, or more than {LONGEST}"
                document.source.error((key, "not", number), "value", message, "write the words as texts have them")
    return wrong | right


def _is_name(text: str) -> bool:
    return 0 < len(_RUN.findall(text)) <= LONGEST and len(_phrase(text)) <= LONGEST_UNPARTED


def _phrase(text: str) -> Phrase:
    return tuple(word.casefold() for word in _WORD.findall(text))


def _kit_texts(kit: Kit, folder: KitFolder, language: str) -> Iterator[_Text]:
    """All texts of a language: words, lessons, cells, titles, leaflets; in a kit of one language those that name none,
    too."""
    for key, word in kit.words.items():
        if language in word.texts:
            place = key_place(folder, f"words.{language}.toml", tuple(key.split(".")), key)
            yield _Text(word.texts[language], place)
    for lesson in kit.lessons:
        for name, word in lesson.words.items():
            place = key_place(folder, f"{STEM}.{language}.toml", (lesson.id, name), f"{lesson.id}.{name}")
            yield _Text(word[language], place)
    for table in kit.tables.values():
        for record in table.rows:
            for column, value in record.values.items():
                file = folder.shown(table.file)
                if isinstance(value, Localised) and language in value.texts:
                    yield _Text(value.texts[language], Place(file, record.line, f"{column}.{language}"))
                elif isinstance(value, tuple):
                    said = (item.texts.get(language, "") for item in value if isinstance(item, Localised))
                    yield from (_Text(text, Place(file, record.line, f"{column}.{language}")) for text in said)
                elif type(value) is str and column != table.key and len(kit.languages) == 1:
                    yield _Text(value, Place(file, record.line, column))
    yield from _titles(kit, folder, language)
    for name in folder.names(f"*.{language}.md"):
        for number, line in enumerate((read_text(folder, name, Findings()) or "").splitlines(), start=1):
            yield _Text(line, Place(folder.shown(name), number))
    if len(kit.languages) == 1:
        yield from _face_texts(kit)


def _titles(kit: Kit, folder: KitFolder, language: str) -> Iterator[_Text]:
    """What kit.toml says: titles, and what to bring."""
    titles: list[tuple[KeyPath, Localised]] = [(("kit", "title"), kit.title)]
    titles += [(("bring", number, "text"), text) for number, text in enumerate(kit.bring)]
    for path, title in titles:
        yield _Text(title[language], key_place(folder, "kit.toml", path))
    for component in kit.components:
        yield _Text(component.title[language], Place(kit.file, component.line, "title"))


def _face_texts(kit: Kit) -> Iterator[_Text]:
    for face in kit.faces.values():
        for draw in face.draws:
            for key, template in templates(draw):
                if key in _SAID:
                    parts = (part if isinstance(part, str) else _GAP for part in template.parts)
                    yield _Text("".join(parts), Place(face.file, draw.row, key))


def _found(text: _Text, phrases: Mapping[Phrase, Term | None], longest: int) -> Iterator[Finding]:
    """Each wrong phrase of a text; of several that begin at one word the longest counts, and rules out the others."""
    shown_text = _HIDDEN.sub(lambda hidden: _GAP * len(hidden[0]), text.text)
    words = list(_WORD.finditer(shown_text))
    folded = tuple(word[0].casefold() for word in words)
    at = 0
    while at < len(words):
        length = next((n for n in range(longest, 0, -1) if _reads(words, folded, at, n, shown_text, phrases)), 0)
        term = phrases[folded[at : at + length]] if length else None
        if term is not None:
            start = words[at].start()
            said = text.text[start : words[at + length - 1].end()]
            place = text.place if text.place.column else Place(text.place.file, text.place.row, str(start + 1))
            yield Finding("warning", "wrong-word", place, f"the kit does not say “{said}”", f"say {term}")
        at += length or 1


def _reads(
    words: list[re.Match[str]],
    folded: Phrase,
    at: int,
    length: int,
    text: str,
    phrases: Mapping[Phrase, Term | None],
) -> bool:
    """Whether a phrase stands at a word, with nothing but blanks between its own, or with nothing."""
    if folded[at : at + length] not in phrases or at + length > len(words):
        return False
    pairs = pairwise(words[at : at + length])
    return all(not text[first.end() : second.start()].strip() for first, second in pairs)


def lesson_faults(kit: Kit) -> Iterator[Finding]:
    """Errors for rules that no leaflet has and for signs that are not there, warnings for words of no lesson."""
    if kit.lessons:
        folder = open_folder(kit.folder, Findings())
        yield from _rules(kit, folder)
        yield from _signs(kit, folder)
        yield from _words(kit, folder)


def _rules(kit: Kit, folder: KitFolder) -> Iterator[Finding]:
    documents = Documents(kit)
    leaflets = [component for component in kit.components if isinstance(component, Leaflet)]
    rules = [rule.id for leaflet in leaflets for rule in documents.read(leaflet, kit.languages[0]).rules if rule.id]
    for number, lesson in enumerate(kit.lessons):
        for key, named in (("rule", (lesson.rule,)), ("met", lesson.met)):
            for rule in named:
                if rule not in rules:
                    place = key_place(folder, FILE, ("lesson", number, key))
                    yield Finding("error", "unknown-rule", place, f"no rule is called {rule}", accepted(rules, rule))


def _signs(kit: Kit, folder: KitFolder) -> Iterator[Finding]:
    known = {*kit.theme.icons, *(name.rpartition(".")[0] for name in kit.art)}
    for lesson in kit.lessons:
        for name, text in lesson.words.items():
            for language, said in text.texts.items():
                for span in chain.from_iterable(parse_markup(said)):
                    if span.icon and span.icon not in known:
                        file, key = f"{STEM}.{language}.toml", f"{lesson.id}.{name}"
                        place = key_place(folder, file, (lesson.id, name), key)
                        alone = span.icon in ("{", "}")
                        message = "a brace stands alone" if alone else f"there is no sign {span.icon}"
                        hint = BRACE if alone else accepted(known, span.icon)
                        yield Finding("error", "unknown-icon", place, message, hint)


def _words(kit: Kit, folder: KitFolder) -> Iterator[Finding]:
    known = {lesson.id for lesson in kit.lessons}
    file = f"{STEM}.{kit.languages[0]}.toml"
    for key in read_words(folder, kit.languages, Findings(), STEM):
        if key.partition(".")[0] not in known:
            place = key_place(folder, file, tuple(key.split(".")), key)
            hint = f"delete it, or add the lesson to {FILE}"
            yield Finding("warning", "unused-word", place, f"the word {key} belongs to no lesson", hint)

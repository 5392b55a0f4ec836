"""Rules for the kit as a whole: unused parts (perhaps a misspelt name elsewhere), its glossary, its lessons."""

from __future__ import annotations

import glob
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from itertools import chain, islice, pairwise

import msgspec

from pnp.check.rules import find_key_place, report
from pnp.findings import Finding, Findings, Place
from pnp.kit import Kit
from pnp.kit.evaluation import expand
from pnp.kit.expressions import bindings, lookups, parse_template
from pnp.kit.face_files import templates
from pnp.kit.folder import KitFolder, open_folder, read_text
from pnp.kit.model import AnyComponent, Faced, Leaflet, Localised, PadSpec, Standee, TuckBox
from pnp.kit.tables import KIT_FILE
from pnp.kit.theme import read_press_theme
from pnp.kit.toml_source import accepted, quote, read_document, read_struct
from pnp.kit.word_files import LESSON_FILE, LESSON_STEM, read_words
from pnp.leaflet.parser import Documents
from pnp.sheet.paper import Paper
from pnp.text.markup import BRACE, parse_markup

_BRACED = re.compile(r"\{([A-Za-z0-9_./-]+)\}")
_FIGURE = re.compile(r"face:([A-Za-z0-9-]+)")
_MOST_PATTERNS = 1_000
"""A kit whose templates have more forms than this could mean any name: then nothing counts as unused by its name."""
_PRESS_COLOURS = ("accent",)
"""Colours that the press itself uses of a kit that has them."""


# --- pads ---------------------------------------------------------------------------------------------------


def find_tight_pads(kit: Kit, paper: Paper) -> Iterator[Finding]:
    """Warns of each pad of which four fit on the paper, but not inside the printer's margins."""
    for pad in (component for component in kit.components if isinstance(component, PadSpec)):
        width, height = (2 * length for length in pad.size)
        lying = [lies for lies in (False, True) if width <= paper.size(lies)[0] and height <= paper.size(lies)[1]]
        rooms = [paper.field(lies, beside) for lies in lying for beside in (False, True)]
        lacking = [(max(0.0, width - room.width), max(0.0, height - room.height)) for room in rooms]
        if lacking and (0.0, 0.0) not in lacking:
            across, down = min(lacking, key=sum)
            message = (
                f"four of {pad.id} fit on {paper.title}, but not inside its margins: "
                f"{across:.1f} mm across and {down:.1f} mm down are missing"
            )
            hint = f"make it {pad.size[0] - across / 2:.1f} × {pad.size[1] - down / 2:.1f} mm"
            yield report("pads-short", Place(kit.file, pad.line, "size"), message, hint=hint)


# --- unused things ----------------------------------------------------------------------------------------


def find_unused(kit: Kit) -> Iterator[Finding]:
    """Warns of each part of the kit that no face, leaflet, component or other row uses.

    The press's own art, styles and colours, and changes to them, are exempt.
    """
    folder = open_folder(kit.folder, Findings())
    leaflets = "\n".join(read_text(folder, name, Findings()) or "" for name in folder.names("*.md"))
    words = (parse_template(text) for texts in kit.words.values() for text in texts.texts.values())
    draws = (draw for face in kit.faces.values() for draw in face.draws)
    paths = {name for value in (*draws, *words) for name in _list_bindings(value)}
    is_named = _name_test(kit, leaflets)
    used = paths | set(_BRACED.findall(leaflets))
    for key in kit.words:
        if key not in used and not any(f"{key}.{language}" in used for language in kit.languages):
            place = find_key_place(folder, f"words.{kit.languages[0]}.toml", tuple(key.split(".")), key)
            hint = "delete it, or use it as {" + key + "} in a face"
            yield report("unused-word", place, f"the word {key} is never used", hint=hint)
    for name, path in kit.art.items():
        if path.is_relative_to(kit.folder) and not (is_named(name) or is_named(name.rpartition(".")[0])):
            yield report("unused-art", Place(folder.display_name(f"art/{name}")), "the drawing is never used")
    yield from _find_unused_rows(kit, folder, paths)
    yield from _find_unused_faces(kit, leaflets)
    yield from _find_unused_styles(kit, folder)
    yield from _find_unused_paints(kit, folder, is_named)


def _list_bindings(value: object) -> Iterator[str]:
    yield from (binding.name for binding in bindings(value))
    yield from (found.table for found in lookups(value))


def _name_test(kit: Kit, leaflets: str) -> Callable[[str], bool]:
    """Returns a test of whether faces, tables, words or leaflets may name some art or colour: by a whole text, by text
    in braces, or by a pattern, the constant parts of a template such as `dye-{id}`."""
    texts: set[str] = {leaflets, *kit.theme.icons.values(), *_list_texts(kit)}
    names: set[str] = set()
    patterns: set[str] = set()
    for key, template in (found for face in kit.faces.values() for draw in face.draws for found in templates(draw)):
        if template.constant is not None:
            texts.add(template.constant)
        else:
            names |= set(_list_bindings(template))
            if not template.alone and key != "text":
                patterns.add("".join(glob.escape(part) if isinstance(part, str) else "*" for part in template.parts))
    names |= texts | {name for text in texts for name in _BRACED.findall(text)}
    names = {unicodedata.normalize("NFC", name) for name in names}  # as those of files are
    patterns = patterns if len(patterns) <= _MOST_PATTERNS else {"*"}
    return lambda name: name in names or any(fnmatchcase(name, pattern) for pattern in patterns)


def _list_texts(kit: Kit) -> Iterator[str]:
    values = (value for table in kit.tables.values() for row in table.rows for value in row.values.values())
    for part in (part for value in values for part in (value if isinstance(value, tuple) else (value,))):
        if isinstance(part, str):
            yield part
        elif isinstance(part, Localised):
            yield from part.texts.values()
    for texts in kit.words.values():
        yield from texts.texts.values()


def _find_unused_rows(kit: Kit, folder: KitFolder, paths: set[str]) -> Iterator[Finding]:
    """Yields tables that nothing mentions, and rows that no component prints though it prints others of their
    table."""
    used = {id(record) for component in kit.components for record, _ in expand(kit, component)}
    for table in kit.tables.values():
        for record in table.rows:
            for value in record.values.values():
                used |= {id(part) for part in (value if isinstance(value, tuple) else (value,))}
    mentioned = {path.partition(".")[0] for path in paths}
    mentioned |= {kind.table for face in kit.faces.values() for kind in face.inputs.values()}
    for table in kit.tables.values():
        copies = [component.copies for component in kit.components if component.each == table.name]
        # A row may say itself that it is not printed, in a column that a component takes its copies from.
        columns = [one for one in copies if isinstance(one, str) and "." not in one]
        rows = [row for row in table.rows if id(row) not in used and all(row.values.get(one) for one in columns)]
        # Of a product a `where` leaves out what nobody wrote.
        is_product = bool(copies) and table.file == KIT_FILE
        if rows and table.name not in mentioned and not is_product:
            keys = ", ".join(row.key for row in rows[:8]) + (", …" if len(rows) > 8 else "")
            yield report("unused-row", Place(folder.display_name(table.file), rows[0].line), f"never printed: {keys}")


def _find_unused_faces(kit: Kit, leaflets: str) -> Iterator[Finding]:
    """Yields faces that no component, lesson, leaflet or print guide shows, directly or through other faces."""
    known = {name for component in kit.components for name in _faces_of(component)}
    known |= {lesson.face for lesson in kit.lessons} | {str(kit.guide)}
    known |= set(_FIGURE.findall(leaflets))
    ahead = [name for name in known if name in kit.faces]
    while ahead:
        calls = {draw.face_called for draw in kit.faces[ahead.pop()].draws if draw.face_called}
        ahead += [name for name in calls - known if name in kit.faces]
        known |= calls
    for name, face in kit.faces.items():
        if name not in known:
            hint = f'delete it, or show it: face = "{name}"'
            yield report("unused-face", Place(face.file), "the face is never used", hint=hint)


def _faces_of(component: AnyComponent) -> tuple[str, ...]:
    match component:
        case Standee():
            return component.face, component.back, component.foot_face, component.base_face
        case Faced():
            return component.face, component.back
        case TuckBox(faces=faces):
            return msgspec.structs.astuple(faces)
        case Leaflet(cover=str() as face):
            return (face,)
        case _:
            return ()


def _find_unused_styles(kit: Kit, folder: KitFolder) -> Iterator[Finding]:
    wanted: set[str] = set()
    found: list[tuple[str, str]] = []
    for name, face in kit.faces.items():
        used = {draw.style_used for draw in face.draws if draw.style_used}
        wanted |= used | face.own_styles
        found += [(f"faces/{name}.toml", style) for style in sorted(face.own_styles - used)]
    own = [style for style in kit.theme.styles if style not in read_press_theme().styles]
    for file, style in (*found, *(("theme.toml", style) for style in own if style not in wanted)):
        hint = f'delete it, or set a text in it: style = "{style}"'
        place = find_key_place(folder, file, ("style", style))
        yield report("unused-style", place, f"the style {style} is never used", hint=hint)


def _find_unused_paints(kit: Kit, folder: KitFolder, is_named: Callable[[str], bool]) -> Iterator[Finding]:
    theme = kit.theme
    document = read_document(folder, "theme.toml", Findings())
    section = document.values.get("colour") if document else None
    used = {value for value in section.values() if isinstance(value, str)} if isinstance(section, dict) else set()
    styles = chain(theme.styles.values(), *(face.styles.values() for face in kit.faces.values()))
    used |= {*_PRESS_COLOURS, *read_press_theme().colours, *(style.colour for style in styles)}
    used |= {stop.colour.constant or "" for gradient in theme.gradients.values() for stop in gradient.stops}
    own = [("colour", name) for name in theme.colours if name not in used]
    for kind, name in (*own, *(("gradient", name) for name in theme.gradients)):
        if not is_named(name):
            place = find_key_place(folder, "theme.toml", (kind, name))
            yield report(f"unused-{kind}", place, f"the {kind} {name} is never used")


# --- glossary ---------------------------------------------------------------------------------------------

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
    """A glossary term: singular, plural, and the words not to be used for it."""

    word: str
    plural: str = ""
    never: tuple[str, ...] = msgspec.field(name="not", default=())

    def __str__(self) -> str:
        return f"“{self.word}”" + (f", “{self.plural}”" if self.plural else "")


def find_wrong_words(kit: Kit) -> Findings:
    """Returns a finding for each word that a glossary rejects, and for each fault of a glossary."""
    findings = Findings()
    folder = open_folder(kit.folder, Findings())
    for language in kit.languages:
        phrases = _read_glossary(folder, language, findings)
        if phrases:
            longest = max(map(len, phrases))
            texts = _list_kit_texts(kit, folder, language)
            wrong = (found for text, place in texts for found in _find_in_text(text, place, phrases, longest))
            findings.extend(islice(wrong, MOST_FOUND))
    return findings


def _read_glossary(folder: KitFolder, language: str, findings: Findings) -> dict[Phrase, Term | None]:
    """Maps phrases to the right term; None for right phrases that may contain a wrong one."""
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
        right |= {_split_words(word): None for word in (term.word, term.plural) if _is_name(word)}
        for number, never in enumerate(term.never):
            if _is_name(never):
                wrong[_split_words(never)] = term
            else:
                message = f"{quote(never)} has no word, or more than {LONGEST}"
                document.source.error((key, "not", number), "value", message, "write the words as texts have them")
    return wrong | right


def _is_name(text: str) -> bool:
    return 0 < len(_RUN.findall(text)) <= LONGEST and len(_split_words(text)) <= LONGEST_UNPARTED


def _split_words(text: str) -> Phrase:
    return tuple(word.casefold() for word in _WORD.findall(text))


def _list_kit_texts(kit: Kit, folder: KitFolder, language: str) -> Iterator[tuple[str, Place]]:
    """Yields all texts of a language with their places: words, lessons, cells, titles, leaflets; in a kit of one
    language also those without a language. A leaflet's line has no column yet."""
    alone = len(kit.languages) == 1
    for key, word in kit.words.items():
        if language in word.texts:
            yield word.texts[language], find_key_place(folder, f"words.{language}.toml", tuple(key.split(".")), key)
    for lesson in kit.lessons:
        for name, word in lesson.words.items():
            file = f"{LESSON_STEM}.{language}.toml"
            yield word[language], find_key_place(folder, file, (lesson.id, name), f"{lesson.id}.{name}")
    for table in kit.tables.values():
        for record in table.rows:
            for column, value in record.values.items():
                place = Place(folder.display_name(table.file), record.line, column)
                for one in value if isinstance(value, tuple) else (value,):
                    if isinstance(one, Localised) and language in one.texts:
                        yield one.texts[language], Place(place.file, place.row, f"{column}.{language}")
                if type(value) is str and column != table.key and alone:
                    yield value, place
    yield kit.title[language], find_key_place(folder, "kit.toml", ("kit", "title"))
    for number, text in enumerate(kit.bring):
        yield text[language], find_key_place(folder, "kit.toml", ("bring", number, "text"))
    for component in kit.components:
        yield component.title[language], Place(kit.file, component.line, "title")
    for name in folder.names(f"*.{language}.md"):
        for number, line in enumerate((read_text(folder, name, Findings()) or "").splitlines(), start=1):
            yield line, Place(folder.display_name(name), number)
    draws = [(face.file, draw) for face in kit.faces.values() for draw in face.draws]
    for file, draw in draws if alone else ():
        for key, template in templates(draw):
            if key in _SAID:
                parts = (part if isinstance(part, str) else _GAP for part in template.parts)
                yield "".join(parts), Place(file, draw.row, key)


def _find_in_text(text: str, place: Place, phrases: Mapping[Phrase, Term | None], longest: int) -> Iterator[Finding]:
    """Yields each wrong phrase of a text. Of phrases that start at one word, only the longest counts."""
    visible = _HIDDEN.sub(lambda hidden: _GAP * len(hidden[0]), text)
    words = list(_WORD.finditer(visible))
    folded = tuple(word[0].casefold() for word in words)

    def is_phrase(at: int, length: int) -> bool:
        """Returns whether a phrase stands at a word, with only spaces, or nothing, between its words."""
        pairs = pairwise(words[at : at + length])
        is_known = at + length <= len(words) and folded[at : at + length] in phrases
        return is_known and not any(visible[one.end() : other.start()].strip() for one, other in pairs)

    at = 0
    while at < len(words):
        length = next((n for n in range(longest, 0, -1) if is_phrase(at, n)), 0)
        term = phrases[folded[at : at + length]] if length else None
        if term is not None:
            start = words[at].start()
            wrong = text[start : words[at + length - 1].end()]
            where = place if place.column else Place(place.file, place.row, str(start + 1))
            yield report("wrong-word", where, f"the kit does not say “{wrong}”", hint=f"say {term}")
        at += length or 1


# --- lessons ----------------------------------------------------------------------------------------------


def find_lesson_faults(kit: Kit) -> Iterator[Finding]:
    """Yields errors for unknown rules and icons in lessons, and warnings for texts of no lesson."""
    if kit.lessons:
        folder = open_folder(kit.folder, Findings())
        documents = Documents(kit)
        leaflets = [component for component in kit.components if isinstance(component, Leaflet)]
        every = [rule.id for leaflet in leaflets for rule in documents.read(leaflet, kit.languages[0]).rules if rule.id]
        for number, lesson in enumerate(kit.lessons):
            for key, rule in (("rule", lesson.rule), *(("met", met) for met in lesson.met)):
                if rule not in every:
                    place = find_key_place(folder, LESSON_FILE, ("lesson", number, key))
                    yield report("unknown-rule", place, f"no rule is called {rule}", hint=accepted(every, rule))
        yield from _find_unknown_signs(kit, folder)
        known = {lesson.id for lesson in kit.lessons}
        file = f"{LESSON_STEM}.{kit.languages[0]}.toml"
        for key in read_words(folder, kit.languages, Findings(), LESSON_STEM):
            if key.partition(".")[0] not in known:
                place = find_key_place(folder, file, tuple(key.split(".")), key)
                hint = f"delete it, or add the lesson to {LESSON_FILE}"
                yield report("unused-word", place, f"the word {key} belongs to no lesson", hint=hint)


def _find_unknown_signs(kit: Kit, folder: KitFolder) -> Iterator[Finding]:
    known = {*kit.theme.icons, *(name.rpartition(".")[0] for name in kit.art)}
    for lesson in kit.lessons:
        for name, text in lesson.words.items():
            for language, said in text.texts.items():
                for span in chain.from_iterable(parse_markup(said)):
                    if span.icon and span.icon not in known:
                        file, key = f"{LESSON_STEM}.{language}.toml", f"{lesson.id}.{name}"
                        place = find_key_place(folder, file, (lesson.id, name), key)
                        alone = span.icon in ("{", "}")
                        message = "a brace stands alone" if alone else f"there is no sign {span.icon}"
                        hint = BRACE if alone else accepted(known, span.icon)
                        yield report("unknown-icon", place, message, hint=hint)

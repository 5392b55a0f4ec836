"""A kit's glossary: one word for one thing in each language, and where another word stands in its texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice, pairwise

import msgspec

from pnp.check.places import key_place
from pnp.findings import Finding, Findings, Place
from pnp.kit import Kit
from pnp.kit.draw import templates
from pnp.kit.folder import KitFolder, open_folder, read_text
from pnp.kit.lessons import STEM
from pnp.kit.lines import KeyPath
from pnp.kit.model import Localised
from pnp.kit.source import read_document
from pnp.kit.structs import read_struct, shown

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
            wrong = (found for text in _texts(kit, folder, language) for found in _found(text, phrases, longest))
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


def _texts(kit: Kit, folder: KitFolder, language: str) -> Iterator[_Text]:
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

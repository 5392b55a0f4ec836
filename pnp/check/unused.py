"""What a kit has but never uses: words, art and rows. Each may be a slip in a name elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from pnp.findings import Finding, Findings, Place
from pnp.kit.binding import Binding, Condition, Range, Template, parse_template
from pnp.kit.expand import expand
from pnp.kit.folder import KitFolder, open_folder, read_text
from pnp.kit.model import Kit, Localised, Record, Value
from pnp.kit.source import read_toml

_BRACED = re.compile(r"\{([A-Za-z0-9_/-]+)\}")


def unused(kit: Kit) -> tuple[Finding, ...]:
    """A warning for each word, sign, picture and row that no face, leaflet, component or other row uses."""
    folder = open_folder(kit.folder, Findings())
    return (*_unused_words(kit, folder), *_unused_art(kit, folder), *_unused_rows(kit, folder))


def _templates(kit: Kit) -> Iterator[Template]:
    """Every template of every face."""
    for face in kit.faces.values():
        for draw in face.draws:
            for value in msgspec.structs.asdict(draw).values():
                yield from _within(value)


def _within(value: object) -> Iterator[Template]:
    if isinstance(value, Template):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _within(part)


def _paths(kit: Kit) -> set[str]:
    """Every dotted name that a face, or a word, binds or asks for."""
    names = {part.name for template in _templates(kit) for part in template.parts if isinstance(part, Binding)}
    for text in (text for texts in kit.words.values() for text in texts.texts.values()):
        names |= {part.name for part in parse_template(text).parts if isinstance(part, Binding)}
    for face in kit.faces.values():
        for draw in face.draws:
            names |= {".".join(path) for path in _asked(draw.when, draw.where, draw.each)}
    return names


def _asked(*places: object) -> Iterator[tuple[str, ...]]:
    for place in places:
        if isinstance(place, Condition):
            for clause in place.clauses:
                yield clause.path
                yield from _asked(clause.value)
        elif isinstance(place, Range):
            yield from _asked(place.start, place.end)
        elif isinstance(place, Binding):
            yield place.path


def _unused_words(kit: Kit, folder: KitFolder) -> Iterator[Finding]:
    used = _paths(kit)
    name = f"words.{kit.languages[0]}.toml"
    file = folder.shown(name)
    document = read_toml(read_text(folder, name, Findings()) or "", file, Findings())
    for key in kit.words:
        if key not in used and not any(f"{key}.{language}" in used for language in kit.languages):
            hint = "delete it, or use it as {" + key + "} in a face"
            line = document.source.line(tuple(key.split("."))) if document else 0
            yield Finding("warning", "unused-word", Place(file, line, key), f"the word {key} is never used", hint)


def _unused_art(kit: Kit, folder: KitFolder) -> Iterator[Finding]:
    names, patterns = _named(kit, folder)
    for name, path in kit.art.items():
        stem = name.rpartition(".")[0]
        if not path.is_relative_to(kit.folder) or {name, stem} & names:
            continue
        if not any(pattern.fullmatch(name) or pattern.fullmatch(stem) for pattern in patterns):
            file = folder.shown(f"art/{name}")
            hint = "delete it, or draw it in a face"
            yield Finding("warning", "unused-art", Place(file), "the drawing is never used", hint)


def _named(kit: Kit, folder: KitFolder) -> tuple[set[str], list[re.Pattern[str]]]:
    """What could be the name of art: whole texts, and patterns of templates such as `dye-{id}`."""
    names: set[str] = set(kit.theme.icons.values())
    patterns: list[re.Pattern[str]] = []
    for template in _templates(kit):
        if template.constant is not None:
            names |= {template.constant, *_BRACED.findall(template.constant)}
        elif template.alone:
            names.add(template.alone.name)
        else:
            names |= {part.name for part in template.parts if isinstance(part, Binding)}
            parts = (re.escape(part) if isinstance(part, str) else "[a-z0-9-]+" for part in template.parts)
            patterns.append(re.compile("".join(parts), re.IGNORECASE))
    for text in (*_texts(kit), *_leaflets(folder)):
        names |= {text, *_BRACED.findall(text)}
    return names, patterns


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


def _unused_rows(kit: Kit, folder: KitFolder) -> Iterator[Finding]:
    """Tables that nothing mentions, and rows that no component prints though it prints others of their table."""
    used = {id(record) for component in kit.components for record, _ in expand(kit, component)}
    for table in kit.tables.values():
        for record in table.rows:
            for value in record.values.values():
                used |= {id(part) for part in (value if isinstance(value, tuple) else (value,))}
    named = {path.partition(".")[0] for path in _paths(kit)}
    named |= {kind.table for face in kit.faces.values() for kind in face.inputs.values()}
    for table in kit.tables.values():
        copies = [component.copies for component in kit.components if component.each == table.name]
        unused = [row for row in table.rows if id(row) not in used and not _none_wanted(row, copies)]
        if unused and table.name not in named:
            keys = ", ".join(row.key for row in unused[:8]) + (", …" if len(unused) > 8 else "")
            place = Place(folder.shown(table.file), unused[0].line)
            hint = "correct the component's where and copies, or delete the rows"
            yield Finding("warning", "unused-row", place, f"never printed: {keys}", hint)


def _none_wanted(row: Record, copies: list[str | int]) -> bool:
    """Whether a row says itself, in a column that a component takes its copies from, that it is not printed."""
    return any(isinstance(column, str) and not row.values.get(column) for column in copies)

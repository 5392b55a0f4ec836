"""Words files: the short texts of a kit, one file per language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from pnp.findings import Findings
from pnp.kit.bindings import parse_template
from pnp.kit.folder import KitFolder, read_text
from pnp.kit.hints import accepted
from pnp.kit.model import Localised
from pnp.kit.own_words import OTHERWISE, PARTS, PRESS, Tree, at, leaves, spoken, texts, wrong_with
from pnp.kit.source import Document, Source, read_document
from pnp.kit.structs import BadValueError, shown

STEM = "words"
SHOWN = 12
"""How many missing words are named."""


def read_words(
    folder: KitFolder, languages: tuple[str, ...], findings: Findings, stem: str = STEM
) -> dict[str, Localised]:
    """The texts of `words.LANGUAGE.toml` by dotted key. A text missing in a language is noted.

    A kit without any words file has no words; with one that says more than what the press says, it has one for each
    language. So it is with other files of words, which begin with another `stem`.
    """
    names = {language: f"{stem}.{language}.toml" for language in languages}
    documents: dict[str, Document] = {}
    for language, name in names.items():
        if name not in folder.files:
            continue
        document = read_document(folder, name, findings)
        if document:
            own = {key: value for key, value in document.values.items() if stem != STEM or key != PRESS}
            documents[language] = Document(own, document.source)
    if any(document.values for document in documents.values()):
        for name in sorted(set(names.values()) - folder.files.keys()):
            read_text(folder, name, findings)  # which notes that it is missing
    return _joined({language: _texts(document) for language, document in documents.items()}, documents)


def read_own_words(
    folder: KitFolder, languages: tuple[str, ...], unsaid: tuple[str, ...], findings: Findings
) -> dict[str, Tree]:
    """`[press]` of each words file: what the kit says in the place of the press. What is wrong in it is noted, and what
    is missing in a language that the press does not speak, but for the parts that stay `unsaid` (`sheet.guide`)."""
    found: dict[str, Tree] = {}
    for language in languages:
        name = f"words.{language}.toml"
        # The file has been read for the kit's own texts, and what is wrong with the whole of it is noted.
        document = read_document(folder, name, Findings()) if name in folder.files else None
        own = document.values.get(PRESS, {}) if document else {}
        source = Source(folder.shown(name), findings, document.source.lines if document else None)
        if isinstance(own, dict) and own:
            found[language] = own
            _check_own(own, source)
        elif own:
            source.error((PRESS,), "type", f"{PRESS} is {shown(own)}, not a table", "[press.sheet]")
        _check_missing(language, own if isinstance(own, dict) else {}, unsaid, source)
    return found


def _check_own(own: Tree, source: Source) -> None:
    for path, value in leaves(own):
        part, *rest = path
        known = texts(part, OTHERWISE) if part in PARTS else {}
        base = at(known, tuple(rest))
        if base is None or isinstance(base, dict):
            names = [".".join((one, *way)) for one in PARTS for way, _ in leaves(texts(one, OTHERWISE))]
            message = f"the press says nothing by the name of {'.'.join(path)}"
            source.error((PRESS, *path), "unknown-key", message, accepted(names, ".".join(path)))
        elif wrong := wrong_with(base, value):
            source.error((PRESS, *path), "value", f"{path[-1]} {wrong}", f"in English: {shown(base)}")


def _check_missing(language: str, own: Tree, unsaid: tuple[str, ...], source: Source) -> None:
    """Notes what the press would say in English, for want of words."""
    for part in PARTS:
        if language in spoken(part):
            continue
        missing = [name for name in missing_words(part, own) if not f"{part}.{name}".startswith(unsaid)]
        if missing:
            named = ", ".join(f"{part}.{name}" for name in missing[:SHOWN])
            more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
            message = f"the press says {named}{more} in English"
            home = PurePosixPath(source.file).parent
            hint = f"pnp words {home} {language} prints it: put that into the file, and translate it"
            path = (PRESS, part) if isinstance(own.get(part), dict) else ()
            source.warning(path, "press-word", message, hint)


def missing_words(part: str, own: Tree) -> list[str]:
    """The dotted names of what a part of the press says and a kit does not."""
    said = own.get(part, {})
    return [".".join(path) for path, _ in leaves(texts(part, OTHERWISE)) if at(said, path) is None]


def _texts(document: Document) -> dict[str, str]:
    """The texts of one file by dotted key."""
    texts: dict[str, str] = {}
    todo: list[tuple[tuple[str, ...], object]] = [((), document.values)]
    while todo:
        path, value = todo.pop()
        if isinstance(value, dict):
            todo += [((*path, key), part) for key, part in reversed(value.items())]
        elif isinstance(value, str):
            texts[".".join(path)] = value
            try:
                parse_template(value)
            except BadValueError as wrong:
                texts[".".join(path)] = shown(value)
                document.source.error(path, "value", f"{path[-1]} {wrong.message}", wrong.hint)
        else:
            texts[".".join(path)] = shown(value)
            document.source.error(path, "value", f"{path[-1]} is {shown(value)}, not a text", "write it in quotes")
    return texts


def _joined(texts: Mapping[str, Mapping[str, str]], documents: Mapping[str, Document]) -> dict[str, Localised]:
    keys = {key: language for language in reversed(tuple(texts)) for key in texts[language]}
    for language, document in documents.items():
        for key in sorted(keys):
            if not texts[language].get(key):
                other = documents[keys[key]].source.place(tuple(key.split(".")))
                path = tuple(key.split("."))
                document.source.error(path, "untranslated", f"{key} is missing", f"{other.file}:{other.row} has it")
    found = {key: {language: known[key] for language, known in texts.items() if key in known} for key in sorted(keys)}
    return {key: Localised(known) for key, known in found.items()}

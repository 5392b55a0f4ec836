"""Words files: the short texts of a kit, one file per language."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.findings import Findings
from pnp.kit.bindings import parse_template
from pnp.kit.folder import KitFolder, read_text
from pnp.kit.model import Localised
from pnp.kit.source import Document, read_toml
from pnp.kit.structs import BadValueError, shown


def read_words(
    folder: KitFolder, languages: tuple[str, ...], findings: Findings, stem: str = "words"
) -> dict[str, Localised]:
    """The texts of `words.LANGUAGE.toml` by dotted key. A text missing in a language is noted.

    A kit without any words file has no words; with one, it has one for each language. So it is with other files of
    words, which begin with another `stem`.
    """
    if not folder.names(f"{stem}.*.toml"):
        return {}
    documents: dict[str, Document] = {}
    for language in languages:
        name = f"{stem}.{language}.toml"
        text = read_text(folder, name, findings)
        document = read_toml(text, folder.shown(name), findings) if text is not None else None
        if document:
            documents[language] = document
    return _joined({language: _texts(document) for language, document in documents.items()}, documents)


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

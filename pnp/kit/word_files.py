"""The press's own words in a kit's language: `[press]` of its words files, laid over those that the press has."""

from __future__ import annotations

import string
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath

from pnp.findings import Findings
from pnp.kit import bounds
from pnp.kit.expressions import parse_template
from pnp.kit.face_files import FaceSpec
from pnp.kit.folder import KitFolder, read_text
from pnp.kit.model import LESSON_WORDS, Lesson, Localised, Tree
from pnp.kit.toml_source import (
    BadValueError,
    TomlDocument,
    TomlSource,
    accepted,
    no_unknown_keys,
    read_document,
    read_struct,
    shown,
)

NONE: Tree = {}
OTHERWISE = "en"
"""What is read to those whose language neither the press nor the kit speaks."""
PRESS = "press"
"""The table of a words file that says what the press says."""
PARTS = ("sheet", "leaflet", "diff")
"""What of the press speaks, by its name in `[press]`, which is that of its folder."""
_FOLDER = Path(__file__).parents[1]


@cache
def spoken(part: str) -> tuple[str, ...]:
    """The languages that a part of the press speaks by itself, in alphabetical order."""
    return tuple(sorted(path.stem for path in (_FOLDER / part / "texts").glob("*.toml")))


@cache
def texts(part: str, language: str) -> Tree:
    """What a part of the press says in a language; in English, if it does not speak it."""
    import tomllib

    known = language if language in spoken(part) else OTHERWISE
    return tomllib.loads((_FOLDER / part / "texts" / f"{known}.toml").read_text(encoding="utf-8"))


def said(part: str, language: str, own: Tree) -> Tree:
    """What a part says with the words of a kit, which come before its own; those that are wrong are left out."""
    return _laid(texts(part, language), own.get(part, {}))


def _laid(base: Tree, own: object) -> Tree:
    if not isinstance(own, Mapping):
        return base
    merged = dict(base)
    for key, value in own.items():
        if isinstance(base.get(key), Mapping):
            merged[key] = _laid(base[key], value)
        elif key in base and wrong_with(base[key], value) is None:
            merged[key] = value
    return merged


def leaves(tree: Tree, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """Every text, or list of texts, with the way to it."""
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def at(tree: object, path: tuple[str, ...]) -> object:
    """What stands there; None, if nothing does."""
    for key in path:
        tree = tree.get(key) if isinstance(tree, Mapping) else None
    return tree


def wrong_with(base: object, value: object) -> str | None:
    """What makes a value unfit for the place of another: that it is of another kind, or fills in what is not known."""
    if isinstance(base, list):
        if not isinstance(value, list) or len(value) != len(base):
            return f"takes a list of {len(base)} texts"
        return next((wrong for pair in zip(base, value, strict=True) if (wrong := wrong_with(*pair))), None)
    if not isinstance(value, str):
        return "takes a text"
    try:
        named = {name for _, name, _, _ in string.Formatter().parse(value) if name is not None}
    except ValueError:
        return "has a brace that does not close"
    known = {name for _, name, _, _ in string.Formatter().parse(str(base)) if name is not None}
    unknown = sorted(named - known)
    if unknown:
        fills = ", ".join(f"{{{name}}}" for name in sorted(known)) or "nothing"
        return f"has {{{unknown[0]}}}, where {fills} is filled in"
    return None


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
    documents: dict[str, TomlDocument] = {}
    for language, name in names.items():
        if name not in folder.files:
            continue
        document = read_document(folder, name, findings)
        if document:
            own = {key: value for key, value in document.values.items() if stem != STEM or key != PRESS}
            documents[language] = TomlDocument(own, document.source)
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
        source = TomlSource(folder.shown(name), findings, document.source.lines if document else None)
        if isinstance(own, dict) and own:
            found[language] = own
            _check_own(own, source)
        elif own:
            source.error((PRESS,), "type", f"{PRESS} is {shown(own)}, not a table", "[press.sheet]")
        _check_missing(language, own if isinstance(own, dict) else {}, unsaid, source)
    return found


def _check_own(own: Tree, source: TomlSource) -> None:
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


def _check_missing(language: str, own: Tree, unsaid: tuple[str, ...], source: TomlSource) -> None:
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


def _texts(document: TomlDocument) -> dict[str, str]:
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


def _joined(texts: Mapping[str, Mapping[str, str]], documents: Mapping[str, TomlDocument]) -> dict[str, Localised]:
    keys = {key: language for language in reversed(tuple(texts)) for key in texts[language]}
    for language, document in documents.items():
        for key in sorted(keys):
            if not texts[language].get(key):
                other = documents[keys[key]].source.place(tuple(key.split(".")))
                path = tuple(key.split("."))
                document.source.error(path, "untranslated", f"{key} is missing", f"{other.file}:{other.row} has it")
    found = {key: {language: known[key] for language, known in texts.items() if key in known} for key in sorted(keys)}
    return {key: Localised(known) for key, known in found.items()}


LESSON_FILE = "lessons.toml"
LESSON_STEM = "lessons"
"""Begins the names of the files with their words: `lessons.en.toml`."""


def read_lessons(
    folder: KitFolder,
    languages: tuple[str, ...],
    faces: Mapping[str, FaceSpec],
    named: Collection[str],
    findings: Findings,
) -> tuple[Lesson, ...]:
    """The lessons of a kit in their order; those with faults are noted and missing.

    `faces` are those without faults, `named` all that have a file.
    """
    if LESSON_FILE not in folder.files:
        return ()
    document = read_document(folder, LESSON_FILE, findings)
    if document is None:
        return ()
    words = _by_lesson(read_words(folder, languages, findings, LESSON_STEM))
    no_unknown_keys(document.values, ("lesson",), document.source, ())
    tables = document.values.get("lesson", [])
    if not isinstance(tables, list) or len(tables) > bounds.LESSONS.most:
        message = f"lesson is not up to {bounds.LESSONS.most} tables"
        document.source.error(("lesson",), "type", message, "[[lesson]] with id, face and rule")
        return ()
    found = [_lesson(document, number, table, words) for number, table in enumerate(tables)]
    lessons = tuple(lesson for lesson in found if lesson is not None)
    numbers = {lesson.id: number for number, lesson in enumerate(found) if lesson is not None}
    _check_order(document, lessons, numbers)
    for lesson in lessons:
        _check_face(document, ("lesson", numbers[lesson.id], "face"), lesson.face, faces, named)
    return lessons


def _by_lesson(words: Mapping[str, Localised]) -> dict[str, dict[str, Localised]]:
    made: dict[str, dict[str, Localised]] = {}
    for key, text in words.items():
        lesson, _, name = key.partition(".")
        made.setdefault(lesson, {})[name] = text
    return made


def _lesson(
    document: TomlDocument, number: int, table: object, words: Mapping[str, Mapping[str, Localised]]
) -> Lesson | None:
    path = ("lesson", number)
    name = table.get("id") if isinstance(table, dict) else None
    said = words.get(name, {}) if isinstance(name, str) else {}
    lesson = read_struct(Lesson, table, document.source, path, words=said)
    if lesson is None:
        return None
    for word, must in LESSON_WORDS.items():
        if must and word not in said:
            hint = f"add {word} to [{lesson.id}] of {LESSON_STEM}.LANGUAGE.toml"
            document.source.error((*path, "id"), "missing", f"{lesson.id} says no {word}", hint)
    for word in said.keys() - LESSON_WORDS.keys():
        message = f"{lesson.id}.{shown(word)} is nothing that a lesson says"
        document.source.error((*path, "id"), "unknown-key", message, accepted(LESSON_WORDS, word))
    if ("new" in said) != ("tells" in said):
        message = f"{lesson.id} has a new rule's heading or its text, but not both"
        document.source.error((*path, "id"), "missing", message, "new = heading, tells = text")
    return lesson


def _check_order(document: TomlDocument, lessons: tuple[Lesson, ...], numbers: Mapping[str, int]) -> None:
    """Ids that come twice, and lessons that come after one that is not there before them."""
    if len(numbers) < len(lessons):
        twice = sorted({lesson.id for lesson in lessons if [one.id for one in lessons].count(lesson.id) > 1})
        document.source.error(("lesson",), "twice", f"more than one lesson is called {', '.join(twice)}")
    before: list[str] = []
    for lesson in lessons:
        for name in lesson.after:
            if name not in before:
                message = f"no lesson before {lesson.id} is called {shown(name)}"
                path = ("lesson", numbers[lesson.id], "after")
                document.source.error(path, "unknown-name", message, accepted(before, name))
        before.append(lesson.id)


def _check_face(
    document: TomlDocument,
    path: tuple[str | int, ...],
    name: str,
    faces: Mapping[str, FaceSpec],
    named: Collection[str],
) -> None:
    if name not in named:
        document.source.error(path, "unknown-face", f"there is no face {shown(name)}", accepted(named, name))
    elif name in faces and faces[name].size is None:
        document.source.error(path, "figure", f"the face {name} says no size", "add size = [width, height] to it")

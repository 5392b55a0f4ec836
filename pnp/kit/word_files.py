"""Texts by language: words files of a kit, its replacements for texts of the press (`[press]`), and lessons."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath

from pnp.findings import Findings
from pnp.kit import bounds
from pnp.kit.expressions import parse_template
from pnp.kit.face_files import FaceSpec
from pnp.kit.folder import KeyPath, KitFolder, read_text
from pnp.kit.model import LESSON_WORDS, Lesson, Localised, Tree
from pnp.kit.toml_source import (
    BadValueError,
    TomlSource,
    accepted,
    check_keys,
    quote,
    read_document,
    read_section,
    read_struct,
    text,
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
    """Returns the languages in which a part of the press has texts, sorted."""
    return tuple(sorted(path.stem for path in (_FOLDER / part / "texts").glob("*.toml")))


@cache
def texts(part: str, language: str) -> Tree:
    """Returns the phrases of a part of the press in a language, or in English."""
    known = language if language in spoken(part) else OTHERWISE
    return tomllib.loads((_FOLDER / part / "texts" / f"{known}.toml").read_text(encoding="utf-8"))


def read_press_texts(part: str, language: str, own: Tree) -> Tree:
    """Returns the phrases of a part with the kit's valid replacements."""
    return _merge_texts(texts(part, language), own.get(part, {}))


def _merge_texts(base: Tree, own: object) -> Tree:
    if not isinstance(own, Mapping):
        return base
    merged = dict(base)
    for key, value in own.items():
        if isinstance(base.get(key), Mapping):
            merged[key] = _merge_texts(base[key], value)
        elif key in base and wrong_with(base[key], value) is None:
            merged[key] = value
    return merged


def leaves(tree: Tree, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yields every text, or list of texts, with its path."""
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def find_text(tree: object, path: tuple[str, ...]) -> object:
    """Returns the value at a path, or None."""
    for key in path:
        tree = tree.get(key) if isinstance(tree, Mapping) else None
    return tree


def wrong_with(base: object, value: object) -> str | None:
    """Returns why a value cannot replace another (another type, an unknown placeholder), or None."""
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
    """Returns the texts of `words.LANGUAGE.toml`, or of files with another `stem`, by dotted key. Reports texts missing
    in a language, and missing files unless all files contain only `[press]`."""
    names = {language: f"{stem}.{language}.toml" for language in languages}
    sources: dict[str, TomlSource] = {}
    texts: dict[str, dict[str, str]] = {}
    for language, name in names.items():
        document = read_document(folder, name, findings) if name in folder.files else None
        if document:
            sources[language] = document.source
            own = {key: value for key, value in document.values.items() if stem != STEM or key != PRESS}
            texts[language] = _read_texts(own, document.source)
    if any(texts.values()):
        for name in sorted(set(names.values()) - folder.files.keys()):
            read_text(folder, name, findings)  # which notes that it is missing
    first = {key: language for language in reversed(tuple(texts)) for key in texts[language]}
    for language, source in sources.items():
        for key in sorted(first):
            if not texts[language].get(key):
                path = tuple(key.split("."))
                other = sources[first[key]].place(path)
                source.error(path, "untranslated", f"{key} is missing", f"{other.file}:{other.row} has it")
    return {
        key: Localised({language: known[key] for language, known in texts.items() if key in known})
        for key in sorted(first)
    }


def _read_texts(tree: Tree, source: TomlSource) -> dict[str, str]:
    texts: dict[str, str] = {}
    for path, value in leaves(tree):
        key = ".".join(path)
        try:
            texts[key] = text(value)
            parse_template(texts[key])
        except BadValueError as wrong:
            texts[key] = quote(value)
            source.error(path, "value", f"{path[-1]} {wrong.message}", wrong.hint)
    return texts


def read_own_words(
    folder: KitFolder, languages: tuple[str, ...], unsaid: tuple[str, ...], findings: Findings
) -> dict[str, Tree]:
    """Returns the `[press]` texts of each words file, which replace texts of the press. Reports faults, and texts
    missing in a language that the press lacks, except names that start with one of `unsaid`, which are not printed."""
    found: dict[str, Tree] = {}
    for language in languages:
        name = f"words.{language}.toml"
        # The file has been read for the kit's own texts, and what is wrong with the whole of it is noted.
        document = read_document(folder, name, Findings()) if name in folder.files else None
        source = TomlSource(folder.display_name(name), findings, document.source.lines if document else None)
        own = document.values.get(PRESS, {}) if document else {}
        if not isinstance(own, dict):
            source.error((PRESS,), "type", f"{PRESS} is {quote(own)}, not a table", "[press.sheet]")
            own = {}
        if own:
            found[language] = own
            _check_own(own, source)
        note_missing(language, own, ("sheet", "leaflet"), unsaid, source)
    return found


def _check_own(own: Tree, source: TomlSource) -> None:
    for path, value in leaves(own):
        part, *rest = path
        known = texts(part, OTHERWISE) if part in PARTS else {}
        base = find_text(known, tuple(rest))
        if base is None or isinstance(base, dict):
            names = [".".join((one, *way)) for one in PARTS for way, _ in leaves(texts(one, OTHERWISE))]
            message = f"the press says nothing by the name of {'.'.join(path)}"
            source.error((PRESS, *path), "unknown-key", message, accepted(names, ".".join(path)))
        elif wrong := wrong_with(base, value):
            source.error((PRESS, *path), "value", f"{path[-1]} {wrong}", f"in English: {quote(base)}")


def note_missing(language: str, own: Tree, parts: Collection[str], unsaid: tuple[str, ...], source: TomlSource) -> None:
    """Warns of untranslated phrases, which are printed in English."""
    silent = [part for part in parts if language not in spoken(part)]
    names = [f"{part}.{name}" for part in silent for name in find_missing_words(part, own)]
    missing = [name for name in names if not name.startswith(unsaid)]
    if missing:
        more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
        message = f"the press says {', '.join(missing[:SHOWN])}{more} in English"
        home = PurePosixPath(source.file).parent
        hint = f"pnp words {home} {language} prints that: put it into the file, and translate it"
        source.warning((PRESS,) if own else (), "press-word", message, hint)


def find_missing_words(part: str, own: Tree) -> list[str]:
    """Returns the dotted names of press texts that a kit does not replace."""
    own_part = own.get(part, {})
    return [".".join(path) for path, _ in leaves(texts(part, OTHERWISE)) if find_text(own_part, path) is None]


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
    """Returns the lessons of a kit without faulty ones. `faces` are valid faces, `named` all that have a file."""
    document = read_document(folder, LESSON_FILE, findings) if LESSON_FILE in folder.files else None
    if document is None:
        return ()
    source = document.source
    words: dict[str, dict[str, Localised]] = {}
    for key, words_text in read_words(folder, languages, findings, LESSON_STEM).items():
        words.setdefault(key.partition(".")[0], {})[key.partition(".")[2]] = words_text
    check_keys(document.values, ("lesson",), source, ())
    lessons: dict[str, Lesson] = {}
    for number, table in enumerate(read_section(document, "lesson", bounds.LESSONS, list)):
        path = ("lesson", number)
        name = table.get("id") if isinstance(table, dict) else None
        lesson = read_struct(Lesson, table, source, path, words=words.get(str(name), {}))
        if lesson is None:
            continue
        _check_lesson_words(lesson, source, (*path, "id"))
        if lesson.id in lessons:
            source.error(("lesson",), "twice", f"more than one lesson is called {lesson.id}", "each id comes once")
        for before in lesson.after:
            message = f"no lesson before {lesson.id} is called {quote(before)}"
            source.is_known("name", before, lessons, (*path, "after"), message)
        is_known = source.is_known(
            "face", lesson.face, named, (*path, "face"), f"there is no face {quote(lesson.face)}"
        )
        if is_known and lesson.face in faces and faces[lesson.face].size is None:
            message = f"the face {lesson.face} says no size"
            source.error((*path, "face"), "figure", message, "add size = [width, height] to it")
        lessons[lesson.id] = lesson
    return tuple(lessons.values())


def _check_lesson_words(lesson: Lesson, source: TomlSource, path: KeyPath) -> None:
    for word, is_needed in LESSON_WORDS.items():
        if is_needed and word not in lesson.words:
            hint = f"add {word} to [{lesson.id}] of {LESSON_STEM}.LANGUAGE.toml"
            source.error(path, "missing", f"{lesson.id} says no {word}", hint)
    for word in lesson.words.keys() - LESSON_WORDS.keys():
        message = f"{lesson.id}.{quote(word)} is nothing that a lesson says"
        source.error(path, "unknown-key", message, accepted(LESSON_WORDS, word))
    if ("new" in lesson.words) != ("tells" in lesson.words):
        message = f"{lesson.id} has a new rule's heading or its text, but not both"
        source.error(path, "missing", message, "new = heading, tells = text")

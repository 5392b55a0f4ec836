"""`lessons.toml` and its words: a first game, card by card, for phones beside the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pnp.findings import Findings
from pnp.kit import bounds
from pnp.kit.folder import KitFolder
from pnp.kit.hints import accepted
from pnp.kit.model import LESSON_WORDS, Face, Lesson, Localised
from pnp.kit.source import Document, read_document
from pnp.kit.structs import no_unknown_keys, read_struct, shown
from pnp.kit.words import read_words

FILE = "lessons.toml"
STEM = "lessons"
"""Begins the names of the files with their words: `lessons.en.toml`."""


def read_lessons(
    folder: KitFolder,
    languages: tuple[str, ...],
    faces: Mapping[str, Face],
    named: Collection[str],
    findings: Findings,
) -> tuple[Lesson, ...]:
    """The lessons of a kit in their order; those with faults are noted and missing.

    `faces` are those without faults, `named` all that have a file.
    """
    if FILE not in folder.files:
        return ()
    document = read_document(folder, FILE, findings)
    if document is None:
        return ()
    words = _by_lesson(read_words(folder, languages, findings, STEM))
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
    document: Document, number: int, table: object, words: Mapping[str, Mapping[str, Localised]]
) -> Lesson | None:
    path = ("lesson", number)
    name = table.get("id") if isinstance(table, dict) else None
    said = words.get(name, {}) if isinstance(name, str) else {}
    lesson = read_struct(Lesson, table, document.source, path, words=said)
    if lesson is None:
        return None
    for word, must in LESSON_WORDS.items():
        if must and word not in said:
            hint = f"add {word} to [{lesson.id}] of {STEM}.LANGUAGE.toml"
            document.source.error((*path, "id"), "missing", f"{lesson.id} says no {word}", hint)
    for word in said.keys() - LESSON_WORDS.keys():
        message = f"{lesson.id}.{shown(word)} is nothing that a lesson says"
        document.source.error((*path, "id"), "unknown-key", message, accepted(LESSON_WORDS, word))
    if ("new" in said) != ("tells" in said):
        message = f"{lesson.id} has a new rule's heading or its text, but not both"
        document.source.error((*path, "id"), "missing", message, "new = heading, tells = text")
    return lesson


def _check_order(document: Document, lessons: tuple[Lesson, ...], numbers: Mapping[str, int]) -> None:
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
    document: Document, path: tuple[str | int, ...], name: str, faces: Mapping[str, Face], named: Collection[str]
) -> None:
    if name not in named:
        document.source.error(path, "unknown-face", f"there is no face {shown(name)}", accepted(named, name))
    elif name in faces and faces[name].size is None:
        document.source.error(path, "figure", f"the face {name} says no size", "add size = [width, height] to it")

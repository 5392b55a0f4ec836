"""Lessons: each leads to a rule that players can read, each text belongs to one, and its signs are there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from pnp.check.places import key_place
from pnp.findings import Finding, Findings
from pnp.kit import Kit
from pnp.kit.folder import KitFolder, open_folder
from pnp.kit.hints import accepted
from pnp.kit.lessons import FILE, STEM
from pnp.kit.model import Leaflet
from pnp.kit.words import read_words
from pnp.leaflet.documents import Documents
from pnp.text.markup import BRACE, parse_markup


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

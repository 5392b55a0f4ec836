"""Both languages say everything, with the same fields; and every word that a page asks for is there."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from paperless import begun

import companion
from companion.engine.wording import LANGUAGES, read_own_phrases, wording
from companion.tables import Tables
from companion.web.game_pages import GAMES, game_pages

PACKAGES = ["companion.web", *(game_pages(game).WORDS for game in GAMES)]
FRAME = files("companion.web").joinpath("templates")
OF_GAMES = {game: files(game_pages(game).WORDS).joinpath("templates", game) for game in GAMES}
CALLS = [
    ("t", "companion.web", (FRAME, FRAME.joinpath("history"), *OF_GAMES.values())),
    *(("g", game_pages(game).WORDS, (FRAME, OF_GAMES[game])) for game in GAMES),
]
"""How templates ask for words, whose words they are, and the folders of templates that ask so."""

ROOT = Path(companion.__file__).parent
CARDS = ROOT.parent / "cards"
EVERY = sorted(".".join(file.relative_to(ROOT.parent).parent.parts) for file in ROOT.rglob("words.en.toml"))
"""All packages that have words of their own."""
LIMIT = 1_600
"""Phrases in a language. A second wording for what another phrase says belongs to that phrase."""


@pytest.mark.parametrize("package", PACKAGES)
def test_languages_have_the_same_keys_and_fields(package: str) -> None:
    first, *others = (wording(package, language).phrases for language in LANGUAGES)
    for other in others:
        assert set(first) == set(other)
        for key in first:
            assert fields(first[key]) == fields(other[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_few_phrases(language: str) -> None:
    assert sum(len(read_own_phrases(package, language)) for package in EVERY) <= LIMIT


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", EVERY)
def test_phones_call_things_as_the_kits_do(package: str, language: str) -> None:
    """Phrases of a game keep to its kit's glossary; those of all games to every kit's, as far as the kits agree.
    Errors of programs and positions speak of fields, so they keep to the phones' own glossary alone."""
    kits = {game: glossary(CARDS / game, language) for game in GAMES}
    game = next((game for game in GAMES if f".{game}" in package), None)
    called = {name for kit in kits.values() for term in kit for name in (term["word"], term.get("plural"))}
    of_all = {name for kit in kits.values() for name in wrong_names(kit)} - called
    own = wrong_names(glossary(ROOT, language))
    for key, phrase in read_own_phrases(package, language).items():
        wrong = own if key.startswith("error.") else own | (wrong_names(kits[game]) if game else of_all)
        said = re.sub(r"\{.*?\}", "", phrase)
        found = re.search(rf"\b({'|'.join(map(re.escape, sorted(wrong)))})\b", said, re.IGNORECASE)
        assert not found, (key, phrase)


def glossary(folder: Path, language: str) -> list[dict[str, Any]]:
    return [*tomllib.loads((folder / f"glossary.{language}.toml").read_text("utf-8")).values()]


def wrong_names(terms: list[dict[str, Any]]) -> set[str]:
    return {name for term in terms for name in term.get("not", ())}


def fields(phrase: str) -> set[str]:
    return {(name or "").lower() for _, name, _, _ in string.Formatter().parse(phrase) if name}


@pytest.mark.parametrize(("call", "package", "folders"), CALLS)
def test_every_word_that_a_page_asks_for_is_there(call: str, package: str, folders: tuple[Traversable, ...]) -> None:
    asked = re.compile(rf"""\b{call}\(\s*["']([\w.-]+)["'](\s*~)?""")
    phrases = wording(package, "en").phrases
    pages = [page for folder in folders for page in folder.iterdir()]
    for page in pages:
        if page.is_file():
            for key, goes_on in asked.findall(page.read_text(encoding="utf-8")):
                found = any(name.startswith(key) for name in phrases) if goes_on else key in phrases
                assert found, f"{page.name}: {key}"


QUOTED = frozenset(
    written
    for kind in ("*.py", "*.html")
    for file in Path(companion.__file__).parent.rglob(kind)
    for written in re.findall(r"""(?<=["'])[\w.{}-]+["']?""", file.read_text(encoding="utf-8"))
)
"""What stands behind a quotation mark in the sources, with the mark that ends it, if one does."""
NAMED = frozenset(
    name
    for written in QUOTED
    for name in (written.replace("'", '"'), *(written[: point.end()] for point in re.finditer(r"\.", written)))
)
"""How phrases are named: whole, with a mark at the end; or by what stands before a point, to which the rest comes."""
ENDINGS = frozenset(name.partition("}")[2] for name in NAMED if re.match(r"\{[\w.]+\}_", name))
"""Of names that begin with a field."""


@pytest.mark.parametrize("package", PACKAGES)
def test_every_word_is_asked_for(package: str) -> None:
    assert not [
        key for key in wording(package, "en").phrases if NAMED.isdisjoint(names(key)) and ending(key) not in ENDINGS
    ]


def names(key: str) -> Iterator[str]:
    """How code names a phrase: by its key, or by what of it stands before a point."""
    yield f'{key}"'
    for point in re.finditer(r"\.", key):
        yield key[: point.start()] + '"'
        yield key[: point.end()]


def ending(key: str) -> str:
    return f'_{key.rpartition("_")[2]}"'


PAGES = ("", "/menu", "/log", "/settings", "/seats", "/score", "/check", "/screen", "/at/B2")


@pytest.mark.usefixtures("unfinished_words")
def test_a_game_goes_on_without_its_words(app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without words pages show what keys say."""
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    ana.language = "es"
    for package in (*PACKAGES, "companion.tables"):
        for language in LANGUAGES:
            phrases = wording(package, language).phrases
            for key in list(phrases):
                monkeypatch.delitem(phrases, key)
    for page in PAGES:
        ana.get(table + page)
    ana.at(table).send(next(key for key in ana.all_keys() if '"pass"' in key.get("value", "")))
    assert tables.view_for(table[3:]).waiting == (1,)

"""Both languages say everything, with the same fields; and every word that a page asks for is there."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

import companion
from companion.engine.wording import LANGUAGES, wording
from companion.web import history, printing, selftest
from companion.web.game_pages import GAMES, game_pages
from companion.web.table import lobby, result

PACKAGES = [
    "companion.web",
    history.WORDS,
    printing.__name__,
    selftest.__name__,
    *(game_pages(game).WORDS for game in GAMES),
]
FRAME = files("companion.web").joinpath("templates")
OF_GAMES = {game: files(game_pages(game).WORDS).joinpath("templates", game) for game in GAMES}
CALLS = [
    ("t", "companion.web", (FRAME, FRAME.joinpath("history"), FRAME.joinpath("printing"), *OF_GAMES.values())),
    ("h", history.WORDS, (FRAME.joinpath("history"),)),
    ("p", printing.__name__, (FRAME.joinpath("printing"),)),
    ("w", selftest.__name__, (FRAME.joinpath("selftest"),)),
    *(("g", game_pages(game).WORDS, (FRAME, OF_GAMES[game])) for game in GAMES),
]
"""How templates ask for words, whose words they are, and the folders of templates that ask so."""


@pytest.mark.parametrize("package", PACKAGES)
def test_languages_have_the_same_keys_and_fields(package: str) -> None:
    first, *others = (wording(package, language).phrases for language in LANGUAGES)
    for other in others:
        assert set(first) == set(other)
        for key in first:
            assert fields(first[key]) == fields(other[key]), key


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
ENDINGS = frozenset(name.partition("}")[2] for name in NAMED if re.match(r"\{\w+\}_", name))
"""Of names that begin with a field."""


@pytest.mark.parametrize("package", [*PACKAGES, lobby.WORDS, result.WORDS])
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

"""Every message that the source makes has words in every language, with its fields, and no word is left over."""

from __future__ import annotations

import ast
import importlib
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from msgspec import Struct
from test_table_words import raised_codes

import companion
from companion.engine.wording import LANGUAGES, Message, messages, read_own_phrases, wording

ROOT = Path(companion.__file__).parent
MAKERS = {getattr(messages("x"), "__code__", None)}
"""The code of what `messages` makes: whoever calls such a function makes a message."""


class Made(Struct, frozen=True):
    """A message as the source makes it."""

    package: str
    code: str
    fields: frozenset[str]
    where: str


def _maker(value: object) -> str | None:
    """The package whose messages a function makes; none: it is no such function."""
    if getattr(value, "__code__", None) not in MAKERS:
        return None
    made = value("text")  # type: ignore[operator]  # seen above
    return str(made.package)


def _called(call: ast.Call, names: dict[str, object]) -> object:
    """What a call calls: ``message(…)`` or ``errors.message(…)``."""
    match call.func:
        case ast.Name(id=name):
            return names.get(name)
        case ast.Attribute(value=ast.Name(id=module), attr=name) if isinstance(names.get(module), ModuleType):
            return getattr(names[module], name, None)
    return None


def _of(path: Path) -> Iterator[Made]:
    source = path.read_text(encoding="utf-8")
    if "message" not in source:
        return
    dotted = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
    names = vars(importlib.import_module(dotted.removesuffix(".__init__")))
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        package = _maker(_called(call, names))
        if package is None:
            continue
        where = f"{dotted}:{call.lineno}"
        assert isinstance(call.args[0], ast.Constant) and len(call.args) == 1, f"{where}: a code stands as it is"
        assert all(word.arg for word in call.keywords), f"{where}: fields stand by their names"
        yield Made(package, str(call.args[0].value), frozenset(str(word.arg) for word in call.keywords), where)


@cache
def made() -> tuple[Made, ...]:
    parts = ("engine", "games", "tables", "web")
    return tuple(one for part in parts for path in sorted((ROOT / part).rglob("*.py")) for one in _of(path))


PACKAGES = sorted({one.package for one in made()})


def forms(package: str, language: str, *, own: bool = True) -> dict[str, str]:
    """A package's words for messages, by code, without those for errors of tables; all it can say, unless `own`."""
    errors = raised_codes() - {one.code for one in made()}
    found = read_own_phrases(package, language) if own else wording(package, language).phrases
    return {
        code: form
        for key, form in found.items()
        if key.startswith("error.") and (code := key.removeprefix("error.")) not in errors
    }


def fields(form: str) -> list[tuple[str, str | None]]:
    """The fields of a sentence, and whether each is quoted as it was written."""
    return sorted((name, how) for _, name, _, how in string.Formatter().parse(form) if name)


def test_the_source_makes_messages() -> None:
    assert len(made()) > 120
    assert {"companion.engine", "companion.tables", "companion.games.xanadu"} <= set(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_made_has_words_and_what_has_words_is_made(package: str) -> None:
    own = [one for one in made() if one.package == package]
    book = forms(package, "en", own=False)
    for one in own:
        assert one.code in book, one
        assert {name for name, _ in fields(book[one.code])} == one.fields, one
    assert forms(package, "en").keys() <= {one.code for one in made()}


@pytest.mark.parametrize("package", PACKAGES)
def test_the_languages_say_the_same(package: str) -> None:
    english = forms(package, "en")
    for language in LANGUAGES:
        book = forms(package, language)
        assert book.keys() == english.keys()
        assert {code: fields(form) for code, form in book.items()} == {c: fields(form) for c, form in english.items()}


@pytest.mark.parametrize("package", PACKAGES)
def test_codes_are_stable_words(package: str) -> None:
    assert all(re.fullmatch("[a-z]+(_[a-z]+)*", code) for code in forms(package, "en"))


def test_a_message_is_said_with_what_is_in_it() -> None:
    message = messages("companion.engine")
    bounds = message("number_between", lowest=1, highest=5)
    wrong = message("unexpected", field="round-die", what=bounds, given="it's {x}")
    assert str(wrong) == 'round-die: expected a whole number, 1 to 5, not "it\'s {x}"'
    assert wrong.say("es") == 'round-die: se espera un número entero, de 1 a 5, no "it\'s {x}"'
    assert Message("companion.engine", "text", {"text": "{braces}"}).say("es") == "{braces}"
    assert message("no_player", name="C", players=("A", "B")).say("es") == "C no es ninguno de los jugadores A, B"

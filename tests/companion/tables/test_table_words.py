"""Every error has a sentence in every language, with the same facts."""

from __future__ import annotations

import re
import string
from pathlib import Path

from companion.engine.reading import Token
from companion.engine.wording import LANGUAGES, expect_whole_number, read_own_phrases
from companion.tables import say
from companion.tables.errors import ALIKE, PACKAGE, TableError


def raised_codes() -> set[str]:
    """The codes of all errors that the companion raises."""
    sources = (path.read_text("utf-8") for path in (Path(__file__).parents[3] / "companion").rglob("*.py"))
    return {"storage_failed"} | {code for text in sources for code in re.findall(r'TableError\(\s*"(\w+)"', text)}


def _facts(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_the_languages_say_the_same_things() -> None:
    phrases = {language: read_own_phrases(PACKAGE, language) for language in LANGUAGES}
    for language, own in phrases.items():
        assert own.keys() == phrases["en"].keys(), language
        assert {key: _facts(text) for key, text in own.items()} == {
            key: _facts(text) for key, text in phrases["en"].items()
        }
        assert {f"error.{code}" for code in raised_codes() - ALIKE.keys()} <= own.keys()


def test_what_exactly_was_wrong_is_said_in_the_readers_language() -> None:
    wrong = Token("x", 1, 12).unexpected("round", expect_whole_number(1, 5))
    error = TableError("bad_command", message=wrong.sentence)
    assert say(error) == "That could not be read: 1:12: round: expected a whole number, 1 to 5, not 'x'"
    assert say(error, "es") == "Eso no se puede leer: 1:12: round: se espera un número entero, de 1 a 5, no 'x'"
    assert error.plain == {"message": "1:12: round: expected a whole number, 1 to 5, not 'x'"}
    assert error.what.reason == "unexpected"
    assert str(error) == """bad_command, message = "1:12: round: expected a whole number, 1 to 5, not 'x'\""""
    assert TableError("bad_command", message="a text").what.reason is None

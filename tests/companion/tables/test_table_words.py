"""Every error has a sentence in every language, with the same facts."""

from __future__ import annotations

import string

import pytest

from companion.engine.message import whole_number
from companion.engine.reading import Token
from companion.engine.wording import LANGUAGES, wording
from companion.tables import errors, say
from companion.tables.words import PACKAGE

ALL = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.TableError)]


def _facts(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_the_languages_say_the_same_things() -> None:
    phrases = {language: wording(PACKAGE, language).phrases for language in LANGUAGES}
    for language, own in phrases.items():
        assert own.keys() == phrases["en"].keys(), language
        assert {key: _facts(text) for key, text in own.items()} == {
            key: _facts(text) for key, text in phrases["en"].items()
        }
        codes = {kind.code for kind in ALL if kind is not errors.TableError}
        assert codes <= {key.removeprefix("error.") for key in own if key.startswith("error.")}


def test_codes_are_different() -> None:
    assert len({kind.code for kind in ALL}) == len(ALL)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_calm(language: str) -> None:
    for text in wording(PACKAGE, language).phrases.values():
        assert "!" not in text.replace("!r}", "}") and "error" not in text.lower()


def test_sentences_hold_their_facts() -> None:
    assert say(errors.SeatTaken(name="Mei")) == "Mei was faster: that seat is taken."
    assert say(errors.NoSuchTable("QKTRM")).startswith("No table QKTRM here. Check the letters")
    assert say(errors.NoSuchTable("QKTRM"), "es").startswith("Aquí no hay mesa QKTRM. Comprueba las letras")
    assert say(errors.BadCommand("{braces} are harmless")) == "That could not be read: {braces} are harmless"


def test_what_exactly_was_wrong_is_said_in_the_readers_language() -> None:
    wrong = Token("x", 1, 12).unexpected("round", whole_number(1, 5))
    error = errors.BadCommand(wrong.sentence)
    assert say(error) == "That could not be read: 1:12: round: expected a whole number, 1 to 5, not 'x'"
    assert say(error, "es") == "Eso no se puede leer: 1:12: round: se espera un número entero, de 1 a 5, no 'x'"
    assert error.plain == {"message": "1:12: round: expected a whole number, 1 to 5, not 'x'"}
    assert error.what.reason == "unexpected"
    assert str(error) == """bad_command, message = "1:12: round: expected a whole number, 1 to 5, not 'x'\""""
    assert errors.BadCommand("a text").what.reason is None

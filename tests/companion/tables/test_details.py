"""Every sentence that says what was wrong has a translation, whole: none stays half English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.tables import say
from companion.tables.details import detail
from companion.tables.errors import BadCommand

RAISED = {"ParseError", "wrong", "OptionError", "BadCommand", "BadImport", "NotARoll", "BadOptions"}
"""What is called with such a sentence."""
ENGLISH = re.compile(r"\b(expected|not|is|are|the|of|such|more|than|there|which|nothing|twice|one|with|has|least)\b")
ROOT = Path(companion.__file__).parent


def _form(node: ast.expr) -> str | None:
    """A sentence as it stands in the source, with ``§`` for what is filled in; none: it comes from elsewhere."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "§" for part in values)
    return None


def forms() -> Iterator[str]:
    for path in sorted(path for part in ("engine", "games", "tables") for path in (ROOT / part).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in RAISED:
                said = [*node.args[:1], *(word.value for word in node.keywords if word.arg == "message")]
                yield from (form for one in said if (form := _form(one)) is not None)


def test_there_are_sentences() -> None:
    assert len(set(forms())) > 100


@pytest.mark.parametrize("form", sorted(set(forms())))
def test_every_sentence_is_translated_whole(form: str) -> None:
    if re.search("[a-z]{2}", form.replace("§", "")):
        assert not ENGLISH.search(detail(form, "es")), detail(form, "es")


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("1:24: city: expected space, owner, dye and coins, such as A3Rb2 (C3 is the temple), not 'C3B'",
         "1:24: city: se espera espacio, dueño, tinte y monedas, como A3Rb2 (C3 es el templo), no 'C3B'"),
        ("1:1: round-die: expected a whole number, 1 to 5, not 'x'",
         "1:1: round-die: se espera un número entero, de 1 a 5, no 'x'"),
        ("'jump' is no action; expected pass", "'jump' no es una acción; se espera pass"),
        ("'x' is no price; expected a whole number", "'x' no es un precio; se espera un número entero"),
        ("'x' is no fruit; expected fig or date", "'x' no es fruit; se espera fig o date"),
        ("1:14: ciy: there is no such field; did you mean city?", "1:14: ciy: no hay tal campo; ¿será city?"),
        ("now: expected draw, not 'this or that'", "now: se espera draw, no 'this or that'"),
        ("something nobody has thought of", "something nobody has thought of"),
    ],
)  # fmt: skip
def test_sentences_are_looked_up_within_sentences(english: str, spanish: str) -> None:
    assert detail(english, "es") == spanish
    assert detail(english, "en") == english


def test_errors_say_their_details_in_the_readers_language() -> None:
    error = BadCommand("1:12: expected a die, such as blue 2")
    assert say(error, "es") == "Eso no se puede leer: 1:12: se espera un dado, como blue 2"
    assert say(error) == "That could not be read: 1:12: expected a die, such as blue 2"

"""Faces of the printed games that pages show whole: drawn when they are asked for, kept under an address of the kit."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from lxml import etree

from companion.engine.wording import LANGUAGES
from companion.web.assets import FOREVER, face_file

pytestmark = pytest.mark.long


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_drawn_as_it_is_printed(app: Flask, language: str) -> None:
    address = face_file("xanadu", "49", language)
    answer = app.test_client().get(address)
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert answer.headers["Cache-Control"] == FOREVER
    drawn = etree.fromstring(answer.data)
    assert drawn.get("viewBox") == "0 0 63.5 88.9"
    said = "".join(drawn.itertext())
    for letters in ("Barracks", "Cuartel", "49", "8"):
        assert letters in said
    assert ("The night guard" in said) == (language == "en")
    assert not re.search(rb'(?:href|src)="(?!#|data:)', answer.data), "a picture fetches nothing"


@pytest.mark.parametrize(
    "path", ["xanadu/0/en/00", "xanadu/0/en/75", "xanadu/0/de/01", "none/0/en/01", "hangzhou/0/en/1"]
)
def test_what_there_is_not_is_not_found(app: Flask, path: str) -> None:
    assert app.test_client().get(f"/face/{path}.svg").status_code == 404

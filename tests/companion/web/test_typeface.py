"""The typeface of headings: cut out of the installed package, with all letters that the pages' words need."""

from __future__ import annotations

import io
import unicodedata
from pathlib import Path

from flask import Flask
from fontTools.ttLib import TTFont

import companion
from companion.web.drawings import subset_typeface


def test_it_has_every_letter_of_both_languages_and_is_small() -> None:
    data = subset_typeface()
    assert data[:4] == b"wOF2" and len(data) < 11_000
    words = "".join(file.read_text(encoding="utf-8") for file in Path(companion.__file__).parent.rglob("words.*.toml"))
    letters = {c for c in words if c.isalpha() and unicodedata.name(c).startswith("LATIN")} | set("0123456789–“”«»¿¡…")
    assert letters <= {chr(code) for code in TTFont(io.BytesIO(data)).getBestCmap()}
    assert subset_typeface() == data


def test_it_says_whose_it_is_and_under_what_licence() -> None:
    names = {name.nameID: str(name) for name in TTFont(io.BytesIO(subset_typeface()))["name"].names}
    assert "Spectral Project Authors" in names[0] and "SIL Open Font License" in names[13]


def test_browsers_keep_it_and_ask_whether_it_has_changed(app: Flask) -> None:
    client = app.test_client()
    sent = client.get("/typeface.woff2", headers={"Accept-Encoding": "gzip"})
    assert sent.status_code == 200 and sent.mimetype == "font/woff2" and "Content-Encoding" not in sent.headers
    assert sent.headers["Cache-Control"] == "public, max-age=604800"
    again = client.get("/typeface.woff2", headers={"If-None-Match": sent.headers["ETag"]})
    assert again.status_code == 304 and again.data == b""

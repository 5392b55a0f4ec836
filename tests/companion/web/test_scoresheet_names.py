"""Any name may stand on a score sheet: as text, in its own column, and readable whatever it is made of."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Sequence

import pikepdf
import pypdfium2
import pytest
from flask import Flask
from hypothesis import example, given, settings
from hypothesis import strategies as st
from paperless import Phone, begun

from companion.tables import Finish, Tables
from companion.web.game_pages import GAMES
from companion.web.table import score_sheet
from companion.web.table.canvas import Canvas, printable_names
from companion.web.table.score_sheet import HEIGHT, MARGIN, NAME, WIDE, WIDTH
from pnp.scene import Box

pytestmark = pytest.mark.long

POINT = 72 / 25.4
STAND_INS = ("white", "blue", "red", "yellow", "green", "black")
HOSTILE = (
    "<script>alert(1)</script>", "**bold** _x_ {red} {coin}", "\\begin{x} (a) \\) endobj", "%PDF-1.7 %%EOF",
    "\u202eabc\u202c", "שלום", "مرحبا", "王伟", "😀👩‍👩‍👧", "\x00\x07\x1b[31m", "\ud800", "x" * 10_000, "W " * 5_000,
    "a\u0301\u0302\u0303" * 50, "\u200b\u00ad\ufeff", "ﷺ", "Ω 😀 Ж", "{0.__class__} {{7*7}} %s", "'; DROP TABLE--",
    " . ",
)  # fmt: skip
NAMES = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(max_size=60),
    st.text(st.characters(codec="latin-1"), max_size=60),
    st.text(st.sampled_from("Wil ifﬁ…–’*_{}<>&\\()\u0301\u200d"), max_size=60),
)


def sheet(names: Sequence[str]) -> bytes:
    """The names side by side, as on a sheet."""
    canvas, wide = Canvas("hangzhou", "en"), WIDE / len(names)
    for column, name in enumerate(names):
        canvas.write(name, Box(MARGIN + column * wide, 42, wide - 2, 9), NAME, bold=True)
    return canvas.pdf(WIDTH, HEIGHT, f"{' and '.join(names)} share the victory")


def letters(text: str) -> str:
    """What can be compared however accents and ligatures are written."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if letter.isalnum())


def columns(data: bytes, count: int) -> list[str]:
    """What stands in each column; no letter may stand across two, or off the page (accents overhang)."""
    heads, wide = [""] * count, WIDE / count
    with pypdfium2.PdfDocument(data) as document:
        text = document[0].get_textpage()
        for index in range(text.count_chars()):
            left, bottom, right, top = (side / POINT for side in text.get_charbox(index))
            letter = text.get_text_range(index, 1)
            if not letter.strip() or right <= left or unicodedata.combining(letter[0]):
                continue
            assert MARGIN - 1 <= left <= right <= WIDTH - MARGIN + 1 and 0 < bottom < top < HEIGHT, letter
            column = int(((left + right) / 2 - MARGIN) // wide)
            start = MARGIN + column * wide
            assert start - 0.5 <= left and right <= start + wide - 1.5, f"{letter!r} stands out of its column"
            heads[column] += letter
    return heads


@settings(max_examples=60)
@given(st.lists(NAMES, min_size=1, max_size=6))
@example(list(HOSTILE[:6]))
@example(list(HOSTILE[6:12]))
@example(list(HOSTILE[12:18]))
@example(list(HOSTILE[18:]))
@example(["W" * 40] * 6)
def test_any_names_make_a_sheet_that_can_be_read(names: list[str]) -> None:
    shown = printable_names("hangzhou", names, STAND_INS[: len(names)])
    data = sheet(shown)
    for name, head in zip(shown, columns(data, len(names)), strict=True):
        assert head, f"no name for {name!r}"
        whole = letters(name)
        assert whole.startswith(letters(head)) if head.endswith("…") else whole == letters(head), (name, head)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert not {"/OpenAction", "/AA", "/AcroForm", "/Names"} & set(pdf.Root.keys())
        assert all("/Annots" not in page for page in pdf.pages)


@pytest.mark.parametrize("game", GAMES)
def test_what_the_typefaces_lack_is_left_out_and_nobody_is_without_a_name(game: str) -> None:
    names = ("Ana 😀", "王伟", "José 王", "\u202e", "**Zoë**", "Ж")
    shown = printable_names(game, names, STAND_INS)
    assert shown[:5] == ("Ana", "blue", "José", "yellow", "**Zoë**")
    assert shown[5] in ("Ж", "black")


def test_a_short_name_is_whole_and_a_long_one_says_that_it_goes_on() -> None:
    ana, long = columns(sheet(("Ana", "Wolfeschlegelsteinhausenbergerdorff" * 3)), 2)
    assert ana == "Ana"
    assert long.startswith("Wolfeschlegel") and long.endswith("…")


@pytest.mark.parametrize("pad", [True, False])
def test_a_game_without_a_score_pad_gets_a_plain_table(
    app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch, pad: bool
) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    tables.command(table[3:], cookie(ana), Finish(), command_id="finish")
    if not pad:
        monkeypatch.setattr(score_sheet, "_find_pad", lambda canvas: None)
    with pypdfium2.PdfDocument(ana.client.get(f"{table}/score.pdf").data) as document:
        text = " ".join(document[0].get_textpage().get_text_bounded().split())
    assert ("Sum" in text) == pad and ("Points" in text) != pad, "the pad's own words, or the frame's"
    assert all(part in text for part in ("Ana", "Mei", "White", "Blue", table[3:]))


def cookie(phone: Phone) -> str:
    found = phone.client.get_cookie("phone")
    assert found is not None
    return found.value

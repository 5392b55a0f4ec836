"""What is drawn, as it is read."""

from __future__ import annotations

import pytest

from pnp.text.direction import shown_text
from pnp.text.reading import as_read


@pytest.mark.parametrize("right_to_left", [True, False])
@pytest.mark.parametrize(
    "text", ["שלום עולם", "تاجر والسلام", "שלום (abc) 12 עולם.", "סלאם سلام", "خذ 3 بطاقات", "plain (3)", "12"]
)
def test_what_was_turned_is_read_as_it_was_written(text: str, right_to_left: bool) -> None:
    if right_to_left or text[-1] != ".":  # a line of English ends at the right
        assert as_read(shown_text(text, right_to_left)) == text


def test_words_of_hebrew_in_a_line_of_english_are_turned_by_themselves() -> None:
    assert as_read(shown_text("Merchants of שלום עולם go", right_to_left=False)) == "Merchants of שלום עולם go"


@pytest.mark.parametrize(
    "text",
    [
        "44 بطاقة · 2–4 لاعبين · 15–20 دقيقة",
        "خذ 3 بطاقات (Wi-Fi) الآن",
        "السعر 3.50 € أو 10%",
        "اقرأ Room 12 – 14 هنا",
        "10:30–12:45 صباحا",
        "שלום (2–4) go on עולם",
        "A1 — شجرة B2",
        "سعر: +3 / -2",
        "مُنادٍ 5 – 6 كِتاب",
    ],
)
def test_numbers_stand_where_they_were_written(text: str) -> None:
    assert as_read(shown_text(text, right_to_left=True)) == text

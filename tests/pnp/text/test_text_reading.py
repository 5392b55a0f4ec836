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

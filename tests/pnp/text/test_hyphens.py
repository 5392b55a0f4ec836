"""Where words are divided."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pnp.text.hyphenate import hyphenation


@pytest.mark.parametrize(
    ("word", "language", "divided"),
    [
        ("merchants", "en", "mer-chants"),
        ("caravanserai", "en-GB", "cara-vanserai"),
        ("comerciantes", "es", "comer-cian-tes"),
        ("MERCHANTS", "en", "MERCHANTS"),
        ("tea", "en", "tea"),
        ("merchants", "tlh", "merchants"),
        ("a" * 201, "en", "a" * 201),
    ],
)
def test_words_are_divided_between_parts_of_three_letters_and_more(word: str, language: str, divided: str) -> None:
    places = [0, *hyphenation(word, language), len(word)]
    assert "-".join(word[start:end] for start, end in pairwise(places)) == divided

"""Two numbers as people type them."""

from __future__ import annotations

import pytest

from pnp.cli import two_numbers


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("0.5,-1", (0.5, -1.0)),
        ("0,5 -1", (0.5, -1.0)),
        ("0,5; −1", (0.5, -1.0)),
        ("–0.5,1", (-0.5, 1.0)),
        (" 1 2 ", (1.0, 2.0)),
    ],
)
def test_two_numbers_are_read_however_they_are_typed(text: str, pair: tuple[float, float]) -> None:
    assert two_numbers(text) == pair


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "a,b", "1 2 3"])
def test_what_is_not_two_numbers_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"could not convert|values to unpack"):
        two_numbers(text)

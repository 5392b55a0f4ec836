"""Long texts are cut to what surrounds their difference."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pnp.diff.compare import LONGEST, shorten

RULE = (
    "Choose one opponent who has more goods of this colour than you do. That player gives you one of them, or pays you "
    "three coins; then you may trade any number of your goods at the market for the current prices."
)
texts = st.text("ab c", max_size=4 * LONGEST)


def test_of_a_long_text_the_stretch_is_told_in_which_a_word_differs() -> None:
    old, new = shorten(RULE, RULE.replace("three", "four"))
    assert old == "…you one of them, or pays you three coins; then you may trade…"
    assert new == "…you one of them, or pays you four coins; then you may trade…"
    assert shorten("", RULE) == ("", f"{RULE[:LONGEST].strip()}…")
    end = "…for the current prices."
    assert shorten(f"{RULE} Yes.", f"{RULE} No.") == (f"{end} Yes.", f"{end} No.")


@given(start=texts, old=texts, new=texts, end=texts)
def test_what_differs_is_told_and_short(start: str, old: str, new: str, end: str) -> None:
    was, now = start + old + end, start + new + end
    told = shorten(was, now)
    assert max(map(len, told)) <= LONGEST + 2
    if max(len(old), len(new)) < LONGEST // 2 and " ".join(was.split()) != " ".join(now.split()):
        assert told[0] != told[1]

"""Long texts are cut to what surrounds their difference."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pnp.build.manifest import PieceEntry
from pnp.diff.compare import LONGEST, find_changes, shorten

RULE = (
    "Choose one opponent who has more goods of this colour than you do. That player gives you one of them, or pays you "
    "three coins; then you may trade any number of your goods at the market for the current prices."
)


def test_of_a_long_text_the_stretch_is_told_in_which_a_word_differs() -> None:
    old, new = shorten(RULE, RULE.replace("three", "four"))
    assert old == "…you one of them, or pays you three coins; then you may trade…"
    assert new == "…you one of them, or pays you four coins; then you may trade…"
    assert shorten("", RULE) == ("", f"{RULE[:LONGEST].strip()}…")
    end = "…for the current prices."
    assert shorten(f"{RULE} Yes.", f"{RULE} No.") == (f"{end} Yes.", f"{end} No.")


def piece(key: str, copies: int, faces: dict[str, str]) -> PieceEntry:
    return PieceEntry(component="cards", key=key, language="en", copies=copies, faces=faces)


def plain(table: list[tuple[str, int]], first: int = 0) -> list[PieceEntry]:
    """Rows that are numbered from the first."""
    rows = enumerate(table, first)
    return [piece(str(row), copies, {"front": face} if copies else {}) for row, (face, copies) in rows]


tables = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 3)), max_size=5)


@given(before=tables, after=tables, shift=st.integers(0, 3))
def test_nothing_is_printed_that_is_in_the_box_and_afterwards_it_is_the_kit(
    before: list[tuple[str, int]], after: list[tuple[str, int]], shift: int
) -> None:
    old, new = plain(before), plain(after, shift)
    found = find_changes(old, new)
    out, come = Counter[str](), Counter[str]()
    for change in found:
        if change.old:
            out[change.old.faces.get("front", "")] += change.take_out
        if change.new:
            come[change.new.faces.get("front", "")] += change.put_in
    box, kit = (counted(pieces) for pieces in (old, new))
    assert box - out + come == kit and out <= box
    assert not set(+out) & set(+come)
    assert all(change.put_in or change.take_out for change in found)


def counted(pieces: list[PieceEntry]) -> Counter[str]:
    return +Counter({face: sum(one.copies for one in pieces if one.faces.get("front") == face) for face in "abc"})


def test_rows_that_read_the_same_are_one_and_one_may_be_parted() -> None:
    front = {"front": "c"}
    one, two = [piece("camel", 4, front)], [piece("camel", 3, front), piece("camel2", 1, front)]
    assert find_changes(one, two) == find_changes(two, one) == []
    (found,) = find_changes(two, [piece("camel", 6, front)])
    assert (found.key, found.take_out, found.put_in) == ("camel", 0, 2)

"""Leaflets for those who do not see them: the tree of tags in the finished file, and the pages that it leads to."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import pikepdf
import pytest
from leaflet_builders import set_text
from output_builders import pnp
from tagged import Part, read_tags, written

pytestmark = pytest.mark.long

PARENTS = {
    "LI": {"L"},
    "LBody": {"LI"},
    "Lbl": {"LI"},
    "L": {"Document", "LBody"},
    "TR": {"Table"},
    "TH": {"TR"},
    "TD": {"TR"},
    "Table": {"Document", "LBody"},
    "TOC": {"Document"},
    "TOCI": {"TOC"},
    "Span": {"H2", "H3", "H4", "P", "TH", "TD", "Caption", "Link", "TOCI"},
}


def test_a_leaflet_is_tagged_in_its_language_and_parts_lie_in_parts_that_may_hold_them(tmp_path: Path) -> None:
    asked = ["--only", "rules", "--language", "en", "--out", tmp_path]
    assert pnp("build", "dunhuang", *asked).exit_code == 0
    data = (tmp_path / "dunhuang-reprint/en/2-rules-a5.pdf").read_bytes()
    with pikepdf.open(io.BytesIO(data)) as document:
        assert document.Root.MarkInfo.Marked and str(document.Root.Lang) == "en"
        heads = [part for part in document.objects if isinstance(part, pikepdf.Dictionary) and part.get("/S") == "/TH"]
        assert {(str(head.A.O), str(head.A.Scope)) for head in heads} == {("/Table", "/Column")}
    parts = list(read_tags(data).all())
    assert [part.role for part in parts[:2]] == ["Document", "H1"]
    found = Counter(part.role for part in parts)
    assert found["H1"] == 1
    assert all(found[role] > 1 for role in ("H2", "H3", "P", "L", "LI", "Table", "TR", "TH", "TD", "Figure")), found
    for part in parts:
        inner = [kid for kid in part.kids if isinstance(kid, Part)]
        assert all(part.role in PARENTS.get(kid.role, {part.role}) for kid in inner), (part.role, inner)
        assert part.alt.strip() or part.role not in ("Figure", "Span")
        if part.role == "Table":
            assert len({len(row.kids) for row in inner}) == 1, "rows are as long as their heads"
        if part.role == "LI":
            assert [kid.role for kid in inner] == ["Lbl", "LBody"]


def test_headings_leave_no_level_out_whichever_size_they_have() -> None:
    text = "# A\n\n## B\n\n#### C\n\nText.\n\n### D\n\n#### E\n\nText.\n\n## F\n\n> #### G\n>\n> Text.\n"
    roles = [(part.role, str(part)) for part in read_tags(written(set_text(text).pages)).all() if part.role[0] == "H"]
    assert roles == [("H1", "A"), ("H2", "B"), ("H3", "C"), ("H3", "D"), ("H4", "E"), ("H2", "F"), ("H3", "G")]

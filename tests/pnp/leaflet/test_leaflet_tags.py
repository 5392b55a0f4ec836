"""Leaflets for those who do not see them: the tree of tags in the finished file, and the pages that it leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pikepdf
import pytest
from click.testing import CliRunner
from leaflet_builders import set_text
from tagged import read_tags, written

from pnp.cli import main

pytestmark = pytest.mark.long

PARENTS = {
    "/LI": {"/L"},
    "/LBody": {"/LI"},
    "/Lbl": {"/LI"},
    "/L": {"/Document", "/LBody"},
    "/TR": {"/Table"},
    "/TH": {"/TR"},
    "/TD": {"/TR"},
    "/Table": {"/Document", "/LBody"},
    "/TOC": {"/Document"},
    "/TOCI": {"/TOC"},
    "/Span": {"/H2", "/H3", "/H4", "/P", "/TH", "/TD", "/Caption", "/Link", "/TOCI"},
}


@pytest.fixture(scope="module")
def leaflet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pikepdf.Pdf]:
    out = tmp_path_factory.mktemp("out")
    asked = ["--only", "rules", "--language", "en", "--out", str(out)]
    assert CliRunner().invoke(main, ["build", "dunhuang", *asked], catch_exceptions=False).exit_code == 0
    with pikepdf.open(out / "dunhuang-reprint" / "en/2-rules-a5.pdf") as document:
        yield document


def parts(leaflet: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Every part of the tree, in reading order."""

    def below(part: pikepdf.Object) -> Iterator[pikepdf.Object]:
        yield part
        for kid in part.K:
            if kid.get("/Type") == "/StructElem":
                yield from below(kid)

    (whole,) = leaflet.Root.StructTreeRoot.K
    yield from below(whole)


def test_a_leaflet_says_that_it_is_tagged_in_which_language_and_begins_with_its_title(leaflet: pikepdf.Pdf) -> None:
    assert leaflet.Root.MarkInfo.Marked and str(leaflet.Root.Lang) == "en"
    roles = [str(part.S) for part in parts(leaflet)]
    assert roles[:2] == ["/Document", "/H1"] and roles.count("/H1") == 1
    found = Counter(roles)
    for role in ("/H2", "/H3", "/P", "/L", "/LI", "/Table", "/TR", "/TH", "/TD", "/Figure"):
        assert found[role] > 1, role


def test_parts_lie_in_parts_that_may_hold_them(leaflet: pikepdf.Pdf) -> None:
    for part in parts(leaflet):
        allowed = PARENTS.get(str(part.S))
        assert allowed is None or str(part.P.S) in allowed, f"{part.S} in {part.P.S}"
        if part.S in ("/Figure", "/Span"):
            assert str(part.Alt).strip()
        if part.S == "/Table":
            assert len({len(row.K) for row in part.K}) == 1, "rows are as long as their heads"
        if part.S == "/TH":
            assert (part.A.O, part.A.Scope) == ("/Table", "/Column")
        if part.S == "/LI":
            assert [kid.S for kid in part.K] == ["/Lbl", "/LBody"]


def test_headings_leave_no_level_out_whichever_size_they_have() -> None:
    text = "# A\n\n## B\n\n#### C\n\nText.\n\n### D\n\n#### E\n\nText.\n\n## F\n\n> #### G\n>\n> Text.\n"
    roles = [(part.role, str(part)) for part in read_tags(written(set_text(text).pages)).all() if part.role[0] == "H"]
    assert roles == [("H1", "A"), ("H2", "B"), ("H3", "C"), ("H3", "D"), ("H4", "E"), ("H2", "F"), ("H3", "G")]

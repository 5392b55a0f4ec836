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


def marked(part: pikepdf.Object) -> list[tuple[tuple[int, int], int]]:
    return [(kid.Pg.objgen, int(kid.MCID)) for kid in part.K if kid.get("/Type") == "/MCR"]


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


def test_the_tree_and_the_pages_lead_to_each_other(leaflet: pikepdf.Pdf) -> None:
    known = {place: part.objgen for part in parts(leaflet) for place in marked(part)}
    numbers = list(leaflet.Root.StructTreeRoot.ParentTree.Nums)
    back = {int(key): value for key, value in zip(numbers[::2], numbers[1::2], strict=True)}
    total = 0
    for page in leaflet.pages:
        met = list(marks(page))
        assert met == list(range(len(met))), "each once, as they are drawn"
        parents = back[int(page.obj.StructParents)]
        assert [parent.objgen for parent in parents] == [known[page.objgen, number] for number in met]
        total += len(met)
    assert total == len(known)


def marks(page: pikepdf.Page) -> Iterator[int]:
    """The numbers of marked content on a page; all that is drawn is marked, as a part or as decoration."""
    depth = 0
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "BDC":
                depth += 1
                yield int(operands[1].MCID)
            case "BMC":
                assert str(operands[0]) == "/Artifact"
                depth += 1
            case "EMC":
                depth -= 1
            case "Tj" | "TJ" | "f" | "f*" | "S" | "B" | "B*" | "Do":
                assert depth == 1
    assert depth == 0


def test_numbers_of_a_list_are_labels_and_cells_without_words_are_cells() -> None:
    text = "# A\n\n## B\n\n1. One.\n2. Two.\n\n- | a | |\n  |---|---|\n  | c | |\n"
    whole = read_tags(written(set_text(text).pages))
    items = [part.plain() for part in whole.all() if part.role == "LI"]
    assert items[:2] == [[("Lbl", "1"), ("LBody", "One.")], [("Lbl", "2"), ("LBody", "Two.")]]
    rows = [part.plain() for part in whole.all() if part.role == "TR"]
    assert rows == [[("TH", "a"), ("TD", "")], [("TD", "c"), ("TD", "")]]


def test_headings_leave_no_level_out_whichever_size_they_have() -> None:
    text = "# A\n\n## B\n\n#### C\n\nText.\n\n### D\n\n#### E\n\nText.\n\n## F\n\n> #### G\n>\n> Text.\n"
    roles = [(part.role, str(part)) for part in read_tags(written(set_text(text).pages)).all() if part.role[0] == "H"]
    assert roles == [("H1", "A"), ("H2", "B"), ("H3", "C"), ("H3", "D"), ("H4", "E"), ("H2", "F"), ("H3", "G")]


def test_words_at_the_ends_of_lines_stand_apart_and_what_divides_a_word_is_no_letter_of_it() -> None:
    prose = "Merchants sell extraordinarily indigo-coloured silk. " * 6 + "Consequently, understanding."
    cell = f"| {'a |' * 6}\n|{'---|' * 6}\n|{f' {prose} |' * 6}\n"
    text = f"# A\n\n## B\n\n{prose} {{#r Z1}}\n\n{cell}\n![{prose}](face:f)\n"
    whole = read_tags(written(set_text(text).pages))
    (paragraph,) = (part for part in whole.all() if part.role == "P" and "Z1" in str(part))
    first, *_ = (part for part in whole.all() if part.role == "TD")
    (caption,) = (part for part in whole.all() if part.role == "Caption")
    assert len(paragraph.kids) > 2 and len(caption.kids) > 2
    for part, before in ((paragraph, "Z1 "), (first, ""), (caption, "Fig. 1 ")):
        assert str(part).replace("\u00ad", "") == before + prose
    assert str(first).count("\u00ad") > 3, "words are divided in a narrow column"

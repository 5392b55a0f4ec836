"""Leaflets for those who do not see them: the tags of the finished file, signs, figures and links."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pikepdf
import pypdfium2
import pytest
from draw_builders import pdf
from kit_text import component, head, write_files
from leaflet_builders import FONTS, plain_setting, set_text
from output_builders import pnp

from pnp.kits import load
from pnp.leaflet.pagination import set_leaflet
from pnp.leaflet.parser import Documents
from pnp.scene import Page


class Part(msgspec.Struct):
    """A part: its role, what stands for it, the words and parts in it, and what is said of its place to tap."""

    role: str
    alt: str = ""
    kids: list[Part | str] = []
    tapped: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "".join(map(str, self.kids))

    def all(self) -> Iterator[Part]:
        """The part and all in it, in reading order."""
        yield self
        for kid in self.kids:
            if isinstance(kid, Part):
                yield from kid.all()

    def plain(self) -> list[object]:
        """Its words, those of a part within it as a pair of role and words."""
        return [kid if isinstance(kid, str) else (kid.role, str(kid)) for kid in self.kids]


def written(pages: tuple[Page, ...]) -> bytes:
    return pdf(pages, fonts=FONTS)


def read_tags(data: bytes) -> Part:
    """The whole tree; fails if it and the pages do not lead to each other, or if anything is there twice."""
    with pikepdf.open(io.BytesIO(data)) as document:
        drawn = {(page.objgen, number): said for page in document.pages for number, said in _drawn(page)}
        (whole,) = document.Root.StructTreeRoot.K
        seen: list[tuple[tuple[int, int], int]] = []
        tree = _part(whole, drawn, seen)
        assert sorted(seen) == sorted(drawn), "all that is drawn is a part of the text, once"
        numbers = list(document.Root.StructTreeRoot.ParentTree.Nums)
        parents = {int(key): value for key, value in zip(numbers[::2], numbers[1::2], strict=True)}
        for page in document.pages:
            own = [number for place, number in drawn if place == page.objgen]
            for number, parent in enumerate(parents[int(page.obj.StructParents)]):
                assert any(kid.get("/MCID") == number and kid.Pg.objgen == page.objgen for kid in parent.K)
            assert len(own) == len(parents[int(page.obj.StructParents)])
            for link in page.obj.get("/Annots", []):
                assert any(kid.get("/Obj", link).objgen == link.objgen for kid in parents[int(link.StructParent)].K)
        return tree


def _part(
    part: pikepdf.Object, drawn: dict[tuple[tuple[int, int], int], str], seen: list[tuple[tuple[int, int], int]]
) -> Part:
    found = Part(str(part.S)[1:], str(part.get("/Alt", "")))
    for kid in part.K:
        match kid.get("/Type"):
            case "/MCR":
                seen.append((kid.Pg.objgen, int(kid.MCID)))
                found.kids.append(drawn[seen[-1]])
            case "/OBJR":
                found.tapped += (str(kid.Obj.Contents),)
            case _:
                found.kids.append(_part(kid, drawn, seen))
    return found


def _drawn(page: pikepdf.Page) -> Iterator[tuple[int, str]]:
    """The marked content of a page, and the words in it."""
    number, font, found = -1, "", dict[int, str]()
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "BDC":
                number = int(operands[1].MCID)
                assert number not in found
                found[number] = ""
            case "BMC" | "EMC":
                number = -1
            case "Tf":
                font = str(operands[0])
            case "Tj" | "TJ" if number >= 0:
                length = 2 if page.Resources.Font[font].Subtype == "/Type0" else 1
                codes = _codes(page.Resources.Font[font].ToUnicode.read_bytes())
                shown = [operands[0]] if str(operator) == "Tj" else list(operands[0])
                for part in (bytes(part) for part in shown if isinstance(part, pikepdf.String)):
                    found[number] += "".join(codes[part[at : at + length]] for at in range(0, len(part), length))
    yield from found.items()


@cache
def _codes(told: bytes) -> dict[bytes, str]:
    pairs = re.findall(rb"<([0-9A-F]{2,4})> <([0-9A-F]{4,})>", told)
    return {bytes.fromhex(code.decode()): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs}


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


@pytest.mark.long
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


@pytest.mark.long
def test_headings_leave_no_level_out_whichever_size_they_have() -> None:
    text = "# A\n\n## B\n\n#### C\n\nText.\n\n### D\n\n#### E\n\nText.\n\n## F\n\n> #### G\n>\n> Text.\n"
    roles = [(part.role, str(part)) for part in read_tags(written(set_text(text).pages)).all() if part.role[0] == "H"]
    assert roles == [("H1", "A"), ("H2", "B"), ("H3", "C"), ("H3", "D"), ("H4", "E"), ("H2", "F"), ("H3", "G")]


SIGNED = """# R

A {coin} on the cover.

## First {#a}

Pay 1 {coin}.

| {dye-green} green | {dye-blue} + {dye-yellow} |
|---|---|
| **2 {coin}** | b |
"""


def tree(text: str, **changes: object) -> Part:
    return read_tags(written(set_text(text, **changes).pages))


def test_signs_are_read_by_their_names_among_the_words() -> None:
    data = written(set_text(SIGNED).pages)
    found = read_tags(data)
    signs = [(part.alt, str(part).strip()) for part in found.all() if part.role == "Span"]
    names = ["coin", "coin", "dye green", "dye blue", "dye yellow", "coin"]
    assert signs == [(name, name) for name in names]
    read = [" ".join(str(part).split()) for part in found.all() if part.role in ("P", "TH", "TD")]
    for said in ("A coin on the cover.", "Pay 1 coin.", "dye green green", "dye blue + dye yellow", "2 coin"):
        assert said in read
    with pypdfium2.PdfDocument(data) as document:
        copied = " ".join(document[1].get_textpage().get_text_range().split())
    assert "Pay 1 coin." in copied and "dye blue + dye yellow" in copied


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    rules = dict.fromkeys(("rules.en.md", "rules.es.md"), "# R\n\n## A\n\n{swap} + {arrow-right}\n")
    toml = head("tiny", "Tiny", ("en", "es")) + component("rules", "leaflet", "Rules", file="rules")
    return write_files(tmp_path, {"kit.toml": toml, **rules})


def test_a_sign_is_called_as_the_glossary_calls_its_thing(kit: Path) -> None:
    (kit / "glossary.en.toml").write_text('[swap]\nword = "swap"\n')
    (kit / "glossary.es.toml").write_text('[swap]\nword = "cambio de  carta"\nplural = "x"\n')
    made = load(kit)
    document = Documents(made).read(made.components[0], "es")
    found = read_tags(written(set_leaflet(document, plain_setting()).pages))
    assert [part.alt for part in found.all() if part.role == "Span"] == ["cambio de carta", "arrow right"]


WEB = "https://example.org/x"


def paragraph(text: str) -> Part:
    """The part that a paragraph is."""
    pages = set_text(f"# Rules\n\nCover.\n\n## First {{#first}}\n\n{text}\n\n## Second {{#second}}\n\nText.\n").pages
    tree = read_tags(written(pages))
    parts = [part for part in tree.all() if part.role in ("P", "Table", "H2")]
    (heading,) = [index for index, part in enumerate(parts) if str(part) == "First" and part.role == "H2"]
    assert not [kid for kid in tree.kids if isinstance(kid, Part) and kid.role == "Link"], "none without a paragraph"
    return parts[heading + 1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"See [alpha](#second), or [web]({WEB}).", ["See ", ("Link", "alpha (p. 2)"), ", or ", ("Link", "web"), "."]),
        (f"[one](#second) [two]({WEB})", [("Link", "one (p. 2)"), " ", ("Link", "two")]),
        (f"A [*slanted* way]({WEB}) out.", ["A ", ("Link", "slanted way"), " out."]),
        ("No link.", ["No link."]),
    ],
)
def test_each_link_holds_its_own_words_where_they_are_read(text: str, expected: list[object]) -> None:
    assert paragraph(text).plain() == expected

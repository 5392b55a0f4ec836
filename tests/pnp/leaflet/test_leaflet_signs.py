"""Signs and figures for those who do not see them."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from leaflet_builders import plain_setting, set_text
from tagged import Part, read_tags, written

from pnp.kit.model import Leaflet
from pnp.kits import load
from pnp.leaflet.document import LeafletDocument
from pnp.leaflet.pagination import set_leaflet
from pnp.leaflet.parser import Documents

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
    (tmp_path / "kit.toml").write_text(
        '[kit]\nid = "tiny"\ntitle = "Tiny"\nplayers = [2, 2]\nlanguages = ["en", "es"]\n'
        '[[component]]\nid = "rules"\nkind = "leaflet"\nfile = "rules"\ntitle = "Rules"\n'
    )
    for language in ("en", "es"):
        (tmp_path / f"rules.{language}.md").write_text("# R\n\n## A\n\n{swap} + {arrow-right}\n")
    return tmp_path


def tree_of(document: LeafletDocument) -> Part:
    return read_tags(written(set_leaflet(document, plain_setting()).pages))


def spanish(folder: Path) -> LeafletDocument:
    kit = load(folder)
    (leaflet,) = kit.components
    assert isinstance(leaflet, Leaflet)
    return Documents(kit).read(leaflet, "es")


def test_a_sign_is_called_as_the_glossary_calls_its_thing(kit: Path) -> None:
    (kit / "glossary.en.toml").write_text('[swap]\nword = "swap"\n')
    (kit / "glossary.es.toml").write_text('[swap]\nword = "cambio de  carta"\nplural = "x"\n')
    found = tree_of(spanish(kit))
    assert [part.alt for part in found.all() if part.role == "Span"] == ["cambio de carta", "arrow right"]


@pytest.mark.parametrize("glossary", ["[swap", "swap = 1\n", "[swap]\nword = 3\n", "[swap]\n", '[swap]\nword = " "\n'])
def test_a_faulty_glossary_leaves_signs_their_names(kit: Path, glossary: str) -> None:
    (kit / "glossary.es.toml").write_text(glossary)
    found = tree_of(spanish(kit))
    assert [part.alt for part in found.all() if part.role == "Span"] == ["swap", "arrow right"]


def test_a_figure_without_words_is_told_by_what_it_stands_under() -> None:
    text = (
        "# Dyers\n\n![](face:fig)\n\n## The *end* {#a}\n\n![](face:fig)\n\n"
        "> ![](face:fig)\n>\n> Beside.\n\n> ![](face:fig)\n>\n> #### Goal\n>\n> Win.\n\n![Said.](face:fig)\n"
    )
    alts = [part.alt for part in tree(text).all() if part.role == "Figure"]
    assert alts == ["Dyers", "The end", "The end", "Goal", "Said."]
    uncovered = [part.alt for part in tree(text, covered=False).all() if part.role == "Figure"]
    assert uncovered == ["Rules", "The end", "The end", "Goal", "Said."]


WEB = "https://example.org/x"
LONG = "the long way to the house of the dyer who sells nothing but blue, and nothing else in all the city of silk"


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
        (
            f"See [alpha](#second), or [web]({WEB}).",
            ["See ", ("Link", "alpha (p. 2)"), ", or ", ("Link", "web"), "."],
        ),
        (
            "See [alpha](#second) and then [beta](#first) here.",
            ["See ", ("Link", "alpha (p. 2)"), " and then ", ("Link", "beta (p. 2)"), " here."],
        ),
        (f"[one](#second) [two]({WEB})", [("Link", "one (p. 2)"), " ", ("Link", "two")]),
        (f"[one]({WEB})[two]({WEB}/2)", [("Link", "one"), ("Link", "two")]),
        (f"[all of it]({WEB})", [("Link", "all of it")]),
        (f"A [*slanted* way]({WEB}) out.", ["A ", ("Link", "slanted way"), " out."]),
        (f"A **bold [way]({WEB})**, too.", ["A ", "bold ", ("Link", "way"), ", too."]),
        (f"VA[VA]({WEB})VA", ["VA", ("Link", "VA"), "VA"]),
        ("No link.", ["No link."]),
    ],
)
def test_each_link_holds_its_own_words_where_they_are_read(text: str, expected: list[object]) -> None:
    assert paragraph(text).plain() == expected


def test_what_is_said_of_a_place_to_tap_are_the_words_of_its_link() -> None:
    whole = paragraph(
        f"See [alpha](#second), or [*the* web]({WEB}), or [1 {{coin}} more]({WEB}) [({{coin}})]({WEB}/2)."
    )
    links = [part for part in whole.all() if part.role == "Link"]
    assert [link.tapped for link in links] == [("alpha (p. 2)",), ("the web",), ("1 coin more",), ("(coin)",)]
    assert links[2].plain() == ["1 ", ("Span", "coin "), "more"]


def test_a_link_over_two_lines_is_two_in_its_paragraph() -> None:
    whole = paragraph(f"This is [{LONG}]({WEB}), they say.")
    links = [part for part in whole.all() if part.role == "Link"]
    assert len(links) == 2 and all(str(link).strip() == link.tapped[0] for link in links)
    assert "".join(map(str, links)).replace("\u00ad", "") == LONG, "words at the ends of lines stand apart as others do"
    assert str(whole).startswith("This is the long") and str(whole).endswith(", they say.")

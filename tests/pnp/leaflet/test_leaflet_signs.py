"""Signs and figures for those who do not see them."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from draw_builders import seen
from leaflet_builders import FACE, plain_setting, set_text
from msgspec.structs import replace
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


def test_names_of_signs_are_not_seen() -> None:
    pages = set_text(SIGNED).pages
    named, bare = written(pages), written(tuple(replace(page, tags=()) for page in pages))
    for number in range(len(pages)):
        assert seen(named, number, 8).tobytes() == seen(bare, number, 8).tobytes()


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


def test_a_cover_of_the_kit_s_own_is_a_figure_of_its_title() -> None:
    found = tree("# R\n\n## A\n\nText.\n", cover=replace(FACE, width=148.0, height=210.0))
    first = found.kids[0]
    assert isinstance(first, Part) and (first.role, first.alt) == ("Figure", "My Game")

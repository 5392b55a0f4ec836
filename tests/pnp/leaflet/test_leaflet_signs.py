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
        (
            f"See [alpha](#second), or [web]({WEB}).",
            ["See ", ("Link", "alpha (p. 2)"), ", or ", ("Link", "web"), "."],
        ),
        (f"[one](#second) [two]({WEB})", [("Link", "one (p. 2)"), " ", ("Link", "two")]),
        (f"A [*slanted* way]({WEB}) out.", ["A ", ("Link", "slanted way"), " out."]),
        ("No link.", ["No link."]),
    ],
)
def test_each_link_holds_its_own_words_where_they_are_read(text: str, expected: list[object]) -> None:
    assert paragraph(text).plain() == expected

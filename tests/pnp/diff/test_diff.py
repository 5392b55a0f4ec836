"""`pnp diff`: two states of a kit, by folder, build, manifest or revision, in words and as a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from changes_builders import CARD, MENDED, SAID, goods, in_two_languages, printed
from output_builders import pnp

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit as it was, as it is, and what a build left of each."""
    folder = tmp_path_factory.mktemp("states")
    printed(goods(folder / "old"), folder / "was")
    printed(goods(folder / "new", MENDED), folder / "is")
    return folder


@pytest.mark.parametrize(
    ("old", "new"),
    [("old", "new"), ("was/tiny", "new"), ("was/tiny/for-programs/manifest.json", "is/tiny"), ("was", "is/tiny")],
)
def test_what_changed_is_said_whatever_the_states_are_named_by(old: str, new: str, states: Path) -> None:
    result = pnp("diff", states / old, states / new)
    assert result.output == SAID
    assert result.exit_code == 1


def test_the_same_is_said_to_be_the_same(states: Path, tmp_path: Path) -> None:
    kit = goods(tmp_path / "copy")
    (kit / "words.toml").write_text("# another build\n")
    result = pnp("diff", states / "was" / "tiny", kit)
    assert (result.exit_code, result.output) == (0, "The same, to the byte.\n")


def test_faces_that_one_draw_moved_are_told_as_one(tmp_path: Path) -> None:
    rows = tuple((f"g{number}", f"Good {number}", str(number % 10), "1") for number in range(20))
    old, new = goods(tmp_path / "old", rows, board=0), goods(tmp_path / "new", rows, board=0)
    (new / "faces" / "card.toml").write_text(CARD.replace("[40, 60,", "[41, 60,"))
    result = pnp("diff", old, new, "--html", tmp_path / "page.html")
    assert result.output.splitlines()[:2] == ["~ Cards: 20 faces changed alike", "    text 1 mm right"]
    assert "20 of 20 pieces differ" in result.output
    page = (tmp_path / "page.html").read_text()
    assert "Cards · 20 faces changed alike" in page and page.count("<details") == 1


# --- the page ------------------------------------------------------------------------------------------


def test_the_page_needs_nothing_beside_it_and_rings_what_differs(states: Path, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    result = pnp("diff", states / "was" / "tiny", states / "new", "--html", file)
    assert result.exit_code == 1 and "page.html" in result.output
    page = file.read_text("utf-8")
    assert not re.findall(r'(?:src|href)="(?!#|data:)', page) and not re.findall(r"url\((?!data:|#)", page)
    assert "http" not in page.replace("http://www.w3.org/", "")
    kinds = re.findall(r'<article [^>]*data-kind="(\w+)"', page)
    assert kinds == ["changed", "new", "gone"], "in this order"
    assert page.count('class="ring"') == 2, "round the price, old and new"
    assert "<del>5</del> → <ins>6</ins>" in page and "not there before" in page and "not there any more" in page
    assert '<label class="field" hidden>' in page, "the filter alone waits for the script"


def test_the_page_speaks_the_language_that_is_asked_for(tmp_path: Path) -> None:
    for name, price in (("old", "5"), ("new", "6")):
        in_two_languages(tmp_path / name, ("silk", "Silk", price, "1"))
    result = pnp("diff", tmp_path / "old", tmp_path / "new", "--language", "es", "--html", tmp_path / "es.html")
    assert "1 de 1 piezas son distintas" in result.output
    page = (tmp_path / "es.html").read_text("utf-8")
    assert '<html lang="es">' in page and "Lado a lado" in page and "Side by side" not in page
    pnp("diff", tmp_path / "old", tmp_path / "new", "--html", tmp_path / "both.html")
    both = (tmp_path / "both.html").read_text("utf-8")
    assert both.count("<article") == 2 and 'id="l-es"' in both
    assert both.count("<figcaption>Old</figcaption>") == both.count("<figcaption>New · now</figcaption>") == 2

"""`pnp diff`: two states of a kit, by folder, build, manifest or revision, in words and as a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from changes_builders import CARD, MENDED, ROWS, SAID, SIGN, goods, in_two_languages, printed, write_rows
from output_builders import pnp

from pnp.text.fonts import installed_faces

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit as it was, as it is, and what a build left of each."""
    folder = tmp_path_factory.mktemp("states")
    printed(goods(folder / "old"), folder / "was")
    printed(goods(folder / "new", MENDED), folder / "is")
    return folder


@pytest.mark.parametrize("old", ["old", "was/tiny", "was/tiny/for-programs/manifest.json", "was"])
@pytest.mark.parametrize("new", ["new", "is/tiny"])
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


def test_what_is_different_is_named_where_no_cell_says_it(tmp_path: Path) -> None:
    old, new = goods(tmp_path / "old", board=0), goods(tmp_path / "new", board=0)
    for changed, said in (
        ('rect = "bleed"\nfill = "ink"\n', "back: colour of a shape"),
        ('rect = "bleed"\nfill = "ink"\n[[draw]]\ntext = "Hello"\nbox = [4, 4, 40, 9]\n', "back: “” → “Hello”"),
        ('rect = "bleed"\nfill = "silk"\n[[draw]]\nicon = "x"\nbox = [4, 4, 9, 9]\n', "back: drawing added"),
    ):
        (old / "faces" / "back.toml").write_text('[[draw]]\nrect = "bleed"\nfill = "silk"\n')
        if "colour" not in said:
            (old / "faces" / "back.toml").write_text("[[draw]]\n" + changed.partition("[[draw]]")[0])
        if "icon" in changed:
            (new / "art").mkdir(exist_ok=True)
            (new / "art" / "x.svg").write_text(SIGN)
        (new / "faces" / "back.toml").write_text("[[draw]]\n" + changed)
        result = pnp("diff", old, new)
        assert result.exit_code == 1 and said in result.output, (said, result.output)


def test_another_stock_is_a_change_that_many_have_in_common(tmp_path: Path) -> None:
    rows = tuple((f"g{number}", f"Good {number}", str(number % 10), "1") for number in range(20))
    old, new = goods(tmp_path / "old", rows, board=0), goods(tmp_path / "new", rows, board=0)
    (new / "kit.toml").write_text(
        (new / "kit.toml").read_text().replace('each = "goods"', 'each = "goods"\nstock = "paper"')
    )
    result = pnp("diff", old, new, "--html", tmp_path / "page.html")
    assert result.exit_code == 1
    assert result.output.splitlines()[:2] == ["~ Cards: 20 faces changed alike", "    stock: card → paper"]
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page.count("<p><b>stock</b><br><del>card</del> → <ins>paper</ins></p>") == 21


def test_large_numbers_are_told_as_they_are_printed(tmp_path: Path) -> None:
    old, new = goods(tmp_path / "old", board=0), goods(tmp_path / "new", board=0)
    for kit, price in ((old, "2500000"), (new, "1234567.25")):
        toml = kit / "kit.toml"
        toml.write_text(toml.read_text().replace('price = "count"', 'price = "number"'))
        write_rows(kit, (*ROWS[:3], ("jade", "Jade", price, "3")))
    assert "    price: 2500000 → 1234567.25\n" in pnp("diff", old, new).output


def test_another_number_of_a_piece_is_a_change_of_it(tmp_path: Path) -> None:
    old, new = goods(tmp_path / "old", board=0), goods(tmp_path / "new", board=0)
    write_rows(new, (ROWS[0], ("silk", "Silk", "5", "1"), ("tea", "Tea", "2", "4"), ROWS[3]))
    said = pnp("diff", old, new, "--html", tmp_path / "page.html").output
    assert "~ cards silk (Silk), goods.csv:3\n    copies: 2 → 1\n" in said
    assert "~ cards tea (Tea), goods.csv:4\n    copies: 1 → 4\n" in said
    page = (tmp_path / "page.html").read_text("utf-8")
    assert re.findall(r'<article [^>]*data-kind="(\w+)"', page) == ["changed", "changed"]
    assert "<b>2 changed</b> · Cards: Silk, Tea" in page and "<del>2</del> → <ins>1</ins>" in page

    for kit, copies, fill in ((old, 2, "silk"), (new, 3, "sand")):
        write_rows(kit, ROWS)
        kit.joinpath("kit.toml").write_text(
            (kit / "kit.toml").read_text().replace('copies = "copies"', f"copies = {copies}")
        )
        kit.joinpath("faces", "card.toml").write_text(CARD.replace('"silk"', f'"{fill}"'))
    said = pnp("diff", old, new, "--html", tmp_path / "page.html").output
    assert len(re.findall(r"    colour of a shape: .*\n    copies 2 → 3\n", said)) == 4, said
    assert (tmp_path / "page.html").read_text("utf-8").count("<p>copies 2 → 3</p>") == 4


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


def test_a_leaflet_shows_every_page_that_changed_the_later_ones_on_wish(tmp_path: Path) -> None:
    for name, word in (("old", "Play"), ("new", "Trade")):
        kit = goods(tmp_path / name)
        chapters = (f"## {word} {number}\n\n" + f"{word} cards until somebody has won. " * 150 for number in range(5))
        (kit / "rules.en.md").write_text("# Rules\n\n" + "\n\n".join(chapters))
    said = pnp("diff", tmp_path / "old", tmp_path / "new", "--html", tmp_path / "page.html").output
    found = re.search(r"~ rules \(Rules\)\n    pages 1–(\d+)\n", said)
    assert found and int(found[1]) > 6, said
    page = (tmp_path / "page.html").read_text("utf-8")
    assert f"<summary>and pages 5–{found[1]}</summary>" in page
    assert page.count("Old · page") == page.count("New · now · page") == int(found[1])


def test_of_a_row_each_language_tells_its_own_words(tmp_path: Path) -> None:
    for folder, row in (
        ("old", ("silk", "Silk", "Seda", "5", "1")),
        ("new", ("silk", "Fine silk", "Seda fina", "5", "1")),
    ):
        in_two_languages(tmp_path / folder, row, "name.en,name.es")
    for language, its, other in (("en", "Fine silk", "Seda fina"), ("es", "Seda fina", "Fine silk")):
        result = pnp("diff", tmp_path / "old", tmp_path / "new", "--language", language)
        assert its in result.output and other not in result.output


def test_a_piece_is_called_by_its_name_without_the_marks_of_it(tmp_path: Path) -> None:
    for folder, price in (("old", "5"), ("new", "6")):
        goods(tmp_path / folder, (("silk", "**Fine** *silk*", price, "1"),), board=0)
    result = pnp("diff", tmp_path / "old", tmp_path / "new")
    assert "(Fine silk)" in result.output and "**" not in result.output


@pytest.mark.skipif("FrankRuhlLibre[wght]" not in installed_faces(), reason="pip install fontpkg-frank-ruhl-libre")
def test_what_runs_from_right_to_left_is_read_in_its_own_direction(tmp_path: Path) -> None:
    for name, title, said in (("old", "משי", "שלום (3) עולם"), ("new", "משי דק", "שלום (4) עולם")):
        kit = goods(tmp_path / name, (("silk", title, "5", "1"),), board=0)
        (kit / "theme.toml").write_text('[font.text]\nregular = "FrankRuhlLibre[wght]"\n')
        toml = kit / "kit.toml"
        toml.write_text(toml.read_text().replace('"en"', '"he"').replace("en =", "he ="))
        back = (kit / "faces" / "back.toml").read_text()
        (kit / "faces" / "back.toml").write_text(
            f'{back}[[draw]]\ntext = "{said}"\nbox = [4, 4, 50, 9]\nstyle = "body"\n'
        )
    result = pnp("diff", tmp_path / "old", tmp_path / "new", "--html", tmp_path / "page.html")
    assert result.exit_code == 1, result.output
    page = (tmp_path / "page.html").read_text("utf-8")
    assert '<html lang="en">' in page, "whose words are English"
    assert "<del><bdi>משי</bdi></del> → <ins><bdi>משי דק</bdi></ins>" in page
    assert "<h3><bdi>משי דק</bdi></h3>" in page
    (kit / "goods.csv").write_text((tmp_path / "old" / "goods.csv").read_text())
    result = pnp("diff", tmp_path / "old", tmp_path / "new", "--html", tmp_path / "page.html")
    assert "עולם 3” → “" in result.output and "עולם 4”" in result.output
    page = (tmp_path / "page.html").read_text("utf-8")
    assert re.search("“<bdi>[^<]*עולם 3</bdi>” → “<bdi>", page)


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


def test_numbers_are_those_of_the_language_that_is_chosen(tmp_path: Path) -> None:
    for name, row in (("old", ("silk", "Silk", "Seda", "5", "1")), ("new", ("silk", "Fine silk", "Seda", "5", "1"))):
        in_two_languages(tmp_path / name, row, "name.en,name.es")
    pnp("diff", tmp_path / "old", tmp_path / "new", "--html", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text("utf-8")
    numbers = '<span class="num" data-language="en">{}</span> <span class="num" data-language="es">{}</span>'
    assert f"Changed {numbers.format(1, 0)}" in page and f"New {numbers.format(0, 0)}" in page

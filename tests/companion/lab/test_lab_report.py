"""The report of a run: one page without external parts, in both languages, for any game, and its figures."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import etree, html
from PIL import Image

from companion.cli import main
from companion.engine.registry import GAMES
from companion.engine.wording import check_words
from companion.lab.experiment import read
from companion.lab.processes import alone
from companion.lab.results import begin, open_run
from companion.lab.run import run
from companion.lab_report import WORDS
from companion.lab_report.report import report

ARMS = """
game = "{game}"
players = 2
games = 4
bots = ["random", "{other}"]
seating = "swapped"
longest = 400

[[arm]]
name = "<b>as printed</b>"

[[arm]]
name = "three"
players = 3
games = 3
bots = ["random"]
"""


def played(folder: Path, game: str, other: str = "random") -> Path:
    """A small run."""
    path = folder / f"{game}.toml"
    path.write_text(ARMS.format(game=game, other=other), "utf-8")
    with begin(path.with_suffix(".sqlite3"), read(path)) as results:
        run(results, alone, lambda rows: None)
    return path.with_suffix(".sqlite3")


@pytest.mark.parametrize("game", GAMES)
def test_a_page_by_itself(tmp_path: Path, game: str) -> None:
    with open_run(played(tmp_path, game)) as results:
        pages = {language: report(results, language).page() for language in ("en", "es")}
    for language, text in pages.items():
        page = html.fromstring(text)
        assert page.get("lang") == language
        assert not page.xpath("//link | //script | //img | //iframe | //@src | //@srcset")
        assert not re.search(r"url\((?!#)|@import", text), "nothing is fetched"
        assert all(there.startswith("#") for there in page.xpath("//@href"))
        ids = page.xpath("//@id")
        assert len(ids) == len(set(ids))
        assert {there[1:] for there in page.xpath("//@href")} <= set(ids)
        assert "<b>as" not in text and "&lt;b&gt;as printed" in text
        figures = page.xpath("//div[@class='panel']")
        assert len(figures) > 10
        for figure in figures:
            assert figure.xpath(".//table"), "each chart has its numbers"
    assert pages["en"] != pages["es"]
    assert "al azar" in pages["es"] and "Bots: random" not in pages["es"], "bots are called in words"
    assert ("c-cell" in pages["en"].partition("<main>")[2]) == (game == "hangzhou"), "a city is a map"
    check_words(WORDS)


@pytest.mark.landing
def test_pictures_stand_by_themselves_and_the_command_writes_all(tmp_path: Path) -> None:
    kept = played(tmp_path, "dunhuang", "middling")
    done = CliRunner().invoke(main, ["lab", "report", str(kept), "--language", "es", "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert "pictures" in done.output and (tmp_path / "out" / "index.html").is_file()
    pictures = sorted((tmp_path / "out").glob("*.svg"))
    names = {path.stem for path in pictures}
    assert {"arms", "arm-1-length", "arm-1-ladder", "arm-1-luck", "arm-1-count-used", "arm-2-seats"} <= names
    for path in pictures:
        svg = etree.fromstring(path.read_bytes())
        (style,) = svg.iter("{*}style")
        assert style.text is not None and "var(" not in style.text and "#" in style.text
        assert svg.get("aria-label"), "a title"
        used = set(re.findall(r"url\(#([\w-]+)\)", path.read_text("utf-8")))
        assert used <= {one.get("id") for one in svg.iter("{*}pattern")}
    if find_spec("resvg_py") is not None:  # the extra lab brings it
        for path in pictures:
            with Image.open(path.with_suffix(".png")) as picture:
                assert picture.width == 840 and len(picture.convert("RGB").getcolors(1 << 20) or ()) > 8
    for wrong, says in (("none", "there is no such file"), ("dunhuang.toml", "no run of the lab")):
        told = CliRunner().invoke(main, ["lab", "report", str(tmp_path / wrong)])
        assert told.exit_code == 2 and says in told.output


def test_nothing_is_said_of_goods_that_stay_in_the_box(tmp_path: Path) -> None:
    """Two play Dunhuang without gold, wool and silk, three without two of them."""
    with open_run(played(tmp_path, "dunhuang")) as results:
        made = report(results, "en")
    told = [
        {row.label for figure in section.figures if figure.id.endswith("-count-shop") for row in figure.rows}
        for section in made.sections
    ]
    assert [{"Gold", "Wool", "Silk"} - names for names in told] == [{"Gold", "Wool", "Silk"}, {"Gold", "Silk"}]


def test_a_run_without_games_has_no_report(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    path.write_text(ARMS.format(game="dunhuang", other="random"), "utf-8")
    with begin(path.with_suffix(".sqlite3"), read(path)):
        pass
    told = CliRunner().invoke(main, ["lab", "report", str(path.with_suffix(".sqlite3"))])
    assert told.exit_code == 2 and "no game has been played yet" in told.output

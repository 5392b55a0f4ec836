"""The report of a run: one page without external parts, in both languages, for any game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import html

from companion.cli import main
from companion.engine.registry import GAMES, game
from companion.engine.wording import check_words
from companion.lab.experiment import read
from companion.lab.results import begin, open_run
from companion.lab.run import alone, run
from companion.lab_report import WORDS
from companion.lab_report.report import report
from companion.lab_report.speaker import Speaker

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


@pytest.mark.parametrize("name", GAMES)
def test_a_page_by_itself(tmp_path: Path, name: str) -> None:
    with open_run(played(tmp_path, name)) as results:
        pages = {language: report(results, language).page() for language in ("en", "es")}
    for language, text in pages.items():
        page = html.fromstring(text)
        assert page.get("lang") == language
        assert not page.xpath("//link | //script | //img | //iframe | //@src | //@srcset")
        assert not re.search(r"url\((?!#)|@import", text), "nothing is fetched"
        assert all(there.startswith("#") for there in page.xpath("//@href"))
        assert "<b>as" not in text and "&lt;b&gt;as printed" in text
        assert len(page.xpath("//main/details")) == 2 and not page.xpath("//main/details[@open]"), "tables are folded"
        assert len(page.xpath("//details//table")) > 10
        assert not page.xpath("//main/section"), "arms of two and of three share no deals"
    assert pages["en"] != pages["es"]
    assert "al azar" in pages["es"] and "Bots: random" not in pages["es"], "bots are called in words"
    check_words(WORDS)


def test_the_command_writes_the_page_with_arms_compared_first(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(
        ARMS.format(game="dunhuang", other="random")
        .replace("players = 3\ngames = 3\n", "")
        .replace("games = 4", "games = 12")
    )
    with begin(path.with_suffix(".sqlite3"), read(path)) as results:
        run(results, alone, lambda rows: None)
    done = CliRunner().invoke(main, ["lab", "report", str(path.with_suffix(".sqlite3")), "--language", "es"])
    assert done.exit_code == 0 and done.output.strip() == str(tmp_path / "two.html"), done.output
    page = html.fromstring((tmp_path / "two.html").read_text("utf-8"))
    (compared,) = page.xpath("//main/section")
    assert "12 partidas con el mismo reparto" in compared.text_content() and "Bonferroni" in compared.text_content()
    for wrong, says in (("none", "there is no such file"), ("two.toml", "no run of the lab")):
        told = CliRunner().invoke(main, ["lab", "report", str(tmp_path / wrong)])
        assert told.exit_code == 2 and says in told.output


def test_nothing_is_said_of_goods_that_stay_in_the_box(tmp_path: Path) -> None:
    """Two play Dunhuang without gold, wool and silk, three without two of them."""
    with open_run(played(tmp_path, "dunhuang")) as results:
        made = report(results, "en")
    title = Speaker(game("dunhuang"), "en").counted("shop")
    told = [
        {row[0] for table in section.tables if table.title == title for row in table.rows} for section in made.sections
    ]
    assert [{"Gold", "Wool", "Silk"} - names for names in told] == [{"Gold", "Wool", "Silk"}, {"Gold", "Silk"}]


def test_a_run_without_games_has_no_report(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    path.write_text(ARMS.format(game="dunhuang", other="random"), "utf-8")
    with begin(path.with_suffix(".sqlite3"), read(path)):
        pass
    told = CliRunner().invoke(main, ["lab", "report", str(path.with_suffix(".sqlite3"))])
    assert told.exit_code == 2 and "no game has been played yet" in told.output

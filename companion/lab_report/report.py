"""The report of a run: one page without external parts. Comparisons come first, in sentences; tables are folded."""

from __future__ import annotations

import re
from contextlib import suppress
from importlib.resources import files

from jinja2 import Environment, PackageLoader
from markupsafe import Markup
from msgspec import Struct

from companion.engine.registry import game
from companion.lab.compare import CompareError, compare
from companion.lab.experiment import Arm
from companion.lab.results import Results
from companion.lab_report import WORDS
from companion.lab_report.speaker import Speaker
from companion.lab_report.tables import Table, make_arm_tables
from companion.web.assets import read
from companion.web.game_pages import find_game_title

_FONT_FACE = re.compile(r"@font-face \{[^}]*\}\n?")


class Section(Struct, frozen=True):
    """One arm in the report."""

    arm: Arm
    games: int
    tables: tuple[Table, ...]


class Report(Struct, frozen=True):
    """A run in one language. `compared` has sentences for each arm beside the first one, where they share deals."""

    results: Results
    speaker: Speaker
    compared: tuple[list[str], ...]
    sections: tuple[Section, ...]

    def page(self) -> str:
        """Returns the page as HTML."""
        environment = Environment(loader=PackageLoader(WORDS), autoescape=True, trim_blocks=True)
        own = files(WORDS).joinpath("static", "report.css").read_text("utf-8")
        return environment.get_template("report.html").render(
            h=self.speaker.words.phrase,
            report=self,
            name=find_game_title(self.results.experiment.game, self.speaker.language),
            experiment=self.results.experiment,
            style=Markup(_FONT_FACE.sub("", read("companion.css").decode() + own)),
        )


def report(results: Results, language: str) -> Report:
    """Returns the report of the games played so far. Arms without games are left out."""
    speaker, sections = Speaker(game(results.experiment.game), language), list[Section]()
    for number, arm in enumerate(results.experiment.arms):
        if rows := list(results.rows(number)):
            sections.append(Section(arm, len(rows), tuple(make_arm_tables(speaker, arm, rows))))
    compared = list[list[str]]()
    for other in range(1, len(results.experiment.arms)):
        with suppress(CompareError):  # they share no deals
            compared.append(speaker.compared(compare(results, 0, results, other)))
    return Report(results, speaker, tuple(compared), tuple(sections))

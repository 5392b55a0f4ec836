"""The report of a run: one page without external parts, and each of its figures as a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, PackageLoader
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.registry import game
from companion.lab.measures import Measures, measures
from companion.lab.results import Results
from companion.lab_report import WORDS
from companion.lab_report.charts import hatches
from companion.lab_report.figure import Figure
from companion.lab_report.figures import Speaker, arm_figures, arms_figure
from companion.lab_report.things import thing_figures
from companion.web.assets import read
from companion.web.game_pages import game_title

_FONT_FACE = re.compile(r"@font-face \{[^}]*\}\n?")
_PROPERTY = re.compile(r"--([\w-]+):\s*([^;]+);")
_USED = re.compile(r"var\(--([\w-]+)\)")
_DEFS = re.compile(r"<defs>.*</defs>", re.DOTALL)
ZOOM = 3
"""Pixels of a PNG for each unit of a chart."""


class Section(Struct, frozen=True):
    """One arm in the report; no other section has a figure with the same id."""

    id: str
    found: Measures
    figures: tuple[Figure, ...]


class Report(Struct, frozen=True):
    """The figures of a run, in one language. `first` compares arms; it is empty where there is one."""

    results: Results
    speaker: Speaker
    first: tuple[Figure, ...]
    sections: tuple[Section, ...]

    def page(self) -> str:
        loader = ChoiceLoader([PackageLoader("companion.lab_report"), PackageLoader("companion.web")])
        environment = Environment(loader=loader, autoescape=True, trim_blocks=True)
        sheets = [read("companion.css").decode(), read("history.css").decode(), _report_css()]
        return environment.get_template("report.html").render(
            h=self.speaker.words.phrase,
            language=self.speaker.language,
            report=self,
            name=game_title(self.results.experiment.game, self.speaker.language),
            experiment=self.results.experiment,
            style=Markup(_FONT_FACE.sub("", "\n".join(sheets))),
            hatches=hatches(),
        )

    def pictures(self) -> Iterator[tuple[str, str]]:
        """The charts as SVG files: a name and its text."""
        defs = _DEFS.search(str(hatches()))
        inside = f"<style>{_chart_style()}</style>{defs[0] if defs else ''}"
        for figure in (*self.first, *(figure for section in self.sections for figure in section.figures)):
            if figure.chart:
                yield f"{figure.id}.svg", str(figure.chart).replace("<defs />", inside, 1)


def report(results: Results, language: str) -> Report:
    """The report of what was played so far; arms of which nothing was played are left out."""
    speaker, sections = Speaker(game(results.experiment.game), language), list[Section]()
    for number in range(len(results.experiment.arms)):
        if rows := list(results.rows(number)):
            found, id = measures(results.experiment, number, rows, speaker.game), f"arm-{len(sections) + 1}"
            figures = (*arm_figures(speaker, found), *thing_figures(speaker, found))
            sections.append(Section(id, found, tuple(replace(one, id=f"{id}-{one.id}") for one in figures)))
    first = (arms_figure(speaker, [section.found for section in sections]),) if len(sections) > 1 else ()
    return Report(results, speaker, first, tuple(sections))


def write(report: Report, folder: Path) -> Sequence[Path]:
    """Writes the page and the pictures into a folder, as PNG too where the extra lab is installed."""
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / "index.html"]
    written[0].write_text(report.page(), "utf-8")
    for name, text in report.pictures():
        written.append(folder / name)
        written[-1].write_text(text, "utf-8")
        if png := _draw(text):
            written.append(folder / Path(name).with_suffix(".png"))
            written[-1].write_bytes(png)
    return written


def _draw(svg: str) -> bytes | None:
    """A picture as PNG; None: the extra lab is not installed."""
    try:
        resvg = import_module("resvg_py")
    except ModuleNotFoundError:
        return None
    faces = [str(one) for one in Path(str(files("fontpkg_alegreya_sans"))).rglob("AlegreyaSans-*.ttf")]
    drawn = resvg.svg_to_bytes(
        svg_string=svg, zoom=ZOOM, font_files=faces, skip_system_fonts=True, background="#fffdf8"
    )
    return bytes(drawn)


def _report_css() -> str:
    return files(WORDS).joinpath("static", "report.css").read_text("utf-8")


def _chart_style() -> str:
    """The style of charts with its colours as they are by day: pictures know no custom properties."""
    values = dict(reversed([(m[1], m[2]) for m in _PROPERTY.finditer(read("companion.css").decode())]))
    values["sans"] = "'Alegreya Sans'"
    rules = _report_css().partition("/* charts */")[2]
    return _USED.sub(lambda used: values[used[1]].strip(), rules)

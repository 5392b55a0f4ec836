"""The report of a run: one page without external parts, and each of its figures as a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from textwrap import wrap
from typing import Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup, escape
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.registry import game
from companion.engine.wording import wording
from companion.lab.measures import Measures, measures
from companion.lab.results import Results
from companion.web.assets import read
from companion.web.game_pages import GAMES, game_pages
from companion.web.history.charts import hatches
from companion.web.history.labels import Figure
from companion.web.lab import WORDS
from companion.web.lab.figures import Speaker, arm_figures, arms_figure
from companion.web.lab.things import thing_figures
from companion.web.wordings import speaking

_FONT_FACE = re.compile(r"@font-face \{[^}]*\}\n?")
_PROPERTY = re.compile(r"--([\w-]+):\s*([^;]+);")
_USED = re.compile(r"var\(--([\w-]+)\)")
_DEFS = re.compile(r"<defs>.*</defs>", re.DOTALL)
_BOX = re.compile(r'(.*)height="([^"]*)"(.*)viewBox="0,0,([^,]*),([^"]*)"(.*)', re.DOTALL)
_WIDTH = re.compile(r'width="[^"]*"')
ABOVE, MARGIN = 6.0, 12.0
"""Between a line of text above a picture and what follows it, and about all, in units of the chart as below."""


class _Line(Struct, frozen=True):
    """A kind of line above a picture."""

    css: str
    size: int
    height: float
    letters: int
    """As many as fit."""


_TITLE, _TOLD = _Line("c-text c-text--bold", 16, 22.0, 34), _Line("c-text", 12, 17.0, 48)
ZOOM = 3
"""Pixels of a PNG for each unit of a chart."""
_PICTURE_FONT = "Alegreya Sans"


class Section(Struct, frozen=True):
    """One arm in the report."""

    id: str
    found: Measures
    figures: tuple[Figure, ...]


class Report(Struct, frozen=True):
    """All that a run has to say, in one language."""

    results: Results
    speaker: Speaker
    first: tuple[Figure, ...]
    """What compares arms; empty where there is one."""
    sections: tuple[Section, ...]

    def within(self, section: Section, figure: Figure) -> Figure:
        """A figure with an id that no other section has."""
        return replace(figure, id=f"{section.id}-{figure.id}")

    def page(self) -> str:
        """The page."""
        environment = Environment(loader=PackageLoader("companion.web"), autoescape=True, trim_blocks=True)
        name = self.results.experiment.game
        called = wording(game_pages(name).WORDS, self.speaker.language).phrase("name") if name in GAMES else name
        return environment.get_template("lab/report.html").render(
            h=speaking(wording(WORDS, self.speaker.language)),
            language=self.speaker.language,
            report=self,
            name=called,
            experiment=self.results.experiment,
            style=Markup(_style()),
            hatches=hatches(),
        )

    def pictures(self) -> Iterator[tuple[str, str]]:
        """The charts as SVG that stands by itself: a file's name, and its text."""
        style, defs = _resolved(), _DEFS.search(str(hatches()))
        inside = f"<style>{style}</style>{defs[0] if defs else ''}"
        for figure in self.first:
            if figure.chart:
                yield f"{figure.id}.svg", _picture(figure, "", inside)
        for section in self.sections:
            for figure in section.figures:
                if figure.chart:
                    yield f"{section.id}-{figure.id}.svg", _picture(figure, self.told(section), inside)

    def told(self, section: Section) -> str:
        """What was played in a section, in a line or two."""
        found = section.found
        by = self.speaker.words.phrase(
            "by",
            players=str(found.arm.players),
            games=str(found.games),
            bots=self.speaker.bots(found.arm.bots),
        )
        return f"{found.arm.name}. {by}" if len(self.sections) > 1 else by


def _picture(figure: Figure, told: str, inside: str) -> str:
    """A chart with its style, and above it its title and what was played."""
    head, mark, rest = str(figure.chart).partition("<defs />")
    box = _BOX.fullmatch(head)
    assert mark and box, "every drawing has its box, and a place for definitions"
    lines = [(_TITLE, line) for line in wrap(figure.title, _TITLE.letters)]
    lines += [(_TOLD, line) for line in wrap(told, _TOLD.letters)]
    top, text = 0.0, ""
    for kind, line in lines:
        top += kind.height
        text += (
            f'<text class="{kind.css}" style="font-size: {kind.size}px" x="0" y="{top - ABOVE}">{escape(line)}</text>'
        )
    before, _, between, width, height, after = box.groups()
    wide, tall = float(width) + 2 * MARGIN, float(height) + top + 2 * MARGIN
    between = _WIDTH.sub(f'width="{wide}"', between)
    after = _WIDTH.sub(f'width="{wide}"', after)
    head = f'{before}height="{tall}"{between}viewBox="{-MARGIN},{-top - MARGIN},{wide},{tall}"{after}'
    return f'{head}{inside}<g transform="translate(0 {-top})">{text}</g>{rest}'


def report(results: Results, language: str) -> Report:
    """The report of what was played so far; arms of which nothing was played are left out."""
    speaker = Speaker(game(results.experiment.game), language)
    found = []
    for number in range(len(results.experiment.arms)):
        if rows := list(results.rows(number)):
            found.append(measures(results.experiment, number, rows, speaker.game))
    sections = tuple(
        Section(f"arm-{n + 1}", one, (*arm_figures(speaker, one), *thing_figures(speaker, one)))
        for n, one in enumerate(found)
    )
    return Report(results, speaker, (arms_figure(speaker, found),) if len(found) > 1 else (), sections)


def write(made: Report, folder: Path) -> Sequence[Path]:
    """Writes the page and the pictures into a folder, the PNG files where what draws them is installed."""
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / "index.html"
    page.write_text(made.page(), "utf-8")
    written = [page]
    drawn = _painter()
    for name, text in made.pictures():
        path = folder / name
        path.write_text(text, "utf-8")
        written.append(path)
        if drawn is not None:
            path.with_suffix(".png").write_bytes(drawn(text))
            written.append(path.with_suffix(".png"))
    return written


def _painter() -> Any:
    """What makes PNG of SVG; none: the extra is not installed."""
    try:
        resvg = import_module("resvg_py")
    except ModuleNotFoundError:
        return None
    fonts = files("fontpkg_alegreya_sans")
    faces = [str(one) for one in Path(str(fonts)).rglob("AlegreyaSans-*.ttf")]
    return lambda text: bytes(
        resvg.svg_to_bytes(svg_string=text, zoom=ZOOM, font_files=faces, skip_system_fonts=True, background="#fffdf8")
    )


def _style() -> str:
    """The style sheets that the page stands on; the typeface of headings is the system's, for it lies elsewhere."""
    frame = _FONT_FACE.sub("", read("companion.css").decode())
    return "\n".join((frame, read("history.css").decode(), read("report.css").decode()))


def _resolved() -> str:
    """The style of charts with its colours as they are by day: pictures know no custom properties."""
    values = dict(reversed([(m[1], m[2]) for m in _PROPERTY.finditer(read("companion.css").decode())]))
    values["sans"] = f"'{_PICTURE_FONT}'"
    rules = read("history.css").decode().partition("/* charts */")[2]
    return _USED.sub(lambda used: values[used[1]].strip(), rules)

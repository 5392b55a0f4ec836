"""What the leaflet of each kit of ours shows: a quick start, what is in the box, the table set up, whose work it is."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest
from our_kits import our_kit

from pnp.art.paths import walk_items
from pnp.face.layout import KitFaces
from pnp.kit import expand
from pnp.kit.model import Leaflet
from pnp.kits import list_known_kits
from pnp.leaflet.document import Block, Figure, Heading, LeafletDocument, Listing, NewPage, Sidebar, plain, walk
from pnp.leaflet.pagination import set_leaflet
from pnp.leaflet.parser import Documents
from pnp.leaflet.setter import Setter
from pnp.leaflet.strips import LeafletContext, paginate
from pnp.scene import Item, Text, Use
from pnp.sheet.paper import PAPERS, find_page_size
from pnp.sheet.press_words import read_leaflet_words

KITS = sorted(list_known_kits())
LANGUAGES = ("en", "es")
MOST_WORDS = 120

pytestmark = [pytest.mark.long, pytest.mark.parametrize("name", KITS), pytest.mark.parametrize("language", LANGUAGES)]


@cache
def layout(name: str, language: str) -> KitFaces:
    return KitFaces(our_kit(name), language)


@cache
def document(name: str, language: str) -> LeafletDocument:
    (leaflet,) = (component for component in our_kit(name).components if isinstance(component, Leaflet))
    return Documents(our_kit(name)).read(leaflet, language)


def chapters(name: str, language: str) -> list[list[Block]]:
    """The blocks of each chapter, its heading first."""
    found: list[list[Block]] = []
    for block in document(name, language).body:
        if isinstance(block, Heading) and block.level == 2:
            found.append([])
        found[-1].append(block)
    return found


def chapter_with(name: str, language: str, figure: str) -> list[Block]:
    return next(
        chapter
        for chapter in chapters(name, language)
        if any(isinstance(block, Figure) and block.face == figure for block in chapter)
    )


def runs(items: tuple[Item, ...]) -> list[Text]:
    """The text of a figure itself; that of pieces in it is part of their pictures."""
    return [item for item, _ in walk_items(items) if isinstance(item, Text)]


def test_it_begins_with_a_quick_start_of_four_pictures_and_few_words(name: str, language: str) -> None:
    heading, *panels, end = chapters(name, language)[0]
    assert isinstance(heading, Heading)
    assert isinstance(end, NewPage), "it has a page of its own"
    pictured = [panel.blocks[0] for panel in panels if isinstance(panel, Sidebar)]
    assert len(panels) == len(pictured) == 4
    assert all(isinstance(figure, Figure) for figure in pictured)
    said = [
        word for block in walk(panels) if not isinstance(block, Sidebar | Figure) for word in plain(block.spans).split()
    ]  # type: ignore[union-attr] # headings and paragraphs
    assert 50 < len(said) <= MOST_WORDS


def test_every_component_is_pictured_with_its_count_and_name(name: str, language: str) -> None:
    shown = [part for part in our_kit(name).components if not isinstance(part, Leaflet)]
    scene = layout(name, language).figure("components")
    lines: dict[tuple[float, str], str] = {}
    for run in runs(scene.items):
        lines[round(run.y, 1), run.font] = lines.get((round(run.y, 1), run.font), "") + " " + run.text
    drawn = " ".join(lines.values()).split()
    counts = Counter(str(sum(copies for _, copies in expand(our_kit(name), part))) for part in shown)
    assert counts <= Counter(drawn)
    named = Counter(word for part in shown for word in part.title[language].replace("-", " ").split())
    assert named <= Counter(" ".join(drawn).replace("-", " ").split())
    kinds = sum(min(7, len(expand(our_kit(name), part))) for part in shown)
    assert sum(isinstance(item, Use) for item in scene.items) == kinds
    assert chapter_with(name, language, "components")


def test_each_step_of_setting_up_has_its_number_in_the_picture(name: str, language: str) -> None:
    chapter = chapter_with(name, language, "setup")
    number, figure = next((n, block) for n, block in enumerate(chapter) if isinstance(block, Figure))
    steps = next(block for block in chapter[number:] if isinstance(block, Listing))
    assert figure.caption, "for how many players it is set up"
    drawn = sorted(int(run.text) for run in runs(layout(name, language).figure("setup").items) if run.text.isdigit())
    assert drawn == list(range(1, len(steps.items) + 1))


@pytest.mark.parametrize("paper", ["a4", "letter", "both"])
def test_every_page_is_well_made_up_on_every_paper(name: str, language: str, paper: str) -> None:
    desk, said = layout(name, language), document(name, language)
    setting = LeafletContext(
        fonts=desk.fonts,
        icons=desk.icon,
        colours=desk.colour,
        figure=desk.figure,
        language=language,
        title="",
        name="",
        version="",
        build="",
        players=our_kit(name).players,
        size=find_page_size(PAPERS[paper]),
    )
    assert [finding.code for finding in set_leaflet(said, setting).findings] == []
    strips = Setter(setting, read_leaflet_words(language), said.file, {}).strips(said.body)
    for number, (rows, following) in enumerate(pairwise(paginate(strips, setting.height)), 2):
        filled = max(row.y + row.strip.height for row in rows)
        assert following[0].strip.fresh or filled > setting.height * 0.8, f"page {number}"

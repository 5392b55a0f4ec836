"""The leaflet's examples of payment: figures, words and cards say the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from our_kits import our_kit
from xanadu_deck import Building, read

from pnp.face.layout import KitFaces
from pnp.kit import Kit
from pnp.scene import Group, Item, Text, Use

IN_A_ROW = 5
"""Small workers on the band of one that is laid."""


def leaves(items: Iterable[Item]) -> Iterator[Item]:
    """Items within groups and drawings."""
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items)
        elif isinstance(item, Use):
            yield from leaves(item.art.items)
        else:
            yield item


@pytest.fixture(scope="module")
def kit() -> Kit:
    return our_kit("xanadu")


@pytest.fixture(scope="module")
def deck() -> dict[str, Building]:
    return {card.id: card for card in read()}


@pytest.mark.parametrize(
    ("figure", "names", "workers"),
    [
        ("fig-covered", ["Tailor’s Shop"], 2),
        ("fig-sale", ["Tailor’s Shop", "Kublai’s Four Elephants"], 5),
        ("fig-barracks", ["Meeting Room", "Barracks"], 3),
        ("fig-pay-twice", ["Brick Kiln", "Rammed-Earth Wall"], 0),
        ("fig-pay-service", ["Felt Makers"], 2),
        ("fig-pay-favour", ["Poets’ Pavilion", "Paper Mill"], 3),
    ],
)
def test_a_figure_shows_its_buildings_with_so_many_workers(
    kit: Kit, figure: str, names: list[str], workers: int
) -> None:
    layout = KitFaces(kit, "en")
    scene = layout.figure(figure)
    runs = [item.text for item in leaves(scene.items) if isinstance(item, Text)]
    assert [run for run in runs if not run.isdigit()] == names
    hats = [item for item in leaves(scene.items) if getattr(item, "fill", None) == "#EBD9A8"]
    assert len(hats) == IN_A_ROW * workers
    assert not list(layout.findings)


def test_alexander_sells_two_buildings_for_eight(deck: dict[str, Building]) -> None:
    """With five workers over the two of them; and his third building would rise to 3."""
    assert (deck["tailors-shop"].prices[2], deck["four-elephants"].prices[3]) == (2, 6)
    assert deck["chuang-mu-chamber"].prices[2:4] == (2, 3)


def test_dora_has_two_clay_in_every_turn(deck: dict[str, Building]) -> None:
    assert (deck["brick-kiln"].passive, deck["earth-wall"].passive) == ("clay", "clay")


def test_bruno_pays_for_the_pavilion(deck: dict[str, Building]) -> None:
    """One favour that was open, one row of Ana's, one of his own; and a second ink lies beside it."""
    pavilion, mill, felt = deck["poets-pavilion"], deck["paper-mill"], deck["felt-makers"]
    assert pavilion.cost == ("water", "silk", "ink")
    assert mill.favours[:3] == ("water", "wood", "ink")
    assert (mill.rows[2], felt.rows[1]) == (("wood", "ink"), ("water", "silk"))
    assert (mill.prices[2:4], felt.prices[1:3], felt.favours[1]) == ((2, 3), (1, 2), "wood")


def test_caroline_pays_for_the_meeting_room(deck: dict[str, Building]) -> None:
    room, barracks = deck["meeting-room"], deck["barracks"]
    assert barracks.rows[:3] == (("bronze", "stone"), ("jade",), ("bronze",))
    assert sorted(room.cost) == sorted(barracks.rows[0] + barracks.rows[1] + barracks.rows[2])
    assert (barracks.prices[0], barracks.prices[3], barracks.prices[4]) == (6, 2, 8)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_leaflet_shows_each_example_beside_its_words(kit: Kit, language: str) -> None:
    text = (kit.folder / f"rules.{language}.md").read_text("utf-8")
    paying = text[text.index("{#sample-payments}") : text.index("{#end}")]
    panels = paying.split("\n\n> ![](face:")[1:]
    assert [panel.split(")")[0] for panel in panels] == ["fig-pay-twice", "fig-pay-service", "fig-pay-favour"]
    signs = ["{clay} {clay}", "{water} {silk} {ink}", "{wood}"]
    assert all(sign in panel for sign, panel in zip(signs, panels, strict=True))

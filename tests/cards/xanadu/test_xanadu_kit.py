"""Xanadú's box, deck, faces and examples: what the kit prints is what the rules and the engine count."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

import pytest
from our_kits import our_kit
from PIL import Image, ImageChops

from companion.games.xanadu.components import BUILDINGS, BuildingRow
from companion.games.xanadu.names import RESOURCES
from pnp.face.layout import KitFaces
from pnp.face.paint import InkMode
from pnp.kit import Kit, Record, expand
from pnp.render.png import encode_scenes
from pnp.scene import Group, Item, Scene, Text, Use

ADDRESS = "http://silkroad.local:8000/k/xanadu/3f9a2c"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return our_kit("xanadu")


def rows(kit: Kit, component_id: str) -> list[tuple[Record | None, int]]:
    return list(expand(kit, next(part for part in kit.components if part.id == component_id)))


def test_the_printed_deck_has_its_colours_and_the_online_edition_four_more(kit: Kit) -> None:
    def colours(component_id: str) -> Counter[str]:
        return Counter(row.values["colour"].key for row, _ in rows(kit, component_id) if row)

    assert colours("buildings") == {"brown": 24, "blue": 24, "yellow": 12, "green": 10}
    assert colours("magenta") == {"magenta": 4}
    promised = {row.key: row.values["cards"] for row in kit.tables["colours"].rows}
    assert promised == colours("buildings") + colours("magenta")


def test_coins_of_all_worths_pay_for_a_long_evening(kit: Kit) -> None:
    """Thirty ones give change; six players with forty tong bao each are paid from the rest."""
    worth = {row.values["worth"]: copies for row, copies in rows(kit, "tong-bao") if row}
    assert worth == {1: 30, 5: 18, 10: 12}
    assert sum(value * number for value, number in worth.items()) >= 6 * 40


def test_kit_and_engine_read_the_same_deck(kit: Kit) -> None:
    """The press reads the file by its column types, an engine as plain words: both must see one deck."""
    for row, card in zip(kit.tables["buildings"].rows, DECK, strict=True):
        assert row.key == card.id
        assert tuple(item.key for item in row.values["cost"]) == card.cost
        assert tuple(row.values[f"price{n}"] for n in range(1, 6)) == card.prices
        for n in range(1, 5):
            assert tuple(item.key for item in row.values[f"row{n}"]) == card.rows[n - 1]
    assert tuple(row.key for row in kit.tables["resources"].rows) == RESOURCES


def test_every_building_has_its_own_picture_and_its_own_words(kit: Kit) -> None:
    buildings = kit.tables["buildings"].rows
    assert len({row.values["main"] for row in buildings}) == len(buildings)
    for words in ("name.en", "name.es", "flavour.en", "flavour.es"):
        assert len({written(row, words) for row in buildings}) == len(buildings), words


def written(row: Record, column: str) -> str:
    name, language = column.split(".")
    value = row.values[name]
    return value.texts[language]


def test_figures_and_phones_show_a_building_with_any_number_of_workers(kit: Kit) -> None:
    layout = KitFaces(kit, "en", address=ADDRESS)
    row, size = kit.tables["buildings"].rows[0], kit.faces["stood"].size
    assert size
    assert len({layout.scene("stood", row, size=size, extra={"workers": n}).items for n in range(5)}) == 5
    assert not list(layout.findings)


DECK = tuple(BUILDINGS.values())
"""The deck as the engine reads it, cards of the online edition included."""
BASE = {
    "brown": [{"wood", "clay"}],
    "blue": [{"silk", "porcelain", "ink"}],
    "yellow": [{"gold", "bronze"}],
    "green": [{"jade"}],
    "magenta": [{"jade"}, {"gold", "bronze"}],
}
"""Of these a cost contains at least one, from each group."""


def test_numbers_run_through_the_deck() -> None:
    assert [card.card for card in DECK] == list(range(1, 75))


@pytest.mark.parametrize("card", DECK, ids=lambda card: card.id)
def test_a_card_is_within_the_bounds_of_the_rules(card: BuildingRow) -> None:
    assert 1 <= len(card.cost) <= 4
    assert all(1 <= len(row) <= 3 for row in card.rows)
    assert all(base & set(card.cost) for base in BASE[card.colour])


def test_no_two_cards_play_alike() -> None:
    """No two agree in what they cost and give each turn, nor in what they offer, nor, within a colour, in price."""
    for one, other in combinations(DECK, 2):
        names = f"{one.id}, {other.id}"
        assert (sorted(one.cost), one.passive) != (sorted(other.cost), other.passive), names
        assert (one.rows, one.favours) != (other.rows, other.favours), names
        assert sorted(sum(one.rows, ())) != sorted(sum(other.rows, ())) or one.favours != other.favours, names
        if one.colour == other.colour != "brown":
            assert one.prices != other.prices, names


def back(kit: Kit, ink: InkMode) -> tuple[KitFaces, Scene]:
    layout = KitFaces(kit, "en", ink=ink, address=ADDRESS)
    component = next(part for part in kit.components if part.id == "end-card")
    scene = layout.back(component, None)
    return layout, scene


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_back_turned_round_is_the_same(kit: Kit, ink: InkMode) -> None:
    """But for edges of lines, which pixels halve in one way or the other, and for the dashes of the cut, which are cut
    away; 200 dpi makes whole pixels of both sides."""
    layout, scene = back(kit, ink)
    (png,) = encode_scenes([scene], fonts=layout.fonts, dpi=200)
    picture = Image.open(io.BytesIO(png)).convert("L")
    assert picture.size == (500, 700)
    picture = picture.crop((8, 8, 492, 692))
    turned = picture.transpose(Image.Transpose.ROTATE_180)
    differences = ImageChops.difference(picture, turned).histogram()
    assert sum(differences[96:]) == 0
    assert sum(differences[32:]) < 500 * 700 / 200


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
def deck() -> dict[str, BuildingRow]:
    return {card.id: card for card in DECK}


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


def test_alexander_sells_two_buildings_for_eight(deck: dict[str, BuildingRow]) -> None:
    """With five workers over the two of them; and his third building would rise to 3."""
    assert (deck["tailors-shop"].prices[2], deck["four-elephants"].prices[3]) == (2, 6)
    assert deck["chuang-mu-chamber"].prices[2:4] == (2, 3)


def test_dora_has_two_clay_in_every_turn(deck: dict[str, BuildingRow]) -> None:
    assert (deck["brick-kiln"].passive, deck["earth-wall"].passive) == ("clay", "clay")


def test_bruno_pays_for_the_pavilion(deck: dict[str, BuildingRow]) -> None:
    """One favour that was open, one row of Ana's, one of his own; and a second ink lies beside it."""
    pavilion, mill, felt = deck["poets-pavilion"], deck["paper-mill"], deck["felt-makers"]
    assert pavilion.cost == ("water", "silk", "ink")
    assert mill.favours[:3] == ("water", "wood", "ink")
    assert (mill.rows[2], felt.rows[1]) == (("wood", "ink"), ("water", "silk"))
    assert (mill.prices[2:4], felt.prices[1:3], felt.favours[1]) == ((2, 3), (1, 2), "wood")


def test_caroline_pays_for_the_meeting_room(deck: dict[str, BuildingRow]) -> None:
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

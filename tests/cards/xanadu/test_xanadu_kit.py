"""Xanadú's box: what the kit prints is what the rules count, and every face says what it must."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from our_kits import our_kit
from xanadu_deck import RESOURCES, read

from pnp.face.layout import KitFaces
from pnp.kit import Kit, Localised, Record, expand

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
    for row, card in zip(kit.tables["buildings"].rows, read(), strict=True):
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
    assert isinstance(value, Localised)
    return value.texts[language]


def test_figures_and_phones_show_a_building_with_any_number_of_workers(kit: Kit) -> None:
    layout = KitFaces(kit, "en", address=ADDRESS)
    row, size = kit.tables["buildings"].rows[0], kit.faces["stood"].size
    assert size
    assert len({layout.scene("stood", row, size=size, extra={"workers": n}).items for n in range(5)}) == 5
    assert not list(layout.findings)


def test_the_leaflets_name_the_same_rules_in_the_same_order(kit: Kit) -> None:
    en, es = (
        re.findall(r"\{#([a-z0-9-]+)", (kit.folder / f"rules.{code}.md").read_text("utf-8")) for code in ("en", "es")
    )
    assert en == es and len(en) == len(set(en)) > 60

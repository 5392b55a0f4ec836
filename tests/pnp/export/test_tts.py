"""A kit in Tabletop Simulator: the shape of its save, every card at its place on its sheet, every piece there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from export_builders import BACK, colour, exported, market, near
from jsonschema import Draft202012Validator
from our_kits import our_kit
from PIL import Image

from pnp.export.tts import MM_PER_UNIT
from pnp.export.writer import Exported
from pnp.kits import find
from pnp.sheet.parts import count

pytestmark = [pytest.mark.long, pytest.mark.landing]

SCHEMA = Draft202012Validator(json.loads((Path(__file__).parent / "tts_save.schema.json").read_text("utf-8")))
OURS = "hangzhou"
ROWS, COPIES = 75, 2
"""More kinds of cards than one sheet holds."""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("tts")
    return exported(market(folder / "kit", rows=ROWS, copies=COPIES), folder, way="tts")


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """The kit of ours with the most kinds of pieces."""
    return exported(find(OURS), tmp_path_factory.mktemp("tts"), way="tts")


def save(done: Exported) -> dict[str, Any]:
    (path,) = (file.path for file in done.manifest.files if file.what == "save")
    return dict(json.loads((done.folder / path).read_text("utf-8")))


def objects(things: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for thing in things:
        yield thing
        yield from objects(thing.get("ContainedObjects", []))


def urls(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            if key.lower().endswith("url") and part:
                yield part
            else:
                yield from urls(part)
    elif isinstance(value, list):
        for part in value:
            yield from urls(part)


def at(url: str) -> Path:
    return Path(unquote(urlsplit(url).path))


def named(done: Exported, name: str, kind: str) -> dict[str, Any]:
    return next(thing for thing in save(done)["ObjectStates"] if thing["Nickname"] == name and thing["Name"] == kind)


def test_saves_have_the_shape_of_the_game_s_own(ours: Exported) -> None:
    found = save(ours)
    assert [error.message for error in SCHEMA.iter_errors(found)] == []
    guids = Counter(thing["GUID"] for thing in objects(found["ObjectStates"]))
    assert max(guids.values()) == 1


def test_whatever_a_save_loads_lies_beside_it(ours: Exported) -> None:
    loaded = {at(url) for url in urls(save(ours))}
    listed = {ours.folder.resolve() / file.path for file in ours.manifest.files if file.what != "save"}
    assert loaded == listed
    for file in ours.manifest.files:
        assert max(file.width_px, file.height_px) <= 4096, file.path
        if file.width_px:
            assert Image.open(ours.folder / file.path).size == (file.width_px, file.height_px)


def test_every_piece_of_the_kit_is_on_the_table(ours: Exported) -> None:
    kit = our_kit(OURS)
    wanted = {
        component.id: count(kit, component) for component in kit.components if component.kind not in ("box", "leaflet")
    }
    found: Counter[str] = Counter()
    for thing in objects(save(ours)["ObjectStates"]):
        if thing["Name"] in ("Card", "Custom_Tile", "Custom_Model"):
            picture = next(urls({key: value for key, value in thing.items() if key.startswith("Custom")}))
            found[max((id for id in wanted if at(picture).name.startswith(id)), key=len)] += 1
    assert found == wanted


def test_each_card_is_where_its_number_says(large: Exported) -> None:
    deck = named(large, "Goods", "Deck")
    assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
    assert Counter(deck["DeckIDs"]) == dict.fromkeys((*range(100, 169), *range(200, 206)), COPIES)
    assert set(deck["CustomDeck"]) == {"1", "2"}
    rows = list(dict.fromkeys(deck["DeckIDs"]))
    sheets = {key: Image.open(at(found["FaceURL"])) for key, found in deck["CustomDeck"].items()}
    for row, number in enumerate(rows):
        found, shown = deck["CustomDeck"][str(number // 100)], sheets[str(number // 100)]
        width, height = shown.width // found["NumWidth"], shown.height // found["NumHeight"]
        line, column = divmod(number % 100, found["NumWidth"])
        for x, y in ((0.02, 0.02), (0.5, 0.5), (0.98, 0.98)):
            pixel = shown.getpixel((int((column + x) * width), int((line + y) * height)))
            assert near(pixel, colour(row), 3), (row, number, x, y)


def test_the_last_place_of_a_sheet_hides_cards(large: Exported) -> None:
    for found in named(large, "Goods", "Deck")["CustomDeck"].values():
        shown = Image.open(at(found["FaceURL"]))
        assert shown.width % found["NumWidth"] == shown.height % found["NumHeight"] == 0
        corner = shown.getpixel((shown.width - 3, shown.height - 3))
        assert near(corner, BACK, 3)
        assert near(Image.open(at(found["BackURL"])).getpixel((20, 20)), BACK, 3)
        assert found["UniqueBack"] is False


def test_a_board_is_to_scale_and_its_places_catch_cards(large: Exported) -> None:
    board = named(large, "Board", "Custom_Tile")
    place = board["Transform"]
    assert board["Locked"] and place["rotY"] == 180
    assert 2 * place["scaleX"] * MM_PER_UNIT == pytest.approx(200, abs=0.01)
    assert 2 * place["scaleZ"] * MM_PER_UNIT == pytest.approx(140, abs=0.01)
    points = [point["Position"] for point in board["AttachedSnapPoints"]]
    # The board looks at the first seat, turned by half a circle: its own right is the table's left.
    shown = [
        (-point["x"] * place["scaleX"] * MM_PER_UNIT, -point["z"] * place["scaleZ"] * MM_PER_UNIT) for point in points
    ]
    assert [(round(x, 2), round(z, 2)) for x, z in shown] == [(-64, 24), (64, 24)]

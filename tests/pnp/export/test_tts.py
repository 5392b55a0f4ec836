"""A kit in Tabletop Simulator: the shape of its save, every card at its place on its sheet, every piece there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from export_builders import BACK, BOARD, COLOURS, DIE, FIGURE, colour, exported, market, meeting, near, rgb
from jsonschema import Draft202012Validator
from our_kits import our_kit
from PIL import Image

from pnp.export.tts import ATLAS, MM_PER_UNIT, die_mesh, figure_mesh
from pnp.export.writer import Exported
from pnp.kits import find, known_kits
from pnp.sheet.parts import count

pytestmark = [pytest.mark.long, pytest.mark.landing]

SCHEMA = Draft202012Validator(json.loads((Path(__file__).parent / "tts_save.schema.json").read_text("utf-8")))
ROWS, COPIES = 75, 2
"""More kinds of cards than one sheet holds."""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("tts")
    return exported(market(folder / "kit", rows=ROWS, copies=COPIES), folder, way="tts")


@pytest.fixture(scope="module", params=sorted(known_kits()))
def ours(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Exported]:
    name = str(request.param)
    return name, exported(find(name), tmp_path_factory.mktemp("tts"), way="tts")


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


# --- our kits -------------------------------------------------------------------------------------------


def test_saves_have_the_shape_of_the_game_s_own(ours: tuple[str, Exported]) -> None:
    found = save(ours[1])
    assert [error.message for error in SCHEMA.iter_errors(found)] == []
    guids = Counter(thing["GUID"] for thing in objects(found["ObjectStates"]))
    assert max(guids.values()) == 1


def test_whatever_a_save_loads_lies_beside_it(ours: tuple[str, Exported]) -> None:
    name, done = ours
    loaded = {at(url) for url in urls(save(done))}
    listed = {done.folder.resolve() / file.path for file in done.manifest.files if file.what != "save"}
    assert loaded == listed
    for file in done.manifest.files:
        assert max(file.width_px, file.height_px) <= 4096, (name, file.path)
        if file.width_px:
            assert Image.open(done.folder / file.path).size == (file.width_px, file.height_px)


def test_every_piece_of_the_kit_is_on_the_table(ours: tuple[str, Exported]) -> None:
    name, done = ours
    kit = our_kit(name)
    wanted = {
        component.id: count(kit, component) for component in kit.components if component.kind not in ("box", "leaflet")
    }
    found: Counter[str] = Counter()
    for thing in objects(save(done)["ObjectStates"]):
        if thing["Name"] in ("Card", "Custom_Tile", "Custom_Model"):
            picture = next(urls({key: value for key, value in thing.items() if key.startswith("Custom")}))
            found[max((id for id in wanted if at(picture).name.startswith(id)), key=len)] += 1
    assert found == wanted


# --- decks ----------------------------------------------------------------------------------------------


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


# --- boards, tokens, dice -------------------------------------------------------------------------------


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


def test_many_equal_tokens_come_in_a_bag(large: Exported) -> None:
    bag = next(thing for thing in save(large)["ObjectStates"] if thing["Name"] == "Bag")
    assert len(bag["ContainedObjects"]) == 4
    coin = bag["ContainedObjects"][0]
    assert coin["CustomImage"]["CustomTile"] == {"Type": 2, "Thickness": 0.2, "Stackable": False, "Stretch": True}
    assert 2 * coin["Transform"]["scaleX"] * MM_PER_UNIT == pytest.approx(20, abs=0.01)


def test_the_sides_of_a_die_are_where_its_model_looks_for_them(large: Exported) -> None:
    thing = next(thing for thing in save(large)["ObjectStates"] if thing["Nickname"].startswith("Dice "))
    picture = Image.open(at(thing["CustomMesh"]["DiffuseURL"]))
    edge = picture.width // ATLAS[0]
    assert picture.height == edge * ATLAS[1]
    inks = set()
    for number in range(6):
        row, column = divmod(number, ATLAS[0])
        side = picture.crop((column * edge, row * edge, (column + 1) * edge, (row + 1) * edge))
        assert near(side.getpixel((3, 3)), DIE, 3)
        inks.add(side.tobytes())
    assert len(inks) == 6
    normals = [line.split()[1:] for line in die_mesh(0.6).splitlines() if line.startswith("vn ")]
    opposite = [[-float(part) for part in side] for side in normals]
    assert [[float(part) for part in side] for side in normals] == opposite[::-1]


@pytest.mark.parametrize("model", [die_mesh(0.6), figure_mesh(0.7, 1.3, (0.7, 0.4))])
def test_models_are_closed_and_look_outwards(model: str) -> None:
    """Each side's corners run counter-clockwise about its normal, and pictures on it are not mirrored."""
    points = [tuple(map(float, line.split()[1:])) for line in model.splitlines() if line.startswith("v ")]
    parts = [tuple(map(float, line.split()[1:])) for line in model.splitlines() if line.startswith("vt ")]
    normals = [tuple(map(float, line.split()[1:])) for line in model.splitlines() if line.startswith("vn ")]
    assert len(points) == len(parts) == 4 * len(normals)
    for number, normal in enumerate(normals):
        a, b, _, d = points[4 * number : 4 * number + 4]
        right, up = [y - x for x, y in zip(a, b, strict=True)], [y - x for x, y in zip(a, d, strict=True)]
        cross = (
            right[1] * up[2] - right[2] * up[1],
            right[2] * up[0] - right[0] * up[2],
            right[0] * up[1] - right[1] * up[0],
        )
        assert sum(x * y for x, y in zip(cross, normal, strict=True)) > 0
        (u0, v0), (u1, _), _, (_, v3) = parts[4 * number : 4 * number + 4]
        assert u1 > u0 and v3 > v0
    faces = [line for line in model.splitlines() if line.startswith("f ")]
    assert len(faces) == 2 * len(normals)


def test_hosted_files_are_found_at_their_address(tmp_path: Path) -> None:
    done = exported(market(tmp_path / "kit"), tmp_path, way="tts", url="https://example.org/market/")
    names = {url.removeprefix("https://example.org/market/") for url in urls(save(done))}
    assert names == {file.path for file in done.manifest.files if file.what != "save"}


def test_pieces_whose_names_meet_show_each_its_own_faces(tmp_path: Path) -> None:
    done = exported(meeting(tmp_path / "kit"), tmp_path, way="tts")
    tiles = [thing for thing in save(done)["ObjectStates"] if thing["Name"] == "Custom_Tile"]
    shown = {
        tuple(
            pixel(Image.open(at(url)), 0.1, 0.1) + pixel(Image.open(at(url)), 0.5, 0.5)
            for url in (tile["CustomImage"]["ImageURL"], tile["CustomImage"]["ImageSecondaryURL"])
            if url
        )
        for tile in tiles
    }
    rows = {(2 * rgb(known), rgb(known) + rgb(DIE)) for known in COLOURS[:3]}
    assert shown == rows | {(2 * rgb(BOARD), 2 * rgb(FIGURE)), (2 * rgb(DIE),), (2 * rgb(FIGURE),)}
    (deck,) = (thing for thing in save(done)["ObjectStates"] if thing["Name"] == "Deck")
    assert pixel(Image.open(at(deck["CustomDeck"]["1"]["BackURL"])), 0.5, 0.5) == rgb(BACK)
    names = [file.path for file in done.manifest.files]
    assert len({name.casefold() for name in names}) == len(names)
    assert {"en/chip-red.png", "en/chip-Red-2.png", "en/chip-blue-back.png", "en/chip-blue-back-2.png"} <= set(names)


def pixel(shown: Image.Image, across: float, down: float) -> tuple[int, ...]:
    return tuple(shown.convert("RGB").getpixel((int(across * shown.width), int(down * shown.height))))


def test_backs_that_differ_have_a_sheet_of_their_own(tmp_path: Path) -> None:
    kit = market(tmp_path / "kit")
    text = (kit / "kit.toml").read_text().replace('face = "plain"\nback = "back"', 'face = "back"\nback = "plain"')
    (kit / "kit.toml").write_text(text)
    found = named(exported(kit, tmp_path, way="tts"), "Goods", "Deck")["CustomDeck"]["1"]
    assert (found["UniqueBack"], found["BackIsHidden"]) == (True, True), "others see of each card its own back"
    behind = Image.open(at(found["BackURL"]))
    assert near(behind.getpixel((20, 20)), colour(0), 3)

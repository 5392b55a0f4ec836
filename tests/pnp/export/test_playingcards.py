"""A kit as a room of playingcards.io: whatever is named is there, every piece lies there, faces are the kit's."""

from __future__ import annotations

import io
import itertools
import json
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from export_builders import BACK, BOARD, COLOURS, DIE, FIGURE, colour, exported, market, meeting, near
from PIL import Image

from pnp.collection import find
from pnp.export.exported import Exported
from pnp.export.playingcards import ROOM
from pnp.kits import load
from pnp.sheet.options import BadOptionError
from pnp.sheet.parts import count

pytestmark = pytest.mark.long

ROWS, COPIES = 6, 2


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("room")
    return exported(market(folder / "kit", rows=ROWS, copies=COPIES), folder, way="playingcards")


def room(done: Exported) -> tuple[list[dict[str, Any]], dict[str, Image.Image]]:
    """The widgets of a room, and its pictures by the address that widgets know them by."""
    (file,) = done.manifest.files
    with zipfile.ZipFile(done.folder / file.path) as archive:
        names = [name for name in archive.namelist() if name != "widgets.json"]
        pictures = {f"package://{name}": Image.open(io.BytesIO(archive.read(name))) for name in names}
        return json.loads(archive.read("widgets.json")), pictures


def of(widgets: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [widget for widget in widgets if widget["type"] == kind]


@pytest.mark.parametrize("name", ["", "dunhuang"])
def test_whatever_a_room_names_is_in_it(name: str, done: Exported, tmp_path: Path) -> None:
    widgets, pictures = room(exported(find(name), tmp_path, way="playingcards") if name else done)
    ids = Counter(widget["id"] for widget in widgets)
    assert max(ids.values()) == 1
    decks = {widget["id"]: widget for widget in of(widgets, "cardDeck")}
    for card in of(widgets, "card"):
        assert card["cardType"] in decks[card["deck"]]["cardTypes"]
        assert card["parent"] is None or ids[card["parent"]] == 1
    used = {face[side] for deck in decks.values() for face in deck["cardTypes"].values() for side in ("face", "back")}
    used |= {board["boardImage"] for board in of(widgets, "board")}
    assert used == set(pictures)
    for widget in widgets:
        assert 0 <= widget["x"] <= ROOM[0] and -4 <= widget["y"] <= 820, widget["id"]
    assert of(widgets, "hand") == [widgets[0]]
    heights = [widget["z"] for widget in widgets]
    assert heights == sorted(heights)


@pytest.mark.parametrize("name", ["", "hangzhou"])
def test_every_piece_of_the_kit_is_on_the_table(name: str, done: Exported, tmp_path: Path) -> None:
    widgets, _ = room(exported(find(name), tmp_path, way="playingcards") if name else done)
    kit = load(find(name) if name else done.folder.parent / "kit")
    wanted = {
        component.id: count(kit, component)
        for component in kit.components
        if component.kind not in ("box", "leaflet") and component.id != "score-pad"
    }
    found = Counter(card["deck"].removesuffix("-deck") for card in of(widgets, "card"))
    for kind in ("board", "spinner"):
        for widget in of(widgets, kind):
            name = widget["id"].removeprefix("board-")
            found[max((id for id in wanted if name.startswith(id)), key=len)] += 1
    dice = {component.id for component in kit.components if component.kind == "die"}
    assert {id: number for id, number in found.items() if id not in dice} == {
        id: number for id, number in wanted.items() if id not in dice
    }
    assert dice <= set(found)


def test_decks_lie_closed_on_their_places_with_the_kit_s_faces(done: Exported) -> None:
    widgets, pictures = room(done)
    (pile,) = of(widgets, "cardPile")
    deck = next(deck for deck in of(widgets, "cardDeck") if deck["parent"] == pile["id"])
    assert (pile["label"], pile["hasShuffleButton"]) == ("Goods", True)
    cards = [card for card in of(widgets, "card") if card["deck"] == deck["id"]]
    assert Counter(card["cardType"] for card in cards) == {f"good-{row:03}": COPIES for row in range(ROWS)}
    assert not any(card["faceup"] for card in cards)
    assert {(card["x"], card["y"]) for card in cards} == {(pile["x"] + 4, pile["y"] + 4)}
    for row in range(ROWS):
        faces = deck["cardTypes"][f"good-{row:03}"]
        front, back = pictures[faces["face"]], pictures[faces["back"]]
        assert near(front.getpixel((front.width // 2, front.height // 2)), colour(row), 3)
        assert near(back.getpixel((back.width // 2, back.height // 2)), BACK, 3)
        assert front.width / front.height == pytest.approx(deck["cardWidth"] / deck["cardHeight"], abs=0.02)
    sizes = [(face["w"], face["h"]) for side in ("faceTemplate", "backTemplate") for face in deck[side]["objects"]]
    assert sizes == [(deck["cardWidth"], deck["cardHeight"])] * 2


def test_round_tokens_are_clear_outside_and_open(done: Exported) -> None:
    widgets, pictures = room(done)
    deck = next(deck for deck in of(widgets, "cardDeck") if deck["id"] == "coins-deck")
    shown = pictures[deck["cardTypes"]["good-000"]["face"]]
    assert shown.getpixel((1, 1))[3] == 0
    assert shown.getpixel((shown.width // 2, shown.height // 2))[3] == 255
    assert deck["faceTemplate"]["includeRadius"] is False
    assert all(card["faceup"] for card in of(widgets, "card") if card["deck"] == "coins-deck")


def test_boards_lie_below_and_dice_choose_among_their_sides(done: Exported) -> None:
    widgets, pictures = room(done)
    (board,) = of(widgets, "board")
    shown = pictures[board["boardImage"]]
    assert near(shown.getpixel((5, 5)), BOARD, 3)
    assert board["z"] == min(widget["z"] for widget in widgets[1:])
    for spinner in of(widgets, "spinner"):
        assert spinner["options"] == ["1", "2", "3", "4", "5", "6"]


def lies_apart(widgets: list[dict[str, Any]]) -> None:
    """Nothing lies on another, but what is on one pile, and nothing stands out of the room at its sides."""
    decks = {deck["id"]: deck for deck in of(widgets, "cardDeck")}
    lying = {
        (card["x"], card["y"], deck["cardWidth"], deck["cardHeight"])
        for card in of(widgets, "card")
        for deck in (decks[card["deck"]],)
    }
    others = (widget for kind in ("board", "spinner", "labelText") for widget in of(widgets, kind))
    lying |= {(widget["x"], widget["y"], widget["width"], widget["height"]) for widget in others}
    for one, other in itertools.combinations(sorted(lying), 2):
        apart = (abs(2 * one[n] + one[n + 2] - 2 * other[n] - other[n + 2]) - one[n + 2] - other[n + 2] for n in (0, 1))
        assert max(apart) >= 0, (one, other)
    assert all(x >= 0 and x + width <= ROOM[0] for x, _, width, _ in lying)


def crowd(folder: Path, board: str, rows: int, coin: int = 20) -> Path:
    """A kit with a board of that size and so many kinds of coins of so many mm, one of each."""
    kit = market(folder, rows=rows)
    text = (kit / "kit.toml").read_text().replace("[200, 140]", board).replace("[20, 20]", f"[{coin}, {coin}]")
    (kit / "kit.toml").write_text(text.replace("copies = 4", "copies = 1"))
    return kit


@pytest.mark.parametrize(("board", "rows"), [("[1200, 500]", 6), ("[1900, 400]", 6), ("[200, 140]", 600)])
def test_nothing_lies_on_another_beside_a_wide_board_or_among_many(tmp_path: Path, board: str, rows: int) -> None:
    kit = crowd(tmp_path / "kit", board, rows)
    lies_apart(room(exported(kit, tmp_path, way="playingcards", without=("goods",)))[0])


@pytest.mark.parametrize(("rows", "coin", "told"), [(60, 16, False), (500, 16, False), (500, 60, True)])
def test_a_board_among_many_pieces_can_be_played_on_or_it_is_told(
    tmp_path: Path, rows: int, coin: int, told: bool
) -> None:
    kit = crowd(tmp_path / "kit", "[560, 430]", rows, coin)
    done = exported(kit, tmp_path, way="playingcards", without=("goods",))
    widgets, _ = room(done)
    lies_apart(widgets)
    (board,) = of(widgets, "board")
    assert (board["height"] < ROOM[1] / 2) is told
    messages = [finding.message for finding in done.findings if finding.code == "table-full"]
    assert [f"board is {board['width']} × {board['height']} pixels" in message for message in messages] == [True] * told


def test_the_same_kit_makes_the_same_room(tmp_path: Path) -> None:
    kit = market(tmp_path / "kit", rows=2)
    first, second = (exported(kit, tmp_path / name, way="playingcards") for name in ("one", "two"))
    (file,) = first.manifest.files
    assert (first.folder / file.path).read_bytes() == (second.folder / file.path).read_bytes()


def test_pieces_whose_names_meet_show_each_its_own_faces(tmp_path: Path) -> None:
    widgets, pictures = room(exported(meeting(tmp_path / "kit"), tmp_path, way="playingcards"))
    decks = {deck["id"].removesuffix("-deck"): deck["cardTypes"] for deck in of(widgets, "cardDeck")}
    wanted = {("chip", key): (COLOURS[row], DIE) for row, key in enumerate(("red", "blue", "blue-back"))}
    wanted |= {("chips", key): (COLOURS[row], BACK) for row, key in enumerate(("red", "blue", "blue-back"))}
    wanted |= {("chip-Red", "chip-Red"): (BOARD, FIGURE), ("chips-back", "chips-back"): (FIGURE, FIGURE)}
    for (deck, key), colours in wanted.items():
        for side, known in zip(("face", "back"), colours, strict=True):
            shown = pictures[decks[deck][key][side]]
            assert near(shown.getpixel((shown.width // 2, shown.height // 2)), known, 3), (deck, key, side)
    assert len({name.casefold() for name in pictures}) == len(pictures)


def test_leaflets_alone_make_no_room(tmp_path: Path) -> None:
    with pytest.raises(BadOptionError, match="nothing to lay on a table"):
        exported(find("xanadu"), tmp_path, way="playingcards", only=("rules",))

"""Hangzhou's faces: everything fits in both languages, and the board comes apart between its spaces."""

from __future__ import annotations

import pytest

from pnp.art.qr import LEAST_MODULE, module_size
from pnp.face.ink import InkMode
from pnp.face.layout import Layout
from pnp.kit import Kit, Value, expand
from pnp.kit.model import Faced
from pnp.kits import find, load
from pnp.sheet.papers import PAPERS, PaperName
from pnp.sheet.tiles import tile_board

ADDRESS = "http://silkroad.local:8000/k/hangzhou/3f9a2c"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return load(find("hangzhou"))


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_no_face_has_anything_to_find(kit: Kit, language: str, ink: InkMode) -> None:
    layout = Layout(kit, language, ink=ink, address=ADDRESS)
    for component in kit.components:
        if not isinstance(component, Faced):
            continue
        for row, _ in expand(kit, component):
            sides = row.values.get("sides") if row and component.face.endswith("-die") else None
            for side in sides if isinstance(sides, tuple) else (None,):
                extra: dict[str, Value] = {} if side is None else {"side": side}
                assert layout.front(component, row, extra).items
                layout.back(component, row, extra)
    for face in ("box-front", "box-back", "box-side", "box-top", "merchant-base"):
        row = kit.tables["merchants"].rows[0] if face == "merchant-base" else None
        assert layout.scene(face, row, size=kit.faces[face].size or (0, 0)).items
    assert [str(finding) for finding in layout.findings] == []


def test_a_shop_shows_its_owner_and_what_lies_on_it(kit: Kit) -> None:
    """The face that figures and phones share takes every player, every dye or none, and any number of coins."""
    layout = Layout(kit, "en", address=ADDRESS)
    dyes = (None, *kit.tables["dyes"].rows)
    seen = set()
    for player in kit.tables["players"].rows:
        for dye in dyes:
            for coins in (0, 1, 12):
                extra: dict[str, Value] = {"player": player, "dye": dye, "coins": coins}
                seen.add(layout.scene("shop", size=(30, 30), extra=extra).items)
    assert len(seen) == 4 * len(dyes) * 3
    assert not list(layout.findings)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tiles_of_the_board_meet_between_its_spaces(kit: Kit, paper: PaperName) -> None:
    board = Layout(kit, "en", address=ADDRESS).scene("board", size=(420, 297))
    city_spaces, gates, towers, stalls, panels = 24 + 1, 4, 4, 4, 5
    assert len(board.keep) == city_spaces + gates + towers + stalls + panels
    tiling = tile_board(board, PAPERS[paper])
    assert (len(tiling.tiles), tiling.cut_through) == (4, 0)


@pytest.mark.parametrize("face", ["board", "aid-back", "box-back"])
def test_a_phone_can_read_the_codes(kit: Kit, face: str) -> None:
    size = kit.faces[face].size
    assert size
    (content, box), *others = Layout(kit, "en", address=ADDRESS).scene(face, size=size).codes
    assert content == ADDRESS and not others
    assert module_size(content, box) >= LEAST_MODULE

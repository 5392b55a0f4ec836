"""A kit laid out to begin with: each copy of every piece lies there."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from export_builders import market

from pnp.export.pictures import all_pieces
from pnp.export.table_setup import arrange_start
from pnp.face.layout import KitFaces
from pnp.kit.model import Board
from pnp.kits import load
from pnp.sheet.options import EVERYTHING
from pnp.sheet.parts import count


def test_each_copy_of_the_board_lies_there_one_of_them_in_the_middle(tmp_path: Path) -> None:
    folder = market(tmp_path, rows=2)
    text = (folder / "kit.toml").read_text("utf-8")
    (folder / "kit.toml").write_text(text.replace("size = [200, 140]", "size = [200, 140]\ncopies = 4"), "utf-8")
    kit = load(folder)
    things, _ = arrange_start(list(all_pieces(kit, KitFaces(kit, "en"), EVERYTHING)), bag=20.0)
    found = Counter[str]()
    for thing in things:
        found[thing.piece.component.id] += thing.copies
    assert found == {component.id: count(kit, component) for component in kit.components}
    boards = {(thing.x, thing.y) for thing in things if isinstance(thing.piece.component, Board)}
    assert len(boards) == 4 and (0.0, 0.0) in boards

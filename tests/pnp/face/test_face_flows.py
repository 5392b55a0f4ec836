"""Lists on a face: signs and texts that wrap in their box, and tables."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest
from face_builders import Desk, draw, leaves, said

from pnp.scene import Item, Path, Rect, Text, Use

SIGNS = 'flow = ["{hand}", "{deck}", "{swap}", "{hand} **2**", "{deck}"]'


def lines(items: tuple[Item, ...]) -> list[tuple[float, float]]:
    """Left and right end of each line of signs and texts, from the top."""
    ends: dict[float, list[float]] = {}
    for item in items:
        if isinstance(item, Use):
            left, right = item.matrix[4], item.matrix[4] + item.matrix[0] * item.art.width
            ends.setdefault(round(item.matrix[5] + item.matrix[3] * item.art.height / 2), []).extend((left, right))
    return [(min(xs), max(xs)) for _, xs in sorted(ends.items())]


def test_signs_wrap_and_stand_in_the_middle(tmp_path: FilePath) -> None:
    face = draw(SIGNS, "box = [10, 10, 30, 40]", "size = 18", 'align = "center"', 'valign = "middle"', "gap = 1")
    desk = Desk(tmp_path, face)
    found = lines(desk.items())
    assert len(found) == 2
    left, right = found[0]
    assert left - 10 == pytest.approx(40 - right)
    assert not desk.faults()


def test_a_flow_goes_through_lists_and_tables(tmp_path: FilePath) -> None:
    parts = draw('flow = "parts"', 'item = "{index}. {item.name}"', "box = [0, 0, 60, 30]")
    assert said(Desk(tmp_path / "parts", parts).items("silk")) == "1. jade2. tea"
    table = draw('flow = "goods"', 'item = "{item.name} {item.worth}"', 'where = "worth"', "box = [0, 0, 60, 30]")
    assert said(Desk(tmp_path / "table", table).items()) == "jade 3tea 0"
    assert Desk(tmp_path / "empty", parts).items("jade") == ()


COSTS = '''table = """
| Good | Price |
|:--|--:|
| {hand} jade | 3 |
| *tea* from far away | **12** |
"""'''


def cells(desk: Desk) -> list[Text]:
    return [item for item in leaves(desk.items()) if isinstance(item, Text)]


def test_a_table_in_markdown_is_a_table(tmp_path: FilePath) -> None:
    desk = Desk(tmp_path, draw(COSTS, "box = [5, 5, 50, 40]", 'ground = "mist"', 'stripe = "sand"'))
    texts = cells(desk)
    assert [text.text.strip() for text in texts] == ["Good", "Price", "jade", "3", "tea", "from far away", "12"]
    assert [text.font for text in texts if "Bold" in text.font] == ["AlegreyaSans-Bold"] * 3
    right = {round(text.x + text.width, 2) for text in texts if text.text in ("Price", "3", "12")}
    assert right == {54.0}, "a column aligned right ends at the padding"
    assert [item.fill for item in desk.items() if isinstance(item, Rect)] == ["#E3EDE4", "#F3E2C3"]
    rules = [item for item in desk.items() if isinstance(item, Path)]
    assert [rule.stroke.width for rule in rules if rule.stroke] == [0.4, 0.2]
    assert not desk.faults()


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        (['table = "goods"'], "1:cells: 0 columns have a head, 0 have cells"),
        (['table = "| a | b |\\n|---|---|\\n| c |"'], "1:table: “| c |” has 1 cells, the head 2"),
        (['table = "goods"', 'cells = ["{item.name}"]', "widths = [9, 9]"], "1:widths: widths has 2 for 1 columns"),
        (['table = "gods"', 'cells = ["{item.name}"]'], "1:table: there is no gods here"),
    ],
)
def test_slips_in_a_table_are_told(tmp_path: FilePath, keys: list[str], says: str) -> None:
    assert says in " ".join(Desk(tmp_path, draw(*keys)).faults())

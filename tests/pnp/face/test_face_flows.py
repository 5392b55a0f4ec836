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


def test_what_stands_together_is_never_divided_and_the_gap_is_kept(tmp_path: FilePath) -> None:
    face = draw('flow = ["one two", "three four", "five *six*"]', "box = [0, 0, 16, 30]", "gap = [3, 0]")
    runs = [item for item in Desk(tmp_path, face).items() if isinstance(item, Text)]
    assert {run.text.strip() for run in runs} == {"one two", "three four", "five", "six"}
    assert len({run.y for run in runs}) == 3
    wide = draw('flow = ["one two", "three four"]', "box = [0, 0, 60, 30]", "gap = [3, 0]")
    first, second = (item for item in Desk(tmp_path / "wide", wide).items() if isinstance(item, Text))
    assert second.x == pytest.approx(first.x + first.width + 3)


def test_a_flow_goes_through_lists_and_tables(tmp_path: FilePath) -> None:
    parts = draw('flow = "parts"', 'item = "{index}. {item.name}"', "box = [0, 0, 60, 30]")
    assert said(Desk(tmp_path / "parts", parts).items("silk")) == "1. jade2. tea"
    table = draw('flow = "goods"', 'item = "{item.name} {item.worth}"', 'where = "worth"', "box = [0, 0, 60, 30]")
    assert said(Desk(tmp_path / "table", table).items()) == "jade 3tea 0"
    assert Desk(tmp_path / "empty", parts).items("jade") == ()


def test_a_flow_is_set_smaller_before_it_is_too_much(tmp_path: FilePath) -> None:
    shrunk = Desk(tmp_path / "shrunk", draw(SIGNS, "box = [0, 0, 16, 9]", "size = 14"))
    assert " ".join(shrunk.faults()).startswith("1:flow: “{hand} {deck}")
    assert "instead of 14" in " ".join(shrunk.faults())
    full = Desk(tmp_path / "full", draw(SIGNS, "box = [0, 0, 6, 4]", "size = 14"))
    assert "does not fit, not even at 7 pt" in " ".join(full.faults())


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
        (['table = "{name}"'], "1:table: “jade” does not begin a table in Markdown"),
        (['table = "| a | b |\\n|---|---|\\n| c |"'], "1:table: “| c |” has 1 cells, the head 2"),
        (['table = "| a |\\n|---|"', 'cells = ["x"]'], "1:cells: cells means nothing for Markdown"),
        (['table = "goods"', 'cells = ["{item.name}"]', "widths = [9, 9]"], "1:widths: widths has 2 for 1 columns"),
        (['table = "goods"', 'cells = ["{item.name}"]', "widths = [61]"], "1:widths: the columns are 61 mm wide"),
        (['table = "gods"', 'cells = ["{item.name}"]'], "1:table: there is no gods here"),
    ],
)
def test_slips_in_a_table_are_told(tmp_path: FilePath, keys: list[str], says: str) -> None:
    assert says in " ".join(Desk(tmp_path, draw(*keys)).faults())

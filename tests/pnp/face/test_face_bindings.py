"""Bindings, conditions and repetitions: what a face takes from its row, and titles from their kit."""

from __future__ import annotations

from pathlib import Path
from pathlib import Path as FilePath

import pytest
from export_builders import market
from face_builders import ADDRESS, Desk, boxes, draw, said, write_kit

from pnp.face.layout import KitFaces
from pnp.findings import Findings
from pnp.kit import Kit
from pnp.kits import load, read
from pnp.scene import Text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{name}", "jade"),
        ("{worth} {x}", "3 1.5"),
        ("{owner.name}", "Ann"),
        ("{note}", "Take {deck} now"),
        ("{pay}", "Pay 3 for jade"),
        ("{aid.title.es}", "Ayuda 1.2"),
        ("{kit.title}", "Trade*"),
        ("{kit.minutes} min, {kit.age}+", "45 min, 10+"),
        ("{address} {language}", f"{ADDRESS} en"),
        ("{goods.tea.name}", "tea"),
        (r"\\{name} {name}", "{name} jade"),
        (r"a \\{ b } c", "a { b } c"),
        ("{worth * 2 + 1} {worth / 2} {worth % 2}", "7 1.5 1"),
        ("{worth:02d} {x:.2f} {worth / 4:0.0%}", "03 1.50 75%"),
        ("{upper(name)} {lower(owner.name)} {len(tags)}", "JADE ann 2"),
        ("{join(tags, ', ')} {join(tags, '\\\\}')}", "a, b c a}b c"),
        ("{min(worth, 2)} {max(worth, 2, x * 3)} {round(x / 7, 3)}", "2 4.5 0.214"),
        ("{owner.name or 'nobody'} {parts or 'none'}", "Ann none"),
        ("{goods['tea'].name}", "tea"),
    ],
)
def test_a_binding_gives_its_text(tmp_path: FilePath, text: str, words: str) -> None:
    desk = Desk(tmp_path, draw(f'text = "{text}"'))
    scene = desk.layout.scene("card", desk.kit.tables["goods"]["jade"], size=(200.0, 90.0))
    shown = "".join(item.text if isinstance(item, Text) else "{deck}" for item in scene.items)
    assert shown.replace(" ", "") == words.replace(" ", "")
    assert not list(desk.layout.findings)


@pytest.mark.parametrize(
    ("cell", "text", "words"),
    [
        ("1234567", "{x}", "1234567"),
        ("123456.75", "{x} {x * 1000}", "123456.75 123456750"),
        ("0.00001", "{x}", "0.00001"),
        ("0.1", "{x + 0.2} {x * 3 - 0.3} {x - 0.1} {x / 0.3}", "0.3 0 0 0.333333"),
        ("-0", "{x} {0 - x}", "0 0"),
        ("3", "{len(kit.title) / x or kit.title}", "2"),
    ],
)
def test_a_number_is_printed_with_all_its_digits(tmp_path: FilePath, cell: str, text: str, words: str) -> None:
    drawn = (draw(f'text = "{text}"', "box = [0, 0, 200, 20]"), draw('table = "1..1"', f'cells = ["{text}"]'))
    for number, face in enumerate(drawn):
        folder = write_kit(tmp_path / str(number), face)
        goods = folder / "goods.csv"
        goods.write_text(goods.read_text().replace(",1.5,", f",{cell},"))
        kit = load(folder)
        scene = KitFaces(kit, "en").scene("card", kit.tables["goods"]["jade"], size=(200.0, 90.0))
        assert said(scene.items) == words


def test_bindings_speak_the_language_that_is_printed(tmp_path: FilePath) -> None:
    face = draw('text = "{name} {owner.name}\\n{pay}\\n{plain}"')
    assert Desk(tmp_path, face, "es").words("tea") == "té / Paga 0 por té / Hola"


def test_one_binding_alone_keeps_its_type(tmp_path: FilePath) -> None:
    desk = Desk(tmp_path, draw('rect = ["{x}", 2, "{worth}", 4]', 'inset = "{x}"', 'fill = "{owner.colour}"'))
    assert desk.faults("jade") == ["1:box: the box comes to nothing"]
    desk = Desk(tmp_path, draw('rect = ["{x}", 2, "{worth}", 4]', 'fill = "{owner.colour}"'))
    assert boxes(desk.items("jade")) == [(1.5, 2, 3, 4)]


HEXAGON = draw('hexagon = "trim"', 'fill = "ink"')
MAP = 'grid = { hex = "pointy", columns = 3, rows = 2, gap = 0.5 }'


@pytest.mark.parametrize(
    ("face", "fault"),
    [
        (draw('text = "{nam.x}"'), "1:text: there is no nam.x here"),
        (draw('rect = "trim"', 'fill = "{color}"'), "1:fill: there is no color here"),
        (draw('rect = "trim"', 'hatch = "up"', "spacing = 0.001"), "1:spacing: every 0.001 mm makes more than"),
        (draw('rect = ["{name}", 0, 1, 1]', 'fill = "ink"'), "1:box: box is bound to something that is no number"),
        (draw('text = "{nosuch}"'), "1:text: {nosuch} is no binding, sign or colour"),
        (draw('text = "x"', 'colour = "pink"'), "1:colour: there is no colour pink"),
        (draw('text = "壹"'), "1:text: the typeface has no 壹 (U+58F9)"),
        (draw('text = "{note} {note} {note}"', "box = [0, 0, 9, 9]"), "1:text: “Take {deck} now Take"),
        (draw('text = "{ring}"'), "1:text: {ring} comes from a cell or a word, in which it binds nothing"),
        (draw('text = "{plain} nosuch}"'), "1:text: “Hello nosuch}…” has a brace without another"),
        (draw('text = "{name * 2}"'), "1:text: text reckons with name, which is optional text, not a number"),
        (draw('text = "{6 / (worth - 3)}"'), "1:text: text divides by what is in brackets, which is 0"),
        (draw('text = "{x:d}"'), "1:text: text writes 1.5 as :d"),
        (draw('text = "x"', 'when = "worth = many"'), "1:when: when compares worth, a count, with “many”"),
        (draw('text = "x"', 'when = "name > 2"'), "1:when: when asks whether name is less or greater"),
        (draw('icon = "{name}"'), "1:icon: there is no sign jade"),
        (draw('text = "x"', 'each = "worth"'), "1:each: worth is optional count, not a list"),
        (draw('text = "x"', 'each = "1..5000"'), "1:each: goes 5000 times"),
        (draw('text = "x"', 'where = "name"'), "1:where: where is here without each"),
        (draw('text = "x"', 'each = "tags"', "grid = { columns = 2, rows = 2 }"), "1:grid: each and grid are both"),
        (draw('text = "x"', 'grid = { columns = 2, rows = 2, skip = ["c1"] }'), "1:grid: skips c1, which is no place"),
        (draw('face = "sub"', "set = { nosuch = 1 }"), "1:set: the face sub has no input nosuch"),
        (draw('face = "sub"'), "1:set: the face sub needs the input n"),
        (draw('face = "sub"', 'set = { n = "x" }'), "1:set: n is “x”, not a count"),
        (draw('rect = "trim"', 'fill = "dawn"'), "1:fill: there is no colour dawn"),
        (draw('rect = "trim"', 'fill = { stops = ["ink", "dawn"] }'), "1:fill: there is no colour dawn"),
        (draw('rect = "trim"', 'opacity = "{worth}"'), "1:opacity: opacity comes to 3"),
        (draw("polygon = [0, 0, 9, 9]"), "1:sides: a polygon has either sides or points"),
        (draw("star = [0, 0, 9, 9]", "inner = 1"), "1:inner: inner comes to 1"),
        (draw(f'path = "{"M0,0 h1 v1 z " * 61}"', 'fill = "ink"', "shadow = [1, 1, 1]"), "1:shadow: a shape of 61"),
        (draw('text = "x"', 'along = "left"'), "1:along: path data cannot be read from character 1 on: `left`"),
        (draw('text = "x"', 'along = "M0,0 h9 M0,5 h9"'), "1:along: along has 2 lines"),
        (draw('text = "x"', 'along = "M0,0 h0"'), "1:along: a text along a line the way has no length"),
        (draw('text = "x"', 'along = "top"', 'valign = "top"'), "1:valign: valign means nothing for one line"),
        (HEXAGON + f"{MAP[:-2]}, size = 40 }}\n", "1:grid: the grid needs 122.5 × 70.43 mm and has 60 × 90"),
        (HEXAGON + f"{MAP}\nstep = [3, 3]\n", "1:step: step means nothing between hexagons"),
        (HEXAGON + "grid = { columns = 3, rows = 2, radius = 4 }\n", "1:grid: radius means nothing in a square grid"),
        (HEXAGON + "grid = { columns = 3 }\n", "1:grid: rows are missing"),
        (draw('table = "goods"'), "1:cells: 0 columns have a head, 0 have cells"),
        (draw(r'table = "| a | b |\n|---|---|\n| c |"'), "1:table: “| c |” has 1 cells, the head 2"),
        (draw('table = "goods"', 'cells = ["{name}"]', "widths = [9, 9]"), "1:widths: widths has 2 for 1 columns"),
        (draw('table = "gods"', 'cells = ["{name}"]'), "1:table: there is no gods here"),
    ],
)
def test_a_fault_names_the_line_and_key(tmp_path: FilePath, face: str, fault: str) -> None:
    sub = '[input]\nn = "count"\nwho = "optional ref players"\n' + draw('text = "{n}"')
    desk = Desk(tmp_path, face, sub=sub)
    faults = desk.faults()
    assert len(faults) == 1, faults
    assert faults[0].startswith(fault)
    (finding,) = desk.layout.findings
    assert finding.card == "cards jade"
    assert finding.place.file.endswith("faces/card.toml")
    assert finding.hint


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("~~old~~ new", "faces know no text struck out"),
        ("| a | b |", "faces know no tables"),
        ("# Big", "faces know no headings"),
        ("[here](http://example.org)", "faces know no links"),
        ("- one\\n- two", "faces know no lists"),
        ("[b]now[/b]", "faces know no BBCode"),
        ("** Draw ** two", "asterisks with blanks inside print as typed"),
    ],
)
def test_marks_that_faces_do_not_know_are_said(tmp_path: FilePath, text: str, said: str) -> None:
    desk = Desk(tmp_path, draw(f'text = "{text}"'))
    desk.items("jade")
    (found,) = [finding for finding in desk.layout.findings if finding.code == "markup-unknown"]
    assert found.severity == "warning"
    assert said in found.message


@pytest.mark.parametrize(
    ("each", "lines"),
    [
        ('"parts"', "jade / tea"),
        ('"1..3"', "1 / 2 / 3"),
        ('"2..{goods.jade.worth}"', "2 / 3"),
        ('["x", "{name}"]', "x / silk"),
    ],
)
def test_each_goes_through_lists_tables_ranges(tmp_path: FilePath, each: str, lines: str) -> None:
    face = draw('text = "{item}"', f"each = {each}", "box = [0, 0, 60, 5]", "step = [0, 10]")
    desk = Desk(tmp_path, face)
    assert desk.words("silk") == lines
    assert not desk.faults("silk")


def test_what_where_leaves_out_leaves_no_gap(tmp_path: FilePath) -> None:
    face = draw("rect = [0, 0, 5, 5]", 'each = "goods"', 'where = "worth < 3"', "step = [7, 1]", 'fill = "ink"')
    assert boxes(Desk(tmp_path, face).items()) == [(0, 0, 5, 5)]
    face = draw('text = "{index}{item.name}"', 'each = "goods"', 'where = "index > 1"', "step = [0, 10]")
    assert Desk(tmp_path, face).words() == "1tea / 2silk"


def test_a_grid_names_its_places(tmp_path: FilePath) -> None:
    face = draw('text = "{place}{column}{row}"', 'grid = { columns = 2, rows = 2, skip = ["b1"] }', "step = [20, 30]")
    desk = Desk(tmp_path, face)
    texts = [item for item in desk.items() if isinstance(item, Text)]
    assert [text.text for text in texts] == ["a1a1", "a2a2", "b2b2"]
    assert [round(text.x - texts[0].x, 3) for text in texts] == [0, 0, 20]


def test_conditions_go_by_row_item_and_input(tmp_path: FilePath) -> None:
    face = draw('text = "{item}"', 'each = "1..4"', 'when = "item > 1 and item <= {worth}"', "step = [0, 10]")
    assert Desk(tmp_path, face).words("jade") == "2 / 3"
    assert Desk(tmp_path, draw('text = "x"', 'when = "not owner"')).words("tea") == "x"
    assert Desk(tmp_path, draw('text = "x"', 'when = "name = té"'), "es").words("tea") == "x"


# --- titles, and what to bring, bind what is there as a kit is read; nothing in braces is printed as it stands ---


def kit_with(folder: Path, title: str, bring: str, words: str = "a bag") -> tuple[Kit | None, Findings, int]:
    """A kit with a title, a text of what to bring and one in its words; the line of `[[bring]]`."""
    kit = market(folder, rows=2)
    toml = (kit / "kit.toml").read_text().replace('title = { en = "Market", es = "Mercado" }', f"title = '{title}'")
    (kit / "kit.toml").write_text(f"{toml}\n[[bring]]\ntext = '{bring}'\n")
    for language in ("en", "es"):
        (kit / f"words.{language}.toml").write_text(f"bag = '{words} {language}'\n")
    kit_read, findings = read(kit)
    return kit_read, findings, toml.count("\n") + 2


@pytest.mark.parametrize(
    ("title", "bring", "texts"),
    [
        (r"Market AC\DC **", r"a \\ **bag**", (r"Market AC\DC **", r"a \\ **bag**")),
        (
            r"Market {kit.version} AC\DC **",
            "{bag}, **{kit.title}**",
            (r"Market 1.0 AC\DC **", r"a bag es, **Market 1.0 AC\\DC \*\***"),
        ),
        (r"Market \{1}", "a {language} bag for {kit.players}", ("Market {1}", "a es bag for 2–4")),
    ],
)
def test_what_is_there_is_bound(title: str, bring: str, texts: tuple[str, str], tmp_path: Path) -> None:
    kit, findings, _ = kit_with(tmp_path / "kit", title, bring)
    assert kit is not None and not findings.errors
    assert (kit.title["es"], kit.bring[0]["es"]) == texts


@pytest.mark.parametrize(
    ("bring", "words", "message"),
    [
        ("a {nonsense}", "a bag", "“nonsense” means nothing here"),
        ("a {kit.version", "a bag", "a brace that does not close"),
        ("a {1 / 0}", "a bag", "divides by 0"),
        ("{bag}", "{bulb}", "holds “{bulb}”, a sign"),
    ],
)
def test_what_is_not_there_is_an_error_at_its_line(bring: str, words: str, message: str, tmp_path: Path) -> None:
    _, findings, line = kit_with(tmp_path / "kit", "Market", bring, words)
    (error,) = findings.errors
    assert message in error.message and error.place.row == line + 1

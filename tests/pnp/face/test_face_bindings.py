"""Bindings, conditions and repetitions: what a face takes from its row."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest
from face_builders import ADDRESS, Desk, boxes, draw, said, write_kit

from pnp.face.layout import KitFaces
from pnp.kits import load
from pnp.scene import Text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{name}", "jade"),
        ("{name.es}", "jade"),
        ("{worth} {x}", "3 1.5"),
        ("{owner}", "ann"),
        ("{owner.name}", "Ann"),
        ("{parts}{owner.colour}", "indigo"),
        ("{tags}", "a b c"),
        ("{note}", "Take {deck} now"),
        ("{pay}", "Pay 3 for jade"),
        ("{aid.title}", "Aid of 1.2"),
        ("{aid.title.es}", "Ayuda 1.2"),
        ("{kit.title}", "Trade*"),
        ("{kit.players}", "2–4"),
        ("{kit.minutes} min, {kit.age}+", "45 min, 10+"),
        ("{address} {language}", f"{ADDRESS} en"),
        ("{goods.tea.name}", "tea"),
        ("{players.bob.colour}", "ochre"),
        (r"\\{name} {name}", "{name} jade"),
        (r"a \\{ b } c", "a { b } c"),
        ("{ name }", "jade"),
        ("{worth * 2 + 1} {worth / 2} {worth % 2}", "7 1.5 1"),
        ("{worth:02d} {x:.2f} {worth / 4:0.0%}", "03 1.50 75%"),
        ("{upper(name)} {lower(owner.name)} {len(tags)}", "JADE ann 2"),
        ("{join(tags, ', ')} {join(tags, '\\\\}')}", "a, b c a}b c"),
        ("{min(worth, 2)} {max(worth, 2, x * 3)} {round(x / 7, 3)}", "2 4.5 0.214"),
        ("{(worth - 1) * -2}", "-4"),
        ("{owner.name or 'nobody'} {parts or 'none'}", "Ann none"),
        ("{players[owner].name} {players[owner].colour}", "Ann indigo"),
        ("{goods['tea'].name}", "tea"),
        ("{upper(note)}", "TAKE {deck} NOW"),
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
        ("1000000", "{x} {x / 2}", "1000000 500000"),
        ("1234567", "{x}", "1234567"),
        ("123456.75", "{x} {x * 1000}", "123456.75 123456750"),
        ("99999.95", "{x}", "99999.95"),
        ("999999", "{x / 2} {upper(x / 2)} {len(x / 2)}", "499999.5 499999.5 8"),
        ("0.00001", "{x}", "0.00001"),
        ("0.1", "{x + 0.2} {x * 3 - 0.3} {x - 0.1} {x / 0.3}", "0.3 0 0 0.333333"),
        ("-0", "{x} {0 - x}", "0 0"),
        ("123456789.012345", "{x}", "123456789.012345"),
        ("3", "{len(kit.title) / x or kit.title}", "2"),
        ("3", "{len(kit.version) / (x * 3) or kit.title}", "0.333333"),
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


@pytest.mark.parametrize(
    ("face", "fault"),
    [
        (draw('text = "{nam.x}"'), "1:text: there is no nam.x here"),
        (draw('rect = "trim"', 'fill = "{color}"'), "1:fill: there is no color here"),
        (draw('rect = "trim"', 'fill = "pink"'), "1:fill: there is no colour pink"),
        (draw('rect = "trim"', 'fill = "{name}"'), "1:fill: there is no colour jade"),
        (draw('rect = "trim"', 'stroke = "ink"', 'hatch = "{name}"'), "1:hatch: there is no hatch jade"),
        (draw('rect = "trim"', 'hatch = "up"', "spacing = 0.001"), "1:spacing: every 0.001 mm makes more than"),
        (draw('rect = ["{name}", 0, 1, 1]', 'fill = "ink"'), "1:box: box is bound to something that is no number"),
        (draw('text = "{nosuch}"'), "1:text: {nosuch} is no binding, sign or colour"),
        (draw('text = "[x]{nosuch}"'), "1:text: nosuch is no binding, sign or colour"),
        (draw('text = "x"', 'colour = "pink"'), "1:colour: there is no colour pink"),
        (draw('text = "x"', 'font = "gothic"'), "1:font: there is no font gothic"),
        (draw('text = "壹"'), "1:text: the typeface has no 壹 (U+58F9)"),
        (draw('text = "{note} {note} {note}"', "box = [0, 0, 9, 9]"), "1:text: “Take {deck} now Take"),
        (draw('text = "{ring}"'), "1:text: {ring} comes from a cell or a word, in which it binds nothing"),
        (draw('text = "{ nosuch }"'), "1:text: {nosuch} is no binding, sign or colour"),
        (draw('text = "{nosuch * 2}"'), "1:text: there is no nosuch here"),
        (draw('text = "{plain} nosuch}"'), "1:text: “Hello nosuch}…” has a brace without another"),
        (draw('text = "{name * 2}"'), "1:text: text reckons with name, which is optional text, not a number"),
        (draw('text = "{6 / (worth - 3)}"'), "1:text: text divides by what is in brackets, which is 0"),
        (draw('text = "{x:d}"'), "1:text: text writes 1.5 as :d"),
        (draw('text = "{worth > 2}"'), "1:text: text holds a condition"),
        (draw('text = "{goods[note].name}"'), "1:text: text looks for “Take {deck} **now**”"),
        (draw('text = "{dishes[note].name}"'), "1:text: text looks into dishes, which is no table"),
        (draw('text = "{max(name)}"'), "1:text: text reckons with name"),
        (draw('text = "{join(name)}"'), "1:text: text joins name"),
        (draw('text = "{round(x, 1, 2)}"'), "1:text: text gives round 3 values"),
        (draw('text = "x"', 'when = "worth = many"'), "1:when: when compares worth, a count, with “many”"),
        (draw('text = "x"', 'when = "owner = joe"'), "1:when: when compares owner with “joe”, which is no row"),
        (draw('text = "x"', 'when = "name > 2"'), "1:when: when asks whether name is less or greater"),
        (draw('text = "x"', 'when = "6 / (worth - 3) > 1"'), "1:when: when divides by"),
        (draw('icon = "{name}"'), "1:icon: there is no sign jade"),
        (draw('picture = "x.svg"'), "1:picture: there is no picture x.svg"),
        (draw('path = "M0 0 L5"', 'fill = "ink"'), "1:path:"),
        (draw('text = "x"', 'when = "nosuch"'), "1:when: there is no nosuch here"),
        (draw('text = "x"', 'each = "worth"'), "1:each: worth is optional count, not a list"),
        (draw('text = "x"', 'each = "nosuch"'), "1:each: there is no nosuch here"),
        (draw('text = "x"', 'each = "1..5000"'), "1:each: goes 5000 times"),
        (draw('text = "x"', 'where = "name"'), "1:where: where is here without each"),
        (draw('text = "x"', 'each = "tags"', "grid = { columns = 2, rows = 2 }"), "1:grid: each and grid are both"),
        (draw('text = "x"', 'grid = { columns = 2, rows = 2, skip = ["c1"] }'), "1:grid: skips c1, which is no place"),
        (draw('face = "sub"', "set = { nosuch = 1 }"), "1:set: the face sub has no input nosuch"),
        (draw('face = "sub"'), "1:set: the face sub needs the input n"),
        (draw('face = "sub"', 'set = { n = "x" }'), "1:set: n is “x”, not a count"),
        (draw('face = "sub"', 'set = { n = "{owner}" }'), "1:set: n is a optional ref players, not a count"),
        (draw('face = "sub"', 'set = { n = 1, who = "joe" }'), "1:set: there is no joe in players"),
        (draw('face = "sub"', "set = { n = 1 }", 'with = "{name}"'), "1:with: jade is no row of a table"),
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
        ("note[^1]", "faces know no footnotes"),
        ("# Big", "faces know no headings"),
        ("__bold__", "faces know no bold by underscores"),
        ("[here](http://example.org)", "faces know no links"),
        ("`code`", "faces know no code"),
        ("a<br>b", "faces know no HTML"),
        ("- one\\n- two", "faces know no lists"),
        ("* one", "faces know no lists"),
        ("> so it is", "faces know no quotes"),
        ("tea &amp; dyes", "faces know no HTML"),
        ("[b]now[/b]", "faces know no BBCode"),
        ("** Draw ** two", "asterisks with blanks inside print as typed"),
        ("**Draw two", "asterisks without others print as typed"),
        ("**Draw** two or** three", "asterisks without others print as typed"),
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
        ('"players"', "ann / bob"),
        ('"1..3"', "1 / 2 / 3"),
        ('"2..{goods.jade.worth}"', "2 / 3"),
        ('"3..2"', ""),
        ('["x", "{name}"]', "x / silk"),
        ("[1.5, 2]", "1.5 / 2"),
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


def test_where_may_compare_with_the_row(tmp_path: FilePath) -> None:
    face = draw('text = "{item.name}"', 'each = "goods"', 'where = "id != {goods.jade.id}"', "step = [0, 10]")
    assert Desk(tmp_path, face).words() == "tea / silk"
    face = draw('text = "{item.name}"', 'each = "players"', 'where = "id = {owner.id}"')
    assert Desk(tmp_path, face).words("silk") == "Bob"


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


def test_what_a_component_passes_in_can_be_bound(tmp_path: FilePath) -> None:
    desk = Desk(tmp_path, draw('text = "{side} {who.name}"'))
    bob = desk.kit.tables["players"]["bob"]
    scene = desk.layout.scene("card", None, size=(60.0, 20.0), extra={"side": 6, "who": bob})
    (text,) = scene.items
    assert isinstance(text, Text)
    assert text.text == "6 Bob"

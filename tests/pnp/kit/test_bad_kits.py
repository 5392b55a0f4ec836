"""Broken kits: each gives one clear finding, none a traceback, a hang or a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from kit_builders import DYE, DYES, KIT, PLAIN, swapped, where, write_kit
from kit_text import component
from output_builders import limited, pnp

from pnp.face.layout import KitFaces
from pnp.findings import Finding
from pnp.kit import bounds, expand
from pnp.kit.model import Faced
from pnp.kits import read


class Bad(NamedTuple):
    """Files that differ from the sound kit's, where the finding must stand, and words that it must hold."""

    name: str
    changes: Mapping[str, str | bytes | None]
    place: str
    message: str


def broken(name: str, file: str, content: str | bytes | None, place: str, message: str) -> Bad:
    return Bad(name, {file: content}, place, message)


def bad_kit(name: str, old: str, new: str, place: str, message: str) -> Bad:
    return broken(name, "kit.toml", swapped(KIT, (old, new)), f"kit.toml:{place}", message)


def bad_face(name: str, old: str, new: str, place: str, message: str) -> Bad:
    return broken(name, "faces/dye.toml", swapped(DYE, (old, new)), f"faces/dye.toml:{place}", message)


def bad_box(name: str, box: str, message: str) -> Bad:
    return broken(name, "faces/dye.toml", f"[box]\nart = {box}\n", "faces/dye.toml:2:art", message)


def more(name: str, text: str, place: str, message: str) -> Bad:
    return broken(name, "faces/dye.toml", DYE + text, f"faces/dye.toml:{place}", message)


def bad_theme(name: str, text: str, place: str, message: str) -> Bad:
    return broken(name, "theme.toml", text, f"theme.toml:{place}", message)


def more_kit(name: str, text: str, place: str, message: str) -> Bad:
    return broken(name, "kit.toml", KIT + text, f"kit.toml:{place}", message)


LEAFLET = component("rules", "leaflet", "R", file="rules")
EMPTY_BOX = component("box", "box", "B", faces={"front": "dye"})
BARE_DIE = component("d", "die", "D", size=16, each="dyes", face="dye")
BOX = component("b", "box", "B", contents=["m"], footprint=[50, 90], faces={"front": "plain"})
CARDS = component("m", "card", "M", size=[56, 87], copies=60, face="plain")
CALLS = '[[draw]]\nface = "{}"\n'

BAD = [
    # kit.toml
    broken("no kit.toml", "kit.toml", None, "", "there is no kit.toml"),
    broken("empty kit.toml", "kit.toml", "", "kit.toml", "the table [kit] is missing"),
    broken("broken TOML", "kit.toml", KIT + '\nx = "', "kit.toml:27", "not valid TOML"),
    broken(
        "a wrong size of what a box holds, a piece lies on, and a profile leaves out",
        "kit.toml",
        swapped(KIT, ("size = 16", 'size = "poquer"'))
        + component("box", "box", "B", contents=["dyes"], faces={"front": "plain"})
        + component("cubes", "token", "C", size=8, face="plain", on="dyes:spot")
        + '[profile.less]\nwithout = ["dyes"]\n',
        "kit.toml:19:size",
        "“poquer”",
    ),
    broken("bad UTF-8", "kit.toml", KIT.encode() + b"# \xff\n", "kit.toml:26", "is not UTF-8 (byte 0xff)"),
    broken("UTF-16", "kit.toml", KIT.encode("utf-16"), "kit.toml", "is UTF-16"),
    broken("a huge file", "kit.toml", KIT + "#" * 300_000, "kit.toml", "bytes; .toml files may have"),
    broken("a bracket bomb", "kit.toml", KIT + "x = " + "[" * 100_000, "kit.toml", "nested too deeply"),
    bad_kit("unknown table", "[kit]", "[game]\n[kit]", "1:game", "“game” is not a key here"),
    bad_kit("unknown key", 'id = "tiny"', 'id = "tiny"\ntitel = "x"', "3:titel", "“titel” is not a key here"),
    bad_kit("a list over lines", '["en", "es"]', '[\n  "en",  # ["es"]\n  "es"\n]\nx = 1', "9:x", "is not a key here"),
    bad_kit("a key in dots", '"tiny"\n', '"tiny"\nx.y = { z = "}" }\n', "3:x", "“x” is not a key here"),
    bad_kit("title of a number", 'title = "Dyes"', "title = 5", "18:title", "title is 5, not a text"),
    bad_kit(
        "unknown component", "[kit]", '[profile.less]\nwithout = ["dice"]\n[kit]', "2:without", "no component “dice”"
    ),
    bad_kit(
        "unknown name in the foot",
        "[kit]",
        '[kit]\nfoot = "{kit.name}"',
        "2:foot",
        "“kit.name” means nothing in a foot",
    ),
    bad_kit("id that leaves the folder", '"tiny"', '"../tiny"', "2:id", "id is “../tiny”"),
    bad_kit("languages of nothing", '["en", "es"]', "[]", "5:languages", "languages is empty"),
    bad_kit("title in one language", ', es = "Chico"', "", "3:es", "title is missing in es"),
    bad_kit("unknown kind", '"token"', '"tokn"', "17:kind", "kind is “tokn”"),
    bad_kit(
        "misspelt kind", 'kind = "token"', 'kindd = "token"', "15:component", "kind is missing, but there is “kindd”"
    ),
    bad_kit("size missing", "size = 16\n", "", "15:component", "size is missing"),
    bad_kit("size of an unknown unit", "size = 16", 'size = "2 feet"', "19:size", "size is “2 feet”, not a length"),
    bad_kit("size without end", "size = 16", "size = inf", "19:size", "size is inf, not a number"),
    bad_kit("larger than any table", "size = 16", 'size = "900in"', "19:size", "more than 2000 mm"),
    bad_kit("unknown stock", "size = 16", 'size = 16\nstock = "wood"', "20:stock", "stock is “wood”"),
    bad_kit("unknown table for each", 'each = "dyes"', 'each = "dies"', "20:each", "there is no table dies"),
    bad_kit("where of an unknown column", '"kind = natural"', '"kin = natural"', "21:where", "there is no column kin"),
    bad_kit(
        "where without sense", '"kind = natural"', '"kind == natural"', "21:where", "where holds “kind == natural”"
    ),
    bad_kit(
        "where that never holds", '"kind = natural"', '"kind = natura"', "21:where", "with “natura”, which it never"
    ),
    bad_kit("where that orders words", '"kind = natural"', '"kind < 2"', "21:where", "whether kind is less or greater"),
    bad_kit("copies of an unknown column", '"cubes"\ncount', '"cube"\ncount', "22:copies", "there is no column cube"),
    bad_kit(
        "a foot of four lines",
        'id = "tiny"',
        'id = "tiny"\nfoot = "a\\nb\\nc\\nd"',
        "3:foot",
        "has 4 lines; a foot has room for 3",
    ),
    bad_kit("a million copies", 'copies = "cubes"\ncount = 5', "copies = 1000000", "22:copies", "more than 20000"),
    bad_kit("a wrong count", "count = 5", "count = 6", "23:count", "dyes comes to 5, not 6"),
    bad_kit("a face that is not there", '"dye"\nback', '"die"\nback', "24:face", "there is no face die"),
    bad_kit("a table outside", '"dyes.csv"', '"../dyes.csv"', "8:file", "“../dyes.csv” is not in the kit"),
    bad_kit("unknown column type", '"count"', '"counts"', "13:cubes", "cubes is “counts”, not a column type"),
    bad_kit(
        "a piece on nothing", 'face = "dye"', 'face = "dye"\non = "board"', "25:on", "on has “board”, which is no place"
    ),
    bad_kit("a piece on no place", 'face = "dye"', 'face = "dye"\non = "dyes:a1"', "25:on", "dyes has no place “a1”"),
    bad_face("a place with a bad name", '"title"', '"title"\nplace = "my ward"', "8:place", "place is “my ward”"),
    broken("an id twice", "kit.toml", KIT + KIT[KIT.index("[[comp") :], "kit.toml:27:id", "stands in line 15 already"),
    more_kit("a leaflet that is not there", LEAFLET, "31:file", "rules.en.md and rules.es.md are missing"),
    more_kit("a box of nothing", EMPTY_BOX, "27:component", "neither size nor contents"),
    more_kit("a die without sides", BARE_DIE, "27:sides", "there is no column sides"),
    # tables
    broken("an empty table", "dyes.csv", "", "dyes.csv", "is empty"),
    broken("a table in Latin-1", "dyes.csv", DYES.replace("azul", "añil").encode("latin-1"), "dyes.csv:2", "not UTF-8"),
    broken("a table too long", "dyes.csv", DYES + "x,,,,,,\n" * 30_000, "dyes.csv", "columns and 3000"),
    broken("a cell too long", "dyes.csv", DYES.replace("azul", "a" * 20_000), "dyes.csv:2:name.es", "20000 characters"),
    # faces
    broken("a face of nonsense", "faces/dye.toml", "draw = 5", "faces/dye.toml:1:draw", "draw is 5, not a list"),
    broken("a face with a bad name", "faces/my dye.toml", DYE, "faces/my dye.toml", "is no name for a face"),
    bad_face("no word", 'text = "{name}"\n', "", "5:draw", "has no word that says what is drawn"),
    bad_face("unknown key of a word", "style =", "stile =", "7:stile", "“stile” is not a key here"),
    bad_face("unknown style", '"title"', '"titel"', "5:style", "there is no style titel"),
    bad_face("unknown box", '"bleed"', '"blead"', "1:rect", "there is no box “blead”"),
    bad_face("a box of three numbers", '"bleed"', "[1, 2, 3]", "2:rect", "rect is a list, not a box"),
    bad_box("a box held at three sides", "{ x = 4, w = 10, right = 4 }", "has x, w and right"),
    bad_box("a box in the middle of nothing", '{ x = "middle" }', "has x in the middle, which needs w"),
    bad_box("a box of two lengths", '{ w = "100% 6" }', "has a side w that is “100% 6”, not a length"),
    bad_box("a bound box", '{ x = "{gap}" }', "binds something"),
    bad_face("type too small", '"title"', '"title"\nleast = 3', "8:least", "least is 3"),
    bad_face("a condition of nonsense", '"title"', '"title"\nwhen = "("', "8:when", "when holds “(”"),
    more("a face that calls nobody", CALLS.format("dy"), "8:face", "there is no face dy"),
    more("a face that calls itself", CALLS.format("dye"), "", "faces go round in a circle: dye → dye"),
    more("a thousand words", '[[draw]]\nrect = "trim"\n' * 1_001, "1:draw", "more than 1000 [[draw]] tables"),
    # theme and words
    bad_theme("a colour of no colour", '[colour]\nx = "#12345"\n', "2:x", "x is “#12345”, not a colour"),
    bad_theme("after a text of lines", '[icon]\nx = """\n[colour]\n"""\n[colour]\n"x" = 5\n', "6:x", "x is 5"),
    bad_theme("a colour of itself", '[colour]\nx = "x"\n', "2:x", "x is “x”, no colour"),
    bad_theme("a style of unknown keys", '[style.body]\ncolor = "ink"\n', "2:color", "“color” is not a key here"),
    broken("words in one language", "words.es.toml", None, "words.es.toml", "the file is missing"),
    broken("a word in one language", "words.es.toml", "[aid]\n", "words.es.toml:1:pay", "aid.pay is missing"),
]


# --- kits that can be read, but are broken in one place each where something is drawn, set or placed ---

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{}</svg>'
DOT = '<circle cx="12" cy="12" r="9" fill="#2B2320"/>'
ENTITIES = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9))
BILLION = f'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "ha">{ENTITIES}]>' + SVG.format("<desc>&e9;</desc>" + DOT)
REPEATED = SVG.format(
    '<g id="g0">'
    + DOT * 10
    + "</g>"
    + "".join(f'<g id="g{n + 1}">{f"""<use href="#g{n}"/>""" * 10}</g>' for n in range(8))
)
OWN = "theme.toml:font Own"
OWN_FONT = '[font.text]\nregular = "Own"\n'
RULES = "# Tiny\n\n## Goal {#goal}\n\nPay.\n"


def bad_draw(name: str, keys: str, place: str, message: str, **others: str | bytes) -> Bad:
    """One more `[[draw]]` on the face of the dyes, which begins in line 9."""
    changes = {key.replace("__", "/").replace("_", "."): content for key, content in others.items()}
    return Bad(name, {"faces/dye.toml": f"{DYE}\n[[draw]]\n{keys}\n", **changes}, place, message)


def bad_sign(name: str, content: str | bytes, place: str, message: str) -> Bad:
    return bad_draw(name, 'icon = "sun"', place, message, art__sun_svg=content)


def bad_leaflet(name: str, text: str, place: str, message: str) -> Bad:
    changes = {"kit.toml": KIT + LEAFLET, "rules.en.md": RULES + text, "rules.es.md": RULES}
    return Bad(name, changes, place, message)


DRAW = "faces/dye.toml:9"
ENDLESS = swapped(DYES, (",2,blue", "," + "9" * 500 + ",blue"))

BAD_PRINTS = [
    # tables
    broken("a count without end", "dyes.csv", ENDLESS, "dyes.csv:2:cubes", "cubes"),
    # what is drawn
    bad_draw("a sign of nobody", 'icon = "sn"', f"{DRAW}:icon", "there is no sign sn"),
    bad_draw("a picture of nobody", 'picture = "sn.png"', f"{DRAW}:picture", "there is no picture sn.png"),
    bad_draw("a picture of another kind", 'picture = "sun.WebP"', f"{DRAW}:picture", "is no PNG, JPEG or SVG"),
    bad_draw("a hatch of nobody", 'rect = "trim"\nhatch = "zigzag"', f"{DRAW}:hatch", "there is no hatch"),
    bad_draw(
        "a box that comes to nothing", 'rect = "trim"\ninset = 9\nfill = "ink"', f"{DRAW}:box", "comes to nothing"
    ),
    bad_draw("a text too long", f'text = "{"word " * 300}"', f"{DRAW}:text", "does not fit"),
    bad_draw("a code too long", f'qr = "{"x" * 5000}"', f"{DRAW}:qr", "characters"),
    bad_draw("a code too fine", 'qr = "http://silkroad.local:8000"\nbox = [4, 4, 6, 6]', f"{DRAW}:qr", "modules"),
    bad_draw("text out of the trim", 'text = "x"\nbox = [-9, 1, 8, 8]', f"{DRAW}:text", "cut off"),
    # signs
    bad_sign("a billion laughs", BILLION, "art/sun.svg:1", "DOCTYPE"),
    bad_sign("a drawing repeated without end", REPEATED, "art/sun.svg:1", "more than 20000 elements"),
    # fonts, components, leaflets
    Bad("a font that is text", {"theme.toml": OWN_FONT, "fonts/Own.ttf": b"x" * 99}, OWN, "not a whole font"),
    Bad("a font of nobody", {"theme.toml": OWN_FONT}, OWN, "no font file is called `Own`"),
    Bad("a huge token", {"kit.toml": swapped(KIT, ("size = 16", "size = 400"))}, "kit.toml:15:size", "A4 has room"),
    more_kit("a box narrower than its cards", BOX + CARDS, "27:contents", "m does not lie in a box of 50 × 90 mm"),
    bad_leaflet("a link to no rule", "\nSee [that](#gaol).\n", "rules.en.md:7", "no rule is called `gaol`"),
    bad_leaflet("a page of HTML", "\n<script>alert(1)</script>\n", "rules.en.md:7", "raw HTML"),
    bad_leaflet("a rule in one language", "\nPay. {#pay}\n", "rules.es.md", "pay"),
]


EVERY = {bad.name: bad for bad in (*BAD, *BAD_PRINTS)}
BUILT = 6
"""Of all broken kits each sixth is built too: commands do the same with whatever is found."""


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def errors(folder: Path) -> list[tuple[str, str]]:
    """Place and message of each error that `pnp check` finds."""
    result = pnp("check", folder, "--json")
    assert result.exit_code == 1, result.exception or result.output
    found = [finding for finding in json.loads(result.stdout) if finding["severity"] == "error"]
    places = (":".join(str(one[key]) for key in ("file", "row", "column") if one[key]) for one in found)
    root = folder.resolve().as_posix()
    return [
        (place.removeprefix(root).removeprefix(str(folder)).lstrip("/"), str(one["message"]))
        for place, one in zip(places, found, strict=True)
    ]


def has_one_clear_error(bad: Bad, shown: list[tuple[str, str]]) -> None:
    assert len(shown) == 1 and bad.message in shown[0][1], shown
    assert not bad.place or shown[0][0].strip(":") == bad.place.strip(":"), shown


@pytest.mark.parametrize("bad", BAD, ids=[bad.name for bad in BAD])
def test_a_kit_that_cannot_be_read_has_one_clear_error(tmp_path: Path, bad: Bad) -> None:
    folder = write_kit(tmp_path / "kit", bad.changes)
    before = files(tmp_path)
    _, findings = read(folder)
    has_one_clear_error(bad, [(where(finding, folder), finding.message) for finding in findings.errors])
    assert files(tmp_path) == before


@pytest.mark.long
@pytest.mark.parametrize("bad", BAD_PRINTS, ids=[bad.name for bad in BAD_PRINTS])
def test_a_kit_that_cannot_be_printed_has_one_clear_error(tmp_path: Path, bad: Bad) -> None:
    has_one_clear_error(bad, errors(write_kit(tmp_path / "kit", bad.changes)))


@pytest.mark.long
@pytest.mark.parametrize("name", [*EVERY][::BUILT])
def test_a_broken_kit_is_not_built(tmp_path: Path, name: str) -> None:
    folder = write_kit(tmp_path / "kit", EVERY[name].changes)
    before = files(tmp_path)
    built = pnp("build", folder, "--out", tmp_path / "out")
    assert built.exit_code == 1 and built.output.count(": error: ") == 1
    assert EVERY[name].message in built.output
    assert files(tmp_path) == before


@pytest.mark.parametrize("name", ["dyes.csv", "kit.toml", "art/sun.svg", "faces/plain.toml"])
def test_a_link_out_of_the_folder_is_one_error(tmp_path: Path, name: str) -> None:
    folder = write_kit(tmp_path / "kit", {name: None})
    (tmp_path / "outside").write_text(DYES)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).symlink_to(tmp_path / "outside")
    assert errors(folder) == [(name, "leads out of the kit folder")]


def test_a_link_to_itself_is_one_error(tmp_path: Path) -> None:
    folder = write_kit(tmp_path / "kit")
    (folder / "art").mkdir()
    (folder / "art" / "sun.svg").symlink_to("sun.svg")
    assert errors(folder) == [("art/sun.svg", "cannot be read: the link leads nowhere")]


def test_faces_that_call_each_other_in_a_circle_are_left_out(tmp_path: Path) -> None:
    folder = write_kit(tmp_path, {"faces/dye.toml": CALLS.format("plain"), "faces/plain.toml": CALLS.format("dye")})
    made, findings = read(folder)
    assert [finding.message for finding in findings] == ["faces go round in a circle: dye → plain → dye"]
    assert made is not None and not made.faces


def test_faces_nest_sixteen_deep_and_no_deeper(tmp_path: Path) -> None:
    chain = {f"faces/f{number}.toml": CALLS.format(f"f{number + 1}") for number in range(1, 17)}
    folder = write_kit(tmp_path, {**chain, "faces/f17.toml": PLAIN})
    _, findings = read(folder)
    assert [(where(finding, folder), finding.message) for finding in findings] == [
        ("faces/f1.toml", "is 17 faces deep, more than 16")
    ]


def found(folder: Path) -> list[Finding]:
    """What is found while reading a kit, and while laying it out if it can be read."""
    kit, findings = read(folder)
    if kit is None or findings.errors:
        return list(findings)
    layout = KitFaces(kit, "en")
    for part in kit.components:
        for record, _ in expand(kit, part):
            if isinstance(part, Faced):
                layout.front(part, record)
    return list(layout.findings)


HEAD = "[[draw]]\n"
NESTED_WORDS = "".join(f'w{n} = "{f"{{w{n + 1}}}" * 60}"\n' for n in range(8)) + 'w8 = "x"\n[aid]\npay = "a"\n'
GRID = "grid = { columns = 31, rows = 31 }\n"

HOSTILE = {
    "half a million references": {
        "dyes.csv": DYES + "".join(f"d{n},mixed,ink,{'blue ' * 2_000},1,a,b\n" for n in range(200)) + "blue,,,,,,\n"
    },
    "unknown keys": {"kit.toml": KIT + "".join(f"key{n} = 1\n" for n in range(15_000))},
    "long dotted keys": {"kit.toml": KIT + "".join(f"a{n}.{'.'.join('a' * 39)} = 1\n" for n in range(2_500))},
    "braces without end": {"faces/dye.toml": HEAD + 'text = "' + "{a" * 100_000 + '"\n'},
    "a path of a thousand steps": {"faces/dye.toml": HEAD + 'text = "{' + "brew." * 50_000 + 'x}"\n'},
    "a condition without end": {"faces/dye.toml": HEAD + 'text = "x"\nwhen = "' + "kind and " * 20_000 + 'kind"\n'},
    "a million bindings": {"faces/dye.toml": HEAD + 'text = "' + "{name}" * 40_000 + '"\n'},
    "words within words": {
        **dict.fromkeys(("words.en.toml", "words.es.toml"), NESTED_WORDS),
        "faces/dye.toml": HEAD + 'text = "{w0}"\n',
    },
    "grids of grids": {
        "faces/dye.toml": HEAD + 'face = "plain"\nset = { n = "{place}" }\n' + GRID,
        "faces/plain.toml": '[input]\nn = "text"\n' + HEAD + 'face = "third"\nset = { n = "{n}{place}" }\n' + GRID,
        "faces/third.toml": '[input]\nn = "text"\n' + HEAD + 'rect = "trim"\nfill = "ink"\nwhen = "n = x"\n' + GRID,
    },
    "hatches of hatches": {
        "faces/dye.toml": HEAD + 'rect = [0, "{index}", 1900, 1900]\nhatch = "grid"\nspacing = 1\neach = "1..1000"\n'
    },
    "signs of nobody": {"faces/dye.toml": (HEAD + 'icon = "x{place}"\n' + GRID) * 8},
}


@pytest.mark.long
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_kit_is_done_with_soon(tmp_path: Path, name: str) -> None:
    folder = write_kit(tmp_path, HOSTILE[name])
    with limited():
        assert found(folder)


@pytest.mark.long
def test_a_kit_of_many_cards_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "TOTAL_ITEMS", msgspec.structs.replace(bounds.TOTAL_ITEMS, most=3_000))
    rows = "".join(f"d{number},natural,ink,,1,a{number},b\n" for number in range(150))
    kit, face = swapped(KIT, ("count = 5\n", "")), (HEAD + 'text = "{name} {place}"\n' + GRID) * 4
    folder = write_kit(tmp_path, {"kit.toml": kit, "dyes.csv": DYES + rows, "faces/dye.toml": face})
    assert any("the kit draws more than" in finding.message for finding in found(folder))

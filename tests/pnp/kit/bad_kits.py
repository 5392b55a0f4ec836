"""Kits that are broken in one place each, so that they cannot be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kit_builders import DYE, DYES, KIT, swapped


class Bad(NamedTuple):
    """Files that differ from the sound kit's, where the finding must stand, and words that it must hold."""

    name: str
    changes: Mapping[str, str | bytes | None]
    place: str
    message: str


def bad(name: str, file: str, content: str | bytes | None, place: str, message: str) -> Bad:
    return Bad(name, {file: content}, place, message)


def kit(name: str, old: str, new: str, place: str, message: str) -> Bad:
    return bad(name, "kit.toml", swapped(KIT, (old, new)), f"kit.toml:{place}", message)


def face(name: str, old: str, new: str, place: str, message: str) -> Bad:
    return bad(name, "faces/dye.toml", swapped(DYE, (old, new)), f"faces/dye.toml:{place}", message)


def more(name: str, text: str, place: str, message: str) -> Bad:
    return bad(name, "faces/dye.toml", DYE + text, f"faces/dye.toml:{place}", message)


def theme(name: str, text: str, place: str, message: str) -> Bad:
    return bad(name, "theme.toml", text, f"theme.toml:{place}", message)


CALLS = '[[draw]]\nface = "{}"\n'


BAD = [
    # kit.toml
    bad("no kit.toml", "kit.toml", None, "", "there is no kit.toml"),
    bad("empty kit.toml", "kit.toml", "", "kit.toml", "the table [kit] is missing"),
    bad("broken TOML", "kit.toml", KIT + '\nx = "', "kit.toml:27", "not valid TOML"),
    bad(
        "a wrong size of what a box holds, a piece lies on, and a profile leaves out",
        "kit.toml",
        swapped(KIT, ("size = 16", 'size = "poquer"'))
        + '[[component]]\nid = "box"\nkind = "box"\ncontents = ["dyes"]\nfaces = { front = "plain" }\n'
        + '[[component]]\nid = "cubes"\nkind = "token"\nsize = 8\nface = "plain"\non = "dyes:spot"\n'
        + '[profile.less]\nwithout = ["dyes"]\n',
        "kit.toml:19:size",
        "“poquer”",
    ),
    bad("bad UTF-8", "kit.toml", KIT.encode() + b"# \xff\n", "kit.toml:26", "is not UTF-8 (byte 0xff)"),
    bad("UTF-16", "kit.toml", KIT.encode("utf-16"), "kit.toml", "is UTF-16"),
    bad("a huge file", "kit.toml", KIT + "#" * 300_000, "kit.toml", "bytes; .toml files may have"),
    bad("a bracket bomb", "kit.toml", KIT + "x = " + "[" * 100_000, "kit.toml", "nested too deeply"),
    kit("unknown table", "[kit]", "[game]\n[kit]", "1:game", "“game” is not a key here"),
    kit("unknown key", 'id = "tiny"', 'id = "tiny"\ntitel = "x"', "3:titel", "“titel” is not a key here"),
    kit("title of a number", 'title = "Dyes"', "title = 5", "18:title", "title is 5, not a text"),
    kit("unknown component", "[kit]", '[profile.less]\nwithout = ["dice"]\n[kit]', "2:without", "no component “dice”"),
    kit(
        "unknown name in the foot",
        "[kit]",
        '[kit]\nfoot = "{kit.name}"',
        "2:foot",
        "“kit.name” means nothing in a foot",
    ),
    kit("id that leaves the folder", '"tiny"', '"../tiny"', "2:id", "id is “../tiny”"),
    kit("languages of nothing", '["en", "es"]', "[]", "5:languages", "languages is empty"),
    kit("title in one language", ', es = "Chico"', "", "3:es", "title is missing in es"),
    kit("unknown kind", '"token"', '"tokn"', "17:kind", "kind is “tokn”"),
    kit("size missing", "size = 16\n", "", "15:component", "size is missing"),
    kit("size of an unknown unit", "size = 16", 'size = "2 feet"', "19:size", "size is “2 feet”, not a length"),
    kit("size without end", "size = 16", "size = inf", "19:size", "size is inf, not a number"),
    kit("larger than any table", "size = 16", 'size = "900in"', "19:size", "more than 2000 mm"),
    kit("unknown stock", "size = 16", 'size = 16\nstock = "wood"', "20:stock", "stock is “wood”"),
    kit("unknown table for each", 'each = "dyes"', 'each = "dies"', "20:each", "there is no table dies"),
    kit("where of an unknown column", '"kind = natural"', '"kin = natural"', "21:where", "there is no column kin"),
    kit("where without sense", '"kind = natural"', '"kind == natural"', "21:where", "where holds “kind == natural”"),
    kit(
        "where that never holds",
        '"kind = natural"',
        '"kind = natura"',
        "21:where",
        "with “natura”, which it never",
    ),
    kit("where that orders words", '"kind = natural"', '"kind < 2"', "21:where", "whether kind is less or greater"),
    kit("copies of an unknown column", '"cubes"\ncount', '"cube"\ncount', "22:copies", "there is no column cube"),
    kit(
        "a foot of four lines",
        'id = "tiny"',
        'id = "tiny"\nfoot = "a\\nb\\nc\\nd"',
        "3:foot",
        "has 4 lines; a foot has room for 3",
    ),
    kit("a million copies", 'copies = "cubes"\ncount = 5', "copies = 1000000", "22:copies", "more than 20000"),
    kit("a wrong count", "count = 5", "count = 6", "23:count", "dyes comes to 5, not 6"),
    kit("a face that is not there", '"dye"\nback', '"die"\nback', "24:face", "there is no face die"),
    kit("a table outside", '"dyes.csv"', '"../dyes.csv"', "8:file", "“../dyes.csv” is not in the kit"),
    kit("unknown column type", '"count"', '"counts"', "13:cubes", "cubes is “counts”, not a column type"),
    kit(
        "a piece on nothing", 'face = "dye"', 'face = "dye"\non = "board"', "25:on", "on has “board”, which is no place"
    ),
    kit("a piece on no place", 'face = "dye"', 'face = "dye"\non = "dyes:a1"', "25:on", "dyes has no place “a1”"),
    face("a place with a bad name", '"title"', '"title"\nplace = "my ward"', "8:place", "place is “my ward”"),
    bad("an id twice", "kit.toml", KIT + KIT[KIT.index("[[comp") :], "kit.toml:27:id", "stands in line 15 already"),
    bad(
        "a leaflet that is not there",
        "kit.toml",
        KIT + '[[component]]\nid = "rules"\nkind = "leaflet"\ntitle = "R"\nfile = "rules"\n',
        "kit.toml:30:file",
        "rules.en.md and rules.es.md are missing",
    ),
    bad(
        "a box of nothing",
        "kit.toml",
        KIT + '[[component]]\nid = "box"\nkind = "box"\ntitle = "B"\nfaces = { front = "dye" }\n',
        "kit.toml:26:component",
        "neither size nor contents",
    ),
    bad(
        "a die without sides",
        "kit.toml",
        KIT + '[[component]]\nid = "d"\nkind = "die"\ntitle = "D"\nsize = 16\neach = "dyes"\nface = "dye"\n',
        "kit.toml:26:sides",
        "there is no column sides",
    ),
    # tables
    bad("an empty table", "dyes.csv", "", "dyes.csv", "is empty"),
    bad("a table in Latin-1", "dyes.csv", DYES.replace("azul", "añil").encode("latin-1"), "dyes.csv:2", "not UTF-8"),
    bad("a table too long", "dyes.csv", DYES + "x,,,,,,\n" * 30_000, "dyes.csv", "columns and 3000"),
    bad("a cell too long", "dyes.csv", DYES.replace("azul", "a" * 20_000), "dyes.csv:2:name.es", "20000 characters"),
    # faces
    bad("a face of nonsense", "faces/dye.toml", "draw = 5", "faces/dye.toml:1:draw", "draw is 5, not a list"),
    bad("a face with a bad name", "faces/my dye.toml", DYE, "faces/my dye.toml", "is no name for a face"),
    face("no word", 'text = "{name}"\n', "", "5:draw", "has no word that says what is drawn"),
    face("unknown key of a word", "style =", "stile =", "7:stile", "“stile” is not a key here"),
    face("unknown style", '"title"', '"titel"', "5:style", "there is no style titel"),
    face("unknown box", '"bleed"', '"blead"', "1:rect", "there is no box “blead”"),
    face("a box of three numbers", '"bleed"', "[1, 2, 3]", "2:rect", "rect is a list, not a box"),
    face("type too small", '"title"', '"title"\nleast = 3', "8:least", "least is 3"),
    face("a condition of nonsense", '"title"', '"title"\nwhen = "("', "8:when", "when holds “(”"),
    more("a face that calls nobody", CALLS.format("dy"), "8:face", "there is no face dy"),
    more("a face that calls itself", CALLS.format("dye"), "", "faces go round in a circle: dye → dye"),
    more("a thousand words", '[[draw]]\nrect = "trim"\n' * 1_001, "1:draw", "more than 1000 [[draw]] tables"),
    # theme and words
    theme("a colour of no colour", '[colour]\nx = "#12345"\n', "2:x", "x is “#12345”, not a colour"),
    theme("a colour of itself", '[colour]\nx = "x"\n', "2:x", "x is “x”, no colour"),
    theme("a style of unknown keys", '[style.body]\ncolor = "ink"\n', "2:color", "“color” is not a key here"),
    bad("words in one language", "words.es.toml", None, "words.es.toml", "the file is missing"),
    bad("a word in one language", "words.es.toml", "[aid]\n", "words.es.toml:1:pay", "aid.pay is missing"),
]

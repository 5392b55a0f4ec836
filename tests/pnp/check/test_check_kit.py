"""What is found about a kit as a whole: pieces on places, what is never used, its glossary and its lessons."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from check_builders import GROUND as COLOURED
from check_builders import KIT, LEAFLET, NAMED, PLAYERS, checked, codes, write_kit
from kit_text import component

SILK_GROUND = '[[draw]]\nrect = "bleed"\nfill = "silk"\n'
MARKER = '[[draw]]\nrect = "bleed"\nfill = "white"\n'
WARD = '[[draw]]\nrect = [10, 10, 36, 36]\nstroke = "ink"\nplace = "ward"\n'


def kit(folder: Path, board: str, piece: str = "", on: str = "board:ward", width: int = 120) -> Path:
    """A board and a piece on it; `piece` changes the size of the markers, 30 mm, which stand if it has a base."""
    head = KIT.replace("size = [30, 30]", piece or "size = [30, 30]") + f'on = "{on}"\n'
    head = head.replace('"token"', '"standee"') if "base" in piece else head
    files = {
        "kit.toml": head + component("board", "board", "Board", size=[width, 100], face="board"),
        "faces/board.toml": SILK_GROUND + board,
    }
    return write_kit(folder, MARKER, files)


OVER, LINE = ("[[draw]]\nrect = [40, 20, 10, 10]\n" + paint for paint in ('fill = "white"\n', 'stroke = "ink"\n'))
WITHIN = '[[draw]]\nellipse = [20, 20, 10, 10]\nfill = "white"\n'
BESIDE = '[[draw]]\nrect = [46, 20, 10, 10]\nfill = "white"\n'
ROW = WARD + 'each = "1..{}"\nstep = [{}, 0]\n'
DECK = '[box]\ndeck = [0, 0, 20, 20]\n[[draw]]\nrect = "deck"\nstroke = "ink"\n'
DECK += '[[draw]]\nrect = [30, 30, 25, 25]\ngrid = { columns = 2, rows = 1 }\nstep = [26, 0]\nstroke = "ink"\n'
HEXAGONS = '[[draw]]\nhexagon = [10, 10, 100, 80]\nstroke = "ink"\nplace = "ward"\n'
HEXAGONS += 'grid = { hex = "pointy", columns = 3, rows = 2, size = 30 }\n'
SMALL = "place-small {}: markers take {} mm, more than {} of board has: {} mm"


@pytest.mark.parametrize(
    ("board", "keys", "found"),
    [
        (WARD, {}, ""),
        (WARD, {"piece": "size = [36, 36]"}, ""),
        (WARD, {"piece": "size = [36.4, 30]"}, SMALL.format(18, "36.4 × 30", "ward", "36 × 36")),
        (WARD, {"piece": "size = [30, 50]\nbase = 38"}, SMALL.format(19, "Ø 38", "ward", "36 × 36")),
        (DECK, {"on": "board:deck"}, SMALL.format(18, "30 × 30", "deck", "20 × 20")),
        (DECK, {"on": "board:b1"}, SMALL.format(18, "30 × 30", "b1", "25 × 25")),
        (WARD + OVER, {}, "place-covered 4: the place ward is covered by 5 %"),
        (OVER + WARD + WITHIN + BESIDE + LINE, {}, ""),
        (ROW.format(3, 35), {}, "places-overlap 4: two places ward lie on each other"),
        (ROW.format(3, 36), {}, ""),
        (ROW.format(7, 38), {"width": 300}, "place-cut 4: a seam of the tiles on A4 cuts the place ward"),
        (ROW.format(7, 38) + "keep = true\n", {"width": 300}, ""),
        (
            WARD + 'when = "kit.version = 9"\n', {},
            "place-missing 18: markers lie on ward of board, which is not drawn on any of them",
        ),
        (HEXAGONS, {"piece": "size = 29\nshape = 'hexagon'"}, ""),
        (
            HEXAGONS, {"piece": "size = 31\nshape = 'hexagon'"},
            SMALL.format(19, "26.85 × 31", "ward", "25.98 × 30"),
        ),
        (HEXAGONS, {"piece": "size = 26\nshape = 'round'"}, ""),
        (HEXAGONS, {"piece": "size = [19, 19]"}, SMALL.format(18, "19 × 19", "ward", "25.98 × 30")),
    ],
)  # fmt: skip
def test_pieces_have_room_on_places_that_are_seen_whole_and_apart(
    tmp_path: Path, board: str, keys: dict[str, str], found: str
) -> None:
    said = [f"{one.code} {one.place.row}: {one.message}" for one in checked(kit(tmp_path, board, **keys))]
    assert said[:1] == list(filter(None, [found])) and len(said) <= (2 if board == DECK else 1)


ONE = COLOURED + '\n[[draw]]\nseal = "{seal}"\nbox = [10, 10, 8, 8]\n'
NUMBERED = "id,colour,sign,hatch,name,seal\nann,#B3361F,hand,none,Ann,7\nbob,#2E6B34,deck,none,Bob,{}\n"
AGAIN = '\n[[draw]]\nseal = "{seal}"\nbox = [20, 20, 8, 8]\n'
ON_BOTH = KIT.replace('face = "marker"', 'face = "marker"\nback = "marker"')


@pytest.mark.parametrize(
    ("face", "number", "kit", "found"),
    [
        (ONE, 8, KIT, []),
        (ONE, 7, KIT, ["players.csv:3: seal 7 stands on the front of markers ann as well"]),
        (ONE + AGAIN, 8, KIT, [f"players.csv:{n - 5}: seal {n} stands on this very face as well" for n in (7, 8)]),
        (ONE, 8, ON_BOTH, [f"players.csv:{n - 5}: seal {n} stands on the front of markers {who} as well"
                           for n, who in ((7, "ann"), (8, "bob"))]),
    ],
)  # fmt: skip
def test_each_piece_and_side_has_a_seal_of_its_own(
    tmp_path: Path, face: str, number: int, kit: str, found: list[str]
) -> None:
    written = write_kit(tmp_path, face, {"players.csv": NUMBERED.format(number), "kit.toml": kit})
    said = [f"{one.place}: {one.message}" for one in checked(written) if one.code == "seal-twice"]
    assert said == [f"{one}: a camera cannot tell them apart" for one in found]


# --- what a kit never uses is a warning at its own line; what leaflets, words or other faces use is used ---

RULES = "# Houses\n\n## Goal {#goal}\n\nTake the {sun}, [now]{dawn}.\n\n![A house](face:fig)\n"
SUN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9" fill="#2B2320"/></svg>'
FIG = 'size = [30, 20]\n\n[[draw]]\nface = "inner"\nbox = [0, 0, 30, 20]\n'
INNER = 'size = [30, 20]\n\n[[draw]]\nellipse = "trim"\nfill = "dusk"\n'


def test_what_is_never_used_is_found_at_its_line(tmp_path: Path) -> None:
    changes = {
        "theme.toml": '[colour]\ndawn = "#AA3311"\n\n[style.shout]\nsize = 20\n',
        "faces/lost.toml": INNER.replace("dusk", "ink"),
        "faces/marker.toml": "[style.name]\nsize = 9\n\n[style.loud]\nsize = 12\n\n"
        + NAMED.replace('"safe"', '"safe"\nstyle = "name"'),
        "art/sun.svg": SUN,
        "words.en.toml": '[aid]\npay = "Pay"\n',
    }
    assert sorted(codes(write_kit(tmp_path / "kit", NAMED, changes))) == [
        "warning unused-art art/sun.svg",
        "warning unused-colour theme.toml:2:dawn",
        "warning unused-face faces/lost.toml",
        "warning unused-style faces/marker.toml:4:loud",
        "warning unused-style theme.toml:4:shout",
        "warning unused-word words.en.toml:2:aid.pay",
    ]


def test_what_a_leaflet_shows_is_used(tmp_path: Path) -> None:
    changes = {
        "kit.toml": KIT + LEAFLET,
        "rules.en.md": RULES,
        "faces/fig.toml": FIG,
        "faces/inner.toml": INNER,
        "theme.toml": '[colour]\ndawn = "#AA3311"\ndusk = "#223355"\naccent = "dusk"\n',
        "art/sun.svg": SUN,
    }
    assert codes(write_kit(tmp_path / "kit", NAMED, changes)) == []


def test_colours_used_through_a_pattern_a_style_or_another_colour_are_used(tmp_path: Path) -> None:
    colours = (
        '[colour]\ntint-ann = "#FFEEEE"\ntint-bob = "#EEFFEE"\ntint-eve = "#FFFFEE"\nsoot = "#111111"\nname = "soot"\n'
    )
    face = NAMED.replace('"white"', '"tint-{id}"').replace('"safe"', '"safe"\nstyle = "name"')
    face = '[style.name]\ncolour = "name"\n\n' + face
    assert codes(write_kit(tmp_path / "kit", face, {"theme.toml": colours})) == []


GLOSSARY = """\
[goods]
word = "good"
plural = "goods"
not = ["ware", "wares", "piece of merchandise"]

[barrel]
word = "start barrel"
not = ["barrel"]
"""


def found(folder: Path, changes: Mapping[str, str | bytes], face: str = NAMED) -> list[str]:
    files = {"glossary.en.toml": GLOSSARY, **changes}
    findings = checked(write_kit(folder, face, files))
    codes = ("wrong-word", "value", "unknown-key", "missing", "toml", "type")
    return [f"{finding.place}: {finding.message}; {finding.hint}" for finding in findings if finding.code in codes]


def rules(text: str) -> dict[str, str | bytes]:
    return {"kit.toml": KIT + LEAFLET, "rules.en.md": f"# Houses\n\n## Goal\n\n{text}\n"}


def test_a_wrong_word_of_a_leaflet_is_found_by_line_and_column(tmp_path: Path) -> None:
    say = "say “good”, “goods”"
    assert found(tmp_path, rules("Take all Wares and one ware.")) == [
        f"rules.en.md:5:10: the kit does not say “Wares”; {say}",
        f"rules.en.md:5:24: the kit does not say “ware”; {say}",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Beware of software, warehouses, waré.",
        "A [rule](https://ware.example/wares) and another.",
        "The start **barrel**, one piece, of merchandise.",
    ],
)
def test_only_whole_words_count_and_only_where_they_are_read(tmp_path: Path, text: str) -> None:
    messages = found(tmp_path, rules(text))
    assert [message.split(":")[2] for message in messages] == (["13"] if "**" in text else [])


def test_words_cells_titles_and_faces_are_read_but_no_bindings(tmp_path: Path) -> None:
    changes = {
        "kit.toml": KIT.replace('title = "Markers"', 'title = "Wares"'),
        "words.en.toml": '[aid]\nware = "Take a ware"\nother = "{aid.ware} {name}"\n',
        "players.csv": PLAYERS.replace("Bob", "a barrel"),
    }
    face = NAMED + '[[draw]]\ntext = "ware {aid.ware} {aid.other}"\nbox = "safe"\n'
    assert [message.split(": ")[0] for message in found(tmp_path, changes, face)] == [
        "words.en.toml:2:aid.ware",
        "players.csv:3:name",
        "kit.toml:11:title",
        "faces/marker.toml:8:text",
    ]


def test_a_glossary_has_its_own_faults(tmp_path: Path) -> None:
    glossary = '[goods]\nwrod = "good"\n[barrel]\nword = "barrel"\nnot = ["!", "tun"]\n'
    assert found(tmp_path, {"glossary.en.toml": glossary, **rules("A tun.")})[:3] == [
        "glossary.en.toml:2:wrod: “wrod” is not a key here; did you mean word? accepted: word, plural, not",
        "glossary.en.toml:1:goods: word is missing; accepted: word, plural, not",
        "glossary.en.toml:5:not: “!” has no word, or more than 6; write the words as texts have them",
    ]


TWO = KIT.replace('["en"]', '["en", "es"]') + LEAFLET
FACE = 'size = [30, 20]\n\n[[draw]]\nellipse = "trim"\nfill = "dusk"\n'
LESSONS = """\
[[lesson]]
id = "lay"
face = "fig"
rule = "setup"

[[lesson]]
id = "take"
face = "fig"
rule = "turn"
can = ["take *"]
after = ["lay"]
players = [2, 3]
offers = 3

[[lesson]]
id = "end"
face = "fig"
rule = "turn"
met = ["turn", "setup"]
extra = true
"""
WORDS = """\
[lay]
act = "the houses"
title = "Lay them out"

[take]
act = "a house"
title = "Which one?"
says = "Take **one** {swap}."
new = "One each"
tells = "You take one house in a turn."
key = "I have it"

[end]
act = "the end"
title = "It is over"
"""
LESSON_RULES = "# Houses\n\n## Before {#setup}\n\nLay them.\n\n## Turn {#turn}\n\nTake one.\n"


def lessons(folder: Path, **changes: str) -> Path:
    """A kit with three lessons, some of its files changed: their names with `_` for the dots."""
    files = {
        "kit.toml": TWO,
        "rules.en.md": LESSON_RULES,
        "rules.es.md": LESSON_RULES,
        "lessons.toml": LESSONS,
        "lessons.en.toml": WORDS,
        "lessons.es.toml": WORDS,
        "faces/fig.toml": FACE,
        "theme.toml": '[colour]\ndusk = "#223355"\n',
        "players.csv": "id,colour,sign,hatch,name\nann,#B3361F,,none,Ann\n",
    }
    return write_kit(folder, NAMED, files | {name.replace("_", "."): text for name, text in changes.items()})


def test_nothing_is_found_in_sound_lessons(tmp_path: Path) -> None:
    assert codes(lessons(tmp_path / "kit")) == []


def test_faults_are_found_where_they_are(tmp_path: Path) -> None:
    cases = {
        ('face = "fig"\nrule = "setup"', 'face = "figg"\nrule = "setup"'): "error unknown-face lessons.toml:3:face",
        ('face = "fig"\nrule = "setup"', 'face = "marker"\nrule = "setup"'): "error figure lessons.toml:3:face",
        ('rule = "setup"\n', 'rule = "set-up"\n'): "error unknown-rule lessons.toml:4:rule",
        ('"turn", "setup"', '"turns", "setup"'): "error unknown-rule lessons.toml:19:met",
        ('after = ["lay"]', 'after = ["end"]'): "error unknown-name lessons.toml:11:after",
        ("offers = 3", "offer = 3"): "error unknown-key lessons.toml:13:offer",
        ('rule = "setup"\n', ""): "error missing lessons.toml:1:lesson",
        ('id = "end"', 'id = "lay"'): "error twice lessons.toml:1:lesson",
    }
    for number, ((old, new), expected) in enumerate(cases.items()):
        folder = lessons(tmp_path / str(number), lessons_toml=LESSONS.replace(old, new, 1))
        assert expected in codes(folder), (new, codes(folder))


def test_words_are_there_in_every_language_and_belong_to_a_lesson(tmp_path: Path) -> None:
    cases = {
        'act = "the end"\n': ("", "", "error missing lessons.toml:16:id"),
        "[end]\n": ("[end]\nactt = 'x'\n", "", "error unknown-key lessons.toml:16:id"),
        'tells = "You take one house in a turn."\n': ("", "", "error missing lessons.toml:7:id"),
        "is over": ("{ship}", "", "error unknown-icon lessons.en.toml:15:end.title"),
        "one house": ("one house}", "", "error unknown-icon lessons.en.toml:10:take.tells"),
        "[lay]\n": ("[spare]\nact = 'x'\n\n[lay]\n", "", "warning unused-word lessons.en.toml:2:spare.act"),
        'key = "I have it"\n': ("", "es", "error untranslated lessons.es.toml:5:key"),
    }  # fmt: skip
    for number, (old, (new, only, expected)) in enumerate(cases.items()):
        words = WORDS.replace(old, new, 1)
        folder = lessons(tmp_path / str(number), lessons_en_toml=WORDS if only else words, lessons_es_toml=words)
        assert expected in codes(folder), (new, codes(folder))


def test_a_glossary_looks_at_lessons_too(tmp_path: Path) -> None:
    folder = lessons(tmp_path / "kit", glossary_en_toml='[house]\nword = "home"\nnot = ["house"]\n')
    found = {str(finding.place) for finding in checked(folder) if finding.code == "wrong-word"}
    assert {"lessons.en.toml:6:take.act", "lessons.en.toml:10:take.tells"} <= found

"""Lessons are judged like all else of a kit: what is wrong is found at its file, line and key."""

from __future__ import annotations

from pathlib import Path

from check_builders import KIT, NAMED, checked, codes, write_kit

from pnp.kits import load

LEAFLET = '\n[[component]]\nid = "rules"\nkind = "leaflet"\ntitle = "Rules"\nfile = "rules"\n'
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
RULES = "# Houses\n\n## Before {#setup}\n\nLay them.\n\n## Turn {#turn}\n\nTake one.\n"


def lessons(folder: Path, **changes: str) -> Path:
    """A kit with three lessons, some of its files changed: their names with `_` for the dots."""
    files = {
        "kit.toml": TWO,
        "rules.en.md": RULES,
        "rules.es.md": RULES,
        "lessons.toml": LESSONS,
        "lessons.en.toml": WORDS,
        "lessons.es.toml": WORDS,
        "faces/fig.toml": FACE,
        "theme.toml": '[colour]\ndusk = "#223355"\n',
        "players.csv": "id,colour,sign,hatch,name\nann,#B3361F,,none,Ann\n",
    }
    return write_kit(folder, NAMED, files | {name.replace("_", "."): text for name, text in changes.items()})


def test_sound_lessons_are_read_and_nothing_is_found(tmp_path: Path) -> None:
    folder = lessons(tmp_path / "kit")
    assert codes(folder) == []
    lay, take, end = load(folder).lessons
    assert (lay.can, lay.met, lay.offers, lay.extra) == ((), (), 6, False)
    assert (take.can, take.after, take.players, take.offers) == (("take *",), ("lay",), (2, 3), 3)
    assert take.words["key"]["es"] == "I have it"
    assert end.met == ("turn", "setup")
    assert end.extra


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

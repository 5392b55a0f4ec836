"""Whatever a kit says, in files as well formed as ours: `pnp check` ends, with findings, never with a traceback."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from shutil import rmtree

import pytest
from check_builders import KIT, NAMED
from click.testing import CliRunner
from PIL import Image
from structures import Files, changed
from test_check_fuzz import HANGS, TINY, limited

from pnp.cli import main
from pnp.text.fonts import installed_faces

EVERYTHING = """
[[component]]
id = "rules"
kind = "leaflet"
title = { en = "Rules", es = "Reglas" }
file = "rules"

[[component]]
id = "cards"
kind = "card"
title = "Cards"
size = [63, 88]
each = "players"
where = "hatch = none"
copies = 2
face = "marker"
back = "lid"

[[component]]
id = "map"
kind = "board"
title = "Map"
size = [300, 220]
face = "lid"

[[component]]
id = "aid"
kind = "sheet"
title = "Aid"
size = [90, 60]
face = "photo"

[[component]]
id = "pawns"
kind = "standee"
title = "Pawns"
size = [20, 40]
base = 20
each = "players"
face = "chip3"

[[component]]
id = "box"
kind = "box"
title = "Box"
contents = ["cards"]
faces = { front = "lid", back = "lid", side = "chip3", top = "chip3" }

[[bring]]
text = { en = "a pencil", es = "un lápiz" }
"""
FACES = {
    "marker": NAMED
    + """
[[draw]]
icon = "sun"
box = [4, 14, 9, 9]
on = "{colour}"

[[draw]]
qr = "{address}"
box = [12, 10, 16, 16]

[[draw]]
face = "chip"
box = [4, 24, 4, 4]
set = { n = "3" }
grid = { columns = 2, rows = 2 }
when = "name"
""",
    "chip3": '[[draw]]\nrect = "trim"\nstroke = "ink"\n',
    "photo": """
[[draw]]
picture = "photo.png"
box = "safe"
fit = "cover"

[[draw]]
text = "{aid.pay}"
style = "mine"
""",
    "figure": """
size = [40, 20]

[[draw]]
ellipse = "trim"
fill = "dawn"
hatch = "dots"

[[draw]]
line = [0, 0, 9, 9]
stroke = "ink"

[[draw]]
path = "M0 0L9 9z"
fill = "ink"
turn = 45
""",
}
THEME = """
[font.mine]
regular = "Mine"

[style.mine]
font = "mine"

[icon]
day = "sun"
"""
RULES = """
### Ways {#ways H2}

1. One
2. Two
   - three

> #### Note
>
> ![Lid](face:figure)
"""
PLAYERS = """\
id,colour,sign,hatch,name.en,name.es
ann,#B3361F,sun,none,Ann,Ana
bob,#2E6B34,,dots,Bob,Beto
"""


def everything() -> Files:
    """A small kit in two languages with a file of every kind, and every kind of component but dice."""
    picture = io.BytesIO()
    Image.new("RGB", (300, 200), "#AA3311").save(picture, "png")
    rules = TINY["rules.en.md"] + RULES
    texts = {
        **TINY,
        "kit.toml": KIT.replace('["en"]', '["en", "es"]') + EVERYTHING,
        "players.csv": PLAYERS,
        "rules.en.md": rules,
        "rules.es.md": rules.replace("Goal", "Meta").replace("Ways", "Modos"),
        "words.en.toml": '[aid]\npay = "Pay **{kit.title}**"\n',
        "words.es.toml": '[aid]\npay = "Paga **{kit.title}**"\n',
        "theme.toml": TINY["theme.toml"] + THEME,
        **{f"faces/{name}.toml": face for name, face in FACES.items()},
    }
    font = installed_faces()["Spectral-Regular"]
    binary = {"art/photo.png": picture.getvalue(), "fonts/Mine.ttf": font.read_bytes()}
    return {name: text.encode() for name, text in texts.items()} | binary


def of_folder(folder: Path) -> Files:
    suffixes = (".toml", ".csv", ".md", ".svg", ".png")
    paths = [path for path in sorted(folder.rglob("*")) if path.suffix in suffixes]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


OURS = Path(__file__).parents[3] / "docs" / "oasis" / "oasis" / "kit"
KITS = {"everything": everything(), "oasis": of_folder(OURS)}


def asked(seed: int) -> list[str]:
    """Options that both commands have."""
    rng = random.Random(seed)
    options = (
        ("--paper", ("a4", "letter", "a3", "tabloid", "both")),
        ("--backs", ("long-edge", "short-edge", "gutterfold", "separate", "none")),
        ("--ink", ("full", "low")),
    )
    return [word for name, values in options if rng.random() < 0.3 for word in (name, rng.choice(values))]


def look(folder: Path, files: Files, *options: str) -> list[dict[str, str]]:
    """What `pnp check` finds in a kit; it ends as it should."""
    rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif content is None:
            path.mkdir()
        else:
            path.symlink_to(content)
    folder.mkdir(exist_ok=True)
    with limited(HANGS):
        result = CliRunner().invoke(main, ["check", str(folder), "--json", *options], catch_exceptions=False)
    findings: list[dict[str, str]] = json.loads(result.stdout)
    assert all(finding["message"] and finding["file"] for finding in findings)
    assert result.exit_code == any(finding["severity"] == "error" for finding in findings)
    return findings


def print_it(folder: Path, out: Path, sound: bool, kind: str, *options: str) -> None:
    """Builds a kit, or exports its faces: a sound one is made, and nothing is left half made of the other."""
    faces = ("export", "--as", "faces", "--name", f"{{component}}/{{number}}-{{row}}-{{side}}.{kind}")
    command = ("build",) if kind == "pdf" else faces
    with limited(HANGS):
        asked_for = [*command, str(folder), "--out", str(out), *options]
        result = CliRunner().invoke(main, asked_for, catch_exceptions=False)
    failed = result.exit_code != 0
    if kind == "svg" and sound and failed:  # SVG embeds typefaces by other means, which a broken one may stop
        assert "is not a whole font" in result.output
    elif kind == "pdf" or sound:  # pictures of faces need no pages, and so not what is wrong with them
        assert failed != sound, result.output
    printed = any(path.is_file() for path in out.rglob("*"))
    rmtree(out, ignore_errors=True)
    assert result.exit_code in (0, 1) or kind != "pdf"
    assert printed != failed


def ends_well(folder: Path, seeds: range) -> None:
    """Kits of these seeds, the two in turn, one in ten built, too. The seed that fails is named: it makes the same
    kit again."""
    for seed in seeds:
        name = sorted(KITS)[seed % len(KITS)]
        try:
            findings = look(folder, changed(KITS[name], seed), *asked(seed))
            if seed % 20 < 2:
                sound = not any(row["severity"] == "error" for row in findings)
                kind = ("pdf", "svg", "png")[seed // 20 % 3]
                print_it(folder, folder.parent / "out", sound, kind, *(asked(seed) if kind == "pdf" else ()))
        except Exception as error:
            raise AssertionError(f"the kit of seed {seed} ({name})") from error


@pytest.mark.parametrize("name", KITS)
def test_the_kits_are_sound(name: str, tmp_path: Path) -> None:
    assert [row for row in look(tmp_path / "kit", KITS[name]) if row["severity"] == "error"] == []


def test_changed_structures_end_well(tmp_path: Path) -> None:
    ends_well(tmp_path / "kit", range(40))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 10_000, 500))
def test_ten_thousand_changed_structures_end_well(first: int, tmp_path: Path) -> None:
    ends_well(tmp_path / "kit", range(first, first + 500))

"""Kits made or changed to hang the press."""

from __future__ import annotations

import json
import random
import re
import shutil
from pathlib import Path

import pytest
from check_builders import KIT, LEAFLET, TINY, checked, write_kit
from click.testing import CliRunner
from kit_text import encoded
from output_builders import HANGS, limited
from PIL import Image

from pnp.cli import main
from pnp.text.fonts import list_installed_faces

pytestmark = pytest.mark.long

SOUND = {**TINY, "kit.toml": KIT + LEAFLET}
HEAD = "# Houses\n\n## Goal\n\n"
DRAW = "[[draw]]\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
SUN = DRAW + 'icon = "sun"\nbox = "safe"\n'


def filled(text: str, size: int = 400_000) -> str:
    """Markdown of so many letters, one piece of it again and again."""
    return HEAD + text * (size // len(text))


def leaflet(text: str) -> dict[str, str | bytes]:
    return {"rules.en.md": text}


def components(count: int, keys: str) -> dict[str, str | bytes]:
    parts = (f'\n[[component]]\nid = "x{n}"\ntitle = "X"\n{keys}\n' for n in range(count))
    return {"kit.toml": KIT + "".join(parts), "faces/lid.toml": TINY["faces/lid.toml"]}


TOO_MUCH: dict[str, tuple[dict[str, str | bytes], str]] = {
    "brackets in a leaflet": (leaflet(filled("[")), "rules.en.md:5"),
    "a paragraph without end": (leaflet(filled("**a _b ")), "rules.en.md:5"),
    "too many languages": (
        {"kit.toml": KIT.replace('"en"', ",".join(f'"a{c}"' for c in "abcdefghijklmnopqrstu"))},
        "kit.toml:5",
    ),
    "pieces of many components": (
        components(40, 'kind = "token"\nsize = [9, 9]\nface = "lid"\ncopies = 9999'),
        "kit.toml",
    ),
    "a drawing of a hundred thousand lines": (
        {"art/sun.svg": SVG + ('<path fill="#000" d="M0 0' + "h1v1" * 26_000 + '"/>') * 2 + "</svg>"},
        "art/sun.svg:1",
    ),
    "a path used again and again": (
        {
            "art/sun.svg": SVG
            + '<path id="p" fill="#000" d="M0 0'
            + "l1 1" * 1_000
            + '"/>'
            + '<use href="#p"/>' * 9_000
            + "</svg>"
        },
        "art/sun.svg:1",
    ),
    "codes without end": (
        {"faces/marker.toml": DRAW + 'qr = "{name}{index}"\neach = "1..21"\nbox = [1, 1, 20, 20]\n'},
        "faces/marker.toml",
    ),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much_is_said_with_its_place(name: str, tmp_path: Path) -> None:
    changes, place = TOO_MUCH[name]
    folder = write_kit(tmp_path / "kit", changes.get("faces/marker.toml", SUN), {**SOUND, **changes})
    with limited():
        found = checked(folder)
    much = [
        finding for finding in found if finding.code in ("size", "art-too-large", "picture-too-large", "art-unknown")
    ]
    assert [finding for finding in much if str(finding.place).startswith(place)], found[:5]
    assert len(much) <= 2, "said once, not for every piece"
    assert all(finding.hint for finding in much if finding.code == "size")


def test_a_word_without_end_is_not_divided(tmp_path: Path) -> None:
    words = leaflet(HEAD + ("internationalization" * 490 + "\n\n") * 20)
    with limited(HANGS / 6):
        found = checked(write_kit(tmp_path, SUN, {**SOUND, **words}))
    assert {finding.code for finding in found if finding.severity == "error"} == {"text-wide"}


@pytest.mark.parametrize(
    ("spanish", "found"),
    [("## Meta {#goal}\n\n### Más\n", "warning headings-differ rules.es.md:5"), ("## Meta {#goal}\n\nGana.\n", None)],
)
def test_languages_have_the_same_headings(spanish: str, found: str | None, tmp_path: Path) -> None:
    kit = (KIT + LEAFLET).replace('["en"]', '["en", "es"]')
    english, title = "# Houses\n\n## Goal {#goal}\n\nWin.\n", "# Casas\n\n"
    folder = write_kit(tmp_path, changes={"kit.toml": kit, "rules.en.md": english, "rules.es.md": title + spanish})
    differing = [f for f in checked(folder) if f.code == "headings-differ"]
    assert [f"{f.severity} {f.code} {f.place}" for f in differing] == ([found] if found else [])


# --- whatever a kit says, well formed or not -------------------------------------------------------------------------

MORE = """
[[component]]
id = "cards"
kind = "card"
size = [63, 88]
each = "players"
where = "hatch = none"
copies = 2
face = "marker"
back = "lid"

[[component]]
id = "map"
kind = "board"
size = [300, 220]
face = "photo"

[[component]]
id = "pawns"
kind = "standee"
size = [20, 40]
base = 20
each = "players"
face = "chip"
"""
PHOTO = '[[draw]]\npicture = "photo.png"\nbox = "safe"\nfit = "cover"\n\n[[draw]]\ntext = "{aid.pay}"\nstyle = "mine"\n'
THEME = '\n[font.mine]\nregular = "Mine"\n\n[style.mine]\nfont = "mine"\n\n[icon]\nday = "sun"\n'
VALUES = (
    "0", "1", "-1", "10000000000000", "0.5", "1e300", "nan", "true", "", '""', '"x"', '"1..9"', '"1..99999999"', '"{"',
    '"{name}"', '"{x.y.z}"', '"not name"', '"name = x and id"', '"../.."', '"/etc/passwd"', '"#12345"', '"ink"', "[]",
    '"trim"', '"漢字"', '"\u202e"', "{}", "[0, 0]", "[1, 2, 3, 4]", "[0, 0, 9999, 9999]", "[{}]", '{ en = "x" }', ",",
    "url(#a)", "scale(0)", "{ columns = 1000000, rows = 1000000 }", "=1+1", "x" * 9_000, f'"{"word " * 400}"',
)  # fmt: skip
"""What is put in the place of a value, of TOML, CSV or SVG."""
VALUE = re.compile(r"""(?<=[=,]) *[^,"\[{]+|"[^"]*"|\[[^\]]*\]""")
BLOCKS = (
    *("## Chapter {#a}", "##### Deep", "{#a}", "---", "![](face:none)"),
    *("a ![x](face:lid) b", "> > twice", "{sun} {none}"),
    *("- a\n  - b", "9999999999. x", "| a |\n|---|\n| 1 | 2 | 3 |", "<div>x</div>", "```\ncode\n```", "[a](#nowhere)"),
    *("[x]{nocolour}", "**b *i* b**", "&#x110000;", "[" * 300, "*" * 300, "word " * 3_000, "> " * 30, "[c](https://x)"),
)
SCRAPS = (b"", b"\xff", b"\xef\xbb\xbf", "\u202e".encode(), b'"', b"[[", b"]", b"{", b"'''", b"\r", b"1e999", b"\\")


def everything() -> dict[str, bytes]:
    """A small kit with a file of every kind."""
    texts = {
        **TINY,
        "kit.toml": TINY["kit.toml"] + MORE,
        "words.en.toml": '[aid]\npay = "Pay **{kit.title}**"\n',
        "theme.toml": TINY["theme.toml"] + THEME,
        "faces/photo.toml": PHOTO,
    }
    font = list_installed_faces()["Spectral-Regular"].read_bytes()
    return {name: text.encode() for name, text in texts.items()} | {
        "art/photo.png": encoded(Image.new("RGB", (300, 200), "#AA3311")),
        "fonts/Mine.ttf": font,
    }


def change_bytes(data: bytes, dice: random.Random) -> bytes:
    """Some bytes lost, doubled, replaced or put in."""
    at = dice.randrange(len(data) + 1)
    end = min(len(data), at + dice.randrange(40))
    return data[:at] + dice.choice((data[at:end] * 2, dice.choice(SCRAPS), dice.randbytes(4))) + data[end:]


def change_lines(data: bytes, dice: random.Random) -> bytes:
    """A line goes, comes again or elsewhere, or one of its values becomes another."""
    lines = data.decode(errors="replace").split("\n")
    at = dice.randrange(len(lines))
    match dice.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines[at:at] = [lines[at]] * dice.choice((1, 30, 400))
        case 2:
            lines.insert(dice.randrange(len(lines)), dice.choice((lines.pop(at), dice.choice(BLOCKS))))
        case _:
            values = [match.span() for match in VALUE.finditer(lines[at])] or [(0, 0)]
            start, end = dice.choice(values)
            lines[at] = lines[at][:start] + dice.choice(VALUES) + lines[at][end:]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def changed(files: dict[str, bytes], seed: int) -> dict[str, bytes]:
    """The kit after one to four changes, which follow from the seed alone."""
    dice, files = random.Random(seed), dict(files)
    for _ in range(dice.choice((1, 1, 2, 3, 4))):
        name = dice.choice(sorted(files))
        is_text = not name.endswith((".png", ".ttf"))
        files[name] = (change_lines if is_text and dice.random() < 0.7 else change_bytes)(files[name], dice)
        if dice.random() < 0.05:
            other = dice.choice(sorted(files))
            files[name], files[other] = files[other], files[name]
    return files


def ends_well(folder: Path, files: dict[str, bytes], *, built: bool) -> int:
    """Checks a kit, and builds it: a sound one is printed, and nothing is left half made of another. The exit code."""
    for name, content in files.items():
        (folder / "kit" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "kit" / name).write_bytes(content)
    with limited():
        result = CliRunner().invoke(main, ["check", str(folder / "kit"), "--json"], catch_exceptions=False)
    findings = json.loads(result.stdout)
    assert all(finding["message"] and finding["file"] for finding in findings)
    assert result.exit_code == any(finding["severity"] == "error" for finding in findings)
    if built:
        command = ["build", str(folder / "kit"), "--out", str(folder / "out")]
        with limited():
            printed = CliRunner().invoke(main, command, catch_exceptions=False)
        assert printed.exit_code == result.exit_code, printed.output
        assert any(path.is_file() for path in (folder / "out").rglob("*")) == (printed.exit_code == 0)
    shutil.rmtree(folder)
    return result.exit_code


def run_seeds(folder: Path, seeds: range) -> None:
    files = everything()
    for seed in seeds:
        try:
            ends_well(folder / str(seed), changed(files, seed), built=seed % 10 == 0)
        except Exception as error:
            raise AssertionError(f"the kit of seed {seed}") from error


def test_the_kit_is_sound(tmp_path: Path) -> None:
    assert ends_well(tmp_path / "kit", everything(), built=True) == 0


@pytest.mark.long
def test_changed_kits_end_well(tmp_path: Path) -> None:
    run_seeds(tmp_path, range(40))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 10_000, 500))
def test_ten_thousand_changed_kits_end_well(first: int, tmp_path: Path) -> None:
    run_seeds(tmp_path, range(first, first + 500))

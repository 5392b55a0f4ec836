"""Whatever a kit says, well formed or not: `pnp check` ends soon, with findings or without, never with a traceback."""

from __future__ import annotations

import io
import json
import random
import re
import shutil
from pathlib import Path

import pytest
from check_builders import TINY
from click.testing import CliRunner
from output_builders import limited
from PIL import Image

from pnp.cli import main
from pnp.text.fonts import installed_faces

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
    *(
        "## Chapter {#a}",
        "##### Deep",
        "{#a}",
        "---",
        "![](face:none)",
        "a ![x](face:lid) b",
        "> > twice",
        "{sun} {none}",
    ),
    *("- a\n  - b", "9999999999. x", "| a |\n|---|\n| 1 | 2 | 3 |", "<div>x</div>", "```\ncode\n```", "[a](#nowhere)"),
    *("[x]{nocolour}", "**b *i* b**", "&#x110000;", "[" * 300, "*" * 300, "word " * 3_000, "> " * 30, "[c](https://x)"),
)
SCRAPS = (b"", b"\xff", b"\xef\xbb\xbf", "\u202e".encode(), b'"', b"[[", b"]", b"{", b"'''", b"\r", b"1e999", b"\\")


def everything() -> dict[str, bytes]:
    """A small kit with a file of every kind."""
    picture = io.BytesIO()
    Image.new("RGB", (300, 200), "#AA3311").save(picture, "png")
    texts = {
        **TINY,
        "kit.toml": TINY["kit.toml"] + MORE,
        "words.en.toml": '[aid]\npay = "Pay **{kit.title}**"\n',
        "theme.toml": TINY["theme.toml"] + THEME,
        "faces/photo.toml": PHOTO,
    }
    font = installed_faces()["Spectral-Regular"].read_bytes()
    return {name: text.encode() for name, text in texts.items()} | {
        "art/photo.png": picture.getvalue(),
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

"""Whatever a kit says, well formed or not: `pnp check` ends soon, with findings or without, never with a traceback."""

from __future__ import annotations

import csv
import io
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from check_builders import TINY
from click.testing import CliRunner
from lxml import etree
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
VALUES: tuple[Any, ...] = (
    *(0, 1, -1, 10**9, 10**15, 0.5, 1e300, float("nan"), True, "", "x", "1..9", "1..99999999", "{", "{name}"),
    *("{x.y.z}", "not name", "name = x and id", "../..", "/etc/passwd", "#FFFFFF", "#12345", "ink", "trim", "漢字"),
    *("\u202e", "a" * 3_000, "word " * 400, "**", "[x]{ink}", [], {}, [0, 0], [1, 2, 3, 4], [0, 0, 9999, 9999]),
    *(["x"] * 50, [{}], {"en": "x"}, {"columns": 10**6, "rows": 10**6}),
)
KEYS = ("x", "size", "when", "each", "text", "face", "id", "en", "")
CELLS = ("", "0", "-1", "9" * 11, "x", "a b c", "#GGG", "ink", "../x", "{name}", '"', ",", "漢", "x" * 9_000, "=1+1")
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


def change_toml(data: bytes, dice: random.Random) -> bytes:
    """One key or element, at any depth, goes, comes twice or gets another value."""
    tree = tomlkit.parse(data).unwrap()
    holders: list[Any] = [tree]
    for holder in holders:
        parts = holder.values() if isinstance(holder, dict) else holder
        holders += [part for part in parts if isinstance(part, dict | list)]
    holder = dice.choice(holders)
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    what = dice.randrange(4)
    if isinstance(holder, list) and what < 2:
        holder.extend(holder[:1] * dice.choice((1, 30)))
    elif isinstance(holder, dict) and what == 0:
        holder[dice.choice(KEYS)] = dice.choice(VALUES)
    elif keys and what == 1:
        del holder[dice.choice(keys)]
    elif keys:
        holder[dice.choice(keys)] = dice.choice(VALUES)
    return tomlkit.dumps(tree).encode("utf-8", "surrogatepass")


def change_csv(data: bytes, dice: random.Random) -> bytes:
    rows = list(csv.reader(io.StringIO(data.decode())))
    row = dice.randrange(len(rows))
    match dice.randrange(4):
        case 0:
            del rows[row]
        case 1:
            rows += [rows[row]] * dice.choice((1, 400))
        case 2:
            rows[row] = [dice.choice(CELLS) for _ in range(dice.choice((0, 1, 9, 300)))]
        case _ if rows[row]:
            rows[row][dice.randrange(len(rows[row]))] = dice.choice(CELLS)
    out = io.StringIO()
    csv.writer(out, delimiter=dice.choice(",,,;\t")).writerows(rows)
    return out.getvalue().encode()


def change_markdown(data: bytes, dice: random.Random) -> bytes:
    blocks = data.decode().split("\n\n")
    blocks.insert(dice.randrange(len(blocks) + 1), dice.choice(BLOCKS))
    at = dice.randrange(len(blocks))
    blocks[at] = dice.choice(("", "> ", "- ", "    ", "#")) + blocks[at]
    return dice.choice(("\n\n", "\n", "\r\n\r\n")).join(blocks).encode()


def change_svg(data: bytes, dice: random.Random) -> bytes:
    root = etree.fromstring(data)
    element, other = (dice.choice(list(root.iter(etree.Element))) for _ in range(2))
    match dice.randrange(4):
        case 0 if element is not root:
            element.getparent().remove(element)
        case 1:
            other.append(etree.fromstring(etree.tostring(element)))
        case 2:
            element.tag = dice.choice(("g", "path", "use", "text", "image", "style", "script"))
        case _:
            name = dice.choice(("d", "fill", "transform", "href", "viewBox", "id", "stroke-dasharray", "r", "onclick"))
            element.set(name, dice.choice(("", "-1", "1e999", "nan", "url(#a)", "scale(0)", "M0 0", "#a", "x" * 2_000)))
    return etree.tostring(root)


CHANGES: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "toml": change_toml,
    "csv": change_csv,
    "md": change_markdown,
    "svg": change_svg,
}


def changed(files: dict[str, bytes], seed: int) -> dict[str, bytes]:
    """The kit after one to four changes, which follow from the seed alone."""
    dice, files = random.Random(seed), dict(files)
    for _ in range(dice.choice((1, 1, 2, 3, 4))):
        name = dice.choice(sorted(files))
        change = change_bytes if dice.random() < 0.3 else CHANGES.get(name.rpartition(".")[2], change_bytes)
        try:
            files[name] = change(files[name], dice)
        except (ValueError, etree.XMLSyntaxError, csv.Error, IndexError):  # what an earlier change has broken
            files[name] = change_bytes(files[name], dice)
        if dice.random() < 0.05:
            other = dice.choice(sorted(files))
            files[name], files[other] = files[other], files[name]
    return files


def ends_well(folder: Path, files: dict[str, bytes], *, built: bool) -> None:
    """Checks a kit, and builds it: a sound one is printed, and nothing is left half made of another."""
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


def run_seeds(folder: Path, seeds: range) -> None:
    files = everything()
    for seed in seeds:
        try:
            ends_well(folder / str(seed), changed(files, seed), built=seed % 10 == 0)
        except Exception as error:
            raise AssertionError(f"the kit of seed {seed}") from error


def test_the_kit_is_sound(tmp_path: Path) -> None:
    ends_well(tmp_path / "kit", everything(), built=True)


@pytest.mark.long
def test_changed_kits_end_well(tmp_path: Path) -> None:
    run_seeds(tmp_path, range(40))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 10_000, 500))
def test_ten_thousand_changed_kits_end_well(first: int, tmp_path: Path) -> None:
    run_seeds(tmp_path, range(first, first + 500))

"""The ink of components: measured on some of their faces, and no others are laid out for it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from our_kits import our_kit
from output_builders import pnp, tiny
from pnp.output.cache import Cache
from pnp.output.ink_cover import ink_taken

from pnp.face.layout import Layout
from pnp.kit.rows import expand
from pnp.kits import load
from pnp.output import ink_cover as measure
from pnp.sheet.selection import EVERYTHING, parse_selection

ROWS = 40


def deck(folder: Path) -> Path:
    """A kit with many cards, each with a text of its own."""
    kit = tiny(folder, text="{name}")
    toml = (kit / "kit.toml").read_text().replace("copies = 2\n", 'each = "cards"\n')
    (kit / "kit.toml").write_text(toml + '\n[table.cards]\nfile = "cards.csv"\nkey = "id"\n')
    rows = [f"c{number},{number % 7} lanterns by the canal" for number in range(ROWS)]
    (kit / "cards.csv").write_text("\n".join(["id,name", *rows]) + "\n")
    return kit


def test_only_so_many_rows_are_laid_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit = load(deck(tmp_path / "kit"))
    monkeypatch.setattr(measure, "MOST_ROWS", 8)
    monkeypatch.setattr(measure, "COMPARED_ROWS", 4)
    laid: list[str] = []
    layout = Layout(kit, "en", inspect=lambda _: pytest.fail("looked at again"))
    front = Layout.front

    def counted(self: Layout, component: object, record: object, *rest: object, **more: object) -> object:
        laid.append(self.ink)
        return front(self, component, record, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Layout, "front", counted)
    covers = ink_taken(kit, layout, EVERYTHING, "").covers
    assert len(expand(kit, kit.components[0])) == ROWS
    assert (laid.count("full"), laid.count("low")) == (8, 4)
    assert covers["cards"].full > covers["cards"].low >= 0


def test_a_back_that_all_cards_share_counts_as_often_as_it_is_printed(tmp_path: Path) -> None:
    folder = deck(tmp_path / "kit")
    toml = (folder / "kit.toml").read_text()
    (folder / "kit.toml").write_text(toml.replace('face = "card"', 'face = "card"\nback = "back"'))
    (folder / "faces" / "card.toml").write_text('[[draw]]\ntext = "{id}"\nbox = [5, 5, 4, 4]\nstyle = "body"\n')
    (folder / "faces" / "back.toml").write_text('[[draw]]\nrect = "bleed"\nfill = "#000000"\n')
    kit = load(folder)
    (cover,) = ink_taken(kit, Layout(kit, "en"), EVERYTHING, "").covers.values()
    assert cover.full == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(("period", "drawn"), [(0, 8), (2, 24), (3, 24), (5, 24), (8, 24)])
def test_cards_that_are_alike_are_measured_on_few(
    period: int, drawn: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few are enough where they agree, and all of the sample is measured where every so many rows another ink comes."""
    folder = deck(tmp_path / "kit")
    rows = [f"c{number},{'#C03060' if period and number % period == 0 else '#206040'}" for number in range(48)]
    (folder / "cards.csv").write_text("\n".join(["id,name", *rows]) + "\n")
    face = '[[draw]]\nrect = "bleed"\nfill = "{name}"\n[[draw]]\ntext = "{id}"\nbox = [5, 5, 40, 10]\nstyle = "body"\n'
    (folder / "faces" / "card.toml").write_text(face)
    kit = load(folder)

    def taken() -> tuple[float, int]:
        cache = Cache(None)
        cover = ink_taken(kit, Layout(kit, "en"), EVERYTHING, "", cache=cache).covers["cards"]
        return cover.piece_cm2.magenta, cache.faces_drawn - measure.COMPARED_ROWS

    magenta, count = taken()
    assert count == drawn
    monkeypatch.setattr(measure, "ENOUGH_ROWS", measure.MOST_ROWS)
    assert magenta == pytest.approx(taken()[0], rel=measure.SURE)


def test_each_mode_is_the_same_whichever_is_printed() -> None:
    """Of a few rows all are measured in both modes."""
    kit = our_kit("hangzhou")
    chosen = parse_selection(["coins", "seals", "aid"], kit)
    full, low = (ink_taken(kit, Layout(kit, "en", ink=ink), chosen, "").covers for ink in ("full", "low"))
    assert full.keys() == low.keys() == {"coins", "seals", "aid"}
    for component, cover in full.items():
        assert (cover.full, cover.low) == (low[component].full, low[component].low)
        assert low[component].piece_cm2.cyan == 0 <= cover.piece_cm2.cyan


def test_so_few_dots_tell_as_much_as_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters and thin lines are half edges: what edges are blended to takes a fifth more colour than they do."""
    kit = load(deck(tmp_path / "kit"))
    few = ink_taken(kit, Layout(kit, "en"), EVERYTHING, "").covers["cards"].piece_cm2
    monkeypatch.setattr(measure, "DPI", 8 * measure.DPI)
    monkeypatch.setattr(measure, "MOST_ROWS", 3)
    many = ink_taken(kit, Layout(kit, "en"), EVERYTHING, "").covers["cards"].piece_cm2
    assert few.black == pytest.approx(many.black, rel=0.05)
    assert many.black > 0


def test_a_gradient_takes_the_mean_of_its_colours_and_what_is_see_through_less(tmp_path: Path) -> None:
    def taken(fill: str) -> float:
        folder = tiny(tmp_path)
        (folder / "faces" / "card.toml").write_text(f'[[draw]]\nrect = "bleed"\n{fill}\n')
        kit = load(folder)
        return ink_taken(kit, Layout(kit, "en"), EVERYTHING, "").covers["cards"].piece_cm2.black

    whole = taken('fill = "#000000"')
    assert taken('fill = { stops = ["#000000", "#FFFFFF"] }') == pytest.approx(whole / 2, rel=0.02)
    assert taken('fill = "#000000"\nopacity = 0.25') == pytest.approx(whole / 4, rel=0.02)


GHOSTSCRIPT = shutil.which("gs")
PIECES = """
[kit]
id = "inky"
title = "Inky"
players = [2, 2]
languages = ["en"]
guide = false
foot = false

[table.sides]
file = "sides.csv"
[table.sides.columns]
faces = "list of number"

[[component]]
id = "cards"
kind = "card"
title = "Cards"
size = [50, 70]
bleed = 2
copies = 6
face = "dark"
back = "dark"

[[component]]
id = "chips"
kind = "token"
shape = "round"
title = "Chips"
size = [14, 14]
bleed = 2
copies = 20
face = "dark"
back = "half"

[[component]]
id = "die"
kind = "die"
title = "Die"
size = 16
bleed = 1
each = "sides"
sides = "faces"
form = "both"
face = "half"

[[component]]
id = "figure"
kind = "standee"
title = "Figure"
size = [20, 40]
bleed = 2
face = "half"
base = [20, 12]
base_face = "dark"

[[component]]
id = "box"
kind = "box"
title = "Box"
size = [60, 80, 20]
faces = { front = "half", back = "dark", side = "half", top = "half" }
"""


@pytest.mark.skipif(not GHOSTSCRIPT, reason="gs is not there: apt install ghostscript")
@pytest.mark.parametrize("backs", ["long-edge", "separate", "none"])
def test_sheets_take_what_ghostscript_finds_on_them(backs: str, tmp_path: Path) -> None:
    """Both sides though they show the same, what comes with a piece, and as much bleed as there is room for."""
    kit = tmp_path / "inky"
    (kit / "faces").mkdir(parents=True)
    (kit / "kit.toml").write_text(PIECES)
    (kit / "sides.csv").write_text("id,faces\none,1 1 1 1 1 1\n")
    (kit / "faces" / "dark.toml").write_text('[[draw]]\nrect = "bleed"\nfill = "#000000"\n')
    (kit / "faces" / "half.toml").write_text('[[draw]]\nrect = "bleed"\nfill = "#808080"\n')
    result = pnp("build", kit, "--out", tmp_path / "out", "--no-cache", "--backs", backs)
    assert result.exit_code == 0, result.output
    manifest = json.loads((tmp_path / "out" / "inky" / "manifest.json").read_text())
    assert {"die-labels", "figure-base"} < {part for sheet in manifest["sheets"] for part in sheet["components"]}
    found = 0.0
    for sheet in manifest["sheets"]:
        sides = {(sheet["file"], sheet["front_page"])} | {(sheet["back_file"], sheet["back_page"])} - {("", 0)}
        black = sum(_black(tmp_path / "out" / "inky" / file, page) for file, page in sides) * 21.0 * 29.7
        assert sheet["ink_cm2"]["black"] == pytest.approx(black, rel=0.08, abs=6), sheet["components"]
        found += black
    assert manifest["ink_cm2"]["black"] == pytest.approx(found, rel=0.05)


def _black(file: Path, page: int) -> float:
    """The share of black ink on a page."""
    asked = ["-sDEVICE=ink_cov", "-r300", f"-dFirstPage={page}", f"-dLastPage={page}", "-o", "-", str(file)]
    said = subprocess.run([str(GHOSTSCRIPT), "-q", *asked], check=True, timeout=60, capture_output=True, text=True)
    return float(said.stdout.split()[3]) / 100

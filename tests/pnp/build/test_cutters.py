"""Sheets for cutting machines: marks where they belong, nothing near them, lines that lie where the paper shows it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from export_builders import COLOURS, near
from kit_text import component, draw, head, table, write_files
from output_builders import POKER, pnp
from PIL import Image

from pnp.build.build import Built, build
from pnp.build.plan import PrintContext, plan_files
from pnp.face.layout import KitFaces
from pnp.kits import load
from pnp.sheet.options import Options, select_pieces
from pnp.sheet.paper import PAPERS
from pnp.sheet.printer import Printer, PrintShift

pytestmark = pytest.mark.long

SVG = "{http://www.w3.org/2000/svg}"
DPI = 254
"""Ten pixels to the millimetre."""
Points = tuple[tuple[float, float], ...]

KIT = (
    head("cuts", "Cuts", guide=False)
    + table("goods", colour="colour")
    + component("cards", "card", "Cards", size=POKER, bleed=0, each="goods", copies=2, face="plain", back="plain")
    + component(
        *("coins", "token", "Coins"), shape="round", size=[24, 24], bleed=0, each="goods", face="plain", stock="card"
    )
    + component("figure", "standee", "Figure", size=[20, 40], foot=8, face="figure")
    + component("box", "box", "Box", size=[30, 40, 15], faces={"front": "figure"})
)


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {
        "kit.toml": KIT,
        "goods.csv": "id,colour\n" + "".join(f"g{n},{c}\n" for n, c in enumerate(COLOURS)),
        "faces/plain.toml": draw(rect="trim", fill="{colour}"),
        "faces/figure.toml": draw(rect="bleed", fill="silk"),
    }
    return write_files(tmp_path_factory.mktemp("kit") / "cuts", files)


def built(kit: Path, out: Path, **asked: object) -> Built:
    return build(kit, Options(out=out, **asked), lambda name, done: None)


def svg_lines(path: Path) -> dict[str, list[Points]]:
    root = ET.parse(path).getroot()
    assert root.get("viewBox") == "0 0 " + " ".join(
        re.sub("mm", "", root.get(side, "")) for side in ("width", "height")
    )
    return {
        group.get("id", ""): [
            tuple((float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", line.get("d", "")))
            for line in group.iter(f"{SVG}path")
        ]
        for group in root.iter(f"{SVG}g")
    }


def around(points: Points) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def page(done: Built, name: str, number: int) -> Image.Image:
    shown = pypdfium2.PdfDocument(next(done.folder.glob(f"en/*-{name}-*.pdf")))[number].render(scale=DPI / 72)
    return shown.to_pil().convert("RGB")


def cut_files(done: Built, ending: str) -> list[Path]:
    return sorted(done.folder / file.path for file in done.manifest.files if file.path.endswith(ending))


@pytest.mark.parametrize(("name", "arm"), [("silhouette-1", 5.0), ("silhouette-2", 8.4)])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_marks_stand_where_the_machine_looks_and_nothing_stands_near(
    name: str, arm: float, paper: str, kit: Path, tmp_path: Path
) -> None:
    done = built(kit, tmp_path, cutter=name, paper=paper)
    files = cut_files(done, ".svg")
    assert files
    for path in files:
        found = svg_lines(path)
        size = ET.parse(path).getroot()
        width, height = (float(size.get(side, "").removesuffix("mm")) for side in ("width", "height"))
        assert sorted((width, height)) == sorted((PAPERS[paper].width, PAPERS[paper].height))
        assert [around(mark) for mark in found["marks"]] == [
            pytest.approx((10, 10, 15, 15)),
            pytest.approx((width - 10 - arm, 10, width - 10, 10 + arm)),
            pytest.approx((10, height - 10 - arm, 10 + arm, height - 10)),
        ]
        for line in (*found["cut"], *found["fold"]):
            left, top, right, bottom = around(line)
            assert left >= 10 and top >= 10 and right <= width - 10 and bottom <= height - 10
            for mark in found["marks"]:
                near_left, is_near_top, near_right, near_bottom = around(mark)
                clear = (left - near_right, near_left - right, top - near_bottom, is_near_top - bottom)
                assert max(clear) >= 2 - 1e-6, (path.name, line)


def test_a_printer_s_profile_moves_the_print_and_not_the_knife(kit: Path, tmp_path: Path) -> None:
    printer = Printer(name="Office", paper="a4", backs="long-edge", front=PrintShift(1.5, -0.8))
    true = built(kit, tmp_path / "true", cutter="silhouette-1", only=("cards",))
    set_right = built(kit, tmp_path / "right", cutter="silhouette-1", only=("cards",), printer=printer)
    for one, other in zip(cut_files(true, ".svg"), cut_files(set_right, ".svg"), strict=True):
        assert one.read_bytes() == other.read_bytes()
    # The printer sets everything 1.5 mm right and 0.8 up. So the square is drawn from 8.5 to 13.5 across and from 10.8
    # to 15.8 down, and comes out 10 mm from the edges.
    shown = page(set_right, "card-two-sided", 0)
    black = [shown.getpixel(at) == (0, 0, 0) for at in ((87, 133), (133, 133), (110, 110), (110, 156))]
    white = [shown.getpixel(at) == (255, 255, 255) for at in ((82, 133), (138, 133), (110, 105), (110, 161))]
    assert all(black) and all(white)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--cutter", "silhouette-1", "--backs", "gutterfold"), "sheets that are not folded"),
        (("--cutter", "cricut"), "prints one side: choose --backs none"),
    ],
)
def test_what_a_machine_cannot_do_is_said_before_anything_is_made(
    arguments: tuple[str, ...], said: str, kit: Path, tmp_path: Path
) -> None:
    result = pnp("build", kit, *arguments, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert said in result.output and result.output.count("Error:") == 1
    assert not (tmp_path / "out").exists()


def test_a_machine_that_prints_itself_gets_pictures_of_the_pieces_alone(kit: Path, tmp_path: Path) -> None:
    done = built(kit, tmp_path, cutter="cricut", backs="none", only=("coins",))
    assert len(cut_files(done, ".svg")) == len(cut_files(done, ".dxf")) == 1
    (path,) = cut_files(done, ".png")
    alpha, radius = Image.open(path).getchannel("A"), round(12 / 25.4 * 300)
    left, top, *_ = alpha.getbbox()
    assert alpha.getpixel((0, 0)) == 0 and alpha.getpixel((left + radius, top + radius)) == 255


def test_cards_and_coins_are_cut_where_the_paper_shows_them(kit: Path, tmp_path: Path) -> None:
    """Without bleed a piece ends at its trim: a tenth of a mm within the line is its colour, a tenth without is not."""
    done = built(kit, tmp_path, cutter="silhouette-1", only=("cards", "coins"))
    counts: Counter[str] = Counter()
    for path in cut_files(done, ".svg"):
        name, number = re.fullmatch(r"\d+-(.+)-a4-cut-(\d+)\.svg", path.name).groups()
        pages = 2 if "two-sided" in name else 1
        shown = page(done, name, (int(number) - 1) * pages)
        lines = svg_lines(path)["cut"]
        edges = Counter(frozenset(edge) for line in lines for edge in pairwise(line))
        assert max(edges.values()) == 1, "a cut that two pieces share is made once"
        for left, top, right, bottom in pieces(kit, name, int(number)):
            size = tuple(sorted((round(right - left, 3), round(bottom - top, 3))))
            counts[{(63.5, 88.9): "card", (24.0, 24.0): "coin"}[size]] += 1
            x, y = (left + right) / 2, (top + bottom) / 2
            colour = "#{:02X}{:02X}{:02X}".format(*shown.getpixel((round(x * 10), round(y * 10))))
            assert any(near(shown.getpixel((round(x * 10), round(y * 10))), known, 2) for known in COLOURS)
            for dx, dy, end_x, end_y in ((-1, 0, left, y), (1, 0, right, y), (0, -1, x, top), (0, 1, x, bottom)):
                inside = shown.getpixel((int((end_x - 0.1 * dx) * 10), int((end_y - 0.1 * dy) * 10)))
                outside = shown.getpixel((int((end_x + 0.15 * dx) * 10), int((end_y + 0.15 * dy) * 10)))
                assert near(inside, colour, 40), (path.name, size, dx, dy)
                assert not near(outside, colour, 40) or size == (63.5, 88.9)
                assert any(cuts(line, end_x, end_y) for line in lines), (path.name, size, dx, dy)
            if size == (24.0, 24.0):
                (ring,) = (line for line in lines if around(line) == pytest.approx((left, top, right, bottom)))
                assert max(abs(((px - x) ** 2 + (py - y) ** 2) ** 0.5 - 12) for px, py in ring) < 0.01
    assert counts == {"card": 12, "coin": 6}


def pieces(folder: Path, name: str, number: int) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of the trims on a sheet of a file."""
    options = Options(out=folder, cutter="silhouette-1", only=("cards", "coins"))
    kit = load(folder)
    files = plan_files(PrintContext(kit, KitFaces(kit, "en"), options, select_pieces(kit, options)))
    (file,) = (file for file in files if file.name == name)
    trims = [placement.front for placement in file.imposed[number - 1].placements]
    return [(trim.x, trim.y, trim.right, trim.bottom) for trim in trims]


def cuts(line: Points, x: float, y: float) -> bool:
    """Whether a line goes through a point; what closes it is not looked at, for some are open."""
    for (start_x, start_y), (end_x, end_y) in pairwise(line):
        across, down = end_x - start_x, end_y - start_y
        along = ((x - start_x) * across + (y - start_y) * down) / max(across**2 + down**2, 1e-9)
        share = min(1.0, max(0.0, along))
        if abs(start_x + share * across - x) + abs(start_y + share * down - y) < 0.01:
            return True
    return False

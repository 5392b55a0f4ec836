"""How fast the press is, beside reportlab by hand: `make bench` prints the figures."""

from __future__ import annotations

import io
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import press_decks
import pypdfium2
import pytest

pytestmark = pytest.mark.bench
DPI = 300


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def test_decks_beside_bare_reportlab(tmp_path: Path) -> None:
    press_decks.press(press_decks.write_kit(tmp_path, 9))  # imports and fonts out of the way
    press_decks.bare(9)
    print("\n  cards   press s    bare s   times   (medians, by turns, in one process)")
    for count in (108, 1080, 5400):
        kit = press_decks.write_kit(tmp_path, count)
        press_work, bare_work = partial(press_decks.press, kit), partial(press_decks.bare, count)
        pairs = [(timed(press_work), timed(bare_work)) for _ in range(5 if count < 5000 else 3)]
        press = statistics.median(pair[0] for pair in pairs)
        bare = statistics.median(pair[1] for pair in pairs)
        print(f"{count:7} {press:9.3f} {bare:9.3f} {press / bare:7.2f}")


def test_memory(tmp_path: Path) -> None:
    print("\n  cards   press s   MiB   file kB      bare s   MiB   file kB   (each in its own process, from the start)")
    for count in (108, 1080, 5400):
        figures = []
        for kind in ("press", "bare"):
            command = [sys.executable, press_decks.__file__, kind, str(count), str(tmp_path)]
            seconds, mebibytes, size = map(float, subprocess.check_output(command, text=True).split())
            figures.append(f"{seconds:9.3f} {mebibytes:5.0f} {size / 1000:9.0f}")
        print(f"{count:7} {'   '.join(figures)}")


def _bare_page(data: bytes, index: int) -> bytes:
    out = io.BytesIO()
    pypdfium2.PdfDocument(data)[index].render(scale=DPI / 72).to_pil().save(out, "PNG")
    return out.getvalue()


def test_pictures_of_108_cards_beside_bare_pdfium(tmp_path: Path) -> None:
    from pnp.face.layout import KitFaces
    from pnp.kit import expand
    from pnp.kit.model import Card
    from pnp.kits import load
    from pnp.render.pdf import write_pdf
    from pnp.render.png import png_pages, scene_page

    kit = load(press_decks.write_kit(tmp_path, 108))
    layout = KitFaces(kit, "en")
    (component,) = kit.components
    assert isinstance(component, Card)
    out = io.BytesIO()
    pages = (scene_page(layout.front(component, record)) for record, _ in expand(kit, component))
    write_pdf(pages, out, fonts=layout.fonts, title="")
    data = out.getvalue()

    def bare() -> None:
        with ProcessPoolExecutor(2) as pool:
            list(pool.map(_bare_page, [data] * 108, range(108), chunksize=4))

    times = [(timed(lambda: list(png_pages(data, DPI))), timed(bare)) for _ in range(3)]
    press, plain = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"\n  108 cards as PNG at {DPI} dpi: press {press:.2f} s, two processes of bare pdfium {plain:.2f} s")

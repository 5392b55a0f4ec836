"""How long a save takes until the page has it, and how smoothly 500 faces are flung past."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from output_builders import pnp
from playwright.sync_api import Browser
from studio_builders import changed, lamps, watched

from pnp.kits import find
from pnp.studio.app import create_app
from pnp.studio.session import Session

pytestmark = pytest.mark.bench
HERE = "http://127.0.0.1:8765"


@pytest.mark.parametrize("cards", [54, 500])
def test_a_row_of_a_deck(tmp_path: Path, cards: int) -> None:
    kit = lamps(tmp_path / "lamps", cards)
    said = best_save(kit, "lamps.csv", "Lamp 7", ("lamps", "lamp-7", "front"), time.perf_counter)
    print(f"\n{cards} cards, one row: {said}", end="")


def test_a_row_of_our_largest_kit(tmp_path: Path) -> None:
    kit = shutil.copytree(find("xanadu"), tmp_path / "xanadu")
    said = best_save(kit, "buildings.csv", "Felt Makers", ("buildings", "felt-makers", "front"), time.process_time)
    print(f"\nXanadú, one row, of CPU: {said}", end="")


def best_save(kit: Path, table: str, name: str, face: tuple[str, str, str], clock: Callable[[], float]) -> str:
    """The quickest of some saves of a row by another name, to its page and the picture of its face."""
    session = Session(kit, kit.parent / "out")
    session.update()
    client = create_app(session).test_client()
    client.get("/", base_url=HERE)
    taken = []
    for number in range(6):
        changed(kit / table, name if not number else f"Light {number - 1} of 7", f"Light {number} of 7")
        start = clock()
        session.update()
        proved = clock()
        client.get("/", base_url=HERE)
        shown = clock()
        seen = session.proof.face(("en", "full"), face)
        assert seen and session.png(seen.fingerprint, bleed=False)
        taken.append((clock() - start, proved - start, shown - proved))
    whole, proof, page = min(taken)
    return f"{whole * 1000:.0f} ms (proof {proof * 1000:.0f}, page {page * 1000:.0f})"


@pytest.mark.parametrize("cards", [54, 500])
def test_a_row_on_the_page_of_changes(tmp_path: Path, cards: int) -> None:
    kit, out = lamps(tmp_path / "lamps", cards), tmp_path / "out"
    assert pnp("build", kit, "--out", out).exit_code == 0
    session = Session(kit, out)
    session.update()
    client = create_app(session).test_client()
    client.get("/changes", base_url=HERE)
    best = []
    for number in range(5):
        changed(kit / "lamps.csv", "Lamp 7" if not number else f"Light {number - 1} of 7", f"Light {number} of 7")
        start = time.process_time()
        session.update()
        proved = time.process_time()
        said = client.get("/changes", base_url=HERE).get_data(as_text=True)
        shown = time.process_time()
        new = re.findall(r'src="(/state/[^"]+)"', said)[-1]
        assert client.get(new, base_url=HERE).status_code == 200
        best.append((time.process_time() - start, proved - start, shown - proved))
    whole, proof, page = min(best)
    print(f"\n{cards} cards, one row on Changes: {whole * 1000:.0f} ms of CPU", end="")
    print(f" (proof {proof * 1000:.0f}, page {page * 1000:.0f})", end="")


FLING = """() => new Promise(done => {
  const shelves = document.querySelector(".scroll"), frames = [];
  let last = performance.now(), speed = 9000;
  const started = last;
  const step = now => {
    const passed = now - last;
    frames.push(passed);
    last = now;
    shelves.scrollTop += speed * Math.min(100, passed) / 1000;
    speed *= Math.exp(-passed / 4000);
    if (now - started < 6000) requestAnimationFrame(step); else done(frames.slice(1));
  };
  requestAnimationFrame(step);
})"""
"""Flings the shelves as a thumb does; the lengths of its frames in ms."""


@pytest.mark.parametrize("slower", [1, 4])
def test_a_fling_past_500_faces(browser: Browser, tmp_path: Path, slower: int) -> None:
    with watched(lamps(tmp_path / "lamps", 500), tmp_path / "out") as (session, address):
        while not session.proof.checked:  # what is found then is told to the page, which is read anew
            time.sleep(0.1)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(address)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        frames = sorted(page.evaluate(FLING))
        page.close()
    late = sum(1 for frame in frames if frame > 50)
    print(f"\n500 faces, CPU ÷ {slower}: worst frame {frames[-1]:.0f} ms, {late} of {len(frames)} over 50 ms", end="")

"""How long a save takes until the page has it: a deck of 54 cards, one of 500, one row changed."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from studio_builders import changed, lamps

from pnp.studio.app import create_app
from pnp.studio.session import Session

pytestmark = pytest.mark.bench
HERE = "http://127.0.0.1:8765"


@pytest.mark.parametrize("cards", [54, 500])
def test_a_row_of_a_deck(tmp_path: Path, cards: int) -> None:
    kit = lamps(tmp_path / "lamps", cards)
    session = Session(kit, tmp_path / "out")
    session.look()
    client = create_app(session).test_client()
    client.get("/", base_url=HERE)
    best = []
    for number in range(5):
        changed(kit / "lamps.csv", "Lamp 7" if not number else f"Light {number - 1} of 7", f"Light {number} of 7")
        start = time.perf_counter()
        session.look()
        proved = time.perf_counter()
        client.get("/", base_url=HERE)
        shown = time.perf_counter()
        face = session.proof.face(("en", "full"), ("lamps", "lamp-7", "front"))
        assert face and session.svg(face.fingerprint, bleed=False)
        best.append((time.perf_counter() - start, proved - start, shown - proved))
    whole, proof, page = min(best)
    print(f"\n{cards} cards, one row: {whole * 1000:.0f} ms (proof {proof * 1000:.0f}, page {page * 1000:.0f})", end="")

"""What the printed city costs on a page, beside a page of the same table without it. Prints figures, never fails."""

from __future__ import annotations

import gzip
import time
from pathlib import Path

import pytest

from companion.tables import EnterPosition, TakeSeat, new_command_id, new_token, open_tables
from companion.web import create_app
from companion.web.drawings import draw_sprite
from companion.web.icons import signs

pytestmark = pytest.mark.bench
POSITION = (
    "hangzhou RBYW city: A2Rr B1Wy1 B4Bb C1Yr1 C5Ro D2Bp1 D4Wg E1Y E3Rp E4Wr E5Br merchants: B3 D3 A4 C2"
    " market: p3 r2 y1 b2 / r1 y2 g4 b3 / b2 o5 r3 y1 / k6 p4 b1 r2 R: c5 y1 B: c4 b1 r1 Y: c6 W: c3 r1 p2 now: play R"
)


def test_a_page_with_the_city(tmp_path: Path) -> None:
    tables, token = open_tables(tmp_path / "tables.sqlite3"), new_token()
    code = tables.open("hangzhou", token, chairs=4)
    for command in (TakeSeat(0, "Mei"), EnterPosition(POSITION)):
        tables.command(code, token, command, command_id=new_command_id())
    client = create_app(tables).test_client()
    client.set_cookie("phone", token)
    took = {page: float("inf") for page in ("", "/city", "/menu")}
    for _ in range(50):
        for page in took:
            begun = time.process_time()
            client.get(f"/t/{code}{page}")
            took[page] = min(took[page], time.process_time() - begun)
    for page, seconds in took.items():
        data = client.get(f"/t/{code}{page}").data
        print(
            f"\n/t/CODE{page}: {len(data):,} bytes ({len(gzip.compress(data)):,}), {data.count(b'<use')} signs,"
            f" {1000 * seconds:.1f} ms, {seconds / took['/menu']:.2f} of the page without a city",
            end="",
        )
    drawn = signs("hangzhou")
    for one in (drawn.symbols, *drawn.pictures.values()):
        print(f"\n{one.name}: {len(one.svg):,} bytes ({len(gzip.compress(one.svg)):,} packed), fetched once", end="")
    begun = time.process_time()
    draw_sprite("hangzhou")
    print(f"\nall of them drawn again: {1000 * (time.process_time() - begun):.0f} ms")
    tables.close()

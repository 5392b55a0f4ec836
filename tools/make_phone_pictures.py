"""The README's picture of the phones: three games, as players see them. Run by `make pictures`."""

from __future__ import annotations

import io
import shutil
import sys
import threading
from pathlib import Path
from tempfile import TemporaryDirectory

from make_pictures import save, side_by_side
from msgspec import Struct
from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import make_server

from companion.tables import EnterPosition, TakeSeat, new_command_id, new_token, open_tables
from companion.tables.service import Tables
from companion.web import create_app

PORT = 8790
SIZE = (390, 844)
WIDTH = 300
NAMES = ("Mei", "Ana", "Tomás", "Priya")


class Scene(Struct, frozen=True):
    """A game at a moment: its position, the table's own choices, and the page below the table's."""

    game: str
    players: int
    position: str
    page: str = ""
    options: dict[str, str | int] = {}


SCENES = (
    Scene(
        "hangzhou",
        4,
        "hangzhou RBYW city: A2Rr B1Wy1 B4Bb C1Yr1 C5Ro D2Bp1 D4Wg E1Y E3Rp E4Wr E5Br merchants: B3 D3 A4 C2"
        " market: p3 r2 y1 b2 / r1 y2 g4 b3 / b2 o5 r3 y1 / k6 p4 b1 r2"
        " R: c5 y1 B: c4 b1 r1 Y: c6 W: c3 r1 p2 now: move green",
    ),
    Scene(
        "dunhuang",
        3,
        "dunhuang 3 ring: domestic merchant interpreter soldier painter princess manichean shepherd"
        " market: 3 * * * * * 4 * camel: 8 tokens: 2A 3C 5A 6B 8C 9C A: c5 p4 hand * shop 2 3 5 out *x3"
        " B: c5 p1 hand * shop 3 4 6 9 out *x2 C: c4 hand *x2 shop 3 5 8 9 out *x2"
        " deck: *x10 under: C* C* C* C* now: move A",
    ),
    Scene(
        "xanadu",
        4,
        "xanadu 4 A: c9 20.01.53.04 03.38 hand 26 32 60 B: c16 16.07 08.42.28 hand 36 64"
        " C: c9 11.44 25 hand 29"
        " D: c9 14.34.43.02.30 09 hand 12 27 55 59"
        " discard: 05 06 13 15 17 18 19 21 22 23 31 33 35 37 39 40 41 45 47 48"
        " 49 50 51 52 54 56 58 62 63 65 66 67 68 69 70 run: 2 now: play A working got porcelain1",
        options={"cards": "app"},
    ),
)


def table(tables: Tables, scene: Scene) -> tuple[str, str]:
    """A table at this moment: its code, and the token of the first player's phone."""
    phones = [new_token() for _ in range(scene.players)]
    code = tables.open(scene.game, phones[0], options=scene.options, chairs=scene.players)
    for chair, phone in enumerate(phones):
        tables.command(code, phone, TakeSeat(chair, NAMES[chair]), command_id=new_command_id())
        tables.heard(code, phone, 0)
    tables.command(code, phones[0], EnterPosition(scene.position), command_id=new_command_id())
    return code, phones[0]


def picture(browser: Browser, code: str, token: str, page: str) -> Image.Image:
    """The page as this phone shows it."""
    site = f"http://127.0.0.1:{PORT}"
    context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}, device_scale_factor=2)
    context.add_cookies([{"name": "phone", "value": token, "url": site}])
    shown = context.new_page()
    shown.goto(f"{site}/t/{code}{page}", wait_until="load")
    shown.wait_for_timeout(500)
    image = Image.open(io.BytesIO(shown.screenshot())).convert("RGB")
    context.close()
    return image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.LANCZOS)


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    if chromium is None:
        sys.exit("The picture of the phones needs Chromium: install it, on Debian with “apt install chromium”.")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        tables = open_tables(Path(folder) / "tables.sqlite3")
        server = make_server("127.0.0.1", PORT, create_app(tables), threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        shown = side_by_side([picture(browser, *table(tables, scene), scene.page) for scene in SCENES])
        save(shown, "phones")
        browser.close()
        server.shutdown()
        tables.close()


if __name__ == "__main__":
    main()

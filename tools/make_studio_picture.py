"""The README's picture of the proof page: a card of Xanadú with a box selected. Run by `make pictures`."""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
import threading
from pathlib import Path
from tempfile import TemporaryDirectory

from make_pictures import save
from PIL import Image
from playwright.sync_api import sync_playwright

from pnp.kits import find
from pnp.studio.app import create_app
from pnp.studio.commands import bind_server
from pnp.studio.session import Session

PORT = 8795
SIZE = (1280, 800)
PAGE = "/face/buildings/quarry?draw=5"


def main() -> None:
    home = find("xanadu").resolve()
    chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    if chromium is None:
        sys.exit("The picture of the proof page needs Chromium: install it, on Debian with “apt install chromium”.")
    with TemporaryDirectory() as folder, contextlib.chdir(folder), sync_playwright() as playwright:
        kit = Path("xanadu")  # the page shows where it lies
        shutil.copytree(home, kit)
        session = Session(kit, Path("output"))
        session.update()
        server = bind_server(create_app(session), PORT)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        page.goto(f"http://127.0.0.1:{server.port}{PAGE}")
        page.wait_for_timeout(1500)
        save(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), "studio")
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()

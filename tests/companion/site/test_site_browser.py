"""The site in a browser, from a plain host of static files, which then goes away."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from visits import OF, Host, Visitor, Way, contents, edition, newer, part, put, visiting

from companion.site.build import build
from companion.web.assets import face_file, signs

ITSELF = "CONNECT content-autofill.googleapis.com:443"
"""What Chromium asks for itself when it sees a form."""
pytestmark = [pytest.mark.outside, pytest.mark.landing, pytest.mark.long]


@pytest.fixture
def way(host: Host) -> Iterator[Way]:
    found = Way(host)
    yield found
    found.close()


def test_one_phone_without_a_server(host: Host, way: Way, browser: Browser) -> None:
    """The code on a printed board, a first visit, then no network: a game that is reloaded, and carried away. Of
    another host nothing is ever asked; of its own, once all is there, only whether there is a newer version."""
    with visiting(browser, way=way) as phone:
        code = f"{host.address}k/hangzhou/{signs('hangzhou').build}"
        phone.open(code)
        assert phone.app.locator("h1").inner_text() == "Hangzhou"
        brought = [path.removeprefix(host.address) for path in way.asked]
        assert code in way.asked and not {path for path in brought if ":" in path} - {ITSELF}, "of no other host"
        assert sum(path.startswith("parts/") for path in brought) == len(list(host.folder.glob("parts/*"))), "each once"
        host.stop()
        way.asked.clear()
        alone(phone)
        assert set(way.asked) <= {f"{host.address}worker.js", ITSELF}


def alone(phone: Visitor) -> None:
    """A game on a phone without a network."""
    phone.tap("a.key--go")
    phone.app.fill("input[name=name]", "Ana")
    phone.app.check("[name=players][value='1']", force=True)
    phone.tap("main form button.key--go")
    phone.at("/t/")
    phone.act("#thumb .key--go")
    phone.app.wait_for_selector("#thumb")
    table = phone.page.url
    phone.act("main button.key, main button[name=do]")
    before = phone.seq
    assert before > 3

    phone.kept()
    phone.page.reload()
    phone.shown()
    assert phone.page.url == table and phone.seq == before
    assert "restored" in phone.marks(), "the interpreter was not started anew"
    assert phone.app.evaluate("async face => (await fetch(face)).status", face_file("xanadu", "07", "en")) == 200

    phone.tap("a[href$='/menu']")
    phone.tap("a[href$='/fix']")
    phone.tap("a[href$='/advanced']")
    with phone.page.expect_download() as carried:
        phone.app.locator("a[href$='/export']").click()
    exported = json.loads(carried.value.path().read_text("utf-8"))
    assert exported["table"] in table

    phone.open(table.partition("#")[0])
    assert exported["table"] in phone.app.content(), "the first page shows what is kept"
    assert not phone.wrong


@pytest.mark.slow
@pytest.mark.parametrize("replaced", [False, True])
def test_a_first_visit_that_breaks_off(site: Path, tmp_path: Path, visitor: Visitor, replaced: bool) -> None:
    """A part does not come. It goes on once that is there; or with a newer version, where the host has no other any
    more."""
    phone, host = visitor, Host(Path(shutil.copytree(site, tmp_path / "site")))
    coming = newer(host.folder, {"run.js": contents(host.folder, "run.js") + b"\n"})
    last = host.folder / part(host.folder, "run.js")
    data = last.read_bytes()
    last.unlink()
    phone.page.goto(host.address)
    phone.says("did not open")
    assert len(phone.page.query_selector_all("iframe")) == 0
    if replaced:
        put(host.folder, coming)
    else:
        last.write_bytes(data)
    phone.page.get_by_role("button", name="Try again").click()
    phone.shown()
    assert phone.page.evaluate(OF) == edition(host.folder)
    host.stop()


@pytest.mark.slow
def test_a_kit_is_brought_once_and_stays(visitor: Visitor, tmp_path: Path) -> None:
    build(tmp_path / "out")
    host, phone = Host(tmp_path / "out"), visitor
    phone.open(host.address)
    phone.tap("a[href$='/print']")
    kit = phone.app.locator("a[href*='/kits/xanadu-en-a4.zip']")
    for connected in (True, False):
        if not connected:
            host.stop()
        with phone.page.expect_download() as brought:
            kit.click()
        assert brought.value.suggested_filename == "xanadu-en-a4.zip"
        with zipfile.ZipFile(brought.value.path()) as archive:
            assert "en/0-print-guide-a4.pdf" in archive.namelist()
    phone.tap("a[href*='/kits/xanadu-es-a4.zip']")
    phone.app.wait_for_selector("[role=alert]")
    assert "there is no network" in phone.app.inner_text("[role=alert]")

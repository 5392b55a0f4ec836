"""What a phone keeps: without room, with several tabs, while a newer version of the site is put in the same place."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from axe_playwright_python.sync_playwright import Axe
from visits import Host, Visitor

from companion.site.pack import DIGITS, File, pack, part

pytestmark = [pytest.mark.slow, pytest.mark.outside, pytest.mark.long]

NEWER = "/* newer */"
IS_NEWER = "async (newer) => (await (await fetch('shell.css')).text()).includes(newer)"
UPDATED = """async () => {
  const here = await navigator.serviceWorker.ready;
  await here.update().catch(() => {});
  const coming = here.installing;
  if (coming) await new Promise((done) => coming.addEventListener("statechange", done));
  return Boolean(here.waiting);
}"""
"""Looks for a newer version: is one there, as a whole?"""


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[Host]:
    """A host at whose root the site lies, that knows no types and takes compressed files for compressed answers."""
    found = Host(Path(shutil.copytree(site, tmp_path / "site")), "", packed=True)
    yield found
    found.stop()


def test_what_was_kept_goes_on(host: Host, visitor: Visitor) -> None:
    """From the code of a print that this site knows nothing of."""
    phone = visitor
    refused(phone, f"{host.address}k/hangzhou/0123456789ab")
    assert phone.app.locator("h1").inner_text() == "Hangzhou" and "is edition 0123456789ab" in phone.app.inner_text(
        "main"
    )

    phone.tap("a.key--go")
    phone.app.fill("input[name=name]", "Ana")
    phone.app.check("[name=players][value='1']", force=True)
    phone.tap("main form button.key--go")
    phone.at("/t/")
    full(phone)
    phone.act("#thumb .key--go")
    seq, table = phone.seq, phone.page.url

    tabs(phone, table)
    assert phone.seq == seq

    updated(phone, host, table)
    assert phone.seq == seq


def room(phone: Visitor, size: int | None) -> None:
    """How many bytes the site may keep; none: as many as ever."""
    line = phone.context.new_cdp_session(phone.page)
    limit = {} if size is None else {"quotaSize": size}
    line.send("Storage.overrideQuotaForOrigin", {"origin": phone.page.evaluate("origin"), **limit})


def refused(phone: Visitor, address: str) -> None:
    """There is no room for the games, and then there is."""
    phone.page.goto(f"{address}.png")
    room(phone, 1024 * 1024)
    phone.page.goto(address)
    phone.says("lets nothing be kept here")
    room(phone, None)
    phone.page.get_by_role("button", name="Try again").click()
    phone.shown()


def full(phone: Visitor) -> None:
    """There is no room for one more entry: it is said, nothing is done, and all can be carried away."""
    table = phone.page.url
    room(phone, phone.page.evaluate("navigator.storage.estimate().then((found) => found.usage)"))
    phone.tap("#thumb .key--go")
    assert "no room left" in phone.app.inner_text("#note")
    phone.app.locator("#note a").click()
    phone.at("/history")
    phone.app.locator("details:has(a[href$='/history/export']) > summary").click()
    with phone.page.expect_download() as carried:
        phone.app.locator("a[href$='/history/export']").click()
    with ZipFile(carried.value.path()) as archive:
        assert any(Path(name).stem in table for name in archive.namelist()), archive.namelist()
    room(phone, None)
    phone.open(table)
    phone.app.wait_for_selector("#thumb")


def tabs(phone: Visitor, table: str) -> None:
    """A second tab waits, leads once the first is ended, and has the lead taken away by a third."""
    first = phone.page
    second = phone.tab()
    second.goto(table)
    phone.says("open in another tab")
    assert not Axe().run(second).response["violations"]
    phone.page = first
    phone.crash()
    phone.page = second
    phone.shown()
    third = phone.tab()
    third.goto(table)
    third.get_by_role("button", name="Go on here").click()
    phone.shown()
    assert "another tab" in second.inner_text("#says") and not second.query_selector("iframe")
    second.close()


def updated(phone: Visitor, host: Host, table: str) -> None:
    """Of a newer version nothing is used until it is all there, and no game is open any more."""
    coming = newer(host.folder)
    host.folder.joinpath("worker.js").write_bytes(coming.pop("worker.js"))
    assert not phone.page.evaluate(UPDATED), "a part of it is not on the host"
    ((name, data),) = coming.items()
    host.folder.joinpath(name).write_bytes(data[: len(data) // 2])
    assert not phone.page.evaluate(UPDATED), "a part of it breaks off"
    phone.page.reload()
    phone.shown()
    host.folder.joinpath(name).write_bytes(data)
    assert phone.page.evaluate(UPDATED)
    before = phone.page
    phone.tab().goto(table)
    phone.says("open in another tab")
    assert not phone.page.evaluate(IS_NEWER, NEWER), "a game is open"
    before.close()
    phone.page.wait_for_function(IS_NEWER, arg=NEWER)
    phone.shown()


def newer(folder: Path) -> dict[str, bytes]:
    """What has to be put into the folder of a site for one with another style."""
    (old,) = folder.glob("parts/pages-*.gz")
    made = part("pages", pack(changed(one) for one in unpacked(gzip.decompress(old.read_bytes()))))
    worker = folder.joinpath("worker.js").read_text("utf-8")
    digest, size = old.stem.removeprefix("pages-"), old.stat().st_size
    worker = worker.replace(f'"{digest}","bytes":{size}', f'"{made.digest}","bytes":{len(made.data)}')
    return {f"parts/pages-{made.digest}.gz": made.data, "worker.js": worker.encode()}


def changed(one: File) -> File:
    return File(one.path, one.type, one.data + NEWER.encode()) if one.path == "shell.css" else one


def unpacked(data: bytes) -> Iterator[File]:
    at = DIGITS + int(data[:DIGITS])
    for path, kind, size in json.loads(data[DIGITS:at]):
        yield File(path, kind, data[at : at + size])
        at += size

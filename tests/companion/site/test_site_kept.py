"""What a phone keeps: without room, with several tabs, through newer versions, and whatever is ended when."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import sqlite3
from base64 import b64decode
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import CHROMIUM, FLAGS
from msgspec import Struct, field
from playwright.sync_api import Browser, Error, Page
from visits import BELOW, OF, UPDATED, Host, Visitor, contents, edition, newer, put

GONE = "() => fetch('0123456789abcdef/run.js').then(({ status }) => status)"


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[Host]:
    """A host at whose root the site lies, that knows no types and takes compressed files for compressed answers."""
    found = Host(Path(shutil.copytree(site, tmp_path / "site")), "", packed=True)
    yield found
    found.stop()


@pytest.mark.slow
@pytest.mark.outside
@pytest.mark.long
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


def room(phone: Visitor, size: int | None) -> None:
    """How many bytes the site may keep; none: as many as ever."""
    line = phone.context.new_cdp_session(phone.page)
    limit = {} if size is None else {"quotaSize": size}
    line.send("Storage.overrideQuotaForOrigin", {"origin": phone.page.evaluate("origin"), **limit})


def refused(phone: Visitor, address: str) -> None:
    """There is no room for the games, and then there is."""
    phone.page.goto(f"{address.partition('k/')[0]}icon-192.png")  # of the same host, and leads nowhere
    room(phone, 1024 * 1024)
    phone.page.goto(address)
    phone.says("cannot keep the games")
    room(phone, None)
    phone.page.get_by_role("button", name="Try again").click()
    phone.shown()


def full(phone: Visitor) -> None:
    """There is no room for one more entry: it is said, nothing is done, and all can be carried away."""
    table = phone.page.url
    room(phone, phone.page.evaluate("navigator.storage.estimate().then((found) => found.usage)"))
    phone.tap("#thumb .key--go")
    assert "disk is full" in phone.app.inner_text("#note")
    phone.app.locator("#note a.rule").click()
    phone.at("/history")
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
    """Of a newer version nothing is used until it is all there, and no game is open any more. The table goes on."""
    seq = phone.seq
    coming = newer(host.folder, tagged(host.folder, "newer"))
    worker = coming.pop("worker.js")
    host.folder.joinpath("worker.js").write_bytes(worker)
    assert not phone.page.evaluate(UPDATED), "a part of it is not on the host"
    name, data = coming.popitem()
    put(host.folder, {name: data[: len(data) // 2]} | coming)
    assert not phone.page.evaluate(UPDATED), "a part of it breaks off"
    phone.page.reload()
    phone.shown()
    put(host.folder, {name: data})
    phone.until(UPDATED)  # the page may be looking at what broke off still
    before, second = phone.page, phone.tab()
    runs = noted(second)
    second.goto(table)
    phone.says("open in another tab")
    assert phone.page.evaluate(OF) != edition(host.folder), "a game is open"
    before.close()
    phone.until(f"of => ({OF}) === of", edition(host.folder))
    phone.shown()
    assert runs == ["shell.js newer", "run.js newer"], "the page of one never ran the app of the other"
    assert phone.page.evaluate(GONE) == 410, "of the one before nothing is given any more"
    assert phone.seq == seq

    phone.act("main button.key, main button[name=do]")


def tagged(folder: Path, tag: str) -> dict[str, bytes]:
    """The scripts of a site that say of which version they are."""
    return {
        name: re.sub(rb"console\.info\(.*\n$", b"", contents(folder, name))
        + f'console.info("{name} {tag}");\n'.encode()
        for name in ("shell.js", "run.js")
    }


def noted(page: Page) -> list[str]:
    """What they say in a tab, from now on."""
    found: list[str] = []
    page.on("console", lambda said: found.append(said.text) if said.type == "info" else None)
    return found


# --- tabs and whole browsers are ended at any moment ---

ENDED = 50
"""Times that something is ended."""
WITHIN = 2.5
"""Seconds after a page was opened within which that is: while the app starts, or acts."""
ACTING = 0.75
"""How often the app acts by then; otherwise it starts."""
WHOLE = 0.2
"""How often the whole browser is ended."""
FILES = ("tables.sqlite3", "tables.sqlite3-wal")
KEPT = """async (names) => {
  const found = {};
  const root = await navigator.storage.getDirectory();
  for await (const folder of root.values()) for (const name of names) {
    const bytes = await (await folder.getFileHandle(name)).getFile().then((file) => file.arrayBuffer());
    found[name] = btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""));
  }
  return found;
}"""
"""The files of the tables, as they lie there."""
ACTS = """([ended, seed]) => {
  const post = (path, fields) => fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  const told = (act) => console.log(`told ${JSON.stringify(act)}`);
  const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const code = (answer) => answer.url.split("/t/")[1].split("/")[0];
  (async () => {
    const tables = [];
    for (let n = 1; ; n += 1) {
      const id = `${ended}-${n}-of-this-test`;
      const table = tables[Math.floor(chance() * tables.length)];
      const turn = table ? chance() : 0;
      if (turn < 0.1) {
        const answer = await post("new/hangzhou", { way: "follow", players: "2", name: "Ana", command_id: id });
        tables.push(code(answer));
        told({ table: code(answer) });
      } else if (turn < 0.2) {
        const text = await (await fetch(`t/${table}/export`)).text();
        const body = new FormData();
        body.set("table", new File([text], "table.json"));
        told({ table: code(await fetch("import", { method: "POST", body })) });
      } else {
        const seat = JSON.stringify({ do: "name", chair: 1, name: `N${ended}x${n}` });
        const answer = await post(`t/${table}`, { command_id: id, do: seat });
        if (answer.ok) told({ table, name: `N${ended}x${n}` });
      }
    }
  })();
}"""
"""New tables, tables that are carried here, names of a seat: one after the other, as quick as they are answered."""


class Answered(Struct):
    """What a phone was told: its tables, each with the names that were given."""

    tables: dict[str, list[str]] = field(default_factory=dict)

    def heard(self, text: str) -> None:
        if text.startswith("told "):
            act = json.loads(text.removeprefix("told "))
            self.tables.setdefault(act["table"], []).extend([act["name"]] if "name" in act else [])

    def missing(self, folder: Path) -> list[str]:
        """What of it the files in a folder do not say."""
        with closing(sqlite3.connect(folder / FILES[0])) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            logs: dict[str, str] = {}
            for table, body in database.execute("SELECT code, body FROM entry ORDER BY code, seq"):
                logs[table] = logs.get(table, "") + str(body)
        named = [f"{table}: {name}" for table, names in self.tables.items() for name in names
                 if f'"{name}"' not in logs.get(table, "")]  # fmt: skip
        return [*named, *(self.tables.keys() - logs.keys())]


@contextmanager
def phone(browser: Browser, profile: Path) -> Iterator[Visitor]:
    """A browser of its own, with what it kept before."""
    context = browser.browser_type.launch_persistent_context(
        profile, executable_path=CHROMIUM, args=list(FLAGS), viewport={"width": 390, "height": 844}
    )
    try:
        yield Visitor(context)
    finally:
        with suppress(Error):
            context.close()


def kill(profile: Path) -> None:
    """The system ends the browser, all of it."""
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if f"--user-data-dir={profile}" in command.read_text("utf-8").split("\0"):
                os.kill(int(command.parent.name), signal.SIGKILL)


@pytest.mark.outside
@pytest.mark.slow
def test_what_was_answered_outlives_any_end(browser: Browser, host: Host, tmp_path: Path) -> None:
    profile, chance, answered, ended = tmp_path / "profile", random.Random(21), Answered(), 0
    while ended < ENDED:
        with phone(browser, profile) as visitor:
            whole = False
            while not whole and ended < ENDED:
                whole = begun(visitor, host, answered, chance, ended)
                ended += 1
                if whole:
                    kill(profile)
                else:
                    visitor.crash()
        with phone(browser, profile) as visitor:
            keep(visitor, host, tmp_path / "kept")
        assert not answered.missing(tmp_path / "kept"), f"after {ended} ends"


def keep(visitor: Visitor, host: Host, folder: Path) -> None:
    """Copies the files of the tables from a browser that has them open nowhere."""
    visitor.page.goto(host.address.replace(BELOW, "/elsewhere"))
    folder.mkdir(exist_ok=True)
    for name, text in visitor.page.evaluate(KEPT, FILES).items():
        (folder / name).write_bytes(b64decode(text))


def begun(visitor: Visitor, host: Host, answered: Answered, chance: random.Random, ended: int) -> bool:
    """One more tab, that starts or acts: is the whole browser to be ended?"""
    visitor.page.close()
    visitor.tab().on("console", lambda said: answered.heard(said.text))
    visitor.page.goto(host.address)
    if chance.random() < ACTING:
        visitor.shown()
        visitor.app.evaluate(ACTS, [ended, chance.randrange(1, 2**31 - 1)])
    visitor.page.wait_for_timeout(1000 * chance.uniform(0, WITHIN))
    return chance.random() < WHOLE

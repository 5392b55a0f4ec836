"""Tabs and whole browsers are ended at any moment: what was answered is there afterwards, and the database is sound."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
from base64 import b64decode
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from browsers import CHROMIUM, FLAGS
from msgspec import Struct, field
from playwright.sync_api import Browser, Error
from visits import BELOW, Host, Visitor

pytestmark = [pytest.mark.outside, pytest.mark.slow]

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

"""A newer edition of a site, made of one that was built, with other bytes in some of its files."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.site.build import DIGITS, compress_part

FILES = re.compile("^const FILES = (.*);$", re.MULTILINE)
EDITION = re.compile('^const EDITION = "(.*)";$', re.MULTILINE)
OF = "document.body.dataset.edition"
"""Of which edition the page of the site is."""
UPDATED = """async () => {
  const here = await navigator.serviceWorker.ready;
  await here.update().catch(() => {});
  const coming = here.installing;
  if (coming) await new Promise((done) => coming.addEventListener("statechange", done));
  return Boolean(here.waiting);
}"""
"""Looks for a newer version: is one there, as a whole?"""


def edition(folder: Path) -> str:
    """Which one lies in a folder."""
    (found,) = EDITION.findall(folder.joinpath("worker.js").read_text("utf-8"))
    return str(found)


def part(folder: Path, path: str) -> str:
    """The part that holds a file of the site."""
    return str(next(one["part"] for one in listed(folder) if one["path"] == path))


def contents(folder: Path, path: str) -> bytes:
    """A file of the site."""
    return gzip.decompress(folder.joinpath(part(folder, path)).read_bytes())


def listed(folder: Path) -> list[dict[str, Any]]:
    """The files that the service worker brings."""
    found: list[dict[str, Any]] = json.loads(FILES.findall(folder.joinpath("worker.js").read_text("utf-8"))[0])
    return found


def newer(folder: Path, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """What has to be put into the folder of a site for one with other files. The worker, which names them, comes last,
    and before it their parts."""
    before = edition(folder)
    after = hashlib.sha256(repr((before, sorted(files.items()))).encode()).hexdigest()[:DIGITS]
    index = contents(folder, "index.html").replace(before.encode(), after.encode())
    changed = {**files, "index.html": index}
    put = {name: data for name, data in changed.items() if folder.joinpath(name).exists()}
    lines = []
    for one in listed(folder):
        if one["path"] in changed:
            made, data = compress_part(one["path"], changed[one["path"]])
            put[made.part] = data
            one = msgspec.to_builtins(made)
        lines.append(one)
    worker = folder.joinpath("worker.js").read_text("utf-8")
    worker = FILES.sub(lambda _: f"const FILES = {json.dumps(lines)};", worker)
    return put | {"worker.js": EDITION.sub(lambda _: f'const EDITION = "{after}";', worker).encode()}


def put(folder: Path, files: Mapping[str, bytes]) -> None:
    """Copies them over those that lie there."""
    for name, data in files.items():
        folder.joinpath(name).write_bytes(data)

"""A newer edition of a site, made of one that was built, with other bytes in some of its files."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.site.build import VERSION
from companion.site.pack import DIGITS, MARK, File, pack, part

MODULES, FILES = "modules.pack", "files.pack"
"""The files that hold those of the app: what is read of it first, and what lies in files, as a module may."""
PARTS = re.compile("^const PARTS = (.*);$", re.MULTILINE)
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
EDITION = re.compile('^const EDITION = "(.*)";$', re.MULTILINE)


def edition(folder: Path) -> str:
    """Which one lies in a folder."""
    (found,) = EDITION.findall(folder.joinpath("worker.js").read_text("utf-8"))
    return str(found)


def newer(folder: Path, files: Mapping[str, bytes], app: Mapping[str, bytes | None] | None = None) -> dict[str, bytes]:
    """What has to be put into the folder of a site for one with other files, and other files of its app (none: it
    goes, of what is read first). The worker, which names the others, comes last."""
    worker = folder.joinpath("worker.js").read_text("utf-8")
    before = edition(folder)
    after = hashlib.sha256(repr((before, sorted(files.items()), sorted((app or {}).items()))).encode()).hexdigest()
    changed = dict(files)
    index = next(one for one in unpacked(packed(folder, worker, "pages")) if one.path == "index.html")
    changed["index.html"] = index.data.replace(before.encode(), after[:MARK].encode())
    made: dict[str, bytes] = {}
    if app is not None:
        old = {one.path: one.data for one in unpacked(packed(folder, worker, "app"))}
        changed[VERSION] = hashlib.sha256(old[MODULES] + after.encode()).hexdigest()[:MARK].encode()
        gone = {path: None for path, data in app.items() if data is None}
        come = {path: data for path, data in app.items() if data is not None}
        held = {MODULES: repacked(old[MODULES], gone), FILES: repacked(old[FILES], come)}
        made["app"] = repacked(packed(folder, worker, "app"), held)
    made["pages"] = repacked(packed(folder, worker, "pages"), changed)
    told = json.loads(PARTS.findall(worker)[0])
    put: dict[str, bytes] = {}
    for one in told:
        if one["name"] in made:
            new = part(one["name"], made[one["name"]])
            put[f"parts/{new.name}-{new.digest}.gz"] = new.data
            one |= {"digest": new.digest, "bytes": len(new.data)}
    worker = PARTS.sub(lambda _: f"const PARTS = {json.dumps(told)};", worker)
    put["worker.js"] = EDITION.sub(lambda _: f'const EDITION = "{after[:MARK]}";', worker).encode()
    return put


def put(folder: Path, files: Mapping[str, bytes]) -> None:
    """Copies them over those that lie there."""
    for name, data in files.items():
        folder.joinpath(name).write_bytes(data)


def packed(folder: Path, worker: str, name: str) -> bytes:
    """A part of a site, as it was before it was compressed."""
    (digest,) = (one["digest"] for one in json.loads(PARTS.findall(worker)[0]) if one["name"] == name)
    return gzip.decompress(folder.joinpath("parts", f"{name}-{digest}.gz").read_bytes())


def repacked(data: bytes, files: Mapping[str, bytes | None]) -> bytes:
    """A pack with other files; none: it goes."""
    old = {one.path: one for one in unpacked(data)}
    for path, new in files.items():
        if new is None:
            del old[path]
        else:
            old[path] = File(path, old[path].type if path in old else "", new)
    return pack(old.values())


def unpacked(data: bytes) -> Iterator[File]:
    """The files of a pack."""
    at = DIGITS + int(data[:DIGITS])
    for path, kind, size in json.loads(data[DIGITS:at]):
        yield File(path, kind, data[at : at + size])
        at += size

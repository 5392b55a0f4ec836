"""The kits that the page prints: ours, those of installed packages, and the user's own (`companion serve --kits`)."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice
from pathlib import Path

from msgspec import Struct

from pnp.findings import Findings, told
from pnp.kit.bounds import FILES
from pnp.kit.folder import open_folder
from pnp.kits import known_kits
from pnp.kits import read as read_kit

MOST_OWN = 100
"""Kits of the user's own that are looked at, in the order of their names."""
MOST_FILES = FILES.most
"""Files of a kit that are looked at to see whether it has changed."""


class Offer(Struct, frozen=True):
    """A kit as it lies there now. `digest` changes with any of its files. A kit that cannot be read has no languages
    and no title; printing it says why."""

    name: str
    folder: Path
    digest: str
    title: Mapping[str, str]
    languages: tuple[str, ...]

    def called(self, language: str) -> str:
        """Its title in a language, else in its own first one, else its folder's name."""
        return self.title.get(language) or next(iter(self.title.values()), self.name)


def titles(kits: Iterable[Offer], language: str) -> list[tuple[str, str]]:
    """The names of kits and what each is called, with its name where several have one title."""
    called = [(offer.name, offer.called(language)) for offer in kits]
    often = Counter(title for _, title in called)
    return [(name, f"{title} ({name})" if often[title] > 1 else title) for name, title in called]


def offers(own: Path | None) -> dict[str, Offer]:
    """All kits by name. A kit of the user's own stands in for one of ours of the same name."""
    folders = known_kits() | (own_kits(own) if own else {})
    found = {}
    for name, folder in folders.items():
        stamp = _stamp(folder)
        if stamp:
            found[name] = _offer(name, folder, stamp)
    return found


def own_kits(folder: Path) -> dict[str, Path]:
    """The kits in a folder by what they are called there, links too, or the folder itself if it is one."""
    try:
        inner = [folder.resolve()] if (folder / "kit.toml").is_file() else sorted(folder.iterdir())
        kits = [kit for kit in inner if not kit.name.startswith(".") and (kit / "kit.toml").is_file()]
        return {told(kit.name): kit.resolve() for kit in kits[:MOST_OWN]}
    except OSError:
        return {}


def _stamp(folder: Path) -> str:
    """What tells cheaply whether a kit has changed: its files' names, sizes and times. Empty: it is gone."""
    if not folder.is_dir():
        return ""
    digest = hashlib.sha256()
    for name, status in islice(_files(folder), MOST_FILES):
        digest.update(f"{name}\0{status.st_size}\0{status.st_mtime_ns}\0".encode(errors="surrogateescape"))
    return digest.hexdigest()


def _files(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    for home, inner, names in os.walk(folder):
        inner.sort()
        for name in sorted(names):
            path = os.path.join(home, name)  # noqa: PTH118 - each request looks at some hundred files
            with suppress(OSError):
                yield path, os.stat(path)  # noqa: PTH116 - as above


@lru_cache(maxsize=2 * MOST_OWN)
def _offer(name: str, folder: Path, stamp: str) -> Offer:
    kit, findings = read_kit(folder)
    digest = hashlib.sha256()
    try:
        for file, path in open_folder(folder, Findings()).files.items():
            digest.update(f"{file}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    except OSError:
        digest.update(stamp.encode())
    if kit is None or findings.errors:
        return Offer(name, folder, digest.hexdigest(), {}, ())
    return Offer(name, folder, digest.hexdigest(), dict(kit.title.texts), kit.languages)


@cache
def press_digest() -> str:
    """What stands for the press itself: another one may print the same kit otherwise."""
    digest = hashlib.sha256()
    home = Path(str(files("pnp")))
    for path in sorted(home.rglob("*")):
        if path.suffix in (".py", ".toml", ".svg"):
            digest.update(path.relative_to(home).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()

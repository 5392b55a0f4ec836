"""The kits that a site offers as PDF files: printed when it is built, for a phone has no press."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

import pnp
from companion.engine.wording import LANGUAGES
from companion.site.kept import contents, kept
from companion.site.pack import MARK
from companion.web.config import MadeKit
from companion.web.game_pages import GAMES
from pnp.build.build import build
from pnp.kits import collection
from pnp.sheet.options import Options

PAPERS = ("a4", "letter")
"""What most printers hold."""
FOLDER = "kits"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of files in archives: the same kit makes the same archive."""


class Printed(Struct, frozen=True):
    """An archive of a kit, and what is said of it."""

    made: MadeKit
    data: bytes


def printed(address: str) -> Iterator[Printed]:
    """Every game's kit in each language and for each paper. Codes on it lead to the address; without one there are
    none. Raises `KitError`."""
    press = tuple(contents(Path(pnp.__file__).parent))
    for game in GAMES:
        folder = collection() / game
        for language in LANGUAGES:
            for paper in PAPERS:
                asked = (f"{game} {language} {paper} {address}".encode(), *press, *contents(folder))
                data = kept("kit", asked, lambda: _archived(folder, language, paper, address))  # noqa: B023 - at once
                digest = hashlib.sha256(data).hexdigest()[:MARK]
                path = f"{FOLDER}/{game}-{language}-{paper}-{digest}.zip"
                yield Printed(MadeKit(game, language, paper, path, len(data)), data)


def _archived(folder: Path, language: str, paper: str, address: str) -> bytes:
    with TemporaryDirectory() as place:
        options = Options(out=Path(place), paper=paper, languages=(language,), companion=address)
        built = build(folder, options, lambda name, done: None)
        to = Path(place, "kit.zip")
        with zipfile.ZipFile(to, "w", zipfile.ZIP_STORED) as archive:
            for file in built.manifest.files:
                archive.writestr(zipfile.ZipInfo(file.path, EPOCH), (built.folder / file.path).read_bytes())
        return to.read_bytes()

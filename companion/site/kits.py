"""Kits that a site offers as PDF files. They are built with the site, because a phone has no press."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.engine.wording import LANGUAGES
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


def printed(address: str) -> Iterator[tuple[MadeKit, bytes]]:
    """Builds every game's kit, in each language and paper size, as an archive. Its codes lead to `address`; without
    one there are none. Raises `KitError`."""
    for game in GAMES:
        for language in LANGUAGES:
            for paper in PAPERS:
                data = _archive(collection() / game, language, paper, address)
                yield MadeKit(game, language, paper, f"{FOLDER}/{game}-{language}-{paper}.zip", len(data)), data


def _archive(folder: Path, language: str, paper: str, address: str) -> bytes:
    with TemporaryDirectory() as place:
        options = Options(out=Path(place), paper=paper, languages=(language,), companion=address)
        built = build(folder, options, lambda name, done: None)
        to = Path(place, "kit.zip")
        with zipfile.ZipFile(to, "w", zipfile.ZIP_STORED) as archive:
            for file in built.manifest.files:
                archive.writestr(zipfile.ZipInfo(file.path, EPOCH), (built.folder / file.path).read_bytes())
        return to.read_bytes()

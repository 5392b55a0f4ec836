"""``/print``: files to print, from the folder of `pnp build`, or from beside a static site."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from flask import Blueprint, Response, abort, render_template, request, send_from_directory
from msgspec import Struct

from companion.engine.wording import language_name
from companion.web.config import address, config, this_phone
from companion.web.game_pages import GAMES, find_words, game_words
from companion.web.network import NAME, is_loopback

bp = Blueprint("kits", __name__)
MANIFEST = "for-programs/manifest.json"
"""The manifest of a built kit. The module of the press that names it is not part of a static site."""


class BuiltFile(Struct, frozen=True):
    """A file in a kit's manifest. `holds` is its title in `language`; `sheets` are printed at home."""

    path: str
    holds: str
    language: str
    sheets: int


class BuiltKit(Struct, frozen=True):
    """A kit's manifest. `companion` is the address in its QR codes, or ""."""

    title: dict[str, str]
    companion: str
    files: tuple[BuiltFile, ...]


class FileLink(Struct, frozen=True):
    """A link to a file: its title and the title's language, its sheets and size, and its path."""

    title: str
    language: str
    facts: str
    path: str


class KitFiles(Struct, frozen=True):
    """The files of a kit. `codes` is the address in its QR codes if that is not this server's."""

    name: str
    title: str
    rows: tuple[FileLink, ...]
    codes: str = ""


@bp.get("/print")
def kits() -> str:
    """Lists all kits, or the one of the game in the address; and the command that builds them for this server."""
    game, folder = request.args.get("game", ""), config().output
    groups = tuple(_built_groups(folder) if folder else _site_groups())
    one = tuple(group for group in groups if group.name == game)
    command = ["pnp", "build", "--companion", _printed_address()]
    command += ["--out", str(folder)] if folder != Path("output") else []
    return render_template(
        "print.html",
        groups=one or groups,
        away="away" in request.args,
        one=bool(one),
        command=shlex.join(command) if folder else "",
    )


@bp.get("/print/<kit>/<path:name>")
def file(kit: str, name: str) -> Response:
    """Serves a file that a manifest lists."""
    folder = config().output
    manifest = _manifest(folder / kit) if folder and kit != ".." else None
    if folder is None or manifest is None or name not in {file.path for file in manifest.files}:
        abort(404)
    return send_from_directory((folder / kit).resolve(), name, as_attachment=True)


def _built_groups(folder: Path) -> Iterator[KitFiles]:
    language, words = this_phone().language, find_words(this_phone().language)
    for path in sorted(folder.glob("*/")):
        if (manifest := _manifest(path)) is None:
            continue
        rows = list[FileLink]()
        for file in sorted(manifest.files, key=lambda file: file.language != language):
            if (path / file.path).is_file():
                facts = [file.path, words.count("print_sheets", file.sheets)] if file.sheets else [file.path]
                rows.append(FileLink(file.holds, file.language, " · ".join(facts), f"print/{path.name}/{file.path}"))
        title = manifest.title.get(language) or next(iter(manifest.title.values()), path.name)
        codes = manifest.companion if manifest.companion != _printed_address() else ""
        yield KitFiles(path.name, title, tuple(rows), codes)


def _manifest(folder: Path) -> BuiltKit | None:
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=BuiltKit)
    except (OSError, msgspec.DecodeError):
        return None


def _site_groups() -> Iterator[KitFiles]:
    language, words = this_phone().language, find_words(this_phone().language)
    for game in GAMES:
        rows = list[FileLink]()
        for kit in sorted(config().kits_made, key=lambda kit: kit.language != language):
            if kit.game == game:
                paper = words.get(f"kits_paper.{kit.paper}", kit.paper.upper())
                title, size = f"{language_name(kit.language)}, {paper}", f"{round(kit.bytes / 1_000_000)} MB"
                rows.append(FileLink(title, language, size, kit.path))
        if rows:
            yield KitFiles(game, game_words(game)("name"), tuple(rows))


def _printed_address() -> str:
    """Returns the address for QR codes on paper. A name lasts longer than a number; loopback is useless on a phone."""
    parts = urlsplit(address())
    if config().named:
        return config().named
    if is_loopback(parts.hostname or ""):
        return f"http://{NAME}" + (f":{parts.port}" if parts.port else "")
    return f"{parts.scheme}://{parts.netloc}"

"""``/print``: files to print, from the folder that `pnp build` wrote, or from beside a static site."""

from __future__ import annotations

import ipaddress
import shlex
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from flask import Blueprint, Response, abort, render_template, request, send_from_directory
from msgspec import Struct

from companion.web.config import MadeKit
from companion.web.game_pages import GAMES
from companion.web.http.network import NAME
from companion.web.http.served import address, config
from companion.web.phone import this_phone
from companion.web.wordings import game_words, words_of

bp = Blueprint("kits", __name__)
MANIFEST = "for-programs/manifest.json"
"""The manifest of a built kit. The module of the press that names it is not part of a static site."""
MEGA = 1_000_000


class BuiltFile(Struct, frozen=True):
    """A file in a kit's manifest. `holds` is its title in `language`, `sheets` go through a printer at home."""

    path: str
    holds: str
    language: str
    sheets: int


class BuiltKit(Struct, frozen=True):
    """A kit's manifest. `companion` is the address in its QR codes; empty: it has none."""

    title: dict[str, str]
    companion: str
    files: tuple[BuiltFile, ...]


class Row(Struct, frozen=True):
    """A link to a file: its title and the title's language, what else there is to say, and its path."""

    title: str
    language: str
    facts: str
    path: str


class Group(Struct, frozen=True):
    """The files of a kit. `codes` is the address in its QR codes where that is another one than this server's."""

    name: str
    title: str
    rows: tuple[Row, ...]
    codes: str = ""


@bp.get("/print")
def kits() -> str:
    """All kits, or the one of the game in the address; and the command that builds them for this server."""
    asked, folder = request.args.get("game", ""), config().output
    found = tuple(_built_groups(folder)) if folder else tuple(_made_groups())
    one = tuple(group for group in found if group.name == asked)
    return render_template(
        "print.html",
        groups=one or found,
        away="away" in request.args,
        one=bool(one),
        command=_command(folder) if folder else "",
    )


@bp.get("/print/<kit>/<path:name>")
def file(kit: str, name: str) -> Response:
    """A file that a manifest lists."""
    folder = config().output
    manifest = _manifest(folder / kit) if folder and kit != ".." else None
    if folder is None or manifest is None or name not in {file.path for file in manifest.files}:
        abort(404)
    return send_from_directory((folder / kit).resolve(), name, as_attachment=True)


def _built_groups(folder: Path) -> Iterator[Group]:
    """The kits in a folder of `pnp build`, in the order of their names; the phone's language first."""
    language, own = this_phone().language, _printed_address()
    folders = sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    for path in folders:
        manifest = _manifest(path)
        if manifest is None:
            continue
        files = sorted(manifest.files, key=lambda file: file.language != language)
        rows = tuple(_row(path, file) for file in files if (path / file.path).is_file())
        title = manifest.title.get(language) or next(iter(manifest.title.values()), path.name)
        codes = manifest.companion if manifest.companion != own else ""
        yield Group(path.name, title, rows, codes)


def _manifest(folder: Path) -> BuiltKit | None:
    """The manifest of a built kit. None: there is none that can be read."""
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=BuiltKit)
    except (OSError, msgspec.DecodeError):
        return None


def _row(folder: Path, file: BuiltFile) -> Row:
    words = words_of(this_phone().language)
    sheets = [words.count("print_sheets", file.sheets)] if file.sheets else []
    size = (folder / file.path).stat().st_size
    facts = " · ".join([file.path, *sheets, *([_size(size)] if size >= MEGA else [])])
    return Row(file.holds, file.language, facts, f"print/{folder.name}/{file.path}")


def _made_groups() -> Iterator[Group]:
    """The kits that a static site offers, by game; the phone's language first."""
    ordered = sorted(config().kits_made, key=lambda kit: kit.language != this_phone().language)
    for game in GAMES:
        rows = tuple(_made_row(kit) for kit in ordered if kit.game == game)
        if rows:
            yield Group(game, game_words(game)("name"), rows)


def _made_row(kit: MadeKit) -> Row:
    words = words_of(this_phone().language)
    title = f"{words.phrase(f'language.{kit.language}')}, {words.phrase(f'kits_paper.{kit.paper}')}"
    return Row(title, this_phone().language, _size(kit.bytes), kit.path)


def _size(size: int) -> str:
    return words_of(this_phone().language).phrase("kits_size", n=str(round(size / MEGA)))


def _command(folder: Path) -> str:
    """The command that builds the kits for this server's address."""
    out = ["--out", str(folder)] if folder != Path("output") else []
    return shlex.join(["pnp", "build", "--companion", _printed_address(), *out])


def _printed_address() -> str:
    """The address for QR codes on paper. A name lasts longer than a number; loopback leads nowhere from a phone."""
    parts = urlsplit(address())
    if config().named:
        return config().named
    if _is_loopback(parts.hostname or ""):
        return f"http://{NAME}" + (f":{parts.port}" if parts.port else "")
    return f"{parts.scheme}://{parts.netloc}"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"

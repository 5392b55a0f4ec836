"""Builds the folder of a site: the same input, the same bytes."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import zipfile
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from companion import TITLE
from companion.engine.wording import LANGUAGES, wording
from companion.site import fetch, stage
from companion.site.kits import EPOCH, FOLDER, printed
from companion.web.assets import read, signs
from companion.web.config import MadeKit
from companion.web.game_pages import GAMES
from companion.web.home import COLOURS, ICONS
from companion.web.security import POLICY

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of Pyodide that a browser loads."""
TYPES = {".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".json": "application/json",
         ".mjs": "text/javascript", ".png": "image/png", ".so": "application/wasm", ".wasm": "application/wasm",
         ".webmanifest": "application/manifest+json", ".zip": "application/zip"}  # fmt: skip
SCRIPTS = ("run.js", "files.js", "shell.js", "shell.css")
FIRST = ("shell.js", "shell.css", "manifest.webmanifest", *(f"icon-{size}.png" for size in (180, *ICONS)))
"""Files that a first visit needs before the service worker has brought the rest."""
PARTS = "parts"
"""The folder of the files that the service worker brings, each compressed with gzip and named by its hash. Their names
have no known ending, so that no host declares them as compressed."""
DIGITS = 16
"""Hexadecimal digits of a hash in a name."""
LOST = "404.html"
"""The answer of many hosts for a missing file, such as the address on a kit that was printed for an earlier build."""
SCRIPTED = "script-src 'self' 'wasm-unsafe-eval'"
"""The shell and its worker need this besides the app's policy, to compile the runtime."""
SITE_POLICY = "; ".join([*(rule for rule in POLICY.split("; ") if not rule.startswith("frame-ancestors")), SCRIPTED])


class Part(Struct, frozen=True):
    """A file of the site as the service worker brings it. `integrity` is that of the compressed bytes."""

    path: str
    type: str
    part: str
    integrity: str
    bytes: int


def build(out: Path, address: str = "", *, kits: bool = True) -> None:
    """Writes the site into a folder. An existing site is replaced; pages to which earlier prints lead stay. With
    `kits` it offers them as PDF files; their codes lead to `address`. Raises `fetch.FetchError`, `KitError`,
    `OSError`."""
    runtime, wheel = fetch.runtime(), fetch.wheel()
    made = tuple(printed(address)) if kits else ()
    kept = {f"runtime/{name}": (runtime / name).read_bytes() for name in RUNTIME}
    kept |= {name: _static(name) for name in SCRIPTS}
    kept |= {f"icon-{size}.png": read(f"icon-{size}.png") for size in (180, *ICONS)}
    kept["manifest.webmanifest"] = _manifest()
    (kept["msgspec.so"],) = (path.read_bytes() for path in wheel.glob("msgspec/*.so"))
    kept |= _archives(runtime, wheel, tuple(kit for kit, _ in made))
    edition = hashlib.sha256(b"".join([*map(_digest, kept.values()), _static("shell.html"), _static("worker.js")]))
    kept["index.html"] = _shell(edition.hexdigest()[:DIGITS])
    out.mkdir(parents=True, exist_ok=True)
    for old in (*out.glob(f"{PARTS}/*"), *out.glob(f"{FOLDER}/*.zip")):
        old.unlink()
    for kit, archive in made:
        _write(out / kit.path, archive)
    parts = []
    for path, data in kept.items():
        part, compressed = compress_part(path, data)
        _write(out / part.part, compressed)
        parts.append(part)
    for name in ("index.html", *FIRST):
        _write(out / name, kept[name])
    constants = {"EDITION": edition.hexdigest()[:DIGITS], "FILES": parts, "POLICY": SITE_POLICY}
    lines = [f"const {name} = {msgspec.json.encode(value).decode()};\n" for name, value in constants.items()]
    _write(out / "worker.js", "".join(lines).encode() + _static("worker.js"))
    for place in (LOST, *(f"k/{game}/{signs(game).build}/index.html" for game in GAMES)):
        _write(out / place, _lead())


def _archives(runtime: Path, wheel: Path, kits: tuple[MadeKit, ...]) -> dict[str, bytes]:
    """Returns the archives of the app, compiled for the runtime, and of the games' faces, by name."""
    with TemporaryDirectory() as place:
        app, faces = Path(place, "app"), Path(place, "faces")
        stage.lay_out(app, wheel, kits)
        fetch.compile_modules(runtime, app)
        stage.draw_faces(faces)
        # The app is compressed as a part; Python reads single faces, so that archive stays compressed on the phone.
        return {"app.zip": _zip(app, zipfile.ZIP_STORED), "faces.zip": _zip(faces, zipfile.ZIP_DEFLATED)}


def _zip(folder: Path, method: int) -> bytes:
    target = folder.with_suffix(".zip")
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = zipfile.ZipInfo(path.relative_to(folder).as_posix(), EPOCH)
                archive.writestr(name, path.read_bytes(), compress_type=method)
    return target.read_bytes()


def compress_part(path: str, data: bytes) -> tuple[Part, bytes]:
    """Returns a file of the site as a part, and its compressed bytes."""
    compressed = gzip.compress(data, 9, mtime=0)
    digest = _digest(compressed)
    name, integrity = f"{PARTS}/{digest.hex()[:DIGITS]}", f"sha256-{base64.b64encode(digest).decode()}"
    return Part(path, TYPES[Path(path).suffix], name, integrity, len(compressed)), compressed


def _manifest() -> bytes:
    """Returns the web app manifest for the site's path."""
    shown = {
        "name": TITLE,
        "short_name": TITLE,
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "theme_color": COLOURS["light"],
        "background_color": COLOURS["light"],
        "icons": [
            {"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
            for size in ICONS
        ],
    }
    return msgspec.json.encode(shown)


def _shell(edition: str) -> bytes:
    """Returns the page that hosts the app."""
    words = _words()
    return _page("shell.html", {
        "policy": SITE_POLICY,
        "title": TITLE,
        "light": COLOURS["light"],
        "dark": COLOURS["dark"],
        "words": msgspec.json.encode(words).decode(),
        "edition": edition,
        "noscript": " ".join(words[language]["script"] for language in LANGUAGES),
    })  # fmt: skip


def _lead() -> bytes:
    """Returns the page that a printed code leads to. Its script redirects to the first page; it loads no file, as its
    depth below the site is unknown."""
    words, script = _words(), _static("lead.js").decode()
    digest = base64.b64encode(_digest(script.encode())).decode()
    lost = "".join(f'<p lang="{language}">{words[language]["lost"]}</p>' for language in LANGUAGES)
    return (
        _page("lead.html", {"hash": f"'sha256-{digest}'", "title": TITLE})
        .replace(b"{lost}", lost.encode())
        .replace(b"{script}", script.encode())
    )


def _words() -> dict[str, Mapping[str, str]]:
    """Returns the phrases of the site's own pages, by language."""
    return {language: wording(__package__, language).phrases for language in LANGUAGES}


def _page(name: str, values: Mapping[str, str]) -> bytes:
    text = _static(name).decode()
    for field, value in values.items():
        text = text.replace(f"{{{field}}}", html.escape(value))
    return text.encode()


def _static(name: str) -> bytes:
    return files(__package__).joinpath("static", name).read_bytes()


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)

"""Builds the folder of a site: the same input, the same bytes."""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from flask.testing import FlaskClient
from msgspec import Struct

import companion.games
import pnp
from companion import TITLE
from companion.engine.wording import LANGUAGES, wording
from companion.site import fetch, stage
from companion.site.device import DRAWN, MADE, TEMPLATES, served
from companion.site.kept import compile_all, contents, kept, tidy
from companion.site.kits import FOLDER, printed
from companion.site.order import ordered
from companion.site.pack import MARK, File, Part, compressed, pack, part
from companion.tables import open_tables
from companion.web import drawings
from companion.web.app import create_app
from companion.web.assets import OWN, asset, cover_file, drawn, face, face_file, signs
from companion.web.config import MadeKit
from companion.web.game_pages import GAMES, game_pages
from companion.web.home import COLOURS
from companion.web.security import POLICY
from companion.web.sprite import FRAME, ICONS
from pnp.kits import collection

BEGINS, WASM = ("pyodide.mjs", "pyodide.asm.mjs"), "pyodide.asm.wasm"
"""The runtime's files, beside Python's own library and a list of packages, which is empty here."""
TYPES = {".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".mjs": "text/javascript",
         ".png": "image/png", ".svg": "image/svg+xml", ".wasm": "application/wasm"}  # fmt: skip
SCRIPTS = ("run.js", "files.js", "pack.js", "started.js", "shell.js", "shell.css")
WORKER = ("pack.js", "worker.js")
"""What the service worker is put together of."""
FIRST = ("shell.js", "shell.css")
"""Of those what a first visit is shown with, before the parts are there."""
LOST = "404.html"
"""What many hosts answer with where nothing lies: the code on an earlier print leads to a build that they have not."""
VERSION = "version"
"""The file that says of what runtime and of what files the app is made."""
SCRIPTED = "script-src 'self' 'wasm-unsafe-eval'"
"""What the page of the site and its worker need besides the app's policy: to compile the runtime."""
SITE_POLICY = "; ".join([*(rule for rule in POLICY.split("; ") if not rule.startswith("frame-ancestors")), SCRIPTED])


def build(out: Path, address: str = "", *, kits: bool = True) -> None:
    """Writes the site into a folder, which is made, or filled anew: pages that earlier prints lead to stay. With `kits`
    it offers them as PDF files, on which codes lead to the address; without one there are none. Raises
    `fetch.Unfetched`, `KitError`, `OSError`."""
    pins = fetch.pins()
    runtime, wheel = fetch.runtime(pins.python), fetch.wheel(pins.wheel)
    with TemporaryDirectory() as place:
        made = tuple(printed(address)) if kits else ()
        edition = _edition(runtime, wheel, tuple(kit.made for kit in made), Path(place))
    tidy()
    out.mkdir(parents=True, exist_ok=True)
    for old in (*out.glob("parts/*.gz"), *out.glob(f"{FOLDER}/*.zip")):
        old.unlink()
    for kit in made:
        _write(out / kit.made.path, kit.data)
    for one in edition.parts:
        _write(out / "parts" / f"{one.name}-{one.digest}.gz", one.data)
    for name in FIRST:
        _write(out / name, _static(name))
    for file in _icons():
        _write(out / file.path, file.data)
    _write(out / "index.html", _shell(edition.mark))
    _write(out / "worker.js", _worker(edition))
    _write(out / "manifest.webmanifest", _manifest())
    _write(out / LOST, _lead())
    for game in GAMES:
        _write(out / "k" / game / signs(game).build / "index.html", _lead())


class Edition(Struct, frozen=True):
    """A site as a phone keeps it: what is of one edition runs with nothing of another."""

    mark: str
    parts: tuple[Part, ...]
    """In the order in which they are brought: a page, what runs the app, what that reads first, what it reads later."""


def _edition(runtime: Path, wheel: Path, kits: tuple[MadeKit, ...], place: Path) -> Edition:
    app, library = place / "app", place / "library"
    stage.app(app, wheel)
    stage.library(runtime, library)
    stage.templates(app / TEMPLATES)
    compile_all(runtime, (app, library))
    (app / DRAWN).write_bytes(msgspec.msgpack.encode(drawn()))
    (app / MADE).write_bytes(msgspec.msgpack.encode(kits))
    order = ordered(runtime, app, library, TEMPLATES)
    lock = (runtime / "pyodide-lock.json").read_bytes()
    lean = {"info": msgspec.json.decode(lock)["info"], "packages": {}}
    scripts = [File(f"runtime/{name}", _type(name), (runtime / name).read_bytes()) for name in BEGINS]
    scripts.append(File("runtime/pyodide-lock.json", "application/json", msgspec.json.encode(lean)))
    machine = [File(f"runtime/{WASM}", _type(WASM), (runtime / WASM).read_bytes())]
    standard = [File("runtime/python_stdlib.zip", "application/zip", order.library), _packed("libraries", order.linked)]
    first = [_packed("modules", order.modules), _packed("files", order.files)]
    rest = [_packed("later_modules", order.later_modules), _packed("later_files", order.later_files)]
    version = hashlib.sha256(pack([*scripts, *machine, *standard, *first, *rest])).hexdigest()[:MARK].encode()
    pages = [File(name, _type(name), _static(name)) for name in SCRIPTS]
    pages += [*_icons(), File("manifest.webmanifest", "application/manifest+json", _manifest())]
    pages.append(File(VERSION, "text/plain", version))
    pages += _asked(place / "empty.sqlite3")
    # Hundreds of drawings: made again when anything changes that draws, or is drawn.
    drawers = (Path(pnp.__file__).parent, collection(), Path(companion.games.__path__[0]))
    faces = kept("face", (*contents(*drawers), Path(drawings.__file__).read_bytes()), lambda: pack(_faces()))
    made = {"scripts": scripts, "runtime": machine, "library": standard, "app": first, "rest": rest}
    runs = tuple(part(name, pack(held), _compressed) for name, held in made.items())
    comes = part("face", faces, _compressed, later=True)
    marked = [one.digest.encode() for one in (*runs, comes)]
    marked += [pack(pages), _shell(""), *(_static(name) for name in WORKER)]
    mark = hashlib.sha256(b"\n".join(marked)).hexdigest()[:MARK]
    pages.append(File("index.html", _type(".html"), _shell(mark)))
    return Edition(mark, (part("pages", pack(pages), _compressed), *runs, comes))


def _packed(name: str, laid: Iterable[File]) -> File:
    """Files as one, which the worker takes apart itself."""
    return File(f"{name}.pack", "application/octet-stream", pack(laid))


def _compressed(data: bytes) -> bytes:
    """That takes seconds, and most parts are those of the last time."""
    return kept("gz", (data,), lambda: compressed(data))


def _asked(database: Path) -> Iterator[File]:
    """What the app answers the same whoever asks: style, scripts, signs, typeface."""
    tables = open_tables(database)
    client: FlaskClient = create_app(tables, served("http://localhost")).test_client()
    own = [asset(path.name) for path in files(OWN).joinpath("static").iterdir()]
    for game in GAMES:
        folder = files(game_pages(game).WORDS).joinpath("static")
        own += [asset(path.name, game) for path in folder.iterdir()] if folder.is_dir() else []
    files_drawn = [one for game in (FRAME, *GAMES) for one in (signs(game).symbols, *signs(game).pictures.values())]
    own += [path for path in map(cover_file, GAMES) if path]
    for path in sorted({*own, *(f"/sprite/{one.name}.svg" for one in files_drawn), "/typeface.woff2"}):
        answer = client.get(path)
        yield File(path.removeprefix("/"), answer.headers["Content-Type"], answer.data)
    tables.close()


def _faces() -> Iterator[File]:
    for game in GAMES:
        for name in sorted({*game_pages(game).FACES, *signs(game).figures}):
            for language in LANGUAGES:
                path = face_file(game, name, language).removeprefix("/")
                yield File(path, TYPES[".svg"], face(game, language, name) or b"")


def _icons() -> Iterator[File]:
    for size in ICONS:
        yield File(f"icon-{size}.png", TYPES[".png"], drawn().icons[size])


def _manifest() -> bytes:
    """The manifest of the app, at the place where the site lies."""
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
            for size in ICONS[1:]
        ],
    }
    return msgspec.json.encode(shown)


def _shell(mark: str) -> bytes:
    """The page that shows the app, of an edition."""
    words = _words()
    return _page("shell.html", {
        "policy": SITE_POLICY,
        "title": TITLE,
        "light": COLOURS["light"],
        "dark": COLOURS["dark"],
        "words": msgspec.json.encode(words).decode(),
        "edition": mark,
        "noscript": " ".join(words[language]["script"] for language in LANGUAGES),
    })  # fmt: skip


def _lead() -> bytes:
    """The page that a printed code leads to, and from there to the first one. It names no file: how far below the site
    it lies, it does not know."""
    words, script = _words(), _static("lead.js").decode()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    lost = "".join(f'<p lang="{language}">{words[language]["lost"]}</p>' for language in LANGUAGES)
    return (
        _page("lead.html", {"hash": f"'sha256-{digest}'", "title": TITLE})
        .replace(b"{lost}", lost.encode())
        .replace(b"{script}", script.encode())
    )


def _words() -> dict[str, Mapping[str, str]]:
    """What the pages of the site say, by language."""
    found = {language: wording(__package__, language) for language in LANGUAGES}
    return {language: {**words.english, **words.phrases} for language, words in found.items()}


def _page(name: str, values: Mapping[str, str]) -> bytes:
    text = _static(name).decode()
    for field, value in values.items():
        text = text.replace(f"{{{field}}}", html.escape(value))
    return text.encode()


def _worker(edition: Edition) -> bytes:
    """The service worker, with what it brings."""
    listed = [
        {"name": one.name, "digest": one.digest, "bytes": len(one.data), "later": one.later} for one in edition.parts
    ]
    told = {"EDITION": edition.mark, "PARTS": listed, "POLICY": SITE_POLICY}
    begin = "".join(f"const {name} = {msgspec.json.encode(value).decode()};\n" for name, value in told.items())
    unpack, worker = (_static(name) for name in WORKER)
    return begin.encode() + unpack.replace(b"export ", b"") + b"\n" + worker


def _static(name: str) -> bytes:
    return files(__package__).joinpath("static", name).read_bytes()


def _type(name: str) -> str:
    return TYPES[Path(f"x{name}").suffix]


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)

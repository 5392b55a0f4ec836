"""Collects the app of a site: our packages, the packages they need, the data of the kits, and all drawings."""

from __future__ import annotations

import shutil
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path

import msgspec

import companion
import pnp
from companion.engine.wording import LANGUAGES
from companion.site.device import DRAWN, FACES, MADE, TEMPLATES, served
from companion.web.app import make_unserved_app
from companion.web.assets import drawn, face, face_file, signs
from companion.web.config import MadeKit
from companion.web.game_pages import GAMES, game_pages
from pnp.kits import collection

OURS = "silk-road-print-and-play"
PACKAGES = (
    "babel",
    "blinker",
    "click",
    "flask",
    "itsdangerous",
    "jinja2",
    "markdown-it-py",
    "markupsafe",
    "mdurl",
    "qrcode",
    "sqlalchemy",
    "svgwrite",
    "typing-extensions",
    "werkzeug",
)
"""Packages that the app imports beside msgspec; all of them run as pure Python."""
LEFT_OUT = (
    "*.so",
    "*.pyi",
    "*.dist-info/*",
    "*__pycache__*",
    "../*",
    "babel/locale-data/*",
    "babel/messages/*",
    "sqlalchemy/dialects/m*",
    "sqlalchemy/dialects/oracle/*",
    "sqlalchemy/dialects/postgresql/*",
    "sqlalchemy/ext/*",
    "sqlalchemy/orm/*",
    "sqlalchemy/testing/*",
    "werkzeug/debug/*",
)
"""Large files of those packages that the app never reads."""
LOCALES = tuple(f"babel/locale-data/{name}.dat" for name in ("root", *LANGUAGES))
"""Files of `LEFT_OUT` that it reads."""
FOLDERS = {
    "companion": ("engine", "games", "lab", "rivals", "sight", "site", "tables", "web"),
    "pnp": ("art", "camera.py", "kit", "leaflet", "scene.py", "text", "kits.py", "findings.py"),
}
"""The parts of our own packages that the app imports; of the press, those that read a kit."""
UNREAD = ("merchants.npz", "templates")
"""Not taken along: the weights of the camera, which takes a server, and templates, which are compiled."""
DATA = ("*.csv", "*.md", "*.toml")
"""Files of a kit that the app reads; its pictures are drawn here."""


def lay_out(folder: Path, wheel: Path, kits: tuple[MadeKit, ...]) -> None:
    """Writes the app into a folder, as source. `wheel` is the unpacked msgspec for the runtime, `kits` are offered as
    PDF files."""
    for name in PACKAGES:
        for file in metadata.files(name) or ():
            if str(file) in LOCALES or not any(fnmatch(str(file), pattern) for pattern in LEFT_OUT):
                _copy(Path(str(file.locate())), folder / str(file))
    _copy_tree(wheel / "msgspec", folder / "msgspec", "*.pyi")
    for package in (companion, pnp):
        (root,) = map(Path, package.__path__)
        _copy(root / "__init__.py", folder / root.name / "__init__.py")
        for name in FOLDERS[root.name]:
            source, target = root / name, folder / root.name / name
            if source.is_dir():
                _copy_tree(source, target, *UNREAD)
            else:
                _copy(source, target)
    for kit in sorted(path for path in collection().iterdir() if (path / "kit.toml").is_file()):
        for read in (path for pattern in DATA for path in kit.glob(pattern)):
            _copy(read, folder / "pnp" / "cards" / kit.name / read.name)
    _write_entry_points(folder / f"{OURS.replace('-', '_')}-{metadata.version(OURS)}.dist-info")
    make_unserved_app(served("http://localhost")).jinja_env.compile_templates(
        folder / TEMPLATES, zip=None, ignore_errors=False
    )
    (folder / DRAWN).write_bytes(msgspec.msgpack.encode(drawn()))
    (folder / MADE).write_bytes(msgspec.msgpack.encode(kits))


def draw_faces(folder: Path) -> None:
    """Writes every face of every game as an SVG file, below its address."""
    for game in GAMES:
        for name in sorted({*game_pages(game).FACES, *signs(game).figures}):
            for language in LANGUAGES:
                file = folder / face_file(game, name, language).removeprefix(FACES)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(face(game, language, name) or b"")


def _write_entry_points(folder: Path) -> None:
    """Writes the entry points by which the app finds its games, as an installed package has them."""
    groups: dict[str, list[str]] = {}
    for point in metadata.distribution(OURS).entry_points:
        if point.group.startswith("silkroad."):
            groups.setdefault(point.group, []).append(f"{point.name} = {point.value}")
    folder.mkdir(parents=True)
    folder.joinpath("METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {OURS}\nVersion: {metadata.version(OURS)}\n", "utf-8"
    )
    lines = (line for group in sorted(groups) for line in (f"[{group}]", *sorted(groups[group])))
    folder.joinpath("entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")


def _copy_tree(source: Path, target: Path, *without: str) -> None:
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", *without))


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)

"""Collects the parts of the offline app: our packages, the packages they need, and the data of the kits."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Container, Iterator
from fnmatch import fnmatch
from importlib import metadata
from io import BytesIO
from pathlib import Path

import companion
import pnp
from companion.site.device import served
from companion.site.pack import File
from companion.web.app import unserved
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
"""What the app imports beside msgspec; all of it runs as pure Python."""
LEFT_OUT = (
    "*.so",
    "*.pyd",
    "*.pyi",
    "*.pyx",
    "*.c",
    "*/py.typed",
    "*.dist-info/*",
    "*__pycache__*",
    "../*",
    "babel/locale-data/[!er]*",
    "babel/locale-data/e[!ns]*",
    "babel/locale-data/e[ns]_*",
    "babel/locale-data/r[!o]*",
    "babel/locale-data/ro[!o]*",
    "babel/lists.py",
    "babel/messages/*",
    "babel/support.py",
    "babel/units.py",
    "click/_winconsole.py",
    "click/testing.py",
    "flask/sansio/*.md",
    "flask/testing.py",
    "jinja2/constants.py",
    "jinja2/meta.py",
    "jinja2/nativetypes.py",
    "jinja2/sandbox.py",
    "markdown_it/cli/*",
    "*.yaml",
    "qrcode/console_scripts.py",
    "qrcode/tests/*",
    "sqlalchemy/connectors/*odbc.py",
    "sqlalchemy/dialects/mssql/*",
    "sqlalchemy/dialects/mysql/*",
    "sqlalchemy/dialects/oracle/*",
    "sqlalchemy/dialects/postgresql/*",
    "sqlalchemy/ext/*",
    "sqlalchemy/orm/*",
    "sqlalchemy/testing/*",
    "werkzeug/debug/*",
    "werkzeug/middleware/lint.py",
    "werkzeug/middleware/profiler.py",
)
"""Of those packages: what is no Python, and what nothing here asks for."""
ROOMS = {
    "companion": ("engine", "games", "lab", "rivals", "sight", "site", "tables", "web"),
    "pnp": ("art", "camera.py", "kit", "leaflet", "scene.py", "text", "kits.py", "findings.py"),
}
"""Of our own packages what the app imports; of the press, what reads a kit."""
UNREAD = ("sight.npz", "templates")
"""Of those what only reads photographs, which takes a server, and what is compiled (`templates`)."""
DATA = ("*.csv", "*.md", "*.toml")
"""Of the kits, which were drawn beforehand, what is read."""
LIBRARY = (
    "__phello__",
    "_aix_support.py",
    "_android_support.py",
    "_apple_support.py",
    "_pydatetime.py",
    "_pyio.py",
    "_pyrepl",
    "asyncio/__main__.py",
    "asyncio/proactor_events.py",
    "asyncio/tools.py",
    "asyncio/windows_",
    "bdb.py",
    "cmd.py",
    "code.py",
    "compileall.py",
    "ctypes",
    "curses",
    "doctest.py",
    "encodings/big5",
    "encodings/cp1",
    "encodings/cp5",
    "encodings/cp7",
    "encodings/cp8",
    "encodings/cp9",
    "encodings/euc_",
    "encodings/gb",
    "encodings/hp_",
    "encodings/hz",
    "encodings/iso",
    "encodings/johab",
    "encodings/koi8",
    "encodings/kz",
    "encodings/mac_",
    "encodings/palmos",
    "encodings/ptcp",
    "encodings/shift_",
    "encodings/tis_",
    "ensurepip",
    "filecmp.py",
    "fileinput.py",
    "ftplib.py",
    "idlelib",
    "imaplib.py",
    "lib2to3",
    "logging/config.py",
    "logging/handlers.py",
    "mailbox.py",
    "modulefinder.py",
    "multiprocessing",
    "optparse.py",
    "pdb.py",
    "pickletools.py",
    "plistlib.py",
    "poplib.py",
    "profile.py",
    "pstats.py",
    "pyclbr.py",
    "pydoc.py",
    "pydoc_data",
    "pyodide/console.py",
    "smtplib.py",
    "symtable.py",
    "sysconfig/__main__.py",
    "tabnanny.py",
    "timeit.py",
    "tkinter",
    "trace.py",
    "tracemalloc.py",
    "turtle.py",
    "turtledemo",
    "unittest",
    "urllib/robotparser.py",
    "venv",
    "wave.py",
    "wsgiref/simple_server.py",
    "wsgiref/validate.py",
    "xml/dom",
    "xml/sax",
    "xmlrpc",
    "zipapp.py",
)
"""Of Python's own library what stays behind."""


def app(folder: Path, wheel: Path) -> None:
    """Lays the app out in a folder, as source."""
    for name in PACKAGES:
        for file in metadata.files(name) or ():
            if not any(fnmatch(str(file), pattern) for pattern in LEFT_OUT):
                _copy(Path(str(file.locate())), folder / str(file))
    _tree(wheel / "msgspec", folder / "msgspec", "*.pyi")
    for package in (companion, pnp):
        (root,) = map(Path, package.__path__)
        _copy(root / "__init__.py", folder / root.name / "__init__.py")
        for room in ROOMS[root.name]:
            source, target = root / room, folder / root.name / room
            if source.is_dir():
                _tree(source, target, *UNREAD)
            else:
                _copy(source, target)
    for kit in sorted(path for path in collection().iterdir() if (path / "kit.toml").is_file()):
        for read in (path for pattern in DATA for path in kit.glob(pattern)):
            _copy(read, folder / "pnp" / "cards" / kit.name / read.name)
    _announced(folder / f"{OURS.replace('-', '_')}-{metadata.version(OURS)}.dist-info")


def templates(folder: Path) -> None:
    """Lays the templates of all pages out in a folder, as source of Python."""
    made = unserved(served("http://localhost"))
    made.jinja_env.compile_templates(folder, zip=None, ignore_errors=False)


def library(runtime: Path, folder: Path) -> None:
    """Lays Python's own library out in a folder, as source."""
    with zipfile.ZipFile(runtime / "python_stdlib.zip") as archive:
        kept = [name for name in archive.namelist() if not name.startswith(LIBRARY)]
        archive.extractall(folder, kept)


def zipped(folder: Path, only: Container[str] | None = None) -> bytes:
    """A folder, or some of its files, as an archive that is as it lies there: its part is compressed as a whole."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path, data in _files(folder):
            if only is None or path in only:
                archive.writestr(zipfile.ZipInfo(path), data)
    return made.getvalue()


def listed(folder: Path) -> Iterator[File]:
    """A folder's files for a pack."""
    return (File(path, "", data) for path, data in _files(folder))


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def _announced(folder: Path) -> None:
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


def _tree(source: Path, target: Path, *without: str) -> None:
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", *without))


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)

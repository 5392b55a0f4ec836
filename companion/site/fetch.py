"""Fetches the packages that a site needs: Pyodide from npm, and msgspec, compiled for it, from pip's registry.

Both come by the ordinary clients, are checked against their hashes (`runtime.toml`), and stay in the user's cache.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tomllib
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct
from platformdirs import user_cache_path

PROGRAMS = ("npm", "node")
"""Programs beside Python: npm brings the runtime, node compiles with it."""
PYTHON = ("--python-version", "314", "--implementation", "cp", "--abi", "cp314")
"""The Python of the runtime, for pip."""


class FetchError(Exception):
    """A package that a site needs cannot be had. The message is a sentence for the terminal."""


class CompileError(FetchError):
    """The runtime could not compile the app."""


class Pin(Struct, frozen=True):
    """A package and the hash of its archive."""

    name: str
    version: str
    sha256: str
    platform: str = ""


def runtime() -> Path:
    """Returns the folder of the unpacked runtime. Raises `FetchError`."""
    pin = _pin("runtime")
    npm = ("npm", "pack", f"{pin.name}@{pin.version}", "--silent", "--pack-destination")
    return _unpacked(pin, npm, "gztar") / "package"


def wheel() -> Path:
    """Returns the folder of the unpacked wheel. Raises `FetchError`."""
    pin = _pin("wheel")
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps")
    which = ("--only-binary", ":all:", *PYTHON, "--platform", pin.platform)
    return _unpacked(pin, (*pip, *which, f"{pin.name}=={pin.version}", "--dest"), "zip")


def missing() -> str:
    """Returns the first program that a build needs and that is not installed; "" for none."""
    return next((name for name in PROGRAMS if shutil.which(name) is None), "")


def compile_modules(runtime: Path, folder: Path) -> None:
    """Replaces each module in a folder by its bytecode for the runtime. Raises `CompileError`."""
    script = str(files(__package__).joinpath("compile.mjs"))
    done = subprocess.run(["node", script, str(runtime), str(folder)], capture_output=True, text=True)
    if done.returncode:
        # Behind the source of the runtime, of a megabyte on one line, stands what Python said.
        _, _, error = done.stderr.rpartition("PythonError: ")
        lines = error.partition("\n\n")[0].strip().splitlines() or ["it ended without a word"]
        raise CompileError(f"node could not compile the app: {lines[-1][-400:]}")
    for source in folder.rglob("*.py"):
        source.unlink()


def _pin(name: str) -> Pin:
    pins = tomllib.loads(files(__package__).joinpath("runtime.toml").read_text("utf-8"))
    return msgspec.convert(pins[name], Pin)


def _unpacked(pin: Pin, download: tuple[str, ...], kind: str) -> Path:
    """Unpacks a package and returns its folder. `download` is a command; the folder is appended to it."""
    cache = user_cache_path("silk-road-pnp") / "site"
    folder = cache / pin.sha256
    if not folder.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=cache) as place:
            _run(*download, place, package=f"{pin.name} {pin.version}")
            (archive,) = Path(place).iterdir()
            found = hashlib.sha256(archive.read_bytes()).hexdigest()
            if found != pin.sha256:
                raise FetchError(f"{archive.name} is not the pinned archive: its hash is {found}.")
            shutil.unpack_archive(archive, Path(place, "unpacked"), kind)
            Path(place, "unpacked").rename(folder)
    return folder


def _run(*command: str, package: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as error:
        said = (error.stderr or error.stdout).strip().splitlines() or [f"exit code {error.returncode}"]
        raise FetchError(f"{command[0]} did not bring {package}: {said[-1]}") from error

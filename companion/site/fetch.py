"""What a site needs from package registries: the runtime from npm's, the one package that is no pure Python from pip's.

Both come by the ordinary clients, as they are set up on this machine, are checked against their hashes
(`runtime.toml`), and stay in the user's cache.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct
from platformdirs import user_cache_path

PROGRAMS = ("npm", "node")
"""What has to be installed beside Python: npm brings the runtime, node compiles with it."""


class Unfetched(Exception):  # noqa: N818 - what happened, in one sentence for the terminal
    """What could not be brought, and what to do."""


class Failed(Unfetched):
    """What was brought ran, and failed at what it was asked for."""


class Runtime(Struct, frozen=True):
    """A package of npm, and its hash as npm writes it, without the name of the method."""

    name: str
    version: str
    sha512: str


class Wheel(Struct, frozen=True):
    """A package of pip, for which Python and platform, and its hash."""

    name: str
    version: str
    python: str
    abi: str
    platform: str
    sha256: str


class Pins(Struct, frozen=True):
    """What a site is built with."""

    python: Runtime
    wheel: Wheel


def pins() -> Pins:
    """The pins of this version."""
    return msgspec.convert(tomllib.loads(files(__package__).joinpath("runtime.toml").read_text("utf-8")), Pins)


def missing() -> str:
    """The program that a site cannot be built without and that is not here; empty: all are."""
    return next((name for name in PROGRAMS if shutil.which(name) is None), "")


def runtime(pin: Runtime) -> Path:
    """The folder of the unpacked runtime. Raises `Unfetched`."""
    folder = cache() / f"{pin.name}-{pin.version}"
    if not folder.is_dir():
        with TemporaryDirectory(dir=cache()) as place:
            spec = f"{pin.name}@{pin.version}"
            _run("npm", "pack", spec, "--silent", "--pack-destination", place, what=spec)
            file = next(Path(place).glob("*.tgz"))
            found = base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode()
            _check(spec, found, pin.sha512)
            with tarfile.open(file) as archive:
                archive.extractall(place, filter="data")
            Path(place, "package").rename(folder)
    return folder


def wheel(pin: Wheel) -> Path:
    """The folder of the unpacked wheel. Raises `Unfetched`."""
    folder = cache() / f"{pin.name}-{pin.version}-{pin.platform}"
    if not folder.is_dir():
        with TemporaryDirectory(dir=cache()) as place:
            spec = f"{pin.name}=={pin.version}"
            which = (
                "--python-version",
                pin.python,
                "--implementation",
                "cp",
                "--abi",
                pin.abi,
                "--platform",
                pin.platform,
            )
            pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check")
            _run(*pip, "--no-deps", "--only-binary", ":all:", *which, "--dest", place, spec, what=spec)
            file = next(Path(place).glob("*.whl"))
            _check(spec, hashlib.sha256(file.read_bytes()).hexdigest(), pin.sha256)
            with zipfile.ZipFile(file) as archive:
                archive.extractall(Path(place, "wheel"))
            Path(place, "wheel").rename(folder)
    return folder


def node(doing: str, script: Path, *given: str) -> str:
    """What a script prints that runs Python in the runtime. Raises `Failed`."""
    done = subprocess.run(["node", str(script), *given], capture_output=True, text=True)
    if done.returncode:
        # Behind the script's own source, of a megabyte on one line, stands what Python said, then where in the script.
        _, _, told = done.stderr.rpartition("PythonError: ")
        said = told.partition("\n\n")[0].strip().splitlines() or ["nothing"]
        raise Failed(f"node could not {doing}: {said[-1][-400:]}")
    return done.stdout


def cache() -> Path:
    """The folder of what was brought and made for sites."""
    folder = user_cache_path("silk-road-pnp") / "site"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _run(*command: str, what: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise Unfetched(f"{command[0]} is not installed; it brings {what}.") from error
    except subprocess.CalledProcessError as error:
        said = (error.stderr or error.stdout).strip().splitlines() or [f"exit code {error.returncode}"]
        raise Unfetched(f"{command[0]} did not bring {what}: {said[-1]}") from error


def _check(what: str, found: str, pinned: str) -> None:
    if found != pinned:
        raise Unfetched(f"{what} is not what was pinned: its hash is {found}.")

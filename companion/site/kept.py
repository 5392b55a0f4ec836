"""What was made before and is made the same again: in the user's cache, by what it is made of."""

from __future__ import annotations

import hashlib
import subprocess
import time
from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path

from companion.site.fetch import Unfetched, cache

OLD = 60 * 24 * 3600
"""Seconds after which what nobody asked for is thrown away."""


def kept(kind: str, sources: Iterable[bytes], make: Callable[[], bytes]) -> bytes:
    """What `make` makes of these sources."""
    digest = hashlib.sha256()
    for source in sources:
        digest.update(b"%d\n" % len(source) + source)
    file = _place() / f"{digest.hexdigest()}.{kind}"
    if not file.is_file():
        _write(file, make())
    file.touch()
    return file.read_bytes()


def contents(*folders: Path) -> Iterable[bytes]:
    """All files of folders with their names, but for bytecode."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                yield path.relative_to(folder).as_posix().encode()
                yield path.read_bytes()


def compile_all(runtime: Path, folders: tuple[Path, ...]) -> None:
    """Leaves of every module in the folders its bytecode alone, for the Python of this runtime. Raises `Unfetched`."""
    compiler, bytecode = (files(__package__).joinpath(name) for name in ("compile.mjs", "bytecode.py"))
    made_by = b"\n".join((runtime.name.encode(), compiler.read_bytes(), bytecode.read_bytes()))
    todo: list[tuple[Path, Path]] = []
    for folder in folders:
        for source in folder.rglob("*.py"):
            name = source.relative_to(folder).as_posix().encode()
            digest = hashlib.sha256(b"\n".join((made_by, name, source.read_bytes()))).hexdigest()
            compiled = _place() / f"{digest}.pyc"
            if compiled.is_file():
                compiled.touch()
                source.with_suffix(".pyc").write_bytes(compiled.read_bytes())
                source.unlink()
            else:
                todo.append((source, compiled))
    if todo:
        command = ["node", str(compiler), str(runtime), str(bytecode), *map(str, folders)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Unfetched(f"node could not compile: {done.stderr.strip()[-400:]}")
    for source, compiled in todo:
        _write(compiled, source.with_suffix(".pyc").read_bytes())


def tidy() -> None:
    """Throws away what nobody asked for in a long time."""
    for file in _place().iterdir():
        if time.time() - file.stat().st_mtime > OLD:
            file.unlink(missing_ok=True)


def _place() -> Path:
    folder = cache() / "made"
    folder.mkdir(exist_ok=True)
    return folder


def _write(file: Path, data: bytes) -> None:
    part = file.with_name(f"{file.name}.part")
    part.write_bytes(data)
    part.replace(file)

"""What was made before and is made the same again: in the user's cache, by what it is made of."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from companion.site.fetch import cache, node

ROOM = 300_000_000
"""Bytes of it that stay: what was asked for last, of some five builds."""


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
    compiler, bytecode = (Path(str(files(__package__))) / name for name in ("compile.mjs", "bytecode.py"))
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
        node("compile", compiler, str(runtime), str(bytecode), *map(str, folders))
    for source, compiled in todo:
        _write(compiled, source.with_suffix(".pyc").read_bytes())


def tidy() -> None:
    """Throws away what nobody has asked for in the longest time, above `ROOM`."""
    found: list[tuple[float, int, Path]] = []
    for file in _place().iterdir():
        with suppress(FileNotFoundError):  # another build tidies up as well
            about = file.stat()
            found.append((about.st_mtime, about.st_size, file))
    left = ROOM
    for _, size, file in sorted(found, reverse=True):
        left -= size
        if left < 0:
            file.unlink(missing_ok=True)


def _place() -> Path:
    folder = cache() / "made"
    folder.mkdir(exist_ok=True)
    return folder


def _write(file: Path, data: bytes) -> None:
    part = file.with_name(f"{file.name}.part")
    part.write_bytes(data)
    part.replace(file)

"""Modules out of a pack: found by a look into a list, where folders would be asked four times for each.

In the runtime it is read before everything else, from a file of its own, so it needs nothing of ours.
"""

from __future__ import annotations

import importlib
import json
import marshal
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from io import FileIO
from pathlib import Path
from types import ModuleType

DIGITS = 8
"""Of the length of the list of a pack (`pack.DIGITS`)."""
HEAD = 16
"""Bytes of a file of bytecode before its code."""
PACKAGE = "__init__"


class Held(Loader):
    """A module in a pack; `path` is where its file would lie."""

    def __init__(self, pack: FileIO, path: str, at: int, size: int) -> None:
        self.path = path
        self._pack, self._at, self._size = pack, at, size

    def exec_module(self, module: ModuleType) -> None:
        """Runs it."""
        self._pack.seek(self._at + HEAD)
        exec(marshal.loads(self._pack.read(self._size - HEAD)), module.__dict__)

    def get_resource_reader(self, name: str) -> object:
        """Its data lies in files, where it would lie itself."""
        from importlib.readers import FileReader

        return FileReader(self)  # type: ignore[arg-type]  # it asks for the path alone


class Pack(MetaPathFinder):
    """The modules in a pack, as if their files lay beside it."""

    def __init__(self, file: str) -> None:
        folder = file.rpartition("/")[0]
        self._file = FileIO(
            file
        )  # open for as long as there is something to be read: opening takes longer than reading
        length = int(self._file.read(DIGITS))
        listed: list[tuple[str, str, int]] = json.loads(self._file.read(length))
        at = DIGITS + length
        self._held: dict[str, Held] = {}
        self._folders: dict[str, str] = {}
        for path, _, size in listed:
            held = Held(self._file, f"{folder}/{path}", at, size)
            below, _, name = path.removesuffix(".pyc").rpartition("/")
            self._folders[below.replace("/", ".")] = f"{folder}/{below}"
            self._held[(below if name == PACKAGE else f"{below}/{name}").lstrip("/").replace("/", ".")] = held
            at += size

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """As the interpreter asks."""
        held, below = self._held.get(fullname), self._folders.get(fullname)
        if held is None and below is None:
            return None
        spec = ModuleSpec(fullname, held, origin=held.path if held else None, is_package=below is not None)
        spec.has_location = held is not None
        if below is not None:
            spec.submodule_search_locations = [below]
        return spec

    def exhaust(self) -> None:
        """Reads all modules that are left."""
        for name in self._held:
            importlib.import_module(name)
        self._file.close()


def alone(folder: str) -> None:
    """Lets modules be found in packs and in this folder, and nowhere else: of the library that the interpreter begins
    with, all has been read by then, and its archive goes."""
    for place in sys.path:
        if place.endswith(".zip"):
            Path(place).unlink()
    sys.path[:] = [folder]


def install(file: str) -> None:
    """Lets modules be found in a pack, before they are looked for anywhere else."""
    sys.meta_path.insert(0, Pack(file))
    importlib.invalidate_caches()  # files that came with it lie where there were none


def exhaust() -> None:
    """Reads what is left in the pack that was installed last, which is not needed any more then."""
    pack = next(one for one in sys.meta_path if isinstance(one, Pack))
    pack.exhaust()
    sys.meta_path.remove(pack)

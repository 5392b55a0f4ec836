"""Modules come out of a pack as out of files."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from companion.site import finder
from companion.site.bytecode import compiled
from companion.site.pack import DIGITS, File, pack

MODULES = {
    "packed/__init__.pyc": "name = __name__",
    "packed/one.pyc": "from packed.without import two\nfrom . import name",
    "packed/without/two.pyc": "file = __file__",
    "alone_in_a_pack.pyc": "import packed\nlater = True",
}
"""A package, one below it without a file of its own, a module of no package."""


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Path]:
    """A folder with such a pack, in which modules are found; afterwards nobody has ever read them."""
    before, found = set(sys.modules), list(sys.meta_path)
    laid = (File(path, "", compiled(source.encode(), path)) for path, source in MODULES.items())
    (tmp_path / "modules.pack").write_bytes(pack(laid))
    (tmp_path / "packed").mkdir()
    (tmp_path / "packed" / "words.toml").write_text("a = 1")
    finder.install(str(tmp_path / "modules.pack"))
    yield tmp_path
    sys.meta_path[:] = found
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_they_are_as_if_their_files_lay_there(held: Path) -> None:
    one = importlib.import_module("packed.one")
    assert one.name == "packed" and one.two.file == str(held / "packed" / "without" / "two.pyc")
    assert files("packed").joinpath("words.toml").read_text("utf-8") == "a = 1"
    with pytest.raises(ModuleNotFoundError, match="none"):
        importlib.import_module("packed.none")


def test_a_pack_that_is_exhausted_is_not_needed(held: Path) -> None:
    finder.exhaust()
    (held / "modules.pack").unlink()
    assert importlib.import_module("alone_in_a_pack").later and importlib.import_module("packed.without.two").file


def test_it_reads_what_is_packed() -> None:
    assert finder.DIGITS == DIGITS

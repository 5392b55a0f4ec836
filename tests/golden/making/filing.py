"""Writing files of the corpus: lines of JSON, packed where they are many."""

from __future__ import annotations

import json
import lzma
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FOLDER = HERE.parent / "corpus"
LARGE = 40_000
"""Bytes from which on a file is packed; smaller ones are read by people, too."""
TESTS = HERE.parents[1]
ROOT = TESTS.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
for path in (".", "tests/golden", *SETTINGS["tool"]["pytest"]["ini_options"]["pythonpath"]):
    sys.path.insert(0, str(ROOT / path))


def write_text(name: str, text: str) -> None:
    """Writes a file of that name, packed as `.xz` if it is large."""
    path = FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    data = text.encode()
    large = len(data) > LARGE
    path.unlink(missing_ok=True)
    path.with_name(f"{path.name}.xz").unlink(missing_ok=True)
    if large:
        path = path.with_name(f"{path.name}.xz")
        data = lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)
    path.write_bytes(data)
    print(f"{path.relative_to(FOLDER)}: {len(data)} bytes")


def write_bytes(name: str, data: bytes) -> None:
    """Writes a file that is packed already."""
    (FOLDER / name).write_bytes(data)
    print(f"{name}: {len(data)} bytes")


def write_lines(name: str, records: Iterable[Any]) -> None:
    """Writes one record a line."""
    write_text(name, "".join(f"{json.dumps(record, ensure_ascii=not _sound(record))}\n" for record in records))


def _sound(record: Any) -> bool:
    """Can it be written in UTF-8, and do its lines stay lines? Half a character cannot."""
    written = json.dumps(record, ensure_ascii=False)
    try:
        written.encode()
    except UnicodeEncodeError:
        return False
    return len(written.splitlines()) == 1

"""Short ways to write the TOML of kits for tests."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path

from PIL import Image


def toml(value: object) -> str:
    """A value as TOML."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {toml(part)}' for key, part in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


def lines(**keys: object) -> str:
    """Keys and values, each on a line."""
    return "".join(f"{key} = {toml(value)}\n" for key, value in keys.items())


def head(id_: str, title: object, languages: tuple[str, ...] = ("en",), **keys: object) -> str:
    """The table `[kit]`."""
    return "[kit]\n" + lines(id=id_, title=title, players=[2, 4], languages=list(languages), **keys)


def table(name: str, /, **columns: str) -> str:
    """A table of the file of its name, with the types of columns."""
    return f"\n[table.{name}]\n" + lines(file=f"{name}.csv", columns=columns)


def component(id_: str, kind: str, title: object, **keys: object) -> str:
    """A `[[component]]`."""
    return "\n[[component]]\n" + lines(id=id_, kind=kind, title=title, **keys)


def draw(**keys: object) -> str:
    """A `[[draw]]` of a face."""
    return "[[draw]]\n" + lines(**keys) + "\n"


def write_files(folder: Path, files: Mapping[str, str | bytes | None]) -> Path:
    """Writes files by their paths in a folder; those that are None are left out. Returns the folder."""
    for name, content in files.items():
        if content is not None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def encoded(picture: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    """A picture as the bytes of a file."""
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()

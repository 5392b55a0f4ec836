"""The document of the manifest names all that stands in it."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from pnp.build.manifest import Code, ComponentEntry, File, Manifest, OrderEntry, PieceEntry, SealEntry, SheetEntry

DOCUMENT = (Path(__file__).parents[3] / "docs" / "manifest.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("heading", "entry"),
    [
        ("", Manifest),
        ("files", File),
        ("components", ComponentEntry),
        ("qr", Code),
        ("sheets", SheetEntry),
        ("pieces", PieceEntry),
        ("seals", SealEntry),
        ("order", OrderEntry),
    ],
)
def test_every_field_is_told_of_and_no_other(heading: str, entry: type[msgspec.Struct]) -> None:
    start = DOCUMENT.index(f"## `{heading}`") if heading else 0
    part = DOCUMENT[start:].split("\n## ")[0].removeprefix("## ")
    fields = {field.name for field in msgspec.structs.fields(entry)}
    assert {name for name in fields if f"`{name}`" not in part} == set()
    rows = re.findall(r"^\| (`[^|]*) \|", part, re.MULTILINE)
    assert {name for row in rows for name in re.findall("`([a-z_0-9]+)`", row)} <= fields

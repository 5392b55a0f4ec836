"""Kits that others would bring: written to a folder, printed, and read back from the paper."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2

from pnp.build.build import build, check
from pnp.face.paint import InkMode
from pnp.sheet.options import Options

ROOT = Path(__file__).parents[2]
KITS = Path(__file__).with_name("kits")
FILE = re.compile(r"^`([\w./-]+)`:\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)


def typed_off(document: str, folder: Path) -> Path:
    """The files that a document shows, as a reader types them."""
    found = FILE.findall((ROOT / "docs" / document).read_text("utf-8"))
    for name, text in found:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def findings(kit: Path, ink: InkMode = "full") -> list[str]:
    return [f"{found.code}: {found.message}" for found in check(kit, Options(out=Path(), ink=ink), lambda *told: None)]


class Printed:
    """The files that a kit prints, by what stands in their names after the kit's."""

    def __init__(self, kit: Path, out: Path) -> None:
        built = build(kit, Options(out=out), lambda *told: None)
        self.folder = built.folder
        self.files = [file.path for file in built.manifest.files]

    def document(self, part: str) -> pypdfium2.PdfDocument:
        (name,) = [name for name in self.files if part in name]
        return pypdfium2.PdfDocument(self.folder / name)

    def text(self, part: str) -> str:
        """All words of a file, one blank between them."""
        with self.document(part) as pages:
            return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in pages)

    def pages(self, part: str) -> int:
        with self.document(part) as pages:
            return len(pages)

    def size(self, part: str) -> tuple[int, int]:
        """Of its first page, in whole mm."""
        with self.document(part) as pages:
            width, height = (round(side / 72 * 25.4) for side in pages[0].get_size())
        return width, height

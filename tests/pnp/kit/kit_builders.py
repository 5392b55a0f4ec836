"""Small kits for tests: a sound one, written to a folder, with some of its files changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kit_text import write_files

from pnp.findings import Finding
from pnp.kit import Kit
from pnp.kits import read

KIT = """\
[kit]
id = "tiny"
title = { en = "Tiny", es = "Chico" }
players = [2, 4]
languages = ["en", "es"]

[table.dyes]
file = "dyes.csv"
[table.dyes.columns]
kind = "one of natural mixed"
colour = "colour"
brew = "list of ref dyes"
cubes = "count"

[[component]]
id = "dyes"
kind = "token"
title = "Dyes"
size = 16
each = "dyes"
where = "kind = natural"
copies = "cubes"
count = 5
face = "dye"
back = "plain"
"""

DYES = """\
id,kind,colour,brew,cubes,name.en,name.es
blue,natural,indigo,,2,blue,azul
red,natural,#991E17,,3,red,rojo
purple,mixed,indigo,blue red,1,purple,morado
"""

DYE = """\
[[draw]]
rect = "bleed"
fill = "{colour}"

[[draw]]
text = "{name}"
style = "title"
"""

PLAIN = """\
[[draw]]
ellipse = "trim"
fill = "silk"

[[draw]]
text = "{aid.pay}"
"""

WORDS = {"words.en.toml": '[aid]\npay = "Pay"\n', "words.es.toml": '[aid]\npay = "Paga"\n'}

FILES: dict[str, str] = {"kit.toml": KIT, "dyes.csv": DYES, "faces/dye.toml": DYE, "faces/plain.toml": PLAIN, **WORDS}


def write_kit(folder: Path, changes: Mapping[str, str | bytes | None] | None = None) -> Path:
    """Writes the sound kit with some files changed, added or, where the change is None, left out."""
    return write_files(folder, {**FILES, **(changes or {})})


def swapped(text: str, *pairs: tuple[str, str]) -> str:
    """A text with parts replaced; each must be there."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def read_changed(folder: Path, name: str, *pairs: tuple[str, str]) -> tuple[Kit | None, tuple[Finding, ...]]:
    """Reads the sound kit with parts of one file replaced."""
    kit, findings = read(write_kit(folder, {name: swapped(FILES[name], *pairs)}))
    return kit, tuple(findings)


def where(finding: Finding, folder: Path) -> str:
    """The place of a finding, from the kit folder on."""
    return str(finding.place).removeprefix(f"{folder.resolve().as_posix()}/")

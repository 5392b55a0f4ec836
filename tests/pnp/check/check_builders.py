"""Kits for tests of the preflight: three players and one face, or one piece for each face of a table of cases."""

from __future__ import annotations

import json
from collections.abc import Container, Mapping
from pathlib import Path
from typing import NamedTuple

from kit_text import component, encoded, head, table, write_files
from output_builders import pnp
from PIL import Image

from pnp.findings import Finding, Place, Severity

HATCH = "one of none horizontal vertical dots"
KIT = (
    head("houses", "Houses")
    + table("players", colour="colour", sign="optional icon", hatch=HATCH)
    + component("markers", "token", "Markers", size=[30, 30], each="players", face="marker")
)
PLAYERS = "id,colour,sign,hatch,name\nann,#B3361F,,none,Ann\nbob,#2E6B34,,none,Bob\neve,#F5DF4E,,none,Eve\n"
GROUND = '[[draw]]\nrect = "bleed"\nfill = "{colour}"\n'
NAMED = '[[draw]]\nrect = "bleed"\nfill = "white"\n\n[[draw]]\ntext = "{name}"\nbox = "safe"\n'


def write_kit(folder: Path, face: str = NAMED, changes: Mapping[str, str | bytes] | None = None) -> Path:
    """The kit, with this as its face and some files changed or added."""
    return write_files(folder, {"kit.toml": KIT, "players.csv": PLAYERS, "faces/marker.toml": face, **(changes or {})})


def checked(folder: Path, *options: str) -> list[Finding]:
    """What `pnp check` finds in a kit, places from the kit folder on."""
    return [_finding(row, folder) for row in json.loads(pnp("check", folder, "--json", *options).stdout)]


def codes(folder: Path, *options: str) -> list[str]:
    """Each finding as `severity code place`."""
    return [f"{finding.severity} {finding.code} {finding.place}" for finding in checked(folder, *options)]


def _finding(row: dict[str, str | int], folder: Path) -> Finding:
    file = str(row["file"]).removeprefix(folder.resolve().as_posix()).lstrip("/")
    place = Place(file, int(row["row"]), str(row["column"]))
    severity: Severity = "error" if row["severity"] == "error" else "warning"
    return Finding(
        severity, str(row["code"]), place, str(row["message"]), str(row["hint"]), str(row["card"]), str(row["page"])
    )


class Case(NamedTuple):
    """A face, what is found on it, and the size and shape of the piece that has it."""

    face: str
    says: list[str] = []  # noqa: RUF012  # nobody changes it
    piece: str = "size = [30, 30]"


def check_cases(
    folder: Path,
    cases: Mapping[str, Case],
    codes: Container[str],
    files: Mapping[str, str | bytes] | None = None,
    *options: str,
) -> dict[str, list[str]]:
    """What one check of a kit finds on each face, as `code line: message`. Each finding says what to do."""
    head, _, _ = KIT.partition("[[component]]")
    kit, faces = head, {}
    for number, case in enumerate(cases.values()):
        name = f"case-{number}"
        kit += f'[[component]]\nid = "{name}"\nkind = "token"\n{case.piece}\neach = "players"\nface = "{name}"\n'
        faces[f"faces/{name}.toml"] = case.face
    ann = "".join(PLAYERS.splitlines(keepends=True)[:2])
    write_kit(folder, NAMED, {"kit.toml": kit, "players.csv": ann, **faces, **(files or {})})
    found: dict[str, list[str]] = {name: [] for name in cases}
    names = dict(zip(faces, cases, strict=True))
    for finding in checked(folder, *options):
        if finding.code in codes and finding.place.file in names:
            assert finding.hint, finding
            said = f"{finding.code} {finding.place.row}: {finding.message}"
            found[names[finding.place.file]].append(said)
    return {name: list(dict.fromkeys(said)) for name, said in found.items()}


def draw(*lines: str) -> str:
    """A `[[draw]]` table with these keys."""
    return "\n".join(("[[draw]]", *lines, "", ""))


def strips(*parts: tuple[str, int], height: int = 400) -> bytes:
    """A PNG of upright strips, each of a colour and so many pixels wide."""
    whole = Image.new("RGBA", (sum(width for _, width in parts), height))
    at = 0
    for colour, width in parts:
        whole.paste(Image.new("RGBA", (width, height), colour), (at, 0))
        at += width
    return encoded(whole)


LEAFLET = '\n[[component]]\nid = "rules"\nkind = "leaflet"\ntitle = "R"\nfile = "rules"\n'
BOX = '\n[[component]]\nid = "box"\nkind = "box"\ntitle = "B"\ncontents = ["markers"]\nfaces = { front = "lid" }\n'
FACE = NAMED + '\n[[draw]]\nicon = "sun"\nbox = [4, 14, 9, 9]\non = "{colour}"\n\n[[draw]]\nqr = "{address}"\n'
FACE += 'box = [12, 10, 16, 16]\nturn = 90\n\n[[draw]]\nface = "chip"\nbox = [4, 24, 4, 4]\nset = { n = "3" }\n'
TINY = {
    "kit.toml": KIT + LEAFLET + BOX,
    "players.csv": PLAYERS,
    "faces/marker.toml": FACE,
    "rules.en.md": "# Houses\n\n## Goal {#goal}\n\nSee [it](#goal), {sun}.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "faces/chip.toml": 'size = [9, 9]\n\n[input]\nn = "count"\n\n'
    '[[draw]]\ntext = "{n}"\neach = "1..{n}"\nstep = [1, 0]\n',
    "faces/lid.toml": '[[draw]]\ntext = "**{kit.title}**"\nbox = "safe"\nstyle = "title"\n',
    "theme.toml": '[colour]\ndawn = "#AA3311"\n\n[style.title]\nsize = 20\ncolour = "dawn"\n',
    "art/sun.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g fill="#F5DF4E" stroke="#2B2320">'
    '<path d="M2 2c4 0 9 1 9 9z" transform="rotate(20)"/><circle cx="12" cy="12" r="6"/></g></svg>',
}

"""Kits made to hang the press or to fill its memory: refused, or bounded, in the time of a few honest ones."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from kit_builders import DYES, KIT, swapped, write_kit
from output_builders import limited

from pnp.face.layout import KitFaces
from pnp.findings import Finding
from pnp.kit import bounds, expand
from pnp.kit.model import Faced
from pnp.kits import read

pytestmark = pytest.mark.long


def found(folder: Path) -> list[Finding]:
    """What is found while reading a kit, and while laying it out if it can be read."""
    kit, findings = read(folder)
    if kit is None or findings.errors:
        return list(findings)
    layout = KitFaces(kit, "en")
    for component in kit.components:
        for record, _ in expand(kit, component):
            if isinstance(component, Faced):
                layout.front(component, record)
    return list(layout.findings)


DRAW = "[[draw]]\n"
GRID = "grid = { columns = 31, rows = 31 }\n"

HOSTILE = {
    "half a million references": {
        "dyes.csv": DYES + "".join(f"d{n},mixed,ink,{'blue ' * 2_000},1,a,b\n" for n in range(200)) + "blue,,,,,,\n"
    },
    "unknown keys": {"kit.toml": KIT + "".join(f"key{n} = 1\n" for n in range(15_000))},
    "long dotted keys": {"kit.toml": KIT + "".join(f"a{n}.{'.'.join('a' * 39)} = 1\n" for n in range(2_500))},
    "braces without end": {"faces/dye.toml": DRAW + 'text = "' + "{a" * 100_000 + '"\n'},
    "a path of a thousand steps": {"faces/dye.toml": DRAW + 'text = "{' + "brew." * 50_000 + 'x}"\n'},
    "a condition without end": {"faces/dye.toml": DRAW + 'text = "x"\nwhen = "' + "kind and " * 20_000 + 'kind"\n'},
    "a million bindings": {"faces/dye.toml": DRAW + 'text = "' + "{name}" * 40_000 + '"\n'},
    "words within words": {
        "words.en.toml": "".join(f'w{n} = "{f"{{w{n + 1}}}" * 60}"\n' for n in range(8))
        + 'w8 = "x"\n[aid]\npay = "a"\n',
        "words.es.toml": "".join(f'w{n} = "{f"{{w{n + 1}}}" * 60}"\n' for n in range(8))
        + 'w8 = "x"\n[aid]\npay = "a"\n',
        "faces/dye.toml": DRAW + 'text = "{w0}"\n',
    },
    "grids of grids": {
        "faces/dye.toml": DRAW + 'face = "plain"\nset = { n = "{place}" }\n' + GRID,
        "faces/plain.toml": '[input]\nn = "text"\n' + DRAW + 'face = "third"\nset = { n = "{n}{place}" }\n' + GRID,
        "faces/third.toml": '[input]\nn = "text"\n' + DRAW + 'rect = "trim"\nfill = "ink"\nwhen = "n = x"\n' + GRID,
    },
    "hatches of hatches": {
        "faces/dye.toml": DRAW + 'rect = [0, "{index}", 1900, 1900]\nhatch = "grid"\nspacing = 1\neach = "1..1000"\n'
    },
    "signs of nobody": {"faces/dye.toml": (DRAW + 'icon = "x{place}"\n' + GRID) * 20},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_kit_is_done_with_soon(tmp_path: Path, name: str) -> None:
    folder = write_kit(tmp_path, HOSTILE[name])
    with limited():
        assert found(folder)


def test_a_kit_of_many_cards_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "TOTAL_ITEMS", msgspec.structs.replace(bounds.TOTAL_ITEMS, most=3_000))
    rows = "".join(f"d{number},natural,ink,,1,a{number},b\n" for number in range(150))
    kit, face = swapped(KIT, ("count = 5\n", "")), (DRAW + 'text = "{name} {place}"\n' + GRID) * 4
    folder = write_kit(tmp_path, {"kit.toml": kit, "dyes.csv": DYES + rows, "faces/dye.toml": face})
    assert any("the kit draws more than" in finding.message for finding in found(folder))

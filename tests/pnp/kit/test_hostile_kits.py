"""Kits made to hang the press or to fill its memory: refused, or bounded, in the time of a few honest ones."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from kit_builders import DYES, KIT, swapped, write_kit

from pnp.face.layout import KitFaces
from pnp.findings import Finding
from pnp.kit import bounds, expand
from pnp.kit.model import Faced
from pnp.kits import read

pytestmark = pytest.mark.long

TIMES = 40
"""How much longer than an honest deck a hostile kit may take. The slowest takes about 8 times as long; without the
bounds, hundreds of times."""


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> float:
    """Seconds of this process that an honest deck of 2,000 cards takes to be read and laid out."""
    rows = "".join(f"d{number},natural,ink,,1,good number {number},b\n" for number in range(2_000))
    changes = {"kit.toml": swapped(KIT, ("count = 5\n", "")), "dyes.csv": DYES + rows}
    folder = write_kit(tmp_path_factory.mktemp("honest"), changes)
    found(folder)
    start = time.process_time()
    found(folder)
    return time.process_time() - start


@contextmanager
def soon(honest: float) -> Iterator[None]:
    start = time.process_time()
    yield
    assert time.process_time() - start < TIMES * honest


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
    "20,000 wrong references": {"dyes.csv": DYES + "".join(f"d{n},mixed,ink,x{n},1,a,b\n" for n in range(15_000))},
    "half a million references": {
        "dyes.csv": DYES + "".join(f"d{n},mixed,ink,{'blue ' * 2_000},1,a,b\n" for n in range(200)) + "blue,,,,,,\n"
    },
    "unknown keys": {"kit.toml": KIT + "".join(f"key{n} = 1\n" for n in range(15_000))},
    "unknown faces": {"faces/dye.toml": (DRAW + 'face = "x"\n') * 1_000},
    "long dotted keys": {"kit.toml": KIT + "".join(f"a{n}.{'.'.join('a' * 39)} = 1\n" for n in range(2_500))},
    "quotes without end": {"kit.toml": KIT + 'x = """' + '"" ' * 80_000},
    "backslashes without end": {"faces/dye.toml": DRAW + 'text = "' + r"\\" * 100_000 + '"\n'},
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
    "a text that grows": {
        "dyes.csv": DYES.replace("azul", "a" * 9_000).replace("blue,azul", "b" * 9_000),
        "faces/dye.toml": DRAW + 'text = "' + "{name.es}" * 60 + '"\n',
    },
    "grids of grids": {
        "faces/dye.toml": DRAW + 'face = "plain"\nset = { n = "{place}" }\n' + GRID,
        "faces/plain.toml": '[input]\nn = "text"\n' + DRAW + 'face = "third"\nset = { n = "{n}{place}" }\n' + GRID,
        "faces/third.toml": '[input]\nn = "text"\n' + DRAW + 'rect = "trim"\nfill = "ink"\nwhen = "n = x"\n' + GRID,
    },
    "long texts in grids": {
        "dyes.csv": DYES.replace("azul", "a b " * 2_000).replace("blue,azul", "x y " * 2_000),
        "faces/dye.toml": (DRAW + 'text = "{name.es} {place}"\n' + GRID) * 4,
    },
    "hatches of hatches": {
        "faces/dye.toml": DRAW + 'rect = [0, "{index}", 1900, 1900]\nhatch = "grid"\nspacing = 1\neach = "1..1000"\n'
    },
    "signs of nobody": {"faces/dye.toml": (DRAW + 'icon = "x{place}"\n' + GRID) * 20},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_kit_is_done_with_soon(tmp_path: Path, honest: float, name: str) -> None:
    folder = write_kit(tmp_path, HOSTILE[name])
    with soon(honest):
        assert found(folder)


def test_faces_without_end_are_not_all_read(tmp_path: Path, honest: float) -> None:
    faces = {f"faces/f{number}.toml": (DRAW + 'face = "x"\n') * 400 for number in range(600)}
    with soon(honest):
        assert found(write_kit(tmp_path, faces))


def test_a_kit_of_many_cards_is_bounded(tmp_path: Path, honest: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "TOTAL_ITEMS", msgspec.structs.replace(bounds.TOTAL_ITEMS, most=30_000))
    rows = "".join(f"d{number},natural,ink,,1,a{number},b\n" for number in range(1_500))
    kit = swapped(KIT, ("count = 5\n", ""))
    face = (DRAW + 'text = "{name} {place}"\n' + GRID) * 4
    with soon(honest):
        messages = [
            finding.message
            for finding in found(
                write_kit(tmp_path, {"kit.toml": kit, "dyes.csv": DYES + rows, "faces/dye.toml": face})
            )
        ]
    assert any("the kit draws more than" in message for message in messages)

"""Whatever is changed in a kit, `pnp check` ends soon, with findings or without, and never with a traceback."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from typing import TypeAlias

import pytest
from check_builders import KIT, NAMED, write_kit
from click.testing import CliRunner
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pnp.cli import main
from pnp.kits import find

pytestmark = pytest.mark.long

HANGS = 60.0
"""Seconds of this process's own time after which a check counts as hanging; the slowest known takes five."""
QUICKLY = settings(deadline=None, phases=(Phase.generate,), suppress_health_check=list(HealthCheck))
"""Without shrinking, which would check hundreds of kits more to find a smaller bad one."""
Change: TypeAlias = tuple[int, str, int, object]
"""Which file, what is done to it, where in it, and with what."""

LEAFLET = '\n[[component]]\nid = "rules"\nkind = "leaflet"\ntitle = "R"\nfile = "rules"\n'
BOX = '\n[[component]]\nid = "box"\nkind = "box"\ntitle = "B"\ncontents = ["markers"]\nfaces = { front = "lid" }\n'
FACE = NAMED + '\n[[draw]]\nicon = "sun"\nbox = [4, 14, 9, 9]\non = "{colour}"\n\n[[draw]]\nqr = "{address}"\n'
FACE += 'box = [12, 10, 16, 16]\nturn = 90\n\n[[draw]]\nface = "chip"\nbox = [4, 24, 4, 4]\nset = { n = "3" }\n'
TINY = {
    "kit.toml": KIT + LEAFLET + BOX,
    "rules.en.md": "# Houses\n\n## Goal {#goal}\n\nSee [it](#goal), {sun}.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "faces/chip.toml": 'size = [9, 9]\n\n[input]\nn = "count"\n\n'
    '[[draw]]\ntext = "{n}"\neach = "1..{n}"\nstep = [1, 0]\n',
    "faces/lid.toml": '[[draw]]\ntext = "**{kit.title}**"\nbox = "safe"\nstyle = "title"\n',
    "theme.toml": '[colour]\ndawn = "#AA3311"\n\n[style.title]\nsize = 20\ncolour = "dawn"\n',
    "art/sun.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g fill="#F5DF4E" stroke="#2B2320">'
    '<path d="M2 2c4 0 9 1 9 9z" transform="rotate(20)"/><circle cx="12" cy="12" r="6"/></g></svg>',
}

VALUE = re.compile(rb'(?<=[ ,=\[("])(-?\d+(?:\.\d+)?|#[0-9A-Fa-f]{6}|[A-Za-z_{}.-]+)(?=[] ,\n)"])')
WORDS = ("0", "-1", "1e999", "99999999", "nan", "'x'", "[]", "{}", "true", "'{id}'", "'../..'", "1..9", "#FFFFFF")
NAMES = ("trim", "ink", "name", "{item}", "natural", "not", "dyes", "board", "(", "]", '"', "\\", "\0", "漢", "'''")


def _changed(data: bytes, what: str, at: int, scrap: object) -> bytes:
    """A file after one change."""
    lines = data.splitlines(keepends=True)
    line = at % (len(lines) or 1)
    if what == "value" and (found := list(VALUE.finditer(data))):
        place = found[at % len(found)]
        return data[: place.start()] + str(scrap).encode() + data[place.end() :]
    if what == "delete":
        return b"".join(lines[:line] + lines[line + 1 :])
    if what == "double":
        return b"".join(lines[:line] + lines[line : line + 1] * 2 + lines[line + 1 :])
    if what == "move":
        return b"".join(lines[line : line + 1] + lines[:line] + lines[line + 1 :])
    if what == "end":
        return data[: at % (len(data) + 1)]
    cut = at % (len(data) + 1)
    return data[:cut] + (scrap if isinstance(scrap, bytes) else str(scrap).encode()) + data[cut:]


CHANGES: st.SearchStrategy[list[Change]] = st.lists(
    st.tuples(
        st.integers(0, 10_000),
        st.sampled_from(("value", "value", "value", "delete", "double", "move", "end", "insert")),
        st.integers(0, 100_000),
        st.sampled_from((*WORDS, *NAMES)) | st.binary(max_size=8),
    ),
    min_size=1,
    max_size=3,
)


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Fails what takes longer than this of the process's own time, where it then is."""

    def too_long(_signal: int, _frame: object) -> None:
        raise AssertionError(f"takes more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def ends_well(folder: Path, changes: list[Change]) -> None:
    """Makes the changes, checks the kit, and takes them back."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    before = {path: path.read_bytes() for path in files}
    try:
        for number, what, at, scrap in changes:
            path = files[number % len(files)]
            path.write_bytes(_changed(path.read_bytes(), what, at, scrap))
        with limited(HANGS):
            result = CliRunner().invoke(
                main, ["check", str(folder), "--json", "--language", "en"], catch_exceptions=False
            )
        if result.exit_code == 2:  # it is no longer in the language that is asked for
            assert "this kit is not in 'en'" in result.stderr
            return
        findings = json.loads(result.stdout)
        assert all(finding["message"] and finding["file"] for finding in findings)
        assert result.exit_code == any(finding["severity"] == "error" for finding in findings)
        assert sorted(path for path in folder.rglob("*") if path.is_file()) == files
    finally:
        for path, data in before.items():
            path.write_bytes(data)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_kit(tmp_path_factory.mktemp("tiny") / "kit", FACE, dict(TINY))


@pytest.fixture(scope="module")
def hangzhou(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copytree(find("hangzhou"), tmp_path_factory.mktemp("city") / "hangzhou")


def test_the_small_kit_is_sound(tiny: Path) -> None:
    result = CliRunner().invoke(main, ["check", str(tiny), "--json"], catch_exceptions=False)
    assert [row for row in json.loads(result.stdout) if row["severity"] == "error"] == []


@settings(QUICKLY, max_examples=60)
@given(changes=CHANGES)
def test_a_changed_small_kit_ends_well(tiny: Path, changes: list[Change]) -> None:
    ends_well(tiny, changes)


@pytest.mark.landing
@settings(QUICKLY, max_examples=2)
@given(changes=CHANGES)
def test_a_changed_hangzhou_ends_well(hangzhou: Path, changes: list[Change]) -> None:
    ends_well(hangzhou, changes)


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "examples"), [("tiny", 4_000), ("hangzhou", 150)])
def test_many_changed_kits_end_well(kit: str, examples: int, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(kit)

    @settings(QUICKLY, max_examples=examples)
    @given(changes=CHANGES)
    def run(changes: list[Change]) -> None:
        ends_well(folder, changes)

    run_it: Callable[[], None] = run
    run_it()

"""The wheel and its extras: what is installed where, and what runs with how much of it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Sequence
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pnp.extras import EXTRAS, PACKAGE

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LACKING = """
import sys
class Lacking:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Lacking())
"""
"""A Python that has not installed some packages."""
PLAY = """
from companion.engine.drive import play_at_random, drive
from companion.engine.drive import Generator
from companion.engine.registry import GAMES, game
for name in {games!r}:
    rules = game(name)
    state = rules.new(players=2)
    for step in drive(rules, state, play_at_random(1), Generator(1)):
        state = step.state
    print(name, state.turn)
"""
OPTIONAL = {"openspiel": "openspiel", "lab": "test"}
"""Extras that not every machine has, and the file that pins them."""
POSITION = """hangzhou RBYW
city: B1Wy A2Br1 A3Rr D3Yb E3Yr A5B
market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / r1 r1 p5 k6
R: c5 y1  B: c3 b1  Y: c4 y1  W: c5 r1
"""


def run(code: str, *arguments: str, missing: Sequence[str] = (), home: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Runs code where the packages lie in `home` and others are missing."""
    code = (LACKING.format(missing=set(missing)) if missing else "") + code
    env = os.environ | {"PYTHONPATH": str(home)}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=env, cwd=home, check=False)


def names(requirements: Sequence[str]) -> set[str]:
    return {canonicalize_name(Requirement(entry).name) for entry in requirements}


@pytest.mark.parametrize("extra", sorted({extra for modules in EXTRAS.values() for extra in modules.values()}))
def test_a_module_is_brought_by_the_extra_that_is_named(extra: str) -> None:
    homes = packages_distributions()
    modules = {module for others in EXTRAS.values() for module, home in others.items() if home == extra}
    if extra in OPTIONAL and not homes.keys() >= modules:
        pytest.skip(f"the extra {extra} brings it: pip install --requirement requirements/{OPTIONAL[extra]}.txt")
    asked = names(PROJECT["optional-dependencies"][extra])
    brought = asked | {name for package in asked - {PACKAGE} for name in names(requires(package) or [])}
    assert {canonicalize_name(home) for module in modules for home in homes[module]} & brought


@pytest.mark.parametrize("module", ["pnp", "companion"])
def test_every_import_is_of_a_package_that_is_asked_for(module: str) -> None:
    homes = packages_distributions()
    asked = names([entry for entries in PROJECT["optional-dependencies"].values() for entry in entries]) | {"msgspec"}
    installed = asked & {canonicalize_name(home) for found in homes.values() for home in found}
    asked |= {name for package in installed - {canonicalize_name(PACKAGE)} for name in names(requires(package) or [])}
    known = {name for name, found in homes.items() if asked & set(map(canonicalize_name, found))}
    known |= {name for others in EXTRAS.values() for name in others} | {"pnp", "companion", *sys.stdlib_module_names}
    pattern = re.compile(r"^\s*(?:import|from) ([A-Za-z_]\w*)", re.MULTILINE)
    for path in (ROOT / module).rglob("*.py"):
        code = re.sub(r'"""[\s\S]*?"""', "", path.read_text("utf-8"))
        assert not (unknown := set(pattern.findall(code)) - known), f"{path}: {unknown}"


def test_games_are_played_with_msgspec_and_babel_alone() -> None:
    played = ("dunhuang", "hangzhou", "xanadu")
    others = {name for name in packages_distributions() if name not in {"msgspec", "babel", "pnp", "companion"}}
    done = run(PLAY.format(games=played), missing=sorted(others))
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(played)


@pytest.mark.parametrize(
    ("command", "arguments", "lacks", "extra"),
    [
        ("pnp", ["build", "hangzhou"], "click", "press"),
        ("pnp", ["check", "hangzhou"], "uharfbuzz", "press"),
        ("pnp", ["calibrate", "photo", "README.md", "README.md"], "cv2", "camera"),
        ("companion", ["see", "README.md", "--kit", "hangzhou"], "cv2", "sight"),
        ("companion", ["serve"], "click", "companion"),
        ("companion", ["serve"], "flask", "companion"),
        ("companion", ["resolve", "hangzhou"], "click", "companion"),
        ("companion", ["backup", "file.zip", "--database", "postgresql:///none"], "psycopg", "postgres"),
    ],
)
def test_a_command_says_in_one_line_what_to_install(command: str, arguments: list[str], lacks: str, extra: str) -> None:
    done = run(f"from {command}.__main__ import main; main()", *arguments, missing=[lacks])
    assert done.returncode == 1 and not done.stdout
    line = f"{command}: {lacks} is not installed. This brings it: pip install '{PACKAGE}[{extra}]'\n"
    said = done.stderr.removeprefix("Kit: hangzhou (comes with the press)\n")
    assert said == line


def test_a_fault_of_our_own_is_no_lack_of_a_package() -> None:
    done = run("from pnp.__main__ import main; main()", "build", missing=["companion", "pnp.cli", "tomllib"])
    assert "Traceback" in done.stderr and "pip install" not in done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an installer unpacks of our wheel, outside the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (file,) = folder.glob("*.whl")
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_the_wheel_has_two_packages_and_nothing_beside_them(wheel: Path) -> None:
    tops = {path.name for path in wheel.iterdir()}
    assert {name for name in tops if not name.endswith(".dist-info")} == {"pnp", "companion"}
    ours = {path.relative_to(ROOT / "cards") for path in (ROOT / "cards").rglob("*") if path.is_file()}
    carried = {path.relative_to(wheel / "pnp/cards") for path in (wheel / "pnp/cards").rglob("*") if path.is_file()}
    assert carried == {path for path in ours if "__pycache__" not in path.parts}
    starters = {path.relative_to(ROOT) for path in (ROOT / "pnp/starters/kits").rglob("*") if path.is_file()}
    assert len(starters) > 100 and all((wheel / path).is_file() for path in starters)
    assert {"pnp/py.typed", "companion/py.typed"} <= {path.relative_to(wheel).as_posix() for path in wheel.glob("*/*")}


def test_the_wheel_prints_and_resolves_by_itself(wheel: Path, tmp_path: Path) -> None:
    where = run("import pnp, companion; print(pnp.__file__, companion.__file__)", home=wheel)
    assert where.stdout.count(str(wheel)) == 2, "it is the wheel's code that runs"
    pnp, companion = (f"from {name}.__main__ import main; main()" for name in ("pnp", "companion"))
    out = ["--out", str(tmp_path), "--only", "natural-dyes:blue", "--language", "en"]
    printed = run(pnp, "build", "hangzhou", *out, home=wheel)
    assert printed.returncode == 0, printed.stderr
    assert list(tmp_path.rglob("*.pdf")), printed.stdout
    (tmp_path / "position.txt").write_text(POSITION, "utf-8")
    told = run(companion, "resolve", "hangzhou", str(tmp_path / "position.txt"), "--seed", "7", home=wheel)
    assert told.returncode == 0 and told.stdout, told.stderr

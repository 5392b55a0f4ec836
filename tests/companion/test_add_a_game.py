"""The games of docs/add-a-game.md: installed beside us, each is printed and played. One is typed off the page."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
TESTS = ROOT / "tests" / "companion"


def installed(example: Path, folder: Path) -> None:
    """Leaves in a folder what installing the package would: its name and its entry points."""
    project = tomllib.loads((example / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"].replace("-", "_"), project["version"]
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    groups = (
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in points.items())
        for group, points in project["entry-points"].items()
    )
    info.joinpath("entry_points.txt").write_text("\n".join(groups), "utf-8")


def python(folder: Path, packages: list[Path], *command: str) -> subprocess.CompletedProcess[str]:
    """Runs Python beside these packages, whose names lie in the folder."""
    path = os.pathsep.join(map(str, (folder, *packages, ROOT, TESTS, TESTS / "engine", TESTS / "web")))
    return subprocess.run(
        [sys.executable, *command], env=os.environ | {"PYTHONPATH": path}, cwd=folder, capture_output=True, text=True
    )


def check(folder: Path, examples: dict[Path, Path]) -> None:
    """Runs the tests of packages beside each other, by their folders."""
    for example in examples:
        installed(example, folder)
    options = ("-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(ROOT))
    done = python(folder, [*examples], "-m", "pytest", *options, *map(str, examples.values()))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.landing
def test_examples_are_built_printed_and_played(tmp_path: Path) -> None:
    check(tmp_path, {DOCS / game: DOCS / game / f"test_{game}.py" for game in ("oasis", "pig")})


def typed(folder: Path, name: str = "stones", *mistakes: tuple[str, str, str]) -> Path:
    """The game of the page as a package of that name; each mistake is a file, what stands there, and what instead. An
    empty text removes the file, and one that stands nowhere is added at the end."""
    page = (DOCS / "add-a-game.md").read_text("utf-8")
    files = dict(re.findall(r"^`([\w./]+)`:\n```\w+\n(.*?)^```$", page, re.DOTALL | re.MULTILINE))
    assert {"pyproject.toml", "stones/rules.py", "stones/kit/kit.toml"} <= files.keys()
    assert sum(text.count("\n") for file, text in files.items() if "lesson" not in file and "heap" not in file) <= 220
    for file, old, new in mistakes:
        if not old:
            files.pop(file)
        else:
            assert old in files[file], (file, old)
            files[file] = files[file].replace(old, new)
    for file, text in [("stones/__init__.py", ""), *files.items()]:
        path = folder / file.replace("stones", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("stones", name), "utf-8")
    return folder


def test_the_game_on_the_page_is_built_printed_and_played(tmp_path: Path) -> None:
    check(tmp_path, {typed(tmp_path / "typed"): TESTS / "stones_played.py"})


KIT = '\n[project.entry-points."silkroad.kits"]\nstones = "stones.kit"\n'
MISTAKES: dict[str, tuple[tuple[str, str, str], str]] = {
    "nokit": (("pyproject.toml", KIT, ""), "kit"),
    "kitgone": (("pyproject.toml", '"stones.kit"', '"stones.kitt"'), "kit"),
    "badkit": (("stones/kit/kit.toml", 'kind = "token"', 'kind = "tokem"'), "kit"),
    "cutkit": (("stones/kit/kit.toml", "[kit]", "[kit"), "kit"),
    "icon": (("stones/pages.py", 'Sign("mark", art="stone")', 'Sign("mark", art="pebble")'), "pebble"),
    "sign": (("stones/pages.py", 'Sign("stone", art="stone")', 'Sign("stone", face="nowhere")'), "nowhere"),
    "drawing": (("stones/kit/art/stone.svg", "</svg>", "</svgg>"), "no drawing stone"),
    "nomark": (("stones/pages.py", ', Sign("mark", art="stone")', ","), "mark"),
    "seat": (("stones/pages.py", 'seat_sign="stone"', 'seat_sign="pebble"'), "pebble"),
    "signtype": (("stones/pages.py", 'Sign("stone", art="stone")', '"stone"'), "Sign"),
    "words": (("stones/words.es.toml", 'about = "De 2 a 4, 21 piedras, y gana la última"\n', ""), "about"),
    "nowords": (("stones/words.es.toml", "", ""), "words.es.toml"),
    "way": (("stones/pages.py", "dice=False", 'dice=False, ways=("follow", "merchants")'), "way.merchants"),
    "style": (("stones/pages.py", "dice=False", 'dice=False, STYLES=("lost.css",)'), "lost.css"),
    "page": (("stones/pages.py", "dice=False", 'dice=False, PAGES={"game": 7}'), "game"),
    "pagetype": (("stones/pages.py", "PAGES: Final = StonesPages(", "PAGES: Final = dict("), "GamePages"),
    "import": (("stones/pages.py", "from stones.rules import STONES", "from stones.rulez import STONES"), "rulez"),
    "exit": (("stones/rules.py", "from msgspec import Meta, Struct", "raise SystemExit(3)"), "SystemExit"),
    "raises": (("stones/rules.py", "return State(21,", "return 1 / 0, State(21,"), "ZeroDivisionError"),
    "table": (("stones/table.py", "TABLE: Final = GameTable(", "TABLE: Final = tuple("), "table"),
    "chairs": (("stones/table.py", '("A", "B", "C", "D")', '("A", "B")'), "chairs"),
    "name": (("stones/rules.py", 'ID = "stones"', 'ID = "pebbles"'), "pebbles"),
    "attribute": (("pyproject.toml", "stones.pages:PAGES", "stones.pages:PAGE"), "PAGE"),
}
"""Packages with one mistake each, and what the line about it names."""
LOOK = """
import json, sys
from companion.tables import open_tables
from companion.web import Config, create_app
from companion.web.game_pages import GAMES

tables = open_tables("tables.sqlite3")
phone = create_app(tables, Config()).test_client()
phone.get("/")
seen = {path: phone.get(path).status_code for path in ("/", "/nowhere", "/history", "/api/v1/games",
        "/api/v1/openapi.json", "/new/hangzhou", "/new/stones", "/print", "/lab", *sys.argv[1:])}
print(json.dumps([seen, sorted(GAMES), phone.get("/").text, [phone.get(path).text for path in sys.argv[1:]]]))
"""


def test_games_with_mistakes_are_left_out_and_the_others_are_served(tmp_path: Path) -> None:
    good = typed(tmp_path / "good")
    installed(good, tmp_path)
    folders = [good]
    for name, (mistake, _) in MISTAKES.items():
        folders.append(typed(tmp_path / name, f"game{name}", mistake))
        installed(folders[-1], tmp_path)
    for second, of in (("zzz", "stones"), ("aaa", "hangzhou")):
        project = (good / "pyproject.toml").read_text("utf-8").replace('"stones-game"', f'"{second}"')
        folders.append(tmp_path / second)
        folders[-1].mkdir()
        (folders[-1] / "pyproject.toml").write_text(project.replace("\nstones = ", f"\n{of} = "), "utf-8")
        installed(folders[-1], tmp_path)
    done = python(tmp_path, folders, "-c", LOOK)
    assert done.returncode == 0, done.stderr
    seen, games, start, _ = json.loads(done.stdout)
    assert games == ["dunhuang", "hangzhou", "stones", "xanadu"]
    assert seen == {path: 404 if path in ("/nowhere", "/lab") else 200 for path in seen}
    assert "Stones" in start
    for name, (_, named) in MISTAKES.items():
        (line,) = [line for line in done.stderr.splitlines() if f"game{name} is left out" in line]
        assert named in line, line
    assert "stones of zzz is left out: stones_game has a game of that id" in done.stderr
    assert "hangzhou of aaa is left out: silk-road-print-and-play has a game of that id" in done.stderr


OPEN = """
from pathlib import Path
from two_phones import press, two_phones

with two_phones(Path("."), "stones") as (ana, mei, home):
    press(ana, home, "take 3")
    print(home, ana.get_cookie("phone").value)
"""


def test_a_table_of_a_game_that_is_left_out_says_so(tmp_path: Path) -> None:
    """With a mistake in its package, and without the package. Other pages list the table, or leave it out."""
    example = typed(tmp_path / "typed")
    installed(example, tmp_path)
    opened = python(tmp_path, [example], "-c", OPEN)
    assert opened.returncode == 0, opened.stderr
    home, token = opened.stdout.split()
    look = LOOK.replace('phone.get("/")\n', f'phone.set_cookie("phone", "{token}")\n', 1)

    def says_so() -> None:
        done = python(tmp_path, [example], "-c", look, home, f"{home}/log", f"{home}/score", f"{home}/export")
        assert done.returncode == 0, done.stderr
        seen, games, _, tables = json.loads(done.stdout)
        assert games == ["dunhuang", "hangzhou", "xanadu"]
        assert seen["/"] == seen["/history"] == 200
        assert seen[home] == seen[f"{home}/log"] == seen[f"{home}/score"] == 409
        for page in tables:
            assert f"Table {home[3:]} cannot be shown: its game, stones, is not installed" in page
        assert "Traceback" not in done.stderr

    (example / "stones" / "pages.py").write_text("1 / 0\n", "utf-8")
    says_so()
    shutil.rmtree(example)
    shutil.rmtree(next(tmp_path.glob("*.dist-info")))
    says_so()


def test_commands_know_an_installed_game(tmp_path: Path) -> None:
    position = tmp_path / "position.txt"
    position.write_text("oasis 2\n")
    installed(DOCS / "oasis", tmp_path)
    done = python(tmp_path, [DOCS / "oasis"], "-m", "companion", "resolve", "oasis", str(position), "--dice", "die 4")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["The die shows 4: the well holds 14 draughts.", "oasis 2 well: 14"]


@pytest.mark.outside
def test_a_server_starts_without_a_game_that_has_no_kit_and_says_so_once(tmp_path: Path) -> None:
    example = typed(tmp_path / "typed", "stones", MISTAKES["nokit"][0])
    installed(example, tmp_path)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    beside = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (tmp_path, example, ROOT)))}
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with (
        (tmp_path / "said").open("w+") as said,
        subprocess.Popen(command, env=beside, cwd=tmp_path, stdout=said, stderr=said) as server,
    ):
        try:
            page = answer(f"http://127.0.0.1:{port}/", server)
            assert "Hangzhou" in page and "Stones" not in page
            with pytest.raises(HTTPError) as missing:
                urlopen(f"http://127.0.0.1:{port}/nowhere")
            assert missing.value.code == 404 and "<h1>" in missing.value.read().decode()
        finally:
            server.terminate()
            server.wait()
        said.seek(0)
        lines = [line for line in said.read().splitlines() if "stones" in line]
    assert len(lines) == 1 and "stones is left out" in lines[0] and "kit" in lines[0], lines


def answer(address: str, server: subprocess.Popen[bytes]) -> str:
    """What a server answers, once it does."""
    while server.poll() is None:
        try:
            with urlopen(address) as page:
                return str(page.read(), "utf-8")
        except URLError:
            time.sleep(0.2)
    raise AssertionError("the server ended")

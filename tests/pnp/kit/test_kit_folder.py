"""Which files are a kit's, and its build id."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from kit_builders import DYES, write_kit

from pnp.cli import main
from pnp.findings import KitError
from pnp.kits import find, known_kits, load


def test_the_build_id_follows_names_and_contents_alone(tmp_path: Path) -> None:
    first, second = write_kit(tmp_path / "a"), write_kit(tmp_path / "b")
    (second / "notes.txt").write_text("not the kit's")
    (second / ".hidden.csv").write_text("id")
    (second / "dyes.csv").write_bytes(DYES.replace("\n", "\r\n").encode())
    os.utime(second / "dyes.csv", (1, 1))
    build = load(first).build
    assert load(second).build == build
    assert len(build) == 6
    assert int(build, 16) >= 0
    (second / "art").mkdir()
    (second / "art" / "new.svg").write_text("<svg/>")
    assert load(second).build != build


def test_a_kit_is_found_by_name_or_path(tmp_path: Path) -> None:
    assert find(str(write_kit(tmp_path))) == tmp_path
    assert find("hangzhou") == known_kits()["hangzhou"]
    with pytest.raises(KitError) as caught:
        find("hangzou")
    assert "hangzhou" in caught.value.findings[0].hint


EVERY = (("check",), ("build", "--out", "out"), ("fetch",), ("export", "--as", "contact", "--out", "out"), ("schema",))
"""Commands that work on kits, as they are typed without one."""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def first_line(result: Result) -> str:
    return result.output.splitlines()[0]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", EVERY, ids=[command[0] for command in EVERY])
def test_without_a_name_the_kit_in_this_folder_is_meant(here: Path, command: tuple[str, ...]) -> None:
    write_kit(here)
    result = run(*command)
    assert first_line(result) == f"Kit: {here.name} (this folder)"
    assert "hangzhou" not in result.output


@pytest.mark.parametrize("command", EVERY[:2], ids=[command[0] for command in EVERY[:2]])
@pytest.mark.parametrize("broken", ["[kit\n", None])
def test_a_broken_kit_in_this_folder_is_the_one(here: Path, command: tuple[str, ...], broken: str | None) -> None:
    if broken is None:
        (here / "kit.toml").symlink_to("nowhere")
    else:
        (here / "kit.toml").write_text(broken)
    (here / "inner").mkdir()
    write_kit(here / "inner")
    result = run(*command)
    assert result.exit_code == 1 and "kit.toml" in result.output and "no findings" not in result.output
    assert first_line(result) == f"Kit: {here.name} (this folder)" and not (here / "out").exists()


def test_without_a_name_kits_in_subfolders_come_next(here: Path) -> None:
    for name in ("b", "a", ".hidden"):
        (here / name).mkdir()
        write_kit(here / name)
    (here / "c").mkdir()
    result = run("check")
    assert first_line(result) == "Kits: a, b (subfolders)" and result.exit_code == 0
    assert [line[0] for line in result.output.splitlines() if re.fullmatch("[a-z]: [0-9n].*", line)] == ["a", "b"]
    (here / "b" / "kit.toml").write_text("[kit\n")
    assert run("check").exit_code == 1


@pytest.mark.parametrize("command", EVERY, ids=[command[0] for command in EVERY])
def test_a_folder_without_kits_is_one_message(here: Path, command: tuple[str, ...]) -> None:
    result = run(*command)
    assert result.exit_code == 2 and result.output.count("Error: ") == 1
    assert "there is no kit in this folder; go to one with a kit.toml" in result.output and "pnp new" in result.output


def test_a_folder_goes_before_a_kit_of_ours_of_that_name(here: Path) -> None:
    assert first_line(run("schema", "hangzhou", "--help")).startswith("Usage")
    assert first_line(run("words", "hangzhou", "en")) == "Kit: hangzhou (comes with the press)"
    (here / "hangzhou").mkdir()  # what a build left, say
    assert first_line(run("words", "hangzhou", "en")) == "Kit: hangzhou (comes with the press)"
    (here / "hangzhou" / "kit.toml").write_text("[kit\n")
    for command in (("check", "hangzhou"), ("build", "hangzhou"), ("words", "hangzhou", "en"), ("fetch", "hangzhou")):
        result = run(*command)
        assert first_line(result) == "Kit: hangzhou (folder ./hangzhou)", command
        assert result.exit_code == 1 and "hangzhou/kit.toml" in result.output, command
    lines = run("diff", "hangzhou", "xanadu").output.splitlines()
    assert lines[0] == "Kits: hangzhou (folder ./hangzhou), xanadu (comes with the press)"
    assert lines[1].startswith("hangzhou/kit.toml:1: error: not valid TOML")

"""What is installed is what was pinned: every file of it by its hash, what runs apart from what tests."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "requirements"
FILES = ("run", "camera", "openspiel", "test", "build", "docs", "tools")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
sys.path.insert(0, str(ROOT / "tools"))


def pins(name: str) -> Iterator[tuple[Requirement, list[str]]]:
    """The pins of a file, each with its hashes. A line that is anything else is a failure."""
    text = (FOLDER / f"{name}.txt").read_text("utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        pin, *hashes = line.split(" --hash=sha256:")
        yield Requirement(pin.strip()), [one.strip() for one in hashes]


def names(name: str) -> set[str]:
    return {canonicalize_name(pin.name) for pin, _ in pins(name)}


def asked(entries: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(entry).name) for entry in entries}


@pytest.mark.parametrize("name", FILES)
def test_every_package_has_one_version_and_the_hashes_of_its_files_from_anywhere(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert not re.search(r"https?:|file:|index|find-links|trusted", text), "no line says where packages come from"
    found = list(pins(name))
    assert len(found) == len(names(name)), "each once"
    for pin, hashes in found:
        assert re.fullmatch(r"==[^*,]+", str(pin.specifier)), pin
        assert pin.url is None and not pin.extras
        assert hashes and all(re.fullmatch(r"[0-9a-f]{64}", one) for one in hashes), pin


def test_everything_that_is_asked_for_is_pinned_and_a_package_is_the_same_everywhere() -> None:
    groups = PROJECT["dependency-groups"] | EXTRAS
    assert asked(PROJECT["project"]["dependencies"]) <= names("run")
    for extra in ("press", "companion", "postgres"):
        assert asked(EXTRAS[extra]) - {PROJECT["project"]["name"]} <= names("run")
    for name in ("camera", "openspiel", "test", "build", "docs", "tools"):
        assert asked(groups[name]) - {PROJECT["project"]["name"]} <= names(name)
    assert asked(PROJECT["build-system"]["requires"]) <= names("build"), "it is built without asking for more"
    seen = dict[str, tuple[str, list[str]]]()
    for name in ("run", "camera", "openspiel", "test", "build", "docs"):
        for pin, hashes in pins(name):
            found = (str(pin), hashes)
            assert seen.setdefault(canonicalize_name(pin.name), found) == found, f"{pin.name} differs in {name}.txt"


def test_printing_and_playing_need_nothing_of_the_tests() -> None:
    """All that the program needs, and what that needs, is in run.txt."""
    for pin, _ in pins("run"):
        if pin.marker is None or pin.marker.evaluate():
            needed = [Requirement(entry) for entry in distribution(pin.name).requires or []]
            lacking = {
                canonicalize_name(other.name)
                for other in needed
                if other.marker is None or other.marker.evaluate({"extra": ""})
            } - names("run")
            assert not lacking, f"{pin.name} needs {lacking}"
    assert not names("run") & (asked(EXTRAS["test"]) | names("camera"))


@pytest.mark.parametrize("name", ["run", "camera", "test"])
def test_this_environment_is_the_pinned_one(name: str) -> None:
    for pin, _ in pins(name):
        if pin.marker is None or pin.marker.evaluate():
            assert version(pin.name) in pin.specifier, f"{pin}: make test installs it"


def test_windows_has_what_only_it_needs() -> None:
    windows = {"sys_platform": "win32", "os_name": "nt", "platform_system": "Windows"}
    there = {canonicalize_name(pin.name) for pin, _ in pins("run") if not pin.marker or pin.marker.evaluate(windows)}
    lacking = set[str]()
    for pin, _ in pins("run"):
        try:
            requires = distribution(pin.name).requires or []
        except PackageNotFoundError:
            continue
        needed = [Requirement(entry) for entry in requires]
        lacking |= {
            canonicalize_name(other.name)
            for other in needed
            if other.marker is None or other.marker.evaluate({**windows, "extra": ""})
        } - there
    assert not lacking


def test_the_notice_is_of_what_is_installed() -> None:
    from make_notice import notice

    assert (ROOT / "NOTICE").read_text("utf-8") == notice(), "make notice"
    told = {canonicalize_name(name) for name in re.findall(r"([A-Za-z0-9._-]+) [0-9]", notice())}
    assert names("run") | names("camera") <= told

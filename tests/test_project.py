"""What the project says of itself keeps its form."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
"""As Keep a Changelog has them."""


def test_the_changelog_keeps_its_form() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    heads = re.findall(r"^## (.+)$", text, re.MULTILINE)
    parts = [re.fullmatch(r"(\d+)\.(\d+)\.(\d+) - (\d{4}-\d\d-\d\d|unreleased)", head) for head in heads]
    assert parts and all(parts), heads
    found = [tuple(map(int, one.groups()[:3])) for one in parts if one]
    assert found == sorted(found, reverse=True), "the newest first"
    assert [head for head in heads if head.endswith("unreleased")] in ([], heads[:1]), "only the newest is unreleased"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert any(head.startswith(project["version"] + " - ") for head in heads), "this version has its entry"
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        kinds = re.findall(r"^### (.+)$", section, re.MULTILINE)
        assert kinds and set(kinds) <= set(KINDS) and len(kinds) == len(set(kinds)), section.splitlines()[0]
        lines = [line for line in section.splitlines()[1:] if line and not line.startswith("### ")]
        assert all(line.startswith("- ") for line in lines), "one line for a change"


def test_hooks_before_a_commit_are_ours_and_all_that_a_landing_runs() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert re.findall(r"repo: (\S+)", hooks) == ["local"] and "://" not in hooks
    run = (ROOT / ".ci" / "run").read_text("utf-8")
    words = " ".join(re.findall(r"^make (.+)$", run, re.MULTILINE)).split()
    targets = {word for word in words if not word.startswith("-")}
    assert targets and targets <= set(re.findall(r"entry: make .*?(\S+)$", hooks, re.MULTILINE))
    made = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"entry: make .*?(\S+)$", hooks, re.MULTILINE)) <= made

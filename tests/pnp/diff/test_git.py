"""Git revisions as states of a kit: found, unpacked, and read without running a program."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from changes_builders import MENDED, SAID, goods, write_rows
from output_builders import pnp

pytestmark = pytest.mark.long


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the kit in a folder of it, changed since its first commit, which is called v1."""
    if not shutil.which("git"):
        pytest.skip("git is missing: apt-get install git")

    kit = goods(tmp_path / "games" / "tiny")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    git(tmp_path, "tag", "v1")
    write_rows(kit, MENDED)
    git(tmp_path, "commit", "-qam", "second")
    return kit


def test_a_revision_is_one_of_the_kit_that_is_named_beside_it(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for old, new in (("HEAD~1", repository), ("v1", repository)):
        assert pnp("diff", old, new).output == SAID
    assert pnp("diff", "HEAD", repository).exit_code == 0
    monkeypatch.chdir(repository)
    assert pnp("diff", "v1", "HEAD", "--html", tmp_path / "page.html").output.startswith(SAID)
    assert pnp("diff", "HEAD~1", ".").output == SAID


def git(folder: Path, *arguments: object) -> None:
    subprocess.run(["git", "-C", folder, "-c", "user.name=x", "-c", "user.email=x@x", *map(str, arguments)], check=True)


def test_what_is_no_state_of_a_kit_is_one_message(
    repository: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = goods(tmp_path_factory.mktemp("outside") / "kit")

    def refused(old: object, new: object) -> str:
        result = pnp("diff", old, new)
        assert result.exit_code == 2, result.output
        return " ".join(result.output.split())

    assert "no revision of" in refused("HEAD~9", repository)
    assert "is no kit and no build" in refused("v1", "v2")
    assert "in no git work tree" in refused("v1", outside)
    other = goods(tmp_path / "other")
    (other / "kit.toml").write_text((other / "kit.toml").read_text().replace('id = "tiny"', 'id = "other"'))
    assert "of 'other'" in refused(outside, other)
    (other / "faces" / "card.toml").write_text("[[draw]]\ntext = 7\n")
    assert "card.toml" in refused(outside, other)
    damaged = repository.parents[1] / ".git" / "HEAD"
    damaged.write_bytes(b"\xff" * 40)
    assert "no revision of" in refused("HEAD", repository)


def git_says(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True, text=True).stdout.strip()


def test_a_revision_has_any_of_its_names(repository: Path, tmp_path: Path) -> None:
    full = git_says(tmp_path, "rev-parse", "HEAD~1")
    git(tmp_path, "tag", "-am", "a release", "annotated", "HEAD~1")
    git(tmp_path, "branch", "topic/árbol", "HEAD~1")
    names = (full, full[:4], "refs/tags/v1", "annotated^{commit}", "topic/árbol")
    for name in (*names, "HEAD^1", "@~1", "HEAD~0~1", "HEAD@{1}"):
        assert pnp("diff", name, repository).output == SAID, name
    for name in ("HEAD~2", "HEAD^2", "v2", "", "~", "HEAD:games", "HEAD^{tree}", "description", ":/first"):
        assert pnp("diff", name, repository).exit_code == 2, name

"""Revisions of git as states of a kit: found, unpacked, and read as a checkout of them would be."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from changes_builders import MENDED, SAID, SIGN, goods, write_rows
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


def test_a_kit_that_lay_elsewhere_is_found_by_its_id(repository: Path, tmp_path: Path) -> None:
    goods(tmp_path / "games" / "second")
    second = tmp_path / "games" / "second" / "kit.toml"
    second.write_text(second.read_text().replace('id = "tiny"', 'id = "second"'))
    git(tmp_path, "mv", "games/tiny", "market")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "moved")
    assert pnp("diff", "v1", tmp_path / "market").output == SAID
    told = pnp("diff", "v1", second.parent)
    assert told.exit_code == 2 and "games/second is not there at 'v1', nor is its kit elsewhere" in told.output


def test_pictures_of_then_are_as_a_checkout_gives_them(repository: Path, tmp_path: Path) -> None:
    """A filter that the repository's own attributes name, as Git LFS is one, makes the files."""
    (repository / "art").mkdir()
    (repository / "art" / "x.svg").write_text(SIGN)
    (repository / "faces" / "back.toml").write_text('[[draw]]\npicture = "x.svg"\nbox = [4, 4, 9, 9]\n')
    (tmp_path / ".gitattributes").write_text("*.svg filter=away\n")
    git(tmp_path, "config", "filter.away.clean", "sed s/svg/POINTER/g")
    git(tmp_path, "config", "filter.away.smudge", "sed s/POINTER/svg/g")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "a picture")
    result = pnp("diff", "HEAD", repository)
    assert (result.exit_code, result.output) == (0, "The same, to the byte.\n")


def test_a_kit_that_is_kept_out_of_archives_is_read_all_the_same(repository: Path, tmp_path: Path) -> None:
    (tmp_path / ".gitattributes").write_text("games export-ignore\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "no games in archives")
    result = pnp("diff", "HEAD", repository)
    assert (result.exit_code, result.output) == (0, "The same, to the byte.\n")


def test_a_kit_that_was_broken_says_where_in_the_revision(repository: Path) -> None:
    kit = (repository / "kit.toml").read_text()
    (repository / "kit.toml").write_text(kit + "x = [\n")
    git(repository, "commit", "-qam", "broken")
    git(repository, "tag", "broken")
    (repository / "kit.toml").write_text(kit)
    result = pnp("diff", "broken", repository)
    assert result.exit_code == 2 and "broken:tiny/kit.toml:" in result.output and "pnp-diff" not in result.output


def test_a_clone_of_the_last_commit_says_how_to_bring_the_others(repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", 1, f"file://{tmp_path}", tmp_path / "shallow")
    result = pnp("diff", "HEAD~1", tmp_path / "shallow" / "games" / "tiny")
    assert result.exit_code == 2 and "git fetch --unshallow" in result.output


def test_a_folder_of_another_user_says_how_git_comes_to_read_it(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    result = pnp("diff", "HEAD", repository)
    assert result.exit_code == 2 and "belongs to another user" in result.output
    assert "git config --global --add safe.directory" in result.output.replace("\n", " ")


def test_what_is_no_state_of_a_kit_is_one_message(
    repository: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
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
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "git is not installed" in refused("v1", repository)


def test_folders_are_called_in_any_encoding(repository: Path, tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("this file system has no such names")
    git(tmp_path, "mv", "games/tiny", folder)
    git(tmp_path, "commit", "-qm", "moved")
    for revision, said in (("HEAD", "The same, to the byte.\n"), ("v1", SAID)):
        result = pnp("diff", revision, folder / "tiny")
        assert result.output == said, result.exception


def test_a_revision_is_found_by_what_it_says(repository: Path) -> None:
    assert pnp("diff", ":/first", repository).output == SAID


def test_what_lies_in_submodules_is_said_not_to_be_there(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "signs").mkdir()
    git(tmp_path / "signs", "init", "-q")
    (tmp_path / "signs" / "star.svg").write_text(SIGN)
    git(tmp_path / "signs", "add", ".")
    git(tmp_path / "signs", "commit", "-qm", "a sign")
    allowed = ("-c", "protocol.file.allow=always", "submodule", "--quiet", "add")
    git(tmp_path, *allowed, tmp_path / "signs", "games/tiny/art/shared")
    git(tmp_path, "commit", "-qm", "signs")
    assert pnp("diff", "HEAD", repository).output == "The same, to the byte.\n", "where nothing asks for them"
    (repository / "faces" / "back.toml").write_text('[[draw]]\nicon = "shared/star"\nbox = [4, 4, 9, 9]\n')
    git(tmp_path, "commit", "-qam", "a sign on the back")
    result = pnp("diff", "HEAD", repository)
    assert result.exit_code == 2 and "git submodules are not looked into (art/shared)" in result.output, result.output

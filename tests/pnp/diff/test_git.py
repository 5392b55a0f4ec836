"""Git revisions as states of a kit: found, unpacked, and read without running a program."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from changes_builders import MENDED, SAID, goods, write_rows
from output_builders import pnp

from pnp.studio.app import create_app
from pnp.studio.session import Session

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


def test_a_kit_that_lay_elsewhere_is_one_message(repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "mv", "games/tiny", "market")
    git(tmp_path, "commit", "-qm", "moved")
    assert pnp("diff", "HEAD", tmp_path / "market").exit_code == 0
    result = pnp("diff", "v1", tmp_path / "market")
    assert result.exit_code == 2 and "market is not there at 'v1'" in result.output


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


@pytest.mark.parametrize("more", [(), ("gc", "-q"), ("pack-refs", "--all")])
def test_objects_and_names_may_be_packed(repository: Path, tmp_path: Path, more: tuple[str, ...]) -> None:
    if more:
        git(tmp_path, *more)
    assert pnp("diff", "v1", repository).output == SAID


def test_a_revision_writes_nothing_outside_its_own_folder(repository: Path, tmp_path: Path) -> None:
    """A tree that a program made may hold any name."""
    victim = tmp_path / "victim"
    blob = git_says(tmp_path, "hash-object", "-w", str(repository / "goods.csv"))
    tree = git_says(tmp_path, "rev-parse", "HEAD:games/tiny")
    for name in (f"../../../../..{victim}", "..", ".git"):
        raw = subprocess.run(["git", "-C", tmp_path, "cat-file", "tree", tree], check=True, capture_output=True).stdout
        entry = b"100644 " + name.encode() + b"\0" + bytes.fromhex(blob)
        made = ["git", "-C", tmp_path, "hash-object", "-t", "tree", "-w", "--literally", "--stdin"]
        bad = subprocess.run(made, input=raw + entry, check=True, capture_output=True).stdout.strip().decode()
        games = subprocess.run(
            ["git", "-C", tmp_path, "mktree"],
            input=f"040000 tree {bad}\ttiny\n",
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        top = subprocess.run(
            ["git", "-C", tmp_path, "mktree"],
            input=f"040000 tree {games}\tgames\n",
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        commit = subprocess.run(
            ["git", "-C", tmp_path, "-c", "user.name=x", "-c", "user.email=x@x", "commit-tree", "-m", "bad", top],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        result = pnp("diff", commit, repository)
        assert result.exit_code == 2 and "has a file of the name" in result.output, result.output
    assert not victim.exists()


PROGRAMS = {
    "filter.x.smudge": "{run}",
    "filter.x.required": "true",
    "filter.x.clean": "{run}",
    "filter.y.process": "{run}",
    "tar.tar.command": "{run}",
    "diff.x.textconv": "{run}",
    "diff.external": "{run}",
    "merge.x.driver": "{run}",
    "log.showSignature": "true",
    "gpg.program": "{run}",
    "core.fsmonitor": "{run}",
    "core.hooksPath": "{hooks}",
    "core.pager": "{run}",
    "core.sshCommand": "{run}",
    "core.alternateRefsCommand": "{run}",
    "credential.helper": "!{run}",
    "alias.show": "!{run}",
    "extensions.partialClone": "origin",
    "core.repositoryFormatVersion": "1",
    "remote.origin.promisor": "true",
    "remote.origin.url": "ext::{run}",
    "remote.origin.uploadpack": "{run}",
    "protocol.allow": "always",
    "protocol.ext.allow": "always",
}
"""Settings of a repository that make git run a program, be it to bring an object that is missing."""


def test_no_program_that_a_repository_names_is_run_nor_git_itself(
    repository: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    top, place = repository.parents[1], tmp_path_factory.mktemp("programs")
    program, hooks = place / "program", place / "hooks"
    program.write_text(f"#!/bin/sh\necho run >> {place / 'marker'}\ncat\n")
    program.chmod(0o755)
    hooks.mkdir()
    for hook in ("post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman"):
        (hooks / hook).symlink_to(program)
    (top / ".gitattributes").write_text("* filter=x diff=x merge=x\n")
    git(top, "add", ".")
    git(top, "commit", "-qm", "attributes")
    missing = git_says(top, "rev-parse", "v1:games/tiny/goods.csv")
    for key, value in PROGRAMS.items():
        git(top, "config", key, value.format(run=program, hooks=hooks))
    monkeypatch.setenv("PATH", str(place))
    assert pnp("diff", "v1", repository).output == SAID
    (top / ".git" / "objects" / missing[:2] / missing[2:]).unlink()
    for revision in ("v1", "HEAD", "main@{1}"):
        pnp("diff", revision, repository, "--html", place / "page.html")
        pnp("build", repository, "--changed-since", revision, "--out", place / "out")
    session = Session(repository, place / "out")
    session.update()
    client = create_app(session).test_client()
    for address in ("/", "/changes?old=v1", "/changes?old=HEAD"):
        assert client.get(address, base_url="http://127.0.0.1:8765").status_code == 200, address
    assert not (place / "marker").exists()

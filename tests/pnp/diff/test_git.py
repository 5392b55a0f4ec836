"""Git revisions as states of a kit: found, unpacked, and read without running a program."""

from __future__ import annotations

import os
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


def test_git_itself_is_not_needed(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pnp("diff", "v1", repository).output == SAID


def test_folders_are_called_in_any_encoding(repository: Path, tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("this file system has no such names")
    git(tmp_path, "mv", "games/tiny", folder)
    git(tmp_path, "commit", "-qm", "moved")
    result = pnp("diff", "HEAD", folder / "tiny")
    assert result.output == "The same, to the byte.\n", result.exception


REMOTE = {
    "extensions.partialClone": "origin",
    "core.repositoryFormatVersion": "1",
    "remote.origin.promisor": "true",
    "remote.origin.url": "{remote}",
    "protocol.allow": "always",
}
"""Objects that are missing are fetched from it."""
PROGRAMS: dict[str, dict[str, str]] = {
    "smudge filter": {"filter.x.smudge": "{run}", "filter.x.required": "true"},
    "clean filter": {"filter.x.clean": "{run}"},
    "process filter": {"filter.x.process": "{run}"},
    "archive filter": {"tar.tar.command": "{run}", "tar.x.command": "{run}"},
    "textconv": {"diff.x.textconv": "{run}"},
    "diff driver": {"diff.x.command": "{run}", "diff.external": "{run}", "diff.tool": "x", "difftool.x.cmd": "{run}"},
    "merge driver": {"merge.x.driver": "{run}", "merge.tool": "x", "mergetool.x.cmd": "{run}"},
    "signature": {"log.showSignature": "true", "gpg.program": "{run}"},
    "signature, openpgp": {"log.showSignature": "true", "gpg.openpgp.program": "{run}"},
    "signature, ssh": {
        "log.showSignature": "true",
        "gpg.format": "ssh",
        "gpg.ssh.program": "{run}",
        "gpg.ssh.defaultKeyCommand": "{run}",
    },
    "signature, x509": {"log.showSignature": "true", "gpg.format": "x509", "gpg.x509.program": "{run}"},
    "file system monitor": {"core.fsmonitor": "{run}", "core.fsmonitorHookVersion": "2"},
    "hooks": {"core.hooksPath": "{hooks}"},
    "pager": {"core.pager": "{run}", "pager.log": "{run}", "pager.show": "{run}", "interactive.diffFilter": "{run}"},
    "editor": {"core.editor": "{run}", "sequence.editor": "{run}"},
    "alias": {f"alias.{name}": "!{run}" for name in ("log", "show", "archive", "rev-parse", "ls-tree", "for-each-ref")},
    "password": {"core.askPass": "{run}", "credential.helper": "!{run}"},
    "browser": {"web.browser": "x", "browser.x.cmd": "{run}"},
    "alternate refs": {"core.alternateRefsCommand": "{run}"},
    "packing": {"uploadpack.packObjectsHook": "{run}"},
    "submodule": {"submodule.x.update": "!{run}", "submodule.recurse": "true"},
    "trailer": {"trailer.x.command": "{run}", "trailer.x.cmd": "{run}"},
    "included": {"include.path": "{included}"},
    "included for a folder": {"includeIf.gitdir:**.path": "{included}"},
    "promisor, upload-pack": REMOTE | {"remote.origin.uploadpack": "{run}"},
    "promisor, helper": REMOTE | {"remote.origin.vcs": "ext"},
    "promisor, ext": REMOTE | {"remote.origin.url": "ext::{run}", "protocol.ext.allow": "always"},
    "promisor, ssh": REMOTE | {"remote.origin.url": "ssh://localhost/x", "core.sshCommand": "{run}"},
    "promisor, proxy": REMOTE | {"remote.origin.url": "git://localhost/x", "core.gitProxy": "{run}"},
    "promisor, http": REMOTE | {"remote.origin.url": "http://x@localhost:9/x", "credential.helper": "!{run}"},
}
"""Settings of a repository that make git run a program."""


@pytest.mark.parametrize("settings", PROGRAMS.values(), ids=PROGRAMS)
def test_no_program_that_a_repository_names_is_run(
    repository: Path, tmp_path_factory: pytest.TempPathFactory, settings: dict[str, str]
) -> None:
    top = repository.parents[1]
    place = tmp_path_factory.mktemp("programs")
    marker, program, hooks, included = (place / name for name in ("marker", "program", "hooks", "included"))
    program.write_text(f"#!/bin/sh\necho run >> {marker}\ncat\n")
    program.chmod(0o755)
    hooks.mkdir()
    for hook in ("post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman", "pre-auto-gc"):
        (hooks / hook).symlink_to(program)
    included.write_text(f'[filter "x"]\nsmudge = {program}\nrequired = true\n')
    (top / ".gitattributes").write_text("* filter=x diff=x merge=x\n")
    git(top, "add", ".")
    git(top, "commit", "-qm", "attributes")
    sign(top, place)
    shutil.copytree(top / ".git", place / "remote")
    if "extensions.partialClone" in settings:
        missing = git_says(top, "rev-parse", "v1:games/tiny/goods.csv")
        (top / ".git" / "objects" / missing[:2] / missing[2:]).unlink()
    for key, value in settings.items():
        git(top, "config", key, value.format(run=program, hooks=hooks, included=included, remote=place / "remote"))
    kit = top / "games" / "tiny"
    for revision in ("v1", "HEAD", "HEAD~2", "main@{1}"):
        pnp("diff", revision, kit, "--html", place / "page.html")
        pnp("diff", kit, revision)
        pnp("build", kit, "--changed-since", revision, "--out", place / "out")
    session = Session(kit, place / "out")
    session.update()
    client = create_app(session).test_client()
    for address in ("/", "/changes", "/changes?old=v1", "/changes?old=HEAD", "/changes?old=HEAD~2&new=v1"):
        assert client.get(address, base_url="http://127.0.0.1:8765").status_code == 200, address
    assert not marker.exists()


def sign(top: Path, place: Path) -> None:
    """Gives the last commit a signature, which no program has to check."""
    signer = place / "signer"
    signer.write_text(
        '#!/bin/sh\ncat > /dev/null\necho "[GNUPG:] SIG_CREATED " >&2\n'
        'echo "-----BEGIN PGP SIGNATURE-----"\necho "-----END PGP SIGNATURE-----"\n'
    )
    signer.chmod(0o755)
    git(top, "-c", f"gpg.program={signer}", "commit", "-q", "--amend", "-S", "--no-edit")


def git_says(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True, text=True).stdout.strip()


def test_a_revision_has_any_of_its_names(repository: Path, tmp_path: Path) -> None:
    full = git_says(tmp_path, "rev-parse", "HEAD~1")
    git(tmp_path, "tag", "-am", "a release", "annotated", "HEAD~1")
    git(tmp_path, "branch", "topic/árbol", "HEAD~1")
    names = (full, full[:7], full[:4], "v1", "refs/tags/v1", "annotated", "annotated^{commit}", "topic/árbol")
    for name in (*names, "HEAD^", "HEAD^1", "HEAD~", "@~1", "HEAD~1^0", "HEAD~0~1", "HEAD@{1}", "v1^{}"):
        assert pnp("diff", name, repository).output == SAID, name
    for name in (
        "HEAD~2",
        "HEAD^2",
        "HEAD^^",
        "v2",
        "",
        "~",
        "^1",
        "HEAD:games",
        "HEAD^{tree}",
        "refs",
        "description",
        ":/first",
    ):
        assert pnp("diff", name, repository).exit_code == 2, name


@pytest.mark.parametrize("more", [(), ("gc", "-q"), ("pack-refs", "--all")])
def test_objects_and_names_may_be_packed(repository: Path, tmp_path: Path, more: tuple[str, ...]) -> None:
    if more:
        git(tmp_path, *more)
    assert pnp("diff", "v1", repository).output == SAID


def test_another_work_tree_knows_the_revisions(repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "worktree", "add", "-q", "--detach", tmp_path / "beside", "HEAD")
    assert pnp("diff", "v1", tmp_path / "beside" / "games" / "tiny").output == SAID
    assert pnp("diff", "HEAD", tmp_path / "beside" / "games" / "tiny").exit_code == 0


def test_a_kit_may_be_the_whole_repository(tmp_path: Path) -> None:
    kit = goods(tmp_path / "tiny")
    git(kit, "init", "-q")
    git(kit, "add", ".")
    git(kit, "commit", "-qm", "first")
    write_rows(kit, MENDED)
    assert pnp("diff", "HEAD", kit).output == SAID


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

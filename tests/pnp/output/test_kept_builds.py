"""Whole builds that were made before: the same files and findings without printing, and never those of others."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest
from output_builders import pnp, tiny
from pnp.output.kept_builds import KeptBuild

from pnp.findings import Findings
from pnp.output import build as builds
from pnp.output import cache as caches
from pnp.output import kept_builds, state
from pnp.output.build import build
from pnp.output.built import Built, Written
from pnp.sheet.options import Options
from pnp.sheet.printer import Printer

OTHERWISE = {
    "paper": "letter",
    "backs": "none",
    "gutters": "always",
    "languages": ("en",),
    "labels": True,
    "companion": "",
    "ink": "low",
    "formats": ("svg",),
    "only": ("cards",),
    "without": ("dice",),
    "profile": "economy",
    "sleeved": True,
    "dice": "net",
    "printer": Printer(paper="a4", backs="long-edge"),
    "cutter": "silhouette-1",
    "colours": "black",
    "icc_profile": Path("press.icc"),
}
"""Each thing that can be asked for, asked for otherwise."""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def worth_a_word(folder: Path) -> Path:
    """A kit with a warning on two cards, another that its maker accepted, and a file that nothing names."""
    kit = tiny(folder, text="{name}")
    toml = (kit / "kit.toml").read_text().replace("copies = 2\n", 'each = "cards"\nback = "back"\n')
    (kit / "kit.toml").write_text(toml + '\n[table.cards]\nfile = "cards.csv"\nkey = "id"\n')
    (kit / "cards.csv").write_text("id,name\na,Amber\nb,Birch\n")
    small = (kit / "faces" / "card.toml").read_text() + "size = 4\n"
    (kit / "faces" / "card.toml").write_text(small)
    (kit / "faces" / "back.toml").write_text(small.replace("{name}", "Back") + 'accept = ["small-type"]\n')
    (kit / "notes.md").write_text("Nobody reads this.")
    return kit


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def told(findings: Findings) -> list[tuple[str, tuple[str, ...]]]:
    return [(repr(finding), findings.on(finding)) for finding in findings]


def made(kit: Path, options: Options) -> Built:
    return KeptBuild(kit, options).built(partial(_build, kit, options))


def _build(kit: Path, options: Options, written: Written) -> Built:
    return build(kit, options, lambda *_: None, written=written)


def never(written: Written) -> Built:
    pytest.fail("printed again")


def files(folder: Path) -> Iterator[Path]:
    return filter(Path.is_file, sorted(folder.rglob("*")))


def test_what_did_not_change_is_not_printed_again(tmp_path: Path) -> None:
    """What the folder holds, and what is said, is the same, wherever it is put."""
    kit = worth_a_word(tmp_path / "kit")
    first = made(kit, Options(out=tmp_path / "one"))
    assert len(first.findings) and len(first.findings.accepted)
    before = contents(tmp_path / "one")
    for out in ("one", "two"):
        options = Options(out=tmp_path / out)
        again = KeptBuild(kit, options).built(never)
        assert contents(tmp_path / out) == before
        assert again.folder == tmp_path / out / "tiny" and again.manifest == first.manifest
        assert told(again.findings) == told(first.findings)
        assert told(again.findings.accepted) == told(first.findings.accepted)
    made(kit, Options(out=tmp_path / "new", cache=False))
    assert contents(tmp_path / "new") == before


def test_files_of_another_build_make_room(tmp_path: Path) -> None:
    """Those that the press made before; what somebody put beside them stays."""
    kit = tiny(tmp_path / "kit")
    out = tmp_path / "out"
    pnp("build", kit, "--out", out)
    before = contents(out)
    pnp("build", kit, "--out", out, "--paper", "letter", "--format", "pdf,svg")
    (out / "tiny" / "own.txt").write_text("mine")
    with patch.object(builds, "build", never):
        result = pnp("build", kit, "--out", out)
    assert result.exit_code == 0
    assert contents(out) == before | {"tiny/own.txt": b"mine"}


def test_all_that_a_build_depends_on_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit = worth_a_word(tmp_path / "kit")
    plain = Options(out=tmp_path / "out")
    made(kit, plain)
    assert set(Options.__struct_fields__) == OTHERWISE.keys() | {"out", "cache"}
    for name, value in OTHERWISE.items():
        assert not KeptBuild(kit, msgspec.structs.replace(plain, **{name: value})).known, name
    assert not KeptBuild(kit, msgspec.structs.replace(plain, cache=False)).known
    for path in files(kit):
        before = path.read_bytes()
        path.write_bytes(before + b"\n")
        assert not KeptBuild(kit, plain).known, path
        path.write_bytes(before)
        assert KeptBuild(kit, plain).known
    monkeypatch.setattr(caches, "press_state", lambda: "of a newer press")
    assert not KeptBuild(kit, plain).known


def test_a_changed_press_and_other_packages_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    press, packages = tmp_path / "pnp", tmp_path / "site-packages"
    for folder in (press / "render", packages / "uharfbuzz-0.57.dist-info"):
        folder.mkdir(parents=True)
    source = press / "render" / "pdf.py"
    source.write_text("a = 1\n")
    monkeypatch.setattr(state.pnp, "__path__", [str(press)])
    monkeypatch.setattr(state.sys, "path", [str(packages), str(tmp_path / "nowhere")])

    def seen() -> str:
        state.press_state.cache_clear()
        return state.press_state()

    states = [seen()]
    assert seen() == states[0]
    os.utime(source, ns=(0, source.stat().st_mtime_ns + 1))
    states.append(seen())
    (press / "render" / "cmyk.toml").write_text("")
    states.append(seen())
    (packages / "uharfbuzz-0.57.dist-info").rename(packages / "uharfbuzz-0.58.dist-info")
    states.append(seen())
    assert len(set(states)) == len(states)
    (press / "__pycache__").mkdir()
    assert seen() == states[-1]
    monkeypatch.undo()
    state.press_state.cache_clear()


def test_a_kit_that_is_saved_before_it_is_printed_is_not_kept_as_what_it_was(tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    options = Options(out=tmp_path / "out")

    def saved_meanwhile(written: Written) -> Built:
        tiny(kit, text="Good bye")
        return _build(kit, options, written)

    KeptBuild(kit, options).built(saved_meanwhile)
    assert not KeptBuild(kit, options).known
    tiny(kit)
    assert not KeptBuild(kit, options).known


def test_what_another_build_leaves_in_the_folder_is_not_kept(tmp_path: Path) -> None:
    """Two at once into one folder: each keeps what it wrote itself."""
    kit = tiny(tmp_path / "kit")
    options = Options(out=tmp_path / "out")

    def beside_another(written: Written) -> Built:
        built = _build(kit, options, written)
        made(kit, msgspec.structs.replace(options, ink="low"))
        return built

    KeptBuild(kit, options).built(beside_another)
    assert KeptBuild(kit, options).built(never).manifest.files[0].ink == "full"
    kept = contents(tmp_path / "out")
    made(kit, Options(out=tmp_path / "new", cache=False))
    assert contents(tmp_path / "new") == kept


def test_what_is_torn_too_large_or_would_lie_elsewhere_is_printed(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = tiny(tmp_path / "kit")
    options = Options(out=tmp_path / "out")
    made(kit, options)
    for entry in files(own_cache):
        entry.write_bytes(entry.read_bytes()[:-1])
    assert not KeptBuild(kit, options).known
    made(kit, options)
    decode = msgspec.msgpack.decode
    for changes in ({"folder": ".."}, {"files": {"../manifest.json": b"{}", "manifest.json": b"{}"}}):
        astray = lambda data, type, changes=changes: msgspec.structs.replace(decode(data, type=type), **changes)  # noqa: E731 - as it is called
        with patch.object(kept_builds.msgspec.msgpack, "decode", astray):
            assert not KeptBuild(kit, options).known
    monkeypatch.setattr(kept_builds, "MOST_BYTES", 1_000)
    other = msgspec.structs.replace(options, ink="low")
    made(kit, other)
    assert not KeptBuild(kit, other).known


def test_a_build_with_errors_is_not_kept(tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit", text="{nobody}")
    for _ in range(2):
        assert pnp("build", kit, "--out", tmp_path / "out").exit_code == 1
        assert not KeptBuild(kit, Options(out=tmp_path / "out")).known

"""Kits that were read before: the same kit and the same findings, and never those of other files."""

from __future__ import annotations

import os
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from output_builders import tiny
from pnp.output.cache import Cache
from pnp.output.kept_kits import KeptKit

from pnp.check.unused import unused
from pnp.findings import Findings
from pnp.kit import Kit, faces, source
from pnp.kit.source import Document
from pnp.kits import read
from pnp.output import kept_kits

CHANGES: tuple[Callable[[Path], object], ...] = (
    lambda path: path.write_bytes(path.read_bytes() + b"\n#"),
    lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    lambda path: path.unlink(),
    lambda path: path.rename(path.with_stem("other")),
)


def many_files(folder: Path) -> Path:
    """A kit with a table, a theme and a drawing, and a file that nothing names."""
    kit = tiny(folder, text="{name}")
    toml = (kit / "kit.toml").read_text().replace("copies = 2\n", 'each = "cards"\n')
    (kit / "kit.toml").write_text(toml + '\n[table.cards]\nfile = "cards.csv"\nkey = "id"\n')
    (kit / "cards.csv").write_text("id,name\na,Amber\nb,Birch\n")
    (kit / "theme.toml").write_text('[colour]\namber = "#AA7711"\n[style.large]\nsize = 20\n')
    with (kit / "faces" / "card.toml").open("a") as face:
        face.write("[style.body]\nsize = 9\n[style.own]\nsize = 12\n")
    (kit / "art").mkdir(exist_ok=True)
    (kit / "art" / "leaf.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
    (kit / "words.en.toml").write_text('greeting = "Good day"\n[press.sheet]\n')
    (kit / "notes.md").write_text("Nobody reads this.")
    return kit


def read_kept(folder: Path, cache: Cache) -> tuple[Kit | None, Findings]:
    kept = KeptKit(folder, cache)
    kept.keep()
    return kept.kit, kept.findings


def told(found: tuple[Kit | None, Findings]) -> tuple[str, list[str], list[tuple[str, ...]], list[str]]:
    kit, findings = found
    never_used = unused(kit) if kit and not findings.errors else ()
    return (
        repr(kit),
        list(map(repr, findings)),
        [findings.on(finding) for finding in findings],
        list(map(repr, never_used)),
    )


def test_a_kit_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit, cache = many_files(tmp_path / "kit"), Cache(tmp_path / "cache")
    first = told(read_kept(kit, cache))
    assert first == told(read(kit))
    monkeypatch.setattr(kept_kits, "read_listed", lambda *_: pytest.fail("read again"))
    assert told(read_kept(kit, cache)) == first


def test_of_a_kit_that_changed_no_file_is_parsed_again_that_did_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit, cache = many_files(tmp_path / "kit"), Cache(tmp_path / "cache")
    face = kit / "faces" / "card.toml"
    (kit / "faces" / "other.toml").write_text(face.read_text())
    read_kept(kit, cache)
    parsed_again: list[str] = []
    read_toml = source.read_toml

    def noted(text: str, file: str, findings: Findings) -> Document | None:
        parsed_again.append(Path(file).relative_to(kit).as_posix())
        return read_toml(text, file, findings)

    for module in (source, faces):
        monkeypatch.setattr(module, "read_toml", noted)
    for path, again in (
        (kit / "cards.csv", []),
        (face, ["faces/card.toml"]),
        (kit / "words.en.toml", ["words.en.toml"]),
        (kit / "theme.toml", ["theme.toml", "faces/card.toml", "faces/other.toml"]),  # it may have styles of all faces
    ):
        more = "[style.big]\nsize = 20\n" if path.name == "theme.toml" else "\n"
        path.write_text(path.read_text() + more)
        found = read_kept(kit, cache)
        assert parsed_again == again, path
        assert told(found) == told(read(kit))
        parsed_again.clear()
    (kit / "faces" / "other.toml").unlink()
    assert told(read_kept(kit, cache)) == told(read(kit))


def test_a_kit_that_is_saved_while_it_is_read_is_not_kept(tmp_path: Path) -> None:
    kit, cache = many_files(tmp_path / "kit"), Cache(tmp_path / "cache")
    kept = KeptKit(kit, cache)
    with (kit / "cards.csv").open("a") as rows:
        rows.write("c,Cedar\n")
    kept.keep()
    assert not list((tmp_path / "cache").glob("*"))


def test_whatever_happens_to_a_file_is_seen(tmp_path: Path) -> None:
    """Each file longer, shorter, gone, or called otherwise; another folder; and all as it was."""
    kit, cache = many_files(tmp_path / "kit"), Cache(tmp_path / "cache")
    files = sorted(path for path in kit.rglob("*") if path.is_file())
    assert len(files) >= 6
    whole = told(read_kept(kit, cache))
    for path in files:
        before = path.read_bytes()
        for change in CHANGES:
            change(path)
            assert told(read_kept(kit, cache)) == told(read(kit)), path
            path.with_stem("other").unlink(missing_ok=True)
            path.write_bytes(before)
            assert told(read_kept(kit, cache)) == whole
    shutil.copytree(kit, tmp_path / "copy")
    assert told(read_kept(tmp_path / "copy", cache)) == told(read(tmp_path / "copy"))


def test_a_kit_with_errors_is_looked_at_again(tmp_path: Path) -> None:
    kit, cache = many_files(tmp_path / "kit"), Cache(tmp_path / "cache")
    (kit / "cards.csv").write_text("id,name\na,Amber\na,Birch\n")
    for _ in range(2):
        _, findings = read_kept(kit, cache)
        assert findings.errors


class Harm:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.path),)


def test_nothing_that_was_kept_is_executed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit, harm = many_files(tmp_path / "kit"), tmp_path / "harm"
    for content in (pickle.dumps(Harm(harm)), pickle.dumps(("no kit", ())), b"", b"\x80\x05no pickle"):
        cache = Cache(tmp_path / "cache")
        monkeypatch.setattr(cache, "known", lambda key, content=content: content)
        assert told(read_kept(kit, cache)) == told(read(kit))
    assert not harm.exists()

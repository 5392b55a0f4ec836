"""``companion site``, as it is called."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from companion.cli import main


def test_a_folder_with_other_things_stays_as_it_is(tmp_path: Path) -> None:
    kept = tmp_path / "parts" / "backup.gz"
    kept.parent.mkdir()
    kept.write_bytes(b"mine")
    done = CliRunner().invoke(main, ["site", str(tmp_path)])
    assert done.exit_code == 2 and "holds something else than a site" in done.output
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [kept] and kept.read_bytes() == b"mine"


def test_an_address_that_no_phone_could_open_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["site", str(tmp_path / "out"), "--address", "games.example.org"])
    assert done.exit_code == 2 and "--address: 'games.example.org' is not an address" in done.output
    assert not (tmp_path / "out").exists()

"""Files of a kit that are saved: which, and that nothing comes of what is printed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from export_builders import market
from studio_builders import changed, lamps

from pnp.build.build import Progress, build
from pnp.export.pictures import Export
from pnp.export.writer import export
from pnp.findings import KitError
from pnp.kit.folder import changed as differing
from pnp.kit.folder import stamps
from pnp.sheet.options import Options
from pnp.vendor.shop import load
from pnp.vendor.shop_files import build as build_for_shop


def test_what_was_written_made_and_deleted(tmp_path: Path) -> None:
    kit = lamps(tmp_path / "lamps", 2)
    before = stamps(kit)
    changed(kit / "lamps.csv", "Lamp 1", "Lampion")
    (kit / "faces" / "new.toml").write_text("")
    (kit / "faces" / "coin.toml").unlink()
    (kit / "notes.txt").write_text("not of the kit")
    assert differing(before, stamps(kit)) == ("faces/coin.toml", "faces/new.toml", "lamps.csv")


def printed(kit: Path, options: Options, progress: Progress) -> object:
    return build(kit, options, progress)


def shown(kit: Path, options: Options, progress: Progress) -> object:
    return export(kit, Export(way="faces", print=options), progress)


def for_shop(kit: Path, options: Options, progress: Progress) -> object:
    return build_for_shop(kit, options, load("game-crafter"), progress)


@pytest.mark.parametrize("make", [printed, shown, for_shop])
def test_a_kit_that_is_saved_while_it_is_printed_leaves_the_output_as_it_was(
    make: Callable[[Path, Options, Progress], object], tmp_path: Path
) -> None:
    """Some of what was read is of the edition before, some of the one behind."""
    kit = market(tmp_path / "kit", rows=2)
    options = Options(out=tmp_path / "out", languages=("en",))
    make(kit, options, lambda *_: None)
    before = stamps_of_all(options.out)

    def saved(*_: object) -> None:
        with (kit / "kit.toml").open("a") as file:
            file.write("# one word more\n")

    with pytest.raises(KitError, match=r"kit\.toml: the kit was saved while it was printed"):
        make(kit, options, saved)
    assert before == stamps_of_all(options.out)


def stamps_of_all(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}

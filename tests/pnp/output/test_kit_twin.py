"""A kit that a copy of the process reads, and whose ink it measures, while this one prints."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from output_builders import in_two_languages, many_cards
from studio_builders import changed, lamps

from pnp.findings import KitError
from pnp.output.build import build
from pnp.output.kit_twin import KitTwin
from pnp.output.language_build import Progress
from pnp.sheet.options import BadOptionError, Options

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there are copies of a process on Linux alone")


def printed(kit: Path, options: Options, progress: Progress = lambda *_: None) -> dict[str, bytes]:
    with KitTwin(kit, options) as twin:
        build(kit, options, progress, processes=2, twin=twin)
    return files(options.out)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("only", [(), ("cards:1",)])
def test_what_is_printed_is_what_one_process_prints(tmp_path: Path, only: tuple[str, ...]) -> None:
    kit = many_cards(tmp_path / "kit", 12)
    (kit / "faces" / "spare.toml").write_text("")
    own = build(kit, Options(out=tmp_path / "own", only=only, cache=False), lambda *_: None)
    options = Options(out=tmp_path / "two", only=only, cache=False)
    with KitTwin(kit, options) as twin:
        both = build(kit, options, lambda *_: None, processes=2, twin=twin)
    assert files(options.out) == files(tmp_path / "own")
    assert list(both.findings) == list(own.findings)
    assert any(finding.code.startswith("unused") for finding in both.findings) == (not only)
    assert (both.faces_drawn, both.faces_known) == (own.faces_drawn, own.faces_known)


def test_what_is_wrong_with_a_kit_or_its_options_is_told_as_by_one_process(tmp_path: Path) -> None:
    kit = in_two_languages(tmp_path, "tea")
    (kit / "kit.toml").write_text("[kit]\nid = 3\n")
    with pytest.raises(KitError) as own:
        build(kit, Options(out=tmp_path / "out", cache=False), lambda *_: None)
    with pytest.raises(KitError) as raised:
        printed(kit, Options(out=tmp_path / "out", cache=False))
    assert raised.value.findings == own.value.findings
    with pytest.raises(BadOptionError, match="no component 'nothing'"):
        printed(lamps(tmp_path / "lamps", 2), Options(out=tmp_path / "out", without=("nothing",), cache=False))
    assert not files(tmp_path / "out")


def test_a_kit_that_was_saved_after_it_was_read_leaves_the_output_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read before this process has looked at a single file of it."""
    kit, options = lamps(tmp_path / "lamps", 2), Options(out=tmp_path / "out", cache=False)
    before = printed(kit, options)
    with KitTwin(kit, options) as twin:
        found = twin.read()
        changed(kit / "lamps.csv", "Lamp 1", "Lampion")
        monkeypatch.setattr(twin, "read", lambda: found)
        with pytest.raises(KitError, match=r"lamps\.csv: the kit was saved while it was printed"):
            build(kit, options, lambda *_: None, processes=2, twin=twin)
    assert files(options.out) == before

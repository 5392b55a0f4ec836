"""A kit that a copy of the process reads, and whose ink it measures, while this one prints."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import psutil
import pytest
from output_builders import in_two_languages, many_cards
from pnp.output.cache import user_cache
from pnp.output.kept_kits import KeptKit
from pnp.output.kit_twin import ask_ahead, begun_ahead, dismiss, kit_twin, read_ahead
from studio_builders import changed, lamps

from pnp import memos
from pnp.art.known_art import art_name, known_art
from pnp.changes.since import Since
from pnp.findings import KitError
from pnp.output import kept_kits, read_kits
from pnp.output import kit_twin as kit_twins
from pnp.output.build import build
from pnp.output.language_build import Progress
from pnp.sheet.options import BadOptionError, Options

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there are copies of a process on Linux alone")

Children: TypeAlias = Callable[[], list[psutil.Process]]


def printed(kit: Path, options: Options, progress: Progress = lambda *_: None) -> dict[str, bytes]:
    with kit_twin(kit, options) as twin:
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
    with kit_twin(kit, options) as twin:
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
    with kit_twin(kit, options) as twin:
        found = twin.read()
        changed(kit / "lamps.csv", "Lamp 1", "Lampion")
        monkeypatch.setattr(twin, "read", lambda: found)
        with pytest.raises(KitError, match=r"lamps\.csv: the kit was saved while it was printed"):
            build(kit, options, lambda *_: None, processes=2, twin=twin)
    assert files(options.out) == before


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there may be twins, and a core for one."""
    monkeypatch.setattr(kit_twins, "has_twins", lambda: True)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})


@pytest.fixture
def children() -> Callable[[], list[psutil.Process]]:
    """The processes that were begun since: a browser of other tests may be there."""
    before = psutil.Process().children()
    return lambda: [one for one in psutil.Process().children() if one not in before]


@pytest.mark.usefixtures("two_cores")
def test_one_that_waits_is_the_one_that_is_told_the_kit(tmp_path: Path, children: Children) -> None:
    kit, options = lamps(tmp_path / "lamps", 2), Options(out=tmp_path / "out", cache=False)
    with begun_ahead():
        (waiting,) = children()
        with kit_twin(kit, options) as twin:
            assert children() == [waiting]
            found = twin.read().kit
            assert found is not None and found.id == "lamps"
        assert not children()
        with kit_twin(kit, options) as another:
            again = another.read().kit
            assert again is not None and again.build == found.build
    assert not children()


@pytest.mark.usefixtures("two_cores")
def test_one_reads_a_kit_that_it_is_told_of_and_prints_it_as_it_is_asked_to(tmp_path: Path) -> None:
    """Told once and asked once, whatever is said later."""
    kit, options = lamps(tmp_path / "lamps", 2), Options(out=tmp_path / "out", only=("lamps:1",), cache=False)
    with begun_ahead():
        read_ahead(kit, cache=False)
        ask_ahead(kit, options)
        with kit_twin(kit, options) as twin:
            built = build(kit, options, lambda *_: None, processes=2, twin=twin)
    assert built.folder.name == "lamps-reprint"


@pytest.mark.parametrize("cache", [True, False])
def test_what_it_read_is_kept_by_the_time_that_it_ends_if_that_is_asked(
    cache: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kit = many_cards(tmp_path / "kit", 3)
    printed(kit, Options(out=tmp_path / "out", cache=cache))
    known = [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]
    assert bool(known) == cache
    monkeypatch.setattr(kept_kits, "read_listed", lambda *_: None)
    assert (KeptKit(kit, user_cache(True)).kit is not None) == cache


def test_what_changed_is_printed_of_a_kit_that_it_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for the kit alone, it measures nothing, and keeps the kit."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kit = lamps(tmp_path / "lamps", 3)
    before = build(kit, Options(out=tmp_path / "before", cache=False), lambda *_: None).folder
    changed(kit / "lamps.csv", "Lamp 1", "Lampion")
    own = build(kit, Options(out=tmp_path / "own", cache=False), lambda *_: None, Since(before))
    options = Options(out=tmp_path / "two")
    with kit_twin(kit, options, kit_alone=True) as twin:
        both = build(kit, options, lambda *_: None, Since(before), processes=2, twin=twin)
    assert files(options.out) == files(tmp_path / "own") and both.manifest == own.manifest
    assert both.folder.name == "lamps-changed"
    monkeypatch.setattr(kept_kits, "read_listed", lambda *_: pytest.fail("read again"))
    assert KeptKit(kit, user_cache(True)).kit


def test_msgspec_is_imported_without_what_it_asks_for_which_others_may_import() -> None:
    pytest.importorskip("typing_extensions", reason="needs typing_extensions: pip install typing_extensions")
    told = (
        "import sys\n"
        "from pnp.output.kit_twin import import_values\n"
        "import_values()\n"
        "print('msgspec' in sys.modules, 'typing_extensions' in sys.modules)\n"
        "import typing_extensions\n"
    )
    run = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["True", "False"]


def test_a_kit_for_which_there_is_no_room_between_two_processes_is_printed(tmp_path: Path) -> None:
    """What is handed over is more than what Linux lets wait."""
    kit = many_cards(tmp_path / "kit", 2)
    with (kit / "cards.csv").open("a") as rows:
        rows.writelines(f"{number},{number} {'x' * 90},1\n" for number in range(10_000, 20_000))
    options = Options(out=tmp_path / "out", only=("cards:1",), cache=False)
    assert "manifest.json" in printed(kit, options)


@pytest.mark.usefixtures("two_cores")
@pytest.mark.parametrize("asked_to", [True, False])
def test_one_that_nobody_needs_ends(asked_to: bool, children: Children) -> None:
    with begun_ahead():
        assert len(children()) == 1
        if asked_to:
            dismiss()
            assert not children()
    assert not children()


@pytest.mark.usefixtures("two_cores")
def test_none_waits_without_a_core_for_it_or_where_none_can_be_begun(
    monkeypatch: pytest.MonkeyPatch, children: Children
) -> None:
    def refused() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})
    with begun_ahead():
        assert not children()
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    monkeypatch.setattr(os, "fork", refused)
    with begun_ahead():
        assert not children()


def test_one_that_waits_ends_with_who_began_it_however_that_ends() -> None:
    code = (
        "import os, psutil; os.sched_getaffinity = lambda _: {0, 1}\n"
        "from pnp.output.kit_twin import begun_ahead\n"
        "with begun_ahead():\n"
        "    print(psutil.Process().children()[0].pid, flush=True)\n"
        "    input()\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        twin = psutil.Process(int(run.stdout.readline()))
        run.send_signal(signal.SIGKILL)
    assert not psutil.wait_procs([twin], timeout=20)[1]


def test_drawings_and_words_come_with_the_kit_if_they_are_soon_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit, options = many_cards(tmp_path / "kit", 3), Options(out=tmp_path / "out", cache=False)

    def read() -> read_kits.ReadKit:
        monkeypatch.setattr(memos, "_known", {("met before", ()): 1})
        with kit_twin(kit, options) as twin:
            return twin.read()

    monkeypatch.setattr(read_kits, "MOST_DRAWN", 0)
    few = read().memos
    monkeypatch.setattr(read_kits, "MOST_DRAWN", 1_000)
    found = read()
    kinds = [name.rpartition(".")[2] for name, _ in found.memos]
    assert [name for name, _ in few] == ["pnp.sheet.words._known"]
    assert kinds.count("_drawing") == 1 + 5 and "_known" in kinds  # its leaf, and what nearly every guide shows
    assert ("met before", ()) not in found.memos and ("met before", ()) in memos.known()
    assert found.kit is not None
    leaf = kit / "art" / "leaf.svg"
    monkeypatch.setattr("pnp.art.svg.parse_art", lambda *_, **__: pytest.fail("it was read again"))
    assert known_art(leaf, art_name(found.kit, leaf)).art.items

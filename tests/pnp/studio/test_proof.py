"""Saves are noticed soon, and only what they changed is laid out again."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TextIO

import pytest
from studio_builders import FULL, changed, lamps, proved

from pnp.kit.folder import stamps
from pnp.studio.proof import Proof
from pnp.studio.session import watch_saves


def looks(proof: Proof) -> dict[tuple[str, str, str], str]:
    return {one.id: one.fingerprint for one in proof.of(FULL)}


def stale(proof: Proof) -> set[str]:
    return {one.component for one in proof.of(FULL) if one.stale}


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return lamps(tmp_path / "lamps", 6)


def test_a_proof_made_in_steps_is_the_one_made_anew(kit: Path) -> None:
    proof = proved(kit)
    for file, old, new in (
        ("lamps.csv", "Lamp 2", "Lampion"),
        ("faces/lamp.toml", "40, 24, 12", "41, 24, 12"),
        ("kit.toml", "copies = 6", "copies = 7"),
        ("faces/coin.toml", 'text = "5"', 'text = "6"'),
        ("kit.toml", 'size = "poker"', 'size = "bridge"'),
    ):
        changed(kit / file, old, new)
        proof = proved(kit, proof)
        assert looks(proof) == looks(proved(kit)) and proof.saved.files == (file,), file
        assert file != "lamps.csv" or proof.saved.redrawn == 1, "one row is one face"


def test_what_can_be_drawn_but_is_wrong_is_shown(kit: Path) -> None:
    first = proved(kit)
    changed(kit / "lamps.csv", "Lamp 1,", f"{'Lamp ' * 60},")
    second = proved(kit, first)
    assert not second.broken and not stale(second) and second.saved.redrawn == 1
    assert [one.code for one in second.errors] == ["overflow"]
    face = next(one for one in second.of(FULL) if one.id == ("lamps", "lamp-1", "front"))
    assert face.boxes[f"faces/lamp.toml:{second.errors[0].place.row}"], "where to frame it"


def test_a_new_row_and_one_that_is_gone(kit: Path) -> None:
    first = proved(kit)
    lines = (kit / "lamps.csv").read_text().splitlines()
    (kit / "lamps.csv").write_text("\n".join([*lines[:3], "new,New,Nueva,9,12", *lines[4:]]) + "\n")
    keys = [one.key for one in proved(kit, first).of(FULL) if one.component == "lamps" and one.side == "front"]
    assert keys == ["lamp-1", "lamp-2", "new", "lamp-4", "lamp-5", "lamp-6"]


EVERY = {"lamps", "coin"}


@pytest.mark.parametrize(
    ("file", "old", "new", "components"),
    [
        ("kit.toml", "[kit]", "[kit", EVERY),
        ("theme.toml", "[colour]", "[colour", EVERY),
        ("lamps.csv", "Farol 2,2", "Farol 2,two", {"lamps"}),
        ("faces/lamp.toml", "[20.5, 40", "[20.5 40", {"lamps"}),
        ("faces/back.toml", None, "", {"lamps"}),
    ],
)
def test_what_draws_from_a_file_that_cannot_be_read_stays_and_other_saves_show(
    kit: Path, file: str, old: str | None, new: str, components: set[str]
) -> None:
    (kit / "theme.toml").write_text('[colour]\ngold = "#AA8800"\n')
    first, good = proved(kit), (kit / file).read_bytes()
    if old is None:
        (kit / file).unlink()
    else:
        changed(kit / file, old, new)
    broken = proved(kit, first)
    assert stale(broken) == components and looks(broken) == looks(first)
    assert len(broken.errors) == 1, "one fault is told once"
    changed(kit / "faces" / "coin.toml", 'text = "5"', 'text = "6"')
    saved = proved(kit, broken)
    assert broken.broken == saved.broken == (file,) and saved.saved.redrawn == 1
    changed(kit / "faces" / "coin.toml", '"ochre"', '"ocher"')
    faulty = proved(kit, saved)
    assert faulty.broken == (file,) and [one.code for one in faulty.errors][1:] == ["unknown-colour"]
    changed(kit / "faces" / "coin.toml", "[[draw]]", "[[draw")
    assert len(proved(kit, faulty).errors) == 3, "both broken files, and what is drawn"
    changed(kit / "faces" / "coin.toml", "[[draw", "[[draw]]")
    (kit / file).write_bytes(good)
    assert proved(kit, faulty).saved.mended == (file,) and not stale(proved(kit, faulty))


def test_a_missing_or_unreadable_picture_marks_its_draw(kit: Path) -> None:
    art = kit / "art"
    art.mkdir()
    (art / "moon.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    )
    changed(kit / "faces" / "coin.toml", 'text = "5"\n', 'picture = "moon.svg"\n')
    changed(kit / "faces" / "coin.toml", 'style = "body"\n', "")
    first = proved(kit)
    assert not first.errors and not any(one.missing for one in first.of(FULL))
    (art / "moon.svg").write_text("<svg")
    torn = proved(kit, first)
    (art / "moon.svg").unlink()
    for proof in (torn, proved(kit, torn)):
        assert not proof.broken and len(proof.errors) == 1
        assert {one.id: one.missing for one in proof.of(FULL) if one.missing} == {
            ("coin", "", "front"): frozenset({"faces/coin.toml:5"})
        }


# --- saves are noticed soon, each once, whatever way an editor writes ---

PATIENCE = 60


@contextmanager
def running(command: list[str], out: TextIO, folder: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A command that heeds Ctrl-C, which one in the background of a shell is begun deaf to; gone at the end."""
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, stderr=out, stdout=out, preexec_fn=heeding, cwd=folder) as process:
        try:
            yield process
        finally:
            process.kill()


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_each_way_of_saving_is_noticed(tmp_path: Path) -> None:
    kit = lamps(tmp_path / "lamps", 2)
    saves: list[dict[str, tuple[int, int]]] = []
    stop = threading.Event()

    def watch() -> None:
        for _ in watch_saves(kit, stop=stop):
            saves.append(stamps(kit))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        until(lambda: (kit / "lamps.csv").touch() or bool(saves))  # it watches
        (kit / "lamps.csv").write_text((kit / "lamps.csv").read_text().replace("Lamp 1", "Lampion"))  # in place
        until(lambda: saves[-1] == stamps(kit))
        changed(kit / "lamps.csv", "Lamp 2", "Lantern")  # beside, and renamed
        until(lambda: saves[-1] == stamps(kit))
        noticed = len(saves)
        (kit / "notes.tmp").write_text("no file of a kit")
        time.sleep(0.8)
        assert len(saves) == noticed, "nothing is noticed that is none of the kit's"
    finally:
        stop.set()
        watcher.join()


@pytest.mark.outside
def test_the_terminal_says_findings_after_each_save_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    kit = lamps(tmp_path / "lamps", 2)
    command = [sys.executable, "-m", "pnp", "check", "--watch", str(kit)]
    said = tmp_path / "said"
    with said.open("w") as out, running(command, out) as process:
        until(lambda: "lamps: " in said.read_text())
        coin = kit / "faces" / "coin.toml"
        changed(coin, "[6, 6, 12, 12]", "[6, 6, 12 12]")
        until(lambda: coin.touch() or "1 error" in said.read_text())  # it may not watch yet
        assert f"{kit}/faces/coin.toml:7: error: " in said.read_text(), "file:line first"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in (0, 1)
    assert "Traceback" not in said.read_text()


@pytest.mark.outside
@pytest.mark.parametrize(("sign", "named"), [(signal.SIGINT, True), (signal.SIGTERM, False)])
def test_the_page_takes_the_next_port_and_ends_cleanly(tmp_path: Path, sign: int, named: bool) -> None:
    kit = lamps(tmp_path / "lamps", 2)
    said = tmp_path / "said"
    with socket.socket() as taken, said.open("w") as out:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "pnp", "watch", "--no-open", "--port", str(port)]
        command += [str(kit)] if named else []
        with running(command, out, None if named else kit) as process:
            until(lambda: "Ctrl-C" in said.read_text())
            assert f"{port} is taken; the proof page is at " in said.read_text()
            process.send_signal(sign)
            assert process.wait(PATIENCE) == 0
    assert "Traceback" not in said.read_text() and "Address already" not in said.read_text()

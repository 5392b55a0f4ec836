"""The press in its own process: it prints, says what is wrong, keeps its bounds, and survives whatever is killed."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
import zipfile
from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from tinykit import tiny_kit

from companion.printing.kits import offers
from companion.printing.locks import is_held
from companion.printing.options import Choice, Way
from companion.printing.orders import LOCK, PICTURE, ZIP, Bounds, Failed, Kind, Made, Order, Orders, Waiting
from companion.printing.workers import Foreman

pytestmark = pytest.mark.outside

TINY = Choice("tiny", "en")
PATIENCE = 60.0


def waited(orders: Orders, key: str) -> Made | Failed:
    """How an order ends."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        standing = orders.standing(key)
        if standing is not None and not isinstance(standing, Waiting):
            return standing
        time.sleep(0.05)
    raise AssertionError("the press does not end")


def ordered(tmp_path: Path, bounds: Bounds, kind: Kind = "kit", choice: Choice = TINY) -> tuple[Orders, str]:
    """An order for the kit in `tmp_path/kits`, on its way."""
    orders = Orders(tmp_path / "prints", bounds)
    key = orders.place(kind, choice, offers(tmp_path / "kits")[choice.game], "")
    Foreman(orders).wake(kind)
    return orders, key


def test_a_kit_is_printed_with_all_files_and_an_archive(tmp_path: Path) -> None:
    tiny_kit(tmp_path / "kits")
    orders, key = ordered(tmp_path, Bounds(), choice=Choice("tiny", "all", address="http://10.0.0.7:8000"))
    made = waited(orders, key)
    assert isinstance(made, Made), made
    assert [(printed.file.what, printed.file.language) for printed in made.files] == [
        ("guide", "en"), ("sheets", "en"), ("guide", "es"), ("sheets", "es"),
    ]  # fmt: skip
    archive = orders.fetch(key, ZIP)
    assert archive is not None and made.zip_name == "tiny-all-a4.zip" and archive.stat().st_size == made.zip_size
    with zipfile.ZipFile(archive) as held:
        for printed in made.files:
            path = orders.fetch(key, printed.file.path)
            assert path is not None and path.stat().st_size == printed.size
            assert held.read(printed.file.path) == path.read_bytes()
            with pikepdf.open(path) as pdf:
                assert len(pdf.pages) == printed.file.pages
    assert orders.queue("kit") == []
    assert {path.name for path in (orders.folder / key).iterdir()} == {
        "made.json", LOCK, ZIP, *(printed.file.path for printed in made.files),
    }  # fmt: skip


@pytest.mark.landing
@pytest.mark.parametrize(("way", "single"), [("fan", True), ("faces", False)])
def test_a_kit_goes_out_without_paper(way: Way, single: bool, tmp_path: Path) -> None:
    tiny_kit(tmp_path / "kits")
    orders, key = ordered(tmp_path, Bounds(), choice=Choice("tiny", "en", way=way))
    made = waited(orders, key)
    assert isinstance(made, Made), made
    archive = orders.fetch(key, ZIP)
    assert archive is not None and made.zip_name == f"tiny-en-{way}.zip" and archive.stat().st_size == made.zip_size
    with zipfile.ZipFile(archive) as held:
        assert [name.partition("/")[0] for name in held.namelist()] == ["en"]
        (name,) = held.namelist()
        assert len(made.files) == single
        for printed in made.files:
            path = orders.fetch(key, printed.file.path)
            assert path is not None and path.read_bytes() == held.read(name)
            assert printed.file.path.count("tiny") == 1 and "en" in printed.file.path


def test_what_cannot_be_shown_so_is_said(tmp_path: Path) -> None:
    kit = tiny_kit(tmp_path / "kits")
    text = (kit / "kit.toml").read_text("utf-8").replace('kind = "card"', 'kind = "token"')
    (kit / "kit.toml").write_text(text, "utf-8")
    orders, key = ordered(tmp_path, Bounds(), choice=Choice("tiny", "en", way="fan"))
    failed = waited(orders, key)
    assert isinstance(failed, Failed) and failed.reason == "way"


@pytest.mark.parametrize("kind", ["kit", "picture"])
def test_a_kit_is_printed_whose_name_is_not_utf_8(tmp_path: Path, kind: Kind) -> None:
    tiny_kit(tmp_path / "kits", name="caf\udce9 50%41")
    orders, key = ordered(tmp_path, Bounds(), kind, Choice("caf\\xe9 50%41", "en"))
    made = waited(orders, key)
    assert isinstance(made, Made), made


def test_a_picture_is_drawn(tmp_path: Path) -> None:
    tiny_kit(tmp_path / "kits")
    orders, key = ordered(tmp_path, Bounds(), "picture")
    assert isinstance(waited(orders, key), Made)
    path = orders.fetch(key, PICTURE)
    assert path is not None
    with Image.open(path) as picture:
        assert picture.format == "PNG"


@pytest.mark.parametrize("kind", ["kit", "picture"])
def test_a_kit_with_errors_says_file_row_and_hint_and_nothing_of_this_machine(tmp_path: Path, kind: Kind) -> None:
    (tiny_kit(tmp_path / "kits") / "faces" / "card.toml").write_text('[[draw]]\ntext = "x"\nbox = [1, 2, 3]\n')
    orders, key = ordered(tmp_path, Bounds(), kind)
    failed = waited(orders, key)
    assert isinstance(failed, Failed) and failed.reason == "kit"
    (finding,) = failed.findings
    assert str(finding.place) == "tiny/faces/card.toml:3:box"
    assert finding.message and finding.hint
    assert str(tmp_path) not in str(failed)


def test_what_takes_too_long_is_ended(tmp_path: Path) -> None:
    tiny_kit(tmp_path / "kits")
    orders, key = ordered(tmp_path, Bounds(seconds=0))
    failed = waited(orders, key)
    assert isinstance(failed, Failed) and failed.reason == "slow"


def test_what_becomes_too_large_is_ended(tmp_path: Path) -> None:
    tiny_kit(tmp_path / "kits")
    orders, key = ordered(tmp_path, Bounds(file_bytes=3000))
    failed = waited(orders, key)
    assert isinstance(failed, Failed) and failed.reason == "large"
    assert not (orders.folder / key / ZIP).exists()


def test_a_press_that_breaks_off_is_said_and_the_next_order_is_printed(tmp_path: Path) -> None:
    folder = tiny_kit(tmp_path / "kits")
    orders = Orders(tmp_path / "prints", Bounds())
    offer = offers(tmp_path / "kits")["tiny"]
    gone = Choice("gone", "en")
    first = orders.place("picture", gone, type(offer)("gone", folder / "gone" / "gone", "0", {}, ()), "")
    second = orders.place("picture", TINY, offer, "")
    Foreman(orders).wake("picture")
    failed = waited(orders, first)
    assert isinstance(failed, Failed) and failed.reason == "broken"
    assert isinstance(waited(orders, second), Made)


def test_an_order_that_ended_several_servers_is_given_up(tmp_path: Path) -> None:
    tiny_kit(tmp_path / "kits")
    orders = Orders(tmp_path / "prints", Bounds(tries=2))
    key = orders.place("kit", TINY, offers(tmp_path / "kits")["tiny"], "")
    for _ in range(2):
        with orders.taken(key) as taken:
            assert taken is not None
            orders.begin(key, taken[0])
    Foreman(orders).wake("kit")
    failed = waited(orders, key)
    assert isinstance(failed, Failed) and failed.reason == "broken"


KILLED = """
import sys, time
from pathlib import Path
from companion.printing.options import Choice, Way
from companion.printing.workers import Foreman
from companion.printing.locks import is_held
from companion.printing.kits import offers
from companion.printing.orders import Bounds, Orders
orders = Orders(Path(sys.argv[1], "prints"), Bounds())
key = orders.place("kit", Choice("tiny", "en"), offers(Path(sys.argv[1], "kits"))["tiny"], "")
Foreman(orders).wake("kit")
while orders.queue("kit")[0][1].tries == 0 or not is_held(orders.folder / key / "lock"):
    time.sleep(0.01)
print(key, flush=True)
time.sleep(60)
"""


def test_a_server_that_is_killed_takes_its_press_along_and_the_next_begins_anew(tmp_path: Path) -> None:
    tiny_kit(tmp_path / "kits")
    with subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        key = server.stdout.readline().strip()
        server.kill()
    orders = Orders(tmp_path / "prints", Bounds())
    home = orders.folder / key
    until = time.monotonic() + PATIENCE
    while is_held(home / LOCK) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_held(home / LOCK), "the press outlives its server"
    assert isinstance(orders.standing(key), Waiting)
    half = home / "out" / "half.pdf"
    half.parent.mkdir(exist_ok=True)
    half.write_bytes(b"half")
    Foreman(orders).wake("kit")
    assert isinstance(waited(orders, key), Made)
    assert not half.exists()


def test_two_servers_share_the_work_and_print_each_order_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny_kit(tmp_path / "kits")
    offer = offers(tmp_path / "kits")["tiny"]
    begun: list[str] = []
    printing: list[int] = []
    begin = Orders.begin

    def counted(orders: Orders, key: str, order: Order) -> None:
        begun.append(key)
        printing.append(sum(is_held(orders.folder / other / LOCK) for other, _ in orders.queue("picture")))
        begin(orders, key, order)

    monkeypatch.setattr(Orders, "begin", counted)
    servers = [Orders(tmp_path / "prints", Bounds()) for _ in range(2)]
    keys = [servers[n % 2].place("picture", Choice("tiny", "en", backs=backs), offer, "")
            for n, backs in enumerate(("none", "separate", "gutterfold"))]  # fmt: skip
    foremen = [Foreman(orders) for orders in servers]
    for foreman in foremen * 2:
        threading.Thread(target=foreman.wake, args=("picture",)).start()
    assert all(isinstance(waited(servers[0], key), Made) for key in keys)
    assert sorted(begun) == sorted(keys)
    assert set(printing) == {1}, "one press at a time"

"""Orders as files: the same twice is one, bounds hold, and the files say how things stand whatever was killed."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from tinykit import tiny_kit

from companion.printing.kits import Offer, offers
from companion.printing.locks import is_held, lock
from companion.printing.options import Choice
from companion.printing.orders import (
    FAILED,
    KEY,
    LOCK,
    MADE,
    ORDER,
    PICTURE,
    Bounds,
    BusyError,
    Failed,
    Made,
    Orders,
    Waiting,
)

TINY = Choice("tiny", "en")


@pytest.fixture
def offer(tmp_path: Path) -> Offer:
    tiny_kit(tmp_path / "kits")
    return offers(tmp_path / "kits")["tiny"]


@pytest.fixture
def orders(tmp_path: Path) -> Orders:
    return Orders(tmp_path / "prints", Bounds(waiting=3, waiting_by_address=2))


def made(orders: Orders, choice: Choice, offer: Offer, size: int = 0) -> str:
    """An order that is done, with a file of so many bytes."""
    key = orders.place("picture", choice, offer, "")
    (orders.folder / key / PICTURE).write_bytes(b"x" * size)
    orders.end(key, Made(choice=choice))
    return key


def test_the_same_order_twice_is_one(orders: Orders, offer: Offer) -> None:
    first = orders.place("kit", TINY, offer, "10.0.0.7")
    assert KEY.fullmatch(first)
    assert orders.place("kit", TINY, offer, "10.0.0.8") == first
    assert [key for key, _ in orders.queue("kit")] == [first]
    assert orders.queue("picture") == []


def test_another_choice_or_another_kit_is_another_order(orders: Orders, offer: Offer, tmp_path: Path) -> None:
    tiny_kit(tmp_path / "kits", text="Changed")
    changed = offers(tmp_path / "kits")["tiny"]
    keys = {
        orders.place("kit", TINY, offer, ""),
        orders.place("kit", Choice("tiny", "es"), offer, ""),
        orders.place("kit", TINY, changed, ""),
        orders.place("picture", TINY, offer, ""),
    }
    assert len(keys) == 4


def test_those_before_are_counted(orders: Orders, offer: Offer) -> None:
    keys = [orders.place("kit", Choice("tiny", "en", paper), offer, "") for paper in ("a4", "letter", "a3")]
    standing = [orders.standing(key) for key in keys]
    assert [one.ahead for one in standing if isinstance(one, Waiting)] == [0, 1, 2]


def test_one_address_has_so_many_orders_and_all_so_many(orders: Orders, offer: Offer) -> None:
    orders.place("kit", Choice("tiny", "en", "a4"), offer, "10.0.0.7")
    orders.place("kit", Choice("tiny", "en", "a3"), offer, "10.0.0.7")
    with pytest.raises(BusyError) as busy:
        orders.place("kit", Choice("tiny", "en", "letter"), offer, "10.0.0.7")
    assert busy.value.own
    orders.place("kit", Choice("tiny", "en", "letter"), offer, "10.0.0.8")
    orders.place("kit", Choice("tiny", "en", "both"), offer, "10.0.0.9")
    with pytest.raises(BusyError) as busy:
        orders.place("kit", Choice("tiny", "en", "tabloid"), offer, "10.0.0.10")
    assert not busy.value.own, "each has one by now"
    orders.place("picture", TINY, offer, "10.0.0.7")


def test_who_orders_much_lets_others_come_between(orders: Orders, offer: Offer) -> None:
    placed = [("a4", "10.0.0.7"), ("a3", "10.0.0.7"), ("letter", "10.0.0.8")]
    keys = {paper: orders.place("kit", Choice("tiny", "en", paper), offer, by) for paper, by in placed}  # type: ignore[arg-type]  # papers
    assert [key for key, _ in orders.queue("kit")] == [keys["a4"], keys["letter"], keys["a3"]]
    standing = orders.standing(keys["a3"])
    assert isinstance(standing, Waiting) and standing.ahead == 2
    late = orders.place("kit", Choice("tiny", "en", "both"), offer, "10.0.0.9")
    gone = orders.standing(keys["a3"])
    assert isinstance(gone, Failed) and gone.reason == "crowded", "all places were taken, two of them by one"
    assert [key for key, _ in orders.queue("kit")] == [keys["a4"], keys["letter"], late]


def test_what_is_being_printed_does_not_have_to_go(orders: Orders, offer: Offer) -> None:
    keys = [orders.place("kit", Choice("tiny", "en", paper), offer, "10.0.0.7") for paper in ("a4", "a3")]
    orders.place("kit", Choice("tiny", "en", "letter"), offer, "10.0.0.8")
    with orders.taken(keys[1]), orders.taken(keys[0]), pytest.raises(BusyError) as busy:
        orders.place("kit", Choice("tiny", "en", "both"), offer, "10.0.0.9")
    assert not busy.value.own


def test_a_network_of_many_addresses_is_one_guest(tmp_path: Path, offer: Offer) -> None:
    """Who owns a /48 has 65,536 addresses to order from."""
    orders = Orders(tmp_path / "prints", Bounds(waiting=8, waiting_by_address=2, waiting_by_network=3))
    choices = [
        Choice("tiny", language, paper)
        for language in ("en", "es")
        for paper in ("a4", "a3", "letter", "tabloid")
    ]  # fmt: skip
    for number, choice in enumerate(choices[:3]):
        orders.place("kit", choice, offer, f"net {number}", "wide")
    with pytest.raises(BusyError) as busy:
        orders.place("kit", choices[3], offer, "net 4", "wide")
    assert busy.value.own
    other = orders.place("kit", choices[4], offer, "another")
    assert [key for key, _ in orders.queue("kit")].index(other) == 1, "after the first of the network"


def test_the_address_is_forgotten_when_the_order_is_done(orders: Orders, offer: Offer) -> None:
    key = orders.place("kit", TINY, offer, "10.0.0.7")
    orders.end(key, Failed(choice=TINY, reason="slow"))
    kept = b"".join(path.read_bytes() for path in (orders.folder / key).iterdir())
    assert b"10.0.0.7" not in kept


def test_what_failed_is_tried_again_when_asked_for_again(orders: Orders, offer: Offer) -> None:
    key = orders.place("kit", TINY, offer, "")
    orders.end(key, Failed(choice=TINY, reason="full"))
    assert isinstance(orders.standing(key), Failed)
    assert orders.place("kit", TINY, offer, "") == key
    assert isinstance(orders.standing(key), Waiting)


@pytest.mark.parametrize("key", ["", "..", "../..", "x" * 20, "0" * 20, "0" * 19, "/etc/passwd"])
def test_what_is_no_order_is_none(orders: Orders, key: str) -> None:
    assert orders.standing(key) is None
    assert orders.fetch(key, PICTURE) is None


@pytest.mark.parametrize("name", ["made.json", "lock", "../../tables.sqlite3", "", "nothing.pdf", "kit.zip"])
def test_only_what_was_made_is_sent(orders: Orders, offer: Offer, name: str) -> None:
    key = made(orders, TINY, offer, 10)
    assert orders.fetch(key, PICTURE) is not None
    assert orders.fetch(key, name) is None


def test_what_was_not_fetched_for_longest_makes_room(tmp_path: Path, offer: Offer) -> None:
    orders = Orders(tmp_path / "prints", Bounds(kept_bytes=4000, kept_seconds=1000))
    old, used, new = (made(orders, Choice("tiny", "en", paper), offer, 1500) for paper in ("a4", "a3", "letter"))
    for age, key in ((30, old), (20, used), (10, new)):
        at = (orders.folder / key / MADE).stat().st_mtime - age
        os.utime(orders.folder / key / MADE, (at, at))
    orders.fetch(old, PICTURE)
    orders.place("kit", TINY, offer, "")
    assert [orders.standing(key) is None for key in (old, used, new)] == [False, True, False]


def test_so_many_are_kept(tmp_path: Path, offer: Offer) -> None:
    orders = Orders(tmp_path / "prints", Bounds(kept=3))
    keys = [made(orders, Choice("tiny", "en", address=f"http://10.0.0.{n}"), offer) for n in range(5)]
    assert [orders.standing(key) is None for key in keys] == [True, True, False, False, False]


def test_what_another_version_wrote_is_made_anew(orders: Orders, offer: Offer) -> None:
    key = made(orders, TINY, offer)
    (orders.folder / key / MADE).write_text('{"other": 1}')
    assert orders.standing(key) is None
    assert orders.place("picture", TINY, offer, "") == key
    assert isinstance(orders.standing(key), Waiting)


def test_what_is_too_old_goes(tmp_path: Path, offer: Offer) -> None:
    orders = Orders(tmp_path / "prints", Bounds(kept_seconds=1000))
    done = made(orders, TINY, offer)
    failed = orders.place("kit", Choice("tiny", "es"), offer, "")
    orders.end(failed, Failed(choice=TINY, reason="slow"))
    for path in (orders.folder / done / MADE, orders.folder / failed / FAILED):
        os.utime(path, (0, 0))
    orders.place("kit", TINY, offer, "")
    assert orders.standing(done) is None and orders.standing(failed) is None


def test_a_full_disk_leaves_nothing_for_ever(orders: Orders, offer: Offer, monkeypatch: pytest.MonkeyPatch) -> None:
    waits = orders.place("kit", TINY, offer, "")

    def full(path: Path, to: Path) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk, pytest.raises(OSError, match="No space"):
        disk.setattr(Path, "replace", full)
        orders.place("kit", Choice("tiny", "es"), offer, "")
    assert not list(orders.folder.glob("*/.*"))
    later = orders.place("kit", Choice("tiny", "en", "a3"), offer, "")
    assert {home.name for home in orders.folder.iterdir() if home.is_dir()} == {waits, later}


def test_what_failed_leaves_nothing_half_made(orders: Orders, offer: Offer) -> None:
    key = orders.place("kit", TINY, offer, "")
    with orders.taken(key):
        (orders.folder / key / "out").mkdir()
        (orders.folder / key / "out" / "half.pdf").write_bytes(b"half")
        orders.end(key, Failed(choice=TINY, reason="slow"))
    assert {path.name for path in (orders.folder / key).iterdir()} == {FAILED, LOCK}


def test_half_written_files_count_for_nothing(orders: Orders, offer: Offer) -> None:
    key = orders.place("kit", TINY, offer, "")
    (orders.folder / key / MADE).write_bytes(b'{"choice":')
    assert isinstance(orders.standing(key), Waiting)


def test_an_order_is_taken_once(orders: Orders, offer: Offer) -> None:
    key = orders.place("kit", TINY, offer, "")
    with orders.taken(key) as first, orders.taken(key) as second:
        assert first is not None and second is None
        standing = orders.standing(key)
        assert isinstance(standing, Waiting) and standing.printing
    orders.end(key, Made(choice=TINY))
    with orders.taken(key) as third:
        assert third is None


def test_whoever_is_killed_between_result_and_order_leaves_it_done(orders: Orders, offer: Offer) -> None:
    key = orders.place("kit", TINY, offer, "")
    order = (orders.folder / key / ORDER).read_bytes()
    orders.end(key, Made(choice=TINY))
    (orders.folder / key / ORDER).write_bytes(order)
    with orders.taken(key) as taken:
        assert taken is None
    assert orders.queue("kit") == []
    assert isinstance(orders.standing(key), Made)


def test_a_lock_is_free_when_its_holder_lets_go(tmp_path: Path) -> None:
    path = tmp_path / LOCK
    assert not is_held(path)
    with lock(path) as first:
        assert first is not None and is_held(path)
        with lock(path) as second:
            assert second is None
    assert not is_held(path)

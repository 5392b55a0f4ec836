"""Xanadú on real phones: taps counted with cards on paper and on phones, counting at the end."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from browsers import Phone
from playwright.sync_api import Browser, expect

pytestmark = [pytest.mark.outside, pytest.mark.landing]

FREE = ":not([aria-disabled])"
PAPER = (
    "xanadu 4 cards: paper A: c14 07.*.* 12.* 33 hand *x6 B: c11 21.*.* 02 hand *x5 C: 05.* hand *x7"
    " D: 17.* hand *x4 now: play A"
)


def placed(host: Phone, address: str, position: str) -> str:
    """A table in this position whose host is this phone; its address."""
    return host.host(f"{address}/new/xanadu?{urlencode({'position': position})}")


@pytest.fixture
def paper(browser: Browser, address: str) -> Iterator[tuple[Phone, str]]:
    """A phone whose turn it is, with cards on paper, and the table's address."""
    phone = Phone(browser)
    table = placed(phone, address, PAPER)
    phone.page.wait_for_selector("h1:text-is('Your turn')")
    phone.taps = 0
    yield phone, table
    phone.close()


def worker(phone: Phone, building: str) -> None:
    phone.tap(f".bld__row:has-text('{building}') button")


def build(phone: Phone, number: str) -> None:
    for digit in number:
        phone.tap(f"[data-as='digit-{digit}']")
    assert phone.page.locator("[data-as=build] small").inner_text() == "payable"
    phone.tap("[data-as=build]")


def told(phone: Phone) -> str:
    return phone.page.locator("#news").inner_text()


def test_two_workers_and_a_building_are_five_taps(paper: tuple[Phone, str]) -> None:
    phone, _ = paper
    worker(phone, "Felt Makers")
    worker(phone, "Watermill")
    build(phone, "23")
    assert phone.taps == 5
    assert phone.h1 == "Place 2’s turn" and "Draw 1 card." in told(phone)
    assert phone.page.locator("#of-0 .bld__row").count() == 4


def test_with_a_worker_at_somebody_elses_they_are_six(paper: tuple[Phone, str]) -> None:
    phone, _ = paper
    worker(phone, "Felt Makers")
    phone.tap(".seat >> nth=2")
    assert phone.page.locator("#others .fold").first.get_attribute("id") == "of-2", "the tapped one comes next"
    assert [one.get_attribute("open") for one in phone.page.locator(".fold").all()] == ["", None, None]
    worker(phone, "Willow Well")
    build(phone, "01")
    assert phone.taps == 6 and phone.h1 == "Place 2’s turn"


def test_a_worker_on_an_opened_building_of_another_is_two_taps_and_it_stays_open(paper: tuple[Phone, str]) -> None:
    phone, _ = paper
    phone.tap("#of-2 summary")
    worker(phone, "Willow Well")
    assert phone.taps == 2 and phone.page.locator("#of-2 .bld__row").is_visible()


def test_two_quick_taps_are_two_workers(paper: tuple[Phone, str]) -> None:
    phone, _ = paper
    key = phone.page.locator(".bld__row:has-text('Watermill') button")
    stood = key.bounding_box()
    phone.tap(".bld__row:has-text('Watermill') button", twice=True)
    expect(phone.page.locator(".bld__row:has-text('Watermill') s")).to_have_count(3)
    assert phone.page.locator("#hand b").nth(1).inner_text() == "4", "two cards of six work"
    assert key.bounding_box() == stood, "where the first tap was, the second one is"


def test_rows_that_would_give_what_is_missing_are_marked(paper: tuple[Phone, str]) -> None:
    phone, _ = paper
    phone.tap("[data-as='digit-1']")
    digits = phone.page.locator("[data-as='digit-1']").bounding_box()
    phone.tap("[data-as='digit-8']")
    assert phone.page.locator("[data-as='digit-1']").bounding_box() == digits, "no key moves under the thumb"
    key = phone.page.locator("[data-as=build]")
    assert key.get_attribute("aria-disabled") == "true" and "lacks" in key.inner_text()
    marked = phone.page.locator("button.key--gives")
    assert "Watermill" in " ".join(marked.all_inner_texts())
    assert "2 workers would do: Watermill, row 2 and 3." in phone.page.locator("#build").inner_text()
    for _ in range(2):
        phone.tap("button.key--gives:has-text('Watermill')")
        assert key.locator("b").inner_text() == "18", "the number stays typed"
    assert "payable" in key.inner_text() and not marked.count()
    assert phone.page.locator("[data-as='digit-1']").bounding_box() == digits, "nor when another key joins them"


def test_digits_typed_fast_and_a_third_one(paper: tuple[Phone, str]) -> None:
    phone, _ = paper
    keys = [phone.page.locator(f"[data-as='digit-{digit}']").element_handle() for digit in "38"]
    for handle in keys:
        handle.click(no_wait_after=True)
    phone.settle()
    assert phone.page.locator("[data-as=build] b").inner_text() == "38"
    phone.tap("[data-as='digit-7']")
    assert phone.page.locator("[data-as=build] b").inner_text() == "7_"


def test_cards_are_filtered_while_typing(paper: tuple[Phone, str]) -> None:
    phone, table = paper
    phone.open(f"{table}/card")
    phone.page.locator("#q").press_sequentially("pagod", delay=20)
    phone.page.wait_for_function("() => document.querySelectorAll('.row--card').length < 5")
    assert phone.page.evaluate("document.activeElement.value") == "pagod", "nothing typed is lost"
    phone.page.fill("#q", "")
    phone.page.wait_for_function("() => document.querySelectorAll('.row--card').length == 70")


def test_selling_pays_at_once_and_earns_three_cards(paper: tuple[Phone, str]) -> None:
    phone, _ = paper
    phone.tap("#thumb a[href$='sell=1']")
    phone.tap(f".bld__row button{FREE}")
    assert phone.page.locator("#hand b").first.inner_text() == "16"
    phone.tap("#thumb a.key--go")
    assert "draw 1 card" in phone.page.locator("#thumb button >> nth=-1").inner_text(), "six in hand: one to seven"
    phone.tap("#thumb button >> nth=-1")
    assert "Ana has sold, and draws 1 card." in told(phone)


def test_keys_stay_above_the_bottom_bar_of_a_short_window(paper: tuple[Phone, str]) -> None:
    phone, _ = paper
    phone.page.set_viewport_size({"width": 390, "height": 664})
    for selector in ("[data-as='digit-1']", "[data-as='digit-0']", "[data-as=build]", "#thumb button >> nth=-1"):
        box = phone.page.locator(selector).bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 664, selector


def count(phone: Phone, coins: str, *buildings: tuple[str, int]) -> None:
    """Tong bao by digits, then each building by two digits and its covered rows."""
    for digit in coins:
        phone.tap(f"[data-as$='-coins-{digit}']")
    for number, covered in buildings:
        for digit in number:
            phone.tap(f"[data-as='digit-{digit}']")
        phone.tap(f"#buildings form.counted >> nth=-1 >> .key >> nth={covered}")
    phone.tap("#thumb .key--go")


def test_counting_on_one_phone(browser: Browser, address: str) -> None:
    alone = Phone(browser)
    table = alone.host(f"{address}/new/xanadu?way=score", players="2")
    alone.taps = 0
    count(alone, "23", ("07", 4), ("51", 2))
    assert alone.taps == 9
    alone.open(f"{table}/tally/1")
    count(alone, "9")
    expect(alone.page.locator("#result")).to_have_count(1)
    assert alone.h1 == "Ana wins" and not alone.wrong
    alone.close()

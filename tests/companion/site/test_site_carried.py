"""A table goes from the site to a server and comes back, as a file; a position, as the code that is shown of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
import zxingcpp
from browsers import QUICK, Phone
from PIL import Image
from playwright.sync_api import Browser, Page
from thumbs import move
from visits import Host, Inside, Visitor

pytestmark = [pytest.mark.outside, pytest.mark.long, pytest.mark.slow]
LUCK = random.Random(5)
STEPS = 10
"""Taps that one act may take."""


def test_a_table_goes_to_a_server_and_comes_back(
    host: Host, visitor: Visitor, browser: Browser, address: str, tmp_path: Path
) -> None:
    visitor.context.add_init_script(QUICK)
    visitor.open(host.address)
    at_home, away = Inside(visitor, host.address), Phone(browser)
    table = at_home.open_table("hangzhou", 1)
    at_home.tap("#thumb .key--go")
    acted(at_home, table)
    before = entries(at_home, table)

    carried(at_home, table, away, address, visitor.page, tmp_path, lambda: away.page.wait_for_url("**/t/*/seats"))
    there = seated(away)
    assert entries(away, there)[: len(before)] == before, "what was played is there"
    acted(away, there)
    then = entries(away, there)
    assert len(then) > len(before)

    carried(away, there, at_home, host.address, away.page, tmp_path, lambda: visitor.at("/t/"))
    back = seated(at_home)
    assert back != table, "beside the one that went"
    assert entries(at_home, back)[: len(then)] == then
    acted(at_home, back)

    # The codes of the same position lead to the same page, at each one's own address.
    shown(at_home, back, host.address, visitor)
    at_server = code(away, there)
    assert at_server.startswith(f"{address}/new/hangzhou?position=")
    at_home.open(at_server.replace(f"{address}/", host.address))
    assert at_home.page.locator("#open").count()
    assert not visitor.wrong and not away.wrong
    away.close()


def acted(phone: Phone, table: str) -> None:
    """One act of whoever is to act, with the steps that lead to it."""
    before = phone.seq
    for _ in range(STEPS):
        if phone.seq > before:
            return
        move(phone, table, LUCK)
    raise AssertionError(f"nothing is done after {STEPS} steps: {phone.h1}")


def entries(phone: Phone, table: str) -> list[str]:
    """What the log of a table says, the oldest first; back at the table."""
    phone.open(f"{table}/log")
    phone.page.locator("main li").first.wait_for()
    found = phone.page.locator("main li").all_inner_texts()
    phone.open(table)
    return found[::-1]


def carried(
    left: Phone, table: str, to: Phone, address: str, page: Page, folder: Path, arrived: Callable[[], object]
) -> None:
    """The file of a table from one phone’s page *Advanced* to another’s history."""
    left.open(f"{table}/advanced")
    with page.expect_download() as brought:
        left.page.locator("a[href$='/export']").click()
    file = folder / brought.value.suggested_filename
    brought.value.save_as(file)
    to.open(f"{address.rstrip('/')}/history")
    to.tap("details:has([name=table]) summary")
    to.page.set_input_files("[name=table]", file)
    to.tap("form[action$='/import'] button")
    arrived()


def seated(phone: Phone) -> str:
    """On the first chair of the table that has just come; its address."""
    table = phone.page.url.removesuffix("/seats")
    phone.page.fill("#name", "Ana")
    phone.tap("#chair-0")
    phone.open(table)
    return table


def code(phone: Phone, table: str) -> str:
    """What a camera reads on the page of the position."""
    phone.open(f"{table}/advanced")
    picture = Image.open(BytesIO(phone.page.locator(".qr").screenshot()))
    (found,) = zxingcpp.read_barcodes(picture)
    return found.text


def shown(phone: Inside, table: str, address: str, visitor: Visitor) -> None:
    """The code of the site opens the position in it, on whatever phone scans it."""
    read = code(phone, table)
    assert read.startswith(f"{address}#/new/hangzhou?position=")
    before, other = visitor.page, visitor.tab()
    other.goto(read)
    before.close()  # whoever has the lead is the only one that opens it
    visitor.shown()
    visitor.at("/new/hangzhou")
    assert other.frames[1].locator("#open").count()

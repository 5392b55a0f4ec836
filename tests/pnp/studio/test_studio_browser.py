"""A designer at the page: a cell is edited in a file and seen, a box is moved and the file changed, undone, and a fault
mended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from studio_builders import CARDS, changed, lamps, watched
from studio_screens import open_to_everybody, opened, settle

from pnp.studio.session import Session

pytestmark = [pytest.mark.outside, pytest.mark.long]
SIZE = {"width": 1440, "height": 900}


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lamps(tmp_path_factory.mktemp("studio") / "lamps")


@pytest.fixture(scope="module")
def watch(kit: Path) -> Iterator[tuple[Session, str]]:
    with watched(kit, kit.parent / "output") as found:
        yield found


@pytest.fixture(scope="module")
def session(watch: tuple[Session, str]) -> Session:
    return watch[0]


@pytest.fixture(scope="module")
def address(watch: tuple[Session, str]) -> str:
    return watch[1]


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    with opened(browser, 1440, 900) as made:
        made.goto(address)
        yield made


def status(page: Page, text: str) -> None:
    expect(page.locator(".status__now")).to_contain_text(text)


def a_save_is_seen_with_what_it_changed(kit: Path, page: Page) -> None:
    expect(page.locator("figure.face")).to_have_count(CARDS + 1)
    # What is far from view is not drawn: how far that is, browsers say, and each otherwise.
    expect(page.locator('figure.face img[loading="lazy"]')).to_have_count(CARDS + 1)
    first = page.locator('[data-face="lamps/lamp-3/front/en"]')
    before = first.locator("img").get_attribute("src")
    changed(kit / "lamps.csv", "Lamp 3,", "Lantern,")
    status(page, "Saved lamps.csv · 1 face redrawn")
    expect(first.locator("figcaption")).to_contain_text("Lantern")
    expect(first.locator(".mark--new")).to_contain_text("name.en")
    expect(first.locator("img")).not_to_have_attribute("src", before or "")
    page.keyboard.press("s")
    expect(page.locator(".face--changed")).to_have_count(0)


def keys_and_switches_stand_in_the_address(page: Page, address: str) -> None:
    page.keyboard.press("g")
    expect(page).to_have_url(re.compile(r"\?see=grey$"))
    expect(page.locator(".grid img").first).to_have_css("filter", re.compile("grey"))
    page.keyboard.press("1")
    expect(page.locator(".bank__card")).to_be_visible()
    card = page.locator(".bank__card").bounding_box()
    assert card and card["width"] == pytest.approx(85.6 / 25.4 * 96, abs=1), "a bank card, to match the screen by"
    page.get_by_role("button", name="larger").click()
    assert page.evaluate("localStorage.screen") == "1.01"
    page.get_by_role("button", name="smaller").click()
    page.get_by_role("button", name="It fits").click()
    width = "document.querySelector('.grid img').getBoundingClientRect().width"
    page.wait_for_function(f"Math.abs({width} - {63.5 / 25.4 * 96}) < 1.5")  # as large as on paper
    page.keyboard.press("/")
    page.keyboard.type("price > 10")
    expect(page.locator("figure.face")).to_have_count(4)
    expect(page).to_have_url(re.compile(re.escape("q=price+%3E+10")))
    page.reload()
    expect(page.locator("figure.face")).to_have_count(4)
    page.goto(address)


def a_box_is_moved_with_keys_and_mouse_and_taken_back(kit: Path, page: Page, session: Session, address: str) -> None:
    lamp = kit / "faces" / "lamp.toml"
    good = lamp.read_text()
    page.goto(f"{address}/face/lamps/lamp-4?draw=3")
    page.keyboard.press("Tab")
    page.locator("#plate a[data-draw='2']").focus()
    expect(page).to_have_url(f"{address}/face/lamps/lamp-4?draw=2")
    page.locator("#plate a[data-draw='3']").focus()
    expect(page).to_have_url(f"{address}/face/lamps/lamp-4?draw=3")
    page.evaluate(
        """() => { for (let press = 0; press < 3; press++) document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", { key: "ArrowRight", shiftKey: true, bubbles: true })); }"""
    )
    status(page, "Moved text {price} 3 mm right · faces/lamp.toml:20")
    assert lamp.read_text() == good.replace("[20.5, 40, 24, 12]", "[23.5, 40, 24, 12]"), "three presses are one step"
    page.keyboard.press("Control+z")
    status(page, "Undone")
    assert lamp.read_text() == good

    settle(page, session)
    box = page.locator("#plate a[data-draw='3'] rect").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 - 3, box["y"] + box["height"] / 2 + 40, steps=4)
    page.mouse.up()
    status(page, "mm down")
    written = re.search(r"box = \[([\d.]+), ([\d.]+), 24, 12\]  # in the middle", lamp.read_text())
    assert written and float(written[1]) == 19.75, "it snapped: its middle is that of the card"
    assert float(written[2]) > 43
    page.locator("[data-undo]").click()
    status(page, "Undone")
    assert lamp.read_text() == good

    settle(page, session)
    grip = page.locator(".o-grip[data-right='1'][data-down='1']").bounding_box()
    assert grip
    page.keyboard.down("Control")
    page.mouse.move(grip["x"] + 3, grip["y"] + 3)
    page.mouse.down()
    page.mouse.move(grip["x"] + 33, grip["y"] + 3, steps=3)
    page.mouse.up()
    page.keyboard.up("Control")
    status(page, "mm wider")
    page.locator("input[name=w]").fill("30")
    page.keyboard.press("Enter")
    wide = re.compile(r"box = \[20.5, 40, 30, [\d.]+\]  # in the middle")
    page.wait_for_function("() => document.querySelector('#plate a[aria-current] rect').getAttribute('width') === '30'")
    status(page, "Moved text {price}")
    assert wide.search(lamp.read_text())


def a_face_within_is_entered_with_enter_and_left_with_escape(
    kit: Path, page: Page, session: Session, address: str
) -> None:
    rosette = kit / "faces" / "rosette.toml"
    page.goto(f"{address}/face/lamps/lamp-4?draw=6")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}/face/lamps/lamp-4?in=6")
    expect(page.locator(".o-ground")).to_have_count(1)  # its address comes before it
    page.wait_for_load_state()  # what takes the mouse is there
    settle(page, session)
    box = page.locator("#plate a[data-draw='1'] rect").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page).to_have_url(f"{address}/face/lamps/lamp-4?in=6&draw=1")
    expect(page.locator("#plate a[data-draw='1'][aria-current]")).to_have_count(1)
    expect(page.locator("#numbers [name=draw]")).to_have_value("1")  # the page of this draw has come
    page.keyboard.down("Control")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    scale = page.locator("#ground").evaluate("ground => ground.getScreenCTM().a")
    page.mouse.move(box["x"] + box["width"] / 2 + 2 * scale, box["y"] + box["height"] / 2, steps=3)
    page.mouse.up()
    page.keyboard.up("Control")
    status(page, "Moved text {shown}")
    moved = re.search(r"box = \[([\d.]+), 4, 12, 12\]   # smaller", rosette.read_text())
    assert moved, rosette.read_text()
    assert float(moved[1]) == pytest.approx(6, abs=0.1), "millimetres of the face within, which is drawn smaller"
    page.keyboard.press("Control+z")
    status(page, "Undone")
    page.goto(f"{address}/face/lamps/lamp-4?in=6&draw=1")  # so that no key meets a page that comes anew
    page.keyboard.press("Escape")
    expect(page).to_have_url(f"{address}/face/lamps/lamp-4?in=6")
    page.goto(f"{address}/face/lamps/lamp-4?in=6")
    page.keyboard.press("Escape")
    expect(page).to_have_url(f"{address}/face/lamps/lamp-4?draw=6")


def a_cell_is_written_when_it_is_left(kit: Path, page: Page) -> None:
    cell = page.get_by_label("price of lamp-4")
    cell.fill("lots")
    cell.blur()
    expect(page.locator(".field-fault")).to_contain_text("not a count")
    expect(page.locator(".status__now--fault use")).to_have_attribute("href", "#i-error")
    assert "lots" not in (kit / "lamps.csv").read_text() and cell.input_value() == "lots"
    cell.fill("44")
    changed(kit / "faces" / "coin.toml", 'text = "5"', 'text = "8"')
    status(page, "Saved faces/coin.toml")
    assert cell.input_value() == "44", "what is being typed outlasts a save elsewhere"
    cell.blur()
    status(page, "Wrote price = 44 · lamps.csv:5 · 1 face redrawn")
    expect(page.get_by_label("price of lamp-4")).to_have_attribute("data-was", "44")
    page.get_by_label("left of lamp-4").fill("15")
    page.get_by_label("left of lamp-4").blur()
    status(page, "Wrote left = 15")
    assert "lamp-4,Lamp 4,Farol 4,44,15" in (kit / "lamps.csv").read_text()


def a_refused_cell_holds_back_itself_alone(kit: Path, page: Page) -> None:
    table = kit / "lamps.csv"
    price, left, name = (page.get_by_label(f"{column} of lamp-4") for column in ("price", "left", "name.en"))
    price.fill("lots")
    for number in ("16", "17"):
        left.fill(number)
        name.focus()
        status(page, f"Wrote left = {number}")
    name.fill("Lamp four")
    changed(table, "lamp-4,Lamp 4,Farol 4,44,17", "lamp-4,Lamp 4,Linterna,44,17")
    expect(page.get_by_label("name.es of lamp-4")).to_have_value("Linterna")
    name.blur()
    status(page, "Wrote name.en = Lamp four")
    assert "lamp-4,Lamp four,Linterna,44,17" in table.read_text()
    assert price.input_value() == "lots" and price.get_attribute("aria-invalid") == "true"

    changed(table, "Lamp four,Linterna,44", "Lamp 4,Farol 4,43")
    status(page, "Saved lamps.csv")
    changed(kit / "faces" / "coin.toml", 'text = "8"', 'text = "9"')
    status(page, "Saved faces/coin.toml")
    left.fill("15")
    left.blur()
    expect(page.locator("td:has([name='cell:left']) .field-fault")).to_contain_text("is newer than this page saw it")
    page.reload()
    price.fill("44")
    left.fill("15")
    name.focus()
    status(page, "Wrote left = 15")
    assert "lamp-4,Lamp 4,Farol 4,44,15" in table.read_text()


def the_look_of_a_draw_is_changed_where_it_is_shown(kit: Path, page: Page, address: str) -> None:
    lamp = kit / "faces" / "lamp.toml"
    good = lamp.read_text()
    page.goto(f"{address}/face/lamps/lamp-4?draw=3")
    size, colour = page.locator("[name='key:size']"), page.locator("[name='key:colour']")
    source = page.locator("#plate image:not(.was)").get_attribute("href")
    size.fill("14")
    size.blur()
    page.locator("[name='key:align']").select_option("right")  # at once after it
    colour.fill("inc")
    colour.blur()
    expect(page.locator("#look .field-fault")).to_contain_text("there is no colour inc. did you mean ink?")
    expect(colour).to_have_value("inc")
    assert 'style = "body"\nsize = 14\nalign = "right"\n\n' in lamp.read_text(), "both, and nothing refused"
    expect(page.locator("#plate image:not(.was)")).not_to_have_attribute("href", source or "")
    colour.fill("")
    colour.blur()
    expect(page.locator(".field-fault")).to_have_count(0)
    copy = page.get_by_role("button", name="Duplicate")
    copy.dblclick()
    expect(page.locator(".layers a")).to_have_count(9)
    chosen = page.locator(".layers a[aria-current]")
    expect(chosen).to_have_attribute("data-draw", "4")
    for number in (5, 6):  # past its copy, then past another
        page.get_by_role("button", name="Draw later").click()
        expect(chosen).to_have_attribute("data-draw", str(number))
    status(page, "further up")
    page.locator(".layers a[aria-current]").focus()
    page.keyboard.press("Delete")
    expect(page.locator(".layers a")).to_have_count(8)
    for left in (9, 9, 8, 7):
        page.keyboard.press("Control+z")
        expect(page.locator(".layers a")).to_have_count(left)
    for key in ("align", "size"):
        page.keyboard.press("Control+z")
        status(page, f"Undone: Set {key}")
    assert lamp.read_text() == good
    page.goto(f"{address}/face/lamps/lamp-4?draw=3")


def a_fault_keeps_the_face_until_it_is_mended(kit: Path, page: Page) -> None:
    lamp = kit / "faces" / "lamp.toml"
    good = lamp.read_bytes()
    source = page.locator("#plate image:not(.was)").get_attribute("href")
    changed(lamp, 'text = "{price}"', 'text = "{price}')
    status(page, "faces/lamp.toml cannot be read: line 19")
    expect(page.locator(".tools--warn")).to_contain_text("Last good face")
    assert page.locator("#plate image:not(.was)").get_attribute("href") == source
    assert page.locator("[data-build]").get_attribute("aria-disabled") == "true"
    assert sorted(Axe().run(page).response["violations"], key=str) == []
    lamp.write_bytes(good)
    status(page, "faces/lamp.toml can be read again")
    expect(page.locator(".tools--warn")).to_have_count(0)


def keys_lead_from_page_to_page_and_a_lost_piece_comes_back(kit: Path, page: Page, address: str) -> None:
    def loaded(heading: str) -> None:
        expect(page.locator("h1")).to_have_text(heading)
        page.wait_for_load_state()  # the script that hears the keys is there then

    page.goto(address)
    page.wait_for_load_state()
    for keys, heading in ((("j", "Enter"), "Lamp 1"), (("j",), "Lamp 2")):
        for key in keys:
            page.keyboard.press(key)
        loaded(heading)
    changed(kit / "lamps.csv", "lamp-2,", "lantern,")
    expect(page.get_by_role("heading", name="There is nothing here any more")).to_be_visible()
    changed(kit / "lamps.csv", "lantern,", "lamp-2,")
    loaded("Lamp 2")
    page.keyboard.press("Escape")
    expect(page.locator('[data-face="lamps/lamp-2/front/en"] a')).to_be_focused()


def test_an_evening_at_a_kit(kit: Path, page: Page, session: Session, address: str) -> None:
    """Each goes on where the one before left the kit and its page."""
    a_save_is_seen_with_what_it_changed(kit, page)
    keys_lead_from_page_to_page_and_a_lost_piece_comes_back(kit, page, address)
    keys_and_switches_stand_in_the_address(page, address)
    a_box_is_moved_with_keys_and_mouse_and_taken_back(kit, page, session, address)
    a_face_within_is_entered_with_enter_and_left_with_escape(kit, page, session, address)
    the_look_of_a_draw_is_changed_where_it_is_shown(kit, page, address)
    a_cell_is_written_when_it_is_left(kit, page)
    a_refused_cell_holds_back_itself_alone(kit, page)
    a_fault_keeps_the_face_until_it_is_mended(kit, page)


@pytest.mark.landing
@pytest.mark.parametrize(
    ("path", "scheme"),
    [("/", "dark"), ("/face/lamps/lamp-4?draw=1", "light"), ("/at?file=faces/lamp.toml&line=3", "dark")],
)
def test_pages_are_open_to_everybody(browser: Browser, address: str, path: str, scheme: str) -> None:
    open_to_everybody(browser, address + path, scheme)


@pytest.mark.landing
def test_without_script_it_is_a_form_with_a_button(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=SIZE, locale="es", java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto(address)
        page.locator("input[name=q]").fill("Farol 9")
        page.get_by_role("button", name="Mostrar").click()
        expect(page).to_have_url(re.compile(r"q=Farol\+9"))
        expect(page.locator("figure.face")).to_have_count(1)
        page.locator("figure.face a").click()
        page.locator(".layers a").nth(3).click()
        page.locator("input[name=y]").fill("+1")
        page.locator("#numbers button").click()
        status(page, "mm abajo")
        page.get_by_role("button", name="Deshacer").click()
        status(page, "Deshecho")
    finally:
        context.close()

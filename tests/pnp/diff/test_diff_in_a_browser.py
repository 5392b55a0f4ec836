"""The page of changes as somebody uses it, with and without script."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from changes_builders import ROWS, goods
from output_builders import pnp
from playwright.sync_api import Browser

SALT = "Salt of the Wüstensalzgewinnung"
"""As long a name as there are."""
pytestmark = [pytest.mark.long, pytest.mark.outside, pytest.mark.landing]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("page")
    rows = (ROWS[0], ("silk", "Silk", "6", "2"), ROWS[2], ("salt", SALT, "4", "1"))
    pnp("diff", goods(folder / "old"), goods(folder / "new", rows), "--html", folder / "page.html")
    return f"file://{folder / 'page.html'}"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (390, "light")])
def test_the_filter_finds_names_and_columns_and_the_page_is_sound(
    width: int, scheme: str, browser: Browser, address: str
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: asked.append(str(error)))
    page.goto(address)
    cards = page.locator(".pair-card:visible h3")
    for typed, found in (("price", ["Silk"]), ("jade", ["Jade"]), ("cards", ["Silk", SALT, "Jade"]), ("zinc", [])):
        page.get_by_role("searchbox").fill(typed)
        assert cards.all_inner_texts() == found
        assert page.get_by_text("Nothing here is called that.").is_visible() == (not found)
    page.get_by_role("searchbox").fill("price")
    page.get_by_label("New 1").check(force=True)
    assert cards.all_inner_texts() == [] and page.get_by_text("Nothing here is called that.").is_visible()
    page.get_by_label("All").check(force=True)
    page.get_by_role("searchbox").fill("")
    assert not page.get_by_text("Nothing here is called that.").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "with large text too"
    page.evaluate("document.documentElement.style.fontSize = ''")
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert Axe().run(page).response["violations"] == []
    context.close()

"""What is seen of the site on small phones, and with letters twice as high."""

from __future__ import annotations

import pytest
from inside import Inside
from playwright.sync_api import Browser
from visits import Host, visiting

pytestmark = [pytest.mark.outside, pytest.mark.long, pytest.mark.slow]

SCREENS = ((320, 568, 16), (390, 664, 16), (390, 844, 32))
"""Width and height, and the height of a letter that the reader has chosen, in pixels."""
SEEN = """() => {
  const frame = frames[0], page = frame.document, root = page.documentElement, found = [];
  const box = document.querySelector('iframe').getBoundingClientRect();
  if (box.x || box.y || box.width !== innerWidth || box.height !== innerHeight) found.push('a frame beside the screen');
  if (document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight)
    found.push('it scrolls outside');
  if (root.scrollWidth > frame.innerWidth) found.push('it scrolls sideways');
  frame.scrollTo(0, root.scrollHeight);
  const thumb = page.getElementById('thumb'), above = thumb ? thumb.getBoundingClientRect().top : frame.innerHeight;
  const last = [...page.querySelectorAll('main :is(a, button, input, summary)')].filter(one => one.checkVisibility()
    && !thumb?.contains(one)).at(-1);
  if (last && last.getBoundingClientRect().bottom > above + 1) found.push(`${last.outerHTML.slice(0, 90)} is covered`);
  if (thumb && thumb.getBoundingClientRect().bottom > frame.innerHeight + 1) found.push('keys below the screen');
  return found;
}"""


def test_nothing_is_covered_or_beside_the_screen(browser: Browser, host: Host) -> None:
    with visiting(browser) as visitor:
        visitor.open(host.address)
        host.stop()
        phone = Inside(visitor, host.address)
        line = visitor.context.new_cdp_session(visitor.page)
        wrong = []
        begun = phone.open_table("hangzhou", 1)
        phone.tap("#thumb .key--go")
        pages = (
            "",
            "new/dunhuang",
            "history",
            "score/xanadu",
            *(begun.replace(host.address, "") + end for end in ("", "/menu", "/advanced", "/log")),
        )
        for width, height, letter in SCREENS:
            visitor.page.set_viewport_size({"width": width, "height": height})
            line.send("Page.setFontSizes", {"fontSizes": {"standard": letter, "fixed": letter}})
            for page in pages:
                phone.open(f"{host.address}{page}")
                wrong += [(width, letter, page, one) for one in visitor.page.evaluate(SEEN)]
        assert not wrong
        assert not visitor.wrong

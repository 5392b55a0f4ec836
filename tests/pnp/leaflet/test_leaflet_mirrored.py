"""Leaflets that are read from right to left are mirrored, all but their words."""

from __future__ import annotations

from functools import cache

import pytest
from leaflet_builders import boxes, runs, set_text

from pnp.kit.theme import FontFamily
from pnp.leaflet.pagination import SetLeaflet
from pnp.leaflet.setter import DISC
from pnp.leaflet.strips import A5, INSIDE
from pnp.scene import Page, Text
from pnp.text.fonts import FontBook, installed_faces

FACE = "FrankRuhlLibre[wght]"
WIDTH = A5[0]
pytestmark = pytest.mark.skipif(FACE not in installed_faces(), reason="pip install fontpkg-frank-ruhl-libre")
RULES = """# דרך

משחק.

## התור

### תורכם {#turn H7}

קחו קלף.

1. שלמו.

> ![](face:board)
>
> הלוח.

---

## סיום

קלף.
"""
WORDS = {"leaflet": {"contents": "תוכן", "margin": "שוליים", "page": "עמוד", "figure": "ציור", "code": "קוד"}}


@cache
def leaflet(rules: str = RULES) -> SetLeaflet:
    families = dict.fromkeys(("text", "display", "figure"), FontFamily(FACE))
    return set_text(
        rules, fonts=FontBook(families, language="he"), language="he", address="http://x.y/z", own_words=WORDS
    )


def run(page: Page, text: str) -> Text:
    return next(found for found in runs(page.items) if found.text.strip() == text)


def test_a_rule_begins_at_the_right_and_its_number_stands_at_the_left() -> None:
    page = leaflet().pages[1]
    left = INSIDE
    heading, number = run(page, "תורכם"), run(page, "H7")
    assert heading.x + heading.width == pytest.approx(left + 118 - 5.0), "beside its fishtail"
    assert number.x == pytest.approx(left)
    body = run(page, "קחו קלף.")
    assert body.x + body.width == pytest.approx(left + 118)
    disc = next(box for box in boxes(page) if box.width == box.height == pytest.approx(DISC))
    assert disc.right == pytest.approx(left + 118)


def test_even_pages_lie_on_the_right_with_their_spine_at_the_left() -> None:
    second, third = leaflet().pages[1:3]
    assert run(second, "התור").x > WIDTH / 2, "the chapter stands at the outer edge"
    last = max((found for found in runs(third.items) if found.text.strip() == "סיום"), key=lambda found: found.x)
    assert last.x + last.width == pytest.approx(WIDTH - INSIDE)

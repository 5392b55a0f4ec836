"""The swap list stays in its rows, whatever they say."""

from __future__ import annotations

from changes_builders import card, swap_pages
from hypothesis import given, settings
from hypothesis import strategies as st
from sheet_builders import FOOTER, face, texts

from pnp.build.blocks import RULE
from pnp.diff.changed_since import FOOT, ROW, TABLE
from pnp.diff.compare import PieceChange
from pnp.kit.theme import press_theme
from pnp.scene import Path
from pnp.text.fonts import FontBook

FONTS = FontBook(press_theme().fonts)
WORDS = "Choose one opponent who has more goods of this colour than you do, and trade any number of them. "
SAID = st.integers(0, 6).map(lambda times: WORDS * times)


@given(name=SAID, below=SAID, why=st.lists(SAID, max_size=6))
@settings(max_examples=25, deadline=None)
def test_what_a_row_says_stays_in_it(name: str, below: str, why: list[str]) -> None:
    old, new = card(1, {"front": "gone"}), card(1, {"front": "face"})
    change = PieceChange(
        component="cards", old=old, new=new, take_out=1, put_in=1, title=name, old_title=name, statements=tuple(why)
    )
    page = swap_pages(change, face(60.0, 88.0, 2.0, "#AA3322"), FONTS, FOOTER, title=below)[0]
    rules = [item.segments[0][2] for item in page.items if isinstance(item, Path) and item.stroke == RULE]
    bottom = min(y for y in rules if y > TABLE)
    assert TABLE + ROW <= bottom <= page.height - FOOT
    said = [text for text in texts(page.items) if any(text.text.strip(" …") in all_ for all_ in (name, below, *why))]
    assert all(TABLE + 1.5 < text.y < bottom for text in said if text.text.strip() and text.size > 6.0), said

"""What a style sheet must know of a kit: how large its faces are, and how round; and the typeface of headings."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache

from pnp.kit.theme import press_theme
from pnp.render.svg import subset_font
from pnp.scene import Ellipse
from pnp.studio.proof import Proof, Shown
from pnp.text.fonts import FontBook

CARD = (63.5, 88.9)
"""Millimetres of what the sizes S, M and L are meant for; other pieces are shown as much larger or smaller as they are,
within bounds."""
RULER = 7.0
"""Millimetres of the ruler beside a face, and of the rim opposite."""
LEAST, MOST = 0.55, 2.6
LETTERS = "".join(
    chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2013, 0x2014, 0x2019, 0x201C, 0x201D)
)


def sizes(proof: Proof) -> str:
    """The rules for the faces of each component."""
    first = {one.component: one for faces in proof.faces.values() for one in reversed(faces)}
    return "\n".join(rule for component, shown in sorted(first.items()) for rule in _rules(component, shown))


def digest(proof: Proof) -> str:
    """Names the rules by what they say."""
    return hashlib.sha256(sizes(proof).encode()).hexdigest()[:16]


def _rules(component: str, shown: Shown) -> Iterator[str]:
    if not re.fullmatch("[A-Za-z0-9-]+", component):
        return
    scene = shown.scene
    shelf = f'[data-component="{component}"]'
    times = min(MOST, max(LEAST, scene.width / CARD[0]))
    plate = scene.width + 2 * scene.bleed + RULER
    yield f"{shelf} {{ --times: {times:.3f}; --real: {scene.width:.2f}mm; --plate: {plate:.2f}mm; }}"
    if isinstance(scene.outline, Ellipse):
        yield f"{shelf} .face img, {shelf} .paper {{ border-radius: 50%; }}"
    else:
        across, down = (100 * scene.corner / side for side in (scene.width, scene.height))
        yield f"{shelf} .face img, {shelf} .paper {{ border-radius: {across:.2f}% / {down:.2f}%; }}"


@cache
def typeface() -> bytes:
    """The typeface of headings, in the letters of the languages that the press speaks."""
    press = FontBook(press_theme().fonts)
    return subset_font(press.font(press.face("display", bold=True)), LETTERS)

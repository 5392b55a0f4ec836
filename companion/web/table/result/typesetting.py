"""Setting short texts in the typefaces of a printed game: they end in an ellipsis rather than in their neighbours."""

from __future__ import annotations

from companion.web.printed.drawing import layout
from pnp.kit.theme import Style
from pnp.scene import Box, Item
from pnp.text.block import SetText, set_text
from pnp.text.markup import escape_markup
from pnp.text.wrap import Typesetting

LONGEST = 300
"""Characters of a text that are looked at when it does not fit: no box here holds more."""


def put(game: str, items: list[Item], text: str, box: Box, style: Style, language: str, *, bold: bool = False) -> None:
    """One text, as it is: names are no markup. What does not fit ends in an ellipsis, clear of its neighbours."""
    if not text:
        return
    done = _set(game, text, box, style, language, bold)
    if done.overflow:
        # The longest beginning that fits: each try halves what may be left.
        fits, most = 0, min(len(text), LONGEST)
        while fits < most - 1:
            middle = (fits + most) // 2
            short = _set(game, f"{text[:middle].rstrip()}…", box, style, language, bold)
            fits, most = (fits, middle) if short.overflow else (middle, most)
        done = _set(game, f"{text[:fits].rstrip()}…", box, style, language, bold)
    items.extend(done.items)


def _set(game: str, text: str, box: Box, style: Style, language: str, bold: bool) -> SetText:
    pressed = layout(game)
    said = f"**{escape_markup(text)}**" if bold else escape_markup(text)
    return set_text(said, box, style, Typesetting(pressed.fonts, pressed.icon, pressed.colour, language))

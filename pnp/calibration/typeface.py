"""Names that are printed on sheets: of printers at their foot, of trays on the test page."""

from __future__ import annotations

from pnp.calibration.profiles import ProfileError
from pnp.kit.theme import press_theme
from pnp.text.fonts import FontBook
from pnp.text.lacking import named


def check_printable(text: str) -> None:
    """Raises ProfileError for a name with characters that the press's typeface does not have: they would be blank."""
    fonts = FontBook(press_theme().fonts)
    font = fonts.font(fonts.face("text"))
    missing = [character for character in text if not character.isspace() and not font.has(character)]
    if missing:
        raise ProfileError(f"'{text}' cannot be printed, the typeface has no {named(missing)}: choose another name")

"""Where the letters of a run stand."""

from __future__ import annotations

from pnp.scene import MM_PER_POINT, Text
from pnp.text.fonts import Font
from pnp.text.scripts import parts


def places(run: Text, font: Font) -> list[tuple[str, float]]:
    """The characters of a run and where each begins, in mm; parts in scripts that are formed stay whole."""
    em, kerns, x = run.size * MM_PER_POINT, dict(run.kerns), run.x
    found = []
    index = 0
    for part, formed in parts(run.text):
        for letter in (part,) if formed else part:
            x += kerns.get(index, 0.0)
            found.append((letter, x))
            x += font.shape(letter).width * em
            index += len(letter)
    return found

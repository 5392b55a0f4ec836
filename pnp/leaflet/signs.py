"""The small things drawn on leaflet pages: fishtails, discs, diamonds, rules."""

from __future__ import annotations

from pnp.leaflet import look
from pnp.leaflet.look import Setting
from pnp.scene import Box, Ellipse, Item, Path, Rect, Segment, Stroke

_NOTCH = 0.45
"""Of a fishtail's height."""


def fishtail(setting: Setting, x: float, y: float, width: float, height: float = 0.0) -> Path:
    """The notched band of a block-printed page, hanging from y; by rule two wide to three high."""
    height = height or width * 1.5
    inner = y + height * (1 - _NOTCH)
    points = ((x, y), (x + width, y), (x + width, y + height), (x + width / 2, inner), (x, y + height))
    return _closed(setting, points)


def diamond(setting: Setting, x: float, y: float, width: float) -> Path:
    """A lozenge about (x, y): the mark of a list's item."""
    half = width / 2
    return _closed(setting, ((x, y - half), (x + half, y), (x, y + half), (x - half, y)))


def disc(setting: Setting, x: float, y: float, diameter: float) -> Ellipse:
    """A filled circle whose middle is (x, y)."""
    box = Box(x - diameter / 2, y - diameter / 2, diameter, diameter)
    accent = setting.colour("accent")
    if setting.low:
        return Ellipse(box.inset(look.PANEL_LINE / 2), None, Stroke(accent, look.PANEL_LINE))
    return Ellipse(box, accent)


def rule(setting: Setting, x: float, y: float, width: float, weight: float, colour: str = "ink") -> Path:
    """A level line."""
    return Path((("M", x, y), ("L", x + width, y)), None, Stroke(setting.colour(colour), weight))


def panel(setting: Setting, box: Box) -> Item:
    """The ground and frame of a panel."""
    ground = None if setting.low else setting.colour("paper")
    return Rect(box, ground, Stroke(setting.colour("ink"), look.PANEL_LINE), look.PANEL_RADIUS)


def _closed(setting: Setting, points: tuple[tuple[float, float], ...]) -> Path:
    (x, y), *rest = points
    segments: list[Segment] = [("M", x, y)]
    segments.extend(("L", px, py) for px, py in rest)
    segments.append(("Z",))
    accent = setting.colour("accent")
    if setting.low:
        return Path(tuple(segments), None, Stroke(accent, look.FINE, join="round"))
    return Path(tuple(segments), accent)

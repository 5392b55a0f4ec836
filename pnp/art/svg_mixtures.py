"""What a colour comes to as a drawing says it: in any space, or mixed of two (CSS Color 4 and 5)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tinycss2 import color4

from pnp.art.svg_colours import MIXED, Channels, in_space, in_srgb
from pnp.scene import Colour
from pnp.scene.difference import ciede2000, lab

MOST_MIXED = 8
"""Colours mixed of colours that are mixed, in one another."""
_HUES = {"hsl": 0, "hwb": 0, "lch": 2, "oklch": 2}
"""Which part of a colour is its hue."""
_GREY = {"hsl": 0.001, "hwb": 0.001, "lch": 0.15, "oklch": 0.0004}
"""Chroma, saturation or what neither white nor black leaves, up to which a colour has no hue."""
_MIX = re.compile(
    r"color-mix\(\s*in\s+([a-z0-9-]+)(?:\s+(shorter|longer|increasing|decreasing)\s+hue)?\s*", re.IGNORECASE
)
_SHARE = re.compile(r"(?:^|\s)([\d.]+)%(?:\s|$)")


def channels_of(value: str, current: Colour | None, depth: int = 0) -> tuple[Channels, float] | None:
    """Red, green and blue of a colour, 0 to 1 where sRGB has it, and how opaque it is; `current` is `currentColor`.
    None for what is no colour."""
    value = value.strip()
    if value.lower().startswith("color-mix("):
        return _mixed(value, current, depth) if depth < MOST_MIXED else None
    if value.lower() == "currentcolor" and current is not None:
        return tuple(part / 255 for part in bytes.fromhex(current[1:7])), 1.0
    found = color4.parse_color(value)
    return (in_srgb(found), found.alpha) if isinstance(found, color4.Color) else None


def written(channels: tuple[float, ...]) -> Colour:
    """What sRGB has of a colour, as `#RRGGBB`."""
    return f"#{bytes(min(255, max(0, round(255 * part))) for part in channels).hex().upper()}"


def lost(channels: Channels) -> float:
    """How far a colour lies from what sRGB has of it (CIEDE2000); 0 within sRGB."""
    if all(-1e-4 <= part <= 1.0001 for part in channels):
        return 0.0
    shown = tuple(min(1.0, max(0.0, part)) for part in channels)
    first, second = (in_space(one, "srgb-linear") for one in (channels, shown))
    return ciede2000(lab((first[0], first[1], first[2])), lab((second[0], second[1], second[2])))


def _mixed(value: str, current: Colour | None, depth: int) -> tuple[Channels, float] | None:
    begin, parts = _MIX.match(value), list(_parts(value))
    if begin is None or len(parts) != 3 or begin[1].lower() not in MIXED:
        return None
    space, way = begin[1].lower(), (begin[2] or "shorter").lower()
    shares: list[float | None] = []
    colours: list[tuple[Channels, float]] = []
    for part in parts[1:]:
        share = _SHARE.search(part)
        colour = channels_of(_SHARE.sub(" ", part) if share else part, current, depth + 1)
        if colour is None:
            return None
        shares.append(float(share[1]) / 100 if share else None)
        colours.append(colour)
    first, second = shares
    first = first if first is not None else 0.5 if second is None else 1 - second
    second = second if second is not None else 1 - first
    if not (0 <= first <= 1 and 0 <= second <= 1 and first + second):
        return None
    at = second / (first + second)
    (one, opaque), (other, other_opaque) = colours
    coordinates, alpha = _between(
        (in_space(one, space), opaque), (in_space(other, space), other_opaque), at, space, way
    )
    named = "xyz-d65" if space == "xyz" else space
    return in_srgb(color4.Color(named, coordinates, 1)), alpha * min(1.0, first + second)


def _between(
    first: tuple[Channels, float], second: tuple[Channels, float], at: float, space: str, way: str
) -> tuple[Channels, float]:
    """A colour between two of a space, each as it counts by how opaque it is; hues go round."""
    (one, opaque), (other, other_opaque) = first, second
    alpha = opaque + at * (other_opaque - opaque)
    hue = _HUES.get(space)
    made: list[float] = []
    for place, (a, b) in enumerate(zip(one, other, strict=True)):
        if place == hue:
            a, b = (b if _is_grey(one, space) else a), (a if _is_grey(other, space) else b)
            made.append((a + at * _turn(b - a, way)) % 360)
        elif alpha:
            made.append(((1 - at) * a * opaque + at * b * other_opaque) / alpha)
        else:
            made.append(a + at * (b - a))
    return tuple(made), alpha


def _is_grey(colour: Channels, space: str) -> bool:
    full = 100 - colour[1] - colour[2] if space == "hwb" else colour[1]
    return full <= _GREY[space]


def _turn(degrees: float, way: str) -> float:
    """From one hue to another, that way round the circle."""
    nearest = (degrees + 180) % 360 - 180
    if way == "longer":
        return nearest - 360 if nearest > 0 else nearest + 360 if nearest < 0 else 0.0
    return {"increasing": degrees % 360, "decreasing": -(-degrees % 360)}.get(way, nearest)


def _parts(value: str) -> Iterator[str]:
    """What stands between the commas of a function, those of functions within apart."""
    depth, start = 0, value.index("(") + 1
    for place, sign in enumerate(value):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if (sign == "," and depth == 1) or (sign == ")" and not depth):
            yield value[start:place]
            start = place + 1

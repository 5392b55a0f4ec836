"""Drawings in other units: all of them so many times as large, lines, gradients and shadows too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pnp.art.paths import multiply, through
from pnp.scene import Box, Ellipse, Gradient, Group, Image, Item, Matrix, Paint, Path, Rect, Shadow, Stroke


def enlarged(items: Iterable[Item], scale: float) -> Iterator[Item]:
    """Items so many times as large, from the origin; words and what is used are none of a drawing's items."""
    if scale == 1:
        yield from items
        return
    for item in items:
        match item:
            case Group(matrix=(a, b, c, d, e, f), clip=clip):
                cut = clip if clip is None else _box(clip, scale) if isinstance(clip, Box) else _path(clip, scale)
                inner = tuple(enlarged(item.items, scale))
                mask = tuple(
                    one for one in enlarged(item.mask, scale) if isinstance(one, Rect | Ellipse | Path | Group)
                )
                yield replace(item, items=inner, matrix=(a, b, c, d, e * scale, f * scale), clip=cut, mask=mask)
            case Path():
                yield _path(item, scale)
            case Rect():
                radius = item.radius * scale
                yield Rect(_box(item.box, scale), _paint(item.fill, scale), _stroke(item.stroke, scale), radius)
            case Ellipse():
                yield Ellipse(_box(item.box, scale), _paint(item.fill, scale), _stroke(item.stroke, scale))
            case Image():
                yield replace(item, box=_box(item.box, scale), clip=item.clip and _box(item.clip, scale))
            case Shadow():
                yield replace(item, box=_box(item.box, scale))
            case _:
                yield item


def _path(path: Path, scale: float) -> Path:
    return Path(
        through(path.segments, _matrix(scale)), _paint(path.fill, scale), _stroke(path.stroke, scale), path.rule
    )


def _matrix(scale: float) -> Matrix:
    return (scale, 0.0, 0.0, scale, 0.0, 0.0)


def _box(box: Box, scale: float) -> Box:
    return Box(box.x * scale, box.y * scale, box.width * scale, box.height * scale)


def _paint(fill: Paint | None, scale: float) -> Paint | None:
    return replace(fill, matrix=multiply(_matrix(scale), fill.matrix)) if isinstance(fill, Gradient) else fill


def _stroke(stroke: Stroke | None, scale: float) -> Stroke | None:
    return stroke and replace(stroke, width=stroke.width * scale, dash=tuple(scale * dash for dash in stroke.dash))

"""What the knife and the press ask of art: grounds that run on over the cut, signs and lines away from it, lines that
can be printed and seen, and no more ink than paper takes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.art.paths import Point
from pnp.check.demands import HOME, Demands
from pnp.check.leaves import clearance, trim_polygon
from pnp.check.outlines import Shape, area, holds
from pnp.check.standing import Effort, Outliner, Standing, standing
from pnp.face.layout import Laid
from pnp.findings import Finding, Place, Severity
from pnp.scene import Box, Colour, Ellipse, Scene
from pnp.scene.colour import contrast, inks_of, luminance

AT_TRIM = 0.3
"""Millimetres within which an edge ends at the trim, rather than in the face."""
ALONG = 0.5
"""A share of a side of the trim: what runs so far along it, runs along it."""
PRINTED = 1.2
"""Contrast to white paper from which a missing strip of a ground is seen."""
PALE_LINE, PALE_SIGN = 1.15, 1.5
"""Contrast to its ground below which a line, a sign, is lost."""
LIGHT = 0.2
"""Luminance from which a line or sign can be too pale; a dark one on a dark ground is an outline."""
DRAWN = ("shape", "")
"""Sorts of words that draw shapes and lines."""
HAIRLINE = 0.1
"""Millimetres: printers draw thinner lines broken, or not at all."""
MOST_INK = 2.8
"""Solids of four inks on each other: home paper takes no more before it cockles and smears (280 %)."""
DETAIL = 0.25
"""A share of a drawing's lines that may be hairlines, and break: what they show is a detail."""
HATCHED = 4
"""More lines than these in one drawing are a hatch, which may begin anywhere."""
LARGE = 100.0
"""The mm² from which so much ink matters."""
_SLACK = 0.05


class TrimCheck:
    """Looks at the art of faces. `look` is what a `FaceCheck` takes."""

    def __init__(self, outliner: Outliner, effort: Effort) -> None:
        self._outliner = outliner
        self._effort = effort

    def look(self, laid: Laid) -> Iterator[Finding]:
        """What is wrong with grounds, signs and lines of a face; with the cut and fine lines only of what is cut out:
        figures show pieces small."""
        if self._effort.spent:
            return
        drawn = list(standing(laid))
        grounds = [shape for drawing in drawn for shape in self._outliner.drawn(drawing).fills] if laid.cut else []
        for number, drawing in enumerate(drawn):
            if not laid.cut and not self._matters(drawing):
                continue
            shapes = self._outliner.drawn(drawing).shapes
            if not self._effort.take(10 * len(shapes)):
                return
            yield from _much_ink(drawing, shapes)
            if not drawing.origin.near:
                yield from self._pale(drawing, shapes, drawn[:number])
            if laid.cut:
                yield from _hairlines(drawing, shapes)
                yield from self._cut(drawing, shapes, grounds, laid.scene, HOME)

    def cut(self, laid: Laid, demands: Demands) -> Iterator[Finding]:
        """What is wrong with grounds, signs and lines of a face at the cut, going by what somebody asks for."""
        drawn = list(standing(laid))
        grounds = [shape for drawing in drawn for shape in self._outliner.drawn(drawing).fills]
        for drawing in drawn:
            shapes = self._outliner.drawn(drawing).shapes
            if not self._effort.take(10 * len(shapes)):
                return
            yield from self._cut(drawing, shapes, grounds, laid.scene, demands)

    def _cut(
        self, drawing: Standing, shapes: Sequence[Shape], grounds: Sequence[Shape], scene: Scene, demands: Demands
    ) -> Iterator[Finding]:
        yield from self._no_bleed(drawing, shapes, grounds, scene, demands)
        if not drawing.origin.near:
            yield from _at_trim(drawing, shapes, scene, demands)

    def _matters(self, drawing: Standing) -> bool:
        """Whether a figure's drawing can be too pale or take too much ink, by its colours, which are known sooner than
        its shapes."""
        colours, sort = self._outliner.colours(drawing), drawing.origin.sort
        alone = sort == "icon" or (sort in DRAWN and not colours.fills)
        light = alone and min(map(luminance, colours.fills | colours.lines), default=0.0) >= LIGHT
        return light or any(sum(inks_of(fill)) > MOST_INK for fill in colours.fills)

    def _pale(self, drawing: Standing, shapes: Sequence[Shape], beneath: Sequence[Standing]) -> Iterator[Finding]:
        """A sign, or a line by itself, that is hardly seen on what it stands on."""
        sort = drawing.origin.sort
        colours = {colour for shape in shapes for colour in (shape.fill, shape.ink if shape.line else None) if colour}
        alone = sort in DRAWN and not any(shape.fill for shape in shapes)
        if not (alone or sort == "icon") or not colours or min(map(luminance, colours)) < LIGHT:
            return
        box = self._outliner.drawn(drawing).box
        at = (box.x + box.width / 2, box.y + box.height / 2) if sort == "icon" else shapes[0].polygon[0]
        grounds = self._ground(beneath, at)
        best, ground = min((max(contrast(colour, shade) for colour in colours), shade) for shade in grounds)
        if best < (PALE_SIGN if sort == "icon" else PALE_LINE):
            what = "sign" if sort == "icon" else "line"
            hint = "make it darker, or its ground lighter"
            message = f"a {what} has a contrast of {best:.2f} : 1 to {ground}, on which it stands"
            yield _finding("warning", "pale-art", drawing.place, sort or "stroke", message, hint)

    def _ground(self, beneath: Sequence[Standing], at: Point) -> tuple[Colour, ...]:
        """The colour that is seen at a point of what was drawn; of a gradient all between which it runs."""
        here = Box(*at, 0.0, 0.0)
        for drawing in reversed(beneath):
            self._effort.take(1)
            if not self._outliner.extent(drawing).holds(here, _SLACK):
                continue
            for shape in reversed(self._outliner.drawn(drawing).fills):
                self._effort.take(1)
                if shape.fill and shape.box.holds(here):
                    self._effort.take(len(shape.polygon))
                    if holds(shape.polygon, [at]):
                        return shape.ends or (shape.fill,)
        return ("#FFFFFF",)

    def _no_bleed(
        self, drawing: Standing, shapes: Sequence[Shape], grounds: Sequence[Shape], scene: Scene, demands: Demands
    ) -> Iterator[Finding]:
        """A ground that ends at the trim, so that a cut a little outside of it leaves white."""
        for shape in shapes:
            if shape.fill is None or contrast(shape.fill, "#FFFFFF") < PRINTED:
                continue
            ends = _outs(shape, scene, demands.bleed)
            outs = [out for side, out in ends if not self._goes_on(shape, side, grounds, scene, demands.bleed)]
            if outs:
                what = "a picture" if drawing.origin.sort == "picture" else f"a ground of {shape.fill}"
                beyond = f", {max(outs):.1f} mm beyond it" if max(outs) >= _SLACK else ""
                message = f"{what} ends at the trim{beyond}"
                enough = scene.bleed >= demands.bleed
                hint = f"let it reach over the cut by the bleed, {scene.bleed if enough else 2:.4g} mm"
                hint += "" if enough else "; the component has none: bleed = 2"
                yield _finding("warning", "no-bleed", drawing.place, drawing.origin.sort or "fill", message, hint)
                return

    def _goes_on(self, shape: Shape, side: int, grounds: Sequence[Shape], scene: Scene, bleed: float) -> bool:
        """Whether another ground is seen at the trim there: one of nearly the same colour that goes on beyond the cut,
        or one that is drawn later over the edge of this."""
        trim = Box(0.0, 0.0, scene.width, scene.height)
        at = _edge_points(side, trim)
        later = False
        for other in grounds:
            if other is shape:
                later = True
            elif _beyond(other.box, trim)[side] >= bleed - _SLACK:
                self._effort.take(3 * len(other.polygon))
                alike = other.fill is not None and contrast(other.fill, shape.fill or "#FFFFFF") < PRINTED
                if (alike or later) and holds(other.polygon, at):
                    return True
        return False


def _much_ink(drawing: Standing, shapes: Sequence[Shape]) -> Iterator[Finding]:
    for shape in shapes:
        colour = max(shape.ends or filter(None, (shape.fill,)), key=_inks, default="#FFFFFF")
        taken = _inks(colour)
        if taken > MOST_INK and area(shape.polygon) > LARGE:
            message = f"a ground of {colour} takes about {100 * taken:.0f} % of ink"
            hint = f"make it lighter, or a black without colour: paper takes {100 * MOST_INK:.0f} %"
            yield _finding("warning", "much-ink", drawing.place, "fill", message, hint)
            return


def _inks(colour: Colour) -> float:
    return sum(inks_of(colour))


def _hairlines(drawing: Standing, shapes: Sequence[Shape]) -> Iterator[Finding]:
    """Lines too thin to be printed whole, if a drawing has more than details of them; one round a shape of its own
    colour, or of paper's, only closes seams."""
    lines = [
        (shape.line, sum(math.dist(*ends) for ends in pairwise(shape.polygon)))
        for shape in shapes
        if shape.line and shape.ink and shape.ink != shape.fill and contrast(shape.ink, "#FFFFFF") >= PRINTED
    ]
    thin = [(width, length) for width, length in lines if width < HAIRLINE - _SLACK / 10]
    if sum(length for _, length in thin) > DETAIL * sum(length for _, length in lines):
        message = f"a line is {min(thin)[0]:.2g} mm wide, less than {HAIRLINE:g}"
        yield _finding("warning", "hairline", drawing.place, "stroke", message, "make it wider, or scale it less")


def _at_trim(drawing: Standing, shapes: Sequence[Shape], scene: Scene, demands: Demands) -> Iterator[Finding]:
    """Signs that are cut, or stand too near to the cut; lines that run along it."""
    clear = demands.art_clear(scene.width, scene.height)
    hint = "move it inwards, or let it run on over the cut; where it is meant, near = true"
    if drawing.origin.sort == "icon" and shapes:
        away = min(clearance(trim_polygon(scene), shape.box) for shape in shapes)
        if away < clear - _SLACK:
            near = f"a sign stands {max(away, 0):.1f} mm from the trim, nearer than {demands.told(clear)}"
            message = near if away >= -_SLACK else f"{-away:.1f} mm of a sign are cut off"
            yield _finding("warning", "art-trim", drawing.place, "icon", message, hint)
    elif drawing.origin.sort in DRAWN and scene.outline is None:
        lines = [shape for shape in shapes if shape.line] if len(shapes) <= HATCHED else []
        away = min((gap for shape in lines for gap in _gaps(shape, clear, scene, demands.bleed)), default=clear)
        if away < clear - _SLACK:
            nearer = f"nearer than {demands.told(clear)}"
            message = f"a line runs {max(away, 0):.1f} mm from the trim and along it, {nearer}"
            yield _finding("warning", "art-trim", drawing.place, "stroke", message, hint)


def _gaps(shape: Shape, clear: float, scene: Scene, bleed: float) -> Iterator[float]:
    """What is left between a line and the sides of the trim that it runs along."""
    for side, out in enumerate(_beyond(shape.box, Box(0.0, 0.0, scene.width, scene.height))):
        if -clear < out + shape.line / 2 and out - shape.line / 2 < bleed and _along(shape, side, scene) >= ALONG:
            yield -out - shape.line / 2


def _outs(shape: Shape, scene: Scene, bleed: float) -> Iterator[tuple[int, float]]:
    """The sides of the trim at which a shape ends, and how far beyond them it does; of a disc it is one side."""
    match scene.outline:
        case None:
            for side, out in enumerate(_beyond(shape.box, Box(0.0, 0.0, scene.width, scene.height))):
                if -AT_TRIM <= out < bleed - _SLACK and _along(shape, side, scene) >= ALONG:
                    yield side, out
        case Ellipse(box=disc):
            outs = _beyond(shape.box, disc)
            is_round = area(shape.polygon) < 0.9 * shape.box.width * shape.box.height
            if is_round and all(-AT_TRIM <= out < bleed - _SLACK for out in outs):
                yield 0, min(outs)


def _beyond(box: Box, trim: Box) -> tuple[float, float, float, float]:
    """How far a box reaches beyond the left, upper, right and lower side of a trim; negative within it."""
    return (trim.x - box.x, trim.y - box.y, box.right - trim.right, box.bottom - trim.bottom)


def _along(shape: Shape, side: int, scene: Scene) -> float:
    """How far the edge of a shape runs along that side, as a share of it."""
    way = side % 2  # 0: left and right, which are upright
    at = (shape.box.x, shape.box.y, shape.box.right, shape.box.bottom)[side]
    length = scene.height if way == 0 else scene.width
    runs = (
        abs(start[1 - way] - end[1 - way])
        for start, end in pairwise((*shape.polygon, shape.polygon[0]))
        if max(abs(start[way] - at), abs(end[way] - at)) < 2 * _SLACK
    )
    return max(runs, default=0.0) / length


def _edge_points(side: int, trim: Box) -> tuple[Point, ...]:
    """Three points of a side of the trim, a little within."""
    shares = (0.25, 0.5, 0.75)
    if side % 2 == 0:
        x = trim.x + _SLACK if side == 0 else trim.right - _SLACK
        return tuple((x, trim.y + share * trim.height) for share in shares)
    y = trim.y + _SLACK if side == 1 else trim.bottom - _SLACK
    return tuple((trim.x + share * trim.width, y) for share in shares)


def _finding(severity: Severity, code: str, place: Place, key: str, message: str, hint: str) -> Finding:
    return Finding(severity, code, Place(place.file, place.row, key), message, hint)

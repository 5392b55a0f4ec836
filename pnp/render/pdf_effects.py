"""What PDF draws through forms of its own: gradients, things that are see-through, shadows.

ISO 32000-1: shadings 8.7.4, groups and masks 11.6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise

from msgspec.structs import replace

from pnp.art.paths import extent
from pnp.render import operators
from pnp.render.inking import Inking
from pnp.render.pdf_canvas import Canvas, Form, Needs
from pnp.render.pdf_objects import Name, Value
from pnp.scene import IDENTITY, Box, Ellipse, Gradient, Group, Item, Path, Rect, Shadow, Stop

_SPACES = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}

Draw = Callable[[Iterable[Item]], None]


class Effects:
    """The forms of one file; each is made once."""

    def __init__(self, canvas: Canvas, inking: Inking) -> None:
        self._canvas = canvas
        self._inking = inking
        self._known: dict[Item, Form] = {}

    def shaded(self, item: Rect | Ellipse | Path, fill: Gradient) -> Form:
        """The form of a shape whose fill is a gradient."""
        found = self._known.get(item)
        if found is None:
            box = extent((item,))
            turned = operators.transforming(fill.matrix)
            rule = "*" if isinstance(item, Path) and item.rule == "evenodd" else ""
            needs = Needs(shadings={"F": _shading(self._inking.gradient(fill))})
            masked = ""
            if fill.see_through:
                thick = fill.thickness()
                mask = self._form(
                    box, f"q {turned} /F sh Q", Needs(shadings={"F": _shading(thick)}, group="DeviceGray")
                )
                needs = replace(needs, states={"M": _mask(mask)})
                masked = " /M gs"
            line = operators.shape(self._inking.shape(replace(item, fill=None)))
            drawn = f"q {operators.outline(item)} W{rule} n{masked} {turned} /F sh Q {line}"
            found = self._known[item] = self._form(box, drawn, needs)
        return found

    def veiled(self, group: Group, draw: Draw) -> Form:
        """The form of what lies in a group that is see-through as a whole, in the group's own coordinates."""
        key = replace(group, matrix=IDENTITY, clip=None)
        found = self._known.get(key)
        if found is None:
            box = extent(group.items)
            whole = self._form(box, lambda: draw(group.items), Needs(group="inherited"))
            said: dict[str, Value] = {"Type": Name("ExtGState"), "ca": group.opacity, "CA": group.opacity}
            found = self._known[key] = self._form(box, self._doing("/V gs", whole), Needs(states={"V": said}))
        return found

    def shadow(self, shadow: Shadow) -> Form:
        """The form of a shadow: its colour, masked by its picture."""
        found = self._known.get(shadow)
        if found is None:
            box = shadow.box

            def picture() -> None:
                from pnp.render.pdf_pictures import grey  # where something casts a shadow

                upright = (box.width, 0.0, 0.0, -box.height, box.x, box.bottom)
                self._canvas.draw(f"q {operators.transforming(upright)}")
                self._canvas.show(grey(shadow.data).add(self._canvas))
                self._canvas.draw("Q")

            mask = self._form(box, picture, Needs(group="DeviceGray"))
            filled = operators.shape(self._inking.shape(Rect(box, shadow.colour)))
            found = self._known[shadow] = self._form(box, f"/M gs {filled}", Needs(states={"M": _mask(mask)}))
        return found

    def _doing(self, first: str, form: Form) -> Callable[[], None]:
        def do() -> None:
            self._canvas.draw(first)
            self._canvas.show(form)

        return do

    def _form(self, box: Box, content: str | Callable[[], None], needs: Needs) -> Form:
        draw = partial(self._canvas.draw, content) if isinstance(content, str) else content
        return self._canvas.form(box, draw, needs)


def _mask(form: Form) -> Value:
    """A state in which a form's brightness says how opaque all is."""
    return {"Type": Name("ExtGState"), "SMask": _soft(form)}


def _soft(form: Form) -> Value:
    return {"Type": Name("Mask"), "S": Name("Luminosity"), "G": form.place}


def _shading(gradient: Gradient) -> Value:
    """The colours along a gradient: of black alone if all are grey, else as they are written."""
    colours = [operators.components(stop.colour) for stop in gradient.stops]
    if not all(len(parts) == 1 for parts in colours):
        colours = [parts * 3 if len(parts) == 1 else parts for parts in colours]
    return {
        "ShadingType": 2 if gradient.kind == "linear" else 3,
        "ColorSpace": Name(_SPACES[len(colours[0])]),
        "Coords": (0, 0, 1, 0) if gradient.kind == "linear" else (*gradient.focus, 0, 0, 0, 1),
        "Extend": [True, True],
        "Function": _function(gradient.stops, colours),
    }


def _function(stops: Sequence[Stop], colours: Sequence[tuple[float, ...]]) -> Value:
    """Colours by their place from 0 to 1."""
    places = [0.0, *(stop.at for stop in stops), 1.0]
    along = [colours[0], *colours, colours[-1]]
    steps = [
        (end, _between(first, last))
        for (start, first), (end, last) in pairwise(zip(places, along, strict=True))
        if end > start
    ]
    ends = [end for end, _ in steps]
    return {
        "FunctionType": 3,
        "Domain": [0, 1],
        "Functions": [function for _, function in steps],
        "Bounds": ends[:-1],
        "Encode": [0, 1] * len(steps),
    }


def _between(first: Sequence[float], last: Sequence[float]) -> Value:
    return {
        "FunctionType": 2,
        "Domain": [0, 1],
        "C0": tuple(first),
        "C1": tuple(last),
        "N": 1,
    }

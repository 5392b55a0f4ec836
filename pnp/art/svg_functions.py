"""Filters that are said in short, `drop-shadow(2px 2px 1px #0008)`, written out as elements (Filter Effects 1, 13)."""

from __future__ import annotations

import re

from lxml import etree

from pnp.art import svg_attributes
from pnp.art.svg_attributes import SvgError

_FUNCTION = re.compile(r"\s*([a-z-]+)\(((?:[^()]|\([^()]*\))*)\)")
_PART = re.compile(r"[^\s(]+(?:\([^()]*\))?")
_SEPIA = ((0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131))
_FAR = "50000"


def written_out(value: str) -> etree._Element:
    """The `<filter>` of a list of functions. Raises SvgError."""
    region = {"filterUnits": "userSpaceOnUse", "x": f"-{_FAR}", "y": f"-{_FAR}", "width": "100000", "height": "100000"}
    filter_ = etree.Element("filter", {**region, "color-interpolation-filters": "sRGB"})
    position = 0
    while position < len(value.rstrip()):
        found = _FUNCTION.match(value, position)
        if found is None:
            raise SvgError(f'filter="{value[:40]}" cannot be read; refer to a <filter> of this drawing')
        _add(filter_, found[1], found[2].strip())
        position = found.end()
    return filter_


def _add(filter_: etree._Element, name: str, said: str) -> None:
    if name == "drop-shadow":
        return _add_shadow(filter_, said)
    if name == "blur":
        etree.SubElement(filter_, "feGaussianBlur", {"stdDeviation": str(svg_attributes.number(said or "0", name))})
        return None
    if name == "hue-rotate":
        turned = str(svg_attributes.number(said.removesuffix("deg") or "0", name))
        etree.SubElement(filter_, "feColorMatrix", {"type": "hueRotate", "values": turned})
        return None
    amount = svg_attributes.length(said or "1", name, svg_attributes.WHOLE, 1.0)
    if name in ("grayscale", "saturate"):
        share = amount if name == "saturate" else 1 - min(1.0, amount)
        etree.SubElement(filter_, "feColorMatrix", {"type": "saturate", "values": str(share)})
    elif name == "sepia":
        least = 1 - min(1.0, amount)
        rows = [
            [part + least * ((row == column) - part) for column, part in enumerate(parts)]
            for row, parts in enumerate(_SEPIA)
        ]
        values = " ".join(f"{a:g} {b:g} {c:g} 0 0" for a, b, c in rows)
        etree.SubElement(filter_, "feColorMatrix", {"values": f"{values} 0 0 0 1 0"})
    elif name in ("brightness", "contrast", "invert"):
        slope = 1 - 2 * min(1.0, amount) if name == "invert" else amount
        start = {"brightness": 0.0, "contrast": 0.5 - amount / 2, "invert": min(1.0, amount)}[name]
        _add_curves(filter_, "RGB", slope, start)
    elif name == "opacity":
        _add_curves(filter_, "A", min(1.0, amount), 0.0)
    else:
        raise SvgError(f"the filter {name[:20]}() is not drawn")
    return None


def _add_curves(filter_: etree._Element, parts: str, slope: float, start: float) -> None:
    transfer = etree.SubElement(filter_, "feComponentTransfer")
    for part in parts:
        etree.SubElement(transfer, f"feFunc{part}", {"type": "linear", "slope": str(slope), "intercept": str(start)})


def _add_shadow(filter_: etree._Element, said: str) -> None:
    parts = _PART.findall(said)
    lengths = [part for part in parts if re.match(r"[-+.\d]", part)]
    colours = [part for part in parts if part not in lengths] or ["currentColor"]
    if len(lengths) not in (2, 3) or len(colours) != 1:
        raise SvgError(f'filter="drop-shadow({said[:40]})" cannot be read')
    dx, dy, soft = (str(svg_attributes.number(part, "drop-shadow")) for part in (*lengths, "0")[:3])
    etree.SubElement(filter_, "feDropShadow", {"dx": dx, "dy": dy, "stdDeviation": soft, "flood-color": colours[0]})

"""Cut lines as files for machines: SVG, and DXF for programs that want that. Layers by name and colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pnp.sheet.cut_lines import Layer, Line

COLOURS: Mapping[Layer, tuple[str, int]] = {"cut": ("#FF0000", 1), "fold": ("#0000FF", 5), "marks": ("#000000", 7)}
"""Of each layer in SVG, and its number among the colours of DXF."""
HAIRLINE = 0.1


def cut_svg(lines: Iterable[Line], width: float, height: float) -> str:
    """A sheet of so many mm, a group for each layer: paths of one unit to the millimetre."""
    known = tuple(lines)
    size = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
    parts = ['<?xml version="1.0" encoding="UTF-8"?>', f'<svg xmlns="http://www.w3.org/2000/svg" {size}>']
    for layer, (colour, _) in COLOURS.items():
        parts.append(f'<g id="{layer}" fill="none" stroke="{colour}" stroke-width="{HAIRLINE}">')
        parts += [f'<path d="{_path(line)}"/>' for line in known if line.layer == layer]
        parts.append("</g>")
    return "\n".join((*parts, "</svg>")) + "\n"


def _path(line: Line) -> str:
    points = " L".join(f"{x:.3f} {y:.3f}" for x, y in line.points)
    return f"M{points}{' Z' if line.closed else ''}"


def cut_dxf(lines: Iterable[Line], height: float) -> str:
    """The same in the oldest form that every program reads, R12: millimetres, y upwards from the sheet's lower edge."""
    codes = [*_header(), *_layers(), (0, "SECTION"), (2, "ENTITIES")]
    for line in lines:
        codes += _polyline(line, height)
    codes += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:3d}\n{value}\n" for code, value in codes)


def _header() -> Iterator[tuple[int, object]]:
    yield from ((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"))
    yield from ((9, "$MEASUREMENT"), (70, 1), (9, "$INSUNITS"), (70, 4), (0, "ENDSEC"))


def _layers() -> Iterator[tuple[int, object]]:
    yield from ((0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(COLOURS)))
    for layer, (_, number) in COLOURS.items():
        yield from ((0, "LAYER"), (2, layer.upper()), (70, 0), (62, number), (6, "CONTINUOUS"))
    yield from ((0, "ENDTAB"), (0, "ENDSEC"))


def _polyline(line: Line, height: float) -> Iterator[tuple[int, object]]:
    layer = line.layer.upper()
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, int(line.closed)), (10, 0.0), (20, 0.0), (30, 0.0))
    for x, y in line.points:
        yield from ((0, "VERTEX"), (8, layer), (10, f"{x:.4f}"), (20, f"{height - y:.4f}"), (30, 0.0))
    yield from ((0, "SEQEND"), (8, layer))

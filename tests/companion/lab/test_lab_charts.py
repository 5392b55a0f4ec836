"""Charts are well-formed SVG without style or script, whatever names and numbers they are given."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from markupsafe import Markup

from companion.lab_report.charts import (
    HATCHES,
    WIDTH,
    Bar,
    Span,
    Square,
    bars,
    columns,
    hatches,
    heat,
    shortened,
    spans,
    swatch,
)

ALLOWED = {"svg", "defs", "pattern", "rect", "path", "line", "polyline", "circle", "text"}
NAMES = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        ["<script>alert(1)</script>", '"><img src=x>', "]]>", "&amp;", "\u202eabc", "\x00\x0b\ufffe", "中" * 40]
    ),
)


def read(chart: Markup) -> etree._Element:
    """The chart, parsed; nothing in it but shapes, texts and classes."""
    found = etree.fromstring(str(chart).encode())
    for element in found.iter():
        assert etree.QName(element).localname in ALLOWED
        assert not {name for name in element.attrib if name == "style" or name.startswith("on")}
        assert all("javascript" not in value or name == "aria-label" for name, value in element.attrib.items())
    return found


def texts(found: etree._Element) -> list[str]:
    return ["".join(element.itertext()) for element in found.iter() if etree.QName(element).localname == "text"]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(NAMES, st.lists(st.integers(0, 999), max_size=9)), max_size=6))
def test_bars_take_any_name(given: list[tuple[str, list[int]]]) -> None:
    rows = [Bar(name, tuple(enumerate(map(float, values))), str(sum(values))) for name, values in given]
    found = read(bars("A title", rows))
    shown = ["".join(c for c in shortened(name) if c.isprintable()) for name, _ in given]
    assert texts(found)[::2] == shown and texts(found)[1::2] == [row.end for row in rows]
    for part in found.iter("{*}rect"):
        assert float(part.get("x", "")) >= 0 and float(part.get("x", "")) + float(part.get("width", "")) <= WIDTH + 0.1


def test_columns_are_as_high_as_their_numbers() -> None:
    found = read(columns("A title", [("0–9", 3), ("10–19", 0), ("20–29", 6)]))
    heights = [float(part.get("height", "")) for part in found.iter("{*}rect")]
    assert heights[0] * 2 == pytest.approx(heights[1]) and len(heights) == 2
    assert texts(found) == ["3", "0–9", "10–19", "6", "20–29"]


@pytest.mark.parametrize("empty", [bars("x", []), columns("x", [])])
def test_nothing_to_draw(empty: Markup) -> None:
    read(empty)


def test_kinds_differ_by_more_than_colour() -> None:
    assert len(set(HATCHES)) == len(HATCHES)
    patterns = {element.get("id") for element in read(hatches()).iter("{*}pattern")}
    assert patterns == {f"hatch-{n}" for n in range(len(HATCHES))}
    for kind in range(12):
        fill = next(read(swatch(kind)).iter("{*}rect")).get("fill")
        assert fill is not None and fill[5:-1] in patterns


@pytest.mark.parametrize(
    ("label", "short"),
    [("Ana", "Ana"), ("x" * 36, "x" * 36), ("x" * 37, "x" * 35 + "…"), ("中" * 19, "中" * 17 + "…"), ("", "")],
)
def test_long_labels_are_cut(label: str, short: str) -> None:
    assert shortened(label) == short


@settings(max_examples=30, deadline=None)
@given(NAMES, st.floats(0, 1), st.booleans())
def test_spans_and_maps_stay_in_their_drawing(name: str, value: float, marked: bool) -> None:
    chart = read(spans(name, [Span(name, value / 2, value, min(1.0, value * 2), name)] * 3, 0.5 if marked else None))
    city = read(heat(name, [Square(n % 5, n // 5, name, "3", value) for n in range(25)]))
    for drawn in (chart, city):
        high = float(drawn.get("height"))
        for shape in drawn.iter("{*}rect", "{*}line", "{*}circle"):
            for key in ("x", "x1", "x2", "cx"):
                assert 0 <= float(shape.get(key, 0)) <= WIDTH
            for key in ("y", "y1", "y2", "cy"):
                assert 0 <= float(shape.get(key, 0)) <= high
    assert len(list(city.iter("{*}rect"))) == 25 * (1 + (value > 0))
    assert read(heat(name, [])) is not None

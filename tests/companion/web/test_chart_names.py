"""Any name may stand in a chart: as text and nothing else, in a drawing that stays well-formed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree
from markupsafe import Markup

from companion.web.history import charts

DRAWINGS: dict[str, Callable[[str], Markup]] = {
    "bars": lambda name: charts.bars(f"Points of {name}", (charts.Bar(name, ((0, 2.0), (1, 1.0)), name),)),
    "columns": lambda name: charts.columns(f"Points of {name}", ((name, 3),)),
}
"""Each kind of chart, with a name wherever one may stand."""


def form(drawn: Markup) -> list[tuple[str, tuple[str, ...]]]:
    """The elements of a drawing and what they are told, without any text."""
    root = etree.fromstring(str(drawn))
    return [(str(element.tag), tuple(sorted(map(str, element.attrib)))) for element in root.iter()]


@pytest.mark.parametrize("kind", DRAWINGS)
@settings(max_examples=60)
@given(st.text(min_size=1, max_size=80))
@example("<script>alert(1)</script>")
@example('"/><image href="x" onerror="y">')
@example("]]>&amp;&#0;<!-- -->")
@example("\u202eabc\u202c שלום 王伟 😀")
@example("\x00\x07\x1b\ud800\ufffe")
@example("x" * 10_000)
def test_any_name_is_text_in_a_chart(kind: str, name: str) -> None:
    drawn = DRAWINGS[kind](name)
    assert form(drawn) == form(DRAWINGS[kind]("plain"))
    said = "".join(map(str, etree.fromstring(str(drawn)).itertext()))
    assert "".join(letter for letter in name if letter.isprintable()) in said

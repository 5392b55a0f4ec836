"""The make-up of pages: no foot too empty, no heading at an end, steps and figures whole; else a warning."""

from __future__ import annotations

from itertools import pairwise

import pytest
from leaflet_builders import FACE, plain_setting, set_text, strips_of
from msgspec.structs import replace

from pnp.findings import Finding
from pnp.leaflet.parser import read_leaflet
from pnp.leaflet.strips import PlacedStrip, foot, paginate
from pnp.scene import Scene

HEIGHT = plain_setting().height
PROSE = "The merchant walks on and on through the city of silk, and whoever sells dyes waits for a knock. " * 6
WORD = "word\n\n"


def figure(height: float) -> Scene:
    return replace(FACE, height=height)


def warnings(text: str, height: float = 30.0) -> list[str]:
    found = set_text(text, figure=lambda name: figure(height)).findings
    assert all(finding.severity == "warning" and finding.hint for finding in found)
    return [_shown(finding) for finding in found]


def _shown(finding: Finding) -> str:
    return f"{finding.place} {finding.code}"


def pages(text: str) -> tuple[tuple[PlacedStrip, ...], ...]:
    return paginate(strips_of(read_leaflet(text, "game/rules.en.md"), plain_setting()), HEIGHT)


def test_a_foot_emptier_than_a_fifth_is_found_where_the_next_page_begins() -> None:
    text = "## A\n\n" + WORD * 12 + "![](face:f)"
    assert warnings(text, 120.0) == ["game/rules.en.md:27 short-page"]
    (found,) = set_text(text, figure=lambda name: figure(120.0)).findings
    assert "page 2 is" in found.message


@pytest.mark.parametrize("text", ["---\n\n![](face:f)", "Last."])
def test_a_page_that_is_ended_and_the_last_one_may_be_short(text: str) -> None:
    assert warnings("## A\n\n" + WORD * 12 + text, 120.0) == []


def test_a_heading_that_ends_a_page_is_found() -> None:
    assert "game/rules.en.md:5 heading-last" in warnings("## A\n\n" + "word\n\n### B\n\n![](face:f)", 172.0)


def test_a_step_longer_than_a_page_is_found_and_a_shorter_one_never_parted() -> None:
    assert "game/rules.en.md:3 step-parted" in warnings("## A\n\n1. " + PROSE * 6)
    for before in range(20, 26):
        assert warnings("## A\n\n" + WORD * before + f"1. {PROSE}\n2. {PROSE}") == []


def test_a_figure_too_high_for_the_text_after_it_is_found() -> None:
    assert warnings("## A\n\nword\n\n---\n\n![Shown](face:f)\n\nText that tells more.", 166.0) == [
        "game/rules.en.md:7 figure-apart"
    ]


def test_a_figure_too_high_for_the_text_that_announces_it_is_found() -> None:
    found = warnings("## A\n\nword\n\n---\n\nThis is how:\n\n![](face:f)", 172.0)
    assert "game/rules.en.md:9 figure-apart" in found


@pytest.mark.parametrize("before", range(8, 30))
def test_a_figure_stands_with_the_text_after_it(before: int) -> None:
    found = warnings("## A\n\n" + WORD * before + "![Shown](face:f)\n\n" + PROSE)
    assert not any("figure-apart" in each for each in found)


def test_what_is_wrong_is_told_before_what_is_poor() -> None:
    found = set_text("## A\n\nAll {coin} is well.\n\n" + "w" * 90 + "\n\n1. " + PROSE * 6).findings
    assert [finding.code for finding in found] == ["text-wide"]


def test_gaps_grow_to_fill_a_page_but_by_no_more_than_three_fifths() -> None:
    for before in range(20, 30):
        first, *_ = pages("## A\n\n" + WORD * before + "![](face:f)\n\n" + PROSE * 2)
        grown = [
            (below.y - above.y - above.strip.height) / below.strip.gap
            for above, below in pairwise(first)
            if below.strip.gap
        ]
        assert max(grown) == pytest.approx(min(grown)), "all gaps of a page alike"
        assert 1.0 - 1e-9 <= grown[0] <= 1.6 + 1e-9
        assert foot(first) == pytest.approx(HEIGHT) or grown[0] == pytest.approx(1.6)


@pytest.mark.parametrize("end", ["", "---\n\nNext."])
def test_gaps_of_a_page_that_is_meant_to_be_short_stay(end: str) -> None:
    first, *_ = pages("## A\n\n" + WORD * 20 + end)
    for above, below in pairwise(first):
        assert below.y - above.y - above.strip.height == pytest.approx(below.strip.gap)


def test_gaps_within_a_panel_stay() -> None:
    first, *_ = pages("## A\n\n> ![](face:f)\n>\n> One.\n>\n> Two.\n\n" + WORD * 20 + f"> {PROSE}")
    inside = [(above, below) for above, below in pairwise(first) if above.strip.panel == below.strip.panel == 1]
    assert inside
    for above, below in inside:
        assert below.y - above.y - above.strip.height == pytest.approx(below.strip.gap)


def test_no_leaflet_ends_with_a_line_or_two_on_a_page_of_their_own() -> None:
    for before in range(24, 34):
        *_, last = pages("## A\n\n" + WORD * before)
        assert foot(last) > 0.1 * HEIGHT

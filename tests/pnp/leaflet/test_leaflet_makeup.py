"""The make-up of pages: no foot too empty, no heading at an end, steps and figures whole; else a warning."""

from __future__ import annotations

from leaflet_builders import FACE, set_text
from msgspec.structs import replace

from pnp.findings import Finding
from pnp.scene import Scene

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


def test_a_foot_emptier_than_a_fifth_is_found_where_the_next_page_begins() -> None:
    text = "## A\n\n" + WORD * 12 + "![](face:f)"
    assert warnings(text, 120.0) == ["game/rules.en.md:27 short-page"]
    (found,) = set_text(text, figure=lambda name: figure(120.0)).findings
    assert "page 2 is" in found.message


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

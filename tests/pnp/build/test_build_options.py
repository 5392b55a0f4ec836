"""The options of `pnp build`: how its help groups them, and what removed ones answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from output_builders import pnp, tiny

HEADINGS = ("What:", "Paper:", "Look:", "Where:")


def test_the_help_groups_at_most_fourteen_options() -> None:
    said = pnp("build", "--help").output
    assert [line for line in said.splitlines() if line in HEADINGS] == list(HEADINGS)
    options = re.findall(r"^  (--[a-z-]+)", said, re.MULTILINE)
    assert len(options) == len(set(options)) <= 14
    assert said.index("--only") < said.index("--paper") < said.index("--ink") < said.index("--out")
    assert "--vendor" not in said and "--format" not in said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--back-offset", "0.5,-1"), "pnp calibrate, then --printer NAME"),
        (("--labels",), 'stock = "label"'),
        (("--sleeved",), "sleeved = true"),
        (("--dice", "labels"), "form ="),
        (("--dice=labels",), "form ="),
        (("--colours", "black"), "--ink black"),
        (("--format", "svg,png"), "pnp export --as faces"),
        (("--vendor", "mpc"), "pnp order SHOP"),
        (("--icc-profile", "press.icc"), "pnp order SHOP --icc-profile FILE"),
        (("--no-cache",), "nothing is cached"),
        (("--processes", "2"), "nothing is cached"),
        (("--processes",), "nothing is cached"),
        (("--paper", "nonsense", "--labels"), 'stock = "label"'),
    ],
)
def test_a_removed_option_says_in_one_line_what_to_use(arguments: tuple[str, ...], says: str, tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    for asked in ((*arguments, kit), (kit, *arguments)):
        result = pnp("build", *asked, "--out", tmp_path / "out")
        assert result.exit_code == 2 and not (tmp_path / "out").exists()
        (line,) = result.output.splitlines()
        assert says in line


def test_gutters_only_where_paper_is_not_short_are_gone() -> None:
    result = pnp("build", "--gutters", "spare")
    assert result.exit_code == 2 and "'share', 'always'" in result.output

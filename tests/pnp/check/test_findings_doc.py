"""docs/findings.md lists the codes that the press gives, each with its severity and what to do."""

from __future__ import annotations

import re
from pathlib import Path

from pnp.check.rules import RULES

ROOT = Path(__file__).parents[3]
DOC = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([a-z-]+)` \| (error|warning|error or warning) \| (.+?) \| (.+?) \|$", re.MULTILINE)
CALL = re.compile(
    r"""(?:Finding|finding_at|[a-z_]*(?:error|warn|note)[a-z_]*)\(\s*(?:"(?:error|warning)",\s*)?
    (?:[^"()\n]+,\s*)?"([a-z]+(?:-[a-z]+)+)",""",
    re.VERBOSE,
)
"""A call that gives a finding, and its code."""


def test_each_code_is_listed_once_with_its_severity_and_what_to_do() -> None:
    rows = {code: (severity, meaning, cure) for code, severity, meaning, cure in ROW.findall(DOC)}
    assert len(rows) == len(ROW.findall(DOC)) > 100
    assert {code: rule.severity for code, rule in RULES.items() if rule.severity not in rows[code][0]} == {}
    assert all(len(meaning) > 10 and len(cure) > 5 for _, meaning, cure in rows.values())
    sources = [path.read_text("utf-8") for path in (ROOT / "pnp").rglob("*.py") if "studio" not in path.parts]
    assert {code for text in sources for code in CALL.findall(text)} - rows.keys() == set()

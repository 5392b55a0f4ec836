"""docs/findings.md lists every code that the press can give, with its severity, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from pnp.check.rules import RULES

ROOT = Path(__file__).parents[3]
DOC = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([a-z-]+)` \| (error|warning|error or warning) \| (.+?) \| (.+?) \|$", re.MULTILINE)
_CODE = re.compile(r"[a-z]+(-[a-z]+)*")
_SEVERITIES = ("error", "warning")
_NOTERS = {
    "Finding",
    "finding",
    "_finding",
    "finding_at",
    "error",
    "cell_error",
    "warning",
    "warn",
    "note",
    "_note",
    "_error",
    "KitError",
}
"""What findings are made with. The first text among the arguments, after the severity, is the code."""


def given() -> set[tuple[str, str]]:
    """Every (severity, code) that stands in the press's sources."""
    found: set[tuple[str, str]] = {(rule.severity, code) for code, rule in RULES.items()} | {
        ("warning", "missing-glyph")
    }
    for path in sorted(path for path in (ROOT / "pnp").rglob("*.py") if "studio" not in path.parts):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found |= set(_codes(node))
    return found


def _codes(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Call(func=ast.Name(id="PaintError"), args=[_, ast.Constant(value=str(code)), *_]):
            yield "error", code
        case ast.Call(func=ast.Attribute(attr="is_known"), args=[ast.Constant(value=str(kind)), *_]) if kind:
            yield "error", f"unknown-{kind}"
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if name in _NOTERS:
            texts = [arg.value for arg in args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            severity = (
                texts[0] if texts and texts[0] in _SEVERITIES else "warning" if name.startswith("warn") else "error"
            )
            named = [text for text in texts if text and text not in _SEVERITIES]
            direct = args[1] if len(args) > 1 and severity in texts else None
            if named and not isinstance(direct, ast.Name | ast.Attribute) and _CODE.fullmatch(named[0]):
                yield severity, named[0]
        case ast.Assign(targets=[ast.Name(id="code")], value=value):
            yield from (("error", text) for text in _hyphened(value))
        case ast.Yield(value=ast.Tuple(elts=[ast.Constant(value=str(code)), _, _])) if _CODE.fullmatch(code):
            yield "error", code
        case ast.Tuple(elts=[ast.Constant(value=str(code)), ast.Constant() | ast.JoinedStr() as message]) if (
            "-" in code and _CODE.fullmatch(code) and " " in ast.unparse(message)
        ):
            yield "error", code
        case ast.JoinedStr(values=[ast.Constant(value="figure-"), ast.FormattedValue()]):
            yield from (("error", "figure-wide"), ("error", "figure-high"))


def _hyphened(value: ast.AST) -> list[str]:
    texts = [part.value for part in ast.walk(value) if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return [text for text in texts if "-" in text and _CODE.fullmatch(text)]


def test_the_table_lists_each_code_of_the_press_with_its_severity_and_no_other() -> None:
    listed = {(severity, code) for code, both, _, _ in ROW.findall(DOC) for severity in both.split(" or ")}
    assert listed == given()


def test_each_row_says_what_to_do_and_each_code_comes_once() -> None:
    rows = ROW.findall(DOC)
    assert len({code for code, *_ in rows}) == len(rows)
    assert all(len(meaning) > 10 and len(cure) > 5 for *_, meaning, cure in rows)

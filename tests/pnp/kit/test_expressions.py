"""Expressions: what they may say, what they mean, and that no text makes anything but an expression or a finding."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.kit.evaluation import evaluate, kind
from pnp.kit.expressions import Binding, Node, bindings, parse_condition, parse_expression, parse_template
from pnp.kit.model import Value
from pnp.kit.toml_source import BadValueError
from pnp.kit.values import NUMBER

ROW = {"a": 6, "b": 4, "c": 0.5, "none": None}
SUMS = "(max(max(max(a, b), max(b, 1)), max(max(c, 2), max(3, b))) + max(max(a, 1), max(b, 2)))"
"""Seventeen expressions within one another, and no condition."""


def value_of(node: Node, row: dict[str, Value]) -> Value:
    return evaluate(node, lambda binding: row.get(binding.name), {}, "en")


@pytest.mark.parametrize(
    "source",
    ["a + b * 2", "(a + b) * 2", "a - b - 1", "a / b / 2", "-a % 5", "a * -b", "2 * (a - (b - c)) + 7 % 4", "+a", SUMS],
)
def test_signs_bind_as_python_has_them(source: str) -> None:
    assert value_of(parse_expression(source), dict(ROW)) == eval(source, {}, dict(ROW))


@pytest.mark.parametrize(
    ("language", "upper", "lower"),
    [
        ("tr", "İSTANBUL IĞDIR {tile}", "istanbul ığdır {tile}"),
        ("de", "ISTANBUL IĞDIR {tile}", "i̇stanbul iğdir {tile}"),
    ],
)
def test_capitals_go_by_the_language(language: str, upper: str, lower: str) -> None:
    def cased(function: str, text: str) -> Value:
        return evaluate(parse_expression(f"{function}(a)"), lambda _: text, {}, language)

    assert cased("upper", "istanbul ığdır {tile}") == upper
    assert cased("lower", "İSTANBUL IĞDIR {tile}") == lower


numbers = st.integers(0, 50).map(str) | st.sampled_from(["a", "b", "c"])
sums = st.recursive(
    numbers,
    lambda part: st.one_of(
        st.tuples(part, st.sampled_from([" + ", " - ", " * "]), part).map("".join),
        part.map("({})".format),
        part.map("-{}".format),
        st.tuples(part, part).map(lambda two: f"max({two[0]}, {two[1]})"),
    ),
    max_leaves=8,
)


@given(sums)
def test_any_sum_comes_to_what_python_makes_of_it(source: str) -> None:
    expected = eval(source, {"max": max}, dict(ROW))
    if source.count("(") + source.count("-") < 16 and abs(expected) < 1e12:
        assert value_of(parse_expression(f"({source})"), dict(ROW)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("test", "found"), [("v = 007", "007"), ("v = 7", "7"), ("v = -3 and v != 007", "-3"), ("v != 1 and v = 1", "")]
)
def test_a_number_compares_with_a_text_as_it_is_written(test: str, found: str) -> None:
    rows: list[dict[str, Value]] = [{"v": v, "n": 6} for v in ["007", "7", "7.0", "1.0", "1", "+1", "-3", "1/2"]]
    assert [row["v"] for row in [*rows, {"v": None, "n": 6}] if value_of(parse_condition(test), row)] == found.split()


@given(st.text(st.sampled_from("ab1.=<>!+-*/% (){}[],'\":&|nordant\\"), max_size=40))
def test_no_text_makes_anything_but_an_expression_or_a_finding(source: str) -> None:
    for parse in (parse_expression, parse_condition, parse_template):
        try:
            found = parse(source)
        except BadValueError as wrong:
            assert wrong.message
            continue
        for node in found.nodes if parse is parse_template else [found]:
            try:
                kind(node, lambda binding: NUMBER, {})
                value_of(node, dict.fromkeys((binding.name for binding in bindings(node)), 2))
            except BadValueError as wrong:
                assert wrong.message


@pytest.mark.parametrize(
    "source", ["{", "a { b", "{}", "{ }", "{a b}", "{a + }", "{a.}", "{a:x}", "{a:999d}", "{f(a)}", "{a; b}", "{__}.__"]
)
def test_what_stands_in_braces_never_prints_as_typed(source: str) -> None:
    if source == "{__}.__":
        assert parse_template(source).parts == (Binding(("__",)), ".__")
        return
    with pytest.raises(BadValueError) as caught:
        parse_template(source)
    assert caught.value.hint


def test_a_brace_after_a_backslash_is_text() -> None:
    assert parse_template(r"\{a * 2} {a}").parts == (r"\{a * 2} ", Binding(("a",)))


@pytest.mark.parametrize("source", ["(" * 40 + "a" + ")" * 40, "not " * 40 + "a", "a and " * 40 + "a", "a + " * 900])
def test_what_goes_on_for_long_is_refused(source: str) -> None:
    with pytest.raises(BadValueError):
        parse_condition(source)

"""What was worked out when a site was built is not worked out again, and is the same."""

from __future__ import annotations

import builtins
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.site.beforehand import PATTERNS, know, learned

WORDS = 'start = "Begin"\n[step]\nnext = "Go on"'
ASKED: tuple[Callable[[], Any], ...] = (
    lambda: PATTERNS.compile(r"(?P<city>[a-z]+) (\d+)", re.IGNORECASE).match("Tea 4").groups(),
    lambda: PATTERNS.compile(rb"\w+").match(b"silk").group(),
    lambda: eval(compile("tuple[int, ...] | None", "<string>", "eval"), {}),
    lambda: tomllib.loads(WORDS),
)
"""A pattern, one of bytes, a type, words."""


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What is worked out the slow way. What a test changes is as it was afterwards."""
    worked: list[object] = []

    def counted(place: object, name: str) -> None:
        before = getattr(place, name)

        def counting(what: Any, *given: Any, **how: Any) -> Any:
            if isinstance(what, (str, bytes)):
                worked.append(what)
            return before(what, *given, **how)

        monkeypatch.setattr(place, name, counting)

    for place, name in ((PATTERNS, "compile"), (builtins, "compile"), (tomllib, "loads")):
        counted(place, name)
    return worked


@pytest.mark.parametrize("asked", ASKED)
def test_what_was_learned_is_not_worked_out_again(asked: Callable[[], Any], slow: list[object], tmp_path: Path) -> None:
    told = asked()
    data = learned(asked)
    tmp_path.joinpath("learned").write_bytes(data)
    know(str(tmp_path / "learned"))
    slow.clear()
    assert asked() == told and asked() == told
    assert not slow
    assert PATTERNS.compile("other").match("other") and tomllib.loads("a = 1") == {"a": 1}
    assert eval(compile("1 + 1", "<string>", "eval")) == 2
    assert set(slow) == {"other", "a = 1", "1 + 1"}, "all else is worked out as ever"


def test_it_learns_from_what_it_is_given_alone(slow: list[object]) -> None:
    before = PATTERNS.compile, builtins.compile, tomllib.loads
    with pytest.raises(ZeroDivisionError):
        learned(lambda: 1 // 0)
    assert (PATTERNS.compile, builtins.compile, tomllib.loads) == before

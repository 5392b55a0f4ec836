"""Bytecode of a site does what the module does, without what nobody asks for."""

from __future__ import annotations

import marshal
import traceback
from pathlib import Path
from typing import Any

from companion.site.bytecode import compile_folder, compiled

MODULE = '''
"""What it is."""
from functools import singledispatch
from typing import TYPE_CHECKING, NamedTuple, overload
if TYPE_CHECKING:
    import nothing.there
else:
    other = 1

class Point(NamedTuple):
    """A point."""
    x: int

@overload
def twice(x: int) -> int: ...
@overload
def twice(x: str) -> str: ...
def twice(x):
    assert x
    return x + x

@singledispatch
def kind(x: object) -> str:
    return "object"
@kind.register
def _(x: int) -> str:
    return "int"

async def fails(x: "nothing" = 1, *more: str, **all: str) -> None:

    raise ValueError(
        x)
'''


def run() -> dict[str, Any]:
    """The names of the module, once its bytecode has run."""
    names: dict[str, Any] = {"__name__": "module"}
    exec(marshal.loads(compiled(MODULE.encode(), "module.py")[16:]), names)
    return names


def test_it_does_the_same() -> None:
    names = run()
    assert names["other"] == 1 and names["Point"](x=2).x == 2 and names["twice"](0) == 0
    assert names["kind"](1) == "int" and names["kind"]("1") == "object"


def test_nothing_is_in_it_that_only_people_and_checkers_read() -> None:
    names = run()
    assert names.get("__doc__") is None and "point" not in (names["Point"].__doc__ or "")
    assert not names["fails"].__annotations__ and names["Point"].__annotations__


def test_an_error_names_the_line_where_its_function_begins() -> None:
    try:
        run()["fails"]().send(None)
    except ValueError as error:
        (*_, last) = traceback.extract_tb(error.__traceback__)
        assert (last.filename, last.name, last.lineno) == ("module.py", "fails", 29)
    else:
        raise AssertionError("it does not fail")


def test_of_a_folder_the_bytecode_is_left(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "module.py").write_text(MODULE)
    (tmp_path / "words.toml").write_text("a = 1")
    compile_folder(tmp_path)
    left = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file())
    assert left == ["below/module.pyc", "words.toml"]

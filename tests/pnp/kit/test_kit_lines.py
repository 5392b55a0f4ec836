"""The line of every key of a TOML file."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from export_builders import market

from pnp.build.build import build
from pnp.findings import KitError
from pnp.kit.folder import KeyPath
from pnp.kit.toml_source import locate
from pnp.sheet.options import Options

DOCUMENT = '''\
# a comment with [brackets] and "quotes"
title = "x"
sizes = [
  1,   # [2]
  [2, 3],
  { a = 1, b.c = "}" },
]

[table.dyes]
text = """
two "quoted" lines = [
"""
'quoted key' = \'\'\'
'"\'\'\'
[table.dyes.columns]
a.b.c = 1.5
"esc\\u0061pe" = 1979-05-27T07:32:00-08:00

[[component]]
id = "one"
[component.inner]
x = 1
[[component]]
id = "two" # two
  [[component.part]]
  y = -inf
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("sizes",), 3),
        (("sizes", 1, 1), 5),
        (("sizes", 2, "b", "c"), 6),
        (("table", "dyes"), 9),
        (("table", "dyes", "quoted key"), 13),
        (("table", "dyes", "columns", "a", "b", "c"), 16),
        (("component", 0, "inner", "x"), 22),
        (("component", 1, "id"), 24),
        (("component", 1, "part", 0, "y"), 26),
    ],
)
def test_each_key_has_its_line(path: KeyPath, line: int) -> None:
    assert locate(DOCUMENT)[path] == line


def paths(value: object, path: KeyPath = ()) -> list[KeyPath]:
    if isinstance(value, dict):
        inner = [found for key, part in value.items() for found in paths(part, (*path, key))]
    elif isinstance(value, list):
        inner = [found for number, part in enumerate(value) for found in paths(part, (*path, number))]
    else:
        inner = []
    return [path, *inner] if path else inner


def test_no_key_is_left_out() -> None:
    assert set(paths(tomllib.loads(DOCUMENT))) == set(locate(DOCUMENT))


def test_a_kit_that_is_saved_while_it_is_printed_leaves_the_output_as_it_was(
    tmp_path: Path,
) -> None:
    """Some of what was read is of the edition before, some of the one behind."""
    kit = market(tmp_path / "kit", rows=2)
    options = Options(out=tmp_path / "out", languages=("en",))
    build(kit, options, lambda *_: None)
    before = stamps_of_all(options.out)

    def saved(*_: object) -> None:
        with (kit / "kit.toml").open("a") as file:
            file.write("# one word more\n")

    with pytest.raises(KitError, match=r"kit\.toml: the kit was saved while it was printed"):
        build(kit, options, saved)
    assert before == stamps_of_all(options.out)


def stamps_of_all(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}

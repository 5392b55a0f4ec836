"""The line of every key of a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from export_builders import market
from hypothesis import given
from hypothesis import strategies as st
from studio_builders import changed, lamps

from pnp.build.build import Progress, build
from pnp.export.pictures import Export
from pnp.export.writer import export
from pnp.findings import KitError
from pnp.kit.folder import KeyPath, stamps
from pnp.kit.folder import changed as differing
from pnp.kit.toml_source import locate
from pnp.sheet.options import Options
from pnp.vendor.shop import load
from pnp.vendor.shop_files import build as build_for_shop

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
        (("title",), 2),
        (("sizes",), 3),
        (("sizes", 0), 4),
        (("sizes", 1, 1), 5),
        (("sizes", 2, "b", "c"), 6),
        (("table", "dyes"), 9),
        (("table", "dyes", "text"), 10),
        (("table", "dyes", "quoted key"), 13),
        (("table", "dyes", "columns", "a", "b", "c"), 16),
        (("table", "dyes", "columns", "escape"), 17),
        (("component", 0), 19),
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


KEYS = st.sampled_from(["a", "b-1", '"c d"', "'e.f'", "g . h"])
VALUES = st.recursive(
    st.sampled_from(["1", "1.5", '"a # b"', "'['", "true", '"""x\n]"""', "'''\n='''", "0x1F"]),
    lambda inner: st.lists(inner, max_size=3).map(lambda parts: "[" + ",\n # c\n".join(parts) + "]"),
    max_leaves=5,
)


@given(st.lists(st.tuples(st.sampled_from(["", "[t{n}]\n", "[[u]]\n", "[[u]]\n[u.v]\n"]), KEYS, VALUES), max_size=6))
def test_any_document_is_walked_to_its_end(entries: list[tuple[str, str, str]]) -> None:
    text = "".join(
        f"{head.format(n=number)}{key.replace('g', f'g{number}')}{number if key.isalnum() else ''} = {value}\n\n"
        for number, (head, key, value) in enumerate(entries)
    )
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return  # the same key twice
    lines = locate(text)
    source = text.split("\n")
    assert set(paths(values)) == set(lines)
    for path, line in lines.items():
        if isinstance(path[-1], str):
            assert path[-1].strip() in source[line - 1].replace("]", " ")


def test_what_was_written_made_and_deleted(tmp_path: Path) -> None:
    kit = lamps(tmp_path / "lamps", 2)
    before = stamps(kit)
    changed(kit / "lamps.csv", "Lamp 1", "Lampion")
    (kit / "faces" / "new.toml").write_text("")
    (kit / "faces" / "coin.toml").unlink()
    (kit / "notes.txt").write_text("not of the kit")
    assert differing(before, stamps(kit)) == ("faces/coin.toml", "faces/new.toml", "lamps.csv")


def printed(kit: Path, options: Options, progress: Progress) -> object:
    return build(kit, options, progress)


def shown(kit: Path, options: Options, progress: Progress) -> object:
    return export(kit, Export(way="faces", print=options), progress)


def for_shop(kit: Path, options: Options, progress: Progress) -> object:
    return build_for_shop(kit, options, load("game-crafter"), progress)


@pytest.mark.parametrize("make", [printed, shown, for_shop])
def test_a_kit_that_is_saved_while_it_is_printed_leaves_the_output_as_it_was(
    make: Callable[[Path, Options, Progress], object], tmp_path: Path
) -> None:
    """Some of what was read is of the edition before, some of the one behind."""
    kit = market(tmp_path / "kit", rows=2)
    options = Options(out=tmp_path / "out", languages=("en",))
    make(kit, options, lambda *_: None)
    before = stamps_of_all(options.out)

    def saved(*_: object) -> None:
        with (kit / "kit.toml").open("a") as file:
            file.write("# one word more\n")

    with pytest.raises(KitError, match=r"kit\.toml: the kit was saved while it was printed"):
        make(kit, options, saved)
    assert before == stamps_of_all(options.out)


def stamps_of_all(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}

"""What the documents for those who come from elsewhere name is there: commands, options, keys, kinds of components."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest
from ported import ROOT

from pnp.cli import COMMANDS, main
from pnp.kit.model import KINDS
from pnp.schema import schemas

ROW = re.compile(r"^\|.*\|(.*)\|$", re.MULTILINE)


def keys(schema: object) -> Iterator[str]:
    """Every key that a schema lets a table have."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from keys(part)


@pytest.mark.parametrize("document", ["from-squib.md", "from-nandeck.md"])
def test_what_a_table_names_is_there(document: str) -> None:
    here = "\n".join(ROW.findall((ROOT / "docs" / document).read_text("utf-8")))
    assert here.count("\n") > 60
    commands = [main.get_command(click.Context(main), name) for name in COMMANDS]
    options = {option for command in commands if command for each in command.params for option in each.opts}
    assert set(re.findall(r"--[a-z][a-z-]+", here)) <= options
    assert set(re.findall(r"\bpnp ([a-z]+)", here)) <= set(COMMANDS)
    assert set(re.findall(r"[`{ ]([a-z_]+) = ", here)) <= set(keys(list(schemas().values())))
    assert set(re.findall(r'`kind = "([a-z]+)"`', here)) - {"radial"} <= set(KINDS)

"""The command ``companion``. A command's module is imported only when needed."""

from __future__ import annotations

import click

from pnp.cli import CommandGroup

COMMANDS = {
    name: f"companion.commands.{name}"
    for name in ("serve", "backup", "tables", "resolve", "replay", "verify", "see", "lab", "site")
} | {"restore": "companion.commands.backup"}


@click.group(cls=CommandGroup, modules=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="silk-road-print-and-play")
def main() -> None:
    """Rules of the printed games, beside the paper."""

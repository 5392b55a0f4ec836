"""The command ``companion``. A command's module is imported only when needed."""

from __future__ import annotations

import click

from pnp.cli import CommandGroup

COMMANDS = {
    "serve": "companion.commands.serve",
    "backup": "companion.commands.tables",
    "tables": "companion.commands.tables",
    "resolve": "companion.commands.resolve",
    "replay": "companion.commands.resolve",
    "verify": "companion.commands.verify",
    "see": "companion.commands.see",
    "lab": "companion.commands.lab",
    "site": "companion.commands.site",
    "restore": "companion.commands.tables",
}


@click.group(cls=CommandGroup, modules=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="silk-road-print-and-play")
def main() -> None:
    """Rules of the printed games, beside the paper."""

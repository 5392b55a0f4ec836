"""The `pnp` command. Imports a command, and what it needs, only when it runs, so that it answers at once."""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = {
    "build": "pnp.commands",
    "calibrate": "pnp.calibration.commands",
    "check": "pnp.commands",
    "diff": "pnp.changes.commands",
    "export": "pnp.export.commands",
    "fetch": "pnp.published.commands",
    "new": "pnp.starters.commands",
    "schema": "pnp.schema.commands",
    "vendors": "pnp.vendor.commands",
    "watch": "pnp.studio.commands",
    "words": "pnp.translation",
}
"""In the order of the help, each with the module that has a function of its name."""


class Commands(click.Group):
    """Imports a command's module when the command, or its line of help, is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[cmd_name]), cmd_name)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="silk-road-print-and-play", prog_name="pnp")
def main() -> None:
    """Print board games at home, from folders of data.

    A KIT is the name of one of ours (dunhuang, hangzhou, xanadu) or any folder with a kit.toml in it.
    """

"""The command ``companion``. What a command needs is imported when it runs, so that help comes at once."""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = ("serve", "backup", "restore", "owner", "resolve", "replay", "verify", "see", "lab", "site")
"""In the order of the help; each is a module of `companion.commands` with a function of its name."""


class Commands(click.Group):
    """Imports a command's module when the command, or its line of help, is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"companion.commands.{cmd_name}"), cmd_name)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="silk-road-print-and-play")
def main() -> None:
    """Rules of the printed games, beside the paper."""

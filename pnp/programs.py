"""Programs with commands that are imported when they run, so that help and wrong words are answered at once."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

NO_ROOM = "there is no room left; make some, or write elsewhere"
FULL = f"standard output: {NO_ROOM}"
GONE = "the folder that this was begun in is gone; cd to one that is there"


def _is_full(error: OSError) -> bool:
    """Whether it is standard output that has no room. Such errors name no file; but whatever is said, is said there."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    said = at is not None and at.tb_frame.f_code is click.echo.__code__
    return said and error.errno in (errno.ENOSPC, errno.EDQUOT)


class Program(click.Group):
    """A group of commands: each name, in the order of the help, with the module that has a function of that name.
    `renamed` are old names of commands with the new ones."""

    def __init__(
        self, *args: Any, modules: Mapping[str, str], renamed: Mapping[str, str] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._modules = modules
        self._renamed = renamed or {}

    def main(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            if not _is_full(error):
                raise
            click.echo(f"Error: {FULL}", err=True)
            sys.exit(1)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._modules:
            return None
        command: click.Command = getattr(import_module(self._modules[cmd_name]), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            os.getcwd()  # noqa: PTH109 - help need not wait for pathlib
        except FileNotFoundError:
            raise click.ClickException(GONE) from None
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            if args[0] in self._renamed:
                raise click.UsageError(f"{error.message} Use '{self._renamed[args[0]]}'.", ctx) from None
            for meant in get_close_matches(args[0], self._modules, 1):
                raise click.UsageError(f"{error.message} Did you mean '{meant}'?", ctx) from None
            raise

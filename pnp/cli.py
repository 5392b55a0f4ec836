"""The `pnp` command. Imports what a command needs only when it runs, so that `--help` answers at once."""

from __future__ import annotations

import click

from pnp.calibration.commands import calibrate
from pnp.changes.commands import diff
from pnp.commands import build, check
from pnp.export.commands import export
from pnp.published.commands import fetch
from pnp.schema.commands import schema
from pnp.starters.commands import new
from pnp.studio.commands import watch
from pnp.translation import words
from pnp.vendor.commands import vendors


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="silk-road-print-and-play", prog_name="pnp")
def main() -> None:
    """Print board games at home, from folders of data.

    A KIT is the name of one of ours (dunhuang, hangzhou, xanadu) or any folder with a kit.toml in it.
    """


for command in (build, calibrate, check, diff, export, fetch, new, schema, vendors, watch, words):
    main.add_command(command)

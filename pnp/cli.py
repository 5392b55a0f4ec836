"""The `pnp` command. Imports a command, and what it needs, only when it runs, so that it answers at once."""

from __future__ import annotations

import click

from pnp.programs import Program

COMMANDS = {
    "build": "pnp.commands",
    "calibrate": "pnp.calibration.commands",
    "check": "pnp.commands",
    "diff": "pnp.diff.commands",
    "export": "pnp.export.commands",
    "fetch": "pnp.published.commands",
    "new": "pnp.starters.commands",
    "order": "pnp.vendor.commands",
    "schema": "pnp.schema.commands",
    "watch": "pnp.studio.commands",
    "words": "pnp.translation",
}


@click.group(
    cls=Program,
    modules=COMMANDS,
    renamed={"vendors": "order"},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="silk-road-print-and-play", prog_name="pnp")
def main() -> None:
    """Print board games at home, from folders of data.

    A KIT is any folder with a kit.toml in it, or the name of one of ours (dunhuang, hangzhou, xanadu). Without a KIT,
    commands take the one in this folder, else those in its subfolders.
    """

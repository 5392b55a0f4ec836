"""The command that brings published tables into kits: `pnp fetch`."""

from __future__ import annotations

import sys

import click

from pnp.console import KITS, each_kit, kit_folders


@click.command()
@KITS
def fetch(kits: tuple[str, ...]) -> None:
    """Bring tables that have a url into their kits.

    Writes the file of each table of kit.toml that has a url, of a Google Sheet for instance that is published as CSV.
    What came and cannot be used is not written.
    """
    from pnp.published.sheets import fetched

    sys.exit(each_kit(kit_folders(kits), lambda folder, _: fetched(folder, click.echo)))

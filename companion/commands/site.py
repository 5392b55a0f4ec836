"""``companion site``: the companion as static files."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.common import bad


@click.command()
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
def site(out: Path) -> None:
    """Write the companion into the folder OUT, for any static host: the phone itself runs it, without a network from
    the second visit on. Needs npm and node."""
    from companion.site import fetch
    from companion.site.build import build

    if program := fetch.missing():
        bad(f"{program} is not installed. A site needs npm, which brings the Python for browsers, and node.")
    try:
        build(out)
    except fetch.Unfetched as error:
        bad(str(error))
    except OSError as error:
        bad(f"{out}: cannot be written: {error.strerror}.")
    size = sum(file.stat().st_size for file in out.joinpath("parts").iterdir()) / 1e6
    click.echo(f"The site is in {out}: {size:.1f} MB that a phone brings once. How it is put on a host: docs/static.md")

"""``companion site``: the companion as static files."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.common import bad, bad_kit
from pnp.findings import KitError
from pnp.sheet.options import normalize_address


@click.command()
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--address",
    default="",
    metavar="URL",
    help="Where the site will lie: codes on the kits that it offers lead there. Without it they have none.",
)
@click.option(
    "--kits/--no-kits", default=True, help="Offer the kits as PDF files, in both languages, on A4 and Letter."
)
def site(out: Path, address: str, kits: bool) -> None:
    """Write the companion into the folder OUT, for any static host: the phone itself runs it, without a network from
    the second visit on. Needs npm and node."""
    from companion.site import fetch
    from companion.site.build import build

    if out.is_dir() and any(out.iterdir()) and not (out / "worker.js").is_file():
        bad(f"{out}: holds something else than a site, and would be mixed with one. Name a new or an empty folder.")
    try:
        address = normalize_address(address) if address else ""
    except ValueError as error:
        bad(f"--address: {error}")
    if program := fetch.missing():
        bad(f"{program} is not installed. A site needs npm, which brings the Python for browsers, and node.")
    try:
        build(out, address, kits=kits)
    except fetch.FetchError as error:
        bad(str(error))
    except KitError as error:
        bad_kit(error)
    except OSError as error:
        bad(f"{out}: cannot be written: {error.strerror}.")
    brought, offered = (sum(file.stat().st_size for file in out.glob(found)) / 1e6 for found in ("parts/*", "kits/*"))
    beside = f", and {offered:.1f} MB of kits to choose from" if kits else ""
    click.echo(
        f"The site is in {out}: {brought:.1f} MB that a phone brings once{beside}. How it is put on a host: "
        "docs/hosting.md#without-a-server"
    )

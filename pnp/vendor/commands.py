"""`pnp order`: writes a kit's files for a print shop, and lists known shops."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from pnp import cli
from pnp.build.build import Progress
from pnp.findings import Findings
from pnp.sheet.options import Options
from pnp.vendor.shop import Vendor, VendorError, folder, load, names
from pnp.vendor.shop_files import build


def _read_shop(context: click.Context, parameter: click.Parameter, value: str | None) -> Vendor | None:
    try:
        return load(value) if value else None
    except VendorError as error:
        raise click.BadParameter(f"{error}.", context, parameter) from None


VENDOR = click.option(
    "--vendor",
    callback=_read_shop,
    metavar="SHOP",
    help="A print shop: game-crafter, mpc, drivethru, print-shop, or a file of your own; `pnp order` lists them.",
)

ICC_PROFILE = click.option(
    "--icc-profile",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Profile of the print shop's press, if it prints with four inks.  [default: one that this system has]",
)


@click.command()
@click.argument("shop", callback=_read_shop, required=False)
@cli.KITS
@click.option("--products", is_flag=True, help="List the products of SHOP, and write nothing.")
@cli.ONLY
@cli.WITHOUT
@cli.profile_option("full")
@cli.LANGUAGE
@cli.INK
@ICC_PROFILE
@cli.OUT
@cli.COMPANION
def order(shop: Vendor | None, kits: tuple[str, ...], products: bool, language: tuple[str, ...], **values: Any) -> None:
    """Make what a print shop takes: its files, and the order.

    They are written into OUT/<kit>-<shop>/; nothing is sent anywhere.

    Without SHOP, list the shops that are known. A shop of your own is a file in the same form, in the folder named
    below that list, or anywhere: `pnp order myshop.toml KIT`.
    """
    if shop is None:
        for name in names():
            try:
                lines = _describe_shop(load(name))
            except VendorError as error:
                lines = [f"{name:<14}{error}"]
            click.echo("\n".join(lines))
        click.echo(f"Your own: {folder()}", err=True)
        return
    if products:
        click.echo("\n".join((*_describe_shop(shop), *_list_products(shop))))
        return
    folders = cli.kit_folders(kits, unique=True)
    options = Options(languages=language, **values)

    def one(kit: Path, progress: Progress) -> Findings:
        return cli.build_and_report(partial(build, kit, options, shop, progress), progress, kit)

    sys.exit(cli.each_kit(folders, one))


def _describe_shop(vendor: Vendor) -> list[str]:
    form = f"{vendor.file.upper()}, {vendor.dpi} dpi" if vendor.form == "pictures" else f"{vendor.standard or 'PDF'}"
    ink = f", at most {vendor.ink} % of ink" if vendor.ink else ""
    return [
        f"{vendor.id:<14}{vendor.title}: {form}, bleed {vendor.bleed:g} mm, safe {vendor.safe:g} mm{ink}",
        f"{'':<14}read {vendor.read.isoformat()}, {vendor.source}",
    ]


def _list_products(vendor: Vendor) -> Iterator[str]:
    for product in vendor.product:
        cut = "" if product.cut == "rectangle" else f", {product.cut}"
        (least, low), (most, high) = product.least, product.largest
        size = f"{least:.4g} × {low:.4g} to {most:.4g} × {high:.4g} mm"
        if product.trim:
            pixels = f", {product.pixels[0]} × {product.pixels[1]} px" if product.pixels else ""
            size = f"{product.trim[0]:.4g} × {product.trim[1]:.4g} mm{pixels}"
        yield f"  {product.id:<20}{size:<38}{' or '.join(product.stocks)}{cut}"
    if vendor.counts:
        yield f"  charged as {', '.join(map(str, vendor.counts))}"

"""`pnp order`: kits as the files that a print shop takes, and which shops are known."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click

from pnp.build.build import Progress
from pnp.cli import (
    COMPANION,
    INK,
    KITS,
    LANGUAGE,
    ONLY,
    OUT,
    WITHOUT,
    build_and_report,
    each_kit,
    kit_folders,
    profile_option,
)
from pnp.findings import Findings
from pnp.sheet.options import Ink, Options
from pnp.vendor.shop import ShopProduct, Vendor, VendorError, folder, load, names
from pnp.vendor.shop_files import build


class Vendors(click.ParamType[Vendor]):
    """A print shop by its name, or by the path of its file."""

    name = "SHOP"

    def convert(self, value: str | Vendor, param: click.Parameter | None, ctx: click.Context | None) -> Vendor:
        if not isinstance(value, str):
            return value
        try:
            return load(value)
        except VendorError as error:
            self.fail(f"{error}.", param, ctx)


VENDOR = click.option(
    "--vendor",
    type=Vendors(),
    help="A print shop: game-crafter, mpc, drivethru, print-shop, or a file of your own; `pnp order` lists them.",
)

ICC_PROFILE = click.option(
    "--icc-profile",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Profile of the print shop's press, if it prints with four inks.  [default: one that this system has]",
)


@click.command()
@click.argument("shop", type=Vendors(), required=False)
@KITS
@click.option("--products", is_flag=True, help="List the products of SHOP, and write nothing.")
@ONLY
@WITHOUT
@profile_option("full")
@LANGUAGE
@INK
@ICC_PROFILE
@OUT
@COMPANION
def order(
    shop: Vendor | None,
    kits: tuple[str, ...],
    products: bool,
    only: tuple[str, ...],
    without: tuple[str, ...],
    profile: str,
    language: tuple[str, ...],
    ink: Ink,
    icc_profile: Path | None,
    out: Path,
    companion: str,
) -> None:
    """Make what a print shop takes: its files, and the order.

    They are written into OUT/<kit>-<shop>/; nothing is sent anywhere.

    Without SHOP, list the shops that are known. A shop of your own is a file in the same form, in the folder named
    below that list, or anywhere: `pnp order myshop.toml KIT`.
    """
    if shop is None:
        _list_shops()
        return
    if products:
        for line in (*_described(shop), *_products(shop)):
            click.echo(line)
        return
    folders = kit_folders(kits)
    options = Options(
        out=out,
        ink=ink,
        icc_profile=icc_profile,
        languages=language,
        only=only,
        without=without,
        profile=profile,
        companion=companion,
    )

    def one(kit: Path, progress: Progress) -> Findings:
        return build_and_report(partial(build, kit, options, shop, progress), progress, kit)

    sys.exit(each_kit(folders, one))


def _list_shops() -> None:
    for name in names():
        try:
            shop = load(name)
        except VendorError as error:
            click.echo(f"{name:<14}{error}")
            continue
        for line in _described(shop):
            click.echo(line)
    click.echo(f"Your own: {folder()}", err=True)


def _described(vendor: Vendor) -> Iterator[str]:
    yield f"{vendor.id:<14}{vendor.title}: {_taken(vendor)}"
    yield f"{'':<14}read {vendor.read.isoformat()}, {vendor.source}"


def _taken(vendor: Vendor) -> str:
    form = f"{vendor.file.upper()}, {vendor.dpi} dpi" if vendor.form == "pictures" else f"{vendor.standard or 'PDF'}"
    ink = f", at most {vendor.ink} % of ink" if vendor.ink else ""
    return f"{form}, bleed {vendor.bleed:g} mm, safe {vendor.safe:g} mm{ink}"


def _products(vendor: Vendor) -> Iterator[str]:
    for product in vendor.product:
        cut = "" if product.cut == "rectangle" else f", {product.cut}"
        yield f"  {product.id:<20}{_size(product):<38}{' or '.join(product.stocks)}{cut}"
    if vendor.counts:
        yield f"  charged as {', '.join(map(str, vendor.counts))}"


def _size(product: ShopProduct) -> str:
    pixels = f", {product.pixels[0]} × {product.pixels[1]} px" if product.pixels else ""
    if product.trim:
        return f"{product.trim[0]:.4g} × {product.trim[1]:.4g} mm{pixels}"
    (least, low), (most, high) = product.least, product.largest
    return f"{least:.4g} × {low:.4g} to {most:.4g} × {high:.4g} mm"

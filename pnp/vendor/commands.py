"""`pnp vendors`: which print shops are known, and what each of them asks for and makes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pnp.vendor.model import Product, Vendor

AT_HOME = (
    "paper",
    "backs",
    "gutters",
    "cutter",
    "changed_since",
    "formats",
    "printer",
    "back_offset",
    "labels",
    "sleeved",
    "dice",
)
"""Options of printing at home, by the names of what they fill."""


class Vendors(click.ParamType["Vendor"]):
    """A print shop by its name, or by the path of its file."""

    name = "SHOP"

    def convert(self, value: str | Vendor, param: click.Parameter | None, ctx: click.Context | None) -> Vendor:
        from pnp.vendor.known import load
        from pnp.vendor.model import VendorError

        if not isinstance(value, str):
            return value
        try:
            return load(value)
        except VendorError as error:
            self.fail(f"{error}.", param, ctx)


VENDOR = click.option(
    "--vendor",
    type=Vendors(),
    help="A print shop: game-crafter, mpc, drivethru, print-shop, or a file of your own; see `pnp vendors`.",
)

ICC_PROFILE = click.option(
    "--icc-profile",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Profile of the print shop's press, if it prints with four inks.  [default: one that this system has]",
)


def only_at_home() -> None:
    """Raises UsageError if the command was given what is for printing at home alone."""
    context = click.get_current_context()
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is not click.core.ParameterSource.DEFAULT
        if option.name in AT_HOME and given:
            raise click.UsageError(f"{option.opts[0]} is for printing at home: leave it out with --vendor.")


@click.command()
@click.argument("shop", required=False)
def vendors(shop: str | None) -> None:
    """Tell of print shops: all that are known, or what one SHOP asks for and makes.

    A shop of your own is a file in the same form, in the folder that is named below the list, or anywhere:
    `pnp build KIT --vendor myshop.toml`.
    """
    from pnp.vendor.known import folder, load, names
    from pnp.vendor.model import VendorError

    try:
        found = [load(shop)] if shop else [load(name) for name in names()]
    except VendorError as error:
        raise click.UsageError(f"{error}.") from None
    for vendor in found:
        click.echo(f"{vendor.id:<14}{vendor.title}: {_taken(vendor)}")
        click.echo(f"{'':<14}read {vendor.read.isoformat()}, {vendor.source}")
    if not shop:
        click.echo(f"Your own: {folder()}", err=True)
        return
    for line in _products(found[0]):
        click.echo(line)


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


def _size(product: Product) -> str:
    pixels = f", {product.pixels[0]} × {product.pixels[1]} px" if product.pixels else ""
    if product.trim:
        return f"{product.trim[0]:.4g} × {product.trim[1]:.4g} mm{pixels}"
    (least, low), (most, high) = product.least, product.largest
    return f"{least:.4g} × {low:.4g} to {most:.4g} × {high:.4g} mm"

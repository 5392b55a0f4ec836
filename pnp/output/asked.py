"""A kit as it is asked for: what the options change of it before it is laid out."""

from __future__ import annotations

from pnp.kit import Kit
from pnp.sheet.options import BadOptionError, Options
from pnp.sheet.parts import with_dice, with_sleeves


def check_formats(options: Options) -> None:
    """Raises BadOptionError for what no kit can be asked for."""
    if options.colours == "black" and set(options.formats) != {"pdf"}:
        raise BadOptionError("only PDF files are printed in black alone: --format pdf, or --ink low")
    if options.cutter and "pdf" not in options.formats:
        raise BadOptionError("machines cut sheets, which are PDF files: add --format pdf, or leave out --cutter")


def asked_kit(kit: Kit, options: Options) -> Kit:
    """The kit with the boxes and dice that are asked for. Raises BadOptionError if it has not such a paper."""
    if options.sleeved:
        kit = with_sleeves(kit)
    options.paper_of(kit)
    return with_dice(kit, options.dice) if options.dice else kit

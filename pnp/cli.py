"""The `pnp` command. Imports what a command needs only when it runs, so that `--help` answers at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pnp.build.options import Options
    from pnp.findings import Findings

PAPERS = ("a4", "letter")
BACKS = ("long-edge", "none")
DEFAULT_COMPANION = "http://silkroad.local:8000"


class Addresses(click.ParamType):
    """The companion's address, as it is printed on the paper and in the codes."""

    name = "URL"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from pnp.build.options import companion_address

        try:
            return companion_address(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def languages(_context: click.Context, _option: click.Parameter, value: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.strip() for part in value.split(",") if part.strip()))


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="silk-road-print-and-play", prog_name="pnp")
def main() -> None:
    """Print board games at home, from folders of data.

    A KIT is the name of one of ours (dunhuang, hangzhou, xanadu) or any folder with a kit.toml in it.
    """


KITS = click.argument("kits", nargs=-1, metavar="[KIT]...")
LANGUAGE = click.option(
    "--language",
    callback=languages,
    default="",
    metavar="en,es",
    help="Languages to print, with commas between. [default: all of the kit]",
)


@main.command()
@KITS
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True, help="What lies in the printer.")
@click.option(
    "--backs",
    type=click.Choice(BACKS),
    default="long-edge",
    show_default=True,
    help="How the printer turns the sheet over; none prints fronts only.",
)
@LANGUAGE
@click.option(
    "--companion",
    type=Addresses(),
    default=DEFAULT_COMPANION,
    show_default=True,
    help="Address that the printed QR codes lead to.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default="output",
    show_default=True,
    help="Folder that gets one folder for each kit.",
)
def build(kits: tuple[str, ...], paper: str, backs: str, language: tuple[str, ...], companion: str, out: Path) -> None:
    """Print kits as PDF files into the output folder.

    Without a KIT all kits in cards/ are printed. A kit with errors prints nothing; the others still do.
    """
    from pnp.build.options import Options

    options = Options(paper=paper, backs=backs, languages=language, companion=companion, out=out)
    sys.exit(_each_kit(kits, options, write=True))


@main.command()
@KITS
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True, help="What lies in the printer.")
@LANGUAGE
def check(kits: tuple[str, ...], paper: str, language: tuple[str, ...]) -> None:
    """Look for faults in kits, and write nothing.

    Lays out every face and page as `build` does. Exit code 0: fit to print, 1: errors, 2: wrong usage.
    """
    from pnp.build.options import Options

    options = Options(paper=paper, backs="long-edge", languages=language, companion=DEFAULT_COMPANION, out=Path())
    sys.exit(_each_kit(kits, options, write=False))

"""`pnp diff`: what changed between two states of a kit."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.choice import choice
from pnp.console import COMPANION, INK, LANGUAGE

if TYPE_CHECKING:
    from pnp.face.ink import InkMode
    from pnp.sheet.papers import PaperName

PAPERS = ("a4", "letter", "a3", "tabloid", "both")


@click.command()
@click.argument("old")
@click.argument("new")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page that shows old and new side by side; it needs nothing beside it.",
)
@LANGUAGE
@choice("--paper", PAPERS, "What kits are laid out for; it decides how large the pages of leaflets are.")
@INK
@COMPANION
def diff(
    old: str,
    new: str,
    html: Path | None,
    language: tuple[str, ...],
    paper: PaperName,
    ink: InkMode,
    companion: str,
) -> None:
    """Tell what changed between two states of a kit, piece by piece.

    OLD and NEW are each a kit, what a build left (its folder or its manifest.json), or a revision of git (HEAD~1, v1.0)
    of the kit that the other one names, or of the folder you are in. Exit code 0: the same, 1: something changed, 2:
    they cannot be compared.
    """
    from pnp import report
    from pnp.changes.comparison import compared
    from pnp.changes.report import lines
    from pnp.changes.snapshot import SnapshotError
    from pnp.changes.states import both, kit_folder
    from pnp.console import kit_folders
    from pnp.findings import Findings, KitError
    from pnp.sheet.options import BadOptionError, Options

    options = Options(out=Path(), paper=paper, ink=ink, languages=language, companion=companion)
    if named := [state for state in (old, new) if kit_folder(state)]:
        kit_folders(named)
    try:
        comparisons = compared(*both(old, new, options), language)
        if html:
            from pnp.changes.page import page

            html.write_text(page(comparisons, old), "utf-8")
    except KitError as error:
        findings = Findings()
        findings.extend(error.findings)
        for line in report.lines(findings):
            click.echo(line, err=True)
        sys.exit(2)
    except (SnapshotError, BadOptionError) as error:
        raise click.UsageError(f"{error}.") from None
    except OSError as error:
        click.echo(f"Error: {error.filename}: {error.strerror or error}", err=True)
        sys.exit(2)
    for line in lines(comparisons):
        click.echo(line)
    if html:
        click.echo(report.shown(html))
    sys.exit(1 if any(comparison.found for comparison in comparisons) else 0)

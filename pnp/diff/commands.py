"""`pnp diff`: compares two states of a kit."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from pnp.cli import COMPANION, INK, LANGUAGE, choice, kit_folders
from pnp.diff.change_page import render_page
from pnp.diff.compare import ChangeWords, Comparison, compare
from pnp.diff.snapshot import find_kit_folder, read_states
from pnp.findings import Findings, KitError, format_findings, shorten_path
from pnp.sheet.options import BadOptionError, Ink, Options
from pnp.sheet.paper import PaperName

PAPERS = ("a4", "letter", "a3", "tabloid", "both")
SIGNS = {"changed": "~", "new": "+", "gone": "-"}


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
    old: str, new: str, html: Path | None, language: tuple[str, ...], paper: PaperName, ink: Ink, companion: str
) -> None:
    """Tell what changed between two states of a kit, piece by piece.

    OLD and NEW are each a kit, what a build left (its folder or its manifest.json), or a revision of git (HEAD~1, v1.0)
    of the kit that the other one names, or of the folder you are in. Exit code 0: the same, 1: something changed, 2:
    they cannot be compared.
    """
    options = Options(out=Path(), paper=paper, ink=ink, languages=language, companion=companion)
    if kits := [state for state in (old, new) if find_kit_folder(state)]:
        kit_folders(kits)
    try:
        states = read_states(old, new, options)
        languages = language or tuple(dict.fromkeys(name for state in reversed(states) for name in state.languages))
        comparisons = [compare(*states, one) for one in languages]
        if html:
            say = ChangeWords(languages[0])
            html.write_text(render_page([compare(*states, one, say) for one in languages]), "utf-8")
    except KitError as error:
        findings = Findings()
        findings.extend(error.findings)
        for line in format_findings(findings):
            click.echo(line, err=True)
        sys.exit(2)
    except BadOptionError as error:
        raise click.UsageError(f"{error}.") from None
    except OSError as error:
        raise click.UsageError(f"{error.filename}: {error.strerror or error}") from None
    for comparison in comparisons:
        if len(comparisons) > 1:
            click.echo(f"{comparison.language}:")
        for line in _report(comparison):
            click.echo(line)
    if html:
        click.echo(shorten_path(html))
    sys.exit(1 if any(comparison.changes for comparison in comparisons) else 0)


def _report(comparison: Comparison) -> Iterator[str]:
    """Prints a line for each changed piece with its differences below, then a summary."""
    say = comparison.say
    if not comparison.changes:
        yield say("report.unchanged")
        return
    for group in comparison.groups:
        change = group[0]
        if len(group) > 1:
            titles = comparison.title_of(*(one.component for one in group))
            yield f"~ {titles}: {say.count('report.group', len(group))}"
        else:
            key = f" {change.key}" if change.key else ""
            place = f", {change.place}" if change.place else ""
            yield f"{SIGNS[change.kind]} {change.component}{key} ({change.title}){place}"
        yield from (f"    {line}" for line in (*change.statements, *change.copies_statements))
    if comparison.unchanged:
        yield f"= {say('report.same', titles=comparison.unchanged)}"
    yield say("report.differ", n=len(comparison.changes), total=comparison.total)

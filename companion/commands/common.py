"""What the commands share: reading what they are given, and saying plainly what is wrong with it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import click

from pnp.findings import Findings, KitError

BAD_INPUT = 2
"""Exit code for input that cannot be read."""

language_option = click.option(
    "--language", type=click.Choice(["en", "es"]), default="en", show_default=True, help="Of what is printed."
)


def read_input(path: str) -> tuple[str, str]:
    """The name to speak of in messages, and the text."""
    if path == "-":
        return "<stdin>", sys.stdin.buffer.read().decode("utf-8", errors="replace")
    try:
        return path, Path(path).read_text(encoding="utf-8")
    except OSError as error:
        bad(f"{path}: cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        bad(f"{path}: this is no text in UTF-8: {error.reason} at byte {error.start}")


def bad_kit(error: KitError) -> NoReturn:
    """What was found in a kit or an experiment, as the press says it, and exit code 2."""
    from pnp.findings import finding_lines

    findings = Findings()
    findings.extend(error.findings)
    bad("\n".join(finding_lines(findings)))


def bad(message: str) -> NoReturn:
    """One line about the input, and exit code 2."""
    click.echo(message, err=True)
    sys.exit(BAD_INPUT)

"""The command that gives editors the schemas: `pnp schema`."""

from __future__ import annotations

import json
from pathlib import Path

import click

NAMES = ("kit", "face", "theme", "words", "glossary", "lessons")
FOLDER = ".schema"
SETTINGS = ".taplo.toml"
"""Where Taplo, the tool behind Even Better TOML, finds which schema a file has."""


@click.command()
@click.argument("what", metavar="KIT|NAME")
def schema(what: str) -> None:
    """Let editors complete and underline a kit's TOML files.

    With a kit's folder, writes the schemas into its folder .schema and says in .taplo.toml which file has which, as
    Even Better TOML for VS Code and other editors with Taplo read it. With kit, face, theme, words,
    glossary or lessons, prints that schema.
    """
    from pnp.schema.documents import FILES, schemas

    if what in NAMES:
        click.echo(json.dumps(schemas()[what], indent=2))
        return
    folder = Path(what)
    if not (folder / "kit.toml").is_file():
        names = ", ".join(NAMES)
        raise click.BadParameter(f"'{what}' is no folder with a kit.toml in it, and none of {names}.")
    settings = folder / SETTINGS
    made = "".join(
        f'[[rule]]\ninclude = {json.dumps(list(files))}\n\n[rule.schema]\npath = "./{FOLDER}/{name}.json"\n\n'
        for name, files in FILES.items()
    )
    if (
        settings.is_file()
        and settings.read_text(encoding="utf-8") != made
        and FOLDER not in settings.read_text("utf-8")
    ):
        raise click.ClickException(f"{settings} is there, and is your own: add to it what `pnp schema NAME` prints")
    try:
        (folder / FOLDER).mkdir(exist_ok=True)
        for name, document in schemas().items():
            (folder / FOLDER / f"{name}.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        settings.write_text(made, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from None
    click.echo(f"{settings}: {len(NAMES)} schemas for editors with Taplo, such as VS Code with Even Better TOML")

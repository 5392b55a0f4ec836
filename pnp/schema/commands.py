"""The command that gives editors the schemas: `pnp schema`."""

from __future__ import annotations

import json

import click

from pnp.console import kit_folders

NAMES = ("kit", "face", "theme", "words", "glossary", "lessons")


@click.command()
@click.argument("what", metavar="[KIT|NAME]", required=False)
def schema(what: str | None) -> None:
    """Let editors complete and underline a kit's TOML files.

    With a kit, or in its folder, writes the schemas into its folder .schema and says in .taplo.toml which file has
    which, as Even Better TOML for VS Code and other editors with Taplo read it. With kit, face, theme, words, glossary
    or lessons, prints that schema.
    """
    from pnp.schema.documents import schemas
    from pnp.schema.editors import OwnSettingsError, write_schemas

    if what in NAMES:
        click.echo(json.dumps(schemas()[what], indent=2))
        return
    try:
        folders = kit_folders([what] if what is not None else [])
    except click.UsageError as error:
        if what is None:
            raise
        raise click.UsageError(f"{error.message}; and it is none of {', '.join(NAMES)}") from None
    for folder in folders:
        try:
            settings = write_schemas(folder)
        except OwnSettingsError as own:
            raise click.ClickException(
                f"{own} is there, and is your own: add to it what `pnp schema NAME` prints"
            ) from None
        except OSError as error:
            raise click.ClickException(f"{error.filename}: {error.strerror}") from None
        click.echo(f"{settings}: {len(NAMES)} schemas for editors with Taplo, such as VS Code with Even Better TOML")

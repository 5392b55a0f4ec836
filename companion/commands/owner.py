"""``companion owner``: a phone that may see, carry away and delete every table."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.storage import saying, there, where_options


@click.command()
@where_options
@click.option("--forget", is_flag=True, help="No phone is the owner's any more.")
def owner(data: Path, database: str | None, forget: bool) -> None:
    """Tell a one-time code that makes a phone the owner's: typed at the end of its page /history.

    It works once, for ten minutes. Whoever may run this command may read the tables anyway.
    """
    from companion.tables import open_tables

    where = there(data, database)
    with saying(where):
        tables = open_tables(where)
        try:
            if forget:
                click.echo(f"Phones that were the owner’s and are no longer: {tables.history.forget_owners()}.")
                return
            code = tables.history.owner_code()
        finally:
            tables.close()
    click.echo(
        f"{code[:5]} {code[5:]}\nType it on the phone under History, “Is this your server?”, within ten minutes."
    )

"""The command that writes what the press would say in English of a kit in another language: `pnp words`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from pnp.console import one_kit

if TYPE_CHECKING:
    from pnp.kit.own_words import Tree

_UNSAID = {"sheet": ("test_page",), "leaflet": (), "diff": ("report",)}
"""What no kit's paper says."""


@click.command()
@click.argument("kits", nargs=-1, metavar="[KIT]")
@click.argument("language", metavar="LANGUAGE")
def words(kits: tuple[str, ...], language: str) -> None:
    """Write what the press says in English where a kit speaks LANGUAGE, to be translated.

    What it prints belongs at the end of the kit's words.LANGUAGE.toml; a word that is there already is left out.
    """
    from pnp.kit.components import LANGUAGE
    from pnp.kit.own_words import OTHERWISE, PARTS, leaves, spoken, texts
    from pnp.kit.words import missing_words
    from pnp.kits import read

    folder = one_kit(kits)
    if not LANGUAGE.fullmatch(language):
        raise click.BadParameter(
            f"'{language}' is no code of a language, such as fr or pt-BR.", param_hint="'LANGUAGE'"
        )
    found, findings = read(folder)
    if found is None:
        wrong = findings.errors[0]
        raise click.ClickException(f"{wrong.place}: {wrong.message}; {wrong.hint}")
    own: Tree = found.own_words.get(language, {})
    lines: list[str] = []
    for part in PARTS:
        if language in spoken(part):
            continue
        missing = set(missing_words(part, own))
        said = {path: value for path, value in leaves(texts(part, OTHERWISE)) if ".".join(path) in missing}
        lines += _tables(part, {path: value for path, value in said.items() if path[0] not in _UNSAID[part]})
    click.echo("\n".join(lines) if lines else f"# Nothing is missing in {language}.")


def _tables(part: str, said: dict[tuple[str, ...], object]) -> Iterator[str]:
    """The lines of a part, a table for each part of its names."""
    for way in dict.fromkeys(path[:-1] for path in said):
        yield f"[{'.'.join(('press', part, *way))}]"
        for path, value in said.items():
            if path[:-1] == way:
                yield f"{path[-1]} = {json.dumps(value, ensure_ascii=False)}"
        yield ""

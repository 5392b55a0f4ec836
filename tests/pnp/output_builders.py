"""The smallest kit, written to a folder, and the `pnp` command to print it with."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from pnp.cli import main

KIT_TOML = """\
[kit]
id = "tiny"
title = {{ en = "Tiny" }}
version = "1.0"
players = [2, 2]
languages = ["en"]

[[component]]
id = "cards"
kind = "card"
title = {{ en = "Cards" }}
size = [63.5, 88.9]
face = "{face}"
copies = {copies}
"""

FACE = """\
[[draw]]
rect = "bleed"
fill = "silk"

[[draw]]
text = "{text}"
box = [4, 4, 55.5, 20]
style = "body"
"""


def tiny(folder: Path, *, face: str = "card", copies: int = 2, text: str = "Hello") -> Path:
    """A kit of one card, written into a folder."""
    (folder / "faces").mkdir(parents=True, exist_ok=True)
    (folder / "kit.toml").write_text(KIT_TOML.format(face=face, copies=copies))
    (folder / "faces" / "card.toml").write_text(FACE.replace("{text}", text))
    return folder


def pnp(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def many_cards(folder: Path, count: int, *, words: int = 40) -> Path:
    """A deck whose cards show their rows on both sides, and tokens with the same; on some there is something to find,
    a code, or a drawing; every seventh comes twice, every twentieth has a name of so many `words`."""
    kit = tiny(folder, text="{name}")
    toml = (kit / "kit.toml").read_text().partition("[[component]]")[0]
    components = (
        'id = "cards"\nkind = "card"\ntitle = { en = "Cards" }\nsize = [63.5, 88.9]\nface = "card"\nback = "back"\n',
        'id = "tokens"\nkind = "token"\ntitle = { en = "Tokens" }\nsize = [25, 25]\nface = "token"\nback = "token"\n',
    )
    table = '[table.cards]\nfile = "cards.csv"\nkey = "id"\ncolumns = { copies = "count" }\n'
    parts = (f'[[component]]\n{component}each = "cards"\ncopies = "copies"\n' for component in components)
    (kit / "kit.toml").write_text("\n".join((toml, table, *parts)))
    (kit / "art").mkdir(exist_ok=True)
    leaf = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1H8V8Z"/></svg>'
    (kit / "art" / "leaf.svg").write_text(leaf)
    faces = kit / "faces"
    (faces / "back.toml").write_text(FACE.replace("{text}", "Back of {name}"))
    sign = '\n[[draw]]\nicon = "leaf"\nbox = [30, 50, 9, 9]\n'
    (faces / "card.toml").write_text(f"{(faces / 'card.toml').read_text()}{sign}")
    draws = ("copies = 1", "text", "{id}"), ("copies > 1", "qr", "good {id}")
    drawn = (f'[[draw]]\nwhen = "{when}"\n{word} = "{said}"\nbox = [2, 2, 21, 21]\n' for when, word, said in draws)
    (faces / "token.toml").write_text("\n".join(drawn))
    rows = []
    for number in range(count):
        name = "silk " * words if number % 20 == 13 else f"Good {number}"
        rows.append(f"{number},{name},{2 if number % 7 == 0 else 1}")
    (kit / "cards.csv").write_text("id,name,copies\n" + "\n".join(rows) + "\n")
    return kit


def in_two_languages(folder: Path, name: str, **face: str) -> Path:
    """A kit of one card in English and Spanish, with a picture of the card on another."""
    kit = tiny(folder / name, **face)
    toml = KIT_TOML.format(face="card", copies=2).replace('"tiny"', f'"{name}"')
    toml = toml.replace('{ en = "Tiny" }', '{ en = "Tiny", es = "Mini" }').replace('["en"]', '["en", "es"]')
    (kit / "kit.toml").write_text(toml.replace('{ en = "Cards" }', '{ en = "Cards", es = "Cartas" }'))
    return kit

"""Kits that can be read, but are broken in one place each where something is drawn, set or placed."""

from __future__ import annotations

from bad_kits import Bad
from kit_builders import DYE, DYES, KIT, swapped

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{}</svg>'
DOT = '<circle cx="12" cy="12" r="9" fill="#2B2320"/>'
ENTITIES = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9))
BILLION = f'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "ha">{ENTITIES}]>' + SVG.format("<desc>&e9;</desc>" + DOT)
REPEATED = SVG.format(
    '<g id="g0">'
    + DOT * 10
    + "</g>"
    + "".join(f'<g id="g{n + 1}">{f"""<use href="#g{n}"/>""" * 10}</g>' for n in range(8))
)
OWN_FONT = '[font.text]\nregular = "Own"\n'
BOX = """
[[component]]
id = "b"
kind = "box"
title = "B"
contents = ["m"]
{keys}faces = {{ front = "plain" }}

[[component]]
id = "m"
{content}
"""
CARDS = 'kind = "card"\ntitle = "M"\nsize = [56, 87]\ncopies = 60\nface = "plain"\n'
LEAFLET = '\n[[component]]\nid = "rules"\nkind = "leaflet"\ntitle = "R"\nfile = "rules"\n'
RULES = "# Tiny\n\n## Goal {#goal}\n\nPay.\n"


def drawn(name: str, keys: str, place: str, message: str, **others: str | bytes) -> Bad:
    """One more `[[draw]]` on the face of the dyes, which begins in line 9."""
    changes = {key.replace("__", "/").replace("_", "."): content for key, content in others.items()}
    return Bad(name, {"faces/dye.toml": f"{DYE}\n[[draw]]\n{keys}\n", **changes}, place, message)


def sign(name: str, content: str | bytes, place: str, message: str) -> Bad:
    return drawn(name, 'icon = "sun"', place, message, art__sun_svg=content)


def table(name: str, old: str, new: str, place: str, message: str) -> Bad:
    return Bad(name, {"dyes.csv": swapped(DYES, (old, new))}, place, message)


def leaflet(name: str, text: str, place: str, message: str) -> Bad:
    changes = {"kit.toml": KIT + LEAFLET, "rules.en.md": RULES + text, "rules.es.md": RULES}
    return Bad(name, changes, place, message)


DRAW = "faces/dye.toml:9"

BAD_PRINTS = [
    # tables
    table("a count without end", ",2,blue", "," + "9" * 500 + ",blue", "dyes.csv:2:cubes", "cubes"),
    # what is drawn
    drawn("a sign of nobody", 'icon = "sn"', f"{DRAW}:icon", "there is no sign sn"),
    drawn("a picture of nobody", 'picture = "sn.png"', f"{DRAW}:picture", "there is no picture sn.png"),
    drawn("a picture of another kind", 'picture = "sun.WebP"', f"{DRAW}:picture", "is no PNG, JPEG or SVG"),
    drawn("a hatch of nobody", 'rect = "trim"\nhatch = "zigzag"', f"{DRAW}:hatch", "there is no hatch"),
    drawn("a box that comes to nothing", 'rect = "trim"\ninset = 9\nfill = "ink"', f"{DRAW}:box", "comes to nothing"),
    drawn("a text too long", f'text = "{"word " * 300}"', f"{DRAW}:text", "does not fit"),
    drawn("a code too long", f'qr = "{"x" * 5000}"', f"{DRAW}:qr", "characters"),
    drawn(
        "a code too fine",
        'qr = "http://silkroad.local:8000"\nbox = [4, 4, 6, 6]',
        f"{DRAW}:qr",
        "modules",
    ),
    drawn("text out of the trim", 'text = "x"\nbox = [-9, 1, 8, 8]', f"{DRAW}:text", "cut off"),
    # signs
    sign("a billion laughs", BILLION, "art/sun.svg:1", "DOCTYPE"),
    sign("a drawing repeated without end", REPEATED, "art/sun.svg:1", "more than 20000 elements"),
    # fonts, components, leaflets
    Bad(
        "a font that is text",
        {"theme.toml": OWN_FONT, "fonts/Own.ttf": b"x" * 99},
        "theme.toml:font Own",
        "not a whole font",
    ),
    Bad("a font of nobody", {"theme.toml": OWN_FONT}, "theme.toml:font Own", "no font file is called `Own`"),
    Bad("a huge token", {"kit.toml": swapped(KIT, ("size = 16", "size = 400"))}, "kit.toml:15:size", "A4 has room"),
    Bad(
        "a box narrower than its cards",
        {"kit.toml": KIT + BOX.format(keys="footprint = [50, 90]\n", content=CARDS)},
        "kit.toml:27:contents",
        "m does not lie in a box of 50 × 90 mm",
    ),
    leaflet("a link to no rule", "\nSee [that](#gaol).\n", "rules.en.md:7", "no rule is called `gaol`"),
    leaflet("a page of HTML", "\n<script>alert(1)</script>\n", "rules.en.md:7", "raw HTML"),
    leaflet("a rule in one language", "\nPay. {#pay}\n", "rules.es.md", "pay"),
]

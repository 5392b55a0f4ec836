"""Kits that can be read, but are broken in one place each where something is drawn, set or placed."""

from __future__ import annotations

import io
import struct
import zlib

from bad_kits import Bad
from kit_builders import DYE, DYES, KIT, swapped
from PIL import Image


def png(width: int = 30, height: int = 30, mode: str = "RGB", kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.effect_noise((width, height), 90).convert(mode).save(out, kind)
    return out.getvalue()


def claimed(width: int, height: int) -> bytes:
    """A PNG file of a few bytes that says it has this many pixels."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"\0" * 100)), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


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
ROUND = SVG.format('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')
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


def picture(name: str, content: bytes, message: str) -> Bad:
    return drawn(name, 'picture = "sun.png"', "art/sun.png", message, art__sun_png=content)


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
    drawn("a colour of nobody", 'rect = "trim"\nfill = "blu"', f"{DRAW}:fill", "there is no colour blu"),
    drawn("a binding of nobody", 'rect = "trim"\nfill = "{colr}"', f"{DRAW}:fill", "there is no colr here"),
    drawn("a hatch of nobody", 'rect = "trim"\nhatch = "zigzag"', f"{DRAW}:hatch", "there is no hatch"),
    drawn("a box of a text", 'rect = ["{kind}", 1, 1, 1]\nfill = "ink"', f"{DRAW}:rect", "is “natural”, not a length"),
    drawn("a box that comes to nothing", 'rect = "trim"\ninset = 9\nfill = "ink"', f"{DRAW}:box", "comes to nothing"),
    drawn("each without end", 'text = "x"\neach = "1..99999"', f"{DRAW}:each", "99999 times"),
    drawn("a hatch without end", 'rect = "trim"\nhatch = "grid"\nspacing = 0.001', f"{DRAW}:spacing", "more than"),
    drawn(
        "a call without its input",
        'face = "need"',
        f"{DRAW}:set",
        "needs the input n",
        faces__need_toml='[input]\nn = "count"\n[[draw]]\ntext = "{n}"\n',
    ),
    drawn("a text too long", f'text = "{"word " * 300}"', f"{DRAW}:text", "does not fit"),
    drawn("a letter of no typeface", 'text = "漢"', f"{DRAW}:text", "漢 (U+6F22)"),
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
    sign("a drawing that is text", "sun", "art/sun.svg:1", "is not XML"),
    sign("a drawing of a page", "<html/>", "art/sun.svg:1", "not an <svg>"),
    sign("a drawing repeated without end", REPEATED, "art/sun.svg:1", "more than 20000 elements"),
    sign("a drawing that uses itself", ROUND, "art/sun.svg:1", "nested deeper"),
    sign("a drawing with a picture", SVG.format('<image href="/etc/passwd"/>'), "art/sun.svg:1", "<image>"),
    # pictures
    picture("a picture that ends early", png()[:300], "is not whole"),
    picture("a picture that claims too much", claimed(60_000, 60_000), "pixels"),
    picture("a picture for print shops", png(mode="CMYK", kind="JPEG"), "colour mode"),
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
    leaflet("a figure of nobody", "\n![A](face:sn)\n", "rules.en.md:7", "`sn` is no face with a `size`"),
    leaflet("a rule in one language", "\nPay. {#pay}\n", "rules.es.md", "pay"),
    leaflet("a sign of no kit in a leaflet", "\nA {sn}.\n", "rules.en.md:7", "no sign is called `sn`"),
]

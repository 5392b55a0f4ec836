"""Kits that can be read, but are broken in one place each where something is drawn, set or placed."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Mapping
from typing import NamedTuple

from kit_builders import DYE, DYES, KIT, swapped
from PIL import Image


class BadPrint(NamedTuple):
    """Files that differ from the sound kit's, where the finding must stand, and words that it must hold."""

    name: str
    changes: Mapping[str, str | bytes | None]
    place: str
    message: str


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
OUTSIDE = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + SVG.format("<desc>&x;</desc>" + DOT)
REPEATED = SVG.format(
    '<g id="g0">'
    + DOT * 10
    + "</g>"
    + "".join(f'<g id="g{n + 1}">{f"""<use href="#g{n}"/>""" * 10}</g>' for n in range(8))
)
DEEP = SVG.format("<g>" * 300 + DOT + "</g>" * 300)
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
BOXED = 'kind = "box"\ntitle = "M"\nsize = [9, 9, 9]\nfaces = { front = "plain" }\n'
LEAFLET = '\n[[component]]\nid = "rules"\nkind = "leaflet"\ntitle = "R"\nfile = "rules"\n'
RULES = "# Tiny\n\n## Goal {#goal}\n\nPay.\n"


def drawn(name: str, keys: str, place: str, message: str, **others: str | bytes) -> BadPrint:
    """One more `[[draw]]` on the face of the dyes, which begins in line 9."""
    changes = {key.replace("__", "/").replace("_", "."): content for key, content in others.items()}
    return BadPrint(name, {"faces/dye.toml": f"{DYE}\n[[draw]]\n{keys}\n", **changes}, place, message)


def sign(name: str, content: str | bytes, place: str, message: str) -> BadPrint:
    return drawn(name, 'icon = "sun"', place, message, art__sun_svg=content)


def picture(name: str, content: bytes, message: str) -> BadPrint:
    return drawn(name, 'picture = "sun.png"', "art/sun.png", message, art__sun_png=content)


def table(name: str, old: str, new: str, place: str, message: str) -> BadPrint:
    return BadPrint(name, {"dyes.csv": swapped(DYES, (old, new))}, place, message)


def leaflet(name: str, text: str, place: str, message: str) -> BadPrint:
    changes = {"kit.toml": KIT + LEAFLET, "rules.en.md": RULES + text, "rules.es.md": RULES}
    return BadPrint(name, changes, place, message)


DRAW = "faces/dye.toml:9"

BAD_PRINTS = [
    # tables
    table("a count without end", ",2,blue", "," + "9" * 500 + ",blue", "dyes.csv:2:cubes", "cubes"),
    table("references in a circle", "blue red", "blue purple", "dyes.csv:4", "circle"),
    # what is drawn
    drawn("a sign of nobody", 'icon = "sn"', f"{DRAW}:icon", "there is no sign sn"),
    drawn("a sign outside", 'icon = "../sn"', f"{DRAW}:icon", "there is no sign ../sn"),
    drawn("a picture of nobody", 'picture = "sn.png"', f"{DRAW}:picture", "there is no picture sn.png"),
    drawn("a picture of another kind", 'picture = "sun.WebP"', f"{DRAW}:picture", "is no PNG, JPEG or SVG"),
    drawn("a picture outside", 'picture = "../../etc/passwd.png"', f"{DRAW}:picture", "there is no picture"),
    drawn("a colour of nobody", 'rect = "trim"\nfill = "blu"', f"{DRAW}:fill", "there is no colour blu"),
    drawn("a binding of nobody", 'rect = "trim"\nfill = "{colr}"', f"{DRAW}:fill", "there is no colr here"),
    drawn("a dotted binding of nobody", 'text = "{aid.pa}"', f"{DRAW}:text", "there is no aid.pa here"),
    drawn("a hatch of nobody", 'rect = "trim"\nhatch = "zigzag"', f"{DRAW}:hatch", "there is no hatch"),
    drawn("a role of nobody", 'text = "x"\nfont = "script"', f"{DRAW}:font", "there is no font script"),
    drawn("a sign of nobody in a text", 'text = "a {sn}"', f"{DRAW}:text", "{sn} is no binding"),
    drawn("a path of nonsense", 'path = "M0,0 x"\nfill = "ink"', f"{DRAW}:path", ""),
    drawn("a huge path", f'path = "M0,0 L{"9" * 400},1"\nfill = "ink"', f"{DRAW}:path", ""),
    drawn("a box of a text", 'rect = ["{kind}", 1, 1, 1]\nfill = "ink"', f"{DRAW}:rect", "is “natural”, not a length"),
    drawn("a box that comes to nothing", 'rect = "trim"\ninset = 9\nfill = "ink"', f"{DRAW}:box", "comes to nothing"),
    drawn("each of no list", 'text = "x"\neach = "kind"', f"{DRAW}:each", "not a list"),
    drawn("each without end", 'text = "x"\neach = "1..99999"', f"{DRAW}:each", "99999 times"),
    drawn("where without each", 'text = "x"\nwhere = "kind"', f"{DRAW}:where", "without each"),
    drawn("a grid without end", 'text = "x"\ngrid = { columns = 999, rows = 999 }', f"{DRAW}:grid", ""),
    drawn("a hatch without end", 'rect = "trim"\nhatch = "grid"\nspacing = 0.001', f"{DRAW}:spacing", "more than"),
    drawn(
        "a call without its input",
        'face = "need"',
        f"{DRAW}:set",
        "needs the input n",
        faces__need_toml='[input]\nn = "count"\n[[draw]]\ntext = "{n}"\n',
    ),
    drawn("a call with another's input", 'face = "plain"\nset = { n = "1" }', f"{DRAW}:set", "has no input n"),
    drawn(
        "a call with a wrong value",
        'face = "need"\nset = { n = "x" }',
        f"{DRAW}:set",
        "n ",
        faces__need_toml='[input]\nn = "count"\n[[draw]]\ntext = "{n}"\n',
    ),
    drawn("a text too long", f'text = "{"word " * 300}"', f"{DRAW}:text", "does not fit"),
    drawn("a word too long", f'text = "{"w" * 300}"', f"{DRAW}:text", "does not fit"),
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
    sign("an entity of the system", OUTSIDE, "art/sun.svg:1", "DOCTYPE"),
    sign("a drawing that is text", "sun", "art/sun.svg:1", "is not XML"),
    sign("a drawing that ends early", SVG.format(DOT)[:-9], "art/sun.svg:1", "is not XML"),
    sign("a drawing of nothing", "", "art/sun.svg:1", "is not XML"),
    sign("a drawing of a page", "<html/>", "art/sun.svg:1", "not an <svg>"),
    sign("a drawing without size", '<svg xmlns="http://www.w3.org/2000/svg"/>', "art/sun.svg:1", "viewBox"),
    sign("a drawing repeated without end", REPEATED, "art/sun.svg:1", "more than 20000 elements"),
    sign("a drawing of groups in groups", DEEP, "art/sun.svg:1", "nested deeper"),
    sign("a drawing that uses itself", ROUND, "art/sun.svg:1", "nested deeper"),
    sign("a drawing with a picture", SVG.format('<image href="/etc/passwd"/>'), "art/sun.svg:1", "<image>"),
    sign("a drawing that uses a file", SVG.format('<use href="/etc/passwd#a"/>'), "art/sun.svg:1", "/etc/passwd"),
    sign("a drawing of huge numbers", SVG.format('<circle r="1e999" fill="#000000"/>'), "art/sun.svg:1", "<circle>"),
    # pictures
    picture("a picture that ends early", png()[:300], "is not whole"),
    picture("a picture of nothing", b"", "is no PNG or JPEG"),
    picture("a picture of text", b"sun", "is no PNG or JPEG"),
    picture("a picture that claims too much", claimed(60_000, 60_000), "pixels"),
    picture("a picture for print shops", png(mode="CMYK", kind="JPEG"), "colour mode"),
    # fonts, components, leaflets
    BadPrint(
        "a font that is text",
        {"theme.toml": OWN_FONT, "fonts/Own.ttf": b"x" * 99},
        "theme.toml:font Own",
        "not a whole font",
    ),
    BadPrint("a font of nobody", {"theme.toml": OWN_FONT}, "theme.toml:font Own", "no font file is called `Own`"),
    BadPrint(
        "a font outside",
        {"theme.toml": OWN_FONT.replace("Own", "../Own")},
        "theme.toml:font ../Own",
        "no font file is called `../Own`",
    ),
    BadPrint(
        "a huge token", {"kit.toml": swapped(KIT, ("size = 16", "size = 400"))}, "kit.toml:15:size", "A4 has room"
    ),
    BadPrint(
        "a box of boxes",
        {"kit.toml": KIT + BOX.format(keys="", content=BOXED)},
        "kit.toml:27:contents",
        "a box cannot lie in a box",
    ),
    BadPrint(
        "a box narrower than its cards",
        {"kit.toml": KIT + BOX.format(keys="footprint = [50, 90]\n", content=CARDS)},
        "kit.toml:27:contents",
        "m does not lie in a box of 50 × 90 mm",
    ),
    BadPrint(
        "a box less deep than its cards",
        {"kit.toml": KIT + BOX.format(keys="size = [60, 91, 20]\n", content=CARDS)},
        "kit.toml:27:size",
        "the box is 20 mm deep, what lies in it takes 25",
    ),
    leaflet("a link to no rule", "\nSee [that](#gaol).\n", "rules.en.md:7", "no rule is called `gaol`"),
    leaflet("a link to a file", "\nSee [that](rules.en.md).\n", "rules.en.md:7", "neither a rule nor the web"),
    leaflet("a page of HTML", "\n<script>alert(1)</script>\n", "rules.en.md:7", "raw HTML"),
    leaflet("a figure of nobody", "\n![A](face:sn)\n", "rules.en.md:7", "`sn` is no face with a `size`"),
    leaflet("a figure of the web", "\n![A](http://x/y.png)\n", "rules.en.md:7", "is no face"),
    leaflet("a rule in one language", "\nPay. {#pay}\n", "rules.es.md", "pay"),
    leaflet("lists in lists", "\n" + "".join("  " * n + "- a\n" for n in range(40)), "rules.en.md:15", "too deep"),
    leaflet("a sign of no kit in a leaflet", "\nA {sn}.\n", "rules.en.md:7", "no sign is called `sn`"),
    leaflet("a letter of no typeface in a leaflet", "\n漢\n", "rules.en.md:7", "漢"),
]

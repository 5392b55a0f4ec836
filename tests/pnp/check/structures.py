"""Kits changed in their structure: files stay well formed, but say something else, in any part, at any depth.

Each change follows from the seed alone. What is changed are tables of TOML, rows and columns of CSV, blocks of
Markdown, elements of SVG, chunks of PNG, bytes of fonts, the characters of any text, and the files themselves.
"""

from __future__ import annotations

import csv
import io
import random
import struct
import tomllib
import zlib
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

from lxml import etree

Files = dict[str, bytes | Path | None]
"""What is in each file; a path is where a link leads, None a folder in a file's place."""

ODD: tuple[Any, ...] = (
    0, 1, -1, 7, 10**9, 10**12, 10**15, 0.5, -3.5, 1e300, float("nan"), float("inf"), True, False, "", " ", "x", "0",
    "1..9", "1..99999999", "{", "}", "{name}", "{name.en}", "{id}", "{x.y.z}", "{place}", "{index}", "not name",
    "name = x and id", "../..", "/etc/passwd", "art/sun.svg", "#FFFFFF", "#12345", "ink", "trim", "safe", "bleed",
    "漢字", "\u202e", "a" * 3_000, "word " * 400, "**", "[x]{ink}", "{sun}", [], {}, [[]], [0, 0], [1, 2, 3, 4],
    [0, 0, 9999, 9999], [-5, -5, 1, 1], ["x"] * 50, [{}], {"en": "x"}, {"en": "x", "es": "y", "fr": "z"},
    {"columns": 3, "rows": 3}, {"columns": 10**6, "rows": 10**6},
)  # fmt: skip
CELLS = (
    "", " ", "0", "-1", "1", "6666", "999999999", "10000000000", "x", "a b c", "1 2 3 4 5 6", "#FF0000", "#GGG",
    "ink", "sun", "../x", "{name}", "**x**", '"', "'", ",", ";", "\t", "é", "漢", "x" * 9_000, "word " * 1_900,
    "a;b;c", "1,5", "=1+1",
)  # fmt: skip
BLOCKS = (
    "# Title", "## Chapter", "## Chapter {#a}", "### Section {#b H1}", "#### Small", "##### Deep", "text", "{#a}",
    "{#b}", "---", "***", "![A picture](face:lid)", "![](face:none)", "![x](y.png)", "a ![x](face:lid) b", "> quoted",
    "> > twice", "- a\n- b", "1. a\n2. b", "- a\n  - b\n    - c\n      - d", "9999999999. x",
    "| a | b |\n|---|--:|\n| 1 | 2 |", "| a |\n|---|\n| 1 | 2 | 3 |", "| |\n|-|", "<div>x</div>", "```\ncode\n```",
    "    code", "[a](#a) [b](#nowhere) [c](https://x.y) [d](z)", "[a]: b", "[x][y]", "{sun} {none} {kit.title}",
    "[red]{ink} [x]{nocolour}", "**b *i* b**", "`code`", "a\\\nb", "&amp; &#0; &#x110000;", "漢字 ☃", "[" * 300,
    "*" * 300, "word " * 3_000, "x" * 12_000, "> " * 30 + "x", "- " * 30 + "x", "|" + "a|" * 60 + "\n|" + "-|" * 60,
)  # fmt: skip
STRANGE = (
    "\0", "\1", "\x1b[2J", "\x7f", "\x85", "\u00a0", "\u00ad", "\u200b", "\u2028", "\u202e", "\ufeff", "\ufffe",
    "\ud800", "\U0010ffff", "\U0001f468\u200d\U0001f469", "e" + "\u0301" * 200, "\u0627\u0644", "ﬁ", "ß", "\t", "\v",
)  # fmt: skip
VALUES = (
    "", "0", "-1", "1e9", "1e999", "nan", "12", "none", "#123", "#abcdef", "red", "url(#a)", "currentColor",
    "rotate(45)", "scale(0)", "scale(1e6)", "matrix(1 0 0)", "M0 0", "M0 0L1 1", "M0 0 a1 1 0 0 0 1 1z", "z", "1 2 3",
    "0 0 24 24", "0 0 0 0", "#a", "evenodd", "0.5", "x" * 2_000, "é",
)  # fmt: skip
TAGS = (
    "g", "path", "rect", "circle", "line", "polygon", "use", "text", "image", "style", "symbol", "defs", "svg",
    "script",
)  # fmt: skip
ATTRIBUTES = (
    "d", "fill", "stroke", "stroke-width", "stroke-dasharray", "transform", "x", "y", "width", "height", "rx", "r",
    "cx", "points", "href", "id", "viewBox", "opacity", "style", "fill-rule", "display", "onclick", "none",
)  # fmt: skip


def changed(files: Files, seed: int) -> Files:
    """The kit after one to four changes."""
    rng = random.Random(seed)
    files = dict(files)
    for _ in range(rng.choice((1, 1, 2, 3, 4))):
        if rng.random() < 0.08 or not files:
            _whole(files, rng)
            continue
        name = rng.choice(sorted(files))
        data = files[name]
        if not isinstance(data, bytes):
            continue
        change = _characters if rng.random() < 0.1 else CHANGES.get(name.rpartition(".")[2], _bytes)
        try:
            files[name] = change(data, rng)
        except (ValueError, etree.XMLSyntaxError, csv.Error, RecursionError):  # what an earlier change has broken
            files[name] = _bytes(data, rng)
    return files


def _whole(files: Files, rng: random.Random) -> None:
    """A file goes, comes again under another name, or takes another's contents."""
    names = sorted(files) or ["kit.toml"]
    one, other = rng.choice(names), rng.choice(names)
    match rng.randrange(7):
        case 0:
            files.pop(one, None)
        case 5:
            files[one] = None
        case 6:
            targets = (other, ".", "nowhere", one, "../..", "/etc/passwd", "/dev/zero")
            files[one] = Path(rng.choice(targets))
        case 1:
            files[rng.choice(("x.csv", "faces/x.toml", "art/x.svg", "art/x.png", "words.fr.toml", "fonts/X.ttf"))] = (
                files.get(one, b"")
            )
        case 2:
            files[one], files[other] = files.get(other, b""), files.get(one, b"")
        case 3:
            files[one] = b""
        case _:
            files[other] = files.get(one, b"")


def _bytes(data: bytes, rng: random.Random) -> bytes:
    """Some bytes lost, doubled or put in."""
    at, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    end = min(end, at + 40)
    return data[:at] + rng.choice((b"", data[at:end] * 2, rng.randbytes(rng.randrange(1, 9)))) + data[end:]


def _characters(data: bytes, rng: random.Random) -> bytes:
    """A text in another encoding, with other line ends, or with characters that no page shows."""
    if rng.random() < 0.5:
        text = data.decode("utf-8", "surrogateescape")
        at = rng.randrange(len(text) + 1)
        return f"{text[:at]}{rng.choice(STRANGE)}{text[at:]}".encode("utf-8", "surrogatepass")
    match rng.randrange(5):
        case 0:
            return b"\xef\xbb\xbf" + data
        case 1:
            return data.replace(b"\n", b"\r\n")
        case 2:
            return data.replace(b"\n", b"\r")
        case 3:
            return data.decode().encode(rng.choice(("utf-16", "utf-16-be", "utf-32", "utf-7")))
        case _:
            return data.decode().encode(rng.choice(("latin-1", "cp1252", "cp437")), "replace").replace(b"e", b"\xe9")


# --- TOML ----------------------------------------------------------------------------------------------


def _toml(data: bytes, rng: random.Random) -> bytes:
    tree = tomllib.loads(data.decode())
    for _ in range(rng.randint(1, 3)):
        _change_tree(tree, rng)
    return _dumped(tree).encode("utf-8", "surrogatepass")


def _change_tree(tree: dict[str, Any], rng: random.Random) -> None:
    """One key or element of a tree, at any depth, goes, comes twice, moves, or gets another value."""
    places = _places(tree)
    holder, key = rng.choice(places) if places else (tree, "x")
    other, other_key = rng.choice(places) if places else (tree, "y")
    match rng.randrange(8):
        case 0 if places:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.extend([holder[key]] * rng.choice((1, 2, 30)))
        case 1 | 2:
            _put(
                holder,
                rng.choice(("x", "size", "when", "each", "text", "face", "id", "en", "", "a.b", "é")),
                _odd(rng),
            )
        case 3 if places:
            holder[key] = other[other_key] if not _within(holder, other[other_key]) else _odd(rng)
        case 4 if places:
            holder[key] = rng.choice(([holder[key]], {"x": holder[key]}, [holder[key]] * 3))
        case _ if places:
            holder[key] = _odd(rng)


def _odd(rng: random.Random) -> Any:
    """A copy: later changes may be made within it."""
    return deepcopy(rng.choice(ODD))


def _put(holder: Any, key: str, value: Any) -> None:
    if isinstance(holder, dict):
        holder[key] = value
    else:
        holder.append(value)


def _places(tree: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    todo = [tree]
    while todo:
        here = todo.pop()
        keys = list(here) if isinstance(here, dict) else range(len(here))
        found += [(here, key) for key in keys]
        todo += [here[key] for key in keys if isinstance(here[key], dict | list)]
    return found


def _within(holder: Any, value: Any) -> bool:
    """Whether a value holds what it would be put into."""
    return value is holder or any(
        inner is holder for inner, _ in (_places(value) if isinstance(value, dict | list) else ())
    )


def _dumped(tree: dict[str, Any], header: str = "") -> str:
    plain = {key: value for key, value in tree.items() if not isinstance(value, dict)}
    text = "".join(f"{_key(key)} = {_value(value)}\n" for key, value in plain.items())
    for key, value in tree.items():
        if isinstance(value, dict):
            name = f"{header}.{_key(key)}" if header else _key(key)
            text += f"\n[{name}]\n{_dumped(value, name)}"
    return text


def _key(key: str) -> str:
    return key if key and key.isascii() and key.replace("-", "a").replace("_", "a").isalnum() else _value(key)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            shown = "".join(
                c if c.isprintable() else f"\\u{ord(c):04X}" for c in value.replace("\\", "\\\\").replace('"', '\\"')
            )
            return f'"{shown}"'
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return "{" + ", ".join(f"{_key(key)} = {_value(part)}" for key, part in value.items()) + "}"
    return str(value)


# --- CSV, Markdown, SVG, PNG ---------------------------------------------------------------------------


def _csv(data: bytes, rng: random.Random) -> bytes:
    rows = list(csv.reader(io.StringIO(data.decode())))
    for _ in range(rng.randint(1, 3)):
        row = rng.randrange(len(rows)) if rows else 0
        column = rng.randrange(max(1, len(rows[row]))) if rows else 0
        match rng.randrange(8):
            case 0 if rows:
                del rows[row]
            case 1 if rows:
                rows += [rows[row]] * rng.choice((1, 2, 400))
            case 2:
                rows = [[*r[:column], *r[column + 1 :]] for r in rows]
            case 3:
                rows = [[*r[:column], *r[column : column + 1] * 2, *r[column + 1 :]] for r in rows]
            case 4 if rows:
                rows[row] = [rng.choice(CELLS) for _ in range(rng.choice((0, 1, 3, 9, 300)))]
            case 5:
                rng.shuffle(rows)
            case _ if rows and rows[row]:
                rows[row][min(column, len(rows[row]) - 1)] = rng.choice(CELLS)
    out = io.StringIO()
    csv.writer(out, delimiter=rng.choice(",,,;\t"), quoting=rng.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL))).writerows(
        rows
    )
    return out.getvalue().encode()


def _markdown(data: bytes, rng: random.Random) -> bytes:
    blocks = data.decode().split("\n\n")
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(blocks) + 1)
        match rng.randrange(6):
            case 0 if at < len(blocks):
                del blocks[at]
            case 1 if at < len(blocks):
                blocks[at:at] = [blocks[at]] * rng.choice((1, 2, 40))
            case 2 if at < len(blocks):
                mark = rng.choice(("> ", "- ", "  ", "    ", "#", "## ", "1. ", "| "))
                blocks[at] = "\n".join(mark + line for line in blocks[at].split("\n"))
            case 3:
                rng.shuffle(blocks)
            case _:
                blocks.insert(at, rng.choice(BLOCKS))
    return rng.choice(("\n\n", "\n\n", "\n\n", "\n", "\r\n\r\n")).join(blocks).encode()


def _svg(data: bytes, rng: random.Random) -> bytes:
    root = etree.fromstring(data)
    for _ in range(rng.randint(1, 3)):
        element, other = (rng.choice(list(root.iter(etree.Element))) for _ in range(2))
        match rng.randrange(7):
            case 0 if element is not root:
                element.getparent().remove(element)
            case 1:
                copied = etree.tostring(element)
                for _ in range(rng.choice((1, 2, 60)) if len(copied) < 10_000 else 1):
                    other.append(etree.fromstring(copied))
            case 2:
                etree.SubElement(element, rng.choice(TAGS)).set(rng.choice(ATTRIBUTES), rng.choice(VALUES))
            case 3:
                element.tag = rng.choice(TAGS)
            case 4 if element.attrib:
                del element.attrib[rng.choice(list(element.attrib))]
            case _:
                element.set(rng.choice((*ATTRIBUTES, *map(str, element.attrib))), rng.choice(VALUES))
    return etree.tostring(root)


def _png(data: bytes, rng: random.Random) -> bytes:
    chunks, at = [], 8
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4])
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    place = rng.randrange(len(chunks)) if chunks else 0
    match rng.randrange(5):
        case 0 if chunks:
            del chunks[place]
        case 1 if chunks:
            chunks.insert(place, chunks[place])
        case 2 if chunks:
            kind, content = chunks[place]
            chunks[place] = kind, _bytes(content, rng)
        case 3:
            size = rng.choice(((0, 0), (1, 1), (2**31, 2**31), (60_000, 60_000), (7_000, 7_000)))
            chunks[:1] = [
                (
                    b"IHDR",
                    struct.pack(
                        ">IIBBBBB", *(n % 2**32 for n in size), rng.choice((1, 8, 16)), rng.randrange(8), 0, 0, 0
                    ),
                )
            ]
        case _:
            chunks.insert(place, (rng.choice((b"tEXt", b"iCCP", b"eXIf", b"PLTE", b"tRNS")), rng.randbytes(30)))
    return data[:8] + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks
    )


CHANGES: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "toml": _toml,
    "csv": _csv,
    "md": _markdown,
    "svg": _svg,
    "png": _png,
}

"""Reads the tags of a finished file back, each with the words that it holds."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache

import msgspec
import pikepdf
from leaflet_builders import FONTS

from pnp.render.pdf import write_pdf
from pnp.scene import Page


class Part(msgspec.Struct):
    """A part: its role, what stands for it, the words and parts in it, and what is said of its place to tap."""

    role: str
    alt: str = ""
    kids: list[Part | str] = []
    tapped: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "".join(map(str, self.kids))

    def all(self) -> Iterator[Part]:
        """The part and all in it, in reading order."""
        yield self
        for kid in self.kids:
            if isinstance(kid, Part):
                yield from kid.all()

    def plain(self) -> list[object]:
        """Its words, those of a part within it as a pair of role and words."""
        return [kid if isinstance(kid, str) else (kid.role, str(kid)) for kid in self.kids]


def written(pages: tuple[Page, ...]) -> bytes:
    out = io.BytesIO()
    write_pdf(pages, out, fonts=FONTS, title="Test")
    return out.getvalue()


def read_tags(data: bytes) -> Part:
    """The whole tree; fails if it and the pages do not lead to each other, or if anything is there twice."""
    with pikepdf.open(io.BytesIO(data)) as document:
        drawn = {(page.objgen, number): said for page in document.pages for number, said in _drawn(page)}
        (whole,) = document.Root.StructTreeRoot.K
        seen: list[tuple[tuple[int, int], int]] = []
        tree = _part(whole, drawn, seen)
        assert sorted(seen) == sorted(drawn), "all that is drawn is a part of the text, once"
        numbers = list(document.Root.StructTreeRoot.ParentTree.Nums)
        parents = {int(key): value for key, value in zip(numbers[::2], numbers[1::2], strict=True)}
        for page in document.pages:
            own = [number for place, number in drawn if place == page.objgen]
            for number, parent in enumerate(parents[int(page.obj.StructParents)]):
                assert any(kid.get("/MCID") == number and kid.Pg.objgen == page.objgen for kid in parent.K)
            assert len(own) == len(parents[int(page.obj.StructParents)])
            for link in page.obj.get("/Annots", []):
                assert any(kid.get("/Obj", link).objgen == link.objgen for kid in parents[int(link.StructParent)].K)
        return tree


def _part(
    part: pikepdf.Object, drawn: dict[tuple[tuple[int, int], int], str], seen: list[tuple[tuple[int, int], int]]
) -> Part:
    found = Part(str(part.S)[1:], str(part.get("/Alt", "")))
    for kid in part.K:
        match kid.get("/Type"):
            case "/MCR":
                seen.append((kid.Pg.objgen, int(kid.MCID)))
                found.kids.append(drawn[seen[-1]])
            case "/OBJR":
                found.tapped += (str(kid.Obj.Contents),)
            case _:
                found.kids.append(_part(kid, drawn, seen))
    return found


def _drawn(page: pikepdf.Page) -> Iterator[tuple[int, str]]:
    """The marked content of a page, and the words in it."""
    number, font, found = -1, "", dict[int, str]()
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "BDC":
                number = int(operands[1].MCID)
                assert number not in found
                found[number] = ""
            case "BMC" | "EMC":
                number = -1
            case "Tf":
                font = str(operands[0])
            case "Tj" | "TJ" if number >= 0:
                length = 2 if page.Resources.Font[font].Subtype == "/Type0" else 1
                codes = _codes(page.Resources.Font[font].ToUnicode.read_bytes())
                shown = [operands[0]] if str(operator) == "Tj" else list(operands[0])
                for part in (bytes(part) for part in shown if isinstance(part, pikepdf.String)):
                    found[number] += "".join(codes[part[at : at + length]] for at in range(0, len(part), length))
    yield from found.items()


@cache
def _codes(told: bytes) -> dict[bytes, str]:
    pairs = re.findall(rb"<([0-9A-F]{2,4})> <([0-9A-F]{4,})>", told)
    return {bytes.fromhex(code.decode()): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs}

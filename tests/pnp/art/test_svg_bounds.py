"""Drawings that are made, or spoilt, to take for ever: each is drawn or said to be too much, and none fails."""

from __future__ import annotations

import random
import re
from pathlib import Path as FilePath

import pytest

from pnp.art.little_ink import spared
from pnp.art.svg import parse_art
from pnp.findings import KitError

EXPORTS = [
    file for file in sorted((FilePath(__file__).parent / "exports").glob("*.svg")) if file.stat().st_size < 6_000
]
"""Without pictures, which take longer."""
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
SQUARE = '<rect width="90" height="90" {}/>'
SPOILT = ["NaN", "1e9", "-1", "1e-30", "0 0 0 0", "url(#f)", "inherit", "unset", "var(--x)", "100%", "<g>", '"', "("]


def said(body: str) -> str:
    """What is found in a drawing; nothing, if it is drawn."""
    try:
        spared(parse_art(f"{HEAD}{body}</svg>".encode(), "x.svg"), 1.0)
    except KitError as error:
        return error.findings[0].message
    return ""


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            '<filter id="f"><feGaussianBlur stdDeviation="99999"/></filter>' + SQUARE.format('filter="url(#f)"'),
            "",
        ),
        (
            "<filter id='f'><feGaussianBlur stdDeviation='1e9'/></filter>" + SQUARE.format("filter='url(#f)'"),
            "too large",
        ),
        (
            '<filter id="f">'
            + '<feMerge result="a"><feMergeNode in="a"/><feMergeNode in="a"/></feMerge>' * 50
            + "</filter>"
            + SQUARE.format('filter="url(#f)"'),
            "more than 100 layers",
        ),
        (
            '<filter id="f"><feMerge><feMergeNode/><feMergeNode/></feMerge></filter>'
            + "<g filter='url(#f)'>" * 30
            + SQUARE.format("")
            + "</g>" * 30,
            "more than 20000 elements",
        ),
        ('<path d="M0 0L90000 0" stroke="red" stroke-dasharray=".0001"/>', "more than 20000 dashes"),
        ("<g transform='scale(0)'>" + SQUARE.format("filter='drop-shadow(1px 1px 1px red)'") + "</g>", ""),
        ("<symbol id='x' viewBox='0 0 1e-30 1'>" + SQUARE.format("") + "</symbol><use href='#x'/>", ""),
        (SQUARE.format("width='NaN'").replace('width="90"', ""), "is no plain number"),
        (
            "<clipPath id='c' clip-path='url(#c)'><path d='M0 0h9v9z'/></clipPath>"
            + SQUARE.format("clip-path='url(#c)'"),
            "nested deeper",
        ),
        (
            "<marker id='m'><path d='M0 0{0}' marker-mid='url(#n)'/></marker>"
            "<marker id='n'><path d='M0 0{0}'/></marker>"
            "<path d='M0 0{0}' marker-mid='url(#m)'/>".format("h1v1" * 300),
            "more than 100000 lines",
        ),
    ],
)
def test_what_grows_is_bounded(body: str, message: str) -> None:
    assert message in said(body) and bool(message) == bool(said(body))


@pytest.mark.parametrize("file", EXPORTS, ids=lambda file: file.stem)
def test_a_spoilt_drawing_is_drawn_or_found_faulty(file: FilePath) -> None:
    chance = random.Random(file.stem)
    whole = file.read_text("utf-8")
    places = [found.span() for found in re.finditer(r"-?\d*\.?\d+", whole)]
    for _ in range(6):
        start, end = chance.choice(places)
        spoilt = whole[:start] + chance.choice(SPOILT) + whole[end:]
        try:
            spared(parse_art(spoilt.encode(), file.name), 1.0)
        except KitError as error:
            assert all(finding.message for finding in error.findings)

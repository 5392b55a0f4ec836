"""Hangzhou's leaflet says what the data and the rules engine say: counts, brews, examples, sample game.

The positions are read off the figures themselves, so picture, text and rules can only be right together.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest
from leaflet_builders import LANGUAGES, hangzhou

from companion.engine import hangzhou as game
from companion.games.hangzhou.decision import decide
from companion.games.hangzhou.names import Merchant
from companion.games.hangzhou.state import State
from pnp.kits import find
from pnp.leaflet.document import Figure, Heading, MarkdownTable, Paragraph, Sidebar, plain, walk

EXAMPLES = ("fig-nearest", "fig-coins", "fig-temple-first", "fig-clockwise", "fig-round")
LETTERS = {name: name[0].upper() for name in ("red", "blue", "yellow", "white")}
DYES = {name: name[0] for name in ("blue", "red", "yellow", "green", "orange", "purple")} | {"black": "k"}


def rows(table: str) -> list[dict[str, str]]:
    text = (find("hangzhou") / f"{table}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_ruling_stands_once_in_the_margin_and_once_in_the_list(language: str) -> None:
    document, _ = hangzhou(language)
    numbers = {f"H{number}" for number in range(1, 16)}
    margin = [rule.number for rule in document.rules if rule.number]
    listed = [plain(row[0]) for row in [block for block in document.body if isinstance(block, MarkdownTable)][-1].rows]
    assert set(margin) == numbers and len(margin) == 15
    assert set(listed) == numbers and len(listed) == 15


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_brews_and_points_are_those_of_the_table(language: str) -> None:
    table = next(
        block
        for block in hangzhou(language)[0].body
        if isinstance(block, MarkdownTable) and any(span.icon == "victory" for span in block.rows[-1][2])
    )
    told = {
        row[0][0].icon: ([span.icon for span in row[1] if span.icon], sum(span.icon == "victory" for span in row[2]))
        for row in table.rows[1:]
    }
    assert told == {
        f"dye-{row['id']}": ([f"dye-{part}" for part in row["brew"].split()], int(row["points"]))
        for row in rows("dyes")
        if row["kind"] == "mixed"
    }


class City(NamedTuple):
    """What a figure shows: shops as positions write them, where each merchant stands (None: at its gate), and the
    spaces at which red arrows end."""

    shops: tuple[str, ...]
    merchants: Mapping[str, str | None]
    arrows: tuple[str, ...]


def draws(figure: str) -> list[dict[str, Any]]:
    text = (find("hangzhou") / "faces" / f"{figure}.toml").read_text(encoding="utf-8")
    return list(tomllib.loads(text)["draw"])


def labelled(figure: str) -> Iterator[tuple[str, float, float]]:
    """The spaces that a figure names, and the middle of each."""
    for draw in draws(figure):
        if draw.get("face") == "fig-ground":
            ground = next(each for each in draws("fig-ground") if each.get("rect") and "grid" in each)
            x, y, width, _ = ground["rect"]
            for column in range(5):
                for row in range(5):
                    left, top = x + column * ground["step"][0], y + row * ground["step"][1]
                    yield f"{'abcde'[column]}{row + 1}", left + width / 2, top + width / 2
        elif draw.get("face") == "fig-ward":
            x, y, width, _ = draw["box"]
            for index, place in enumerate(draw["each"]):
                yield place, x + index * draw["step"][0] + width / 2, y + width / 2
        elif draw.get("face") == "fig-temple":
            x, y, width, _ = draw["box"]
            yield "c3", x + width / 2, y + width / 2


def city(figure: str) -> City:
    columns: dict[float, str] = {}
    lines: dict[float, str] = {}
    for place, x, y in labelled(figure):
        columns[round(x, 2)], lines[round(y, 2)] = place[0], place[1]

    def at(x: float, y: float) -> str:
        near_x = min(columns, key=lambda middle: abs(middle - x))
        near_y = min(lines, key=lambda middle: abs(middle - y))
        return f"{columns[near_x]}{lines[near_y]}".upper()

    shops: list[str] = []
    merchants: dict[str, str | None] = {}
    arrows: list[str] = []
    for draw in draws(figure):
        if draw.get("face") == "fig-shop":
            x, y, width, height = draw["box"]
            given = draw["set"]
            dye = DYES[given["dye"]] if "dye" in given else ""
            shop = f"{LETTERS[given['player']]}{dye}{given.get('coins', '')}"
            shops.append(at(x + width / 2, y + height / 2) + shop)
        elif draw.get("face") == "merchant-disc":
            x, y, size, _ = draw["box"]
            middle_x, middle_y = x + size / 2, y + size / 2
            inside = any(abs(middle - middle_x) < 4 for middle in columns) and any(
                abs(middle - middle_y) < 4 for middle in lines
            )
            merchants.setdefault(draw["set"]["merchant"], at(middle_x, middle_y) if inside else None)
        elif draw.get("stroke") == "cinnabar" and "line" in draw:
            arrows.append(at(*draw["line"][-2:]))
    return City(tuple(shops), merchants, tuple(arrows))


def position(shown: City, market: str, now: str) -> State:
    places = " ".join(shown.merchants.get(merchant.value) or "-" for merchant in Merchant)
    return game.parse(
        f"hangzhou RBYW city: {' '.join(shown.shops)} merchants: {places} market: {market} now: move {now}"
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("figure", EXAMPLES)
def test_a_merchant_goes_where_picture_and_words_say(figure: str, language: str) -> None:
    shown = city(figure)
    (merchant,) = shown.merchants
    english, told = (panel(name, figure) for name in ("en", language))
    wanted = next(name for name in DYES if plain(english.spans).endswith(f"wants {name}"))
    order = [each.value for each in Merchant]
    market = " / ".join(f"{DYES[wanted]}2" if name == merchant else "" for name in order)
    decision = decide(position(shown, market, merchant), Merchant(merchant))
    assert decision.end == shown.arrows[0]
    assert decision.end == told.space.upper()


class Told(NamedTuple):
    """An example's head, and the space that its text prints in bold."""

    spans: Any
    space: str


def panel(language: str, figure: str) -> Told:
    for block in walk(hangzhou(language)[0].body):
        if isinstance(block, Sidebar) and isinstance(block.blocks[0], Figure) and block.blocks[0].face == figure:
            head = next(each for each in block.blocks if isinstance(each, Heading))
            texts = [each for each in block.blocks if isinstance(each, Paragraph)]
            (space,) = (span.text for each in texts for span in each.spans if span.bold)
            return Told(head.spans, space)
    raise AssertionError(figure)

"""The leaflet's pictures and its sample turn are possible, and go as the rules engine says."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

from dunhuang_tables import played, shown, told
from our_kits import our_kit

from companion.engine import dunhuang
from pnp.kit.model import Record
from pnp.kits import find


def shown_on(figure: str, what: str) -> list[str]:
    """The characters or goods on a figure, in the order in which they are drawn."""
    face = tomllib.loads((find("dunhuang") / "faces" / f"{figure}.toml").read_text(encoding="utf-8"))
    return [draw["set"][what] for draw in face["draw"] if what in draw.get("set", {})]


def tiles() -> Iterator[tuple[str, str]]:
    for row in our_kit("dunhuang").tables["tiles"].rows:
        front, back = row.values["front"], row.values["back"]
        assert isinstance(front, Record) and isinstance(back, Record)
        yield front.key, back.key


def test_no_figure_shows_both_sides_of_a_tile() -> None:
    figures = [file.stem for file in sorted((find("dunhuang") / "faces").glob("fig-*.toml"))]
    people = {figure: set(shown_on(figure, "person")) for figure in figures}
    assert sum(len(seen) > 1 for seen in people.values()) >= 2
    for figure, seen in people.items():
        assert not any({front, back} <= seen for front, back in tiles()), figure


def test_the_sample_turn_goes_as_it_is_told() -> None:
    """Ben's turn: two steps to the Princess, a tie for wool, three prestige, no top merchant, a new card."""
    buddhist, shepherd, princess, visited = shown_on("fig-turn", "person")
    assert visited == princess
    owned, taken, token, new = shown_on("fig-turn", "good")
    assert owned == taken == token == "wool"
    ring = f"{shepherd} {princess} merchant soldier painter maid interpreter {buddhist}"
    state = dunhuang.parse(
        f"dunhuang 4 ring: {ring} market: 6 9 10 8 3 9 4 7 camel: 8 tokens: 4B 6B 9A"
        " A: c7 hand 8 shop 9x2 B: c5 hand 3 7 10 shop 4 6 9 now: move B"
    )
    assert told(state, "camel 2") == ["Ben moves the camel 2 steps, to space 2, the Princess, and pays 1 coin."]
    state = played(state, "camel 2")
    assert told(state, f"into shop {taken}")[1] == "Ben ties with Ana for wool: the newcomer takes the token."
    state = played(state, f"into shop {taken}")
    assert told(state, "prestige") == ["Ben takes 3 prestige tokens."]
    state = played(state, "prestige")
    assert shown(state, "now").startswith("fill"), "three tokens and three kinds: no top merchant"
    state = played(state, f"card {new}")
    assert shown(state, "now") == "move C"
    assert shown(state, "market") == "6 5 10 8 3 9 4 7"
    assert shown(state, "tokens") == "4B 6B 9B"

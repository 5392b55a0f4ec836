"""Words in both languages, the leaflet paragraphs that they point to, and the box."""

from __future__ import annotations

from xanadu_tables import effects, table

from companion.engine import xanadu
from companion.games.xanadu import components
from companion.games.xanadu.names import RESOURCES


def test_a_key_and_its_sentence() -> None:
    state = table("A: 02 hand 61 B: 01")
    refusal = xanadu.refusal(state, xanadu.parse_action("build 61"))
    assert refusal is not None
    assert xanadu.say(refusal, state) == "Missing: stone, 2 bronze and jade."
    assert xanadu.say(refusal, state, "es") == "Falta: piedra, 2 bronce y jade."


def test_a_worker_in_words_says_what_it_does_to_the_price() -> None:
    state = table("A: 49 B: 01 hand 05 now: play B")
    placed = effects(state, "worker 49 05")[0]
    assert xanadu.say(placed, state, names=["Ana", "Bo"]) == (
        "Bo places Willow Well as a worker on row 1 of Barracks: bronze and stone. The price goes down from 6 to 5."
    )
    service = table("A: 07.18 B: 01 hand 05 now: play B")
    said = xanadu.say(effects(service, "worker 07 05")[0], service, "es", names=["Ana", "Bo"])
    assert said.endswith("Queda abierto el favor para Ana: madera.")


def test_why_so_many_cards_are_drawn() -> None:
    state = table("A: 01 hand 11 12 B: 02")
    ended = effects(state, "worker 02 11", "end turn")[0]
    assert xanadu.why(ended, state)[0].lines == (
        "✗ sold in step 1: 3 cards",
        "✗ nothing done: up to 7 in hand",
        "✓ otherwise: 1 card",
    )
    full = table("A: 01 03 hand 11 12 13 14 15 16 B: 02")
    assert xanadu.why(effects(full, "sell 01", "end turn")[0], full)[0].lines[-1] == "✓ no more than 7 in hand"
    seven = table("A: 01 hand 11 12 13 14 15 16 17 B: 02")
    assert xanadu.say(effects(seven, "end turn")[0], seven, names=["Ana", "Bo"]) == "Ana draws no card."


def test_why_a_building_has_its_price() -> None:
    state = table("A: 49.*.* 01 B: 02 cards: paper")
    assert xanadu.why(effects(state, "sell 49")[0], state)[0].lines == ("✗ 6, covered", "✗ 5, covered", "✓ 4")


def test_score_lines_name_the_buildings() -> None:
    state = table("A: c4 49.* 02 B: 01 now: over")
    sheet = xanadu.score(state).sheets[0]
    assert [xanadu.say(line, state, "es") for line in sheet.lines] == [
        "Tong bao de las ventas",
        "Cuartel",
        "Horno de ladrillos",
    ]
    assert [line.points for line in sheet.lines][:2] == [4, 5]


def test_the_box_has_an_edition_of_70_cards_and_one_of_74() -> None:
    assert {edition: len(cards) for edition, cards in components.EDITIONS.items()} == {"printed": 70, "online": 74}
    assert set(components.RESOURCE_NAMES["en"]) == set(RESOURCES)
    assert {len(row.prices) for row in components.BUILDINGS.values()} == {5}

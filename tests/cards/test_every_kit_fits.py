"""The real piece on its printed place: in each kit there is room round all that is laid on something."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from our_kits import our_kit

from pnp.art.codes import LEAST_MODULE, measure_modules
from pnp.build.build import check
from pnp.check.place_rules import Footprint, footprint, room
from pnp.face.layout import KitFaces, measure_component
from pnp.face.paint import InkMode
from pnp.kit import Kit, expand
from pnp.kit.components import split_place
from pnp.kit.model import Card, Standee, TileSpec
from pnp.kits import find, list_known_kits
from pnp.sheet.options import Options

TOKEN, CARD = 0.4, 2.0
"""Millimetres that a place is wider and higher than a token; than a card, which takes two fingers to lift.
What stands may fill its place."""
KITS = {name: our_kit(name) for name in list_known_kits()}
LAID = [
    (name, piece.id, on)
    for name, kit in KITS.items()
    for piece in kit.components
    if "place-small" not in piece.accept  # covers the frame of its place on purpose
    for on in getattr(piece, "on", ())
]


def rooms(kit: Kit, on: str) -> Iterator[Footprint]:
    """The size of each place of a name, on each piece that has it."""
    host, name = split_place(on)
    component = next(component for component in kit.components if component.id == host)
    layout = KitFaces(kit, kit.languages[0])
    for record, _ in expand(kit, component):
        spots = layout.spots(component.face, record, size=measure_component(component), bleed=component.bleed)
        yield from (room(spot) for spot in spots if spot.name == name)


def test_each_of_our_boards_has_pieces_laid_on_it() -> None:
    hosts = {(kit, split_place(on)[0]) for kit, _, on in LAID}
    boards = {(name, piece.id) for name, kit in KITS.items() for piece in kit.components if piece.kind == "board"}
    assert boards and boards <= hosts


@pytest.mark.parametrize(("name", "piece_id", "on"), LAID)
def test_a_piece_has_room_round_it(name: str, piece_id: str, on: str) -> None:
    kit = KITS[name]
    piece = next(piece for piece in kit.components if piece.id == piece_id)
    more = CARD if isinstance(piece, Card | TileSpec) else 0.0 if isinstance(piece, Standee) else TOKEN
    taken = footprint(piece)
    larger = Footprint(taken.width + more, taken.height + more, taken.form)
    found = list(rooms(kit, on))
    assert found
    for space in found:
        assert larger.fits(space), f"{taken} on {space}"


LONG_ADDRESS = "http://averyverylongnameofaserverwithouthyphensin.local:8000"
CHECKS: dict[InkMode, Options] = {
    "full": Options(out=Path(), languages=("es",)),
    "low": Options(out=Path(), ink="low", languages=("en",), companion=LONG_ADDRESS),
}
"""Words are as long in either ink, and Spanish ones longer; codes with a long address are denser. Kits take turns."""


@pytest.mark.landing
@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "ink"),
    [
        pytest.param(name, ink, marks=() if number % 2 == turn else pytest.mark.slow)
        for number, name in enumerate(KITS)
        for turn, ink in enumerate(CHECKS)
    ],
)
def test_nothing_is_found_in_our_kits(name: str, ink: InkMode) -> None:
    findings = check(find(name), CHECKS[ink], lambda *_: None)
    assert [str(finding) for finding in findings] == []


CODES = {
    "hangzhou": ("board", "aid-back", "box-back"),
    "dunhuang": ("aid-back", "card-box-back", "token-box-back"),
    "xanadu": ("reference-back", "box-back"),
}


@pytest.mark.parametrize(("name", "face"), [(name, face) for name, faces in CODES.items() for face in faces])
def test_a_phone_can_read_the_code_of_a_face(name: str, face: str) -> None:
    kit, address = KITS[name], f"http://silkroad.local:8000/k/{name}/3f9a2c"
    size = kit.faces[face].size or (420, 297)
    (content, box), *others = KitFaces(kit, "en", address=address).scene(face, size=size).codes
    assert content == address and not others
    assert measure_modules(content, box) >= LEAST_MODULE


BOXES = {
    "hangzhou": "board 1, shops 24, natural-dyes 24, mixed-dyes 16, coins 36, points 12, seals 4, merchants 4, "
    "temple 1, barrel 1, price-dice 20, round-die 1, price-tiles 20, aid 4, rules 1, score-pad 1, box 1, large-box 1",
    "dunhuang": "goods 55, characters 8, majority-tokens 10, prestige 28, coins 44, starter 1, camel 1, mat 1, aid 4, "
    "player-mat 4, rules 1, score-pad 1, card-box 1, token-box 1, large-box 1",
    "xanadu": "buildings 70, magenta 4, end-card 1, reference 6, tong-bao 60, rules 1, mat 6, score-pad 1, box 1, "
    "coin-box 1, large-box 1",
}


@pytest.mark.parametrize("name", KITS)
def test_the_box_holds_each_component_as_often_as_the_rules_say(name: str) -> None:
    kit = KITS[name]
    printed = [f"{part.id} {sum(copies for _, copies in expand(kit, part))}" for part in kit.components]
    assert sorted(printed) == sorted(BOXES[name].split(", "))

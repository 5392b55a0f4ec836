"""The real piece on its printed place: in each kit there is room round all that is laid on something."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from our_kits import our_kit

from pnp.check.place_rules import Footprint, footprint, room
from pnp.cli import main
from pnp.face.layout import KitFaces, component_size
from pnp.kit import Kit, expand
from pnp.kit.components import named_on
from pnp.kit.model import Card, Faced, Standee, TileSpec
from pnp.kits import known_kits

TOKEN, CARD = 0.4, 2.0
"""Millimetres that a place is wider and higher than a token; than a card, which takes two fingers to lift.
What stands may fill its place."""
KITS = {name: our_kit(name) for name in known_kits()}
LAID = [
    (name, piece.id, on)
    for name, kit in KITS.items()
    for piece in kit.components
    if "place-small" not in piece.accept  # covers the frame of its place on purpose
    for on in getattr(piece, "on", ())
]


def rooms(kit: Kit, on: str) -> Iterator[Footprint]:
    """The size of each place of a name, on each piece that has it."""
    host, name = named_on(on)
    component = next(component for component in kit.components if component.id == host)
    assert isinstance(component, Faced)
    layout = KitFaces(kit, kit.languages[0])
    for record, _ in expand(kit, component):
        spots = layout.spots(component.face, record, size=component_size(component), bleed=component.bleed)
        yield from (room(spot) for spot in spots if spot.name == name)


def test_each_of_our_boards_has_pieces_laid_on_it() -> None:
    hosts = {(kit, named_on(on)[0]) for kit, _, on in LAID}
    boards = {(name, piece.id) for name, kit in KITS.items() for piece in kit.components if piece.kind == "board"}
    assert boards and boards <= hosts


@pytest.mark.parametrize(("name", "piece_id", "on"), LAID)
def test_a_piece_has_room_round_it(name: str, piece_id: str, on: str) -> None:
    kit = KITS[name]
    piece = next(piece for piece in kit.components if piece.id == piece_id)
    assert isinstance(piece, Faced)
    more = CARD if isinstance(piece, Card | TileSpec) else 0.0 if isinstance(piece, Standee) else TOKEN
    taken = footprint(piece)
    larger = Footprint(taken.width + more, taken.height + more, taken.form)
    found = list(rooms(kit, on))
    assert found
    for space in found:
        assert larger.fits(space), f"{taken} on {space}"


@pytest.mark.landing
@pytest.mark.long
@pytest.mark.parametrize("name", sorted(KITS))
def test_codes_may_lead_to_an_address_as_long_as_hosts_have_them(name: str, tmp_path: Path) -> None:
    address = "http://averyverylongnameofaserverwithouthyphensin.local:8000"
    asked = ["--companion", address, "--language", "en", "--out", str(tmp_path)]
    built = CliRunner().invoke(main, ["build", name, *asked], catch_exceptions=False)
    assert built.exit_code == 0 and f"{name}: no findings" in built.output


@pytest.mark.landing
@pytest.mark.long
@pytest.mark.parametrize("ink", ["full", pytest.param("low", marks=pytest.mark.slow)])
def test_nothing_is_found_in_our_kits(ink: str) -> None:
    result = CliRunner().invoke(main, ["check", *KITS, "--ink", ink], catch_exceptions=False)
    assert result.exit_code == 0
    assert [line for line in result.output.splitlines() if ": error: " in line or ": warning: " in line] == []

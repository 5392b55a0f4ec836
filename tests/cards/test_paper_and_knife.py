"""How much paper and cutting our kits ask for."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from our_kits import our_kit

from pnp.build.plan import OutputFile, PrintContext, plan_files
from pnp.face.layout import KitFaces
from pnp.kit import expand
from pnp.kit.model import Token
from pnp.sheet.options import Options, select_pieces
from pnp.sheet.pack import find_edge_ground
from pnp.sheet.paper import PaperName

pytestmark = pytest.mark.long

PAPERS: tuple[PaperName, ...] = ("a4", "letter", "both")


@cache
def laid(name: str) -> KitFaces:
    return KitFaces(our_kit(name), "en")


@cache
def planned(name: str, paper: PaperName, profile: str = "full") -> tuple[OutputFile, ...]:
    kit = our_kit(name)
    options = Options(out=Path(), paper=paper, profile=profile)
    return plan_files(PrintContext(kit, laid(name), options, select_pieces(kit, options)))


def sheets(files: tuple[OutputFile, ...]) -> int:
    return sum(file.new_sheets for file in files)


SHEETS = {
    "hangzhou": {"card play": 2, "board play": 2, "paper nicer": 2, "card nicer": 3, "card box": 4},
    "dunhuang": {"card play": 8, "board play": 2, "paper nicer": 1, "card nicer": 2, "card box": 5},
    "xanadu": {"card play": 9, "board play": 1, "paper nicer": 7, "card box": 4},
}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("kit", "most"), [("hangzhou", 7), ("dunhuang", 17), ("xanadu", 8)])
def test_a_table_with_phones_needs_few_sheets(kit: str, most: int, paper: PaperName) -> None:
    assert sheets(planned(kit, paper, "economy")) <= most


@pytest.mark.parametrize("kit", SHEETS)
def test_a_table_with_phones_needs_fewer_sheets_than_one_without(kit: str) -> None:
    assert sheets(planned(kit, "a4", "economy")) < sheets(planned(kit, "a4"))


@pytest.mark.parametrize(("kit", "count", "folds"), [("hangzhou", 13, 13), ("dunhuang", 20, 4), ("xanadu", 14, 1)])
def test_the_lean_kit_is_printed_by_default_and_full_adds_to_it(kit: str, count: int, folds: int) -> None:
    lean, full = planned(kit, "a4", ""), planned(kit, "a4", "full")
    assert (sheets(lean), sum(file.folds for file in lean)) == (count, folds)
    assert {file.need for file in lean} == {"play"}
    at_home = [(file.name, file.sheets) for file in lean if file.sheets]
    assert at_home == [(file.name, file.sheets) for file in full if file.sheets][: len(at_home)]


@pytest.mark.parametrize("kit", SHEETS)
def test_no_stock_takes_more_sheets_than_it_did(kit: str) -> None:
    taken: Counter[str] = Counter()
    for file in planned(kit, "a4"):
        taken[f"{file.stock} {file.need}"] += len(file.imposed)
    assert all(count <= SHEETS[kit][what] for what, count in taken.items() if count)


@pytest.mark.parametrize("paper", PAPERS)
def test_sheets_of_many_cards_are_three_quarters_full(paper: PaperName) -> None:
    taken = [sheet for file in planned("dunhuang", paper) for sheet in file.imposed]
    assert sum(sheet.fill for sheet in taken) / len(taken) >= 0.75
    assert max(sum(one.part.component == "goods" for one in sheet.placements) for sheet in taken) >= 9


@pytest.mark.parametrize("kit", ["hangzhou", "dunhuang", "xanadu"])
def test_square_tokens_show_one_ground_along_their_edges_so_that_they_share_cuts(kit: str) -> None:
    found = our_kit(kit)
    layout = KitFaces(found, "en")
    tokens = [piece for piece in found.components if isinstance(piece, Token) and piece.shape == "square"]
    assert tokens
    for token in tokens:
        for row, _ in expand(found, token):
            assert find_edge_ground(layout.front(token, row)), token.id
            assert (back := layout.back(token, row)) is None or find_edge_ground(back), token.id

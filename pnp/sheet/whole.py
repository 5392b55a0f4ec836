"""A board in one piece, for a print shop or a large printer. Nothing but its art stands on it."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.scene import Box, Item, Page, Placed, Scene
from pnp.sheet.foot import Imprint, Standing, foot
from pnp.sheet.marks import MARK_LENGTH, MARK_START, Cuts, crop_marks, mark_paths, printable
from pnp.sheet.paper import FOOT_HEIGHT, LEAST_FOOT, MARGIN, MARK_MARGIN, paper_of
from pnp.text.fonts import FontBook

WHOLE_MARGIN = MARK_START + MARK_LENGTH + MARK_MARGIN
"""Round a board that is no paper's size: room for full crop marks, mm."""


def fills_paper(width: float, height: float, backed: bool) -> bool:
    """Whether a board is a whole paper of its own, and the foot stands on its blank back."""
    return not backed and paper_of(width, height) is not None


def whole_size(width: float, height: float, backed: bool) -> tuple[float, float]:
    """The page that holds a board in one piece: its own size if that is a paper's and the board has no back, which
    then takes the foot; else with a margin for marks and foot."""
    if fills_paper(width, height, backed):
        return width, height
    return max(width, LEAST_FOOT) + 2 * WHOLE_MARGIN, height + 2 * WHOLE_MARGIN + FOOT_HEIGHT


def draw_whole(scene: Scene, backed: bool, standing: Standing, imprint: Imprint, fonts: FontBook) -> Iterator[Page]:
    """A face of a board: a page of its own size and the page behind it, which bears the foot; or one with the foot
    below the board and crop marks round it. Viewers call them by their number."""
    label = str(standing.number)
    width, height = whole_size(scene.width, scene.height, backed)
    if fills_paper(scene.width, scene.height, backed):
        yield Page(width, height, (Placed(scene, 0.0, 0.0),), label=f"{label} {imprint.say.front}")
        strip = Box(2 * MARGIN + 1, height - MARGIN - FOOT_HEIGHT, width - 4 * MARGIN - 2, FOOT_HEIGHT)
        yield Page(width, height, foot(strip, imprint, standing, fonts), label=f"{label} {imprint.say.back}")
        return
    x, y = (width - scene.width) / 2, WHOLE_MARGIN
    board = Box(x, y, scene.width, scene.height)
    strip = Box(WHOLE_MARGIN, height - MARK_MARGIN - FOOT_HEIGHT, width - 2 * WHOLE_MARGIN, FOOT_HEIGHT)
    cuts = Cuts(board, (scene.bleed, scene.bleed), (board.x, board.right), (board.y, board.bottom))
    marks = mark_paths(crop_marks((cuts,), printable(width, height), (strip,)))
    items = (Placed(scene, x, y), *marks, *foot(strip, imprint, standing, fonts))
    yield Page(width, height, items, trim=board, bleed=board.inset(-scene.bleed), label=label)


def shop_size(width: float, height: float) -> tuple[float, float]:
    """The page that a print shop cuts a board of this size out of."""
    return width + 2 * WHOLE_MARGIN, height + 2 * WHOLE_MARGIN


def draw_for_shop(scene: Scene) -> Page:
    """A face of a board with its bleed and crop marks, and nothing else: the shop's knife goes by the TrimBox."""
    width, height = shop_size(scene.width, scene.height)
    board = Box(WHOLE_MARGIN, WHOLE_MARGIN, scene.width, scene.height)
    cuts = Cuts(board, (scene.bleed, scene.bleed), (board.x, board.right), (board.y, board.bottom))
    marks = mark_paths(crop_marks((cuts,), printable(width, height), ()))
    items: tuple[Item | Placed, ...] = (Placed(scene, board.x, board.y), *marks)
    return Page(width, height, items, trim=board, bleed=board.inset(-scene.bleed))

"""The sprites of the games with pages, one for pages of no game, and the typeface: each is made once."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from companion.engine.plugins import leave_out
from companion.tables.game import table_game
from companion.web.game_pages import GAMES, MARK, game_pages, ours
from companion.web.printed.sprite import SEATS, Sprite

FRAME = "frame"
"""Stands for a game where there is none."""
ICONS = (180, 192, 512)
"""Pixels of the app's icons: that of iPhones, and the two that a manifest needs."""
KIT = "kit and signs"
"""What a game is left out for that cannot be drawn."""


def signs(game: str) -> Sprite:
    """The signs of a game, or of the frame."""
    if game not in _drawn:
        _drawn[game] = _draw(game)
    return _drawn[game]


def typeface() -> bytes:
    """The typeface of headings."""
    if not _cut:
        _cut.append(_cut_out())
    return _cut[0]


def icon(size: int) -> bytes:
    """The app's icon as PNG, so many pixels wide and high."""
    if size not in _icons:
        _icons[size] = _draw_icon(size)
    return _icons[size]


class Drawn(Struct, frozen=True):
    """All that is drawn when a server starts: sprites by game, icons by their pixels, the typeface."""

    sprites: dict[str, Sprite]
    icons: dict[int, bytes]
    typeface: bytes


def drawn() -> Drawn:
    """All of it, for a server that cannot draw."""
    return Drawn({name: signs(name) for name in (FRAME, *GAMES)}, {size: icon(size) for size in ICONS}, typeface())


def adopt(found: Drawn) -> None:
    """Takes what was drawn elsewhere."""
    _drawn.update(found.sprites)
    _icons.update(found.icons)
    _cut[:] = [found.typeface]


def draw_all() -> None:
    """Makes all of them in a process of its own: that takes much memory, and what is made little. A game whose signs
    cannot be drawn is left out."""
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(1) as apart:
        for game, found in zip(names := tuple(GAMES), apart.map(_tried, names), strict=True):
            if isinstance(found, str):
                leave_out(game, KIT, found)
            else:
                _drawn[game] = found
        _drawn[FRAME] = apart.submit(_marks, tuple(GAMES)).result()
        _cut.append(apart.submit(_cut_out).result())
        _icons.update(zip(ICONS, apart.map(_draw_icon, ICONS), strict=True))


def _draw(game: str) -> Sprite:
    from companion.web.printed import drawing

    if game == FRAME:
        _leave_out_undrawn()
        return _marks(tuple(GAMES))
    pages = game_pages(game)
    chairs = dict.fromkeys(map(pages.chair_sign, table_game(game).CHAIRS))
    return drawing.sprite(game, pages.SIGNS, [sign for sign in chairs if sign])


def _marks(games: tuple[str, ...]) -> Sprite:
    """The signs of the frame, with the marks of these games."""
    from companion.web.printed import drawing

    return drawing.marks(FRAME, {game: sign for game in games for sign in game_pages(game).SIGNS if sign.id == MARK})


def _tried(game: str) -> Sprite | str:
    """The signs of a game, or why there are none."""
    try:
        return signs(game)
    except (Exception, SystemExit) as error:  # a stranger's kit and pages may have any mistake
        return f"{type(error).__name__}: {error}"


def _leave_out_undrawn() -> None:
    """Where nothing is drawn beforehand: leaves out strangers' games that cannot be, before any page shows a mark."""
    for game in tuple(GAMES):
        if game not in _drawn and not ours(game) and isinstance(found := _tried(game), str):
            leave_out(game, KIT, found)


def _cut_out() -> bytes:
    from companion.web.printed.typeface import cut

    return cut()


def _draw_icon(size: int) -> bytes:
    from companion.web.printed import drawing

    return drawing.icon(size)


_drawn: dict[str, Sprite] = {}
_icons: dict[int, bytes] = {}
_cut: list[bytes] = []


def sign_file(game: str = FRAME) -> str:
    """The address of a game's signs, or of the frame's with the marks of all games, which changes when they do."""
    return f"/sprite/{signs(game).symbols.name}.svg"


def inline(*names: str) -> Markup:
    """Signs of the frame to stand in a page itself, which then needs no file of them."""
    drawn = b"".join(map(signs(FRAME).symbol, names)).decode()
    return Markup(f'<svg class="sprite" aria-hidden="true" focusable="false">{drawn}</svg>')


def minutes(game: str) -> tuple[int, int] | None:
    """How long a game takes, as its kit says."""
    return signs(game).minutes


def seat_file(game: str) -> str:
    """The address of the frame's signs with those of a game's chairs."""
    return picture_file(game, SEATS)


def picture_file(game: str, sign: str) -> str:
    """The address of a sign that is a picture of its own, which changes when it does."""
    return f"/sprite/{signs(game).pictures[sign].name}.svg"

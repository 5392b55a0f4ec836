"""The menu and what is behind it: settings, *Advanced*."""

from __future__ import annotations

from typing import get_args
from urllib.parse import urlencode

import msgspec

from companion.engine.game import OVER
from companion.tables.game import table_game
from companion.tables.log.entries import Settings
from companion.web.config import link
from companion.web.context import AnyContext
from companion.web.qr import qr
from companion.web.table.frame import show


def menu(context: AnyContext, item: str) -> str:
    """The rows that lead to the other pages."""
    return show(context, "menu.html", over=_is_over(context))


def _is_over(context: AnyContext) -> bool:
    return context.view.state is not None and context.view.state.turn is OVER


def settings(context: AnyContext, item: str) -> str:
    """What the table and this phone are set to."""
    game = table_game(context.view.game)
    # Games list the first two, if they make sense for them; `pace` needs bots; lessons are chosen on each phone.
    apart = {"way", "dice", "pace", "lessons"}
    fields = [field for field in msgspec.structs.fields(Settings) if field.name not in apart]
    return show(
        context,
        "settings.html",
        switches=game.SWITCHES,
        steps=game.lays(context.view.options) or "step" in context.pages.PAGES,
        chosen=msgspec.to_builtins(context.view.settings),
        others={field.name: get_args(field.type) for field in fields},
    )


def advanced(context: AnyContext, item: str) -> str:
    """The position as one line, as a QR code that opens a new table from there, and a field to type one in; the table
    as a file."""
    state = context.view.state
    text = context.game.text(state) if state is not None else ""
    path = f"/new/{context.view.game}?{urlencode({'position': text}, safe=':/*')}"
    typed = context.wishes.get("typed", "")
    return show(context, "advanced.html", text=text, path=path, qr=qr(link(path)), over=_is_over(context), typed=typed)

"""Setup by hand: which side of which tile lies on the next space."""

from __future__ import annotations

from companion.games.dunhuang import State, TileLaid, action_text
from companion.games.dunhuang.names import CHARACTERS
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.context import TableContext
from companion.web.widgets import Key, do


def tiles(context: TableContext, state: State) -> tuple[Key, ...]:
    """A key for each character, both sides of a tile beside each other; those that cannot come any more are greyed."""
    left = {outcome.character for outcome in context.view.outcomes if isinstance(outcome, TileLaid)}
    keys = []
    for character in CHARACTERS:
        action = TileLaid(character)
        refusal = context.game.refusal(state, action) if character not in left else None
        small = context.brief(refusal, state) if refusal is not None else ""
        sent = do("roll", outcome=action_text(action))
        sign = f"portrait-{character}"
        keys.append(Key(labels.character(context, character), sent, small, sign, off=character not in left))
    return tuple(keys)


def by_app(context: TableContext) -> Key:
    """The app lays all that are left."""
    words = context.own_words
    return Key(words.phrase("app_lays"), do("roll", rest=True))

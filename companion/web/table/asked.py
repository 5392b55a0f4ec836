"""What the app asks the table before it can go on: whose question it is."""

from __future__ import annotations

from companion.web.context import AnyContext


def answers(context: AnyContext) -> bool:
    """Does this phone answer it? The one of whom it is asked does, any where that player has none, and one that was
    asked to act for them."""
    asked = context.view.question
    if asked is None or not context.seated:
        return False
    seat = asked.seat
    if seat is None or seat in (context.view.seat, context.view.eyes) or not context.players[seat].held:
        return True
    return context.wishes.get("for") == str(int(seat))

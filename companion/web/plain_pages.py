"""Pages for a game without pages of its own: what lies on the table, and a key for everything that can be done.

A game begins with an instance of a subclass of `PlainPages`, and puts pages of its own into `PAGES` as it grows.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import abort
from msgspec import Struct

from companion.engine.game import OVER, AnyEffect, Seat
from companion.engine.wording import wording
from companion.web.context import AnyContext, AnyPage
from companion.web.table import frame_views
from companion.web.table.renderer import show
from companion.web.table.undo_key import undo_key
from companion.web.widgets import Count, Counted, Field, Key, Mark, MenuRow, Sign, Zone, do


class PlainPages(Struct, frozen=True):
    """`companion.web.game_pages.GamePages` for any game.

    What it says in words is in the game's package: ``name``, ``about``, ``your_things``, ``way.*``, ``chair.*``,
    ``count.*`` (what is counted at the end), ``decided.*``, ``switch.*`` and ``value.*`` for house rules.
    """

    WORDS: str
    SIGNS: tuple[Sign, ...]
    seat_sign: str
    """The sign that stands for a player."""
    dice: bool = True
    """Is anything rolled or drawn?"""
    counted: bool = False
    """Can players count alone at the end?"""
    STYLES: tuple[str, ...] = ()

    @property
    def PAGES(self) -> Mapping[str, AnyPage]:  # noqa: N802 - as the contract names it
        return {"game": self.game, "screen-side": self.screen_side}

    @property
    def SETTINGS(self) -> Mapping[str, tuple[str, ...]]:  # noqa: N802 - as the contract names it
        ways = ("follow", "score") if self.counted else ("follow",)
        return {"way": ways, **({"dice": ("app", "hand")} if self.dice else {}), "undo": ("one", "all")}

    def lies(self, context: AnyContext, seat: Seat | None) -> tuple[Count, ...]:
        """What lies before a seat, or (none) in the middle of the table. A game says it."""
        return ()

    def action(self, context: AnyContext, action: object) -> str:
        """What the key of an action says; as its notation does, unless the game has better words."""
        return context.game.action_text(action)

    def game(self, context: AnyContext, item: str) -> str:
        """The table while the game is on; its score afterwards."""
        view = context.view
        if view.state is None:
            abort(404)
        if view.state.turn is OVER and item != "last":
            return frame_views.score(context, "")
        if context.covered:
            return frame_views.curtain(context)
        title, sub = self.bar(context)
        return show(
            context,
            "plain/game.html",
            slept=frame_views.slept(context),
            title=title,
            sub=sub,
            middle=self.lies(context, None),
            seats=[(name, self.lies(context, Seat(seat))) for seat, name in enumerate(context.names)],
            keys=self._keys(context),
            app=Key(context.words.phrase("dice.app"), do("roll"), go=True) if view.outcomes else None,
            undo=undo_key(context),
            act_for=self._act_for(context),
        )

    def screen_side(self, context: AnyContext, item: str) -> str:
        """What lies there, on the big screen; before the game nothing does."""
        if context.view.state is None:
            return ""
        return show(
            context,
            "plain/lies.html",
            middle=self.lies(context, None),
            seats=[(name, self.lies(context, Seat(seat))) for seat, name in enumerate(context.names)],
        )

    def _keys(self, context: AnyContext) -> tuple[Key, ...]:
        """All that the seat that acts may do; or the outcomes of chance, where they are made by hand."""
        view, game = context.view, context.game
        if not context.seated:
            return ()
        if view.outcomes:
            return tuple(Key(self.action(context, o), do("roll", outcome=game.action_text(o))) for o in view.outcomes)
        seat = context.acting
        if view.state is None or seat is None or seat not in view.waiting:
            return ()
        return tuple(
            Key(self.action(context, a), context.act(game.action_text(a))) for a in game.legal(view.state, seat)
        )

    def _act_for(self, context: AnyContext) -> Seat | None:
        """The seat for which this phone could act."""
        waiting = context.view.waiting
        return waiting[0] if waiting and waiting[0] in context.view.plays and waiting[0] != context.acting else None

    def menu(self, context: AnyContext) -> tuple[MenuRow, ...]:
        return ()

    def chair_name(self, key: str, language: str) -> str:
        return wording(self.WORDS, language).phrase(f"chair.{key}")

    def chair_sign(self, key: str) -> str:
        return self.seat_sign

    def bar(self, context: AnyContext) -> tuple[str, str]:
        """Whose turn it is; the name of the game."""
        words, waiting = context.words, context.view.waiting
        name = context.own_words.phrase("name")
        if not waiting:
            over = context.view.state is not None and context.view.state.turn is OVER
            return words.phrase("plain.over" if over else "plain.chance"), name
        turn = waiting[0]
        if turn == context.view.eyes:
            return words.phrase("plain.yours"), name
        return words.phrase("plain.theirs", name=context.names[turn]), name

    def moment(self, context: AnyContext) -> str:
        return ""

    def step(self, context: AnyContext, effect: AnyEffect) -> str:
        return ""

    def seat_mark(self, context: AnyContext, chair: int) -> Mark | None:
        return None

    def zones(self, context: AnyContext) -> tuple[Zone, ...]:
        """The middle of the table, then what lies before each seat."""
        words, own = context.words, context.own_words
        middle = Zone("table", "table", words.phrase("plain.table"), self.seat_sign, things=self.lies(context, None))
        before = (
            Zone(
                str(seat),
                "hand",
                own.phrase("your_things") if seat == context.view.eyes else words.phrase("plain.has", name=name),
                self.seat_sign,
                things=self.lies(context, Seat(seat)),
            )
            for seat, name in enumerate(context.names)
        )
        return (middle, *before)

    def tally_fields(self, context: AnyContext, chair: int, things: tuple[str, ...]) -> tuple[Field, ...]:
        return tuple(Counted(thing, context.own_words.phrase(f"count.{thing}"), self.seat_sign) for thing in things)

"""One phone at one table: its view, and what follows from that without the game's pages."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cached_property
from typing import Generic
from urllib.parse import urlencode

from flask import abort
from msgspec import Struct

from companion.engine.game import AnyEffect, GameState, Seat
from companion.engine.registry import game as engine
from companion.engine.rules import AnyGame
from companion.engine.wording import Wording
from companion.tables import Chair, Presence, TallyView, View
from companion.tables.log.views import S_co
from companion.tables.news import is_awake
from companion.web.config import Phone
from companion.web.widgets import Note, do


class PhoneView(Struct, Generic[S_co], frozen=True, dict=True, kw_only=True):
    """A table as this phone may see it, of a game with such positions."""

    view: View[S_co]
    phone: Phone
    words: Wording
    heard: Mapping[int, Presence]
    """For each chair whose phone was heard of: when, and what it lacks."""
    note: Note | None = None
    wishes: Mapping[str, str] = {}
    """The query of the address, such as whose things to show."""

    @property
    def position(self) -> S_co:
        """The position as this phone may know it. 404 before the game."""
        state = self.view.state
        return abort(404) if state is None else state

    @property
    def counts(self) -> TallyView:
        """What is counted where only the score is kept. 404 where nothing is."""
        counts = self.view.tally
        return abort(404) if counts is None else counts

    @cached_property
    def home(self) -> str:
        """The address of the table."""
        return f"/t/{self.code}"

    @cached_property
    def code(self) -> str:
        return self.view.code

    @cached_property
    def game(self) -> AnyGame:
        return engine(self.view.game)

    @cached_property
    def language(self) -> str:
        return self.phone.language

    @cached_property
    def host(self) -> bool:
        return self.view.me.host

    @cached_property
    def seated(self) -> bool:
        """Whether this phone may enter anything."""
        return self.view.me.chair is not None or self.view.me.host

    @cached_property
    def players(self) -> tuple[Chair, ...]:
        """The chairs that play, by seat. Before the game those that are taken; all, where things are tapped in."""
        view = self.view
        if view.players or view.draft is not None or view.tally is not None:
            return view.players or view.chairs
        return tuple(c for c in view.chairs if c.taken)

    def link(self, chair: Chair) -> str:
        """The state of a chair's phone: ``live`` or ``asleep``; ``none``, if there is none."""
        if not chair.held:
            return "none"
        heard = self.heard.get(chair.number)
        return "live" if heard is not None and is_awake(heard.at, time.time_ns() // 1_000_000) else "asleep"

    @cached_property
    def awake(self) -> int:
        """How many phones of the table are awake."""
        return sum(self.link(chair) == "live" for chair in self.view.chairs)

    def lacks(self, chair: Chair) -> int:
        """How many entries a sleeping phone has not read; those that are awake read at once."""
        return self.heard[chair.number].behind if chair.number in self.heard and self.link(chair) == "asleep" else 0

    @cached_property
    def acting(self) -> Seat | None:
        """The seat for which this phone's keys act now: the one that looks, mostly its own; the one that it was asked
        to act for (``for``); or one without a phone whose turn it is, unless the phone has to be handed to it first.
        """
        view = self.view
        if not view.waiting or not self.seated:
            return view.eyes
        wish = self.wishes.get("for", "")
        asked = next((seat for seat in view.plays if wish == str(int(seat))), None)
        if asked is not None:
            return asked
        if view.curtain is not None or view.eyes in view.waiting:
            return view.eyes
        here = [seat for seat in view.plays if seat == view.seat or not self.players[seat].held]
        return view.seat if view.seat in here or not here else here[0]

    @cached_property
    def covered(self) -> bool:
        """Whether hands stay hidden until the player confirms to have the phone (`pages.curtain`)."""
        return self.view.curtain is not None and self.view.eyes is None

    def address(self, **query: object) -> str:
        """The table's address with these fields (those that say nothing left out), for the seat that it acts for."""
        kept = {"for": self.wishes["for"]} if "for" in self.wishes else {}
        fields = urlencode(kept | {name: value for name, value in query.items() if value})
        return f"{self.home}?{fields}" if fields else self.home

    def foresee(self, action: object) -> tuple[GameState | None, tuple[AnyEffect, ...]]:
        """What an action of the seat that acts would bring; None and nothing where that lies hidden from this phone."""
        try:
            return self.game.play(self.position, action, self.acting)
        except (ValueError, LookupError):
            return None, ()

    def act(self, action: str) -> str:
        """The command of a key for an action in the game's notation, of the seat that acts."""
        seat = self.acting
        return do("act", action=action, **({} if seat is None or seat == self.view.seat else {"seat": int(seat)}))

    @property
    def calls(self) -> tuple[str, ...]:
        """What waits for this phone's own player: ``turn``, and questions, each by a name of its own."""
        seat, question, undo = self.view.seat, self.view.question, self.view.undo
        found = ["turn"] if seat is not None and seat in self.view.waiting else []
        found += ["question"] if question is not None and question.seat == seat else []
        return (*found, f"asked-{undo.seq}") if undo is not None and undo.mine else tuple(found)

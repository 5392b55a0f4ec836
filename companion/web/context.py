"""One phone at one table, as its pages see it; and what a game's pages are that show it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Generic, TypeAlias, TypeVar

from flask import abort
from msgspec import Struct
from werkzeug.wrappers import Response

from companion.engine.game import OVER, AnyEffect, AnyGame, GameState, Refusal, Score, ScoreLine, Seat, Why
from companion.engine.registry import game as engine
from companion.engine.wording import Wording, wording
from companion.tables import Chair, Glance, Line, Presence, UndoCard, View
from companion.tables.log.views import Repair, Replacement, S_co
from companion.tables.news import is_awake
from companion.web.phone import Phone
from companion.web.photographs import Comparison, Photographs
from companion.web.turns import acting
from companion.web.widgets import (
    Answer,
    Count,
    Counted,
    Field,
    Forecast,
    Holding,
    Key,
    Look,
    Mark,
    MenuRow,
    Note,
    Phase,
    Place,
    Sign,
    Thing,
    Zone,
    do,
)

S = TypeVar("S", bound=GameState)


class TableContext(Struct, Generic[S_co], frozen=True, dict=True):
    """A table as this phone's pages see it, of a game with such positions."""

    glance: Glance[S_co]
    pages: AnyPages
    phone: Phone
    words: Wording
    heard: Mapping[int, Presence]
    """Of each chair whose phone was heard of: when, and what it lacks."""
    note: Note | None = None
    wishes: Mapping[str, str] = {}
    """What the address asks for besides its path, such as whose things to show."""

    @cached_property
    def view(self) -> View[S_co]:
        return self.glance.look()

    @property
    def position(self) -> S_co:
        """The position as this phone may know it, for pages of a game that is on. 404 before it is."""
        state = self.view.state
        return abort(404) if state is None else state

    @property
    def code(self) -> str:
        return self.glance.code

    @property
    def home(self) -> str:
        """The address of the table."""
        return f"/t/{self.code}"

    @property
    def game(self) -> AnyGame:
        return engine(self.view.game)

    @property
    def own_words(self) -> Wording:
        """What the game's own pages say."""
        return wording(self.pages.WORDS, self.language)

    @property
    def language(self) -> str:
        return self.phone.language

    @property
    def host(self) -> bool:
        return self.view.me.host

    @property
    def seated(self) -> bool:
        """May this phone enter anything?"""
        return self.view.me.chair is not None or self.view.me.host

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(self.name(chair) for chair in self.players)

    @property
    def players(self) -> tuple[Chair, ...]:
        """The chairs that play, by seat. Before the game those that are taken; all, where things are tapped in."""
        view = self.view
        if view.players or view.draft is not None or view.tally is not None:
            return view.players or view.chairs
        return tuple(c for c in view.chairs if c.taken)

    def link(self, chair: Chair) -> str:
        """Of a chair's phone: ``live`` or ``asleep``; ``none``, if there is none."""
        if not chair.held:
            return "none"
        heard = self.heard.get(chair.number)
        return "live" if heard is not None and is_awake(heard.at, time.time_ns() // 1_000_000) else "asleep"

    @property
    def awake(self) -> int:
        """How many phones of the table are awake."""
        return sum(self.link(chair) == "live" for chair in self.view.chairs)

    def lacks(self, chair: Chair) -> int:
        """How many entries a sleeping phone has not read; those that are awake read at once."""
        heard = self.heard.get(chair.number)
        return heard.behind if heard is not None and self.link(chair) == "asleep" else 0

    @property
    def acting(self) -> Seat | None:
        """The seat for which this phone's keys act now."""
        return acting(self.view, self.players, self.wishes.get("for", "")) if self.seated else self.view.eyes

    @property
    def covered(self) -> bool:
        """Does this phone hide what is held until the player says to have it whose turn it is? (`pages.curtain`)"""
        return self.view.curtain is not None and self.view.eyes is None

    def act(self, action: str) -> str:
        """The command of a key for an action in the game's notation, of the seat that acts."""
        seat = self.acting
        return do("act", action=action, **({} if seat is None or seat == self.view.seat else {"seat": int(seat)}))

    @property
    def holder(self) -> Seat | None:
        """The seat whose things the bar shows: that for which the keys act, or the own; none while they are covered."""
        if self.view.state is None or self.covered:
            return None
        return self.acting if self.acting is not None else self.view.eyes

    @property
    def held(self) -> tuple[Holding, ...]:
        """What is always in view: coins and whatever else the holder plays with."""
        return () if self.holder is None else self.pages.hand(self, self.holder)

    @property
    def wanted(self) -> tuple[str, ...]:
        """What somebody asks to set right, in words: of what this phone may not see, whose it is and how many."""
        asked = self.view.undo
        return () if asked is None else self.said(asked)

    def name(self, chair: Chair) -> str:
        return chair.name or self.pages.chair_name(chair.key, self.language)

    def chair_name(self, number: int | None) -> str:
        return self.words.phrase("app") if number is None else self.name(self.view.chairs[number])

    def said(self, told: Line | UndoCard) -> tuple[str, ...]:
        """The sentences of an entry that moved the game, or of what somebody asks to set right."""
        if told.replaces is not None:
            return (self.put_right(told.replaces),)
        if told.state is None:
            return ()
        return tuple(self.game.say(effect, told.state, self.language, self.names) for effect in told.effects)

    def put_right(self, what: Replacement) -> str:
        """What was put right: what it is, and what it had been."""
        say, tongue = self.game.say, (self.language, self.names)
        now = " ".join(say(effect, what.now_state, *tongue) for effect in what.now)
        was = " ".join(say(effect, what.was_state, *tongue) for effect in what.was)
        return self.words.phrase("put_right_line", now=now, was=was)

    def line_name(self, line: ScoreLine) -> str:
        """What a line of the table's score is called."""
        scored = self.view.scored
        return line.thing if scored is None else self.game.say(line, scored, self.language, self.names)

    def refused(self, refusal: Refusal, state: GameState) -> Note:
        return Note(self.game.say(refusal, state, self.language, self.names), refusal.rule)


AnyContext: TypeAlias = TableContext[GameState]
"""For pages that all games share."""
Page = Callable[[TableContext[S], str], "str | Response"]
"""A page of a table: what it shows, for the last part of its address; or where to look instead."""
AnyPage: TypeAlias = Page[GameState]


class GamePages(Struct, Generic[S], frozen=True, kw_only=True):
    """The pages of one game: what a subclass does not say is the default.

    What they say in words is in the game's package: ``name``, ``about``, ``your_things``, ``way.*``, ``chair.*``,
    ``count.*`` (what is counted at the end), ``do.*`` (keys), ``step.*`` (what is taken back), ``decided.*``,
    ``checked.*``, for house rules ``switch.*`` and ``value.*``.
    """

    WORDS: str
    """The package whose ``words.<language>.toml`` hold what its pages say; templates/ and static/ are its own."""
    SIGNS: tuple[Sign, ...] = ()
    """The symbols that its pages use."""
    FACES: Mapping[str, Sign] = {}
    """Faces of its kit that pages show whole, by names for their files (`companion.web.printed.faces`)."""
    PAGES: Mapping[str, Page[S]] = {}
    """Its own pages by name: ``game`` is the table itself while the game is on, ``screen-side`` a part of the big
    screen (both have a default, `companion.web.table.game_page`), ``screen-play`` all of it; others are addresses."""
    ACTS: Mapping[str, tuple[str, ...]] = {}
    """Of its pages those to act on, with the phases (`phase`) in which there is something to do there: at another time
    the answer is the table's own page. All others only look, and stay open."""
    TYPED: tuple[str, ...] = ()
    """Fields of its addresses that hold what somebody is typing: kept when the phase leaves their page."""
    DOOR: str = ""
    """The place that *Wrong? Tap to fix* opens from the table's page (`place`); empty: the own things alone."""
    BACK: tuple[str, ...] = ()
    """Of its pages those that show what is on as it was a moment ago: they call nobody to it."""
    STYLES: tuple[str, ...] = ()
    """Style sheets in the package's static/ that its pages need besides the frame's."""
    SCRIPTS: tuple[str, ...] = ()
    """Modules of the frame's static/ that its pages need besides the frame's own, such as ``beats.js``."""
    ways: tuple[str, ...] = ("follow",)
    """The ways to use the phones that make sense for it, the usual first: ``follow``, ``merchants``, ``score``."""
    dice: bool = True
    """Can what is rolled or drawn be entered by hand?"""
    scored: Mapping[str, str] = {}
    """The symbols of what scores, by the thing of a line or by its rule."""
    seat_sign: str = ""
    """The sign that stands for any player; none: they have none."""
    photographs: Photographs[TableContext[S]] | None = None
    comparisons: Callable[[TableContext[S]], tuple[Comparison, ...]] = lambda context: ()
    """For a game with the page of `web.table.photograph`; and what is compared with its table (`web.table.agree`)."""

    @property
    def SETTINGS(self) -> Mapping[str, tuple[str, ...]]:  # noqa: N802 - named like what a game says
        """The settings of a table that make sense for it: ``way``, ``dice``; each with the usual first."""
        return {"way": self.ways, **({"dice": ("app", "hand")} if self.dice else {})}

    def phase(self, context: TableContext[S]) -> Phase:
        """What is on while there is a game: the same for all phones, as it is made of what everybody may know."""
        return Phase("result" if context.position.turn is OVER else "play")

    def lies(self, context: TableContext[S], seat: Seat | None) -> tuple[Thing, ...]:
        """What lies before a seat, or (none) in the middle of the table."""
        return ()

    def hand(self, context: TableContext[S], seat: Seat) -> tuple[Holding, ...]:
        """What a seat holds, as this phone may know it, the weightiest first: the bar has room for four things."""
        counted = (thing for thing in self.lies(context, seat) if isinstance(thing, Count))
        return tuple(Holding(thing.name, thing.app, ((thing.sign, ""),) if thing.sign else ()) for thing in counted)

    def action(self, context: TableContext[S], action: object) -> str:
        """What the key of an action says on the default page: ``do.<its type>`` of its words, or the notation."""
        return context.own_words.named("do", action) or context.game.action_text(action)

    def offer(self, context: TableContext[S], action: object) -> Key:
        """The key of an action as a lesson offers it, among a few that are alike."""
        return Key(self.action(context, action), context.act(context.game.action_text(action)))

    def scene(self, context: TableContext[S], state: S, about: object) -> str:
        """A picture of the table above a lesson, as markup, with what is told (`about`) marked in it. Empty: none."""
        return ""

    def foresight(self, context: TableContext[S]) -> str:
        """What the key says behind which a forecast stands now: “Who comes?”. Empty: nothing is to be foreseen."""
        return ""

    def forecast(self, context: TableContext[S], actions: tuple[object, ...]) -> Forecast | None:
        """What would come by itself after these actions (none: as it is). Asked only where there is a `foresight`."""
        return None

    def idea(self, context: TableContext[S], action: object) -> str:
        """What a hint calls an action, in two to six words: as a step of the own turn is called, or as its key is."""
        try:
            _, effects = context.game.play(context.position, action, context.view.seat)
        except (ValueError, LookupError):  # what comes of it lies hidden from this phone
            effects = ()
        steps = filter(None, (self.step(context, effect) for effect in effects))
        return next(steps, "") or self.action(context, action)

    def told(self, context: TableContext[S], seq: int) -> int:
        """The newest entry that the table had been told of by entry `seq`: others are shown step by step, later."""
        return seq

    def answer(self, context: TableContext[S], repair: Repair, action: object) -> Answer:
        """What a step that is put right could have been, as a key says it; its like stand together."""
        return Answer(self.action(context, action))

    def menu(self, context: TableContext[S]) -> tuple[MenuRow, ...]:
        """Its own rows of a table's menu while a game is on."""
        return ()

    def chair_name(self, key: str, language: str) -> str:
        """What a chair is called in words, such as its colour."""
        return wording(self.WORDS, language).phrase(f"chair.{key}")

    def takes(self, context: TableContext[S]) -> str:
        """What each player takes before the game, in a sentence: ``takes`` of the game's words. Empty: it has none."""
        return context.own_words.get("takes", "")

    def chair_sign(self, key: str) -> str:
        """The symbol of a chair."""
        return self.seat_sign

    def bar(self, context: TableContext[S]) -> tuple[str, str]:
        """What to do now, and what is going on, in a few words: whose turn it is; the name of the game."""
        words, waiting = context.words, context.view.waiting
        name = context.own_words.phrase("name")
        if not waiting:
            over = context.view.state is not None and context.view.state.turn is OVER
            return words.phrase("plain.over" if over else "plain.chance"), name
        turn = waiting[0]
        if turn == context.view.eyes:
            return words.phrase("plain.yours"), name
        return words.phrase("plain.theirs", name=context.names[turn]), name

    def asks_first(self, context: TableContext[S], action: object) -> str:
        """The address of what is asked before an action, such as whether it is to end the game. Empty: nothing is."""
        return ""

    def moment(self, context: TableContext[S]) -> str:
        """How far the game is, in two or three words: “round 3”."""
        return ""

    def last(self, context: TableContext[S]) -> str:
        """What all phones announce before the end, such as that the last turn is on. Everybody may know it."""
        return ""

    def step(self, context: TableContext[S], effect: AnyEffect) -> str:
        """What a player did, in two to four words: “shop on A3”; ``step.<its type>`` of its words. Empty: nothing."""
        return context.own_words.named("step", effect)

    def thing(self, context: TableContext[S], thing: str, n: int) -> tuple[str, str]:
        """The symbol of what somebody holds (`GameTable.holdings`), and so many of it in words: “2 coins”, by
        ``thing.<name>`` of its words, or by that of its kind, ``thing.<kind>``, with ``what`` it is."""
        kind, _, what = thing.partition(".")
        phrases = context.own_words.phrases
        key = next((f"thing.{one}" for one in (thing, kind) if f"thing.{one}.one" in phrases), "")
        if not key:
            return self.scored.get(thing, self.seat_sign), f"{n} {thing}"
        sign, name = self.kind_of(context, kind, what)
        return sign, phrases[f"{key}.{'one' if n == 1 else 'other'}"].format(n=n, what=name)

    def kind_of(self, context: TableContext[S], kind: str, what: str) -> tuple[str, str]:
        """The symbol of a thing that somebody holds, and what it is of its kind, such as the goods of a card."""
        return self.scored.get(kind, self.seat_sign), what

    def whole(self, context: TableContext[S], form: str, gone: tuple[AnyEffect, ...]) -> str:
        """What all of this is called together, such as a merchant round, in one of the forms ``name``, ``short``,
        ``long`` and ``before`` (the caption of the table as it was). Empty: it is single steps."""
        return ""

    def put_back(self, context: TableContext[S], then: S) -> tuple[tuple[str, str, int], ...]:
        """What else goes back by hand where the table goes back to that position: a symbol, a sentence, and how many
        pieces that are."""
        return ()

    def why(self, context: TableContext[S], effect: AnyEffect, state: S) -> tuple[Why, ...]:
        """Why it came to an effect: the rules it went through, and what each of them left."""
        return context.game.why(effect, state, context.language, context.names)

    def looks(self, context: TableContext[S], effect: AnyEffect) -> tuple[Look, ...]:
        """What the sentence of an effect names that has a page of its own, such as a card."""
        return ()

    def together(self, context: TableContext[S], effect: AnyEffect) -> str:
        """What several such effects in a row are called in one line of the log; empty: each has its own."""
        return context.own_words.named("together", effect)

    def seat_mark(self, context: TableContext[S], chair: int) -> Mark | None:
        """What a chair's seat bears besides its name, such as that its player has passed."""
        return None

    def zones(self, context: TableContext[S]) -> tuple[Zone, ...]:
        """What should lie on the table, part by part; the zone of a seat's own things has its number for an id.

        The middle of the table, then what lies before each seat.
        """
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

    def place(self, context: TableContext[S], item: str) -> Place | None:
        """What can be fixed at a place that the address `item` names; the default knows the zones. None: there is no
        such place. What the app does not know for sure is said on the page of its zone, and not here."""
        zone = next((zone for zone in self.zones(context) if zone.id == item), None)
        return None if zone is None else Place("", zone.title, () if zone.also else zone.things)

    def counted_name(self, context: TableContext[S], lines: tuple[ScoreLine, ...]) -> str:
        """What is counted together by these lines of a score: the line of all, or what ``kind.<rule>`` of its words
        calls several things of one rule."""
        if len({line.thing for line in lines}) == 1:
            return context.line_name(lines[0])
        return context.own_words.find(f"kind.{lines[0].rule}") or context.line_name(lines[0])

    def counted_sign(self, line: ScoreLine) -> str:
        """The symbol of what is counted by a line."""
        return self.scored.get(line.thing, self.scored.get(line.rule, ""))

    def by_points(self, score: Score) -> bool:
        """Does whoever has most points win? Not where another rule decides (``decided.<rule>`` of its words)."""
        best = max(sheet.total for sheet in score.sheets)
        return all(score.sheets[seat].total == best for seat in score.winners)

    def length(self, context: TableContext[S]) -> str:
        """How long the game was in its own measure: “14 rounds”. Empty: it has none."""
        return ""

    def tally_fields(self, context: TableContext[S], chair: int, things: tuple[str, ...]) -> tuple[Field, ...]:
        """Score only: how the things that a chair has to count are asked for."""
        return tuple(Counted(thing, context.own_words.phrase(f"count.{thing}"), self.seat_sign) for thing in things)

    def thing_name(self, context: TableContext[S], thing: str) -> str:
        """What a thing that is counted is called within a sentence."""
        name = context.own_words.phrases.get(f"count.{thing}", thing)
        return name[:1].lower() + name[1:]


AnyPages: TypeAlias = GamePages[GameState]
"""The pages of a game, for code that knows none in particular."""

"""The context of a table's pages: one phone at the table, and the pages of the game."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar
from urllib.parse import urlencode

from flask import abort
from msgspec import Struct
from werkzeug.wrappers import Response

from companion.engine.game import OVER, AnyEffect, GameState, Refusal, Score, ScoreLine, Seat
from companion.engine.rules import AnyGame
from companion.engine.wording import Wording, wording
from companion.tables import Chair, Line, Presence, TallyView, UndoCard, View
from companion.tables.game import table_game
from companion.tables.log.views import Claim, Deed, S_co
from companion.tables.news import is_awake
from companion.web import widgets as w
from companion.web.config import Phone, read_cookie
from companion.web.photographs import AnyPhotographed

S = TypeVar("S", bound=GameState)


class TableContext(Struct, Generic[S_co], frozen=True, dict=True, kw_only=True):
    """A table as this phone sees it."""

    pages: AnyPages
    view: View[S_co]
    phone: Phone
    language: str
    words: Wording
    own_words: Wording
    """The words of the game's own pages."""
    game: AnyGame
    code: str
    home: str
    """The address of the table."""
    host: bool
    seated: bool
    """Whether this phone may enter anything."""
    heard: Mapping[int, Presence] = {}
    """The last sign of each chair's phone, if any."""
    requests: tuple[Claim, ...] = ()
    """Pending seat requests that this phone may answer."""
    note: w.Note | None = None
    wishes: Mapping[str, str] = {}
    """The fields of the address's query, such as whose things to show."""

    @property
    def position(self) -> S_co:
        """The position as this phone may know it. 404 before the game."""
        return abort(404) if self.view.state is None else self.view.state

    @property
    def over(self) -> bool:
        """Whether the game was played to its end."""
        return self.view.state is not None and self.view.state.turn is OVER

    @property
    def counts(self) -> TallyView:
        """Counts of a score-only table. 404 if there are none."""
        return self.view.tally or abort(404)

    @cached_property
    def players(self) -> tuple[Chair, ...]:
        """The chairs that play, by seat; before the game those that are taken, or all while a position is entered."""
        view = self.view
        if view.players or view.draft is not None or view.tally is not None:
            return view.players or view.chairs
        return tuple(c for c in view.chairs if c.taken)

    @cached_property
    def links(self) -> Sequence[str]:
        """The state of each chair's phone: ``live`` or ``asleep``; ``none`` if there is none."""
        now = time.time_ns() // 1_000_000
        awake = {one.chair for one in self.heard.values() if is_awake(one.at, now)}
        return ["live" if one.number in awake else "asleep" if one.held else "none" for one in self.view.chairs]

    def lacks(self, chair: Chair) -> int:
        """How many entries a sleeping phone has not read."""
        heard = self.heard.get(chair.number)
        return heard.behind if heard is not None and self.links[chair.number] == "asleep" else 0

    @cached_property
    def acting(self) -> Seat | None:
        """The seat for which this phone's keys act: the one in the address (``for``); its own; or one without a phone
        whose turn it is, unless the phone must be handed on first."""
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
        """Returns the table's address with these non-empty fields, and with ``for``."""
        kept = {"for": self.wishes["for"]} if "for" in self.wishes else {}
        fields = urlencode(kept | {name: value for name, value in query.items() if value})
        return f"{self.home}?{fields}" if fields else self.home

    def foresee(self, action: object) -> tuple[GameState | None, tuple[AnyEffect, ...]]:
        """Returns state and effects after an action of the acting seat; None and () if they are hidden from this
        phone."""
        try:
            return self.game.play(self.position, action, self.acting)
        except (ValueError, LookupError):
            return None, ()

    def act(self, action: str) -> str:
        """Returns the command of an action in the game's notation, for the acting seat."""
        seat = self.acting
        return w.do("act", action=action, **({} if seat is None or seat == self.view.seat else {"seat": int(seat)}))

    @property
    def fix_address(self) -> str:
        """Returns the page *Wrong? Tap to fix* for the seat whose things are shown, or for the place of the page."""
        wish = self.wishes.get("seat", "")
        seats = (str(int(one.seat)) for one in self.players if str(one.number) == wish and one.seat is not None)
        return f"{self.home}/fix/{next(seats, self.pages.DOOR)}".rstrip("/")

    @cached_property
    def foresight(self) -> str:
        """The label of the key to the forecast, or ""."""
        return self.pages.foresight(self) if self._helps else ""

    @cached_property
    def may_hint(self) -> bool:
        """Whether this phone may take a hint: its turn, hints allowed, and cards that the app knows."""
        view = self.view
        own = view.seat is not None and view.eyes == view.seat and view.seat in view.waiting
        return own and self._helps and table_game(view.game).rivals(view.options)

    @property
    def _helps(self) -> bool:
        settings = self.view.settings
        return settings.hints == "on" and settings.way == "follow" and not self.covered

    @property
    def may_learn(self) -> bool:
        """Whether this phone may play by lessons."""
        return self.seated and self.view.state is not None and not self.over and self.view.settings.way != "score"

    @property
    def learns(self) -> bool:
        """Whether this phone plays by lessons: as chosen on it, or as the table is set."""
        code, _, chosen = read_cookie("lessons").partition("-")
        wanted = chosen if code == self.code else self.view.settings.lessons
        return wanted == "on" and self.may_learn and not self.covered

    @property
    def calls(self) -> tuple[str, ...]:
        """Pending requests to this phone's player: ``turn``, ``question``, ``asked-<entry>``."""
        seat, question, undo = self.view.seat, self.view.question, self.view.undo
        found = {
            "turn": seat is not None and seat in self.view.waiting,
            "question": question is not None and question.seat == seat,
            f"asked-{undo.seq if undo else 0}": undo is not None and undo.mine,
        }
        return tuple(name for name, waits in found.items() if waits)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple([self.name(chair) for chair in self.players])

    def name(self, chair: Chair) -> str:
        return chair.name or self.pages.chair_name(chair.key, self.language)

    def chair_name(self, number: int | None) -> str:
        """Returns the name of the player on a chair; None: the host's laptop."""
        return self.words.phrase("who.host") if number is None else self.name(self.view.chairs[number])

    def deed_name(self, deed: Deed) -> str:
        """Returns the name of a deed: “your shop on C1”, “Ana’s pass”."""
        words = self.words
        if deed.kind == "replace":
            return words.phrase("deed.replace")
        named = self.step_name(deed)
        if deed.seat is None or int(deed.seat) >= len(self.names):
            return named or words.get(f"deed.{deed.kind}", words.phrase("last_step"))
        named = named or words.phrase("a_step")
        if deed.seat == self.view.eyes:
            return words.phrase("deed_yours", what=named)
        return words.phrase("deed_of", name=self.names[deed.seat], what=named)

    def step_name(self, deed: Deed) -> str:
        """Returns the name of the first step of a deed, or ""."""
        return next(filter(None, (self.pages.step(self, effect) for effect in deed.effects)), "")

    @property
    def held(self) -> tuple[w.Holding, ...]:
        """The acting seat's holdings, for the bar. Empty while hands are covered."""
        seat = self.view.eyes if self.acting is None else self.acting
        return () if seat is None or self.view.state is None or self.covered else self.pages.hand(self, seat)

    def said(self, told: Line | UndoCard) -> tuple[str, ...]:
        """Returns the sentences of an entry that moved the game, or of a requested correction."""
        if told.replaces is not None:
            what, say = told.replaces, self.say
            now = " ".join(say(effect, what.now_state) for effect in what.now)
            was = " ".join(say(effect, what.was_state) for effect in what.was)
            return (self.words.phrase("put_right_line", now=now, was=was),)
        state = told.state
        return () if state is None else tuple(self.say(effect, state) for effect in told.effects)

    def say(self, thing: object, state: GameState) -> str:
        """Returns a thing of the game in a sentence, with the players' names."""
        return self.game.say(thing, state, self.language, self.names)

    def line_name(self, line: ScoreLine) -> str:
        return line.thing if self.view.scored is None else self.say(line, self.view.scored)

    def refused(self, refusal: Refusal, state: GameState) -> w.Note:
        return w.Note(self.say(refusal, state), refusal.rule)

    def brief(self, refusal: Refusal, state: GameState) -> str:
        """Returns a refusal as a key's second line."""
        return self.say(refusal, state).removesuffix(".")

    def key(
        self,
        action: object,
        label: str = "",
        small: str = "",
        sign: str = "",
        *,
        state: GameState | None = None,
        **more: Any,
    ) -> w.Key:
        """Returns the key of an action or its notation for the acting seat; off, with the reason, if refused (in
        `state`)."""
        game = self.game
        text = action if isinstance(action, str) else game.action_text(action)
        parsed = game.parse_action(text) if isinstance(action, str) else action
        state = self.position if state is None else state
        refusal = game.refusal(state, parsed, self.acting)
        if refusal is not None:
            small = self.brief(refusal, state)
        if not (label or more.get("said")):
            answer = self.pages.answer(self, state, parsed)
            label, small, sign = answer.label, small or answer.small, sign or answer.sign
        return w.Key(label, self.act(text), small, sign, off=refusal is not None, **more)


AnyContext: TypeAlias = TableContext[GameState]
"""For pages that all games share."""
Page = Callable[[TableContext[S], str], "str | Response"]
"""A page of a table: what it shows, for the last part of its address; or where to look instead."""
AnyPage: TypeAlias = Page[GameState]


class GamePages(Struct, Generic[S], frozen=True, kw_only=True):
    """The pages of one game, with defaults.

    Their words are in the game's package: ``name``, ``about``, ``your_things``, ``takes`` (before a game), ``way.*``,
    ``chair.*``, ``count.*`` (counted at the end), ``do.*`` (keys), ``step.*`` (names for undo), ``decided.*``, for
    house rules ``switch.*`` and ``value.*``."""

    WORDS: str
    """The package with ``words.<language>.toml``, templates/ and static/."""
    SIGNS: tuple[w.Sign, ...] = ()
    """The symbols that its pages use."""
    FACES: Mapping[str, w.Sign] = {}
    """Faces of its kit that pages show whole, by names for their files (`companion.web.assets`)."""
    PAGES: Mapping[str, Page[S]] = {}
    """Its own pages by name; each is an address below the table's."""
    TABLE: Page[S] | None = None
    """The table's page while the game is on; default: `companion.web.table.game_page.game`."""
    SCREEN: Page[S] | None = None
    """The big screen while the game is on; default: the frame's, with `SCREEN_SIDE` in it."""
    SCREEN_SIDE: Page[S] | None = None
    """A part of the big screen; default: `companion.web.table.game_page.screen_side`."""
    ACTS: Mapping[str, tuple[str, ...]] = {}
    """The pages to act on, with the phases in which they are open; in others the table's own page is shown."""
    TYPED: tuple[str, ...] = ()
    """Query fields with half-typed input, kept when the phase leaves their page."""
    DOOR: str = ""
    """The place that *Wrong? Tap to fix* opens from the table's page (`place`); empty: the own things alone."""
    BACK: tuple[str, ...] = ()
    """Pages that show an earlier moment of this phase, so they announce no phase."""
    STYLES: tuple[str, ...] = ()
    """Style sheets in the package's static/ that its pages need besides the frame's."""
    ways: tuple[str, ...] = ("follow",)
    """The ways to use the phones that make sense for it, the usual first: ``follow``, ``merchants``, ``score``."""
    dice: bool = True
    """Whether rolls and draws can be entered by hand."""
    scored: Mapping[str, str] = {}
    """The symbols of what scores, by the thing of a line or by its rule."""
    seat_sign: str = ""
    """The sign that stands for any player, if there is one."""

    def phase(self, context: TableContext[S]) -> w.Phase:
        """Returns the phase of the game from public facts, so that all phones agree."""
        return w.Phase("result" if context.position.turn is OVER else "play")

    def lies(self, context: TableContext[S], seat: Seat | None) -> tuple[w.Thing, ...]:
        """Returns things in front of a seat, or (None) in the middle of the table."""
        return ()

    def hand(self, context: TableContext[S], seat: Seat) -> tuple[w.Holding, ...]:
        """Returns a seat's holdings as this phone may know them, the most important first: the bar has room for
        four."""
        counted = (thing for thing in self.lies(context, seat) if isinstance(thing, w.Count))
        return tuple(w.Holding(thing.name, thing.app, ((thing.sign, ""),) if thing.sign else ()) for thing in counted)

    def answer(self, context: TableContext[S], state: S, action: object) -> w.Answer:
        """Returns a possible action as a key, on the default page, in lessons and where a step is corrected: by default
        ``do.<its type>`` of its words, or the notation."""
        return w.Answer(context.own_words.named("do", action) or context.game.action_text(action))

    def scene(self, context: TableContext[S], state: S, about: object) -> str:
        """Returns a picture of the table above a lesson, as markup, with `about` marked in it, or ""."""
        return ""

    def foresight(self, context: TableContext[S]) -> str:
        """Returns the label of the key to the forecast, such as “Who comes?”, or ""."""
        return ""

    def forecast(self, context: TableContext[S], actions: tuple[object, ...]) -> w.Forecast | None:
        """Returns a forecast of automatic events after these actions (None: from here). Called only with a
        `foresight`."""
        return None

    def idea(self, context: TableContext[S], action: object) -> str:
        """Returns the name of an action in a hint, in two to six words."""
        steps = filter(None, (self.step(context, effect) for effect in context.foresee(action)[1]))
        return next(steps, "") or self.answer(context, context.position, action).label

    def told(self, context: TableContext[S], seq: int) -> int:
        """Returns the newest entry that the table has seen by entry `seq`: later ones are shown step by step."""
        return seq

    def menu(self, context: TableContext[S]) -> tuple[w.MenuRow, ...]:
        """Returns the game's own menu rows during a game."""
        return ()

    def chair_name(self, key: str, language: str) -> str:
        """Returns the name of a chair, such as its colour."""
        return wording(self.WORDS, language).phrase(f"chair.{key}")

    def chair_sign(self, key: str) -> str:
        """Returns the icon of a chair."""
        return self.seat_sign

    def bar(self, context: TableContext[S]) -> tuple[str, str]:
        """Returns the two texts of the bar: what to do now (whose turn it is), and the name of the game."""
        words, waiting = context.words, context.view.waiting
        name = context.own_words.phrase("name")
        if waiting and waiting[0] != context.view.eyes:
            return words.phrase("plain.theirs", name=context.names[waiting[0]]), name
        return words.phrase("plain.yours" if waiting else "plain.over" if context.over else "plain.chance"), name

    def asks_first(self, context: TableContext[S], action: object) -> str:
        """Returns the address of a question before an action, such as whether to end the game, or ""."""
        return ""

    def moment(self, context: TableContext[S]) -> str:
        """Returns the progress of the game in two or three words: “round 3”."""
        return ""

    def last(self, context: TableContext[S]) -> str:
        """Returns an announcement before the end on all phones, such as the last turn. It must be public."""
        return ""

    def step(self, context: TableContext[S], effect: AnyEffect) -> str:
        """Returns the name of a step in two to four words: “shop on A3”; ``step.<its type>`` of its words, or ""."""
        return context.own_words.named("step", effect)

    def kind_of(self, context: TableContext[S], kind: str, what: str) -> tuple[str, str]:
        """Returns the icon of a held thing (`GameTable.holdings`: ``kind.what``) and its kind in words, for the phrase
        ``thing.<kind>.<what>`` or ``thing.<kind>``."""
        return self.scored.get(kind, self.seat_sign), what

    def whole(self, context: TableContext[S], form: str, gone: tuple[AnyEffect, ...]) -> str:
        """Returns the name of several effects together, such as a merchant round, if they are not single steps; `form`
        is ``name``, ``short``, ``long`` or ``before`` (the caption of the earlier table)."""
        return ""

    def put_back(self, context: TableContext[S], then: S) -> tuple[tuple[str, str, int], ...]:
        """Returns pieces to move by hand when the table returns to a position: icon, sentence, number of pieces."""
        return ()

    def looks(self, context: TableContext[S], effect: AnyEffect) -> tuple[w.Look, ...]:
        """Returns links in the sentence of an effect, such as a card."""
        return ()

    def together(self, context: TableContext[S], effect: AnyEffect) -> str:
        """Returns one log line for several such effects in a row; empty: one line each."""
        return context.own_words.named("together", effect)

    def seat_mark(self, context: TableContext[S], chair: int) -> w.Mark | None:
        """Returns a mark beside a seat's name, such as for a player who has passed."""
        return None

    def zones(self, context: TableContext[S]) -> tuple[w.Zone, ...]:
        """Returns the zones of the table with their things: by default the middle, and one for each seat, named by its
        number."""
        words, sign = context.words, self.seat_sign
        found = [w.Zone("table", "table", words.phrase("plain.table"), sign, things=self.lies(context, None))]
        for seat, name in enumerate(context.names):
            own = seat == context.view.eyes
            title = context.own_words.phrase("your_things") if own else words.phrase("plain.has", name=name)
            found.append(w.Zone(str(seat), "hand", title, sign, things=self.lies(context, Seat(seat))))
        return tuple(found)

    def place(self, context: TableContext[S], item: str) -> w.Place | None:
        """Returns things that can be fixed at the place `item`, by default a zone, or None."""
        zone = next((zone for zone in self.zones(context) if zone.id == item), None)
        return None if zone is None else w.Place("", zone.title, zone.things)

    def photographed(self, context: TableContext[S], item: str) -> AnyPhotographed | None:
        """Returns the values that a photograph enters (page `web.table.photograph`); `item` may name their owner."""
        return None

    def comparisons(self, context: TableContext[S]) -> tuple[AnyPhotographed, ...]:
        """Returns the parts that photographs are compared with."""
        return ()

    def by_points(self, score: Score) -> bool:
        """Returns whether most points win, unless another rule decides (``decided.<rule>`` of its words)."""
        best = max(sheet.total for sheet in score.sheets)
        return all(score.sheets[seat].total == best for seat in score.winners)

    def length(self, context: TableContext[S]) -> str:
        """Returns the length of the game in its own unit, “14 rounds”, or ""."""
        return ""

    def tally_fields(self, context: TableContext[S], chair: int, things: tuple[str, ...]) -> tuple[w.Field, ...]:
        """Returns form fields for the things that a chair has to count, on a score-only table."""
        return tuple(w.Counted(thing, self.thing_label(context, thing), self.seat_sign) for thing in things)

    def thing_label(self, context: TableContext[S], thing: str) -> str:
        """Returns the label of a counted thing: ``count.<thing>`` of the game's words, or its score line."""
        words = context.own_words
        return words.get(f"count.{thing}", "") or words.get(f"score.{thing}", thing)

    def thing_name(self, context: TableContext[S], thing: str) -> str:
        """Returns the name of a counted thing within a sentence."""
        name = self.thing_label(context, thing)
        return name[:1].lower() + name[1:]


AnyPages: TypeAlias = GamePages[GameState]

"""One phone at one table: what it sees, what it may do, and what a form of it asks for."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
from flask import current_app, render_template, request
from msgspec import Struct

from companion.engine.game import Game, Refusal, Seat
from companion.engine.reading import number as whole
from companion.engine.registry import game as engine
from companion.engine.wording import Wording, wording
from companion.tables import (
    Accepted,
    AnyCommand,
    Chair,
    Glance,
    Line,
    MovedOn,
    Presence,
    RefusedByRule,
    TableError,
    Tables,
    View,
    Who,
    new_command_id,
    parse_command,
    say,
)
from companion.tables.errors import StorageFailed
from companion.tables.storage.presence import is_awake
from companion.web.config import Config
from companion.web.game_pages import game_pages
from companion.web.http import metrics, security
from companion.web.http.phone import Phone, this_phone
from companion.web.printed.signs import sign_file

MOST_GONE = 4
"""Steps that an undo card names."""
MOST = 4
"""Commands that one key may stand for."""


class Key(Struct, frozen=True):
    """A key of a form: words, a symbol, the command it sends, and why it cannot be used now (empty: it can)."""

    label: str
    do: str
    small: str = ""
    sign: str = ""
    off: bool = False
    why: str = ""
    go: bool = False
    on: bool = False
    said: str = ""
    """What a screen reader says, where the label does not say it all."""


class Note(Struct, frozen=True):
    """Something the page says about the last tap. `rule` leads to the leaflet."""

    text: str
    rule: str | None = None
    more: str = ""
    """An address that shows more; empty: there is none."""


class TableContext(Struct, frozen=True, dict=True):
    """A table as this phone's pages see it."""

    glance: Glance
    phone: Phone
    words: Wording
    heard: Mapping[int, Presence]
    """Of each chair whose phone was heard of: when, and what it lacks."""
    note: Note | None = None
    wishes: Mapping[str, str] = {}
    """What the address asks for besides its path, such as whose things to show."""

    @cached_property
    def view(self) -> View:
        return self.glance.look()

    @property
    def code(self) -> str:
        return self.glance.code

    @property
    def home(self) -> str:
        """The address of the table."""
        return f"/t/{self.code}"

    @property
    def game(self) -> Game[Any, Any, Any]:
        return engine(self.view.game)

    @property
    def game_pages(self) -> Board:
        return game_pages(self.view.game)

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
        """The chairs that play, by seat. Before the game those that have a name; all, where things are tapped in."""
        view = self.view
        seated = sorted((c for c in view.chairs if c.seat is not None), key=lambda c: c.seat or 0)
        if seated or view.draft is not None or view.tally is not None:
            return tuple(seated) or view.chairs
        return tuple(c for c in view.chairs if c.name or c.held)

    def link(self, chair: Chair) -> str:
        """Of a chair's phone: ``live`` or ``asleep``; ``none``, if there is none."""
        if not chair.held:
            return "none"
        heard = self.heard.get(chair.number)
        awake = heard is not None and is_awake(heard.at, time.time_ns() // 1_000_000)
        return "live" if awake else "asleep"

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
        """The seat for which this phone's keys act now.

        It is the one that looks at it, mostly its own; or the one that it was asked to act for; or one without
        a phone whose turn it is, unless the phone has to be handed to it first (`View.curtain`).
        """
        view, wish = self.view, self.wishes.get("for", "")
        if not self.seated or not view.waiting:
            return view.eyes
        asked = next((seat for seat in view.plays if wish == str(int(seat))), None)
        if asked is not None:
            return asked
        if view.curtain is not None or view.eyes in view.waiting:
            return view.eyes
        here = [seat for seat in view.plays if seat == view.seat or not self.players[seat].held]
        return view.seat if view.seat in here or not here else here[0]

    @property
    def covered(self) -> bool:
        """Does this phone hide what is held until the player says to have it whose turn it is? (`pages.curtain`)"""
        return self.view.curtain is not None and self.view.eyes is None

    def act(self, action: str) -> str:
        """The command of a key for an action in the game's notation, of the seat that acts."""
        seat = self.acting
        return do("act", action=action, **({} if seat is None or seat == self.view.seat else {"seat": int(seat)}))

    @property
    def goes(self) -> tuple[str, ...]:
        """What would go if the others agree to go back: the last steps of it, in words."""
        asked = self.view.undo
        if asked is None or not asked.goes:
            return ()
        found = tables().log_for(self.code, self.phone.token, after=asked.goes[-MOST_GONE:][0] - 1)
        return tuple(said[0] for line in found if line.seq in asked.goes and (said := self.said(line)))[-MOST_GONE:]

    @property
    def wanted(self) -> tuple[str, ...]:
        """What somebody asks to set right, in words: of what this phone may not see, whose it is and how many."""
        asked = self.view.undo
        found = () if asked is None else asked.effects
        return tuple(self.game.say(effect, asked.state, self.language, self.names) for effect in found if asked)

    def name(self, chair: Chair) -> str:
        return chair.name or self.pages.chair_name(chair.key, self.language)

    def chair_name(self, number: int | None) -> str:
        return self.words.phrase("app") if number is None else self.name(self.view.chairs[number])

    def said(self, line: Line) -> tuple[str, ...]:
        """The sentences of an entry that moved the game."""
        return tuple(self.game.say(effect, line.state, self.language, self.names) for effect in line.effects)

    def refused(self, refusal: Refusal, state: Any) -> Note:
        return Note(self.game.say(refusal, state, self.language, self.names), refusal.rule)

    def show(self, template: str, **values: Any) -> str:
        """The page."""
        words = self.own_words
        return render_template(
            template,
            context=self,
            view=self.view,
            file=sign_file(self.view.game),
            g=speaking(words),
            gcount=words.count,
            command_id=new_command_id(),
            **values,
        )


def tables() -> Tables:
    """The tables that the app serves."""
    served: tuple[Tables, Config] = current_app.extensions["companion"]
    return served[0]


def config() -> Config:
    """How the app is served."""
    served: tuple[Tables, Config] = current_app.extensions["companion"]
    return served[1]


def words_of(language: str) -> Wording:
    """The words of the pages that all games share."""
    return wording("companion.web", language)


def speaking(words: Wording) -> Callable[..., str]:
    """A phrase for templates: fields may be numbers."""
    return lambda key, **fields: words.phrase(key, **{name: str(value) for name, value in fields.items()})


def game_words(game: str) -> Callable[..., str]:
    """What a game's own pages say, for templates that show no table."""
    return speaking(wording(game_pages(game).WORDS, this_phone().language))


def do(name: str, **fields: Any) -> str:
    """A command as a key carries it."""
    return msgspec.json.encode({"do": name, **fields}).decode()


def both(*commands: str) -> str:
    """Several commands on one key, in order."""
    return f"[{','.join(commands)}]"


def address() -> str:
    """The address that QR codes carry."""
    return config().address or request.host_url.rstrip("/")


def sit_down(code: str, note: Note | None = None) -> TableContext:
    """This phone at a table. Raises `TableError`, such as that there is none of that code."""
    phone = this_phone()
    view = tables().view_for(code, phone.token)
    tables().heard(code, phone.token, view.seq)
    if not phone.fresh and view.me == Who():
        tables().watched(code, phone.token)
    heard = {presence.chair: presence for presence in tables().presence(code)}
    glance = Glance(view.code, view.game, view.me, view.waiting, lambda: view)
    return TableContext(glance, phone, words_of(phone.language), heard, note, request.args.to_dict())


def reach_out(code: str) -> TableContext:
    """This phone at a table that it sends something to: not who is here, and what this process remembers will do.

    Whether the table has moved on, the log says. Raises `TableError`.
    """
    phone = this_phone()
    return TableContext(
        tables().glance(code, phone.token), phone, words_of(phone.language), {}, None, request.args.to_dict()
    )


def commands_of(form: Mapping[str, str]) -> tuple[AnyCommand, ...]:
    """The commands that a form's key carries; its fields ``set.…`` fill them in. Raises `TableError`."""
    text = form.get("do", "")
    fills = {name[4:]: value for name, value in form.items() if name.startswith("set.")}
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        data = None
    items = data if isinstance(data, list) else [data]
    if len(items) > MOST or not all(isinstance(item, dict) for item in items):
        items = [{}]
    return tuple(parse_command(msgspec.json.encode(item | fills)) for item in items)


def carry_out(context: TableContext, form: Mapping[str, str]) -> Note | None:
    """Does what a form asks for. None: it is done; else what to say about it. Raises `StorageFailed`."""
    token = context.phone.token
    key = sent_key(form, (name for name in form if name.startswith("set.")), form.get("do", ""))
    expected = whole(form.get("expected", ""))
    try:
        for number, command in enumerate(commands_of(form)):
            result = tables().command(context.code, token, command, command_id=f"{key}-{number}", expected=expected)
            metrics.asked(context.glance.game, command, result)
            if isinstance(result, RefusedByRule):
                return context.refused(result.refusal, result.state)
            if isinstance(result, MovedOn):
                what = meanwhile(context, result.meanwhile)
                return Note(context.words.phrase("moved_on", what=what), more=f"{context.home}/log")
            expected = result.seq if isinstance(result, Accepted) else expected
    except StorageFailed:
        # A page that is live sends the same again until it is saved; to others the answer says so.
        raise
    except TableError as error:
        security.missed(error)
        return Note(say(error, context.language) + _free(context, error))
    return None


def sent_key(form: Mapping[str, str], names: Iterable[str], what: str = "") -> str:
    """The id of what a form asks for, with all that stands in these fields: one page has many keys, and what is typed
    beside them may be another thing when it is sent again."""
    filled = sorted((name, form[name]) for name in names)
    asked = what.encode() + (msgspec.json.encode(filled) if filled else b"")
    return f"{form.get('command_id', '')[:40]}-{zlib.crc32(asked):08x}"


def _free(context: TableContext, error: TableError) -> str:
    """Which seats are free still, for whom somebody was faster."""
    free = [
        context.name(chair) for chair in context.view.chairs if not chair.held and chair.name != error.facts.get("name")
    ]
    if error.code != "seat_taken" or not free:
        return ""
    phrase = "free_seats" if len(free) > 1 else "free_seat"
    return " " + context.words.phrase(phrase, names=context.words.listed(free))


def meanwhile(context: TableContext, lines: Sequence[Line]) -> str:
    """What happened last, in one sentence."""
    said = [sentence for line in lines for sentence in context.said(line)]
    return said[-1] if said else ""

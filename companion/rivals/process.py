"""The rivals' process: looks for seats that have to act, lets their players choose, and enters what they chose.

It is a client of the tables like any other and holds nothing: what rivals did stands in the logs, so it may end at any
time and begin again, and several may run on one database. Without it nothing else is missing.
"""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

from msgspec import Struct

from companion.engine.game import Prospect, RefusedError
from companion.lab.choice import Choice
from companion.lab.evaluation import Evaluation
from companion.lab.players import UnknownPlayer, player
from companion.tables import TableError, Tables, bots
from companion.tables.bots import BotDecision
from companion.tables.errors import StorageFailed
from companion.tables.log.plan import RuleRefused

LOOK = 0.4
"""Seconds between two looks at the tables."""
PACE = 1.6
"""Seconds that a rival lets go by before it acts, as people do."""
LONGEST = 20.0
"""Seconds after which a player that still thinks has failed."""
INSTEAD = "middling"
"""Who plays on for a player that failed."""
REASON = 200
"""Letters of a player's own reason that are told."""
_LOG = logging.getLogger(__name__)


class _Seen(Struct):
    """A table as it was when it was looked at last: its version, and since when it has it."""

    version: int
    since: float
    idle: bool = False
    """No rival has to act there before something happens."""


class Rivals:
    """Plays all seats of rivals at the tables of one database. `pace`: seconds before each act."""

    def __init__(self, tables: Tables, pace: float = PACE, clock: Callable[[], float] = time.monotonic) -> None:
        self._tables, self._pace, self._clock = tables, pace, clock
        self._seen: dict[str, _Seen] = {}

    def look(self) -> int:
        """Lets every rival act that has had its time: how many did. Raises `StorageFailed`."""
        now, newest, acted = self._clock(), self._tables.store.with_bots(), 0
        self._seen = {code: seen for code, seen in self._seen.items() if code in newest}
        for code, version in newest.items():
            seen = self._seen.get(code)
            if seen is None or seen.version != version:
                seen = self._seen[code] = _Seen(version, now)
            if seen.idle or now - seen.since < self._pace:
                continue
            try:
                acted += self._act(code, seen)
            except StorageFailed:
                raise
            except Exception:  # such as a table deleted meanwhile: other tables go on
                _LOG.exception("rivals: at %s", code)
                seen.idle = True
        return acted

    def run(self, stop: Callable[[float], bool]) -> None:
        """Looks again and again until `stop`, which waits so many seconds, says so."""
        while not stop(LOOK):
            try:
                self.look()
            except TableError as error:
                _LOG.warning("rivals: %s", error)

    def _act(self, code: str, seen: _Seen) -> int:
        due = bots.find_due_decision(self._tables, code)
        if due is None:
            seen.idle = True
            return 0
        choice = chosen(due, f"{code} {due.seq}")
        if choice is not None:
            try:
                return int(bots.act(self._tables, code, due, choice.action, public(due, choice)))
            except RuleRefused as refused:  # it may be done by all that the seat knows, but not as things lie
                _LOG.warning("rivals: %s at %s: %s", due.player, code, refused.refusal.reason)
        seen.idle = True
        if due.player != INSTEAD:
            bots.stand_in(self._tables, code, due, INSTEAD)
        return 0


class TooLong(BaseException):
    """A player has thought for too long. Not an `Exception`, which a player may catch for its own ends."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises `TooLong` after so many seconds, and each second from then on. Only in the main thread, and not on
    Windows: nothing else can be interrupted from outside."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def chosen(due: BotDecision, seed: str) -> Choice | None:
    """Returns the rival's choice. None if its player fails, times out, is no longer installed, or chooses an illegal
    action; the server's log says which."""
    try:
        with time_limit(LONGEST):
            choice = player(due.game, due.player).choose(due.game, due.eyes, Random(seed))
        legal = due.game.refusal(due.eyes.view, choice.action, due.seat) is None
        if legal and isinstance(choice.reason, (Prospect, str, type(None))):
            return choice
        _LOG.warning("rivals: %s chose what it may not do: %r", due.player, choice)
    except UnknownPlayer as error:
        _LOG.warning("rivals: %s", error)
    except TooLong:
        _LOG.warning("rivals: %s has thought for %g seconds", due.player, LONGEST)
    except (Exception, SystemExit):  # a stranger's player may raise anything, and the table has to go on
        _LOG.exception("rivals: %s", due.player)
    return None


def public(due: BotDecision, choice: Choice) -> Prospect | str | None:
    """Returns the reason as everybody may read it: where the game hides something, only terms that a watcher can see. A
    stranger's own text is shown only for steps without secrets, as it may name any."""
    reason, game, view = choice.reason, due.game, due.eyes.view
    if not reason:
        return None
    before = game.view(view, None)
    try:
        if isinstance(reason, str):
            return reason[:REASON] if before == view or _open(due, choice.action) else None
        if before == view:
            return reason
        after = game.view(game.after(view, choice.action, due.seat), None)
    except (RefusedError, ValueError, LookupError):  # what lies hidden is needed to go on
        return None
    return Evaluation(game).reason(before, after, due.seat, choice.action)


def _open(due: BotDecision, action: object) -> bool:
    """Does a watcher see all of the step?"""
    state, effects = due.game.play(due.eyes.view, action, due.seat)
    return all(due.game.seen(state, effect, None) == effect for effect in effects)

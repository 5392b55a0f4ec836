"""Pairs of tables that differ only in what is hidden from one seat, and what somebody sees of them.

What is hidden may reach others by the game's own rules, and by nothing else. These are all the ways:

- `SHOWN`: an effect of these kinds turns cards up, or tells whether a hand could pay. That is what the rules have
  players do, so a pair may part there.
- A draw of the app that everybody, or the looker, sees: the pair parts where one deck lacks what came from the other.
- What another player does: it may depend on the own hand. The same is done at both tables if it looks the same;
  where one of the two players could not do it, nothing is done.
- The end of a game opens all, and so does what all others agreed to.
- The last one to say that all is counted opens the counts, so that what does not fit into the box is said then.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from any_commands import COMMANDS, OFTEN, RARE, Commander
from msgspec.structs import replace
from twin_positions import twin
from twin_tables import Drawn, Side

from companion.engine.game import OVER, Seat
from companion.tables.game import table_game
from companion.tables.log import consent, tally
from companion.tables.log import entries as e
from companion.tables.log.hotseat import find_viewer
from companion.tables.log.table import Table
from companion.tables.log.views import Who
from companion.tables.log.visibility import hides

SHOWN: dict[str, tuple[str, ...]] = {
    "hangzhou": ("Bought", "Sold", "TakenBack", "TradeAsked", "GameEnded"),
    "dunhuang": ("CardLaid", "CardGiven", "TopMerchant", "GameEnded", "CardShown"),
    "xanadu": ("Sold", "FinalSale", "StartRevealed", "GameEnded", "EndCardDrawn", "Restarted"),
}
PLAYED = (e.Act, e.Roll, e.Answer, e.Set)
"""What may end a game by its rules."""
NOBODY = Who()
HOST = Who(None, host=True)


class Pair:
    """Two tables that one seat, or a watcher, cannot tell apart."""

    def __init__(self, game: str, state: Any, seat: Seat | None, rng: random.Random, options: dict[str, Any]) -> None:
        self.game, self.seat, self.rng = game, seat, rng
        rules = table_game(game).rules
        players = rules.players(state)
        most = len(table_game(game).CHAIRS)
        late = players < most
        settings = e.Settings(way=rng.choice(("follow", "follow", "merchants")))
        self.held = [chair for chair in range(players) if chair == seat or rng.random() < 0.85]
        self.sides = (Side(game, options, players + late, settings), Side(game, options, players + late, settings))
        for side, position in zip(self.sides, (state, twin(game, state, seat, rng)), strict=True):
            side.put(e.Carry())
            for chair in self.held:
                side.put(e.TakeSeat(chair, f"P{chair}", "en"), chair)
            side.put(e.EnterPosition(rules.to_json(position), tuple(range(players))))
            for chair in [players] if late else []:
                side.put(e.TakeSeat(chair, f"P{chair}", "en"), chair)
        self.actors = [*(Who(chair) for chair in self.held), HOST, NOBODY, *([Who(players)] if late else [])]
        self.looks = 0
        self.parted = ""

    @property
    def one(self) -> Table:
        return self.sides[0].table

    def lookers(self) -> Iterator[Who]:
        """Whoever must not know the difference: the seat, watchers and strangers, the host, a late comer. A phone that
        is lent to another player looks with that player's eyes."""
        own = () if self.seat is None else (Who(int(self.seat)),)
        late = self.actors[-1:] if self.actors[-1].chair is not None else []
        for who in (*own, NOBODY, HOST, *late):
            if find_viewer(self.one, who) in (None, self.seat):
                yield who

    def same(self, since: int, shown: bool) -> None:
        """All lookers see the same at both. Raises `AssertionError`."""
        for who in self.lookers():
            a, b = (side.look(who, since) for side in self.sides)
            self.looks += 2
            if a == b:
                continue
            if shown:
                self.parted = "shown"
                return
            raise AssertionError(_difference(who, a, b))

    def give(self, who: Who, command: Any) -> None:
        """The same command at both tables; then all lookers look. `parted` says why a pair is none any more."""
        before = [(side.table, list(side.log)) for side in self.sides]
        since, drawn, looks = len(self.sides[0].log), Drawn(self.rng), who in self.lookers()
        agreed = not self.unasked(who, command)
        a = self.sides[0].give(who, command, drawn, self.seat)
        other = self._alike(who, command, a)
        drawn.next = 0
        b = self.sides[1].give(who, other, drawn, self.seat)
        shown = drawn.parted or any(
            type(effect).__name__ in SHOWN[self.game] for side in self.sides for effect in _effects(side, since)
        )
        if any(tally.done(side.table) for side in self.sides) or "overcounted" in (a[0], b[0]):
            self.parted = "counted"
            return
        opened = [is_open(side.table) for side in self.sides]
        if any(opened):
            # The end opens all. By hand it is one's own to say where nobody else plays with a phone, else the others'.
            assert opened[0] == opened[1] or shown, (who, command)
            assert agreed or isinstance(command, PLAYED), (who, command)
            self.parted = "open"
            return
        if looks and who in self.lookers() and a != b and not shown:
            raise AssertionError(f"{command} is answered: {_difference(who, a, b)}")
        if a[0] != b[0]:
            mine = isinstance(command, e.Act | e.Correct | e.Replace) and not (looks and who in self.lookers())
            if not (mine or shown):
                raise AssertionError(f"{command} of {who} is answered: {a[:2]} != {b[:2]}")
            for side, (table, log) in zip(self.sides, before, strict=True):
                side.table, side.log = table, log
            return
        self.same(since, shown)

    def unasked(self, who: Who, command: Any) -> set[int]:
        """The players with phones who have not agreed to what the command would open."""
        asked = self.one.asked
        if not isinstance(command, e.ReplyUndo) or not command.yes or asked is None:
            return set(consent.find_hand_guards(self.one, who.chair))
        return set(consent.find_hand_guards(self.one, asked.asker)) - {*asked.yes, who.chair}

    def _alike(self, who: Who, command: Any, answer: tuple[Any, ...]) -> Any:
        """What the player does at the second table: what looks the same there, if the hand has other cards."""
        if isinstance(command, e.Tally) and not {who, Who(command.chair)} & set(self.lookers()):
            return replace(command, things={thing: self.rng.randrange(9) for thing in command.things})
        if isinstance(command, e.Correct) and who not in self.lookers():
            one, two = (Commander(side.table, who, self.rng) for side in self.sides)
            return replace(command, changes=two.own()) if command.changes == one.own() else command
        acted = answer[0] == "accepted" and not answer[1] and isinstance(command, e.Act)
        if not acted or who in self.lookers():
            return command
        did = next(step for step in reversed(self.one.steps) if isinstance(step.body, e.Act))
        rules, state = self.one.game.rules, self.sides[1].table.state
        seat = self.one.seat_of(who.chair) if command.seat is None else Seat(command.seat)
        for action in (rules.parse_action(command.action), *rules.legal(state, seat)):
            if rules.refusal(state, action, seat) is not None:
                continue
            after, effects = rules.play(state, action, seat)
            if _image(rules, after, effects, self.seat) == _image(rules, did.state, did.effects, self.seat):
                return replace(command, action=rules.action_text(action))
        return command


def is_open(table: Table) -> bool:
    """Is there nothing that the log would tell, or is the game over?"""
    return not hides(table) or (table.state is not None and table.turn is OVER)


def _image(rules: Any, state: Any, effects: tuple[Any, ...], seat: Seat | None) -> Any:
    return rules.view(state, seat), [rules.seen(state, effect, seat) for effect in effects]


def _effects(side: Side, since: int) -> Iterator[Any]:
    for step in side.table.steps:
        if step.seq > since:
            yield from step.effects


def _difference(who: Who, a: Any, b: Any) -> str:
    """Where two looks differ, in a few words."""
    way = ""
    while True:
        if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
            at = next(i for i, (one, two) in enumerate(zip(a, b, strict=True)) if one != two)
            way, a, b = f"{way}[{at}]", a[at], b[at]
        elif type(a) is type(b) and (names := getattr(a, "__struct_fields__", ())):
            name = next(name for name in names if getattr(a, name) != getattr(b, name))
            way, a, b = f"{way}.{name}", getattr(a, name), getattr(b, name)
        else:
            return f"{who} sees at {way}: {a!r} != {b!r}"


def any_command(pair: Pair, who: Who, kind: type | None = None) -> Any:
    """A command of that kind, else of any: often an action, so that the game goes on."""
    rng = pair.rng
    if kind is None and rng.random() < 0.45:
        kind = e.Act
    while kind is None:
        picked = rng.choice((*COMMANDS, *OFTEN))
        kind = picked if picked not in RARE or rng.random() < 0.1 else None
    return COMMANDS[kind](Commander(pair.one, who, rng))

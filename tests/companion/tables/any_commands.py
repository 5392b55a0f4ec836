"""A command of every kind at random, of what the phone that gives it can know."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Any

from companion.engine.correction import Change
from companion.tables import TableError
from companion.tables.log import entries as e
from companion.tables.log import tally
from companion.tables.log.repair import repair_of
from companion.tables.log.table import Table
from companion.tables.log.views import Who
from companion.tables.log.visibility import make_view

WAYS = ("follow", "merchants", "score")


def _paths(tree: Any, way: str = "") -> list[str]:
    found = [way] if way else []
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in items:
        found += _paths(value, f"{way}.{key}" if way else str(key))
    return found


class Commander:
    """A command of any kind for a phone at a table, of what that phone can know."""

    def __init__(self, table: Table, who: Who, rng: random.Random) -> None:
        self.table, self.who, self.rng = table, who, rng
        self.view = make_view(table, who)
        self.rules = table.game.rules
        self.tree = json.loads(self.rules.to_json(self.view.state)) if self.view.state is not None else {}

    def entry(self) -> int:
        return self.rng.choice(
            (0, 1, self.view.seq, self.rng.randrange(self.view.seq + 2), *(step.seq for step in self.table.line[-3:]))
        )

    def chair(self) -> int:
        return self.rng.randrange(-1, len(self.view.chairs) + 1)

    def action(self) -> e.Act:
        """A legal one, mostly; for the own seat or another, with cards that may lie anywhere."""
        view, rng = self.view, self.rng
        seat = rng.choice(view.waiting) if view.waiting and rng.random() < 0.8 else rng.randrange(3)
        legal = list(self.rules.legal(self.view.state, seat)) if view.state is not None else []
        if rng.random() < 0.75 and self.who.chair is not None and self.who.chair == seat:
            legal = list(view.legal)
        if not legal:
            return e.Act("pass", seat)
        return e.Act(self.rules.action_text(rng.choice(legal)), seat)

    def replacement(self) -> e.Replace:
        """Of an own step, mostly; by something that may be done now, or could have been then."""
        acted = [step.seq for step in self.table.line if isinstance(step.body, e.Act)]
        at = self.rng.choice((*self.view.last, *acted[-2:], self.entry()))
        if self.rng.random() < 0.7 and self.who.chair is not None:
            with suppress(TableError):
                actions = repair_of(self.table, self.who, at, None).actions
                if actions:
                    return e.Replace(at, self.rules.action_text(self.rng.choice(actions)))
        return e.Replace(at, self.action().action)

    def changes(self) -> tuple[Any, ...]:
        paths, rng = _paths(self.tree), self.rng
        if not paths:
            return (Change("now", None),)
        found = []
        for _ in range(rng.choice((1, 1, 2))):
            path = rng.choice(paths)
            here: Any = self.tree
            for key in path.split("."):
                here = here[int(key)] if isinstance(here, list) else here[key]
            other = rng.choice((here, 0, 1, 7, None, [], [3], [None], {}, True, "yes", {"phase": "over"}, {"tea": 1}))
            found.append(Change(path, other))
        return tuple(found)

    def own(self) -> tuple[Change, ...]:
        """What a player may set right of the own hidden things, where the others agree."""
        tree, seat = self.tree, self.view.seat
        if seat is None or not tree:
            return (Change("now", None),)
        if self.view.game == "hangzhou":
            colour = [*tree["hands"]][seat]
            return (Change(f"hands.{colour}", tree["hands"][colour] | {"points": tree["hands"][colour]["coins"]}),)
        letter = "ABCDEF"[seat]
        if self.view.game == "dunhuang":
            return (Change(f"players.{letter}.hand", tree["players"][letter]["hand"]),)
        hand, open_cards = tree["players"][letter]["hand"], tree["discard"]
        return (Change(f"players.{letter}.hand", [*hand, *open_cards[-1:]]), Change("discard", open_cards[:-1]))

    def count(self) -> e.Tally:
        """Of the own things, mostly; of all, or of some."""
        rng, chair = self.rng, self.chair()
        if rng.random() < 0.6 and self.who.chair is not None:
            chair = self.who.chair
        asked = tally.asked(self.table).get(chair, ("coins",))
        things = [thing for thing in asked if rng.random() < 0.6]
        return e.Tally(chair, {thing: rng.randrange(4) for thing in things}, rng.random() < 0.5)

    def position(self) -> str:
        if self.rng.random() < 0.3:
            return json.dumps(self.tree | {"now": {"phase": "over"}})
        return json.dumps(self.tree)


def _elsewhere(m: Commander) -> e.Elsewhere:
    return e.Elsewhere(m.entry(), m.rng.choice((None, "A3", "C3")), m.rng.random() < 0.5)


def _outcome(m: Commander) -> str:
    texts = [m.rules.action_text(outcome) for outcome in m.view.outcomes[:20]]
    return m.rng.choice([*texts, "blue 2", "card tea", "draw 07"])


COMMANDS: dict[type, Any] = {
    e.TakeSeat: lambda m: e.TakeSeat(m.chair(), "Ana"),
    e.LeaveSeat: lambda m: e.LeaveSeat(m.rng.choice((None, m.chair()))),
    e.NameSeat: lambda m: e.NameSeat(m.chair(), "Zoe"),
    e.Ready: lambda m: e.Ready(m.rng.random() < 0.8),
    e.GiveSeat: lambda m: e.GiveSeat(m.rng.choice((7, 8)), m.rng.random() < 0.5),
    e.Set: lambda m: e.Set(*m.rng.choice((("dice", "app"), ("dice", "hand"), *(("way", way) for way in WAYS)))),
    e.PlayOn: lambda m: e.PlayOn("QKTRM"),
    e.Close: lambda m: e.Close(),
    e.Start: lambda m: e.Start((), m.rng.randrange(3)),
    e.EnterPosition: lambda m: e.EnterPosition(m.position()),
    e.Act: lambda m: m.action(),
    e.Roll: lambda m: e.Roll(m.rng.choice((None, _outcome(m))), m.rng.random() < 0.3),
    e.Reroll: lambda m: e.Reroll(m.entry(), _outcome(m)),
    e.Answer: lambda m: e.Answer(m.rng.choice(("yes", "no", "blue 2"))),
    e.Correct: lambda m: e.Correct(
        m.own() if m.rng.random() < 0.5 else m.changes(), "so", m.entry() if m.rng.random() < 0.3 else None
    ),
    e.Replace: lambda m: m.replacement(),
    e.Elsewhere: _elsewhere,
    e.Enter: lambda m: e.Enter(),
    e.Finish: lambda m: e.Finish(),
    e.Undo: lambda m: e.Undo(m.rng.choice((None, m.entry())), keep=m.rng.random() < 0.3),
    e.Redo: lambda m: e.Redo(),
    e.ReplyUndo: lambda m: e.ReplyUndo(m.rng.random() < 0.6, m.rng.choice((None, None, m.entry()))),
    e.Lend: lambda m: e.Lend(m.rng.choice((None, 0, 1, 2))),
    e.Check: lambda m: e.Check("0"),
    e.Tap: lambda m: e.Tap(m.changes() if m.rng.random() < 0.5 else (Change("round_die", 2),)),
    e.Untap: lambda m: e.Untap(),
    e.Show: lambda m: e.Show(m.entry(), m.rng.choice((None, 11, 24)), m.rng.random() < 0.3),
    e.Tally: lambda m: m.count(),
    e.Reveal: lambda m: e.Reveal(m.rng.randrange(4)),
    e.Mix: lambda m: e.Mix("abc"),
    e.SeatRival: lambda m: e.SeatRival(m.rng.randrange(4), m.rng.choice(("", "easy", "strong"))),
    e.Lay: lambda m: e.Lay(m.rng.randrange(1, 9)),
    e.Hint: lambda m: e.Hint(),
}
"""How each kind of command is made: a new kind needs a row."""
RARE = (e.Close, e.LeaveSeat, e.TakeSeat, e.EnterPosition, e.Start, e.Tally)
"""Commands after which little can happen."""
OFTEN = (e.Correct, e.Correct, e.Correct, e.Replace, e.Replace, e.ReplyUndo, e.ReplyUndo, e.Undo, e.Finish, e.Elsewhere)
"""Those that are about what is hidden."""

"""Pairs of tables that differ only in what is hidden from one seat, and what somebody sees of them.

What is hidden may reach others by the game's own rules, and by nothing else. These are all the ways:

- `SHOWN`: an effect of these kinds turns cards up, or tells whether a hand could pay. That is what the rules have
  players do, so a pair may part there.
- A draw of the app that everybody, or the looker, sees: the pair parts where one deck lacks what came from the other.
- What another player does: it may depend on the own hand. The same is done at both tables if it looks the same;
  where one of the two players could not do it, nothing is done.
- The end of a game opens all, and so does what the others agreed to.
- The last one to say that all is counted opens the counts, so that what does not fit into the box is said then.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from companion.engine import drive
from companion.engine.chance import Generator
from companion.engine.game import CHANCE, OVER, Chances, Seat
from companion.games import dunhuang, hangzhou, xanadu
from companion.games.dunhuang.names import CARDS, UNKNOWN
from companion.tables import TableError
from companion.tables.game import table_game
from companion.tables.log import commands as c
from companion.tables.log import entries as e
from companion.tables.log import tally, undo
from companion.tables.log.explanations import forgotten
from companion.tables.log.fold import fold, opened
from companion.tables.log.handlers import decide
from companion.tables.log.hotseat import eyes_of
from companion.tables.log.outline import outline
from companion.tables.log.plan import Asking, Claim, Plan, RuleRefused
from companion.tables.log.repair import repair_of
from companion.tables.log.table import Table
from companion.tables.log.tally import finished
from companion.tables.log.views import Who
from companion.tables.log.visibility import hides, lines_of, view_of
from companion.tables.tokens import commitment

OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "hangzhou": ({"open_hands": "hidden"},),
    "dunhuang": ({"cards": "app"},),
    "xanadu": ({"cards": "app"}, {"cards": "app", "open_score": "no"}),
}
SHOWN: dict[str, tuple[str, ...]] = {
    "hangzhou": ("Bought", "Sold", "TakenBack", "TradeAsked", "GameEnded"),
    "dunhuang": ("CardLaid", "CardGiven", "TopMerchant", "GameEnded", "CardShown"),
    "xanadu": ("Sold", "FinalSale", "StartRevealed", "GameEnded", "EndCardDrawn", "Restarted"),
}
PLAYED = (c.Act, c.Roll, c.Answer, c.Set, c.ReplyUndo)
"""What may end a game by its rules; and the others' agreement."""
WAYS = ("follow", "merchants", "score")
NOBODY = Who()
HOST = Who(None, host=True)
Heap = tuple[int, ...]


# --- two states that look alike ---


def twin(game: str, state: Any, seat: Seat | None, rng: random.Random) -> Any:
    """The same position to the eyes of this seat, in which everything that it may not see is other."""
    made = {"hangzhou": _hangzhou, "dunhuang": _dunhuang, "xanadu": _xanadu}[game](state, seat, rng)
    view = table_game(game).rules.view
    assert view(made, seat) == view(state, seat) and view(made, None) == view(state, None)
    return made


def _hangzhou(state: hangzhou.State, seat: Seat | None, rng: random.Random) -> hangzhou.State:
    if state.turn is OVER:
        return state
    hands = tuple(
        hand
        if other == seat
        else replace(
            hand,
            coins=rng.randrange(12),
            points=rng.randrange(5),
            dyes=tuple(rng.choice((0, 0, 1, 2)) for _ in hand.dyes),
        )
        for other, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands)


def _dunhuang(state: dunhuang.State, seat: Seat | None, rng: random.Random) -> dunhuang.State:
    if state.turn is OVER:
        return state
    shown, mine = state.now.phase == "show", state.now.seat == seat and seat is not None
    heaps: list[Heap] = [state.pile] + ([] if mine else [state.now.drawn])
    for other, player in enumerate(state.players):
        if other != seat:
            heaps += [player.removed] + ([] if shown else [player.hand])
    cards = [i for heap in heaps for i, n in enumerate(heap) for _ in range(n)]
    cards += [CARDS.index(one.card) for one in state.under if seat is None or one.by != seat]
    rng.shuffle(cards)

    def taken(heap: Heap) -> Heap:
        drawn = [cards.pop() for _ in range(sum(heap))]
        return tuple(drawn.count(i) for i in range(UNKNOWN + 1))

    pile, drawn = taken(state.pile), state.now.drawn if mine else taken(state.now.drawn)
    players = []
    for other, player in enumerate(state.players):
        if other != seat:
            removed = taken(player.removed)
            player = replace(player, removed=removed, hand=player.hand if shown else taken(player.hand))
        players.append(player)
    under = tuple(
        one if seat is not None and one.by == seat else replace(one, card=CARDS[cards.pop()]) for one in state.under
    )
    return replace(state, pile=pile, players=tuple(players), under=under, now=replace(state.now, drawn=drawn))


def _xanadu(state: xanadu.State, seat: Seat | None, rng: random.Random) -> xanadu.State:
    closed = [hand for other, hand in enumerate(state.hands) if other != seat]
    closed += [cards for other, cards in enumerate(state.picked) if other != seat]
    closed += [state.deck, *(b.workers for row in state.city for b in row)]
    cards = [card for heap in closed for card in heap]
    rng.shuffle(cards)

    def taken(heap: tuple[Any, ...], *, sort: bool = True) -> tuple[Any, ...]:
        drawn = tuple(cards.pop() for _ in heap)
        return tuple(sorted(drawn)) if sort else drawn

    coins = state.coins
    if state.options.open_score == "no" and state.turn is not OVER:
        coins = tuple(n if other == seat else rng.randrange(40) for other, n in enumerate(coins))
    return replace(
        state,
        coins=coins,
        hands=tuple(hand if other == seat else taken(hand) for other, hand in enumerate(state.hands)),
        picked=tuple(heap if other == seat else taken(heap) for other, heap in enumerate(state.picked)),
        deck=taken(state.deck),
        city=tuple(
            tuple(replace(b, workers=taken(b.workers, sort=False)) for b in buildings) for buildings in state.city
        ),
    )


def positions(game: str, players: int, options: dict[str, Any], rng: random.Random) -> list[Any]:
    """Those of a game at random, every few steps, in all its parts."""
    table = table_game(game)
    rules, state = table.rules, table.new(options, tuple(range(players)), 0)
    found, chance, choose = [], Generator(rng.randrange(10**9)), drive.at_random(rng.randrange(10**9))
    for step in range(2_000):
        if state.turn is OVER:
            break
        if state.turn is CHANCE:
            state, _ = rules.play(state, drive.supplied(rules, state, chance).outcome)
            continue
        if step < 30 or not step % 7:
            found.append(state)
        seat = rng.choice(rules.waiting(state))
        state, _ = rules.play(state, choose(state, seat, rules.legal(state, seat)), seat)
    return found


# --- a table without storage ---


class Drawn:
    """The app's draws: the second table draws as the first did where the looker sees it, else often otherwise."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.first: list[str] = []
        self.next: int | None = None
        """Which of them the second table draws next; none: the first one draws."""
        self.parted = False
        """The looker sees that another card came."""

    def outcome(self, game: Any, state: Any, chances: Chances[Any], seat: Seat | None) -> Any:
        rules = game.rules
        picked = self.rng.choices(chances.outcomes, chances.weights)[0]
        if self.next is None:
            self.first.append(rules.action_text(picked))
            return picked
        was = self.first[self.next] if self.next < len(self.first) else ""
        self.next += 1
        same = next((one for one in chances.outcomes if rules.action_text(one) == was), None)
        if same is not None and (self.rng.random() < 0.6 or self._seen(rules, state, same, seat)):
            return same
        if same is None or not self._alike(rules, state, same, picked, seat):
            alike = same is None and not self._seen(rules, state, picked, seat)
            if same is not None:
                return same
            self.parted = self.parted or not alike
        return picked

    def _seen(self, rules: Any, state: Any, outcome: Any, seat: Seat | None) -> bool:
        after, effects = rules.play(state, outcome)
        return any(getattr(rules.seen(after, one, seat), "card", 0) == getattr(one, "card", 1) for one in effects)

    def _alike(self, rules: Any, state: Any, one: Any, two: Any, seat: Seat | None) -> bool:
        """Does the looker see the same, whichever comes?"""
        (a, did), (b, done) = rules.play(state, one), rules.play(state, two)
        return bool(
            rules.view(a, seat) == rules.view(b, seat)
            and [rules.seen(a, x, seat) for x in did] == [rules.seen(b, x, seat) for x in done]
        )


class _Plan(Plan):
    """The app's seeds are the same at both tables, and its draws those of `Drawn`."""

    drawn: Drawn
    looker: Seat | None

    def draw(self, chances: Chances[Any]) -> None:
        if self.table.proof is not None:
            self.commit()
        outcome = self.drawn.outcome(self.table.game, self.table.state, chances, self.looker)
        self.add(e.Drawn(self.table.game.rules.action_text(outcome)), "app")

    def commit(self) -> None:
        self.new_seeds.append(bytes([self.table.seeds]) * 32)
        self.add(e.Committed(commitment(self.new_seeds[-1])), "app")


class Side:
    """One of the two tables."""

    def __init__(self, game: str, options: dict[str, Any], chairs: int, settings: e.Settings) -> None:
        first = e.Opened(game, "1", options, table_game(game).CHAIRS[:chairs], "en", settings, "0" * 64)
        self.log = [e.Event("QKTRN", 1, first, None, "person", "open", 0)]
        self.table: Table = opened(self.log[0])

    def put(self, body: e.Body, actor: int | None = None) -> None:
        event = e.Event("QKTRN", len(self.log) + 1, body, actor, "person", None, 0)
        self.table = fold(self.table, event)
        self.log.append(event)

    def give(self, who: Who, command: Any, drawn: Drawn, looker: Seat | None) -> tuple[Any, ...]:
        """What whoever gives the command is answered."""
        claims = (Claim(7, 0, "claim"),) if isinstance(command, c.GiveSeat) else ()
        brought = 0 if isinstance(command, c.BringSeat) else None
        plan = _Plan(self.table, Asking(who, "hash", f"c{len(self.log)}", 0, claims, brought), lambda: bytes(32))
        plan.drawn, plan.looker = drawn, looker
        try:
            decide(plan, c.checked(command))
        except TableError as error:
            return type(error).__name__, error.facts
        except RuleRefused as refused:
            seen = self.table.game.rules.view(refused.state, eyes_of(self.table, who))
            return "refused", refused.refusal, seen
        self.table = plan.table
        self.log += plan.events
        moved = plan.asking.who
        return "accepted", plan.asked, lines_of(self.table, moved, plan.events)

    def look(self, who: Who, since: int) -> tuple[Any, ...]:
        """All that this phone may get: its view, the log's newer lines, what the app would explain, whether the file
        and the check of the dice can be had, and what lists of games say."""
        table = self.table
        lines = lines_of(table, who, self.log[since:])
        whole = table.state is not None and table.game.rules.view(table.state, eyes_of(table, who)) == table.state
        told = forgotten(table, (c.Change("coins.A", 3),)) if whole and table.turn is not OVER else whole
        closed = hides(table)
        repairs = [self.repair(who, at) for at in view_of(table, who).last]
        return view_of(table, who), lines, told, repairs, closed, finished(table) and not closed, outline(table)

    def repair(self, who: Who, at: int) -> tuple[Any, ...]:
        """What this phone is told that the step of that entry could have been, and what would follow of each."""
        try:
            found = repair_of(self.table, who, at, None)
        except TableError as error:
            return type(error).__name__, error.facts
        told: list[Any] = [found]
        for action in found.actions[:4]:
            try:
                told.append(repair_of(self.table, who, at, self.table.game.rules.action_text(action)))
            except RuleRefused as refused:
                told.append(refused.refusal)
        return tuple(told)


class Pair:
    """Two tables that one seat, or a watcher, cannot tell apart."""

    def __init__(self, game: str, state: Any, seat: Seat | None, rng: random.Random, options: dict[str, Any]) -> None:
        self.game, self.seat, self.rng = game, seat, rng
        rules = table_game(game).rules
        players = len(rules.view(state, None).hands) if game != "dunhuang" else len(state.players)
        most = len(table_game(game).CHAIRS)
        late = players < most
        settings = e.Settings(undo=rng.choice(("one", "all")), way=rng.choice(("follow", "follow", "merchants")))
        self.held = [chair for chair in range(players) if chair == seat or rng.random() < 0.85]
        self.sides = (Side(game, options, players + late, settings), Side(game, options, players + late, settings))
        for side, position in zip(self.sides, (state, twin(game, state, seat, rng)), strict=True):
            side.put(e.Positioned(rules.to_json(position), tuple(range(players))))
            side.put(e.Carried(rules.text(position)))
            for chair in [*self.held, *([players] if late else [])]:
                side.put(e.Seated(chair, f"P{chair}", "en"), chair)
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
            if eyes_of(self.one, who) in (None, self.seat):
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
        alone = not undo.voters(self.one, who.chair)
        a = self.sides[0].give(who, command, drawn, self.seat)
        other = self._alike(who, command, a)
        drawn.next = 0
        b = self.sides[1].give(who, other, drawn, self.seat)
        shown = drawn.parted or any(
            type(effect).__name__ in SHOWN[self.game] for side in self.sides for effect in _effects(side, since)
        )
        if any(tally.done(side.table) for side in self.sides) or "Overcounted" in (a[0], b[0]):
            self.parted = "counted"
            return
        opened = [is_open(side.table) for side in self.sides]
        if any(opened):
            # The end opens all. By hand it is one's own to say where nobody else plays with a phone, else the others'.
            assert opened[0] == opened[1] or shown, (who, command)
            assert alone or isinstance(command, PLAYED), (who, command)
            self.parted = "open"
            return
        if looks and who in self.lookers() and a != b and not shown:
            raise AssertionError(f"{command} is answered: {_difference(who, a, b)}")
        if a[0] != b[0]:
            mine = isinstance(command, c.Act | c.Correct | c.Replace) and not (looks and who in self.lookers())
            if not (mine or shown):
                raise AssertionError(f"{command} of {who} is answered: {a[:2]} != {b[:2]}")
            for side, (table, log) in zip(self.sides, before, strict=True):
                side.table, side.log = table, log
            return
        self.same(since, shown)

    def _alike(self, who: Who, command: Any, answer: tuple[Any, ...]) -> Any:
        """What the player does at the second table: what looks the same there, if the hand has other cards."""
        if isinstance(command, c.Tally) and not {who, Who(command.chair)} & set(self.lookers()):
            return replace(command, things={thing: self.rng.randrange(9) for thing in command.things})
        if isinstance(command, c.Correct) and who not in self.lookers():
            one, two = (Commander(side.table, who, self.rng) for side in self.sides)
            return replace(command, changes=two.own()) if command.changes == one.own() else command
        if answer[0] != "accepted" or not isinstance(command, c.Act) or who in self.lookers():
            return command
        one, two = before_and_after(self.sides[0], command)
        rules, state = one.game.rules, self.sides[1].table.state
        seat = one.seat_of(who.chair) if command.seat is None else Seat(command.seat)
        for action in (rules.parse_action(command.action), *rules.legal(state, seat)):
            if rules.refusal(state, action, seat) is not None:
                continue
            after, effects = rules.play(state, action, seat)
            if _image(rules, after, effects, self.seat) == _image(rules, two.state, two.effects, self.seat):
                return replace(command, action=rules.action_text(action))
        return command


def is_open(table: Table) -> bool:
    """Is there nothing that the log would tell, or is the game over?"""
    return not hides(table) or (table.state is not None and table.turn is OVER)


def before_and_after(side: Side, command: c.Act) -> tuple[Table, Any]:
    """The table, and the step that the newest such action made."""
    step = next(
        step
        for step in reversed(side.table.steps)
        if isinstance(step.body, e.Acted) and step.body.action.lower() == _written(side, command)
    )
    return side.table, step


def _written(side: Side, command: c.Act) -> str:
    rules = side.table.game.rules
    return str(rules.action_text(rules.parse_action(command.action))).lower()


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


# --- every command ---


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
        self.view = view_of(table, who)
        self.rules = table.game.rules
        self.tree = json.loads(self.rules.to_json(self.view.state)) if self.view.state is not None else {}

    def entry(self) -> int:
        return self.rng.choice((0, 1, self.view.seq, self.rng.randrange(self.view.seq + 2), *self.table.line[-3:]))

    def chair(self) -> int:
        return self.rng.randrange(-1, len(self.view.chairs) + 1)

    def action(self) -> c.Act:
        """A legal one, mostly; for the own seat or another, with cards that may lie anywhere."""
        view, rng = self.view, self.rng
        seat = rng.choice(view.waiting) if view.waiting and rng.random() < 0.8 else rng.randrange(3)
        legal = list(self.rules.legal(self.view.state, seat)) if view.state is not None else []
        if rng.random() < 0.75 and self.who.chair is not None and self.who.chair == seat:
            legal = list(view.legal)
        if not legal:
            return c.Act("pass", seat)
        return c.Act(self.rules.action_text(rng.choice(legal)), seat)

    def replacement(self) -> c.Replace:
        """Of an own step, mostly; by something that may be done now, or could have been then."""
        acted = [seq for seq in self.table.line if isinstance(self.table.step(seq).body, e.Acted)]
        at = self.rng.choice((*self.view.last, *acted[-2:], self.entry()))
        if self.rng.random() < 0.7 and self.who.chair is not None:
            with suppress(TableError):
                actions = repair_of(self.table, self.who, at, None).actions
                return c.Replace(at, self.rules.action_text(self.rng.choice(actions)))
        return c.Replace(at, self.action().action)

    def changes(self) -> tuple[Any, ...]:
        paths, rng = _paths(self.tree), self.rng
        if not paths:
            return (c.Change("now", None),)
        found = []
        for _ in range(rng.choice((1, 1, 2))):
            path = rng.choice(paths)
            here: Any = self.tree
            for key in path.split("."):
                here = here[int(key)] if isinstance(here, list) else here[key]
            other = rng.choice((here, 0, 1, 7, None, [], [3], [None], {}, True, "yes", {"phase": "over"}, {"tea": 1}))
            found.append(c.Change(path, other))
        return tuple(found)

    def own(self) -> tuple[c.Change, ...]:
        """What a player may set right of the own hidden things, where the others agree."""
        tree, seat = self.tree, self.view.seat
        if seat is None or not tree:
            return (c.Change("now", None),)
        if self.view.game == "hangzhou":
            colour = tree["players"][seat]
            return (c.Change(f"hands.{colour}", tree["hands"][colour] | {"points": tree["hands"][colour]["coins"]}),)
        letter = "ABCDEF"[seat]
        if self.view.game == "dunhuang":
            return (c.Change(f"players.{letter}.hand", tree["players"][letter]["hand"]),)
        hand, open_cards = tree["hands"][letter], tree["discard"]
        return (c.Change(f"hands.{letter}", [*hand, *open_cards[-1:]]), c.Change("discard", open_cards[:-1]))

    def count(self) -> c.Tally:
        """Of the own things, mostly; of all, or of some."""
        rng, chair = self.rng, self.chair()
        if rng.random() < 0.6 and self.who.chair is not None:
            chair = self.who.chair
        asked = tally.asked(self.table).get(chair, ("coins",))
        things = [thing for thing in asked if rng.random() < 0.6]
        return c.Tally(chair, {thing: rng.randrange(4) for thing in things}, rng.random() < 0.5)

    def position(self) -> str:
        if self.rng.random() < 0.3:
            return json.dumps(self.tree | {"now": {"phase": "over"}})
        return json.dumps(self.tree)


def _elsewhere(m: Commander) -> c.Elsewhere:
    return c.Elsewhere(m.entry(), m.rng.choice((None, "A3", "C3")), m.rng.random() < 0.5)


def _outcome(m: Commander) -> str:
    texts = [m.rules.action_text(outcome) for outcome in m.view.outcomes[:20]]
    return m.rng.choice([*texts, "blue 2", "card tea", "draw 07"])


COMMANDS: dict[type, Any] = {
    c.TakeSeat: lambda m: c.TakeSeat(m.chair(), "Ana"),
    c.LeaveSeat: lambda m: c.LeaveSeat(),
    c.NameSeat: lambda m: c.NameSeat(m.chair(), "Zoe"),
    c.FreeSeat: lambda m: c.FreeSeat(m.chair()),
    c.Ready: lambda m: c.Ready(m.rng.random() < 0.8),
    c.GiveSeat: lambda m: c.GiveSeat(m.rng.choice((7, 8)), m.rng.random() < 0.5),
    c.BringSeat: lambda m: c.BringSeat("QKTRN"),
    c.Set: lambda m: c.Set(
        e.Settings(
            m.rng.choice(("follow", "follow", *WAYS)), m.rng.choice(("app", "hand")), m.rng.choice(("one", "all"))
        )
    ),
    c.PlayOn: lambda m: c.PlayOn("QKTRM"),
    c.Close: lambda m: c.Close(),
    c.Start: lambda m: c.Start(None, m.rng.randrange(3)),
    c.EnterPosition: lambda m: c.EnterPosition(m.position()),
    c.Act: lambda m: m.action(),
    c.Roll: lambda m: c.Roll(m.rng.choice((None, _outcome(m))), m.rng.random() < 0.3),
    c.Reroll: lambda m: c.Reroll(m.entry(), _outcome(m)),
    c.Answer: lambda m: c.Answer(m.rng.choice(("yes", "no", "blue 2"))),
    c.Correct: lambda m: c.Correct(
        m.own() if m.rng.random() < 0.5 else m.changes(), "so", m.entry() if m.rng.random() < 0.3 else None
    ),
    c.Replace: lambda m: m.replacement(),
    c.Elsewhere: _elsewhere,
    c.Enter: lambda m: c.Enter(m.rng.random() < 0.5),
    c.Finish: lambda m: c.Finish(),
    c.Undo: lambda m: c.Undo(m.rng.choice((None, m.entry()))),
    c.Redo: lambda m: c.Redo(),
    c.ReplyUndo: lambda m: c.ReplyUndo(m.rng.random() < 0.6),
    c.Lend: lambda m: c.Lend(m.rng.choice((None, 0, 1, 2))),
    c.Check: lambda m: c.Check("0"),
    c.Tap: lambda m: c.Tap(m.changes() if m.rng.random() < 0.5 else (c.Change("round_die", 2),)),
    c.Untap: lambda m: c.Untap(),
    c.ClearDraft: lambda m: c.ClearDraft(),
    c.Show: lambda m: c.Show(m.entry(), m.rng.choice((None, 11, 24)), m.rng.random() < 0.3),
    c.Tally: lambda m: m.count(),
    c.Reveal: lambda m: c.Reveal(m.rng.randrange(4)),
    c.Mix: lambda m: c.Mix("abc"),
}
"""How each kind of command is made: a new kind needs a row."""
RARE = (c.Close, c.LeaveSeat, c.TakeSeat, c.BringSeat, c.EnterPosition, c.Start, c.Tally)
"""Commands after which little can happen."""
OFTEN = (c.Correct, c.Correct, c.Correct, c.Replace, c.Replace, c.ReplyUndo, c.ReplyUndo, c.Undo, c.Finish, c.Elsewhere)
"""Those that are about what is hidden."""


def any_command(pair: Pair, who: Who, kind: type | None = None) -> Any:
    """A command of that kind, else of any: often an action, so that the game goes on."""
    rng = pair.rng
    if kind is None and rng.random() < 0.45:
        kind = c.Act
    while kind is None:
        picked = rng.choice((*COMMANDS, *OFTEN))
        kind = picked if picked not in RARE or rng.random() < 0.1 else None
    return COMMANDS[kind](Commander(pair.one, who, rng))

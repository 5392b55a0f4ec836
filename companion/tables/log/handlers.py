"""From a command to what it adds to the log, or to the reason why not. All of it is pure."""

from __future__ import annotations

from msgspec import UNSET

from companion.engine.correction import FINISHED, LIES, Change, Correction
from companion.engine.game import CHANCE, OVER, GameState, OptionError, ParseError, Seat
from companion.tables import errors
from companion.tables.game import read_position
from companion.tables.log import beats, consent
from companion.tables.log import commands as c
from companion.tables.log import entries as e
from companion.tables.log.fold import tapped
from companion.tables.log.hotseat import eyes_of
from companion.tables.log.plan import Handler, Plan, RuleRefused
from companion.tables.log.repair import put_right
from companion.tables.log.rivals import HANDLERS as RIVALS
from companion.tables.log.seats import HANDLERS as SEATING
from companion.tables.log.seats import at_table, may_begin
from companion.tables.log.table import Step, Table, others
from companion.tables.log.tally import reveal, tally
from companion.tables.log.undo_commands import HANDLERS as UNDOING

CHECKED = (
    c.Start,
    c.EnterPosition,
    c.Act,
    c.Roll,
    c.Reroll,
    c.Answer,
    c.Correct,
    c.Replace,
    c.Elsewhere,
    c.Enter,
    c.Finish,
    c.Undo,
    c.Redo,
)
"""Commands that mean a certain position, and are not done when the game has moved since."""


def decide(plan: Plan, command: c.AnyCommand) -> None:
    """Adds to the plan what the command does. Raises `TableError` or `RuleRefused`."""
    if plan.table.closed:
        raise errors.TableClosed
    handler = _HANDLERS[type(command)]
    if type(command) not in SEATING:
        at_table(plan)
    before = plan.table
    handler(plan, command)
    if isinstance(command, c.Act | c.Roll | c.Answer) and plan.table.turn is OVER:
        _ended(plan, before)
    plan.renew()


def _ended(plan: Plan, before: Table) -> None:
    """The rules end the game; but those for whom somebody else has played their last action are asked."""
    if asks := consent.played_for(plan.table, consent.guards(before, plan.asking.who.chair)):
        del plan.events[1:]
        plan.ask(before, "end", asks)


def _state(table: Table) -> GameState:
    if table.state is None:
        raise errors.NotStarted
    return table.state


def _start(plan: Plan, command: c.Start) -> None:
    table = plan.table
    if table.state is not None:
        raise errors.AlreadyStarted
    taken = tuple(chair.number for chair in table.chairs if chair.taken)
    chairs = taken if command.chairs is None else command.chairs
    _check_chairs(table, chairs)
    if not may_begin(table, plan.asking.who):
        raise errors.HostBegins
    if command.lot:
        _make(plan, e.Started(chairs, plan.lot(len(chairs)), lot=True))
    elif command.first in range(len(chairs)):
        _make(plan, e.Started(chairs, command.first))
    else:
        raise errors.NoSuchSeat
    plan.run()


def _check_chairs(table: Table, chairs: tuple[int, ...]) -> None:
    counts = table.game.rules.PLAYERS
    known = all(chair in range(len(table.chairs)) for chair in chairs)
    if not known or len(set(chairs)) != len(chairs) or len(chairs) not in counts:
        raise errors.WrongSeats(least=min(counts), most=min(max(counts), len(table.chairs)))


def _make(plan: Plan, body: e.Started | e.Entered) -> None:
    """Adds an entry that makes a new position."""
    game, options = plan.table.game, plan.table.opened.options
    try:
        if isinstance(body, e.Started):
            game.new(options, body.chairs, body.first)
        else:
            game.draft(plan.table.state, options, body.chairs, body.changes)
    except OptionError as error:
        raise errors.BadOptions(message=error.what) from error
    except ParseError as error:
        raise errors.BadCommand(error.what) from error
    plan.add(body)


def _position(plan: Plan, command: c.EnterPosition) -> None:
    game = plan.table.game
    try:
        state = read_position(game, command.position)
    except ParseError as error:
        raise errors.BadCommand(error.sentence) from error
    own = game.chairs_of(state)
    chairs = own if command.chairs is None else command.chairs
    _check_chairs(plan.table, chairs)
    if len(chairs) != len(own):
        raise errors.WrongSeats(least=len(own), most=len(own))
    before = plan.table
    plan.add(e.Positioned(game.rules.to_json(state), chairs))
    _agreed(plan, before)


def _agreed(plan: Plan, before: Table) -> None:
    """Goes on from what was done by hand; or asks the others first: where players hide something from each other, and
    where somebody else than the host ends the game."""
    who, over = plan.asking.who, plan.table.turn is OVER
    bodies = [event.body for event in plan.events]
    asks = () if consent.alone(before, bodies) else consent.guards(before, who.chair)
    if over and before.turn is not OVER and not who.host:
        asks = asks or others(before, who.chair)
    if not asks:
        plan.run()
        return
    entered = any(isinstance(body, e.Positioned | e.Entered) for body in bodies)
    plan.ask(before, "end" if over else "position" if entered else "correct", asks)


def _act(plan: Plan, command: c.Act) -> None:
    table = plan.table
    state, rules = _state(table), table.game.rules
    seat = table.seat_of(plan.asking.who.chair) if command.seat is None else command.seat
    if seat is None:
        raise errors.NotSeated
    if seat not in range(len(table.players)):
        raise errors.NoSuchSeat
    action = _action(table, command.action)
    if isinstance(action, Correction):
        raise errors.BadCommand(errors.message("correction_apart"))
    if table.game.private(state, action):
        _same_eyes(plan, Seat(seat))
    last = table.last_human
    joins = command.joined and last is not None and isinstance(last.body, e.Acted) and last.seat == seat
    plan.add(e.Acted(seat, rules.action_text(action), True if joins else UNSET))
    plan.run()


def _same_eyes(plan: Plan, seat: Seat) -> None:
    """The phone must see what the seat sees."""
    table = plan.table
    view, eyes = table.game.rules.view, eyes_of(table, plan.asking.who)
    if eyes != seat and view(table.position, eyes) != view(table.position, seat):
        raise errors.CardsHidden(**table.chairs[table.players[seat]].called)


def _action(table: Table, text: str) -> object:
    try:
        return table.game.rules.parse_action(text)
    except ParseError as error:
        raise errors.BadCommand(error.sentence) from error


def _roll(plan: Plan, command: c.Roll) -> None:
    table = plan.table
    state = _state(table)
    if state.turn is not CHANCE:
        raise errors.NotARoll(message=errors.message("no_chance_now"))
    if table.game.question(state) is not None:
        raise errors.NotARoll(message=errors.message("question_first"))
    chances = table.game.rules.chances(state)
    if command.outcome is not None:
        _by_hand(plan, command.outcome)
    elif not chances.certain:
        if not table.game.rolls(state):
            raise errors.DiceUnknown
        plan.draw(chances)
    plan.run(app=command.rest)


def _by_hand(plan: Plan, text: str) -> None:
    """A roll or draw made on the table."""
    table = plan.table
    if table.game.deals(table.position):
        raise errors.NotARoll(message=errors.message("app_deals"))
    outcome = _action(table, text)
    if outcome not in table.game.rules.chances(table.position).outcomes:
        refusal = table.game.rules.refusal(table.position, outcome)
        if refusal is not None:
            raise RuleRefused(refusal, table.position)
        raise errors.NotARoll(message=errors.message("no_outcome", given=text))
    plan.add(e.Drawn(table.game.rules.action_text(outcome)), "hand")


def _answer(plan: Plan, command: c.Answer) -> None:
    table, state = plan.table, _state(plan.table)
    if table.game.question(state) is None and table.game.unknown(state) is None:
        raise errors.NoQuestion
    try:
        table.game.answered(table.position, command.answer)
    except ParseError as error:
        raise errors.BadCommand(error.what) from error
    plan.add(e.Answered(command.answer.strip().lower()))
    plan.run()


def _unattended(table: Table, at: int) -> tuple[Step, int]:
    """The step of entry `at`, and the entry before it, if nobody has decided anything since."""
    if at not in table.line:
        raise errors.NoSuchEntry(entry=at)
    if any(step.human for step in table.after(at)):
        raise errors.TooLate(entry=at)
    i = table.line.index(at)
    return table.step(at), table.line[i - 1] if i else 0


def _reroll(plan: Plan, command: c.Reroll) -> None:
    step, before = _unattended(plan.table, command.at)
    if step.source != "app":
        raise errors.NoSuchEntry(entry=command.at)
    table = plan.table
    plan.add(e.Undone(before))
    _by_hand(plan, command.outcome)
    _agreed(plan, table)


def _who(plan: Plan) -> str:
    """The name that a correction is signed with; ``host`` is said in words, and ``@`` with a seat's key as the seat."""
    table, chair = plan.table, plan.asking.who.chair
    if chair is None:
        return "host"
    seat, at = table.seat_of(chair), table.chairs[chair]
    if at.name or seat is None:
        return at.name or at.key
    return f"@{table.game.CHAIRS[table.game.chairs_of(_state(table))[seat]]}"


def _set(plan: Plan, changes: tuple[Change, ...], why: str, explains: str | None = None) -> None:
    plan.add(e.Corrected(changes, _who(plan), why, explains))


def _correct(plan: Plan, command: c.Correct) -> None:
    table = plan.table
    _state(table)
    if command.at is not None:
        _unattended(table, command.at)
        plan.add(e.Undone(command.at))
    game, state, eyes = table.game, plan.table.position, eyes_of(table, plan.asking.who)
    if any(game.secret(state, change.path, eyes) for change in command.changes):
        raise errors.NotYours
    # Only `Finish` says that the game was ended: then its fields go without saying.
    _set(plan, command.changes, LIES if command.why == FINISHED else command.why, command.explains)
    # What the corrector cannot see is the same before and after, so this tells nothing of it.
    if game.cards(state) is not None and game.cards(state) != game.cards(plan.table.position):
        raise errors.NoSuchCards
    _agreed(plan, table)


def _elsewhere(plan: Plan, command: c.Elsewhere) -> None:
    table, before = plan.table, 0
    if command.at:
        _, before = _unattended(table, command.at)
        if not before:
            raise errors.NoSuchEntry(entry=command.at)
    state = table.step(before).state if before else _state(table)
    try:
        skip = table.game.skip(state, command.place, traded=command.traded)
    except ParseError as error:
        raise errors.BadCommand(error.what) from error
    why = "elsewhere"
    if before:
        plan.add(e.Undone(before))
    _set(plan, skip.before, why)
    if skip.go_on:
        going = plan.table.game.rules
        plan.add(e.Drawn(going.action_text(going.chances(plan.table.position).outcomes[0])), "rules")
    if skip.after:
        _set(plan, skip.after, why)
    _agreed(plan, table)


def _enter(plan: Plan, command: c.Enter) -> None:
    table = plan.table
    chairs = table.players or command.chairs or tuple(chair.number for chair in table.chairs)
    _check_chairs(table, chairs)
    _make(plan, e.Entered(table.draft, chairs, command.fill, keeps=UNSET if table.state is None else True))
    _agreed(plan, table)


def _finish(plan: Plan, command: c.Finish) -> None:
    table = plan.table
    _set(plan, table.game.finish(_state(table)), FINISHED)
    _agreed(plan, table)


def _check(plan: Plan, command: c.Check) -> None:
    plan.add(e.Checked(command.zone))


def _lend(plan: Plan, command: c.Lend) -> None:
    table, who = plan.table, plan.asking.who
    if command.seat is None or command.seat == table.seat_of(who.chair):
        plan.add(e.Lent(command.seat))
        return
    if command.seat not in range(len(table.players)):
        raise errors.NoSuchSeat
    chair = table.chairs[table.players[command.seat]]
    if chair.held:
        raise errors.SeatTaken(**chair.called)
    asks = consent.of_loan(table, who, chair.number)
    if asks is None:
        raise errors.AskHost
    plan.add(e.Lent(command.seat, agreed=True if asks else UNSET))
    if asks:
        plan.ask(table, "lend", asks)


def _mix(plan: Plan, command: c.Mix) -> None:
    text = "".join(letter for letter in command.text if letter.isprintable()).strip()
    if not text:
        raise errors.BadCommand(errors.message("nothing_mixed"))
    if not plan.table.mixable:
        raise errors.MixedTooLate
    if plan.table.has_mixed(plan.asking.who.chair):
        raise errors.MixedAlready
    plan.add(e.Mixed(text))


def _tap(plan: Plan, command: c.Tap) -> None:
    table = plan.table
    chairs = table.players or tuple(chair.number for chair in table.chairs)
    try:
        table.game.draft(table.state, table.opened.options, chairs, tapped(table.draft, command.changes))
    except ParseError as error:
        raise errors.BadCommand(error.what) from error
    plan.add(e.Tapped(command.changes))


def _untap(plan: Plan, command: c.Untap) -> None:
    if not plan.table.drafts:
        raise errors.NothingToUndo
    plan.add(e.Untapped())


def _clear(plan: Plan, command: c.ClearDraft) -> None:
    plan.add(e.DraftCleared())


_HANDLERS: dict[type, Handler] = {
    **SEATING,
    **UNDOING,
    **RIVALS,
    c.Replace: put_right,
    c.Start: _start,
    c.EnterPosition: _position,
    c.Act: _act,
    c.Roll: _roll,
    c.Reroll: _reroll,
    c.Answer: _answer,
    c.Correct: _correct,
    c.Elsewhere: _elsewhere,
    c.Enter: _enter,
    c.Finish: _finish,
    c.Check: _check,
    c.Lend: _lend,
    c.Mix: _mix,
    c.Tap: _tap,
    c.Untap: _untap,
    c.ClearDraft: _clear,
    c.Show: beats.show,
    c.Tally: tally,
    c.Reveal: reveal,
}

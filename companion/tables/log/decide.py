"""Converts a command to log entries, or to the reason against it. Pure."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.correction import FINISHED, LIES, Change, Correction
from companion.engine.game import CHANCE, OVER, OptionError, ParseError, Seat
from companion.tables.errors import TableError, message
from companion.tables.game import OvercountError, read_position
from companion.tables.log import consent, repair, seats, tally, ui
from companion.tables.log import entries as e
from companion.tables.log.hotseat import check_eyes, find_viewer
from companion.tables.log.plan import Plan, RuleRefused
from companion.tables.log.table import Asked, Step, Table
from companion.tables.log.views import Who


def decide(plan: Plan, command: e.AnyCommand) -> None:
    """Adds the command's effects to the plan. Raises `TableError` or `RuleRefused`."""
    before, who = plan.table, plan.asking.who
    if before.closed:
        raise TableError("too_late")
    if isinstance(command, e.HOST_ONLY) and not who.host:
        raise TableError("host_only")
    if not isinstance(command, e.TakeSeat) and not who.seated:
        raise TableError("not_seated")
    _carry_out(plan, command)
    if isinstance(command, e.PlayCommand | e.Set) and plan.events:
        _go_on(plan, before, command)
    plan.renew()


def _carry_out(plan: Plan, command: e.AnyCommand) -> None:
    table = plan.table
    match command:
        case e.Set() | e.Close():
            plan.add(command)
        case e.TakeSeat():
            seats.take_seat(plan, command)
        case e.LeaveSeat():
            seats.leave_seat(plan, command)
        case e.NameSeat():
            seats.name_seat(plan, command)
        case e.SeatRival():
            seats.seat_rival(plan, command)
        case e.GiveSeat():
            seats.give_seat(plan, command)
        case e.Lend():
            ui.lend(plan, command)
        case e.Start():
            _start(plan, command)
        case e.EnterPosition():
            _position(plan, command)
        case e.Enter():
            chairs = table.players or command.chairs or tuple(chair.number for chair in table.chairs)
            _check_chairs(table, chairs)
            plan.add(e.Enter(chairs, table.ui.draft, keeps=table.state is not None))
        case e.Act():
            _act(plan, command)
        case e.Roll():
            _roll(plan, command)
        case e.Answer():
            if table.game.question(table.position) is None and table.game.unknown(table.position) is None:
                raise TableError("too_late")
            plan.add(e.Answer(command.answer.strip().lower()))
        case e.Reroll():
            step, before = _unattended(table, command.at)
            if step.source != "app" or before is None:
                raise TableError("no_such_entry", entry=command.at)
            _go_back(plan, before.seq)
            _enter_by_hand(plan, command.outcome)
        case e.Correct():
            _correct(plan, command)
        case e.Elsewhere():
            _elsewhere(plan, command)
        case e.Finish():
            _set(plan, table.game.finish(table.position), FINISHED)
        case e.Replace():
            _, gone = repair.replay_for(table, plan.asking.who, command.at, command.action)
            text = table.game.rules.action_text(table.parse_action(command.action))
            plan.add(replace(command, action=text, gone=gone))
        case e.Undo():
            _undo(plan, command)
        case e.Redo():
            if not table.undone:
                raise TableError("nothing_to_undo")
            plan.add(command)
            if asks := consent.find_chairs_to_ask(table, plan.table, plan.asking.who, (command,)):
                plan.ask(table, "back", asks)
        case e.ReplyUndo():
            _reply(plan, command)
        case e.Mix():
            text = "".join(letter for letter in command.text if letter.isprintable()).strip()
            if not text:
                raise TableError("bad_command", message=message("unfit"))
            if not table.mixable:
                raise TableError("too_late")
            plan.add(e.Mix(text))
        case e.Tally():
            _tally(plan, command)
        case _:
            ui.change_ui(plan, command)


def _go_on(plan: Plan, before: Table, command: e.AnyCommand) -> None:
    added, after, who = plan.events[:], plan.table, plan.asking.who
    plan.run()
    if isinstance(command, e.Act | e.Roll | e.Answer):
        after = plan.table
    bodies = [event.body for event in added]
    asks = consent.find_chairs_to_ask(before, after, who, bodies)
    wish: e.Wish = "position" if isinstance(command, e.EnterPosition | e.Enter) else "correct"
    if isinstance(bodies[0], e.Replace):
        wish = "replace"
        asks = asks or repair.find_chairs_to_ask(before, who, bodies[0].at, bodies[0].gone)
    elif after.turn is OVER:
        wish = "end"
    if asks:
        plan.events[:] = added
        plan.ask(before, wish, asks)


def _start(plan: Plan, command: e.Start) -> None:
    table, who = plan.table, plan.asking.who
    if table.state is not None:
        raise TableError("too_late")
    chairs = command.chairs or tuple(chair.number for chair in table.chairs if chair.taken)
    _check_chairs(table, chairs)
    if not who.host and not all(chair.number in table.ui.ready for chair in table.chairs if chair.held):
        raise TableError("host_only")
    if not command.lot and command.first not in range(len(chairs)):
        raise TableError("no_such_seat")
    plan.add(e.Start(chairs, plan.lot(len(chairs)) if command.lot else command.first, command.lot))


def _check_chairs(table: Table, chairs: tuple[int, ...]) -> None:
    counts = table.game.rules.PLAYERS
    known = all(chair in range(len(table.chairs)) for chair in chairs)
    if not known or len(set(chairs)) != len(chairs) or len(chairs) not in counts:
        raise TableError("wrong_seats", least=min(counts), most=min(max(counts), len(table.chairs)))


def _position(plan: Plan, command: e.EnterPosition) -> None:
    game = plan.table.game
    try:
        state = read_position(game, command.position)
    except ParseError as error:
        raise TableError("bad_command", message=error.sentence) from error
    own = game.chairs_of(state)
    chairs = command.chairs or own
    _check_chairs(plan.table, chairs)
    if len(chairs) != len(own):
        raise TableError("wrong_seats", least=len(own), most=len(own))
    plan.add(e.EnterPosition(game.rules.to_json(state), chairs))


def _act(plan: Plan, command: e.Act) -> None:
    table = plan.table
    state, rules = table.position, table.game.rules
    seat = table.seat_of(plan.asking.who.chair) if command.seat is None else Seat(command.seat)
    if seat is None:
        raise TableError("not_seated")
    if seat not in range(len(table.players)):
        raise TableError("no_such_seat")
    action = table.parse_action(command.action)
    if isinstance(action, Correction):
        raise TableError("bad_command", message=message("unfit"))
    if table.game.private(state, action):
        check_eyes(table, state, seat, table.players, plan.asking.who)
    last = next((step for step in reversed(table.line) if step.human), None)
    joins = command.joined and last is not None and isinstance(last.body, e.Act) and last.seat == seat
    plan.add(e.Act(rules.action_text(action), seat, joins))


def _roll(plan: Plan, command: e.Roll) -> None:
    table = plan.table
    state = table.position
    if state.turn is not CHANCE or table.game.question(state) is not None:
        raise TableError("bad_command", message=message("unfit"))
    chances = table.game.rules.chances(state)
    if command.outcome is not None:
        _enter_by_hand(plan, command.outcome)
    elif not chances.certain:
        if not table.game.rolls(state):
            raise TableError("dice_unknown")
        plan.draw(chances)
    plan.run(app=command.rest)


def _enter_by_hand(plan: Plan, text: str) -> None:
    table, rules = plan.table, plan.table.game.rules
    if table.game.deals(table.position):
        raise TableError("bad_command", message=message("unfit"))
    outcome = table.parse_action(text)
    if outcome not in rules.chances(table.position).outcomes:
        refusal = rules.refusal(table.position, outcome)
        if refusal is not None:
            raise RuleRefused(refusal, table.position)
        raise TableError("bad_command", message=message("no_chance"))
    plan.add(e.Roll(rules.action_text(outcome)), "hand")


def _unattended(table: Table, at: int) -> tuple[Step, Step | None]:
    """Returns the step of entry `at` and the one before it, if nobody has decided anything since."""
    i = table.index(at)
    if any(step.human for step in table.line[i + 1 :]):
        raise TableError("too_late", entry=at)
    return table.line[i], table.line[i - 1] if i else None


def _go_back(plan: Plan, to: int) -> None:
    """Undoes what follows an entry, to correct it; the table reads on where it was."""
    reading = plan.table.ui.reading
    plan.add(e.Undo(to))
    if reading is not None and reading.entry <= to:
        plan.set_ui(reads=(*plan.table.ui.reads, replace(reading, newest=to)))


def _make_signature(plan: Plan) -> str:
    """Returns the signature of a correction; ``host`` is put into words, and ``@`` with a seat's key becomes the
    seat."""
    table, chair = plan.table, plan.asking.who.chair
    if chair is None:
        return "host"
    seat, at = table.seat_of(chair), table.chairs[chair]
    if at.name or seat is None:
        return at.name or at.key
    return f"@{table.game.CHAIRS[table.game.chairs_of(table.position)[seat]]}"


def _set(plan: Plan, changes: tuple[Change, ...], why: str) -> None:
    plan.add(e.Correct(changes, why, who=_make_signature(plan)))


def _correct(plan: Plan, command: e.Correct) -> None:
    if command.at is not None:
        _unattended(plan.table, command.at)
        _go_back(plan, command.at)
    game, state, eyes = plan.table.game, plan.table.position, find_viewer(plan.table, plan.asking.who)
    if any(game.secret(state, change.path, eyes) for change in command.changes):
        raise TableError("not_yours")
    # Only `Finish` says that the game was ended: then its fields go without saying.
    _set(plan, command.changes, LIES if command.why == FINISHED else command.why)
    # What the corrector cannot see is the same before and after, so this tells nothing of it.
    if game.cards(state) is not None and game.cards(state) != game.cards(plan.table.position):
        raise TableError("not_yours")


def _elsewhere(plan: Plan, command: e.Elsewhere) -> None:
    game, before, why = plan.table.game, None, "elsewhere"
    if command.at:
        _, before = _unattended(plan.table, command.at)
        if before is None:
            raise TableError("no_such_entry", entry=command.at)
    try:
        skip = game.skip(before.state if before else plan.table.position, command.place, traded=command.traded)
    except ParseError as error:
        raise TableError("bad_command", message=error.what) from error
    if before is not None:
        _go_back(plan, before.seq)
    _set(plan, skip.before, why)
    if skip.go_on:
        certain = game.rules.chances(plan.table.position).outcomes[0]
        plan.add(e.Roll(game.rules.action_text(certain)), "rules")
    if skip.after:
        _set(plan, skip.after, why)


def _tally(plan: Plan, command: e.Tally) -> None:
    table = plan.table
    things = tally.things_of(table, command.chair)
    if things is None:
        raise TableError("no_such_seat")
    own, before = plan.asking.who.chair, table.counts.get(command.chair)
    if before is not None and command.chair != own and before.by != own:
        # Whoever goes on with another's count would read it, or say that it is whole.
        if table.chairs[command.chair].held:
            raise TableError("counts_alone", **table.chairs[command.chair].called)
        if before.ready and (before.by is None or table.chairs[before.by].held):
            raise TableError("counts_alone")
        before = None
    unknown = set(command.things) - set(things)
    if unknown:
        raise TableError("bad_command", message=message("other", what=things, given=min(unknown)))
    made = {**(before.things if before else {}), **command.things}
    lacking = tuple(thing for thing in things if thing not in made)
    if command.ready and lacking:
        raise TableError("bad_command", message=message("not_counted_yet", things=lacking))
    plan.add(e.Tally(command.chair, made, command.ready))
    if tally.done(plan.table):
        try:
            tally.final(plan.table)
            table.game.check_tally(plan.table.counting, tally.counts(plan.table))
        except OvercountError as error:
            raise TableError("overcounted", thing=error.thing, found=error.found, most=error.most) from error
        except OptionError as error:
            raise TableError("miscounted", message=error.what) from error


def _undo(plan: Plan, command: e.Undo) -> None:
    table = plan.table
    to = consent.undo_target(table, command.before) if command.to is None else command.to
    if to != 0:
        table.index(to)
    gone = table.after(to)
    if not gone:
        raise TableError("nothing_to_undo")
    asks, first = consent.find_chairs_to_ask_for_undo(table, plan.asking.who.chair, to)
    if asks and not (command.keep and len(gone) == 1 and consent.is_end_by_hand(gone[0])):
        plan.add(e.Ask("undo", to, asks, first=first))
    else:
        plan.add(e.Undo(to))


def _reply(plan: Plan, command: e.ReplyUndo) -> None:
    who, asked = plan.asking.who, plan.table.asked
    if asked is None or command.asked not in (None, asked.seq):
        raise TableError("too_late")
    if who.chair == asked.asker and not command.yes:
        plan.add(e.ReplyUndo(yes=False))
        return
    decides = _decides(plan, asked)
    plan.add(e.ReplyUndo(command.yes))
    now = plan.table.asked
    if now is not None and (decides or set(consent.voting_chairs(plan.table, now)) <= set(now.yes)):
        _carry_out_asked(plan, now)


def _decides(plan: Plan, asked: Asked) -> bool:
    """Returns whether this phone's *yes* alone decides. Raises ``too_late`` if it is not asked, ``asked_first`` if not
    yet."""
    table, who, own = plan.table, plan.asking.who, consent.find_hand_owner(asked)
    of, voice = consent.find_asked_chairs(table, asked), consent.find_reply_right(table, asked, who)
    if not voice:
        raise TableError("too_late")
    heard = 0 if own is None else plan.asking.heard.get(own, 0)
    if voice == "later" and plan.asking.at - max(asked.at, heard) < consent.SILENT:
        chairs = [table.chairs[chair] for chair in (of if own is None else (own,))]
        raise TableError("asked_first", names=", ".join(chair.name or chair.key for chair in chairs))
    if own is not None:
        return who.chair == own or not consent.voting_chairs(table, asked)
    return asked.ask.first or who.chair not in of


def _carry_out_asked(plan: Plan, asked: Asked) -> None:
    then, by = asked.ask.then, Who(asked.asker)
    if not then:
        plan.add(e.Undo(asked.ask.to))
    if asked.ask.what == "seat":
        key = (asked.ask.claim, consent.find_hand_owner(asked))
        claims = plan.table.ui.open_claims(plan.asking.at)
        claim = next((claim for claim in claims if (claim.number, claim.chair) == key), None)
        if claim is None:  # the phone does not ask any more
            plan.add(e.ReplyUndo(yes=False), by=by)
            return
        seats.accept(plan, claim)
    for one in then:
        plan.add(one.body, one.source, by)
    if then and isinstance(then[-1].body, e.Moment):
        plan.run()

"""Score only: what everybody counted, secret until all are ready."""

from __future__ import annotations

from companion.engine.game import OVER, GameState, OptionError, Score
from companion.tables import errors
from companion.tables.game import OvercountError
from companion.tables.log import commands as c
from companion.tables.log import entries as e
from companion.tables.log.plan import Plan
from companion.tables.log.table import Count, Table


def counts(table: Table) -> tuple[dict[str, int], ...]:
    """What each chair that counts has counted so far, in their order."""
    by_chair = dict(table.counts)
    return tuple(by_chair[chair].things if chair in by_chair else {} for chair in table.counting)


def asked(table: Table) -> dict[int, tuple[str, ...]]:
    """What each chair has to count that counts at all. Ties ask for more once everybody was ready without it, until
    everybody is ready again."""
    return _asked(table, table.counting)


def _asked(table: Table, counting: tuple[int, ...]) -> dict[int, tuple[str, ...]]:
    compared = dict(table.compared)
    ready = all(chair in compared for chair in counting)
    known = tuple(compared[chair].things if ready else {} for chair in counting)
    # Those to come have counted nothing: as many as there are chairs, or at least as can play.
    lacking = (min(table.game.rules.PLAYERS) if ready else len(table.chairs)) - len(counting)
    things = table.game.tally_things((*known, *({} for _ in range(lacking))))
    return dict(zip(counting, things, strict=False))


def things_of(table: Table, chair: int) -> tuple[str, ...] | None:
    """What a chair would have to count if it began to; none: there is no such chair, or it does not play."""
    if table.players or chair in table.counting:
        return asked(table).get(chair)
    known = range(len(table.chairs))
    return _asked(table, tuple(sorted((*table.counting, chair)))).get(chair) if chair in known else None


def ties(table: Table) -> dict[int, tuple[str, ...]]:
    """What the chairs that tie have to count besides what everybody counts."""
    if not all(chair in dict(table.compared) for chair in table.counting):
        return {}
    usual = table.game.tally_things(tuple({} for _ in table.counting))[0]
    more = ((chair, tuple(thing for thing in things if thing not in usual)) for chair, things in asked(table).items())
    return {chair: things for chair, things in more if things}


def ready(table: Table) -> tuple[int, ...]:
    """The chairs that have counted all they have to."""
    by_chair = dict(table.counts)
    return tuple(
        chair
        for chair, things in asked(table).items()
        if (count := by_chair.get(chair, Count({}, False))).ready and set(things) <= set(count.things)
    )


def done(table: Table) -> bool:
    """Everybody has counted everything."""
    enough = table.players or len(table.counting) in table.game.rules.PLAYERS
    alone = not table.players and len(table.counting) == 1 < len(table.chairs)
    return bool(table.counts and enough and not alone) and len(ready(table)) == len(table.counting)


def finished(table: Table) -> bool:
    """Is the game over, or has everybody counted?"""
    return done(table) or (table.state is not None and table.turn is OVER)


def final(table: Table) -> GameState:
    """The finished game that the counts make. Only when `done`."""
    return table.game.tallied(table.opened.options, table.counting, counts(table))


def result(table: Table) -> Score | None:
    """The score of a finished game; none: it is not over, or not all is known that a score needs."""
    game, state = table.game, table.state
    if done(table):
        return game.rules.score(final(table))
    if state is None or state.turn is not OVER or not game.scorable(state):
        return None
    return game.rules.score(state)


def tally(plan: Plan, command: c.Tally) -> None:
    """Sets what a chair counted."""
    table = plan.table
    things = things_of(table, command.chair)
    if things is None:
        raise errors.NoSuchSeat
    own, before = plan.asking.who.chair, dict(table.counts).get(command.chair)
    if before is not None and command.chair != own and before.by != own:
        # Whoever goes on with another's count would read it, or say that it is whole.
        if table.chairs[command.chair].held:
            raise errors.CountsAlone(**table.chairs[command.chair].called)
        if before.ready and (before.by is None or table.chairs[before.by].held):
            raise errors.CountedElsewhere
        before = None
    unknown = set(command.things) - set(things)
    if unknown:
        raise errors.BadCommand(errors.message("thing_not_counted", thing=min(unknown), things=things))
    made = {**(before.things if before else {}), **command.things}
    lacking = [thing for thing in things if thing not in made]
    if command.ready and lacking:
        raise errors.BadCommand(errors.message("not_counted_yet", things=tuple(lacking)))
    plan.add(e.Tallied(command.chair, made, command.ready))
    if done(plan.table):
        try:
            final(plan.table)
            table.game.check_tally(plan.table.counting, counts(plan.table))
        except OvercountError as error:
            raise errors.Overcounted(thing=error.thing, found=error.found, most=error.most) from error
        except OptionError as error:
            raise errors.Miscounted(message=error.what) from error


def reveal(plan: Plan, command: c.Reveal) -> None:
    """Tells so many lines of the final score ahead of time."""
    if not plan.asking.who.host:
        raise errors.HostOnly
    if not finished(plan.table):
        raise errors.NotOver
    if command.lines > plan.table.revealed:
        plan.add(e.Revealed(command.lines))

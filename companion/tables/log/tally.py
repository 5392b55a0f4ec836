"""The counts of all players, secret until all are ready, and the result of a game."""

from __future__ import annotations

from companion.engine.game import OVER, GameState, Score
from companion.tables.log.table import Count, Table


def counts(table: Table) -> tuple[dict[str, int], ...]:
    """Returns the counts so far of the chairs that count, in order."""
    nothing = Count({}, False)
    return tuple(table.counts.get(chair, nothing).things for chair in table.counting)


def asked(table: Table, chairs: tuple[int, ...] | None = None) -> dict[int, tuple[str, ...]]:
    """Returns the things that each of these chairs (None: those that count) has to count. Ties add more once everybody
    is ready, until everybody is ready again."""
    counting = table.counting if chairs is None else chairs
    ready = all(chair in table.compared for chair in counting)
    known = tuple(table.compared[chair].things if ready else {} for chair in counting)
    # Those to come have counted nothing: as many as there are chairs, or at least as can play.
    lacking = (min(table.game.rules.PLAYERS) if ready else len(table.chairs)) - len(counting)
    things = table.game.tally_things((*known, *({} for _ in range(lacking))))
    return dict(zip(counting, things, strict=False))


def things_of(table: Table, chair: int) -> tuple[str, ...] | None:
    """Returns the things that a chair has to count, or would have to. None for an unknown chair, or one that does not
    play."""
    if table.players or chair in table.counting:
        return asked(table).get(chair)
    if chair not in range(len(table.chairs)):
        return None
    return asked(table, tuple(sorted((*table.counting, chair)))).get(chair)


def ties(table: Table) -> dict[int, tuple[str, ...]]:
    """Returns additional things to count for chairs that tie."""
    if not all(chair in table.compared for chair in table.counting):
        return {}
    usual = table.game.tally_things(tuple({} for _ in table.counting))[0]
    more = ((chair, tuple(thing for thing in things if thing not in usual)) for chair, things in asked(table).items())
    return {chair: things for chair, things in more if things}


def ready(table: Table) -> tuple[int, ...]:
    """Returns the chairs that have counted everything required."""
    return tuple(
        chair
        for chair, things in asked(table).items()
        if (count := table.counts.get(chair)) is not None and count.ready and set(things) <= set(count.things)
    )


def done(table: Table) -> bool:
    """Returns whether everybody has counted everything."""
    enough = table.players or len(table.counting) in table.game.rules.PLAYERS
    alone = not table.players and len(table.counting) == 1 < len(table.chairs)
    return bool(table.counts and enough and not alone) and len(ready(table)) == len(table.counting)


def finished(table: Table) -> bool:
    """Returns whether the game is over, or everybody has counted."""
    return done(table) or (table.state is not None and table.turn is OVER)


def final(table: Table) -> GameState:
    """Returns the finished game of the counts. Call it only when `done`."""
    return table.game.tallied(table.opened.options, table.counting, counts(table))


def result(table: Table) -> Score | None:
    """Returns the score of a finished game; None if it is not over, or not everything needed for the score is known."""
    game, state = table.game, table.state
    if done(table):
        return game.rules.score(final(table))
    if state is None or state.turn is not OVER or not game.scorable(state):
        return None
    return game.rules.score(state)

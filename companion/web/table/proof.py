"""Check of the app's dice: before the end what the app is bound to, afterwards every roll, computed again."""

from __future__ import annotations

from companion.engine.registry import game as engine
from companion.tables.log.proof import CheckedRoll
from companion.web.config import tables
from companion.web.context import AnyContext
from companion.web.game_pages import player_names
from companion.web.table.frame import show


def verify(context: AnyContext, item: str) -> str:
    verdict, language = tables().verified(context.code), context.language
    if verdict is None:
        return show(context, "verify.html")
    game, table = engine(verdict.game), verdict.table
    names = player_names(verdict.game, verdict.players, language)

    def say_roll(roll: CheckedRoll) -> str:
        return game.say(roll.effects[0], roll.state, language, names) if roll.effects else roll.outcome

    return show(
        context,
        "verify.html",
        verdict=verdict,
        findings=[finding.say(language) for finding in verdict.findings],
        by_app=sum(roll.number is not None for roll in verdict.rolls),
        name_chair=context.chair_name,
        say_roll=say_roll,
        scored=[] if table is None else [context.chair_name(chair) for chair in table.counting],
    )

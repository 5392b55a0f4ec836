"""Checks of the app's dice: `/verify/<code>` for a table here, `/verify` for an exported log."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from companion.engine.registry import game as engine
from companion.tables.errors import TableError
from companion.tables.executor import EXPORT_BYTES, MOST_ENTRIES
from companion.tables.log.proof import CheckedRoll, Verdict, verify
from companion.web.config import tables, this_phone
from companion.web.game_pages import game_title, player_names, words_of
from companion.web.table.frame import show, visit_table

bp = Blueprint("proof", __name__, url_prefix="/verify")


def _describe(verdict: Verdict) -> dict[str, object]:
    """A verdict with its sentences, for a template."""
    language, game, table = this_phone().language, engine(verdict.game), verdict.table
    names = player_names(verdict.game, verdict.players, language)
    chairs = () if table is None else player_names(verdict.game, table.chairs, language)

    def name_chair(chair: int | None) -> str:
        return words_of(language).phrase("who.host") if chair is None else chairs[chair]

    def say_roll(roll: CheckedRoll) -> str:
        return game.say(roll.effects[0], roll.state, language, names) if roll.effects else roll.outcome

    return {
        "verdict": verdict,
        "findings": [finding.say(game, language, names) for finding in verdict.findings],
        "by_app": sum(roll.number is not None for roll in verdict.rolls),
        "name_chair": name_chair,
        "say_roll": say_roll,
        "scored": () if table is None else tuple(map(name_chair, table.counting)),
    }


@bp.get("/<code>")
def table(code: str) -> str:
    """The dice of a table: before its end what the app is bound to, afterwards every roll, computed again."""
    context, verdict = visit_table(code), tables().verified(code)
    return show(context, "proof/table.html", **({} if verdict is None else _describe(verdict)))


@bp.get("")
def show_form(note: str = "", status: int = 200) -> tuple[str, int]:
    """A form for the log of any finished table."""
    return render_template("proof/verify.html", note=note), status


@bp.post("")
def check_log() -> tuple[str, int]:
    """Checks a log that was sent as a file or as text; it is not stored."""
    request.max_content_length = request.max_form_memory_size = EXPORT_BYTES
    file, words = request.files.get("table"), words_of(this_phone().language)
    text = (file.read() if file else b"") or request.form.get("text", "").encode()
    try:
        verdict = verify(text, MOST_ENTRIES)
    except TableError as error:
        return show_form(words.phrase("verify.unreadable", message=error.what.say(this_phone().language)), 400)
    name = game_title(verdict.game, this_phone().language)
    return render_template("proof/verify.html", name=name, **_describe(verdict)), 200

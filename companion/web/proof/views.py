"""Checking the app's dice: `/verify/<code>` for a table here, `/verify` for a log that somebody brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from msgspec import Struct
from werkzeug.wrappers import Response as Answer

from companion.engine.registry import game as engine
from companion.engine.wording import wording
from companion.tables.errors import BadImport
from companion.tables.export import LARGEST
from companion.tables.log.audit import Verdict, said, verify
from companion.tables.log.proof import Roll, Sign
from companion.web.context import AnyContext
from companion.web.game_pages import called, player_names
from companion.web.http.served import tables
from companion.web.phone import this_phone
from companion.web.proof import WORDS
from companion.web.table.access import sit_down
from companion.web.table.key_commands import carry_out
from companion.web.table.renderer import show
from companion.web.wordings import speaking

bp = Blueprint("proof", __name__, url_prefix="/verify")


class RollLine(Struct, frozen=True):
    """A roll in words. `came` is the outcome as the log has it, `expected` what its seed gives."""

    seq: int
    says: str
    sign: Sign
    came: str
    expected: str
    undone: bool


class SeedLine(Struct, frozen=True):
    """A seed in words: what bound the app, by whom something was mixed in, and what was rolled."""

    commitment: str
    mixed: tuple[tuple[str, str], ...]
    seed: str | None
    rolls: tuple[RollLine, ...]


class Told(Struct, frozen=True):
    """What can be said of a log, in the reader's language."""

    verdict: Verdict
    findings: tuple[str, ...]
    seeds: tuple[SeedLine, ...]
    by_app: int
    by_hand: int
    names: tuple[str, ...]
    """Those who are scored, by seat."""


def told(verdict: Verdict, language: str) -> Told:
    """A verdict in words."""
    game, table = engine(verdict.game), verdict.proof.table
    names = player_names(verdict.game, verdict.players, language)
    chairs = () if table is None else player_names(verdict.game, table.chairs, language)
    host = wording("companion.web", language).phrase("the_host")
    rolls = verdict.proof.rolls
    by_app = sum(roll.number is not None for roll in rolls)
    return Told(
        verdict,
        tuple(said(finding, game, language, names) for finding in verdict.findings),
        tuple(
            SeedLine(
                seed.commitment,
                tuple((host if m.chair is None else chairs[m.chair], m.text) for m in seed.mixed),
                seed.seed,
                tuple(_roll(roll, verdict, language, names) for roll in seed.rolls),
            )
            for seed in verdict.proof.seeds
        ),
        by_app,
        len(rolls) - by_app,
        () if table is None else tuple(chairs[chair] for chair in table.counting),
    )


def _roll(roll: Roll, verdict: Verdict, language: str, names: Sequence[str]) -> RollLine:
    says = engine(verdict.game).say(roll.effects[0], roll.state, language, names) if roll.effects else ""
    return RollLine(roll.seq, says, roll.sign, roll.outcome, roll.expected or "", roll.seq in verdict.proof.undone)


def _words() -> dict[str, Callable[..., str]]:
    words = wording(WORDS, this_phone().language)
    return {"p": speaking(words), "pcount": words.count}


@bp.get("/<code>")
def table(code: str) -> str:
    """The dice of a table: before its end what the app is bound to, afterwards every roll, computed again."""
    return _table(sit_down(code))


@bp.post("/<code>")
def mixed(code: str) -> tuple[str, int] | Answer:
    """Mixes something into the table's dice."""
    context = sit_down(code)
    note = carry_out(context, request.form)
    if note is not None:
        return _table(sit_down(code, note)), 409
    return redirect(url_for("proof.table", code=context.code), 303)


def _table(context: AnyContext) -> str:
    verdict = tables().verified(context.code)
    found = None if verdict is None else told(verdict, context.language)
    return show(context, "proof/table.html", told=found, mixed=_mixed(context), **_words())


def _mixed(context: AnyContext) -> Sequence[tuple[str, str]]:
    """Who has mixed what into the dice of the seed in use."""
    return [(context.chair_name(m.chair) if m.chair is not None else context.words.phrase("the_host"), m.text)
            for m in context.view.mixed]  # fmt: skip


@bp.get("")
def anywhere() -> str:
    """A form for the log of any finished table."""
    return render_template("proof/verify.html", told=None, note="", **_words())


@bp.post("")
def checked() -> tuple[str, int]:
    """Checks a log that was sent as a file or as text; nothing of it is kept."""
    request.max_content_length = request.max_form_memory_size = LARGEST
    sent = request.files.get("table")
    text = (sent.read() if sent else b"") or request.form.get("text", "").encode()
    words = _words()
    try:
        verdict = verify(text, tables().limits.entries)
    except BadImport as error:
        message = error.what.say(this_phone().language)
        note = words["p"]("unreadable", message=message) if text.strip() else words["p"]("empty")
        return render_template("proof/verify.html", told=None, note=note, **words), 400
    language = this_phone().language
    name = called(verdict.game, language)
    return render_template("proof/verify.html", told=told(verdict, language), name=name, note="", **words), 200

"""From the engine's and the tables' values to those of the interface, in the language of whoever asks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Raw

from companion.engine.game import CHANCE, OVER, AnyEffect, AnyGame, Fault, GameState, Score, ScoreLine
from companion.engine.registry import game as engine
from companion.tables import Answer, AnyView, Draft, Line, UndoCard
from companion.tables.game import table_game
from companion.web.api import table_values as tv
from companion.web.api import values as v
from companion.web.game_pages import player_names


def position(game: AnyGame, state: GameState) -> v.PositionForms:
    """Both forms of a position."""
    return v.PositionForms(game.text(state), Raw(game.to_json(state).encode()))


def effects(
    game: AnyGame, found: Iterable[AnyEffect], state: GameState, language: str, names: Sequence[str] = ()
) -> tuple[v.Happened, ...]:
    """Effects in words and as data; `state` is the one they led to."""
    return tuple(
        v.Happened(
            game.say(effect, state, language, names),
            effect.rule,
            tuple(v.Reason(w.rule, w.title, w.lines) for w in game.why(effect, state, language, names)),
            effect,
        )
        for effect in found
    )


def faults(game: AnyGame, found: Iterable[Fault], state: GameState, language: str) -> tuple[v.Fault, ...]:
    """Faults in words and as data."""
    return tuple(
        v.Fault(f.kind, game.say(f, state, language), f.rule, f.thing, f.place, f.seat, f.found, f.expected)
        for f in found
    )


def scores(game: AnyGame, score: Score, state: GameState, language: str, names: Sequence[str] = ()) -> v.Scores:
    """A score with each line in words."""

    def rows(lines: Iterable[ScoreLine]) -> tuple[v.ScoreRow, ...]:
        return tuple(
            v.ScoreRow(x.thing, game.say(x, state, language, names), x.count, x.worth, x.points, x.rule) for x in lines
        )

    sheets = tuple(v.ScoreSheet(s.seat, s.total, rows(s.lines), rows(s.ties)) for s in score.sheets)
    return v.Scores(sheets, score.winners, score.decided_by, score.final)


def outcomes(game: AnyGame, state: GameState) -> tuple[v.Outcome, ...]:
    """What chance may give, with weights; nothing where it is somebody's turn."""
    if state.turn is not CHANCE:
        return ()
    chances = game.chances(state)
    return tuple(v.Outcome(game.action_text(o), w) for o, w in zip(chances.outcomes, chances.weights, strict=True))


def turn(state: GameState) -> int | Literal["chance", "over"]:
    """A seat, ``chance`` or ``over``."""
    return state.turn if isinstance(state.turn, int) else "chance" if state.turn is CHANCE else "over"


def view(found: AnyView, language: str) -> tv.TableView:
    """A table as its phone may know it."""
    game, offered = engine(found.game), table_game(found.game)
    draft, names = found.draft, player_names(found.game, found.players, language)
    return tv.TableView(
        code=found.code,
        game=found.game,
        seq=found.seq,
        me=found.me,
        seat=found.seat,
        language=found.language,
        settings=found.settings,
        options=found.options,
        house_rules={switch.name: found.options.get(switch.name, switch.usual) for switch in offered.SWITCHES},
        chairs=found.chairs,
        over=_over(found),
        position=None if found.state is None else position(game, found.state),
        waiting=found.waiting,
        legal=tuple(game.action_text(action) for action in _possible(game, found)),
        outcomes=tuple(game.action_text(outcome) for outcome in found.outcomes),
        question=found.question,
        answers=() if found.question is None else tuple(map(Answer, found.question.answers)),
        undo=None if found.undo is None else _asked(game, found.undo, language, names),
        can_undo=found.can_undo,
        can_redo=found.can_redo,
        draft=None if draft is None else _draft(game, draft, language),
        tally=found.tally,
        score=None
        if found.score is None or found.scored is None
        else scores(game, found.score, found.scored, language, names),
        shown=found.shown,
        corrected=found.corrected,
        commitment=found.commitment,
        proof=found.proof,
        closed=found.closed,
    )


def _over(found: AnyView) -> bool:
    if found.state is None:
        return found.tally is not None and found.tally.done
    return found.state.turn is OVER


def _possible(game: AnyGame, found: AnyView) -> Iterable[object]:
    """The legal actions without those after which there would be more of a thing than the box holds: from a hand that
    the app does not know the rules take any card, even one of which all copies lie elsewhere for all to see."""
    state = found.state
    if state is None:
        return ()
    before = _too_many(game, state)
    return (a for a in found.legal if _too_many(game, game.play(state, a, found.eyes)[0]) <= before)


def _too_many(game: AnyGame, state: GameState) -> frozenset[tuple[str, str]]:
    """Of what a position holds more than there is. Other faults may come of a position that is known in part."""
    return frozenset(
        (fault.kind, fault.thing)
        for fault in game.faults(state)
        if fault.thing is not None and (fault.found or 0) > (fault.expected or 0)
    )


def _asked(game: AnyGame, card: UndoCard, language: str, names: Sequence[str]) -> tv.AskCard:
    said = () if card.state is None else effects(game, card.effects, card.state, language, names)
    return tv.AskCard(
        card.seq, card.to, card.asker, card.goes, card.of, card.yes, card.at, card.mine, card.instead, card.what, said
    )


def _draft(game: AnyGame, draft: Draft[GameState], language: str) -> tv.DraftForm:
    if draft.state is None:
        return tv.DraftForm(None, (), draft.missing)
    return tv.DraftForm(position(game, draft.state), faults(game, draft.faults, draft.state, language), draft.missing)


def line(game: AnyGame, found: Line, language: str, names: Sequence[str]) -> tv.LogLine:
    """An entry of the log."""
    return tv.LogLine(
        seq=found.seq,
        kind=found.kind,
        at=found.at,
        actor=found.actor,
        seat=found.seat,
        source=found.source,
        moment=found.moment,
        undone=found.undone,
        effects=() if found.state is None else effects(game, found.effects, found.state, language, names),
        body=found.body,
    )

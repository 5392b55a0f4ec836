"""The figures of what a game has counted itself: its cards, its places, its actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from markupsafe import Markup

from companion.engine.study import Study, study_of
from companion.lab.measures import Counts, Measures, Thing
from companion.lab_report.charts import Bar, Span, Square, bars, heat, spans
from companion.lab_report.figure import Figure, Row
from companion.lab_report.figures import Speaker

SHOWN = 6
"""Of the highest and of the lowest in a chart; the table has all of them."""
FEW = 30
"""Cases below which nothing is said of a thing by itself."""


def thing_figures(speaker: Speaker, found: Measures) -> Iterator[Figure]:
    """One for each kind that anything was counted of."""
    for counts in found.counts:
        if any(one.times for one in counts.things):
            yield _figure(speaker, found, counts)


def _figure(speaker: Speaker, found: Measures, counts: Counts) -> Figure:
    study, kind = study_of(speaker.game), counts.kind
    title = study.phrase(kind.id, speaker.language)
    name = partial(_name, speaker, study, kind.id)
    rated = bool(kind.of) and any(one.rate for one in counts.things)
    ranked = sorted(counts.things, key=lambda one: -_height(one, rated=rated))
    chart = _map(study, counts, title) if kind.city else _chart(speaker, title, ranked, name, rated=rated)
    lines = tuple(_line(speaker, one, name, rated=rated, wins=_wins(counts)) for one in ranked)
    heads, note = _heads(speaker, counts, rated=rated), _note(speaker, found, counts, name)
    return Figure(f"count-{kind.id}", title, chart, heads, lines, note)


def _name(speaker: Speaker, study: Study, kind: str, thing: str) -> str:
    said = study.name(kind, thing, speaker.language)
    return f"{said[:1].upper()}{said[1:]}"


def _height(one: Thing, *, rated: bool) -> float:
    return (one.rate.value if one.rate else -1.0) if rated else float(one.times)


def _map(study: Study, counts: Counts, title: str) -> Markup:
    most = max(one.times for one in counts.things)
    placed = ((one, study.place(one.thing)) for one in counts.things)
    return heat(title, [Square(*at, one.thing, str(one.times), one.times / most) for one, at in placed if at])


def _chart(speaker: Speaker, title: str, ranked: Sequence[Thing], name: partial[str], *, rated: bool) -> Markup:
    told = [one for one in ranked if one.rate] if rated else list(ranked)
    shown = told if len(told) <= 2 * SHOWN else [*told[:SHOWN], *told[-SHOWN:]]
    if not rated:
        return bars(title, [Bar(name(one.thing), ((1, one.times),), str(one.times)) for one in shown])
    rates = [(one.thing, one.rate) for one in shown if one.rate]
    return spans(title, [Span(name(t), r.low, r.value, r.high, speaker.percent(r.value)) for t, r in rates])


def _heads(speaker: Speaker, counts: Counts, *, rated: bool) -> tuple[str, ...]:
    keys = ["what", "times", *(["part", "between"] if rated else []), *(["won", "between"] if _wins(counts) else [])]
    return tuple(speaker.words.phrase(key) for key in keys)


def _wins(counts: Counts) -> bool:
    return any(one.wins for one in counts.things)


def _line(speaker: Speaker, one: Thing, name: partial[str], *, rated: bool, wins: bool) -> Row:
    part = speaker.share(one.rate)[:2] if one.rate else ("–", "")
    won = speaker.share(one.wins)[:2] if one.wins else ("–", "")
    return Row(name(one.thing), (str(one.times), *(part if rated else ()), *(won if wins else ())))


def _note(speaker: Speaker, found: Measures, counts: Counts, name: partial[str]) -> str:
    """What is never or always done, and who wins with what, as far as the intervals tell."""
    words, fair = speaker.words, 1 / found.arm.players
    said = []
    never = [one for one in counts.things if not one.times and (one.of >= FEW or not counts.kind.of)]
    always = [one for one in counts.things if one.rate and one.of >= FEW and one.rate.low > 0.9]
    better = [one for one in counts.things if one.wins and one.wins.cases >= FEW and one.wins.low > fair]
    worse = [one for one in counts.things if one.wins and one.wins.cases >= FEW and one.wins.high < fair]
    for key, some in (("never", never), ("always", always), ("wins", better), ("loses", worse)):
        if some:
            said.append(words.phrase(key, things=words.listed(name(one.thing) for one in some[: 2 * SHOWN])))
    return " ".join(said)

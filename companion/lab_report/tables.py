"""The tables of a report, each with a sentence that says what it may mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.engine.study import study_of
from companion.lab.measures import Counts, Luck, Measures, Share, Spread, Thing
from companion.lab_report.speaker import Speaker

SPREAD = ("what", "least", "lower", "median", "upper", "most")
SHARE = ("what", "part", "between", "cases")
FEW = 30
"""Cases below which nothing is said of a thing by itself."""
NAMED = 12
"""Things that a sentence names at most."""
Rows = Sequence[tuple[str, ...]]


class Table(Struct, frozen=True):
    """A table with its heads; the first cell of a row is its label."""

    title: str
    heads: tuple[str, ...]
    rows: Rows
    note: str = ""


def arm_tables(speaker: Speaker, found: Measures) -> Iterator[Table]:
    """The tables of one arm."""
    players = found.arm.players
    yield _table(speaker, "length", SPREAD, _spreads(speaker, in_decisions=found.decisions, in_actions=found.actions))
    spreads = {speaker.bot(one.bot): one.points for one in found.bots}
    yield _table(speaker, "points", SPREAD, [_spread(name, one) for name, one in spreads.items()])
    if players > 1:
        if len(found.bots) > 1:
            wins = {speaker.bot(one.bot): one.wins for one in found.bots}
            yield _table(speaker, "wins", SHARE, _shares(speaker, wins))
        yield _seats(speaker, found)
        yield _leads(speaker, found)
    if found.ladder:
        phrase = speaker.words.phrase
        pairs = {(speaker.bot(rung.bot), speaker.bot(rung.other)): rung.better for rung in found.ladder}
        better = {phrase("better", bot=bot, other=other): share for (bot, other), share in pairs.items()}
        yield _table(speaker, "ladder", SHARE, _shares(speaker, better))
    if found.luck:
        yield _luck(speaker, found.luck)
    ends = [(speaker.ending(key), str(n), speaker.percent(n / found.games)) for key, n in found.endings]
    yield _table(speaker, "endings", ("what", "games", "part"), ends)
    for counts in found.counts:
        if any(one.times for one in counts.things):
            yield _counts(speaker, found, counts)


def _table(speaker: Speaker, key: str, heads: Sequence[str], rows: Rows, note: str = "") -> Table:
    return Table(speaker.words.phrase(key), tuple(map(speaker.words.phrase, heads)), rows, note)


def _spread(label: str, s: Spread) -> tuple[str, ...]:
    return (label, *(f"{n:.0f}" for n in (s.least, s.lower, s.median, s.upper, s.most)))


def _spreads(speaker: Speaker, **spreads: Spread) -> Rows:
    return [_spread(speaker.words.phrase(key), one) for key, one in spreads.items()]


def _shares(speaker: Speaker, shares: dict[str, Share]) -> Rows:
    return [(label, *speaker.share(share), str(share.cases)) for label, share in shares.items()]


def _seats(speaker: Speaker, found: Measures) -> Table:
    words, fair = speaker.words, 1 / found.arm.players
    shares = {words.phrase("seat_n", n=str(n)): share for n, share in enumerate(found.seats, 1)}
    apart = [name for name, share in shares.items() if not share.low <= fair <= share.high]
    note = words.phrase("note.seats_apart", seats=words.listed(apart)) if apart else ""
    return _table(speaker, "seats", SHARE, _shares(speaker, shares), note)


def _leads(speaker: Speaker, found: Measures) -> Table:
    rows: dict[str, tuple[str, ...]] = {
        "changes": (f"{found.changes.mean:.1f}", ""),
        "settled": (speaker.percent(found.settled.median), ""),
    }
    if found.half:
        rows["half"] = speaker.share(found.half)
    rows["crowned"] = speaker.share(found.crowned)
    named = [(speaker.words.phrase(key), *numbers) for key, numbers in rows.items()]
    return _table(speaker, "leads", ("what", "value", "between"), named)


def _luck(speaker: Speaker, luck: Luck) -> Table:
    parts = {"luck_players": luck.players, "luck_deal": luck.deal, "luck_rest": luck.rest}
    rows: Rows = [(speaker.words.phrase(key), speaker.percent(part)) for key, part in parts.items()]
    note = speaker.words.phrase("note.luck", players=speaker.percent(luck.players), deal=speaker.percent(luck.deal))
    return _table(speaker, "luck", ("what", "part"), rows, note)


def _counts(speaker: Speaker, found: Measures, counts: Counts) -> Table:
    study, kind, phrase = study_of(speaker.game), counts.kind, speaker.words.phrase
    rated, won = (kind.of and any(one.rate for one in counts.things), any(one.wins for one in counts.things))

    def name(one: Thing) -> str:
        named = study.name(kind.id, one.thing, speaker.language)
        return f"{named[:1].upper()}{named[1:]}"

    def share(one: Share | None) -> tuple[str, str]:
        return speaker.share(one) if one else ("–", "")

    ranked = sorted(counts.things, key=lambda one: -((one.rate.value if one.rate else -1.0) if rated else one.times))
    rows = [
        (name(one), str(one.times), *(share(one.rate) if rated else ()), *(share(one.wins) if won else ()))
        for one in ranked
    ]
    heads = ["what", "times", *(["part", "between"] if rated else []), *(["won", "between"] if won else [])]
    title = study.phrase(kind.id, speaker.language)
    title = f"{title}: {speaker.bot(counts.bot)}" if counts.bot else title
    sets = _remarkable(counts, 1 / found.arm.players)
    said = [phrase(key, things=speaker.words.listed(map(name, some[:NAMED]))) for key, some in sets.items() if some]
    return Table(title, tuple(map(phrase, heads)), rows, " ".join(said))


def _remarkable(counts: Counts, fair: float) -> dict[str, list[Thing]]:
    """Things that are never or always done, and with which seats win or lose, as far as the intervals tell."""
    things, of = counts.things, counts.kind.of
    wins = [(one, one.wins) for one in things if one.wins and one.wins.cases >= FEW]
    return {
        "never": [one for one in things if not one.times and (one.of >= FEW or not of)],
        "always": [one for one in things if one.rate and one.of >= FEW and one.rate.low > 0.9],
        "gains": [one for one, share in wins if share.low > fair],
        "loses": [one for one, share in wins if share.high < fair],
    }

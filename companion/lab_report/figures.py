"""The figures of a report: each a chart, the table of its numbers, and a paragraph that says what it may mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from companion.engine.study import study_of
from companion.engine.wording import Wording, wording
from companion.lab.measures import Luck, Measures, Share, Spread, spread
from companion.lab.trial import STOPPED
from companion.lab_report import WORDS
from companion.lab_report.charts import Bar, Span, bars, columns, spans, swatch
from companion.lab_report.figure import Figure, Row, make_figure, range_labels
from companion.tables.history import histogram

NO_BREAK = "\u00a0"
"""Before a sign for per cent, which stays with its number."""
SPREAD = ("what", "least", "lower", "median", "upper", "most")


class Speaker(Struct, frozen=True):
    """Says what was measured of a game in one language."""

    game: Any
    language: str

    @property
    def words(self) -> Wording:
        return wording(WORDS, self.language)

    def spreads(self, **spreads: Spread) -> Iterator[Row]:
        """Rows of a table with the heads `SPREAD`."""
        for key, s in spreads.items():
            numbers = (s.least, s.lower, s.median, s.upper, s.most)
            yield Row(self.words.phrase(key), tuple(f"{n:.0f}" for n in numbers))

    def percent(self, value: float) -> str:
        """A share as people write it: ``34 %``."""
        return f"{100 * value:.0f}{NO_BREAK}%"

    def share(self, share: Share) -> tuple[str, str, str]:
        """A share, and the interval that it lies in."""
        return self.percent(share.value), f"{100 * share.low:.0f}–{100 * share.high:.0f}{NO_BREAK}%", str(share.cases)

    def bot(self, name: str) -> str:
        """How well a bot plays, in words; the name of a stranger's player as it is."""
        return self.words.get(f"bot.{name}", name)

    def bots(self, names: Iterable[str]) -> str:
        """Who played, each once."""
        return ", ".join(dict.fromkeys(map(self.bot, names)))

    def ending(self, key: str) -> str:
        """How a game ended."""
        if key == STOPPED:
            return self.words.phrase("stopped")
        return study_of(self.game).phrase(f"ending.{key}", self.language)


def arm_figures(speaker: Speaker, found: Measures) -> Iterator[Figure]:
    """The figures of one arm, without those of the game's own counts."""
    players = found.arm.players
    yield length(speaker, found)
    if players > 1:
        yield seats(speaker, found)
    if any(found.points):
        rows = speaker.spreads(all_points=spread(found.points), ahead=found.ahead, behind=found.behind)
        yield make_figure(speaker.words, "points", _histogram(found.points), SPREAD, rows)
    if players > 1 and any(found.points):
        yield leads(speaker, found)
    if found.ladder:
        shares = {(rung.bot, rung.other): rung.better for rung in found.ladder}
        named = {
            speaker.words.phrase("better", bot=speaker.bot(bot), other=speaker.bot(other)): share
            for (bot, other), share in shares.items()
        }
        yield _shares(speaker, "ladder", named, 0.5)
    if found.luck:
        yield chance(speaker, found.luck)
    yield endings(speaker, found)


def length(speaker: Speaker, found: Measures) -> Figure:
    """How long a game takes people."""
    minutes = spread(found.minutes)
    rows = speaker.spreads(in_minutes=minutes, in_decisions=found.decisions, in_actions=found.actions)
    middle = {"low": f"{minutes.lower:.0f}", "high": f"{minutes.upper:.0f}", "most": f"{minutes.most:.0f}"}
    note = speaker.words.phrase("note.length", **middle)
    return make_figure(speaker.words, "length", _histogram([round(n) for n in found.minutes]), SPREAD, rows, note)


def seats(speaker: Speaker, found: Measures) -> Figure:
    """Whether it matters who begins."""
    words, fair = speaker.words, 1 / found.arm.players
    shares = {words.phrase("seat_n", n=str(n)): share for n, share in enumerate(found.seats, 1)}
    apart = [name for name, share in shares.items() if not share.low <= fair <= share.high]
    note = words.phrase("note.seats_apart", seats=words.listed(apart)) if apart else ""
    return _shares(speaker, "seats", shares, fair, note)


def leads(speaker: Speaker, found: Measures) -> Figure:
    """How long a game stays open, and who decides it."""
    rows: dict[str, tuple[str, str]] = {
        "changes": (f"{sum(found.changes) / len(found.changes):.1f}", ""),
        "settled": (speaker.percent(found.settled.median), ""),
    }
    if found.half:
        rows["half"] = speaker.share(found.half)[:2]
    rows["crowned"] = speaker.share(found.crowned)[:2]
    lines = (Row(speaker.words.phrase(key), numbers) for key, numbers in rows.items())
    return make_figure(speaker.words, "leads", _histogram(found.changes), ("what", "value", "between"), lines)


def chance(speaker: Speaker, luck: Luck) -> Figure:
    """What makes victories: who plays, what is dealt, the rest."""
    parts = {"luck_players": luck.players, "luck_deal": luck.deal, "luck_rest": luck.rest}
    found = [(n, speaker.words.phrase(key), part) for n, (key, part) in enumerate(parts.items())]
    drawn = [Bar(label, ((n, part),), speaker.percent(part)) for n, label, part in found]
    rows = (Row(label, (speaker.percent(part),), swatch(n)) for n, label, part in found)
    note = speaker.words.phrase("note.luck", players=speaker.percent(luck.players), deal=speaker.percent(luck.deal))
    return make_figure(speaker.words, "luck", lambda title: bars(title, drawn), ("what", "part"), rows, note)


def endings(speaker: Speaker, found: Measures) -> Figure:
    """How games ended."""
    ends = [(speaker.ending(key), n, speaker.percent(n / found.games)) for key, n in found.endings]
    drawn = [Bar(label, ((1, n),), part) for label, n, part in ends]
    rows = (Row(label, (str(n), part)) for label, n, part in ends)
    return make_figure(speaker.words, "endings", lambda title: bars(title, drawn), ("what", "games", "part"), rows)


def arms_figure(speaker: Speaker, found: Sequence[Measures]) -> Figure:
    """All arms side by side."""
    phrase, arms = speaker.words.phrase, [(one, spread(one.minutes)) for one in found]
    most = max(minutes.upper for _, minutes in arms) or 1
    drawn = []
    for one, m in arms:
        end = f"{m.median:.0f} min"
        drawn.append(Span(one.arm.name, m.lower / most, m.median / most, m.upper / most, end))
    rows = (Row(one.arm.name, _numbers(speaker, one, minutes)) for one, minutes in arms)
    heads = ("what", "games", "players", "in_minutes", "all_points", "seats", "half")
    return make_figure(speaker.words, "arms", lambda title: spans(title, drawn), heads, rows, phrase("note.arms"))


def _numbers(speaker: Speaker, one: Measures, minutes: Spread) -> tuple[str, ...]:
    first, between, _ = speaker.share(one.seats[0])
    return (
        str(one.games),
        str(one.arm.players),
        f"{minutes.lower:.0f}–{minutes.upper:.0f}",
        f"{sum(one.points) / len(one.points):.1f}",
        f"{first} ({between})",
        speaker.percent(one.half.value) if one.half else "–",
    )


def _shares(speaker: Speaker, key: str, shares: dict[str, Share], mark: float, note: str = "") -> Figure:
    drawn = [Span(label, s.low, s.value, s.high, speaker.percent(s.value)) for label, s in shares.items()]
    rows = (Row(label, speaker.share(share)) for label, share in shares.items())
    return make_figure(
        speaker.words, key, lambda title: spans(title, drawn, mark), ("what", "part", "between", "cases"), rows, note
    )


def _histogram(numbers: Sequence[int]) -> Callable[[str], Markup | None]:
    found = range_labels(histogram(numbers))
    return lambda title: columns(title, found) if len(found) > 1 else None

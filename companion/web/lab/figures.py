"""The figures of a report: each a chart, the table of its numbers, and a paragraph that says what it may mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from companion.engine.study import study_of
from companion.engine.wording import Wording, wording
from companion.lab.measures import Measures, Share, Spread, spread
from companion.lab.trial import STOPPED
from companion.tables.games import histogram
from companion.web.history.charts import Column, Row, Span, bars, columns, spans, swatch
from companion.web.history.labels import Cell, Figure, Grid
from companion.web.lab import WORDS

_PLAIN = Markup("")
NO_BREAK = "\u00a0"
"""Before a sign for per cent, which stays with its number."""


class Speaker(Struct, frozen=True):
    """Says what was measured of a game in one language."""

    game: Any
    language: str

    @property
    def words(self) -> Wording:
        return wording(WORDS, self.language)

    def note(self, key: str, **fields: str) -> str:
        """What a figure may mean."""
        return self.words.phrase(f"note.{key}", **fields)

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
    """All that is told of one arm, but for what the game itself has counted."""
    players = found.arm.players
    yield length(speaker, found)
    if players > 1:
        yield seats(speaker, found)
    if any(found.points):
        yield points(speaker, found)
    if players > 1 and any(found.points):
        yield leads(speaker, found)
    if found.ladder:
        yield ladder(speaker, found)
    if found.luck:
        yield chance(speaker, found)
    yield endings(speaker, found)


def length(speaker: Speaker, found: Measures) -> Figure:
    """How long a game takes people."""
    words, minutes = speaker.words, [round(n) for n in found.minutes]
    said = (("in_minutes", spread(found.minutes)), ("in_decisions", found.decisions), ("in_actions", found.actions))
    heads = ("what", "least", "lower", "median", "upper", "most")
    grid = Grid(words.phrase("length"), _heads(words, heads), tuple((_plain(words, key), _five(s)) for key, s in said))
    middle = spread(found.minutes)
    note = speaker.note("length", low=f"{middle.lower:.0f}", high=f"{middle.upper:.0f}", most=f"{middle.most:.0f}")
    return Figure("length", words.phrase("length"), _histogram(words.phrase("length"), minutes), grid, note)


def seats(speaker: Speaker, found: Measures) -> Figure:
    """Does it matter who begins?"""
    words, fair = speaker.words, 1 / found.arm.players
    names = [words.phrase("seat_n", n=str(seat + 1)) for seat in range(found.arm.players)]
    apart = [n for n, share in enumerate(found.seats) if not share.low <= fair <= share.high]
    key = "seats_fair" if not apart else "seats_first" if 0 in apart and found.seats[0].value > fair else "seats_apart"
    which = words.listed(names[n] for n in apart) if apart else ""
    return _shares(speaker, "seats", list(zip(names, found.seats, strict=True)), fair, speaker.note(key, seats=which))


def points(speaker: Speaker, found: Measures) -> Figure:
    """How points lie apart."""
    words = speaker.words
    said = (("all_points", spread(found.points)), ("ahead", found.ahead), ("behind", found.behind))
    heads = ("points_of", "least", "lower", "median", "upper", "most")
    grid = Grid(words.phrase("points"), _heads(words, heads), tuple((_plain(words, key), _five(s)) for key, s in said))
    gap = f"{found.ahead.median - found.behind.median:.0f}"
    chart = _histogram(words.phrase("points"), found.points)
    return Figure("points", words.phrase("points"), chart, grid, speaker.note("points", gap=gap))


def leads(speaker: Speaker, found: Measures) -> Figure:
    """Is it open till late, and who decides it?"""
    words, title = speaker.words, speaker.words.phrase("leads")
    rows = [
        (words.phrase("changes"), f"{sum(found.changes) / len(found.changes):.1f}", ""),
        (words.phrase("settled"), speaker.percent(found.settled.median), ""),
    ]
    if found.half:
        rows.append((words.phrase("half"), *speaker.share(found.half)[:2]))
    rows.append((words.phrase("crowned"), *speaker.share(found.crowned)[:2]))
    grid = Grid(
        title, _heads(words, ("what", "value", "between")), tuple((Cell(_PLAIN, a), (b, c)) for a, b, c in rows)
    )
    runaway = found.half is not None and found.half.low > 0.8
    note = speaker.note("leads_runaway" if runaway else "leads_open") + " " + speaker.note("crowned")
    return Figure("leads", title, _histogram(title, found.changes), grid, note)


def ladder(speaker: Speaker, found: Measures) -> Figure:
    """Does it matter how well one plays?"""
    rows = [
        (speaker.words.phrase("better", bot=speaker.bot(rung.bot), other=speaker.bot(rung.other)), rung.better)
        for rung in found.ladder
    ]
    return _shares(speaker, "ladder", rows, 0.5, speaker.note("ladder"))


def chance(speaker: Speaker, found: Measures) -> Figure:
    """What makes victories: who plays, what is dealt, the rest."""
    assert found.luck is not None, "asked only where it was measured"
    words, title = speaker.words, speaker.words.phrase("luck")
    parts = [("luck_players", found.luck.players), ("luck_deal", found.luck.deal), ("luck_rest", found.luck.rest)]
    rows = [Row(words.phrase(key), ((n, part),), speaker.percent(part)) for n, (key, part) in enumerate(parts)]
    chart = bars(title, rows)
    lines = tuple((Cell(swatch(n), words.phrase(key)), (speaker.percent(p),)) for n, (key, p) in enumerate(parts))
    alike = len(set(found.arm.bots)) == 1
    made = {"players": speaker.percent(found.luck.players), "deal": speaker.percent(found.luck.deal)}
    note = speaker.note("luck_alike" if alike else "luck", **made)
    return Figure("luck", title, chart, Grid(title, _heads(words, ("what", "part")), lines), note)


def endings(speaker: Speaker, found: Measures) -> Figure:
    """How games ended."""
    words, title = speaker.words, speaker.words.phrase("endings")
    said = [(speaker.ending(key), number) for key, number in found.endings]
    chart = bars(title, [Row(label, ((1, n),), speaker.percent(n / found.games)) for label, n in said])
    lines = tuple((Cell(_PLAIN, label), (str(n), speaker.percent(n / found.games))) for label, n in said)
    stopped = dict(found.endings).get(STOPPED, 0)
    note = speaker.note("stopped", n=str(stopped)) if stopped else speaker.note("endings")
    return Figure("endings", title, chart, Grid(title, _heads(words, ("ending", "games", "part")), lines), note)


def arms_figure(speaker: Speaker, found: Sequence[Measures]) -> Figure:
    """All arms side by side."""
    words, title = speaker.words, speaker.words.phrase("arms")
    means = [spread(one.minutes) for one in found]
    most = max(middle.upper for middle in means) or 1
    rows = [
        Span(one.arm.name, s.lower / most, s.median / most, s.upper / most, _minutes(words, s.median))
        for one, s in zip(found, means, strict=True)
    ]
    heads = ("arm", "games", "players", "in_minutes", "all_points", "first_wins", "half_wins")
    lines = tuple((Cell(_PLAIN, one.arm.name), _arm(speaker, one, s)) for one, s in zip(found, means, strict=True))
    return Figure("arms", title, spans(title, rows), Grid(title, _heads(words, heads), lines), speaker.note("arms"))


def _minutes(words: Wording, number: float) -> str:
    return words.phrase("minutes", n=f"{number:.0f}")


def _arm(speaker: Speaker, one: Measures, minutes: Spread) -> tuple[str, ...]:
    first = one.seats[0]
    return (
        str(one.games),
        str(one.arm.players),
        f"{minutes.lower:.0f}–{minutes.upper:.0f}",
        f"{sum(one.points) / len(one.points):.1f}",
        f"{speaker.share(first)[0]} ({speaker.share(first)[1]})",
        speaker.percent(one.half.value) if one.half else "–",
    )


def _shares(
    speaker: Speaker, key: str, rows: Sequence[tuple[str, Share]], mark: float, note: str, title: str = ""
) -> Figure:
    words = speaker.words
    title = title or words.phrase(key)
    drawn = [Span(label, s.low, s.value, s.high, speaker.percent(s.value)) for label, s in rows]
    lines = tuple((Cell(_PLAIN, label), speaker.share(share)) for label, share in rows)
    heads = _heads(words, ("what", "part", "between", "cases"))
    return Figure(key, title, spans(title, drawn, mark), Grid(title, heads, lines), note)


def _histogram(title: str, numbers: Sequence[int]) -> Markup | None:
    found = histogram(numbers)
    if len(found) < 2:
        return None
    return columns(
        title, [Column(str(bar.low) if bar.low == bar.high else f"{bar.low}–{bar.high}", bar.number) for bar in found]
    )


def _five(of: Spread) -> tuple[str, ...]:
    return tuple(f"{n:.0f}" for n in (of.least, of.lower, of.median, of.upper, of.most))


def _plain(words: Wording, key: str) -> Cell:
    return Cell(_PLAIN, words.phrase(key))


def _heads(words: Wording, keys: Sequence[str]) -> tuple[str, ...]:
    return tuple(words.phrase(key) for key in keys)

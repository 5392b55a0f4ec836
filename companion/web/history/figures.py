"""Games and statistics in words, and as figures: a chart with the table of its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.registry import game as engine
from companion.engine.wording import Wording, wording
from companion.lab.norms import norm
from companion.tables.history import Played, PointSource, Range, Standing, Statistics, made_by
from companion.tables.store import Finisher
from companion.web.game_pages import GAMES, game_pages, game_title, names_in, player_name
from companion.web.history.charts import Bar, bars, columns, swatch

WORDS: Final = "companion.web.history"
MOST_PLAYERS: Final = 20
"""Players in a table of statistics."""


class Row(Struct, frozen=True):
    """A row of a table: its label, its numbers, and the sample of a filling or a line."""

    label: str
    numbers: tuple[str, ...]
    key: Markup = Markup("")


class Figure(Struct, frozen=True):
    """A chart and the table of its numbers, with the row of sums at its end."""

    id: str
    title: str
    chart: Markup | None
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""
    total: Row | None = None


def make_figure(
    words: Wording,
    key: str,
    draw: Callable[[str], Markup | None],
    heads: Sequence[str],
    rows: Iterable[Row],
    note: str = "",
    total: Row | None = None,
) -> Figure:
    """A figure whose title is a phrase, and the key its id; `heads` are the keys of its columns."""
    title = words.phrase(key)
    return Figure(key, title, draw(title), tuple(map(words.phrase, heads)), tuple(rows), note, total)


class Describer(Struct, frozen=True):
    """Describes games in one language, for templates."""

    language: str

    @property
    def words(self) -> Wording:
        return wording(WORDS, self.language)

    def game(self, name: str) -> str:
        return game_title(name, self.language)

    def finishers(self, played: Played) -> list[str]:
        """The names of those who finished; of a chair without a name what the game calls it."""
        return [player_name(played.game, seat.key, seat.name, self.language) for seat in played.seats]

    def players(self, played: Played) -> str:
        """All who played, or sit there."""
        names = self.finishers(played) or names_in(played, self.language)
        return self.words.listed(names) if names else self.words.phrase("own.nobody")

    def result(self, played: Played) -> str:
        """Who won, or how far the table is."""
        if not played.seats:
            return self.words.phrase("own.over" if played.closed else "own.on")
        names = [name for name, seat in zip(self.finishers(played), played.seats, strict=True) if seat.won]
        key = "lost" if not names else "wins" if len(names) == 1 else "share"
        return self.words.phrase(f"score.{key}", names=self.words.listed(names))

    def source(self, game: str, made: PointSource) -> str:
        """A source of points: the game's own label of a thing, or that of the rule behind several things."""
        if not made.lines:
            return self.words.phrase("rest")
        if game not in GAMES:
            return made.lines[0].thing
        by_rule = wording(game_pages(game).WORDS, self.language).find(f"kind.{made.lines[0].rule}")
        if len(made.lines) > 1 and by_rule:
            return by_rule
        rules = engine(game)
        state = rules.new(rules.PLAYERS[-1])  # labels are the same in every position
        labels = [rules.say(line, state, self.language) for line in made.lines[:3]]
        return ", ".join(labels) + (" …" if len(made.lines) > len(labels) else "")


def points_figure(describer: Describer, played: Played) -> Figure:
    """How each seat made its points."""
    words, names, made = describer.words, describer.finishers(played), made_by(played.seats)
    rows = [
        Bar(name, tuple((n, float(max(0, kind.points(seat)))) for n, kind in enumerate(made)), str(seat.total))
        for name, seat in zip(names, played.seats, strict=True)
    ]
    title = words.phrase("made")
    return Figure(
        id="made",
        title=title,
        chart=bars(title, rows) if any(seat.total for seat in played.seats) else None,
        heads=(words.phrase("points"), *names),
        rows=tuple(
            Row(describer.source(played.game, kind), _texts(map(kind.points, played.seats)), swatch(n))
            for n, kind in enumerate(made)
        ),
        note=_beside_bots(words, played),
        total=Row(words.phrase("total"), _texts(seat.total for seat in played.seats)),
    )


def _beside_bots(words: Wording, played: Played) -> str:
    """The points beside those of bots at tables of as many; empty if the lab has no such games."""
    bots = norm(game_pages(played.game).WORDS, len(played.seats)) if played.game in GAMES else None
    if bots is None or not _has_points(played.seats):
        return ""
    level = words.get(f"bot.{bots.bot}", bots.bot)
    middle = {"n": str(bots.games), "lower": str(bots.lower), "upper": str(bots.upper)}
    return words.phrase("beside_bots", bots=level, **middle)


def _has_points(seats: Sequence[Finisher]) -> bool:
    return any(line.worth for seat in seats for line in seat.lines)


def statistics_figures(describer: Describer, game: str, statistics: Statistics) -> tuple[Figure, ...]:
    """All figures about finished games of one kind. A new one is added here."""
    words, means = describer.words, list[tuple[int, str, float]]()
    for n, kind in enumerate(statistics.made):
        means.append((n, describer.source(game, kind), kind.mean))
    figures = (
        _summary(words, statistics),
        _histogram(words, "scores", statistics.bars, ("points", "players")),
        _histogram(words, "length", statistics.lengths, ("in_minutes", "games")),
        make_figure(
            words,
            "made",
            lambda title: bars(title, [Bar(label, ((n, max(0.0, mean)),), f"{mean:.1f}") for n, label, mean in means]),
            ("what", "points"),
            (Row(label, (f"{mean:.1f}",), swatch(n)) for n, label, mean in means),
            total=Row(words.phrase("total"), (f"{sum(mean for _, _, mean in means):.1f}",)),
        ),
        _standings(words, "seat", statistics.seats),
        _standings(words, "player", statistics.players),
    )
    return tuple(replace(figure, id=f"{game}-{figure.id}") for figure in figures if figure.rows)


def _summary(words: Wording, statistics: Statistics) -> Figure:
    spreads = {"in_minutes": statistics.minutes, "actions": statistics.actions, "scores": statistics.points}
    rows = [
        Row(words.phrase(key), (str(s.least), f"{s.mean:.1f}", str(s.most), f"{s.deviation:.1f}"))
        for key, s in spreads.items()
        if s is not None
    ]
    found = make_figure(words, "games", lambda title: None, ("what", "least", "mean", "most", "deviation"), rows)
    return replace(found, title=words.count("of_games", statistics.games))


def _histogram(words: Wording, key: str, ranges: Sequence[Range], heads: Sequence[str]) -> Figure:
    """Without rows where there is one range only."""
    numbers = range_labels(ranges) if len(ranges) > 1 else []
    rows = (Row(label, (str(number),)) for label, number in numbers)
    return make_figure(words, key, lambda title: columns(title, numbers), heads, rows)


def range_labels(ranges: Sequence[Range]) -> list[tuple[str, int]]:
    """The columns of a histogram."""
    return [(f"{one.low}" if one.low == one.high else f"{one.low}–{one.high}", one.number) for one in ranges]


def _standings(words: Wording, key: str, standings: Sequence[Standing]) -> Figure:
    note = f"+ {len(standings) - MOST_PLAYERS}" if len(standings) > MOST_PLAYERS else ""
    drawn, rows = [], []
    for one in standings[:MOST_PLAYERS]:
        label = one.name or words.phrase("seat_n", n=str((one.seat or 0) + 1))
        mean, most = (one.points.mean, one.points.most) if one.points else (0.0, 0)
        drawn.append(Bar(label, ((1, max(0.0, mean)),), f"{mean:.1f}"))
        rows.append(Row(label, (str(one.games), str(one.wins), f"{mean:.1f}", str(most))))
    heads = (key, "games", "wins", "mean", "most")
    return make_figure(words, key, lambda title: bars(title, drawn), heads, rows, note)


def _texts(numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(str, numbers))

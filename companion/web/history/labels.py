"""A game and its points in words and charts, as templates write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup
from msgspec import Struct

from companion.engine.registry import game as engine
from companion.engine.wording import Wording, wording
from companion.lab.norms import norm
from companion.tables.games import Bar, Made, Played, Spread, Standing, Statistics, made_by
from companion.tables.log.outline import Course, Finisher
from companion.web.game_pages import GAMES, game_pages, names_in, player_name
from companion.web.history import WORDS
from companion.web.history.charts import Column, Curve, Row, bars, columns, curves, dash, swatch
from companion.web.times import shown

LAST: Final = 7
"""Rows of a table that tells the course of a game."""
MOST_PLAYERS: Final = 20
"""Players in a table of statistics."""


class Teller(Struct, frozen=True):
    """Puts what was played into words of one language."""

    language: str

    @property
    def words(self) -> Wording:
        return wording(WORDS, self.language)

    def game(self, name: str) -> str:
        """A game by its own name; its id where its package is gone."""
        return wording(game_pages(name).WORDS, self.language).phrase("name") if name in GAMES else name

    def day(self, at: int) -> Markup:
        """The day of a moment (milliseconds since 1970)."""
        return shown(at, "day", self.language)

    def player(self, game: str, seat: Finisher) -> str:
        """Who sat there: a name, else what the game calls the chair."""
        return player_name(game, seat.key, seat.name, self.language)

    def players(self, played: Played) -> str:
        """All who played, or sit there."""
        names = [self.player(played.game, seat) for seat in played.seats] or names_in(played, self.language)
        return self.words.listed(names) if names else self.words.phrase("nobody")

    def outcome(self, played: Played) -> str:
        """Who won, or how far the table is."""
        if not played.seats:
            return self.words.phrase("closed" if played.closed else "in_play")
        names = [self.player(played.game, seat) for seat in played.seats if seat.won]
        if not names:
            return self.words.phrase("lost")
        return self.words.phrase("won" if len(names) == 1 else "shared", names=self.words.listed(names))

    def kind(self, game: str, made: Made) -> str:
        """What points were made by: the game's own label, or that of the rule behind several things."""
        if not made.lines:
            return self.words.phrase("rest")
        if game not in GAMES:
            return made.lines[0].thing
        named = wording(game_pages(game).WORDS, self.language).find(f"kind.{made.lines[0].rule}")
        if len(made.lines) > 1 and named:
            return named
        rules = engine(game)
        # Labels of lines are the same in every position.
        state = rules.new(rules.PLAYERS[-1])
        said = [rules.say(line, state, self.language) for line in made.lines[:3]]
        return ", ".join(said) + (" …" if len(made.lines) > len(said) else "")


class Cell(Struct, frozen=True):
    """The first cell of a table's row: a key to the chart, and words."""

    sign: Markup
    says: str


class Grid(Struct, frozen=True):
    """A table of numbers: its heading, the words over its columns, rows, and the last row apart."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, tuple[str, ...]], ...]
    last: tuple[str, tuple[str, ...]] | None = None


class Figure(Struct, frozen=True):
    """A chart and the table of its numbers."""

    id: str
    title: str
    chart: Markup | None
    grid: Grid
    note: str = ""


def made_figure(teller: Teller, played: Played) -> Figure:
    """How each seat made its points."""
    words = teller.words
    made = made_by(played.seats)
    names = [teller.player(played.game, seat) for seat in played.seats]
    title = words.phrase("made")
    rows = [
        Row(name, tuple((n, float(max(0, kind.points(seat)))) for n, kind in enumerate(made)), str(seat.total))
        for name, seat in zip(names, played.seats, strict=True)
    ]
    lines = tuple(
        (Cell(swatch(n), teller.kind(played.game, kind)), tuple(str(kind.points(seat)) for seat in played.seats))
        for n, kind in enumerate(made)
    )
    total = (words.phrase("total"), tuple(str(seat.total) for seat in played.seats))
    grid = Grid(title, (words.phrase("made_by"), *names), lines, total)
    chart = bars(title, rows) if any(seat.total for seat in played.seats) else None
    return Figure("made", title, chart, grid, beside_bots(teller, played))


def beside_bots(teller: Teller, played: Played) -> str:
    """The points beside those of bots at tables of as many; empty where the lab has not played the game so."""
    found = norm(game_pages(played.game).WORDS, len(played.seats)) if played.game in GAMES else None
    if found is None or not any(line.worth for seat in played.seats for line in seat.lines):
        return ""
    words = teller.words
    middle = {"n": str(found.games), "lower": str(found.lower), "upper": str(found.upper)}
    sentences = [words.phrase("beside_bots", bots=words.get(f"bots.{found.bot}", found.bot), **middle)]
    named: dict[str, list[str]] = {"bots_more": [], "bots_alike": [], "bots_fewer": []}
    for seat in played.seats:
        key = "more" if seat.total > found.upper else "alike" if seat.total >= found.lower else "fewer"
        named[f"bots_{key}"].append(f"{teller.player(played.game, seat)} ({seat.total})")
    sentences += [words.phrase(key, names=words.listed(names)) for key, names in named.items() if names]
    return " ".join(sentences)


def course_figure(teller: Teller, played: Played, course: Course) -> Figure | None:
    """The points after each action; none where they are not known."""
    if len(course.actions) < 2:
        return None
    words = teller.words
    names = [teller.player(played.game, seat) for seat in played.seats]
    title = words.phrase("course")
    found = [Curve(name, tuple(totals[n] for totals in course.totals)) for n, name in enumerate(names)]
    every = max(1, -(-len(course.actions) // LAST))
    shown = [n for n in range(len(course.actions)) if not (len(course.actions) - 1 - n) % every]
    rows = tuple(
        (Cell(dash(n), name), tuple(str(course.totals[step][n]) for step in shown)) for n, name in enumerate(names)
    )
    heads = (words.phrase("course_at"), *(str(course.actions[step]) for step in shown))
    return Figure("course", title, curves(title, found), Grid(title, heads, rows))


def statistics_figures(teller: Teller, game: str, found: Statistics) -> tuple[Figure, ...]:
    """All that is told of games of one kind."""
    words = teller.words
    figures = [_summary(words, game, found)]
    for key, some, low, number in (
        ("scores", found.bars, "bar_points", "bar_players"),
        ("lengths", found.lengths, "minutes_label", "bar_games"),
    ):
        if len(some) > 1:
            figures.append(_histogram(words, game, key, some, (low, number)))
    if found.made:
        figures.append(_made_mean(teller, game, found.made))
    if found.seats:
        figures.append(_standings(words, game, "by_seat", found.seats))
    if found.players:
        figures.append(_standings(words, game, "by_player", found.players))
    return tuple(figures)


def _summary(words: Wording, game: str, found: Statistics) -> Figure:
    plain = Markup("")
    said = (("in_minutes", found.minutes), ("in_actions", found.actions), ("in_points", found.points))
    rows = tuple((Cell(plain, words.phrase(key)), _spread(spread)) for key, spread in said if spread is not None)
    heads = tuple(words.phrase(key) for key in ("spread_of", "least", "mean", "most", "deviation"))
    title = words.phrase("one_game") if found.games == 1 else words.phrase("of_games", n=str(found.games))
    return Figure(f"{game}-games", title, None, Grid(title, heads, rows))


def _spread(spread: Spread) -> tuple[str, ...]:
    return str(spread.least), f"{spread.mean:.1f}", str(spread.most), f"{spread.deviation:.1f}"


def _histogram(words: Wording, game: str, key: str, some: Sequence[Bar], heads: tuple[str, str]) -> Figure:
    title = words.phrase(key)
    labels = [f"{bar.low}" if bar.low == bar.high else f"{bar.low}–{bar.high}" for bar in some]
    found = [Column(label, bar.number) for label, bar in zip(labels, some, strict=True)]
    plain = Markup("")
    rows = tuple((Cell(plain, one.label), (str(one.number),)) for one in found)
    grid = Grid(title, tuple(words.phrase(head) for head in heads), rows)
    return Figure(f"{game}-{key}", title, columns(title, found), grid)


def _made_mean(teller: Teller, game: str, made: Sequence[Made]) -> Figure:
    words = teller.words
    title = words.phrase("made_mean")
    labels = [teller.kind(game, kind) for kind in made]
    chart = bars(
        title,
        [
            Row(label, ((n, max(0.0, k.mean)),), f"{k.mean:.1f}")
            for n, (label, k) in enumerate(zip(labels, made, strict=True))
        ],
    )
    rows = tuple((Cell(swatch(n), label), (f"{made[n].mean:.1f}",)) for n, label in enumerate(labels))
    total = (words.phrase("total"), (f"{sum(kind.mean for kind in made):.1f}",))
    return Figure(
        f"{game}-made", title, chart, Grid(title, (words.phrase("kind_of"), words.phrase("points")), rows, total)
    )


def _standings(words: Wording, game: str, key: str, found: Sequence[Standing]) -> Figure:
    title, shown = words.phrase(key), found[:MOST_PLAYERS]
    labels = [s.name or words.phrase("player_n", n=str((s.seat or 0) + 1)) for s in shown]
    means = [s.points.mean if s.points else 0.0 for s in shown]
    chart = bars(
        title, [Row(label, ((1, max(0.0, mean)),), f"{mean:.1f}") for label, mean in zip(labels, means, strict=True)]
    )
    rows = tuple(
        (Cell(Markup(""), label), (str(s.games), str(s.wins), f"{mean:.1f}", str(s.points.most if s.points else 0)))
        for label, mean, s in zip(labels, means, shown, strict=True)
    )
    heads = ("seat" if key == "by_seat" else "player", "games", "wins", "mean_points", "best")
    note = words.phrase(f"{key}_note")
    if len(found) > len(shown):
        note += f" ({words.phrase('more_players', n=str(len(found) - len(shown)))})"
    return Figure(f"{game}-{key}", title, chart, Grid(title, tuple(words.phrase(h) for h in heads), rows), note)
